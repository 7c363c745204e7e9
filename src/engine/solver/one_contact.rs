//! One contact at a time: whoever meets first gets its whole impulse, as if nothing else were there.
//!
//! *The impulse* is that of a single contact point with restitution and friction together ([`super::contact_impulse`]).
//! Nothing is accumulated, nothing is taken back and nothing is remembered until the next step. A hit at one point
//! comes out as a textbook has it. In a flat hit the second point spoils what the first was given, and in a stack every
//! impulse spoils its neighbours: the heap keeps trembling. That difference is what [`super::sequential_impulses`] is
//! for.
//!
//! ```text
//!   start           arms, effective masses, gaps
//!   forces          v += h a;     a body's gain: the part of its velocity that this step has made
//!   iterations × ┌  joints        (their own rows and formulas: crate::engine::joint)
//!                └  contacts      those that meet: the first in time has its turn, then the first of what is left, …
//!   motion          x += h v
//!   iterations ×    joints without the bias that closes their gaps: its velocity is taken back
//!   projections ×   overlaps      the deepest first: moved out, without velocity
//! ```
//!
//! *Who meets, and when.* A point at gap s > 0 that closes with speed c meets after `t = s/c`, if that is within the
//! step; a touching one at once. Its impulse changes the velocities by Δv at the time t, so until t the body has gone
//! with the old velocity: `way −= t Δv` makes the way of the whole step `h v'` come out right. That is why a ball turns
//! round at the ground and not above it.
//!
//! *What does not bounce.* A body at rest closes with `h g` in each step; gravity has made that within the step, and it
//! must not come back as a hop. The gains are velocities of their own; what a contact stops of them is taken out of
//! them, so the second box of a resting stack knows that its speed towards the first is gravity's, too.
//!
//! *Crowds.* A turn changes the order of all points of two bodies. Of a thousand shapes in one place those are a
//! thousand points, half a million times: so beyond a bound on looks in a step the order stays as it is, and that round
//! is the last.
//!
//! *Non-linear projection.* An overlap of d (beyond the slop) is shared among the four motions that may end it, in
//! proportion to how readily each gives way:
//!
//! ```text
//!   1/m_a,  1/m_b,  (r_a×n)²/I_a,  (r_b×n)²/I_b          total: their sum, K_xx
//!   a body moves by  d (1/m)/total  along n,  and turns by  d (r×n)/I / total
//! ```
//!
//! *Non-linear*: the next overlap is measured where the bodies are by then. A turn beyond the angle α would swing a
//! long body about where a push was meant; the turning share is at most `|r − (r·n) n| α`, and what is too much is
//! moved instead.

use super::body::{SolverBody, rotation_by};
use super::contact_impulse::{ContactMatrix, Meeting, Outcome, contact_impulse};
use super::drive::{integrate_position, integrate_velocity};
use super::sequential_contact::{Contact, NORMAL, TANGENT, Told};
use super::softness::Softness;
use super::table::OneContactParameters;
use super::watch::Watch;
use super::worst_first::{Badness, OUT, WorstFirst};
use super::{Pass, Problem, SolverPass, SolverStep};
use crate::engine::joint::row::JacobianRow;
use crate::engine::joint::set::JointSet;
use crate::engine::joint::set_limits::PASSED;
use crate::engine::lanes::{Float4, Float4Pair, Width};
use crate::engine::math::min;
use crate::engine::probe::{Probe, ran};

/// Points that close more slowly are left alone, m/s: what single precision leaves of a velocity that was stopped.
const STOPPED: f32 = 1e-5;
/// Less overlap than this beyond the slop is none, metres: what single precision leaves of one that was moved out.
const MOVED_OUT: f32 = 1e-6;

/// What a step needs to know beside what it works on.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Of the scene.
    pub parameters: OneContactParameters,
    /// Length of the step, seconds.
    pub h: f32,
    /// How many joints are solved at once.
    pub width: Width,
    /// Joints begin with the impulses of the step before.
    pub warm_starting: bool,
    /// Slower closing contacts do not bounce, m/s.
    pub restitution_threshold: f32,
}

/// What lives from step to step only to save allocations.
#[derive(Clone, Debug, Default)]
pub struct Buffers {
    /// Points that there are: place of the contact, and which of its two.
    pub(super) points: Vec<(u32, u8)>,
    /// Of the points of slot s: `of_slot[first[s]..first[s + 1]]`; none of bodies that nothing moves.
    pub(super) first: Vec<u32>,
    pub(super) of_slot: Vec<u32>,
    pub(super) worst: WorstFirst,
    /// True of points that had their turn in this round.
    pub(super) done: Vec<bool>,
    /// How often points were looked at again in this step.
    pub(super) looks: usize,
    /// What this step's acceleration has made of the velocities, by slot.
    pub(super) gains: Vec<Float4Pair>,
}

/// Advances the problem by one step.
pub fn solve<P: Probe<SolverStep>>(
    problem: &mut Problem<'_>,
    contacts: &mut [Contact],
    buffers: &mut Buffers,
    joints: &mut JointSet,
    settings: &Settings,
    watch: &mut Watch<'_, P>,
) {
    ran!();
    let Problem { bodies, drives, moving, .. } = problem;
    let Settings { parameters: OneContactParameters { iterations, projections, beta, .. }, h, .. } = *settings;
    // [single.start]
    let joint_softness = Softness { bias_rate: beta / h, ..Softness::RIGID };
    let Settings { width, restitution_threshold, .. } = *settings;
    let of_step = Pass {
        width,
        restitution_threshold,
        relaxed_limits: PASSED,
        whole_step: true,
        shares_bias: true,
        ..Pass::new(SolverPass::Solve, h, joint_softness)
    };
    let pass = |kind, iteration| Pass { kind, iteration, ..of_step };

    for contact in contacts.iter_mut() {
        contact.start(bodies);
        contact.points.iter_mut().for_each(|point| point.impulses = [0.0; 2]);
    }
    buffers.list(contacts, bodies);
    joints.find_passed_limits();
    for &slot in moving.iter() {
        let before = bodies[slot as usize].first.0;
        integrate_velocity(&mut bodies[slot as usize], &drives[slot as usize], h);
        let after = bodies[slot as usize].first.0;
        let gain = Float4([after[0] - before[0], after[1] - before[1], after[2] - before[2], after[3]]);
        buffers.gains[slot as usize] = Float4Pair { first: gain, ..bodies[slot as usize] };
    }
    if settings.warm_starting {
        joints.warm_start(bodies, &pass(SolverPass::WarmStart, 0), watch.probe)
    } else {
        joints.forget(false)
    }
    let any_joint = joints.joined_slots().next().is_some();
    for iteration in 0..iterations {
        let pass = pass(SolverPass::Solve, iteration);
        joints.solve(bodies, &pass, watch.probe); // [single.joints]
        let any = buffers.meet(contacts, bodies, &pass, watch);
        if !any && !any_joint || buffers.is_crowded() {
            break;
        }
    }
    moving.iter().for_each(|&slot| integrate_position(&mut bodies[slot as usize], h));
    let rounds = (0..iterations).map(|iteration| pass(SolverPass::TakeBack, iteration));
    joints.take_pushes_back(bodies, rounds, watch.probe); // [single.take_back]
    for iteration in 0..projections {
        let any = buffers.project(contacts, bodies, settings.parameters, &pass(SolverPass::Push, iteration), watch);
        if !any || buffers.is_crowded() {
            break;
        }
    }
}

impl Buffers {
    /// One round of turns, each point at most once, the first to meet first. False when nobody meets.
    fn meet<P: Probe<SolverStep>>(
        &mut self,
        contacts: &mut [Contact],
        bodies: &mut [Float4Pair],
        pass: &Pass,
        watch: &mut Watch<'_, P>,
    ) -> bool {
        ran!();
        let meets = |contact: &Contact, k: usize, bodies: &[Float4Pair]| contact.meets(k, bodies, pass.h);
        self.round(contacts, bodies, meets);
        let mut any = false;
        while let Some(next) = self.next(contacts, bodies, meets) {
            let (place, k) = self.points[next];
            contacts[place as usize].turn(usize::from(k), bodies, &mut self.gains, pass, watch);
            self.had_its_turn(next, contacts, bodies, meets);
            any = true;
        }
        any
    }

    /// One round of projections, the deepest overlap first. False when there is none.
    fn project<P: Probe<SolverStep>>(
        &mut self,
        contacts: &mut [Contact],
        bodies: &mut [Float4Pair],
        parameters: OneContactParameters,
        pass: &Pass,
        watch: &mut Watch<'_, P>,
    ) -> bool {
        ran!();
        let depth = |contact: &Contact, k: usize, bodies: &[Float4Pair]| {
            let excess = contact.depth(k, bodies) - parameters.slop;
            if excess > MOVED_OUT { [-excess, 0.0] } else { OUT }
        };
        self.round(contacts, bodies, depth);
        let mut any = false;
        while let Some(next) = self.next(contacts, bodies, depth) {
            let (place, k) = self.points[next];
            contacts[place as usize].move_out(usize::from(k), bodies, parameters, pass, watch);
            self.had_its_turn(next, contacts, bodies, depth);
            any = true;
        }
        any
    }
}

impl Contact {
    /// When a point meets (seconds from the start of the step), and how fast it closes (negative, m/s); [`OUT`] when it
    /// does not within the step.
    fn meets(&self, k: usize, bodies: &[Float4Pair], h: f32) -> Badness {
        let [a, b] = self.bodies(bodies);
        let row = self.row(k, NORMAL);
        let speed = row.speed(&a, &b);
        if speed >= -STOPPED {
            return OUT;
        }
        let way = row.direction.dot(b.delta_center - a.delta_center);
        let turned = row.arm_b * (b.delta_angle - self.found_at[1]) - row.arm_a * (a.delta_angle - self.found_at[0]);
        let gap = self.points[k].gap + way + turned;
        let time = if gap > 0.0 { gap / -speed } else { 0.0 };
        if time < h { [time, speed] } else { OUT }
    }

    /// A point's whole impulse at the time when it meets.
    fn turn<P: Probe<SolverStep>>(
        &mut self,
        k: usize,
        bodies: &mut [Float4Pair],
        gains: &mut [Float4Pair],
        pass: &Pass,
        watch: &mut Watch<'_, P>,
    ) {
        ran!();
        let [time, speed] = self.meets(k, bodies, pass.h);
        let (pair, gained) = (self.bodies(bodies), self.bodies(gains));
        let rows = [NORMAL, TANGENT].map(|along| self.row(k, along));
        let matrix = ContactMatrix::new(self.normal, self.points[k].arms, [&pair[0], &pair[1]]);
        let gain = min(rows[NORMAL].speed(&gained[0], &gained[1]), 0.0);
        let accelerated = gain * (1.0 - time / pass.h); // what acts until they meet does bounce, what acts later goes on
        let bounces = speed - accelerated < -pass.restitution_threshold;
        let sliding = rows[TANGENT].speed(&pair[0], &pair[1]);
        let meeting = Meeting {
            velocity: [speed, sliding].map(f64::from),
            accelerated: f64::from(accelerated),
            afterwards: f64::from(accelerated),
            restitution: if bounces { f64::from(self.restitution) } else { 0.0 },
            friction: f64::from(self.friction),
        };
        let found = contact_impulse(&matrix, &meeting);
        let [x, y] = found.along.map(|impulse| impulse as f32);
        let [mut a, mut b] = pair;
        self.tell_turn(k, [&a, &b], &matrix, ([x, y], found.outcome), pass, watch);
        rows[NORMAL].apply(&mut a, &mut b, x);
        rows[TANGENT].apply(&mut a, &mut b, y);
        for ((slot, mut after), before) in self.slots.into_iter().zip([a, b]).zip(pair) {
            after.delta_center -= time * (after.velocity - before.velocity);
            after.delta_angle -= time * (after.angular_velocity - before.angular_velocity);
            bodies[slot as usize] = after.stored();
        }
        let [mut a, mut b] = gained;
        let kept = if meeting.parting() > 0.0 { accelerated } else { 0.0 };
        rows[NORMAL].apply(&mut a, &mut b, (kept - gain) * self.points[k].masses[NORMAL]);
        self.put_back([a, b], gains);
        let [normal, tangent] = &mut self.points[k].impulses;
        (*normal, *tangent) = (*normal + x, *tangent + y);
    }

    /// Tells the probe of a turn as two rows: the bias of the first holds what the friction of the second will change.
    fn tell_turn<P: Probe<SolverStep>>(
        &self,
        k: usize,
        [a, b]: [&SolverBody; 2],
        matrix: &ContactMatrix,
        ([x, y], outcome): ([f32; 2], Outcome),
        pass: &Pass,
        watch: &mut Watch<'_, P>,
    ) {
        let [old_x, old_y] = self.points[k].impulses;
        let rows = [NORMAL, TANGENT].map(|along| self.row(k, along));
        watch.probe.record(|| {
            let speed = rows[NORMAL].speed(a, b);
            let bias = -(matrix.xx * f64::from(x)) as f32 - speed;
            let mass = (1.0 / matrix.xx) as f32;
            let bounds = [old_x, f32::INFINITY];
            let told = Told { row: rows[NORMAL], mass, speed, bias, old: old_x, sum: old_x + x, bounds, clamped: false };
            self.told([k, NORMAL], told, pass, watch.ids, watch.poses)
        });
        watch.probe.record(|| {
            let speed = rows[TANGENT].speed(a, b) + (matrix.xy * f64::from(x)) as f32;
            let mass = (1.0 / matrix.yy) as f32;
            let cone = if outcome == Outcome::Limited { y.abs() } else { self.friction * x };
            let bounds = [old_y - cone, old_y + cone];
            let clamped = outcome != Outcome::Stick;
            let told = Told { row: rows[TANGENT], mass, speed, bias: 0.0, old: old_y, sum: old_y + y, bounds, clamped };
            self.told([k, TANGENT], told, pass, watch.ids, watch.poses)
        });
    }

    /// The row along the normal with the arms where the bodies are now.
    fn row_now(&self, k: usize, pair: &[SolverBody; 2]) -> JacobianRow {
        let [a, b] = [0, 1].map(|i| rotation_by(pair[i].delta_angle - self.found_at[i]).rotate(self.points[k].arms[i]));
        JacobianRow::along(self.normal, a, b)
    }

    /// Moves the bodies of a point out of each other, see the head of this file.
    fn move_out<P: Probe<SolverStep>>(
        &mut self,
        k: usize,
        bodies: &mut [Float4Pair],
        parameters: OneContactParameters,
        pass: &Pass,
        watch: &mut Watch<'_, P>,
    ) {
        ran!();
        let excess = self.depth(k, bodies) - parameters.slop;
        let pair = self.bodies(bodies);
        let row = self.row_now(k, &pair);
        let total = row.coupling(&row, &pair[0], &pair[1]);
        if total <= 0.0 {
            return;
        }
        let mut capped = false;
        for ((body, slot), (sign, arm)) in pair.into_iter().zip(self.slots).zip([(-1.0, row.arm_a), (1.0, row.arm_b)]) {
            let turning = excess * body.inv_inertia * arm * arm / total;
            let turned = min(turning, parameters.largest_turn * arm.abs()); // [single.cap]
            capped |= turned < turning;
            // What cannot turn away moves away, if it can move at all.
            let along = if body.inv_mass > 0.0 { excess * body.inv_mass / total + (turning - turned) } else { 0.0 };
            let angle = if arm == 0.0 { 0.0 } else { turned / arm };
            let body = SolverBody {
                delta_center: body.delta_center + sign * along * self.normal,
                delta_angle: body.delta_angle + sign * angle,
                ..body
            };
            bodies[slot as usize] = body.stored(); // [single.project]
        }
        let (old, push) = (self.points[k].push, excess / (pass.h * total));
        watch.probe.record(|| {
            let (bias, bounds) = (-excess / pass.h, [0.0, f32::INFINITY]);
            let told = Told { row, mass: 1.0 / total, speed: 0.0, bias, old, sum: old + push, bounds, clamped: capped };
            self.told([k, NORMAL], told, pass, watch.ids, watch.poses)
        });
        self.points[k].push += push;
    }
}
