//! Crossings of curves against dense sampling, lines against intersection by elimination, the even–odd rule against the
//! winding number.

use collidoscope::engine::curve::crossing::point_at_infinity;
use collidoscope::engine::curve::line::{Meeting, SegmentCrossing, segment_crossing};
use collidoscope::engine::curve::polygon::{EvenOddStep, contains, contains_watched, swept_point};
use collidoscope::engine::curve::{Bezier, CrossingStep, DVec2, DVec3, Implicit, Line, PowerForm, crossings, crossings_watched, meet};
use collidoscope::engine::polynomial::RootStep;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn point(random: &mut Pcg64Mcg) -> DVec2 {
    DVec2::new(random.random_range(-5.0..5.0), random.random_range(-5.0..5.0))
}

/// A curve of degree 1 to `most`, every third rational.
fn curve(random: &mut Pcg64Mcg, most: usize) -> Bezier {
    let count = random.random_range(2..=most + 1);
    let points: Vec<DVec2> = (0..count).map(|_| point(random)).collect();
    if random.random_range(0..3) == 0 {
        let weights: Vec<f64> = (0..count).map(|_| random.random_range(0.3..3.0)).collect();
        Bezier::try_rational(&points, &weights).unwrap()
    } else {
        Bezier::try_new(&points).unwrap()
    }
}

/// A line, a circle, a random conic or the equation of a parabola or cubic.
fn equation(random: &mut Pcg64Mcg) -> Implicit {
    match random.random_range(0..4) {
        0 => Implicit::line(Line::through(point(random), point(random)).0),
        1 => Implicit::circle(point(random), random.random_range(0.5..6.0)),
        2 => {
            let mut c = || random.random_range(-1.0..1.0);
            Implicit::of_terms(&[(2, 0, c()), (1, 1, c()), (0, 2, c()), (1, 0, 5.0 * c()), (0, 1, 5.0 * c()), (0, 0, 9.0 * c())])
        }
        _ => Implicit::of_curve(&curve(random, 3).power_form()).unwrap(),
    }
}

/// Parameters in 0..1 between neighbouring samples of which the value changes its sign.
fn sign_changes(implicit: &Implicit, curve: &Bezier) -> Vec<(f64, f64)> {
    const SAMPLES: u32 = 4_000;
    let at = |k: u32| f64::from(k) / f64::from(SAMPLES);
    let value = |k: u32| implicit.value(curve.point(at(k)));
    let mut changes = Vec::new();
    let mut before = value(0);
    for k in 1..=SAMPLES {
        let now = value(k);
        if (before < 0.0) != (now < 0.0) {
            changes.push((at(k - 1), at(k)));
        }
        before = now;
    }
    changes
}

#[test]
fn the_published_circle_and_parabola_cross_four_times() {
    let circle = Implicit::circle(DVec2::ZERO, 1.0);
    let parabola = PowerForm::polynomial(&[-1.0, 2.0], &[1.0, -9.0, 8.0]);
    let found = crossings(&circle, &parabola);
    assert_eq!(found.polynomial, [1.0, -22.0, 101.0, -144.0, 64.0]);
    assert_eq!((found.bezout, found.real(), found.complex(), found.at_infinity()), (4, 4, 0, 0));
    let known = [0.06118, 0.28147, 0.90735, 1.0];
    assert!(found.roots.iter().zip(known).all(|(root, known)| (root.value - known).abs() < 1e-5), "{found:?}");
    // The same curve by control points.
    let bezier = Bezier::try_new(&[DVec2::new(-1.0, 1.0), DVec2::new(0.0, -3.5), DVec2::new(1.0, 0.0)]).unwrap();
    let form = bezier.power_form();
    assert_eq!((&form.x[..2], &form.y[..], form.x[2]), (&parabola.x[..], &parabola.y[..], 0.0));
}

#[test]
fn a_rational_curve_crosses_where_its_derived_polynomial_says() {
    // x = (t² + 1) / (t + 2), y = t / (t + 2) and the line x − y − 1 = 0: t² + 1 − t − (t + 2) = t² − 2t − 1 = 0, so
    // t = 1 ± √2.
    let curve = PowerForm { x: vec![1.0, 0.0, 1.0], y: vec![0.0, 1.0], w: vec![2.0, 1.0] };
    let found = crossings(&Implicit::line(DVec3::new(1.0, -1.0, -1.0)), &curve);
    assert_eq!(found.polynomial, [-1.0, -2.0, 1.0]);
    assert!((found.roots[0].value - (1.0 - 2f64.sqrt())).abs() < 1e-14 && (found.roots[1].value - (1.0 + 2f64.sqrt())).abs() < 1e-14);
    for root in &found.roots {
        let p = curve.point(root.value);
        assert!((p.x - p.y - 1.0).abs() < 1e-13, "{p}");
    }
}

#[test]
fn five_thousand_random_pairs_cross_where_dense_sampling_sees_it_and_never_more_often_than_bezout_allows() {
    let mut random = Pcg64Mcg::seed_from_u64(11);
    let (mut apart, mut crossing, mut many) = (0, 0, 0);
    for case in 0..5_000 {
        let (implicit, curve) = (equation(&mut random), curve(&mut random, 5));
        let found = crossings(&implicit, &curve.power_form());
        assert_eq!(found.real() + found.complex() + found.at_infinity(), found.bezout, "{case}: {found:?}");
        assert_eq!(found.complex() % 2, 0, "{case}: complex roots come in pairs: {found:?}");
        let changes = sign_changes(&implicit, &curve);
        let product = implicit.degree() * curve.power_form().degree();
        assert!(found.bezout == product && found.real().max(changes.len()) <= product, "{case}: {} of {product}", changes.len());
        for &(from, to) in &changes {
            // A crossing of the polynomial lies there: its parameter is known to 1e-9 unless it says otherwise.
            let is_there = |r: f64, slack: f64| (from - slack..=to + slack).contains(&r);
            assert!(
                found.roots.iter().any(|root| is_there(root.value, 1e-9 + 2.0 * root.uncertainty)),
                "{case}: {from}..{to} {found:?} {implicit:?} {curve:?}"
            );
        }
        // The other way round: what is found lies on both, and a simple root apart from others is seen by the samples.
        let inside: Vec<_> = found.roots.iter().filter(|root| (0.0..=1.0).contains(&root.value)).collect();
        for root in &inside {
            let p = curve.point(root.value);
            let near = implicit.value(p).abs() / implicit.gradient(p).length().max(1e-3);
            assert!(near < 1e-6 + 100.0 * root.uncertainty, "{case}: {near} {root:?}");
            let alone = found.roots.iter().filter(|other| (other.value - root.value).abs() < 1e-3).count() == 1;
            if alone && root.multiplicity % 2 == 1 && (1e-3..0.999).contains(&root.value) && root.uncertainty < 1e-5 {
                assert!(changes.iter().any(|(from, to)| (from - 1e-4..=to + 1e-4).contains(&root.value)), "{case}: {root:?}");
            }
        }
        apart += usize::from(inside.is_empty());
        crossing += usize::from(!inside.is_empty());
        many += usize::from(inside.len() > 1);
    }
    assert!(apart > 1_000 && crossing > 1_000 && many > 500, "{apart} {crossing} {many}");
}

#[test]
fn tangents_are_double_roots_and_count_twice() {
    let circle = Implicit::circle(DVec2::ZERO, 1.0);
    let touching = crossings(&circle, &PowerForm::polynomial(&[-2.0, 4.0], &[1.0]));
    assert_eq!((touching.roots.len(), touching.roots[0].multiplicity, touching.bezout), (1, 2, 2));
    assert!((touching.roots[0].value - 0.5).abs() < 1e-12);
    let missing = crossings(&circle, &PowerForm::polynomial(&[-2.0, 4.0], &[1.25]));
    assert_eq!((missing.real(), missing.complex()), (0, 2));
    // A line along a parabola's axis meets it once in the plane and once at infinity.
    let parabola = Implicit::of_terms(&[(2, 0, 1.0), (0, 1, -1.0)]);
    let axis = crossings(&parabola, &PowerForm::polynomial(&[0.5], &[0.0, 1.0]));
    assert_eq!((axis.real(), axis.at_infinity()), (1, 1));
    assert!(crossings(&parabola, &PowerForm::polynomial(&[0.0, 1.0], &[0.0, 0.0, 1.0])).is_everywhere());
}

#[test]
fn a_circles_missing_point_stands_at_infinite_t() {
    let circle = PowerForm { x: vec![1.0, 0.0, -1.0], y: vec![0.0, 2.0], w: vec![1.0, 0.0, 1.0] };
    assert_eq!(point_at_infinity(&circle), Some(DVec2::new(-1.0, 0.0)));
    let found = crossings(&Implicit::line(DVec3::new(1.0, 0.0, 1.0)), &circle); // x = −1 touches just there
    assert_eq!((found.real(), found.at_infinity()), (0, 2));
    // Two circles have four crossings: two of them always complex and at infinity of the plane.
    let two = crossings(&Implicit::circle(DVec2::X, 1.0), &circle);
    assert_eq!((two.bezout, two.real(), two.complex()), (4, 2, 2));
}

#[test]
fn curves_meet_where_their_polylines_do() {
    let mut random = Pcg64Mcg::seed_from_u64(12);
    let (mut none, mut some, mut high) = (0, 0, 0);
    for case in 0..600 {
        let (a, b) =
            if case % 2 == 0 { (curve(&mut random, 3), curve(&mut random, 6)) } else { (curve(&mut random, 8), curve(&mut random, 8)) };
        let found = meet(&a, &b);
        let line = |c: &Bezier| (0..=400).map(|k| c.point(f64::from(k) / 400.0)).collect::<Vec<_>>();
        let (line_a, line_b) = (line(&a), line(&b));
        let mut seen = 0;
        for (k, piece_a) in line_a.windows(2).enumerate() {
            for (j, piece_b) in line_b.windows(2).enumerate() {
                let SegmentCrossing::At { s, u, .. } = segment_crossing([piece_a[0], piece_a[1]], [piece_b[0], piece_b[1]]) else {
                    continue;
                };
                let (t, u) = ((k as f64 + s) / 400.0, (j as f64 + u) / 400.0);
                // Clean crossings only: where the two run in nearly one direction polylines may see others.
                let (on_a, on_b) = (a.at(t), b.at(u));
                let turn = on_a.first.perp_dot(on_b.first).abs() / (on_a.first.length() * on_b.first.length());
                if turn > 0.1 && (0.01..0.99).contains(&t) && (0.01..0.99).contains(&u) {
                    seen += 1;
                    assert!(
                        found.iter().any(|m| (m.t - t).abs() < 5e-3 && (m.u - u).abs() < 5e-3),
                        "{case}: {t} {u} {found:?} {a:?} {b:?}"
                    );
                }
            }
        }
        for m in &found {
            assert!((a.point(m.t) - m.point).length() < 1e-9 && (b.point(m.u) - m.point).length() < 1e-4, "{m:?}");
        }
        let most = a.degree() * b.degree() * if a.is_polynomial() && b.is_polynomial() { 1 } else { 4 };
        assert!(found.len() <= most);
        none += usize::from(seen == 0);
        some += usize::from(seen > 0);
        high += usize::from(seen > 0 && a.degree() > 3 && b.degree() > 3);
    }
    assert!(none > 60 && some > 150 && high > 50, "{none} {some} {high}");
}

#[test]
fn lines_meet_where_elimination_says_and_parallel_ones_at_infinity() {
    let mut random = Pcg64Mcg::seed_from_u64(13);
    for _ in 0..5_000 {
        let [p, q, r, s] = [(); 4].map(|()| point(&mut random));
        let (l, m) = (Line::through(p, q), Line::through(r, s));
        assert!(l.signed_distance(p).abs() < 1e-12 && l.signed_distance(q).abs() < 1e-12);
        let Meeting::At(at) = l.meet(m) else { panic!("random lines are not parallel") };
        // Cramer's rule on p + k (q − p) = r + j (s − r).
        let k = (r - p).perp_dot(s - r) / (q - p).perp_dot(s - r);
        assert!((at - (p + k * (q - p))).length() < 1e-9 * (1.0 + at.length() * at.length()), "{at}");
        // Left of the way is positive: the same as the cross product of the way and the way to the point.
        assert_eq!(l.signed_distance(r) > 0.0, (q - p).perp_dot(r - p) > 0.0);
        let far = (q - p).perp_dot(r - p) / (q - p).length();
        assert!((l.signed_distance(r) - far).abs() < 1e-10);
    }
    let (level, above) = (Line::through(DVec2::ZERO, DVec2::new(3.0, 1.0)), Line::through(DVec2::Y, DVec2::new(3.0, 2.0)));
    let Meeting::AtInfinity(way) = level.meet(above) else { panic!("parallel") };
    assert!(way.perp_dot(DVec2::new(3.0, 1.0)).abs() < 1e-15 && way != DVec2::ZERO);
    assert_eq!(level.cross(above).z, 0.0);
    assert_eq!(level.meet(level), Meeting::Everywhere);
    assert_eq!((level.side(DVec2::Y), level.side(DVec2::new(6.0, 2.0)), level.side(-DVec2::Y)), (1, 0, -1));
}

#[test]
fn segments_cross_exactly_when_each_parts_the_other_s_ends() {
    let mut random = Pcg64Mcg::seed_from_u64(14);
    let (mut yes, mut no) = (0, 0);
    for _ in 0..10_000 {
        let [a, b, c, d] = [(); 4].map(|()| point(&mut random));
        let parts = |p: DVec2, q: DVec2, r: DVec2, s: DVec2| ((q - p).perp_dot(r - p) > 0.0) != ((q - p).perp_dot(s - p) > 0.0);
        let expected = parts(a, b, c, d) && parts(c, d, a, b);
        match segment_crossing([a, b], [c, d]) {
            SegmentCrossing::At { s, u, point } => {
                assert!(expected);
                assert!((a + s * (b - a) - point).length() < 1e-12 && (c + u * (d - c) - point).length() < 1e-9);
                yes += 1;
            }
            other => {
                assert!(!expected, "{other:?}");
                no += 1;
            }
        }
    }
    assert!(yes > 1_500 && no > 1_500, "{yes} {no}");
    let [o, x] = [DVec2::ZERO, DVec2::X];
    assert_eq!(segment_crossing([o, x], [DVec2::Y, DVec2::ONE]), SegmentCrossing::Parallel);
    assert_eq!(segment_crossing([o, 4.0 * x], [3.0 * x, 6.0 * x]), SegmentCrossing::Along { from: 0.75, to: 1.0 });
    assert_eq!(segment_crossing([o, x], [2.0 * x, 3.0 * x]), SegmentCrossing::Parallel);
    assert_eq!(segment_crossing([o, o], [x, DVec2::Y]), SegmentCrossing::Parallel);
}

/// Sum of the angles under which a point sees the edges, in turns.
fn winding(outline: &[DVec2], p: DVec2) -> i64 {
    let seen = |k: usize| {
        let (a, b) = (outline[k] - p, outline[(k + 1) % outline.len()] - p);
        a.perp_dot(b).atan2(a.dot(b))
    };
    ((0..outline.len()).map(seen).sum::<f64>() / std::f64::consts::TAU).round() as i64
}

/// A simple outline: corners at rising angles, at very different distances. Mostly concave; some corners on whole numbers.
fn outline(random: &mut Pcg64Mcg) -> Vec<DVec2> {
    let count = random.random_range(3..14);
    let round = random.random_bool(0.3);
    (0..count)
        .map(|k| {
            let angle = std::f64::consts::TAU * (f64::from(k) + random.random_range(0.1..0.9)) / f64::from(count);
            let p = random.random_range(1.0..5.0) * DVec2::from_angle(angle);
            if round { (2.0 * p).round() / 2.0 } else { p }
        })
        .collect()
}

#[test]
fn the_even_odd_rule_agrees_with_the_winding_number_on_concave_outlines() {
    let mut random = Pcg64Mcg::seed_from_u64(15);
    let (mut inside, mut outside, mut level) = (0, 0, 0);
    for _ in 0..40_000 {
        let outline = outline(&mut random);
        // Every third at the height of a corner, where the rule must not count twice.
        let corner = outline[random.random_range(0..outline.len())];
        let p = if random.random_range(0..3) == 0 { DVec2::new(point(&mut random).x, corner.y) } else { point(&mut random) };
        let count = outline.len();
        let border = (0..count).map(|k| {
            let (a, b) = (outline[k], outline[(k + 1) % count]);
            let t = ((p - a).dot(b - a) / (b - a).length_squared().max(1e-30)).clamp(0.0, 1.0);
            (a + t * (b - a) - p).length()
        });
        if border.fold(f64::MAX, f64::min) < 1e-9 {
            continue; // on the border either answer is right
        }
        let mut steps: Vec<EvenOddStep> = Vec::new();
        let found = contains_watched(&outline, p, &mut steps);
        assert_eq!(found, contains(&outline, p));
        // Rounded corners may make the outline cross itself: then odd winding is what the rule answers.
        assert_eq!(found, winding(&outline, p).rem_euclid(2) == 1, "{p} {outline:?}");
        assert_eq!((steps.len(), steps[count - 1].count % 2 == 1), (count, found));
        if found {
            inside += 1
        } else {
            outside += 1
        }
        level += usize::from(p.y == corner.y);
    }
    assert!(inside > 5_000 && outside > 10_000 && level > 10_000, "{inside} {outside} {level}");
}

#[test]
fn a_bullet_passes_no_wall_however_fast() {
    let mut random = Pcg64Mcg::seed_from_u64(16);
    let (mut hits, mut misses) = (0, 0);
    for _ in 0..5_000 {
        let outline = outline(&mut random);
        let (from, to) = (8.0 * DVec2::from_angle(random.random_range(0.0..7.0)), 40.0 * point(&mut random));
        // Small steps along the way, each asked whether it is inside.
        let first = (0..=8_000).map(|k| f64::from(k) / 8e3).find(|t| contains(&outline, from + *t * (to - from)));
        match (swept_point(from, to, &outline), first) {
            (Some(hit), Some(first)) => {
                assert!(hit.fraction <= first + 1e-9 && hit.normal.dot(to - from) <= 0.0, "{hit:?} {first}");
                hits += 1;
            }
            (None, Some(_)) => panic!("went through: {from} {to} {outline:?}"),
            (_, None) => misses += 1,
        }
    }
    assert!(hits > 500 && misses > 500, "{hits} {misses}");
}

#[test]
fn a_probe_changes_no_bit_and_sees_the_roots_that_come_out() {
    let circle = Implicit::circle(DVec2::ZERO, 1.0);
    let parabola = PowerForm::polynomial(&[-1.0, 2.0], &[1.0, -9.0, 8.0]);
    let mut steps: Vec<CrossingStep> = Vec::new();
    let watched = crossings_watched(&circle, &parabola, &mut steps);
    assert_eq!(watched, crossings(&circle, &parabola));
    let terms: Vec<[&Vec<f64>; 2]> =
        steps.iter().filter_map(|s| if let CrossingStep::Term { gives, sum, .. } = s { Some([gives, sum]) } else { None }).collect();
    assert_eq!(terms.len(), 3); // x², y², −1
    let mut total = [0.0; 5];
    for [gives, sum] in &terms {
        (0..gives.len()).for_each(|k| total[k] += gives[k]); // integers: exact
        assert_eq!(sum[..], total[..sum.len()]);
        assert!(total[sum.len()..].iter().all(|&c| c == 0.0));
    }
    assert_eq!(terms[2][1], &watched.polynomial);
    let Some(CrossingStep::Root(RootStep::Roots { polynomial, roots })) = steps.last() else { panic!("{:?}", steps.last()) };
    assert_eq!((polynomial, roots), (&watched.polynomial, &watched.roots));
    let tries = steps.iter().filter(|s| matches!(s, CrossingStep::Root(RootStep::Try { degree: 4, .. }))).count();
    assert!(tries > 8, "{tries} places tried for four roots");
    // Each place tried lies between its bounds.
    assert!(steps.iter().all(|s| !matches!(s, CrossingStep::Root(RootStep::Try { low, high, x, .. }) if x < low || x > high)));
}
