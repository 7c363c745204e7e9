//! The ruler: one row an axis, all on one scale, measured from A's origin.
//!
//! ```text
//!  edge 0 of A     ━━━━━━━━━━━━━ A                the scale is the same in all rows; the row that is shown has a
//!                        ━━━━━━━━━━━━━ B          bar beside it, the best so far a diamond
//!                        └──┘ −0.21 m
//! ```

use super::picture::looked_at;
use super::reel::{SatReel, best, origin_of, signed};
use crate::draw::{DrawList, Role, Sheet};
use crate::engine::math::{Vec2, max, min};
use crate::engine::narrow::sat::Shadow;
use crate::engine::narrow::sat::{SatStep, SatVerdict};
use crate::lens::microscope::{Part, PartKind, Specimen};

/// Number of the free axis among the parts: beyond every real one.
pub(super) const FREE: usize = 999;
/// Width of the ruler and of the column of verdicts beside it, in heights of all rows: together they fill an upright
/// view.
const WIDTH: f32 = 0.68;
const VERDICTS: f32 = 0.2;
/// Height of a row, and of one that was skipped, units of the sheet.
const ROW: f32 = 1.0;
const SKIPPED: f32 = 0.45;
/// Room above a skipped row below one with bars: the value there needs as much as above a row's bars.
const BELOW_BARS: f32 = 0.25;
/// How far the shadows lie below the top of their row, in heights of a row: clear of the name above them.
const MIDDLE: f32 = 0.55;
/// Most rows at once; with more axes the shown one stays in sight, and the best so far above all.
const MOST: usize = 9;

/// One row's intervals.
struct ShadowRow {
    number: usize,
    name: String,
    shadow_a: Shadow,
    shadow_b: Shadow,
    role: Role,
}

/// Metres to units of the sheet.
struct Scale {
    low: f32,
    factor: f32,
    /// Of the ruler, units of the sheet.
    width: f32,
}

impl Scale {
    fn x(&self, t: f32) -> f32 {
        ((t - self.low) * self.factor).clamp(-0.01 * self.width, 1.01 * self.width)
    }
}

/// Rows of the first `count` axes, and of the free one.
pub(super) fn draw(reel: &SatReel, specimen: &Specimen, count: usize, list: &mut DrawList) {
    list.sheet = Sheet::Diagram;
    let first = (count + 2).saturating_sub(MOST).min(reel.steps.len().saturating_sub(MOST));
    let best = best(&reel.steps[..count]).map(|(index, _)| index);
    let mut window: Vec<usize> = (first..reel.steps.len().min(first + MOST)).collect();
    if let (Some(best), Some(top)) = (best.filter(|best| *best < first), window.first_mut()) {
        *top = best;
    }
    let is_skipped = |number: usize| reel.steps[number].verdict == SatVerdict::Duplicate;
    let room_above = |number: usize| if number > 0 && is_skipped(number) && !is_skipped(number - 1) { BELOW_BARS } else { 0.0 };
    let height = |number: usize| room_above(number) + if is_skipped(number) { SKIPPED } else { ROW };
    // The last row is kept for the free axis: taking hold of it must not push anything out of sight.
    let total = (window.iter().map(|&number| height(number)).sum::<f32>() + ROW).max(3.0 * ROW);
    let scale = scale(reel, specimen, WIDTH * total);
    let width = scale.width;
    // The frame holds room for the rows to come, so that the view holds still.
    let zero = scale.x(0.0).clamp(0.0, width);
    list.dot(Role::Grid, Vec2::new(zero, 0.4 * ROW), 0.0);
    if count > 0 || reel.free.is_some() {
        list.line(Role::GridAxis, Vec2::new(zero, 0.4 * ROW), Vec2::new(zero, -total));
        list.cell(Role::QuietText, Vec2::new(zero, 0.4 * ROW), Vec2::new(0.0, 3.0), Vec2::new(width, 0.45 * ROW), "A's origin");
    }
    list.line(Role::Grid, Vec2::ZERO, Vec2::new(width + VERDICTS * total, 0.0));
    list.line(Role::Grid, Vec2::new(0.0, -total), Vec2::new(width + VERDICTS * total, -total));
    if count == 0 {
        candidates(specimen, total, list);
    }
    let mut top = 0.0;
    for number in window.into_iter().filter(|number| *number < count) {
        let step = &reel.steps[number];
        let role = if number + 1 == count { Role::Text } else { Role::QuietText };
        let name = format!("{}: {}", number + 1, origin_of(specimen, step.source));
        if is_skipped(number) {
            let list = &mut list.of(Part::nth(PartKind::Axis, number));
            let at = Vec2::new(0.0, top - room_above(number) - 0.5 * SKIPPED);
            list.dot(Role::QuietText, at, 2.0);
            list.cell(role, at, Vec2::new(6.0, 0.0), Vec2::new(width, SKIPPED), format!("{name}, parallel: skipped"));
        } else {
            let row = ShadowRow { number, name, shadow_a: step.shadow_a, shadow_b: step.shadow_b, role };
            intervals(&row, top, &scale, list);
            verdict(step, best == Some(number), Vec2::new(1.02 * width, top - MIDDLE * ROW), list);
        }
        top -= height(number);
    }
    if let Some(free) = &reel.free {
        let row =
            ShadowRow { number: FREE, name: "your axis".into(), shadow_a: free.shadow_a, shadow_b: free.shadow_b, role: Role::Preview };
        intervals(&row, ROW - total, &scale, list);
    }
}

/// The edges whose normals may be tried, a line each in the empty rows; how many more there are where rows are missing.
fn candidates(specimen: &Specimen, total: f32, list: &mut DrawList) {
    let of = |kind: PartKind, name: &str, count: usize| -> Vec<(Part, String)> {
        (0..count).map(|i| (Part::nth(kind, i), format!("normal of edge {i} of {name}"))).collect()
    };
    let mut all = of(PartKind::EdgeA, &specimen.a.name, specimen.core_a().normals.len());
    all.extend(of(PartKind::EdgeB, &specimen.b.name, specimen.core_b().normals.len()));
    // As close as skipped rows are, where all would not find room.
    let room = (total - 0.5 * ROW).max(ROW);
    let pitch = (room / all.len().max(1) as f32).clamp(SKIPPED * ROW, ROW);
    let rows = (room / pitch + 1e-3) as usize;
    let left = all.len().saturating_sub(rows);
    if left > 0 {
        all.truncate(rows);
        all[rows - 1].1 = format!("… and {} more", left + 1);
    }
    for (row, (part, name)) in all.into_iter().enumerate() {
        list.of(part).cell(
            Role::QuietText,
            Vec2::new(0.0, -0.5 * ROW - row as f32 * pitch),
            Vec2::new(4.0, 0.0),
            Vec2::new(WIDTH * total, pitch),
            name,
        );
    }
}

/// One scale for all rows; of an endless ground only what lies near the other shape.
fn scale(reel: &SatReel, specimen: &Specimen, width: f32) -> Scale {
    let shadows = |s: &SatStep| [s.shadow_a, s.shadow_b];
    let mut all: Vec<Shadow> = reel.steps.iter().flat_map(shadows).collect();
    all.extend(reel.free.iter().flat_map(|f| [f.shadow_a, f.shadow_b]));
    let (mut low, mut high) = (0.0, 0.0);
    let mut is_first = true;
    for pair in all.chunks(2) {
        let [a, b] = pair else { continue };
        let near = looked_at(specimen, *a, *b);
        let (from, to) = (min(a.min, b.min).clamp(near[0], near[1]), max(a.max, b.max).clamp(near[0], near[1]));
        (low, high) = if is_first { (from, to) } else { (min(low, from), max(high, to)) };
        is_first = false;
    }
    Scale { low, factor: width / max(high - low, 1e-6), width }
}

/// The row below `top`: its name, both shadows, and from the end of A's to the start of B's the gap (forwards) or
/// overlap (backwards).
fn intervals(row: &ShadowRow, top: f32, scale: &Scale, list: &mut DrawList) {
    let x = |t: f32| scale.x(t);
    let y = top - MIDDLE * ROW;
    let list = &mut list.of(Part::nth(PartKind::Axis, row.number));
    list.cell(row.role, Vec2::new(0.0, top - 0.19 * ROW), Vec2::new(4.0, 0.0), Vec2::new(scale.width, 0.45 * ROW), row.name.clone());
    list.line(Role::Grid, Vec2::new(0.0, y), Vec2::new(scale.width, y));
    for (kind, role, shadow, height) in
        [(PartKind::IntervalA, Role::ShadowA, row.shadow_a, 0.06), (PartKind::IntervalB, Role::ShadowB, row.shadow_b, -0.06)]
    {
        list.of(Part::nth(kind, row.number)).line(role, Vec2::new(x(shadow.min), y + height), Vec2::new(x(shadow.max), y + height));
    }
    let gap = row.shadow_b.min - row.shadow_a.max;
    let (from, to) = (Vec2::new(x(row.shadow_a.max), y - 0.19), Vec2::new(x(row.shadow_b.min), y - 0.19));
    let list = &mut list.of(Part::nth(PartKind::Overlap, row.number));
    let role = if gap > 0.0 { Role::Contact } else { Role::SeparatingAxis };
    list.line(role, from, to);
    for end in [from, to] {
        list.line(Role::Projection, end, Vec2::new(end.x, y + 0.06));
    }
    let end = if from.x > to.x { from } else { to };
    // Between these bars and the name of the next row, however low the rows are.
    list.label(row.role, end - Vec2::new(0.0, 0.07), Vec2::new(6.0, -2.0), 7, signed(gap));
}

/// What the test did with the axis, at the right end of its row.
fn verdict(step: &SatStep, is_best: bool, at: Vec2, list: &mut DrawList) {
    let (role, words) = match step.verdict {
        SatVerdict::Separates => (Role::Contact, "gap: stop"),
        _ if is_best => (Role::Contact, "best so far"),
        _ => return,
    };
    list.ring(role, at, 4.0);
    list.label(role, at, Vec2::new(9.0, 0.0), 7, words);
}
