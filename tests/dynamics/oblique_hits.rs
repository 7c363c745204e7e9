//! Elastic hits of round bodies that are not head-on: the normal is that of the moment at which they meet. The cause of
//! what is tested here: points were searched where the bodies are at the end of the sub-step; small discs have turned
//! about each other by then, and flew off up to 3° beside the exact direction.

use crate::dynamics_fixture::*;
use collidoscope::engine::body::{BodyDef, BodyKind};
use collidoscope::engine::math::Vec2;
use collidoscope::engine::world::{World, WorldSettings};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

/// A disc and what it hits, without friction, e = 1.
#[derive(Clone, Copy, Debug)]
struct Shot {
    /// Of A and B; B with radius 0 is the corner of a square that cannot be moved.
    radii: [f32; 2],
    /// Speed of A relative to B, m/s.
    speed: f32,
    /// Distance of B's centre from A's line, as a share of the sum of the radii.
    aside: f32,
    /// Distance along that line at the start, beyond the sum of the radii, metres.
    apart: f32,
    /// Direction of A's motion, radians.
    angle: f32,
    /// Of both, m/s.
    common: Vec2,
    /// B cannot be moved.
    peg: bool,
    /// B is created first.
    swapped: bool,
    substeps: u32,
    /// Steps per second.
    hz: f32,
    /// Of both, rad/s: without friction it must not matter.
    spins: [f32; 2],
}

fn shot(rng: &mut Pcg32) -> Shot {
    let radius = [0.05, 0.1, 0.3][rng.random_range(0..3)];
    let corner = rng.random_range(0..4) == 0;
    Shot {
        radii: [radius, if corner { 0.0 } else { radius * rng.random_range(1.0..3.0_f32) }],
        speed: libm::powf(10.0, rng.random_range(0.3..1.3)),
        // A corner of 90° is hit by what comes within 45° of its middle.
        aside: if corner { rng.random_range(-0.68..0.68) } else { rng.random_range(-0.8..0.8) },
        apart: rng.random_range(0.8..1.2),
        angle: rng.random_range(-3.0..3.0),
        common: if rng.random() { Vec2::ZERO } else { vec2(rng.random_range(-3.0..3.0), rng.random_range(-3.0..3.0)) },
        peg: corner || rng.random(),
        swapped: rng.random(),
        substeps: [4, 8][rng.random_range(0..2)],
        hz: 60.0,
        spins: [0.0; 2],
    }
}

/// Balls from small marbles to billiards, slow or in short steps, spinning.
fn small_shot(rng: &mut Pcg32) -> Shot {
    let radius = [0.003, 0.01, 0.0285, 0.05][rng.random_range(0..4)];
    Shot {
        radii: [radius, radius * rng.random_range(1.0..3.0_f32)],
        speed: libm::powf(10.0, rng.random_range(-0.5..1.0)),
        aside: rng.random_range(-0.9..0.9),
        apart: radius * rng.random_range(1.0..8.0_f32),
        hz: [60.0, 60.0, 240.0, 1000.0][rng.random_range(0..4)],
        spins: [rng.random_range(-120.0..120.0), if rng.random() { 0.0 } else { rng.random_range(-120.0..120.0) }],
        peg: rng.random(),
        ..shot(rng)
    }
}

/// Angle in degrees between the velocity of A after the hit, relative to the common one, and the exact one; and the
/// share of its speed that is missing.
fn error(shot: &Shot) -> (f64, f64) {
    let common = if shot.peg { Vec2::ZERO } else { shot.common };
    let direction = Vec2::from_angle(shot.angle);
    let sum = shot.radii[0] + shot.radii[1];
    let place = (shot.apart + sum) * direction + shot.aside * sum * direction.perp();
    let (gravity, restitution_threshold) = (Vec2::ZERO, if shot.hz == 60.0 && shot.spins == [0.0; 2] { 1.0 } else { 0.0 });
    let settings = WorldSettings { gravity, substeps: shot.substeps, step_hz: shot.hz, restitution_threshold, ..WorldSettings::default() };
    let mut w = World::new(settings);
    let kind = if shot.peg { BodyKind::Static } else { BodyKind::Dynamic };
    let [spin, spin_b] = shot.spins;
    let a = BodyDef { linear_velocity: common + shot.speed * direction, angular_velocity: spin, ..at(0.0, 0.0) };
    let corner = shot.radii[1] == 0.0;
    // A square of diagonal 1, its corner against the shot.
    let (back, angle) = if corner { (0.5 * direction, shot.angle + 0.25 * std::f32::consts::PI) } else { (Vec2::ZERO, 0.0) };
    let angular_velocity = if shot.peg { 0.0 } else { spin_b };
    let b = BodyDef { kind, linear_velocity: common, angular_velocity, angle, ..at(place.x + back.x, place.y + back.y) };
    let shape_a = made(circle(shot.radii[0]), 0.0, 1.0);
    let side = std::f32::consts::FRAC_1_SQRT_2;
    let shape_b = made(if corner { rectangle(side, side) } else { circle(shot.radii[1]) }, 0.0, 1.0);
    let ids = if shot.swapped {
        let b = w.add_body(b, shape_b);
        [w.add_body(a, shape_a), b]
    } else {
        [w.add_body(a, shape_a), w.add_body(b, shape_b)]
    };
    let steps_needed = 2.0 * (shot.apart + sum) / shot.speed * shot.hz;
    steps(&mut w, steps_needed as usize + 2);
    // Where they meet: along A's line the distance is √(sum² − aside²).
    let (sum, aside) = (f64::from(sum), f64::from(shot.aside) * f64::from(sum));
    let normal = [(sum * sum - aside * aside).sqrt() / sum, aside / sum]; // in the frame of the shot's direction
    let share = if shot.peg {
        2.0
    } else {
        2.0 * f64::from(shot.radii[1]).powi(2) / (f64::from(shot.radii[0]).powi(2) + f64::from(shot.radii[1]).powi(2))
    };
    let speed = f64::from(shot.speed);
    let exact = [speed - share * speed * normal[0] * normal[0], -share * speed * normal[0] * normal[1]];
    let after = velocity(&w, ids[0]) - common;
    let after = [f64::from(after.dot(direction)), f64::from(after.dot(direction.perp()))];
    let cross = exact[0] * after[1] - exact[1] * after[0];
    let dot = exact[0] * after[0] + exact[1] * after[1];
    let missing = (exact[0] - after[0]).hypot(exact[1] - after[1]) / speed;
    (cross.atan2(dot).abs().to_degrees(), missing)
}

#[test]
fn discs_part_in_the_direction_of_their_centres_when_they_meet() {
    let mut rng = Pcg32::seed_from_u64(185);
    let mut kinds = [0; 3];
    for _ in 0..3000 {
        let shot = shot(&mut rng);
        // Slower than the threshold along the normal nothing bounces.
        if shot.speed * (1.0 - shot.aside * shot.aside).sqrt() < 1.2 {
            continue;
        }
        kinds[usize::from(shot.peg) + usize::from(shot.radii[1] == 0.0)] += 1;
        let (degrees, missing) = error(&shot);
        // Where the surfaces meet is known to 0.05 mm: by 45°, on discs of 10 cm together, that is 0.05°. Corners have
        // half of it.
        assert!(degrees < 0.2 && missing < 4e-3, "{degrees}° and {missing} of the speed off: {shot:?}");
    }
    assert!(kinds.iter().all(|&count| count > 500), "{kinds:?}");
}

#[test]
fn small_balls_part_in_the_direction_of_their_centres_slow_spinning_and_in_short_steps() {
    // What closed by less than 2 cm in a step kept the normal of the step's start: billiard balls at 1 m/s parted 11° beside
    // the exact direction, at 3 m/s in steps of 1/240 s 6°. And the spin of a disc counted as if it could close the gap:
    // the search for the moment of the hit ended before it was there. And what is smaller than the slop was taken for
    // one that had got through when its middle came that near: balls of 5 mm were put back, and parted 45° off.
    let mut rng = Pcg32::seed_from_u64(4);
    let (mut slow, mut spinning) = (0, 0);
    for _ in 0..2000 {
        let shot = small_shot(&mut rng);
        slow += usize::from(shot.speed / shot.hz < 0.02);
        spinning += usize::from(shot.spins[0].abs() > 60.0);
        let (degrees, missing) = error(&shot);
        // Where the surfaces meet is known to 0.05 mm, and the normal may be that of 0.01 rad before.
        let sum = f64::from(shot.radii[0] + shot.radii[1]);
        let slant = 1.0 / (1.0 - f64::from(shot.aside).powi(2)).sqrt();
        let angle = 2.0 * (5e-5 / sum + 0.01) * slant;
        assert!(degrees < angle.to_degrees() && missing < angle, "{degrees}° and {missing} of the speed off: {shot:?}");
    }
    assert!(slow > 800 && spinning > 800, "{slow} {spinning}");
}
