//! Tapes and protractors that a person laid on the canvas.

use super::LensInput;
use crate::draw::quantity::fixed;
use crate::draw::{DrawList, Role, path};
use crate::engine::math::{Rot, Vec2, direction, perp};
use crate::scene::measured::Measured;

/// Half the length of the strokes across the ends of a tape, points.
const STROKE_PX: f32 = 6.0;
/// Radius of the arc between two arms, points.
const ARC_PX: f32 = 34.0;
/// Above most labels: what is measured was asked for.
const PRIORITY: u8 = 240;

/// All tapes and protractors of the document, with what they read now.
pub fn draw(input: &LensInput<'_>, list: &mut DrawList) {
    for measure in input.document.iter().flat_map(|document| &document.measures) {
        if let Some(now) = Measured::on(input.stage, measure) {
            marks(&now, Role::Measure, input.metres_per_px, list);
        }
    }
}

/// Lines of a tape or protractor, and its number.
pub fn marks(now: &Measured, role: Role, metres_per_px: f32, list: &mut DrawList) {
    lines(now, role, metres_per_px, list);
    match now.apex {
        Some(apex) => {
            let Some(turn) = now.angle() else { return };
            let spoke = direction(now.from - apex).map_or(Vec2::X, |(along, _)| along) * (ARC_PX * metres_per_px);
            let middle = apex + Rot::from_angle(0.5 * turn).rotate(spoke);
            list.label(role, middle, Vec2::new(8.0, 8.0), PRIORITY, format!("{}°", fixed(turn.to_degrees(), 2)));
        }
        None => {
            let words = format!("{:.3} m", (now.to - now.from).length());
            list.label(role, 0.5 * (now.from + now.to), Vec2::new(10.0, 10.0), PRIORITY, words);
        }
    }
}

/// The tape with strokes across its ends; or the two arms with the arc between them.
pub fn lines(now: &Measured, role: Role, metres_per_px: f32, list: &mut DrawList) {
    for [a, b] in now.lines() {
        list.line(role, a, b);
    }
    let Some(apex) = now.apex else {
        let across = perp(direction(now.to - now.from).map_or(Vec2::X, |(along, _)| along)) * (STROKE_PX * metres_per_px);
        [now.from, now.to].into_iter().for_each(|end| list.line(role, end - across, end + across));
        return;
    };
    list.dot(role, apex, 3.0);
    if let (Some(turn), Some((first, _))) = (now.angle(), direction(now.from - apex)) {
        list.polyline(role, path::arc(apex, first * (ARC_PX * metres_per_px), turn, 32));
    }
}
