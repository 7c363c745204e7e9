//! What a run has accumulated, out of a stage and into another: the ids of a running world become places in lists,
//! and back.

use super::air::{Air, AirPush, AirState};
use super::document::{BodyDoc, Geometry, ShapeDoc};
use super::firing::shot_name;
use super::outside::Broken;
use super::problem::Problem;
use super::shot::Shot;
use super::stage::{Stage, StageState};
use crate::engine::body::BodyId;
use crate::engine::collider::ColliderId;
use crate::engine::joint::JointId;
use crate::engine::state::WorldState;
use crate::smoke::Fields;

impl Stage {
    /// What to put in a file's `state` to continue exactly here.
    ///
    /// Continued from the file, the run repeats itself bit for bit, unless bodies or joints were added or re-anchored
    /// while it ran: then the order in which the solver visits them may have been another one, and the runs part
    /// slowly.
    pub fn state(&self) -> StageState {
        let mut projectiles = Vec::new();
        let mut shots = Vec::new();
        let mut bodies: Vec<BodyId> = self.body_order.clone();
        bodies.push(self.world_body);
        for shot in &self.shots {
            let Some((id, projectile)) = shot.body.and_then(|id| Some((id, self.projectile_doc(shot, id)?))) else { continue };
            shots.push(Shot { body: Some(BodyId(bodies.len() as u32)), ..shot.clone() });
            projectiles.push(projectile);
            bodies.push(id);
        }
        let world = renumbered(self.world.state(), &Places::of(&bodies), &Places::of(&self.joint_order));
        let guns = self.guns.iter().filter(|(_, gun)| !gun.is_idle()).map(|(id, gun)| (id.clone(), gun.clone())).collect();
        let (joints, places) = (Places::of(&self.joint_order), Places::of(&bodies));
        let pushes = |air: &Air| {
            let renumbered = |push: &AirPush| Some(AirPush { body: BodyId(places.find(push.body)?), ..*push });
            let mut pushes: Vec<AirPush> = air.pushes.iter().filter_map(renumbered).collect();
            pushes.sort_unstable_by_key(|push| push.body);
            pushes
        };
        let place = |broken: &Broken| Some(Broken { joint: JointId(joints.find(broken.joint)?), ..*broken });
        StageState {
            world,
            projectiles,
            shots,
            shots_fired: self.shots_fired,
            held: self.held_keys().to_vec(),
            pointer: self.pointing().copied(),
            guns,
            steering: self.steering_states.clone(),
            mines: self.mine_states.clone(),
            broken: self.broken().iter().filter_map(place).collect(),
            air_pushes: self.airs.iter().map(|air| (air.doc.id.clone(), pushes(air))).filter(|(_, pushes)| !pushes.is_empty()).collect(),
            smoke: self.airs.iter().map(|air| (air.doc.id.clone(), air.smoke.fields.clone())).collect(),
        }
    }

    /// Takes over a saved state, in a freshly built stage.
    pub(super) fn restore(&mut self, state: &StageState, problems: &mut Vec<Problem>) {
        if state.projectiles.len() != state.shots.len() {
            let (found, wanted) = (state.shots.len(), state.projectiles.len());
            problems.push(Problem::new("state.shots", format!("must be as many as projectiles ({wanted}), is {found}")));
            return;
        }
        for (index, (projectile, shot)) in state.projectiles.iter().zip(&state.shots).enumerate() {
            match self.add_projectile(projectile) {
                Some(id) => self.shots.push(Shot { body: Some(id), ..shot.clone() }),
                None => problems.push(Problem::new(format!("state.projectiles[{index}]"), "cannot be built")),
            }
        }
        self.shots_fired = self.shots.iter().fold(state.shots_fired, |most, shot| most.max(shot.number));
        self.restore_acting(&state.held, &state.broken);
        self.acting.pointer = state.pointer;
        self.guns.clone_from(&state.guns);
        self.steering_states.clone_from(&state.steering);
        self.restore_mines(&state.mines);
        self.world.restore(&state.world);
        let still = |air: &Air| Fields::still(&air.smoke.grid);
        let saved = |air: &Air| AirState {
            fields: state.smoke.get(&air.doc.id).cloned().unwrap_or_else(|| still(air)),
            pushes: state.air_pushes.get(&air.doc.id).cloned().unwrap_or_default(),
        };
        let states: Vec<AirState> = self.airs.iter().map(saved).collect();
        self.restore_airs(&states);
    }

    /// A projectile as the body it would be in a document.
    fn projectile_doc(&self, shot: &Shot, id: BodyId) -> Option<BodyDoc> {
        let body = self.world.body(id)?;
        let ball = body.colliders.first()?;
        let shape = ShapeDoc {
            density: Some(ball.material.density),
            friction: Some(ball.material.friction),
            static_friction: Some(ball.material.static_friction).filter(|grip| *grip > 0.0),
            restitution: Some(ball.material.restitution),
            filter: ball.filter,
            ..ShapeDoc::new(Geometry::of_shape(&ball.shape))
        };
        Some(BodyDoc {
            id: shot_name(shot.number),
            kind: body.kind,
            position: body.pose.position,
            angle: body.pose.rotation.angle(),
            linear_velocity: body.linear_velocity,
            angular_velocity: body.angular_velocity,
            linear_damping: body.linear_damping,
            angular_damping: body.angular_damping,
            gravity_scale: body.gravity_scale,
            can_sleep: body.can_sleep,
            bullet: body.bullet,
            fixed_rotation: body.fixed_rotation,
            shapes: vec![shape],
            ..BodyDoc::default()
        })
    }
}

/// Place of each id in a list.
struct Places<I>(Vec<(I, u32)>);

impl<I: Copy + Ord> Places<I> {
    fn of(ids: &[I]) -> Places<I> {
        let mut places: Vec<(I, u32)> = ids.iter().enumerate().map(|(place, id)| (*id, place as u32)).collect();
        places.sort_by_key(|(id, _)| *id);
        Places(places)
    }
    fn find(&self, id: I) -> Option<u32> {
        self.0.binary_search_by_key(&id, |(id, _)| *id).ok().map(|index| self.0[index].1)
    }
}

/// The state with places for ids; what has no place is left out (the hand's joint), as are contacts whose parties
/// changed sides.
fn renumbered(state: WorldState, bodies: &Places<BodyId>, joints: &Places<JointId>) -> WorldState {
    let collider = |id: ColliderId| Some(ColliderId { body: BodyId(bodies.find(id.body)?), ..id });
    let mut renumbered = WorldState { step: state.step, ..WorldState::default() };
    for mut body in state.bodies {
        if let Some(place) = bodies.find(body.id) {
            body.id = BodyId(place);
            renumbered.bodies.push(body);
        }
    }
    for mut contact in state.contacts {
        if let (Some(a), Some(b)) = (collider(contact.collider_a), collider(contact.collider_b))
            && a < b
        {
            (contact.collider_a, contact.collider_b) = (a, b);
            renumbered.contacts.push(contact);
        }
    }
    for mut joint in state.joints {
        if let Some(place) = joints.find(joint.id) {
            joint.id = JointId(place);
            renumbered.joints.push(joint);
        }
    }
    renumbered.bodies.sort_by_key(|body| body.id);
    renumbered.contacts.sort_by_key(|contact| (contact.collider_a, contact.collider_b));
    renumbered.joints.sort_by_key(|joint| joint.id);
    renumbered
}
