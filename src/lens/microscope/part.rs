//! Parts of the geometry that numbers and marks speak of.
//!
//! A number on the card names the parts it belongs to, and a mark carries its part as a tag ([`Part::tag`]); so the
//! pointer on the one lights the other. A vertex of the Minkowski difference belongs together with the two vertices
//! that made it.

use crate::draw::Tag;
use crate::draw::quantity::subscript;

/// What sort of part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PartKind {
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
    /// Entry of a matrix: row `first`, column `second`.
    Cell,
    /// Body `first` of a mechanism.
    Member,
    /// Joint `first` of a mechanism.
    Joint,
}

/// In the order of their numbers.
const KINDS: [PartKind; 30] = {
    use PartKind::*;
    [
        VertexA, VertexB, EdgeA, EdgeB, Pair, Edge, Axis, IntervalA, IntervalB, Overlap, Nearest, Search, Region, LowerBound, UpperBound,
        WitnessA, WitnessB, Normal, Ghost, Origin, Point, Plane, Node, Row, Stage, WayA, WayB, Cell, Member, Joint,
    ]
};

impl From<PartKind> for Option<Tag> {
    fn from(kind: PartKind) -> Option<Tag> {
        Some(Part::of(kind).tag())
    }
}

impl From<Part> for Option<Tag> {
    fn from(part: Part) -> Option<Tag> {
        Some(part.tag())
    }
}

/// A part of the geometry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part {
    /// What sort.
    pub kind: PartKind,
    /// Its number.
    pub first: u16,
    /// Its second number, where it has one.
    pub second: u16,
}

impl Part {
    /// A part without a number.
    pub const fn of(kind: PartKind) -> Part {
        Part { kind, first: 0, second: 0 }
    }

    /// A part with one number.
    pub const fn nth(kind: PartKind, index: usize) -> Part {
        Part { kind, first: index as u16, second: 0 }
    }

    /// The vertex of the difference that two vertices make.
    pub const fn pair(index_a: usize, index_b: usize) -> Part {
        Part { kind: PartKind::Pair, first: index_a as u16, second: index_b as u16 }
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
            || self.kind == PartKind::Pair
                && (other == Part::nth(PartKind::VertexA, self.first.into()) || other == Part::nth(PartKind::VertexB, self.second.into()))
    }

    /// Its name, as it stands beside the geometry.
    pub fn name(self) -> String {
        let (i, j) = (subscript(self.first.into()), subscript(self.second.into()));
        match self.kind {
            PartKind::VertexA => format!("a{i}"),
            PartKind::VertexB => format!("b{i}"),
            PartKind::EdgeA => format!("edge {} of A", self.first),
            PartKind::EdgeB => format!("edge {} of B", self.first),
            PartKind::Pair => format!("a{i} − b{j}"),
            PartKind::Edge => format!("edge {}", self.first),
            PartKind::Axis => format!("axis {}", self.first + 1),
            PartKind::IntervalA => "A's projection".into(),
            PartKind::IntervalB => "B's projection".into(),
            PartKind::Overlap => "the overlap".into(),
            PartKind::Nearest => "v".into(),
            PartKind::Search => "d".into(),
            PartKind::Region => "the region".into(),
            PartKind::LowerBound => "the lower bound".into(),
            PartKind::UpperBound => "the upper bound".into(),
            PartKind::WitnessA => "nearest point of A".into(),
            PartKind::WitnessB => "nearest point of B".into(),
            PartKind::Normal => "the normal".into(),
            PartKind::Ghost => "B moved out".into(),
            PartKind::Origin => "the origin".into(),
            PartKind::Point => format!("point {}", self.first),
            PartKind::Plane => format!("plane {}", self.first),
            PartKind::Node => format!("box {}", self.first),
            PartKind::Row => format!("row {}", self.first),
            PartKind::Stage => format!("stage {}", self.first),
            PartKind::WayA => "the way of A".into(),
            PartKind::WayB => "the way of B".into(),
            PartKind::Cell => format!("entry {}, {}", self.first + 1, self.second + 1),
            PartKind::Member => format!("body {}", self.first + 1),
            PartKind::Joint => format!("joint {}", self.first + 1),
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
        assert!(pair.lights(Part::nth(PartKind::VertexA, 3)) && pair.lights(Part::nth(PartKind::VertexB, 1)));
        assert!(!pair.lights(Part::nth(PartKind::VertexB, 3)) && !Part::nth(PartKind::VertexA, 3).lights(pair));
    }
}
