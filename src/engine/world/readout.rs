//! Energy, momentum, joint forces, islands, fingerprint: numbers for people and tests. Nothing here changes the world.

use super::activity::unite_islands;
use super::load::{load_bodies, refresh_lists};
use super::pair_query::reach_of;
use super::parts::World;
use super::slack::{BodyPair, approach_of};
use super::store::Place;
use crate::engine::aabb::Aabb;
use crate::engine::body::{Body, BodyKind};
use crate::engine::collider::ColliderId;
use crate::engine::fingerprint::{Fingerprint, Fnv};
use crate::engine::island::DisjointSets;
use crate::engine::lanes::{Float4, Float4Pair};
use crate::engine::math::Vec2;
use crate::engine::narrow::Reach;
use crate::engine::narrow::internal_edges::InternalEdges;

/// Energy of all bodies and joints, or of one body, J.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// `Σ ½ m v² + ½ I ω²`.
    pub kinetic: f64,
    /// `−Σ m g·x` with each body's gravity scale; zero at the origin.
    pub potential: f64,
    /// What the springs of joints store; none of a single body.
    pub elastic: f64,
}

impl Energy {
    /// All of it: what stays the same while nothing is damped, driven or hit.
    pub fn total(&self) -> f64 {
        self.kinetic + self.potential + self.elastic
    }
}

/// Momentum of all dynamic bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Momentum {
    /// kg·m/s.
    pub linear: [f64; 2],
    /// About the world's origin, kg·m²/s.
    pub angular: f64,
}

/// The slack of a separated pair: how far it was from contact when it was last measured, which spares the narrow phase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slack {
    /// How much nearer the two could come then before they are tested again, metres; not above zero: in the next step.
    pub left: f32,
    /// Along which axis: unit, from the larger to the smaller body, in the frame of the larger; zero for a pair that
    /// has not been measured yet.
    pub axis: Vec2,
}

impl World {
    /// The slack of two colliders that are a separated pair; `None` for all others.
    pub fn slack_between(&self, x: ColliderId, y: ColliderId) -> Option<Slack> {
        let number = self.number_of(if x < y { (x, y) } else { (y, x) })?;
        let Place::Separated(index) = self.graph.store.place(number) else { return None };
        let Float4Pair { first: Float4([x, y, ..]), last: Float4([.., slack]) } = self.graph.store.slacks[index as usize];
        Some(Slack { left: slack, axis: Vec2::new(x, y) })
    }

    /// What flush neighbours hide of two colliders ([`crate::engine::narrow::internal_edges`]), as the step to come
    /// takes it; `None` for a collider that has nothing hidden, or is gone.
    pub fn hidden_edges(&self, colliders: [ColliderId; 2]) -> [Option<InternalEdges>; 2] {
        let known = &self.tables.internal_edges;
        let renewed = (!known.is_current()).then(|| {
            let mut table = known.clone();
            table.renew(&self.bodies);
            table
        });
        let table = renewed.as_ref().unwrap_or(known);
        colliders.map(|id| table.edges_of([self.collider(id)?.proxy; 2])[0].cloned())
    }

    /// How far the narrow phase looks when the step to come tests these two: the margin, and the distance up to which
    /// the answer is exact. One that closes fast is measured as far as it may come. Found by loading the bodies as
    /// that step does, in a copy of the world.
    pub fn narrow_reach(&self, x: ColliderId, y: ColliderId) -> Reach {
        let approach = self.number_of(if x < y { (x, y) } else { (y, x) }).and_then(|number| {
            if matches!(self.graph.store.place(number), Place::Colored(_)) {
                return None; // Its manifold is made again without regard to speed.
            }
            let mut next = self.clone();
            let World { settings, bodies, broad, tables, graph, activity, events, flow, .. } = &mut next;
            refresh_lists(activity, bodies, tables, graph, settings, &mut flow.findings);
            load_bodies(bodies, broad, tables, settings, activity, events);
            let proxies = graph.store.head(number).proxies;
            approach_of(BodyPair { slots: tables.slots_of(proxies), proxies }, tables, settings)
        });
        reach_of(approach.unwrap_or(0.0))
    }

    /// Kinetic and potential energy of all dynamic bodies, and elastic energy of all joints.
    pub fn energy(&self) -> Energy {
        let mut energy = Energy::default();
        for body in self.bodies.values().iter().filter(|b| b.kind == BodyKind::Dynamic) {
            let Energy { kinetic, potential, .. } = self.energy_of(body);
            energy.kinetic += kinetic;
            energy.potential += potential;
        }
        for (place, joint) in self.joints.values().iter().enumerate().filter(|(_, joint)| joint.kind.info().stored) {
            if let (Some(a), Some(b)) = (self.bodies.get(joint.body_a), self.bodies.get(joint.body_b)) {
                energy.elastic += joint.elastic_energy([a, b], self.joint_memory(place).1, self.settings.substep_seconds());
            }
        }
        energy
    }

    /// Kinetic and potential energy of a body; zero for one without mass.
    pub fn energy_of(&self, body: &Body) -> Energy {
        let gravity = self.settings.gravity.as_dvec2();
        let (m, i, w) = (f64::from(body.mass), f64::from(body.inertia), f64::from(body.angular_velocity));
        Energy {
            kinetic: 0.5 * (m * body.linear_velocity.as_dvec2().length_squared() + i * w * w),
            potential: 0.0 - m * f64::from(body.gravity_scale) * gravity.dot(body.center.as_dvec2()),
            elastic: 0.0,
        }
    }

    /// Linear and angular momentum of all dynamic bodies.
    pub fn momentum(&self) -> Momentum {
        let mut momentum = Momentum::default();
        for body in self.bodies.values().iter().filter(|b| b.kind == BodyKind::Dynamic) {
            let Momentum { linear: [x, y], angular } = self.momentum_of(body);
            momentum.linear[0] += x;
            momentum.linear[1] += y;
            momentum.angular += angular;
        }
        momentum
    }

    /// Linear momentum of a body, and its angular momentum about the world's origin: `I ω + c × p`.
    pub fn momentum_of(&self, body: &Body) -> Momentum {
        let p = f64::from(body.mass) * body.linear_velocity.as_dvec2();
        let c = body.center.as_dvec2();
        let angular = f64::from(body.inertia) * f64::from(body.angular_velocity) + c.x * p.y - c.y * p.x;
        Momentum { linear: [p.x, p.y], angular }
    }

    /// Island number of each body in order of creation; `None` for what is not mobile (static, kinematic, frozen).
    /// Islands are numbered from 0 in the order of their first body.
    pub fn islands(&self) -> Vec<Option<u32>> {
        let mut sets = DisjointSets::default();
        unite_islands(&mut sets, &self.bodies, &self.graph.store, &self.joints);
        let mut count = 0;
        let mut numbers: Vec<Option<u32>> = Vec::with_capacity(self.bodies.len());
        for (index, body) in self.bodies.values().iter().enumerate() {
            let root = sets.find(index as u32) as usize;
            numbers.push(match (body.is_mobile(), root == index) {
                (false, _) => None,
                (true, true) => {
                    count += 1;
                    Some(count - 1)
                }
                (true, false) => numbers[root],
            });
        }
        numbers
    }

    /// Boxes of the dynamic tree from the root down: (box, depth, is leaf). Empty for brute force; for the grid only
    /// what rests.
    pub fn tree_boxes(&self) -> Vec<(Aabb, u32, bool)> {
        self.broad.tree().boxes()
    }

    /// Cells of the broad phase's grid in which enlarged boxes begin: (cell, how many). Empty for the other methods.
    pub fn grid_cells(&self) -> Vec<(Aabb, u32)> {
        self.broad.grid().cells()
    }

    /// Hashes of the exact state.
    pub fn fingerprint(&self) -> Fingerprint {
        let mut bodies = Fnv::default();
        for body in self.bodies.values() {
            bodies.add_vec(body.pose.position);
            bodies.add_f32(body.pose.rotation.cos);
            bodies.add_f32(body.pose.rotation.sin);
            bodies.add_vec(body.center);
            bodies.add_vec(body.linear_velocity);
            bodies.add_f32(body.angular_velocity);
            bodies.add_f32(body.sleep_time);
            body.slow_motion.iter().for_each(|&x| bodies.add_f32(x));
            bodies.add_f32(body.slow_reach);
            bodies.add_u32(u32::from(body.awake) | u32::from(body.frozen) << 1);
        }
        let mut contacts = Fnv::default();
        for contact in self.contacts() {
            for id in [contact.collider_a, contact.collider_b] {
                contacts.add_u32(self.bodies.index_of(id.body).map_or(u32::MAX, |index| index as u32));
                contacts.add_u32(id.index);
            }
            let [touching, overlapped, sticking] = [contact.touching, contact.overlapped, contact.sticking].map(u32::from);
            contacts.add_u32(touching | overlapped << 1 | sticking << 2);
            contacts.add_f32(contact.rest_offset());
            if contact.has_grip() {
                contacts.add_f32(contact.slid);
            }
            for point in contact.points() {
                contacts.add_u32(point.feature.0);
                contacts.add_f32(point.warm_normal);
                contacts.add_f32(point.warm_tangent);
            }
        }
        let mut joints = Fnv::default();
        for place in 0..self.joints.len() {
            let (impulses, angle) = self.joint_memory(place);
            impulses.iter().for_each(|&x| joints.add_f32(x));
            joints.add_f32(angle);
        }
        Fingerprint { bodies: bodies.value(), contacts: contacts.value(), joints: joints.value() }
    }
}
