//! What acts on the bodies of a global solve ([`super::solve_lagrange`]) beside forces, springs and what joints hold:
//! contacts, motors, limits and hands, as the sequential impulses found them.

use super::lagrange_hits::{Pushed, Stopping, find_hits};
use super::mechanisms::{JointLoad, Mechanism, MechanismInputs, wide};
use super::settings::WorldSettings;
use crate::engine::joint::JointKind;
use crate::engine::joint::constraint::JointConstraint;
use crate::engine::joint::parts::JointSpring;
use crate::engine::joint::row::JacobianRow;
use crate::engine::joint::rows::{Law, Rows};
use crate::engine::math::{Vec2, max};
use crate::engine::solver::body::SolverBody;
use crate::engine::solver::complementary_rows::Owner;
use crate::engine::solver::sequential_contact::{Contact, Given, NORMAL, TANGENT};

/// Impulses on the bodies, by slot: x, y, angular.
pub(super) type Impulses = Vec<[f64; 3]>;

/// What acts on bodies in a step beside forces, joints' holding and springs.
pub(super) struct Pushes {
    /// Motors and limits of joints along axes, as far as they answer the forces of the step.
    pub loads: Vec<JointLoad>,
    /// The same of contacts, hands, ropes, and of angles.
    pub steady: Impulses,
    /// Contacts and limits, as far as they stop what bodies bring. Spread over the step it would let them go on for
    /// half of it: into the wall.
    pub impacts: Impulses,
    /// After the motion: bounces.
    pub bounces: Impulses,
    /// On pseudo-velocities.
    pub apart: Impulses,
    /// Slots that a contact has.
    pub touched: Vec<bool>,
}

impl Pushes {
    /// Those of all bodies in a step.
    pub fn of(inputs: MechanismInputs<'_>, contacts: &[Contact], mechanisms: &[Mechanism], settings: &WorldSettings) -> Pushes {
        let h = settings.step_seconds();
        let none = vec![[0.0; 3]; inputs.start.len()];
        let (impacts, bounces, apart) = (none.clone(), none.clone(), none.clone());
        let mut pushes = Pushes { loads: Vec::new(), steady: none, impacts, bounces, apart, touched: vec![false; inputs.start.len()] };
        let mut rows: Vec<Pushed> = Vec::new();
        for contact in contacts {
            contact.slots.iter().for_each(|&slot| pushes.touched[slot as usize] = true);
            add_contact(contact, h, &mut rows);
        }
        for index in 0..inputs.joints.len() {
            add_joint(inputs, index, h, &mut rows);
        }
        find_hits(inputs, mechanisms, settings.solver_parameters.sequential_impulses.iterations, &mut rows);
        for Pushed { slots, row, mut given, load, .. } in rows {
            if let Some(place) = load.filter(|_| given.steady != 0.0) {
                pushes.loads.push(JointLoad { place, direction: row.direction, impulse: std::mem::take(&mut given.steady) });
            }
            pushes.add(slots, &row, &given);
        }
        // Slot 0 is what nothing moves.
        for impulses in [&mut pushes.steady, &mut pushes.impacts, &mut pushes.bounces, &mut pushes.apart] {
            impulses[0] = [0.0; 3];
        }
        pushes.touched[0] = false;
        pushes
    }

    /// Adds what a row was given.
    fn add(&mut self, slots: [u32; 2], row: &JacobianRow, given: &Given) {
        let Given { steady, impact, bounce, push } = *given;
        give(&mut self.steady, slots, row, steady);
        give(&mut self.impacts, slots, row, impact);
        give(&mut self.bounces, slots, row, bounce);
        give(&mut self.apart, slots, row, push);
    }
}

/// Adds an impulse along a row to both bodies.
fn give(impulses: &mut Impulses, slots: [u32; 2], row: &JacobianRow, impulse: f32) {
    for (slot, sign, arm) in [(slots[0], -1.0, row.arm_a), (slots[1], 1.0, row.arm_b)] {
        let impulse = sign * f64::from(impulse);
        let direction = wide(row.direction);
        let sum = &mut impulses[slot as usize];
        sum[0] += impulse * direction.x;
        sum[1] += impulse * direction.y;
        sum[2] += impulse * f64::from(arm);
    }
}

/// The rows of a contact: each friction after its normal.
fn add_contact(contact: &Contact, h: f32, rows: &mut Vec<Pushed>) {
    let mut normals = [0; 2];
    for along in [NORMAL, TANGENT] {
        contact.complementary_rows(0, h, along, |row| {
            let (Owner::Normal(_, k) | Owner::Friction(_, k)) = row.owner else { return };
            let point = &contact.points[k];
            let push = if along == NORMAL { point.push } else { 0.0 };
            let given = Given { bounce: point.bounce[along], push, ..Given::new(point.impulses[along]) };
            let cone = (along == TANGENT).then(|| (normals[k], f64::from(contact.friction)));
            if along == NORMAL {
                normals[k] = rows.len();
            }
            rows.push(Pushed { slots: row.slots, row: row.jacobian, given, stopping: Some(Stopping { bias: row.bias, cone }), load: None });
        });
    }
}

/// The rows of a joint that the sequential impulses solve: motor, limits, the hand.
fn add_joint(inputs: MechanismInputs<'_>, index: usize, h: f32, all: &mut Vec<Pushed>) {
    let joint = &inputs.joints.values()[index];
    let (Some(a), Some(b)) = (inputs.bodies.index_of(joint.body_a), inputs.bodies.index_of(joint.body_b)) else { return };
    let Some(memory) = inputs.set.memory(index) else { return };
    let bodies = [&inputs.bodies.values()[a], &inputs.bodies.values()[b]];
    let slots = [inputs.tables.slots[a], inputs.tables.slots[b]];
    let constraint: JointConstraint = joint.constraint(slots, bodies, memory, JointSpring::NONE);
    let (impulses, now) = (memory.0, constraint.stand(&SolverBody::FIXED, &SolverBody::FIXED));
    if joint.kind.target().is_some() {
        let [x, y] = now.anchor_rows();
        let rows = [x, y, JacobianRow::ANGLE].into_iter().zip(impulses);
        let slots = [0, slots[1]];
        all.extend(rows.map(|(row, impulse)| Pushed { slots, row, given: Given::new(impulse), stopping: None, load: None }));
        return;
    }
    let mut rows = Rows::default();
    joint.kind.rows(&now, &mut rows);
    let is_held = inputs.taut_at(index, bodies).is_some() || inputs.stop_at(index, bodies).is_some();
    let pushed = inputs.set.limit_pushes().iter().find(|push| push.place == index).map_or([0.0; 6], |push| push.impulses);
    let has_axis = matches!(joint.kind, JointKind::Prismatic(_) | JointKind::Wheel(_) | JointKind::Track(_));
    for row in rows.all() {
        let is_limit = row.law == Law::AtLeastZero;
        if !(is_limit && !is_held || matches!(row.law, Law::Motor(_))) {
            continue;
        }
        let push = if is_limit { max(pushed[row.impulse], 0.0) } else { 0.0 };
        let given = Given { push, ..Given::new(impulses[row.impulse]) };
        let stopping = is_limit.then(|| Stopping { bias: f64::from(max(row.coordinate, 0.0) / h), cone: None });
        let load = (has_axis && row.jacobian.direction != Vec2::ZERO).then_some(index);
        all.push(Pushed { slots, row: row.jacobian, given, stopping, load });
    }
}
