//! Poses that have broken collision code elsewhere: each ends within the limits and with a reason, and all methods
//! agree.
//!
//! The gap of every row is known by arithmetic. Where a report told of the pose, the row names it (project and number
//! of the issue). `limits.rs` draws fifty thousand such pairs at random; here each stands for one cause.

use crate::narrow_cases::{judge, placed};
use collidoscope::engine::math::{Pose, Rot, Vec2};
use collidoscope::engine::narrow::closed_form::closed_form;
use collidoscope::engine::narrow::epa::{EpaOutcome, penetration};
use collidoscope::engine::narrow::gjk::{GjkOutcome, GjkReason, GjkStep, distance};
use collidoscope::engine::narrow::sat::{SatOutcome, SatStep, VertexAxis, separate};
use collidoscope::engine::narrow::{NarrowPhase, collide};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::shape::{BoxShape, Capsule, Circle, ConvexPolygon, Segment, Shape};
use collidoscope::engine::tuning::EPA_MAX_ITERATIONS;

/// Rounding of `f32` coordinates, as a share of the reach (the largest coordinate, at least the size of the shapes).
const ROUNDING: f64 = 1e-6;

fn rectangle(width: f32, height: f32) -> Shape {
    BoxShape::try_new(width, height, Vec2::ZERO, 0.0, 0.0).unwrap().into()
}
fn disc(radius: f32) -> Shape {
    Circle::try_new(Vec2::ZERO, radius).unwrap().into()
}
fn pill(half: f32, radius: f32) -> Shape {
    Capsule::try_new(Vec2::new(-half, 0.0), Vec2::new(half, 0.0), radius).unwrap().into()
}
fn line(half: f32) -> Shape {
    Segment::try_new(Vec2::new(-half, 0.0), Vec2::new(half, 0.0)).unwrap().into()
}
fn polygon(points: &[(f32, f32)]) -> Shape {
    let points: Vec<Vec2> = points.iter().map(|&(x, y)| Vec2::new(x, y)).collect();
    ConvexPolygon::try_new(&points, 0.0).unwrap().into()
}
fn at(x: f32, y: f32) -> Pose {
    Pose { position: Vec2::new(x, y), rotation: Rot::IDENTITY }
}
/// A quarter turn without rounding.
fn quarter(x: f32, y: f32) -> Pose {
    Pose { position: Vec2::new(x, y), rotation: Rot { cos: 0.0, sin: 1.0 } }
}
fn turned(x: f32, y: f32, angle: f32) -> Pose {
    Pose::new(Vec2::new(x, y), angle)
}

/// One pose.
struct Row {
    name: &'static str,
    a: Shape,
    b: Shape,
    pose: Pose,
    /// Signed gap of the rounded shapes, metres.
    gap: f64,
    /// How GJK and, if the cores overlap, EPA end.
    gjk: GjkReason,
    epa: Option<EpaOutcome>,
    /// Whether the axis between vertices is tried, and if not, why.
    vertex_axis: VertexAxis,
}

use EpaOutcome::{Converged, Point};
use GjkReason::{HoldsOrigin, NoGain, OnSimplex};
use VertexAxis::{CoresOverlap, EdgeIsNearer, OnePlace, Tried};

#[rustfmt::skip] // a table
fn rows() -> Vec<Row> {
    let row = |name, a, b, pose, gap, gjk, epa, vertex_axis| Row { name, a, b, pose, gap, gjk, epa, vertex_axis };
    let unit = || rectangle(1.0, 1.0);
    let needle = || polygon(&[(0.0, 0.0), (1.0, 0.0), (0.5, 0.001)]);
    let triangle = || polygon(&[(0.0, 0.0), (1.0, 1.0), (-1.0, 1.0)]);
    vec![
        // Nothing to tell a direction by.
        row("two discs with one centre", disc(0.5), disc(0.5), at(0.0, 0.0), -1.0, OnSimplex, Some(Point), Tried),
        row("two squares in one place", unit(), unit(), at(0.0, 0.0), -1.0, OnSimplex, Some(Converged), CoresOverlap),
        row("a square in the middle of another: EPA begins with two corners (openral 215)", unit(), rectangle(0.5, 0.5), at(0.0, 0.0), -0.75, HoldsOrigin, Some(Converged), CoresOverlap),
        row("two squares in one place, one turned by a quarter", unit(), unit(), quarter(0.0, 0.0), -1.0, OnSimplex, Some(Converged), CoresOverlap),
        row("a disc in the middle of a square", disc(0.25), unit(), at(0.0, 0.0), -0.75, OnSimplex, Some(Converged), CoresOverlap),
        row("two capsules in one place", pill(0.5, 0.25), pill(0.5, 0.25), at(0.0, 0.0), -0.5, OnSimplex, Some(Converged), OnePlace),
        row("a disc in the middle of a capsule", disc(0.25), pill(0.5, 0.25), at(0.0, 0.0), -0.5, OnSimplex, Some(Converged), EdgeIsNearer),
        // The origin on a side or a corner of the difference, or of the simplex.
        row("squares that overlap along one axis only (raw-physics 6)", unit(), unit(), at(0.5, 0.0), -0.5, OnSimplex, Some(Converged), CoresOverlap),
        row("squares side by side, touching", unit(), unit(), at(1.0, 0.25), 0.0, HoldsOrigin, Some(Converged), EdgeIsNearer),
        row("squares side by side, flush", unit(), unit(), at(1.0, 0.0), 0.0, OnSimplex, Some(Converged), OnePlace),
        row("squares corner to corner", unit(), unit(), at(1.0, 1.0), 0.0, OnSimplex, Some(Converged), OnePlace),
        row("a corner exactly on a side", unit(), triangle(), at(0.25, 0.5), 0.0, HoldsOrigin, Some(Converged), EdgeIsNearer),
        row("a corner exactly on a corner", unit(), triangle(), at(0.5, 0.5), 0.0, OnSimplex, Some(Converged), OnePlace),
        row("a corner exactly in the centre", unit(), triangle(), at(0.0, 0.0), -0.5, OnSimplex, Some(Converged), CoresOverlap),
        row("a disc's centre exactly on a side", unit(), disc(0.25), at(0.5, 0.125), -0.25, HoldsOrigin, Some(Converged), EdgeIsNearer),
        row("a disc's centre exactly on a corner", unit(), disc(0.25), at(0.5, 0.5), -0.25, OnSimplex, Some(Converged), OnePlace),
        row("a disc's centre exactly on a line", line(1.0), disc(0.25), at(0.5, 0.0), -0.25, OnSimplex, Some(Converged), EdgeIsNearer),
        row("a disc's centre exactly at the end of a line", line(1.0), disc(0.25), at(1.0, 0.0), -0.25, OnSimplex, Some(Converged), OnePlace),
        // Faces that are parallel, or nearly.
        row("parallel sides a tenth of a millimetre apart (Flexible-GJK-and-EPA 8)", unit(), unit(), at(0.25, 1.0001), 0.0001, NoGain, None, EdgeIsNearer),
        row("parallel sides, overlapping by a tenth of a millimetre (coal 144)", rectangle(2.0, 2.0), rectangle(2.0, 2.0), at(1.9999, 0.0), -0.0001, OnSimplex, Some(Converged), CoresOverlap),
        row("sides turned by a millionth, a millimetre apart", rectangle(2.0, 2.0), rectangle(2.0, 2.0), turned(0.0, 2.001, 1e-6), 0.000999, NoGain, None, EdgeIsNearer),
        row("a disc a hair above a side (sch-core 28)", unit(), disc(0.25), at(0.125, 0.7501), 0.0001, NoGain, None, EdgeIsNearer),
        row("two capsules along one line, end in end", pill(0.5, 0.25), pill(0.5, 0.25), at(0.75, 0.0), -0.5, OnSimplex, Some(Converged), EdgeIsNearer),
        row("two capsules along one line, apart", pill(0.5, 0.25), pill(0.5, 0.25), at(2.0, 0.0), 0.5, NoGain, None, Tried),
        row("two capsules side by side", pill(0.5, 0.25), pill(0.5, 0.25), at(0.0, 0.5), 0.0, NoGain, None, Tried),
        // Deep inside.
        row("a capsule deep in a square", unit(), pill(0.2, 0.1), at(0.0, 0.0), -0.6, OnSimplex, Some(Converged), CoresOverlap),
        row("a capsule that looks out of a square", unit(), pill(0.5, 0.125), at(0.5, 0.25), -0.375, OnSimplex, Some(Converged), CoresOverlap),
        row("two capsules that cross in the middle", pill(0.5, 0.25), pill(0.5, 0.25), quarter(0.0, 0.0), -1.0, OnSimplex, Some(Converged), CoresOverlap),
        row("a capsule that stands on a slab (parry 378, the good one)", pill(0.25, 0.5), rectangle(1.0, 8.0), at(-1.2391, -2.0373735), -0.0109, NoGain, None, EdgeIsNearer),
        row("a capsule that just touches a slab (parry 378, the bad one)", pill(0.25, 0.5), rectangle(1.0, 8.0), at(-1.25, -2.0373735), 0.0, NoGain, None, EdgeIsNearer),
        // Very small, very thin, very unequal.
        row("squares of a millimetre, half overlapping", rectangle(0.001, 0.001), rectangle(0.001, 0.001), at(0.0005, 0.0), -0.0005, OnSimplex, Some(Converged), CoresOverlap),
        row("a square of a millimetre on a slab of a kilometre", rectangle(1000.0, 1.0), rectangle(0.001, 0.001), at(300.0, 0.5), -0.0005, HoldsOrigin, Some(Converged), CoresOverlap),
        row("a needle on a square", unit(), needle(), at(-0.5, 0.5), 0.0, HoldsOrigin, Some(Converged), OnePlace),
        row("two needles point to point", needle(), needle(), at(1.0, 0.0), 0.0, OnSimplex, Some(Converged), OnePlace),
        row("a capsule hardly longer than nothing", pill(0.0005, 0.25), disc(0.25), at(0.0, 0.5), 0.0, NoGain, None, EdgeIsNearer),
        // Lines, which have no inside.
        row("two lines that cross", line(1.0), line(1.0), quarter(0.0, 0.0), -1.0, OnSimplex, Some(Converged), CoresOverlap),
        row("two lines in one place", line(1.0), line(1.0), at(0.0, 0.0), 0.0, OnSimplex, Some(Converged), OnePlace),
        row("two lines end to end", line(1.0), line(1.0), at(2.0, 0.0), 0.0, OnSimplex, Some(Converged), OnePlace),
        row("two lines that meet in a corner", line(1.0), line(1.0), quarter(1.0, 1.0), 0.0, OnSimplex, Some(Converged), OnePlace),
        row("a line through the middle of a square", unit(), line(1.0), at(0.0, 0.0), -0.5, OnSimplex, Some(Converged), CoresOverlap),
        row("a line along a side of a square", unit(), line(1.0), at(0.0, 0.5), 0.0, HoldsOrigin, Some(Converged), EdgeIsNearer),
    ]
}

#[test]
fn every_pose_ends_within_the_limits_with_its_reason_and_all_methods_agree() {
    let mut wrong = Vec::new();
    for row in rows() {
        wrong.extend(row.complaints().into_iter().map(|complaint| format!("{}: {complaint}", row.name)));
        let swapped = row.swapped();
        wrong.extend(swapped.complaints().into_iter().map(|complaint| format!("{}, A and B exchanged: {complaint}", row.name)));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

impl Row {
    fn swapped(&self) -> Row {
        let back = self.pose.inv_mul(Pose::IDENTITY);
        let Row { name, ref a, ref b, gap, gjk, epa, vertex_axis, .. } = *self;
        Row { name, a: b.clone(), b: a.clone(), pose: back, gap, gjk, epa, vertex_axis }
    }

    /// What is not as the row says.
    fn complaints(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut expect = |good: bool, what: String| found.extend((!good).then_some(what));
        let (a, b, pose) = (self.a.convex(), self.b.convex(), self.pose);
        let radius = f64::from(a.radius + b.radius);
        let (core_a, core_b) = (placed(a, Pose::IDENTITY), placed(b, pose));
        let reach = core_a.iter().chain(&core_b).fold(1e-3, |m: f64, p| m.max(p.0.abs()).max(p.1.abs()));
        let tolerance = ROUNDING * reach;
        let near = |x: f32| (f64::from(x) - self.gap).abs() < tolerance;
        let truth = judge(&core_a, &core_b).separation - radius;
        expect((truth - self.gap).abs() < tolerance, format!("the table says {}, brute force {truth}", self.gap));

        // Separating axes; no margin ends the test early.
        let mut steps: Vec<SatStep> = Vec::new();
        let sat = separate(a, b, pose, f32::INFINITY, &mut steps);
        expect(near(sat.separation) && is_unit(sat.normal), format!("{sat:?}"));
        let apart = sat.outcome == SatOutcome::Near;
        expect(apart == (self.gap > 0.0) || self.gap.abs() < tolerance, format!("{:?}", sat.outcome));
        expect(sat.vertex_axis == self.vertex_axis, format!("{:?} instead of {:?}", sat.vertex_axis, self.vertex_axis));

        // Distance, then depth; a quarter of the iteration limit is plenty for shapes with so few corners.
        let mut turns: Vec<GjkStep> = Vec::new();
        let gjk = distance(a, b, pose, &mut turns);
        let reason = turns.last().map(|turn| turn.reason);
        expect(gjk.iterations <= 8, format!("{} turns of GJK", gjk.iterations));
        expect(reason == Some(self.gjk), format!("{reason:?} instead of {:?}", self.gjk));
        expect((gjk.outcome == GjkOutcome::Overlap) == self.epa.is_some(), format!("{gjk:?}"));
        if gjk.outcome == GjkOutcome::Overlap {
            let epa = penetration(a, b, pose, &gjk, &mut NoProbe);
            expect(Some(epa.outcome) == self.epa && epa.iterations < EPA_MAX_ITERATIONS, format!("{epa:?} instead of {:?}", self.epa));
            expect(near(-epa.depth - radius as f32) && is_unit(epa.normal), format!("{epa:?}"));
        } else {
            expect(near(gjk.distance - radius as f32) && is_unit(gjk.normal), format!("{gjk:?}"));
        }

        if let Some(form) = closed_form(&self.a, &self.b, pose) {
            expect(near(form.step.separation) && is_unit(form.step.normal), format!("{form:?}"));
        }
        for method in [NarrowPhase::Sat, NarrowPhase::GjkEpa] {
            let manifold = collide(&self.a, &self.b, pose, method, 0.02, &mut NoProbe);
            let sound = manifold.points().iter().all(|p| p.position.is_finite() && p.separation.is_finite());
            let touches = manifold.count > 0 && is_unit(manifold.normal);
            expect(sound && touches == (self.gap <= 0.02), format!("{method:?} {manifold:?}"));
        }
        found
    }
}

fn is_unit(normal: Vec2) -> bool {
    (normal.length() - 1.0).abs() < 1e-5
}

#[test]
fn shapes_without_an_extent_are_refused() {
    let p = Vec2::new(0.25, 0.5);
    assert!(Segment::try_new(p, p).is_err() && Capsule::try_new(p, p, 0.5).is_err());
    assert!(Circle::try_new(p, 0.0).is_err() && BoxShape::try_new(0.0, 1.0, p, 0.0, 0.0).is_err());
    assert!(ConvexPolygon::try_new(&[p, p, p], 0.0).is_err() && ConvexPolygon::try_new(&[p, Vec2::ZERO, 2.0 * p], 0.0).is_err());
}
