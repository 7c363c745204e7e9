//! Handles of a group: the box around what stands in it, and its pivot.
//!
//! The box lies along the axes of the group's frame. A corner goes where the pointer is and the opposite corner stays:
//! with the factors f = (q − o) / (c − o) for pointer q, corner c and opposite corner o, all in the frame as it was
//! when the drag began, the frame's scale becomes f times what it was, and the frame is moved so that o stays
//! in the world.

use super::{Dragged, Handle, Part};
use crate::app::groups;
use crate::draw::quantity::{fixed, length};
use crate::engine::aabb::Aabb;
use crate::engine::frames::{Affine, Placement};
use crate::engine::math::{Vec2, direction};
use crate::scene::document::{Document, GroupDoc};
use crate::scene::limits;

/// A group being dragged by a handle.
pub struct Held<'a> {
    /// As it stood when the drag began.
    pub group: &'a GroupDoc,
    /// From the frame that it stands in to the world.
    pub outer: Affine,
    /// The box around its members in its own frame.
    pub bounds: Aabb,
}

impl Held<'_> {
    fn world(&self) -> Affine {
        self.outer.after(self.group.placement.matrix())
    }
}

/// The handles of a group.
pub fn handles(document: &Document, group: &GroupDoc, metres_per_px: f32) -> Vec<Handle> {
    let world = groups::world(document, Some(&group.id));
    let mut found = vec![Handle { part: Part::Pivot, at: world.point(group.placement.pivot), along: Vec2::ZERO }];
    let Some(bounds) = groups::own_bounds(document, &group.id) else { return found };
    for sign in [[-1, -1], [1, -1], [1, 1], [-1, 1], [0, -1], [1, 0], [0, 1], [-1, 0]] {
        let (at, middle) = (world.point(corner(bounds, sign)), world.point(bounds.center()));
        if let Some((along, far)) = direction(at - middle)
            && far > 7.0 * metres_per_px
        {
            found.push(Handle { part: Part::GroupSide { sign }, at, along });
        }
    }
    found
}

/// The four corners of the box around a group, world.
pub fn frame(document: &Document, group: &str) -> Option<[Vec2; 4]> {
    let (world, bounds) = (groups::world(document, Some(group)), groups::own_bounds(document, group)?);
    Some([[-1, -1], [1, -1], [1, 1], [-1, 1]].map(|sign| world.point(corner(bounds, sign))))
}

fn corner(bounds: Aabb, sign: [i8; 2]) -> Vec2 {
    bounds.center() + 0.5 * bounds.size() * Vec2::new(f32::from(sign[0]), f32::from(sign[1]))
}

/// What becomes of the group when a handle goes to `to` (world, metres). With `keep` both factors are the same.
///
/// # Errors
/// Why it cannot go there.
pub fn drag(held: &Held<'_>, part: Part, to: Vec2, keep: bool) -> Result<Dragged<GroupDoc>, String> {
    let Some(back) = held.world().inverse() else { return Err("The group is flat.".to_owned()) };
    let (q, old) = (back.point(to), held.group.placement);
    let (placement, words) = match part {
        Part::Pivot => (old.with_pivot(q), format!("pivot {}, {}", length(q.x), length(q.y))),
        Part::GroupSide { sign } => {
            let factor = factors(held.bounds, sign, q, keep)?;
            let scale = old.scale * factor;
            if scale.abs().min_element() < limits::LEAST_GROUP_SCALE || scale.abs().max_element() > limits::GROUP_SCALE.max {
                return Err(format!("Not there: a scale is from {} to {}.", limits::LEAST_GROUP_SCALE, limits::GROUP_SCALE.max));
            }
            let stays = corner(held.bounds, [-sign[0], -sign[1]]);
            (kept(old, Placement { scale, ..old }, stays), format!("scale {}, {}", fixed(scale.x, 2), fixed(scale.y, 2)))
        }
        _ => return Err("A group has no such handle.".to_owned()),
    };
    Ok(Dragged { thing: GroupDoc { placement, ..held.group.clone() }, words })
}

/// `new`, moved so that a point of the frame stays where `old` puts it.
fn kept(old: Placement, new: Placement, point: Vec2) -> Placement {
    let (was, is) = (old.matrix().apply(point.as_dvec2()), new.matrix());
    let gap = was - is.apply(point.as_dvec2());
    new.moved_to(Affine { origin: is.origin + gap, ..is })
}

fn factors(bounds: Aabb, sign: [i8; 2], q: Vec2, keep: bool) -> Result<Vec2, String> {
    let (from, stays) = (corner(bounds, sign), corner(bounds, [-sign[0], -sign[1]]));
    let mut factor = Vec2::ONE;
    for axis in (0..2).filter(|&axis| sign[axis] != 0) {
        let side = from[axis] - stays[axis];
        if side.abs() < 1e-4 {
            return Err("The group has no extent along this axis.".to_owned());
        }
        factor[axis] = (q[axis] - stays[axis]) / side;
    }
    if keep && sign[0] != 0 && sign[1] != 0 {
        let size = if factor.x.abs() > factor.y.abs() { factor.x } else { factor.y };
        factor = Vec2::splat(size);
    }
    Ok(factor)
}
