//! The pictures of sorting and sweep: boxes and the sweep line in the world, the intervals over the axis with the list
//! of ends below, and the counts.

use super::sweep::{MOST_NAMED, SweepReel};
use super::sweep_words::of_step;
use super::words::box_part;
use crate::draw::chart::{Series, chart};
use crate::draw::{DrawList, Role, Sheet};
use crate::engine::broad::sweep_and_prune::SweepStep;
use crate::engine::math::{Vec2, max, min};
use crate::lens::boxes::corners;

/// Width of the axis for each end in the list, and height of a box's row, units of the sheet.
const SLOT: f32 = 0.7;
const ROW: f32 = 0.62;

/// The role of a box at a frame: being looked at, active, or none of these.
fn role_of(reel: &SweepReel, frame: usize, proxy: u32, active: &[u32]) -> Role {
    match reel.at(frame) {
        Some(SweepStep::Compare { proxy: a, other: b, overlaps }) if [*a, *b].contains(&proxy) => {
            if *overlaps {
                Role::Contact
            } else {
                Role::Warning
            }
        }
        Some(step) if of_step(step).contains(&proxy) => Role::SearchDirection,
        _ if active.contains(&proxy) => Role::TreeBox,
        _ => Role::BoundingBox,
    }
}

/// Where the sweep stands at a frame, metres.
fn sweep_x(reel: &SweepReel, frame: usize) -> Option<f32> {
    let swept = reel.so_far(frame).iter().rev().find_map(|step| match *step {
        SweepStep::Begin { proxy, .. } => reel.log.aabb(proxy).map(|aabb| aabb.min.x),
        SweepStep::End { proxy, .. } => reel.log.aabb(proxy).map(|aabb| aabb.max.x),
        _ => None,
    });
    swept.filter(|_| frame <= reel.steps.len())
}

/// All boxes, those that are active or looked at marked; the sweep line.
pub(super) fn world(reel: &SweepReel, frame: usize, list: &mut DrawList) {
    list.sheet = Sheet::World;
    let active = reel.active_at(frame);
    for each in &reel.log.boxes {
        let list = &mut list.of(box_part(each.proxy));
        let role = role_of(reel, frame, each.proxy, &active);
        list.outline(role, corners(each.aabb));
        if matches!(role, Role::Contact | Role::Warning | Role::SearchDirection) {
            list.polygon(role, corners(each.aabb), 0.0);
        }
    }
    let bottom = reel.log.boxes.iter().map(|b| b.aabb.min.y).fold(f32::INFINITY, min);
    let top = reel.log.boxes.iter().map(|b| b.aabb.max.y).fold(f32::NEG_INFINITY, max);
    if let Some(x) = sweep_x(reel, frame) {
        list.line(Role::SearchDirection, Vec2::new(x, bottom), Vec2::new(x, top));
    }
    if frame > reel.steps.len() {
        for [a, b] in &reel.log.found {
            if let (Some(a), Some(b)) = (reel.log.aabb(*a), reel.log.aabb(*b)) {
                list.line(Role::Contact, a.center(), b.center());
            }
        }
    }
}

/// A bar for each box over the axis; below it the ends in the order of the list, and what is active.
pub(super) fn diagram(reel: &SweepReel, frame: usize, list: &mut DrawList) {
    list.sheet = Sheet::Diagram;
    let s = &reel.log;
    let ends = reel.list_at(frame);
    let width = SLOT * s.after.len().max(8) as f32;
    let (low, high) = s.boxes.iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(l, h), b| (min(l, b.aabb.min.x), max(h, b.aabb.max.x)));
    let on_axis = |x: f32| width * (x - low) / max(high - low, f32::MIN_POSITIVE);
    let few = s.boxes.len() <= MOST_NAMED;
    let active = reel.active_at(frame);
    for each in &s.boxes {
        let row = ROW * s.number(each.proxy) as f32;
        let role = role_of(reel, frame, each.proxy, &active);
        let [from, to] = [each.aabb.min.x, each.aabb.max.x].map(|x| Vec2::new(on_axis(x), row));
        let list = &mut list.of(box_part(each.proxy));
        list.line(role, from, to);
        for end in [from, to] {
            list.line(role, end - Vec2::new(0.0, 0.3 * ROW), end + Vec2::new(0.0, 0.3 * ROW));
        }
        if few {
            // Names of the last bars stand before them: behind them the picture ends.
            let (at, beside) = if to.x > 0.7 * width { (from, -6.0) } else { (to, 6.0) };
            list.label(Role::Text, at, Vec2::new(beside, -4.0), 6, format!("{} {}", s.number(each.proxy), each.name));
        }
    }
    list.line(Role::Grid, Vec2::ZERO, Vec2::new(width, 0.0));
    if let Some(x) = sweep_x(reel, frame) {
        let (foot, head) = (Vec2::new(on_axis(x), 0.0), Vec2::new(on_axis(x), ROW * (s.boxes.len() + 1) as f32));
        list.line(Role::SearchDirection, foot, head);
    }
    slots(reel, frame, &ends, width, list);
    if few && reel.is_sorted(frame) {
        let names: Vec<String> = active.iter().map(|&proxy| s.number(proxy).to_string()).collect();
        let words = if names.is_empty() { "active boxes: none".to_owned() } else { format!("active boxes: {}", names.join(", ")) };
        let above = Vec2::new(0.1 * width, ROW * (s.boxes.len() + 1) as f32);
        list.label(Role::TreeBox, above, Vec2::ZERO, 8, words);
    }
}

/// The list: `[3` where box 3 begins, `3]` where it ends, each joined with its place on the axis.
fn slots(reel: &SweepReel, frame: usize, ends: &[super::sweep::ListedEnd], width: f32, list: &mut DrawList) {
    let s = &reel.log;
    let (low, high) = s.boxes.iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(l, h), b| (min(l, b.aabb.min.x), max(h, b.aabb.max.x)));
    let few = s.boxes.len() <= MOST_NAMED;
    let swapped = match reel.at(frame) {
        Some(SweepStep::Swap { place, .. }) => Some(*place as usize),
        _ => None,
    };
    for (place, end) in ends.iter().enumerate() {
        let slot = Vec2::new(width * (place as f32 + 0.5) / ends.len() as f32, -2.0 * ROW);
        let x = width * (s.x(*end) - low) / max(high - low, f32::MIN_POSITIVE);
        let is_swapped = swapped.is_some_and(|at| place == at || place == at + 1);
        let list = &mut list.of(box_part(end.proxy));
        list.line(if is_swapped { Role::SearchDirection } else { Role::Projection }, Vec2::new(x, 0.0), slot);
        let role = if is_swapped { Role::SearchDirection } else { Role::Text };
        if few {
            let number = s.number(end.proxy);
            list.label(role, slot, Vec2::new(0.0, -12.0), 9, if end.is_end { format!("{number}]") } else { format!("[{number}") });
        }
        if end.is_end {
            list.ring(role, slot, 3.0);
        } else {
            list.dot(role, slot, 3.0);
        }
    }
}

/// Swaps and tests made so far, and what comparing all with all would cost.
pub(super) fn count(reel: &SweepReel, frame: usize, list: &mut DrawList) {
    let iterations = reel.steps.len() + 2;
    let (mut tests, mut swaps) = (0, 0);
    let (mut of_tests, mut of_swaps) = (vec![(0, 0.0)], vec![(0, 0.0)]);
    // Only what has been done so far: questions ask how much there will be.
    for (index, step) in reel.steps.iter().enumerate().take(frame) {
        tests += usize::from(matches!(step, SweepStep::Compare { .. }));
        swaps += usize::from(matches!(step, SweepStep::Swap { .. }));
        of_tests.push((index + 1, tests as f32));
        of_swaps.push((index + 1, swaps as f32));
    }
    let n = reel.log.boxes.len();
    let all = (n * n.saturating_sub(1) / 2) as f32;
    let series = [
        Series { role: Role::Bound, name: "all pairs".into(), points: vec![(0, all), (iterations - 1, all)], tag: None },
        Series { role: Role::Contact, name: "tests".into(), points: of_tests, tag: None },
        Series { role: Role::SearchDirection, name: "swaps".into(), points: of_swaps, tag: None },
    ];
    chart(&series, iterations, frame, "", list);
}
