//! Who aims at whom, and the problem that it is asked.

use crate::engine::body::BodyId;
use crate::engine::math::{Vec2, max};
use crate::guidance::lead::{LeadProblem, LeadSolution};
use crate::lens::lead::{along, missed};
use crate::lens::microscope::specimen::{Side, Specimen};
use crate::scene::launcher::{Aim, flown, steps_to_turn};
use crate::scene::shot::Shot;
use crate::scene::stage::Stage;

/// A gun without a launcher fires with so many m/s.
const PLAIN_SPEED: f32 = 20.0;
/// Steps a second without a scene.
const PLAIN_HZ: f32 = 60.0;
/// Pictures reach so far from the muzzle, metres.
const FAR: f32 = 30.0;

/// The problem, in the world.
pub(super) struct Situation {
    /// What the methods are asked.
    pub problem: LeadProblem,
    /// Muzzle, world, metres.
    pub muzzle: Vec2,
    /// The shooter's velocity, m/s.
    pub carried: Vec2,
    /// What the gun and its target are called.
    pub names: [String; 2],
    /// Which of the two shapes is the target.
    pub target: Side,
    /// The launcher's last shot, when nothing was dragged.
    pub shot: Option<Shot>,
}

impl Situation {
    pub fn of(specimen: &Specimen) -> Situation {
        Situation::of_launcher(specimen).unwrap_or_else(|| Situation::plain(specimen))
    }

    /// A fires at B, from centre to centre.
    fn plain(specimen: &Specimen) -> Situation {
        let center = |side: Side| {
            let motion = specimen.motion(side);
            specimen.side(side).pose.transform_point(motion.local_center)
        };
        let velocity = |side: Side| specimen.motion(side).travel * PLAIN_HZ;
        let carried = velocity(Side::A);
        let problem = LeadProblem {
            position: center(Side::B) - center(Side::A),
            velocity: velocity(Side::B) - carried,
            speed: PLAIN_SPEED,
            max_time: 8.0,
            ..LeadProblem::default()
        };
        let names = [specimen.a.name.clone(), specimen.b.name.clone()];
        Situation { problem, muzzle: center(Side::A), carried, names, target: Side::B, shot: None }
    }

    fn of_launcher(specimen: &Specimen) -> Option<Situation> {
        let scene = specimen.scene.as_ref()?;
        let (launcher, target, aim) = launcher_of(&scene.stage, [scene.pair.0.body, scene.pair.1.body])?;
        let gun = if target == Side::A { Side::B } else { Side::A };
        // What was dragged takes the problem along.
        let shift = |side: Side| {
            let body = scene.stage.world().body(if side == Side::A { scene.pair.0.body } else { scene.pair.1.body });
            body.map_or(Vec2::ZERO, |body| specimen.side(side).pose.position - body.pose.position)
        };
        let [gun_shift, target_shift] = [shift(gun), shift(target)];
        let asked = aim.problem?;
        let problem = LeadProblem { position: asked.position + target_shift - gun_shift, ..asked };
        let is_as_it_ran = gun_shift == Vec2::ZERO && target_shift == Vec2::ZERO;
        let shot = scene.stage.shots().iter().rev().find(|shot| shot.launcher == launcher).filter(|_| is_as_it_ran).cloned();
        Some(Situation {
            problem,
            muzzle: aim.muzzle + gun_shift,
            carried: aim.projectile_velocity - aim.direction * aim.speed,
            names: [launcher, specimen.side(target).name.clone()],
            target,
            shot,
        })
    }

    /// The target's acceleration as it is now, relative to what falls.
    pub fn acceleration(&self) -> Vec2 {
        self.problem.measured.unwrap_or(self.problem.acceleration)
    }

    /// Where the target is after so many seconds, world, if it goes on as now.
    pub fn target_at(&self, t: f32) -> Vec2 {
        let own = self.acceleration() + self.problem.fall;
        self.muzzle + self.problem.position + (self.problem.velocity + self.carried) * t + 0.5 * own * t * t
    }

    /// Where a projectile is so many seconds after a shot that left `wait` seconds from now, world.
    pub fn projectile_at(&self, solution: &LeadSolution, wait: f32, t: f32) -> Vec2 {
        let LeadProblem { thrust, fall, drag, .. } = self.problem;
        self.muzzle
            + self.carried * wait
            + flown(self.carried + solution.direction * solution.speed, fall + thrust * solution.direction, drag, t)
    }

    /// Centre of the circle of reach after a flight of so many seconds, and its radius.
    pub fn reach(&self, wait: f32, t: f32, speed: f32) -> (Vec2, f32) {
        let LeadProblem { thrust, fall, drag, .. } = self.problem;
        let center = self.muzzle + self.carried * wait + flown(self.carried, fall, drag, t);
        (center, along(speed, thrust, drag, t))
    }

    /// How long the shot has to wait for the barrel, seconds.
    pub fn wait(&self, solution: &LeadSolution) -> f32 {
        let turning = self
            .problem
            .barrel
            .map_or(0.0, |barrel| steps_to_turn(barrel.direction, solution.direction, barrel.turn_rate * barrel.tick) * barrel.tick);
        max(turning, solution.wait)
    }

    /// How far projectile and target are apart when the projectile has flown as long as the method said, metres.
    pub fn miss(&self, solution: &LeadSolution) -> f32 {
        let wait = self.wait(solution);
        let meeting = self.projectile_at(solution, wait, solution.time);
        missed(meeting, self.target_at(wait + solution.time), self.muzzle)
    }

    /// What pictures take up: gun, target, meetings that are not too far away.
    pub fn bounds<'s>(&self, solutions: impl Iterator<Item = &'s LeadSolution>) -> [Vec2; 2] {
        let meetings = solutions.map(|solution| {
            let wait = self.wait(solution);
            self.projectile_at(solution, wait, solution.time)
        });
        let all = meetings.chain([self.muzzle, self.target_at(0.0)]);
        let near = |p: &Vec2| p.is_finite() && (*p - self.muzzle).length() <= FAR;
        all.filter(near).fold([self.muzzle; 2], |[low, high], p| [low.min(p), high.max(p)])
    }
}

/// The launcher that aims at one of the two and stands on or nearest to the other; which of them is the target.
fn launcher_of(stage: &Stage, pair: [BodyId; 2]) -> Option<(String, Side, Aim)> {
    let [a, b] = pair.map(|id| stage.world().body(id));
    let (a, b) = (a?, b?);
    let aims = stage.launchers().into_iter().filter_map(|id| {
        let aim = stage.aim(&id)?;
        let target = stage.target_of(&id)?;
        let side = if target == pair[0] {
            Side::A
        } else if target == pair[1] {
            Side::B
        } else {
            return None;
        };
        let other = if side == Side::A { b } else { a };
        Some(((aim.muzzle - other.center).length(), id, side, aim))
    });
    let (_, id, side, aim) = aims.min_by(|x, y| x.0.total_cmp(&y.0))?;
    Some((id, side, aim))
}
