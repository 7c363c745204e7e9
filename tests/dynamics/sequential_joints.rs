//! Joints under the solvers that take one row after the other, in whole steps.

use crate::dynamics_fixture::*;
use collidoscope::engine::body::{Body, BodyDef, BodyId};
use collidoscope::engine::collider::ColliderDef;
use collidoscope::engine::joint::{JointKind, Prismatic, Revolute, Weld};
use collidoscope::engine::material::Material;
use collidoscope::engine::math::Vec2;
use collidoscope::engine::solver::Solver;
use collidoscope::engine::world::{World, WorldSettings};

fn dense(width: f32, height: f32, density: f32) -> Vec<ColliderDef> {
    vec![ColliderDef { material: Material { density, ..Material::default() }, ..of(rectangle(width, height))[0].clone() }]
}

/// Planks welded in a row to a wall, and links that carry a load of thirty to a hundred times their mass. The bias that
/// pulls joints together follows their error, and their velocity follows the bias many steps later: four equal planks
/// at rest were thrown about with 15 kJ.
#[test]
fn beams_of_planks_and_loaded_links_gain_no_energy() {
    let kinetic = |w: &World| {
        let energies = w.bodies().filter(|(_, body)| body.is_mobile()).map(|(_, body)| {
            0.5 * (body.mass * body.linear_velocity.length_squared() + body.angular_velocity * body.angular_velocity / body.inv_inertia)
        });
        energies.sum::<f32>()
    };
    for (links, heavy, welded) in
        [(2_u8, 1.0, true), (4, 1.0, true), (8, 1.0, true), (10, 30.0, false), (20, 10.0, false), (3, 10.0, false)]
    {
        let settings = WorldSettings { solver: Solver::SequentialImpulses, sleeping: false, ..WorldSettings::default() };
        let mut w = World::new(settings);
        let mut last = anchor_body(&mut w);
        for k in 0..links {
            let x = 0.5 * f32::from(k);
            let density = if k + 1 < links { 1.0 } else { heavy };
            let next = w.add_body(at(x + 0.25, 0.0), dense(0.5, 0.1, density));
            let kind = if welded { JointKind::Weld(Weld::default()) } else { JointKind::Revolute(Revolute::default()) };
            join(&mut w, last, next, vec2(x, 0.0), kind);
            last = next;
        }
        let length = 0.5 * f32::from(links);
        // A welded beam rests, a row of links swings down from level: no more than its whole load has from there, and
        // as much again for what the joints yield.
        let mass = 0.05 * (f32::from(links - 1) + heavy);
        let bound = 2.0 * mass * G * length;
        for step in 0..600 {
            w.step();
            assert!(kinetic(&w) < bound, "{links} links, load {heavy}, step {step}: {} J of {bound}", kinetic(&w));
        }
    }
}

/// Rows that hold a coordinate of a slide have arms that reach to one point already. As of anchors half of the gap
/// between them was added, the whole way along the slide: a free pair lost two fifths of its angular momentum in 5 s.
#[test]
fn a_free_pair_on_a_slide_keeps_its_angular_momentum() {
    for solver in [Solver::SequentialImpulses, Solver::OneContact] {
        for swapped in [false, true] {
            let settings = WorldSettings { solver, gravity: Vec2::ZERO, sleeping: false, ..WorldSettings::default() };
            let mut w = World::new(settings);
            let a = w.add_body(BodyDef { angular_velocity: 1.5, ..at(0.0, 0.0) }, dense(4.0, 1.0, 1.0));
            let moving = BodyDef { angular_velocity: 1.5, linear_velocity: vec2(0.5, 0.75), ..at(0.5, 1.0) };
            let b = w.add_body(moving, dense(1.0, 1.0, 1.0));
            let [first, second] = if swapped { [b, a] } else { [a, b] };
            join(&mut w, first, second, vec2(0.5, 1.0), JointKind::Prismatic(Prismatic { axis: Vec2::X, ..Prismatic::default() }));
            let momentum = |w: &World| {
                let of = |(_, body): (BodyId, &Body)| {
                    body.mass * body.center.perp_dot(body.linear_velocity) + body.angular_velocity / body.inv_inertia
                };
                w.bodies().map(of).sum::<f32>()
            };
            let start = momentum(&w);
            for step in 0..600 {
                w.step();
                // What is left: the rounding of 600 steps.
                assert!((momentum(&w) / start - 1.0).abs() < 1e-4, "{solver:?}, {swapped}, step {step}: {} of {start}", momentum(&w));
            }
        }
    }
}
