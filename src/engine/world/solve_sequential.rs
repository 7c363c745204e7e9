//! The step's contacts for [`crate::engine::solver::sequential_impulses`], and its impulses back into them.
//!
//! Contacts lie in blocks of eight, coloured ([`crate::engine::solver::colors`]). This solver takes them one by one,
//! in the same order as the other: colour by colour, those with something fixed last. So impulses, warm starts and
//! readouts stay where everything else expects them, and the solver can be changed in the middle of a run.
//!
//! Contacts that may touch within the step get their points once, before the step: where the bodies would be after each
//! quarter of it, if nothing pushed them. From then on they are foreseen contacts like any other. The other solver asks
//! again in each sub-step.

use super::parts::World;
use super::settings::WorldSettings;
use super::substep::list::SubstepList;
use crate::engine::joint::row::JacobianRow;
use crate::engine::joint::set::JointSet;
use crate::engine::joint::set_limits::PASSED;
use crate::engine::lanes::{BLOCK, Float4Pair};
use crate::engine::math::{Vec2, clamp, max, min, perp};
use crate::engine::probe::Probe;
use crate::engine::solver::Solver;
use crate::engine::solver::block::{ContactBlock, place};
use crate::engine::solver::body::SolverBody;
use crate::engine::solver::colors::{ContactColors, FIXED_FIRST};
use crate::engine::solver::contact_geometry::{ContactGeometry, motion};
use crate::engine::solver::drive::end_free_flight;
use crate::engine::solver::manifold_block::ManifoldBlock;
use crate::engine::solver::one_contact;
use crate::engine::solver::pass::SolverStep;
use crate::engine::solver::problem::Problem;
use crate::engine::solver::sequential_contact::{Contact, Point};
use crate::engine::solver::sequential_impulses::{self, Buffers, Settings};
use crate::engine::solver::soft_step::FindPoints;
use crate::engine::solver::uncolored::UncoloredContacts;
use crate::engine::solver::watch::Watch;

/// Times within a step at which points are looked for.
const SEARCHES: u16 = 4;

/// Advances the problem by one step. `find_points` is there when any contact may get points within the step.
pub(super) fn solve_sequential<P: Probe<SolverStep>>(
    problem: &mut Problem<'_>,
    buffers: &mut Buffers,
    joints: &mut JointSet,
    of_world: &WorldSettings,
    find_points: Option<&mut FindPoints<'_>>,
    watch: &mut Watch<'_, P>,
) {
    let settings = settings_of(of_world);
    list_contacts(problem, buffers, settings.h, find_points);
    sequential_impulses::solve(problem, buffers, joints, &settings, watch);
    keep_impulses(problem, &buffers.contacts);
}

/// What sequential impulses are told.
pub(super) fn settings_of(of_world: &WorldSettings) -> Settings {
    Settings {
        parameters: of_world.solver_parameters.sequential_impulses,
        h: of_world.step_seconds(),
        width: of_world.width,
        warm_starting: of_world.warm_starting,
        accumulation: of_world.accumulation,
        restitution_threshold: of_world.restitution_threshold,
        // What the global solve leaves to this solver, light links under a heavy load, tears with a small share.
        shares_bias: of_world.solver != Solver::Lagrange,
        // The global solve stops what reaches a limit itself, from what the limit gave without that round.
        relaxed_limits: if of_world.solver == Solver::Lagrange { -PASSED } else { PASSED },
    }
}

/// The same by [`one_contact`].
pub(super) fn solve_one_contact<P: Probe<SolverStep>>(
    problem: &mut Problem<'_>,
    (buffers, own): (&mut Buffers, &mut one_contact::Buffers),
    joints: &mut JointSet,
    of_world: &WorldSettings,
    find_points: Option<&mut FindPoints<'_>>,
    watch: &mut Watch<'_, P>,
) {
    let settings = one_contact::Settings {
        parameters: of_world.solver_parameters.one_contact,
        h: of_world.step_seconds(),
        width: of_world.width,
        warm_starting: of_world.warm_starting,
        restitution_threshold: of_world.restitution_threshold,
    };
    list_contacts(problem, buffers, settings.h, find_points);
    one_contact::solve(problem, &mut buffers.contacts, own, joints, &settings, watch);
    keep_impulses(problem, &buffers.contacts);
}

/// The contacts of the step one by one, those that bodies may reach within it among them.
pub(super) fn list_contacts(problem: &mut Problem<'_>, buffers: &mut Buffers, h: f32, find_points: Option<&mut FindPoints<'_>>) {
    if let Some(find_points) = find_points {
        foresee_points(problem, &mut buffers.ahead, h, find_points);
    }
    buffers.contacts.clear();
    let bodies = &*problem.bodies;
    for_each_contact(problem.contacts, problem.uncolored, |block, manifold, lane, restitution| {
        let bends = manifold.map_or([[0.0; 2]; 2], |manifold| bends(block, manifold, lane, bodies, h));
        let found_at = if block.found_later { [0, 1].map(|k| block.found_at[k].0[lane]) } else { [0.0; 2] };
        buffers.contacts.push(Contact {
            slots: block.slots(lane),
            normal: block.normal(lane),
            friction: block.friction.0[lane],
            restitution,
            radii: [block.radius_a.0[lane], block.radius_b.0[lane]],
            found_at,
            points: [0, 1].map(|k| Point { bends: bends[k], ..point_of(block, lane, k) }),
        });
    });
}

/// What the contacts were given, back where they live.
pub(super) fn keep_impulses(problem: &mut Problem<'_>, contacts: &[Contact]) {
    let mut solved = contacts.iter();
    for_each_contact(problem.contacts, problem.uncolored, |block, _, lane, _| {
        let points = solved.next().into_iter().flat_map(|contact| &contact.points);
        for (rows, point) in block.points.iter_mut().zip(points) {
            let [normal, tangent] = point.impulses;
            (rows.normal_impulse.0[lane], rows.tangent_impulse.0[lane]) = (normal, tangent);
            (rows.normal_total.0[lane], rows.tangent_total.0[lane]) = (normal + point.bounce[0], tangent + point.bounce[1]);
        }
    });
}

impl World {
    /// After the solver has changed: impulses are those of a sub-step, and the forces stay while its length changes
    /// by `ratio`. Contacts rest in their records, joints are not in the set.
    pub(super) fn scale_warm_impulses(&mut self, ratio: f32) {
        let store = &mut self.graph.store;
        let numbers: Vec<u32> = store.with_points().collect();
        for number in numbers {
            for point in &mut store.get_mut(number).contact.points {
                (point.warm_normal, point.warm_tangent) = (ratio * point.warm_normal, ratio * point.warm_tangent);
            }
        }
        self.joints.values_mut().iter_mut().flat_map(|joint| &mut joint.impulses).for_each(|impulse| *impulse *= ratio);
    }
}

/// Gives the contacts that bodies may reach within the step their points.
fn foresee_points(problem: &mut Problem<'_>, ahead: &mut Vec<Float4Pair>, h: f32, find_points: &mut FindPoints<'_>) {
    let Problem { bodies, drives, moving, uncolored, .. } = problem;
    ahead.clear();
    ahead.extend_from_slice(bodies);
    let part = h / f32::from(SEARCHES);
    for search in 0..SEARCHES {
        for &slot in moving.iter().filter(|_| search > 0) {
            let Float4Pair { first, last } = &mut ahead[slot as usize];
            (0..3).for_each(|k| last.0[k] += part * first.0[k]);
        }
        for (kind, rows) in uncolored.iter_mut().enumerate() {
            find_points(kind, rows, ahead);
        }
    }
    uncolored.iter().for_each(|rows| end_free_flight(drives, &rows.blocks));
}

/// Contacts that have got points are not looked for again in the step.
pub(super) fn keep_found(list: &mut SubstepList, rows: &UncoloredContacts) {
    for (number, lane) in rows.lanes.iter().enumerate() {
        let (block, place_in_block) = place(number);
        if rows.blocks[block].has_points(place_in_block) {
            let (slack, lane) = place(lane.index as usize);
            list.slacks[slack].distance.0[lane] = f32::INFINITY;
        }
    }
}

/// See [`Point::bends`]: if the bodies go on for the `h` seconds of the step as they do at its start. An impulse Λ that
/// turns the speed u⁻ into u⁺ gives the energy `Λ (u⁻ + u⁺)/2`: so no bend asks for more than `u⁺ = −u⁻`, which is what
/// goes round needs.
fn bends(block: &ContactBlock, manifold: &ManifoldBlock, lane: usize, bodies: &[Float4Pair], h: f32) -> [[f32; 2]; 2] {
    if block.points.iter().all(|point| point.normal_impulse.0[lane] <= 0.0) {
        return [[0.0; 2]; 2];
    }
    let [a, b] = block.slots(lane).map(|slot| SolverBody::at(bodies, slot));
    let geometry = ContactGeometry::<f32>::of(block, manifold, lane);
    let now = geometry.moved([motion(Vec2::ZERO.into(), 0.0); 2]);
    let accelerations = geometry.accelerations(&now, [a, b].map(|body| body.stored().first.0));
    let normal = block.normal(lane);
    [0, 1].map(|k| {
        let [r_a, r_b] = block.arms(lane, k);
        let [closing, sliding] = [normal, perp(normal)].map(|along| h * JacobianRow::along(along, r_a, r_b).speed(&a, &b));
        let [opened, slid] = accelerations[k].map(|acceleration| 0.5 * h * h * acceleration);
        [max(opened, min(closing, 0.0)), clamp(slid, min(sliding, 0.0), max(sliding, 0.0))]
    })
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

/// Visits the lanes of all contacts with points that can be pushed, in the order in which they are solved: block,
/// lane and coefficient of restitution. Within a colour in the order of their bodies, of which no two contacts share
/// one that moves: where they are stored depends on what was there before. Those whose points were found within the
/// step have no manifold.
fn for_each_contact(
    contacts: &mut ContactColors,
    uncolored: &mut [UncoloredContacts; 2],
    mut visit: impl FnMut(&mut ContactBlock, Option<&ManifoldBlock>, usize, f32),
) {
    let mut lanes: Vec<([u32; 2], usize, usize)> = Vec::new();
    let [uncolored_mobile, uncolored_fixed] = uncolored;
    let (mobile, fixed) = contacts.groups.split_at_mut(usize::from(FIXED_FIRST));
    for (groups, uncolored) in [(mobile, uncolored_mobile), (fixed, uncolored_fixed)] {
        for group in groups {
            lanes.clear();
            for (number, (block, manifold)) in group.blocks.iter().zip(&group.manifolds).enumerate() {
                let pushed = (0..BLOCK).filter(|&lane| manifold.present >> lane & 1 == 1 && block.has_points(lane));
                lanes.extend(pushed.map(|lane| (block.slots(lane), number, lane)));
            }
            lanes.sort_unstable();
            for &(_, number, lane) in &lanes {
                let manifold = &group.manifolds[number];
                visit(&mut group.blocks[number], Some(manifold), lane, manifold.restitution.0[lane]);
            }
        }
        for &number in &uncolored.order {
            let (block, lane) = place(number as usize);
            if uncolored.blocks[block].has_points(lane) {
                visit(&mut uncolored.blocks[block], None, lane, uncolored.lanes[number as usize].restitution);
            }
        }
    }
}
