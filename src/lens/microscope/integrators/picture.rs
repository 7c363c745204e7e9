//! Pictures: the body and its ways in the world, the phase portrait, energy over time, error over step size.

use super::reel::{IntegratorReel, LIMITED, Moment};
use super::run::{NAMES, Run};
use crate::draw::chart::SIZE;
use crate::draw::quantity::{quantity, subscript};
use crate::draw::{DrawList, Role};
use crate::engine::lagrange::{Slope, State, moved};
use crate::engine::math::Vec2;
use crate::lens::microscope::part::{Part, PartKind};
use crate::lens::microscope::plot::{PHASE, Plot};

/// Ways in the world are drawn so far from the start, metres.
const FAR: f32 = 12.0;
/// Levels between which a logarithmic scale of energy reaches, powers of ten.
const ENERGY_DECADES: [f64; 2] = [-3.0, 9.0];

pub(super) fn role(run: usize) -> Role {
    Role::Method(run as u8)
}

pub(super) fn part(run: usize) -> Part {
    Part::nth(PartKind::Row, run)
}

/// Lower left and upper right corner of the ways.
pub(super) fn bounds(reel: &IntegratorReel) -> [Vec2; 2] {
    let start = reel.runs.all[0].path[0].center;
    let ways = reel.runs.all.iter().flat_map(|run| run.path.iter().map(|sample| sample.center));
    let near = ways.chain(reel.situation.anchor).filter(|p| p.is_finite() && (*p - start).length() < FAR);
    near.fold([start; 2], |[low, high], p| [low.min(p), high.max(p)])
}

/// Spring, slopes of a step as velocities, ways of the runs.
pub(super) fn world(reel: &IntegratorReel, moment: Moment, list: &mut DrawList) {
    let situation = &reel.situation;
    let start = reel.runs.all[0].path[0].center;
    if let Some(anchor) = situation.anchor {
        list.line(Role::Projection, anchor, start);
        list.cross(Role::Projection, anchor, 4.0);
    }
    if let Moment::Slope(run, _) | Moment::Stepped(run) = moment {
        let list = &mut list.of(part(run));
        for (at, slopes) in shown_slopes(&reel.runs.all[run], moment) {
            let [x, y, ..] = slopes[situation.mover];
            let from = at.bodies[situation.mover].center.as_vec2();
            list.arrow(role(run), from, from + situation.h as f32 * Vec2::new(x as f32, y as f32));
        }
    }
    let seen = reel.seen(moment);
    for (place, run) in reel.runs.all.iter().enumerate().filter(|(place, _)| reel.is_shown(*place, moment)) {
        let list = &mut list.of(part(place));
        let way: Vec<Vec2> = run.path.iter().take(seen + 1).map(|sample| sample.center).collect();
        let near: Vec<Vec2> = way.iter().copied().take_while(|p| (*p - start).length() < FAR).collect();
        if near.len() > 1 {
            list.polyline(role(place), near.iter().copied());
        }
        if let Some(&last) = near.last().filter(|_| near.len() == seen + 1 && seen > 0) {
            list.dot(role(place), last, 4.0);
        }
    }
}

/// Slopes that a frame of one step shows.
fn shown_slopes(run: &Run, moment: Moment) -> &[(State, Vec<Slope>)] {
    let count = if let Moment::Slope(_, last) = moment { last + 1 } else { run.slopes.len() };
    &run.slopes[..count.min(run.slopes.len())]
}

pub(super) fn phase(reel: &IntegratorReel, moment: Moment, list: &mut DrawList) {
    match moment {
        Moment::Start | Moment::Slope(..) | Moment::NewVelocity | Moment::Mean | Moment::Stepped(_) => one_step(reel, moment, list),
        Moment::Many(_) | Moment::Order(_) | Moment::Limit | Moment::Result => portrait(reel, moment, list),
    }
}

/// Range of numbers, a little wider than they are.
fn range(values: impl Iterator<Item = f64>) -> [f64; 2] {
    let [low, high] = values.filter(|x| x.is_finite()).fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)]);
    let room = 0.12 * (high - low);
    [low - room, high + room]
}

fn words_of_axes(reel: &IntegratorReel) -> [&'static str; 2] {
    if reel.situation.is_angle() { ["angle, rad", "rate of turning, rad/s"] } else { ["x, m", "v, m/s"] }
}

/// Slopes in the phase plane: arrows from where each was taken, half a step long.
fn one_step(reel: &IntegratorReel, moment: Moment, list: &mut DrawList) {
    let (situation, runs) = (&reel.situation, &reel.runs);
    let h = situation.h;
    let ahead = |at: &State, slopes: &[Slope], part: f64| situation.look(&moved(at, slopes, part * h));
    // The same box for all frames of one step.
    let three = || runs.all.iter().take(3);
    let tips = three().flat_map(|run| run.slopes.iter().flat_map(|(at, slopes)| [situation.look(at), ahead(at, slopes, 0.5)]));
    let ends = three().flat_map(|run| [situation.look(&run.after), situation.look(&situation.state)]);
    let all: Vec<[f64; 2]> = tips.chain(ends).collect();
    let plot = Plot::new(PHASE, range(all.iter().map(|p| p[0])), range(all.iter().map(|p| p[1])));
    let [across, up] = words_of_axes(reel);
    plot.axes(across, up, list);
    let start = situation.look(&situation.state);
    let origin = plot.within(start[0], start[1]);
    let list = &mut list.of(PartKind::Origin);
    list.dot(Role::Text, origin, 4.5);
    list.label(Role::QuietText, origin, Vec2::new(-8.0, 12.0), 8, "start");
    if let Some(run) = moment.run() {
        let list = &mut list.of(part(run));
        for (k, (at, slopes)) in shown_slopes(&runs.all[run], moment).iter().enumerate() {
            let [from, to] = [situation.look(at), ahead(at, slopes, 0.5)].map(|p| plot.within(p[0], p[1]));
            if k > 0 {
                list.line(Role::Projection, origin, from);
                list.dot(role(run), from, 3.0);
            }
            list.arrow(role(run), from, to);
            let name = format!("k{}", subscript(k + 1));
            list.label(role(run), to, Vec2::new(8.0, if k % 2 == 0 { 10.0 } else { -10.0 }), 7, name);
        }
        if matches!(moment, Moment::NewVelocity | Moment::Mean) {
            let used = ahead(&situation.state, &runs.all[run].used, 0.5);
            list.arrow(Role::Text, origin, plot.within(used[0], used[1]));
            let words = if run == super::reel::SEMI { "with the new velocity" } else { "mean of the slopes" };
            list.label(Role::Text, plot.within(used[0], used[1]), Vec2::new(-8.0, -12.0), 8, words);
        }
    }
    let done = match moment {
        Moment::Stepped(run) => run + 1,
        _ => moment.run().unwrap_or(0),
    };
    for (place, run) in runs.all.iter().enumerate().take(done) {
        let [x, v] = situation.look(&run.after);
        let list = &mut list.of(part(place));
        list.line(role(place), origin, plot.within(x, v));
        list.ring(role(place), plot.within(x, v), 6.0);
        list.label(role(place), plot.within(x, v), Vec2::new(10.0, if place == 1 { -12.0 } else { 12.0 }), 7, NAMES[place]);
    }
}

/// All runs up to a step.
fn portrait(reel: &IntegratorReel, moment: Moment, list: &mut DrawList) {
    let runs = &reel.runs;
    let samples = |run: usize| runs.all[run].path.iter().map(|sample| sample.look);
    // RK4 gives the size, the others may be somewhat larger; what flies apart leaves the picture.
    let tame = if runs.all[2].path.len() > runs.count { 2 } else { LIMITED.min(runs.all.len() - 1) };
    let span = |k: usize| {
        let [low, high] = range(samples(tame).map(|p| p[k]));
        let middle = 0.5 * (low + high);
        let most = 1.6 * 0.5 * (high - low);
        range((0..runs.all.len()).flat_map(samples).map(|p| p[k]).filter(|x| (x - middle).abs() <= most).chain([low, high]))
    };
    let plot = Plot::new(PHASE, span(0), span(1));
    let [across, up] = words_of_axes(reel);
    plot.axes(across, up, list);
    let seen = reel.seen(moment);
    for place in (0..runs.all.len()).filter(|&place| reel.is_shown(place, moment)) {
        let list = &mut list.of(part(place));
        let path = samples(place).take(seen + 1);
        let last = plot.curve(role(place), path, seen <= 60, list);
        if let Some(last) = last {
            list.ring(role(place), last, 5.0);
            let offset = [Vec2::new(10.0, 12.0), Vec2::new(10.0, -12.0), Vec2::new(-10.0, 14.0), Vec2::new(-10.0, -14.0)][place.min(3)];
            list.label(role(place), last, offset, 7, NAMES[place]);
        }
    }
}

pub(super) fn chart(reel: &IntegratorReel, moment: Moment, list: &mut DrawList) {
    match moment {
        Moment::Order(run) => errors(reel, run, list),
        _ => energy(reel, moment, list),
    }
}

/// Energy of each run, as a share, over time.
fn energy(reel: &IntegratorReel, moment: Moment, list: &mut DrawList) {
    let runs = &reel.runs;
    let all = || (0..runs.all.len()).flat_map(|run| (0..=runs.count).filter_map(move |step| runs.share(run, step)));
    let is_blown = runs.all.iter().any(|run| run.path.len() <= runs.count);
    let [low, high] = range(all());
    let is_log = is_blown || high > 16.0;
    let up = |share: f64| if is_log { libm::log10(share.abs().max(1e-3)) } else { share };
    let levels =
        if is_log { [ENERGY_DECADES[0], libm::ceil(up(high)).clamp(1.0, ENERGY_DECADES[1])] } else { [low.min(0.9), high.max(1.1)] };
    let plot = Plot::new(SIZE, [0.0, runs.count as f64], levels);
    if is_log {
        // At most four: the chart is low.
        let every = (((levels[1] - levels[0]) / 4.0) as usize + 1).next_multiple_of(if levels[1] - levels[0] > 6.0 { 3 } else { 1 });
        (levels[0] as i32..=levels[1] as i32).step_by(every).for_each(|decade| plot.level(f64::from(decade), true, list));
    } else {
        plot.level(1.0, false, list);
        let ends = [low, high].into_iter().filter(|x| reel.seen(moment) == runs.count && (x - 1.0).abs() > 0.12 * (high - low));
        ends.for_each(|x| plot.level(x, false, list));
    }
    let end = quantity((runs.count as f64 * reel.situation.h) as f32, "s");
    list.label(Role::QuietText, Vec2::new(SIZE.x, 0.0), Vec2::new(-4.0, -12.0), 6, end);
    let seen = reel.seen(moment);
    // What a step does to the energy is asked before it is shown: until then no name stands beside a number.
    for place in (0..runs.all.len()).filter(|&place| seen > 0 && reel.is_shown(place, moment)) {
        let list = &mut list.of(part(place));
        let points = (0..=seen).filter_map(|step| Some([step as f64, up(runs.share(place, step)?)]));
        if let Some(last) = plot.curve(role(place), points, false, list) {
            list.dot(role(place), last, 3.5);
            list.label(role(place), last, Vec2::new(8.0, [8.0, -8.0, 0.0, 16.0][place.min(3)]), 7, NAMES[place]);
        }
    }
}

/// Error at the end against the step, both logarithmic: a straight line whose steepness is the order.
fn errors(reel: &IntegratorReel, last: usize, list: &mut DrawList) {
    let runs = &reel.runs;
    let height = |error: f64| libm::log10(error.max(1e-14));
    let all = || runs.all.iter().take(3).flat_map(|run| &run.errors).copied().filter(|e| e.is_finite() && *e > 0.0).map(height);
    let [low, high] = all().fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)]);
    let [low, high] = if low <= high { [libm::floor(low), libm::ceil(high).max(libm::floor(low) + 1.0)] } else { [-1.0, 0.0] };
    let halvings = runs.all[0].errors.len().saturating_sub(1) as f64;
    let plot = Plot::new(SIZE, [-halvings, 0.0], [low, high]);
    let every = (((high - low) / 4.0).ceil() as usize).max(1);
    (low as i32..=high as i32).step_by(every).for_each(|decade| plot.level(f64::from(decade), true, list));
    for (step, words) in [(-halvings, "h/8"), (0.0, "h")] {
        list.label(Role::QuietText, plot.within(step, low), Vec2::new(0.0, -12.0), 6, words);
    }
    for (place, run) in runs.all.iter().enumerate().take(last + 1) {
        let list = &mut list.of(part(place));
        let points = run.errors.iter().enumerate().filter(|(_, e)| e.is_finite() && **e > 0.0).map(|(k, &e)| [-(k as f64), height(e)]);
        let points: Vec<[f64; 2]> = points.collect();
        plot.curve(role(place), points.iter().copied(), true, list);
        if let Some(first) = points.first() {
            let at = plot.within(first[0], first[1]);
            list.label(role(place), at, Vec2::new(8.0, [10.0, -10.0, 0.0][place]), 7, NAMES[place]);
        }
    }
}
