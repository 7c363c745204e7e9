//! The passes over a mechanism, whose rows may have bounds.
//!
//! A rope only pulls, a limit only pushes, a motor has a largest effort: the impulse Λ of such a row lies between
//! bounds, and either it lies within them and the row is fulfilled, or it lies on one and the row may be missed on that
//! side:
//!
//! ```text
//!      w = Ċ + bias                     free:  lower < Λ < upper,  w = 0
//!   ────────┐                           low:   Λ = lower,          w ≥ 0      a slack rope
//!     high  │ free                      high:  Λ = upper,          w ≤ 0      a motor that is too weak
//!           └────────  Λ
//! ```
//!
//! *Active set.* The rows' states are guessed from their last impulses; the equations of the free rows are solved with
//! the others' impulses given; rows that then lie beyond a bound are put on it, and those on a bound that are missed on
//! the wrong side are freed. At first all of them at once, which mostly hits after one or two rounds; after
//! `ROUNDS_AT_ONCE` only the first, which ends for certain (Murty, "Note on a Bard-type scheme for solving the
//! complementarity problem", 1974; the mixture is Júdice and Pires's, "A block principal pivoting algorithm for
//! large-scale strictly monotone linear complementarity problems", 1994). Rows without bounds are always free.

use super::constraint::JointConstraint;
use super::direct::GAP_RATE;
use super::mechanism::{Mechanism, Member, Node};
use super::rows::{Law, Row};
use super::work::{State, Work};
use crate::engine::lanes::Float4Pair;
use crate::engine::math::{Vec2, max};
use crate::engine::probe::Probe;
use crate::engine::solver::body::SolverBody;
use crate::engine::solver::{Pass, SolverStep};
use crate::engine::tuning;

/// Rounds in which all wrong guesses are changed at once.
const ROUNDS_AT_ONCE: usize = 4;
/// Most rounds of one pass.
const MOST_ROUNDS: usize = 24;
/// A row on its bound is freed when it is missed by more than this, m/s or rad/s: roundings shall not make it flutter.
const MISSED: f64 = 1e-7;
/// Rounds of the solve pass: the bend of the arcs depends on the velocities that it finds.
const BEND_ROUNDS: usize = 2;
/// Rods that turn farther in a sub-step, radians, are snapped straight by a load: their arcs are not followed to the
/// end, because the velocities that this would need run away.
const MOST_TURN: f32 = 0.3;
/// Where the rates are taken along a sub-step, as shares of it: Gauss and Legendre's two points, `½ ± √3 / 6`.
const ALONG_THE_WAY: [f32; 2] = [0.211_324_87, 0.788_675_1];

impl Mechanism {
    /// The solve pass, with the push that removes gaps, or the relax pass without it. Needs [`Mechanism::place`] since
    /// the last motion.
    pub fn solve<P: Probe<SolverStep>>(&mut self, joints: &mut [JointConstraint], bodies: &mut [Float4Pair], pass: &Pass, probe: &mut P) {
        if pass.use_bias() {
            self.hold_back(joints, bodies, pass.h);
        }
        for member in &mut self.members {
            let body = SolverBody::at(bodies, member.slot);
            member.velocity = [body.velocity.x, body.velocity.y, body.angular_velocity].map(f64::from);
            if pass.use_bias() {
                let [way, turn] = member.keeps;
                member.velocity = [way * member.velocity[0], way * member.velocity[1], turn * member.velocity[2]];
            }
        }
        self.begin(joints, pass);
        for _ in 0..if pass.use_bias() { BEND_ROUNDS } else { 1 } {
            self.find_bias(joints, bodies, pass);
            self.find_impulses();
            self.give(joints, pass, probe);
        }
        for member in self.members.iter().filter(|member| member.inv_mass > 0.0 || member.inv_inertia > 0.0) {
            let first = &mut bodies[member.slot as usize].first.0;
            for (place, number) in first.iter_mut().zip(member.velocity) {
                *place = number as f32;
            }
        }
    }

    /// Impulses so far, their bounds, and in the solve pass a guess which lie on them.
    fn begin(&mut self, joints: &mut [JointConstraint], pass: &Pass) {
        let Mechanism { nodes, rows, work, joints: places, .. } = self;
        for (k, node) in nodes.iter().enumerate() {
            let row = &rows[node.joint as usize].all()[node.row as usize];
            let impulse = &mut joints[places[node.joint as usize] as usize].impulses[row.impulse];
            let last = f64::from(*impulse);
            let [low, high] = match row.law {
                Law::Spring(_) if !pass.use_bias() => [last; 2], // it pulls once in a sub-step
                Law::Hold | Law::Spring(_) => [f64::NEG_INFINITY, f64::INFINITY],
                Law::AtLeastZero => [0.0, f64::INFINITY],
                Law::Motor(drive) => [-1.0, 1.0].map(|sign| sign * f64::from(pass.h * drive.motor.max_effort)),
            };
            work.bounds[k] = [low, high];
            work.totals[k] = last;
            if low == high {
                work.is_factored &= work.states[k] == State::Low;
                work.states[k] = State::Low;
            }
            if pass.use_bias() {
                (work.totals[k], *impulse) = (0.0, 0.0);
                // A motor's last impulse is a float; its bound, too.
                let state = if last <= low {
                    State::Low
                } else if last >= high {
                    State::High
                } else {
                    State::Free
                };
                work.is_factored &= state == work.states[k];
                work.states[k] = state;
            }
        }
    }

    /// What each row adds to `J v` in this pass.
    fn find_bias(&mut self, joints: &[JointConstraint], bodies: &[Float4Pair], pass: &Pass) {
        if pass.use_bias() {
            self.find_bends(joints, bodies, pass);
        } else {
            self.work.bias.fill(0.0);
        }
        let Mechanism { nodes, rows, work, .. } = self;
        let rate = GAP_RATE.min(f64::from(pass.joint_softness.bias_rate));
        let above_zero = |coordinate: f64| match coordinate > 0.0 {
            true => coordinate * f64::from(pass.inv_h),
            false if pass.use_bias() => rate * coordinate,
            false => 0.0,
        };
        for (k, node) in nodes.iter().enumerate() {
            let Row { law, coordinate, .. } = rows[node.joint as usize].all()[node.row as usize];
            let coordinate = f64::from(coordinate);
            work.bias[k] += match law {
                Law::Spring(_) => node.rate * coordinate,
                Law::Motor(drive) => -f64::from(drive.speed(|room| above_zero(f64::from(room)) as f32)),
                Law::AtLeastZero => above_zero(coordinate),
                Law::Hold if pass.use_bias() => rate * coordinate,
                Law::Hold => 0.0,
            };
        }
    }

    /// How much faster rows change on their bodies' way through the sub-step than at its start.
    fn find_bends(&mut self, joints: &[JointConstraint], bodies: &[Float4Pair], pass: &Pass) {
        let Mechanism { nodes, rows, later, parties, work, joints: places, members, .. } = self;
        let moved = |slot: u32, member: &Member, time: f32| {
            let [x, y, spin] = member.velocity.map(|number| number as f32);
            let mut body = SolverBody { velocity: Vec2::new(x, y), angular_velocity: spin, ..SolverBody::at(bodies, slot) };
            body.delta_center += time * Vec2::new(x, y);
            body.delta_angle += time * spin;
            body
        };
        work.bias.fill(0.0);
        later.clear();
        for (&place, members_of) in places.iter().zip(parties.iter()) {
            let joint = &joints[place as usize];
            let [a, b] = members_of.map(|member| &members[member as usize]);
            later.push(ALONG_THE_WAY.map(|share| joint.rows(&moved(joint.a, a, share * pass.h), &moved(joint.b, b, share * pass.h))));
        }
        for (k, node) in nodes.iter().enumerate() {
            if !matches!(rows[node.joint as usize].all()[node.row as usize].law, Law::Hold | Law::AtLeastZero) {
                continue;
            }
            let [a, b] = node.members.map(|member| &members[member as usize]);
            let joint = &joints[places[node.joint as usize] as usize];
            let speed = |columns: &[[f64; 3]; 2]| speed_of(columns, [a, b]);
            let later = later[node.joint as usize].each_ref().map(|rows| speed(&columns_of(&rows.all()[node.row as usize])));
            let turn = rows[node.joint as usize].curvature * pass.h * joint.speed_across(&moved(joint.a, a, 0.0), &moved(joint.b, b, 0.0));
            let trust = f64::from((MOST_TURN / max(turn, MOST_TURN)).powi(3));
            work.bias[k] = trust * (0.5 * (later[0] + later[1]) - speed(&node.columns));
        }
    }

    /// The change of each impulse, into `numbers`.
    fn find_impulses(&mut self) {
        for round in 0..MOST_ROUNDS {
            self.solve_free_rows();
            if !self.correct_states(round >= ROUNDS_AT_ONCE) {
                break;
            }
        }
        let Work { numbers, totals, bounds, .. } = &mut self.work;
        for ((number, total), [low, high]) in numbers.iter_mut().zip(totals).zip(bounds) {
            *number = (*total + *number).clamp(*low, *high) - *total;
        }
    }

    fn solve_free_rows(&mut self) {
        let Mechanism { members, nodes, work, matrix, .. } = self;
        if !work.is_factored {
            for ((free, state), diagonal) in work.free.iter_mut().zip(&work.states).zip(&matrix.diagonal) {
                *free = *state == State::Free && *diagonal > 0.0;
            }
            matrix.factor(&work.free);
            work.is_factored = true;
        }
        members.iter_mut().for_each(|member| member.push = [0.0; 3]);
        for (k, node) in nodes.iter().enumerate().filter(|(k, _)| !work.free[*k]) {
            work.numbers[k] = match work.states[k] {
                State::Free => 0.0,
                State::Low => work.bounds[k][0] - work.totals[k],
                State::High => work.bounds[k][1] - work.totals[k],
            };
            push(members, node, work.numbers[k]);
        }
        for (k, node) in nodes.iter().enumerate().filter(|(k, _)| work.free[*k]) {
            let given = if work.held[k] { 0.0 } else { node.compliance * work.totals[k] };
            work.numbers[k] = -(pushed_speed(members, node) + work.bias[k] + given);
        }
        matrix.substitute(&mut work.numbers);
    }

    /// Changes wrong states; false when there was none.
    fn correct_states(&mut self, only_first: bool) -> bool {
        let Mechanism { members, nodes, work, .. } = self;
        let bounded = |[low, high]: [f64; 2]| low > f64::NEG_INFINITY || high < f64::INFINITY;
        if !work.bounds.iter().any(|&bounds| bounded(bounds)) {
            return false;
        }
        for (k, node) in nodes.iter().enumerate().filter(|(k, _)| work.free[*k]) {
            push(members, node, work.numbers[k]);
        }
        let mut any = false;
        for (k, node) in nodes.iter().enumerate().filter(|(k, _)| bounded(work.bounds[*k])) {
            let [low, high] = work.bounds[k];
            let sum = work.totals[k] + work.numbers[k];
            let missed = pushed_speed(members, node) + work.bias[k];
            let state = match work.states[k] {
                State::Free if sum < low => State::Low,
                State::Free if sum > high => State::High,
                State::Low if missed < -MISSED && low < high => State::Free,
                State::High if missed > MISSED && low < high => State::Free,
                state => state,
            };
            if state != work.states[k] {
                (work.states[k], work.is_factored, any) = (state, false, true);
                if only_first {
                    break;
                }
            }
        }
        any
    }

    /// Impulses in `numbers` to the members and into the joints.
    fn give<P: Probe<SolverStep>>(&mut self, joints: &mut [JointConstraint], pass: &Pass, probe: &mut P) {
        let Mechanism { members, nodes, rows, arms, work, joints: places, .. } = self;
        members.iter_mut().for_each(|member| member.push = [0.0; 3]);
        for (k, node) in nodes.iter().enumerate() {
            let (joint, row) = (&mut joints[places[node.joint as usize] as usize], &rows[node.joint as usize].all()[node.row as usize]);
            let sum = work.totals[k] + work.numbers[k];
            let sane = sum.abs() < f64::from(tuning::MAX_FORCE);
            let change = if sane { work.numbers[k] } else { 0.0 };
            work.totals[k] += change;
            joint.impulses[row.impulse] = work.totals[k] as f32;
            joint.carried.add_row(&row.jacobian, arms[node.joint as usize], change as f32);
            push(members, node, change);
            probe.record(|| {
                let ([body_a, body_b], point) = joint.names();
                SolverStep {
                    substep: pass.substep,
                    iteration: pass.iteration,
                    pass: pass.kind,
                    body_a,
                    body_b,
                    point,
                    direction: row.jacobian.direction,
                    velocity_before: speed_of(&node.columns, node.members.map(|member| &members[member as usize])) as f32,
                    impulse_change: change as f32,
                    impulse_total: work.totals[k] as f32,
                    response: response_of(&node.columns, node.members.map(|member| &members[member as usize])) as f32,
                    bounds: work.bounds[k].map(|bound| bound as f32),
                    clamped: !sane || work.states[k] != State::Free,
                    contact: None,
                }
            });
        }
        for member in members.iter_mut() {
            member.velocity = pushed(member);
            member.push = [0.0; 3];
        }
    }
}

/// A row's derivatives by the velocities and the spin of A and of B.
pub(super) fn columns_of(row: &Row) -> [[f64; 3]; 2] {
    let [x, y, a, b] = [row.jacobian.direction.x, row.jacobian.direction.y, row.jacobian.arm_a, row.jacobian.arm_b].map(f64::from);
    [[-x, -y, -a], [x, y, b]]
}

/// A row's rate for the members' velocities.
pub(super) fn speed_of(columns: &[[f64; 3]; 2], members: [&Member; 2]) -> f64 {
    dot(columns[0], members[0].velocity) + dot(columns[1], members[1].velocity)
}

/// What a unit of impulse along a row changes its rate by.
fn response_of(columns: &[[f64; 3]; 2], members: [&Member; 2]) -> f64 {
    let of = |[x, y, turn]: [f64; 3], member: &Member| member.inv_mass * (x * x + y * y) + member.inv_inertia * turn * turn;
    of(columns[0], members[0]) + of(columns[1], members[1])
}

/// The same after the impulses in `push`.
fn pushed_speed(members: &[Member], node: &Node) -> f64 {
    (0..2).map(|side| dot(node.columns[side], pushed(&members[node.members[side] as usize]))).sum()
}

/// A member's velocity after the impulses in `push`.
pub(super) fn pushed(member: &Member) -> [f64; 3] {
    let Member { inv_mass, inv_inertia, push, velocity, .. } = member;
    [velocity[0] + inv_mass * push[0], velocity[1] + inv_mass * push[1], velocity[2] + inv_inertia * push[2]]
}

/// Adds an impulse along a row to its members' sums.
pub(super) fn push(members: &mut [Member], node: &Node, impulse: f64) {
    if impulse != 0.0 {
        for (&member, column) in node.members.iter().zip(node.columns) {
            let push = &mut members[member as usize].push;
            *push = [push[0] + impulse * column[0], push[1] + impulse * column[1], push[2] + impulse * column[2]];
        }
    }
}

fn dot(x: [f64; 3], y: [f64; 3]) -> f64 {
    x[0] * y[0] + x[1] * y[1] + x[2] * y[2]
}
