//! Contacts and joints of an island at once, as a linear complementarity problem.
//!
//! All rows of an island ([`super::sequential_impulses`] has their meaning) are written down together:
//!
//! ```text
//!   w = A λ + b,    A = J M⁻¹ Jᵀ,    b = J v + bias          w: what the row's velocity will be, less what it asks for
//!
//!   joint held      w = 0                                      λ any
//!   joint spring    w = 0, with γ added to A_kk                λ any           (a soft row, see [`super::softness`])
//!   limit, rope     w ≥ 0,  λ ≥ 0,  w λ = 0
//!   motor           its speed, with λ within ± effort · h
//!   normal          w ≥ 0,  λ ≥ 0,  w λ = 0                    it parts, or it pushes
//!   friction        w = 0, with λ within ± μ λ_n               it sticks; at a bound it slides, and w has that sign
//! ```
//!
//! and solved in double precision ([`crate::engine::linear::complementarity`]). Where sequential impulses go round and
//! round and approach the answer, here it is the answer: a heavy load on a light stack does not sag, and joints keep
//! what they ask for. The price grows with the cube of the rows.
//!
//! *Friction is an approximation.* The bound μ λ_n depends on what is to be found, which makes the true problem a
//! nonlinear one. So bounds are numbers taken from the normal impulses of the round before, at first those of the step
//! before; after a few rounds (`friction_rounds`) they hardly change. Where friction lifts what it rubs, a greater
//! bound gives a smaller normal impulse, and rounds might swing between too much and none: a box that slid on a corner
//! had friction without a load. So a load goes only as far as the secant through the last two rounds says, if that is
//! less far. What the last round changed is in the report.
//!
//! *Overlap and bounces* are two smaller problems of the same kind. Pseudo-velocities push overlap out (β of it, beyond
//! the slop) and are forgotten, and so they push what is beyond a limit; they have the normals and the joints only.
//! After the motion come the bounces (`complementary_bounce`).
//!
//! *Or not.* An island with more rows than allowed, with a hand in it, or whose problem has no solution is left alone
//! and named in the report; the world gives it to sequential impulses.
//!
//! *What it does not cure.* Directions are those of the start of the step, as with sequential impulses. Very light
//! links under a heavy load swing across faster than a step can follow, and a chain of them still comes apart.
//!
//! Sources: D. Baraff (1994), see there; D. Stewart and J. Trinkle, "An implicit time-stepping scheme for rigid body
//! dynamics with inelastic collisions and Coulomb friction" (1996); M. Anitescu and F. Potra (1997).

pub use super::complementary_rows::Settings;
use super::complementary_rows::{CarriedRow, Island, Owner, Part, Problem, Round, Row};
use super::complementary_told as told;
use super::drive::integrate_position;
use super::push_out::add_motion;
use super::sequential_contact::{Contact, NORMAL, TANGENT};
use super::table::ComplementarityParameters;
use super::watch::Watch;
use super::{SolverPass, SolverStep};
use crate::engine::joint::JointImpulse;
use crate::engine::lanes::Float4Pair;
use crate::engine::probe::{Probe, ran};

/// Why an island was left to another method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// It has more rows than allowed.
    TooManyRows,
    /// A hand holds one of its bodies.
    Held,
    /// Its problem has no solution, or rounding hides it.
    NoSolution,
}

/// What an island's solution has to say.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Solved {
    /// Changes of place of rows, in all of its problems.
    pub pivots: usize,
    /// Worst violation of the conditions, as a share of what its row carries.
    pub violation: f64,
    /// Largest change of a bound of friction in the last round, as a share of the largest bound.
    pub friction_change: f64,
}

/// Solves an island, whose bodies have their forces already, and moves its bodies; `carried` gets what joints carried.
/// On failure nothing has changed.
pub fn solve_island<P: Probe<SolverStep>>(
    island: &Island,
    contacts: &mut [Contact],
    bodies: &mut [Float4Pair],
    settings: &Settings,
    carried: &mut Vec<CarriedRow>,
    watch: &mut Watch<'_, P>,
) -> Result<Solved, Left> {
    ran!();
    let (rows, parameters) = (&island.rows[..], settings.parameters); // [lcp.start]
    if island.held {
        return Err(Left::Held);
    }
    if rows.is_empty() {
        island.slots.iter().for_each(|&slot| integrate_position(&mut bodies[slot as usize], settings.h));
        return Ok(Solved::default());
    }
    if rows.len() > parameters.most_rows as usize {
        return Err(Left::TooManyRows);
    }
    let problem = Problem::new(rows, bodies);
    let all: Vec<usize> = (0..rows.len()).collect();
    let rounds = problem.rounds(contacts, bodies, settings).ok_or(Left::NoSolution)?;
    let Round { found: last, change: friction_change, .. } = rounds.last().cloned().unwrap_or_default();
    let push = problem.push(contacts, settings).ok_or(Left::NoSolution)?;
    let before: Vec<Float4Pair> = island.slots.iter().map(|&slot| bodies[slot as usize]).collect();
    let moved = problem.given(&all, &last.lambda, &island.slots, bodies);
    let pushed = push.as_ref().map(|Part { rows, found, .. }| problem.added(rows, &found.lambda, &island.slots, bodies));
    put(bodies, &island.slots, &moved);
    let Some(bounce) = problem.bounce(contacts, &last.lambda, (&island.slots, &before), bodies, settings) else {
        put(bodies, &island.slots, &before);
        return Err(Left::NoSolution);
    };
    if P::WATCHES {
        put(bodies, &island.slots, &before);
        told::rounds((&problem, contacts), &rounds, bodies, settings, watch);
        push.iter().for_each(|push| told::part((&problem, contacts), push, SolverPass::Push, bodies, settings, watch));
        put(bodies, &island.slots, &moved);
        bounce.iter().for_each(|bounce| told::part((&problem, contacts), bounce, SolverPass::Restitution, bodies, settings, watch));
    }
    for (k, &slot) in island.slots.iter().enumerate() {
        integrate_position(&mut bodies[slot as usize], settings.h);
        if let Some(pushed) = &pushed {
            add_motion(&mut bodies[slot as usize], &pushed[k], settings.h);
        }
    }
    if let Some(Part { rows, found, .. }) = &bounce {
        let bounced = problem.given(rows, &found.lambda, &island.slots, bodies);
        put(bodies, &island.slots, &bounced);
    }
    problem.keep(contacts, &last.lambda, [&push, &bounce], carried);
    let parts = push.iter().chain(&bounce).map(|part| &part.found);
    let (pivots, violation) = (rounds.iter().map(|round| round.found.pivots).sum::<usize>(), last.violation);
    let violation = parts.clone().fold(violation, |most, found| if found.violation > most { found.violation } else { most });
    Ok(Solved { pivots: pivots + parts.map(|found| found.pivots).sum::<usize>(), violation, friction_change })
}

fn put(bodies: &mut [Float4Pair], slots: &[u32], new: &[Float4Pair]) {
    slots.iter().zip(new).for_each(|(&slot, body)| bodies[slot as usize] = *body);
}

/// What a round asked of a load, and how far it was changed, N·s.
#[derive(Clone, Copy, Default)]
struct Last {
    change: f64,
    step: f64,
}

impl Problem<'_> {
    /// The rounds of the velocities.
    fn rounds(&self, contacts: &[Contact], bodies: &[Float4Pair], settings: &Settings) -> Option<Vec<Round>> {
        ran!();
        let all: Vec<usize> = (0..self.rows.len()).collect();
        let offset: Vec<f64> = all.iter().map(|&row| self.speed(row, bodies) + self.rows[row].bias).collect();
        let mut loads: Vec<f64> = vec![0.0; self.rows.len()];
        if settings.warm_starting {
            for (load, row) in loads.iter_mut().zip(self.rows) {
                if let Owner::Normal(contact, k) = row.owner {
                    *load = f64::from(contacts[contact].points[k].impulses[NORMAL].max(0.0));
                }
            }
        }
        self.friction_rounds((&all, &offset), contacts, loads, settings)
    }

    /// Solves for some of the rows in rounds: the bounds of friction are those of the normals' `loads`, first as given,
    /// then as found.
    pub(super) fn friction_rounds(
        &self,
        (rows, offset): (&[usize], &[f64]),
        contacts: &[Contact],
        mut loads: Vec<f64>,
        settings: &Settings,
    ) -> Option<Vec<Round>> {
        ran!();
        let normal_of = |wanted: Owner| rows.iter().position(|&row| self.rows[row].owner == wanted);
        let cones: Vec<Option<(f64, usize)>> = rows
            .iter()
            .map(|&row| match self.rows[row].owner {
                Owner::Friction(contact, k) => {
                    Some(f64::from(contacts[contact].friction)).zip(normal_of(Owner::Normal(contact, k)).map(|at| rows[at]))
                }
                _ => None,
            })
            .collect();
        let mut rounds: Vec<Round> = Vec::new();
        let mut last = vec![Last::default(); loads.len()];
        for _ in 0..settings.parameters.friction_rounds {
            let bounds_of = |(&row, cone): (&usize, &Option<(f64, usize)>)| {
                cone.map_or(self.rows[row].bounds, |(mu, normal)| [-1.0, 1.0].map(|sign| sign * mu * loads[normal]))
            };
            let bounds: Vec<[f64; 2]> = rows.iter().zip(&cones).map(bounds_of).collect();
            let found = self.solve(rows, offset.to_vec(), &bounds)?; // [lcp.solve]
            let mut new = loads.clone();
            rows.iter().zip(&found.lambda).for_each(|(&row, &x)| new[row] = x);
            let of_normals = rows.iter().filter(|&&row| matches!(self.rows[row].owner, Owner::Normal(..)));
            let largest = of_normals.map(|&row| new[row]).fold(0.0, f64::max);
            let changes = cones.iter().flatten().map(|&(_, normal)| (new[normal] - loads[normal]).abs());
            let change = changes.fold(0.0, f64::max) / if largest > 0.0 { largest } else { 1.0 };
            for (load, (new, last)) in loads.iter_mut().zip(new.iter().zip(&mut last)) {
                let change = new - *load;
                let secant = last.step / (last.change - change);
                let step = if secant > 0.0 && secant < 1.0 { secant * change } else { change };
                (*load, *last) = (*load + step, Last { change, step });
            }
            rounds.push(Round { found, bounds, change });
            if change < 1e-6 {
                break;
            }
        }
        Some(rounds)
    }

    /// Rows of the contacts that are wanted, and of joints that hold: those of a smaller problem.
    pub(super) fn part(&self, wanted: impl Fn(Owner) -> bool) -> Vec<usize> {
        let is_part = |&row: &usize| match self.rows[row].owner {
            owner @ (Owner::Normal(..) | Owner::Friction(..)) => wanted(owner),
            Owner::Joint(..) => self.rows[row].holds(),
        };
        (0..self.rows.len()).filter(is_part).collect()
    }

    /// The problem of the pseudo-velocities that push overlap out; nothing without overlap.
    fn push(&self, contacts: &[Contact], settings: &Settings) -> Option<Option<Part>> {
        ran!();
        let ComplementarityParameters { beta, slop, .. } = settings.parameters;
        let excess = |contact: usize, k: usize| -contacts[contact].gap_from_start(k) - slop;
        let any = self.rows.iter().any(|row| matches!(row.owner, Owner::Normal(contact, k) if excess(contact, k) > 0.0));
        let passed = self.rows.iter().any(|row| row.push.is_some_and(|push| push < 0.0));
        if !(any || passed) || beta == 0.0 {
            return Some(None);
        }
        let mut rows = self.part(|owner| matches!(owner, Owner::Normal(..)));
        rows.extend((0..self.rows.len()).filter(|&row| self.rows[row].push.is_some()));
        rows.sort_unstable();
        let offset: Vec<f64> = rows
            .iter()
            .map(|&row| match self.rows[row].owner {
                Owner::Normal(contact, k) => {
                    let (gap, excess) = (contacts[contact].gap_from_start(k), excess(contact, k));
                    f64::from(if gap > 0.0 { gap } else { -beta * excess.max(0.0) } / settings.h) // [lcp.push]
                }
                _ => self.rows[row].push.unwrap_or(0.0),
            })
            .collect();
        let bounds: Vec<[f64; 2]> = rows.iter().map(|&row| self.rows[row].bounds).collect();
        let found = self.solve(&rows, offset.clone(), &bounds)?;
        Some(Some(Part { rows, found, offset, bounds }))
    }

    /// What rows were given, where readouts and the next step find it.
    fn keep(&self, contacts: &mut [Contact], lambda: &[f64], [push, bounce]: [&Option<Part>; 2], carried: &mut Vec<CarriedRow>) {
        let first = carried.len();
        let given = |row: &Row, x: f64| {
            let mut given = JointImpulse::default();
            given.add_row(&row.jacobian, row.r_b, x as f32);
            given
        };
        for (row, &x) in self.rows.iter().zip(lambda) {
            match row.owner {
                Owner::Normal(contact, k) => contacts[contact].points[k].impulses[NORMAL] = x as f32,
                Owner::Friction(contact, k) => contacts[contact].points[k].impulses[TANGENT] = x as f32,
                Owner::Joint(place, k) => carried.push(CarriedRow { owner: (place, k), impulse: x as f32, given: given(row, x) }),
            }
        }
        for (part, is_push) in [(push, true), (bounce, false)] {
            let Some(Part { rows, found, .. }) = part else { continue };
            for (&row, &x) in rows.iter().zip(&found.lambda) {
                match self.rows[row].owner {
                    Owner::Normal(contact, k) if is_push => contacts[contact].points[k].push = x as f32,
                    Owner::Normal(contact, k) => contacts[contact].points[k].bounce[NORMAL] = x as f32,
                    Owner::Friction(contact, k) => contacts[contact].points[k].bounce[TANGENT] = x as f32,
                    Owner::Joint(place, k) if !is_push => {
                        let of_row = carried[first..].iter_mut().find(|carried| carried.owner == (place, k));
                        of_row.into_iter().for_each(|carried| carried.given += given(&self.rows[row], x));
                    }
                    Owner::Joint(..) => {}
                }
            }
        }
    }
}
