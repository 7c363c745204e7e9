//! Sequential impulses: one row after the other, round and round, until hardly anything changes.
//!
//! *A row* asks that one relative velocity u become a target ([`crate::engine::joint::row`]). An impulse λ along it
//! changes u by K λ, with `K = J M⁻¹ Jᵀ = 1/m_a + 1/m_b + (r_a × d)²/I_a + (r_b × d)²/I_b`. Hence the impulse that
//! gives u + b = 0 is
//!
//! ```text
//!   λ = −m (u + b),    m = 1 / K          m: effective mass;   b: bias, minus the wanted velocity
//! ```
//!
//! That row is right then, and its neighbours are a little wrong again, as they share bodies. Going round settles all
//! of them: this is Gauss and Seidel's method on `J M⁻¹ Jᵀ λ = −(J v + b)`, projected onto the bounds of the
//! impulses.
//!
//! *Accumulated clamping.* A contact cannot pull, but an increment may be negative, to take back what was too much.
//! So it is the sum Λ that is bounded: `Λ_n ≥ 0` and `|Λ_t| ≤ μ Λ_n`.
//!
//! *Warm starting.* Resting contacts need nearly the impulses of the step before, so those are applied first.
//!
//! ```text
//!   start           arms, effective masses, gaps, closing speeds
//!   forces          v += h a
//!   warm start      each row: its impulse of the last step
//!   iterations × ┌  joints      (their own rows and formulas: crate::engine::joint)
//!                └  contacts    normals, then frictions of its two points:  λ, clamp the sum, apply
//!   iterations ×    pushes      the same on pseudo-velocities, from zero: only with split impulses
//!   motion          x += h (v + pseudo-velocity)
//!   iterations ×    joints without bias         only with split impulses, or when one is beyond a limit
//!   iterations ×    bounces     b = e · closing speed, for what was hit faster than the threshold; and what it drives
//! ```
//!
//! *Which point first.* The point that is solved first takes a little more than its half, so every second iteration
//! begins with the other one. (With the same one always first, a stack of ten leaned 8 cm to that side.)
//!
//! *The bias of a normal row.* Gap s > 0: `b = s/h`, the bodies may come as near as to touch at the end of the step.
//! So a contact that is foreseen (speculative) is solved like any other. Overlap: `b = −β/h · max(0, −s − slop)`, so
//! that a share β of what exceeds the slop is gone after the step. There are two ways to do that:
//!
//! - *Baumgarte*: as bias of the row itself. The push becomes part of the velocity, so deep overlap throws bodies
//!   apart.
//! - *Split impulses*: as bias of rows of their own, whose pseudo-velocities only move positions and are then
//!   forgotten.
//!
//! The rows are those of the start of the step, while what turns together goes round. So the bias of a loaded contact,
//! normal and friction, has half of what these speeds change by in the step without any force
//! ([`super::contact_geometry`]): the bodies cut the corner and end where the surfaces meet, not on the tangent.
//!
//! Joints have the bias in their rows in both cases, with the same β, or a share of it in long chains
//! ([`crate::engine::joint`]: `bias_share`), and no slop. With split impulses they are solved
//! once more after the motion without it, which takes the velocity back ([`crate::engine::joint::set_limits`]).
//!
//! Bounces come last, when the bodies touch, so that none starts above the ground; they are not warm started. What a
//! bounce drives takes part: a ball that is hit and rests against a wall must neither be pushed into the wall nor lose
//! what the wall gives it. With v⁻ the speed of a point when the bodies meet, its speed afterwards is at least
//!
//! ```text
//!   −e v⁻   of what was hit;     −v⁻   of what was parting;     0   of the rest;            while Σ Λ_n ≥ 0
//! ```
//!
//! so that impulses, which add `Λ (v⁻ + v⁺)/2` to the energy, add none. All points of a row of bodies are hit at once
//! then: of a row of equal balls that one more runs into, the last flies off faster than the others, but not alone, as
//! it does in Newton's cradle.
//!
//! Friction goes with bounces: its bound is μ times all that the impact gives along the normal, `m (1 + e)` times the
//! closing speed, in whichever part of a step it falls. Nor may it gain energy. It would where it changes how fast a
//! point parts ([`super::contact_impulse`]): so `Λ_t` times the mean sliding speed before and after is at most what the
//! normal impulse loses, `Λ_n (1 − e) |v⁻|/2`. With u the sliding speed before plus the one that there would be without
//! this impulse, that is `Λ_t (u + Λ_t/m)/2`, a parabola, and its two roots are bounds (`friction_without_gain`).
//!
//! Sources: E. Catto, "Iterative Dynamics with Temporal Coherence" (GDC 2005) and "Fast and Simple Physics using
//! Sequential Impulses" (GDC 2006); J. Baumgarte, "Stabilization of constraints and integrals of motion" (1972).
//! The default solver, [`super::soft_step`], has the same rows; it solves them in lanes, softly and in sub-steps.

use super::body::SolverBody;
use super::drive::{integrate_position, integrate_velocity};
use super::push_out::add_motion;
use super::sequential_contact::{Contact, NO_BOUNDS, NORMAL, Point, TANGENT};
use super::softness::Softness;
use super::table::{PositionCorrection, SequentialParameters};
use super::watch::Watch;
use super::{Pass, Problem, SolverPass, SolverStep};
use crate::engine::joint::set::JointSet;
use crate::engine::lanes::{Float4, Float4Pair, Width};
use crate::engine::math::{clamp, max, min};
use crate::engine::probe::{Probe, ran};

/// What a step needs to know beside what it works on.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Of the scene.
    pub parameters: SequentialParameters,
    /// Length of the step, seconds.
    pub h: f32,
    /// How many joints are solved at once.
    pub width: Width,
    /// Apply the impulses of the step before.
    pub warm_starting: bool,
    /// Contacts bound the sum of their impulses, not each increment.
    pub accumulation: bool,
    /// Slower closing contacts do not bounce, m/s.
    pub restitution_threshold: f32,
    /// Joints of long chains have but a share of the bias.
    pub shares_bias: bool,
    /// Limits of joints take part in the last round where their coordinate is below this, metres or radians.
    pub relaxed_limits: f32,
}

/// What lives from step to step only to save allocations.
#[derive(Clone, Debug, Default)]
pub struct Buffers {
    /// Contacts of the step, in the order in which they are solved.
    pub contacts: Vec<Contact>,
    /// Bodies with pseudo-velocities, by slot.
    pseudo: Vec<Float4Pair>,
    /// True of bodies that a bounce has driven in this step, by slot; never of what does not move.
    driven: Vec<bool>,
    /// Bodies as they will be if nothing pushes them, by slot: for the caller.
    pub ahead: Vec<Float4Pair>,
}

/// Advances the problem by one step; its contacts are those in [`Buffers`].
pub fn solve<P: Probe<SolverStep>>(
    problem: &mut Problem<'_>,
    Buffers { contacts, pseudo, driven, .. }: &mut Buffers,
    joints: &mut JointSet,
    settings: &Settings,
    watch: &mut Watch<'_, P>,
) {
    ran!();
    let Problem { bodies, drives, moving, .. } = problem;
    let Settings { parameters: SequentialParameters { iterations, position_correction, beta, .. }, h, .. } = *settings;
    // [sequential.start]
    let joint_bias = if position_correction == PositionCorrection::None { 0.0 } else { beta / h };
    let joint_softness = Softness { bias_rate: joint_bias, ..Softness::RIGID };
    let Settings { width, restitution_threshold, relaxed_limits, .. } = *settings;
    let pass = |kind, iteration| Pass {
        iteration,
        width,
        restitution_threshold,
        relaxed_limits,
        whole_step: true,
        shares_bias: settings.shares_bias,
        ..Pass::new(kind, h, joint_softness)
    };

    contacts.iter_mut().for_each(|contact| contact.start(bodies));
    joints.find_passed_limits();
    for &slot in moving.iter() {
        integrate_velocity(&mut bodies[slot as usize], &drives[slot as usize], h);
    }
    contacts.iter_mut().for_each(|contact| contact.foresee(bodies, h));
    let first = pass(SolverPass::WarmStart, 0);
    if settings.warm_starting {
        joints.warm_start(bodies, &first, watch.probe)
    } else {
        joints.forget(false)
    }
    contacts.iter_mut().for_each(|contact| contact.warm_start(bodies, settings, &first, watch));
    for iteration in 0..iterations {
        let pass = pass(SolverPass::Solve, iteration);
        joints.solve(bodies, &pass, watch.probe); // [sequential.joints]
        for contact in contacts.iter_mut() {
            contact.solve(bodies, settings, &pass, watch);
        }
    }
    if position_correction == PositionCorrection::SplitImpulse {
        pseudo.clear();
        pseudo.extend(bodies.iter().map(|body| at_rest(*body)));
        for iteration in 0..iterations {
            for contact in contacts.iter_mut() {
                let biases = [0, 1].map(|k| contact.gap_bias(k, settings, PositionCorrection::SplitImpulse));
                contact.push_apart(biases, pseudo, &pass(SolverPass::Push, iteration), watch);
            }
        }
    }
    move_bodies(bodies, pseudo, moving, h);
    pseudo.clear();
    if position_correction == PositionCorrection::SplitImpulse || !joints.limit_pushes().is_empty() {
        let passes = (0..iterations).map(|iteration| pass(SolverPass::TakeBack, iteration));
        joints.take_pushes_back(bodies, passes, watch.probe); // [sequential.take_back]
    }
    driven.clear();
    driven.resize(bodies.len(), false);
    for iteration in 0..iterations {
        contacts.iter_mut().for_each(|c| c.bounce(bodies, driven, &pass(SolverPass::Restitution, iteration), watch));
    }
}

/// Velocities become motion, and so do pseudo-velocities where there are any.
fn move_bodies(bodies: &mut [Float4Pair], pseudo: &[Float4Pair], moving: &[u32], h: f32) {
    for &slot in moving {
        integrate_position(&mut bodies[slot as usize], h);
        if let Some(pushed) = pseudo.get(slot as usize) {
            add_motion(&mut bodies[slot as usize], pushed, h);
        }
    }
}

/// The body without its velocity.
fn at_rest(body: Float4Pair) -> Float4Pair {
    let Float4([.., inv_mass]) = body.first;
    Float4Pair { first: Float4([0.0, 0.0, 0.0, inv_mass]), ..body }
}

impl Contact {
    /// Start of a step, before forces act: effective masses, and how fast the points close.
    pub(crate) fn start(&mut self, bodies: &[Float4Pair]) {
        let [a, b] = self.bodies(bodies);
        for k in self.valid() {
            let rows = [NORMAL, TANGENT].map(|along| self.row(k, along));
            let point = &mut self.points[k];
            point.masses = rows.map(|row| 1.0 / row.coupling(&row, &a, &b));
            [point.meeting_speed, point.sliding_speed] = rows.map(|row| row.speed(&a, &b));
            (point.push, point.bounce) = (0.0, [0.0; 2]);
        }
    }

    /// After forces have acted: how fast the points will close when they meet. Of what the forces of this step have
    /// added only the part until then counts; in a resting contact, none. Otherwise resting bodies would bounce.
    pub(crate) fn foresee(&mut self, bodies: &[Float4Pair], h: f32) {
        let [a, b] = self.bodies(bodies);
        for k in self.valid() {
            let (speed, gap) = (self.row(k, NORMAL).speed(&a, &b), self.gap_from_start(k));
            let point = &mut self.points[k];
            let share = if gap > 0.0 && speed < 0.0 { clamp(gap / (-speed * h), 0.0, 1.0) } else { 0.0 };
            point.meeting_speed += share * (speed - point.meeting_speed);
        }
    }

    /// Applies the impulses of the step before. Increments that were bounded one by one make no sum to start from.
    fn warm_start<P: Probe<SolverStep>>(&mut self, bodies: &mut [Float4Pair], settings: &Settings, pass: &Pass, watch: &mut Watch<'_, P>) {
        ran!();
        if !(settings.warm_starting && settings.accumulation) {
            self.points.iter_mut().for_each(|point| point.impulses = [0.0; 2]);
            return;
        }
        let mut pair = self.bodies(bodies);
        for k in self.valid() {
            for along in [NORMAL, TANGENT] {
                let (row, impulse) = (self.row(k, along), self.points[k].impulses[along]);
                self.tell([k, along], &pair, [0.0, 0.0, impulse], NO_BOUNDS, pass, watch);
                let [a, b] = &mut pair;
                row.apply(a, b, impulse); // [sequential.warm_start]
            }
        }
        self.put_back(pair, bodies);
    }

    /// One iteration: no closing along the normals, then friction along the tangents.
    fn solve<P: Probe<SolverStep>>(&mut self, bodies: &mut [Float4Pair], settings: &Settings, pass: &Pass, watch: &mut Watch<'_, P>) {
        ran!();
        let mut pair = self.bodies(bodies);
        let before = self.points.map(|point| point.impulses);
        let limited = |[low, high]: [f32; 2], old: f32| if settings.accumulation { [low, high] } else { [old + low, old + high] };
        for k in self.in_turn(pass.iteration) {
            let [old, _] = before[k];
            let bounds = limited([0.0, f32::INFINITY], old); // a contact cannot pull
            let bias = self.gap_bias(k, settings, PositionCorrection::Baumgarte) + self.points[k].bends[NORMAL] / settings.h;
            self.points[k].impulses[NORMAL] = self.solve_row([k, NORMAL], bias, old, bounds, &mut pair, pass, watch);
        }
        for k in self.in_turn(pass.iteration) {
            let [load, old] = [self.points[k].impulses[NORMAL], before[k][TANGENT]];
            let load = if settings.accumulation { load } else { load - before[k][NORMAL] };
            let bounds = limited([-self.friction * load, self.friction * load], old); // [sequential.cone]
            let bias = self.points[k].bends[TANGENT] / settings.h;
            self.points[k].impulses[TANGENT] = self.solve_row([k, TANGENT], bias, old, bounds, &mut pair, pass, watch);
        }
        self.put_back(pair, bodies);
    }

    /// Split impulses: one iteration on pseudo-velocities, with these biases of the points.
    pub(super) fn push_apart<P: Probe<SolverStep>>(
        &mut self,
        biases: [f32; 2],
        pseudo: &mut [Float4Pair],
        pass: &Pass,
        watch: &mut Watch<'_, P>,
    ) {
        ran!();
        let mut pair = self.bodies(pseudo);
        for k in self.valid() {
            let (old, bounds) = (self.points[k].push, [0.0, f32::INFINITY]);
            self.points[k].push = self.solve_row([k, NORMAL], biases[k], old, bounds, &mut pair, pass, watch); // [sequential.push]
        }
        self.put_back(pair, pseudo);
    }

    /// True when the point closed so fast that it bounces where it pushes.
    pub(super) fn is_hit(&self, k: usize, threshold: f32) -> bool {
        self.restitution > 0.0 && self.points[k].meeting_speed < -threshold
    }

    /// How fast an impact has to leave the point parting at least, m/s; negative: it may leave it closing.
    pub(super) fn parting(&self, k: usize, threshold: f32) -> f32 {
        let meeting = self.points[k].meeting_speed;
        if self.is_hit(k, threshold) { -self.restitution * meeting } else { -max(meeting, 0.0) }
    }

    /// Gives points that were hit their bounce, those that bounces drive what they answer, and the friction that comes
    /// of it: one iteration.
    fn bounce<P: Probe<SolverStep>>(&mut self, bodies: &mut [Float4Pair], driven: &mut [bool], pass: &Pass, watch: &mut Watch<'_, P>) {
        ran!();
        let threshold = pass.restitution_threshold;
        let is_driven = self.slots.iter().any(|&slot| driven[slot as usize]);
        let loaded = [0, 1].map(|k| self.points[k].masses[NORMAL] > 0.0 && self.points[k].impulses[NORMAL] > 0.0);
        let bouncing = [0, 1].map(|k| loaded[k] && (is_driven || self.is_hit(k, threshold)));
        if bouncing == [false; 2] {
            return;
        }
        let mut pair = self.bodies(bodies);
        for k in self.in_turn(pass.iteration).filter(|&k| bouncing[k]) {
            let Point { impulses: [load, _], bounce, .. } = self.points[k];
            let (bias, bounds) = (-self.parting(k, threshold), [0.0, f32::INFINITY]); // [sequential.bounce]
            let sum = self.solve_row([k, NORMAL], bias, load + bounce[NORMAL], bounds, &mut pair, pass, watch);
            self.points[k].bounce[NORMAL] = sum - load;
        }
        for k in self.in_turn(pass.iteration).filter(|&k| bouncing[k]) {
            let Point { impulses: [_, rubbed], bounce, .. } = self.points[k];
            let bounds = self.friction_without_gain(k, &pair, threshold); // [sequential.bounce_friction]
            let sum = self.solve_row([k, TANGENT], 0.0, rubbed + bounce[TANGENT], bounds, &mut pair, pass, watch);
            self.points[k].bounce[TANGENT] = sum - rubbed;
        }
        for (slot, body) in self.slots.into_iter().zip(&pair) {
            driven[slot as usize] |= body.inv_mass > 0.0;
        }
        self.put_back(pair, bodies);
    }

    /// Bounds of the friction of a bounce, N·s: the cone, and what adds no energy.
    fn friction_without_gain(&self, k: usize, [a, b]: &[SolverBody; 2], threshold: f32) -> [f32; 2] {
        let Point { impulses, bounce, masses, meeting_speed, sliding_speed, .. } = self.points[k];
        let [load, rubbed] = [NORMAL, TANGENT].map(|along| impulses[along] + bounce[along]);
        let most = self.friction * load;
        let mass = masses[TANGENT];
        let sliding = sliding_speed + self.row(k, TANGENT).speed(a, b) - rubbed / mass;
        let lost = -load * (meeting_speed + self.parting(k, threshold));
        let root = (sliding * sliding + 4.0 * lost / mass).sqrt();
        [max(-most, 0.5 * mass * (-sliding - root)), min(most, 0.5 * mass * (-sliding + root))]
    }

    /// Bias of a normal row, m/s: how fast a gap may close, or (negative) how fast overlap is to leave, if that is
    /// done so.
    fn gap_bias(&self, point: usize, settings: &Settings, way: PositionCorrection) -> f32 {
        let SequentialParameters { position_correction, beta, slop, .. } = settings.parameters;
        let gap = self.gap_from_start(point);
        let overlap = if position_correction == way { max(0.0, -gap - slop) } else { 0.0 };
        (max(gap, 0.0) - beta * overlap) / settings.h
    }

    /// Solves one row: the impulse that makes its velocity `−bias`, as far as the bounds let it be part of the sum.
    /// Returns the new sum, N·s.
    #[allow(clippy::too_many_arguments)] // what a row is: its place, its terms, its bodies, who watches
    fn solve_row<P: Probe<SolverStep>>(
        &self,
        place: [usize; 2],
        bias: f32,
        old: f32,
        bounds: [f32; 2],
        pair: &mut [SolverBody; 2],
        pass: &Pass,
        watch: &mut Watch<'_, P>,
    ) -> f32 {
        ran!();
        let (row, mass) = (self.row(place[0], place[1]), self.points[place[0]].masses[place[1]]);
        let [a, b] = pair;
        let impulse = -mass * (row.speed(a, b) + bias); // [sequential.impulse]
        let sum = clamp(old + impulse, bounds[0], bounds[1]); // [sequential.clamp]
        self.tell(place, &[*a, *b], [bias, old, sum], bounds, pass, watch);
        row.apply(a, b, sum - old);
        sum
    }
}
