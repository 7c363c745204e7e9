//! Ten minutes of simulated time, 36,000 steps each: nothing leaks, nothing allocates, no energy appears, nobody
//! leaves a closed box.
//!
//! An allocator that counts stands in for the system's. Each test runs its own world on its own thread, and counts
//! are kept by thread. After a warm-up, in which buffers grow to what the scene needs, a steady scene must not
//! allocate at all, and the memory in use must stay within one part in a hundred. Energy is that of all bodies above
//! the lowest place that they can reach; of a passive scene it may only fall, and rounding, contacts that push out an
//! overlap and the finite step may add at most a hundredth of what there was at the start.
#![allow(clippy::print_stdout)] // what was measured
#![allow(unsafe_code)] // an allocator is unsafe by its nature; this one hands everything on to the system's

mod dynamics_fixture;

use collidoscope::engine::body::{BodyDef, BodyId, BodyKind};
use collidoscope::engine::joint::{Distance, JointDef, JointKind, Limits, Motor, Prismatic, Revolute, Spring, Weld};
use collidoscope::engine::math::{Vec2, sin_cos};
use collidoscope::engine::world::{World, WorldSettings};
use collidoscope::scene::stage::Stage;
use collidoscope::scene::{file, shipped};
use dynamics_fixture::*;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

const STEPS: usize = 36_000;
const WARM_UP: usize = 2_000;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    static LIVE_BYTES: Cell<i64> = const { Cell::new(0) };
}

/// The system's allocator, counting by thread.
struct Counting;

fn note(allocations: u64, bytes: i64) {
    // A thread that is just ending has no counters any more.
    let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + allocations));
    let _ = LIVE_BYTES.try_with(|live| live.set(live.get() + bytes));
}

// SAFETY: every call is the system allocator's own, with the same arguments; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(1, layout.size() as i64);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        note(0, -(layout.size() as i64));
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        note(1, new_size as i64 - layout.size() as i64);
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, new_size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations() -> u64 {
    ALLOCATIONS.with(Cell::get)
}

fn live_bytes() -> i64 {
    LIVE_BYTES.with(Cell::get)
}

#[test]
fn the_allocator_counts() {
    let (count, bytes) = (allocations(), live_bytes());
    let list = std::hint::black_box(vec![0_u8; 1000]);
    assert!(allocations() > count && live_bytes() >= bytes + 1000);
    drop(list);
    assert!(live_bytes() < bytes + 1000);
}

/// What ten minutes were like.
struct Soak {
    /// Allocations after the warm-up.
    allocations: u64,
    /// Least and most memory in use after the warm-up, as a share of that at its end.
    live: [f64; 2],
    /// Most bytes in use beyond those at the end of the warm-up.
    grown: i64,
    /// Largest energy as a share of that at the start.
    energy: f64,
    /// Energy at the end, likewise.
    left: f64,
}

impl Soak {
    /// Steps do not allocate, and the heap stays as it was. A buffer that is first needed late, such as the list of
    /// touches that ended, may still grow a little then: three times in 34,000 steps, a kilobyte in all.
    fn assert_steady(&self) {
        assert!(self.allocations <= 3, "steady steps allocate: {} times", self.allocations);
        assert!(self.live[0] > 0.99, "live heap down to {}", self.live[0]);
        assert!(self.live[1] < 1.01 || self.grown < 1024, "live heap up to {}, by {} bytes", self.live[1], self.grown);
    }

    /// No energy appeared.
    fn assert_passive(&self) {
        assert!(self.energy < 1.01, "energy rose to {} of that at the start", self.energy);
    }
}

/// Runs a world; `floor` is the lowest place that bodies can reach, metres, and `inside` says where they may be.
fn soak(w: &mut World, floor: f32, inside: impl Fn(Vec2) -> bool) -> Soak {
    let bytes_before = live_bytes();
    let weight: f64 = w.bodies().map(|(_, body)| f64::from(body.mass * body.gravity_scale)).sum();
    let lowest = weight * f64::from(w.settings().gravity.length()) * f64::from(floor);
    let energy_of = |w: &World| w.energy().kinetic + w.energy().potential - lowest;
    let start = energy_of(w);
    let world_bytes = (w.clone(), live_bytes() - bytes_before).1 as f64;
    let mut soak = Soak { allocations: 0, live: [1.0, 1.0], grown: 0, energy: 1.0, left: 1.0 };
    let (mut count, mut bytes) = (0, 0);
    for step in 0..STEPS {
        w.step();
        if step == WARM_UP {
            (count, bytes) = (allocations(), live_bytes());
        }
        if step % 20 == 0 {
            let outside = w.bodies().find(|(_, body)| body.kind == BodyKind::Dynamic && !inside(body.center));
            assert!(outside.is_none(), "step {step}: {:?} is at {}", outside.unwrap().0, outside.unwrap().1.center);
            soak.energy = soak.energy.max(energy_of(w) / start);
        }
        assert!(w.events().frozen.is_empty() && w.events().left.is_empty(), "step {step}: a body was frozen");
        if step > WARM_UP {
            soak.grown = soak.grown.max(live_bytes() - bytes);
            let live = 1.0 + (live_bytes() - bytes) as f64 / world_bytes;
            soak.live = [soak.live[0].min(live), soak.live[1].max(live)];
        }
    }
    soak.allocations = allocations() - count;
    soak.left = energy_of(w) / start;
    w.validate().unwrap();
    println!(
        "{} allocations, live heap {:.4} to {:.4} of {world_bytes} bytes, energy up to {:.5}, at last {:.5}",
        soak.allocations, soak.live[0], soak.live[1], soak.energy, soak.left
    );
    soak
}

fn joint(w: &mut World, body_a: BodyId, body_b: BodyId, at: Vec2, kind: JointKind) {
    w.add_joint(JointDef { body_a, body_b, anchor_a: at, anchor_b: at, kind, collide_connected: false }).unwrap();
}

/// Four thick walls around a square of this half side about the origin.
fn closed_box(w: &mut World, half: f32, restitution: f32, friction: f32) {
    for (x, y, width, height) in [(0.0, -1.0, 2.0, 0.0), (0.0, 1.0, 2.0, 0.0), (-1.0, 0.0, 0.0, 2.0), (1.0, 0.0, 0.0, 2.0)] {
        let wall = rectangle(width * half + 1.0, height * half + 1.0);
        w.add_body(fixed(x * (half + 0.5), y * (half + 0.5)), made(wall, friction, restitution));
    }
}

fn within(half: f32) -> impl Fn(Vec2) -> bool {
    move |p| p.x.abs() < half && p.y.abs() < half
}

#[test]
fn elastic_balls_fly_about_a_box_for_ten_minutes() {
    // Without the threshold below which nothing bounces, which cools a gas.
    let mut w = World::new(WorldSettings { gravity: Vec2::ZERO, restitution_threshold: 0.0, ..WorldSettings::default() });
    closed_box(&mut w, 5.0, 1.0, 0.0);
    for k in 0..60 {
        let (sin, cos) = sin_cos(k as f32 * 0.9);
        let def = BodyDef { linear_velocity: 3.0 * vec2(cos, sin), ..at((k % 10) as f32 * 0.95 - 4.3, (k / 10) as f32 * 1.5 - 3.7) };
        w.add_body(def, made(circle(0.3 + 0.05 * (k % 3) as f32), 0.0, 1.0));
    }
    let soak = soak(&mut w, 0.0, within(5.0));
    soak.assert_passive();
    // What they have they keep: no friction, full restitution.
    assert!(soak.left > 0.97, "only {} of the energy is left", soak.left);
    // A gas is not steady: rarely so many of them are near each other as never before, and a buffer grows.
    assert!(soak.allocations < 150, "{} allocations", soak.allocations);
}

#[test]
fn piles_that_may_not_sleep_stand_for_ten_minutes() {
    let mut w = World::new(WorldSettings { sleeping: false, ..WorldSettings::default() });
    ground(&mut w);
    pyramid(&mut w, 5);
    for k in 0..6 {
        w.add_body(at(8.0, 0.5 + k as f32), of(rectangle(1.0, 1.0)));
        w.add_body(at(-8.0 + 0.6 * k as f32, 0.3), of(circle(0.3)));
    }
    let soak = soak(&mut w, 0.0, |p| p.x.abs() < 12.0 && p.y > 0.0);
    soak.assert_steady();
    soak.assert_passive();
}

#[test]
fn pendulums_chains_and_springs_swing_for_ten_minutes() {
    let mut w = World::new(WorldSettings { sleeping: false, ..WorldSettings::default() });
    let ceiling = w.add_body(fixed(0.0, 12.0), of(rectangle(30.0, 0.5)));
    let free = JointKind::Revolute(Revolute { limits: None, motor: None, spring: None });
    for k in 0..3 {
        let x = -9.0 + 6.0 * k as f32;
        let mut above = ceiling;
        for link in 0..2 + k {
            let id = w.add_body(at(x + 0.5 + link as f32, 11.0), of(rectangle(1.0, 0.15)));
            joint(&mut w, above, id, vec2(x + link as f32, 11.0), free);
            above = id;
        }
    }
    let spring = Some(Spring { hertz: 0.7, damping_ratio: 0.0 });
    let bob = w.add_body(BodyDef { linear_velocity: vec2(1.0, 0.0), ..at(9.0, 8.5) }, of(circle(0.3)));
    joint(
        &mut w,
        ceiling,
        bob,
        vec2(9.0, 8.5),
        JointKind::Prismatic(Prismatic { axis: vec2(0.3, 1.0), limits: None, motor: None, spring }),
    );
    let rod = w.add_body(at(12.0, 10.0), of(circle(0.3)));
    let kind = JointKind::Distance(Distance { length: Some(2.0), limits: None, spring: None });
    let def =
        JointDef { body_a: ceiling, body_b: rod, anchor_a: vec2(10.5, 11.5), anchor_b: vec2(12.0, 10.0), kind, collide_connected: false };
    w.add_joint(def).unwrap();
    let flag = w.add_body(at(-13.0, 11.0), of(rectangle(1.5, 0.1)));
    joint(&mut w, ceiling, flag, vec2(-12.5, 11.0), JointKind::Weld(Weld { spring: Some(Spring { hertz: 2.0, damping_ratio: 0.1 }) }));
    let soak = soak(&mut w, 5.0, |p| p.x.abs() < 18.0 && p.y > 5.0 && p.y < 16.0);
    soak.assert_steady();
    soak.assert_passive();
    assert!(soak.left > 0.2, "hardly anything swings any more: {} of the energy is left", soak.left);
}

#[test]
fn a_heap_of_all_shapes_is_stirred_for_ten_minutes() {
    let mut w = world();
    closed_box(&mut w, 4.0, 0.1, 0.6);
    let paddle = BodyDef { kind: BodyKind::Kinematic, angular_velocity: 1.2, ..at(0.0, -2.0) };
    w.add_body(paddle, of(rectangle(2.6, 0.3)));
    for k in 0..40 {
        let shape = match k % 4 {
            0 => circle(0.2),
            1 => rectangle(0.5, 0.35),
            2 => capsule(0.2, 0.12),
            _ => polygon(&[(-0.25, -0.2), (0.3, -0.15), (0.05, 0.3)]),
        };
        w.add_body(at((k % 8) as f32 * 0.85 - 3.0, (k / 8) as f32 * 0.7), made(shape, 0.4, [0.0, 0.4][k % 2]));
    }
    let soak = soak(&mut w, -4.0, within(4.0));
    soak.assert_steady();
}

#[test]
fn motors_run_for_ten_minutes() {
    let mut w = world();
    let floor = ground(&mut w);
    let motor = |speed| Some(Motor { speed, max_effort: 30.0 });
    for k in 0..6 {
        let wheel = w.add_body(at(3.0 * k as f32, 2.0), of(circle(0.8)));
        joint(
            &mut w,
            floor,
            wheel,
            vec2(3.0 * k as f32, 2.0),
            JointKind::Revolute(Revolute { limits: None, motor: motor(3.0 - k as f32), spring: None }),
        );
        let rider = w.add_body(at(3.0 * k as f32, 3.2), made(rectangle(0.6, 0.2), 0.9, 0.0));
        let limits = Some(Limits { lower: -1.0, upper: 1.0 });
        joint(
            &mut w,
            floor,
            rider,
            vec2(3.0 * k as f32, 3.2),
            JointKind::Prismatic(Prismatic { axis: Vec2::X, limits, motor: None, spring: None }),
        );
    }
    let soak = soak(&mut w, 0.0, |p| p.y > 0.0 && p.y < 6.0);
    soak.assert_steady();
}

#[test]
fn bodies_come_and_go_for_ten_minutes() {
    let mut live = Vec::with_capacity(STEPS);
    let before = live_bytes();
    let mut w = world();
    closed_box(&mut w, 4.0, 0.0, 0.5);
    let mut alive = std::collections::VecDeque::new();
    for step in 0..STEPS {
        if step % 12 == 0 {
            let shape = [circle(0.2), rectangle(0.4, 0.4), capsule(0.2, 0.1)][(step / 12) % 3].clone();
            alive.push_back(w.add_body(at(((step / 12) % 7) as f32 - 3.0, 3.5), of(shape)));
            if alive.len() > 30 {
                assert!(w.remove_body(alive.pop_front().unwrap()));
            }
        }
        w.step();
        assert!(w.bodies().all(|(_, body)| within(5.0)(body.center)), "step {step}");
        live.push(live_bytes() - before);
    }
    assert_flat(&live);
    assert_eq!(w.body_count(), 34);
}

#[test]
fn launchers_fire_for_ten_minutes() {
    let mut live = Vec::with_capacity(STEPS);
    let before = live_bytes();
    let scene = shipped::scenes().iter().find(|scene| scene.name == "lead_range").unwrap();
    let mut stage = Stage::new(&file::parse(scene.json.as_bytes()).unwrap()).unwrap();
    let mut last_shot = 0;
    for _ in 0..STEPS {
        stage.step();
        live.push(live_bytes() - before);
        last_shot = stage.shots().iter().map(|shot| shot.number).fold(last_shot, u32::max);
    }
    assert!(last_shot > 1000, "only {last_shot} shots");
    assert_flat(&live);
}

/// The most that was in use in the last quarter is what was in use before, but for the warm-up; 4 % more, because the
/// fullest step of all may come late. (A byte that is lost in each step makes 5 %.)
fn assert_flat(live: &[i64]) {
    let most = |part: &[i64]| part.iter().copied().max().unwrap() as f64;
    let (before, after) = (most(&live[WARM_UP..STEPS / 4 * 3]), most(&live[STEPS / 4 * 3..]));
    println!("at most {before} bytes in the first three quarters, {after} in the last");
    assert!(after < 1.04 * before, "memory in use rose from {before} to {after} bytes");
}
