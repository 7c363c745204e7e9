//! Judge of EPA: a polygon inside the difference that stays convex, keeps the origin, and closes in on the exact
//! depth from both sides.

use super::coverage::Coverage;
use super::exact::{self, Int2, METRE};
use super::pairs::Case;
use collidoscope::engine::narrow::epa::{EpaOptions, EpaOutcome, EpaResult, EpaStep, EpaVerdict};

/// Rounding of results to `f32`, as a share of the reach.
const ROUNDING: f64 = 2e-7;
/// What counts as touching in GJK, with room: a start polygon may miss the origin by this share of the reach.
const TOUCHING: f64 = 4.5e-7;

/// Height of a point over the origin along an exact vector, metres.
fn height(along: Int2, p: Int2) -> f64 {
    along.dot(p) as f64 / (along.length() * METRE) / METRE
}

/// Judges one run and notes the branches it met.
pub fn judge(case: &Case, options: &EpaOptions, steps: &[EpaStep], result: &EpaResult, met: &mut Coverage) {
    let (a, b, reach) = (case.exact_a(), case.exact_b(), case.reach());
    let about = || format!("{case:?}\n{options:?}\n{steps:#?}\n{result:#?}");
    let (depth, rounding) = ((-exact::separation(&a, &b).0).max(0.0), ROUNDING * reach);
    assert_eq!(result.iterations, steps.len(), "{}", about());
    met.note(result.outcome);
    if result.outcome == EpaOutcome::Point {
        assert!(a.len() == 1 && b.len() == 1 && steps.is_empty() && result.depth == 0.0, "{}", about());
        return;
    }
    let mut expected: Option<Vec<(usize, usize)>> = None;
    let (mut lower, mut upper) = (f64::NEG_INFINITY, f64::INFINITY);
    for (number, step) in steps.iter().enumerate() {
        let pairs: Vec<(usize, usize)> = step.polytope.iter().map(|p| (p.index_a, p.index_b)).collect();
        let w: Vec<Int2> = pairs.iter().map(|&(i, j)| a[i] - b[j]).collect();
        let next = |i: usize| w[(i + 1) % w.len()];
        if let Some(expected) = &expected {
            assert_eq!(&pairs, expected, "the next polygon is this one split at the support point, {}", about());
        }
        judge_polygon(&w, reach, &about);

        let distances: Vec<f64> = (0..w.len()).map(|i| height((next(i) - w[i]).right(), w[i])).collect();
        let distance = distances[step.edge];
        assert!(distances.iter().all(|&other| distance <= other + 1e-12), "another edge is nearer, {}", about());
        assert!((f64::from(step.distance) - distance).abs() < rounding, "{distance} {}", about());
        let outward = (next(step.edge) - w[step.edge]).right();
        let size = outward.length() * METRE;
        let (x, y) = (outward.x as f64 / size, outward.y as f64 / size);
        assert!((f64::from(step.normal.x) - x).abs() < 1e-6 && (f64::from(step.normal.y) - y).abs() < 1e-6, "{}", about());

        let new = a[step.support.index_a] - b[step.support.index_b];
        let farthest = exact::differences(&a, &b).into_iter().map(|p| height(outward, p)).fold(f64::NEG_INFINITY, f64::max);
        let way_out = height(outward, new);
        assert!(way_out >= farthest - 1e-11, "a corner lies farther beyond the edge, {}", about());
        assert!((f64::from(step.gain) - (way_out - distance)).abs() < rounding, "{}", about());

        upper = way_out.min(upper);
        assert!((f64::from(step.upper_bound) - upper).abs() < rounding, "{}", about());
        assert!(distance >= lower - 1e-12, "the lower bound fell, {}", about());
        lower = distance;
        assert!(lower <= depth + TOUCHING * reach && depth <= upper + 1e-11, "{lower} {depth} {upper} {}", about());

        let last = number + 1 == steps.len();
        match step.verdict {
            EpaVerdict::Final => assert!(last && way_out - distance <= options.tolerance * 2.0 * reach + 1e-12, "{}", about()),
            EpaVerdict::OutOfTurns => assert!(last && steps.len() == options.max_iterations.max(1), "{}", about()),
            EpaVerdict::Split => assert!(!last && way_out > distance, "{}", about()),
        }
        let mut split = pairs.clone();
        split.insert(step.edge + 1, (step.support.index_a, step.support.index_b));
        expected = Some(split);
        met.note(step.verdict);
        if number == 0 {
            met.note(format!("starts with {} points", w.len()));
        }
    }
    judge_result(&a, &b, depth, upper, steps, result, rounding, &about);
}

/// Convex, counter-clockwise, and around the origin; two points are a line seen from both sides.
fn judge_polygon(w: &[Int2], reach: f64, about: &dyn Fn() -> String) {
    let edge = |i: usize| w[(i + 1) % w.len()] - w[i % w.len()];
    for i in 0..w.len() {
        assert!(edge(i) != (Int2 { x: 0, y: 0 }), "an edge without length, {}", about());
        if w.len() > 2 {
            assert!(edge(i).cross(edge(i + 1)) >= 0, "not convex, {}", about());
        }
        assert!(height(edge(i).right(), w[i]) > -TOUCHING * reach, "the origin lies outside, {}", about());
    }
}

#[allow(clippy::too_many_arguments)] // one result of EPA
fn judge_result(
    a: &[Int2],
    b: &[Int2],
    depth: f64,
    upper: f64,
    steps: &[EpaStep],
    result: &EpaResult,
    rounding: f64,
    about: &dyn Fn() -> String,
) {
    let found = f64::from(result.depth);
    let last = steps.last().unwrap();
    match result.outcome {
        EpaOutcome::Converged => {
            assert!(last.verdict == EpaVerdict::Final && (found - depth).abs() < 2.0 * rounding, "{depth} {}", about());
            assert_eq!(result.normal, last.normal, "the last step is the result, {}", about());
        }
        EpaOutcome::OutOfTurns => {
            assert!(last.verdict == EpaVerdict::OutOfTurns && (found - upper.max(0.0)).abs() < 2.0 * rounding, "{upper} {}", about());
        }
        EpaOutcome::Point => unreachable!(),
    }
    // Moving B by the depth along the normal frees it.
    let normal = (f64::from(result.normal.x), f64::from(result.normal.y));
    let heights = |core: &[Int2]| core.iter().map(|p| p.metres().0 * normal.0 + p.metres().1 * normal.1).collect::<Vec<f64>>();
    let high_a = heights(a).into_iter().fold(f64::NEG_INFINITY, f64::max);
    let low_b = heights(b).into_iter().fold(f64::INFINITY, f64::min);
    assert!((high_a - low_b - found).abs() < 6.0 * rounding, "{} {}", high_a - low_b, about());
    if result.outcome == EpaOutcome::Converged {
        let deepest = result.point_a - result.point_b;
        assert!((deepest - result.depth * result.normal).length() < 8.0 * rounding as f32, "{}", about());
    }
}
