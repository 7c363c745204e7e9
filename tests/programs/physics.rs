//! Bodies, joints, solvers, curves, smoke and light against closed forms and other judges. One program for all: a
//! link of the whole crate each would take longer than the tests. `cargo test --test physics bead::` runs one file.

// Each file names the fixtures that it uses.
#![allow(clippy::duplicate_mod)]

#[path = "../bead.rs"]
mod bead;
#[path = "../crossings.rs"]
mod crossings;
#[path = "../curves.rs"]
mod curves;
#[path = "../elastic_energy.rs"]
mod elastic_energy;
#[path = "../explosions.rs"]
mod explosions;
#[path = "../forces.rs"]
mod forces;
#[path = "../gear.rs"]
mod gear;
#[path = "../half_plane_scene.rs"]
mod half_plane_scene;
#[path = "../hits.rs"]
mod hits;
#[path = "../integrators.rs"]
mod integrators;
#[path = "../joint_loads.rs"]
mod joint_loads;
#[path = "../jointed_impacts.rs"]
mod jointed_impacts;
#[path = "../joints.rs"]
mod joints;
#[path = "../lagrange.rs"]
mod lagrange;
#[path = "../lagrange_impacts.rs"]
mod lagrange_impacts;
#[path = "../lagrange_world.rs"]
mod lagrange_world;
#[path = "../linear.rs"]
mod linear;
#[path = "../linkages.rs"]
mod linkages;
#[path = "../mechanisms.rs"]
mod mechanisms;
#[path = "../mixing.rs"]
mod mixing;
#[path = "../motors_at_limits.rs"]
mod motors_at_limits;
#[path = "../passed_limits.rs"]
mod passed_limits;
#[path = "../plane_curves.rs"]
mod plane_curves;
#[path = "../polynomial.rs"]
mod polynomial;
#[path = "../restitution_threshold.rs"]
mod restitution_threshold;
#[path = "../shadows.rs"]
mod shadows;
#[path = "../smoke.rs"]
mod smoke;
#[path = "../smoke_scene.rs"]
mod smoke_scene;
#[path = "../solver.rs"]
mod solver;
#[path = "../spring_frequencies.rs"]
mod spring_frequencies;
#[path = "../springs.rs"]
mod springs;
#[path = "../touches.rs"]
mod touches;
#[path = "../track.rs"]
mod track;
#[path = "../wheel_joint.rs"]
mod wheel_joint;
#[path = "../world.rs"]
mod world;
