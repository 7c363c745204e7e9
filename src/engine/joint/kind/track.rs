//! The track: a point of B stays on a curve that is fixed in A, like a bead on a wire; B turns freely about it.
//!
//! The curve is a cubic Bézier curve in a frame at A's anchor whose axes e and perp(e) turn with A. With d from A's
//! anchor to B's and `u = (e · d, perp(e) · d)`, let q be the nearest point of the curve, t its unit tangent there,
//! `n = perp(t)`, κ its curvature:
//!
//! ```text
//!                 n ↑  ● B          beside the curve   f = n · (u − q)           must stay 0
//!       ·―――――q――――――→ t            way along it       s, arc length from start  free, 0 ≤ s ≤ L
//!    ／                             rates              ∇f = n,  ∇s = t / (1 − κ f), which is t on the curve
//! ```
//!
//! As for the prismatic joint the frame turns with A, so that A's arm reaches to B's anchor. The constraint force is
//! along n and does no work; at both ends of the curve B's point is stopped. Where the curve crosses itself the point
//! may go on along either branch. Impulses: beside, start, end.

use crate::engine::joint::contract::{Kind, Measured};
use crate::engine::joint::info::{Anchoring, Coordinate, JointInfo, Mark, Measure, Stroke, Tool, Variant};
use crate::engine::joint::parts::{Limits, Parts};
use crate::engine::joint::row::JacobianRow;
use crate::engine::joint::rows::RowTaker;
use crate::engine::joint::stand::Stand;
use crate::engine::lagrange::curve::{arc_length, bezier, distance_at, nearest};
use crate::engine::math::{Vec2, clamp, perp};
use crate::engine::tuning;
use glam::DVec2;

/// Holds a point of B on a curve of A.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Track {
    /// Control points of a cubic Bézier curve, from the anchor, world axes at creation, metres.
    pub points: [Vec2; 4],
}

/// A bowl of 4 m: the parabola `y = x²/4`.
impl Default for Track {
    fn default() -> Track {
        Track::parabola(0.25, [-2.0, 2.0])
    }
}

/// Where B's anchor is on the curve.
struct Place {
    /// Across the curve, world, unit.
    normal: Vec2,
    /// Along it.
    along: Vec2,
    /// How far B's anchor is beside the curve, positive on the left, metres.
    beside: f32,
    /// Arc length from the start.
    way: f32,
    /// Of the whole curve.
    length: f32,
}

impl Track {
    /// The part of the parabola `y = bend x²` between two x, 1/m and metres: a Bézier curve is exactly that.
    pub fn parabola(bend: f32, [from, to]: [f32; 2]) -> Track {
        let third = (to - from) / 3.0;
        let point = |x: f32| Vec2::new(x, bend * x * x);
        let slope = |x: f32| Vec2::new(1.0, 2.0 * bend * x);
        Track { points: [point(from), point(from) + third * slope(from), point(to) - third * slope(to), point(to)] }
    }

    /// Its control points in double precision.
    pub fn wide(&self) -> [DVec2; 4] {
        self.points.map(|p| p.as_dvec2())
    }

    fn place(&self, now: &Stand) -> Place {
        let (points, [x, y]) = (self.wide(), now.slide());
        let at = DVec2::new(f64::from(x), f64::from(y));
        let parameter = nearest(&points, at);
        let value = distance_at(&points, at, parameter);
        let across = value.gradient.as_vec2();
        let normal = across.x * now.axis + across.y * perp(now.axis);
        let end = bezier(&points, parameter)[0];
        // Beyond its ends the curve goes on straight, and so does the way.
        let beyond = value.along.dot(at - end);
        let [before, after] = [[0.0, parameter], [parameter, 1.0]].map(|part| arc_length(&points, part));
        let is_beyond = parameter == 0.0 || parameter == 1.0;
        let way = before + if is_beyond { beyond } else { 0.0 };
        Place { normal, along: -perp(normal), beside: value.value as f32, way: way as f32, length: (before + after) as f32 }
    }
}

impl Place {
    fn rows(&self, now: &Stand) -> [JacobianRow; 2] {
        let reach = now.r_a + now.gap;
        [JacobianRow::along(self.along, reach, now.r_b), JacobianRow::along(self.normal, reach, now.r_b)]
    }
}

impl Kind for Track {
    const INFO: &'static JointInfo = &JointInfo {
        word: "track",
        anchoring: Anchoring::Curve,
        coordinate: Some(Coordinate { name: "Way along the curve", measure: Measure::Way }),
        curve: Some("Control points of a cubic Bézier curve that the point of B stays on, from the anchor, metres; it turns with A."),
        variants: &[Variant {
            word: "track",
            name: "Track",
            limits: None,
            motor: None,
            spring: None,
            tool: Some(Tool {
                key: '/',
                hint: "Press on a body and draw the curve that it shall stay on; drag its control points afterwards",
                help: "Draw a curve by hand, beginning on a body: its point stays on the curve, like a bead on a wire.",
                icon: &[
                    Stroke::Lines(&[
                        [2.0, 5.0],
                        [4.0, 11.0],
                        [7.0, 15.5],
                        [10.5, 17.5],
                        [14.0, 17.0],
                        [17.5, 14.0],
                        [20.0, 9.5],
                        [22.0, 3.0],
                    ]),
                    Stroke::Circle([7.0, 15.5], 3.2),
                ],
            }),
        }],
        marks: &[Mark::Track],
        ..JointInfo::PLAIN
    };

    fn parts(&mut self) -> Parts<'_> {
        Parts { curve: Some(&mut self.points), ..Parts::default() }
    }

    fn bound_own_numbers(&mut self) {
        let bounded = |x: f32| if x.is_finite() { clamp(x, -tuning::MAX_COORDINATE, tuning::MAX_COORDINATE) } else { 0.0 };
        self.points = self.points.map(|p| Vec2::new(bounded(p.x), bounded(p.y)));
    }

    fn rows<T: RowTaker>(&self, now: &Stand, rows: &mut T) {
        let place = self.place(now);
        let [along, across] = place.rows(now);
        rows.within(1, along, place.way, Some(Limits { lower: 0.0, upper: place.length }));
        rows.hold(0, across, place.beside, None);
    }

    fn free_row(&self, now: &Stand) -> Option<JacobianRow> {
        Some(self.place(now).rows(now)[0])
    }

    fn gap_now(&self, now: &Stand) -> Option<Vec2> {
        let place = self.place(now);
        Some(place.beside * place.normal)
    }

    /// The error is how far B's anchor is beside the curve.
    fn measured(&self, now: &Stand) -> Measured {
        let place = self.place(now);
        Measured { error: place.beside.abs(), coordinate: place.way }
    }
}
