//! What pairs are measured with and what the solver works on, side by side.
//!
//! A crowd has several pairs per body, and most of them are tested only to find that they are still separated. What
//! such a test needs of a body is a tenth of what a body is. So it is copied side by side into tables, by *slot* (place
//! of the body in the arena + 1; slot 0 is the world itself, which never moves) and by *proxy* (number of the collider
//! in the broad phase):
//!
//! | table | by | holds | changes |
//! |---|---|---|---|
//! | `solver_bodies` | slot | velocity, inverse masses, motion since the start of the step | in every step |
//! | `poses`, `frames` | slot | centre of mass and orientation; the body's frame | in every step |
//! | `drives` | slot | forces and what else only the integration needs | in every step |
//! | `motion_bounds`, `reaches` | slot | how far it moves in a step; how far its manifolds may move to be kept | in every step |
//! | `slots` | body | slot of each simulated body | with edits |
//! | `builds` | slot | centre, inverse masses, half width, what kind, a sole collider | with edits |
//! | `extents` | slot | distance of its farthest point from its centre of mass | with edits |
//! | `boxes` | proxy | tight box | in every step |
//! | `swept` | proxy | box around its motion in the next step | in every step |
//! | `sites` | proxy | slot, number of the shape | with edits |
//! | `surfaces` | proxy | sliding and static friction, restitution, rounding | with edits |
//! | `shapes` | shape | shapes, equal ones once | with edits |
//! | `internal_edges` | proxy | what flush neighbours hide of it | with edits |
//!
//! Equal shapes are kept once ([`super::shapes`]): ten thousand crates are one crate that stays in the cache. The
//! numbers are copies, and bodies and colliders stay what counts; but `boxes` and `swept` are kept nowhere else
//! ([`super::boxes`]).

use super::internal_edges::InternalEdgeTable;
use super::shapes::Shapes;
use crate::engine::aabb::Aabb;
use crate::engine::arena::take_places;
use crate::engine::body::Body;
use crate::engine::collider::Collider;
use crate::engine::lanes::{Float4, Float4Pair};
use crate::engine::material::Material;
use crate::engine::math::{Pose, Rot, Vec2, max, min};
use crate::engine::narrow::batch::{NarrowBatch, NarrowSettings};
use crate::engine::narrow::internal_edges::without_internal_edges;
use crate::engine::narrow::{Manifold, NarrowAnswer, NarrowPhase, collide};
use crate::engine::prefetch::prefetch_at;
use crate::engine::probe::NoProbe;
use crate::engine::shape::Shape;
use crate::engine::solver::body::SolverBody;
use crate::engine::solver::drive::Drive;
use crate::engine::solver::mean_motion::move_by_mean_velocity;
use crate::engine::tuning;

/// How a body is made.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Build {
    /// Centre of mass in the body's frame, metres.
    pub local_center: Vec2,
    /// 1/mass, 1/kg; 0 for a body that nothing can push.
    pub inv_mass: f32,
    /// 1/inertia, 1/(kg·m²); 0 for a body that nothing can turn.
    pub inv_inertia: f32,
    /// Smallest half width of its shapes, metres; `f32::MAX` for a body that nothing can push.
    pub half_width: f32,
    /// How much farther than its half width the body reaches, metres; 0 for a disc, which looks the same however it
    /// turns.
    pub elongation: f32,
    /// True for a body that can be pushed, asleep or not.
    pub mobile: bool,
    /// True for a body that takes part in the present step.
    pub simulated: bool,
    /// True for a body that may not pass what can be pushed either.
    pub bullet: bool,
    /// True when one of its shapes bounces ([`tuning::BOUNCY`]).
    pub bouncy: bool,
    /// Of its collider, in the broad phase, if it has just one.
    pub sole_proxy: Option<u32>,
}

impl Build {
    /// True when a body that turns by that much in a step, radians, is so long that what its contacts were at the start
    /// says little about their end.
    pub fn turns_fast(&self, turn: f32) -> bool {
        turn > tuning::TURNING_FAST && turn * self.elongation > tuning::SPECULATIVE_MARGIN
    }
}

/// Where a collider is found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Site {
    /// Slot of its body.
    pub slot: u32,
    /// Number of its shape in [`BodyTables::shapes`].
    pub shape: u32,
}

/// What a contact takes from a collider.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Surface {
    /// Coulomb friction coefficient while sliding.
    pub friction: f32,
    /// The same while not, never below it.
    pub grip: f32,
    /// Coefficient of restitution.
    pub restitution: f32,
    /// Rounding of the shape, metres.
    pub radius: f32,
}

impl Surface {
    /// Of a shape of this material.
    pub fn of(material: Material, shape: &Shape) -> Surface {
        Surface { friction: material.friction, grip: material.grip(), restitution: material.restitution, radius: shape.convex().radius }
    }
}

/// A body that reaches beyond its half width by less than this share is a disc.
const DISC: f32 = 1e-5;

/// See the head of this file.
#[derive(Clone, Debug)]
pub(super) struct BodyTables {
    /// Velocities and motion within the step as the solver has them; all zero for what does not move.
    pub solver_bodies: Vec<Float4Pair>,
    /// Centre of mass (x, y) and orientation (cosine, sine) at the start of the step.
    pub poses: Vec<Float4>,
    pub drives: Vec<Drive>,
    /// Slots that move in this step.
    pub moving: Vec<u32>,
    /// Of those, in order, slots of bodies that touch something from the start of the step on, have no joint, and are
    /// not slow, each with its velocities at the start.
    pub sliding: Vec<(u32, Float4)>,
    /// Slots of bodies that a contact holds, where some contact has restitution.
    pub held: Vec<bool>,
    /// Slot of each body that is simulated, by its place in the arena; 0 for the others.
    pub slots: Vec<u32>,
    /// How far the body's farthest point moves in this step if its velocity stays, metres.
    pub motion_bounds: Vec<f32>,
    /// Distance of the body's farthest point from its centre of mass, metres.
    pub extents: Vec<f32>,
    /// How far a manifold of this body may have moved to be kept, metres; 0 for a body that turns fast
    /// ([`BodyTables::turn_fast`]).
    pub reaches: Vec<f32>,
    pub frames: Vec<Pose>,
    pub builds: Vec<Build>,
    pub boxes: Vec<Aabb>,
    /// Least x and y, largest x and y.
    pub swept: Vec<Float4>,
    pub sites: Vec<Site>,
    pub surfaces: Vec<Surface>,
    /// True once any surface has had a static friction above that of sliding.
    pub any_grip: bool,
    /// True once any surface has bounced ([`tuning::BOUNCY`]).
    pub any_bounce: bool,
    pub shapes: Shapes,
    pub internal_edges: InternalEdgeTable,
}

impl Default for BodyTables {
    /// With slot 0.
    fn default() -> Self {
        BodyTables {
            solver_bodies: vec![Float4Pair::default()],
            poses: vec![Float4([0.0, 0.0, 1.0, 0.0])],
            drives: vec![Drive::NONE],
            moving: Vec::new(),
            sliding: Vec::new(),
            held: Vec::new(),
            slots: Vec::new(),
            motion_bounds: Vec::new(),
            extents: Vec::new(),
            reaches: Vec::new(),
            frames: Vec::new(),
            builds: Vec::new(),
            boxes: Vec::new(),
            swept: Vec::new(),
            sites: Vec::new(),
            surfaces: Vec::new(),
            any_grip: false,
            any_bounce: false,
            shapes: Shapes::default(),
            internal_edges: InternalEdgeTable::default(),
        }
    }
}

impl BodyTables {
    /// Answers of the narrow phase for a batch of pairs.
    pub fn collide<'m>(&self, settings: NarrowSettings, batch: &'m mut NarrowBatch) -> &'m [NarrowAnswer] {
        self.shapes.collide(settings, batch, self.internal_edges.all())
    }

    /// The manifold of two colliders, as [`BodyTables::collide`] finds it; B's frame in A's.
    pub fn manifold_of(&self, colliders: [&Collider; 2], pose_b_in_a: Pose, method: NarrowPhase, margin: f32) -> Manifold {
        let [a, b] = colliders.map(|collider| &collider.shape);
        let manifold = collide(a, b, pose_b_in_a, method, margin, &mut NoProbe);
        let edges = self.internal_edges.edges_of(colliders.map(|collider| collider.proxy));
        without_internal_edges([a.convex(), b.convex()], pose_b_in_a, edges, margin, manifold, &mut NoProbe)
    }

    /// Gives a new body, the last in order of creation, its slot.
    pub fn add_slot(&mut self) {
        self.solver_bodies.push(Float4Pair::default());
        self.poses.push(self.poses[0]);
        self.drives.push(Drive::NONE);
    }

    /// Gives every slot its entries in all tables.
    pub fn fill_slots(&mut self) {
        let count = self.solver_bodies.len();
        self.motion_bounds.resize(count, 0.0);
        self.extents.resize(count, 0.0);
        self.reaches.resize(count, tuning::RECYCLE_DISTANCE);
        self.frames.resize(count, Pose::IDENTITY);
        self.builds.resize(count, Build::default());
    }

    /// The bodies of these slots go, which are in order: later slots move down.
    pub fn remove_slots(&mut self, slots: &[usize]) {
        take_places(&mut self.solver_bodies, slots);
        take_places(&mut self.poses, slots);
        take_places(&mut self.drives, slots);
        take_places(&mut self.motion_bounds, slots);
        take_places(&mut self.extents, slots);
        take_places(&mut self.reaches, slots);
        take_places(&mut self.frames, slots);
        take_places(&mut self.builds, slots);
    }

    /// A body that rests, or one at the start of an edit.
    pub fn load_at_rest(&mut self, slot: usize, body: &Body, simulated: bool) {
        let mobile = body.is_mobile();
        let (inv_mass, inv_inertia) = if mobile { (body.inv_mass, body.inv_inertia) } else { (0.0, 0.0) };
        let half_width = if mobile { body.half_width } else { f32::MAX };
        let (local_center, bullet) = (body.local_center, body.bullet);
        let sole_proxy = if let [sole] = &body.colliders[..] { Some(sole.proxy) } else { None };
        let elongation = max(body.extent - body.half_width, 0.0);
        let bouncy = body.colliders.iter().any(|collider| collider.material.restitution >= tuning::BOUNCY);
        self.builds[slot] =
            Build { local_center, inv_mass, inv_inertia, half_width, elongation, mobile, simulated, bullet, bouncy, sole_proxy };
        self.frames[slot] = body.pose;
        self.reaches[slot] = tuning::RECYCLE_DISTANCE;
        (self.motion_bounds[slot], self.extents[slot]) = (0.0, body.extent);
        for collider in &body.colliders {
            self.sites[collider.proxy as usize].slot = slot as u32;
            if !simulated {
                self.rest(collider.proxy);
            }
        }
    }

    /// The body of a collider has no velocity any more.
    pub fn rest(&mut self, proxy: u32) {
        self.swept[proxy as usize] = quad_of(self.boxes[proxy as usize]);
    }

    /// A simulated body at the start of a step of `seconds`.
    pub fn load(&mut self, slot: usize, body: &Body, seconds: f32) {
        let speed = body.farthest_point_speed();
        self.frames[slot] = body.pose;
        let turn = seconds * body.angular_velocity.abs();
        self.reaches[slot] = if self.builds[slot].turns_fast(turn) {
            0.0
        } else {
            let most = if speed < tuning::RECYCLE_SPEED { tuning::RECYCLE_DISTANCE } else { tuning::RECYCLE_DISTANCE_FAST };
            min(most, tuning::RECYCLE_SHARE * body.extent)
        };
        self.motion_bounds[slot] = speed * seconds;
    }

    /// Takes bodies with joints out of the list of sliding ones. `joined`: their slots, in order.
    pub fn keep_sliding_without_joint(&mut self, joined: impl Iterator<Item = u32>) {
        let mut joined = joined.peekable();
        self.sliding.retain(|&(slot, _)| {
            while joined.next_if(|&other| other < slot).is_some() {}
            joined.peek() != Some(&slot)
        });
    }

    /// After a step of `substeps` sub-steps of `h` seconds: see [`crate::engine::solver::mean_motion`]. What was hit
    /// (`is_hit`, by slot) has its own way, even where a uniform acceleration would have led as far.
    pub fn move_by_mean_velocities(&mut self, h: f32, substeps: u32, is_hit: impl Fn(u32) -> bool) {
        for &(slot, start) in self.sliding.iter().filter(|&&(slot, _)| !is_hit(slot)) {
            let slot = slot as usize;
            move_by_mean_velocity(&mut self.solver_bodies[slot], start, self.extents[slot], h, substeps);
        }
    }

    /// Bodies that come nearer to each other by more than this in a step may get points within it, metres: less than
    /// the margin where small bodies bounce, whose normal turns on the way ([`tuning::TURN_ABOUT`]).
    #[inline]
    pub fn fast_margin(&self, slots: [u32; 2]) -> f32 {
        if !self.any_bounce || !slots.iter().any(|&slot| self.builds[slot as usize].bouncy) {
            return tuning::SPECULATIVE_MARGIN;
        }
        let [a, b] = slots.map(|slot| self.extents[slot as usize]);
        min(tuning::SPECULATIVE_MARGIN, tuning::TURN_ABOUT * (a + b))
    }

    /// No pair has a smaller [`BodyTables::fast_margin`], metres.
    pub fn least_margin(&self) -> f32 {
        if self.any_bounce { 0.0 } else { tuning::SPECULATIVE_MARGIN }
    }

    /// How fast the gap of two bodies can close, m/s, at most: [`closing_bound`], but for the spin of discs, which
    /// moves no surface along its normal. `between` from A's centre of mass to B's, metres.
    pub fn fastest_closing(&self, slots: [u32; 2], [a, b]: &[SolverBody; 2], between: Vec2) -> f32 {
        let levers = slots.map(|slot| {
            let (extent, elongation) = (self.extents[slot as usize], self.builds[slot as usize].elongation);
            if elongation <= DISC * extent { 0.0 } else { extent }
        });
        if levers == [0.0; 2] { (b.velocity - a.velocity).length() } else { closing_bound(a, b, levers, between) }
    }

    /// True when one of the bodies in two slots turns fast ([`Build::turns_fast`]) when the step begins.
    #[inline]
    pub fn turn_fast(&self, slots: [u32; 2]) -> bool {
        slots.iter().any(|&slot| self.reaches[slot as usize] == 0.0)
    }

    /// Centre of mass and orientation of the body in a slot at the start of the step.
    #[inline]
    pub fn pose(&self, slot: u32) -> Pose {
        let [x, y, cos, sin] = self.poses[slot as usize].0;
        Pose { position: Vec2::new(x, y), rotation: Rot { cos, sin } }
    }

    /// Places in the arena of those of the bodies in two slots that are asleep.
    pub fn sleepers_among(&self, slots: [u32; 2]) -> impl Iterator<Item = u32> {
        let sleeps = |slot: &u32| {
            let Build { mobile, simulated, .. } = self.builds[*slot as usize];
            mobile && !simulated
        };
        slots.into_iter().filter(sleeps).map(|slot| slot - 1)
    }

    /// Frames of the bodies of two colliders.
    #[inline]
    pub fn frames_of(&self, proxies: [u32; 2]) -> [Pose; 2] {
        self.slots_of(proxies).map(|slot| self.frames[slot as usize])
    }

    /// Slots of the bodies of two colliders.
    #[inline]
    pub fn slots_of(&self, proxies: [u32; 2]) -> [u32; 2] {
        proxies.map(|proxy| self.sites[proxy as usize].slot)
    }

    /// Prefetches boxes and sites of two colliders.
    #[inline]
    pub fn prefetch_colliders(&self, proxies: &[u32; 2]) {
        for &proxy in proxies {
            prefetch_at(&self.boxes, proxy as usize);
            prefetch_at(&self.sites, proxy as usize);
        }
    }

    /// Says what contacts take from a collider.
    pub fn set_surface(&mut self, proxy: u32, surface: Surface) {
        self.surfaces[proxy as usize] = surface;
        self.any_grip |= surface.grip > surface.friction;
        self.any_bounce |= surface.restitution >= tuning::BOUNCY;
    }

    /// Gives a proxy its entries.
    pub fn add_proxy(&mut self, proxy: u32, shape: u32, tight: Aabb, surface: Surface) {
        let count = self.sites.len().max(proxy as usize + 1);
        self.sites.resize(count, Site::default());
        self.boxes.resize(count, tight);
        self.swept.resize(count, quad_of(tight));
        self.surfaces.resize(count, surface);
        self.set_surface(proxy, surface);
        self.sites[proxy as usize] = Site { slot: 0, shape };
        self.boxes[proxy as usize] = tight;
        self.swept[proxy as usize] = quad_of(tight);
    }
}

/// A box as several are gathered at once: least x and y, largest x and y.
#[inline]
pub(super) fn quad_of(aabb: Aabb) -> Float4 {
    Float4([aabb.min.x, aabb.min.y, aabb.max.x, aabb.max.y])
}

/// How fast any points of two bodies can close, m/s, at most: the speed of the smaller body's farthest point as seen
/// from the larger, which may rotate (a drum's wall far from its axis is not fast for what it carries). `between` from
/// A's centre of mass to B's, metres.
pub(super) fn closing_bound(a: &SolverBody, b: &SolverBody, extents: [f32; 2], between: Vec2) -> f32 {
    let (large, small, extent, r) = if extents[0] < extents[1] { (b, a, extents[0], -between) } else { (a, b, extents[1], between) };
    let velocity = small.velocity - large.velocity_at(r);
    velocity.length() + (small.angular_velocity - large.angular_velocity).abs() * extent
}
