//! The form of mines, and of what they have gone through in a saved run.

use super::walk::Walk;
use crate::engine::explosion::BlastLaw;
use crate::scene::limits;
use crate::scene::mine_doc::{MineDoc, MineState};

/// How an explosion fades, in files and on the screen.
pub const LAWS: &[(&str, BlastLaw)] =
    &[("constant", BlastLaw::Constant), ("inverse", BlastLaw::Inverse), ("inverse_square", BlastLaw::InverseSquare)];

/// A mine.
pub(super) fn mine<W: Walk>(w: &mut W, m: &mut Box<MineDoc>) {
    let d = MineDoc::default();
    w.value("radius", "How far its explosion reaches, metres.", &mut m.radius, Some(d.radius), limits::REACH);
    let about = "N·s for each metre of a silhouette's width, within a tenth of the radius; negative pulls.";
    w.value("strength", about, &mut m.strength, Some(d.strength), limits::BLAST_STRENGTH);
    let about = "How the push fades: not at all, with the distance, with its square.";
    w.choice("law", about, &mut m.law, Some(d.law), LAWS);
    w.flag("shielded", "Bodies behind others get nothing.", &mut m.shielded, d.shielded);
    w.value("delay", "From the entry to the explosion, seconds.", &mut m.delay, Some(d.delay), limits::DELAY);
    w.flag("kept", "It stays after it has exploded, and explodes again; else it is gone.", &mut m.kept, d.kept);
}

/// What a mine has gone through.
pub(super) fn state<W: Walk>(w: &mut W, m: &mut MineState) {
    w.maybe("due", "Step at whose end it will explode.", &mut m.due, limits::STEPS);
    w.flag("spent", "It has exploded and is gone.", &mut m.spent, false);
}
