//! The rows of a joint at a moment: what its kind asks of the solver, in one form for all kinds.
//!
//! Each row has a coordinate C with its Jacobian ([`super::row`]) and a law:
//!
//! | law | the coordinate is … | impulse |
//! |---|---|---|
//! | [`Law::Hold`] | held at zero | any |
//! | [`Law::Spring`] | pulled to zero by a spring and damper | any |
//! | [`Law::AtLeastZero`] | kept above zero: a limit, a rope | at least 0 |
//! | [`Law::Motor`] | driven at a speed | at most effort · h |
//!
//! Two solvers read them: [`super::turn`] takes the rows of one joint after the other, [`super::mechanism`] those of
//! many joints together.

use super::parts::{Limits, Motor, Spring};
use super::row::JacobianRow;
use crate::engine::math::Vec2;

/// What shall become of a row's coordinate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Law {
    /// Zero, as stiffly as the solver can.
    Hold,
    /// Zero is where it rests.
    Spring(Spring),
    /// It may not fall below zero.
    AtLeastZero,
    /// It changes at a speed.
    Motor(Motor),
}

/// One row.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// How velocities change the coordinate.
    pub jacobian: JacobianRow,
    /// C now, metres or radians; 0 for a motor.
    pub coordinate: f32,
    /// What shall become of it.
    pub law: Law,
    /// Which of the joint's accumulated impulses is its own.
    pub impulse: usize,
    /// True when it is solved together with the next row, whose impulse is the next one: a push along one also moves
    /// the other. Both have the same law.
    pub with_next: bool,
}

/// Most rows of a joint.
pub const MOST_ROWS: usize = 6;

/// The rows of one joint.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    rows: [Row; MOST_ROWS],
    count: usize,
    /// How far the direction of the rows turns when B's anchor moves across it by one metre, rad/m: 1 / length for a
    /// rod, 0 for directions that do not follow the anchors.
    pub curvature: f32,
}

impl Default for Rows {
    fn default() -> Rows {
        let none = Row { jacobian: JacobianRow::ANGLE, coordinate: 0.0, law: Law::Hold, impulse: 0, with_next: false };
        Rows { rows: [none; MOST_ROWS], count: 0, curvature: 0.0 }
    }
}

impl Rows {
    /// How many rows there are that hold, and how many others.
    pub fn counts(&self) -> [u32; 2] {
        let held = self.all().iter().filter(|row| row.law == Law::Hold).count() as u32;
        [held, self.count as u32 - held]
    }

    /// True when a row holds or bounds: more than springs and motors.
    pub fn is_stiff(&self) -> bool {
        self.all().iter().any(|row| matches!(row.law, Law::Hold | Law::AtLeastZero))
    }

    /// The rows in the order in which one joint's turn takes them.
    #[inline]
    pub fn all(&self) -> &[Row] {
        &self.rows[..self.count]
    }

    fn add(&mut self, impulse: usize, jacobian: JacobianRow, coordinate: f32, law: Law) {
        if let Some(place) = self.rows.get_mut(self.count) {
            *place = Row { jacobian, coordinate, law, impulse, with_next: false };
            self.count += 1;
        }
    }

    /// Holds a coordinate at zero, or pulls it there when a spring softens the joint.
    pub fn hold(&mut self, impulse: usize, jacobian: JacobianRow, error: f32, softened: Option<Spring>) {
        self.add(impulse, jacobian, error, softened.map_or(Law::Hold, Law::Spring));
    }

    /// The same for two coordinates together; their impulses are this one and the next.
    pub fn hold_both(&mut self, impulse: usize, [x, y]: [JacobianRow; 2], errors: Vec2, softened: Option<Spring>) {
        let first = self.count;
        self.hold(impulse, x, errors.x, softened);
        self.hold(impulse + 1, y, errors.y, softened);
        self.rows[first].with_next = true;
    }

    /// Pulls a coordinate to zero, if there is a spring.
    pub fn spring(&mut self, impulse: usize, jacobian: JacobianRow, error: f32, spring: Option<Spring>) {
        if let Some(spring) = spring {
            self.add(impulse, jacobian, error, Law::Spring(spring));
        }
    }

    /// Drives a coordinate, if there is a motor.
    pub fn motor(&mut self, impulse: usize, jacobian: JacobianRow, motor: Option<Motor>) {
        if let Some(motor) = motor {
            self.add(impulse, jacobian, 0.0, Law::Motor(motor));
        }
    }

    /// Keeps a coordinate within limits, if there are any; the impulses are this one (lower) and the next (upper).
    pub fn within(&mut self, impulse: usize, jacobian: JacobianRow, coordinate: f32, limits: Option<Limits>) {
        if let Some(limits) = limits {
            self.at_least_zero(impulse, jacobian, coordinate - limits.lower);
            self.at_least_zero(impulse + 1, jacobian.reversed(), limits.upper - coordinate);
        }
    }

    /// Keeps a coordinate above zero.
    pub fn at_least_zero(&mut self, impulse: usize, jacobian: JacobianRow, coordinate: f32) {
        self.add(impulse, jacobian, coordinate, Law::AtLeastZero);
    }
}
