//! Clipping the incident face against the reference face (S7).
use super::manifold::ManifoldPoint;
use crate::engine::math::Vec2;

/// One step of clipping.
#[derive(Clone, Debug, PartialEq)]
pub enum ClipStep {
    /// The reference and incident faces were chosen.
    Faces {
        /// True when the reference face belongs to A.
        reference_is_a: bool,
        /// Reference face, A's frame.
        reference: [Vec2; 2],
        /// Incident face, A's frame.
        incident: [Vec2; 2],
        /// Outward unit normal of the reference face, A's frame.
        normal: Vec2,
    },
    /// The incident face was cut at one side plane of the reference face.
    Side {
        /// A point of the plane, A's frame.
        at: Vec2,
        /// The plane's unit normal; the kept side is behind it.
        outward: Vec2,
        /// What is left of the incident face.
        left: [Vec2; 2],
    },
    /// A point was kept or dropped by its separation from the reference face.
    Point {
        /// The point.
        point: ManifoldPoint,
        /// Whether it is in the manifold.
        kept: bool,
    },
}
