//! What a method looks at, as curves over time: cobweb, polynomial, needed speed, needed turn, search.

use super::reel::{AimReel, MethodRun, Moment, is_quadratic};
use super::table;
use crate::draw::quantity::{angle, number, quantity};
use crate::draw::{DrawList, Role};
use crate::engine::math::{Vec2, clamp, max, min};
use crate::guidance::lead::{LeadStep, arrival, earliness, speed_for};
use crate::lens::microscope::plot::{chain, pieces};
use crate::lens::microscope::{Part, PartKind};

/// Size of the picture, units of the sheet.
const SIZE: Vec2 = Vec2::new(8.0, 5.0);
/// Points of a curve.
const POINTS: usize = 120;

/// Times to the right, values upwards, both scaled to the picture.
struct Axes {
    time: [f32; 2],
    value: [f32; 2],
}

impl Axes {
    fn new(time: [f32; 2], value: [f32; 2]) -> Axes {
        let wide = |[low, high]: [f32; 2]| if high - low > 1e-6 && (high - low).is_finite() { [low, high] } else { [low, low + 1.0] };
        Axes { time: wide(time), value: wide(value) }
    }

    fn at(&self, t: f32, value: f32) -> Vec2 {
        let part = |x: f32, [low, high]: [f32; 2]| (x - low) / (high - low);
        SIZE * Vec2::new(part(t, self.time), part(value, self.value))
    }

    /// The same, but not outside of the picture.
    fn within(&self, t: f32, value: f32) -> Vec2 {
        self.at(clamp(t, self.time[0], self.time[1]), clamp(value, self.value[0], self.value[1]))
    }

    fn times(&self) -> impl Iterator<Item = f32> {
        let [low, high] = self.time;
        (0..=POINTS).map(move |k| low + (high - low) * k as f32 / POINTS as f32)
    }

    /// A curve, in pieces where it leaves the picture.
    fn curve(&self, role: Role, of: impl Fn(f32) -> f32, list: &mut DrawList) {
        let is_inside = |value: f32| value.is_finite() && self.value[0] <= value && value <= self.value[1];
        let places = self.times().map(|t| Some(of(t)).filter(|value| is_inside(*value)).map(|value| self.at(t, value)));
        pieces(places).iter().for_each(|piece| chain(role, piece, list));
    }

    /// The lines t = 0 and value = 0 where they are in sight, and what the ends of the time axis are.
    fn frame(&self, up: &str, list: &mut DrawList) {
        let zero = self.within(0.0, 0.0);
        list.line(Role::GridAxis, Vec2::new(0.0, zero.y), Vec2::new(SIZE.x, zero.y));
        list.line(Role::GridAxis, Vec2::new(zero.x, 0.0), Vec2::new(zero.x, SIZE.y));
        list.label(Role::QuietText, Vec2::new(SIZE.x, zero.y), Vec2::new(-4.0, -12.0), 4, quantity(self.time[1], "s"));
        list.label(Role::QuietText, Vec2::new(zero.x, SIZE.y), Vec2::new(8.0, 8.0), 5, up);
    }
}

pub(super) fn draw(reel: &AimReel, moment: Moment, list: &mut DrawList) {
    match moment {
        Moment::Start => reach(reel, list),
        Moment::Guess(run, guess) => cobweb(reel, &reel.runs[run], guess, list),
        Moment::Curve(run) => polynomial(reel, &reel.runs[run], Told::Nothing, list),
        Moment::Roots(run) => polynomial(reel, &reel.runs[run], Told::Roots, list),
        Moment::Need(run) => needed_speed(reel, &reel.runs[run], list),
        Moment::Turn(run) => needed_turn(&reel.runs[run], list),
        Moment::Halving(run, halving) => search(reel, &reel.runs[run], halving, list),
        Moment::Answer(run) => answer(reel, run, list),
        Moment::Table => table::draw(reel, list),
    }
}

/// The answer keeps the last picture of its method.
fn answer(reel: &AimReel, run: usize, list: &mut DrawList) {
    let last = reel.moments.iter().rev().find(|m| m.run() == Some(run) && !matches!(m, Moment::Answer(_)));
    match last {
        Some(Moment::Roots(_)) => polynomial(reel, &reel.runs[run], Told::Taken, list),
        Some(moment) => draw(reel, *moment, list),
        None => table::draw(reel, list),
    }
}

/// The target's distance, and how far a projectile can be: they cross at the meetings.
fn reach(reel: &AimReel, list: &mut DrawList) {
    let problem = &reel.situation.problem;
    let last = reel.runs.iter().filter_map(MethodRun::solution).map(|s| s.time).fold(0.0, max);
    let until = if last > 0.0 { min(1.4 * last, problem.max_time) } else { problem.max_time };
    let acceleration = reel.situation.acceleration();
    let distance = |t: f32| (problem.position + problem.velocity * t + 0.5 * acceleration * t * t).length();
    let flown = |t: f32| problem.speed * t + 0.5 * problem.thrust * t * t;
    let most = [distance(0.0), distance(until), flown(until)].into_iter().fold(1.0, max);
    let axes = Axes::new([0.0, until], [0.0, 1.1 * most]);
    axes.frame("metres", list);
    let list = &mut list.of(PartKind::Stage);
    axes.curve(Role::Velocity, distance, list);
    axes.curve(Role::Prediction, flown, list);
    list.label(Role::Velocity, axes.within(0.0, distance(0.0)), Vec2::new(10.0, 12.0), 7, "distance of the target");
    list.label(Role::Prediction, axes.within(until, flown(until)), Vec2::new(-10.0, 12.0), 6, "reach of the projectile");
}

/// The iteration as a walk between the curve f and the diagonal.
fn cobweb(reel: &AimReel, run: &MethodRun, guess: usize, list: &mut DrawList) {
    let guesses: Vec<(f32, f32)> =
        run.steps.iter().filter_map(|s| if let LeadStep::Guess { time, next } = s { Some((*time, *next)) } else { None }).collect();
    let limit = reel.situation.problem.max_time;
    // A runaway iteration leaves the picture.
    let most = guesses.iter().take(8).map(|g| g.1).filter(|t| t.is_finite()).fold(1e-3, max);
    let until = 1.15 * min(most, max(limit, guesses[0].1));
    let axes = Axes::new([0.0, until], [0.0, until]);
    axes.frame("t that follows", list);
    axes.curve(Role::Projection, |t| t, list);
    list.label(Role::QuietText, axes.at(0.93 * until, 0.93 * until), Vec2::new(-10.0, 10.0), 4, "next t = t");
    axes.curve(Role::Velocity, |t| arrival(&reel.situation.problem, f64::from(t)) as f32, list);
    list.label(Role::Velocity, axes.within(0.0, guesses[0].1), Vec2::new(8.0, 12.0), 6, "|Q(t)| / s");
    // Of a long walk the first pieces and the last: hundreds over each other would be one thick line.
    let is_shown = |index: usize| index < 8 || index + 4 > guess;
    for (index, &(time, next)) in guesses.iter().enumerate().take(guess + 1).filter(|(index, _)| is_shown(*index)) {
        let corners = [axes.within(time, time), axes.within(time, next), axes.within(next, next)];
        let list = &mut list.of(Part::nth(PartKind::Row, index));
        list.polyline(Role::Aim, corners);
        if index == guess {
            list.dot(Role::Aim, corners[1], 4.5);
            list.label(Role::Aim, corners[2], Vec2::new(10.0, -12.0), 8, format!("t = {}", quantity(next, "s")));
        }
    }
}

/// What is told of the roots: which of them is taken is asked before it is shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Told {
    Nothing,
    Roots,
    Taken,
}

/// `|Q(t)|² − reach²` with its roots: below zero the projectile could be farther out than the target.
fn polynomial(reel: &AimReel, run: &MethodRun, told: Told, list: &mut DrawList) {
    let coefficients =
        run.steps.iter().find_map(|s| if let LeadStep::Polynomial { coefficients, .. } = s { Some(*coefficients) } else { None });
    let Some(coefficients) = coefficients else { return };
    let value = |t: f32| coefficients.iter().rev().fold(0.0, |sum, c| sum * f64::from(t) + c) as f32;
    let limit = reel.situation.problem.max_time;
    let roots: Vec<(f32, bool, u32)> = run
        .steps
        .iter()
        .filter_map(|s| if let LeadStep::Root { time, taken, multiplicity, .. } = s { Some((*time, *taken, *multiplicity)) } else { None })
        .collect();
    let shown = || roots.iter().map(|root| root.0).filter(|t| t.abs() <= limit);
    let (low, high) = (shown().fold(0.0, min), shown().fold(0.0, max));
    let high = if high > 0.0 { high } else { min(limit, 2.0 * reel.situation.problem.position.length() / reel.situation.problem.speed) };
    let margin = 0.2 * (high - low);
    let (from, to) = (low - margin, high + margin);
    // As deep as the curve goes between its roots, and as high as it begins.
    let values = || (0..=POINTS).map(|k| value(low + (high - low) * k as f32 / POINTS as f32)).filter(|v| v.is_finite());
    let (deep, tall) = (values().fold(0.0, min), values().fold(0.0, max));
    let axes = Axes::new([from, to], [deep - 0.15 * (tall - deep), tall + 0.15 * (tall - deep)]);
    let degree = if is_quadratic(&run.steps) { "quadratic" } else { "quartic" };
    axes.frame(&format!("|Q(t)|² − reach², a {degree}"), list);
    axes.curve(Role::Method(run.row.method as u8), value, list);
    for (index, &(time, taken, multiplicity)) in roots.iter().enumerate().filter(|_| told >= Told::Roots) {
        let taken = taken && told == Told::Taken;
        if time < from || time > to {
            continue;
        }
        let at = axes.at(time, 0.0);
        let list = &mut list.of(Part::nth(PartKind::Row, index));
        list.dot(if taken { Role::Contact } else { Role::QuietText }, at, 4.0);
        if taken {
            list.ring(Role::Contact, at, 10.0);
        }
        let double = if multiplicity > 1 { " double" } else { "" };
        let which = if taken {
            " taken"
        } else if time <= 0.0 {
            " past"
        } else {
            ""
        };
        let side = if index % 2 == 0 { 14.0 } else { -16.0 };
        let words = format!("{}{double}{which}", quantity(time, "s"));
        list.label(if taken { Role::Contact } else { Role::QuietText }, at, Vec2::new(6.0, side), 8, words);
    }
}

/// The muzzle speed that each time of impact needs.
fn needed_speed(reel: &AimReel, run: &MethodRun, list: &mut DrawList) {
    let Some((time, speed)) =
        run.steps.iter().find_map(|s| if let LeadStep::Need { time, speed } = s { Some((*time, *speed)) } else { None })
    else {
        return;
    };
    let most = max(2.5 * speed.abs(), 1.5 * reel.situation.problem.speed);
    let axes = Axes::new([0.0, 2.2 * time], [min(0.0, 1.5 * speed), most]);
    axes.frame("muzzle speed needed, m/s", list);
    axes.curve(Role::Method(run.row.method as u8), |t| speed_for(&reel.situation.problem, f64::from(max(t, 1e-3))) as f32, list);
    let at = axes.within(time, speed);
    let list = &mut list.of(Part::nth(PartKind::Row, 0));
    list.line(Role::Projection, axes.within(time, 0.0), at);
    list.ring(Role::Contact, at, 8.0);
    list.label(Role::Contact, at, Vec2::new(10.0, 12.0), 8, format!("{} for {}", quantity(speed, "m/s"), quantity(time, "s")));
}

/// How far the barrel would have to turn for a shot at each time, and how far it can have turned.
fn needed_turn(run: &MethodRun, list: &mut DrawList) {
    let turns: Vec<(f32, Option<f32>, f32)> = run
        .steps
        .iter()
        .filter_map(|s| if let LeadStep::Turn { wait, needed, allowed } = s { Some((*wait, *needed, *allowed)) } else { None })
        .collect();
    let Some(&(until, needed, allowed)) = turns.last() else { return };
    let most = turns.iter().filter_map(|t| t.1).fold(0.1, max);
    let axes = Axes::new([0.0, max(1.3 * until, 0.1)], [0.0, 1.2 * most]);
    axes.frame("angle", list);
    let places: Vec<Option<Vec2>> = turns.iter().map(|&(wait, needed, _)| Some(axes.within(wait, needed?))).collect();
    pieces(places.iter().copied()).iter().for_each(|piece| chain(Role::Velocity, piece, list));
    let end = places.last().copied().flatten();
    list.label(Role::Velocity, axes.within(0.0, turns[0].1.unwrap_or(0.0)), Vec2::new(10.0, 12.0), 6, "needed");
    let can: Vec<Vec2> = turns.iter().filter(|t| t.2 <= 1.2 * most).map(|t| axes.within(t.0, t.2)).collect();
    chain(Role::Bound, &can, list);
    list.label(Role::Bound, axes.within(0.5 * until, 0.5 * allowed), Vec2::new(10.0, -12.0), 6, "turn rate · t");
    if let (Some(at), Some(needed), true) = (end, needed, run.solution().is_some()) {
        let list = &mut list.of(Part::nth(PartKind::Row, 0));
        list.ring(Role::Contact, at, 8.0);
        let words = format!("fires after {}, turned by {}", quantity(until, "s"), angle(needed));
        list.label(Role::Contact, at, Vec2::new(10.0, 12.0), 8, words);
    }
}

/// `t − time to reach the target's place at t`, and the cell in which it changes sign.
fn search(reel: &AimReel, run: &MethodRun, halving: usize, list: &mut DrawList) {
    let brackets = run.steps.iter().filter_map(|s| match s {
        LeadStep::Bracket { low, high, at_low, at_high } => Some([*low, *high, *at_low, *at_high]),
        _ => None,
    });
    let Some([low, high, at_low, at_high]) = brackets.clone().nth(halving) else { return };
    let problem = &reel.situation.problem;
    let until = if run.solution().is_some() { min(2.0 * high, problem.max_time) } else { problem.max_time };
    let value = |t: f32| earliness(problem, f64::from(t)) as f32;
    let samples = || (0..=POINTS).map(|k| value(until * k as f32 / POINTS as f32)).filter(|v| v.is_finite());
    let (deep, tall) = (samples().fold(0.0, min), samples().fold(0.0, max));
    let axes = Axes::new([0.0, until], [deep - 0.1 * (tall - deep), tall + 0.1 * (tall - deep)]);
    axes.frame("seconds to spare", list);
    axes.curve(Role::Method(run.row.method as u8), value, list);
    let list = &mut list.of(Part::nth(PartKind::Row, halving));
    for (t, v) in [(low, at_low), (high, at_high)] {
        list.line(Role::Bound, axes.within(t, axes.value[0]), axes.within(t, axes.value[1]));
        list.dot(Role::Bound, axes.within(t, v), 4.0);
    }
    list.label(Role::Bound, axes.within(high, axes.value[1]), Vec2::new(8.0, -8.0), 8, format!("{} s to {} s", number(low), number(high)));
}
