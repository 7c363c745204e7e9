//! Angles that are counted on over whole turns.

use super::row::Quantity;
use std::f64::consts::TAU;

/// How many turns an angle has to be given on from one step to the next, so that it goes the shorter way.
pub fn turns_between(before: f64, after: f64) -> i64 {
    ((before - after) / TAU).round() as i64
}

/// Counts the angles among the values of some quantities on, step by step.
#[derive(Clone, Debug, Default)]
pub struct Turns {
    /// The last value of each, as it was read, and the turns so far.
    last: Vec<Option<(f64, i64)>>,
}

impl Turns {
    /// The next values, each of one of the quantities.
    pub fn count<'a>(&mut self, quantities: impl Iterator<Item = Option<&'a Quantity>>, values: &mut [Option<f64>]) {
        self.last.resize(values.len(), None);
        for ((row, value), last) in quantities.zip(values).zip(&mut self.last) {
            let Some(read) = value.as_mut().filter(|_| row.is_some_and(|row| row.turns)) else { continue };
            let turns = last.map_or(0, |(before, turns)| turns + turns_between(before, *read));
            *last = Some((*read, turns));
            *read += TAU * turns as f64;
        }
    }
}
