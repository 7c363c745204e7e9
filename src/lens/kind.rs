//! What a lens is, and what it sees.

use crate::draw::{DrawList, Role};
use crate::engine::collider::ColliderId;
use crate::scene::stage::Stage;

/// What a lens sees.
#[derive(Clone, Copy)]
pub struct LensInput<'a> {
    /// The running scene.
    pub stage: &'a Stage,
    /// The watched pair. The engine's order decides which body is A (blue) and which is B (orange), see [`super::in_engine_order`].
    pub pair: Option<(ColliderId, ColliderId)>,
    /// Which step of the watched algorithm to show (SAT axis, GJK turn …), from 0; beyond the last = the last.
    pub turn: usize,
    /// Size of one screen point, metres: for arrows whose length means a number but must stay visible.
    pub metres_per_px: f32,
}

/// A lens: what it is called, what it shows, and how.
#[derive(Clone, Copy)]
pub struct Lens {
    /// Id in files and on the command line.
    pub id: &'static str,
    /// Name on the chip.
    pub name: &'static str,
    /// One line: what it shows and what to look for.
    pub explanation: &'static str,
    /// Its colour.
    pub role: Role,
    /// True when it needs a watched pair.
    pub needs_pair: bool,
    /// Draws it.
    pub draw: fn(&LensInput<'_>, &mut DrawList),
}
