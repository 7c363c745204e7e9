//! The rows of a joint at a moment: what its kind asks of the solver, in one form for all kinds.
//!
//! Each row has a coordinate C with its Jacobian ([`super::row`]) and a law:
//!
//! | law | the coordinate is … | impulse |
//! |---|---|---|
//! | [`Law::Hold`] | held at zero | any |
//! | [`Law::Spring`] | pulled to zero by a spring and damper | any |
//! | [`Law::AtLeastZero`] | kept above zero: a limit, a rope | at least 0 |
//! | [`Law::Motor`] | driven at a speed, no faster than its limits let it | at most effort · h |
//!
//! A kind says its rows to a [`RowTaker`]. There are two sorts of takers: [`super::turn`] solves each row as soon as it
//! hears it, [`super::mechanism`] writes those of many joints down ([`Rows`]) and solves them together.

use super::parts::{Limits, Motor, Spring};
use super::row::JacobianRow;
use crate::engine::math::{Vec2, clamp};

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
    Motor(LimitedMotor),
}

/// A motor, and how far it may go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimitedMotor {
    /// What drives.
    pub motor: Motor,
    /// How far the coordinate may fall and how far it may grow until it is at a limit, metres or radians; below zero
    /// when it is beyond, infinite without one.
    pub room: [f32; 2],
}

impl LimitedMotor {
    /// The speed to drive at. `bias` of a coordinate that is kept above zero is how fast it may fall (below zero: how
    /// fast it is to come back): the motor asks for no more than its limits' own rows let it, otherwise a strong one
    /// would press the softer limit open.
    #[inline(always)]
    pub fn speed(&self, bias: impl Fn(f32) -> f32) -> f32 {
        let [down, up] = self.room;
        clamp(self.motor.speed, -bias(down), bias(up))
    }
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
}

/// Most rows of a joint.
pub const MOST_ROWS: usize = 6;

/// Hears the rows of a joint one after the other.
pub trait RowTaker {
    /// A row.
    fn take(&mut self, row: Row);

    /// Two rows that hold, or one that holds and a spring, that should be solved together, because a push along one
    /// also moves the other; the second's impulse is the next one.
    fn take_both(&mut self, rows: [Row; 2]);

    /// How far the direction of the rows turns when B's anchor moves across it by one metre, rad/m: 1 / length for a
    /// rod. Not said of directions that do not follow the anchors.
    #[inline(always)]
    fn curvature(&mut self, _curvature: f32) {}

    /// Holds a coordinate at zero, or pulls it there when a spring softens the joint.
    #[inline(always)]
    fn hold(&mut self, impulse: usize, jacobian: JacobianRow, error: f32, softened: Option<Spring>) {
        self.take(Row { jacobian, coordinate: error, law: softened.map_or(Law::Hold, Law::Spring), impulse });
    }

    /// Holds two coordinates at zero together; their impulses are this one and the next.
    #[inline(always)]
    fn hold_both(&mut self, impulse: usize, [x, y]: [JacobianRow; 2], errors: Vec2) {
        let row = |jacobian, coordinate, impulse| Row { jacobian, coordinate, law: Law::Hold, impulse };
        self.take_both([row(x, errors.x, impulse), row(y, errors.y, impulse + 1)]);
    }

    /// Holds a coordinate at zero, and pulls another one there if there is a spring: together, as a push along one
    /// also moves the other. Their impulses are this one and the next.
    #[inline(always)]
    fn hold_beside_spring(&mut self, impulse: usize, [held, pulled]: [JacobianRow; 2], errors: Vec2, spring: Option<Spring>) {
        let held = Row { jacobian: held, coordinate: errors.x, law: Law::Hold, impulse };
        match spring {
            Some(spring) => {
                let law = Law::Spring(spring);
                self.take_both([held, Row { jacobian: pulled, coordinate: errors.y, law, impulse: impulse + 1 }]);
            }
            None => self.take(held),
        }
    }

    /// Pulls a coordinate to zero, if there is a spring.
    #[inline(always)]
    fn spring(&mut self, impulse: usize, jacobian: JacobianRow, error: f32, spring: Option<Spring>) {
        if let Some(spring) = spring {
            self.take(Row { jacobian, coordinate: error, law: Law::Spring(spring), impulse });
        }
    }

    /// Drives a coordinate within its limits, if there is a motor.
    #[inline(always)]
    fn motor(&mut self, impulse: usize, jacobian: JacobianRow, motor: Option<Motor>, (coordinate, limits): (f32, Option<Limits>)) {
        if let Some(motor) = motor {
            let room = limits.map_or([f32::INFINITY; 2], |limits| [coordinate - limits.lower, limits.upper - coordinate]);
            self.take(Row { jacobian, coordinate: 0.0, law: Law::Motor(LimitedMotor { motor, room }), impulse });
        }
    }

    /// Keeps a coordinate within limits, if there are any; the impulses are this one (lower) and the next (upper).
    #[inline(always)]
    fn within(&mut self, impulse: usize, jacobian: JacobianRow, coordinate: f32, limits: Option<Limits>) {
        if let Some(limits) = limits {
            self.at_least_zero(impulse, jacobian, coordinate - limits.lower);
            self.at_least_zero(impulse + 1, jacobian.reversed(), limits.upper - coordinate);
        }
    }

    /// Keeps a coordinate above zero.
    #[inline(always)]
    fn at_least_zero(&mut self, impulse: usize, jacobian: JacobianRow, coordinate: f32) {
        self.take(Row { jacobian, coordinate, law: Law::AtLeastZero, impulse });
    }
}

/// The rows of one joint, written down.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    rows: [Row; MOST_ROWS],
    count: usize,
    /// See [`RowTaker::curvature`].
    pub curvature: f32,
}

impl Default for Rows {
    fn default() -> Rows {
        let none = Row { jacobian: JacobianRow::ANGLE, coordinate: 0.0, law: Law::Hold, impulse: 0 };
        Rows { rows: [none; MOST_ROWS], count: 0, curvature: 0.0 }
    }
}

impl RowTaker for Rows {
    #[inline]
    fn take(&mut self, row: Row) {
        if let Some(place) = self.rows.get_mut(self.count) {
            *place = row;
            self.count += 1;
        }
    }

    #[inline]
    fn take_both(&mut self, rows: [Row; 2]) {
        rows.into_iter().for_each(|row| self.take(row));
    }

    #[inline]
    fn curvature(&mut self, curvature: f32) {
        self.curvature = curvature;
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

    /// The rows that hold along a direction: along x and y where anchors are held together.
    pub fn held_lines(&self) -> [Option<JacobianRow>; 2] {
        let is_held = |row: &&Row| row.law == Law::Hold && row.jacobian.direction != Vec2::ZERO;
        let mut held = self.all().iter().filter(is_held).map(|row| row.jacobian);
        [held.next(), held.next()]
    }

    /// The rows in the order in which the kind says them.
    #[inline]
    pub fn all(&self) -> &[Row] {
        &self.rows[..self.count]
    }
}
