//! Bézier curves against other ways to compute them: Bernstein's sum, finite differences, dense sampling.

use collidoscope::engine::curve::{Bezier, BezierError, CasteljauRow, DVec2};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn random_points(random: &mut Pcg64Mcg, count: usize) -> Vec<DVec2> {
    (0..count).map(|_| DVec2::new(random.random_range(-5.0..5.0), random.random_range(-5.0..5.0))).collect()
}

fn random_weights(random: &mut Pcg64Mcg, count: usize) -> Vec<f64> {
    (0..count).map(|_| random.random_range(0.2..4.0)).collect()
}

/// Bernstein's sum, term by term: `Σ C(n, k) (1 − t)ⁿ⁻ᵏ tᵏ wₖ Pₖ`, divided by the same of the weights.
fn by_bernstein(points: &[DVec2], weights: &[f64], t: f64) -> DVec2 {
    let n = points.len() - 1;
    let choose = |k: usize| (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product::<f64>();
    let share = |k: usize| choose(k) * (1.0 - t).powi((n - k) as i32) * t.powi(k as i32) * weights[k];
    let total: f64 = (0..=n).map(share).sum();
    (0..=n).map(|k| share(k) * points[k]).sum::<DVec2>() / total
}

fn random_curve(random: &mut Pcg64Mcg) -> (Bezier, Vec<DVec2>, Vec<f64>) {
    let count = random.random_range(2..=12);
    let points = random_points(random, count);
    if random.random_bool(0.5) {
        (Bezier::try_new(&points).unwrap(), points, vec![1.0; count])
    } else {
        let weights = random_weights(random, count);
        (Bezier::try_rational(&points, &weights).unwrap(), points, weights)
    }
}

#[test]
fn de_casteljau_agrees_with_bernsteins_sum_and_derivatives_with_differences() {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    for _ in 0..3_000 {
        let (curve, points, weights) = random_curve(&mut random);
        let t = random.random_range(0.01..0.99);
        let at = curve.at(t);
        assert!((curve.point(t) - by_bernstein(&points, &weights, t)).length() < 1e-12 * 10.0);
        assert_eq!(at.position, curve.point(t));
        // Central differences of h err by h² times the next derivatives, and by ε/h and ε/h².
        let h = 1e-4;
        let (before, after) = (curve.point(t - h), curve.point(t + h));
        let scale = 1.0 + at.first.length() + at.second.length();
        assert!(((after - before) / (2.0 * h) - at.first).length() < 1e-4 * scale, "{t} {points:?} {weights:?}");
        assert!(((after - 2.0 * at.position + before) / (h * h) - at.second).length() < 1e-3 * scale, "{t} {points:?} {weights:?}");
    }
}

#[test]
fn halves_the_raised_curve_and_the_power_form_are_the_same_curve() {
    let mut random = Pcg64Mcg::seed_from_u64(2);
    for _ in 0..2_000 {
        let (curve, points, _) = random_curve(&mut random);
        let (cut, u) = (random.random_range(0.1..0.9), random.random_range(0.0..1.0));
        let [before, after] = curve.split(cut);
        assert!((before.point(u) - curve.point(u * cut)).length() < 1e-11);
        assert!((after.point(u) - curve.point(cut + u * (1.0 - cut))).length() < 1e-11);
        if let Some(raised) = curve.raised() {
            assert_eq!(raised.degree(), curve.degree() + 1);
            assert!((raised.point(u) - curve.point(u)).length() < 1e-12);
        }
        // Powers cancel: the sums of sizes grow like 3ⁿ.
        let lost = 3.0_f64.powi(points.len() as i32) * 1e-14;
        assert!((curve.power_form().point(u) - curve.point(u)).length() < lost, "{points:?}");
        assert_eq!(curve.control_points().count(), points.len());
        assert!(curve.control_points().zip(&points).all(|(a, b)| (a - *b).length() < 1e-12));
    }
}

#[test]
fn the_nearest_point_is_as_near_as_any_of_a_dense_sample() {
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let (mut inside, mut at_ends) = (0, 0);
    for _ in 0..1_000 {
        let (curve, points, _) = random_curve(&mut random);
        let p = random_points(&mut random, 1)[0];
        let t = curve.nearest(p);
        let sampled = (0..=2_000).map(|k| (curve.point(f64::from(k) / 2e3) - p).length()).fold(f64::MAX, f64::min);
        assert!((curve.point(t) - p).length() < sampled + 1e-9, "{p} {points:?}");
        if t == 0.0 || t == 1.0 { at_ends += 1 } else { inside += 1 }
    }
    assert!(inside > 300 && at_ends > 30, "{inside} {at_ends}");
}

#[test]
fn three_points_with_weights_make_a_quarter_of_a_circle() {
    let points = [DVec2::X, DVec2::ONE, DVec2::Y];
    let circle = Bezier::try_rational(&points, &[1.0, 0.5_f64.sqrt(), 1.0]).unwrap();
    for k in 0..=100 {
        let at = circle.at(f64::from(k) / 100.0);
        assert!((at.position.length() - 1.0).abs() < 1e-15 && at.position.dot(at.first).abs() < 1e-14);
        assert!((at.curvature().unwrap() - 1.0).abs() < 1e-12);
    }
    assert!((circle.length(1.0) - std::f64::consts::FRAC_PI_2).abs() < 1e-12);
    assert!(!circle.is_polynomial() && Bezier::try_new(&points).unwrap().is_polynomial());
}

#[test]
fn the_rows_that_a_probe_sees_end_at_the_point() {
    let points = [DVec2::ZERO, DVec2::Y, DVec2::ONE, DVec2::X];
    let curve = Bezier::try_new(&points).unwrap();
    let mut rows: Vec<CasteljauRow> = Vec::new();
    let point = curve.point_watched(0.5, &mut rows);
    assert_eq!(point, curve.point(0.5));
    assert_eq!(rows.iter().map(|row| row.points.len()).collect::<Vec<_>>(), [4, 3, 2, 1]);
    assert_eq!(rows[3].points[0].truncate(), point);
    assert_eq!(point, DVec2::new(0.5, 0.75));
}

#[test]
fn points_that_make_no_curve_are_refused_with_a_reason() {
    let one = [DVec2::ZERO];
    assert_eq!(Bezier::try_new(&one), Err(BezierError::PointCount(1)));
    assert_eq!(Bezier::try_new(&[DVec2::ZERO; 13]), Err(BezierError::PointCount(13)));
    assert_eq!(Bezier::try_new(&[DVec2::ZERO, DVec2::new(f64::NAN, 0.0)]), Err(BezierError::NotFinite(1)));
    assert_eq!(Bezier::try_rational(&[DVec2::ZERO, DVec2::X], &[1.0]), Err(BezierError::WeightCount(1)));
    assert_eq!(Bezier::try_rational(&[DVec2::ZERO, DVec2::X], &[1.0, 0.0]), Err(BezierError::Weight(1, 0.0)));
    // A line, and points in one place, are curves too.
    let line = Bezier::try_new(&[DVec2::ZERO, DVec2::X]).unwrap().at(0.25);
    assert_eq!((line.position, line.first, line.second), (DVec2::new(0.25, 0.0), DVec2::X, DVec2::ZERO));
    assert_eq!(Bezier::try_new(&[DVec2::ONE; 3]).unwrap().at(0.5).curvature(), None);
}
