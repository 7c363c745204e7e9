//! A body that hits with one corner, with restitution and friction: both hold at once. Normal impulses were found first
//! and friction afterwards, and what friction did to the speed along the normal was not made up for: a box that shall
//! part with half its closing speed parted with 0.417 of it.

mod dynamics_fixture;

use collidoscope::engine::body::{BodyDef, BodyId};
use collidoscope::engine::math::Vec2;
use collidoscope::engine::world::{World, WorldSettings};
use dynamics_fixture::*;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;

/// A box above a level plate, without gravity; given as if nothing were mirrored, turned or scaled.
#[derive(Clone, Copy, Debug)]
struct Shot {
    size: [f64; 2],
    angle: f64,
    velocity: [f64; 2],
    spin: f64,
    restitution: f64,
    friction: f64,
    /// Distance of the lowest corner from the plate at the start, metres.
    gap: f64,
    /// Mass of the plate over that of the box; `None`: it cannot be moved.
    plate: Option<f64>,
    /// What is done to the whole scene.
    mirrored: bool,
    swapped: bool,
    turned: f64,
    scale: f64,
    substeps: u32,
}

/// Velocity and spin.
type Motion = [f64; 3];

const PLATE: [f64; 2] = [40.0, 1.0];

fn cross(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

/// Where the corners of the box are after `t` seconds, seen from its centre.
fn arms(shot: &Shot, t: f64) -> [[f64; 2]; 4] {
    let (sin, cos) = (shot.angle + shot.spin * t).sin_cos();
    [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]].map(|[x, y]: [f64; 2]| {
        let (x, y) = (0.5 * x * shot.size[0], 0.5 * y * shot.size[1]);
        [cos * x - sin * y, sin * x + cos * y]
    })
}

fn lowest(arms: &[[f64; 2]; 4]) -> [f64; 2] {
    arms.iter().copied().min_by(|a, b| a[1].total_cmp(&b[1])).unwrap()
}

/// When the lowest corner meets the plate, by halving.
fn meeting_time(shot: &Shot) -> f64 {
    let start = shot.gap - lowest(&arms(shot, 0.0))[1];
    let height = |t: f64| start + shot.velocity[1] * t + lowest(&arms(shot, t))[1];
    let first = (0..4000).map(|k| 1e-3 * f64::from(k)).find(|&t| height(t) <= 0.0).unwrap_or(4.0);
    let (mut low, mut high) = (first - 1e-3, first);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        *(if height(middle) > 0.0 { &mut low } else { &mut high }) = middle;
    }
    high
}

/// Both motions after the hit, in f64: the impulse with the wanted parting speed that stops the sliding, or that with
/// the friction of the cone's edge. `None` where friction would gain energy.
fn exact(shot: &Shot) -> Option<[Motion; 2]> {
    let arm = lowest(&arms(shot, meeting_time(shot)));
    let box_mass = shot.size[0] * shot.size[1];
    let plate_mass = shot.plate.map_or(f64::INFINITY, |ratio| ratio * box_mass);
    let inertia = |mass: f64, [w, h]: [f64; 2]| mass * (w * w + h * h) / 12.0;
    let height = shot.gap - lowest(&arms(shot, 0.0))[1] + shot.velocity[1] * meeting_time(shot);
    // The plate's centre lies under the box at the start.
    let x = shot.velocity[0] * meeting_time(shot);
    let plate_arm = [x + arm[0], height + arm[1] + 0.5 * PLATE[1]];
    let after = |impulse: [f64; 2]| -> [Motion; 2] {
        let [ix, iy] = impulse;
        let plate_inertia = inertia(plate_mass, PLATE);
        [
            [
                shot.velocity[0] + ix / box_mass,
                shot.velocity[1] + iy / box_mass,
                shot.spin + cross(arm, impulse) / inertia(box_mass, shot.size),
            ],
            [-ix / plate_mass, -iy / plate_mass, -cross(plate_arm, impulse) / plate_inertia],
        ]
    };
    // Of the box's corner relative to the plate; affine in the impulse.
    let relative = |impulse: [f64; 2]| {
        let [[bx, by, bw], [px, py, pw]] = after(impulse);
        [bx - bw * arm[1] - (px - pw * plate_arm[1]), by + bw * arm[0] - (py + pw * plate_arm[0])]
    };
    let start = relative([0.0; 2]);
    let [along_x, along_y] = [[1.0, 0.0], [0.0, 1.0]].map(|unit| {
        let moved = relative(unit);
        [moved[0] - start[0], moved[1] - start[1]]
    });
    let wanted = -(1.0 + shot.restitution) * start[1];
    let det = cross(along_x, along_y);
    let stick = [cross([-start[0], wanted], along_y) / det, cross(along_x, [-start[0], wanted]) / det];
    let impulse = if stick[0].abs() <= shot.friction * stick[1] {
        stick
    } else {
        let slope = shot.friction * stick[0].signum();
        let normal = wanted / (along_y[1] + slope * along_x[1]);
        [slope * normal, normal]
    };
    let energy = |[[x, y, w], [px, py, pw]]: [Motion; 2]| {
        let plate = if shot.plate.is_some() { plate_mass * (px * px + py * py) + inertia(plate_mass, PLATE) * pw * pw } else { 0.0 };
        box_mass * (x * x + y * y) + inertia(box_mass, shot.size) * w * w + plate
    };
    let found = after(impulse);
    (energy(found) <= energy(after([0.0; 2]))).then_some(found)
}

/// True when no other corner comes near the plate within a step after the hit.
fn is_alone(shot: &Shot, [[_, up, spin], [_, plate_up, plate_spin]]: [Motion; 2]) -> bool {
    let arms = arms(shot, meeting_time(shot));
    let (low, x) = (lowest(&arms), shot.velocity[0] * meeting_time(shot));
    (0..=10).map(|k| f64::from(k) / 600.0).all(|t| {
        let (sin, cos) = (spin * t).sin_cos();
        arms.iter().filter(|&&arm| arm != low).all(|&[ax, ay]| {
            let height = -low[1] + up * t + sin * ax + cos * ay;
            height - (plate_up + plate_spin * (x + cos * ax - sin * ay)) * t > 0.03
        })
    })
}

fn motion(world: &World, id: BodyId, shot: &Shot) -> Motion {
    let body = world.body(id).unwrap();
    let v = Vec2::from_angle(-shot.turned as f32).rotate(body.linear_velocity);
    let sign = if shot.mirrored { -1.0 } else { 1.0 };
    [sign * f64::from(v.x) / shot.scale, f64::from(v.y) / shot.scale, sign * f64::from(body.angular_velocity)]
}

/// Both motions in the first step after which the box moves otherwise, by the engine.
fn simulated(shot: &Shot) -> [Motion; 2] {
    let sign = if shot.mirrored { -1.0 } else { 1.0 };
    let turned = Vec2::from_angle(shot.turned as f32);
    let scaled = |v: [f64; 2]| turned.rotate(vec2((sign * v[0] * shot.scale) as f32, (v[1] * shot.scale) as f32));
    let mut w = World::new(WorldSettings { gravity: Vec2::ZERO, substeps: shot.substeps, ..WorldSettings::default() });
    let part = |size: [f64; 2], density: f64| {
        let shape = rectangle((size[0] * shot.scale) as f32, (size[1] * shot.scale) as f32);
        let mut parts = made(shape, shot.friction as f32, shot.restitution as f32);
        parts[0].material.density = density as f32;
        parts
    };
    let add_box = |w: &mut World| {
        let position = scaled([0.0, shot.gap - lowest(&arms(shot, 0.0))[1]]);
        let angle = (sign * shot.angle + shot.turned) as f32;
        let (linear_velocity, angular_velocity) = (scaled(shot.velocity), (sign * shot.spin) as f32);
        w.add_body(BodyDef { position, angle, linear_velocity, angular_velocity, ..BodyDef::default() }, part(shot.size, 1.0))
    };
    let add_plate = |w: &mut World| {
        let density = shot.plate.map_or(1.0, |ratio| ratio * shot.size[0] * shot.size[1] / (PLATE[0] * PLATE[1]));
        let def = if shot.plate.is_some() { at(0.0, 0.0) } else { fixed(0.0, 0.0) };
        let position = scaled([0.0, -0.5 * PLATE[1]]);
        w.add_body(BodyDef { position, angle: shot.turned as f32, ..def }, part(PLATE, density))
    };
    let (id, plate) = if shot.swapped {
        let plate = add_plate(&mut w);
        (add_box(&mut w), plate)
    } else {
        let id = add_box(&mut w);
        (id, add_plate(&mut w))
    };
    let before = motion(&w, id, shot);
    for _ in 0..240 {
        w.step();
        let now = motion(&w, id, shot);
        if (now[1] - before[1]).abs() > 1e-3 {
            return [now, motion(&w, plate, shot)];
        }
    }
    panic!("no hit: {shot:?}");
}

/// The box of the report: half of the closing speed came out as 0.417 of it.
fn reported() -> Shot {
    Shot {
        size: [1.0, 1.0],
        angle: std::f64::consts::FRAC_PI_6,
        velocity: [2.0, -5.0],
        spin: 1.0,
        restitution: 0.5,
        friction: 0.3,
        gap: 0.3,
        plate: None,
        mirrored: false,
        swapped: false,
        turned: 0.0,
        scale: 1.0,
        substeps: 8,
    }
}

/// Largest difference of the two, as a share of the speed of the hit; spins by the size of the box.
fn difference(shot: &Shot, found: [Motion; 2], exact: [Motion; 2]) -> f64 {
    let reach = 0.5 * shot.size[0].hypot(shot.size[1]);
    let of = |k: usize, reach: f64| {
        let [x, y, w] = [0, 1, 2].map(|i: usize| found[k][i] - exact[k][i]);
        x.abs().max(y.abs()).max(reach * w.abs())
    };
    of(0, reach).max(of(1, 0.5 * PLATE[0])) / shot.velocity[1].abs()
}

#[test]
fn a_corner_with_friction_keeps_its_restitution_mirrored_swapped_turned_and_scaled() {
    let exact_one = exact(&reported()).unwrap();
    for mirrored in [false, true] {
        for swapped in [false, true] {
            for (turned, scale) in [(0.0, 1.0), (0.9, 1.0), (-2.5, 0.3), (3.0, 5.0)] {
                for substeps in [4, 8] {
                    let shot = Shot { mirrored, swapped, turned, scale, substeps, ..reported() };
                    let error = difference(&shot, simulated(&shot), exact_one);
                    // The arms are those of the end of the sub-step in which it hits: 1/480 of the spin.
                    assert!(error < 5e-3, "{error}: {shot:?}");
                }
            }
        }
    }
}

#[test]
fn random_corners_that_stick_slide_or_turn_back_part_as_the_closed_form_says() {
    let mut rng = Pcg32::seed_from_u64(8);
    let (mut measured, mut on_plates, mut limited) = (0, 0, 0);
    for _ in 0..2_000 {
        let shot = Shot {
            size: [rng.random_range(0.5..1.5), rng.random_range(0.5..1.5)],
            angle: rng.random_range(0.25..1.3) + std::f64::consts::FRAC_PI_2 * f64::from(rng.random_range(0..4)),
            velocity: [rng.random_range(-6.0..6.0), rng.random_range(-8.0..-4.0)],
            spin: rng.random_range(-2.0..2.0),
            restitution: rng.random_range(0.1..1.0),
            friction: rng.random_range(0.05..1.2),
            gap: rng.random_range(0.1..0.4),
            plate: rng.random::<bool>().then(|| rng.random_range(0.5..20.0)),
            mirrored: rng.random(),
            swapped: rng.random(),
            turned: rng.random_range(-3.0..3.0),
            scale: rng.random_range(0.5..2.0),
            substeps: [16, 32][rng.random_range(0..2)],
        };
        // The second lowest corner must be clear of the plate until the hit is over.
        let mut heights = arms(&shot, meeting_time(&shot)).map(|arm| arm[1]);
        heights.sort_by(f64::total_cmp);
        if heights[1] - heights[0] < 0.15 {
            continue;
        }
        let Some(exact) = exact(&shot) else {
            limited += 1;
            continue;
        };
        if !is_alone(&shot, exact) {
            continue;
        }
        // The arms are those of the end of the sub-step in which it hits: up to 2/960 radians on.
        let error = difference(&shot, simulated(&shot), exact);
        assert!(error < 1e-2, "{error}: {shot:?}, exact {exact:?}, found {:?}", simulated(&shot));
        measured += 1;
        on_plates += usize::from(shot.plate.is_some());
    }
    assert!(measured > 800 && on_plates > 300 && limited > 10, "{measured} measured, {on_plates} on plates, {limited} with gain");
}
