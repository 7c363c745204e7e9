//! One adapter per engine: the same scene, built with each engine's own calls.
//!
//! What is equal: time step, sub-steps, gravity, shapes, materials (friction of a pair = geometric mean,
//! restitution = maximum), speculative margin (0.02 m in all three), restitution threshold where there is one,
//! sleeping off where the scene says so, continuous collision against static shapes on (each engine's default), one
//! thread. Everything else (stiffness of contacts and joints, warm starting, recycling of contacts) is left as each
//! engine ships it: that is what its users get.

mod box2d;
mod ours;
mod rapier;

use crate::scene::{BodySpec, JointSpec, Scene};
use collidoscope_physics::engine::math::{Rot, Vec2};
use collidoscope_physics::engine::world::Enter;
use std::ops::Range;

pub use box2d::build as box2d_build;
pub use ours::{set_width as set_our_width, width as our_width};
pub use rapier::build as rapier_build;

/// Where a body is and how it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyState {
    /// Place of the body's frame, metres.
    pub position: Vec2,
    /// Orientation of the body's frame.
    pub rotation: Rot,
    /// Centre of mass, metres.
    pub center: Vec2,
    /// Velocity of the centre of mass, m/s.
    pub velocity: Vec2,
    /// rad/s.
    pub spin: f32,
    /// kg; 0 when not dynamic.
    pub mass: f32,
    /// kg·m² about the centre of mass; 0 when not dynamic.
    pub inertia: f32,
}

/// A world of one engine. Bodies are numbered in the order they are added.
pub trait Engine {
    /// Adds a body.
    fn add_body(&mut self, body: &BodySpec);
    /// Adds a joint.
    fn add_joint(&mut self, joint: &JointSpec);
    /// Takes bodies out, with their joints.
    fn remove_bodies(&mut self, bodies: Range<usize>);
    /// Sets velocities.
    fn set_velocity(&mut self, body: usize, linear: Vec2, angular: f32);
    /// Gives an impulse (N·s) at a point of the world.
    fn push(&mut self, body: usize, impulse: Vec2, point: Vec2);
    /// One step of 1/60 s.
    fn step(&mut self);
    /// The same; an engine that can tells which part of it begins.
    fn step_in_parts(&mut self, _enter: Enter<'_>) {
        self.step();
    }
    /// The state of a body that is in the world.
    fn state(&self, body: usize) -> BodyState;
}

/// Which engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Which {
    /// This project's engine.
    Ours,
    /// Rapier.
    Rapier,
    /// Box2D.
    Box2d,
}

impl Which {
    /// All, in the order of the tables.
    pub const ALL: [Which; 3] = [Which::Ours, Which::Rapier, Which::Box2d];

    /// Name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Which::Ours => "ours",
            Which::Rapier => "rapier",
            Which::Box2d => "box2d",
        }
    }
}

/// An empty world of an engine with the scene's settings. `substeps: None` takes what this engine's users get (Rapier
/// and Box2D: 4, the default of both).
pub fn make(which: Which, scene: &Scene, substeps: Option<u32>) -> Box<dyn Engine> {
    match which {
        Which::Ours => Box::new(ours::Ours::new(scene, substeps)),
        Which::Rapier => Box::new(rapier::Rapier::new(scene, substeps.unwrap_or(4))),
        Which::Box2d => Box::new(box2d::Box2d::new(scene, substeps.unwrap_or(4))),
    }
}

/// Sub-steps of this engine when nobody asks for another number.
pub fn our_default_substeps() -> u32 {
    collidoscope_physics::engine::world::WorldSettings::default().substeps
}
