//! Phase *Boxes*: boxes around colliders, measured anew, eight at once, when their bodies have moved. A body's
//! colliders get lanes when its motion is taken from the solver, while the body is at hand; of a fast one, which may be
//! put back, after that.
//!
//! ```text
//!   body: pose, velocities ─┐
//!                           ├─▶ tight box ─▶ swept box ─▶ does the enlarged one still serve?  no: a new one
//!   shape: corners, radius ─┘                             (broad::boxes)
//! ```
//!
//! Each box is kept once: tight and swept ones in the tables that pairs are measured with, enlarged ones in the broad
//! phase.

use super::settings::WorldSettings;
use super::tables::{BodyTables, quad_of};
use crate::engine::aabb::Aabb;
use crate::engine::arena::Arena;
use crate::engine::body::{Body, BodyId};
use crate::engine::broad::{self, BoxMotion, Broad};
use crate::engine::lanes::{self, BLOCK, IndexRow, Kernel, LaneRow, Lanes, Width};
use crate::engine::math::{Pose, Rot, Vec2};
use crate::engine::narrow::core_table::Cores;
use crate::engine::prefetch::with_upcoming;

/// When so many colliders are in lanes, they are measured: few enough to stay in the nearest caches.
const ENOUGH: usize = 128;

/// The boxes around a collider, world, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Boxes {
    /// The tight one, where the body is now.
    pub tight: Aabb,
    /// The enlarged one that the broad phase works with: it changes only when it no longer holds the swept one with
    /// some slack ([`broad::still_fits`]).
    pub fat: Aabb,
}

/// Eight colliders that are measured.
#[derive(Clone, Copy, Debug, Default)]
struct Block {
    proxies: [u32; BLOCK],
    shapes: IndexRow,
    /// The body's frame: x, y, cosine and sine.
    frame: [LaneRow; 4],
    /// The body's centre of mass.
    center: [LaneRow; 2],
    /// Its way in a step.
    travel: [LaneRow; 2],
    /// How far its farthest point swings in a step.
    rotation_bound: LaneRow,
    /// See [`Body::extent`].
    extent: LaneRow,
    /// Least x and y, largest x and y.
    tight: [LaneRow; 4],
    swept: [LaneRow; 4],
    /// Bit per lane: the body can be pushed.
    restless: u32,
}

/// A collider that has outgrown its enlarged box.
#[derive(Clone, Copy, Debug)]
struct Outgrown {
    proxy: u32,
    /// The new enlarged box, metres.
    fat_aabb: Aabb,
    /// True when its body can be pushed.
    restless: bool,
}

/// Buffers.
#[derive(Clone, Debug, Default)]
pub(super) struct BoxUpdate {
    blocks: Vec<Block>,
    /// How many lanes of them are taken.
    count: usize,
    outgrown: Vec<Outgrown>,
}

impl BoxUpdate {
    /// Puts a body's colliders into lanes; measures when there are enough. `sole` is the number of its collider in the
    /// broad phase, if it has only one and the caller knows it.
    #[inline]
    pub fn add(&mut self, body: &Body, sole: Option<u32>, settings: &WorldSettings, tables: &mut BodyTables, broad: &mut Broad) {
        let motion = BoxMotion::of(body, settings.step_seconds());
        match sole {
            Some(proxy) => self.put(body, &motion, proxy, tables),
            None => body.colliders.iter().for_each(|collider| self.put(body, &motion, collider.proxy, tables)),
        }
        if self.count >= ENOUGH {
            self.measure(settings.width, tables, broad);
        }
    }

    /// The same for fast bodies, by place in the arena, once it is known where they stop.
    pub fn add_all(
        &mut self,
        fast: &[u32],
        bodies: &Arena<BodyId, Body>,
        settings: &WorldSettings,
        tables: &mut BodyTables,
        broad: &mut Broad,
    ) {
        for &index in fast {
            let sole = tables.builds[index as usize + 1].sole_proxy;
            self.add(&bodies.values()[index as usize], sole, settings, tables, broad);
        }
    }

    #[inline]
    fn put(&mut self, body: &Body, motion: &BoxMotion<f32>, proxy: u32, tables: &BodyTables) {
        let lane = self.count % BLOCK;
        if lane == 0 {
            self.blocks.push(Block::default());
        }
        self.count += 1;
        if let Some(block) = self.blocks.last_mut() {
            block.put(lane, body, motion, proxy, tables.sites[proxy as usize].shape);
        }
    }

    /// Boxes of the colliders in the lanes; who needs a new enlarged one. The lanes are empty then.
    fn measure(&mut self, width: Width, tables: &mut BodyTables, broad: &mut Broad) {
        let BoxUpdate { blocks, count, outgrown } = self;
        lanes::run(width, Measure { blocks, cores: tables.shapes.cores() });
        for index in 0..std::mem::take(count) {
            let (block, lane) = (&mut blocks[index / BLOCK], index % BLOCK);
            if tables.shapes.cores().is_large(block.shapes.0[lane]) {
                block.measure_large(lane, tables);
            }
            block.take(lane, tables, broad, outgrown);
        }
        blocks.clear();
    }

    /// Measures the rest and tells the broad phase the new enlarged boxes.
    pub fn renew(&mut self, width: Width, tables: &mut BodyTables, broad: &mut Broad) {
        self.measure(width, tables, broad);
        for (&Outgrown { proxy, fat_aabb, restless }, [soon, _]) in with_upcoming(&self.outgrown) {
            if let Some(outgrown) = soon {
                broad.prefetch(outgrown.proxy);
            }
            broad.renew(proxy, fat_aabb, restless);
        }
        self.outgrown.clear();
    }
}

impl Block {
    fn put(&mut self, lane: usize, body: &Body, motion: &BoxMotion<f32>, proxy: u32, shape: u32) {
        let (position, rotation) = (body.pose.position, body.pose.rotation);
        (self.proxies[lane], self.shapes.0[lane]) = (proxy, shape);
        for (row, number) in self.frame.iter_mut().zip([position.x, position.y, rotation.cos, rotation.sin]) {
            row.0[lane] = number;
        }
        for k in 0..2 {
            (self.center[k].0[lane], self.travel[k].0[lane]) = (motion.center[k], motion.travel[k]);
        }
        (self.rotation_bound.0[lane], self.extent.0[lane]) = (motion.rotation_bound, motion.extent);
        self.restless |= u32::from(body.is_mobile()) << lane;
    }

    /// The swept box from the tight one.
    #[inline(always)]
    fn sweep<L: Lanes>(&mut self, at: usize) {
        let motion = BoxMotion {
            center: [L::load(&self.center[0], at), L::load(&self.center[1], at)],
            travel: [L::load(&self.travel[0], at), L::load(&self.travel[1], at)],
            rotation_bound: L::load(&self.rotation_bound, at),
            extent: L::load(&self.extent, at),
        };
        let [min_x, min_y, max_x, max_y] = &self.tight;
        let tight = [L::load(min_x, at), L::load(min_y, at), L::load(max_x, at), L::load(max_y, at)];
        for (row, side) in self.swept.iter_mut().zip(motion.swept(tight)) {
            side.store(row, at);
        }
    }

    /// One whose corners the kernel does not have.
    fn measure_large(&mut self, lane: usize, tables: &BodyTables) {
        let [x, y, cos, sin] = [0, 1, 2, 3].map(|k: usize| self.frame[k].0[lane]);
        let pose = Pose { position: Vec2::new(x, y), rotation: Rot { cos, sin } };
        let Aabb { min, max } = tables.shapes.get(self.shapes.0[lane]).aabb(pose);
        for (row, side) in self.tight.iter_mut().zip([min.x, min.y, max.x, max.y]) {
            row.0[lane] = side;
        }
        self.sweep::<f32>(lane);
    }

    /// The boxes of a lane into the tables; a new enlarged one if they have outgrown it.
    fn take(&self, lane: usize, tables: &mut BodyTables, broad: &mut Broad, outgrown: &mut Vec<Outgrown>) {
        let of = |rows: &[LaneRow; 4]| {
            let [min_x, min_y, max_x, max_y] = rows;
            Aabb { min: Vec2::new(min_x.0[lane], min_y.0[lane]), max: Vec2::new(max_x.0[lane], max_y.0[lane]) }
        };
        let (proxy, swept) = (self.proxies[lane], of(&self.swept));
        tables.boxes[proxy as usize] = of(&self.tight);
        tables.swept[proxy as usize] = quad_of(swept);
        let restless = self.restless >> lane & 1 == 1;
        if !broad::still_fits(broad.fat_aabb(proxy), swept) {
            let travel = Vec2::new(self.travel[0].0[lane], self.travel[1].0[lane]);
            outgrown.push(Outgrown { proxy, fat_aabb: broad::fat_box(swept, travel), restless });
        } else if !restless {
            broad.keep_at_rest(proxy);
        }
    }
}

/// Tight and swept boxes of eight colliders each. Those of shapes with more corners than [`Cores`] has are wrong.
struct Measure<'a> {
    blocks: &'a mut [Block],
    cores: &'a Cores,
}

impl Kernel for Measure<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        for block in self.blocks {
            let large = self.cores.have_many_corners(&block.shapes);
            for at in (0..BLOCK).step_by(L::COUNT) {
                let [x, y, cos, sin] = &block.frame;
                let frame = [L::load(x, at), L::load(y, at), L::load(cos, at), L::load(sin, at)];
                let tight = if large {
                    self.cores.bounds::<L, 8>(&block.shapes, at, frame)
                } else {
                    self.cores.bounds::<L, 4>(&block.shapes, at, frame)
                };
                for (row, side) in block.tight.iter_mut().zip(tight) {
                    side.store(row, at);
                }
                block.sweep::<L>(at);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::body::{BodyDef, BodyKind};
    use crate::engine::chance::Chance;
    use crate::engine::collider::ColliderDef;
    use crate::engine::collider::ColliderId;
    use crate::engine::shape::{BoxShape, Capsule, Circle, ConvexPolygon, Segment, Shape};
    use crate::engine::tuning;
    use crate::engine::world::World;

    /// Shapes of every form, also such whose corners the kernel does not have.
    fn shapes() -> Vec<Shape> {
        let mut shapes = vec![
            Circle::try_new(Vec2::new(0.3, -0.1), 0.5).unwrap().into(),
            Capsule::try_new(Vec2::new(-0.5, 0.1), Vec2::new(0.7, 0.0), 0.25).unwrap().into(),
            Segment::try_new(Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.2)).unwrap().into(),
            BoxShape::try_new(1.0, 0.4, Vec2::new(0.1, 0.2), 0.7, 0.1).unwrap().into(),
        ];
        shapes.extend([3, 4, 5, 8, 9, 16].map(|corners| ConvexPolygon::regular(corners, 0.05).into()));
        shapes
    }

    #[test]
    fn eight_at_once_have_the_boxes_of_each_alone_at_every_width() {
        let mut chance = Chance::new(31);
        let mut between = |low, high| chance.between(low, high);
        let (shapes, seconds) = (shapes(), WorldSettings::default().step_seconds());
        let mut world = World::new(WorldSettings::default());
        for _ in 0..200 {
            let def = BodyDef {
                position: Vec2::new(between(-50.0, 50.0), between(-50.0, 50.0)),
                angle: between(-3.0, 3.0),
                linear_velocity: Vec2::new(between(-40.0, 40.0), between(-40.0, 40.0)),
                angular_velocity: between(-30.0, 30.0),
                ..BodyDef::default()
            };
            let first = between(0.0, shapes.len() as f32) as usize;
            let some = shapes.iter().cycle().skip(first).take(1 + first % 3);
            let colliders =
                some.map(|shape| ColliderDef { shape: shape.clone(), material: Default::default(), filter: Default::default() });
            world.add_body(def, colliders.collect());
        }
        for width in [Width::One, Width::Four, Width::Eight] {
            let mut blocks = Vec::new();
            let mut owners = Vec::new();
            for body in world.bodies.values() {
                for collider in &body.colliders {
                    let lane = owners.len() % BLOCK;
                    if lane == 0 {
                        blocks.push(Block::default());
                    }
                    let shape = world.tables.sites[collider.proxy as usize].shape;
                    blocks.last_mut().unwrap().put(lane, body, &BoxMotion::of(body, seconds), collider.proxy, shape);
                    owners.push((body, collider));
                }
            }
            lanes::run(width, Measure { blocks: &mut blocks, cores: world.tables.shapes.cores() });
            let mut large = 0;
            for (index, (body, collider)) in owners.into_iter().enumerate() {
                let (block, lane) = (&mut blocks[index / BLOCK], index % BLOCK);
                if collider.shape.convex().points.len() > 8 {
                    block.measure_large(lane, &world.tables);
                    large += 1;
                }
                let tight = collider.shape.aabb(body.pose);
                let swept = broad::swept_box(tight, body, seconds);
                let of = |rows: &[LaneRow; 4]| [0, 1, 2, 3].map(|k: usize| rows[k].0[lane].to_bits());
                let bits = |aabb: Aabb| quad_of(aabb).0.map(f32::to_bits);
                let found = (of(&block.tight), of(&block.swept));
                assert_eq!(found, (bits(tight), bits(swept)), "{width:?} {}", collider.shape.word());
                assert_eq!(world.tables.swept[collider.proxy as usize], quad_of(swept));
            }
            assert!(large > 20, "{large} with many corners: no test");
        }
    }

    /// Boxes are measured where a body's motion is taken, those of fast bodies after it is known where they stop.
    #[test]
    fn after_a_step_every_box_is_where_its_body_is_whether_that_was_slow_or_fast_or_lost() {
        for continuous in [true, false] {
            let mut world = World::new(WorldSettings { gravity: Vec2::ZERO, continuous, ..WorldSettings::default() });
            let material = crate::engine::material::Material::default();
            let collider = |shape: Shape| ColliderDef { shape, material, filter: Default::default() };
            let wall = BodyDef { kind: BodyKind::Static, position: Vec2::new(10.0, 0.0), ..BodyDef::default() };
            world.add_body(wall, vec![collider(BoxShape::try_new(0.05, 50.0, Vec2::ZERO, 0.0, 0.0).unwrap().into())]);
            // Slow; fast and free; fast and stopped by the wall; out of the world; each with one shape, with two, and
            // with none.
            let kinds = [(0.0, 1.0), (-40.0, -300.0), (9.0, 300.0), (-tuning::MAX_COORDINATE + 1.0, -300.0)];
            let mut ids = Vec::new();
            for (kind, (x, speed)) in kinds.into_iter().enumerate() {
                for count in 0..3 {
                    let def = BodyDef {
                        position: Vec2::new(x, 3.0 * (3 * kind + count) as f32 - 15.0),
                        linear_velocity: Vec2::new(speed, 0.0),
                        angular_velocity: 1.0,
                        ..BodyDef::default()
                    };
                    let shapes = (0..count).map(|k| collider(Circle::try_new(Vec2::new(0.3 * k as f32, 0.0), 0.2).unwrap().into()));
                    ids.push(world.add_body(def, shapes.collect()));
                }
            }
            let at = |world: &World, k: usize| world.body(ids[k]).unwrap().pose.position.x;
            for _ in 0..3 {
                world.step();
                world.validate().unwrap();
                for &id in &ids {
                    let body = world.body(id).unwrap();
                    let expected: Vec<Aabb> = body.colliders.iter().map(|collider| collider.shape.aabb(body.pose)).collect();
                    assert_eq!(world.boxes_of(id).map(|boxes| boxes.tight).collect::<Vec<_>>(), expected);
                    assert!(world.boxes_of(id).all(|boxes| broad::still_fits(boxes.fat, boxes.tight)));
                }
            }
            assert!(at(&world, 1) > 0.0 && at(&world, 4) < -50.0);
            assert_eq!((at(&world, 7) < 10.0, at(&world, 8) < 10.0), (continuous, continuous));
            assert!(world.body(ids[10]).unwrap().frozen && world.body(ids[11]).unwrap().frozen);
        }
    }

    #[test]
    fn a_body_tells_its_boxes_in_the_order_of_its_colliders_and_one_that_is_gone_has_none() {
        let mut world = World::new(WorldSettings::default());
        let colliders = |shape: &Shape| ColliderDef { shape: shape.clone(), material: Default::default(), filter: Default::default() };
        let id = world.add_body(BodyDef::default(), shapes().iter().map(colliders).collect());
        let body = world.body(id).unwrap();
        let expected: Vec<Aabb> = shapes().iter().map(|shape| shape.aabb(body.pose)).collect();
        assert_eq!(world.boxes_of(id).map(|boxes| boxes.tight).collect::<Vec<_>>(), expected);
        assert!(world.boxes_of(id).all(|boxes| broad::still_fits(boxes.fat, boxes.tight)));
        world.remove_body(id);
        assert_eq!((world.boxes_of(id).count(), world.boxes(ColliderId { body: id, index: 0 })), (0, None));
    }
}
