//! Shots past an obstacle. The cause of what is tested here: fast bodies met when they were 6 mm apart, so that what flew
//! past at less was hit: a pebble of 1 cm at 10 m/s that missed the edge of a box by 2 mm lost most of its speed, a ball
//! of 5 cm at 50 m/s that missed a disc by 4 mm a fifth of it; and others lost a step of their way. Judged by geometry:
//! who misses goes on, straight and as fast as before; who hits does not.

use crate::dynamics_fixture::*;
use collidoscope::engine::body::{BodyDef, BodyKind};
use collidoscope::engine::math::Vec2;
use collidoscope::engine::world::{World, WorldSettings};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

/// A shot along a line that passes an obstacle at a distance, without friction or gravity.
#[derive(Clone, Copy, Debug)]
struct Shot {
    /// Radius of the ball, metres; of a square half its side.
    size: f32,
    /// A square that flies with one side ahead, not a ball.
    square: bool,
    /// Half width of the obstacle, metres.
    obstacle: f32,
    /// A disc, not a box with its sides along the way.
    disc: bool,
    kind: BodyKind,
    /// Obstacle first.
    swapped: bool,
    speed: f32,
    /// How far the surfaces stay apart, metres; negative: they overlap.
    miss: f32,
    restitution: f32,
    /// Direction of the flight, radians.
    angle: f32,
    bullet: bool,
}

fn shot(rng: &mut Pcg32) -> Shot {
    let between = |rng: &mut Pcg32, low: f32, high: f32| low * libm::powf(high / low, rng.random_range(0.0..1.0));
    let miss = between(rng, 4e-4, 8e-3);
    Shot {
        size: between(rng, 3e-3, 0.3),
        square: rng.random(),
        obstacle: between(rng, 3e-3, 0.5),
        disc: rng.random(),
        kind: if rng.random() { BodyKind::Static } else { BodyKind::Dynamic },
        swapped: rng.random(),
        speed: between(rng, 3.0, 200.0),
        miss: if rng.random_range(0..3) == 0 { -miss } else { miss },
        restitution: [0.0, 0.2, 1.0][rng.random_range(0..3)],
        angle: rng.random_range(-3.0..3.0),
        bullet: rng.random(),
    }
}

/// How far the projectile is from where it would be without the obstacle, as a share of its way, and how much its velocity
/// and that of the obstacle have changed, as shares of its speed.
fn changes(shot: &Shot) -> [f32; 3] {
    let forward = Vec2::from_angle(shot.angle);
    let settings = WorldSettings { gravity: Vec2::ZERO, sleeping: false, restitution_threshold: 0.0, ..WorldSettings::default() };
    let mut w = World::new(settings);
    let aside = (shot.size + shot.obstacle + shot.miss) * forward.perp();
    let start = -forward * 1.3 * (shot.size + shot.obstacle + 0.1) + aside;
    let (velocity, angle) = (shot.speed * forward, shot.angle);
    let flying = BodyDef { linear_velocity: velocity, angle, bullet: shot.bullet, ..at(start.x, start.y) };
    let standing = BodyDef { kind: shot.kind, angle, ..at(0.0, 0.0) };
    let square = |half: f32| rectangle(2.0 * half, 2.0 * half);
    let flier = made(if shot.square { square(shot.size) } else { circle(shot.size) }, 0.0, shot.restitution);
    let obstacle = made(if shot.disc { circle(shot.obstacle) } else { square(shot.obstacle) }, 0.0, shot.restitution);
    let [id, other] = if shot.swapped {
        let other = w.add_body(standing, obstacle);
        [w.add_body(flying, flier), other]
    } else {
        [w.add_body(flying, flier), w.add_body(standing, obstacle)]
    };
    let taken = (4.0 * (shot.size + shot.obstacle + 0.1) / shot.speed * 60.0).ceil().max(4.0);
    steps(&mut w, taken as usize);
    let way = taken / 60.0 * velocity;
    let [after, pushed] = [id, other].map(|id| self::velocity(&w, id));
    [(center(&w, id) - start - way).length() / way.length(), (after - velocity).length() / shot.speed, pushed.length() / shot.speed]
}

#[test]
fn what_misses_flies_on_and_what_hits_does_not() {
    let mut rng = Pcg32::seed_from_u64(49);
    let (mut missed, mut hit, mut fast) = (0, 0, 0);
    for _ in 0..6000 {
        let shot = shot(&mut rng);
        let [way, speed, pushed] = changes(&shot);
        if shot.miss > 0.0 {
            missed += 1;
            fast += usize::from(shot.speed > 50.0);
            // Positions are single-precision sums of steps.
            assert!(way < 1e-4 && speed < 1e-5 && pushed < 1e-5, "off by {way} of its way, {speed} of its speed: {shot:?}");
        } else if shot.miss < -shot.size * if shot.disc { 0.04 } else { 0.6 } {
            // What moves by less than half its half width in a sub-step is looked at once in it: it may graze in between,
            // or slide along a side of what it is over the edge of.
            hit += 1;
            assert!(speed + pushed > 1e-2, "{speed} of its speed: {shot:?}");
        }
    }
    assert!(missed > 3000 && hit > 300 && fast > 1000, "{missed} {hit} {fast}");
}
