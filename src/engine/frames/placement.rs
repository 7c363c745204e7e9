//! How a frame stands in its parent: a scale, a turn and a move, in an order that can be chosen.
//!
//! The order matters. A point 0 moved 10 up and then turned by a quarter clockwise ends 10 to the right; turned first
//! and then moved it ends 10 up:
//!
//! ```text
//!     move, turn:   0 ──▶ (0, 10) ──▶ (10, 0)        turn, move:   0 ──▶ 0 ──▶ (0, 10)
//! ```
//!
//! Scale and turn go about the pivot, which is a point of the frame itself.

use super::affine::Affine;
use crate::engine::math::{Vec2, atan2, wrap_angle};

/// One of the three parts of a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Transform {
    /// Lengthens along the axes, about the pivot.
    Scale,
    /// Turns about the pivot.
    Turn,
    /// Shifts.
    Move,
}

/// Where a frame stands in its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// How far it is moved, in the parent, metres.
    pub position: Vec2,
    /// How far it is turned, radians counter-clockwise.
    pub angle: f32,
    /// Factors along the axes; negative ones flip.
    pub scale: Vec2,
    /// The point of the frame about which it is scaled and turned, metres.
    pub pivot: Vec2,
    /// Which part is applied first, second and last: each part once.
    pub order: [Transform; 3],
}

impl Default for Placement {
    fn default() -> Placement {
        Placement { position: Vec2::ZERO, angle: 0.0, scale: Vec2::ONE, pivot: Vec2::ZERO, order: Placement::USUAL }
    }
}

impl Placement {
    /// The usual order: scale, turn, move.
    pub const USUAL: [Transform; 3] = [Transform::Scale, Transform::Turn, Transform::Move];

    /// One part alone, as a map.
    pub fn part(&self, part: Transform) -> Affine {
        match part {
            Transform::Scale => Affine::scale(self.scale).about(self.pivot),
            Transform::Turn => Affine::turn(self.angle).about(self.pivot),
            Transform::Move => Affine::shift(self.position),
        }
    }

    /// From the frame to its parent: all parts in their order.
    pub fn matrix(&self) -> Affine {
        self.stages()[3]
    }

    /// What leads from the frame to the parent after no part, one, two and all three, points moved in fixed axes: the
    /// active reading.
    pub fn stages(&self) -> [Affine; 4] {
        let mut stages = [Affine::IDENTITY; 4];
        for (i, part) in self.order.into_iter().enumerate() {
            stages[i + 1] = self.part(part).after(stages[i]);
        }
        stages
    }

    /// The same with axes moved and points fixed to them: the parts from last to first, each written in the axes as the
    /// ones before have left them. The passive reading: it starts at the parent's axes and ends at the frame's.
    pub fn axes(&self) -> [Affine; 4] {
        let mut axes = [Affine::IDENTITY; 4];
        for (i, part) in self.order.into_iter().rev().enumerate() {
            axes[i + 1] = axes[i].after(self.part(part));
        }
        axes
    }

    /// The same place with the pivot at another point of the frame.
    pub fn with_pivot(&self, pivot: Vec2) -> Placement {
        Placement { pivot, ..*self }.moved_to(self.matrix())
    }

    /// Of the same order and about the same pivot, the placement that leads where `target` does. What leans (a turned
    /// frame in an unevenly scaled parent) is met as to its origin and the direction of its first axis.
    pub fn fitted(&self, target: Affine) -> Placement {
        let at = |part: Transform| self.order.iter().position(|p| *p == part);
        // Scale first: the columns are the turned axes. Turn first: the rows are.
        let columns = at(Transform::Scale) < at(Transform::Turn);
        let (first, second) = if columns {
            (target.x, target.y)
        } else {
            (glam::DVec2::new(target.x.x, target.y.x), glam::DVec2::new(target.x.y, target.y.y))
        };
        let flips = target.determinant() < 0.0;
        let size = Vec2::new(first.length() as f32, second.length() as f32);
        let angle = atan2(first.y as f32, first.x as f32);
        let angle = if columns { angle } else { -angle };
        let plain = (angle, Vec2::new(size.x, if flips { -size.y } else { size.y }));
        let turned = (wrap_angle(angle + std::f32::consts::PI), -plain.1);
        let was_flipped = self.scale.x * self.scale.y < 0.0;
        let far = |angle: f32| wrap_angle(angle - self.angle).abs();
        let takes_turned = if flips == was_flipped { (self.scale.x < 0.0) != (plain.1.x < 0.0) } else { far(turned.0) < far(plain.0) };
        let (angle, scale) = if takes_turned { turned } else { plain };
        Placement { angle, scale, ..*self }.moved_to(target)
    }

    /// Moved so that the frame's origin goes where `target` takes it.
    pub fn moved_to(&self, target: Affine) -> Placement {
        // What comes after the move acts on it, too.
        let place = self.order.iter().position(|part| *part == Transform::Move).unwrap_or(2);
        let later = self.order[place + 1..].iter().fold(Affine::IDENTITY, |all, part| self.part(*part).after(all));
        let missing = target.origin - self.matrix().origin;
        let Some(back) = (Affine { origin: glam::DVec2::ZERO, ..later }).inverse() else { return *self };
        Placement { position: (self.position.as_dvec2() + back.apply(missing)).as_vec2(), ..*self }
    }
}
