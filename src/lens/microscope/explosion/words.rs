//! Headings, reasons and cards.

use super::picture::{POINT, SIGHT, WIDTH};
use super::reel::Moment;
use super::run::{Reached, Run, Whence};
use crate::draw::quantity::{counted, quantity};
use crate::engine::explosion::{BlastLaw, CORE};
use crate::engine::math::Vec2;
use crate::lens::microscope::card::{Card, Line, Unit};

pub(super) fn outcome(run: &Run) -> String {
    let (pushed, sum) = (run.pushes.iter().filter(|push| push.impulse != Vec2::ZERO).count(), total(run));
    let near = counted(run.dynamic, "dynamic body", "dynamic bodies");
    format!("{pushed} of {near} near it pushed, {} in all", quantity(sum, "N·s"))
}

/// Sizes of all impulses added up, N·s.
fn total(run: &Run) -> f32 {
    run.pushes.iter().map(|push| push.impulse.length()).sum()
}

pub(super) fn heading(run: &Run, moment: Moment) -> String {
    let Some(body) = moment.body().map(|k| &run.bodies[k]) else {
        return if moment == Moment::Start { "Who is near".into() } else { "What all get".into() };
    };
    let name = &body.name;
    match moment {
        Moment::Nearest(_) if body.is_beyond => format!("{name} is beyond the reach"),
        Moment::Nearest(_) if body.is_undirected => format!("{name} has no direction"),
        Moment::Nearest(_) if body.inside => format!("{name} holds the explosion"),
        Moment::Nearest(_) => format!("Nearest point of {name}"),
        Moment::Sight(_) if matches!(body.sight, Some(Some(_))) => format!("{name} is hidden"),
        Moment::Sight(_) => format!("{name} is in sight"),
        Moment::Width(_) => format!("Silhouette of {name}"),
        Moment::Law(_) => "The law of distance".into(),
        _ => format!("Impulse of {name}"),
    }
}

pub(super) fn short(moment: Moment) -> &'static str {
    match moment {
        Moment::Start => "reach",
        Moment::Nearest(_) => "nearest",
        Moment::Sight(_) => "sight",
        Moment::Width(_) => "width",
        Moment::Law(_) => "law",
        Moment::Push(_) => "impulse",
        Moment::Result => "all",
    }
}

pub(super) fn reason(run: &Run, moment: Moment) -> String {
    let body = moment.body().map(|k| &run.bodies[k]);
    match (moment, body) {
        (Moment::Start, _) => {
            let whence = match &run.whence {
                Whence::Happened(0) => "This explosion has just happened: these are the very numbers that it gave.".to_owned(),
                Whence::Happened(steps) => {
                    let ago = counted(*steps as usize, "step", "steps");
                    format!("The last explosion, {ago} ago, set off once more with the bodies where they stand now.")
                }
                Whence::Mine(name) => format!("What {name} would do now."),
                Whence::Beside(name) => format!("Nothing has exploded, so one is set off beside {name}."),
            };
            let left_out = run.dynamic - run.bodies.len();
            let others = if left_out > 0 { format!(" {left_out} more dynamic bodies are not gone through.") } else { String::new() };
            format!("{whence} Boxes around all bodies are compared with the box around its reach; static and kinematic bodies are not pushed. The nearest comes first.{others}")
        }
        (Moment::Nearest(_), Some(body)) if body.is_beyond => {
            "Its box meets the box of the reach, but its nearest point lies outside the circle: it gets nothing.".into()
        }
        (Moment::Nearest(_), Some(body)) if body.is_undirected => {
            "The explosion lies exactly at its centre of mass. No direction is better than another: it gets nothing.".into()
        }
        (Moment::Nearest(_), Some(body)) if body.inside => {
            "The explosion lies in the body, so its distance is 0, and it is pushed from there towards its centre of mass.".into()
        }
        (Moment::Nearest(_), _) => {
            "The wave reaches this point of the body first. Its distance counts in the law, and the impulse acts here, away from the explosion.".into()
        }
        (Moment::Sight(_), Some(Reached { sight: Some(Some((by, _))), .. })) => {
            format!("{by} lies on the line to the nearest point. With shielding that is all or nothing: it gets nothing.")
        }
        (Moment::Sight(_), _) => "Nothing lies on the line to the nearest point. What holds the explosion in itself hides nothing.".into(),
        (Moment::Width(_), _) => {
            "The wave meets the body all along its silhouette: how wide it is across the direction of the push, its parts taken as a whole.".into()
        }
        (Moment::Law(_), _) => match run.blast.law {
            BlastLaw::Constant => "Constant: the same at every distance up to the reach.",
            BlastLaw::Inverse => "1/r: a wave in the plane spreads over a circle, which grows with the distance. In the core it grows no more.",
            BlastLaw::InverseSquare => "1/r²: a wave in space spreads over a sphere, which grows with the square. In the core it grows no more.",
        }
        .into(),
        (Moment::Push(_), _) => {
            "Strength times width times law. It changes the velocity of the centre of mass by J/m; if its line passes the centre of mass, the body begins to turn.".into()
        }
        _ => "All impulses are found before the first acts. Their sum is the momentum that the bodies got: the gas has the opposite.".into(),
    }
}

pub(super) fn card(run: &Run, moment: Moment) -> Card {
    let lines = match (moment, moment.body().map(|k| &run.bodies[k])) {
        (Moment::Nearest(_), Some(body)) => nearest_lines(run, body),
        (Moment::Sight(_), Some(body)) => sight_lines(run, body),
        (Moment::Width(_), Some(body)) => width_lines(body),
        (Moment::Law(_), Some(body)) => law_lines(run, body),
        (Moment::Push(_), Some(body)) => push_lines(run, body),
        (Moment::Result, _) => result_lines(run),
        _ => vec![
            Line::new("J = s · w · f(d)"),
            Line::new(format!("s = {} of width", quantity(run.blast.strength, "N·s/m"))),
            Line::value("reach", run.blast.radius, Unit::Length, &[]),
            Line::value("core", CORE * run.blast.radius, Unit::Length, &[]),
            Line::value("bodies in the box", run.candidates as f32, Unit::Count, &[]),
            Line::value("of them dynamic", run.dynamic as f32, Unit::Count, &[]),
        ],
    };
    Card { lines }
}

fn nearest_lines(run: &Run, body: &Reached) -> Vec<Line> {
    let sign = if body.is_beyond { " > " } else { " ≤ " };
    vec![
        Line::new(if body.inside { "centre of mass " } else { "p = " }).vector("p", body.point, Unit::Length, &[POINT]),
        Line::value("d", body.distance, Unit::Length, &[SIGHT]),
        Line::new("d").text(sign).text("reach = ").quantity("reach", run.blast.radius, Unit::Length, &[]),
    ]
}

fn sight_lines(run: &Run, body: &Reached) -> Vec<Line> {
    let Some(Some((by, at))) = &body.sight else { return vec![Line::value("d", body.distance, Unit::Length, &[SIGHT])] };
    let until = (*at - run.blast.at).length();
    vec![
        Line::new(format!("{by} after ")).quantity("until", until, Unit::Length, &[SIGHT]),
        Line::value("d", body.distance, Unit::Length, &[SIGHT]),
    ]
}

fn width_lines(body: &Reached) -> Vec<Line> {
    let width = body.push.map_or(0.0, |(push, _)| push.width);
    vec![Line::value("w", width, Unit::Length, &[WIDTH])]
}

fn law_lines(run: &Run, body: &Reached) -> Vec<Line> {
    let factor = body.push.map_or(0.0, |(_, factor)| factor);
    let (core, d) = (CORE * run.blast.radius, body.distance);
    let share = |line: Line| line.quantity("core", core, Unit::Length, &[]).text(" / ").quantity("d", d, Unit::Length, &[SIGHT]);
    let line = match run.blast.law {
        BlastLaw::Constant => Line::new("f = "),
        _ if d <= core => Line::new("d ≤ core: f = "),
        BlastLaw::Inverse => share(Line::new("f = ")).text(" = "),
        BlastLaw::InverseSquare => share(Line::new("f = (")).text(")² = "),
    };
    vec![line.quantity("f", factor, Unit::Share, &[])]
}

fn push_lines(run: &Run, body: &Reached) -> Vec<Line> {
    let Some((push, factor)) = body.push else { return Vec::new() };
    let turned = push.impulse.length() * body.arm();
    vec![
        Line::new(format!("J = {} · ", quantity(run.blast.strength, "N·s/m")))
            .quantity("w", push.width, Unit::Length, &[WIDTH])
            .text(" · ")
            .quantity("f", factor, Unit::Share, &[])
            .text(" = ")
            .quantity("J", push.impulse.length(), Unit::Impulse, &[POINT]),
        Line::new("Δv = J / ").quantity("m", body.mass, Unit::Mass, &[]).text(" = ").quantity(
            "Δv",
            push.velocity_change.length(),
            Unit::Speed,
            &[],
        ),
        Line::value("arm", body.arm(), Unit::Length, &[POINT]),
        Line::value("Δω", if body.inertia > 0.0 { turned / body.inertia } else { 0.0 }, Unit::Spin, &[]),
    ]
}

fn result_lines(run: &Run) -> Vec<Line> {
    let sum = run.pushes.iter().fold(Vec2::ZERO, |sum, push| sum + push.impulse);
    let pushed = run.pushes.iter().filter(|push| push.impulse != Vec2::ZERO).count();
    vec![
        Line::value("bodies pushed", pushed as f32, Unit::Count, &[]),
        Line::value("Σ|J|", total(run), Unit::Impulse, &[]),
        Line::new("ΣJ = ").vector("ΣJ", sum, Unit::Impulse, &[]),
    ]
}
