//! Why a shape cannot be built, and the checks that say so.
//!
//! A shape that exists is valid: every constructor refuses what would later divide by zero, lose its area to rounding
//! or leave the range in which `f32` keeps millimetres. So no algorithm behind it needs to ask again.

use crate::engine::math::{Vec2, max};
use crate::engine::tuning::{MAX_COORDINATE, MAX_POLYGON_VERTICES, MAX_SIZE, MIN_POLYGON_VERTICES, MIN_SIZE};
use std::fmt;

/// Why a shape cannot be built. `Display` says it in words with the offending value.
#[derive(Clone, Debug, PartialEq)]
pub enum ShapeError {
    /// A number is NaN or infinite.
    NotFinite {
        /// Which one.
        what: &'static str,
    },
    /// A length lies outside its bounds.
    OutOfRange {
        /// Which one.
        what: &'static str,
        /// Its value, metres.
        value: f32,
        /// Smallest allowed, metres.
        min: f32,
        /// Largest allowed, metres.
        max: f32,
    },
    /// A vertex has a coordinate that is not finite or too far out.
    VertexOutOfRange {
        /// Index of the vertex.
        vertex: usize,
        /// The coordinate, metres; may be NaN.
        value: f32,
        /// Largest allowed magnitude, metres.
        max: f32,
    },
    /// Too few or too many vertices.
    VertexCount {
        /// How many there are.
        count: usize,
        /// Fewest allowed.
        min: usize,
        /// Most allowed.
        max: usize,
    },
    /// Two vertices are the same point, or too near to tell apart.
    EqualVertices {
        /// Index of the first.
        first: usize,
        /// Index of the second.
        second: usize,
    },
    /// Three neighbouring vertices lie on one line, or the outline has no area.
    Collinear {
        /// Index of the middle one.
        middle: usize,
    },
    /// The outline is not convex at a vertex.
    NotConvex {
        /// Index of the vertex.
        vertex: usize,
    },
    /// Two edges of an outline cross or touch.
    SelfCrossing {
        /// Index of the first edge's first vertex.
        first: usize,
        /// Index of the second edge's first vertex.
        second: usize,
    },
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShapeError::NotFinite { what } => write!(f, "{what} must be a finite number"),
            ShapeError::OutOfRange { what, value, min, max } => write!(f, "{what} must lie between {min} and {max} m, is {value}"),
            ShapeError::VertexOutOfRange { vertex, value, max } => {
                write!(f, "vertex {vertex} has the coordinate {value}; it must lie between -{max} and {max} m")
            }
            ShapeError::VertexCount { count, min, max } => write!(f, "needs {min} to {max} vertices, has {count}"),
            ShapeError::EqualVertices { first, second } => {
                write!(f, "vertices {first} and {second} are the same point (they must be at least {MIN_SIZE} m apart)")
            }
            ShapeError::Collinear { middle } => write!(f, "vertex {middle} lies on the line through its two neighbours"),
            ShapeError::NotConvex { vertex } => write!(f, "the outline is not convex at vertex {vertex}"),
            ShapeError::SelfCrossing { first, second } => {
                write!(f, "the outline crosses itself: the edge after vertex {first} meets the edge after vertex {second}")
            }
        }
    }
}

impl std::error::Error for ShapeError {}

/// Shortest length that is still a length at `reach` metres from the body's origin: [`MIN_SIZE`], or eight steps of
/// `f32` there.
pub(super) fn smallest_length_at(reach: f32) -> f32 {
    max(MIN_SIZE, 8.0 * f32::EPSILON * reach)
}

/// `value` if it is finite and within `[min, max]`.
pub(super) fn check_length(what: &'static str, value: f32, min: f32, max: f32) -> Result<f32, ShapeError> {
    if !value.is_finite() {
        Err(ShapeError::NotFinite { what })
    } else if value < min || value > max {
        Err(ShapeError::OutOfRange { what, value, min, max })
    } else {
        Ok(value)
    }
}

/// `point` if both its coordinates are finite and within [`MAX_COORDINATE`].
pub(super) fn check_point(what: &'static str, point: Vec2) -> Result<Vec2, ShapeError> {
    check_length(what, point.x, -MAX_COORDINATE, MAX_COORDINATE)?;
    check_length(what, point.y, -MAX_COORDINATE, MAX_COORDINATE)?;
    Ok(point)
}

/// The two ends of a line core: finite, in range, and far enough apart to have a direction.
pub(super) fn check_ends(a: Vec2, b: Vec2) -> Result<(), ShapeError> {
    check_point("a", a)?;
    check_point("b", b)?;
    let reach = max(a.abs().max_element(), b.abs().max_element());
    check_length("length", (b - a).length(), smallest_length_at(reach), MAX_SIZE)?;
    Ok(())
}

/// What polygons and outlines have in common: a sensible number of vertices, all in range, no two of them the same
/// point, and no larger than [`MAX_SIZE`].
pub(super) fn check_vertices(vertices: &[Vec2], most: usize) -> Result<(), ShapeError> {
    let count = vertices.len();
    if !(MIN_POLYGON_VERTICES..=most).contains(&count) {
        return Err(ShapeError::VertexCount { count, min: MIN_POLYGON_VERTICES, max: most });
    }
    let mut reach = 0.0;
    for (vertex, p) in vertices.iter().enumerate() {
        for value in [p.x, p.y] {
            if !value.is_finite() || value.abs() > MAX_COORDINATE {
                return Err(ShapeError::VertexOutOfRange { vertex, value, max: MAX_COORDINATE });
            }
            reach = max(reach, value.abs());
        }
    }
    let smallest = smallest_length_at(reach);
    for (first, &p) in vertices.iter().enumerate() {
        for (offset, &q) in vertices[first + 1..].iter().enumerate() {
            let distance = (q.as_dvec2() - p.as_dvec2()).length();
            // Decimal millimetres do not fit f32 exactly: a ten-thousandth of tolerance keeps a 1 mm edge a 1 mm edge.
            if distance < f64::from(smallest) * 0.9999 {
                return Err(ShapeError::EqualVertices { first, second: first + 1 + offset });
            }
            if distance > f64::from(MAX_SIZE) * 1.5 {
                return Err(ShapeError::OutOfRange { what: "size", value: distance as f32, min: MIN_SIZE, max: 1.5 * MAX_SIZE });
            }
        }
    }
    Ok(())
}

/// Most vertices of a concave outline.
pub const MAX_OUTLINE_VERTICES: usize = 4 * MAX_POLYGON_VERTICES;
