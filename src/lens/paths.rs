//! Paths that points of bodies have taken: the scene's traces.

use crate::draw::{DrawList, Role};
use crate::engine::math::Vec2;

/// Most points of a path.
const MOST_POINTS: u64 = 4_000;

/// The steps at which a path from one step to another has points, and the last one. They are counted from the start of
/// the run, so that the points do not wander while the path grows.
pub fn steps(from: u64, to: u64) -> impl Iterator<Item = u64> {
    let stride = stride(from, to);
    (from.div_ceil(stride)..=to / stride).map(move |part| part * stride).filter(move |step| *step < to).chain([to])
}

/// How many steps lie between two points of a path from one step to another.
pub fn stride(from: u64, to: u64) -> u64 {
    (to.saturating_sub(from) / MOST_POINTS).max(1)
}

/// Draws the path of a scene's trace, with a dot where the point is.
pub fn draw(trace: usize, path: &[Vec2], list: &mut DrawList) {
    let role = Role::Curve((trace % 8) as u8);
    list.polyline(role, path.iter().copied());
    if let Some(end) = path.last() {
        list.dot(role, *end, 3.0);
    }
}
