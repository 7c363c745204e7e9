//! The direct solver: all hinges of a chain or tree at once, exactly.
//!
//! Passing impulses from hinge to hinge, one pass in a sub-step, lets a load at the end of a chain be felt at its top
//! only many sub-steps later: the chain stretches like rubber when the load is heavy. But hinges are linear in the
//! velocities, so that all impulses of a pass follow from one system of equations, and for chains and trees that system
//! can be solved as fast as it can be written down.
//!
//! ```text
//!        ▓▓▓▓▓▓▓ fixed                 λ₀  λ₁  λ₂  λ₃
//!           ● 0                      ┌ K₀₀ K₀₁         ┐
//!         ┌─┴─┐ body 1               │ K₁₀ K₁₁ K₁₂     │       2×2 each; hinges i and j meet in K only where
//!         └─┬─┘                  K = │     K₂₁ K₂₂ K₂₃ │       they hang on the same moving body
//!           ● 1                      └         K₃₂ K₃₃ ┘
//!         ┌─┴─┐ body 2
//!         └─┬─┘           K = J M⁻¹ Jᵀ,    (K + Γ) λ = −(J v + bias)
//!           ● 2 …
//!
//!   block of hinges i, j on a body with 1/m, 1/I, arms r_i, r_j,  sign s = + when the body is the same side (A or B) of both, else −:
//!
//!         s │ 1/m + r_iy r_jy / I        − r_iy r_jx / I   │
//!           │     − r_ix r_jy / I    1/m + r_ix r_jx / I   │
//! ```
//!
//! K is factored as `L D Lᵀ` in the order of [`super::elimination`], leaf to root: eliminating hinge k with its later
//! neighbours i, j subtracts `K_jk K_kk⁻¹ K_ki` from `K_ji`. Then `λ` comes by going through the chain once towards the
//! root and once back. (Baraff, "Linear-time dynamics using Lagrange multipliers", SIGGRAPH 1996, eliminates bodies as
//! well; where a body has few hinges the form with hinges alone is smaller, and K stays positive, so nothing needs to
//! be pivoted. Golub and Van Loan, "Matrix Computations", section 4.5, for the block factorisation.)
//!
//! *Nothing is warm-started:* in the solve pass the whole impulse of the sub-step is found anew from the velocities, in
//! the relax pass what is missing. Sums over a body's hinges are taken in double precision before they touch its
//! velocity; a taut chain's large impulses cancel there instead of in the 24 bits of a float.
//!
//! *Γ, the compliance*, is [`COMPLIANCE`] of each diagonal block. Where hinges contradict each other (a loop with one
//! bar too many) K alone has no answer; with Γ the error is shared evenly and the impulses stay finite. It lets a hinge
//! give way by `Γ λ / `[`GAP_RATE`]: 0.05 mm under a thousand times the weight of its own bodies. A linkage between two
//! or more fixed points gets [`PINNED_SHARE`] of the softness that the world's joints have: a straight row of rigid
//! planks between two cliffs could not sag at all, whatever walks on it, and the tension to hold it straight would be
//! infinite. What people draw as a bridge is meant to sag.
//!
//! *Arcs.* The impulses are found for the anchors' directions now, but during the sub-step the anchors travel on arcs,
//! and every gap that opens so is closed later at the cost of motion: a double pendulum loses a sixth of m g ℓ in half
//! a minute. The solve pass therefore asks for velocities whose *arcs* meet (`bend`): with the relax pass as the second
//! half this is the constrained leapfrog called RATTLE (Andersen, 1983), which neither gains nor loses energy in the
//! long run. Measured: 0.17 → 0.005 of m g ℓ.
//!
//! *Stiffness of tension.* A link under tension T that is turned by θ is pulled back by the torque `T ℓ θ`. The solver
//! holds a force's direction for a sub-step, so this spring is integrated explicitly; where it is too stiff for that, a
//! link counts as heavier (`held_back.rs`; Tournier, Nesme, Gilles and Faure, "Stable constrained dynamics",
//! SIGGRAPH 2015; Andrews, Teichmann and Kry, "Geometric stiffness for real-time constrained multibody dynamics",
//! 2017). That damps its trembling; links below the limit are untouched. Without it a load of 6,000 times a link tears
//! the chain apart, and at one sub-step one of 600 does.

use super::group::HingeGroup;
use super::system::{DirectSystem, Member, Node, Vec2d};
use crate::engine::body::BodyId;
use crate::engine::lanes::Float4Pair;
use crate::engine::math::Vec2;
use crate::engine::probe::Probe;
use crate::engine::solver::body::SolverBody;
use crate::engine::solver::softness::Softness;
use crate::engine::solver::{Pass, SolverPass, SolverStep};
use crate::engine::tuning;

/// Compliance of a hinge as a share of its own response. Larger: heavy loads stretch chains; smaller: contradictions
/// make larger forces.
pub const COMPLIANCE: f64 = 3e-6;
/// Most compliance of held anchors, as a multiple of what a share of their response along the arms would be. Across a
/// long arm a small body gives way easily, and a compliance after that would let the arm stretch: a bob of 2 mm on 1 m
/// by 0.2 mm, which costs a twentieth of its swing in 40 s. No anchor within a body of even density comes so far.
pub(super) const MOST_GIVEN: f64 = 4.0;
/// Share of a gap that is closed per second, 1/s, at most. Gaps hardly arise, so there is no hurry; three times faster,
/// a chain under a heavy box trembles for ever, because contacts give way more slowly (9/s).
pub const GAP_RATE: f64 = 20.0;
/// Compliance of a hinge between fixed points, as a share of the softness that the world's joints have when they are
/// iterated. Larger: a level row of 160 planks opens its joints by more than 5 mm (0.04: 8 mm); smaller: it hardly
/// sags.
pub const PINNED_SHARE: f64 = 0.013;

/// Rounds of the solve pass: the bend of the arcs depends on the spins that it finds.
const BEND_ROUNDS: usize = 2;

impl DirectSystem {
    /// Reads arms and masses and factors K: once at the start of a step, then after each motion. `h` is the sub-step's
    /// length.
    pub fn factor(&mut self, groups: &[HingeGroup], bodies: &[Float4Pair], h: f32, soft: Softness) {
        self.read(groups, bodies, h);
        self.assemble(PINNED_SHARE * f64::from(soft.impulse_scale) / f64::from(soft.mass_scale));
        self.eliminate();
    }

    fn read(&mut self, groups: &[HingeGroup], bodies: &[Float4Pair], h: f32) {
        for member in &mut self.members {
            let body = SolverBody::at(bodies, member.slot);
            (member.inv_mass, member.inv_inertia) = (f64::from(body.inv_mass), f64::from(body.inv_inertia));
            member.push = [0.0; 3];
        }
        for node in &mut self.nodes {
            let hinge = &groups[node.group as usize].hinges[node.seat.block as usize];
            let lane = node.seat.lane as usize;
            let at = |rows: &[crate::engine::lanes::LaneRow; 2]| [f64::from(rows[0].0[lane]), f64::from(rows[1].0[lane])];
            node.arms = [at(&hinge.arm_a), at(&hinge.arm_b)];
            // Tension turns links back: Σ Λ · r over a body's hinges, Λ on B, −Λ on A.
            let impulse = at(&hinge.impulse);
            let pull = node.arms.map(|arm| arm[0] * impulse[0] + arm[1] * impulse[1]);
            self.members[node.members[0] as usize].push[2] -= pull[0];
            self.members[node.members[1] as usize].push[2] += pull[1];
        }
        self.hold_back(f64::from(h));
    }

    /// K into `diagonal` and `below`.
    fn assemble(&mut self, pinned: f64) {
        for (node, diagonal) in self.nodes.iter().zip(&mut self.diagonal) {
            let (mut k, mut along) = ([0.0; 3], 0.0);
            for (member, arm) in node.members.iter().zip(node.arms) {
                let Member { inv_mass, inv_inertia, .. } = self.members[*member as usize];
                k[0] += inv_mass + inv_inertia * arm[1] * arm[1];
                k[1] -= inv_inertia * arm[0] * arm[1];
                k[2] += inv_mass + inv_inertia * arm[0] * arm[0];
                along += inv_mass;
            }
            let share = if node.pinned { pinned } else { COMPLIANCE };
            let compliance = share * (0.5 * (k[0] + k[2])).min(MOST_GIVEN * along);
            *diagonal = [k[0] + compliance, k[1], k[2] + compliance];
        }
        self.below.fill([0.0; 4]);
        for coupling in &self.couplings {
            let Member { inv_mass, inv_inertia, .. } = self.members[coupling.member as usize];
            let [earlier, later] = [0, 1].map(|k| self.nodes[coupling.nodes[k] as usize].arms[coupling.sides[k] as usize]);
            let sign = if coupling.sides[0] == coupling.sides[1] { 1.0 } else { -1.0 };
            let (mass, inertia) = (sign * inv_mass, sign * inv_inertia);
            let entry = &mut self.below[coupling.entry as usize];
            entry[0] += mass + inertia * later[1] * earlier[1];
            entry[1] -= inertia * later[1] * earlier[0];
            entry[2] -= inertia * later[0] * earlier[1];
            entry[3] += mass + inertia * later[0] * earlier[0];
        }
    }

    /// `K = L D Lᵀ` in place: `diagonal` becomes `D⁻¹`, `below` becomes L.
    fn eliminate(&mut self) {
        let DirectSystem { pattern, diagonal, below, raw, .. } = self;
        let mut updates = pattern.updates.iter();
        for k in 0..diagonal.len() {
            let [xx, xy, yy] = diagonal[k];
            let det = xx * yy - xy * xy;
            let one_over = if det > 0.0 { 1.0 / det } else { 0.0 };
            let inverse = [yy * one_over, -xy * one_over, xx * one_over];
            diagonal[k] = inverse;
            let column = pattern.column(k);
            raw.clear();
            raw.extend_from_slice(&below[column.clone()]);
            for entry in column.clone() {
                let [axx, axy, ayx, ayy] = below[entry];
                let l = [
                    axx * inverse[0] + axy * inverse[1],
                    axx * inverse[1] + axy * inverse[2],
                    ayx * inverse[0] + ayy * inverse[1],
                    ayx * inverse[1] + ayy * inverse[2],
                ];
                below[entry] = l;
                let a = raw[entry - column.start];
                let target = &mut diagonal[pattern.rows[entry] as usize];
                target[0] -= l[0] * a[0] + l[1] * a[1];
                target[1] -= l[0] * a[2] + l[1] * a[3];
                target[2] -= l[2] * a[2] + l[3] * a[3];
            }
            for i in column.clone() {
                let a = raw[i - column.start];
                for j in i + 1..column.end {
                    let l = below[j];
                    if let Some(&entry) = updates.next() {
                        let target = &mut below[entry as usize];
                        target[0] -= l[0] * a[0] + l[1] * a[1];
                        target[1] -= l[0] * a[2] + l[1] * a[3];
                        target[2] -= l[2] * a[0] + l[3] * a[1];
                        target[3] -= l[2] * a[2] + l[3] * a[3];
                    }
                }
            }
        }
    }

    /// Solves with the present factors: `numbers` becomes `K⁻¹ numbers`.
    fn substitute(&mut self) {
        let DirectSystem { pattern, diagonal, below, numbers, .. } = self;
        for k in 0..numbers.len() {
            let [x, y] = numbers[k];
            for entry in pattern.column(k) {
                let (l, target) = (&below[entry], &mut numbers[pattern.rows[entry] as usize]);
                target[0] -= l[0] * x + l[1] * y;
                target[1] -= l[2] * x + l[3] * y;
            }
            let d = &diagonal[k];
            numbers[k] = [d[0] * x + d[1] * y, d[1] * x + d[2] * y];
        }
        for k in (0..numbers.len()).rev() {
            let mut sum = numbers[k];
            for entry in pattern.column(k) {
                let (l, [x, y]) = (&below[entry], numbers[pattern.rows[entry] as usize]);
                sum[0] -= l[0] * x + l[2] * y;
                sum[1] -= l[1] * x + l[3] * y;
            }
            numbers[k] = sum;
        }
    }

    /// The solve pass, with the push that removes gaps, or the relax pass without it. Needs [`DirectSystem::factor`]
    /// since the last motion.
    pub fn solve<P: Probe<SolverStep>>(
        &mut self,
        groups: &mut [HingeGroup],
        bodies: &mut [Float4Pair],
        pass: &Pass,
        (probe, names): (&mut P, &[[BodyId; 2]]),
    ) {
        let rounds = if pass.use_bias() { BEND_ROUNDS } else { 1 };
        if pass.use_bias() {
            for member in self.members.iter().filter(|member| member.keeps < 1.0) {
                let spin = &mut bodies[member.slot as usize].first.0[2];
                *spin = (f64::from(*spin) * member.keeps) as f32;
            }
        }
        for round in 0..rounds {
            self.right_hand_side(groups, bodies, pass);
            self.substitute();
            self.apply(groups, bodies, pass, round == 0, (probe, names));
        }
    }

    /// What the anchors' relative velocities lack, into `numbers`.
    fn right_hand_side(&mut self, groups: &[HingeGroup], bodies: &[Float4Pair], pass: &Pass) {
        let (rate, h) = (GAP_RATE.min(f64::from(pass.joint_softness.bias_rate)), f64::from(pass.h));
        for (node, number) in self.nodes.iter().zip(&mut self.numbers) {
            let slots = node.members.map(|member| self.members[member as usize].slot);
            let [a, b] = slots.map(|slot| SolverBody::at(bodies, slot));
            let mut wanted = speed_between([&a, &b], node.arms);
            if pass.use_bias() {
                let gap = gap_of(node, groups, [&a, &b]);
                let (bend_a, bend_b) = (bend(&a, node.arms[0], h), bend(&b, node.arms[1], h));
                for k in 0..2 {
                    wanted[k] += rate * gap[k] + (bend_b[k] - bend_a[k]) / h;
                }
            }
            *number = [-wanted[0], -wanted[1]];
        }
    }

    /// Impulses in `numbers` to the bodies and into the blocks.
    fn apply<P: Probe<SolverStep>>(
        &mut self,
        groups: &mut [HingeGroup],
        bodies: &mut [Float4Pair],
        pass: &Pass,
        first_round: bool,
        (probe, names): (&mut P, &[[BodyId; 2]]),
    ) {
        let anew = pass.kind == SolverPass::Solve && first_round;
        for (node, &[x, y]) in self.nodes.iter().zip(&self.numbers) {
            let sane = x.abs() < f64::from(tuning::MAX_FORCE) && y.abs() < f64::from(tuning::MAX_FORCE);
            let [x, y] = if sane { [x, y] } else { [0.0; 2] };
            let (block, lane) = (node.seat.block as usize, node.seat.lane as usize);
            let group = &mut groups[node.group as usize];
            let impulse = &mut group.hinges[block].impulse;
            let old = if anew { [0.0; 2] } else { [impulse[0].0[lane], impulse[1].0[lane]] };
            (impulse[0].0[lane], impulse[1].0[lane]) = (old[0] + x as f32, old[1] + y as f32);
            for (side, sign) in [(0, -1.0), (1, 1.0)] {
                let arm = node.arms[side];
                let push = &mut self.members[node.members[side] as usize].push;
                push[0] += sign * x;
                push[1] += sign * y;
                push[2] += sign * (arm[0] * y - arm[1] * x);
            }
            if P::WATCHES {
                let [a, b] = node.members.map(|member| SolverBody::at(bodies, self.members[member as usize].slot));
                let speed = speed_between([&a, &b], node.arms);
                let of = |body: &SolverBody, arm: f64| f64::from(body.inv_mass) + f64::from(body.inv_inertia) * arm * arm;
                let response = [1, 0].map(|across| of(&a, node.arms[0][across]) + of(&b, node.arms[1][across]));
                let anchors = &group.anchors[block];
                for (k, (direction, change)) in [(Vec2::X, x), (Vec2::Y, y)].into_iter().enumerate() {
                    probe.record(|| SolverStep {
                        substep: pass.substep,
                        iteration: pass.iteration,
                        pass: pass.kind,
                        body_a: names[anchors.joint[lane] as usize][0],
                        body_b: names[anchors.joint[lane] as usize][1],
                        point: Vec2::new(anchors.point[0].0[lane], anchors.point[1].0[lane]),
                        direction,
                        velocity_before: speed[k] as f32,
                        impulse_change: change as f32,
                        impulse_total: old[k] + change as f32,
                        response: response[k] as f32,
                        bounds: [f32::NEG_INFINITY, f32::INFINITY],
                        clamped: !sane,
                        contact: None,
                    });
                }
            }
        }
        for member in &mut self.members {
            let [x, y, turn] = std::mem::take(&mut member.push);
            if member.inv_mass > 0.0 {
                let first = &mut bodies[member.slot as usize].first.0;
                first[0] = (f64::from(first[0]) + member.inv_mass * x) as f32;
                first[1] = (f64::from(first[1]) + member.inv_mass * y) as f32;
                first[2] = (f64::from(first[2]) + member.inv_inertia * turn) as f32;
            }
        }
    }
}

/// Velocity of B's anchor relative to A's.
fn speed_between([a, b]: [&SolverBody; 2], [arm_a, arm_b]: [Vec2d; 2]) -> Vec2d {
    let at = |body: &SolverBody, arm: Vec2d| {
        let spin = f64::from(body.angular_velocity);
        [f64::from(body.velocity.x) - spin * arm[1], f64::from(body.velocity.y) + spin * arm[0]]
    };
    let (va, vb) = (at(a, arm_a), at(b, arm_b));
    [vb[0] - va[0], vb[1] - va[1]]
}

/// How far an anchor will lie beside where its present velocity points, when its body turns on for `h` seconds: the way
/// along the arc minus the way along the tangent, metres.
fn bend(body: &SolverBody, arm: Vec2d, h: f64) -> Vec2d {
    let turn = h * f64::from(body.angular_velocity);
    let sq = turn * turn;
    // cos x − 1 and sin x − x, up to the sixth order.
    let (inward, back) = (-sq * (0.5 - sq * (1.0 / 24.0 - sq / 720.0)), -turn * sq * (1.0 / 6.0 - sq / 120.0));
    [inward * arm[0] - back * arm[1], inward * arm[1] + back * arm[0]]
}

/// From A's anchor to B's now.
fn gap_of(node: &Node, groups: &[HingeGroup], [a, b]: [&SolverBody; 2]) -> Vec2d {
    let hinge = &groups[node.group as usize].hinges[node.seat.block as usize];
    let lane = node.seat.lane as usize;
    let way = b.delta_center - a.delta_center;
    [0, 1].map(|k| f64::from(hinge.offset[k].0[lane]) + f64::from(way[k]) + (node.arms[1][k] - node.arms[0][k]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::joint::elimination::{MOST_NEIGHBOURS, Pattern};
    use crate::engine::joint::group::Seat;
    use crate::engine::joint::hinge_block::HingeBlock;
    use crate::engine::joint::system::{DirectHinge, Extras, neighbours};
    use crate::engine::lanes::{BLOCK, Width};
    use crate::engine::probe::NoProbe;

    /// A few digits of noise, the same in every run (Lehmer's generator).
    struct Noise(u64);

    impl Noise {
        fn next(&mut self) -> f32 {
            self.0 = self.0 * 48_271 % 2_147_483_647;
            self.0 as f32 / 1_073_741_824.0 - 1.0
        }
        fn below(&mut self, n: usize) -> usize {
            self.next();
            self.0 as usize % n
        }
    }

    struct Case {
        hinges: Vec<DirectHinge>,
        groups: Vec<HingeGroup>,
        bodies: Vec<Float4Pair>,
    }

    /// A random tree of `count` bodies, some of them also hinged to the world, with `loops` hinges too many; masses
    /// between 0.1 and 1000.
    fn case(noise: &mut Noise, count: usize, loops: usize) -> Case {
        let mut bodies = vec![SolverBody::FIXED.stored()];
        for _ in 0..count {
            let heavy = [0.1, 1.0, 10.0, 1000.0][noise.below(4)];
            let velocity = Vec2::new(noise.next(), noise.next());
            let (inv_mass, inv_inertia) = (1.0 / heavy, (2.0 + noise.next()) / heavy);
            bodies.push(SolverBody { velocity, angular_velocity: noise.next(), inv_mass, inv_inertia, ..SolverBody::FIXED }.stored());
        }
        let mut pairs: Vec<[u32; 2]> = (2..=count as u32).map(|child| [1 + noise.below(child as usize - 1) as u32, child]).collect();
        pairs.push([0, 1 + noise.below(count) as u32]);
        pairs.extend((0..loops).map(|k| [1 + k as u32, count as u32 - k as u32]));
        let mut group = HingeGroup::default();
        group.hinges.resize_with(pairs.len().div_ceil(BLOCK), HingeBlock::default);
        let mut hinges = Vec::new();
        for (k, pair) in pairs.into_iter().enumerate() {
            // Either body may be A.
            let slots = if noise.next() > 0.0 { pair } else { [pair[1], pair[0]] };
            let (block, lane) = (k / BLOCK, k % BLOCK);
            let hinge = &mut group.hinges[block];
            for rows in [&mut hinge.arm_a, &mut hinge.arm_b] {
                (rows[0].0[lane], rows[1].0[lane]) = (noise.next(), noise.next());
            }
            let seat = Seat { block: block as u32, lane: lane as u32 };
            hinges.push(DirectHinge { slots, moving: slots.map(|slot| slot != 0), extras: Extras::Plain, group: 0, seat, pinned: false });
        }
        Case { hinges, groups: vec![group], bodies }
    }

    /// Impulses by Gauss's elimination of the full matrix, in the order of the hinges.
    fn dense(case: &Case) -> Vec<f64> {
        let n = 2 * case.hinges.len();
        // Rows of J over (vx, vy, ω) of all bodies, and their speeds.
        let mut jacobian = vec![vec![0.0; 3 * case.bodies.len()]; n];
        for (k, hinge) in case.hinges.iter().enumerate() {
            let block = &case.groups[0].hinges[hinge.seat.block as usize];
            for (slot, arm, sign) in [(hinge.slots[0], &block.arm_a, -1.0), (hinge.slots[1], &block.arm_b, 1.0)] {
                let [x, y] = [0, 1].map(|axis: usize| f64::from(arm[axis].0[hinge.seat.lane as usize]));
                let at = 3 * slot as usize;
                jacobian[2 * k][at] += sign;
                jacobian[2 * k][at + 2] -= sign * y;
                jacobian[2 * k + 1][at + 1] += sign;
                jacobian[2 * k + 1][at + 2] += sign * x;
            }
        }
        let numbers = |quantity: fn(&SolverBody) -> [f32; 3]| -> Vec<f64> {
            (0..case.bodies.len()).flat_map(|slot| quantity(&SolverBody::at(&case.bodies, slot as u32)).map(f64::from)).collect()
        };
        let inverse = numbers(|b| [b.inv_mass, b.inv_mass, b.inv_inertia]);
        let velocity = numbers(|b| [b.velocity.x, b.velocity.y, b.angular_velocity]);
        let dot = |u: &[f64], v: &[f64], w: &[f64]| -> f64 { u.iter().zip(v).zip(w).map(|((a, b), c)| a * b * c).sum() };
        let ones = vec![1.0; velocity.len()];
        let mut a: Vec<Vec<f64>> = (0..n)
            .map(|i| {
                let mut row: Vec<f64> = (0..n).map(|j| dot(&jacobian[i], &inverse, &jacobian[j])).collect();
                row.push(-dot(&jacobian[i], &velocity, &ones));
                row
            })
            .collect();
        for k in 0..n / 2 {
            let along: f64 = case.hinges[k].slots.iter().map(|&slot| inverse[3 * slot as usize]).sum();
            let compliance = COMPLIANCE * (0.5 * (a[2 * k][2 * k] + a[2 * k + 1][2 * k + 1])).min(MOST_GIVEN * along);
            a[2 * k][2 * k] += compliance;
            a[2 * k + 1][2 * k + 1] += compliance;
        }
        for i in 0..n {
            let pivot = (i..n).max_by(|&x, &y| a[x][i].abs().total_cmp(&a[y][i].abs())).unwrap();
            a.swap(i, pivot);
            let from = a[i].clone();
            for row in a.iter_mut().skip(i + 1) {
                let factor = row[i] / from[i];
                row.iter_mut().zip(&from).for_each(|(x, f)| *x -= factor * f);
            }
        }
        let mut answer = vec![0.0; n];
        for i in (0..n).rev() {
            let rest: f64 = (i + 1..n).map(|j| a[i][j] * answer[j]).sum();
            answer[i] = (a[i][n] - rest) / a[i][i];
        }
        answer
    }

    #[test]
    fn impulses_are_those_of_gauss_on_trees_and_on_loops() {
        let mut noise = Noise(7);
        for round in 0..120 {
            let count = 2 + noise.below(30);
            let loops = if round % 3 == 0 { noise.below(count.min(4)) } else { 0 };
            let case = case(&mut noise, count, if count > 8 { loops } else { 0 });
            let Some(pattern) = Pattern::of(neighbours(&case.hinges), MOST_NEIGHBOURS) else { continue };
            let order = pattern.order.clone();
            let mut system = DirectSystem::build(&case.hinges, pattern);
            let pass = Pass { width: Width::widest(), ..Pass::new(SolverPass::Relax, 0.01, Softness::RIGID) };
            let (mut groups, mut bodies) = (case.groups.clone(), case.bodies.clone());
            system.factor(&groups, &bodies, pass.h, pass.joint_softness);
            system.solve(&mut groups, &mut bodies, &pass, (&mut NoProbe, &[]));
            let exact = dense(&case);
            let largest = exact.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
            for (place, &hinge) in order.iter().enumerate() {
                for axis in 0..2 {
                    let (ours, gauss) = (system.numbers[place][axis], exact[2 * hinge as usize + axis]);
                    // Doubles, with a condition number of up to 1e8 (masses 1:10⁴, compliance 1e-5).
                    assert!((ours - gauss).abs() < 1e-7 * largest, "round {round}, hinge {hinge}: {ours} instead of {gauss}");
                }
            }
        }
    }
}
