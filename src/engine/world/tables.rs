//! What pairs are measured with, packed for that purpose.
//!
//! A crowd has several pairs per body, and most of them are looked at only to find that they are still apart. What such a look needs of a body is a tenth of
//! what a body is. So it is copied side by side into tables, by *slot* (place of the body in the arena + 1, as the solver numbers them) and by *proxy* (number of the
//! collider in the broad phase):
//!
//! | table | by | holds | changes |
//! |---|---|---|---|
//! | `ways`, `reaches` | slot | how far it moves, and may move | in every step |
//! | `frames` | slot | pose of the body's frame | in every step |
//! | `slots` | body | slot of each simulated body | with edits |
//! | `builds` | slot | centre, inverse masses, half width, what kind, a sole collider | with edits |
//! | `extents` | slot | how far it reaches | with edits |
//! | `boxes` | proxy | tight box | in every step |
//! | `swept` | proxy | box of the way in the next step | in every step |
//! | `sites` | proxy | slot, number of the shape | with edits |
//! | `surfaces` | proxy | friction, restitution, rounding | with edits |
//! | `shapes` | shape | shapes, equal ones once | with edits |
//!
//! Equal shapes are kept once ([`super::shapes`]): ten thousand crates are one crate that stays in the cache. The numbers are copies, and bodies and colliders stay what
//! counts; but `boxes` and `swept` are kept nowhere else ([`super::boxes`]).

use super::shapes::Shapes;
use crate::engine::aabb::Aabb;
use crate::engine::arena::take_places;
use crate::engine::body::Body;
use crate::engine::lanes::Quad;
use crate::engine::material::Material;
use crate::engine::math::{Pose, Vec2, clamp};
use crate::engine::prefetch::prefetch_at;
use crate::engine::shape::Shape;
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
    /// True for a body that can be pushed, asleep or not.
    pub mobile: bool,
    /// True for a body that takes part in the present step.
    pub simulated: bool,
    /// True for a body that may not pass what can be pushed either.
    pub bullet: bool,
    /// Of its collider, in the broad phase, if it has just one.
    pub sole_proxy: Option<u32>,
}

/// Where a collider is found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Site {
    /// Slot of its body.
    pub slot: u32,
    /// Number of its shape in [`Tables::shapes`].
    pub shape: u32,
}

/// What a contact takes from a collider.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Surface {
    /// Coulomb friction coefficient.
    pub friction: f32,
    /// Coefficient of restitution.
    pub restitution: f32,
    /// Rounding of the shape, metres.
    pub radius: f32,
}

impl Surface {
    /// Of a shape of this material.
    pub fn of(material: Material, shape: &Shape) -> Surface {
        Surface { friction: material.friction, restitution: material.restitution, radius: shape.convex().radius }
    }
}

/// See the head of this file.
#[derive(Clone, Debug, Default)]
pub(super) struct Tables {
    /// Slot of each body that is simulated, by its place in the arena; 0 for the others.
    pub slots: Vec<u32>,
    /// Way of the body's farthest point in this step if its velocity stays, metres.
    pub ways: Vec<f32>,
    /// Distance of the body's farthest point from its centre of mass, metres.
    pub extents: Vec<f32>,
    /// How far a manifold of this body may have moved to be kept, metres.
    pub reaches: Vec<f32>,
    pub frames: Vec<Pose>,
    pub builds: Vec<Build>,
    pub boxes: Vec<Aabb>,
    /// Least x and y, largest x and y.
    pub swept: Vec<Quad>,
    pub sites: Vec<Site>,
    pub surfaces: Vec<Surface>,
    pub shapes: Shapes,
}

impl Tables {
    /// Makes room for slots below `count`.
    pub fn resize(&mut self, count: usize) {
        self.ways.resize(count, 0.0);
        self.extents.resize(count, 0.0);
        self.reaches.resize(count, tuning::RECYCLE_DISTANCE);
        self.frames.resize(count, Pose::IDENTITY);
        self.builds.resize(count, Build::default());
    }

    /// The bodies of these slots go, which are in order: later slots move down.
    pub fn remove_slots(&mut self, slots: &[usize]) {
        take_places(&mut self.ways, slots);
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
        self.builds[slot] = Build { local_center, inv_mass, inv_inertia, half_width, mobile, simulated, bullet, sole_proxy };
        self.frames[slot] = body.pose;
        self.reaches[slot] = tuning::RECYCLE_DISTANCE;
        (self.ways[slot], self.extents[slot]) = (0.0, body.extent);
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
        self.reaches[slot] = if speed < tuning::RECYCLE_SPEED {
            tuning::RECYCLE_DISTANCE
        } else {
            clamp(tuning::RECYCLE_SHARE_FAST * body.extent, tuning::LEAST_RECYCLE_FAST, tuning::MOST_RECYCLE_FAST)
        };
        self.ways[slot] = speed * seconds;
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

    /// Makes room for a proxy, its shape, its place and its surface.
    pub fn add_proxy(&mut self, proxy: u32, shape: u32, tight: Aabb, surface: Surface) {
        let count = self.sites.len().max(proxy as usize + 1);
        self.sites.resize(count, Site::default());
        self.boxes.resize(count, tight);
        self.swept.resize(count, quad_of(tight));
        self.surfaces.resize(count, surface);
        self.surfaces[proxy as usize] = surface;
        self.sites[proxy as usize] = Site { slot: 0, shape };
        self.boxes[proxy as usize] = tight;
        self.swept[proxy as usize] = quad_of(tight);
    }
}

/// A box as several are gathered at once: least x and y, largest x and y.
#[inline]
pub(super) fn quad_of(aabb: Aabb) -> Quad {
    Quad([aabb.min.x, aabb.min.y, aabb.max.x, aabb.max.y])
}
