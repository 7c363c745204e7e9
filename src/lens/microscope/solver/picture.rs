//! The pictures: velocities and sums at the points in the world, the table of rows, the residual over the passes.
//!
//! ```text
//!   normal 0     |━━━━━━━━━━━┃         sums grow to the right of zero; a friction row has its cone as two marks,
//!   friction 0   ┃   |━      ┃         which move with the normal impulse
//! ```

use super::choice::told_apart;
use super::form;
use super::reel::{RowKind, ShownImpulse, SolverReel, part};
use super::words::pass_name;
use crate::draw::chart::{Series, log_chart};
use crate::draw::quantity::quantity;
use crate::draw::{DrawList, Role, Sheet};
use crate::engine::math::{Vec2, max, perp};
use crate::lens::bodies;
use crate::lens::microscope::{Part, PartKind, Specimen};

/// Longest arrow, in sizes of the specimen.
const REACH: f32 = 0.55;

fn role_of(kind: RowKind) -> Role {
    match kind {
        RowKind::Normal(_) | RowKind::Push(_) => Role::Contact,
        RowKind::Friction(_) => Role::Friction,
        RowKind::Joint(_) => Role::Joint,
    }
}

/// Units of velocity and impulse: a row against turning has those of spin.
fn units_of(kind: RowKind) -> [&'static str; 2] {
    if kind == RowKind::Joint(2) { ["rad/s", "N·m·s"] } else { ["m/s", "N·s"] }
}

/// Bodies are drawn already: sums of the impulses on B at their points, and the row of the frame.
pub(super) fn world(reel: &SolverReel, specimen: &Specimen, frame: usize, list: &mut DrawList) {
    list.sheet = Sheet::World;
    let reach = REACH * specimen.size();
    let is_end = frame > reel.shown.len();
    let count = frame.min(reel.shown.len());
    for (row, shown) in reel.sums(count).into_iter().enumerate().filter_map(|(row, shown)| Some((row, shown?))) {
        let scale = reach / max(reel.most_impulse, 1e-12);
        let along = shown.step.direction * (shown.step.impulse_total * scale);
        if let Some(ghost) = shown.ghost.filter(|ghost| ghost.abs() * scale > 1e-3 * reach) {
            // Beside the row's own arrow, so that equal ones do not hide each other.
            let beside = shown.step.point + perp(shown.step.direction) * (0.05 * reach);
            list.of(PartKind::Ghost).arrow(Role::Preview, beside, beside + shown.step.direction * (ghost * scale));
        }
        if along.length() > 1e-3 * reach {
            list.of(part(row)).arrow(role_of(reel.rows[row].kind), shown.step.point, shown.step.point + along);
        }
    }
    points(reel, count, list);
    match reel.at(frame) {
        Some(shown) => row(reel, shown, reach, list),
        None if is_end => ghost(reel, specimen, reach, list),
        None => {}
    }
}

/// The contact points of the pair, to be pointed at.
fn points(reel: &SolverReel, count: usize, list: &mut DrawList) {
    let own = [reel.run.ends[0].id, reel.run.ends[1].id];
    // Before the first impulse, where they will be.
    let from = if count == 0 { &reel.shown[..] } else { &reel.shown[..count] };
    let mut met = [false; 2];
    for shown in from.iter().rev() {
        let RowKind::Normal(index) = reel.rows[shown.row].kind else { continue };
        if reel.rows[shown.row].bodies != own || index >= 2 || std::mem::replace(&mut met[index], true) {
            continue;
        }
        let list = &mut list.of(Part::nth(PartKind::Point, index));
        list.dot(Role::Contact, shown.step.point, 4.0);
        list.label(Role::QuietText, shown.step.point, Vec2::new(-10.0, -14.0), 4, format!("point {index}"));
    }
}

/// The row of the frame: where, which way, and how fast before and after.
fn row(reel: &SolverReel, shown: &ShownImpulse, reach: f32, list: &mut DrawList) {
    let step = &shown.step;
    let list = &mut list.of(part(shown.row));
    list.ring(Role::SearchDirection, step.point, 9.0);
    let scale = reach / max(reel.most_speed, 1e-12);
    let velocity = step.direction * (step.velocity_before * scale);
    if velocity.length() > 1e-2 * reach {
        list.arrow(Role::Velocity, step.point, step.point + velocity);
    }
    let [speed, impulse] = units_of(reel.rows[shown.row].kind);
    let after = step.contact.map_or(String::new(), |row| format!(" → {}", quantity(row.velocity_after, speed)));
    let words = format!("v {}{after}", quantity(step.velocity_before, speed));
    list.label(Role::Velocity, step.point + velocity, Vec2::new(12.0, -10.0), 8, words);
    let tip = step.point + step.direction * (step.impulse_total * reach / max(reel.most_impulse, 1e-12));
    let role = role_of(reel.rows[shown.row].kind);
    list.label(role, tip, Vec2::new(12.0, 10.0), 9, format!("Λ {}", quantity(step.impulse_total, impulse)));
}

/// At the end: how fast the two are, and where the other choice leads.
fn ghost(reel: &SolverReel, specimen: &Specimen, reach: f32, list: &mut DrawList) {
    let fastest = reel.ends().map(|(end, other)| max(end.velocity.length(), other.velocity.length())).fold(0.0, f32::max);
    let scale = reach / max(fastest, 1.0);
    let samples = [&specimen.a, &specimen.b];
    for ((end, other), sample) in reel.ends().zip(samples).filter(|((end, _), _)| end.mass > 0.0) {
        {
            let list = &mut list.of(PartKind::Ghost);
            let from = other.pose.transform_point(sample.shape.convex().center()) + Vec2::new(0.05 * reach, 0.0);
            if other.velocity.length() * scale > 1e-2 * reach {
                list.arrow(Role::Preview, from, from + other.velocity * scale);
                // Whose it is, the outlines say.
                let words = quantity(other.velocity.length(), "m/s");
                list.label(Role::Preview, from + other.velocity * scale, Vec2::new(8.0, -10.0), 6, words);
            }
        }
        let from = end.pose.transform_point(sample.shape.convex().center());
        list.arrow(Role::Velocity, from, from + end.velocity * scale);
        list.label(Role::Velocity, from + end.velocity * scale, Vec2::new(8.0, 8.0), 7, quantity(end.velocity.length(), "m/s"));
    }
    let list = &mut list.of(PartKind::Ghost);
    for (here, sample) in reel.run.ahead.iter().zip(samples).filter(|(here, _)| here.mass > 0.0) {
        bodies::shape(list, Role::Prediction, &sample.shape, here.pose);
    }
    let outlines = reel.other.ahead.iter().zip(samples).filter(|(there, _)| there.mass > 0.0);
    for (place, (there, sample)) in outlines.enumerate() {
        bodies::shape(list, Role::Preview, &sample.shape, there.pose);
        // One name for both.
        if place == 0 {
            let at = there.pose.transform_point(sample.shape.convex().center());
            list.label(Role::Preview, at, Vec2::new(0.0, -16.0), 5, reel.other_words.clone());
        }
    }
}

/// Height of a row, where zero stands, half the width of the bars, where velocities are written; units of the sheet.
const ROW: f32 = 0.8;
const ZERO: f32 = 4.6;
const HALF: f32 = 2.2;
const WIDTH: f32 = 10.2;
/// Width of a letter of a row's name that is no smaller than the numbers.
const LETTER: f32 = 0.2;
/// Most room that names get beyond what stands left of the bars.
const MOST_ROOM: f32 = 3.0;
/// Most rows at once; with more the shown one stays in sight.
const MOST: usize = 12;

/// Where zero stands: farther to the right where names of rows are long, or they would be smaller than can be read.
fn zero(reel: &SolverReel) -> f32 {
    let longest = reel.names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    ZERO + (LETTER * longest as f32 - (ZERO - HALF)).clamp(0.0, MOST_ROOM)
}

/// The table of rows: sums so far, limits, and the row of the frame.
pub(super) fn table(reel: &SolverReel, frame: usize, list: &mut DrawList) {
    list.sheet = Sheet::Diagram;
    let count = frame.min(reel.shown.len());
    let zero = zero(reel);
    let width = zero + WIDTH - ZERO;
    let current = reel.at(frame);
    let height = reel.rows.len().clamp(1, MOST) as f32 * ROW;
    list.line(Role::Grid, Vec2::ZERO, Vec2::new(width, 0.0));
    list.line(Role::Grid, Vec2::new(0.0, -height), Vec2::new(width, -height));
    list.line(Role::GridAxis, Vec2::new(zero, 0.3), Vec2::new(zero, -height));
    list.cell(Role::QuietText, Vec2::new(zero, -height), Vec2::new(4.0, -8.0), Vec2::new(HALF, ROW), "Λ = 0");
    let form = form::of(&reel.run.settings);
    let title = match current {
        Some(shown) => form.place(&shown.step, &reel.run.settings, pass_name(shown.step.pass)),
        None if frame == 0 => "before the step".to_owned(),
        None => format!("after the last {}", form.round),
    };
    list.label(Role::Text, Vec2::new(0.0, 0.0), Vec2::new(4.0, 12.0), 9, title);
    let first = current.map_or(0, |s| (s.row + 2).saturating_sub(MOST)).min(reel.rows.len().saturating_sub(MOST));
    let sums = reel.sums(count);
    if sums.iter().flatten().any(|shown| shown.ghost.is_some()) {
        let list = &mut list.of(PartKind::Ghost);
        let text = format!("thin bars: {}", reel.other_words);
        list.cell(Role::Preview, Vec2::new(0.0, -height), Vec2::new(4.0, -8.0), Vec2::new(0.95 * zero, ROW), text);
    }
    for (place, index) in (first..reel.rows.len().min(first + MOST)).enumerate() {
        let y = -(place as f32 + 0.5) * ROW;
        bar(reel, index, sums[index], current.is_some_and(|s| s.row == index), y, list);
    }
}

/// One row of the table.
fn bar(reel: &SolverReel, index: usize, shown: Option<&ShownImpulse>, is_current: bool, y: f32, list: &mut DrawList) {
    let role = role_of(reel.rows[index].kind);
    let zero = zero(reel);
    let words = if is_current { Role::Text } else { Role::QuietText };
    let list = &mut list.of(part(index));
    if is_current {
        list.arrow(Role::SearchDirection, Vec2::new(-0.5, y), Vec2::new(0.0, y));
    }
    list.cell(words, Vec2::new(0.0, y), Vec2::new(6.0, 0.0), Vec2::new(zero - HALF, ROW), reel.names[index].clone());
    list.line(Role::Grid, Vec2::new(zero - HALF, y), Vec2::new(zero + HALF, y));
    let Some(shown) = shown else { return };
    let step = &shown.step;
    let x = |impulse: f32| zero + HALF * (impulse / max(reel.most_impulse, 1e-12)).clamp(-1.05, 1.05);
    if let Some(row) = step.contact.filter(|r| r.low.is_finite() && r.high.is_finite()) {
        for limit in [row.low, row.high] {
            list.line(Role::Bound, Vec2::new(x(limit), y - 0.3 * ROW), Vec2::new(x(limit), y + 0.3 * ROW));
        }
    }
    let before = step.impulse_total - step.impulse_change;
    if is_current && step.impulse_change != 0.0 {
        list.line(Role::Projection, Vec2::new(x(before), y - 0.28 * ROW), Vec2::new(x(before), y + 0.28 * ROW));
    }
    if let Some(ghost) = shown.ghost {
        let (low, high) = (Vec2::new(x(0.0), y - 0.34 * ROW), Vec2::new(x(ghost), y - 0.22 * ROW));
        list.of(PartKind::Ghost).polygon(Role::Preview, [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)], 0.0);
    }
    let (low, high) = (Vec2::new(x(0.0), y - 0.14 * ROW), Vec2::new(x(step.impulse_total), y + 0.14 * ROW));
    list.polygon(role, [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)], 0.0);
    let clamped = if is_current && step.clamped { ", cut" } else { "" };
    let [_, unit] = units_of(reel.rows[index].kind);
    let text = format!("{}{clamped}", quantity(step.impulse_total, unit));
    let left = zero + HALF + 0.25;
    list.cell(words, Vec2::new(left, y), Vec2::new(4.0, 0.0), Vec2::new(zero + WIDTH - ZERO - left, ROW), text);
}

/// The largest correction of each pass, here and otherwise, on a logarithmic scale.
pub(super) fn residuals(reel: &SolverReel, frame: usize, list: &mut DrawList) {
    if reel.rows.is_empty() {
        let words = "no row between the two, nothing to correct";
        let sheet = std::mem::replace(&mut list.sheet, Sheet::Chart);
        list.label(Role::QuietText, 0.5 * crate::draw::chart::SIZE, Vec2::ZERO, 5, words);
        list.sheet = sheet;
        return;
    }
    let (mine, other) = (reel.run.residuals(), reel.other.residuals());
    let form = form::of(&reel.run.settings);
    let places = form.chart_places(&reel.run.settings);
    let count = places.max(form::of(&reel.other.settings).chart_places(&reel.other.settings));
    let shown = match reel.at(frame) {
        Some(shown) => form.chart_place(&shown.step, &reel.run.settings),
        None if frame == 0 => 0,
        None => places - 1,
    };
    let own = match told_apart(&reel.run.settings, &reel.other.settings) {
        _ if reel.run.is_cut => "too many impulses to be compared".to_owned(),
        words if words.is_empty() => "this step".to_owned(),
        words => words,
    };
    let series = [
        Series { role: Role::Preview, name: reel.other_words.clone(), points: other, tag: Some(Part::of(PartKind::Ghost).tag()) },
        Series { role: Role::Contact, name: own, points: mine, tag: None },
    ];
    log_chart(&series, count, shown, reel.run.unit_of_corrections(), list);
}
