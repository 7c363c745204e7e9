//! THE EYES. A running stage in, marks out. One file per lens, named like the algorithm it shows.
//!
//! A lens never computes what the engine computed: it reads the world's stored results, or runs the very same engine
//! function again on the same inputs with a recording [`crate::engine::probe::Probe`]. Lenses are total: a pair or body
//! that is gone gives no marks, never a panic.

pub mod bodies;
pub mod boxes;
pub mod contacts;
pub mod islands;
pub mod joints;
pub mod lead;
pub mod microscope;
pub mod velocity;

mod frame;
mod overlay;
mod pair;

pub use frame::frame;
pub use overlay::{Films, Overlay};
pub use pair::{default_pair, in_engine_order};

use crate::draw::{DrawList, Role};
use crate::engine::collider::ColliderId;
use crate::scene::stage::Stage;

/// What a lens sees.
#[derive(Clone, Copy)]
pub struct LensInput<'a> {
    /// The running scene.
    pub stage: &'a Stage,
    /// The watched pair. The engine's order decides which body is A (blue) and which is B (orange), see [`in_engine_order`].
    pub pair: Option<(ColliderId, ColliderId)>,
    /// Which frame of the watched pair's film to show ([`Overlay::at`]), from 0; beyond the last = the last.
    pub turn: usize,
    /// Size of one screen point, metres: for arrows whose length means a number but must stay visible.
    pub metres_per_px: f32,
    /// Where films of the watched pair are kept from one picture to the next; `None` makes them anew each time.
    pub films: Option<&'a Films>,
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

const LENSES: [Lens; 8] = [
    Lens {
        id: "contacts",
        name: "Contacts",
        explanation: "Where bodies touch: points, normals, and how hard they push. Watch the impulses grow towards the foot of a stack.",
        role: Role::Contact,
        needs_pair: false,
        draw: contacts::draw,
    },
    Lens {
        id: "sat",
        name: "SAT axes",
        explanation: "The separating axis test of the watched pair: one axis after another, both shadows on it. One gap proves that they are apart.",
        role: Role::SeparatingAxis,
        needs_pair: true,
        draw: overlay::sat,
    },
    Lens {
        id: "minkowski",
        name: "Minkowski",
        explanation: "The difference A ⊖ B of the watched pair and how GJK walks in it: if it holds the origin, the bodies overlap.",
        role: Role::Simplex,
        needs_pair: true,
        draw: overlay::minkowski,
    },
    Lens {
        id: "boxes",
        name: "Boxes",
        explanation: "Bounding boxes, and the grid and the tree that find overlapping ones: only such bodies are looked at closely.",
        role: Role::BoundingBox,
        needs_pair: false,
        draw: boxes::draw,
    },
    Lens {
        id: "velocity",
        name: "Velocity",
        explanation: "How fast each body moves and turns: an arrow is the way of the next fifth of a second.",
        role: Role::Velocity,
        needs_pair: false,
        draw: velocity::draw,
    },
    Lens {
        id: "islands",
        name: "Islands",
        explanation: "Bodies that touch or are joined form an island; a whole island falls asleep (z) or wakes together.",
        role: Role::Island(0),
        needs_pair: false,
        draw: islands::draw,
    },
    Lens {
        id: "joints",
        name: "Joints",
        explanation: "Joints with limits, motors and springs, what they carry, and how far they are pulled apart.",
        role: Role::Joint,
        needs_pair: false,
        draw: joints::draw,
    },
    Lens {
        id: "aim",
        name: "Aim",
        explanation: "Where launchers aim, where projectile and target should meet, and by how much past shots missed.",
        role: Role::Aim,
        needs_pair: false,
        draw: lead::draw,
    },
];

/// All lenses in the order of the chips: `contacts`, `sat`, `minkowski`, `boxes`, `velocity`, `islands`, `joints`, `aim`.
pub fn lenses() -> &'static [Lens] {
    &LENSES
}

/// The lens with this id.
pub fn find(id: &str) -> Option<&'static Lens> {
    LENSES.iter().find(|lens| lens.id == id)
}

/// How many frames of the watched pair's film a lens steps through; 0 when it shows none.
pub fn turn_count(lens: &str, input: &LensInput<'_>) -> usize {
    Overlay::of(lens, input).map_or(0, |overlay| overlay.frame_count())
}

/// Bodies, then the named lenses in order; unknown names are left out. The watched pair is coloured while a lens looks at it.
pub fn compose(input: &LensInput<'_>, lenses: &[&str], list: &mut DrawList) {
    let chosen: Vec<&Lens> = lenses.iter().filter_map(|id| find(id)).collect();
    let looked_at = chosen.iter().any(|lens| lens.needs_pair);
    bodies::draw(&LensInput { pair: input.pair.filter(|_| looked_at), ..*input }, list);
    for lens in chosen {
        list.sheet = crate::draw::Sheet::World;
        (lens.draw)(input, list);
    }
    list.sheet = crate::draw::Sheet::World;
}
