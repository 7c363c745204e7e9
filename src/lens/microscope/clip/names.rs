//! The names of contact points, and the parts that they name.

use crate::engine::narrow::{Feature, FeatureId};
use crate::lens::microscope::{Part, PartKind, Side};

/// The part that a feature of one side is.
pub(super) fn part_of(side: Side, feature: Feature) -> Part {
    match (side, feature) {
        (Side::A, Feature::Vertex(i)) => Part::nth(PartKind::VertexA, i),
        (Side::A, Feature::Face(i)) => Part::nth(PartKind::EdgeA, i),
        (Side::B, Feature::Vertex(i)) => Part::nth(PartKind::VertexB, i),
        (Side::B, Feature::Face(i)) => Part::nth(PartKind::EdgeB, i),
    }
}

/// "a₁ over edge 2 of B".
pub(in crate::lens::microscope) fn name_of(id: FeatureId) -> String {
    let (a, b) = (part_of(Side::A, id.of_a()), part_of(Side::B, id.of_b()));
    match (id.of_a(), id.of_b()) {
        (Feature::Face(_), Feature::Vertex(_)) => format!("{} over {}", b.name(), a.name()),
        (Feature::Vertex(_), Feature::Vertex(_)) => format!("{} at {}", a.name(), b.name()),
        _ => format!("{} over {}", a.name(), b.name()),
    }
}
