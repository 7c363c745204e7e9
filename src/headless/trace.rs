//! `trace`: every step that a collision algorithm takes on one pair, as JSON.
//!
//! It is the film of the algorithm's microscope in the form of [`crate::lens::microscope::trace`]: the engine's own
//! function runs again, with a recording [`crate::engine::probe::Probe`], on the shapes and poses of the world's last
//! step where the pair has a contact, else on the present ones. A and B stand in the order in which the pair was
//! asked for.

use super::film_arguments::{Algorithm, TraceOptions};
use super::hit::find_hit;
use super::host::{Host, deliver};
use super::{pair, source};
use crate::engine::collider::ColliderId;
use crate::lens::in_engine_order;
use crate::lens::microscope::{self, Film, Specimen};
use crate::scene::stage::Stage;

/// Traces an algorithm on a pair and writes the JSON.
///
/// # Errors
/// The scene does not load, the pair does not exist, or the file cannot be written.
pub fn trace(options: &TraceOptions, host: &mut dyn Host) -> Result<(), String> {
    let asked = options.algorithm.unwrap_or(Algorithm::Toi);
    if let Some(words) = &options.hit {
        let hit = find_hit(&options.scene, options.at_step, words, host)?;
        host.err(&format!("{}\n", hit.words));
        let film = microscope::find(id_of(asked)).map(|microscope| (microscope.film)(&hit.specimen)).ok_or("the pair is gone")?;
        return deliver(host, options.out.as_deref(), &microscope::trace::to_json(&film));
    }
    let (_, stage) = source::stage_at(&options.scene, options.at_step, host)?;
    let pair = pair::find_pair(&stage, options.pair.as_deref().unwrap_or_default())?;
    let mut before = None;
    if asked == Algorithm::Lagrange {
        // It takes the last step again.
        source::stage_watched(&options.scene, options.at_step, host, |stage, to_go| {
            if to_go == 1 {
                before = Some(stage.clone());
            }
        })?;
    }
    let film = film_of(&stage, before, pair, asked).ok_or("the pair is gone")?;
    deliver(host, options.out.as_deref(), &microscope::trace::to_json(&film))
}

/// Its microscope.
fn id_of(algorithm: Algorithm) -> &'static str {
    match algorithm {
        Algorithm::Sat => "sat",
        Algorithm::Gjk => "gjk",
        Algorithm::Epa => "epa",
        Algorithm::Clip => "clip",
        Algorithm::Toi => "toi",
        Algorithm::Lagrange => "lagrange",
    }
}

/// The film of an algorithm on two colliders, the first of them A. `None` when one is gone.
fn film_of(stage: &Stage, before: Option<Stage>, pair: (ColliderId, ColliderId), algorithm: Algorithm) -> Option<Film> {
    let specimen = Specimen::of(stage, pair)?;
    let specimen = if before.is_some() { specimen.with_before(before) } else { specimen };
    let specimen = if in_engine_order(pair) == pair { specimen } else { specimen.swapped() };
    Some((microscope::find(id_of(algorithm))?.film)(&specimen))
}
