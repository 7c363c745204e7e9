//! Where a joint's bodies stand to each other: all that its rows and its readout are made from.

use super::info::Measure;
use super::row::JacobianRow;
use crate::engine::math::{Rot, Vec2, atan2, cross, direction, perp};
use crate::engine::tuning;

/// Where a joint's bodies stand to each other.
#[derive(Clone, Copy, Debug)]
pub struct Stand {
    /// From A's centre of mass to its anchor, world axes, metres.
    pub r_a: Vec2,
    /// Same for B.
    pub r_b: Vec2,
    /// From A's anchor to B's, world, metres.
    pub gap: Vec2,
    /// Unit axis, fixed in A, world.
    pub axis: Vec2,
    /// Angle of B relative to A, radians, zero at creation; of a gear a weighted sum ([`super::kind::Gear`]).
    pub angle: f32,
}

impl Stand {
    /// Both bodies at one point: which rows a joint has can be asked here, not where they point.
    pub const NOWHERE: Stand = Stand { r_a: Vec2::ZERO, r_b: Vec2::ZERO, gap: Vec2::ZERO, axis: Vec2::X, angle: 0.0 };

    /// The gap between the anchors along x and along y.
    pub fn anchor_rows(&self) -> [JacobianRow; 2] {
        [JacobianRow::along(Vec2::X, self.r_a, self.r_b), JacobianRow::along(Vec2::Y, self.r_a, self.r_b)]
    }

    /// The gap between the anchors along and across the axis, each with its row, as the frame sees it that turns with
    /// the mean of both bodies: the arms reach to the middle of the gap, and what is done to A there is undone to B at
    /// the same place, without a torque.
    pub fn mean_frame_rows(&self) -> [(JacobianRow, f32); 2] {
        let along = Rot::from_angle(0.5 * self.angle).rotate(self.axis);
        let row = |direction| self.midway(JacobianRow::along(direction, self.r_a, self.r_b));
        [along, perp(along)].map(|direction| (row(direction), direction.dot(self.gap)))
    }

    /// A row with arms that reach to one point: to the middle between the two to which they reach otherwise.
    pub fn midway(&self, row: JacobianRow) -> JacobianRow {
        let between_centers = self.r_a + self.gap - self.r_b;
        let aside = 0.5 * (cross(between_centers, row.direction) + (row.arm_b - row.arm_a));
        JacobianRow { arm_a: row.arm_a + aside, arm_b: row.arm_b - aside, ..row }
    }

    /// B's way along the axis and across it: the axis turns with A, so that A's arm reaches to B's anchor.
    pub fn slide_rows(&self) -> [JacobianRow; 2] {
        let reach = self.r_a + self.gap;
        [JacobianRow::along(self.axis, reach, self.r_b), JacobianRow::along(perp(self.axis), reach, self.r_b)]
    }

    /// The angle of the line from A's anchor to B's; `None` where they coincide.
    pub fn line_row(&self) -> Option<JacobianRow> {
        let (along, length) = line(self.gap)?;
        Some(JacobianRow::along(perp(along) / length, self.r_a, self.r_b))
    }

    /// The row of a coordinate that joints leave free: how it grows with the velocities.
    pub fn row_of(&self, measure: Measure) -> JacobianRow {
        match measure {
            Measure::Angle => JacobianRow::ANGLE,
            Measure::Way => self.slide_rows()[0],
            Measure::Length => JacobianRow::along(direction(self.gap).map_or(Vec2::X, |(along, _)| along), self.r_a, self.r_b),
        }
    }

    /// How far B's anchor is along the axis and beside it, metres.
    pub fn slide(&self) -> [f32; 2] {
        [self.axis.dot(self.gap), perp(self.axis).dot(self.gap)]
    }
}

/// Direction and length of the line from A's anchor to B's, metres; `None` where they coincide.
fn line(gap: Vec2) -> Option<(Vec2, f32)> {
    direction(gap).filter(|(_, length)| *length > tuning::COAXIAL)
}

/// By how much that line turns from one gap to the other, radians, up to half a turn; 0 where one has none.
pub(super) fn line_turn(from: Vec2, to: Vec2) -> f32 {
    if line(from).is_none() || line(to).is_none() { 0.0 } else { atan2(cross(from, to), from.dot(to)) }
}
