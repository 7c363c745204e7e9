//! Phase *Solve*: the world's problem for the chosen solver.

use super::activity::Activity;
use super::complementarity_report::ComplementarityReport;
use super::mechanism_step::MechanismStep;
use super::mechanisms::MechanismInputs;
use super::settings::WorldSettings;
use super::solve_complementary::{Inputs, solve_complementary};
use super::solve_lagrange::{LagrangeReport, feedback, keep_impulses, solve_lagrange};
use super::solve_sequential::{keep_found, solve_one_contact, solve_sequential};
use super::substep::{PointSearch, SubstepContacts};
use super::tables::BodyTables;
use crate::engine::arena::Arena;
use crate::engine::body::{Body, BodyId};
use crate::engine::joint::set::{JointInputs, JointSet};
use crate::engine::joint::{Joint, JointId};
use crate::engine::lanes::Float4Pair;
use crate::engine::math::{clamp, min};
use crate::engine::probe::{Probe, ran};
use crate::engine::solver::Solver;
use crate::engine::solver::colors::ContactColors;
use crate::engine::solver::impact_round::Impacts;
use crate::engine::solver::manifold_pass::RowRules;
use crate::engine::solver::midway::Midway;
use crate::engine::solver::one_contact;
use crate::engine::solver::pass::SolverStep;
use crate::engine::solver::problem::Problem;
use crate::engine::solver::push_out::PushOut;
use crate::engine::solver::rest_offset::RestOffsets;
use crate::engine::solver::sequential_impulses::Buffers;
use crate::engine::solver::soft_step::{self, FindPoints, SoftStepSettings};
use crate::engine::solver::softness::Softness;
use crate::engine::solver::turning::TurningContacts;
use crate::engine::solver::uncolored::UncoloredContacts;
use crate::engine::solver::watch::Watch;
use crate::engine::tuning;

/// Which bodies do not fly freely: those that a contact pushes. Those of them that move are listed as sliding. What is
/// about to bounce flies freely until then, and from there on: half of gravity's way in a sub-step, lost at each
/// bounce, ends hops of 5 mm within a second.
pub(super) fn find_free_flight(tables: &mut BodyTables, colors: &ContactColors, activity: &Activity, settings: &WorldSettings) {
    let slow = tuning::SLEEP_SPEED * settings.step_seconds();
    tables.sliding.clear();
    // A solver of whole steps does not know when in the step it bounces.
    colors.find_held(settings.solver.row().has_substeps, &mut tables.held);
    for slot in activity.awake.iter().map(|&index| index + 1).filter(|&slot| tables.held[slot as usize]) {
        tables.drives[slot as usize].end_free_flight();
        if tables.motion_bounds[slot as usize] > slow && tables.builds[slot as usize].mobile {
            tables.sliding.push((slot, tables.solver_bodies[slot as usize].first));
        }
    }
}

/// Makes the set of joints ready for a step, and puts it together again if another set of bodies moves. Joined bodies
/// do not fly freely.
pub(super) fn prepare_joints(
    joint_set: &mut JointSet,
    joints: &mut Arena<JointId, Joint>,
    bodies: &Arena<BodyId, Body>,
    tables: &mut BodyTables,
    settings: &WorldSettings,
) {
    if joints.is_empty() || !joint_set.fits(&tables.slots) {
        joint_set.give_back(joints.values_mut());
    }
    if joints.is_empty() {
        return;
    }
    let (h, solver, width) = (settings.substep_seconds(), settings.hinge_solver(), settings.width);
    let softness = Softness::limited(settings.joint_hertz, settings.joint_damping_ratio, h);
    let parts = JointInputs { joints, bodies, slots: &tables.slots, slot_count: tables.solver_bodies.len(), h, softness, solver, width };
    if !joint_set.is_assembled() {
        joint_set.assemble(parts);
    }
    for slot in joint_set.joined_slots() {
        tables.drives[slot as usize].end_free_flight();
    }
    joint_set.prepare(parts, &tables.poses, &tables.solver_bodies);
    if !tables.sliding.is_empty() {
        // Joined places are in order, those of what is not simulated among them have slot 0.
        tables.keep_sliding_without_joint(joint_set.joined_slots().filter(|&slot| slot > 0));
    }
    if !settings.warm_starting {
        joint_set.forget(false);
    }
}

/// The problem that a step gives to its solver, and who watches.
pub(super) struct StepProblem<'a, P, M> {
    pub tables: &'a mut BodyTables,
    pub colors: &'a mut ContactColors,
    pub joints: &'a mut JointSet,
    pub substep: &'a mut SubstepContacts,
    pub impacts: &'a mut Impacts,
    pub push_out: &'a mut PushOut,
    pub turning: &'a mut TurningContacts,
    pub sequential: &'a mut Buffers,
    pub one_contact: &'a mut one_contact::Buffers,
    /// For the global solve of joints, and what it has to say.
    pub mechanics: (&'a Arena<BodyId, Body>, &'a Arena<JointId, Joint>, &'a mut LagrangeReport),
    /// What linear complementarity has to say.
    pub complementarity: &'a mut ComplementarityReport,
    pub settings: &'a WorldSettings,
    pub probe: &'a mut P,
    /// Watches the global solve of joints.
    pub mechanism_probe: &'a mut M,
    /// Body in each slot; empty when nobody watches.
    pub ids: &'a [BodyId],
}

/// Runs the chosen solver: impulses into the blocks of `colors`, motion into the tables. `searching(true)` is called
/// before each search for points within the step, `searching(false)` after it.
pub(super) fn solve<P: Probe<SolverStep>, M: Probe<MechanismStep>>(step: StepProblem<'_, P, M>, searching: &mut dyn FnMut(bool)) {
    ran!();
    let StepProblem {
        tables,
        colors,
        joints,
        substep,
        impacts,
        push_out,
        turning,
        sequential,
        one_contact,
        mechanics,
        complementarity,
        settings,
        probe,
        mechanism_probe,
        ids,
    } = step;
    let SubstepContacts { search, rows, .. } = substep;
    let mut solver_bodies = std::mem::take(&mut tables.solver_bodies);
    let mut drives = std::mem::take(&mut tables.drives);
    let points = PointSearch { tables: &*tables, settings };
    let any_closing = search.lists.iter().any(|list| !list.contacts.is_empty());
    let has_substeps = settings.solver.row().has_substeps;
    let mut find = |kind: usize, rows: &mut UncoloredContacts, moved: &mut [Float4Pair]| {
        if kind == 0 && has_substeps {
            points.put_back_passed(search, moved); // in the sub-step before
        }
        if !points.name(search, kind, rows, moved) {
            return false;
        }
        searching(true);
        points.find(search, kind, rows, moved);
        if !has_substeps {
            keep_found(&mut search.lists[kind], rows);
        }
        searching(false);
        true
    };
    let (moving, poses) = (&tables.moving[..], &tables.poses[..]);
    let mut problem = Problem {
        bodies: &mut solver_bodies,
        drives: &mut drives,
        moving,
        contacts: colors,
        uncolored: rows,
        impacts,
        turning: &mut *turning,
    };
    let mut watch = Watch { probe, ids, poses };
    let (bodies, all_joints, report) = mechanics;
    (*report, *complementarity) = (LagrangeReport::default(), ComplementarityReport::default());
    match settings.solver {
        Solver::SoftStep => soft_step::solve(&mut problem, push_out, joints, &soft_step_settings(settings), &mut find, &mut watch),
        Solver::SequentialImpulses => {
            let find: Option<&mut FindPoints<'_>> = if any_closing { Some(&mut find) } else { None };
            solve_sequential(&mut problem, sequential, joints, settings, find, &mut watch);
        }
        Solver::OneContact => {
            let find: Option<&mut FindPoints<'_>> = if any_closing { Some(&mut find) } else { None };
            solve_one_contact(&mut problem, (sequential, one_contact), joints, settings, find, &mut watch);
        }
        Solver::Complementarity => {
            let find: Option<&mut FindPoints<'_>> = if any_closing { Some(&mut find) } else { None };
            let inputs = Inputs { bodies, joints: all_joints, tables, settings };
            *complementarity = solve_complementary(&mut problem, sequential, joints, inputs, find, &mut watch);
        }
        Solver::Lagrange => {
            let start = problem.bodies.to_vec();
            let find: Option<&mut FindPoints<'_>> = if any_closing { Some(&mut find) } else { None };
            solve_sequential(&mut problem, sequential, joints, settings, find, &mut watch);
            let feedback = feedback(&settings.solver_parameters.lagrange);
            let inputs =
                MechanismInputs { bodies, joints: all_joints, set: joints, tables, start: &start, gravity: settings.gravity, feedback };
            let (found, carried) = solve_lagrange(inputs, &sequential.contacts, problem.bodies, settings, mechanism_probe);
            keep_impulses(joints, &carried);
            *report = found;
        }
    }
    if has_substeps {
        points.put_back_passed(search, &mut solver_bodies);
    }
    (tables.solver_bodies, tables.drives) = (solver_bodies, drives);
    if settings.solver == Solver::SoftStep {
        tables
            .move_by_mean_velocities(settings.substep_seconds(), settings.substeps, |slot| impacts.was_hit(slot) || turning.is_bent(slot));
    }
}

/// What decides the rows of contacts in a step.
pub(super) fn row_rules<'a>(tables: &'a BodyTables, settings: &WorldSettings) -> RowRules<'a> {
    RowRules {
        poses: &tables.poses,
        motion_bounds: &tables.motion_bounds,
        slow: tuning::UNTURNED_SPEED * settings.step_seconds(),
        offsets: rest_offsets(settings),
        midway: Midway { bodies: &tables.solver_bodies, seconds: look_ahead(settings), step: turning_step(settings) },
    }
}

/// How the rest offsets of contacts between mobile bodies and with something fixed change in a step. What has no soft
/// push has none, and neither has what the lessons switch parts of off.
fn rest_offsets(settings: &WorldSettings) -> [RestOffsets; 2] {
    let whole = settings.warm_starting && settings.accumulation && settings.relaxing;
    if settings.solver != Solver::SoftStep || !whole {
        return [RestOffsets::NONE; 2];
    }
    let SoftStepSettings { contact_softness, fixed_softness, .. } = soft_step_settings(settings);
    let seconds = [settings.step_seconds(), settings.substep_seconds()];
    [contact_softness, fixed_softness].map(|softness| RestOffsets::new(softness, seconds, settings.gravity))
}

/// How far ahead of the start of a step the rows of what rolls or rocks are, seconds: to its middle, less what the
/// velocity of a sub-step is ahead of its own middle. (A quarter of a sub-step keeps the energy of what rocks at 2 to
/// 16 of them, by measurement.) A single sub-step, and solvers of whole steps, keep it with rows of the start.
fn look_ahead(settings: &WorldSettings) -> f32 {
    let is_split = settings.solver == Solver::SoftStep && settings.substeps > 1;
    if is_split { 0.5 * settings.step_seconds() - 0.25 * settings.substep_seconds() } else { 0.0 }
}

/// The step within which rows may turn, seconds: solvers of whole steps keep those of its start.
fn turning_step(settings: &WorldSettings) -> f32 {
    if settings.solver == Solver::SoftStep { settings.step_seconds() } else { 0.0 }
}

/// The stiffest contacts that high piles bear in sub-steps of `h` seconds, hertz.
fn stiffest_contacts(h: f32) -> f32 {
    let usual = clamp(tuning::LEAST_CONTACT_SHARE / h, tuning::USUAL_CONTACT_HERTZ, tuning::MOST_CONTACT_HERTZ);
    min(tuning::MOST_CONTACT_SHARE / h, usual)
}

fn soft_step_settings(settings: &WorldSettings) -> SoftStepSettings {
    let h = settings.substep_seconds();
    let contact_hertz = min(settings.contact_hertz, stiffest_contacts(h));
    SoftStepSettings {
        substeps: settings.substeps,
        h,
        width: settings.width,
        warm_starting: settings.warm_starting,
        accumulation: settings.accumulation,
        relaxing: settings.relaxing,
        restitution_threshold: settings.restitution_threshold,
        joint_softness: Softness::limited(settings.joint_hertz, settings.joint_damping_ratio, h),
        contact_softness: Softness::new(contact_hertz, settings.contact_damping_ratio, h),
        // Contacts with something fixed are stiffer: a pile should rather be squeezed than sink into the ground.
        fixed_softness: Softness::new(2.0 * contact_hertz, settings.contact_damping_ratio, h),
    }
}
