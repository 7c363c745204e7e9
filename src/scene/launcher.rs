//! Launchers and shots while a scene runs: aiming by [`crate::guidance::lead`], firing, and the score afterwards.
//!
//! **Aiming.** The mount's motion at the muzzle is the frame of [`crate::guidance::lead`]: it is subtracted from the
//! target's velocity and is part of the projectile's. A projectile falls like everything else; so the relative
//! acceleration is the target's minus gravity. A target that falls freely has gravity times its own scale; one that
//! stands, hangs or is driven has none.
//!
//! ```text
//!      target ●──── v_T t + ½ a_T t² ───▶◯ meeting (world)           shooter frame: subtract v_M t + ½ g t²
//!            ╱                          ╱                            from both, and the projectile flies straight
//!           ╱             . · ‾ ‾ ‾ · ╱                              with the muzzle speed along the barrel
//!   mouth ◉━━▶  · ´   v_M t + s t d + ½ g t²
//!        ▟█▙ mount, moving with v_M at the muzzle
//! ```
//!
//! The engine moves a body without contacts exactly along its parabola, so the formulas hold step by step; damping of
//! the target and pushes on the way are not foreseen.
//!
//! **The mouth.** A launcher may sit inside the shape of its mount (its centre is the natural place to click), or
//! have to shoot across its own deck. So the barrel reaches out along its direction to where the projectile is clear
//! of the mount for good, and the aim is taken again from there; [`Aim::muzzle`] is that mouth. Once fired, a
//! projectile collides with everything: a mount that turns or speeds up may still run into it.
//!
//! **Recoil.** A projectile of mass m that leaves with the muzzle speed s along d was carried along until then: it had
//! the mount's velocity at the mouth. So its momentum changes by `m s d`, and the mount's by the opposite, at the
//! mouth, with the torque that this has about the mount's centre of mass. Momentum and angular momentum of both
//! together stay. The mount's mass does not change: how many projectiles it holds is not counted. Aims are taken
//! before the shot.
//!
//! **Time.** Shots of its own are counted by the number of the step, never by adding up seconds: in step n (the one
//! from n/hz to (n + 1)/hz) a launcher fires when `⌊(n/hz − delay)/every⌋` differs from that of step n − 1.

use super::document::{BodyDoc, Geometry, LauncherDoc, ShapeDoc};
pub use super::shot::{MAX_TRAIL, Shot};
use super::stage::Stage;
use super::{approach, build};
use crate::engine::body::{Body, BodyId, BodyKind};
use crate::engine::math::{Pose, Rot, Vec2, max, min};
use crate::engine::probe::{NoProbe, Probe};
use crate::engine::shape::{Circle, Shape};
use crate::engine::tuning;
use crate::guidance::lead::{self, LeadOutcome, LeadProblem, LeadStep};

/// Projectiles that exist at one time; a further shot removes the oldest.
pub const MAX_PROJECTILES: usize = 500;
/// Shots that are kept, those whose projectile is gone included; a further one forgets the oldest of them.
pub const MAX_SHOTS: usize = 600;
/// A shot is shown for so long after its projectile has disappeared, seconds.
pub const SHOT_DISPLAY: f32 = 4.0;
/// Life of a projectile whose launcher has been deleted, seconds.
const ORPHAN_LIFETIME: f32 = 8.0;
/// A projectile starts at least this far from its mount, metres: farther than contacts are made.
const MOUTH_MARGIN: f32 = 2.0 * tuning::SPECULATIVE_MARGIN;
/// Strides along the barrel; when they do not suffice (along a wall), the mouth stays farther out.
const MOUTH_TURNS: usize = 64;

/// Where a launcher aims right now.
#[derive(Clone, Debug, PartialEq)]
pub struct Aim {
    /// Mouth of the barrel, where a projectile starts, world, metres.
    pub muzzle: Vec2,
    /// Unit direction of the barrel, world.
    pub direction: Vec2,
    /// Velocity that a projectile fired now gets, world, m/s (muzzle speed plus the mount's motion).
    pub projectile_velocity: Vec2,
    /// Target's centre, if there is a target.
    pub target: Option<Vec2>,
    /// What the method found; `None` without a target.
    pub outcome: Option<LeadOutcome>,
    /// Where the projectile will be at the time of meeting, world, metres.
    pub meeting: Option<Vec2>,
}

/// A launcher's place, as its mount stands now.
struct Mount<'a> {
    body: Option<&'a Body>,
    /// Muzzle as the document says, world.
    pivot: Vec2,
    /// Direction without a target or solution, world, unit.
    rest: Vec2,
}

impl Mount<'_> {
    fn velocity_at(&self, point: Vec2) -> Vec2 {
        self.body.map_or(Vec2::ZERO, |body| body.velocity_at(point))
    }
}

/// What is foreseen of a target.
#[derive(Clone, Copy)]
struct TargetMotion {
    center: Vec2,
    velocity: Vec2,
    acceleration: Vec2,
}

impl Stage {
    /// Where a launcher of the document aims right now; `None` when there is no such launcher or its mount is gone.
    pub fn aim(&self, launcher: &str) -> Option<Aim> {
        self.aim_probed(launcher, &mut NoProbe)
    }

    /// The same aim, with the steps of the method that found it.
    pub fn aim_probed<P: Probe<LeadStep>>(&self, launcher: &str, probe: &mut P) -> Option<Aim> {
        let launcher = self.launchers.iter().find(|l| l.id == launcher)?;
        let problem_at = |mouth: Vec2, mount: &Mount<'_>, motion: TargetMotion| LeadProblem {
            position: motion.center - mouth,
            velocity: motion.velocity - mount.velocity_at(mouth),
            acceleration: motion.acceleration - self.world.settings().gravity,
            speed: launcher.speed,
            max_time: launcher.lifetime,
        };
        let mount = self.mount_of(launcher)?;
        let motion = launcher.target.as_deref().and_then(|id| self.motion_of(id));
        let Some(motion) = motion else {
            let muzzle = self.mouth(launcher, &mount, mount.rest);
            return Some(finished(launcher, &mount, muzzle, mount.rest, None, Vec2::ZERO));
        };
        // The mouth depends on the direction and the direction on the mouth: from the pivot, then twice from the mouth.
        let mut direction = direction_of(&lead::solve(launcher.method, &problem_at(mount.pivot, &mount, motion), &mut NoProbe), mount.rest);
        let mut muzzle = self.mouth(launcher, &mount, direction);
        direction = direction_of(&lead::solve(launcher.method, &problem_at(muzzle, &mount, motion), &mut NoProbe), mount.rest);
        muzzle = self.mouth(launcher, &mount, direction);
        let outcome = lead::solve(launcher.method, &problem_at(muzzle, &mount, motion), probe);
        direction = direction_of(&outcome, mount.rest);
        let aim = finished(launcher, &mount, muzzle, direction, Some(outcome), self.world.settings().gravity);
        Some(Aim { target: Some(motion.center), ..aim })
    }

    /// Ids of all launchers, in file order.
    pub fn launchers(&self) -> Vec<String> {
        self.launchers.iter().map(|l| l.id.clone()).collect()
    }

    /// All shots of this run that are still interesting (in flight, or ended less than some seconds ago), oldest first.
    pub fn shots(&self) -> &[Shot] {
        &self.shots
    }

    /// Fires every launcher whose time has come in the step that begins now, unless it has a target that it cannot
    /// meet.
    pub(super) fn fire_due(&mut self) {
        let (step, hz) = (self.world.step_count(), f64::from(self.world.settings().step_hz));
        let due: Vec<String> = self.launchers.iter().filter(|l| is_due(l, step, hz)).map(|l| l.id.clone()).collect();
        for id in due {
            let hopeless = self.aim(&id).is_none_or(|aim| aim.outcome.is_some_and(|o| !matches!(o, LeadOutcome::Solved(_))));
            if !hopeless {
                self.fire(&id);
            }
        }
    }

    /// Fires a launcher now. False when there is none or its mount is gone.
    pub(super) fn fire(&mut self, id: &str) -> bool {
        let Some(aim) = self.aim(id) else { return false };
        let Some(launcher) = self.launchers.iter().find(|l| l.id == id).cloned() else { return false };
        let number = self.shots_fired + 1;
        let name = shot_name(number);
        let Some(body) = self.add_projectile(&projectile_doc(&launcher, &aim, name)) else { return false };
        if launcher.recoil {
            self.recoil(&launcher, &aim, body);
        }
        self.shots_fired = number;
        self.structure += 1;
        let predicted = match (&aim.outcome, aim.meeting) {
            (Some(LeadOutcome::Solved(solution)), Some(meeting)) => Some((meeting, solution.time)),
            _ => None,
        };
        self.shots.push(Shot {
            number,
            launcher: launcher.id,
            body: Some(body),
            target: launcher.target,
            fired_at: self.world.step_count(),
            muzzle: aim.muzzle,
            velocity: aim.projectile_velocity,
            predicted,
            closest: None,
            closest_points: None,
            hit_at: None,
            trail: vec![aim.muzzle],
        });
        self.limit_shots();
        true
    }

    /// The mount gets the opposite of the impulse that the projectile has got.
    fn recoil(&mut self, launcher: &LauncherDoc, aim: &Aim, projectile: BodyId) {
        let mount = launcher.body.as_deref().and_then(|name| self.names.bodies.id(name));
        if let (Some(mount), Some(mass)) = (mount, self.world.body(projectile).map(|body| body.mass)) {
            self.world.apply_impulse(mount, -mass * launcher.speed * aim.direction, aim.muzzle);
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

    fn remove_projectile(&mut self, index: usize) {
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

    fn mount_of(&self, launcher: &LauncherDoc) -> Option<Mount<'_>> {
        let body = match &launcher.body {
            Some(name) => Some(self.world.body(self.names.bodies.id(name)?)?),
            None => None,
        };
        let pose = body.map_or(Pose::IDENTITY, |b| b.pose);
        let rest = pose.rotation.rotate(Rot::from_angle(launcher.angle).x_axis());
        Some(Mount { body, pivot: pose.transform_point(launcher.position), rest })
    }

    fn motion_of(&self, target: &str) -> Option<TargetMotion> {
        let id = self.names.bodies.id(target)?;
        let body = self.world.body(id)?;
        let falls = body.kind == BodyKind::Dynamic && body.awake && !body.frozen && !self.is_held(id);
        let acceleration = if falls { self.world.settings().gravity * body.gravity_scale } else { Vec2::ZERO };
        Some(TargetMotion { center: body.center, velocity: body.linear_velocity, acceleration })
    }

    /// True when the body's island (all that touches or is joined to it) leans or hangs on something that does not
    /// fall: then the body does not fall freely.
    fn is_held(&self, body: BodyId) -> bool {
        let islands = self.world.islands();
        let island_of: Vec<(BodyId, Option<u32>)> = self.world.bodies().map(|(id, _)| id).zip(islands).collect();
        let island = |id: BodyId| island_of.binary_search_by_key(&id, |(id, _)| *id).ok().and_then(|index| island_of[index].1);
        let own = island(body);
        let holds = |x: BodyId, y: BodyId| (island(x) == own && island(y).is_none()) || (island(y) == own && island(x).is_none());
        let mut pressed = self.world.contacts().into_iter().filter(|c| c.points().iter().any(|p| p.normal_impulse > 0.0));
        own.is_some()
            && (self.world.joints().any(|(_, joint)| holds(joint.body_a, joint.body_b))
                || pressed.any(|c| holds(c.collider_a.body, c.collider_b.body)))
    }

    /// Where the straight way along the barrel leaves the mount for good: the muzzle itself when the mount is not in
    /// the way.
    ///
    /// Walks inwards from beyond the mount. A ball whose nearest surface is `d` away can move by `d` without touching
    /// anything, so each stride is safe (the idea of J. C. Hart, "Sphere tracing", 1996); where no stride is left, a
    /// shape begins.
    fn mouth(&self, launcher: &LauncherDoc, mount: &Mount<'_>, direction: Vec2) -> Vec2 {
        let (Some(body), Ok(circle)) = (mount.body, Circle::try_new(Vec2::ZERO, launcher.radius)) else { return mount.pivot };
        let ball = Shape::Circle(circle);
        let boxes = body.colliders.iter().map(|c| c.shape.aabb(body.pose));
        let far = boxes.fold(0.0, |far, b| max(far, (b.center() - mount.pivot).length() + 0.5 * b.size().length()));
        let mut reach = far + launcher.radius + 2.0 * MOUTH_MARGIN;
        for _ in 0..MOUTH_TURNS {
            let pose = Pose { position: mount.pivot + reach * direction, rotation: Rot::IDENTITY };
            let gaps = body.colliders.iter().map(|c| approach::gap(&ball, pose, &c.shape, body.pose).distance);
            let stride = gaps.fold(f32::MAX, min) - MOUTH_MARGIN;
            if stride <= 0.1 * MOUTH_MARGIN {
                break;
            }
            reach -= stride;
            if reach <= 0.0 {
                return mount.pivot;
            }
        }
        mount.pivot + reach * direction
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
    fired_by(step as f64) > if step == 0 { 0.0 } else { fired_by(step as f64 - 1.0) }
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

fn direction_of(outcome: &LeadOutcome, rest: Vec2) -> Vec2 {
    if let LeadOutcome::Solved(solution) = outcome { solution.direction } else { rest }
}

fn finished(launcher: &LauncherDoc, mount: &Mount<'_>, muzzle: Vec2, direction: Vec2, outcome: Option<LeadOutcome>, gravity: Vec2) -> Aim {
    let projectile_velocity = direction * launcher.speed + mount.velocity_at(muzzle);
    let meeting = match &outcome {
        Some(LeadOutcome::Solved(s)) => Some(muzzle + projectile_velocity * s.time + 0.5 * gravity * s.time * s.time),
        _ => None,
    };
    Aim { muzzle, direction, projectile_velocity, target: None, outcome, meeting }
}

fn projectile_doc(launcher: &LauncherDoc, aim: &Aim, id: String) -> BodyDoc {
    let circle = Geometry::Circle { radius: launcher.radius, center: Vec2::ZERO };
    BodyDoc {
        id,
        position: aim.muzzle,
        linear_velocity: aim.projectile_velocity,
        bullet: true,
        shapes: vec![ShapeDoc { density: Some(launcher.density), ..ShapeDoc::new(circle) }],
        ..BodyDoc::default()
    }
}
