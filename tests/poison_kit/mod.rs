//! Numbers that must not spread, and a world in which it would show.
#![allow(dead_code)] // each test file uses a part of it

use super::dynamics_fixture::*;
use collidoscope::engine::body::BodyId;
use collidoscope::engine::tuning::{MAX_COORDINATE, MAX_SPEED};
use collidoscope::engine::world::World;

/// Not a number, infinities, zeros, the smallest and the largest.
pub const POISON: [f32; 9] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0, -0.0, 1e-45, -1e-45, f32::MAX, f32::MIN];

/// Healthy things away from the origin and the axes, where poisoned ones may end up or fly along.
pub fn healthy(w: &mut World) -> Vec<BodyId> {
    w.add_body(fixed(60.0, 499.5), of(rectangle(40.0, 1.0)));
    (0..4).map(|k| w.add_body(at(60.0, 500.5 + 1.1 * k as f32), of(rectangle(1.0, 1.0)))).collect()
}

/// Every bit of a body's motion.
pub fn bits(w: &World, id: BodyId) -> [u32; 10] {
    let body = w.body(id).unwrap();
    let (p, r, c, v) = (body.pose.position, body.pose.rotation, body.center, body.linear_velocity);
    [p.x, p.y, r.cos, r.sin, c.x, c.y, v.x, v.y, body.angular_velocity, body.sleep_time].map(f32::to_bits)
}

/// What is promised of every body after every step, whatever came in: finite numbers within the documented bounds,
/// sound insides.
pub fn assert_sound(w: &World, about: &str) {
    w.validate().unwrap_or_else(|breach| panic!("{about}: {breach}"));
    let spin = std::f32::consts::FRAC_PI_4 / w.settings().substep_seconds();
    for (id, body) in w.bodies() {
        let (v, c) = (body.linear_velocity, body.center);
        // Rounding of the cap, and half a metre of a shape about a centre at the border.
        assert!(v.length() <= 1.001 * MAX_SPEED && body.angular_velocity.abs() <= 1.001 * spin, "{about}: {id:?} at {v}");
        assert!(c.abs().max_element() <= MAX_COORDINATE + 1.0, "{about}: {id:?} at {c}");
    }
}

/// The bits of the healthy things after some steps with something poisoned among the guests.
pub fn run(about: &str, guest: impl FnOnce(&mut World)) -> Vec<[u32; 10]> {
    let mut w = world();
    let ids = healthy(&mut w);
    guest(&mut w);
    for _ in 0..40 {
        w.step();
        assert_sound(&w, about);
    }
    ids.iter().map(|&id| bits(&w, id)).collect()
}

/// Asserts that the healthy things move as without the guest, bit for bit.
pub fn check(what: &str, value: f32, guest: impl FnOnce(&mut World)) {
    let about = format!("{what} = {value}");
    assert_eq!(run(&about, |_| {}), run(&about, guest), "{about} spreads");
}
