//! Shapes: what is refused and why, boxes around them, points in them, hulls and convex parts.

use crate::narrow_cases::*;
use collidoscope::engine::frames::LocalPoint;
use collidoscope::engine::math::{Pose, Vec2};
use collidoscope::engine::shape::{
    BoxShape, Capsule, Circle, ConvexPolygon, Segment, Shape, ShapeError, decompose::decompose, hull::convex_hull,
};
use collidoscope::engine::tuning::{MAX_COORDINATE, MAX_POLYGON_VERTICES, MAX_SIZE, MIN_SIZE};
use rand::Rng;
use rand_pcg::Pcg32;

const NAN: f32 = f32::NAN;
const INF: f32 = f32::INFINITY;

fn v(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

fn says<T: std::fmt::Debug>(built: Result<T, ShapeError>, words: &str) {
    let message = built.expect_err(words).to_string();
    assert!(message.contains(words), "\"{message}\" should say \"{words}\"");
}

#[test]
fn every_number_that_cannot_be_is_refused_by_name_value_and_bound() {
    says(Circle::try_new(v(NAN, 0.0), 1.0), "center must be a finite number");
    says(Circle::try_new(v(0.0, INF), 1.0), "center must be a finite number");
    says(Circle::try_new(v(0.0, 2e5), 1.0), "center must lie between -100000 and 100000 m, is 200000");
    says(Circle::try_new(Vec2::ZERO, NAN), "radius must be a finite number");
    says(Circle::try_new(Vec2::ZERO, 0.0), "radius must lie between 0.001 and 10000 m, is 0");
    says(Circle::try_new(Vec2::ZERO, -1.0), "radius must lie between 0.001 and 10000 m, is -1");
    says(Circle::try_new(Vec2::ZERO, 1e39_f64 as f32), "radius must be a finite number");
    says(BoxShape::try_new(0.0, 1.0, Vec2::ZERO, 0.0, 0.0), "width must lie between 0.001 and 10000 m, is 0");
    says(BoxShape::try_new(1.0, 20_000.0, Vec2::ZERO, 0.0, 0.0), "height must lie between 0.001 and 10000 m, is 20000");
    says(BoxShape::try_new(1.0, 1.0, Vec2::ZERO, NAN, 0.0), "angle must be a finite number");
    says(BoxShape::try_new(1.0, 2.0, Vec2::ZERO, 0.0, 0.5), "rounding must lie between 0 and 0.4995 m, is 0.5");
    says(BoxShape::try_new(1.0, 2.0, Vec2::ZERO, 0.0, -0.1), "rounding must lie between 0");
    says(Capsule::try_new(Vec2::ONE, Vec2::ONE, 0.5), "length must lie between 0.001 and 10000 m, is 0");
    says(Capsule::try_new(Vec2::ZERO, Vec2::ONE, 1e-4), "radius must lie between 0.001");
    says(Capsule::try_new(v(0.0, NAN), Vec2::ONE, 0.5), "a must be a finite number");
    says(Segment::try_new(Vec2::ONE, Vec2::ONE), "length must lie between 0.001 and 10000 m, is 0");
    says(Segment::try_new(Vec2::ZERO, v(0.0, -INF)), "b must be a finite number");
}

#[test]
fn polygons_that_cannot_be_are_refused_by_the_vertex() {
    let square = [v(0.0, 0.0), v(1.0, 0.0), v(1.0, 1.0), v(0.0, 1.0)];
    assert!(ConvexPolygon::try_new(&square, 0.0).is_ok());
    let with = |extra: Vec2| ConvexPolygon::try_new(&[square[0], square[1], square[2], square[3], extra], 0.0);
    says(ConvexPolygon::try_new(&[], 0.0), "needs 3 to 64 vertices, has 0");
    says(ConvexPolygon::try_new(&square[..2], 0.0), "needs 3 to 64 vertices, has 2");
    says(ConvexPolygon::try_new(&[Vec2::ZERO; 65], 0.0), "needs 3 to 64 vertices, has 65");
    says(with(v(NAN, 0.5)), "vertex 4 has the coordinate NaN");
    says(with(v(-0.1, 1e6)), "vertex 4 has the coordinate 1000000; it must lie between -100000 and 100000 m");
    says(with(v(0.0, 1.0)), "vertices 3 and 4 are the same point");
    says(with(v(0.0, 0.0005)), "vertices 0 and 4 are the same point");
    says(with(v(0.0, 0.5)), "vertex 4 lies on the line through its two neighbours");
    says(with(v(0.3, 0.5)), "the outline is not convex at vertex 4");
    says(ConvexPolygon::try_new(&[v(0.1, 0.1), v(0.2, 0.2), v(0.3, 0.3)], 0.0), "vertex 0 lies on the line");
    says(ConvexPolygon::try_new(&square, NAN), "rounding must be a finite number");
    says(ConvexPolygon::try_new(&square, -0.1), "rounding must lie between 0");
    let star: Vec<Vec2> = (0..5).map(|i| Vec2::from_angle(i as f32 * 4.0 * std::f32::consts::PI / 5.0)).collect();
    says(ConvexPolygon::try_new(&star, 0.0), "the edge after vertex 0 meets the edge after vertex 2");
}

#[test]
fn shapes_at_the_very_bounds_are_accepted() {
    assert!(Circle::try_new(v(MAX_COORDINATE, -MAX_COORDINATE), MIN_SIZE).is_ok());
    assert!(Circle::try_new(Vec2::ZERO, MAX_SIZE).is_ok());
    assert!(BoxShape::try_new(MIN_SIZE, MAX_SIZE, Vec2::ZERO, 1.0, 0.0).is_ok());
    assert!(BoxShape::try_new(MAX_SIZE, MAX_SIZE, Vec2::ZERO, 0.0, 0.5 * (MAX_SIZE - MIN_SIZE)).is_ok());
    let tiny = [v(0.0, 0.0), v(0.001, 0.0), v(0.001, 0.001), v(0.0, 0.001)];
    assert!(ConvexPolygon::try_new(&tiny, 0.0).is_ok());
    let ring: Vec<Vec2> = (0..MAX_POLYGON_VERTICES).map(|i| Vec2::from_angle(i as f32 * 0.098_174_77)).collect();
    assert!(ConvexPolygon::try_new(&ring, 0.0).is_ok());
}

#[test]
fn a_small_shape_so_far_out_that_its_corners_would_coincide_is_refused() {
    says(BoxShape::try_new(0.01, 0.01, v(9e4, 0.0), 0.0, 0.0), "width must lie between 0.0858");
    let far = [v(9e4, 0.0), v(9e4 + 0.02, 0.0), v(9e4, 0.02)];
    assert!(ConvexPolygon::try_new(&far, 0.0).is_err());
}

#[test]
fn vertices_are_stored_counter_clockwise_whichever_way_they_come() {
    let clockwise = [v(0.0, 0.0), v(0.0, 1.0), v(1.0, 1.0), v(1.0, 0.0)];
    let polygon = ConvexPolygon::try_new(&clockwise, 0.0).unwrap();
    let (points, normals) = (polygon.points(), polygon.normals());
    for i in 0..4 {
        let edge = points[(i + 1) % 4] - points[i];
        assert!(edge.perp_dot(points[(i + 2) % 4] - points[i]) > 0.0, "counter-clockwise");
        assert_eq!(normals[i], v(edge.y, -edge.x), "outward: to the right of the edge");
    }
}

/// A point on the border of a rounded core, seen from outside along `direction`.
fn border_point(shape: &Shape, pose: Pose, direction: Vec2) -> Vec2 {
    let core = shape.convex();
    let points = core.points.iter().map(|&p| pose.transform_point(p));
    let farthest = points.reduce(|p, q| if q.dot(direction) > p.dot(direction) { q } else { p }).unwrap();
    farthest + core.radius * direction
}

#[test]
fn the_box_around_a_shape_is_tight() {
    let mut random = cases(31);
    for _ in 0..2_000 {
        let (shape, pose) = (random_shape(&mut random), random_pose(&mut random, 3.0));
        let bounds = shape.aabb(pose);
        let reach = |direction: Vec2| border_point(&shape, pose, direction).dot(direction);
        // Coordinates near 4 m are rounded to 5e-7.
        assert!((bounds.max.x - reach(Vec2::X)).abs() < 2e-6 && (bounds.max.y - reach(Vec2::Y)).abs() < 2e-6);
        assert!((bounds.min.x + reach(Vec2::NEG_X)).abs() < 2e-6 && (bounds.min.y + reach(Vec2::NEG_Y)).abs() < 2e-6);
    }
}

#[test]
fn a_point_is_inside_exactly_if_no_direction_separates_it() {
    let mut random = cases(32);
    let (mut inside, mut outside) = (0, 0);
    for _ in 0..3_000 {
        let shape = random_shape(&mut random);
        let p = point(&mut random, 0.8);
        // Distance to the core by brute force, and by the shadows on 720 directions.
        let core = placed(shape.convex(), Pose::IDENTITY);
        let truth = judge(&core, &[(f64::from(p.x), f64::from(p.y))]).separation - f64::from(shape.convex().radius);
        let found = f64::from(shape.signed_distance(LocalPoint::at(p)));
        assert!((found - truth).abs() < 1e-5, "{shape:?} {p} {found} {truth}");
        let beyond = |i: i32| {
            let direction = Vec2::from_angle(i as f32 * std::f32::consts::PI / 360.0);
            (p - border_point(&shape, Pose::IDENTITY, direction)).dot(direction)
        };
        let seen_apart = (0..720).any(|i| beyond(i) > 1e-5);
        // Directions half a degree apart see a gap of a centimetre beside a shape of a metre.
        if truth.abs() > 1e-2 {
            assert_eq!(shape.contains(LocalPoint::at(p)), !seen_apart, "{shape:?} {p}");
            *(if seen_apart { &mut outside } else { &mut inside }) += 1;
        }
    }
    assert!(inside > 500 && outside > 500, "{inside} inside, {outside} outside");
}

#[test]
fn the_border_belongs_to_the_shape() {
    let square: Shape = BoxShape::try_new(2.0, 2.0, Vec2::ZERO, 0.0, 0.0).unwrap().into();
    assert!(
        square.contains(LocalPoint::new(1.0, 1.0))
            && square.contains(LocalPoint::new(1.0, 0.0))
            && !square.contains(LocalPoint::new(1.0001, 0.0))
    );
    let line: Shape = Segment::try_new(v(-1.0, 0.0), v(1.0, 0.0)).unwrap().into();
    assert!(
        line.contains(LocalPoint::new(0.25, 0.0))
            && line.contains(LocalPoint::new(1.0, 0.0))
            && !line.contains(LocalPoint::new(0.25, 1e-6))
    );
}

#[test]
fn a_hull_is_convex_holds_all_its_points_and_has_only_given_ones() {
    let mut random = cases(33);
    for _ in 0..500 {
        let count = random.random_range(3..60);
        // On a coarse grid, so that equal and collinear points abound.
        let points: Vec<Vec2> =
            (0..count).map(|_| v(random.random_range(-5..5) as f32 * 0.1, random.random_range(-5..5) as f32 * 0.1)).collect();
        let hull = convex_hull(&points);
        assert!(hull.iter().all(|corner| points.contains(corner)));
        if hull.len() < 3 {
            continue;
        }
        for i in 0..hull.len() {
            let (p, q) = (hull[i], hull[(i + 1) % hull.len()]);
            assert!(points.iter().all(|&x| (q - p).perp_dot(x - p) > -1e-6), "{points:?} {hull:?}");
        }
        assert!(ConvexPolygon::try_new(&hull, 0.0).is_ok(), "{hull:?}");
    }
}

#[test]
fn a_hull_of_points_without_area_has_fewer_than_three_corners() {
    assert_eq!(convex_hull(&[]), []);
    assert_eq!(convex_hull(&[Vec2::ONE, Vec2::ONE]), [Vec2::ONE]);
    assert_eq!(convex_hull(&[v(0.3, 0.3), v(0.1, 0.1), v(0.2, 0.2), v(0.7, 0.7)]), [v(0.1, 0.1), v(0.7, 0.7)]);
    assert_eq!(convex_hull(&[v(NAN, 0.0), v(1.0, 2.0), v(INF, 1.0)]), [v(1.0, 2.0)]);
}

fn area(outline: &[Vec2]) -> f64 {
    let count = outline.len();
    let term = |i: usize| {
        let (p, q) = (outline[i].as_dvec2(), outline[(i + 1) % count].as_dvec2());
        p.x * q.y - q.x * p.y
    };
    0.5 * (0..count).map(term).sum::<f64>()
}

/// Even-odd rule, half-open in y.
fn is_inside(outline: &[Vec2], x: Vec2) -> bool {
    let count = outline.len();
    let crossings = (0..count).filter(|&i| {
        let (p, q) = (outline[i], outline[(i + 1) % count]);
        (p.y <= x.y) != (q.y <= x.y) && x.x < p.x + (x.y - p.y) / (q.y - p.y) * (q.x - p.x)
    });
    crossings.count() % 2 == 1
}

/// Checks parts of an outline: convex, same area, and each point inside belongs to one part.
fn check_parts(outline: &[Vec2], random: &mut Pcg32) -> usize {
    let parts = decompose(outline).unwrap_or_else(|error| panic!("{error}: {outline:?}"));
    for part in &parts {
        assert!(ConvexPolygon::try_new(part, 0.0).is_ok(), "{:?}: {part:?} of {outline:?}", ConvexPolygon::try_new(part, 0.0));
        assert!(area(part) > 0.0, "counter-clockwise");
    }
    let (whole, sum) = (area(outline).abs(), parts.iter().map(|part| area(part)).sum::<f64>());
    // Corners that stand out by less than half a micrometre were dropped.
    assert!((whole - sum).abs() < 1e-5 * whole.max(1.0), "{whole} {sum}: {outline:?}");
    let low = outline.iter().copied().reduce(Vec2::min).unwrap();
    let high = outline.iter().copied().reduce(Vec2::max).unwrap();
    for _ in 0..50 {
        let x = v(uniform(random, low.x, high.x), uniform(random, low.y, high.y));
        let near_an_edge = |ring: &[Vec2]| {
            (0..ring.len()).any(|i| {
                let (p, q) = (ring[i], ring[(i + 1) % ring.len()]);
                (q - p).perp_dot(x - p).abs() < 1e-4 * (q - p).length()
            })
        };
        if near_an_edge(outline) || parts.iter().any(|part| near_an_edge(part)) {
            continue;
        }
        let holders = parts.iter().filter(|part| is_inside(part, x)).count();
        assert_eq!(holders, usize::from(is_inside(outline, x)), "{x}: {outline:?}");
    }
    parts.len()
}

#[test]
fn random_concave_outlines_fall_into_convex_parts_that_fill_them_exactly_once() {
    let mut random = cases(34);
    let mut most = 0;
    for case in 0..400 {
        // A star about the origin: any radii, angles in order. Then either orientation.
        let count = random.random_range(4..40);
        let mut outline: Vec<Vec2> = (0..count)
            .map(|i| {
                let angle = (i as f32 + uniform(&mut random, 0.0, 0.8)) / count as f32 * std::f32::consts::TAU;
                uniform(&mut random, 0.3, 3.0) * Vec2::from_angle(angle)
            })
            .collect();
        if case % 2 == 1 {
            outline.reverse();
        }
        most = most.max(check_parts(&outline, &mut random));
    }
    assert!(most > 8, "some outlines must need many parts, {most}");
}

#[test]
fn outlines_with_straight_corners_combs_and_spirals_fall_into_few_parts() {
    let mut random = cases(35);
    let l_shape = [v(0.0, 0.0), v(1.0, 0.0), v(1.0, 1.0), v(2.0, 1.0), v(2.0, 2.0), v(0.0, 2.0)];
    assert_eq!(check_parts(&l_shape, &mut random), 2);
    let square_with_midpoints = [v(0.0, 0.0), v(0.5, 0.0), v(1.0, 0.0), v(1.0, 0.5), v(1.0, 1.0), v(0.0, 1.0), v(0.0, 0.3)];
    assert_eq!(check_parts(&square_with_midpoints, &mut random), 1);
    let plus: Vec<Vec2> = [(1, 0), (2, 0), (2, 1), (3, 1), (3, 2), (2, 2), (2, 3), (1, 3), (1, 2), (0, 2), (0, 1), (1, 1)]
        .map(|(x, y)| v(x as f32, y as f32))
        .into();
    assert!(check_parts(&plus, &mut random) <= 5);
    let mut comb = vec![v(0.0, 0.0), v(20.0, 0.0)];
    for tooth in (0..20).rev() {
        comb.extend([v(tooth as f32 + 1.0, 1.0), v(tooth as f32 + 0.5, 3.0)]);
    }
    comb.push(v(0.0, 1.0));
    assert!(check_parts(&comb, &mut random) <= 41);
    let arm = |radius: f32, turn: f32| (radius + 0.3 * turn) * Vec2::from_angle(turn);
    let spiral: Vec<Vec2> = (0..60).map(|i| arm(1.0, i as f32 * 0.25)).chain((0..60).rev().map(|i| arm(1.6, i as f32 * 0.25))).collect();
    assert!(check_parts(&spiral, &mut random) <= 118);
}

#[test]
fn a_convex_outline_is_one_part() {
    let mut random = cases(36);
    for _ in 0..100 {
        if let Shape::Polygon(polygon) = random_polygon(&mut random) {
            assert_eq!(check_parts(polygon.points(), &mut random), 1);
        }
    }
    // 200 vertices do not fit into one polygon: several parts, none too large.
    let ring: Vec<Vec2> = (0..200).map(|i| 5.0 * Vec2::from_angle(i as f32 / 200.0 * std::f32::consts::TAU)).collect();
    assert!((4..10).contains(&check_parts(&ring, &mut random)));
}

#[test]
fn outlines_that_cannot_be_are_refused() {
    let bow = [v(0.0, 0.0), v(1.0, 1.0), v(1.0, 0.0), v(0.0, 1.0)];
    says(decompose(&bow), "the edge after vertex 0 meets the edge after vertex 2");
    let touching_itself = [v(0.0, 0.0), v(4.0, 0.0), v(4.0, 2.0), v(2.0, 0.0), v(0.0, 2.0)];
    says(decompose(&touching_itself), "crosses itself");
    let spike = [v(0.0, 0.0), v(1.0, 0.0), v(1.0, 1.0), v(3.0, 1.0), v(0.5, 1.0)];
    says(decompose(&spike), "crosses itself");
    says(decompose(&[v(0.0, 0.0), v(1.0, 0.0)]), "needs 3 to 256 vertices, has 2");
    says(decompose(&[v(0.0, 0.0), v(1.0, 0.0), v(2.0, 0.0)]), "lies on the line");
    says(decompose(&[v(0.0, 0.0), v(1.0, 0.0), v(1.0, 0.0), v(0.0, 1.0)]), "vertices 1 and 2 are the same point");
    says(decompose(&[v(0.0, 0.0), v(1.0, 0.0), v(INF, 1.0)]), "vertex 2 has the coordinate inf");
}
