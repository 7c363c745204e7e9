//! What one step finds: between its phases ([`Findings`]), and for the reader afterwards ([`StepEvents`]).

use crate::engine::body::BodyId;
use crate::engine::collider::ColliderId;

/// What happened in the last step. Ends that an edit caused (a removed body) are not reported.
#[derive(Clone, Debug, Default)]
pub struct StepEvents {
    /// Pairs that began to touch, with the largest closing speed (m/s) at that moment.
    pub begun: Vec<(ColliderId, ColliderId, f32)>,
    /// Pairs that stopped touching.
    pub ended: Vec<(ColliderId, ColliderId)>,
    /// Bodies that went non-finite and were frozen.
    pub frozen: Vec<BodyId>,
    /// Bodies that left the world (farther than [`crate::engine::tuning::MAX_COORDINATE`] from the origin) and were
    /// frozen there.
    pub left: Vec<BodyId>,
    /// True when more than [`crate::engine::tuning::MAX_PAIRS`] pairs of boxes overlap: the step was counted, but
    /// nothing moved in it.
    pub overcrowded: bool,
    /// Fast bodies that were not kept from passing walls, because those before them took
    /// [`crate::engine::tuning::MAX_CONTINUOUS_WORK`].
    pub unchecked: u32,
}

/// Why a body was taken out of the motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// It is in [`StepEvents::frozen`].
    NotFinite,
    /// It is in [`StepEvents::left`].
    LeftWorld,
}

impl StepEvents {
    /// All bodies that were frozen in the step, by why.
    pub fn lost(&self) -> [(Loss, &[BodyId]); 2] {
        [(Loss::NotFinite, &self.frozen), (Loss::LeftWorld, &self.left)]
    }

    /// Starts a step.
    pub(super) fn clear(&mut self) {
        self.begun.clear();
        self.ended.clear();
        self.frozen.clear();
        self.left.clear();
        self.overcrowded = false;
        self.unchecked = 0;
    }
}

/// What the narrow phase finds of all pairs at the start of a step. The phases Manifolds and Separated add to it;
/// Arrange colours `touching`, [`super::substep`] takes `closing`, and `sleepers` are woken.
#[derive(Clone, Debug, Default)]
pub(super) struct Findings {
    /// Contacts that have points and no colour yet.
    pub touching: Vec<u32>,
    /// Contacts whose shapes may meet within the step.
    pub closing: Vec<Closing>,
    /// Bodies, by place in the arena, that sleep and that something touches or is about to.
    pub sleepers: Vec<u32>,
}

/// A contact whose shapes may meet within the step: its points are found in the sub-steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closing {
    /// Number of the contact.
    pub contact: u32,
    /// How far apart its shapes are at least, metres.
    pub distance: f32,
}

impl Findings {
    /// Before pairs are tested (again). Sleepers stay until they are woken.
    pub fn clear(&mut self) {
        self.touching.clear();
        self.closing.clear();
    }
}
