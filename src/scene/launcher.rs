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
//! **Turning.** A barrel with a turn rate is ordered to a direction and fires when it points there:
//! [`super::firing`].

use super::document::LauncherDoc;
pub use super::shot::{MAX_PROJECTILES, MAX_SHOTS, MAX_TRAIL, SHOT_DISPLAY, Shot};
use super::sight::TargetMotion;
use super::stage::Stage;
use super::{approach, limits};
use crate::engine::body::Body;
use crate::engine::frames::WorldPoint;
use crate::engine::math::{Pose, Rot, Vec2, atan2, cross, max, min};
use crate::engine::probe::{NoProbe, Probe};
use crate::engine::shape::{Circle, Shape};
use crate::engine::tuning;
use crate::guidance::lead::{self, Barrel, LeadMethod, LeadOutcome, LeadProblem, LeadSolution, LeadStep};

/// A projectile starts at least this far from its mount, metres: farther than contacts are made.
const MOUTH_MARGIN: f32 = 2.0 * tuning::SPECULATIVE_MARGIN;
/// A barrel that is off by less points there, radians: rounding of directions.
pub(super) const SAME_ANGLE: f32 = 1e-6;
/// Strides along the barrel; when they do not suffice (along a wall), the mouth stays farther out.
const MOUTH_TURNS: usize = 64;

/// Where a launcher aims right now.
#[derive(Clone, Debug, PartialEq)]
pub struct Aim {
    /// By which method.
    pub method: LeadMethod,
    /// Mouth of the barrel, where a projectile starts, world, metres.
    pub muzzle: Vec2,
    /// Unit direction to fire in, world.
    pub direction: Vec2,
    /// Where the barrel points now, unit, world: that direction, unless it needs time to turn.
    pub barrel: Vec2,
    /// Muzzle speed, m/s.
    pub speed: f32,
    /// Rate of the projectile's drag, 1/s.
    pub drag: f32,
    /// Velocity that a projectile fired now gets, world, m/s (muzzle speed plus the mount's motion).
    pub projectile_velocity: Vec2,
    /// Until the barrel has turned and the shot leaves, seconds, whole steps.
    pub wait: f32,
    /// The method did not count on that wait.
    pub late: bool,
    /// Target's centre, if there is a target.
    pub target: Option<Vec2>,
    /// What the method was asked; `None` without a target.
    pub problem: Option<LeadProblem>,
    /// What it found.
    pub outcome: Option<LeadOutcome>,
    /// Where the projectile will be at the time of meeting, world, metres.
    pub meeting: Option<Vec2>,
    /// The target's velocity, m/s, and acceleration, m/s², that the method counts on, world.
    pub counted_on: Option<(Vec2, Vec2)>,
}

impl Aim {
    /// The meeting that was found.
    pub fn solution(&self) -> Option<&LeadSolution> {
        match &self.outcome {
            Some(LeadOutcome::Solved(solution)) => Some(solution),
            _ => None,
        }
    }

    /// Where the target will be so many seconds from now if it goes on as the method counts on, world, metres.
    pub fn target_after(&self, time: f32) -> Option<Vec2> {
        let (velocity, acceleration) = self.counted_on?;
        Some(self.target? + velocity * time + acceleration * (0.5 * time * time))
    }
}

/// A launcher's place, as its mount stands now.
pub(super) struct Mount<'a> {
    body: Option<&'a Body>,
    /// Muzzle as the document says, world.
    pub pivot: Vec2,
    /// Direction without a target or solution, world, unit.
    rest: Vec2,
    /// Where a barrel that needs time to turn points now, world, unit.
    pub barrel: Vec2,
}

impl Mount<'_> {
    pub(super) fn velocity_at(&self, point: Vec2) -> Vec2 {
        self.body.map_or(Vec2::ZERO, |body| body.velocity_at(WorldPoint::at(point)).vec())
    }
}

impl Stage {
    /// Where a launcher of the document aims right now; `None` when there is no such launcher or its mount is gone.
    pub fn aim(&self, launcher: &str) -> Option<Aim> {
        self.aim_probed(launcher, &mut NoProbe)
    }

    /// The same aim, with the steps of the method that found it.
    pub fn aim_probed<P: Probe<LeadStep>>(&self, launcher: &str, probe: &mut P) -> Option<Aim> {
        let launcher = self.launchers.iter().find(|l| l.id == launcher)?;
        self.aim_by(launcher, launcher.method, probe)
    }

    /// The same launcher, aimed by another method.
    pub fn aim_with<P: Probe<LeadStep>>(&self, launcher: &str, method: LeadMethod, probe: &mut P) -> Option<Aim> {
        let launcher = self.launchers.iter().find(|l| l.id == launcher)?;
        self.aim_by(launcher, method, probe)
    }

    fn aim_by<P: Probe<LeadStep>>(&self, launcher: &LauncherDoc, method: LeadMethod, probe: &mut P) -> Option<Aim> {
        let mount = self.mount_of(launcher)?;
        let Some(motion) = self.motion_of(launcher) else {
            let rest = if launcher.turn_rate.is_some() { mount.barrel } else { mount.rest };
            let muzzle = self.mouth(launcher, &mount, rest);
            return Some(self.finished(launcher, method, &mount, (muzzle, rest), None));
        };
        let solve = |mouth: Vec2| lead::solve(method, &self.problem(launcher, &mount, mouth, &motion), &mut NoProbe);
        // The mouth depends on the direction and the direction on the mouth: from the pivot, then twice from the mouth.
        let mut direction = direction_of(&solve(mount.pivot), mount.rest);
        let mut muzzle = self.mouth(launcher, &mount, direction);
        direction = direction_of(&solve(muzzle), mount.rest);
        muzzle = self.mouth(launcher, &mount, direction);
        let problem = self.problem(launcher, &mount, muzzle, &motion);
        let outcome = lead::solve(method, &problem, probe);
        direction = direction_of(&outcome, mount.rest);
        Some(self.finished(launcher, method, &mount, (muzzle, direction), Some((outcome, problem, motion.center))))
    }

    /// What a method is asked.
    fn problem(&self, launcher: &LauncherDoc, mount: &Mount<'_>, mouth: Vec2, motion: &TargetMotion) -> LeadProblem {
        let settings = self.world.settings();
        LeadProblem {
            position: motion.center - mouth,
            velocity: motion.velocity - mount.velocity_at(mouth),
            acceleration: motion.acceleration - settings.gravity,
            measured: motion.measured.map(|acceleration| acceleration - settings.gravity),
            fall: settings.gravity,
            speed: launcher.speed,
            thrust: launcher.acceleration,
            drag: launcher.drag,
            carried: mount.velocity_at(mouth),
            impact_time: launcher.time_to_impact,
            top_speed: limits::MUZZLE_SPEED.max,
            max_time: launcher.lifetime,
            barrel: launcher.turn_rate.map(|turn_rate| Barrel { direction: mount.barrel, turn_rate, tick: 1.0 / settings.step_hz }),
        }
    }

    /// The aim that comes of a direction, with what was asked and answered, and where the target is now.
    fn finished(
        &self,
        launcher: &LauncherDoc,
        method: LeadMethod,
        mount: &Mount<'_>,
        (muzzle, direction): (Vec2, Vec2),
        answer: Option<(LeadOutcome, LeadProblem, Vec2)>,
    ) -> Aim {
        let settings = self.world.settings();
        let solution = match &answer {
            Some((LeadOutcome::Solved(solution), ..)) => Some(solution),
            _ => None,
        };
        let speed = solution.map_or(launcher.speed, |solution| solution.speed);
        let carried = mount.velocity_at(muzzle);
        let projectile_velocity = direction * speed + carried;
        let turn = launcher.turn_rate.map_or(0.0, |rate| steps_to_turn(mount.barrel, direction, rate / settings.step_hz));
        let wait = max(turn / settings.step_hz, solution.map_or(0.0, |solution| solution.wait));
        let meeting = solution.map(|solution| {
            let pull = settings.gravity + launcher.acceleration * direction;
            muzzle + flown(projectile_velocity, pull, launcher.drag, solution.time) + carried * wait
        });
        let counted_on = answer.as_ref().map(|(_, problem, _)| {
            let acceleration = if method.row().measures { problem.measured.unwrap_or(problem.acceleration) } else { problem.acceleration };
            (problem.velocity + carried, acceleration + problem.fall)
        });
        Aim {
            muzzle,
            barrel: if launcher.turn_rate.is_some() { mount.barrel } else { direction },
            direction,
            projectile_velocity,
            speed,
            drag: launcher.drag,
            wait,
            late: wait > solution.map_or(0.0, |solution| solution.wait),
            target: answer.as_ref().map(|(.., center)| *center),
            meeting,
            counted_on,
            method,
            problem: answer.as_ref().map(|(_, problem, _)| *problem),
            outcome: answer.map(|(outcome, ..)| outcome),
        }
    }

    /// Ids of all launchers, in file order.
    pub fn launchers(&self) -> Vec<String> {
        self.launchers.iter().map(|l| l.id.clone()).collect()
    }

    /// All shots of this run that are still interesting (in flight, or ended less than some seconds ago), oldest first.
    pub fn shots(&self) -> &[Shot] {
        &self.shots
    }

    pub(super) fn mount_of(&self, launcher: &LauncherDoc) -> Option<Mount<'_>> {
        let body = match &launcher.body {
            Some(name) => Some(self.named_body(name)?),
            None => None,
        };
        let pose = body.map_or(Pose::IDENTITY, |b| b.pose);
        let rest = pose.rotation.rotate(Rot::from_angle(launcher.angle).x_axis());
        let barrel = self.guns.get(&launcher.id).map_or(rest, |gun| pose.rotation.rotate(gun.direction(launcher.angle)));
        Some(Mount { body, pivot: pose.transform_point(launcher.position), rest, barrel })
    }

    /// Where the straight way along the barrel leaves the mount for good: the muzzle itself when the mount is not in
    /// the way.
    ///
    /// Walks inwards from beyond the mount. A ball whose nearest surface is `d` away can move by `d` without touching
    /// anything, so each stride is safe (the idea of J. C. Hart, "Sphere tracing", 1996); where no stride is left, a
    /// shape begins.
    pub(super) fn mouth(&self, launcher: &LauncherDoc, mount: &Mount<'_>, direction: Vec2) -> Vec2 {
        let size = launcher.projectile_reach();
        let (Some(body), Ok(circle)) = (mount.body, Circle::try_new(Vec2::ZERO, size)) else { return mount.pivot };
        let ball = Shape::Circle(circle);
        let bounded = body.colliders.iter().filter(|c| !c.shape.is_endless());
        let boxes = bounded.map(|c| c.shape.aabb(body.pose));
        let far = boxes.fold(0.0, |far, b| max(far, (b.center() - mount.pivot).length() + 0.5 * b.size().length()));
        let mut reach = far + size + 2.0 * MOUTH_MARGIN;
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

/// How far a projectile gets in `time` seconds from a velocity, under a steady acceleration, with the drag of its rate.
/// With drag c the velocity v obeys `dv/dt = a − c v`, so with φ(t) = (1 − e^(−c t))/c the way is
/// `v φ + a (t − φ)/c`, as the engine moves it ([`crate::engine::solver`]); without, `v t + ½ a t²`.
pub fn flown(velocity: Vec2, acceleration: Vec2, drag: f32, time: f32) -> Vec2 {
    if drag == 0.0 {
        return velocity * time + 0.5 * acceleration * time * time;
    }
    let [way, fall] = lead::drag_times(f64::from(drag), f64::from(time)).map(|x| x as f32);
    velocity * way + acceleration * fall
}

/// Steps until a barrel that turns by so many radians a step points in a direction.
pub fn steps_to_turn(barrel: Vec2, direction: Vec2, step: f32) -> f32 {
    let angle = atan2(cross(barrel, direction), barrel.dot(direction)).abs();
    libm::ceilf(max(angle - SAME_ANGLE, 0.0) / step)
}

fn direction_of(outcome: &LeadOutcome, rest: Vec2) -> Vec2 {
    if let LeadOutcome::Solved(solution) = outcome { solution.direction } else { rest }
}
