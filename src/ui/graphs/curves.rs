//! Samples of a run as lines of a graph: no more points than the screen can show.

use crate::app::timeline::Timeline;
use crate::draw::Role;
use crate::draw::palette::style;
use crate::lens::graph::{Parts, gap, seconds};
use crate::scene::document::{CurveDoc, GraphDoc};
use crate::ui::desk::Desk;
use egui::Color32;
use egui_plot::{Line, LineStyle, PlotBounds, PlotPoint, PlotTransform};

/// Most points of a phase plot's curve.
const MOST_POINTS: u64 = 12_000;

/// A line's width and colour.
pub(super) type Pen = (f32, Color32);

/// The curves of a graph as far as they lie within the bounds, with how they are drawn.
pub(super) fn lines(desk: &Desk<'_>, graph: &GraphDoc, bounds: PlotBounds, width: f32) -> Vec<(Line<'static>, Pen)> {
    let mut lines = Vec::new();
    for (i, curve) in graph.curves.iter().enumerate() {
        let look = style(desk.look.theme, Role::Curve(i as u8));
        let points = match &graph.against {
            Some(against) => phase(desk, curve, against),
            None if is_difference(desk) => Vec::new(),
            None => over_time(desk, desk.app.timeline(), curve, None, (bounds, width)),
        };
        for part in points {
            let dash = match look.dash_px {
                None => LineStyle::Solid,
                Some([dash, gap]) if dash < gap => LineStyle::Dotted { spacing: dash + gap },
                Some([dash, _]) => LineStyle::Dashed { length: dash },
            };
            let [r, g, b, a] = look.stroke;
            let line = Line::new(part).style(dash);
            lines.push((line, (look.width_px, Color32::from_rgba_unmultiplied(r, g, b, a))));
        }
        if graph.against.is_none() {
            of_branches(desk, (i, curve), (bounds, width), &mut lines);
        }
    }
    lines
}

/// True while graphs over time show by how much the run differs from a branch that is shown.
pub(super) fn is_difference(desk: &Desk<'_>) -> bool {
    let is_any_shown = || desk.app.timeline().branches().list().iter().any(|branch| branch.shown);
    desk.app.is_difference_shown() && desk.app.comparison().is_none() && is_any_shown()
}

/// How a curve of a graph is drawn for the branch of this place among those that are shown: in its own colour, so that
/// it is told from the other curves, and paler and with another dash from run to run.
pub(super) fn branch_look(desk: &Desk<'_>, curve: usize, place: usize) -> (Pen, LineStyle) {
    const DASHES: [f32; 3] = [6.0, 11.0, 3.0];
    let look = style(desk.look.theme, Role::Curve(curve as u8));
    let [r, g, b, a] = look.stroke;
    let pale = [0.75, 0.6, 0.5][place.min(2)];
    let ink = Color32::from_rgba_unmultiplied(r, g, b, a).gamma_multiply(pale);
    ((look.width_px, ink), LineStyle::Dashed { length: DASHES[place % DASHES.len()] })
}

/// The same curve in the branches that are shown; or by how much the present run lies above it.
fn of_branches(desk: &Desk<'_>, (i, curve): (usize, &CurveDoc), view: (PlotBounds, f32), lines: &mut Vec<(Line<'static>, Pen)>) {
    let difference = is_difference(desk);
    let shown = desk.app.timeline().branches().list().iter().filter_map(|branch| desk.app.ghosts().run_of(branch));
    for (place, run) in shown.enumerate() {
        let parts =
            if difference { over_time(desk, desk.app.timeline(), curve, Some(run), view) } else { over_time(desk, run, curve, None, view) };
        let (pen, dash) = branch_look(desk, i, place);
        for part in parts {
            let dash = if difference && place == 0 { LineStyle::Solid } else { dash };
            lines.push((Line::new(part).style(dash), pen));
        }
    }
}

/// A curve over time. Where there are more steps than points of width, each point of width has its lowest and its
/// highest value, so that no peak is lost. With another run: by how much the first lies above it.
fn over_time(
    desk: &Desk<'_>,
    timeline: &Timeline,
    curve: &CurveDoc,
    below: Option<&Timeline>,
    (bounds, width): (PlotBounds, f32),
) -> Vec<Vec<[f64; 2]>> {
    let Some(column) = timeline.columns().of(curve) else { return Vec::new() };
    let below = match below.map(|run| run.columns().of(curve)) {
        Some(None) => return Vec::new(),
        Some(found) => found,
        None => None,
    };
    let wraps = curve.row().is_some_and(|row| row.wraps);
    let value = |step: u64| match below {
        None => column.at(step),
        Some(below) => column.at(step).zip(below.at(step)).map(|(here, there)| gap(here, there, wraps)),
    };
    let hz = desk.app.stage().world().settings().step_hz;
    let all = (timeline.first_step(), timeline.last_step());
    // Bounds that are not chosen yet hold nothing.
    let steps = if bounds.is_valid() { steps_within(&bounds, all.0, all.1, hz) } else { all.0..=all.1 };
    let of_column = ((steps.end() - steps.start()) as f32 / width.max(1.0)).floor() as u64;
    let mut parts = Parts::of(curve, None);
    let point = |step: u64| value(step).map(|value| (seconds(step, hz), value));
    // A curve that is not in sight gives the bounds its first and last point.
    let ends = [all.0, all.1];
    if of_column < 3 {
        steps.for_each(|step| parts.add(point(step)));
    } else {
        let mut from = *steps.start();
        while from <= *steps.end() {
            let to = (from + of_column).min(steps.end() + 1);
            extremes(from..to, &point).into_iter().for_each(|p| parts.add(p));
            from = to;
        }
    }
    let parts = parts.done();
    if parts.is_empty() { ends.into_iter().filter_map(point).map(|(x, y)| vec![[x, y * curve.shown().1]]).collect() } else { parts }
}

/// The lowest and the highest of some points, in the order of time; `None` where all are missing.
fn extremes(steps: std::ops::Range<u64>, point: &impl Fn(u64) -> Option<(f64, f64)>) -> Vec<Option<(f64, f64)>> {
    let mut found: Option<[(f64, f64); 2]> = None;
    for p in steps.filter_map(point) {
        let [low, high] = found.get_or_insert([p, p]);
        if p.1 < low.1 {
            *low = p;
        }
        if p.1 > high.1 {
            *high = p;
        }
    }
    match found {
        None => vec![None],
        Some([low, high]) if low.0 <= high.0 => vec![Some(low), Some(high)],
        Some([low, high]) => vec![Some(high), Some(low)],
    }
}

/// One quantity against another, at the same steps.
fn phase(desk: &Desk<'_>, curve: &CurveDoc, against: &CurveDoc) -> Vec<Vec<[f64; 2]>> {
    let timeline = desk.app.timeline();
    let (first, last) = (timeline.first_step(), timeline.last_step());
    let columns = timeline.columns();
    let (Some(x), Some(y)) = (columns.of(against), columns.of(curve)) else { return Vec::new() };
    let mut parts = Parts::of(curve, Some(against));
    sampled(first, last).for_each(|step| parts.add(x.at(step).zip(y.at(step))));
    parts.done()
}

/// So many steps at most, and one more: the last is always among them, for that is where the run is.
fn sampled(first: u64, last: u64) -> impl Iterator<Item = u64> {
    let stride = (last - first).div_ceil(MOST_POINTS).max(1);
    (first..last).step_by(stride as usize).chain([last])
}

/// Where a curve is at a step, in the units of the screen.
pub(super) fn cursor_point(desk: &Desk<'_>, curve: &CurveDoc, against: Option<&CurveDoc>, step: u64) -> Option<[f64; 2]> {
    let columns = desk.app.timeline().columns();
    let y = columns.of(curve)?.at(step)? * curve.shown().1;
    let x = match against {
        Some(against) => columns.of(against)?.at(step)? * against.shown().1,
        None => seconds(step, desk.app.stage().world().settings().step_hz),
    };
    Some([x, y])
}

/// The step at which a curve of a phase plot is nearest to a point, on the screen; `None` when none is within reach.
pub(super) fn nearest_step(desk: &Desk<'_>, graph: &GraphDoc, at: PlotPoint, transform: &PlotTransform) -> Option<u64> {
    const REACH: f32 = 30.0;
    let timeline = desk.app.timeline();
    let pointer = transform.position_from_point(&at);
    let mut best: Option<(f32, u64)> = None;
    for step in timeline.first_step()..=timeline.last_step() {
        for curve in &graph.curves {
            let Some([x, y]) = cursor_point(desk, curve, graph.against.as_ref(), step) else { continue };
            let gap = transform.position_from_point(&PlotPoint::new(x, y)).distance(pointer);
            if gap <= REACH && best.is_none_or(|(nearest, _)| gap < nearest) {
                best = Some((gap, step));
            }
        }
    }
    best.map(|(_, step)| step)
}

/// The steps whose times lie within the bounds, and one on each side.
pub(super) fn steps_within(bounds: &PlotBounds, first: u64, last: u64, hz: f32) -> std::ops::RangeInclusive<u64> {
    let step = |time: f64| (time * f64::from(hz)).max(0.0) as u64;
    step(bounds.min()[0]).saturating_sub(1).clamp(first, last)..=(step(bounds.max()[0]) + 2).clamp(first, last)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stride was rounded down, so that up to twice as many points were drawn, and the last step was left out.
    #[test]
    fn a_long_run_is_sampled_to_its_last_step_by_few_points() {
        for last in [0, 1, 7, MOST_POINTS, 2 * MOST_POINTS - 1, 5 * MOST_POINTS + 3] {
            let steps: Vec<u64> = sampled(0, last).collect();
            assert!(steps.len() as u64 <= MOST_POINTS + 1, "{} for {last}", steps.len());
            assert_eq!((steps.first(), steps.last()), (Some(&0), Some(&last)));
            assert!(steps.is_sorted_by(|a, b| a < b), "{last}");
        }
    }
}
