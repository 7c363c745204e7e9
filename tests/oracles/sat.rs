//! Judge of the separating axis test: gaps along exact edge normals, exact early exit, exact verdict.

use super::coverage::Coverage;
use super::exact::{self, Int2, Relation};
use super::pairs::Case;
use collidoscope::engine::narrow::sat::{AxisSource, SatOutcome, SatResult, SatStep, SatVerdict, VertexAxis};
use std::cmp::Ordering;

/// Rounding of `f32` shadows and normals, as a share of the reach.
const ROUNDING: f64 = 6e-7;
/// Axes whose sine is smaller are taken for parallel, with room for the rounding of `f32` normals.
const PARALLEL: f64 = 1.5e-6;

/// The gap along one exact axis.
struct Gap {
    /// From A to B, unit.
    axis: (f64, f64),
    /// Of the rounded shapes, metres.
    separation: f64,
    /// The other way round.
    opposite: f64,
}

/// Along the exact vector `along`, whichever way the gap is larger.
fn gap(a: &[Int2], b: &[Int2], along: Int2, radius: f64) -> Gap {
    let heights = |points: &[Int2]| {
        let all: Vec<i128> = points.iter().map(|p| p.dot(along)).collect();
        (*all.iter().min().unwrap(), *all.iter().max().unwrap())
    };
    let ((low_a, high_a), (low_b, high_b)) = (heights(a), heights(b));
    let (ahead, behind) = (low_b - high_a, low_a - high_b);
    let size = along.length() * exact::METRE;
    let metres = |x: i128| x as f64 / size / exact::METRE - radius;
    let (x, y) = (along.x as f64 / size, along.y as f64 / size);
    if ahead >= behind {
        Gap { axis: (x, y), separation: metres(ahead), opposite: metres(behind) }
    } else {
        Gap { axis: (-x, -y), separation: metres(behind), opposite: metres(ahead) }
    }
}

fn edge(core: &[Int2], i: usize) -> Int2 {
    core[(i + 1) % core.len()] - core[i]
}

fn sine(p: Int2, q: Int2) -> f64 {
    (p.cross(q) as f64 / exact::METRE / exact::METRE / p.length() / q.length()).abs()
}

/// Judges one run and notes the branches it met.
pub fn judge(case: &Case, margin: f32, steps: &[SatStep], result: &SatResult, met: &mut Coverage) {
    let (a, b, radius) = (case.exact_a(), case.exact_b(), case.radius());
    let tolerance = ROUNDING * case.reach();
    let about = || format!("{case:?}\n{steps:#?}\n{result:#?}");
    let edges = |core: &[Int2]| if core.len() < 2 { 0 } else { core.len() };
    let order: Vec<AxisSource> = (0..edges(&a)).map(AxisSource::EdgeOfA).chain((0..edges(&b)).map(AxisSource::EdgeOfB)).collect();

    let mut tried: Vec<Int2> = Vec::new();
    let mut exact_gaps: Vec<f64> = Vec::new();
    let mut best = (f32::NEG_INFINITY, AxisSource::Vertices { a: 0, b: 0 });
    for (number, step) in steps.iter().enumerate() {
        let along = match step.source {
            AxisSource::EdgeOfA(i) => edge(&a, i).right(),
            AxisSource::EdgeOfB(i) => edge(&b, i).right(),
            AxisSource::Vertices { a: i, b: j } if a[i] != b[j] => b[j] - a[i],
            AxisSource::Vertices { .. } => Int2 { x: 0, y: 1 << 34 },
        };
        let is_edge = !matches!(step.source, AxisSource::Vertices { .. });
        if is_edge {
            assert_eq!(Some(&step.source), order.get(number), "edges come in order, {}", about());
        } else {
            assert_eq!(number, order.len(), "vertices come after all edges, {}", about());
        }
        let truth = gap(&a, &b, along, radius);
        judge_shadows(step, &truth, &a, &b, case, tolerance, &about);

        let parallel = tried.iter().map(|&other| sine(other, along)).fold(f64::INFINITY, f64::min);
        if step.verdict == SatVerdict::Duplicate {
            assert!(is_edge && parallel < PARALLEL, "{}", about());
        } else {
            assert!(!is_edge || parallel > 0.2 * PARALLEL, "tried twice, {}", about());
            if is_edge {
                tried.push(along);
                exact_gaps.push(truth.separation);
            }
            judge_verdict(step, is_edge, margin, best.0, f64::from(case.reach() as f32), &about);
            if step.verdict != SatVerdict::Worse {
                best = (step.separation, step.source);
            }
            assert_eq!(step.verdict == SatVerdict::Separates, step.separation > margin && number + 1 == steps.len(), "{}", about());
        }
        assert_eq!((step.best_separation, step.best_source), best, "the running answer, {}", about());
        met.note(step.verdict);
    }
    let tried_vertices = matches!(steps.last().map(|s| s.source), Some(AxisSource::Vertices { .. }));
    judge_exit(steps, &exact_gaps, margin, tolerance, &about);
    assert_eq!(result.axis_count, tried.len() + usize::from(tried_vertices), "{}", about());
    assert_eq!((result.separation, result.source), best, "the last step is the result, {}", about());
    judge_result(case, &a, &b, margin, result, tolerance, &about);
    met.note(result.outcome);
    met.note(result.vertex_axis);
    met.note(match result.source {
        AxisSource::EdgeOfA(_) => "EdgeOfA",
        AxisSource::EdgeOfB(_) => "EdgeOfB",
        AxisSource::Vertices { .. } => "Vertices",
    });
}

fn judge_shadows(step: &SatStep, truth: &Gap, a: &[Int2], b: &[Int2], case: &Case, tolerance: f64, about: &dyn Fn() -> String) {
    let axis = (f64::from(step.axis.x), f64::from(step.axis.y));
    assert!((axis.0.hypot(axis.1) - 1.0).abs() < 1e-6, "{}", about());
    assert!((f64::from(step.separation) - truth.separation).abs() < tolerance, "{} {}", truth.separation, about());
    let side = axis.0 * truth.axis.0 + axis.1 * truth.axis.1;
    // An axis between two vertices is rounded as much as their distance is short.
    let skew = (axis.0 * truth.axis.1 - axis.1 * truth.axis.0).abs();
    let is_vertices = matches!(step.source, AxisSource::Vertices { .. });
    assert!(skew < if is_vertices { 1e-2 } else { 1e-6 }, "{skew} {}", about());
    assert!(side > 0.0 || truth.opposite > truth.separation - tolerance, "from A to B, {}", about());
    let (core_a, core_b) = (case.core_a(), case.core_b());
    for (shadow, core, radius) in [(step.shadow_a, a, core_a.radius), (step.shadow_b, b, core_b.radius)] {
        let heights: Vec<f64> = core.iter().map(|p| p.metres().0 * axis.0 + p.metres().1 * axis.1).collect();
        let low = heights.iter().copied().fold(f64::INFINITY, f64::min) - f64::from(radius);
        let high = heights.iter().copied().fold(f64::NEG_INFINITY, f64::max) + f64::from(radius);
        assert!((f64::from(shadow.min) - low).abs() < tolerance && (f64::from(shadow.max) - high).abs() < tolerance, "{}", about());
    }
    assert_eq!(step.separation, step.shadow_b.min - step.shadow_a.max, "{}", about());
}

fn judge_verdict(step: &SatStep, is_edge: bool, margin: f32, best: f32, reach: f64, about: &dyn Fn() -> String) {
    let expected = if step.separation > margin {
        SatVerdict::Separates
    } else if step.separation > best {
        SatVerdict::Best
    } else if is_edge || f64::from(best - step.separation) > 2e-6 * reach {
        SatVerdict::Worse
    } else {
        return; // the axis of the vertices may fall behind by rounding
    };
    assert_eq!(step.verdict, expected, "{}", about());
}

/// The test ends at the first exact gap above the margin, and at no other.
fn judge_exit(steps: &[SatStep], exact_gaps: &[f64], margin: f32, tolerance: f64, about: &dyn Fn() -> String) {
    let margin = f64::from(margin);
    let early = steps.last().is_some_and(|s| s.verdict == SatVerdict::Separates && !matches!(s.source, AxisSource::Vertices { .. }));
    let before = if early { &exact_gaps[..exact_gaps.len() - 1] } else { exact_gaps };
    assert!(before.iter().all(|&gap| gap < margin + tolerance), "ended too late, {}", about());
    if early {
        assert!(exact_gaps[exact_gaps.len() - 1] > margin - tolerance, "ended too soon, {}", about());
    }
}

fn judge_result(case: &Case, a: &[Int2], b: &[Int2], margin: f32, result: &SatResult, tolerance: f64, about: &dyn Fn() -> String) {
    let (cores, _) = exact::separation(a, b);
    let truth = cores - case.radius();
    let found = f64::from(result.separation);
    if result.outcome == SatOutcome::Separated {
        assert!(result.separation > margin && found < truth + tolerance, "{truth} {}", about());
    } else {
        assert!((found - truth).abs() < tolerance, "{truth} {}", about());
    }
    // The verdict without any rounding, outside the band that `f32` cannot resolve.
    let overlap = match exact::relation(a, b) {
        Relation::Apart => exact::compare_distance(a, b, case.core_a().radius + case.core_b().radius) != Ordering::Greater,
        _ => true,
    };
    if truth.abs() > tolerance {
        assert_eq!(overlap, result.outcome == SatOutcome::Overlap, "{}", about());
    }
    // B leaves A by the depth along the normal, and does not with a hair less.
    let normal = (f64::from(result.normal.x), f64::from(result.normal.y));
    let heights = |core: &[Int2]| core.iter().map(|p| p.metres().0 * normal.0 + p.metres().1 * normal.1).collect::<Vec<f64>>();
    let high_a = heights(a).into_iter().fold(f64::NEG_INFINITY, f64::max);
    let low_b = heights(b).into_iter().fold(f64::INFINITY, f64::min);
    assert!((low_b - high_a - case.radius() - found).abs() < 2.0 * tolerance, "{}", about());
    match result.vertex_axis {
        VertexAxis::Tried => {}
        VertexAxis::NotReached => assert_eq!(result.outcome, SatOutcome::Separated, "{}", about()),
        VertexAxis::CoresOverlap => assert_eq!(exact::relation(a, b), Relation::Overlapping, "{}", about()),
        VertexAxis::EdgeIsNearer => assert!((found - truth).abs() < tolerance, "{}", about()),
        VertexAxis::OnePlace => assert!(cores < tolerance + 2e-6, "{}", about()),
    }
}
