//! What the films of a pair say of a half-plane.

use super::film::Frame;
use super::specimen::{Side, Specimen};

/// Says at the start of a film which part of a half-plane the algorithm got, and why a part.
pub(super) fn with_part(specimen: &Specimen, mut frames: Vec<Frame>) -> Vec<Frame> {
    for (side, other) in [(Side::A, Side::B), (Side::B, Side::A)] {
        let (ground, other) = (specimen.side(side), specimen.side(other));
        if ground.shape.is_endless() && !other.shape.is_endless() {
            let told = format!(
                " {} is a half-plane, which goes down for ever: it has no farthest point in that direction for GJK and EPA, and on an axis its \
                 shadow has no lower end for SAT. So the pair gets the part that matters: a box with its upper side in the surface, wide and \
                 deep enough past {} that the shortest way out is always through the surface.",
                ground.name, other.name
            );
            frames.first_mut().into_iter().for_each(|frame| frame.reason += &told);
        }
    }
    frames
}
