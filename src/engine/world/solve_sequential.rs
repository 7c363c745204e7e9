//! The step's contacts for [`crate::engine::solver::sequential_impulses`], and its impulses back into them.
//!
//! Contacts lie in blocks of eight, coloured ([`crate::engine::solver::colors`]). This solver takes them one by one, in the
//! same order as the other: colour by colour, those with something fixed last. So impulses, warm starts and readouts stay
//! where everything else expects them, and the solver can be changed in the middle of a run.
//!
//! Contacts that may touch within the step get their points once, before the step: where the bodies would be after each
//! quarter of it, if nothing pushed them. From then on they are foreseen contacts like any other. The other solver asks
//! again in each sub-step.

use super::{World, WorldSettings};
use crate::engine::joint::set::JointSet;
use crate::engine::lanes::{BLOCK, QuadPair};
use crate::engine::probe::Probe;
use crate::engine::solver::block::ContactBlock;
use crate::engine::solver::colors::FIXED_FIRST;
use crate::engine::solver::drive::end_free_flight;
use crate::engine::solver::late::{LateContacts, place};
use crate::engine::solver::sequential_contact::{Contact, Point};
use crate::engine::solver::sequential_impulses::{self, Settings};
use crate::engine::solver::soft_step::FindPoints;
use crate::engine::solver::watch::Watch;
use crate::engine::solver::{Problem, SolverStep};

/// Times within a step at which points are looked for.
const SEARCHES: u16 = 4;

/// Advances the problem by one step.
pub(super) fn solve_sequential<P: Probe<SolverStep>>(
    problem: &mut Problem,
    joints: &mut JointSet,
    of_world: &WorldSettings,
    find_points: &mut FindPoints<'_>,
    watch: &mut Watch<'_, P>,
) {
    let settings = Settings {
        parameters: of_world.solver_parameters.sequential_impulses,
        h: of_world.step_seconds(),
        warm_starting: of_world.warm_starting,
        accumulation: of_world.accumulation,
        restitution_threshold: of_world.restitution_threshold,
    };
    let mut buffers = std::mem::take(&mut problem.sequential);
    foresee_points(problem, &mut buffers.ahead, settings.h, find_points);
    buffers.contacts.clear();
    for_each_contact(problem, |block, lane, restitution| {
        buffers.contacts.push(Contact {
            slots: [block.a.0[lane], block.b.0[lane]],
            normal: block.normal(lane),
            friction: block.friction.0[lane],
            restitution,
            points: [0, 1].map(|k| point_of(block, lane, k)),
        });
    });
    problem.sequential = buffers;
    sequential_impulses::solve(problem, joints, &settings, watch);
    let buffers = std::mem::take(&mut problem.sequential);
    let mut solved = buffers.contacts.iter();
    for_each_contact(problem, |block, lane, _| {
        let points = solved.next().into_iter().flat_map(|contact| &contact.points);
        for (rows, point) in block.points.iter_mut().zip(points) {
            let [normal, tangent] = point.impulses;
            (rows.normal_impulse.0[lane], rows.tangent_impulse.0[lane]) = (normal, tangent);
            (rows.normal_total.0[lane], rows.tangent_total.0[lane]) = (normal + point.bounce, tangent);
        }
    });
    problem.sequential = buffers;
}

impl World {
    /// After the solver has changed: impulses are those of a sub-step, and the forces stay while its length changes by `ratio`.
    /// Contacts rest in their records, joints are not in the set.
    pub(super) fn scale_warm_impulses(&mut self, ratio: f32) {
        let numbers: Vec<u32> = self.store.with_points().collect();
        for point in numbers.into_iter().flat_map(|number| [(number, 0), (number, 1)]) {
            let point = &mut self.store.get_mut(point.0).contact.points[point.1];
            (point.warm_normal, point.warm_tangent) = (ratio * point.warm_normal, ratio * point.warm_tangent);
        }
        self.joints.values_mut().iter_mut().flat_map(|joint| &mut joint.impulses).for_each(|impulse| *impulse *= ratio);
    }
}

/// Gives the contacts that bodies may reach within the step their points.
fn foresee_points(problem: &mut Problem, ahead: &mut Vec<QuadPair>, h: f32, find_points: &mut FindPoints<'_>) {
    let Problem { bodies, drives, moving, late, .. } = problem;
    if late.iter().all(|list| list.contacts.is_empty()) {
        return;
    }
    ahead.clone_from(bodies);
    let part = h / f32::from(SEARCHES);
    for search in 0..SEARCHES {
        for &slot in moving.iter().filter(|_| search > 0) {
            let QuadPair { first, last } = &mut ahead[slot as usize];
            (0..3).for_each(|k| last.0[k] += part * first.0[k]);
        }
        for list in late.iter_mut() {
            list.name_searches(ahead, part);
            if !list.named.is_empty() {
                find_points(list, ahead);
            }
            keep_found(list);
        }
    }
    late.iter().for_each(|list| end_free_flight(drives, &list.blocks));
}

/// Contacts that have got points are not looked for again.
fn keep_found(list: &mut LateContacts) {
    for number in 0..list.lanes.len() {
        let (block, lane) = place(number);
        if list.blocks[block].has_points(lane) {
            let (room, lane) = place(list.lanes[number].index as usize);
            list.rooms[room].gap.0[lane] = f32::INFINITY;
        }
    }
}

fn point_of(block: &ContactBlock, lane: usize, k: usize) -> Point {
    let rows = &block.points[k];
    Point {
        arms: block.arms(lane, k),
        gap: rows.gap.0[lane],
        impulses: [rows.normal_impulse.0[lane], rows.tangent_impulse.0[lane]],
        masses: [rows.normal_mass.0[lane], rows.tangent_mass.0[lane]],
        ..Point::default()
    }
}

/// Visits the lanes of all contacts with points that can be pushed, in the order in which they are solved: block, lane and
/// coefficient of restitution.
fn for_each_contact(problem: &mut Problem, mut visit: impl FnMut(&mut ContactBlock, usize, f32)) {
    let Problem { contacts, late, .. } = problem;
    let [late_mobile, late_fixed] = late;
    let (mobile, fixed) = contacts.groups.split_at_mut(usize::from(FIXED_FIRST));
    for (groups, late) in [(mobile, late_mobile), (fixed, late_fixed)] {
        for group in groups {
            for (block, manifold) in group.blocks.iter_mut().zip(&group.manifolds) {
                for lane in (0..BLOCK).filter(|lane| manifold.present >> lane & 1 == 1) {
                    if block.has_points(lane) {
                        visit(block, lane, manifold.restitution.0[lane]);
                    }
                }
            }
        }
        for &number in &late.order {
            let (block, lane) = place(number as usize);
            if late.blocks[block].has_points(lane) {
                visit(&mut late.blocks[block], lane, late.lanes[number as usize].restitution);
            }
        }
    }
}
