//! The table of joint kinds, one file each.
//!
//! To add a kind: write its file (its numbers, [`Kind`] with its rows and its [`JointInfo`]) and add it to the table
//! below. The engine knows them by name in two other places: hinges lie in blocks to be fast ([`super::set`]), and
//! `world/mechanisms.rs` says what the global solve holds of each.

pub mod distance;
pub mod gear;
pub mod grab;
#[cfg(test)]
mod jacobians;
pub mod prismatic;
pub mod revolute;
pub mod track;
pub mod weld;
pub mod wheel;

pub use distance::Distance;
pub use gear::Gear;
pub use grab::Grab;
pub use prismatic::Prismatic;
pub use revolute::Revolute;
pub use track::Track;
pub use weld::Weld;
pub use wheel::Wheel;

use super::contract::{Kind, Measured};
use super::info::{JointInfo, Variant};
use super::parts::{Limits, Motor, Parts, Spring};
use super::row::JacobianRow;
use super::rows::RowTaker;
use super::stand::Stand;
use super::turn::RowSolver;
use crate::engine::math::{Vec2, direction};
use crate::engine::probe::Probe;
use crate::engine::solver::SolverStep;

/// Writes the enum of all kinds, and each function that only asks the kind at hand.
macro_rules! joint_kinds {
    ($($kind:ident,)*) => {
        /// What a joint does, with its numbers.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum JointKind {
            $(#[doc = concat!("See [`", stringify!($kind), "`].")] $kind($kind),)*
        }

        impl JointKind {
            /// One of each kind, in the order of menus and documents.
            pub fn all() -> Vec<JointKind> {
                vec![$(JointKind::$kind($kind::default()),)*]
            }

            /// Words and facts on its kind.
            pub fn info(&self) -> &'static JointInfo {
                match self { $(JointKind::$kind(_) => $kind::INFO,)* }
            }

            /// Its numbers, by what they are.
            pub fn parts(&mut self) -> Parts<'_> {
                match self { $(JointKind::$kind(kind) => kind.parts(),)* }
            }

            /// What it is called with the parts that it has now.
            pub fn variant(&self) -> &'static Variant {
                match self { $(JointKind::$kind(kind) => kind.variant(),)* }
            }

            /// The point of the world that takes A's place, metres, if one does.
            pub fn target(&self) -> Option<Vec2> {
                match self { $(JointKind::$kind(kind) => kind.target(),)* }
            }

            /// How the angle of [`Stand`] grows with the turns of A, of B and of the line between its anchors.
            pub fn turns(&self) -> [f32; 3] {
                match self { $(JointKind::$kind(kind) => kind.turns(),)* }
            }

            fn bound_own_numbers(&mut self) {
                match self { $(JointKind::$kind(kind) => kind.bound_own_numbers(),)* }
            }

            /// Says its rows where the bodies stand now.
            pub fn rows<T: RowTaker>(&self, now: &Stand, rows: &mut T) {
                match self { $(JointKind::$kind(kind) => kind.rows(now, rows),)* }
            }

            pub(super) fn warm_start<P: Probe<SolverStep>>(&self, solver: &mut RowSolver<'_, P>, impulses: &[f32; 6]) {
                match self { $(JointKind::$kind(kind) => kind.warm_start(solver, impulses),)* }
            }

            pub(super) fn solve<P: Probe<SolverStep>>(&self, solver: &mut RowSolver<'_, P>, impulses: &mut [f32; 6]) {
                match self { $(JointKind::$kind(kind) => kind.solve(solver, impulses),)* }
            }

            pub(super) fn free_row(&self, now: &Stand) -> Option<JacobianRow> {
                match self { $(JointKind::$kind(kind) => kind.free_row(now),)* }
            }

            pub(super) fn gap_now(&self, now: &Stand) -> Option<Vec2> {
                match self { $(JointKind::$kind(kind) => kind.gap_now(now),)* }
            }

            pub(super) fn measured(&self, now: &Stand) -> Measured {
                match self { $(JointKind::$kind(kind) => kind.measured(now),)* }
            }
        }

        $(impl From<$kind> for JointKind {
            fn from(kind: $kind) -> JointKind {
                JointKind::$kind(kind)
            }
        })*
    };
}

// The table. Its order is that of the tool rail, the schema and the error messages.
joint_kinds! {
    Revolute,
    Prismatic,
    Distance,
    Weld,
    Wheel,
    Track,
    Gear,
    Grab,
}

impl JointKind {
    /// The same with every number in its range: bounds in order, springs and motors within [`crate::engine::tuning`]'s
    /// limits. A part with a number that is not finite is left out; a length that is not finite becomes
    /// [`crate::engine::tuning::MIN_SIZE`].
    pub fn bounded(mut self) -> JointKind {
        let bounds = self.info().limits.map(|limits| limits.measure.bounds());
        let Parts { limits, motor, spring, .. } = self.parts();
        if let (Some(limits), Some(bounds)) = (limits, bounds) {
            *limits = limits.and_then(|l| l.bounded(bounds));
        }
        if let Some(motor) = motor {
            *motor = motor.and_then(Motor::bounded);
        }
        if let Some(spring) = spring {
            *spring = spring.and_then(Spring::bounded);
        }
        self.bound_own_numbers();
        self
    }

    /// A new joint of the kind that has this variant, with the parts that such a one starts with.
    pub fn of(variant: &Variant) -> Option<JointKind> {
        let mut kind = JointKind::all().into_iter().find(|kind| kind.info().variants.contains(variant))?;
        let Parts { limits, motor, spring, .. } = kind.parts();
        if let Some(limits) = limits {
            *limits = variant.limits;
        }
        if let Some(motor) = motor {
            *motor = variant.motor;
        }
        if let Some(spring) = spring {
            *spring = variant.spring;
        }
        Some(kind)
    }

    /// The variants of all kinds that have a tool, in the order of the table.
    pub fn with_tools() -> Vec<&'static Variant> {
        JointKind::all().iter().flat_map(|kind| kind.info().variants).filter(|variant| variant.tool.is_some()).collect()
    }

    /// Axis at creation, world frame, if the kind has one.
    pub fn axis(mut self) -> Option<Vec2> {
        self.parts().axis.copied()
    }

    /// Rest length, metres, if there is one and it is given.
    pub fn length(mut self) -> Option<f32> {
        self.parts().length.copied().flatten()
    }

    /// Control points of its curve, from the anchor, if it has one, metres.
    pub fn curve(mut self) -> Option<[Vec2; 4]> {
        self.parts().curve.copied()
    }

    /// Unit x axis of the frame that is fixed in A, world frame at creation, as far as the kind says one.
    pub fn frame_axis(self) -> Option<Vec2> {
        self.axis().and_then(|axis| Some(direction(axis)?.0)).or_else(|| self.curve().map(|_| Vec2::X))
    }

    /// Limits, if there are any.
    pub fn limits(mut self) -> Option<Limits> {
        self.parts().limits.copied().flatten()
    }

    /// Motor, if there is one.
    pub fn motor(mut self) -> Option<Motor> {
        self.parts().motor.copied().flatten()
    }

    /// Spring, if there is one.
    pub fn spring(mut self) -> Option<Spring> {
        self.parts().spring.copied().flatten()
    }

    /// The same; a rest length that was left open becomes `length`, metres.
    pub fn with_length(mut self, length: f32) -> JointKind {
        if let Some(open) = self.parts().length {
            open.get_or_insert(length);
        }
        self
    }
}
