//! Specimens of a joint: the two bodies that it links, or its body and the world.

use super::{Options, PlacedShape, Scene, Specimen};
use crate::engine::aabb::Aabb;
use crate::engine::body::BodyId;
use crate::engine::collider::ColliderId;
use crate::engine::joint::JointId;
use crate::engine::math::{Pose, Vec2, max};
use crate::engine::shape::{Circle, Shape};
use crate::lens::joint_pair;
use crate::scene::stage::Stage;

/// Microscopes that show what a joint does, also one between a body and the world.
pub const OF_JOINTS: [&str; 3] = ["solver", "lagrange", "integrators"];

/// Radius of the disc that stands for the world, in sizes of the body.
const DISC: f32 = 0.02;

impl Specimen {
    /// The bodies of a joint: the first shapes of the two, or the body that it holds to the world and a small disc at
    /// the anchor. `None` where neither has a shape.
    pub fn of_joint(stage: &Stage, joint: JointId) -> Option<Specimen> {
        let own = stage.world().joint(joint)?;
        let world = stage.world_body();
        let anchors = stage.world().joint_readout(joint)?;
        match (own.body_a == world, own.body_b == world) {
            (true, false) => Specimen::held_by_world(stage, own.body_b, anchors.anchor_a),
            (false, true) => Specimen::held_by_world(stage, own.body_a, anchors.anchor_b),
            _ => Specimen::of(stage, joint_pair(stage, joint)?),
        }
    }

    /// That of the first joint of a scene which has one.
    pub fn of_first_joint(stage: &Stage) -> Option<Specimen> {
        stage.world().joints().find_map(|(id, _)| Specimen::of_joint(stage, id))
    }

    fn held_by_world(stage: &Stage, body: BodyId, anchor: Vec2) -> Option<Specimen> {
        let own = stage.world().body(body)?;
        let bounds = own.colliders.iter().map(|collider| collider.shape.aabb(own.pose));
        let size = bounds.map(|bounds| (bounds.max - bounds.min).length()).fold(0.0, max);
        let radius = if size.is_finite() { max(DISC * size, 1e-3) } else { 1.0 };
        let disc: Shape = Circle::try_new(anchor, radius).ok()?.into();
        let shape = own.colliders.first()?.shape.clone();
        let name = stage.name_of(body).to_owned();
        let rest = own.colliders.iter().skip(1).map(|collider| (collider.shape.clone(), own.pose));
        let id = |body| ColliderId { body, index: 0 };
        Some(Specimen {
            a: PlacedShape { shape, pose: own.pose, name },
            b: PlacedShape { shape: disc, pose: Pose::IDENTITY, name: "the world".to_owned() },
            around: rest.collect(),
            narrow_phase: stage.world().settings().narrow_phase,
            options: Options::default(),
            hidden: [None, None],
            stored: None,
            scene: Some(Scene::of(stage, (id(body), id(stage.world_body())))),
        })
    }

    /// The box of the body that a joint holds to the world, with all of its shapes; `None` of other specimens.
    pub fn held_body(&self) -> Option<Aabb> {
        let held = self.is_held_by_world().then_some(&self.a)?;
        let rest = self.around.iter().map(|(shape, pose)| shape.aabb(*pose));
        let whole = rest.fold(held.shape.aabb(held.pose), Aabb::union);
        whole.size().is_finite().then_some(whole)
    }

    /// True when it is a body and the world, which a joint holds together.
    pub fn is_held_by_world(&self) -> bool {
        let Some(Scene { stage, pair, .. }) = &self.scene else { return false };
        pair.0.body != pair.1.body && [pair.0.body, pair.1.body].contains(&stage.world_body())
    }
}
