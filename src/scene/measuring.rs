//! Tapes and protractors on a stage.

use super::measure_doc::{MeasureDoc, MeasureEnd};
use super::measured::Measured;
use super::stage::Stage;
use crate::engine::math::Vec2;

/// Where an end is now; `None` when the body that it is tied to is gone, or has no finite place.
fn place(stage: &Stage, end: &MeasureEnd) -> Option<Vec2> {
    let at = match &end.body {
        None => end.at,
        Some(name) => stage.named_body(name)?.pose.transform_point(end.at),
    };
    at.is_finite().then_some(at)
}

impl Measured {
    /// A tape or protractor on a stage; `None` when a body that it is tied to is gone.
    pub fn on(stage: &Stage, doc: &MeasureDoc) -> Option<Measured> {
        let apex = match &doc.apex {
            Some(end) => Some(place(stage, end)?),
            None => None,
        };
        Some(Measured { from: place(stage, &doc.from)?, to: place(stage, &doc.to)?, apex })
    }
}
