//! The pointer as a target of a running scene: launchers and controllers may follow it.
//!
//! **Where it is** enters a run as an [`Input`](super::input::Input), like a key: the timeline records it, and a run
//! that goes back repeats it to the bit. Who runs a scene without a pointer has the last place that was recorded, or
//! the one in the document when there is none.
//!
//! **How fast it is** has to be measured, since a hand gives places only. From one step to the next it jumps, so its
//! velocity is a running mean of what the steps show, in which the newest has the weight [`NEWEST`].

use super::control::ControlDoc;
use super::document::Sight;
use super::outside::Pointing;
use super::stage::Stage;
use crate::engine::math::Vec2;
use crate::engine::tuning::MAX_COORDINATE;

/// Weight of the newest step in the velocity: what the hand did a tenth of a second ago counts about a half.
const NEWEST: f32 = 0.125;

impl Stage {
    /// The pointer, as the run has recorded it; `None` until it has been seen.
    pub fn pointing(&self) -> Option<&Pointing> {
        self.acting.pointer.as_ref()
    }

    /// True when a launcher or a controller of the scene follows the pointer.
    pub fn follows_pointer(&self) -> bool {
        self.launchers.iter().any(|launcher| launcher.aim_at == Sight::Pointer)
            || self.acting.controls.values().any(|control| control.follows_pointer)
    }

    /// The pointer is there now. False when that is nothing new, or nobody follows it.
    pub(super) fn point(&mut self, to: Vec2) -> bool {
        let is_new = self.acting.pointer.is_none_or(|pointer| pointer.at != to);
        if !is_new || !to.is_finite() || to.abs().max_element() > MAX_COORDINATE || !self.follows_pointer() {
            return false;
        }
        let fresh = Pointing { at: to, before: to, velocity: Vec2::ZERO };
        self.acting.pointer = Some(self.acting.pointer.map_or(fresh, |pointer| Pointing { at: to, ..pointer }));
        true
    }

    /// Measures how fast the pointer was, at the end of a step.
    pub(super) fn measure_pointer(&mut self) {
        let hz = self.world.settings().step_hz;
        if let Some(pointer) = &mut self.acting.pointer {
            let now = (pointer.at - pointer.before) * hz;
            pointer.velocity += NEWEST * (now - pointer.velocity);
            pointer.before = pointer.at;
        }
    }

    /// Place and velocity of the pointer; until it has been seen, it rests at `start`.
    pub(super) fn pointer_or(&self, start: Vec2) -> (Vec2, Vec2) {
        self.acting.pointer.map_or((start, Vec2::ZERO), |pointer| (pointer.at, pointer.velocity))
    }

    /// Place and velocity of the pointer for a controller that follows it.
    pub(super) fn pointer_of(&self, control: &ControlDoc) -> Option<(Vec2, Vec2)> {
        let start = control.waypoints.first().copied();
        let seen = self.acting.pointer.map(|pointer| (pointer.at, pointer.velocity));
        seen.or(start.map(|start| (start, Vec2::ZERO)))
    }
}
