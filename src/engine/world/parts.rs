//! The world: the parts it owns. Phases ([`super::step`]) take the parts they need; nothing but the public face names
//! the whole.

use super::activity::Activity;
use super::boxes::{BoxUpdate, Boxes};
use super::complementarity_report::ComplementarityReport;
use super::contact::Contact;
use super::findings::{Findings, StepEvents};
use super::graph::ContactGraph;
use super::manifolds::ManifoldUpdate;
use super::pairs::{PairUpdate, may_touch};
use super::separated::SeparatedTest;
use super::settings::WorldSettings;
use super::solve_lagrange::LagrangeReport;
use super::substep::SubstepContacts;
use super::tables::BodyTables;
use super::take_back::TouchChanges;
use crate::engine::arena::Arena;
use crate::engine::body::{Body, BodyId};
use crate::engine::broad::Broad;
use crate::engine::collider::{Collider, ColliderId};
use crate::engine::joint::set::JointSet;
use crate::engine::joint::{Joint, JointId};
use crate::engine::solver::impact_round::Impacts;
use crate::engine::solver::one_contact;
use crate::engine::solver::push_out::PushOut;
use crate::engine::solver::sequential_impulses::Buffers;
use crate::engine::solver::turning::TurningContacts;

/// Bodies, contacts and joints. Cloning gives an independent world that continues with the same bits.
///
/// Numbers from outside are limited to the ranges of [`crate::engine::tuning`]; a call with a number that is not finite
/// is ignored, or the number becomes the default where something must be made of it ([`World::add_body`],
/// [`World::new`]).
#[derive(Clone, Debug)]
pub struct World {
    pub(super) settings: WorldSettings,
    pub(super) step_count: u64,
    pub(super) bodies: Arena<BodyId, Body>,
    pub(super) joints: Arena<JointId, Joint>,
    /// The joints of the present step; holds their impulses and angles while it is assembled.
    pub(super) joint_set: JointSet,
    /// Pairs of bodies whose joint forbids contacts, sorted; twice when there are two such joints.
    pub(super) joined: Vec<(BodyId, BodyId)>,
    /// Boxes of all colliders, and which overlap.
    pub(super) broad: Broad,
    /// What pairs are measured with and what the solver works on, side by side.
    pub(super) tables: BodyTables,
    /// All contacts.
    pub(super) graph: ContactGraph,
    /// Which bodies are simulated.
    pub(super) activity: Activity,
    pub(super) events: StepEvents,
    pub(super) flow: StepFlow,
}

/// What one step carries from phase to phase. Each has one writer, named first; all but `substep` are empty or without
/// meaning between steps and live on only to save allocations.
#[derive(Clone, Debug, Default)]
pub(super) struct StepFlow {
    /// Pairs → Pairs: what the broad phase tells the graph of contacts.
    pub pairs: PairUpdate,
    /// Manifolds.
    pub manifolds: ManifoldUpdate,
    /// Separated.
    pub separated: SeparatedTest,
    /// Manifolds, Separated → Arrange: contacts with new points, contacts that close fast, sleepers that are touched.
    pub findings: Findings,
    /// Arrange → Solve, SubstepPoints → TakeBack, Sleep: contacts whose points are found within the step.
    pub substep: SubstepContacts,
    /// Solve.
    pub impacts: Impacts,
    /// Solve.
    pub push_out: PushOut,
    /// Solve: contacts whose rows turn within the step.
    pub turning: TurningContacts,
    /// Solve, by the solver that takes contacts one by one.
    pub sequential: Buffers,
    /// Solve, by the solver that gives one contact its whole impulse.
    pub one_contact: one_contact::Buffers,
    /// Solve, by the global solve of joints: what it has to say, until the next step.
    pub lagrange: LagrangeReport,
    /// Solve, by linear complementarity: what it has to say, until the next step.
    pub complementarity: ComplementarityReport,
    /// Solve: body in each slot, for probes.
    pub ids: Vec<BodyId>,
    /// TakeBack.
    pub touches: TouchChanges,
    /// TakeBack → Continuous: places in the arena of fast bodies.
    pub fast: Vec<u32>,
    /// Continuous.
    pub found: Vec<ColliderId>,
    /// Continuous: what it took, as [`World::step_work`] counts.
    pub continuous_work: u64,
    /// TakeBack, Continuous → Boxes: colliders whose boxes are measured.
    pub boxes: BoxUpdate,
}

/// A pair of a half-plane is measured alone and not with others at once: it takes as long as one of so many corners.
const HALF_PLANE_CORNERS: u64 = 24;

impl World {
    /// An empty world.
    pub fn new(settings: WorldSettings) -> World {
        let settings = settings.bounded();
        let mut broad = Broad::default();
        broad.set_method(settings.broad_phase);
        broad.set_width(settings.width);
        World {
            settings,
            step_count: 0,
            bodies: Arena::default(),
            joints: Arena::default(),
            joint_set: JointSet::default(),
            joined: Vec::new(),
            broad,
            tables: BodyTables::default(),
            graph: ContactGraph::default(),
            activity: Activity::default(),
            events: StepEvents::default(),
            flow: StepFlow::default(),
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

    /// What the global solve of joints had to say in the last step; empty with another solver.
    pub fn lagrange_report(&self) -> &LagrangeReport {
        &self.flow.lagrange
    }

    /// What linear complementarity had to say in the last step; empty with another solver.
    pub fn complementarity_report(&self) -> &ComplementarityReport {
        &self.flow.complementarity
    }

    /// All contacts with points, sorted by colliders: shapes that touch, or nearly so. Made for the reader, so keep it
    /// rather than ask twice.
    pub fn contacts(&self) -> Vec<Contact> {
        let mut numbers = Vec::new();
        self.graph.store.sort_into(&mut numbers, self.graph.store.with_points());
        numbers.into_iter().map(|number| self.graph.view(number, &self.tables.poses)).collect()
    }

    /// How many contacts have points.
    pub fn contact_count(&self) -> usize {
        self.graph.store.with_points().count()
    }

    /// How many pairs of colliders have overlapping enlarged boxes and may touch.
    pub fn pair_count(&self) -> usize {
        self.graph.store.numbers().count()
    }

    /// How much a step like the last one has to do: constraints and bodies, counted as often as they are visited, boxes
    /// that were compared, and what kept fast bodies from passing walls. A million takes some milliseconds.
    pub fn step_work(&self) -> u64 {
        let contacts: usize = self.graph.colors.groups.iter().map(|group| group.count).sum();
        let each_substep = self.activity.awake.len() + 4 * (contacts + self.joints.len()) + 16 * self.flow.findings.closing.len();
        let once = self.bodies.len() + 4 * self.graph.store.separated.len();
        u64::from(self.settings.substep_count()) * each_substep as u64
            + once as u64
            + self.broad.work()
            + self.corner_work()
            + self.flow.continuous_work
            + self.flow.lagrange.work
            + self.flow.complementarity.work
    }

    /// Lets fewer pairs be near each other than [`crate::engine::tuning::MAX_PAIRS`] before the world stands still: for
    /// whoever has less memory.
    pub fn limit_pairs(&mut self, most: usize) {
        self.broad.limit_pairs(most);
    }

    /// What touching pairs of shapes with many corners, and those of half-planes, cost beyond others.
    fn corner_work(&self) -> u64 {
        let corners = |proxy: u32| {
            let shape = self.tables.shapes.get(self.tables.sites[proxy as usize].shape);
            if shape.is_endless() { HALF_PLANE_CORNERS } else { shape.convex().points.len() as u64 }
        };
        let of_pair = |number: u32| self.graph.store.get(number).proxies.map(corners).iter().sum::<u64>().saturating_sub(16);
        16 * self.graph.store.with_points().map(of_pair).sum::<u64>()
    }

    /// About how much memory it takes, bytes: what a body, a collider, a pair and a joint were measured to take.
    pub fn bytes(&self) -> usize {
        let colliders: usize = self.bodies.values().iter().map(|body| body.colliders.len()).sum();
        600 * self.bodies.len() + 600 * colliders + 600 * self.pair_count() + 600 * self.joints.len()
    }

    /// The contact of two colliders in either order: their enlarged boxes overlap. It may have no points.
    pub fn contact(&self, x: ColliderId, y: ColliderId) -> Option<Contact> {
        let key = if x < y { (x, y) } else { (y, x) };
        Some(self.graph.view(self.number_of(key)?, &self.tables.poses))
    }

    /// True when two colliders may touch wherever they are: a body of them can move, no joint of the two forbids it,
    /// and their filters allow it.
    pub fn may_collide(&self, a: ColliderId, b: ColliderId) -> bool {
        let (low, high) = if a.body < b.body { (a.body, b.body) } else { (b.body, a.body) };
        let filters = self.collider(a).zip(self.collider(b)).is_some_and(|(a, b)| a.filter.allows(b.filter));
        filters && may_touch(&self.bodies, &self.joined, low, high)
    }

    /// The boxes around a collider, unless it is gone.
    pub fn boxes(&self, id: ColliderId) -> Option<Boxes> {
        let proxy = self.collider(id)?.proxy;
        Some(Boxes { tight: self.tables.boxes[proxy as usize], fat: self.broad.fat_aabb(proxy) })
    }

    /// Those of a body's colliders, in their order.
    pub fn boxes_of(&self, id: BodyId) -> impl Iterator<Item = Boxes> {
        let count = self.body(id).map_or(0, |body| body.colliders.len());
        (0..count as u32).filter_map(move |index| self.boxes(ColliderId { body: id, index }))
    }

    /// The boxes, for queries.
    pub fn broad(&self) -> &Broad {
        &self.broad
    }

    /// Number of the contact of two colliders, smaller id first.
    pub(super) fn number_of(&self, (a, b): (ColliderId, ColliderId)) -> Option<u32> {
        let number = self.broad.pair_number(self.collider(a)?.proxy, self.collider(b)?.proxy)?;
        self.graph.store.contains(number).then_some(number)
    }

    /// Numbers of a body's contacts, sorted by their colliders.
    pub(super) fn contacts_of(&self, id: BodyId) -> Vec<u32> {
        let colliders = self.bodies.get(id).map_or(&[][..], |body| &body.colliders);
        let pairs = colliders.iter().flat_map(|collider| self.broad.pairs_of(collider.proxy));
        let store = &self.graph.store;
        let mut numbers = Vec::new();
        store.sort_into(&mut numbers, pairs.filter(|&number| store.contains(number)));
        numbers
    }
}
