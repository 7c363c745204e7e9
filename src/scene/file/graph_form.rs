//! The form of graphs and traces in a file, and what a single field of them cannot tell.

use super::walk::Walk;
use crate::engine::math::Vec2;
use crate::scene::document::{CurveDoc, GraphDoc, Subject, TraceDoc};
use crate::scene::limits;
use crate::scene::quantity;
use std::sync::LazyLock;

/// One subject of each kind; the names stand in for unreadable ones.
static SUBJECTS: LazyLock<Vec<Subject>> = LazyLock::new(|| {
    let name = String::new;
    vec![
        Subject::World,
        Subject::Body(name()),
        Subject::Point { body: name(), at: Vec2::ZERO },
        Subject::Joint(name()),
        Subject::Contact([name(), name()]),
        Subject::Launcher(name()),
        Subject::Control(name()),
        Subject::Measure(name()),
    ]
});
/// One curve of each.
static CURVES: LazyLock<Vec<CurveDoc>> =
    LazyLock::new(|| SUBJECTS.iter().map(|of| CurveDoc { of: of.clone(), quantity: quantity::of(of)[0].word }).collect());

/// Key word of a kind of subject.
fn subject_word(subject: &Subject) -> &'static str {
    match subject {
        Subject::World => "world",
        Subject::Body(_) => "body",
        Subject::Point { .. } => "point",
        Subject::Joint(_) => "joint",
        Subject::Contact(_) => "contact",
        Subject::Launcher(_) => "launcher",
        Subject::Control(_) => "control",
        Subject::Measure(_) => "measure",
    }
}

/// A graph.
pub fn graph<W: Walk>(w: &mut W, g: &mut GraphDoc) {
    w.list("curves", "What it shows upwards.", &mut g.curves, CurveDoc::default(), limits::CURVES, curve);
    let words = "What it shows to the right: with it a phase plot. Time when left out.";
    w.maybe_object("against", words, &mut g.against, CurveDoc::default(), curve);
}

/// A path on the canvas.
pub fn trace<W: Walk>(w: &mut W, t: &mut TraceDoc) {
    w.value("body", "Body whose point leaves the path.", &mut t.body, None, limits::NAME);
    w.value("at", "Which point, in the body's frame, metres.", &mut t.at, Some(Vec2::ZERO), limits::COORDINATE);
    w.maybe("seconds", "How much of the path is shown, seconds; all of it when left out.", &mut t.seconds, limits::PERIOD);
}

fn curve<W: Walk>(w: &mut W, c: &mut CurveDoc) {
    w.tag("of", "Whose quantity it is.", &mut c.of, subject_word, &SUBJECTS);
    w.tagged(c, &CURVES, curve_fields);
}

fn curve_fields<W: Walk>(w: &mut W, c: &mut CurveDoc) {
    let words = quantity::words(&c.of);
    match &mut c.of {
        Subject::World => {}
        Subject::Body(id) => w.value("id", "Which body.", id, None, limits::NAME),
        Subject::Point { body, at } => {
            w.value("id", "Which body.", body, None, limits::NAME);
            w.value("at", "Which of its points, in its frame, metres.", at, Some(Vec2::ZERO), limits::COORDINATE);
        }
        Subject::Joint(id) => w.value("id", "Which joint.", id, None, limits::NAME),
        Subject::Contact(pair) => {
            let mut names = Vec::from(std::mem::take(pair));
            w.values("pair", "The two bodies that touch.", &mut names, true, limits::PAIR, limits::NAME);
            *pair = names.try_into().unwrap_or_default();
        }
        Subject::Control(id) => w.value("id", "Body that it steers.", id, None, limits::NAME),
        Subject::Launcher(id) => w.value("id", "Which launcher.", id, None, limits::NAME),
        Subject::Measure(id) => w.value("id", "Which tape or protractor.", id, None, limits::NAME),
    }
    w.choice("quantity", "Which quantity.", &mut c.quantity, None, &words);
}
