//! The stopwatch of the run: what was done to it by hand and by events, up to the present step.

use super::program::App;
use super::timeline::Timeline;
use crate::scene::document::{Document, Happening, Press, TriggerDoc};
use crate::scene::stopwatch::Stopwatch;
use std::sync::Arc;

impl App {
    /// The scene's stopwatch at the present step, and what it shows then, seconds.
    pub fn stopwatch(&self) -> (Stopwatch, f64) {
        let timeline = &self.timeline;
        let (now, dt) = (timeline.stage().step_count(), step_time(timeline));
        let doc = &self.document.stopwatch;
        let by_hand = doc.presses.iter().filter(|press| press.step <= now).map(|press| (press.step as f64 * dt, press.press));
        let mut all: Vec<(f64, Press)> = doc.triggers.iter().flat_map(|trigger| happenings(timeline, trigger, now)).collect();
        all.extend(by_hand);
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        let watch = Stopwatch::after(all);
        let reading = watch.reading(now as f64 * dt);
        (watch, reading)
    }

    /// Presses by hand belong to the run: those after this step are another run's.
    pub(in crate::app) fn forget_presses_after(&mut self, step: u64) {
        if self.document.stopwatch.presses.iter().any(|press| press.step > step) {
            Arc::make_mut(&mut self.document).stopwatch.presses.retain(|press| press.step <= step);
        }
    }
}

/// Seconds of a step.
fn step_time(timeline: &Timeline) -> f64 {
    1.0 / f64::from(timeline.stage().world().settings().step_hz)
}

/// When a trigger's event happened up to a step, seconds of the run, and what it does; nothing of steps that were not
/// read yet ([`Timeline::is_filling`]).
fn happenings(timeline: &Timeline, trigger: &TriggerDoc, now: u64) -> Vec<(f64, Press)> {
    let (columns, dt) = (timeline.columns(), step_time(timeline));
    let Some(count) = columns.of(&trigger.count()) else { return Vec::new() };
    let time = trigger.time().and_then(|curve| columns.of(&curve));
    let found = count.rises(now).filter(|step| trigger.happened(count.at(step - 1), count.at(*step)));
    found.map(|step| (time.and_then(|time| time.at(step)).unwrap_or(step as f64 * dt), trigger.press)).collect()
}

/// Takes out the triggers of bodies that are gone, or have no sensor any more.
pub fn drop_lost(document: &mut Document) {
    let mut triggers = std::mem::take(&mut document.stopwatch.triggers);
    let has_sensor = |id: &str| document.body(id).is_some_and(|body| body.shapes.iter().any(|shape| shape.sensor));
    triggers.retain(|t| document.body(&t.body).is_some() && (t.on == Happening::Contact || has_sensor(&t.body)));
    document.stopwatch.triggers = triggers;
}
