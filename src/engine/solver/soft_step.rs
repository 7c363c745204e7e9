//! Soft step: sub-steps, soft constraints and a relax pass.
//!
//! One step is split into `substeps` small ones, and each of them solves every constraint only twice:
//!
//! ```text
//! push out                     once a step: overlap that no load explains, by moving bodies (super::push_out)
//! find points                  of sub-step contacts: bodies that close so fast that they may meet within the step
//! bounce                       impacts run through touching bodies
//! integrate velocities         v += h a
//! warm start                   apply the impulses of the sub-step before: nearly the answer already
//! solve                        sequential impulses, with the soft push that removes position errors
//! integrate positions          x += h v
//! turn rows                    of contacts that turn with their bodies: normals and arms of now (super::turning)
//! relax                        gaps where the bodies are now; sequential impulses without the push, so that it leaves no velocity behind
//! ```
//!
//! Gaps are measured once per sub-step, where positions have just changed, and hold until they change again: only
//! *integrate positions* moves a body that is touched.
//!
//! Many small steps with one iteration each converge better than one step with many iterations (Macklin et al.,
//! "Small steps in physics simulation", 2019); softness plus relaxing is what lets high stacks and heavy loads settle
//! (Catto, "Solver2D", 2024, where it was the only one of eight solvers to hold the hardest scenes). Sub-steps, not
//! iterations, are what makes joints and stacks stiffer here.
//!
//! Three of these can be switched off to see what they are for: the warm start, the relax pass, and the sums that
//! contacts limit (*accumulation*, [`super::contact`]).
//!
//! The order within a pass: joints, contacts between mobile bodies colour by colour ([`super::colors`]), contacts with
//! something fixed. It depends on colours and colliders only, so the bits do not depend on how many lanes are solved at
//! once.

use super::block::ContactBlock;
use super::colors::{ContactColors, FIXED_FIRST, is_fixed, is_list};
use super::contact::{EndSubstep, Solve, WarmStart};
use super::drive::{end_free_flight, integrate_position, integrate_velocity};
use super::impact::{bounce_all, forget_spent};
use super::pass::{Pass, SolverPass, SolverStep};
use super::problem::Problem;
use super::push_out::PushOut;
use super::softness::Softness;
use super::uncolored::UncoloredContacts;
use super::watch::Watch;
use crate::engine::joint::set::JointSet;
use crate::engine::lanes::{self, Float4Pair, Width};
use crate::engine::probe::{Probe, ran};

/// What a step needs to know beside the problem.
#[derive(Clone, Copy, Debug)]
pub struct SoftStepSettings {
    /// Number of sub-steps, at least 1.
    pub substeps: u32,
    /// Length of a sub-step, seconds.
    pub h: f32,
    /// How many constraints are solved at once.
    pub width: Width,
    /// Use the impulses of the sub-step before.
    pub warm_starting: bool,
    /// Contacts limit the sum of their impulses, not each increment.
    pub accumulation: bool,
    /// Take the velocity of the push away again.
    pub relaxing: bool,
    /// Slower closing contacts do not bounce, m/s.
    pub restitution_threshold: f32,
    /// How stiff rigid joints are.
    pub joint_softness: Softness,
    /// How stiff contacts between mobile bodies are.
    pub contact_softness: Softness,
    /// How stiff contacts with something fixed are: stiffer.
    pub fixed_softness: Softness,
}

/// Before each sub-step, for contacts between mobile bodies (0) and with something fixed (1): gives those that get
/// their points within the step the rows that they have where the bodies are now. True when it looked for any.
pub type FindPoints<'a> = dyn FnMut(usize, &mut UncoloredContacts, &mut [Float4Pair]) -> bool + 'a;

/// Advances the problem by one step.
pub fn solve<P: Probe<SolverStep>>(
    problem: &mut Problem<'_>,
    push_out: &mut PushOut,
    joints: &mut JointSet,
    settings: &SoftStepSettings,
    find_points: &mut FindPoints<'_>,
    watch: &mut Watch<'_, P>,
) {
    ran!();
    let SoftStepSettings { h, width, joint_softness, restitution_threshold, .. } = *settings;
    // What the lessons switch off shows in the soft push.
    if settings.relaxing && settings.accumulation {
        let pass = Pass { width, restitution_threshold, ..Pass::new(SolverPass::Push, h * settings.substeps as f32, joint_softness) };
        push_out.run(problem, joints.joined_slots(), [settings.contact_softness, settings.fixed_softness], &pass, watch);
    }
    problem.turning.find(problem.contacts);
    for substep in 0..settings.substeps {
        // [solver.start]
        let pass = |kind| Pass { substep, width, restitution_threshold, ..Pass::new(kind, h, joint_softness) };

        find_substep_points(problem, find_points);
        bounce_all(problem, joints, &pass(SolverPass::Restitution), watch);
        problem.turning.bend(problem.contacts, problem.bodies, h, width);
        for &slot in problem.moving {
            integrate_velocity(&mut problem.bodies[slot as usize], &problem.drives[slot as usize], h);
        }
        warm_start(problem, joints, settings, &pass(SolverPass::WarmStart), watch);
        run_pass(problem, joints, settings, &pass(SolverPass::Solve), watch);
        for &slot in problem.moving {
            integrate_position(&mut problem.bodies[slot as usize], h);
        }
        problem.uncolored.iter_mut().for_each(UncoloredContacts::rest_unloaded);
        problem.turning.follow(problem.contacts, problem.bodies, width);
        if settings.relaxing {
            run_pass(problem, joints, settings, &pass(SolverPass::Relax), watch);
        } else {
            joints.refresh(problem.bodies, &pass(SolverPass::Relax));
            let Problem { bodies, contacts, uncolored, .. } = problem;
            contact_blocks(contacts, uncolored).for_each(|blocks| lanes::run(settings.width, EndSubstep { blocks, bodies }));
        }
        forget_spent(problem);
    }
    problem.turning.give_back(problem.contacts, settings.width);
    push_out.give_back(problem);
}

/// Applies the impulses of the previous sub-step, unless the settings switch that off.
fn warm_start<P: Probe<SolverStep>>(
    problem: &mut Problem<'_>,
    joints: &mut JointSet,
    settings: &SoftStepSettings,
    pass: &Pass,
    watch: &mut Watch<'_, P>,
) {
    match (settings.warm_starting, settings.accumulation) {
        (true, true) => return run_pass(problem, joints, settings, pass, watch),
        (true, false) => joints.warm_start(problem.bodies, pass, watch.probe),
        (false, _) => joints.forget(pass.substep > 0),
    }
    let Problem { contacts, uncolored, .. } = problem;
    contact_blocks(contacts, uncolored).flatten().for_each(ContactBlock::forget);
}

/// One pass over all constraints, see the head of the file for the order.
fn run_pass<P: Probe<SolverStep>>(
    problem: &mut Problem<'_>,
    joints: &mut JointSet,
    settings: &SoftStepSettings,
    pass: &Pass,
    watch: &mut Watch<'_, P>,
) {
    ran!();
    let Problem { bodies, contacts, uncolored, .. } = problem;
    match pass.kind {
        SolverPass::WarmStart => joints.warm_start(bodies, pass, watch.probe),
        _ => joints.solve(bodies, pass, watch.probe), // [solver.joints]
    }
    let ContactColors { groups, .. } = contacts;
    for (group, place) in (0_u8..).zip(groups) {
        if group == FIXED_FIRST {
            run_uncolored(&mut uncolored[0], bodies, (settings.contact_softness, settings.accumulation), pass, watch);
        }
        let softness = if is_fixed(group) { settings.fixed_softness } else { settings.contact_softness };
        let width = if is_list(group) || P::WATCHES { Width::One } else { pass.width };
        run_contacts((&mut place.blocks, None), width, bodies, (softness, settings.accumulation), pass, watch);
    }
    run_uncolored(&mut uncolored[1], bodies, (settings.fixed_softness, settings.accumulation), pass, watch);
}

/// One pass over contacts without a colour, one after the other.
fn run_uncolored<P: Probe<SolverStep>>(
    list: &mut UncoloredContacts,
    bodies: &mut [Float4Pair],
    how: (Softness, bool),
    pass: &Pass,
    watch: &mut Watch<'_, P>,
) {
    run_contacts((&mut list.blocks, Some(&list.order)), Width::One, bodies, how, pass, watch);
}

/// One pass over blocks of contacts: several at once if they share no moving body and no probe watches, else one
/// after the other (in `order`, if there is one).
fn run_contacts<P: Probe<SolverStep>>(
    (blocks, order): (&mut [ContactBlock], Option<&[u32]>),
    width: Width,
    bodies: &mut [Float4Pair],
    (softness, accumulation): (Softness, bool),
    pass: &Pass,
    watch: &mut Watch<'_, P>,
) {
    if blocks.is_empty() {
        return;
    }
    // Whether sums are limited is decided here, once for all rows.
    match (pass.kind, accumulation) {
        (SolverPass::WarmStart, _) => lanes::run(width, WarmStart { blocks, order, bodies, pass, watch }),
        (SolverPass::Relax, true) => lanes::run(width, Solve::<P, true, true> { blocks, order, bodies, softness, pass, watch }),
        (SolverPass::Relax, false) => lanes::run(width, Solve::<P, true, false> { blocks, order, bodies, softness, pass, watch }),
        (_, true) => lanes::run(width, Solve::<P, false, true> { blocks, order, bodies, softness, pass, watch }),
        (_, false) => lanes::run(width, Solve::<P, false, false> { blocks, order, bodies, softness, pass, watch }),
    }
}

/// Contacts that get their points within the step get those of the moment. Who has rows does not fly freely any more.
fn find_substep_points(problem: &mut Problem<'_>, find_points: &mut FindPoints<'_>) {
    for (kind, list) in problem.uncolored.iter_mut().enumerate() {
        if find_points(kind, list, problem.bodies) {
            end_free_flight(problem.drives, &list.blocks);
        }
    }
}

/// All contacts, colour by colour, then those without a colour.
fn contact_blocks<'a>(
    contacts: &'a mut ContactColors,
    uncolored: &'a mut [UncoloredContacts; 2],
) -> impl Iterator<Item = &'a mut Vec<ContactBlock>> {
    contacts.groups.iter_mut().map(|group| &mut group.blocks).chain(uncolored.iter_mut().map(|list| &mut list.blocks))
}
