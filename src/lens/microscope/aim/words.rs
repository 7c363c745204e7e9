//! Headings, reasons and cards.

use super::reel::{AimReel, MethodRun, Moment, is_quadratic};
use crate::draw::quantity::{counted, length, quantity};
use crate::engine::math::{atan2, cross};
use crate::guidance::lead::{LeadOutcome, LeadStep};
use crate::lens::microscope::{Card, Line, Part, PartKind, Unit};

pub(super) fn outcome(reel: &AimReel) -> String {
    let meets = reel.runs.iter().filter(|run| run.miss == Some(0.0)).count();
    let misses = reel.runs.iter().filter(|run| run.miss.is_some_and(|miss| miss > 0.0)).count();
    let none = reel.runs.len() - meets - misses;
    let meets = counted(meets, "method meets the target", "methods meet the target");
    format!("{meets}, {}, {}", counted(misses, "misses it", "miss it"), counted(none, "finds no solution", "find no solution"))
}

pub(super) fn heading(reel: &AimReel, moment: Moment) -> String {
    let Some(run) = moment.run().map(|run| &reel.runs[run]) else {
        return match moment {
            Moment::Start => format!("{} aims at {}", reel.situation.names[0], reel.situation.names[1]),
            _ => outcome(reel),
        };
    };
    let name = run.row.name;
    match moment {
        Moment::Guess(_, guess) => format!("{name}: guess {}", guess + 1),
        Moment::Curve(_) if is_quadratic(&run.steps) => format!("{name}: a parabola in t"),
        Moment::Curve(_) => format!("{name}: a quartic in t"),
        Moment::Roots(_) => format!("{name}: its roots"),
        Moment::Need(_) => format!("{name}: the speed that it needs"),
        Moment::Turn(_) => format!("{name}: when the barrel can be there"),
        Moment::Halving(_, halving) => format!("{name}: interval {}", halving + 1),
        _ => format!("{name}: {}", answer(run)),
    }
}

fn answer(run: &MethodRun) -> String {
    match (&run.outcome, run.miss) {
        (LeadOutcome::Solved(_), Some(miss)) if miss > 0.0 => format!("misses by {}", length(miss)),
        (LeadOutcome::Solved(solution), _) => format!("meets in {}", quantity(solution.time, "s")),
        (LeadOutcome::NotConverged { iterations }, _) => {
            format!("not settled after {}", counted(*iterations, "iteration", "iterations"))
        }
        _ => "no solution".into(),
    }
}

pub(super) fn short(reel: &AimReel, moment: Moment) -> String {
    match moment {
        Moment::Start => "situation".into(),
        Moment::Guess(_, guess) => format!("guess {}", guess + 1),
        Moment::Curve(_) => "curve".into(),
        Moment::Roots(_) => "roots".into(),
        Moment::Need(_) => "speed".into(),
        Moment::Turn(_) => "turn".into(),
        Moment::Halving(_, halving) => format!("interval {}", halving + 1),
        Moment::Answer(run) => if reel.runs[run].miss == Some(0.0) {
            "meets"
        } else if reel.runs[run].miss.is_some() {
            "misses"
        } else {
            "none"
        }
        .into(),
        Moment::Table => "all".into(),
    }
}

pub(super) fn reason(reel: &AimReel, moment: Moment) -> String {
    let run = moment.run().map(|run| &reel.runs[run]);
    match moment {
        Moment::Start => "Seen from the shooter, and falling with the projectile, the projectile flies straight: after t seconds it can be anywhere on a circle about the muzzle. They meet when the target crosses that growing circle.".into(),
        Moment::Guess(_, 0) => "How long would the projectile take to where the target is now? That is the first guess of the time.".into(),
        Moment::Guess(..) => "Where will the target be at the guessed time, and how long does the projectile take to there? On the curve that is one step up or down, then across to the diagonal. Where the curve crosses the diagonal the guess is right.".into(),
        Moment::Curve(_) if run.is_some_and(|run| is_quadratic(&run.steps)) => "Squaring |Q(t)| = s t gives a parabola. Where it is below zero the projectile could be farther out than the target. The discriminant tells how many roots there are.".into(),
        Moment::Curve(_) => "With an acceleration the target's place is quadratic in t, its square of degree four: up to four roots. They are separated by the roots of the derivative and searched one by one.".into(),
        Moment::Roots(_) => roots_reason(run),
        Moment::Need(_) => "To be at the target's place at the chosen time, the projectile needs that place divided by the time as its mean velocity. Whatever falls, falls alike and cancels.".into(),
        Moment::Turn(_) => "The longer the barrel turns, the farther the target has moved. The shot leaves at the first step at which the barrel can have turned as far as that shot needs.".into(),
        Moment::Halving(..) => "Before the meeting the projectile would come too late, after it too early. An interval at whose ends the sign differs holds the meeting: it is halved until it cannot be.".into(),
        Moment::Answer(_) => run.map_or(String::new(), |run| answer_reason(reel, run)),
        Moment::Table => shot_reason(reel),
    }
}

fn roots_reason(run: Option<&MethodRun>) -> String {
    let roots: Vec<f32> = run
        .into_iter()
        .flat_map(|run| &run.steps)
        .filter_map(|s| if let LeadStep::Root { time, .. } = s { Some(*time) } else { None })
        .collect();
    let ahead = roots.iter().filter(|t| **t > 0.0).count();
    let past = roots.len() - ahead;
    let told = match (ahead, past) {
        (0, 0) => "The curve never reaches zero: there is no meeting, now or ever.".to_owned(),
        (0, _) => "All roots lie in the past: they would have met before.".to_owned(),
        (1, 0) => "One root lies ahead: one meeting.".to_owned(),
        (1, _) => "One root lies ahead; negative ones lie in the past and mean nothing for a shot.".to_owned(),
        (_, _) => format!("{ahead} roots lie ahead: the first is the soonest meeting, the last the longest way (the high arc)."),
    };
    let double = run.is_some_and(|run| run.steps.iter().any(|s| matches!(s, LeadStep::Root { multiplicity: 2.., .. })));
    if double { told + " A double root: the circle only touches the target's path." } else { told }
}

fn answer_reason(reel: &AimReel, run: &MethodRun) -> String {
    match (&run.outcome, run.miss) {
        (LeadOutcome::NoSolution(why), _) => format!("No solution: {why}."),
        (LeadOutcome::NotConverged { .. }, _) => {
            let (v, s) = (reel.situation.problem.velocity.length(), reel.situation.problem.speed);
            format!(
                "Near the crossing the curve is steeper than the diagonal, so each guess is farther off than the one before. A target of {} against a projectile of {} can do that.",
                quantity(v, "m/s"),
                quantity(s, "m/s")
            )
        }
        (_, Some(0.0)) => format!("{} When the projectile is at the place aimed at, so is the target.", run.row.summary),
        (LeadOutcome::Solved(solution), _) if reel.situation.wait(solution) > solution.wait => {
            format!(
                "{} But the barrel needs {} to turn, and it does not count on that.",
                run.row.summary,
                quantity(reel.situation.wait(solution), "s")
            )
        }
        _ => format!("{} When the projectile gets there the target is elsewhere.", run.row.summary),
    }
}

fn shot_reason(reel: &AimReel) -> String {
    let told = match &reel.situation.shot {
        None => "Nothing was fired yet. Fire, and open this again: then the shot's own miss stands here.".to_owned(),
        Some(shot) => {
            let gap = match (shot.hit_at, shot.closest) {
                (Some(_), _) => "hit the target".to_owned(),
                (None, Some(gap)) => format!("came within {} of it", length(gap)),
                (None, None) => "has just left".to_owned(),
            };
            let why = shot.cause().map_or(String::new(), |cause| format!(": {cause}"));
            format!("The last shot, aimed by “{}”, {gap}{why}.", shot.method.row().name)
        }
    };
    format!("Each row is a method on the same situation, if the target goes on as it moves now. {told}")
}

pub(super) fn card(reel: &AimReel, moment: Moment) -> Card {
    let Some(run) = moment.run().map(|run| &reel.runs[run]) else { return situation_card(reel, moment) };
    let lines = match moment {
        Moment::Guess(_, guess) => guess_lines(reel, run, guess),
        Moment::Curve(_) | Moment::Roots(_) => polynomial_lines(run, matches!(moment, Moment::Roots(_))),
        Moment::Need(_) => need_lines(run),
        Moment::Turn(_) => turn_lines(run),
        Moment::Halving(_, halving) => halving_lines(run, halving),
        _ => answer_lines(reel, run),
    };
    Card { lines }
}

fn situation_card(reel: &AimReel, moment: Moment) -> Card {
    let problem = &reel.situation.problem;
    let mut lines = vec![
        Line::new("P = ").vector("P", problem.position, Unit::Length, &[]),
        Line::new("V = ").vector("V", problem.velocity, Unit::Speed, &[]),
        Line::value("|V|", problem.velocity.length(), Unit::Speed, &[]),
        Line::value("s", problem.speed, Unit::Speed, &[]),
    ];
    if reel.situation.acceleration() != crate::engine::math::Vec2::ZERO {
        lines.push(Line::new("A = ").vector("A", reel.situation.acceleration(), Unit::Acceleration, &[]));
    }
    if problem.thrust > 0.0 {
        lines.push(Line::value("own acceleration b", problem.thrust, Unit::Acceleration, &[]));
    }
    if let Some(barrel) = problem.barrel {
        lines.push(Line::value("turn rate", barrel.turn_rate, Unit::Spin, &[]));
    }
    if moment == Moment::Table {
        lines.truncate(0);
        for (index, run) in reel.runs.iter().enumerate() {
            let part = [Part::nth(PartKind::Stage, index)];
            let line = Line::new(format!("{}: ", run.row.name));
            lines.push(match run.miss {
                Some(miss) => line.quantity("miss", miss, Unit::Length, &part),
                None => line.text(answer(run)),
            });
        }
    }
    Card { lines }
}

fn guess_lines(reel: &AimReel, run: &MethodRun, guess: usize) -> Vec<Line> {
    let step = run.steps.iter().filter(|s| matches!(s, LeadStep::Guess { .. })).nth(guess);
    let Some(&LeadStep::Guess { time, next }) = step else { return Vec::new() };
    let part = [Part::nth(PartKind::Row, guess)];
    let problem = &reel.situation.problem;
    vec![
        Line::new("t = ").quantity("t", time, Unit::None, &part).text(" s"),
        Line::new("|Q(t)| / s = ").quantity("next t", next, Unit::None, &part).text(" s"),
        Line::new("change = ").quantity("change", next - time, Unit::None, &part).text(" s"),
        Line::new("|V| / s = ")
            .quantity("|V|/s", problem.velocity.length() / problem.speed, Unit::None, &[])
            .text(if problem.velocity.length() < problem.speed { ": below 1 it must settle" } else { ": it need not settle" }),
    ]
}

fn polynomial_lines(run: &MethodRun, with_roots: bool) -> Vec<Line> {
    let mut lines = Vec::new();
    for step in &run.steps {
        match step {
            LeadStep::Polynomial { coefficients, discriminant } => {
                let degree = coefficients.iter().rposition(|c| *c != 0.0).unwrap_or(0);
                for (power, c) in coefficients.iter().enumerate().take(degree + 1).rev() {
                    let symbol = ["t⁰", "t", "t²", "t³", "t⁴"][power];
                    lines.push(Line::new(format!("{symbol}: ")).quantity(symbol, *c as f32, Unit::None, &[]));
                }
                if let Some(discriminant) = discriminant {
                    let line = Line::new("discriminant (b/2)² − a c = ");
                    lines.push(line.quantity("discriminant", *discriminant as f32, Unit::None, &[]));
                }
            }
            LeadStep::Root { time, multiplicity, ill_conditioned, .. } if with_roots => {
                let part = [Part::nth(PartKind::Row, lines.len())];
                let mut words = String::new();
                for (holds, word) in
                    [(*multiplicity > 1, ", double"), (*time <= 0.0, ", in the past"), (*ill_conditioned, ", ill-conditioned")]
                {
                    words += if holds { word } else { "" };
                }
                lines.push(Line::new("root ").quantity("root", *time, Unit::None, &part).text(format!(" s{words}")));
            }
            _ => {}
        }
    }
    lines
}

fn need_lines(run: &MethodRun) -> Vec<Line> {
    let need = run.steps.iter().find_map(|s| if let LeadStep::Need { time, speed } = s { Some((*time, *speed)) } else { None });
    let Some((time, speed)) = need else { return Vec::new() };
    let part = [Part::nth(PartKind::Row, 0)];
    vec![
        Line::new("T = ").quantity("T", time, Unit::None, &part).text(" s"),
        Line::new("|Q(T)| / T − ½ b T = ").quantity("speed", speed, Unit::Speed, &part),
    ]
}

fn turn_lines(run: &MethodRun) -> Vec<Line> {
    let last = run.steps.iter().rev().find_map(|s| match s {
        LeadStep::Turn { wait, needed, allowed } => Some((*wait, *needed, *allowed)),
        _ => None,
    });
    let Some((wait, needed, allowed)) = last else { return Vec::new() };
    let part = [Part::nth(PartKind::Row, 0)];
    let mut lines = vec![
        Line::new("after ").quantity("wait", wait, Unit::None, &part).text(" s"),
        Line::new("it can have turned by ").quantity("allowed", allowed, Unit::Angle, &part),
    ];
    if let Some(needed) = needed {
        lines.push(Line::new("that shot needs ").quantity("needed", needed, Unit::Angle, &part));
    }
    lines
}

fn halving_lines(run: &MethodRun, halving: usize) -> Vec<Line> {
    let bracket = run.steps.iter().filter(|s| matches!(s, LeadStep::Bracket { .. })).nth(halving);
    let Some(&LeadStep::Bracket { low, high, at_low, at_high }) = bracket else { return Vec::new() };
    let part = [Part::nth(PartKind::Row, halving)];
    let line = |at: f32, value: f32, name: &str| {
        Line::new("at ").quantity(name, at, Unit::None, &part).text(" s: ").quantity("to spare", value, Unit::None, &part).text(" s")
    };
    vec![line(low, at_low, "low"), line(high, at_high, "high")]
}

fn answer_lines(reel: &AimReel, run: &MethodRun) -> Vec<Line> {
    let Some(solution) = run.solution() else { return Vec::new() };
    let part = [Part::of(PartKind::Point)];
    let mut lines = vec![
        Line::new("time of flight = ").quantity("time", solution.time, Unit::None, &part).text(" s"),
        Line::new("direction = ").quantity("angle", atan2(solution.direction.y, solution.direction.x), Unit::Angle, &part),
        Line::value("speed", solution.speed, Unit::Speed, &part),
    ];
    let position = reel.situation.problem.position;
    let lead = atan2(cross(position, solution.direction), position.dot(solution.direction));
    lines.push(Line::new("lead = ").quantity("lead", lead, Unit::Angle, &part));
    if let Some(miss) = run.miss {
        lines.push(Line::value("miss", miss, Unit::Length, &part));
    }
    lines
}
