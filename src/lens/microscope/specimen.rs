//! What lies under the microscope: two shapes, where they are, and what the algorithms are told.
//!
//! A specimen is a plain value. [`Specimen::of`] takes from a running stage exactly the inputs of the world's last
//! manifold; dragging makes a new specimen, and the stage never hears of it.

mod drag;
mod hidden;
mod joint;
mod motion;
mod whole;

use super::integrators::IntegratorOptions;
use super::solver::SolverOptions;
use crate::engine::broad::BroadPhase;
use crate::engine::collider::ColliderId;
use crate::engine::math::{Pose, Vec2, max, min};
use crate::engine::narrow::epa::EpaOptions;
use crate::engine::narrow::gjk::GjkOptions;
use crate::engine::narrow::half_plane::{showing_on_the_way, showing_what_matters};
use crate::engine::narrow::internal_edges::InternalEdges;
use crate::engine::narrow::time_of_impact::{Sweep, ToiOptions};
use crate::engine::narrow::{FeatureId, Manifold, NarrowPhase, Reach};
use crate::engine::shape::{Convex, Shape};
use crate::engine::tuning::{EXACT_DISTANCE, SPECULATIVE_MARGIN};
use crate::engine::world::{Contact, ImpactSearch};
use crate::lens::in_engine_order;
use crate::scene::stage::Stage;
pub use joint::OF_JOINTS;
pub use motion::Motion;
use motion::motion_of;
use std::sync::Arc;

/// One of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The blue one.
    A,
    /// The orange one.
    B,
}

/// A shape, where it is, and whose it is.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedShape {
    /// The shape, in its body's frame.
    pub shape: Shape,
    /// The body's frame in the world.
    pub pose: Pose,
    /// The body's name.
    pub name: String,
}

/// What the algorithms are told beside the shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Contacts are made up to this gap, metres.
    pub margin: f32,
    /// SAT ends at the first gap wider than this, metres; the distance of shapes that are nearer is exact. See
    /// [`Specimen::reach`].
    pub exact: f32,
    /// GJK; the start direction in the world's frame is turned into A's when it runs.
    pub gjk: GjkOptions,
    /// EPA.
    pub epa: EpaOptions,
    /// An axis of one's own to try under SAT, angle in the world, radians. The engine never hears of it.
    pub free_axis: Option<f32>,
    /// How both bodies move during the step to come: of A, of B.
    pub motion: [Motion; 2],
    /// Most iterations of conservative advancement.
    pub toi: ToiOptions,
    /// The search that a step of the engine has made, where the ways are those of that search; of A and B.
    pub search: Option<ImpactSearch>,
    /// How the step is taken again under the solver.
    pub solver: SolverOptions,
    /// Which method is shown under the broad phase; `None` = the scene's own. Without a structure there are no steps,
    /// so brute force shows the tree.
    pub broad: Option<BroadPhase>,
    /// What the integrators step, otherwise than the scene.
    pub integrators: IntegratorOptions,
    /// Shows the boolean form of GJK; the engine runs the distance form.
    pub boolean_gjk: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            margin: SPECULATIVE_MARGIN,
            exact: EXACT_DISTANCE,
            gjk: GjkOptions::default(),
            epa: EpaOptions::default(),
            free_axis: None,
            motion: [Motion::default(); 2],
            toi: ToiOptions::default(),
            search: None,
            solver: SolverOptions::default(),
            broad: None,
            integrators: IntegratorOptions::default(),
            boolean_gjk: false,
        }
    }
}

/// The running scene that a specimen was taken from, as it stood then: for microscopes that look at more than the pair.
#[derive(Clone)]
pub struct Scene {
    /// All of it; a clone of it continues with the same bits.
    pub stage: Arc<Stage>,
    /// The pair in it, in the engine's order.
    pub pair: (ColliderId, ColliderId),
    /// Id of the region of smoke or of the lamp that is looked at; `None` = the nearest, or the first.
    pub focus: Option<String>,
    /// The same as it stood before its last step, ready to take it again; `None` when there was none or nobody kept it.
    pub before: Option<Arc<Stage>>,
    /// Names of the pair's contact points after each of the steps before this moment, oldest first: as far back as
    /// they were kept and no farther than [`PAST_STEPS`].
    pub past: Arc<[Vec<FeatureId>]>,
}

/// How many steps back the names of contact points are told.
pub const PAST_STEPS: u64 = 12;

/// Names of the contact points of a pair, as a stage has them now.
pub fn names_of(stage: &Stage, pair: (ColliderId, ColliderId)) -> Vec<FeatureId> {
    let (a, b) = in_engine_order(pair);
    stage.world().contact(a, b).map_or(Vec::new(), |contact| contact.points().iter().map(|p| p.feature).collect())
}

impl Scene {
    /// Nothing is known of the steps before.
    fn of(stage: &Stage, pair: (ColliderId, ColliderId)) -> Scene {
        Scene { stage: Arc::new(stage.clone()), pair, focus: None, before: None, past: Arc::new([]) }
    }
}

impl PartialEq for Scene {
    /// The same moment of the same run, not merely an equal one: comparing worlds would cost more than running them.
    fn eq(&self, other: &Scene) -> bool {
        Arc::ptr_eq(&self.stage, &other.stage) && self.pair == other.pair && self.focus == other.focus
    }
}

impl std::fmt::Debug for Scene {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "step {} with {:?}", self.stage.step_count(), self.pair)
    }
}

/// Two shapes under the microscope.
#[derive(Clone, Debug, PartialEq)]
pub struct Specimen {
    /// First shape, blue.
    pub a: PlacedShape,
    /// Second shape, orange.
    pub b: PlacedShape,
    /// What else stands near them, to know the place again; not part of any algorithm.
    pub around: Arc<[(Shape, Pose)]>,
    /// Which narrow phase the world uses.
    pub narrow_phase: NarrowPhase,
    /// What the algorithms are told.
    pub options: Options,
    /// What flush neighbours hide of A and of B: no contact is possible there. Of a side that was dragged away from its
    /// neighbours nothing is hidden.
    pub hidden: [Option<Arc<InternalEdges>>; 2],
    /// What the world stored for exactly these inputs; `None` without a contact or once something was dragged.
    pub stored: Option<Manifold>,
    /// Where they come from; dragging leaves it as it was. `None` for shapes that never were in a scene.
    pub scene: Option<Scene>,
}

/// Most things shown around the pair, and how far out, in sizes of the smaller of the two.
const MOST_AROUND: usize = 60;
const AROUND: f32 = 4.0;

impl Specimen {
    /// The inputs of the world's last manifold of a pair; of a pair without contact, where the two are now. `None`
    /// when one is gone.
    pub fn of(stage: &Stage, pair: (ColliderId, ColliderId)) -> Option<Specimen> {
        let (a, b) = in_engine_order(pair);
        let mut specimen = Specimen::alone(stage, pair)?;
        specimen.scene = Some(Scene::of(stage, (a, b)));
        let (center, size) = (specimen.center(), specimen.size());
        let near = |shape: &Shape, pose: Pose| {
            let bounds = shape.aabb(pose);
            let gap = Vec2::new(
                max(max(bounds.min.x - center.x, center.x - bounds.max.x), 0.0),
                max(max(bounds.min.y - center.y, center.y - bounds.max.y), 0.0),
            );
            gap.length() < AROUND * size
        };
        let colliders = stage.world().bodies().flat_map(|(id, body)| {
            body.colliders.iter().enumerate().map(move |(index, c)| (ColliderId { body: id, index: index as u32 }, &c.shape, body.pose))
        });
        let around = colliders.filter(|(id, shape, pose)| *id != a && *id != b && near(shape, *pose));
        specimen.around = around.take(MOST_AROUND).map(|(_, shape, pose)| (shape.clone(), pose)).collect();
        Some(specimen)
    }

    /// The same without the scene and what stands around the pair: enough for SAT, GJK and EPA, and cheap enough for
    /// every picture of a running scene.
    pub fn alone(stage: &Stage, pair: (ColliderId, ColliderId)) -> Option<Specimen> {
        let (a, b) = in_engine_order(pair);
        let world = stage.world();
        let (body_a, body_b) = (world.body(a.body)?, world.body(b.body)?);
        let contact = world.contact(a, b).filter(|c| c.count > 0);
        let (pose_a, pose_b) = contact.as_ref().map_or((body_a.pose, body_b.pose), |c| (c.pose_a, c.pose_b));
        let name = |id: ColliderId| stage.names().bodies.name(id.body).unwrap_or("the world").to_owned();
        let (shape_a, shape_b) = (&world.collider(a)?.shape, &world.collider(b)?.shape);
        let [shape_a, shape_b] = showing_what_matters(shape_a, shape_b, pose_a.inv_mul(pose_b));
        Some(Specimen {
            a: PlacedShape { shape: shape_a, pose: pose_a, name: name(a) },
            b: PlacedShape { shape: shape_b, pose: pose_b, name: name(b) },
            around: Arc::new([]),
            narrow_phase: world.settings().narrow_phase,
            options: Options {
                exact: world.narrow_reach(a, b).exact,
                motion: [body_a, body_b].map(|body| motion_of(body, world.settings().step_seconds())),
                ..Options::default()
            },
            hidden: world.hidden_edges([a, b]).map(|edges| edges.map(Arc::new)),
            stored: contact.map(|c| c.manifold),
            scene: None,
        })
    }

    /// The same pair seen from the other side: A is B. What the world stored is left out, because it is told from A.
    pub fn swapped(self) -> Specimen {
        let Specimen { a, b, mut options, mut hidden, scene, .. } = self;
        options.motion.reverse();
        options.search = options.search.map(ImpactSearch::swapped);
        hidden.reverse();
        let scene = scene.map(|scene| Scene { pair: (scene.pair.1, scene.pair.0), ..scene });
        Specimen { a: b, b: a, around: self.around, narrow_phase: self.narrow_phase, options, hidden, stored: None, scene }
    }

    /// The same with the stage as it stood before its last step. Without one (a scene just opened) the microscopes
    /// show the step to come, so a contact that the file has kept is taken as that step will make it.
    pub fn with_before(mut self, before: Option<Stage>) -> Specimen {
        if let Some(scene) = &mut self.scene {
            scene.before = before.map(Arc::new);
        }
        if let Some(next) = self.scene.as_ref().and_then(next_contact) {
            (self.a.pose, self.b.pose, self.stored) = (next.pose_a, next.pose_b, Some(next.manifold));
            self.show_what_matters();
        }
        self
    }

    /// Of a half-plane the cores are the part that the narrow phase gives to the other; it changes with the place.
    fn show_what_matters(&mut self) {
        if self.a.shape.is_endless() || self.b.shape.is_endless() {
            [self.a.shape, self.b.shape] = showing_what_matters(&self.a.shape, &self.b.shape, self.pose_b_in_a());
        }
    }

    /// The same with the cores that the search for the time of impact gets: of a half-plane the part that the other may
    /// come to on its way.
    pub fn on_its_way(&self) -> Specimen {
        let mut specimen = self.clone();
        let (way_a, way_b) = (self.sweep(Side::A), self.sweep(Side::B));
        [specimen.a.shape, specimen.b.shape] = showing_on_the_way([&self.a.shape, &self.b.shape], [&way_a, &way_b]);
        specimen
    }

    /// True when nobody has dragged this side: it is as the scene's contact has it, or as the step to come will.
    pub(super) fn is_of_scene(&self, side: Side) -> bool {
        let Some(scene) = &self.scene else { return false };
        if self.is_held_by_world() {
            return true; // nothing of it can be dragged
        }
        let (world, now) = (scene.stage.world(), self.side(side));
        let id = if side == Side::A { scene.pair.0 } else { scene.pair.1 };
        let (Some(body), Some(collider)) = (world.body(id.body), world.collider(id)) else { return false };
        let pose_of = |contact: Contact| if side == Side::A { contact.pose_a } else { contact.pose_b };
        let contact = world.contact(scene.pair.0, scene.pair.1).filter(|contact| contact.count > 0);
        let was = contact.map_or(body.pose, pose_of);
        now.shape == collider.shape && (now.pose == was || next_contact(scene).is_some_and(|next| now.pose == pose_of(next)))
    }

    /// The same with the names of the contact points after each of the steps before, oldest first.
    pub fn with_past(mut self, past: Vec<Vec<FeatureId>>) -> Specimen {
        if let Some(scene) = &mut self.scene {
            scene.past = past.into();
        }
        self
    }

    /// One of the two.
    pub fn side(&self, side: Side) -> &PlacedShape {
        match side {
            Side::A => &self.a,
            Side::B => &self.b,
        }
    }

    fn side_mut(&mut self, side: Side) -> &mut PlacedShape {
        match side {
            Side::A => &mut self.a,
            Side::B => &mut self.b,
        }
    }

    /// Core of A, A's frame.
    pub fn core_a(&self) -> Convex<'_> {
        self.a.shape.convex()
    }

    /// Core of B, B's frame.
    pub fn core_b(&self) -> Convex<'_> {
        self.b.shape.convex()
    }

    /// Both radii together, metres.
    pub fn radius(&self) -> f32 {
        self.core_a().radius + self.core_b().radius
    }

    /// B's frame seen from A's: what every algorithm gets.
    pub fn pose_b_in_a(&self) -> Pose {
        self.a.pose.inv_mul(self.b.pose)
    }

    /// How far the narrow phase looks: what the world's step gives it for this pair, unless the margin was changed.
    pub fn reach(&self) -> Reach {
        Reach { margin: self.options.margin, exact: max(self.options.margin, self.options.exact) }
    }

    /// What GJK is told: the start direction in A's frame.
    pub fn gjk_options(&self) -> GjkOptions {
        let start = self.options.gjk.start_direction.map(|d| self.a.pose.rotation.inv_rotate(d));
        GjkOptions { start_direction: start, ..self.options.gjk }
    }

    /// A point of A's frame in the world.
    pub fn at(&self, local: Vec2) -> Vec2 {
        self.a.pose.transform_point(local)
    }

    /// A direction of A's frame in the world.
    pub fn turned(&self, local: Vec2) -> Vec2 {
        self.a.pose.rotation.rotate(local)
    }

    /// Core vertices of one side in the world.
    pub fn points(&self, side: Side) -> Vec<Vec2> {
        let sample = self.side(side);
        sample.shape.convex().points.iter().map(|&p| sample.pose.transform_point(p)).collect()
    }

    /// How one side moves during the step to come.
    pub fn motion(&self, side: Side) -> Motion {
        self.options.motion[side as usize]
    }

    /// The way of one side's body during the step to come.
    pub fn sweep(&self, side: Side) -> Sweep {
        let (pose, motion) = (self.side(side).pose, self.motion(side));
        let start_center = pose.transform_point(motion.local_center);
        let Motion { local_center, travel, turn } = motion;
        let sweep = Sweep { local_center, start_center, travel, start_rotation: pose.rotation, turn };
        // Of a search of the engine its very bits, until somebody drags the body or turns the dial.
        let searched = self.options.search.map(|search| search.sweeps[side as usize]);
        searched.filter(|way| way.pose_at(0.0) == pose && Motion::of(way) == motion).unwrap_or(sweep)
    }

    /// Diagonal of one side's box, metres.
    fn extent(&self, side: Side) -> f32 {
        self.side(side).shape.core_aabb(self.side(side).pose).size().length()
    }

    /// A length to draw by: the diagonal of the smaller of the two, but at least a tenth of the larger up to 1 m; of a
    /// body that a joint holds to the world that of the body.
    pub fn size(&self) -> f32 {
        if let Some(body) = self.held_body() {
            return body.size().length();
        }
        let (a, b) = (self.extent(Side::A), self.extent(Side::B));
        max(min(a, b), min(0.1 * max(a, b), 1.0))
    }

    /// Where the eye is: the middle of the smaller one, or of the body that a joint holds to the world.
    pub fn center(&self) -> Vec2 {
        let smaller = if self.extent(Side::A) < self.extent(Side::B) { Side::A } else { Side::B };
        let bounds = self.held_body().unwrap_or_else(|| self.side(smaller).shape.core_aabb(self.side(smaller).pose));
        bounds.center()
    }
}

/// The contact that the scene's step to come makes, where that is the step to be shown and there were points before.
fn next_contact(scene: &Scene) -> Option<Contact> {
    let (a, b) = scene.pair;
    let had_points = scene.stage.world().contact(a, b).is_some_and(|contact| contact.count > 0);
    if scene.before.is_some() || !had_points {
        return None;
    }
    let mut next = (*scene.stage).clone();
    next.step();
    next.world().contact(a, b).filter(|contact| contact.count > 0)
}
