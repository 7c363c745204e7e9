//! What may be asked: whether a body is hidden, how wide it looks, what the law gives, which way it begins to turn.

use super::reel::Moment;
use super::run::{Reached, Run};
use crate::draw::quantity::{length, number};
use crate::lens::microscope::question::{AnswerKind, Choice, Question};

/// An arm shorter than this part of the silhouette turns nothing that could be seen.
const NO_ARM: f32 = 1e-3;

pub(super) fn about(run: &Run, next: Moment) -> Option<Question> {
    let body = &run.bodies[next.body()?];
    match next {
        Moment::Nearest(_) if body.is_undirected => None,
        Moment::Nearest(_) => Some(ask_distance(run, body)),
        Moment::Sight(_) => ask_sight(body),
        Moment::Width(_) => ask_width(body),
        Moment::Law(_) => ask_factor(run, body),
        Moment::Push(_) => ask_spin(body),
        Moment::Start | Moment::Result => None,
    }
}

fn ask_distance(run: &Run, body: &Reached) -> Question {
    let prompt = format!("How far is {} from the explosion, as the law counts it?", body.name);
    let why =
        "From the explosion to the nearest point of the body; 0 when the explosion lies in it. The centre of mass does not matter here.";
    let kind = AnswerKind::Number { right: body.distance, tolerance: 0.05 * run.blast.radius, unit: "m" };
    Question { id: "explosion.distance", prompt, kind, why: why.into() }
}

fn ask_sight(body: &Reached) -> Option<Question> {
    const FREE: &str = "It is free";
    const HIDDEN: &str = "Another body lies on it";
    let is_hidden = body.sight.as_ref()?.is_some();
    let all = [
        (FREE, "Only the straight line to the nearest point counts: one body on it, and nothing arrives, whatever else could be seen."),
        (HIDDEN, "Only the straight line to the nearest point counts: what lies beside it hides nothing."),
    ];
    let why = "One line decides, all or nothing: a real wave would go round corners.";
    let prompt = format!("The line from the explosion to the nearest point of {}:", body.name);
    Question::choose("explosion.sight", prompt, Choice::among(&all, if is_hidden { HIDDEN } else { FREE }), why)
}

fn ask_width(body: &Reached) -> Option<Question> {
    let width = body.push?.0.width;
    let prompt = format!("How wide does {} look across the direction of the push?", body.name);
    let why = format!("Its silhouette reaches over {}: the wave meets it all along that width.", length(width));
    let kind = AnswerKind::Number { right: width, tolerance: 0.1 * width + 1e-3, unit: "m" };
    Some(Question { id: "explosion.width", prompt, kind, why })
}

fn ask_factor(run: &Run, body: &Reached) -> Option<Question> {
    let (_, factor) = body.push?;
    let prompt = format!("What does the law give at {}, as a share of what it gives in the core?", length(body.distance));
    let core = crate::engine::explosion::CORE * run.blast.radius;
    let why = format!("The core reaches to {}; from there the law fades to {} here.", length(core), number(factor));
    Some(Question { id: "explosion.factor", prompt, kind: AnswerKind::Number { right: factor, tolerance: 0.03, unit: "" }, why })
}

fn ask_spin(body: &Reached) -> Option<Question> {
    const LEFT: &str = "Counter-clockwise";
    const RIGHT: &str = "Clockwise";
    const NOT: &str = "Not at all";
    let (push, _) = body.push.filter(|(push, _)| push.impulse.length() > 0.0)?;
    let arm = body.arm();
    let right = match arm {
        _ if arm.abs() <= NO_ARM * push.width => NOT,
        arm if arm > 0.0 => LEFT,
        _ => RIGHT,
    };
    let all = [
        (LEFT, "The impulse acts at the marked point. Which way does it pass the centre of mass?"),
        (RIGHT, "The impulse acts at the marked point. Which way does it pass the centre of mass?"),
        (NOT, "Only an impulse whose line goes through the centre of mass turns nothing."),
    ];
    let why = format!("The line of the impulse passes the centre of mass at {}.", length(arm.abs()));
    Question::choose("explosion.spin", format!("Which way will {} begin to turn?", body.name), Choice::among(&all, right), why)
}
