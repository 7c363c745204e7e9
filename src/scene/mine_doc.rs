//! Mines: bodies that explode when something enters one of their sensors.

use crate::engine::explosion::{Blast, BlastLaw};
use crate::engine::math::Vec2;

/// What makes a body a mine. It explodes at its centre of mass, once something that is not static has entered one of
/// its sensors.
#[derive(Clone, Debug, PartialEq)]
pub struct MineDoc {
    /// How far its explosion reaches, metres.
    pub radius: f32,
    /// N·s for each metre of a silhouette's width, within the core; negative pulls.
    pub strength: f32,
    /// How the push fades with distance.
    pub law: BlastLaw,
    /// Bodies behind others get nothing.
    pub shielded: bool,
    /// Seconds from the entry to the explosion, in whole steps.
    pub delay: f32,
    /// It stays after it has exploded and explodes again at the next entry; else it is gone.
    pub kept: bool,
}

impl Default for MineDoc {
    fn default() -> MineDoc {
        MineDoc { radius: 4.0, strength: 20.0, law: BlastLaw::default(), shielded: false, delay: 0.0, kept: false }
    }
}

impl MineDoc {
    /// Its explosion at a point of the world.
    pub fn blast(&self, at: Vec2) -> Blast {
        let MineDoc { radius, strength, law, shielded, .. } = *self;
        Blast { at, radius, strength, law, shielded }
    }
}

/// What a mine has gone through in a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MineState {
    /// Step at whose end it will explode, once something has entered.
    pub due: Option<u64>,
    /// It has exploded and is gone.
    pub spent: bool,
}
