//! What the joints of the set carry, and the push of those that are off, under solvers that push by a bias of the
//! velocity (Baumgarte) and have no relax pass.
//!
//! What the bias makes is meant to be way, but it stays as velocity. A held row takes it back in the next step, as far
//! as the iterations come: five rods of 1 m with 20 kg below 1 kg rocked themselves up until they stood on their head.
//! A limit, which only pushes, sees its bodies part and lets them go for ever: a slide that began 1 m outside its
//! limits was thrown in at `β · 1 m / h`, 12 m/s at 60 Hz. So after the motion the joints are solved once more without
//! bias: what remains of the push is the way. Contacts have split impulses for the same. Limits that are not reached
//! take no part.

use super::impulse::JointImpulse;
use super::rows::Law;
use super::set::{JointPlace, JointSet, LimitPush};
use crate::engine::lanes::Float4Pair;
use crate::engine::probe::Probe;
use crate::engine::solver::body::SolverBody;
use crate::engine::solver::{Pass, SolverStep};

/// A limit counts as reached when its coordinate is no farther from zero than this, metres or radians; below, it is
/// passed. The push out of so much leaves a millimetre a second at 60 Hz; a rope that holds a load lies within it.
pub const PASSED: f32 = 1e-4;

impl JointSet {
    /// Impulses and angle of the joint at this place, if it is in the set.
    pub fn memory(&self, place: usize) -> Option<([f32; 6], f32)> {
        match self.homes.get(place).filter(|_| self.assembled)? {
            JointPlace::Outside => None,
            JointPlace::Hinge(group, seat) => Some(self.groups[*group as usize].memory(*seat)),
            JointPlace::Scalar(k) => self.scalars.get(*k as usize).map(|joint| (joint.impulses, joint.angle)),
        }
    }

    /// What the joint at this place gave B in this step, if it is in the set.
    pub fn carried(&self, place: usize) -> Option<JointImpulse> {
        match self.homes.get(place).filter(|_| self.assembled)? {
            JointPlace::Outside => None,
            JointPlace::Hinge(group, seat) => Some(self.groups[*group as usize].carried(*seat)),
            JointPlace::Scalar(k) => self.scalars.get(*k as usize).map(|joint| joint.carried),
        }
    }

    /// Adds to what a joint in the set gave.
    pub fn add_carried(&mut self, place: usize, given: JointImpulse) {
        match self.homes[place] {
            JointPlace::Outside => {}
            JointPlace::Hinge(group, seat) => self.groups[group as usize].add_carried(seat, given),
            JointPlace::Scalar(k) => self.scalars[k as usize].carried += given,
        }
    }

    /// Replaces what a joint in the set gave.
    pub fn put_carried(&mut self, place: usize, given: JointImpulse) {
        if let Some(before) = self.carried(place) {
            self.add_carried(place, before.times(-1.0));
            self.add_carried(place, given);
        }
    }

    /// Replaces the impulses of a joint in the set.
    pub fn put_impulses(&mut self, place: usize, impulses: [f32; 6]) {
        match self.homes[place] {
            JointPlace::Outside => {}
            JointPlace::Hinge(group, seat) => self.groups[group as usize].put_impulses(seat, impulses),
            JointPlace::Scalar(k) => self.scalars[k as usize].impulses = impulses,
        }
    }

    /// What limits gave in this step to move bodies in.
    pub fn limit_pushes(&self) -> &[LimitPush] {
        &self.limit_pushes
    }

    /// Start of a step, before anything moves: which joints are beyond a limit.
    pub fn find_passed_limits(&mut self) {
        self.limit_pushes.clear();
        for (place, home) in self.homes.iter().enumerate() {
            let is_passed = match *home {
                JointPlace::Outside => false,
                JointPlace::Hinge(group, seat) => self.groups[group as usize].limit_room(seat) < -PASSED,
                JointPlace::Scalar(k) => self.scalars.get(k as usize).is_some_and(|joint| {
                    let rows = joint.rows(&SolverBody::FIXED, &SolverBody::FIXED);
                    rows.all().iter().any(|row| row.law == Law::AtLeastZero && row.coordinate < -PASSED)
                }),
            };
            if is_passed {
                self.limit_pushes.push(LimitPush { place, impulses: [0.0; 6] });
            }
        }
    }

    /// After the motion: the velocities that came of the bias are taken back.
    pub fn take_pushes_back<P: Probe<SolverStep>>(&mut self, bodies: &mut [Float4Pair], passes: impl Iterator<Item = Pass>, probe: &mut P) {
        let mut pushes = std::mem::take(&mut self.limit_pushes);
        let given = |set: &JointSet, push: &LimitPush| set.memory(push.place).map_or([0.0; 6], |(impulses, _)| impulses);
        pushes.iter_mut().for_each(|push| push.impulses = given(self, push));
        for pass in passes {
            self.solve(bodies, &pass, probe);
        }
        for push in &mut pushes {
            let left = given(self, push);
            (0..6).for_each(|k| push.impulses[k] -= left[k]);
        }
        self.limit_pushes = pushes;
    }
}
