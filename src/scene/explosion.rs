//! An explosion of a running scene: the data of `explosions`.

use crate::engine::body::BodyId;
use crate::engine::explosion::{Blast, BlastPush};
use glam::DVec2;

/// An explosion that has happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Explosion {
    /// Steps that had been taken then.
    pub step: u64,
    /// The mine's body; `None` when a person set it off.
    pub mine: Option<BodyId>,
    /// Where and how.
    pub blast: Blast,
    /// What each body got, in the order of their ids.
    pub pushes: Vec<BlastPush>,
}

impl Explosion {
    /// The momentum that it gave to all bodies together, N·s. It came from nowhere: the gas that it left has the
    /// opposite.
    pub fn momentum(&self) -> DVec2 {
        self.pushes.iter().map(|push| push.impulse.as_dvec2()).sum()
    }
}
