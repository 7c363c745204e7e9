//! Cases: pairs of every kind in poses of every kind, all on the grid of [`super::exact`].

use super::exact::{self, Int2};
use super::narrow_cases::{point, uniform};
use collidoscope::engine::math::{Pose, Rot, Vec2};
use collidoscope::engine::shape::{BoxShape, Capsule, Circle, Convex, ConvexPolygon, Segment, Shape, hull::convex_hull};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

/// Kinds of shapes that the engine tells apart; a rounded polygon is a core with an area and a radius.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Circle,
    Box,
    Capsule,
    Polygon,
    Segment,
    RoundedPolygon,
}

/// All pairs of kinds: the fourteen of circle, box, capsule, polygon and segment that can meet in a world, two
/// segments, and six with a rounded polygon.
pub fn kinds() -> Vec<(Kind, Kind)> {
    let all = [Kind::Circle, Kind::Box, Kind::Capsule, Kind::Polygon, Kind::Segment, Kind::RoundedPolygon];
    (0..6).flat_map(|i| (i..6).map(move |j| (all[i], all[j]))).collect()
}

/// Poses of each pair of kinds.
pub const POSES: usize = 1_000;

/// Two shapes and how B lies to A.
#[derive(Clone, Debug)]
pub struct Case {
    pub kinds: (Kind, Kind),
    pub a: Shape,
    pub b: Shape,
    pub pose: Pose,
}

impl Case {
    pub fn core_a(&self) -> Convex<'_> {
        self.a.convex()
    }
    pub fn core_b(&self) -> Convex<'_> {
        self.b.convex()
    }
    /// Exact corners of A.
    pub fn exact_a(&self) -> Vec<Int2> {
        exact::core_a(self.a.convex())
    }
    /// Exact corners of B, in A's frame.
    pub fn exact_b(&self) -> Vec<Int2> {
        exact::core_b(self.b.convex(), self.pose)
    }
    /// Both radii, metres.
    pub fn radius(&self) -> f64 {
        f64::from(self.a.convex().radius) + f64::from(self.b.convex().radius)
    }
    /// Size against which rounding is judged: the largest coordinate, at least 1 m.
    pub fn reach(&self) -> f64 {
        let of = |points: &[Int2]| points.iter().map(|p| p.metres().0.abs().max(p.metres().1.abs())).fold(1.0, f64::max);
        of(&self.exact_a()).max(of(&self.exact_b())) + self.radius()
    }
}

/// Calls `check` with every case: each pair of kinds in [`POSES`] poses, half of the pairs with A and B exchanged.
/// Equal for equal seeds.
pub fn for_each_case(seed: u64, mut check: impl FnMut(&Case)) {
    for (number, kinds) in kinds().into_iter().enumerate() {
        let mut random = Pcg32::seed_from_u64(seed * 1_000 + number as u64);
        for pose in 0..POSES {
            let kinds = if pose % 2 == 0 { kinds } else { (kinds.1, kinds.0) };
            check(&random_case(&mut random, kinds));
        }
    }
}

/// A multiple of `2^-bits`.
pub fn on_grid(x: f32, bits: i32) -> f32 {
    let scale = 2.0_f64.powi(bits);
    ((f64::from(x) * scale).round() / scale) as f32
}

fn point_on_grid(p: Vec2, bits: i32) -> Vec2 {
    Vec2::new(on_grid(p.x, bits), on_grid(p.y, bits))
}

/// A shape whose coordinates are multiples of `2^-bits` m: 3 for coarse ones, which often share lines and corners, 10
/// for any.
pub fn random_shape_of(random: &mut Pcg32, kind: Kind, bits: i32) -> Shape {
    let place = |random: &mut Pcg32, half: f32| point_on_grid(point(random, half), bits);
    let size = |random: &mut Pcg32, low: f32, high: f32| on_grid(uniform(random, low, high), bits.min(9)).max(0.125);
    loop {
        let made = match kind {
            Kind::Circle => Circle::try_new(place(random, 0.3), size(random, 0.2, 0.8)).map(Shape::from),
            // Halves of sides are on the grid too.
            Kind::Box => {
                let (width, height) = (2.0 * size(random, 0.2, 0.8), 2.0 * size(random, 0.2, 0.8));
                let rounding = if random.random() { 0.0 } else { on_grid(uniform(random, 0.0, 0.15), 9) };
                BoxShape::try_new(width, height, place(random, 0.3), 0.0, rounding).map(Shape::from)
            }
            Kind::Capsule => Capsule::try_new(place(random, 0.9), place(random, 0.9), size(random, 0.1, 0.4)).map(Shape::from),
            Kind::Segment => Segment::try_new(place(random, 1.0), place(random, 1.0)).map(Shape::from),
            Kind::Polygon | Kind::RoundedPolygon => {
                let count = random.random_range(3..12);
                let points: Vec<Vec2> = (0..count).map(|_| place(random, 0.8)).collect();
                let rounding = if kind == Kind::Polygon { 0.0 } else { size(random, 0.01, 0.2) };
                ConvexPolygon::try_new(&convex_hull(&points), rounding).map(Shape::from)
            }
        };
        if let Ok(shape) = made
            && has_size(&shape)
        {
            return shape;
        }
    }
}

/// No edge shorter than an eighth of a metre in coarse lines and no needle: what is degenerate has a table of its own.
fn has_size(shape: &Shape) -> bool {
    let core = shape.convex();
    let count = core.points.len();
    count == 1 || (0..count).all(|i| (core.points[(i + 1) % count] - core.points[i]).length() > 0.02)
}

/// Four quarter turns and slightly turned from them, or any angle.
fn random_rotation(random: &mut Pcg32) -> Rot {
    let quarter = std::f32::consts::FRAC_PI_2 * random.random_range(0..4) as f32;
    let angle = match random.random_range(0..4) {
        0 => quarter,
        1 => quarter + uniform(random, -0.004, 0.004),
        _ => uniform(random, -3.2, 3.2),
    };
    let exact = Rot::from_angle(angle);
    Rot { cos: on_grid(exact.cos, 24), sin: on_grid(exact.sin, 24) }
}

/// One pair in one pose: a third on a coarse grid, where lines and corners coincide exactly; the others at a signed
/// gap of the rounded shapes that is drawn first: deep, slight, within the margin or apart.
pub fn random_case(random: &mut Pcg32, kinds: (Kind, Kind)) -> Case {
    let coarse = random.random_range(0..3) == 0;
    let bits = if coarse { 3 } else { 10 };
    let (a, b) = (random_shape_of(random, kinds.0, bits), random_shape_of(random, kinds.1, bits));
    if coarse {
        let quarter = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)][random.random_range(0..4)];
        let half = if random.random() { 0.5 } else { 1.5 };
        let pose = Pose { position: point_on_grid(point(random, half), 3), rotation: Rot { cos: quarter.0, sin: quarter.1 } };
        return Case { kinds, a, b, pose };
    }
    let gap = match random.random_range(0..6) {
        0 => -10.0,
        1 => uniform(random, -0.6, -0.05),
        2 => uniform(random, -0.05, 0.0),
        3 | 4 => uniform(random, 0.0, 0.02),
        _ => uniform(random, 0.02, 1.0),
    };
    let (rotation, heading) = (random_rotation(random), Vec2::from_angle(uniform(random, -3.2, 3.2)));
    let mut case = Case { kinds, a, b, pose: Pose { position: Vec2::ZERO, rotation } };
    let aside = point(random, 0.3);
    let mut place = |way: f32| {
        case.pose.position = point_on_grid(way * heading + aside, 20);
        exact::separation(&case.exact_a(), &case.exact_b()).0 - case.radius()
    };
    let (mut low, mut high) = (0.0_f32, 5.0_f32);
    for _ in 0..16 {
        let middle = 0.5 * (low + high);
        if place(middle) < f64::from(gap) { low = middle } else { high = middle }
    }
    place(high);
    case
}

/// A ring of many corners, and beside or in it a circle or a smaller ring.
pub fn ring_case(random: &mut Pcg32) -> Case {
    let ring = |random: &mut Pcg32, count: usize, radius: f32| -> Shape {
        let first = uniform(random, 0.0, 1.0);
        let corner = |i: usize| point_on_grid(radius * Vec2::from_angle(first + i as f32 * 2.0 * std::f32::consts::PI / count as f32), 10);
        let points: Vec<Vec2> = (0..count).map(corner).collect();
        ConvexPolygon::try_new(&points, 0.0).unwrap().into()
    };
    let count = random.random_range(5..20);
    let a = ring(random, count, 1.0);
    let (b, kind) =
        if random.random() { (ring(random, 5, 0.25), Kind::Polygon) } else { (random_shape_of(random, Kind::Circle, 10), Kind::Circle) };
    let way = uniform(random, 0.0, 3.0) * Vec2::from_angle(uniform(random, -3.2, 3.2));
    Case { kinds: (Kind::Polygon, kind), a, b, pose: Pose { position: point_on_grid(way, 20), rotation: random_rotation(random) } }
}

/// Two boxes, one lying on the other, tilted by up to three thousandths.
pub fn lying_case(random: &mut Pcg32) -> Case {
    let mut slab = || -> (Shape, f32) {
        let (width, height) = (2.0 * on_grid(uniform(random, 0.2, 1.2), 9), 2.0 * on_grid(uniform(random, 0.1, 0.4), 9));
        (BoxShape::try_new(width, height, Vec2::ZERO, 0.0, 0.0).unwrap().into(), 0.5 * height)
    };
    let ((a, half_a), (b, half_b)) = (slab(), slab());
    let exact = Rot::from_angle(uniform(random, -0.003, 0.003));
    let rotation = Rot { cos: on_grid(exact.cos, 24), sin: on_grid(exact.sin, 24) };
    let position = Vec2::new(uniform(random, -1.0, 1.0), half_a + half_b + uniform(random, -0.01, 0.02));
    Case { kinds: (Kind::Box, Kind::Box), a, b, pose: Pose { position: point_on_grid(position, 20), rotation } }
}
