//! A shot tried out: flown alone, by a chosen method, in a copy of the running scene.
//!
//! What other launchers fire or have fired, and whom the shot of another method hits before, would spoil a comparison.
//! So each trial has a copy of its own, in which nobody fires by himself; the engine flies the shot as it would any
//! other.

use super::launcher::Aim;
use super::shot::Shot;
use super::stage::Stage;
use crate::engine::probe::NoProbe;
use crate::guidance::lead::LeadMethod;

/// What came of it.
#[derive(Clone, Debug)]
pub struct Trial {
    /// How it was aimed.
    pub aim: Aim,
    /// The shot at its end: a hit, or its nearest place when the projectile's life was over. `None` when the method
    /// found nothing to aim at.
    pub shot: Option<Shot>,
}

impl Stage {
    /// Flies a shot of a launcher to its end. `None` when there is no such launcher or its mount is gone.
    pub fn trial(&self, launcher: &str, method: LeadMethod) -> Option<Trial> {
        let aim = self.aim_with(launcher, method, &mut NoProbe)?;
        let mut copy = self.clone();
        copy.launchers.iter_mut().for_each(|other| other.every = None);
        copy.guns.values_mut().for_each(|gun| gun.orders.clear());
        (0..copy.shots.len()).for_each(|index| copy.remove_projectile(index));
        let number = copy.shots_fired + 1;
        if !copy.fire_by(launcher, method) {
            return Some(Trial { aim, shot: None });
        }
        let lifetime = copy.launchers.iter().find(|l| l.id == launcher)?.lifetime;
        let steps = libm::ceilf((aim.wait + lifetime) * self.world.settings().step_hz) as u64 + 1;
        let mut last = None;
        for _ in 0..steps {
            copy.step();
            let Some(shot) = copy.shots.iter().find(|shot| shot.number == number) else { continue };
            last = Some(shot.clone());
            if shot.hit_at.is_some() || shot.body.is_none() {
                break;
            }
        }
        Some(Trial { aim, shot: last })
    }
}
