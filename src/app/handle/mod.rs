//! Handles: the points of a selected thing that can be taken hold of, and what becomes of it when one is dragged.
//!
//! Everything here is a function of the thing alone: where it stands now and where a handle is put. What is dragged is
//! worked out from the thing as it was when the drag began, so that no rounding piles up and the way back is exact.
//!
//! ```text
//!   body.rs      corners and sides, radius, ends, vertices
//!   outline.rs   what an outline may become: convex, with dents, or nothing
//!   curve.rs     points of lines, rays and Bézier curves, radius
//!   group.rs     corners and sides of the box around a group, its pivot
//!   joint.rs     anchors, axis, limits, rest length, control points
//!   measure.rs   ends of tapes and protractors, apex
//! ```

pub mod body;
pub mod curve;
pub mod group;
pub mod joint;
pub mod measure;

mod outline;

use super::thing::Thing;
use crate::engine::math::Vec2;

/// What a handle changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A corner (both signs), or the middle of a side (one sign 0), of a box or of the box around an outline.
    Side {
        /// Which shape of the body.
        shape: usize,
        /// −1, 0 or 1 along x and y of the shape's own frame.
        sign: [i8; 2],
    },
    /// The rim of a circle or the side of a capsule.
    Radius {
        /// Which shape of the body.
        shape: usize,
        /// Which of the places from which the radius is dragged.
        place: u8,
    },
    /// The first or second end of a capsule or a segment.
    End {
        /// Which shape of the body.
        shape: usize,
        /// The second one.
        second: bool,
    },
    /// The slope of a half-plane's surface.
    Slope {
        /// Which shape of the body.
        shape: usize,
    },
    /// A vertex.
    Vertex {
        /// Which shape of the body.
        shape: usize,
        /// Which vertex.
        index: usize,
    },
    /// The middle of the edge after a vertex: dragging it makes a new vertex.
    NewVertex {
        /// Which shape of the body.
        shape: usize,
        /// The vertex before it.
        after: usize,
    },
    /// Where a joint holds A, or both.
    AnchorA,
    /// Where it holds B.
    AnchorB,
    /// Its axis.
    Axis,
    /// The lower limit.
    Lower,
    /// The upper limit.
    Upper,
    /// The rest length.
    Length,
    /// A control point of a track's curve.
    Control(u8),
    /// The direction of a launcher's barrel.
    Barrel,
    /// A point of a curve, counted from 0.
    CurvePoint(usize),
    /// A new control point after this one.
    NewCurvePoint(usize),
    /// The radius of a circle.
    Rim,
    /// A corner (both signs), or the middle of a side (one sign 0), of the box around a group.
    GroupSide {
        /// −1, 0 or 1 along x and y of the group's frame.
        sign: [i8; 2],
    },
    /// The pivot of a group.
    Pivot,
    /// Where a sun stands.
    Sun,
    /// An end of a tape or protractor: 0 from, 1 to, 2 the apex.
    MeasureEnd(u8),
}

impl Part {
    /// What dragging it does, in one line.
    pub fn hint(self) -> &'static str {
        match self {
            Part::Side { sign: [x, y], .. } if x != 0 && y != 0 => "Drag the corner: the opposite one stays · Shift keeps the proportions",
            Part::Side { .. } => "Drag the side: the opposite one stays",
            Part::Radius { .. } => "Drag to change the radius",
            Part::End { .. } => "Drag the end: the other one stays",
            Part::Slope { .. } => "Drag to turn the surface",
            Part::Vertex { .. } => "Drag the vertex · Double-click takes it out",
            Part::NewVertex { .. } => "Drag to make a new vertex here",
            Part::AnchorA | Part::AnchorB => "Drag the anchor to another place",
            Part::Axis => "Drag to turn the axis",
            Part::Lower => "Drag the lower limit",
            Part::Upper => "Drag the upper limit",
            Part::Length => "Drag the rest length",
            Part::Control(0 | 3) => "Drag the end of the curve",
            Part::Control(_) => "Drag the control point: the curve leaves its end towards it",
            Part::Barrel => "Drag to turn the barrel",
            Part::CurvePoint(_) => "Drag the point · Double-click takes a control point out",
            Part::NewCurvePoint(_) => "Drag to make a new control point here",
            Part::Rim => "Drag to change the radius",
            Part::GroupSide { sign: [x, y] } if x != 0 && y != 0 => "Drag the corner to scale all in it · Shift keeps the proportions",
            Part::GroupSide { .. } => "Drag the side to scale all in it; beyond the opposite side it flips",
            Part::Pivot => "Drag the point about which the group is turned and scaled",
            Part::MeasureEnd(2) => "Drag the apex; on a body it is tied to it",
            Part::MeasureEnd(_) => "Drag the end; on a body it is tied to it",
            Part::Sun => "Drag the sun round the middle of the picture: its rays come from there",
        }
    }
}

/// A place to take hold of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handle {
    /// What it changes.
    pub part: Part,
    /// World, metres.
    pub at: Vec2,
    /// Which way it moves mostly, world, unit; zero: any way.
    pub along: Vec2,
}

/// What a drag makes of a thing, and the numbers to show beside the pointer.
pub struct Dragged<T> {
    /// The thing.
    pub thing: T,
    /// Its numbers: `2.00 × 1.00 m`.
    pub words: String,
}

impl<T: Into<Thing>> Dragged<T> {
    /// The same as a thing of any sort.
    pub fn whole(self) -> Dragged<Thing> {
        Dragged { thing: self.thing.into(), words: self.words }
    }
}
