//! Tapes and protractors that a person laid on the canvas.

use super::LensInput;
use crate::draw::quantity::fixed;
use crate::draw::{DrawList, Role, path};
use crate::engine::math::{Rot, Vec2, direction, perp};
use crate::scene::measuring::Measured;

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
    for [a, b] in now.lines() {
        list.line(role, a, b);
    }
    match now.apex {
        Some(apex) => protractor(now, apex, role, ARC_PX * metres_per_px, list),
        None => tape(now, role, STROKE_PX * metres_per_px, list),
    }
}

fn tape(now: &Measured, role: Role, half: f32, list: &mut DrawList) {
    let way = now.to - now.from;
    let across = perp(direction(way).map_or(Vec2::X, |(along, _)| along)) * half;
    for end in [now.from, now.to] {
        list.line(role, end - across, end + across);
    }
    list.label(role, 0.5 * (now.from + now.to), Vec2::new(10.0, 10.0), PRIORITY, format!("{:.3} m", way.length()));
}

fn protractor(now: &Measured, apex: Vec2, role: Role, radius: f32, list: &mut DrawList) {
    list.dot(role, apex, 3.0);
    let (Some(turn), Some((first, _))) = (now.angle(), direction(now.from - apex)) else { return };
    let spoke = first * radius;
    list.polyline(role, path::arc(apex, spoke, turn, 32));
    let middle = apex + Rot::from_angle(0.5 * turn).rotate(spoke);
    list.label(role, middle, Vec2::new(8.0, 8.0), PRIORITY, format!("{}°", fixed(turn.to_degrees(), 2)));
}
