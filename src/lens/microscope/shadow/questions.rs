//! What may be asked: how many edges cancel, whether an edge faces the lamp, how many silhouettes there are.

use super::reel::{Moment, ShadowReel};
use super::run::OfLamp;
use crate::draw::quantity::quantity;
use crate::lens::microscope::question::{AnswerKind, Choice, Question};
use crate::light::facing::Faced;
use crate::light::outline::Form;

pub(super) fn of(reel: &ShadowReel, frame: usize) -> Vec<Question> {
    let lamp = |lamp: usize| &reel.run.lamps[lamp];
    let asked = match reel.moments.get(frame + 1) {
        Some(Moment::Cancelled) => Some(ask_cancelled(reel)),
        Some(Moment::Faces(of)) => ask_faces(reel, lamp(*of)),
        Some(Moment::Kept(of)) => Some(ask_count(lamp(*of))),
        _ => None,
    };
    asked.into_iter().collect()
}

/// The edge that is asked about: a straight one of the told body, another for each lamp.
pub(super) fn asked_edge<'a>(reel: &ShadowReel, of: &'a OfLamp) -> Option<&'a Faced> {
    let straight = |faced: &&Faced| faced.edge.form == Form::Line && !faced.edge.is_wall;
    let own: Vec<&Faced> = of.facing.edges.iter().filter(straight).filter(|faced| faced.edge.body == reel.body).collect();
    let number = reel.run.lamps.iter().position(|other| std::ptr::eq(other, of)).unwrap_or(0);
    own.get((reel.run.outlines.counted + number) % own.len().max(1)).copied()
}

/// On which side of an edge the lamp stands, as the edge was judged: twice the area of the triangle of both, m²; for
/// the sun the area with a unit vector towards it.
pub(super) fn lamp_side(of: &OfLamp, faced: &Faced) -> f32 {
    of.lamp.side(faced.edge.from, faced.edge.to - faced.edge.from) as f32
}

fn number(id: &'static str, prompt: String, right: usize, why: String) -> Question {
    Question { id, prompt, kind: AnswerKind::Number { right: right as f32, tolerance: 0.25, unit: "" }, why }
}

fn ask_cancelled(reel: &ShadowReel) -> Question {
    let outlines = &reel.run.outlines;
    let prompt = format!("Of {} edges of all parts, how many lie inside and cancel?", outlines.counted);
    let why = format!("{} run through the same places in both directions, two by two.", outlines.cancelled);
    number("shadow.cancelled", prompt, outlines.cancelled, why)
}

fn ask_faces(reel: &ShadowReel, of: &OfLamp) -> Option<Question> {
    let faced = asked_edge(reel, of)?;
    const FACES: &str = "it faces the lamp";
    const AWAY: &str = "it turns away";
    let right = if faced.faces { FACES } else { AWAY };
    let all = [
        (FACES, "The body lies to its left. The lamp stands on that side of its line, too, so light comes from inside the body."),
        (AWAY, "The lamp stands on the outer side of its line. That other bodies may be in the way does not matter here."),
    ];
    let [a, b] = [faced.edge.from, faced.edge.to];
    let place = |p: glam::DVec2| format!("({}, {})", quantity(p.x as f32, "m"), quantity(p.y as f32, "m"));
    let prompt = format!("{}: its edge from {} to {}: does it face {}?", reel.run.name(reel.body), place(a), place(b), of.name);
    let why = format!("The cross product of the edge with the way to the lamp is {}.", quantity(lamp_side(of, faced), "m²"));
    Question::choose("shadow.faces", prompt, Choice::among(&all, right), why)
}

fn ask_count(of: &OfLamp) -> Question {
    let count = of.kept().count();
    let prompt = "At how many vertices does light meet dark: how many keep a counter?".to_owned();
    let why = format!("{count}: each lit chain has a beginning and an end. A convex body has one chain, others may have more.");
    number("shadow.silhouettes", prompt, count, why)
}
