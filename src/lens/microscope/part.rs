//! Parts of the geometry that numbers and marks speak of.
//!
//! A number on the card names the parts it belongs to, and a mark carries its part as a tag ([`Part::tag`]); so the pointer on the one
//! lights the other. A vertex of the Minkowski difference belongs together with the two vertices that made it.

use crate::draw::Tag;
use crate::draw::quantity::subscript;

/// What sort of part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Vertex `first` of A's core.
    VertexA,
    /// Vertex `first` of B's core.
    VertexB,
    /// Edge of A from vertex `first` to the next.
    EdgeA,
    /// Edge of B from vertex `first` to the next.
    EdgeB,
    /// Vertex of the difference: vertex `first` of A less vertex `second` of B.
    Pair,
    /// Edge number `first` of a simplex or polytope.
    Edge,
    /// Axis number `first`.
    Axis,
    /// A's interval on axis `first`.
    IntervalA,
    /// B's interval on axis `first`.
    IntervalB,
    /// The signed overlap on axis `first`.
    Overlap,
    /// Point of a simplex or edge that is nearest to the origin.
    Nearest,
    /// Search direction.
    Search,
    /// The region in which the origin lies.
    Region,
    /// A lower bound.
    LowerBound,
    /// An upper bound.
    UpperBound,
    /// Nearest point of A.
    WitnessA,
    /// Nearest point of B.
    WitnessB,
    /// The contact normal.
    Normal,
    /// B where the algorithm would move it.
    Ghost,
    /// The origin of the difference space.
    Origin,
    /// Contact point number `first`.
    Point,
    /// Cutting plane number `first`.
    Plane,
    /// Node `first` of a tree, cell or box of the broad phase.
    Node,
    /// Row `first` of a list of constraints.
    Row,
    /// Stage `first` of a pipeline, run `first` of a race.
    Stage,
    /// The way of A's centre of mass during a step.
    WayA,
    /// The way of B's centre of mass during a step.
    WayB,
}

const KINDS: [Kind; 27] = [
    Kind::VertexA,
    Kind::VertexB,
    Kind::EdgeA,
    Kind::EdgeB,
    Kind::Pair,
    Kind::Edge,
    Kind::Axis,
    Kind::IntervalA,
    Kind::IntervalB,
    Kind::Overlap,
    Kind::Nearest,
    Kind::Search,
    Kind::Region,
    Kind::LowerBound,
    Kind::UpperBound,
    Kind::WitnessA,
    Kind::WitnessB,
    Kind::Normal,
    Kind::Ghost,
    Kind::Origin,
    Kind::Point,
    Kind::Plane,
    Kind::Node,
    Kind::Row,
    Kind::Stage,
    Kind::WayA,
    Kind::WayB,
];

/// A part of the geometry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    /// What sort.
    pub kind: Kind,
    /// Its number.
    pub first: u16,
    /// Its second number, where it has one.
    pub second: u16,
}

impl Part {
    /// A part without a number.
    pub const fn of(kind: Kind) -> Part {
        Part { kind, first: 0, second: 0 }
    }

    /// A part with one number.
    pub const fn nth(kind: Kind, index: usize) -> Part {
        Part { kind, first: index as u16, second: 0 }
    }

    /// The vertex of the difference that two vertices make.
    pub const fn pair(index_a: usize, index_b: usize) -> Part {
        Part { kind: Kind::Pair, first: index_a as u16, second: index_b as u16 }
    }

    /// As a mark carries it.
    pub const fn tag(self) -> Tag {
        Tag((self.kind as u64) << 32 | (self.first as u64) << 16 | self.second as u64)
    }

    /// What a mark carries; `None` when the tag is none of ours.
    pub fn from_tag(tag: Tag) -> Option<Part> {
        let kind = KINDS.get(usize::try_from(tag.0 >> 32).ok()?)?;
        Some(Part { kind: *kind, first: (tag.0 >> 16) as u16, second: tag.0 as u16 })
    }

    /// True when speaking of `self` lights `other`: the same part, or one that it is made of.
    pub fn lights(self, other: Part) -> bool {
        self == other
            || self.kind == Kind::Pair
                && (other == Part::nth(Kind::VertexA, self.first.into()) || other == Part::nth(Kind::VertexB, self.second.into()))
    }

    /// Its name, as it stands beside the geometry.
    pub fn name(self) -> String {
        let (i, j) = (subscript(self.first.into()), subscript(self.second.into()));
        match self.kind {
            Kind::VertexA => format!("a{i}"),
            Kind::VertexB => format!("b{i}"),
            Kind::EdgeA => format!("edge {} of A", self.first),
            Kind::EdgeB => format!("edge {} of B", self.first),
            Kind::Pair => format!("a{i} − b{j}"),
            Kind::Edge => format!("edge {}", self.first),
            Kind::Axis => format!("axis {}", self.first + 1),
            Kind::IntervalA => "A's shadow".into(),
            Kind::IntervalB => "B's shadow".into(),
            Kind::Overlap => "the overlap".into(),
            Kind::Nearest => "v".into(),
            Kind::Search => "d".into(),
            Kind::Region => "the region".into(),
            Kind::LowerBound => "the lower bound".into(),
            Kind::UpperBound => "the upper bound".into(),
            Kind::WitnessA => "nearest point of A".into(),
            Kind::WitnessB => "nearest point of B".into(),
            Kind::Normal => "the normal".into(),
            Kind::Ghost => "B moved out".into(),
            Kind::Origin => "the origin".into(),
            Kind::Point => format!("point {}", self.first),
            Kind::Plane => format!("plane {}", self.first),
            Kind::Node => format!("box {}", self.first),
            Kind::Row => format!("row {}", self.first),
            Kind::Stage => format!("stage {}", self.first),
            Kind::WayA => "the way of A".into(),
            Kind::WayB => "the way of B".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_survives_its_tag_and_a_vertex_of_the_difference_lights_the_pair_that_made_it() {
        for (i, &kind) in KINDS.iter().enumerate() {
            assert_eq!(kind as usize, i, "the table stands in the order of the kinds");
            let part = Part { kind, first: 63, second: 7 };
            assert_eq!(Part::from_tag(part.tag()), Some(part));
        }
        assert_eq!(Part::from_tag(Tag(u64::MAX)), None);
        let pair = Part::pair(3, 1);
        assert!(pair.lights(Part::nth(Kind::VertexA, 3)) && pair.lights(Part::nth(Kind::VertexB, 1)));
        assert!(!pair.lights(Part::nth(Kind::VertexB, 3)) && !Part::nth(Kind::VertexA, 3).lights(pair));
    }
}
