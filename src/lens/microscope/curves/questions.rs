//! What may be asked: how many crossings there can be, how many roots are real, where lines meet, inside or outside.

use super::reel::{CurvesReel, Moment};
use super::run::{Lines, Outline, Roots, Subject};
use super::words::count;
use crate::draw::quantity::counted;
use crate::engine::curve::line::Meeting;
use crate::lens::microscope::question::{AnswerKind, Choice, Question};

pub(super) fn of(reel: &CurvesReel, frame: usize) -> Vec<Question> {
    let next = reel.moments.get(frame + 1);
    let asked = match (next, &reel.run.subject) {
        (Some(Moment::Polynomial), Subject::Roots(roots)) => Some(ask_bezout(roots)),
        (Some(Moment::Roots), Subject::Roots(roots)) => Some(ask_real(roots)),
        (Some(Moment::Result), Subject::Roots(roots)) => Some(ask_crossings(roots)),
        (Some(Moment::Meet), Subject::Lines(lines)) => ask_meeting(lines),
        (Some(Moment::Edge(edge)), Subject::Outline(outline)) => ask_edge(outline, *edge),
        (Some(Moment::Odd), Subject::Outline(outline)) => ask_inside(outline),
        (Some(Moment::Reflection(k)), Subject::Mirrors(mirrors)) => mirrors.ask(*k),
        _ => None,
    };
    asked.into_iter().collect()
}

fn whole(id: &'static str, prompt: &str, right: usize, why: String) -> Question {
    Question { id, prompt: prompt.to_owned(), kind: AnswerKind::Number { right: right as f32, tolerance: 0.25, unit: "" }, why }
}

fn ask_bezout(roots: &Roots) -> Question {
    let (_, bezout) = roots.polynomial();
    let why = format!("The product of both degrees is {bezout}: no more crossings can there be, unless they lie on each other.");
    whole("curves.bezout", "At most how many crossings can two curves of these degrees have?", bezout, why)
}

fn ask_real(roots: &Roots) -> Question {
    let why = format!("{} of {} roots are real, each counted as often as it is one.", roots.real(), roots.degree());
    whole("curves.real", "How many real roots has the polynomial, a double one counted twice?", roots.real(), why)
}

fn ask_crossings(roots: &Roots) -> Question {
    let found = roots.points.len();
    let why = format!("{found}: a root counts only if its place lies between the ends of both curves, and a touch is one place.");
    whole("curves.crossings", "How many places do the drawn curves have in common?", found, why)
}

fn ask_meeting(lines: &Lines) -> Option<Question> {
    const PLACE: &str = "at a place";
    const FAR: &str = "at infinity";
    const ALL: &str = "everywhere: they are one line";
    let right = match lines.meeting {
        Meeting::At(_) => PLACE,
        Meeting::AtInfinity(_) => FAR,
        Meeting::Everywhere => ALL,
    };
    let all = [
        (PLACE, "Only lines with different directions meet at a place."),
        (FAR, "That the segments do not cross, or that they are one line, does not make the lines parallel and apart."),
        (ALL, "The same direction does not suffice: a point of one must lie on the other as well."),
    ];
    let why = format!(
        "The third coordinate of the cross product is {}.",
        crate::draw::quantity::number(lines.lines[0].cross(lines.lines[1]).z as f32)
    );
    Question::choose("curves.meeting", "Where do the two lines meet?", Choice::among(&all, right), why)
}

fn ask_edge(outline: &Outline, edge: usize) -> Option<Question> {
    const COUNTS: &str = "it counts";
    const LEFT: &str = "it is crossed, but to the left";
    const NOT: &str = "the height is not crossed";
    let step = outline.edges.get(edge)?;
    let right = match (step.straddles, step.counts) {
        (true, true) => COUNTS,
        (true, false) => LEFT,
        (false, _) => NOT,
    };
    let all = [
        (COUNTS, "It must have one end above the height of the point, one not above it, and lie to the right."),
        (LEFT, "The ray goes to the right only; and an edge with both ends on one side of the height is not crossed at all."),
        (NOT, "One end lies above the height and the other does not: the level line through the point does cross it."),
    ];
    let why = format!("Up to this edge the count is {}.", step.count);
    Question::choose("curves.edge", format!("Does edge {edge} count for the ray to the right?"), Choice::among(&all, right), why)
}

fn ask_inside(outline: &Outline) -> Option<Question> {
    const INSIDE: &str = "inside";
    const OUTSIDE: &str = "outside";
    let right = if outline.inside { INSIDE } else { OUTSIDE };
    let all = [
        (INSIDE, "An even number of crossings leads out as often as in. A dent may lie between."),
        (OUTSIDE, "An odd number of crossings leads out once more than in: the point was inside."),
    ];
    let why = format!("The ray to the right crosses {}.", counted(count(outline) as usize, "edge", "edges"));
    Question::choose("curves.inside", "Where does the way start?", Choice::among(&all, right), why)
}
