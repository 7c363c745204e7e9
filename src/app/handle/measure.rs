//! Handles of tapes and protractors: their ends, and the apex.

use super::{Dragged, Handle, Part};
use crate::draw::quantity::{angle, length};
use crate::engine::math::{Vec2, direction};
use crate::scene::document::{MeasureDoc, MeasureEnd};
use crate::scene::measured::Measured;

/// The handles of a tape or protractor whose ends are there now.
pub fn handles(now: &Measured) -> Vec<Handle> {
    now.points().enumerate().map(|(k, at)| Handle { part: Part::MeasureEnd(k as u8), at, along: Vec2::ZERO }).collect()
}

/// What becomes of it when one of its ends is tied elsewhere; `to` is where that is now (world, metres).
///
/// # Errors
/// It has no such end, or a tape would have no length.
pub fn drag(doc: &MeasureDoc, now: &Measured, part: Part, end: MeasureEnd, to: Vec2) -> Result<Dragged<MeasureDoc>, String> {
    let (mut thing, mut then) = (doc.clone(), *now);
    let Part::MeasureEnd(k) = part else { return Err("It has no such handle.".to_owned()) };
    match (k, &mut thing.apex) {
        (0, _) => (thing.from, then.from) = (end, to),
        (1, _) => (thing.to, then.to) = (end, to),
        (_, Some(apex)) => (*apex, then.apex) = (end, Some(to)),
        (_, None) => return Err("It has no such end.".to_owned()),
    }
    let words = match (then.way(), then.angle()) {
        (Some(way), _) if direction(way).is_none() => return Err("Not there: the tape would have no length.".to_owned()),
        (Some(way), _) => length(way.length()),
        (None, Some(turn)) => angle(turn),
        (None, None) => return Err("Not there: an arm would have no length.".to_owned()),
    };
    Ok(Dragged { thing, words })
}
