//! Mines, and what they have gone through.

use super::*;
use collidoscope::engine::explosion::BlastLaw;
use collidoscope::scene::mine_doc::{MineDoc, MineState};
use std::collections::BTreeMap;

pub fn mine(rng: &mut Pcg32) -> MineDoc {
    MineDoc {
        radius: rng.random_range(1e-3..1000.0),
        strength: rng.random_range(-1e9..1e9),
        law: *pick(rng, &[BlastLaw::Constant, BlastLaw::Inverse, BlastLaw::InverseSquare]),
        shielded: rng.random_bool(0.5),
        delay: rng.random_range(0.0..3600.0),
        kept: rng.random_bool(0.5),
    }
}

pub fn states(rng: &mut Pcg32) -> BTreeMap<String, MineState> {
    let state = |rng: &mut Pcg32| MineState { due: maybe(rng, |rng| rng.random_range(0..1 << 53)), spent: rng.random_bool(0.5) };
    (0..rng.random_range(0..3)).map(|n| (format!("mine {n}"), state(rng))).collect()
}
