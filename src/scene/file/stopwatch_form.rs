//! The form of the stopwatch in a file, and what its fields alone cannot tell.

use super::report::{Report, steps};
use super::walk::Walk;
use crate::scene::document::{Document, Happening, Press, PressDoc, StopwatchDoc, TriggerDoc};
use crate::scene::limits;

const PRESSES: &[(&str, Press)] = &[("start", Press::Start), ("stop", Press::Stop), ("lap", Press::Lap), ("reset", Press::Reset)];
const HAPPENINGS: &[(&str, Happening)] = &[("contact", Happening::Contact), ("passage", Happening::Passage)];

/// The stopwatch.
pub fn stopwatch<W: Walk>(w: &mut W, s: &mut StopwatchDoc) {
    w.list(
        "presses",
        "What was done to it by hand, in the order of the steps.",
        &mut s.presses,
        PressDoc::default(),
        limits::PRESSES,
        press,
    );
    w.list("triggers", "Events that press it by themselves.", &mut s.triggers, TriggerDoc::default(), limits::TRIGGERS, trigger);
}

fn press<W: Walk>(w: &mut W, p: &mut PressDoc) {
    w.choice("press", "What was done.", &mut p.press, None, PRESSES);
    w.value("step", "After so many steps of the run.", &mut p.step, None, limits::MARKED_STEP);
}

fn trigger<W: Walk>(w: &mut W, t: &mut TriggerDoc) {
    let words = "contact: the body begins to touch others; passage: a body comes into its sensors.";
    w.choice("on", words, &mut t.on, None, HAPPENINGS);
    w.value("body", "Which body.", &mut t.body, None, limits::NAME);
    w.choice("press", "What is done to the stopwatch then.", &mut t.press, None, PRESSES);
}

/// Presses stand in the order of their steps, and what passes is a sensor.
pub fn check(report: &mut Report<'_>, document: &Document) {
    let watch = &document.stopwatch;
    for (i, two) in watch.presses.windows(2).enumerate() {
        if two[1].step < two[0].step {
            let words = || format!("must not be before the press at step {} that stands before it, is {}", two[0].step, two[1].step);
            report.complain(&steps!["stopwatch", "presses", i + 1, "step"], words);
        }
    }
    for (i, trigger) in watch.triggers.iter().enumerate().filter(|(_, trigger)| trigger.on == Happening::Passage) {
        if document.body(&trigger.body).is_some_and(|body| !body.shapes.iter().any(|shape| shape.sensor)) {
            let words = || "must be a body with a sensor to be passed".to_owned();
            report.complain(&steps!["stopwatch", "triggers", i, "body"], words);
        }
    }
}
