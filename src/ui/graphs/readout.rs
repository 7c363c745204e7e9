//! What is read off a graph: at the pointer the time and the values of its curves then; in its head the period of
//! what swings.

use super::curves::branch_look;
use crate::app::timeline::{Column, Timeline};
use crate::draw::{Role, quantity};
use crate::lens::graph::{Oscillation, gap, oscillation, seconds};
use crate::scene::document::{CurveDoc, GraphDoc};
use crate::ui::desk::Desk;
use egui::{Color32, Pos2, Rect, Stroke, Ui, Vec2, pos2, vec2};
use egui_plot::PlotTransform;
use std::sync::Arc;

/// Single-precision numbers are told apart to about this share of their size.
const PRECISION: f64 = 1e-6;

/// A line of the card; what is read off a curve has its height there, in the units of the screen.
struct Row {
    words: String,
    ink: Color32,
    height: Option<f64>,
}

/// Draws the card beside the pointer.
pub(super) fn show(ui: &Ui, desk: &Desk<'_>, graph: &GraphDoc, transform: &PlotTransform, pointer: Pos2) {
    let look = desk.look;
    let painter = ui.painter().with_clip_rect(*transform.frame());
    let mut rows: Vec<Arc<egui::Galley>> = Vec::new();
    for Row { words, ink, height } in read(desk, graph, transform, pointer) {
        rows.push(ui.fonts(|f| f.layout_no_wrap(words, look.caption_font(), ink)));
        if let Some(height) = height {
            painter.circle_stroke(pos2(pointer.x, transform.position_from_point_y(height)), look.pt(3.5), Stroke::new(look.pt(1.5), ink));
        }
    }
    let pad = look.gap(1.0);
    let width = rows.iter().map(|row| row.size().x).fold(0.0, f32::max);
    let height: f32 = rows.iter().map(|row| row.size().y).sum();
    let card = place(*transform.frame(), pointer, vec2(width, height) + Vec2::splat(2.0 * pad), look.gap(2.0));
    painter.rect(card, pad, look.raised.gamma_multiply(0.9), look.hairline(), egui::StrokeKind::Inside);
    let mut at = card.min + Vec2::splat(pad);
    for row in rows {
        let down = row.size().y;
        painter.galley(at, row, look.text);
        at.y += down;
    }
}

/// To the upper right of the pointer, else on the side where it is not cut.
fn place(frame: Rect, pointer: Pos2, size: Vec2, off: f32) -> Rect {
    let x = if pointer.x + off + size.x > frame.right() { pointer.x - off - size.x } else { pointer.x + off };
    let y = if pointer.y - off - size.y < frame.top() { pointer.y + off } else { pointer.y - off - size.y };
    let last = frame.max - size;
    Rect::from_min_size(pos2(x.min(last.x).max(frame.left()), y.min(last.y).max(frame.top())), size)
}

/// The lines of the card. With as many digits as a pixel of the graph tells: the nearer it is looked at, the more.
fn read(desk: &Desk<'_>, graph: &GraphDoc, transform: &PlotTransform, pointer: Pos2) -> Vec<Row> {
    let look = desk.look;
    let head = |words: String| Row { words, ink: look.text, height: None };
    let at = transform.value_from_position(pointer);
    let pixel = transform.dvalue_dpos().map(f64::abs);
    if graph.against.is_some() || super::is_difference(desk) {
        return vec![head(format!("{}, {}", quantity::resolved(at.x, pixel[0]), quantity::resolved(at.y, pixel[1])))];
    }
    let hz = desk.app.stage().world().settings().step_hz;
    let away = at.x - seconds(desk.app.stage().step_count(), hz);
    let side = if away < 0.0 { "before" } else { "after" };
    let time = |seconds: f64| quantity::resolved(seconds, pixel[0]);
    let mut rows = vec![head(format!("{} s, {} s {side} this moment", time(at.x), time(away.abs())))];
    for (i, curve) in graph.curves.iter().enumerate() {
        let name = curve.row().map_or(curve.quantity, |row| row.name);
        let row = |run: &Timeline, ink: Color32, of: &str| {
            let column = run.columns().of(curve)?;
            let read = |time: f64| between(&column, curve, time * f64::from(hz));
            let value = read(at.x)?;
            let change = read(at.x + pixel[0]).map_or(0.0, |next| (next - value).abs());
            let least = if change > 0.0 { change.max(PRECISION * value.abs()).min(pixel[1]) } else { pixel[1] };
            let told = quantity::with_unit(&quantity::resolved(value, least), curve.shown().0);
            Some(Row { words: format!("{name} {told}{of}"), ink, height: Some(value) })
        };
        rows.extend(row(desk.app.timeline(), look.role(Role::Curve(i as u8)), ""));
        let branches = desk.app.timeline().branches().list().iter();
        let shown = branches.filter_map(|branch| Some((branch, desk.app.ghosts().run_of(branch)?)));
        for (place, (branch, run)) in shown.enumerate() {
            rows.extend(row(run, branch_look(desk, i, place).0.1, &format!(", {}", branch.name)));
        }
    }
    rows
}

/// A curve between two steps, on the line that is drawn there, in the unit of the screen.
fn between(column: &Column<'_>, curve: &CurveDoc, steps: f64) -> Option<f64> {
    let step = steps.floor();
    let here = column.at(Some(step).filter(|step| *step >= 0.0)? as u64)?;
    let next = column.at(step as u64 + 1).unwrap_or(here);
    let wraps = curve.row().is_some_and(|row| row.wraps);
    Some((here + (steps - step) * gap(next, here, wraps)) * curve.shown().1)
}

/// How a curve swings over the whole run, if it does.
pub(super) fn swing(desk: &Desk<'_>, curve: &CurveDoc) -> Option<Oscillation> {
    let column = desk.app.timeline().columns().of(curve)?;
    let hz = desk.app.stage().world().settings().step_hz;
    let wraps = curve.row().is_some_and(|row| row.wraps);
    oscillation((column.first()..column.end()).filter_map(|step| Some((seconds(step, hz), column.at(step)?))), wraps)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text at the pointer was cut at the right end of the graph.
    #[test]
    fn the_card_lies_inside_the_graph_and_beside_the_pointer() {
        let frame = Rect::from_min_max(pos2(100.0, 50.0), pos2(500.0, 200.0));
        let size = vec2(180.0, 40.0);
        for x in [100.0, 250.0, 420.0, 500.0] {
            for y in [50.0, 80.0, 140.0, 200.0] {
                let card = place(frame, pos2(x, y), size, 8.0);
                assert!(frame.contains_rect(card) && card.size() == size, "{x}, {y}: {card:?}");
                assert!(!card.contains(pos2(x, y)), "{x}, {y}: it hides what is read");
            }
        }
    }
}
