//! What of a pane can be laid under the microscope: a contact, or a joint.

use super::Pane;
use crate::app::microscope::specimen::{specimen_in, specimen_of_joint};
use crate::app::timeline::Timeline;
use crate::engine::aabb::Aabb;
use crate::engine::collider::ColliderId;
use crate::engine::frames::WorldPoint;
use crate::engine::joint::JointId;
use crate::engine::math::Vec2;
use crate::engine::world::{Contact, World};
use crate::lens::microscope::{self, Specimen};
use crate::lens::{default_pair, in_engine_order};

/// Something to look into.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Look {
    /// Two shapes.
    Pair(ColliderId, ColliderId),
    /// A joint.
    Joint(JointId),
}

impl Pane {
    /// What lies at a point of the world: an anchor of a joint or a point of a contact within reach (metres), else the
    /// deepest contact of the body there, else its first joint.
    pub fn look_at(&self, point: Vec2, reach: f32) -> Option<Look> {
        let stage = self.stage()?;
        let world = stage.world();
        near(world, point, reach).or_else(|| {
            let found = world.colliders_at(WorldPoint::at(point));
            let around = || world.colliders_in(Aabb { min: point, max: point }.grown(reach));
            let bodies: Vec<_> = if found.is_empty() { around() } else { found };
            bodies.into_iter().find_map(|id| {
                let own = |contact: &Contact| contact.count > 0 && [contact.collider_a, contact.collider_b].contains(&id);
                let deepest = world.contacts().into_iter().filter(own).min_by(|a, b| gap(a).total_cmp(&gap(b)));
                let joint = || world.joints().find(|(_, joint)| [joint.body_a, joint.body_b].contains(&id.body));
                deepest.map(|c| Look::Pair(c.collider_a, c.collider_b)).or_else(|| joint().map(|(id, _)| Look::Joint(id)))
            })
        })
    }

    /// The deepest contact; without any the joint that is violated most.
    pub fn worst(&self) -> Option<Look> {
        let stage = self.stage()?;
        let has_contacts = stage.world().contacts().iter().any(|contact| contact.count > 0);
        let contact = default_pair(stage).filter(|_| has_contacts).map(|(a, b)| Look::Pair(a, b));
        contact.or_else(|| self.worst_joint())
    }

    /// The joint that is violated most.
    pub fn worst_joint(&self) -> Option<Look> {
        let world = self.stage()?.world();
        let errors = world.joints().filter_map(|(id, _)| Some((world.joint_readout(id)?.error, id)));
        errors.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1))).map(|(_, id)| Look::Joint(id))
    }

    /// What it is called: "crate ↔ ground", "hinge".
    pub fn look_name(&self, look: Look) -> String {
        let Some(stage) = self.stage() else { return String::new() };
        let body = |id: ColliderId| stage.name_of(id.body);
        match look {
            Look::Pair(a, b) => {
                let (a, b) = in_engine_order((a, b));
                format!("{} ↔ {}", body(a), body(b))
            }
            Look::Joint(id) => stage.names().joints.name(id).unwrap_or("a joint").to_owned(),
        }
    }
}

/// A contact or joint of a run under the microscope that shows how its solver holds it: that of Lagrange multipliers,
/// or the solver's. `None` where no shape stands for it.
pub(in crate::app) fn specimen_of_look(run: &Timeline, look: Look) -> Option<(Specimen, &'static str)> {
    let joint = match look {
        Look::Pair(a, b) => return Some((specimen_in(run, Some((a, b)), None)?, "solver")),
        Look::Joint(id) => id,
    };
    Some((specimen_of_joint(run, joint)?, microscope::of_joints(run.stage()).id))
}

/// The nearest anchor of a joint or point of a contact within reach.
fn near(world: &World, point: Vec2, reach: f32) -> Option<Look> {
    let anchors = world.joints().filter_map(|(id, _)| {
        let readout = world.joint_readout(id)?;
        let far = |anchor: Vec2| (anchor - point).length();
        let nearer = if far(readout.anchor_a) < far(readout.anchor_b) { readout.anchor_a } else { readout.anchor_b };
        Some((far(nearer), Look::Joint(id)))
    });
    let contacts = world.contacts();
    let points = contacts.iter().flat_map(|contact| {
        let look = Look::Pair(contact.collider_a, contact.collider_b);
        contact.points().iter().map(move |p| ((p.position - point).length(), look)).collect::<Vec<_>>()
    });
    let within = anchors.chain(points).filter(|(far, _)| *far <= reach);
    within.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, look)| look)
}

/// The smallest separation of a contact's points, metres.
fn gap(contact: &Contact) -> f32 {
    contact.points().iter().fold(f32::MAX, |least, p| if p.separation < least { p.separation } else { least })
}
