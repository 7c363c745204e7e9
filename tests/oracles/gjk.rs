//! Judge of GJK: farthest corners, Voronoi regions and bounds by whole numbers.
//!
//! A region is judged by what makes it right, not by finding it again: `v` is the point of the simplex nearest to the
//! origin exactly if no corner of the simplex lies below the line through `v` across `v`.

use super::coverage::Coverage;
use super::exact::{self, Int2, METRE, Relation};
use super::pairs::Case;
use collidoscope::engine::narrow::gjk::{GjkOptions, GjkOutcome, GjkReason, GjkResult, GjkStep, SimplexRegion};

/// What counts as touching in GJK, with room: a share of the reach.
const TOUCHING: f64 = 4.5e-7;
/// Rounding of results to `f32`, as a share of the reach.
const ROUNDING: f64 = 2e-7;
/// Rounding of products in `f64`, as a share of their size.
const SLACK: f64 = 1e-14;

/// The point of the simplex nearest to the origin as a direction in whole numbers and a length.
struct Nearest {
    /// From the origin towards it, of any length; zero when the origin is in the simplex.
    towards: Int2,
    /// Its distance, metres.
    distance: f64,
    /// Weights of the corners.
    weights: Vec<f64>,
}

/// The nearest point, given the region; fails when another region is nearer.
fn nearest(w: &[Int2], region: SimplexRegion, about: &dyn Fn() -> String) -> Nearest {
    let mut weights = vec![0.0; w.len()];
    let towards = match region {
        SimplexRegion::Vertex(i) => {
            weights[i] = 1.0;
            w[i]
        }
        SimplexRegion::Edge(i, j) => {
            let (along, edge) = (-w[i].dot(w[j] - w[i]), w[j] - w[i]);
            assert!(along > 0 && along < edge.dot(edge), "the foot lies on the edge, {}", about());
            weights[j] = along as f64 / edge.dot(edge) as f64;
            weights[i] = 1.0 - weights[j];
            let across = edge.right();
            if across.dot(w[i]) < 0 { -across } else { across }
        }
        SimplexRegion::Inside => {
            let areas = [w[1].cross(w[2]), w[2].cross(w[0]), w[0].cross(w[1])];
            let total: i128 = areas.iter().sum();
            assert!(areas.iter().all(|area| area * total.signum() >= 0), "the triangle holds the origin, {}", about());
            weights = areas.iter().map(|&area| area as f64 / total as f64).collect();
            return Nearest { towards: Int2 { x: 0, y: 0 }, distance: 0.0, weights };
        }
    };
    let corner = match region {
        SimplexRegion::Vertex(i) | SimplexRegion::Edge(i, _) => i,
        SimplexRegion::Inside => 0,
    };
    let height = towards.dot(w[corner]);
    for p in w {
        let scale = (height.abs() + p.dot(*p)) as f64;
        assert!((towards.dot(*p) - height) as f64 >= -SLACK * scale, "another point of the simplex is nearer, {}", about());
    }
    let size = towards.length() * METRE;
    let distance = if size > 0.0 { height as f64 / size / METRE } else { 0.0 };
    Nearest { towards, distance, weights }
}

/// Judges one walk and notes the branches it met.
pub fn judge(case: &Case, options: &GjkOptions, steps: &[GjkStep], result: &GjkResult, met: &mut Coverage) {
    let (a, b, reach) = (case.exact_a(), case.exact_b(), case.reach());
    let about = || format!("{case:?}\n{options:?}\n{steps:#?}\n{result:#?}");
    let rounding = ROUNDING * reach;
    let truth = exact::separation(&a, &b).0.max(0.0);
    let mut before: Option<(f64, Vec<(usize, usize)>)> = None;
    assert_eq!((result.iterations, steps.len()), (steps.len(), steps.len().clamp(1, options.max_iterations.max(1))), "{}", about());

    for (number, step) in steps.iter().enumerate() {
        let pairs: Vec<(usize, usize)> = step.simplex.iter().map(|p| (p.index_a, p.index_b)).collect();
        let w: Vec<Int2> = pairs.iter().map(|&(i, j)| a[i] - b[j]).collect();
        for (point, &exact) in step.simplex.iter().zip(&w) {
            let near = |p: collidoscope::engine::math::Vec2, q: Int2| {
                (f64::from(p.x) - q.metres().0).abs().max((f64::from(p.y) - q.metres().1).abs()) < rounding
            };
            assert!(near(point.w, exact) && near(point.point_a, a[point.index_a]) && near(point.point_b, b[point.index_b]), "{}", about());
        }
        let found = nearest(&w, step.region, &about);
        judge_numbers(step, &found, &w, rounding, &about);
        assert!(step.verdict == step.reason.verdict() && (number + 1 == steps.len()) == (step.reason != GjkReason::Nearer), "{}", about());
        if let Some((distance, expected)) = &before {
            assert!(found.distance <= distance * (1.0 + 1e-12), "the distance grew, {}", about());
            assert_eq!(&pairs, expected, "the next simplex is what was kept and the support point, {}", about());
        }
        assert!(found.distance >= truth - 1e-12, "no point of the difference is nearer than the distance, {}", about());
        let touching = found.distance <= TOUCHING * reach;
        if let Some(support) = &step.support {
            judge_support(step, &a, &b, &w, &found, options, truth, &about);
            let mut next: Vec<(usize, usize)> =
                pairs.iter().enumerate().filter(|(i, _)| !step.dropped.contains(i)).map(|(_, p)| *p).collect();
            next.push((support.index_a, support.index_b));
            before = Some((found.distance, next));
        } else {
            let reason = if step.region == SimplexRegion::Inside { GjkReason::HoldsOrigin } else { GjkReason::OnSimplex };
            assert!(step.reason == reason && (step.region == SimplexRegion::Inside || touching), "{}", about());
        }
        met.note(step.reason);
        met.note(format!("{} points: {:?}", step.simplex.len(), step.region));
    }
    judge_result(&a, &b, case, truth, steps, result, &about);
    met.note(result.outcome);
}

fn judge_numbers(step: &GjkStep, found: &Nearest, w: &[Int2], rounding: f64, about: &dyn Fn() -> String) {
    let close = |x: f32, y: f64| (f64::from(x) - y).abs() < rounding;
    let (mut x, mut y) = (0.0, 0.0);
    for ((weight, &exact), p) in step.weights.iter().zip(&found.weights).zip(w) {
        assert!((f64::from(*weight) - exact).abs() < 1e-6, "{:?} {}", found.weights, about());
        (x, y) = (x + exact * p.metres().0, y + exact * p.metres().1);
    }
    assert_eq!(step.weights.len(), w.len());
    assert!(close(step.closest.x, x) && close(step.closest.y, y) && close(step.distance, found.distance), "{}", about());
    let searching = step.support.is_some();
    assert_eq!(step.search, if searching { -step.closest } else { collidoscope::engine::math::Vec2::ZERO }, "{}", about());
    let unneeded: Vec<usize> = (0..w.len()).filter(|&i| step.weights[i] == 0.0 && found.weights[i] < 1e-30).collect();
    assert_eq!(step.dropped, unneeded, "dropped is what has no weight, {}", about());
    assert_eq!(step.lower_bound.is_some(), searching, "{}", about());
}

/// The support point is the farthest of all, its line bounds the distance from below, and the turn ends when nothing
/// can be gained.
#[allow(clippy::too_many_arguments)] // one turn of GJK
fn judge_support(
    step: &GjkStep,
    a: &[Int2],
    b: &[Int2],
    w: &[Int2],
    found: &Nearest,
    options: &GjkOptions,
    truth: f64,
    about: &dyn Fn() -> String,
) {
    let support = step.support.unwrap();
    let new = a[support.index_a] - b[support.index_b];
    let height = |p: Int2| found.towards.dot(p);
    let size = found.towards.length() * METRE;
    let metres = |height: i128| height as f64 / size / METRE;
    for p in exact::differences(a, b) {
        let short = (height(new) - height(p)) as f64;
        assert!(short <= 1e-11 * METRE * size, "a corner lies farther along the search, {}", about());
    }
    let bound = metres(height(new));
    assert!(bound <= truth + 1e-10 && truth <= found.distance + 1e-12, "{bound} {truth} {}", about());
    assert!((f64::from(step.lower_bound.unwrap()) - bound).abs() < 1e-6 * (1.0 + bound.abs()), "{bound} {}", about());
    let (distance_sq, gain) = (found.distance * found.distance, found.distance * (found.distance - bound));
    let rounding = 1e-14 * (distance_sq + new.length() * found.distance);
    match step.reason {
        GjkReason::NoGain => assert!(gain <= options.tolerance * distance_sq + rounding, "{}", about()),
        GjkReason::Repeated => assert!(w.contains(&new), "{}", about()),
        GjkReason::Nearer | GjkReason::OutOfTurns => assert!(gain > options.tolerance * distance_sq - rounding, "{}", about()),
        GjkReason::HoldsOrigin | GjkReason::OnSimplex => panic!("overlap needs no support point, {}", about()),
    }
}

fn judge_result(a: &[Int2], b: &[Int2], case: &Case, truth: f64, steps: &[GjkStep], result: &GjkResult, about: &dyn Fn() -> String) {
    let reach = case.reach();
    let last = steps.last().unwrap();
    assert_eq!(result.distance, if result.outcome == GjkOutcome::Overlap { 0.0 } else { last.distance }, "the last step is the result");
    match result.outcome {
        GjkOutcome::Separated => {
            assert!(
                exact::relation(a, b) == Relation::Apart && (f64::from(result.distance) - truth).abs() < ROUNDING * reach,
                "{truth} {}",
                about()
            );
        }
        GjkOutcome::Overlap => assert!(truth <= TOUCHING * reach, "{truth} {}", about()),
        GjkOutcome::OutOfTurns => assert!(f64::from(result.distance) >= truth - ROUNDING * reach, "{}", about()),
    }
    // The nearest points are mixtures of corners, and their difference is the last nearest point.
    let v = result.point_a - result.point_b;
    assert!((v - last.closest).length() < 1e-6 * reach as f32, "{}", about());
    if result.outcome != GjkOutcome::Overlap {
        assert!((result.normal * result.distance + last.closest).length() < 1e-6 * reach as f32, "{}", about());
        assert!((result.normal.length() - 1.0).abs() < 1e-6, "{}", about());
    }
    for (point, core) in [(result.point_a, a), (result.point_b, b)] {
        let at = (f64::from(point.x), f64::from(point.y));
        let metres: Vec<(f64, f64)> = core.iter().map(|p| p.metres()).collect();
        let border = (0..metres.len()).map(|i| super::narrow_cases::point_edge_distance(at, metres[i], metres[(i + 1) % metres.len()]));
        let on_border = border.fold(f64::INFINITY, f64::min) < 1e-6 * reach;
        let inside = metres.len() > 2
            && (0..metres.len()).all(|i| {
                let (p, q) = (metres[i], metres[(i + 1) % metres.len()]);
                (q.0 - p.0) * (at.1 - p.1) - (q.1 - p.1) * (at.0 - p.0) > 0.0
            });
        assert!(on_border || (result.outcome != GjkOutcome::Separated && inside), "the nearest points belong to the cores, {}", about());
    }
}
