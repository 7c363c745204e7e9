//! What worlds do: solvers, stacks, impacts, sleep, the broad phase. One program, as each file would be linked with the
//! whole crate: `cargo test --test dynamics stacks::` runs one file.

#[path = "../dynamics_fixture/mod.rs"]
mod dynamics_fixture;
#[path = "../poison_kit/mod.rs"]
mod poison_kit;

mod bounces;
mod broad_phase;
mod colliding_blocks;
mod collisions;
mod complementarity;
mod crowds;
mod determinism;
mod energy_of_impacts;
mod filters;
mod friction_of_bounces;
mod ghost_walls;
mod heavy_ropes;
mod inner_forces;
mod lifted_loads;
mod near_misses;
mod oblique_hits;
mod one_contact;
mod opposite_limits;
mod overlap;
mod plastic_impacts;
mod poison;
mod poison_state;
mod push_apart;
mod redundant_joints;
mod rocking;
mod rotors;
mod sequential_impulses;
mod sequential_joints;
mod sleeping;
mod small_bodies;
mod stacks;
mod static_friction;
mod stiff_damping;
mod stiff_joints;
mod sweep_and_prune;
mod touching_motion;
mod tunnelling;
mod turning_together;
