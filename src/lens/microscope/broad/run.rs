//! The search run again with a probe, and what it runs on.

use crate::engine::aabb::Aabb;
use crate::engine::broad::grid::GridStep;
use crate::engine::broad::sweep_and_prune::SweepStep;
use crate::engine::broad::tree::{TreeNode, TreeStep};
use crate::engine::broad::{Broad, BroadPhase, fat_box, swept_box};
use crate::engine::collider::{ColliderId, CollisionFilter};
use crate::engine::math::Vec2;
use crate::engine::probe::Probe;
use crate::lens::microscope::specimen::{PlacedShape, Scene, Side, Specimen};

/// One thing that the search looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum SearchStep {
    /// A node of the tree.
    Node { node: u32, aabb: Aabb, leaf: Option<u32>, overlaps: bool },
    /// A row of cells of the grid.
    Cells { region: Aabb, cell: f32, entries: u32 },
    /// A box in such a cell.
    Candidate { proxy: u32, aabb: Aabb, overlaps: bool },
}

impl SearchStep {
    /// True when a box was compared with the region.
    pub fn is_test(&self) -> bool {
        !matches!(self, SearchStep::Cells { .. })
    }

    /// The proxy whose own box was compared, and whether it overlaps.
    pub fn of_proxy(&self) -> Option<(u32, bool)> {
        match *self {
            SearchStep::Node { leaf: Some(proxy), overlaps, .. } | SearchStep::Candidate { proxy, overlaps, .. } => Some((proxy, overlaps)),
            _ => None,
        }
    }
}

/// A box of the broad phase, with its owner's name.
#[derive(Clone, Debug)]
pub(super) struct Boxed {
    pub proxy: u32,
    pub aabb: Aabb,
    pub name: String,
}

/// All that the search did and ran on.
pub(super) struct SearchLog {
    pub method: BroadPhase,
    /// The proxy that asks, and its enlarged box.
    pub asker: u32,
    /// True when that is A's.
    pub asker_is_a: bool,
    /// The proxy of the other of the two.
    pub other: u32,
    pub region: Aabb,
    pub looks: Vec<SearchStep>,
    /// Proxies that were found, without the asker.
    pub found: Vec<u32>,
    /// All boxes, by proxy.
    pub boxes: Vec<Boxed>,
    /// The tree from the root down.
    pub nodes: Vec<TreeNode>,
    /// Tests of all boxes' searches together; `None` in a crowd.
    pub all_tests: Option<usize>,
    /// True when the other of the two was found.
    pub meets_other: bool,
}

impl SearchLog {
    /// Pairs that could be made of all boxes.
    pub fn pair_count(&self) -> usize {
        let n = self.boxes.len();
        n * n.saturating_sub(1) / 2
    }
}

/// In a larger crowd not every box's search is run to be counted.
pub(super) const CROWD: usize = 3000;

/// Keeps the steps of tree and grid in the order in which they come.
#[derive(Default)]
struct SearchRecorder(Vec<SearchStep>);

impl Probe<TreeStep> for SearchRecorder {
    fn record(&mut self, step: impl FnOnce() -> TreeStep) {
        if let TreeStep::Visit { node, aabb, leaf, overlaps } = step() {
            // Whose leaf it is stands in the tree.
            self.0.push(SearchStep::Node { node, aabb, leaf: leaf.then_some(u32::MAX), overlaps });
        }
    }
}

impl Probe<GridStep> for SearchRecorder {
    fn record(&mut self, step: impl FnOnce() -> GridStep) {
        self.0.push(match step() {
            GridStep::Cells { region, cell, entries } => SearchStep::Cells { region, cell, entries },
            GridStep::Candidate { proxy, aabb, overlaps } => SearchStep::Candidate { proxy, aabb, overlaps },
        });
    }
}

impl Probe<SweepStep> for SearchRecorder {
    fn record(&mut self, step: impl FnOnce() -> SweepStep) {
        if let SweepStep::Candidate { proxy, aabb, overlaps } = step() {
            self.0.push(SearchStep::Candidate { proxy, aabb, overlaps });
        }
    }
}

/// Tests of the searches of all these boxes together.
pub(super) fn tests_of_all(broad: &Broad, boxes: &[Boxed]) -> usize {
    let tests = |region: Aabb| {
        let mut record = SearchRecorder::default();
        broad.query(region, &mut record, |_| {});
        record.0.iter().filter(|look| look.is_test()).count()
    };
    boxes.iter().map(|b| tests(b.aabb)).sum()
}

/// The method that is shown: the chosen one, or the scene's own; two shapes without a scene stand in a tree.
pub(super) fn method_of(specimen: &Specimen) -> BroadPhase {
    let of_scene = specimen.scene.as_ref().map(|scene| scene.stage.world().broad().method());
    specimen.options.broad.or(of_scene).unwrap_or(BroadPhase::Tree)
}

/// The search of the smaller of the two that can move.
pub(super) fn search(specimen: &Specimen) -> SearchLog {
    let (mut broad, [a, b], boxes) = ground(specimen);
    let method = match method_of(specimen) {
        BroadPhase::BruteForce | BroadPhase::SweepAndPrune => BroadPhase::Tree,
        method => method,
    };
    broad.set_method(method);
    broad.settle();
    let size =
        |proxy: u32| broad.proxy(proxy).map_or(f32::INFINITY, |p| if p.mobile { p.fat_aabb.half_perimeter() } else { f32::INFINITY });
    let (asker, other) = if size(a) < size(b) { (a, b) } else { (b, a) };
    let region = broad.proxy(asker).map_or(Aabb { min: Vec2::ZERO, max: Vec2::ZERO }, |p| p.fat_aabb);
    let boxes = named(&broad, boxes);
    let number_of = |id: ColliderId| boxes.iter().map(|b| b.proxy).find(|&p| broad.proxy(p).is_some_and(|proxy| proxy.owner == id));
    let mut record = SearchRecorder::default();
    let mut found = Vec::new();
    broad.query(region, &mut record, |id| found.extend(number_of(id)));
    found.retain(|&proxy| proxy != asker);
    let mut looks = record.0;
    let nodes = broad.tree().nodes();
    for look in &mut looks {
        if let SearchStep::Node { node, leaf: Some(proxy), .. } = look {
            *proxy = nodes.iter().find(|n| n.node == *node).and_then(|n| n.proxy).unwrap_or(u32::MAX);
        }
    }
    let all_tests = (boxes.len() <= CROWD).then(|| tests_of_all(&broad, &boxes));
    let meets_other = found.contains(&other);
    SearchLog { method, asker, asker_is_a: asker == a, other, region, looks, found, nodes, all_tests, meets_other, boxes }
}

/// The boxes of a broad phase with the names of their owners.
pub(super) fn named(broad: &Broad, names: Vec<(u32, String)>) -> Vec<Boxed> {
    names.into_iter().filter_map(|(proxy, name)| Some(Boxed { proxy, aabb: broad.proxy(proxy)?.fat_aabb, name })).collect()
}

/// A copy of the scene's broad phase with what was dragged, the two proxies, and the names of all.
pub(super) fn ground(specimen: &Specimen) -> (Broad, [u32; 2], Vec<(u32, String)>) {
    let Some(scene) = &specimen.scene else { return alone(specimen) };
    let world = scene.stage.world();
    let mut broad = world.broad().clone();
    let pair = [scene.pair.0, scene.pair.1].map(|id| world.collider(id).map_or(u32::MAX, |c| c.proxy));
    for (side, proxy) in [Side::A, Side::B].into_iter().zip(pair) {
        if !specimen.is_of_scene(side) {
            broad.renew(proxy, dragged(specimen.side(side), scene, side), true);
        }
    }
    let named = world.bodies().flat_map(|(id, body)| {
        let name = scene.stage.names().bodies.name(id).unwrap_or("shot").to_owned();
        body.colliders.iter().map(move |collider| (collider.proxy, name.clone()))
    });
    (broad, pair, named.collect())
}

/// The enlarged box of a dragged shape, by the rule of the engine.
fn dragged(sample: &PlacedShape, scene: &Scene, side: Side) -> Aabb {
    let world = scene.stage.world();
    let id = if side == Side::A { scene.pair.0 } else { scene.pair.1 };
    let tight = sample.shape.aabb(sample.pose);
    let seconds = world.settings().step_seconds();
    let Some(body) = world.body(id.body) else { return fat_box(tight, Vec2::ZERO) };
    fat_box(swept_box(tight, body, seconds), body.linear_velocity * seconds)
}

/// Two shapes without a scene, in a tree of two leaves.
fn alone(specimen: &Specimen) -> (Broad, [u32; 2], Vec<(u32, String)>) {
    let mut broad = Broad::default();
    broad.set_method(BroadPhase::Tree);
    let mut put = |sample: &PlacedShape, number: u32| {
        let owner = ColliderId { body: crate::engine::body::BodyId(number), index: 0 };
        broad.insert(owner, fat_box(sample.shape.aabb(sample.pose), Vec2::ZERO), true, CollisionFilter::default())
    };
    let pair = [put(&specimen.a, 0), put(&specimen.b, 1)];
    let names = vec![(pair[0], specimen.a.name.clone()), (pair[1], specimen.b.name.clone())];
    (broad, pair, names)
}

impl SearchLog {
    /// The name of a box's owner.
    pub fn name(&self, proxy: u32) -> &str {
        self.boxes.iter().find(|b| b.proxy == proxy).map_or("", |b| &b.name)
    }

    /// A node of the tree.
    pub fn node(&self, node: u32) -> Option<&TreeNode> {
        self.nodes.iter().find(|n| n.node == node)
    }

    /// "the box of crate 3", "the box around 4 boxes".
    pub fn node_words(&self, node: u32) -> String {
        match self.node(node).map(|n| n.proxy) {
            Some(Some(proxy)) => format!("the box of {}", self.name(proxy)),
            _ => format!("the box around {} boxes", self.leaves_below(node)),
        }
    }

    /// Number of leaves below a node.
    pub fn leaves_below(&self, node: u32) -> usize {
        let Some(at) = self.nodes.iter().position(|n| n.node == node) else { return 0 };
        let depth = self.nodes[at].depth;
        let below = self.nodes[at + 1..].iter().take_while(|n| n.depth > depth);
        below.filter(|n| n.proxy.is_some()).count() + usize::from(self.nodes[at].proxy.is_some())
    }

    /// Tests that were made.
    pub fn tests(&self) -> usize {
        self.looks.iter().filter(|look| look.is_test()).count()
    }
}
