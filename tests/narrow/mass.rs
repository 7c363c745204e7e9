//! Mass properties against closed forms and against counting small squares.

use crate::narrow_cases::*;
use collidoscope::engine::frames::LocalPoint;
use collidoscope::engine::mass::MassProperties;
use collidoscope::engine::math::{Pose, Vec2};
use collidoscope::engine::shape::{BoxShape, Capsule, Circle, ConvexPolygon, Segment, Shape};
use std::f64::consts::PI;

fn of(shape: impl Into<Shape>) -> MassProperties {
    MassProperties::of_shape(&shape.into(), 2.0)
}

/// Equal up to `f32` rounding of the inputs and the result.
fn same(found: f32, expected: f64) {
    assert!((f64::from(found) - expected).abs() <= 2e-6 * expected.abs(), "{found} should be {expected}");
}

#[test]
fn a_circle_weighs_pi_r_squared_and_turns_like_half_m_r_squared() {
    let found = of(Circle::try_new(Vec2::new(3.0, -2.0), 0.7).unwrap());
    let mass = 2.0 * PI * 0.49;
    same(found.mass, mass);
    same(found.inertia, mass * 0.49 / 2.0);
    assert_eq!(found.center, Vec2::new(3.0, -2.0));
}

#[test]
fn a_box_has_inertia_m_times_w_squared_plus_h_squared_over_twelve_at_any_angle_and_place() {
    for (center, angle) in [(Vec2::ZERO, 0.0), (Vec2::new(5.0, 4.0), 1.1), (Vec2::new(-300.0, 2.0), -2.0)] {
        let found = of(BoxShape::try_new(3.0, 0.5, center, angle, 0.0).unwrap());
        // Far out the corners themselves are rounded: 300 m to 15 µm.
        let tolerance = 1e-4;
        assert!((f64::from(found.mass) - 3.0).abs() < tolerance);
        assert!((f64::from(found.inertia) - 3.0 * (9.0 + 0.25) / 12.0).abs() < tolerance, "{found:?}");
        assert!((found.center - center).length() < 2e-5);
    }
}

#[test]
fn a_capsule_is_a_rectangle_and_two_half_discs() {
    let (a, r) = (0.8_f64, 0.3_f64);
    let found = of(Capsule::try_new(Vec2::new(1.0, -0.8), Vec2::new(1.0, 0.8), 0.3).unwrap());
    let (rectangle, half_disc) = (2.0 * 2.0 * a * 2.0 * r, 2.0 * PI * r * r / 2.0);
    let c = 4.0 * r / (3.0 * PI);
    same(found.mass, rectangle + 2.0 * half_disc);
    let inertia = rectangle * ((2.0 * a).powi(2) + (2.0 * r).powi(2)) / 12.0 + 2.0 * half_disc * (r * r / 2.0 + a * a + 2.0 * a * c);
    same(found.inertia, inertia);
    assert!((found.center - Vec2::X).length() < 1e-6);
}

#[test]
fn a_rounded_box_is_its_core_four_edge_strips_and_one_disc_in_four_quarters() {
    let (w, h, r) = (1.6_f64, 0.8_f64, 0.2_f64);
    let found = of(BoxShape::try_new(1.6, 0.8, Vec2::ZERO, 0.4, 0.2).unwrap());
    // The whole box less four corner squares, plus four quarter discs.
    let (full, square, quarter) = (w * h, r * r, PI * r * r / 4.0);
    same(found.mass, 2.0 * (full - 4.0 * square + 4.0 * quarter));
    let corner = |x: f64, y: f64| x * x + y * y;
    let c = 4.0 * r / (3.0 * PI);
    let (cx, cy) = (w / 2.0 - r, h / 2.0 - r);
    let of_square = square * (r * r / 6.0 + corner(cx + r / 2.0, cy + r / 2.0));
    let of_quarter = quarter * (r * r / 2.0 - 2.0 * c * c + corner(cx + c, cy + c));
    same(found.inertia, 2.0 * (full * (w * w + h * h) / 12.0 - 4.0 * of_square + 4.0 * of_quarter));
}

#[test]
fn a_right_triangle_has_its_centre_at_a_third_and_inertia_m_a_squared_plus_b_squared_over_eighteen() {
    let found = of(ConvexPolygon::try_new(&[Vec2::ZERO, Vec2::new(3.0, 0.0), Vec2::new(0.0, 1.5)], 0.0).unwrap());
    same(found.mass, 2.0 * 2.25);
    same(found.inertia, 4.5 * (9.0 + 2.25) / 18.0);
    assert!((found.center - Vec2::new(1.0, 0.5)).length() < 1e-6);
}

#[test]
fn a_segment_has_no_mass() {
    let found = of(Segment::try_new(Vec2::new(-1.0, 2.0), Vec2::new(3.0, 2.0)).unwrap());
    assert_eq!((found.mass, found.inertia, found.center), (0.0, 0.0, Vec2::new(1.0, 2.0)));
}

/// Mass, centre and inertia by counting the centres of small squares.
fn counted(shape: &Shape, density: f64) -> (f64, [f64; 2], f64) {
    let bounds = shape.aabb(Pose::IDENTITY);
    let cells = 400;
    let size = [f64::from(bounds.size().x) / f64::from(cells), f64::from(bounds.size().y) / f64::from(cells)];
    let (mut count, mut first, mut second) = (0.0, [0.0; 2], 0.0);
    for i in 0..cells {
        for j in 0..cells {
            let x = f64::from(bounds.min.x) + (f64::from(i) + 0.5) * size[0];
            let y = f64::from(bounds.min.y) + (f64::from(j) + 0.5) * size[1];
            if shape.contains(LocalPoint::new(x as f32, y as f32)) {
                count += 1.0;
                first = [first[0] + x, first[1] + y];
                second += x * x + y * y;
            }
        }
    }
    let cell = density * size[0] * size[1];
    let center = [first[0] / count, first[1] / count];
    let inertia = cell * (second - count * (center[0] * center[0] + center[1] * center[1]));
    (cell * count, center, inertia)
}

#[test]
fn random_shapes_of_every_kind_weigh_what_counting_small_squares_gives() {
    let mut random = cases(41);
    for _ in 0..60 {
        let shape = random_shape(&mut random);
        if matches!(shape, Shape::Segment(_)) {
            continue;
        }
        let found = MassProperties::of_shape(&shape, 2.0);
        let (mass, center, inertia) = counted(&shape, 2.0);
        // 160,000 squares: those on the border are right on average, to about a thousandth of the whole. The thinnest
        // shapes fill only part of their box.
        assert!((f64::from(found.mass) - mass).abs() < 5e-3 * mass, "{shape:?} {found:?} {mass}");
        assert!((f64::from(found.inertia) - inertia).abs() < 1e-2 * inertia, "{shape:?} {found:?} {inertia}");
        assert!((f64::from(found.center.x) - center[0]).abs() < 3e-3 && (f64::from(found.center.y) - center[1]).abs() < 3e-3);
    }
}

#[test]
fn a_compound_is_its_parts_moved_to_the_common_centre() {
    // A 2 × 1 box cut into two 1 × 1 boxes, and a T.
    let left = of(BoxShape::try_new(1.0, 1.0, Vec2::new(10.0, 3.0), 0.0, 0.0).unwrap());
    let right = of(BoxShape::try_new(1.0, 1.0, Vec2::new(11.0, 3.0), 0.5 * std::f32::consts::PI, 0.0).unwrap());
    let whole = of(BoxShape::try_new(2.0, 1.0, Vec2::new(10.5, 3.0), 0.0, 0.0).unwrap());
    let sum = MassProperties::sum([left, right]);
    same(sum.mass, f64::from(whole.mass));
    assert!((f64::from(sum.inertia) - f64::from(whole.inertia)).abs() < 1e-5);
    assert!((sum.center - whole.center).length() < 1e-5);

    let bar = of(BoxShape::try_new(3.0, 1.0, Vec2::new(0.0, 2.5), 0.0, 0.0).unwrap());
    let stem = of(BoxShape::try_new(1.0, 2.0, Vec2::new(0.0, 1.0), 0.0, 0.0).unwrap());
    let t = MassProperties::sum([bar, stem]);
    same(t.mass, 10.0);
    same(t.center.y, (6.0 * 2.5 + 4.0 * 1.0) / 10.0);
    same(t.inertia, 6.0 * (9.0 + 1.0) / 12.0 + 6.0 * 0.6 * 0.6 + 4.0 * (1.0 + 4.0) / 12.0 + 4.0 * 0.9 * 0.9);
}

#[test]
fn a_compound_without_mass_is_nothing_at_the_origin() {
    assert_eq!(MassProperties::sum([]), MassProperties::default());
    let line = of(Segment::try_new(Vec2::ZERO, Vec2::X).unwrap());
    assert_eq!(MassProperties::sum([line, line]), MassProperties::default());
}

#[test]
fn inertia_of_a_small_polygon_far_from_its_bodys_origin_is_not_lost_in_rounding() {
    let near: Vec<Vec2> = vec![Vec2::ZERO, Vec2::new(0.5, 0.0), Vec2::new(0.5, 0.25), Vec2::new(0.0, 0.25)];
    let far: Vec<Vec2> = near.iter().map(|&p| p + Vec2::new(4096.0, -8192.0)).collect();
    let (here, there) = (of(ConvexPolygon::try_new(&near, 0.0).unwrap()), of(ConvexPolygon::try_new(&far, 0.0).unwrap()));
    // The coordinates are exact in both places, so the result must be as well.
    same(there.mass, f64::from(here.mass));
    same(there.inertia, f64::from(here.inertia));
}

#[test]
fn the_smallest_and_the_largest_shapes_have_finite_positive_mass_and_inertia() {
    let sizes = [1e-3_f32, 1e4];
    for size in sizes {
        let shapes: [Shape; 4] = [
            Circle::try_new(Vec2::ZERO, size).unwrap().into(),
            BoxShape::try_new(size, size, Vec2::ZERO, 0.3, 0.0).unwrap().into(),
            Capsule::try_new(Vec2::ZERO, Vec2::new(size, 0.0), size).unwrap().into(),
            ConvexPolygon::try_new(&[Vec2::ZERO, Vec2::new(size, 0.0), Vec2::new(0.0, size)], 0.0).unwrap().into(),
        ];
        for shape in shapes {
            let found = MassProperties::of_shape(&shape, 1.0);
            assert!(found.mass > 0.0 && found.inertia > 0.0 && found.mass.is_finite() && found.inertia.is_finite(), "{found:?}");
        }
    }
}
