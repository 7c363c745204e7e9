//! Judge of the time of impact: the gap along the whole way in `f64`, with a certificate instead of samples. Between
//! two times the gap falls by no more than the bodies' fastest points move; where that leaves a doubt, the stretch is
//! halved.

use super::coverage::Coverage;
use super::narrow_cases::{V, vertex_edge_distance};
use collidoscope::engine::math::Vec2;
use collidoscope::engine::narrow::time_of_impact::{Sweep, ToiOptions, ToiOutcome, ToiResult, ToiStep, ToiTarget, ToiVerdict};
use collidoscope::engine::shape::{Convex, Shape};

/// Rounding of `f32` positions within 10 m, metres.
const ROUNDING: f64 = 1e-5;

/// Two swept shapes.
#[derive(Clone, Debug)]
pub struct Flight {
    pub a: Shape,
    pub b: Shape,
    pub sweep_a: Sweep,
    pub sweep_b: Sweep,
}

impl Flight {
    /// Signed gap of the rounded shapes at a time, metres; with the cores apart.
    pub fn gap(&self, t: f64) -> f64 {
        let (a, b) = (placed(self.a.convex(), &self.sweep_a, t), placed(self.b.convex(), &self.sweep_b, t));
        vertex_edge_distance(&a, &b) - f64::from(self.a.convex().radius) - f64::from(self.b.convex().radius)
    }

    /// How fast the gap can change, metres per unit of time.
    fn fastest(&self) -> f64 {
        let travel = (self.sweep_b.travel - self.sweep_a.travel).length();
        let swing = |shape: &Shape, sweep: &Sweep| {
            let reach = shape.convex().points.iter().map(|p| (*p - sweep.local_center).length()).fold(0.0, f32::max);
            sweep.turn.abs() * reach
        };
        f64::from(travel + swing(&self.a, &self.sweep_a) + swing(&self.b, &self.sweep_b)) * 1.000_01 + 1e-6
    }

    /// True when the gap certainly stays above `floor` between two times.
    pub fn stays_above(&self, floor: f64, from: f64, to: f64) -> bool {
        let fastest = self.fastest();
        let mut open = vec![(from, self.gap(from), to, self.gap(to))];
        while let Some((t0, g0, t1, g1)) = open.pop() {
            if 0.5 * (g0 + g1 - fastest * (t1 - t0)) >= floor {
                continue;
            }
            if g0 < floor || g1 < floor || t1 - t0 < 1e-9 {
                return false;
            }
            let middle = 0.5 * (t0 + t1);
            let gap = self.gap(middle);
            open.extend([(t0, g0, middle, gap), (middle, gap, t1, g1)]);
        }
        true
    }
}

/// Corners at a time, world.
fn placed(core: Convex<'_>, sweep: &Sweep, t: f64) -> Vec<V> {
    let of = |v: Vec2| (f64::from(v.x), f64::from(v.y));
    let (start, travel, local) = (of(sweep.start_center), of(sweep.travel), of(sweep.local_center));
    let turn = f64::from(sweep.turn) * t + f64::from(sweep.start_rotation.sin).atan2(f64::from(sweep.start_rotation.cos));
    let (sin, cos) = turn.sin_cos();
    let place = |p: &Vec2| {
        let (x, y) = (of(*p).0 - local.0, of(*p).1 - local.1);
        (start.0 + t * travel.0 + cos * x - sin * y, start.1 + t * travel.1 + sin * x + cos * y)
    };
    core.points.iter().map(place).collect()
}

/// Judges one search and notes the branches it met.
pub fn judge(flight: &Flight, target: ToiTarget, options: &ToiOptions, steps: &[ToiStep], result: &ToiResult, met: &mut Coverage) {
    let about = || format!("{flight:?}\n{options:?}\n{steps:#?}\n{result:#?}");
    assert!(result.iterations == steps.len() && steps.len() <= options.max_iterations.max(1), "{}", about());
    let (wall, tolerance) = (f64::from(target.separation), f64::from(target.tolerance));
    let mut time = 0.0;
    for (number, step) in steps.iter().enumerate() {
        let t = f64::from(step.t);
        assert!(step.t == time && step.safe_until >= step.t && step.safe_until <= 1.0, "time runs on from where it was safe, {}", about());
        assert!((f64::from(step.hit_below) - wall - tolerance).abs() < 1e-9, "{}", about());
        assert!((f64::from(step.goal) - wall - 0.5 * tolerance).abs() < 1e-9, "{}", about());
        judge_place(flight, step, number, &about);
        let is_hit = step.separation <= step.hit_below;
        match step.verdict {
            ToiVerdict::Hit => assert!(is_hit && t > 0.0, "{}", about()),
            ToiVerdict::Overlapped => assert!(is_hit && t == 0.0, "{}", about()),
            _ => {
                assert!(!is_hit, "{}", about());
                let certain = flight.stays_above(f64::from(step.goal) - ROUNDING, t, f64::from(step.safe_until));
                assert!(certain, "the gap falls below the goal before {} {}", step.safe_until, about());
                judge_bound(flight, step, &about);
            }
        }
        let last = number + 1 == steps.len();
        assert_eq!(last, step.verdict != ToiVerdict::Advance, "{}", about());
        met.note(step.verdict);
        time = step.safe_until;
    }
    let last = steps.last().unwrap();
    let expected = match last.verdict {
        ToiVerdict::Hit => (ToiOutcome::Hit, last.t),
        ToiVerdict::Overlapped => (ToiOutcome::Overlapped, 0.0),
        ToiVerdict::Separated => (ToiOutcome::Separated, 1.0),
        ToiVerdict::OutOfTurns => (ToiOutcome::OutOfTurns, last.safe_until),
        ToiVerdict::Advance => panic!("an unfinished search, {}", about()),
    };
    assert_eq!((result.outcome, result.t), expected, "the last step is the result, {}", about());
    if result.outcome == ToiOutcome::Hit {
        let gap = flight.gap(f64::from(result.t));
        assert!(gap > wall - ROUNDING && gap < wall + tolerance + ROUNDING, "{gap} {}", about());
    }
}

/// Poses, nearest points, axis and gap of one turn.
fn judge_place(flight: &Flight, step: &ToiStep, number: usize, about: &dyn Fn() -> String) {
    let t = f64::from(step.t);
    for (pose, core, sweep) in [(step.pose_a, flight.a.convex(), &flight.sweep_a), (step.pose_b, flight.b.convex(), &flight.sweep_b)] {
        for (point, exact) in core.points.iter().zip(placed(core, sweep, t)) {
            let found = pose.transform_point(*point);
            assert!((f64::from(found.x) - exact.0).hypot(f64::from(found.y) - exact.1) < ROUNDING, "{}", about());
        }
    }
    if step.verdict == ToiVerdict::Overlapped && step.normal == Vec2::ZERO {
        return; // the cores overlap: no axis, no gap
    }
    assert!(number > 0 || step.t == 0.0);
    let (gap, axis) = (flight.gap(t), step.normal);
    assert!((f64::from(step.separation) - gap).abs() < ROUNDING, "{gap} {}", about());
    let (way, radius) = (step.point_b - step.point_a, flight.a.convex().radius + flight.b.convex().radius);
    assert!((way.length() - radius - step.separation).abs() < ROUNDING as f32, "{}", about());
    assert!((way - way.length() * axis).length() < ROUNDING as f32, "the axis runs from A to B, {}", about());
}

/// The curve never lies above the true gap at its times or any of the sampled times before.
fn judge_bound(flight: &Flight, step: &ToiStep, about: &dyn Fn() -> String) {
    assert!(step.bound.len() >= 2 && step.bound[0].t == step.t && step.bound[step.bound.len() - 1].t == 1.0, "{}", about());
    let mut least = f64::INFINITY;
    for sample in &step.bound {
        // Once the true gap is gone there is nothing left to bound.
        least = least.min(flight.gap(f64::from(sample.t)));
        if least < 0.0 {
            break;
        }
        assert!(f64::from(sample.gap) <= least + ROUNDING, "{sample:?} {least} {}", about());
    }
    assert!((step.bound[0].gap - step.separation).abs() < ROUNDING as f32, "the curve starts at the gap, {}", about());
}
