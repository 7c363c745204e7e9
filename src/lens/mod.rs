//! Overlays and microscopes: a running stage in, marks out. One file per lens, named like the algorithm it shows.
//!
//! A lens never computes what the engine computed: it reads the world's stored results, or runs the very same engine
//! function again on the same inputs with a recording [`crate::engine::probe::Probe`]. Lenses are total: a pair or body
//! that is gone gives no marks, never a panic.

mod acceleration;
pub mod bodies;
pub mod boxes;
pub mod contacts;
pub mod control;
pub mod curves;
pub mod explosions;
pub mod forces;
pub mod frames;
pub mod ghosts;
pub mod graph;
pub mod islands;
pub mod joints;
pub mod lead;
pub mod measures;
pub mod microscope;
pub mod mixing;
pub mod notes;
pub mod paths;
pub mod sensors;
pub mod shadows;
pub mod smoke;
pub mod translation;
pub mod velocity;

mod films;
mod frame;
mod kind;
mod overlay;
mod pair;
mod reach;
mod shade;
mod shape;
mod sizes;
pub mod skins;

pub use films::Films;
pub use frame::{EMPTY_BORDER, frame, frame_with};
pub use kind::{Framed, Lens, LensInput};
pub use overlay::Overlay;
pub use pair::{all_colliders, deepest_contact, default_pair, in_engine_order, joint_pair, nearest_among, nearest_pair, poses};
pub use sizes::Sizes;

use crate::draw::{DrawList, Role};

/// The table of lenses.
const LENSES: [Lens; 15] = [
    contacts::CONTACTS,
    Lens {
        id: "sat",
        name: "SAT axes",
        explanation: "The separating axis test of the watched pair: one axis after another, and the projections (shadows) of both on it. One gap proves that they are apart.",
        role: Role::SeparatingAxis,
        needs_pair: true,
        nothing: overlay::nothing,
        draw: overlay::sat,
    },
    Lens {
        id: "minkowski",
        name: "Minkowski",
        explanation: "The difference A ⊖ B of the watched pair and how GJK walks in it: if it holds the origin, the bodies overlap.",
        role: Role::Simplex,
        needs_pair: true,
        nothing: overlay::nothing,
        draw: overlay::minkowski,
    },
    boxes::BOXES,
    velocity::VELOCITY,
    islands::ISLANDS,
    joints::JOINTS,
    lead::AIM,
    forces::FORCES,
    shadows::SHADOWS,
    control::CONTROL,
    frames::FRAMES,
    smoke::SMOKE,
    sensors::SENSORS,
    translation::TRANSLATION,
];

/// All lenses in the order of the chips: `contacts`, `sat`, `minkowski`, `boxes`, `velocity`, `islands`, `joints`,
/// `aim`, `forces`, `shadows`, `control`, `frames`, `smoke`, `sensors`, `translation`.
pub fn lenses() -> &'static [Lens] {
    &LENSES
}

/// The lens with this id.
pub fn find(id: &str) -> Option<&'static Lens> {
    LENSES.iter().find(|lens| lens.id == id)
}

/// True for a lens that shows the inside of a collision: its steps are walked through beside the picture.
pub fn looks_inside(id: &str) -> bool {
    find(id).is_some_and(|lens| lens.needs_pair)
}

/// How many frames of the watched pair's film a lens steps through; 0 when it shows none.
pub fn turn_count(lens: &str, input: &LensInput<'_>) -> usize {
    Overlay::of(lens, input).map_or(0, |overlay| overlay.frame_count())
}

/// Bodies and what they wear, smoke, light and shadow of the lamps, curves, then the named lenses in order, then tapes,
/// protractors and notes; unknown names are left out. The watched pair is coloured while a lens looks at it.
pub fn compose(input: &LensInput<'_>, lenses: &[&str], list: &mut DrawList) {
    let chosen: Vec<&Lens> = lenses.iter().filter_map(|id| find(id)).collect();
    let looked_at = chosen.iter().any(|lens| lens.needs_pair);
    bodies::draw(&LensInput { pair: input.pair.filter(|_| looked_at), ..*input }, list);
    if !chosen.iter().any(|lens| skins::hides_skins(lens)) {
        skins::draw(input, list);
    }
    sensors::shapes(input.stage, list);
    smoke::areas(input.stage, list);
    shade::draw(input.stage, input.metres_per_px, list);
    curves::draw(input.stage, list);
    explosions::recent(input.stage, input.metres_per_px, list);
    for lens in chosen {
        list.sheet = crate::draw::Sheet::World;
        (lens.draw)(input, list);
    }
    list.sheet = crate::draw::Sheet::World;
    measures::draw(input, list);
    notes::draw(input, list);
}
