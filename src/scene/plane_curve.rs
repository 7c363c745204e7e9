//! Curves of a scene: lines, rays, circles and Bézier curves, which cross each other and bodies and push nothing.

use crate::engine::aabb::Aabb;
use crate::engine::curve::{Bezier, BezierError, DVec2};
use crate::engine::math::{Pose, Vec2};

/// A curve.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaneCurveDoc {
    /// Unique among curves.
    pub id: String,
    /// Body it is drawn on (then its places are in that body's frame); `None` = the world.
    pub body: Option<String>,
    /// What it is.
    pub kind: PlaneCurve,
}

/// What a curve is; places in metres.
#[derive(Clone, Debug, PartialEq)]
pub enum PlaneCurve {
    /// A line without ends.
    Line {
        /// A point of it: t = 0.
        a: Vec2,
        /// Another: t = 1.
        b: Vec2,
    },
    /// The part of a line between two points.
    Segment {
        /// One end: t = 0.
        a: Vec2,
        /// The other: t = 1.
        b: Vec2,
    },
    /// A ray of light that bodies reflect.
    Ray {
        /// Where it begins: t = 0.
        a: Vec2,
        /// A point on its way: t = 1.
        b: Vec2,
        /// It is reflected so often.
        bounces: u32,
    },
    /// A circle.
    Circle {
        /// Its middle.
        center: Vec2,
        /// Its radius.
        radius: f32,
    },
    /// A Bézier curve.
    Bezier {
        /// Its control points.
        points: Vec<Vec2>,
        /// A weight for each of them; empty = all 1.
        weights: Vec<f32>,
    },
}

impl Default for PlaneCurveDoc {
    fn default() -> PlaneCurveDoc {
        PlaneCurveDoc { id: String::new(), body: None, kind: PlaneCurve::LINE }
    }
}

impl PlaneCurve {
    /// A level line.
    pub const LINE: PlaneCurve = PlaneCurve::Line { a: Vec2::ZERO, b: Vec2::X };
    /// Reflections of a new ray.
    pub const BOUNCES: u32 = 8;

    /// Its word in files.
    pub fn word(&self) -> &'static str {
        match self {
            PlaneCurve::Line { .. } => "line",
            PlaneCurve::Segment { .. } => "segment",
            PlaneCurve::Ray { .. } => "ray",
            PlaneCurve::Circle { .. } => "circle",
            PlaneCurve::Bezier { .. } => "bezier",
        }
    }

    /// One of each kind.
    pub fn each() -> [PlaneCurve; 5] {
        let (a, b) = (Vec2::ZERO, Vec2::X);
        [
            PlaneCurve::LINE,
            PlaneCurve::Segment { a, b },
            PlaneCurve::Ray { a, b, bounces: PlaneCurve::BOUNCES },
            PlaneCurve::Circle { center: a, radius: 1.0 },
            PlaneCurve::Bezier { points: vec![a, b], weights: Vec::new() },
        ]
    }

    /// The places that make it.
    pub fn places(&self) -> Vec<Vec2> {
        match self {
            PlaneCurve::Line { a, b } | PlaneCurve::Segment { a, b } | PlaneCurve::Ray { a, b, .. } => vec![*a, *b],
            PlaneCurve::Circle { center, .. } => vec![*center],
            PlaneCurve::Bezier { points, .. } => points.clone(),
        }
    }

    /// The same, to move them.
    pub fn places_mut(&mut self) -> Vec<&mut Vec2> {
        match self {
            PlaneCurve::Line { a, b } | PlaneCurve::Segment { a, b } | PlaneCurve::Ray { a, b, .. } => vec![a, b],
            PlaneCurve::Circle { center, .. } => vec![center],
            PlaneCurve::Bezier { points, .. } => points.iter_mut().collect(),
        }
    }

    /// Two curves cross at most as often as the product of their degrees (Bézout), unless they lie on each other.
    pub fn degree(&self) -> usize {
        match self {
            PlaneCurve::Line { .. } | PlaneCurve::Segment { .. } | PlaneCurve::Ray { .. } => 1,
            PlaneCurve::Circle { .. } => 2,
            PlaneCurve::Bezier { points, .. } => points.len().saturating_sub(1),
        }
    }

    /// A box around its places, and all of a circle.
    pub fn bounds(&self) -> Option<Aabb> {
        let around = Aabb::around(self.places());
        if let PlaneCurve::Circle { radius, .. } = self { around.map(|b| b.grown(*radius)) } else { around }
    }

    /// The Bézier curve of the engine.
    ///
    /// # Errors
    /// What is wrong with its points or weights.
    pub fn bezier(points: &[Vec2], weights: &[f32]) -> Result<Bezier, BezierError> {
        let points: Vec<DVec2> = points.iter().map(Vec2::as_dvec2).collect();
        if weights.is_empty() {
            return Bezier::try_new(&points);
        }
        Bezier::try_rational(&points, &weights.iter().map(|w| f64::from(*w)).collect::<Vec<_>>())
    }

    /// The same curve in the world, given in a body's frame.
    pub fn placed(&self, pose: Pose) -> PlaneCurve {
        let mut placed = self.clone();
        for place in placed.places_mut() {
            *place = pose.transform_point(*place);
        }
        placed
    }
}
