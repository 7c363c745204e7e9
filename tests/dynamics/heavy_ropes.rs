//! A rope of ten light links with a load at its end that is a hundred to a thousand times as heavy, let go level.
//!
//! The links swing across faster than a step follows. Lagrange multipliers noticed that Runge and Kutta's step won
//! energy and left the rope to sequential impulses, which tore it and threw it about with 8 million joules after five
//! seconds. Finer steps follow it.

use crate::dynamics_fixture::*;
use collidoscope::engine::body::BodyId;
use collidoscope::engine::collider::{ColliderDef, CollisionFilter};
use collidoscope::engine::material::Material;
use collidoscope::engine::shape::Shape;
use collidoscope::engine::solver::Solver;
use collidoscope::engine::world::{World, WorldSettings};

fn ghost(shape: Shape, density: f32) -> Vec<ColliderDef> {
    let filter = CollisionFilter { layers: 0, collides_with: 0 };
    vec![ColliderDef { shape, material: Material { density, ..Material::default() }, filter }]
}

/// Links of 0.5 m and 0.1 kg along the x axis, and a disc.
fn rope(solver: Solver, load: f32) -> World {
    let mut w = World::new(WorldSettings { solver, sleeping: false, ..WorldSettings::default() });
    let mut last: BodyId = anchor_body(&mut w);
    for k in 0..10 {
        let link = w.add_body(at(0.25 + 0.5 * k as f32, 0.0), ghost(rectangle(0.5, 0.1), 2.0));
        join(&mut w, last, link, vec2(0.5 * k as f32, 0.0), free_hinge());
        last = link;
    }
    let disc = w.add_body(at(5.0, 0.0), ghost(circle(0.4), load / (std::f32::consts::PI * 0.16)));
    join(&mut w, last, disc, vec2(5.0, 0.0), free_hinge());
    w
}

/// The energy is 0 at the start, and nothing gives any. 3 % of what the load can win by falling is what each step may be
/// off by, summed over those in which the links lash.
#[test]
fn a_rope_with_a_heavy_end_wins_no_energy_under_lagrange_multipliers() {
    for load in [10.0_f32, 100.0] {
        let mut w = rope(Solver::Lagrange, load);
        for step in 0..300 {
            w.step();
            let energy = w.energy().kinetic + w.energy().potential;
            assert!(energy < 0.03 * f64::from(load * G * 5.0), "{load} kg, step {step}: {energy} J");
        }
    }
}
