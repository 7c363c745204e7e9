//! A camera that goes with a body.
//!
//! The camera moves as far as the body has since it was last looked at; so whoever pans meanwhile sees the body from
//! elsewhere and goes on with it. Files keep the view as it was before, where the body began.

use super::camera::Follow;
use super::program::App;
use crate::engine::math::Vec2;

impl App {
    /// Id of the body that the camera follows.
    pub fn followed(&self) -> Option<&str> {
        self.follow.as_ref().map(|follow| follow.body.as_str())
    }

    /// Follows a body from where it is; `None` follows nobody.
    pub(in crate::app) fn start_following(&mut self, body: Option<String>) {
        self.follow = body.and_then(|body| Some(Follow { last: self.center_of(&body)?, body, travelled: Vec2::ZERO }));
    }

    /// Moves the camera as far as the body has gone.
    pub(in crate::app) fn keep_up(&mut self) {
        let Some(follow) = &self.follow else { return };
        let Some(now) = self.center_of(&follow.body).filter(|now| now.is_finite()) else { return };
        let shift = now - follow.last;
        if shift != Vec2::ZERO {
            self.camera.go_along(shift);
            self.follow = Some(Follow { last: now, travelled: follow.travelled + shift, body: follow.body.clone() });
        }
    }

    fn center_of(&self, name: &str) -> Option<Vec2> {
        let stage = self.shown_stage();
        Some(stage.world().body(stage.names().bodies.id(name)?)?.center)
    }
}
