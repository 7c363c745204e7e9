//! Tapes and protractors: lengths and angles that are measured on the canvas.

use crate::engine::math::Vec2;

/// One end of a tape, or of an arm of a protractor.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeasureEnd {
    /// Body it is tied to (then its place is in that body's frame); `None` = it stays where it is in the world.
    pub body: Option<String>,
    /// Where, metres.
    pub at: Vec2,
}

/// A tape from one end to the other; with an apex a protractor, which measures the angle between two arms.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeasureDoc {
    /// Unique among tapes and protractors.
    pub id: String,
    /// Where it begins: the end of a protractor's first arm.
    pub from: MeasureEnd,
    /// Where it ends: the end of a protractor's second arm.
    pub to: MeasureEnd,
    /// Where the two arms of a protractor meet; `None` = it is a tape.
    pub apex: Option<MeasureEnd>,
}

impl MeasureDoc {
    /// Its ends: from, to, and the apex of a protractor.
    pub fn ends(&self) -> impl Iterator<Item = &MeasureEnd> {
        [&self.from, &self.to].into_iter().chain(&self.apex)
    }

    /// The same, to change them.
    pub fn ends_mut(&mut self) -> impl Iterator<Item = &mut MeasureEnd> {
        [&mut self.from, &mut self.to].into_iter().chain(&mut self.apex)
    }
}
