//! A step by linear complementarity ([`crate::engine::solver::complementary`]): islands are found, their joints written
//! as rows, and each is solved at once; what is left is given to sequential impulses.
//!
//! ```text
//!   1  forces           v += h a
//!   2  islands          bodies that contacts or joints connect; each is solved, and moved
//!   3  what is left     the step from its start again by sequential impulses, for the contacts of islands that were
//!                       left; the bodies of solved islands keep what they got in 2
//! ```

use super::complementarity_report::ComplementarityReport;
use super::settings::WorldSettings;
use super::solve_sequential::{keep_impulses, list_contacts, settings_of};
use super::tables::BodyTables;
use crate::engine::arena::Arena;
use crate::engine::body::{Body, BodyId};
use crate::engine::island::DisjointSets;
use crate::engine::joint::kind::JointKind;
use crate::engine::joint::parts::JointSpring;
use crate::engine::joint::rows::{Law, Rows};
use crate::engine::joint::set::JointSet;
use crate::engine::joint::springs::springs_at;
use crate::engine::joint::{Joint, JointId, JointImpulse};
use crate::engine::lanes::Float4Pair;
use crate::engine::probe::Probe;
use crate::engine::solver::body::SolverBody;
use crate::engine::solver::complementary::{Settings, solve_island};
use crate::engine::solver::complementary_rows::{CarriedRow, Island, Owner, Row};
use crate::engine::solver::drive::integrate_velocity;
use crate::engine::solver::pass::SolverStep;
use crate::engine::solver::problem::Problem;
use crate::engine::solver::sequential_contact::{Contact, NORMAL, TANGENT};
use crate::engine::solver::sequential_impulses::{self, Buffers};
use crate::engine::solver::soft_step::FindPoints;
use crate::engine::solver::table::ComplementarityParameters;
use crate::engine::solver::watch::Watch;

/// The world's things beside the solver's.
#[derive(Clone, Copy)]
pub(super) struct Inputs<'a> {
    pub bodies: &'a Arena<BodyId, Body>,
    pub joints: &'a Arena<JointId, Joint>,
    pub tables: &'a BodyTables,
    pub settings: &'a WorldSettings,
}

/// Advances the problem by one step.
pub(super) fn solve_complementary<P: Probe<SolverStep>>(
    problem: &mut Problem<'_>,
    buffers: &mut Buffers,
    joints: &mut JointSet,
    inputs: Inputs<'_>,
    find_points: Option<&mut FindPoints<'_>>,
    watch: &mut Watch<'_, P>,
) -> ComplementarityReport {
    let h = inputs.settings.step_seconds();
    list_contacts(problem, buffers, h, find_points);
    let (start, fresh) = (problem.bodies.to_vec(), buffers.contacts.clone());
    let mut contacts = buffers.contacts.clone();
    contacts.iter_mut().for_each(|contact| contact.start(&start));
    for &slot in problem.moving {
        integrate_velocity(&mut problem.bodies[slot as usize], &problem.drives[slot as usize], h);
    }
    contacts.iter_mut().for_each(|contact| contact.foresee(problem.bodies, h));
    let islands = inputs.islands(&contacts, joints, problem);
    let settings = Settings {
        parameters: inputs.settings.solver_parameters.complementarity,
        h,
        warm_starting: inputs.settings.warm_starting,
        restitution_threshold: inputs.settings.restitution_threshold,
    };
    let (mut report, mut carried, mut left) = (ComplementarityReport::default(), Vec::new(), vec![false; start.len()]);
    for island in islands {
        report.work += work(island.rows.len(), &settings.parameters);
        match solve_island(&island, &mut contacts, problem.bodies, &settings, &mut carried, watch) {
            Ok(_) if island.rows.is_empty() => {}
            Ok(solved) => report.add(island.rows.len(), solved),
            Err(why) => {
                let place = report.left.len();
                report.left.push((island.rows.len(), why));
                let bodies = island.slots.iter().filter_map(|&slot| watch.ids.get(slot as usize));
                report.left_bodies.extend(bodies.map(|&body| (body, place)));
                island.slots.iter().for_each(|&slot| left[slot as usize] = true);
            }
        }
    }
    if report.left.is_empty() {
        joints.forget(false);
    } else {
        by_impulses(problem, (buffers, joints), (&start, &fresh), (&mut contacts, &left), inputs.settings, watch);
    }
    buffers.contacts = contacts;
    keep_carried(joints, &carried);
    keep_impulses(problem, &buffers.contacts);
    report
}

/// What an island of so many rows takes: each round factors its matrix, and each pivot changes the factors.
fn work(rows: usize, parameters: &ComplementarityParameters) -> u64 {
    let rows = rows.min(parameters.most_rows as usize) as u64;
    u64::from(parameters.friction_rounds) * rows * rows * (1 + rows / 16)
}

/// The step of the bodies that are left, from its start; the others stay as they are.
fn by_impulses<P: Probe<SolverStep>>(
    problem: &mut Problem<'_>,
    (buffers, joints): (&mut Buffers, &mut JointSet),
    (start, fresh): (&[Float4Pair], &[Contact]),
    (contacts, left): (&mut [Contact], &[bool]),
    of_world: &WorldSettings,
    watch: &mut Watch<'_, P>,
) {
    let solved = problem.bodies.to_vec();
    problem.bodies.copy_from_slice(start);
    let is_left = |contact: &Contact| contact.slots.iter().any(|&slot| left[slot as usize]);
    buffers.contacts.clear();
    buffers.contacts.extend(fresh.iter().filter(|contact| is_left(contact)));
    sequential_impulses::solve(problem, buffers, joints, &settings_of(of_world), watch);
    let mut found = buffers.contacts.iter();
    for contact in contacts.iter_mut().filter(|contact| is_left(contact)) {
        *contact = *found.next().unwrap_or(contact);
    }
    for &slot in problem.moving {
        if !left[slot as usize] {
            problem.bodies[slot as usize] = solved[slot as usize];
        }
    }
}

/// What joints carried, where readouts and warm starts find it.
fn keep_carried(joints: &mut JointSet, carried: &[CarriedRow]) {
    for of_joint in carried.chunk_by(|a, b| a.owner.0 == b.owner.0) {
        let (place, _) = of_joint[0].owner;
        let (mut impulses, mut given) = ([0.0; 6], JointImpulse::default());
        for row in of_joint {
            impulses[row.owner.1] = row.impulse;
            given += row.given;
        }
        joints.put_impulses(place, impulses);
        joints.put_carried(place, given);
    }
}

impl Inputs<'_> {
    /// Every moving body is in exactly one island; in order of the first body.
    fn islands(self, contacts: &[Contact], set: &JointSet, problem: &Problem<'_>) -> Vec<Island> {
        let mut moves = vec![false; problem.bodies.len()];
        problem.moving.iter().for_each(|&slot| moves[slot as usize] = true);
        let mut sets = DisjointSets::default();
        sets.reset(problem.bodies.len());
        let joined: Vec<(usize, [u32; 2])> =
            (0..self.joints.len()).filter_map(|place| Some((place, self.slots_of(place, &moves)?))).collect();
        let pairs = contacts.iter().filter(|contact| contact.valid().next().is_some()).map(|contact| contact.slots);
        for [a, b] in pairs.chain(joined.iter().map(|(_, slots)| *slots)) {
            if moves[a as usize] && moves[b as usize] {
                sets.unite(a, b);
            }
        }
        let mut islands: Vec<Island> = Vec::new();
        let mut of_root = vec![usize::MAX; problem.bodies.len()];
        for &slot in problem.moving {
            let root = sets.find(slot) as usize;
            if of_root[root] == usize::MAX {
                of_root[root] = islands.len();
                islands.push(Island::default());
            }
            islands[of_root[root]].slots.push(slot);
        }
        let mut owner = |[a, b]: [u32; 2]| of_root[sets.find(if moves[a as usize] { a } else { b }) as usize];
        let springs = springs_at(self.joints, self.bodies);
        for &(place, slots) in &joined {
            let island = &mut islands[owner(slots)];
            self.joint_rows(place, slots, (set, &springs), island);
        }
        let h = self.settings.step_seconds();
        for along in [NORMAL, TANGENT] {
            for (place, contact) in contacts.iter().enumerate() {
                if contact.slots.iter().any(|&slot| moves[slot as usize]) {
                    let island = &mut islands[owner(contact.slots)];
                    contact.complementary_rows(place, h, along, |row| island.rows.push(row));
                }
            }
        }
        islands
    }

    /// Slots of a joint's bodies; nothing when neither moves.
    fn slots_of(self, place: usize, moves: &[bool]) -> Option<[u32; 2]> {
        let joint = &self.joints.values()[place];
        let slots = [self.bodies.index_of(joint.body_a)?, self.bodies.index_of(joint.body_b)?].map(|index| self.tables.slots[index]);
        slots.iter().any(|&slot| moves[slot as usize]).then_some(slots)
    }

    /// The rows of a joint where the bodies are at the start of the step; `springs`: how many pull at each body. A
    /// spring has the numbers that it has under every solver ([`Joint::spring_row`]), so that it keeps its energy.
    fn joint_rows(self, place: usize, slots: [u32; 2], (set, springs): (&JointSet, &[u32]), island: &mut Island) {
        let joint = &self.joints.values()[place];
        let (Some(a), Some(b)) = (self.bodies.get(joint.body_a), self.bodies.get(joint.body_b)) else { return };
        if joint.kind.target().is_some() {
            island.held = true;
            return;
        }
        let h = self.settings.step_seconds();
        let memory = set.memory(place).unwrap_or((joint.impulses, joint.angle));
        let constraint = joint.constraint(slots, [a, b], memory, JointSpring::NONE);
        let now = constraint.stand(&SolverBody::FIXED, &SolverBody::FIXED);
        let mut rows = Rows::default();
        joint.kind.rows(&now, &mut rows);
        let rate = f64::from(self.settings.solver_parameters.complementarity.beta / h);
        let above_zero = |coordinate: f64| if coordinate > 0.0 { coordinate / f64::from(h) } else { rate * coordinate };
        // Both bodies are pushed at one place, else a joint would have a torque.
        let is_pin = matches!(joint.kind, JointKind::Revolute(_) | JointKind::Weld(_));
        for row in rows.all() {
            let coordinate = f64::from(row.coordinate);
            let free = [f64::NEG_INFINITY, f64::INFINITY];
            let jacobian = if is_pin && row.law == Law::Hold { now.midway(row.jacobian) } else { row.jacobian };
            let (bias, softness, bounds) = match row.law {
                Law::Hold => (rate * coordinate, 0.0, free),
                Law::Spring(_) => {
                    let crowd = [joint.body_a, joint.body_b].into_iter().filter_map(|id| self.bodies.index_of(id)).map(|at| springs[at]);
                    let spring = joint.spring_row([a, b], h, crowd.max().unwrap_or(1));
                    let gamma = spring.compliance(row.impulse, row.jacobian.coupling_of(&row.jacobian, [a, b]));
                    (f64::from(spring.softness.bias_rate) * coordinate, gamma, free)
                }
                Law::AtLeastZero => (above_zero(coordinate.max(0.0)), 0.0, [0.0, f64::INFINITY]),
                Law::Motor(drive) => {
                    let most = f64::from(h * drive.motor.max_effort);
                    (-f64::from(drive.speed(|room| above_zero(f64::from(room)) as f32)), 0.0, [-most, most])
                }
            };
            let (ids, point) = ([joint.body_a, joint.body_b], b.center + constraint.r_b);
            let (owner, r_b) = (Owner::Joint(place, row.impulse), constraint.r_b);
            let push = (row.law == Law::AtLeastZero).then(|| above_zero(coordinate));
            island.rows.push(Row { slots, jacobian, bias, push, softness, bounds, owner, ids, point, r_b });
        }
    }
}
