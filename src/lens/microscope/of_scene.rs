//! What films of a pair say of the scene around it: a half-plane, a contact that has moved on, edges that neighbours
//! hide.

use super::{Frame, Side, Specimen};
use crate::draw::quantity::length;
use crate::engine::narrow::{Manifold, collide};
use crate::engine::probe::NoProbe;
use crate::engine::world::Contact;

/// Which part of a half-plane the algorithm got, and why a part: for the start of a film. Nothing for other pairs.
pub(super) fn words_of_ground(specimen: &Specimen) -> String {
    let told = |(side, other): (Side, Side)| {
        let (ground, other) = (specimen.side(side), specimen.side(other));
        let is_ground = ground.shape.is_endless() && !other.shape.is_endless();
        is_ground.then(|| {
            format!(
                " {} is a half-plane, which goes down for ever: it has no farthest point in that direction for GJK and EPA, and on an axis its \
                 shadow has no lower end for SAT. So the pair gets the part that matters: a box with its upper side in the surface, wide and \
                 deep enough past {} that the shortest way out is always through the surface.",
                ground.name, other.name
            )
        })
    };
    [(Side::A, Side::B), (Side::B, Side::A)].into_iter().filter_map(told).collect()
}

/// Says, where the contact has moved on since its manifold was made, what its gap was at the start of the last step:
/// the number that the scene shows.
pub(super) fn with_later_gap(specimen: &Specimen, mut frames: Vec<Frame>) -> Vec<Frame> {
    let (Some(scene), Some(made)) = (&specimen.scene, &specimen.stored) else { return frames };
    let Some(contact) = scene.stage.world().contact(scene.pair.0, scene.pair.1) else { return frames };
    let Some(told) = later_gap(made, &contact) else { return frames };
    let told = format!(" {told}");
    let last = frames.len().saturating_sub(1);
    frames.iter_mut().enumerate().filter(|(i, _)| *i == 0 || *i == last).for_each(|(_, frame)| frame.reason += &told);
    frames
}

/// What is to be said of a contact whose gap is another than where its manifold was made.
pub(in crate::lens) fn later_gap(made: &Manifold, contact: &Contact) -> Option<String> {
    let later = contact.points().iter().map(|p| p.separation).fold(f32::INFINITY, crate::engine::math::min);
    let then = made.points().iter().map(|p| length(p.separation));
    if !later.is_finite() || then.eq(contact.points().iter().map(|p| length(p.separation))) {
        return None;
    }
    let words = if later < 0.0 { format!("overlap {}", length(-later)) } else { format!("gap {}", length(later)) };
    Some(format!(
        "These are the poses at which the manifold was made; the engine has reused it since. Before the last step, with newer poses: {words}."
    ))
}

/// Frames of an algorithm that knows the pair alone, with what the scene has to add.
pub(super) fn of_pair_alone(specimen: &Specimen, mut frames: Vec<Frame>) -> Vec<Frame> {
    frames.first_mut().into_iter().for_each(|frame| frame.reason += &words_of_ground(specimen));
    with_later_gap(specimen, with_hidden_edges(specimen, frames))
}

/// Says at the end of a film of the pair alone that the world does not take its normal, where a flush neighbour hides
/// the edge.
fn with_hidden_edges(specimen: &Specimen, mut frames: Vec<Frame>) -> Vec<Frame> {
    let Specimen { a, b, narrow_phase, options, .. } = specimen;
    let alone = || collide(&a.shape, &b.shape, specimen.pose_b_in_a(), *narrow_phase, options.margin, &mut NoProbe);
    if specimen.hidden != [None, None] && !specimen.without_hidden_edges(alone()).1.is_empty() {
        let told = " This is the answer for the pair alone. In the scene a flush neighbour hides the edge that the normal looks out of, so the world measures again along the visible edge: Clipping shows it.";
        frames.last_mut().into_iter().for_each(|frame| frame.reason += told);
    }
    frames
}
