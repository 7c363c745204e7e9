//! Every impulse of the second solver, judged by books kept in double precision.

mod dynamics_fixture;
mod oracles;

use collidoscope::engine::body::BodyDef;
use collidoscope::engine::solver::Solver;
use collidoscope::engine::solver::table::SolverParameters;
use collidoscope::engine::solver::table::{PositionCorrection, SequentialParameters as Parameters};
use collidoscope::engine::world::{World, WorldSettings};
use dynamics_fixture::{at, capsule, circle, fixed, made, polygon, rectangle, vec2};
use oracles::coverage::Coverage;
use oracles::narrow_cases::{cases, uniform};
use oracles::sequential_impulses::step_and_judge;
use rand::Rng;

/// A heap of all kinds falls between two walls; sizes, materials, speeds and settings are drawn.
fn random_heap(seed: u64, position_correction: PositionCorrection, accumulation: bool) -> World {
    let mut random = cases(seed);
    let parameters = Parameters {
        iterations: random.random_range(2..9),
        position_correction,
        beta: uniform(&mut random, 0.05, 0.3),
        slop: uniform(&mut random, 0.0, 0.01),
    };
    let mut world = World::new(WorldSettings {
        solver: Solver::SequentialImpulses,
        solver_parameters: SolverParameters { sequential_impulses: parameters, ..SolverParameters::default() },
        gravity: vec2(uniform(&mut random, -2.0, 2.0), uniform(&mut random, -12.0, 0.0)),
        warm_starting: random.random_range(0..4) > 0,
        accumulation,
        sleeping: false,
        continuous: false,
        ..WorldSettings::default()
    });
    let bouncy = random.random_range(0..2) == 0;
    let restitution = |random: &mut rand_pcg::Pcg32| if bouncy { uniform(random, 0.0, 1.0) } else { 0.0 };
    for (x, y, width, height) in [(0.0, -0.5, 12.0, 1.0), (-3.5, 3.0, 1.0, 8.0), (3.5, 3.0, 1.0, 8.0)] {
        let restitution = restitution(&mut random);
        world.add_body(fixed(x, y), made(rectangle(width, height), uniform(&mut random, 0.0, 1.0), restitution));
    }
    for k in 0..random.random_range(4..16) {
        let size = uniform(&mut random, 0.3, 0.9);
        let shape = match random.random_range(0..4) {
            0 => circle(0.5 * size),
            1 => rectangle(size, uniform(&mut random, 0.3, 0.9)),
            2 => capsule(0.5 * size, 0.2),
            _ => polygon(&[(-size, -0.3), (size, -0.3), (0.2, 0.5)]),
        };
        let restitution = restitution(&mut random);
        let parts = made(shape, uniform(&mut random, 0.0, 1.0), restitution);
        let def = BodyDef {
            angle: uniform(&mut random, -3.0, 3.0),
            linear_velocity: vec2(uniform(&mut random, -2.0, 2.0), uniform(&mut random, -3.0, 1.0)),
            angular_velocity: uniform(&mut random, -3.0, 3.0),
            linear_damping: if k % 5 == 0 { 0.2 } else { 0.0 },
            angular_damping: if k % 7 == 0 { 0.3 } else { 0.0 },
            gravity_scale: if k % 6 == 0 { 0.5 } else { 1.0 },
            ..at(uniform(&mut random, -2.2, 2.2), 0.5 + 0.6 * k as f32)
        };
        world.add_body(def, parts);
    }
    world
}

fn judged(position_correction: PositionCorrection, accumulation: bool) -> Coverage {
    let mut met = Coverage::default();
    for seed in 0..24 {
        let mut world = random_heap(seed, position_correction, accumulation);
        for _ in 0..90 {
            met.next_input();
            step_and_judge(&mut world, &mut met);
        }
    }
    met
}

const ALWAYS: [&str; 8] = [
    "\"Solve normal\"",
    "\"Solve tangent\"",
    "\"normal clamped\"",
    "\"normal free\"",
    "\"tangent clamped\"",
    "\"tangent free\"",
    "\"gap\"",
    "\"overlap\"",
];
const WARM: [&str; 2] = ["\"WarmStart normal\"", "\"WarmStart tangent\""];
const RARELY: [(&str, usize, &str); 4] = [
    ("\"driven by a bounce\"", 5, "who bounces must touch another body, and move it"),
    ("\"bounces\"", 20, "only half of the heaps have restitution, and they come to rest"),
    ("\"Restitution normal\"", 20, "only half of the heaps have restitution, and they come to rest"),
    ("\"Restitution tangent\"", 20, "likewise"),
];

#[test]
fn split_impulses_push_overlap_out_by_rows_of_their_own() {
    let common = [&ALWAYS[..], &WARM, &["\"Push normal\""]].concat();
    judged(PositionCorrection::SplitImpulse, true).demand(&common, &RARELY, &[]);
}

#[test]
fn baumgarte_pushes_overlap_out_by_the_bias_of_the_row_itself() {
    let common = [&ALWAYS[..], &WARM, &["\"overlap pushed\""]].concat();
    judged(PositionCorrection::Baumgarte, true).demand(&common, &RARELY, &[]);
}

#[test]
fn without_accumulation_increments_are_bounded_and_points_push_although_they_part() {
    let common = [&ALWAYS[..], &["\"overlap pushed\"", "\"pushes and parts\""]].concat();
    let no_sum = "without a sum there is nothing to start from";
    judged(PositionCorrection::Baumgarte, false).demand(&common, &RARELY, &[(WARM[0], no_sum), (WARM[1], no_sum)]);
}
