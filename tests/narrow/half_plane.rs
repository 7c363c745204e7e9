//! Half-planes: ground without end, against formulas by hand.

use crate::narrow_cases::*;
use collidoscope::engine::body::{BodyDef, BodyId, BodyKind};
use collidoscope::engine::broad::BroadPhase;
use collidoscope::engine::collider::{ColliderDef, CollisionFilter};
use collidoscope::engine::frames::WorldPoint;
use collidoscope::engine::material::Material;
use collidoscope::engine::math::{Pose, Vec2, perp, sin_cos};
use collidoscope::engine::narrow::translation::translation_of;
use collidoscope::engine::narrow::{NarrowPhase, Reach, collide, collide_within};
use collidoscope::engine::probe::NoProbe;
use collidoscope::engine::shape::{BoxShape, Circle, HalfPlane, Shape};
use collidoscope::engine::world::{World, WorldSettings};
use rand::Rng;

fn v(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

fn ground() -> Shape {
    HalfPlane::try_new(Vec2::ZERO, 0.0).unwrap().into()
}

fn crate_of(width: f32, height: f32) -> Shape {
    BoxShape::try_new(width, height, Vec2::ZERO, 0.0, 0.0).unwrap().into()
}

fn ball(radius: f32) -> Shape {
    Circle::try_new(Vec2::ZERO, radius).unwrap().into()
}

fn made_of(shape: &Shape, friction: f32, restitution: f32) -> Vec<ColliderDef> {
    let material = Material { friction, restitution, ..Material::default() };
    vec![ColliderDef { shape: shape.clone(), material, filter: CollisionFilter::default() }]
}

fn add(world: &mut World, kind: BodyKind, pose: Pose, colliders: Vec<ColliderDef>) -> BodyId {
    let angle = pose.rotation.angle();
    world.add_body(BodyDef { kind, position: pose.position, angle, ..BodyDef::default() }, colliders)
}

/// Lowest point of a shape over a line through `point` with this normal, metres, in `f64`.
fn lowest(shape: &Shape, pose: Pose, point: (f64, f64), normal: (f64, f64)) -> f64 {
    let core = shape.convex();
    let (cos, sin) = (f64::from(pose.rotation.cos), f64::from(pose.rotation.sin));
    let height = |p: &Vec2| {
        let (x, y) = (f64::from(p.x), f64::from(p.y));
        let (x, y) = (cos * x - sin * y + f64::from(pose.position.x), sin * x + cos * y + f64::from(pose.position.y));
        (x - point.0) * normal.0 + (y - point.1) * normal.1
    };
    core.points.iter().map(height).fold(f64::INFINITY, f64::min) - f64::from(core.radius)
}

#[test]
fn the_gap_is_that_of_the_lowest_vertex_for_every_shape_and_algorithm() {
    let mut random = cases(227);
    let (mut touching, mut apart, mut turned) = (0, 0, 0);
    for case in 0..20_000 {
        let shape = random_shape(&mut random);
        let plane = HalfPlane::try_new(point(&mut random, 2.0), uniform(&mut random, -3.2, 3.2)).unwrap();
        let pose_plane = random_pose(&mut random, 3.0);
        let pose = random_pose(&mut random, 3.0);
        let frame = pose_plane.compose(plane.pose());
        let along = frame.rotation.x_axis();
        let normal = (-f64::from(along.y), f64::from(along.x));
        let truth = lowest(&shape, pose, (f64::from(frame.position.x), f64::from(frame.position.y)), normal);
        let method = if case % 2 == 0 { NarrowPhase::Sat } else { NarrowPhase::GjkEpa };
        let exact = Reach { margin: 0.02, exact: f32::INFINITY };
        let plane = Shape::from(plane);
        let first = case % 4 < 2;
        let (a, b, pose_a, pose_b) = if first { (&plane, &shape, pose_plane, pose) } else { (&shape, &plane, pose, pose_plane) };
        let found = collide_within(a, b, pose_a.inv_mul(pose_b), method, exact, &mut NoProbe);
        // Coordinates of up to 10 m are rounded by 1e-6 m each; a rounded shape that leans by up to 1e-3 counts as flat,
        // which is 1e-4 m at most.
        assert!((f64::from(found.separation) - truth).abs() < 2e-4, "case {case}: {} is {truth}", found.separation);
        let is_near = truth < 0.02 - 2e-4;
        assert!(!is_near || found.manifold.count > 0, "case {case}: {truth}");
        assert!(truth < 0.02 + 2e-4 || found.manifold.count == 0, "case {case}: {truth}");
        if found.manifold.count > 0 {
            touching += 1;
            turned += usize::from(!first);
            let out = pose_a.rotation.rotate(found.manifold.normal) * if first { 1.0 } else { -1.0 };
            let leans = f64::from(out.x) * normal.0 + f64::from(out.y) * normal.1;
            assert!(leans > 1.0 - 1e-5, "case {case}: the normal is that of the surface, {leans}");
            let deepest = found.manifold.points().iter().map(|p| p.separation).fold(f32::INFINITY, f32::min);
            assert!((f64::from(deepest) - truth).abs() < 3e-4, "case {case}: {deepest} is {truth}");
            for p in found.manifold.points() {
                let at = pose_a.transform_point(p.position);
                let height = f64::from(at.x - frame.position.x) * normal.0 + f64::from(at.y - frame.position.y) * normal.1;
                assert!((height - 0.5 * f64::from(p.separation)).abs() < 3e-4, "case {case}: midway between both surfaces, {height}");
            }
        } else {
            apart += 1;
        }
    }
    assert!(touching > 5_000 && apart > 5_000 && turned > 2_000, "{touching} {apart} {turned}");
}

#[test]
fn swapping_a_and_b_turns_the_normal_and_keeps_the_gap() {
    let mut random = cases(7);
    for case in 0..5_000 {
        let (shape, plane) = (random_shape(&mut random), ground());
        let pose = random_pose(&mut random, 1.5);
        let here = collide(&plane, &shape, pose, NarrowPhase::Sat, 0.02, &mut NoProbe);
        let there = collide(&shape, &plane, pose.inv_mul(Pose::IDENTITY), NarrowPhase::Sat, 0.02, &mut NoProbe);
        if here.count > 0 && there.count > 0 {
            assert!((pose.rotation.rotate(there.normal) + here.normal).length() < 1e-4, "case {case}");
            let gap = |m: &collidoscope::engine::narrow::Manifold| m.points().iter().map(|p| p.separation).fold(1.0, f32::min);
            assert!((gap(&here) - gap(&there)).abs() < 3e-4, "case {case}: {} {}", gap(&here), gap(&there));
        }
    }
}

#[test]
fn two_half_planes_never_touch_each_other() {
    let other = HalfPlane::try_new(Vec2::ZERO, 1.0).unwrap().into();
    let found = collide(&ground(), &other, Pose::IDENTITY, NarrowPhase::Sat, 0.02, &mut NoProbe);
    assert_eq!(found.count, 0);
    assert_eq!(translation_of(&ground(), Pose::IDENTITY, &other, Pose::IDENTITY), None);
}

#[test]
fn what_lies_deep_in_the_ground_comes_out_through_the_surface() {
    let mut random = cases(91);
    for case in 0..3_000 {
        let shape = random_shape(&mut random);
        let pose = Pose::new(v(uniform(&mut random, -40.0, 40.0), uniform(&mut random, -60.0, -2.0)), uniform(&mut random, -3.0, 3.0));
        let depth = -lowest(&shape, pose, (0.0, 0.0), (0.0, 1.0));
        let way = translation_of(&ground(), Pose::IDENTITY, &shape, pose).expect("it lies in the ground");
        assert!((way.normal - Vec2::Y).length() < 1e-3, "case {case}: {:?}", way.normal);
        // EPA is exact to a ten-thousandth of the depth.
        assert!((f64::from(way.depth) - depth).abs() < 1e-4 * (1.0 + depth), "case {case}: {} is {depth}", way.depth);
    }
}

/// A world with ground whose body has this pose, and the steps that it takes.
fn on_ground(pose: Pose, friction: f32, restitution: f32) -> World {
    let mut world = World::new(WorldSettings::default());
    add(&mut world, BodyKind::Static, pose, made_of(&ground(), friction, restitution));
    world
}

#[test]
fn a_box_rests_50_km_from_the_origin_as_well_as_at_it() {
    for x in [0.0, 50_000.0, -50_000.0] {
        let mut world = on_ground(Pose::IDENTITY, 0.6, 0.0);
        let body = add(&mut world, BodyKind::Dynamic, Pose::new(v(x, 0.6), 0.0), made_of(&crate_of(1.0, 1.0), 0.6, 0.0));
        for _ in 0..180 {
            world.step();
        }
        let body = world.body(body).unwrap();
        assert!((body.pose.position.y - 0.5).abs() < 0.006, "within a slop of the surface: {:?}", body.pose.position);
        assert!((body.pose.position.x - x).abs() < 1e-3 && body.pose.rotation.angle().abs() < 1e-3, "{:?}", body.pose);
        assert!(body.linear_velocity.length() < 1e-3, "{:?}", body.linear_velocity);
        assert!(!body.awake, "it sleeps");
    }
}

#[test]
fn a_ball_rolls_50_km_from_the_origin_whichever_body_was_made_first() {
    for ground_first in [true, false] {
        let mut world = World::new(WorldSettings::default());
        let add_ground = |world: &mut World| add(world, BodyKind::Static, Pose::IDENTITY, made_of(&ground(), 0.6, 0.0));
        if ground_first {
            add_ground(&mut world);
        }
        let start = BodyDef { position: v(50_000.0, 0.5), linear_velocity: v(3.0, 0.0), angular_velocity: -6.0, ..BodyDef::default() };
        let body = world.add_body(start, made_of(&ball(0.5), 0.6, 0.0));
        if !ground_first {
            add_ground(&mut world);
        }
        for step in 0..300 {
            world.step();
            let body = world.body(body).unwrap();
            // A slop, and the rounding of the ground's origin in the turned frame of the ball: 4 mm at 50 km.
            assert!((body.center.y - 0.5).abs() < 0.005 + if ground_first { 0.001 } else { 0.008 }, "step {step}: {}", body.center.y);
            assert!((body.linear_velocity.x - 3.0).abs() < 0.3, "step {step}: {:?}", body.linear_velocity);
        }
    }
}

#[test]
fn a_block_slides_down_a_slope_by_the_formula() {
    let (slope, friction) = (0.5_f32, 0.3_f32);
    let pose = Pose::new(v(0.0, 0.0), -slope);
    let mut world = on_ground(pose, friction, 0.0);
    let start = pose.transform_point(v(0.0, 0.25));
    let body = add(&mut world, BodyKind::Dynamic, Pose::new(start, -slope), made_of(&crate_of(1.0, 0.5), friction, 0.0));
    let steps = 120;
    for _ in 0..steps {
        world.step();
    }
    let body = world.body(body).unwrap();
    let seconds = steps as f32 / 60.0;
    let (sin, cos) = sin_cos(slope);
    let acceleration = 9.81 * (sin - friction * cos);
    let speed = body.linear_velocity.dot(pose.rotation.x_axis());
    // The first step finds the contact, and a soft contact takes a few more to carry the whole weight.
    assert!((speed - acceleration * seconds).abs() < 0.02 * acceleration * seconds, "{speed} is {}", acceleration * seconds);
    assert!(body.linear_velocity.dot(perp(pose.rotation.x_axis())).abs() < 0.01);
}

#[test]
fn a_flat_box_bounces_with_its_restitution() {
    let mut world = on_ground(Pose::IDENTITY, 0.0, 0.5);
    let def = BodyDef { position: v(0.0, 3.5), ..BodyDef::default() };
    let body = world.add_body(def, made_of(&crate_of(2.0, 1.0), 0.0, 0.5));
    let mut fastest_down = 0.0_f32;
    for _ in 0..200 {
        world.step();
        let y = world.body(body).unwrap().linear_velocity.y;
        fastest_down = fastest_down.min(y);
        if y > 0.5 {
            // Both coefficients are 0.5, and the larger counts; one step of gravity may pass before it is seen.
            assert!((y + 0.5 * fastest_down).abs() < 9.81 / 60.0 + 0.05, "{y} after {fastest_down}");
            assert!(world.body(body).unwrap().angular_velocity.abs() < 1e-3, "flat");
            return;
        }
    }
    panic!("it never came up");
}

#[test]
fn a_ball_thrown_at_400_metres_a_second_never_passes() {
    let mut random = cases(400);
    for case in 0..200 {
        let pose = Pose::new(point(&mut random, 5.0), uniform(&mut random, -3.1, 3.1));
        let (up, along) = (perp(pose.rotation.x_axis()), pose.rotation.x_axis());
        let settings = WorldSettings { gravity: Vec2::ZERO, ..WorldSettings::default() };
        let mut world = World::new(settings);
        let later = case % 2 == 1;
        if !later {
            add(&mut world, BodyKind::Static, pose, made_of(&ground(), 0.3, 0.0));
        }
        let start = pose.position + uniform(&mut random, 0.2, 30.0) * up + uniform(&mut random, -20.0, 20.0) * along;
        let velocity = 400.0 * (-up + uniform(&mut random, -2.0, 2.0) * along).normalize_or_zero();
        let shape = if case % 4 < 2 { ball(0.1) } else { crate_of(0.3, 0.1) };
        let spin = uniform(&mut random, -20.0, 20.0);
        let def = BodyDef { position: start, linear_velocity: velocity, angular_velocity: spin, ..BodyDef::default() };
        let body = world.add_body(def, made_of(&shape, 0.3, 0.0));
        if later {
            add(&mut world, BodyKind::Static, pose, made_of(&ground(), 0.3, 0.0));
        }
        let mut nearest = f32::INFINITY;
        for step in 0..60 {
            world.step();
            let height = (world.body(body).unwrap().center - pose.position).dot(up);
            assert!(height > -0.02, "case {case}, step {step}: {height}");
            nearest = nearest.min(height);
        }
        let end = world.body(body).unwrap();
        let height = (end.center - pose.position).dot(up);
        // A crate that landed on a corner may fly off again, for it turns fast then; but no faster than it came. It is
        // looked at once a step, and was at most half a step's way from the ground then.
        let met = nearest < 0.5 * 400.0 / 60.0 + 0.32;
        assert!(met || height < 31.0, "case {case}: it has met the ground or flies along it: {nearest} {height}");
        assert!(end.linear_velocity.length() < 400.5, "case {case}: {}", end.linear_velocity.length());
        world.validate().unwrap();
    }
}

#[test]
fn a_stack_rests_as_on_a_large_box() {
    let heights = |floor: &Shape, at: Vec2| {
        let mut world = World::new(WorldSettings::default());
        add(&mut world, BodyKind::Static, Pose::new(at, 0.0), made_of(floor, 0.6, 0.0));
        let stack = |k: i32| (v(0.0, 0.5 + 1.0 * k as f32), k);
        let ids: Vec<BodyId> = (0..8)
            .map(stack)
            .map(|(at, _)| add(&mut world, BodyKind::Dynamic, Pose::new(at, 0.0), made_of(&crate_of(1.0, 1.0), 0.6, 0.0)))
            .collect();
        for _ in 0..300 {
            world.step();
        }
        ids.into_iter().map(|id| world.body(id).unwrap().pose.position).collect::<Vec<Vec2>>()
    };
    let (on_plane, on_box) = (heights(&ground(), Vec2::ZERO), heights(&crate_of(200.0, 10.0), v(0.0, -5.0)));
    for (a, b) in on_plane.iter().zip(&on_box) {
        // The same contacts; only the rounding of the points differs.
        assert!((*a - *b).length() < 1e-4, "{a} {b}");
    }
}

#[test]
fn rays_and_points_meet_it_where_the_formula_says() {
    let mut random = cases(51);
    let (mut hits, mut misses, mut inside) = (0, 0, 0);
    for case in 0..4_000 {
        let pose = random_pose(&mut random, 5.0);
        let mut world = World::new(WorldSettings::default());
        add(&mut world, BodyKind::Static, pose, made_of(&ground(), 0.6, 0.0));
        let (from, to) = (point(&mut random, 40.0), point(&mut random, 40.0));
        let up = perp(pose.rotation.x_axis());
        let height = |p: Vec2| (p - pose.position).as_dvec2().dot(up.as_dvec2());
        let (start, end) = (height(from), height(to));
        let found = world.ray_cast(WorldPoint::at(from), WorldPoint::at(to));
        assert_eq!(world.colliders_at(WorldPoint::at(from)).len(), usize::from(start <= 0.0), "case {case}: {start}");
        match (start <= 0.0, end <= 0.0) {
            (true, _) => {
                inside += 1;
                let hit = found.expect("it starts in the ground");
                assert!(hit.fraction == 0.0 && hit.normal.is_none(), "case {case}");
            }
            (false, true) => {
                hits += 1;
                let hit = found.expect("it ends in the ground");
                // Of a ray of up to 110 m, whose ends are rounded by some 1e-6 m.
                assert!((f64::from(hit.fraction) - start / (start - end)).abs() * (start - end) < 1e-4, "case {case}");
                assert!((hit.normal.unwrap().vec() - up).length() < 1e-5, "case {case}");
            }
            (false, false) => {
                misses += 1;
                assert_eq!(found, None, "case {case}");
            }
        }
    }
    assert!(hits > 500 && misses > 500 && inside > 1_000, "{hits} {misses} {inside}");
}

#[test]
fn every_broad_phase_finds_the_same_pairs_and_the_same_run() {
    let run = |broad_phase: BroadPhase| {
        let mut world = World::new(WorldSettings { broad_phase, ..WorldSettings::default() });
        add(&mut world, BodyKind::Static, Pose::new(Vec2::ZERO, 0.05), made_of(&ground(), 0.6, 0.0));
        add(&mut world, BodyKind::Static, Pose::new(v(-30.0, 0.0), -1.4), made_of(&ground(), 0.6, 0.0));
        let mut random = cases(12);
        for _ in 0..150 {
            let shape = random_shape(&mut random);
            if matches!(shape, Shape::Segment(_)) {
                continue;
            }
            let at = v(uniform(&mut random, -25.0, 25.0), uniform(&mut random, 4.0, 30.0));
            add(&mut world, BodyKind::Dynamic, Pose::new(at, random.random_range(-3.0..3.0)), made_of(&shape, 0.5, 0.1));
        }
        let mut counts = Vec::new();
        for step in 0..240 {
            world.step();
            if step % 20 == 0 {
                world.validate().unwrap();
                counts.push(world.contacts().iter().map(|c| (c.collider_a, c.collider_b, c.count)).filter(|c| c.2 > 0).collect::<Vec<_>>());
            }
        }
        (counts, world.bodies().map(|(_, body)| body.pose.position.to_array().map(f32::to_bits)).collect::<Vec<_>>())
    };
    let truth = run(BroadPhase::BruteForce);
    assert!(truth.0.iter().map(Vec::len).max() > Some(50), "many lie on each other");
    for broad_phase in [BroadPhase::Tree, BroadPhase::Grid, BroadPhase::SweepAndPrune] {
        assert_eq!(run(broad_phase), truth, "{broad_phase:?}");
    }
}

#[test]
fn all_that_is_told_of_it_is_finite() {
    for pose in [Pose::IDENTITY, Pose::new(v(9e4, -9e4), 0.7)] {
        let mut world = on_ground(pose, 0.6, 0.0);
        let falling = add(&mut world, BodyKind::Dynamic, Pose::new(pose.transform_point(v(0.0, 0.4)), 0.1), made_of(&ball(0.5), 0.6, 0.0));
        world.step();
        for (id, body) in world.bodies() {
            let numbers = [body.mass, body.inertia, body.extent, body.half_width, body.center.x, body.center.y, body.local_center.x];
            assert!(numbers.iter().all(|number| number.is_finite()), "{numbers:?}");
            for boxes in world.boxes_of(id) {
                let all = [boxes.tight.min, boxes.tight.max, boxes.fat.min, boxes.fat.max];
                assert!(all.iter().all(|p| p.is_finite()), "{all:?}");
                assert!(boxes.tight.size().is_finite());
            }
        }
        assert!(world.contacts().iter().all(|c| c.points().iter().all(|p| p.position.is_finite())));
        assert!(world.body(falling).unwrap().center.is_finite());
        world.validate().unwrap();
    }
}
