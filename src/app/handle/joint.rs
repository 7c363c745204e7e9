//! Handles of a joint: where it holds, its axis, its limits, its rest length, the control points of its curve.
//!
//! Angles and ways of a joint count from where its bodies stand, so the joint is taken as it stands now: its zero is
//! the present place, seen along `spoke` for an angle.

use super::{Dragged, Handle, Part};
use crate::app::snap::{on_ray, snap_angle};
use crate::draw::quantity::{angle, length};
use crate::engine::joint::Limits;
use crate::engine::joint::info::{Anchoring, Measure};
use crate::engine::math::{Rot, Vec2, atan2, clamp, direction, max, min, perp, wrap_angle};
use crate::engine::tuning::MAX_COORDINATE;
use crate::scene::document::JointDoc;

/// How far from the anchor the handle of an axis lies, points.
pub const AXIS_PX: f32 = 64.0;
/// Radius of the arc on which limits of an angle are dragged, points.
pub const ARC_PX: f32 = 44.0;
/// How far beside the line between the anchors the handle of a length lies, points.
pub const LENGTH_PX: f32 = 14.0;

/// A joint, and what its numbers are seen by.
pub struct Held<'a> {
    /// As it stands now.
    pub joint: &'a JointDoc,
    /// Unit vector that shows the angle of B: its direction now is the angle 0.
    pub spoke: Vec2,
    /// Size of a screen point, metres.
    pub metres_per_px: f32,
    /// Angles nearer to a multiple of 15° than this take it, radians.
    pub soft: f32,
}

impl Held<'_> {
    fn unit_axis(&self) -> Option<Vec2> {
        Some(direction(self.joint.kind.axis()?)?.0)
    }

    /// From A's anchor to B's; to the right when they are the same.
    fn along(&self) -> Vec2 {
        direction(self.joint.anchor_b - self.joint.anchor_a).map_or(Vec2::X, |(unit, _)| unit)
    }

    fn bound(&self, part: Part) -> f32 {
        self.joint.kind.limits().map_or(0.0, |limits| if part == Part::Lower { limits.lower } else { limits.upper })
    }

    /// Where a bound of the free coordinate is dragged, and which way it moves.
    fn stop(&self, measure: Measure, bound: f32) -> Option<(Vec2, Vec2)> {
        let joint = self.joint;
        Some(match measure {
            Measure::Angle => {
                let way = Rot::from_angle(bound).rotate(self.spoke);
                (joint.anchor_b + way * (ARC_PX * self.metres_per_px), perp(way))
            }
            Measure::Way => {
                let axis = self.unit_axis()?;
                (joint.anchor_b + axis * bound, axis)
            }
            Measure::Length => (self.at_length(bound), self.along()),
        })
    }

    /// A length from A's anchor towards B's, beside the line.
    fn at_length(&self, length: f32) -> Vec2 {
        let along = self.along();
        self.joint.anchor_a + along * length + perp(along) * (LENGTH_PX * self.metres_per_px)
    }

    /// The coordinate at which a bound would stand that is dragged to a point.
    fn coordinate(&self, measure: Measure, to: Vec2) -> Option<f32> {
        let joint = self.joint;
        Some(match measure {
            Measure::Angle => {
                let way = to - joint.anchor_b;
                wrap_angle(atan2(way.y, way.x) - atan2(self.spoke.y, self.spoke.x))
            }
            Measure::Way => clamp((to - joint.anchor_b).dot(self.unit_axis()?), -MAX_COORDINATE, MAX_COORDINATE),
            Measure::Length => clamp((to - joint.anchor_a).dot(self.along()), 0.0, MAX_COORDINATE),
        })
    }
}

/// The handles of a joint.
pub fn handles(held: &Held<'_>) -> Vec<Handle> {
    let joint = held.joint;
    let any = |part, at| Handle { part, at, along: Vec2::ZERO };
    let mut found = Vec::new();
    let info = joint.kind.info();
    if let (Some(limits), Some(info)) = (joint.kind.limits(), info.limits) {
        for (part, bound) in [(Part::Lower, limits.lower), (Part::Upper, limits.upper)] {
            found.extend(held.stop(info.measure, bound).map(|(at, along)| Handle { part, at, along }));
        }
    }
    if joint.kind.info().length.is_some() && (joint.kind.limits().is_none() || joint.kind.length().is_some()) {
        let rest = joint.kind.length().unwrap_or((joint.anchor_b - joint.anchor_a).length());
        found.push(Handle { part: Part::Length, at: held.at_length(rest), along: held.along() });
    }
    if let Some(axis) = held.unit_axis() {
        found.push(Handle { part: Part::Axis, at: joint.anchor_b + axis * (AXIS_PX * held.metres_per_px), along: perp(axis) });
    }
    for (k, p) in (0..).zip(joint.kind.curve().into_iter().flatten()) {
        found.push(any(Part::Control(k), joint.anchor_b + p));
    }
    found.push(any(Part::AnchorB, joint.anchor_b));
    if joint.has_ends() {
        found.push(any(Part::AnchorA, joint.anchor_a));
    }
    found
}

/// What becomes of the joint when a handle goes to `to` (world, metres).
///
/// # Errors
/// Why it cannot go there.
pub fn drag(held: &Held<'_>, part: Part, to: Vec2) -> Result<Dragged<JointDoc>, String> {
    let mut joint = held.joint.clone();
    let words = match part {
        Part::AnchorA | Part::AnchorB => {
            if joint.kind.info().anchoring == Anchoring::Ends {
                *if part == Part::AnchorA { &mut joint.anchor_a } else { &mut joint.anchor_b } = to;
                format!("{} apart", length((joint.anchor_b - joint.anchor_a).length()))
            } else {
                // A curve stays where it is.
                let moved = to - joint.anchor_b;
                joint.kind.parts().curve.into_iter().flatten().for_each(|p| *p -= moved);
                (joint.anchor_a, joint.anchor_b) = (to, to);
                format!("{}, {}", length(to.x), length(to.y))
            }
        }
        Part::Axis => {
            let to = on_ray(joint.anchor_b, to, held.soft).unwrap_or(to);
            let Some((unit, _)) = direction(to - joint.anchor_b) else { return Err("An axis needs a direction.".to_owned()) };
            if let Some(axis) = joint.kind.parts().axis {
                *axis = unit;
            }
            format!("axis {}", angle(atan2(unit.y, unit.x)))
        }
        Part::Lower | Part::Upper => {
            let Some(measure) = joint.kind.info().limits.map(|limits| limits.measure) else { return Err("It has no limits.".to_owned()) };
            let Some(wanted) = held.coordinate(measure, to) else { return Err("It has no axis.".to_owned()) };
            let wanted = if measure == Measure::Angle { snap_angle(near_turn(wanted, held.bound(part)), held.soft) } else { wanted };
            let at = bound(&mut joint, part, wanted)?;
            if measure == Measure::Angle { angle(at) } else { length(at) }
        }
        Part::Control(k) => {
            let Some(point) = joint.kind.parts().curve.and_then(|curve| curve.get_mut(usize::from(k))) else {
                return Err("It has no curve.".to_owned());
            };
            *point = to - held.joint.anchor_b;
            format!("{}, {}", length(to.x), length(to.y))
        }
        Part::Length => {
            let rest = max(held.coordinate(Measure::Length, to).unwrap_or_default(), 0.01);
            let Some(own) = joint.kind.parts().length else { return Err("It has no rest length.".to_owned()) };
            *own = Some(rest);
            format!("rest length {}", length(rest))
        }
        _ => return Err("A joint has no such handle.".to_owned()),
    };
    Ok(Dragged { thing: joint, words })
}

/// The same direction as `angle`, within half a turn of `of`: limits may lie beyond half a turn.
fn near_turn(angle: f32, of: f32) -> f32 {
    of + wrap_angle(angle - of)
}

/// Sets one limit; it stops at the other. Returns where it stands.
fn bound(joint: &mut JointDoc, part: Part, wanted: f32) -> Result<f32, String> {
    let Some(Some(limits)) = joint.kind.parts().limits else { return Err("It has no limits.".to_owned()) };
    let Limits { lower, upper } = limits;
    Ok(if part == Part::Lower {
        *lower = min(wanted, *upper);
        *lower
    } else {
        *upper = max(wanted, *lower);
        *upper
    })
}
