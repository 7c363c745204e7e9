//! Bodies of a mechanism: where they are, how they move, and what pushes them.

pub use glam::DVec2;

/// A body at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BodyState {
    /// Centre of mass, world, metres.
    pub center: DVec2,
    /// Radians counter-clockwise, counted over whole turns.
    pub angle: f64,
    /// Of the centre of mass, m/s.
    pub velocity: DVec2,
    /// rad/s.
    pub spin: f64,
}

/// All bodies at a moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// Seconds; only what depends on time asks for it.
    pub time: f64,
    /// The bodies.
    pub bodies: Vec<BodyState>,
}

/// How fast a body's state changes: its rates (x, y, angle), and theirs.
pub type Slope = [f64; 6];

/// How a body resists, and what pushes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mass {
    /// 1/kg; 0 when nothing can push it: then it keeps its velocity.
    pub inv_mass: f64,
    /// 1/(kg·m²); 0 when nothing can turn it.
    pub inv_inertia: f64,
    /// At the centre of mass, without damping: N, world.
    pub force: DVec2,
    /// N·m.
    pub torque: f64,
    /// Rate at which the velocity is lost, 1/s.
    pub damping: f64,
    /// Same for the spin.
    pub spin_damping: f64,
}

impl Mass {
    /// Of something that nothing can push.
    pub const FIXED: Mass = Mass { inv_mass: 0.0, inv_inertia: 0.0, force: DVec2::ZERO, torque: 0.0, damping: 0.0, spin_damping: 0.0 };

    /// Mass (kg) and inertia (kg·m²), both above 0, under gravity (m/s²).
    pub fn heavy(mass: f64, inertia: f64, gravity: DVec2) -> Mass {
        Mass { inv_mass: 1.0 / mass, inv_inertia: 1.0 / inertia, force: mass * gravity, ..Mass::FIXED }
    }

    /// Acceleration of (x, y, θ) by its forces, damping included: W Q.
    pub fn pushed(&self, body: &BodyState) -> [f64; 3] {
        let linear = self.inv_mass * self.force;
        let drag = if self.inv_mass > 0.0 { self.damping * body.velocity } else { DVec2::ZERO };
        let spin_drag = if self.inv_inertia > 0.0 { self.spin_damping * body.spin } else { 0.0 };
        [linear.x - drag.x, linear.y - drag.y, self.inv_inertia * self.torque - spin_drag]
    }

    /// Diagonal of W.
    pub fn inverse(&self) -> [f64; 3] {
        [self.inv_mass, self.inv_mass, self.inv_inertia]
    }
}

/// `a.x b.y − a.y b.x`.
pub fn cross(a: DVec2, b: DVec2) -> f64 {
    a.x * b.y - a.y * b.x
}

/// Turned by +90°.
pub fn perp(v: DVec2) -> DVec2 {
    DVec2::new(-v.y, v.x)
}

/// Turned by an angle, equal on every platform.
pub fn turned(v: DVec2, angle: f64) -> DVec2 {
    let (sin, cos) = libm::sincos(angle);
    DVec2::new(cos * v.x - sin * v.y, sin * v.x + cos * v.y)
}

/// The same angle within half a turn of 0, radians.
pub fn wrapped(angle: f64) -> f64 {
    let turn = 2.0 * std::f64::consts::PI;
    angle - turn * libm::round(angle / turn)
}
