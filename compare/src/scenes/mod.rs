//! The speed scenes: the kinds of scene that Box2D's own benchmark made customary, described anew, and piles of
//! growing size.

mod crowds;
mod growth;
mod mills;
mod piles;
mod rain;

use crate::scene::Scene;

pub use growth::{GROWTH, growth};

/// Which numbers of [`crate::measure::Quality`] say something about a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// Deepest and mean overlap.
    Depth,
    /// Kinetic energy.
    Kinetic,
    /// Highest centre.
    Top,
    /// Joint gaps.
    Gap,
    /// Momentum errors.
    Momentum,
    /// Number of contact points.
    Contacts,
}

/// A speed scene.
pub struct SpeedScene {
    /// As on the command line.
    pub name: &'static str,
    /// One line.
    pub about: &'static str,
    /// Numbers to show beside its time.
    pub shows: &'static [Show],
    /// Builds it.
    pub build: fn() -> Scene,
}

/// The speed scenes in the order of the table.
pub const SPEED: [SpeedScene; 10] = [
    SpeedScene {
        name: "large_pyramid",
        about: "one pyramid of 5,050 boxes",
        shows: &[Show::Depth, Show::Kinetic, Show::Top, Show::Contacts],
        build: piles::large_pyramid,
    },
    SpeedScene {
        name: "many_pyramids",
        about: "400 pyramids of 55 boxes on 20 floors",
        shows: &[Show::Depth, Show::Kinetic, Show::Top, Show::Contacts],
        build: piles::many_pyramids,
    },
    SpeedScene {
        name: "joint_grid",
        about: "a cloth of 10,000 discs on hinges, without contacts",
        shows: &[Show::Gap, Show::Kinetic],
        build: piles::joint_grid,
    },
    SpeedScene {
        name: "tumbler",
        about: "2,025 boxes in a drum turned by a motor",
        shows: &[Show::Depth, Show::Kinetic, Show::Contacts],
        build: mills::tumbler,
    },
    SpeedScene {
        name: "smash",
        about: "a heavy box into a wall of 9,600, without gravity",
        shows: &[Show::Depth, Show::Kinetic, Show::Momentum, Show::Contacts],
        build: crowds::smash,
    },
    SpeedScene {
        name: "rain",
        about: "ragdolls falling on five floors, up to 1,000 at a time",
        shows: &[Show::Depth, Show::Gap, Show::Kinetic, Show::Contacts],
        build: rain::rain,
    },
    SpeedScene {
        name: "spinner",
        about: "6,076 capsules, discs and boxes in a ring, stirred by a bar",
        shows: &[Show::Depth, Show::Kinetic, Show::Contacts],
        build: mills::spinner,
    },
    SpeedScene {
        name: "washer",
        about: "8,100 small boxes in a kinematic drum",
        shows: &[Show::Depth, Show::Kinetic, Show::Contacts],
        build: mills::washer,
    },
    SpeedScene {
        name: "junkyard",
        about: "8,000 pentagons pushed about by a kinematic block",
        shows: &[Show::Depth, Show::Kinetic, Show::Contacts],
        build: crowds::junkyard,
    },
    SpeedScene {
        name: "compounds",
        about: "3,000 bodies of two triangles each, poured into a bin",
        shows: &[Show::Depth, Show::Kinetic, Show::Contacts],
        build: crowds::compounds,
    },
];

/// A short scene with every kind of shape and a joint: for smoke runs.
pub fn smoke() -> Scene {
    mills::smoke()
}
