//! Firing: shots at once, shots that wait for their barrel, the clock, and the life of projectiles.
//!
//! **Time.** Shots of its own are counted by the number of the step, never by adding up seconds: in step n (the one
//! from n/hz to (n + 1)/hz) a launcher fires when `⌊(n/hz − delay)/every⌋` differs from that of step n − 1:
//! once a step at most, however short `every` is.
//!
//! **Turning.** A launcher with a turn rate keeps an [`Order`]: from step to step its barrel turns towards the ordered
//! direction, and the shot leaves at the beginning of the first step in which it points there (the turning method says
//! beforehand which one that is). The direction is not corrected on the way: what a method has not foreseen, it
//! misses.
//!
//! **Salvo.** All methods at once, one shot each, from barrels of their own; the shots of salvos do not touch each
//! other ([`SALVO_FILTER`]), the target feels each of them.

use super::approach::is_too_fast;
use super::build;
use super::document::{BodyDoc, Geometry, LauncherDoc, Projectile, ShapeDoc, Sight};
use super::gun::Order;
use super::launcher::{Aim, SAME_ANGLE};
use super::shot::{MAX_PROJECTILES, MAX_SHOTS, SHOT_DISPLAY, Shot};
use super::stage::Stage;
use crate::engine::body::BodyId;
use crate::engine::collider::CollisionFilter;
use crate::engine::math::{Rot, Vec2, atan2, cross, wrap_angle};
use crate::engine::probe::NoProbe;
use crate::engine::tuning;
use crate::guidance::lead::{LEAD_METHODS, LeadMethod, LeadOutcome};

/// Shots of a salvo belong to layer 16 and touch all others.
pub const SALVO_FILTER: CollisionFilter = CollisionFilter { layers: 1 << 15, collides_with: u16::MAX ^ (1 << 15) };
/// Life of a projectile whose launcher has been deleted, seconds.
const ORPHAN_LIFETIME: f32 = 8.0;
/// The fractional parts of multiples of the golden ratio fill an interval evenly, however many there are.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

impl Stage {
    /// Fires every launcher whose time has come in the step that begins now, unless it has a target that it cannot
    /// meet; and the orders that are due.
    pub(super) fn fire_due(&mut self) {
        let (step, hz) = (self.world.step_count(), f64::from(self.world.settings().step_hz));
        self.fire_ordered(step);
        let is_free = |l: &&LauncherDoc| self.guns.get(&l.id).is_none_or(|gun| gun.orders.iter().all(|order| order.salvo));
        let due: Vec<String> = self.launchers.iter().filter(|l| is_due(l, step, hz)).filter(is_free).map(|l| l.id.clone()).collect();
        for id in due {
            let hopeless = self.aim(&id).is_none_or(|aim| aim.outcome.is_some_and(|o| !matches!(o, LeadOutcome::Solved(_))));
            if !hopeless {
                self.fire(&id);
            }
        }
    }

    /// Fires a launcher now, or orders it to as soon as its barrel has turned. False when there is none or its mount is
    /// gone.
    pub(super) fn fire(&mut self, id: &str) -> bool {
        let Some(aim) = self.aim(id) else { return false };
        if aim.wait > 0.0 {
            self.guns.entry(id.to_owned()).or_default().orders.retain(|order| order.salvo);
        }
        self.follow(id, &aim, false)
    }

    /// Fires a launcher by every method that finds something to aim at, one shot each. False when none does.
    pub(super) fn fire_all(&mut self, id: &str) -> bool {
        let aims: Vec<Aim> = LEAD_METHODS.iter().filter_map(|row| self.aim_with(id, row.method, &mut NoProbe)).collect();
        let mut fired = false;
        for aim in aims.iter().filter(|aim| aim.solution().is_some()) {
            fired |= self.follow(id, aim, true);
        }
        fired
    }

    /// Fires a launcher by one method alone, as [`Stage::fire`] does. False when it finds nothing to aim at.
    pub(super) fn fire_by(&mut self, id: &str, method: LeadMethod) -> bool {
        let Some(aim) = self.aim_with(id, method, &mut NoProbe).filter(|aim| aim.solution().is_some()) else { return false };
        self.follow(id, &aim, true)
    }

    /// Fires as aimed: now, or ordered for when the barrel has turned. False when the mount is gone.
    fn follow(&mut self, id: &str, aim: &Aim, salvo: bool) -> bool {
        let order = self.order_of(aim, salvo);
        if aim.wait > 0.0 {
            self.guns.entry(id.to_owned()).or_default().orders.push(order);
            return true;
        }
        self.shoot(id, &order, Some(aim))
    }

    fn order_of(&self, aim: &Aim, salvo: bool) -> Order {
        Order {
            method: aim.method,
            salvo,
            direction: aim.direction,
            speed: aim.speed,
            fire_at: self.world.step_count() + libm::roundf(aim.wait * self.world.settings().step_hz) as u64,
            predicted: aim.solution().and_then(|solution| Some((aim.meeting?, solution.time))),
            foreseen: aim.counted_on.map(|(velocity, acceleration)| (velocity + acceleration * aim.wait, acceleration)),
            unmeasured: aim.method.row().measures && aim.problem.is_some_and(|problem| problem.measured.is_none()),
            late: aim.late,
        }
    }

    /// Orders whose step has come, once the barrel points where they were ordered to.
    fn fire_ordered(&mut self, step: u64) {
        let waiting: Vec<String> = self.guns.iter().filter(|(_, gun)| !gun.orders.is_empty()).map(|(id, _)| id.clone()).collect();
        for id in waiting {
            let orders = self.guns.get_mut(&id).map(|gun| std::mem::take(&mut gun.orders)).unwrap_or_default();
            for order in orders {
                if order.fire_at <= step && (order.salvo || self.points_along(&id, order.direction)) {
                    self.shoot(&id, &order, None);
                } else if let Some(gun) = self.guns.get_mut(&id) {
                    gun.orders.push(order);
                }
            }
        }
    }

    fn points_along(&self, id: &str, direction: Vec2) -> bool {
        let mount = self.launchers.iter().find(|l| l.id == id).and_then(|launcher| self.mount_of(launcher));
        // What is turned and turned back is rounded a few times.
        mount.is_none_or(|mount| cross(mount.barrel, direction).abs() <= 4.0 * SAME_ANGLE && mount.barrel.dot(direction) > 0.0)
    }

    /// Turns barrels for one step towards what they are ordered to, and remembers how targets moved before it.
    pub(super) fn turn_barrels(&mut self, velocities: Vec<(String, Option<Vec2>)>) {
        let dt = 1.0 / self.world.settings().step_hz;
        for (id, target_velocity) in velocities {
            let gun = self.guns.entry(id).or_default();
            gun.target_velocity = target_velocity;
        }
        for launcher in &self.launchers {
            let Some(rate) = launcher.turn_rate else { continue };
            let mount = launcher.body.as_deref().and_then(|name| self.named_body(name));
            let frame = mount.map_or(Rot::IDENTITY, |body| body.pose.rotation);
            let Some(gun) = self.guns.get_mut(&launcher.id) else { continue };
            if let Some(order) = gun.orders.iter().find(|order| !order.salvo) {
                let wanted = frame.inv_rotate(order.direction);
                gun.turn_towards(launcher.angle, atan2(wanted.y, wanted.x), rate * dt);
            }
        }
    }

    /// Lets engines of projectiles push for the step to come: constantly, along the barrel that they left.
    pub(super) fn push_rockets(&mut self) {
        for shot in self.shots.iter().filter(|shot| shot.thrust != Vec2::ZERO) {
            if let Some((id, body)) = shot.body.and_then(|id| Some((id, self.world.body(id)?))) {
                let (force, center) = (body.mass * shot.thrust, body.center);
                self.world.apply_force(id, force, center);
            }
        }
    }

    /// The shot leaves now. `aim` is that of this very moment, if the order was given in it.
    fn shoot(&mut self, id: &str, order: &Order, aim: Option<&Aim>) -> bool {
        let Some(launcher) = self.launchers.iter().find(|l| l.id == id).cloned() else { return false };
        let number = self.shots_fired + 1;
        let deviation = deviation(launcher.spread, number);
        let direction = if deviation == 0.0 { order.direction } else { Rot::from_angle(deviation).rotate(order.direction) };
        let (muzzle, velocity) = match aim {
            Some(aim) if deviation == 0.0 => (aim.muzzle, aim.projectile_velocity),
            _ => {
                let Some(mount) = self.mount_of(&launcher) else { return false };
                let muzzle = self.mouth(&launcher, &mount, direction);
                (muzzle, direction * order.speed + mount.velocity_at(muzzle))
            }
        };
        let filter = if order.salvo { SALVO_FILTER } else { CollisionFilter::default() };
        let start = (muzzle, velocity, atan2(direction.y, direction.x));
        let Some(body) = self.add_projectile(&projectile_doc(&launcher, start, filter, shot_name(number))) else {
            return false;
        };
        let target = self.sighted(&launcher).and_then(|id| self.names.bodies.name(id)).map(str::to_owned);
        if launcher.recoil {
            self.recoil(&launcher, direction * order.speed, muzzle, body);
        }
        self.shots_fired = number;
        self.structure += 1;
        self.shots.push(Shot {
            number,
            launcher: launcher.id,
            method: order.method,
            salvo: order.salvo,
            body: Some(body),
            target,
            at_point: matches!(launcher.aim_at, Sight::Point | Sight::Pointer),
            drag: launcher.drag,
            fired_at: self.world.step_count(),
            muzzle,
            velocity,
            carried: velocity - direction * order.speed,
            thrust: direction * launcher.acceleration,
            deviation,
            late: order.late,
            unmeasured: order.unmeasured,
            cut: is_too_fast(velocity),
            predicted: order.predicted,
            foreseen: order.foreseen,
            trail: vec![muzzle],
            ..Shot::default()
        });
        self.limit_shots();
        true
    }

    /// The mount gets the opposite of the impulse that the projectile has got at the muzzle, `m s`: as seen from the
    /// muzzle the shot conserves momentum. The projectile's mass is new and the mount keeps its own, so the scene gains
    /// `m v` of a muzzle that moves with `v`. To take that from the mount, too, would brake a coasting ship at each
    /// shot, even at one to the side, and by what depends on who looks.
    fn recoil(&mut self, launcher: &LauncherDoc, muzzle_velocity: Vec2, muzzle: Vec2, projectile: BodyId) {
        let mount = launcher.body.as_deref().and_then(|name| self.names.bodies.id(name));
        if let (Some(mount), Some(mass)) = (mount, self.world.body(projectile).map(|body| body.mass)) {
            self.world.apply_impulse(mount, -mass * muzzle_velocity, muzzle);
        }
    }

    /// Adds a projectile given as a body of the document.
    pub(super) fn add_projectile(&mut self, doc: &BodyDoc) -> Option<BodyId> {
        let mut problems = Vec::new();
        let parts = build::parts(&std::collections::BTreeMap::new(), doc, "", &mut problems);
        if !problems.is_empty() {
            return None;
        }
        let id = self.world.add_body(build::body_def(doc), parts.colliders);
        self.names.bodies.add(id, &doc.id);
        Some(id)
    }

    /// Takes out projectiles whose life is over, that were frozen or are gone, and shots that have been shown long
    /// enough.
    pub(super) fn retire_shots(&mut self) {
        let now = self.world.step_count();
        for index in 0..self.shots.len() {
            let Some(body) = self.shots[index].body else { continue };
            let usable = self.world.body(body).is_some_and(|b| !b.frozen);
            if !usable || now >= self.end_of(&self.shots[index], 0.0) {
                self.remove_projectile(index);
            }
        }
        let mut shots = std::mem::take(&mut self.shots);
        shots.retain(|shot| shot.body.is_some() || now < self.end_of(shot, SHOT_DISPLAY));
        self.shots = shots;
    }

    fn limit_shots(&mut self) {
        let in_flight = self.shots.iter().filter(|s| s.body.is_some()).count();
        if in_flight > MAX_PROJECTILES
            && let Some(oldest) = self.shots.iter().position(|s| s.body.is_some())
        {
            self.remove_projectile(oldest);
        }
        if self.shots.len() > MAX_SHOTS
            && let Some(oldest) = self.shots.iter().position(|s| s.body.is_none())
        {
            self.shots.remove(oldest);
        }
    }

    pub(super) fn remove_projectile(&mut self, index: usize) {
        if let Some(body) = self.shots[index].body.take() {
            self.structure += 1;
            self.names.bodies.remove(body);
            self.world.remove_body(body);
        }
    }

    /// Step at which a shot's projectile disappears, and `after` seconds more.
    fn end_of(&self, shot: &Shot, after: f32) -> u64 {
        let lifetime = self.launchers.iter().find(|l| l.id == shot.launcher).map_or(ORPHAN_LIFETIME, |l| l.lifetime);
        let steps = f64::from(lifetime + after) * f64::from(self.world.settings().step_hz);
        shot.fired_at + libm::ceil(steps - 1e-6) as u64
    }
}

/// Name of a projectile among the bodies.
pub(super) fn shot_name(number: u32) -> String {
    format!("shot {number}")
}

/// True when a launcher fires by itself in the step that begins at `step / hz` seconds.
fn is_due(launcher: &LauncherDoc, step: u64, hz: f64) -> bool {
    let Some(every) = launcher.every.filter(|every| *every > 0.0) else { return false };
    let (period, first) = (in_steps(every, hz), in_steps(launcher.delay, hz));
    let fired_by = |step: f64| max_f64(0.0, libm::floor((step - first) / period + 1e-9) + 1.0);
    // At most one in a step: several would start in the same place.
    fired_by(step as f64) > if step == 0 { 0.0 } else { fired_by(step as f64 - 1.0) }
}

impl LauncherDoc {
    /// What is to be said when it should fire by itself more often than there are steps, in words that follow its name.
    pub fn fires_too_often(&self, step_hz: f32) -> Option<String> {
        let every = self.every.filter(|every| *every > 0.0 && in_steps(*every, f64::from(step_hz)) < 1.0)?;
        Some(format!("is {every} s, less than a step of 1/{step_hz} s: it fires once a step, {step_hz} times a second"))
    }
}

/// Seconds as a number of steps. An `f32` of seconds is off by up to 6e-8 of itself (0.1 s is 6.000 000 09 steps),
/// which would come to a whole step within hours; so a number that may stand for a thousandth of a step is taken for
/// it.
fn in_steps(seconds: f32, hz: f64) -> f64 {
    let steps = f64::from(seconds) * hz;
    let nearest = libm::round(steps * 1000.0) / 1000.0;
    if (steps - nearest).abs() <= 1e-7 * steps { nearest } else { steps }
}

fn max_f64(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// By how much a shot leaves the barrel off its direction, radians: within the spread to both sides, evenly, and the
/// same for the same number of the shot.
fn deviation(spread: f32, number: u32) -> f32 {
    let place = f64::from(number) * GOLDEN;
    wrap_angle(spread * (2.0 * (place - libm::floor(place)) - 1.0) as f32)
}

fn projectile_doc(launcher: &LauncherDoc, (muzzle, velocity, angle): (Vec2, Vec2, f32), filter: CollisionFilter, id: String) -> BodyDoc {
    let (radius, half) = (launcher.radius, launcher.half_length());
    let center = Vec2::ZERO;
    let geometry = match launcher.projectile {
        Projectile::Ball => Geometry::Circle { radius, center },
        Projectile::Box => Geometry::Box { width: 2.0 * half, height: 2.0 * radius, center, angle: 0.0, rounding: 0.0 },
        // A capsule as long as it is wide is a ball.
        Projectile::Capsule if half - radius < tuning::MIN_SIZE => Geometry::Circle { radius, center },
        Projectile::Capsule => {
            let end = Vec2::new(half - radius, 0.0);
            Geometry::Capsule { a: -end, b: end, radius }
        }
    };
    let shape = ShapeDoc {
        density: Some(launcher.density),
        friction: Some(launcher.friction),
        restitution: Some(launcher.restitution),
        filter,
        ..ShapeDoc::new(geometry)
    };
    BodyDoc {
        id,
        position: muzzle,
        angle: if launcher.projectile == Projectile::Ball { 0.0 } else { angle },
        linear_velocity: velocity,
        linear_damping: launcher.drag,
        bullet: true,
        shapes: vec![shape],
        ..BodyDoc::default()
    }
}
