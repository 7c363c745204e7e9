//! THE EYES. A running stage in, marks out. One file per lens, named like the algorithm it shows.
//!
//! A lens never computes what the engine computed: it reads the world's stored results, or runs the very same engine
//! function again on the same inputs with a recording [`crate::engine::probe::Probe`].

pub mod bodies;
pub mod boxes;
pub mod contacts;
pub mod gjk;
pub mod islands;
pub mod joints;
pub mod lead;
pub mod sat;
pub mod velocity;

use crate::draw::{DrawList, Role};
use crate::engine::collider::ColliderId;
use crate::scene::stage::Stage;

/// What a lens sees.
#[derive(Clone, Copy)]
pub struct LensInput<'a> {
    /// The running scene.
    pub stage: &'a Stage,
    /// The watched pair: bodies A (blue) and B (orange).
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

/// All lenses in the order of the chips: `contacts`, `sat`, `minkowski`, `boxes`, `velocity`, `islands`, `joints`, `aim`.
pub fn lenses() -> &'static [Lens] {
    todo!("lens")
}

/// The lens with this id.
pub fn find(_id: &str) -> Option<&'static Lens> {
    todo!("lens")
}

/// How many steps the watched pair's algorithm takes under a lens (`sat`: axes; `minkowski`: GJK turns then EPA turns); 0 when the lens has none.
pub fn turn_count(_lens: &str, _input: &LensInput<'_>) -> usize {
    todo!("lens")
}

/// One sentence on the shown step ("Turn 2 of 4: the new support point passes the origin …"), for the panel beside the picture.
pub fn turn_text(_lens: &str, _input: &LensInput<'_>) -> Option<String> {
    todo!("lens")
}

/// The pair to watch when the user chose none: the deepest contact, dynamic bodies preferred.
pub fn default_pair(_stage: &Stage) -> Option<(ColliderId, ColliderId)> {
    todo!("lens")
}

/// Bodies, then the named lenses in order; unknown names are left out.
pub fn compose(_input: &LensInput<'_>, _lenses: &[&str], _list: &mut DrawList) {
    todo!("lens")
}

/// A view that fits all bodies with a margin (endless ground does not count).
pub fn frame(_stage: &Stage) -> crate::draw::View {
    todo!("lens")
}
