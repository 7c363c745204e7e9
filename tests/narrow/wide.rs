//! NarrowBatch pairs at once are answered exactly as one pair is, at every width.

use crate::narrow_cases::*;
use collidoscope::engine::lanes::Width;
use collidoscope::engine::math::{Pose, Rot, Vec2};
use collidoscope::engine::narrow::batch::{Cores, NarrowBatch, NarrowQuery, NarrowSettings};
use collidoscope::engine::narrow::{NarrowAnswer, NarrowPhase, Reach, collide_within};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::shape::{BoxShape, ConvexPolygon, Shape};
use rand::Rng;
use rand_pcg::Pcg32;

const WIDTHS: [Width; 3] = [Width::One, Width::Four, Width::Eight];
const MARGIN: f32 = 0.02;

/// Shapes and how they stand to each other.
#[derive(Default)]
struct Crowd {
    shapes: Vec<Shape>,
    cores: Cores,
    asked: Vec<NarrowQuery>,
}

impl Crowd {
    fn add_shape(&mut self, shape: Shape) -> u32 {
        let number = self.shapes.len() as u32;
        self.cores.set(number, &shape);
        self.shapes.push(shape);
        number
    }

    /// Asks about A and B, and about B and A.
    fn ask(&mut self, [a, b]: [u32; 2], pose: Pose, exact: f32) {
        self.asked.push(NarrowQuery { shapes: [a, b], pose, exact, hidden: [None; 2] });
        self.asked.push(NarrowQuery { shapes: [b, a], pose: pose.inv_mul(Pose::IDENTITY), exact, hidden: [None; 2] });
    }

    /// Asks for all at each width, compares with one by one, and returns the answers.
    fn judge(&self, method: NarrowPhase) -> Vec<NarrowAnswer> {
        let alone = |asked: &NarrowQuery| {
            let [a, b] = asked.shapes.map(|number| &self.shapes[number as usize]);
            collide_within(a, b, asked.pose, method, Reach { margin: MARGIN, exact: asked.exact }, &mut NoProbe)
        };
        let expected: Vec<NarrowAnswer> = self.asked.iter().map(alone).collect();
        let mut many = NarrowBatch::default();
        for width in WIDTHS {
            let rules = NarrowSettings { method, margin: MARGIN, width };
            many.clear();
            let places: Vec<u32> = self.asked.iter().map(|&asked| many.push(asked)).collect();
            assert!(places.iter().copied().eq(0..self.asked.len() as u32));
            let met = many.run(rules, &self.cores, |number| &self.shapes[number as usize], &[]);
            assert_eq!(met.len(), expected.len());
            for ((met, expected), asked) in met.iter().zip(&expected).zip(&self.asked) {
                let [a, b] = asked.shapes.map(|number| &self.shapes[number as usize]);
                assert_eq!(met, expected, "{width:?} {asked:?}\n{a:?}\n{b:?}");
            }
        }
        expected
    }
}

/// How many were apart, had one point, had two.
fn counts(met: &[NarrowAnswer]) -> [usize; 3] {
    [0, 1, 2].map(|count| met.iter().filter(|met| met.manifold.count == count).count())
}

fn exact(random: &mut Pcg32) -> f32 {
    [MARGIN, 0.1, 0.5, f32::INFINITY][random.random_range(0..4)]
}

#[test]
fn random_shapes_of_all_kinds_are_answered_as_one_by_one() {
    let mut random = cases(71);
    let mut crowd = Crowd::default();
    for _ in 0..500 {
        crowd.add_shape(random_shape(&mut random));
    }
    for _ in 0..100_000 {
        let pair = [0, 1].map(|_| random.random_range(0..500));
        let pose = random_pose(&mut random, 1.35);
        let exact = exact(&mut random);
        crowd.ask(pair, pose, exact);
    }
    let counts = counts(&crowd.judge(NarrowPhase::Sat));
    assert!(counts.iter().all(|&count| count > 10_000), "{counts:?}");
}

/// Regular polygons, trapezoids, boxes, capsules; all sizes whole eighths, so that faces come to lie exactly on each
/// other.
fn tidy_shape(random: &mut Pcg32) -> Shape {
    let eighths = |random: &mut Pcg32, low: i32, high: i32| random.random_range(low..=high) as f32 / 8.0;
    match random.random_range(0..4) {
        0 => {
            let (width, height) = (eighths(random, 4, 12), eighths(random, 4, 12));
            let rounding = if random.random::<bool>() { 0.125 } else { 0.0 };
            BoxShape::try_new(width, height, Vec2::ZERO, 0.0, rounding).unwrap().into()
        }
        1 => {
            let (low, high, half) = (eighths(random, 4, 8), eighths(random, 1, 3), eighths(random, 2, 4));
            let corners = [Vec2::new(-low, -half), Vec2::new(low, -half), Vec2::new(high, half), Vec2::new(-high, half)];
            ConvexPolygon::try_new(&corners, 0.0).unwrap().into()
        }
        2 => {
            let count = random.random_range(3..=9);
            let corner = |k: i32| 0.5 * Vec2::from_angle(std::f32::consts::TAU * k as f32 / count as f32);
            ConvexPolygon::try_new(&(0..count).map(corner).collect::<Vec<_>>(), 0.0).unwrap().into()
        }
        _ => random_capsule_or_segment_along_x(random),
    }
}

fn random_capsule_or_segment_along_x(random: &mut Pcg32) -> Shape {
    let half = Vec2::new(random.random_range(2..6) as f32 / 8.0, 0.0);
    if random.random::<bool>() {
        collidoscope::engine::shape::Capsule::try_new(-half, half, 0.125).unwrap().into()
    } else {
        collidoscope::engine::shape::Segment::try_new(-half, half).unwrap().into()
    }
}

#[test]
fn faces_that_lie_flush_corners_on_corners_and_shapes_in_one_place_are_answered_as_one_by_one() {
    let mut random = cases(72);
    let mut crowd = Crowd::default();
    for _ in 0..200 {
        let shape = tidy_shape(&mut random);
        crowd.add_shape(shape);
    }
    let quarters = [Rot { cos: 1.0, sin: 0.0 }, Rot { cos: 0.0, sin: 1.0 }, Rot { cos: -1.0, sin: 0.0 }, Rot { cos: 0.0, sin: -1.0 }];
    for _ in 0..100_000 {
        let pair = [0, 1].map(|_| random.random_range(0..200));
        let position = Vec2::new(random.random_range(-10..=10) as f32, random.random_range(-10..=10) as f32) / 8.0;
        let mut rotation = quarters[random.random_range(0..4)];
        if random.random_range(0..3) == 0 {
            // Nearly parallel: about the angles at which rules change.
            rotation = Rot::from_angle([1e-7, 5e-7, 2e-6, 1e-3, 2e-3, 0.02][random.random_range(0..6)]).then_after(rotation);
        }
        let hair = if random.random::<bool>() { 0.0 } else { uniform(&mut random, -0.02, 0.03) };
        let exact = exact(&mut random);
        crowd.ask(pair, Pose { position: position + Vec2::splat(hair), rotation }, exact);
    }
    let counts = counts(&crowd.judge(NarrowPhase::Sat));
    assert!(counts.iter().all(|&count| count > 5_000), "{counts:?}");
}

#[test]
fn the_other_method_places_that_are_not_finite_and_shapes_that_have_changed_are_answered_as_one_by_one() {
    let mut random = cases(73);
    let mut crowd = Crowd::default();
    for _ in 0..50 {
        crowd.add_shape(random_shape(&mut random));
    }
    // What has a number may become another shape.
    for number in 0..50 {
        let shape = random_shape(&mut random);
        crowd.cores.set(number, &shape);
        crowd.shapes[number as usize] = shape;
    }
    for _ in 0..5_000 {
        let pair = [0, 1].map(|_| random.random_range(0..50));
        let pose = random_pose(&mut random, 1.35);
        crowd.ask(pair, pose, MARGIN);
        let lost = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY][random.random_range(0..3)];
        crowd.asked.push(NarrowQuery {
            shapes: pair,
            pose: Pose { position: Vec2::new(lost, 1.0), ..pose },
            exact: MARGIN,
            hidden: [None; 2],
        });
    }
    for method in [NarrowPhase::Sat, NarrowPhase::GjkEpa] {
        let counts = counts(&crowd.judge(method));
        assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
    }
}
