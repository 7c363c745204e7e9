//! The world: bodies, contacts and joints, and one step of time.
//!
//! | file | what is in it |
//! |---|---|
//! | `step` | the order of one step, on one screen |
//! | `boxes` | boxes around what has moved |
//! | `pairs` | contacts of pairs that begin and end |
//! | `contact`, `store` | one contact, and where all are kept |
//! | `tables`, `shapes` | what pairs are measured with, side by side; equal shapes once |
//! | `contacts` | contacts from step to step: who gets points, who loses them |
//! | `look` | two colliders seen: boxes, then the narrow phase |
//! | `apart`, `near` | pairs without points: which of them must be looked at |
//! | `late` | contacts whose points are found within the step |
//! | `stale` | manifolds that no longer hold, made again |
//! | `coloring` | contacts into the solver's blocks and out again |
//! | `solving` | the solver's problem out of the world, and its answer back |
//! | `continuous` | fast bodies stop at what they would jump over |
//! | `sleep` | islands fall asleep and wake |
//! | `edit` | adding, removing, changing bodies |
//! | `joints` | the same for joints, and their readouts |
//! | `readout` | energy, momentum, islands, fingerprint |
//! | `snapshot` | the accumulated state out of a world and into another |
//! | `settings` | gravity, step, sub-steps, methods |
//! | `validate` | every inner invariant |
//!
//! Nothing here depends on addresses, hash order, time or the form of the tree: bodies and joints are visited in order of creation,
//! contacts by colour, and colours are given in order of their colliders.

mod apart;
mod boxes;
mod coloring;
mod contact;
mod contacts;
mod continuous;
mod edit;
mod joints;
mod late;
mod look;
mod near;
mod pairs;
mod readout;
mod settings;
mod shapes;
mod sleep;
mod snapshot;
mod solving;
mod stale;
mod step;
mod store;
mod tables;
mod validate;

pub use boxes::Boxes;
pub use contact::{Contact, ContactPoint};
pub use readout::{Energy, Momentum, Room};
pub use settings::WorldSettings;
pub use step::{Enter, StepPart};

use super::arena::Arena;
use super::body::{Body, BodyId};
use super::broad::{Broad, PairChanges};
use super::collider::{Collider, ColliderId};
use super::joint::set::JointSet;
use super::joint::{Joint, JointId};
use super::narrow::batch::Many;
use super::solver::Problem;
use super::solver::colors::Address;
use store::Store;
use tables::Tables;

/// What happened in the last step. Ends that an edit caused (a removed body) are not reported.
#[derive(Clone, Debug, Default)]
pub struct StepEvents {
    /// Pairs that began to touch, with the largest closing speed (m/s) at that moment.
    pub begun: Vec<(ColliderId, ColliderId, f32)>,
    /// Pairs that stopped touching.
    pub ended: Vec<(ColliderId, ColliderId)>,
    /// Bodies that went non-finite and were frozen.
    pub frozen: Vec<BodyId>,
    /// Bodies that left the world (farther than [`super::tuning::MAX_COORDINATE`] from the origin) and were frozen there.
    pub left: Vec<BodyId>,
}

/// Bodies, contacts and joints. Cloning gives an independent world that continues with the same bits.
///
/// Numbers from outside are limited to the ranges of [`super::tuning`]; a call with a number that is not finite is ignored, or the
/// number becomes the default where something must be made of it ([`World::add_body`], [`World::new`]).
#[derive(Clone, Debug)]
pub struct World {
    settings: WorldSettings,
    step_count: u64,
    bodies: Arena<BodyId, Body>,
    joints: Arena<JointId, Joint>,
    /// The joints of the present step; holds their impulses and angles while it is assembled.
    joint_set: JointSet,
    store: Store,
    /// What the solver works on; contacts live in it from step to step.
    problem: Problem,
    broad: Broad,
    /// Pairs of bodies whose joint forbids contacts, sorted; twice when there are two such joints.
    joined: Vec<(BodyId, BodyId)>,
    /// Indices of bodies that are simulated in this step, in order: awake mobile ones and driven ones.
    awake: Vec<u32>,
    /// True when `awake` and the places of contacts have to be found again.
    lists_stale: bool,
    events: StepEvents,
    tables: Tables,
    scratch: Scratch,
}

/// Buffers that live from step to step only to save allocations.
#[derive(Clone, Debug, Default)]
struct Scratch {
    ids: Vec<BodyId>,
    sets: super::island::DisjointSets,
    pairs: PairChanges,
    boxes: boxes::BoxScratch,
    seeds: Vec<u32>,
    /// Places in the arena of bodies that are fast.
    fast: Vec<u32>,
    found: Vec<ColliderId>,
    sleep_times: Vec<f32>,
    stale: Vec<Address>,
    batch: Vec<stale::Stale>,
    many: Many,
    looker: look::Looker,
    unloaded: Vec<Address>,
    ended: Vec<u32>,
    numbers: Vec<u32>,
    fresh: Vec<u32>,
    near: Vec<near::Near>,
    sides: Vec<near::Partners>,
    closing: Vec<f32>,
    /// Contacts that close fast, and how far apart their shapes are at least, metres.
    late: Vec<(u32, f32)>,
    late_finder: late::LateScratch,
}

impl World {
    /// An empty world.
    pub fn new(settings: WorldSettings) -> World {
        let settings = settings.bounded();
        let mut broad = Broad::default();
        broad.set_method(settings.broad_phase);
        World {
            settings,
            step_count: 0,
            bodies: Arena::default(),
            joints: Arena::default(),
            joint_set: JointSet::default(),
            store: Store::default(),
            problem: Problem::default(),
            broad,
            joined: Vec::new(),
            awake: Vec::new(),
            lists_stale: true,
            events: StepEvents::default(),
            tables: Tables::default(),
            scratch: Scratch::default(),
        }
    }

    /// The settings.
    pub fn settings(&self) -> &WorldSettings {
        &self.settings
    }

    /// The body, unless it is gone.
    pub fn body(&self, id: BodyId) -> Option<&Body> {
        self.bodies.get(id)
    }

    /// All bodies in order of creation.
    pub fn bodies(&self) -> impl Iterator<Item = (BodyId, &Body)> {
        self.bodies.iter()
    }

    /// How many bodies there are.
    pub fn body_count(&self) -> usize {
        self.bodies.len()
    }

    /// A collider, unless its body is gone.
    pub fn collider(&self, id: ColliderId) -> Option<&Collider> {
        self.bodies.get(id.body)?.colliders.get(id.index as usize)
    }

    /// The joint, unless it is gone.
    pub fn joint(&self, id: JointId) -> Option<&Joint> {
        self.joints.get(id)
    }

    /// All joints in order of creation.
    pub fn joints(&self) -> impl Iterator<Item = (JointId, &Joint)> {
        self.joints.iter()
    }

    /// Steps taken so far.
    pub fn step_count(&self) -> u64 {
        self.step_count
    }

    /// What happened in the last step.
    pub fn events(&self) -> &StepEvents {
        &self.events
    }

    /// All contacts with points, sorted by colliders: shapes that touch, or nearly so. Made for the reader, so keep it rather than ask twice.
    pub fn contacts(&self) -> Vec<Contact> {
        let mut numbers = Vec::new();
        self.store.sort_into(&mut numbers, self.store.with_points());
        numbers.into_iter().map(|number| self.view(number)).collect()
    }

    /// How many contacts have points.
    pub fn contact_count(&self) -> usize {
        self.store.with_points().count()
    }

    /// How many pairs of colliders have overlapping enlarged boxes and may touch.
    pub fn pair_count(&self) -> usize {
        self.store.numbers().count()
    }

    /// The contact of two colliders in either order: their enlarged boxes overlap. It may have no points.
    pub fn contact(&self, x: ColliderId, y: ColliderId) -> Option<Contact> {
        let key = if x < y { (x, y) } else { (y, x) };
        Some(self.view(self.number_of(key)?))
    }
}

impl World {
    /// The boxes, for queries.
    pub(crate) fn broad(&self) -> &Broad {
        &self.broad
    }
}
