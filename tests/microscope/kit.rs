//! Specimens for the tests: all shipped examples, and random ones.

use collidoscope::app::microscope::specimen_of;
use collidoscope::draw::DrawList;
use collidoscope::engine::math::{Pose, Vec2, sin_cos};
use collidoscope::engine::narrow::NarrowPhase;
use collidoscope::engine::shape::{BoxShape, Capsule, Circle, ConvexPolygon, Segment, Shape};
use collidoscope::lens::microscope::specimen::PlacedShape;
use collidoscope::lens::microscope::{self, Film, MICROSCOPES, Microscope, Options, Specimen};
use collidoscope::scene::shipped::{self, Example};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;
use std::sync::Arc;

/// Every shipped example with its film.
pub fn example_films() -> Vec<(&'static Example, Film)> {
    let film = |example: &'static Example| {
        let (specimen, _) = specimen_of(example).unwrap_or_else(|why| panic!("{}: {why}", example.name));
        let microscope = microscope::find(example.microscope).expect("a microscope of that id");
        (example, (microscope.film)(&specimen))
    };
    MICROSCOPES.iter().flat_map(|microscope| shipped::examples(microscope.id)).map(film).collect()
}

pub fn random(seed: u64) -> Pcg32 {
    Pcg32::seed_from_u64(seed)
}

/// A shape of any kind, about a metre in size.
pub fn random_shape(rng: &mut Pcg32) -> Shape {
    let size = |rng: &mut Pcg32| rng.random_range(0.3..1.2_f32);
    match rng.random_range(0..6) {
        0 => Circle::try_new(Vec2::ZERO, size(rng)).expect("sound").into(),
        1 => Capsule::try_new(Vec2::new(-size(rng), 0.0), Vec2::new(size(rng), 0.1), 0.3).expect("sound").into(),
        2 => BoxShape::try_new(size(rng), size(rng), Vec2::ZERO, 0.2, 0.0).expect("sound").into(),
        3 => Segment::try_new(Vec2::new(-size(rng), 0.0), Vec2::new(size(rng), 0.2)).expect("sound").into(),
        4 => gon(rng.random_range(3..9), size(rng), 0.0).into(),
        _ => gon(rng.random_range(3..9), size(rng), 0.1).into(),
    }
}

/// A regular polygon.
pub fn gon(count: usize, size: f32, rounding: f32) -> ConvexPolygon {
    let corner = |i: usize| {
        let angle = std::f32::consts::TAU * i as f32 / count as f32 + 0.3;
        let (sin, cos) = sin_cos(angle);
        size * Vec2::new(cos, sin)
    };
    ConvexPolygon::try_new(&(0..count).map(corner).collect::<Vec<_>>(), rounding).expect("a regular polygon is sound")
}

pub fn specimen(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> Specimen {
    Specimen {
        a: PlacedShape { shape: a, pose: pose_a, name: "crate".into() },
        b: PlacedShape { shape: b, pose: pose_b, name: "pill".into() },
        around: Arc::new([]),
        narrow_phase: NarrowPhase::GjkEpa,
        options: Options::default(),
        hidden: [None, None],
        stored: None,
        scene: None,
    }
}

pub fn random_specimen(rng: &mut Pcg32) -> Specimen {
    let pose = |rng: &mut Pcg32| {
        let at = Vec2::new(rng.random_range(-0.9..0.9), rng.random_range(-0.9..0.9));
        Pose::new(at, rng.random_range(-3.0..3.0))
    };
    let (a, b) = (random_shape(rng), random_shape(rng));
    specimen(a, pose(rng), b, pose(rng))
}

/// Every microscope's film of a specimen.
pub fn films(specimen: &Specimen) -> impl Iterator<Item = (&'static Microscope, Film)> + '_ {
    MICROSCOPES.iter().map(move |m| (m, (m.film)(specimen)))
}

pub fn picture(film: &Film, index: usize) -> DrawList {
    let mut list = DrawList::default();
    film.picture(index, &[], &mut list);
    list
}
