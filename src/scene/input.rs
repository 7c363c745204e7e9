//! What a person does to a running scene.

use super::key::Key;
use crate::engine::body::BodyId;
use crate::engine::explosion::Blast;
use crate::engine::math::Vec2;

/// Something a person does while the scene runs, that is not an edit of the document. Recorded by the timeline, so that
/// going back and running again repeats it exactly.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// Take hold of a body at a world point.
    Grab {
        /// Which body.
        body: BodyId,
        /// Where, world, metres.
        point: Vec2,
    },
    /// Pull it towards a world point.
    MoveGrab {
        /// Where to.
        target: Vec2,
    },
    /// Let go (it keeps its velocity: a throw).
    Release,
    /// Fire a launcher.
    Fire {
        /// Id of the launcher.
        launcher: String,
    },
    /// Fire a launcher by every method at once.
    FireAll {
        /// Id of the launcher.
        launcher: String,
    },
    /// A key goes down or up that forces or motors of the scene listen to.
    Hold {
        /// Which key.
        key: Key,
        /// Down, not up.
        down: bool,
    },
    /// Begin to push a body at a world point.
    Push {
        /// Which body.
        body: BodyId,
        /// Where, world, metres.
        point: Vec2,
        /// World, N.
        force: Vec2,
    },
    /// Push with another force.
    MovePush {
        /// World, N.
        force: Vec2,
    },
    /// Push no more.
    EndPush,
    /// The pointer goes through smoke.
    Stir {
        /// From where, world, metres.
        from: Vec2,
        /// To where.
        to: Vec2,
    },
    /// The pointer that launchers and controllers follow is there.
    Point {
        /// World, metres.
        to: Vec2,
    },
    /// Something explodes.
    Explode(Blast),
}

impl Input {
    /// True when it begins something, false when it goes on with it or ends it.
    pub fn begins(&self) -> bool {
        self.label().is_some() || matches!(self, Input::Hold { down: true, .. })
    }

    /// What undo calls it; `None` for what goes on with something or ends it, and for keys: driving by them would be a
    /// hundred undos, and going back in time takes it back as well.
    pub fn label(&self) -> Option<String> {
        match self {
            Input::Grab { .. } => Some("Throw".to_owned()),
            Input::Fire { launcher } => Some(format!("Fire {launcher}")),
            Input::FireAll { launcher } => Some(format!("Fire {launcher} by all methods")),
            Input::Push { .. } => Some("Push".to_owned()),
            Input::Explode(_) => Some("Explosion".to_owned()),
            Input::MoveGrab { .. }
            | Input::Release
            | Input::MovePush { .. }
            | Input::EndPush
            | Input::Stir { .. }
            | Input::Point { .. }
            | Input::Hold { .. } => None,
        }
    }
}
