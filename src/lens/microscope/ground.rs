//! What the films of a pair say of a half-plane.

use super::specimen::{Side, Specimen};

/// Which part of a half-plane the algorithm got, and why a part: for the start of a film. Nothing for other pairs.
pub(super) fn words(specimen: &Specimen) -> String {
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
