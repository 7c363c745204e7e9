//! The passes over contact blocks: no overlap along the normal, Coulomb friction along the tangent.
//!
//! *Normal row.* The sum of impulses Λ must never pull, `Λ ≥ 0`, so each increment is clamped through the sum (Catto, "Iterative dynamics with
//! temporal coherence", 2005). Gap s > 0: let the bodies come exactly as near as to touch at the end of the sub-step, `u + s/h ≥ 0`; so contacts may be made before they
//! touch (*speculative*). Overlap s < 0: a soft push ([`super::softness`]), never faster than [`tuning::PUSH_SPEED`].
//!
//! *Tangent row.* `|Λ_t| ≤ μ Λ_n` with the normal impulse of the moment, in both passes: a box that lands flat gets its two normal impulses one after the other, and
//! what friction makes of the turn in between has to be taken back (once a sub-step leaves it sliding).
//!
//! *Accumulation* can be switched off to see what it is for: then each increment is limited by itself, `ΔΛ ≥ 0` and `|ΔΛ_t| ≤ μ ΔΛ_n`. A row that pushed too much
//! cannot take it back, and as no sum is kept within its limits there is none to start the next sub-step from.
//!
//! Everything is written against [`Lanes`]; [`super::block`] derives the formulas and draws the layout. To follow one contact, read with `L = f32`.

use super::block::{ContactBlock, PointRows, Swing};
use super::body::SolverBody;
use super::late::place;
use super::softness::Softness;
use super::{ContactRow, Pass, SolverStep};
use crate::engine::body::BodyId;
use crate::engine::lanes::{BLOCK, IndexRow, Kernel, Lanes, Quad, QuadPair};
use crate::engine::math::{Vec2, perp};
use crate::engine::probe::Probe;
use crate::engine::tuning;

/// Who watches, and what it needs to name what it sees: ids and start poses by slot. With a probe that watches, kernels run one lane wide.
#[derive(Debug)]
pub struct Watch<'a, P> {
    /// The probe.
    pub probe: &'a mut P,
    /// Body in each slot.
    pub ids: &'a [BodyId],
    /// Centre of mass (x, y) and orientation (cosine, sine) at the start of the step, by slot.
    pub poses: &'a [Quad],
}

/// Two bodies of each lane while their contact has its turn.
pub(super) struct Pair<L> {
    /// x, y, spin of A and its 1/mass.
    pub a: [L; 4],
    pub b: [L; 4],
    /// 1/inertia of A and B.
    inv_inertias: [L; 2],
}

impl<L: Lanes> Pair<L> {
    #[inline(always)]
    pub fn gather(block: &ContactBlock, at: usize, bodies: &[QuadPair]) -> Pair<L> {
        let (a, b) = (L::gather_first(bodies, &block.a, at), L::gather_first(bodies, &block.b, at));
        Pair { a, b, inv_inertias: [L::load(&block.inv_inertia_a, at), L::load(&block.inv_inertia_b, at)] }
    }

    /// Writes the velocities back after impulses `push` (x and y) on B, their opposite on A; spins are up to date.
    #[inline(always)]
    fn scatter(self, push: [L; 2], spins: [L; 2], indices: (&IndexRow, &IndexRow), at: usize, bodies: &mut [QuadPair]) {
        let [ax, ay, _, inv_mass_a] = self.a;
        let [bx, by, _, inv_mass_b] = self.b;
        L::scatter_first([ax - inv_mass_a * push[0], ay - inv_mass_a * push[1], spins[0], inv_mass_a], bodies, indices.0, at);
        L::scatter_first([bx + inv_mass_b * push[0], by + inv_mass_b * push[1], spins[1], inv_mass_b], bodies, indices.1, at);
    }
}

/// Applies the impulses of the sub-step before.
pub(super) struct WarmStart<'a, 'w, P> {
    pub blocks: &'a mut [ContactBlock],
    /// Numbers of the lanes in the order in which they are taken, one at a time; `None`: as they lie.
    pub order: Option<&'a [u32]>,
    pub bodies: &'a mut [QuadPair],
    pub pass: &'a Pass,
    pub watch: &'a mut Watch<'w, P>,
}

impl<P: Probe<SolverStep>> Kernel for WarmStart<'_, '_, P> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        if let Some(order) = self.order.filter(|_| L::COUNT == 1) {
            for &number in order {
                let (block, at) = place(number as usize);
                let block = &mut self.blocks[block];
                if block.has_points(at) {
                    warm_start::<L, P>(block, at, self.bodies, self.pass, self.watch);
                }
            }
            return;
        }
        for block in self.blocks.iter_mut() {
            for at in (0..BLOCK).step_by(L::COUNT) {
                warm_start::<L, P>(block, at, self.bodies, self.pass, self.watch);
            }
        }
    }
}

#[inline(always)]
fn warm_start<L: Lanes, P: Probe<SolverStep>>(
    block: &mut ContactBlock,
    at: usize,
    bodies: &mut [QuadPair],
    pass: &Pass,
    watch: &mut Watch<'_, P>,
) {
    let pair = Pair::<L>::gather(block, at, bodies);
    let (nx, ny) = (L::load(&block.normal_x, at), L::load(&block.normal_y, at));
    let (leap_n, leap_t) = (L::load(&block.leap_n, at), L::load(&block.leap_t, at));
    let [mut spin_a, mut spin_b] = [pair.a[2], pair.b[2]];
    let [inv_inertia_a, inv_inertia_b] = pair.inv_inertias;
    let (mut along, mut across) = (L::all(0.0), L::all(0.0));
    for (k, point) in block.points.iter().enumerate() {
        let (arm_n, arm_t) = (L::load(&point.arm_n, at), L::load(&point.arm_t, at));
        let (normal, tangent) = (L::load(&point.normal_impulse, at), L::load(&point.tangent_impulse, at));
        watch.probe_lane(block, at, k, pass, &pair, [along, across], [spin_a, spin_b], Applied::again(false, normal));
        // For the watcher the normal impulse comes first; the engine gives both at once.
        let turned = [spin_a - inv_inertia_a * (arm_n * normal), spin_b + inv_inertia_b * ((arm_n + leap_n) * normal)];
        watch.probe_lane(block, at, k, pass, &pair, [along, across], turned, Applied::again(true, tangent));
        spin_a = spin_a - inv_inertia_a * (arm_n * normal + arm_t * tangent);
        spin_b = spin_b + inv_inertia_b * ((arm_n + leap_n) * normal + (arm_t + leap_t) * tangent);
        along = along + normal; // [solver.warm_start]
        across = across + tangent;
    }
    let push = [nx * along - ny * across, ny * along + nx * across];
    pair.scatter(push, [spin_a, spin_b], (&block.a, &block.b), at, bodies);
}

/// One pass of sequential impulses. `RELAX`: without the push that removes overlap, with friction; and the impulses of the finished sub-step
/// are added to the totals. `SUMS`: the sums are limited, not the increments.
pub(super) struct Solve<'a, 'w, P, const RELAX: bool, const SUMS: bool> {
    pub blocks: &'a mut [ContactBlock],
    /// Numbers of the lanes in the order in which they are taken, one at a time; `None`: as they lie.
    pub order: Option<&'a [u32]>,
    pub bodies: &'a mut [QuadPair],
    pub softness: Softness,
    pub pass: &'a Pass,
    pub watch: &'a mut Watch<'w, P>,
}

impl<P: Probe<SolverStep>, const RELAX: bool, const SUMS: bool> Kernel for Solve<'_, '_, P, RELAX, SUMS> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        if let Some(order) = self.order.filter(|_| L::COUNT == 1) {
            for &number in order {
                let (block, at) = place(number as usize);
                let block = &mut self.blocks[block];
                if block.has_points(at) {
                    solve::<L, P, RELAX, SUMS>(block, at, self.bodies, self.softness, self.pass, self.watch);
                }
            }
            return;
        }
        for block in self.blocks.iter_mut() {
            for at in (0..BLOCK).step_by(L::COUNT) {
                solve::<L, P, RELAX, SUMS>(block, at, self.bodies, self.softness, self.pass, self.watch);
            }
        }
    }
}

#[inline(always)]
fn solve<L: Lanes, P: Probe<SolverStep>, const RELAX: bool, const SUMS: bool>(
    block: &mut ContactBlock,
    at: usize,
    bodies: &mut [QuadPair],
    softness: Softness,
    pass: &Pass,
    watch: &mut Watch<'_, P>,
) {
    let zero = L::all(0.0);
    let pair = Pair::<L>::gather(block, at, bodies);
    let (nx, ny) = (L::load(&block.normal_x, at), L::load(&block.normal_y, at));
    let (leap_n, leap_t) = (L::load(&block.leap_n, at), L::load(&block.leap_t, at));
    let bounce_below = L::load(&block.bounce_below, at);
    let [mut spin_a, mut spin_b] = [pair.a[2], pair.b[2]];
    let [inv_inertia_a, inv_inertia_b] = pair.inv_inertias;
    let inv_mass = pair.a[3] + pair.b[3];
    let (relative_x, relative_y) = (pair.b[0] - pair.a[0], pair.b[1] - pair.a[1]);
    if RELAX {
        renew_gaps::<L>(block, at, bodies);
    }

    // Normals.
    let mut approach = nx * relative_x + ny * relative_y;
    let mut along = zero;
    let mut normals = [zero; 2];
    let mut changes = [zero; 2];
    for k in 0..2 {
        let point = &block.points[k];
        let gap = L::load(&point.gap_now, at);
        let arm_a = L::load(&point.arm_n, at);
        let arm_b = arm_a + leap_n;
        let mass = L::load(&point.normal_mass, at);
        let old = L::load(&point.normal_impulse, at);
        let speed = approach + spin_b * arm_b - spin_a * arm_a;
        let (wanted, terms) = if RELAX {
            let bias = gap.most(zero) * L::all(pass.inv_h);
            (old - mass * (speed + bias), [bias, L::all(1.0), zero]) // [solver.relax]
        } else {
            let apart = gap.above(zero);
            let push = (L::all(softness.bias_rate) * gap).most(L::all(-tuning::PUSH_SPEED));
            let bias = L::pick(apart, gap * L::all(pass.inv_h), push);
            let mass_scale = L::pick(apart, L::all(1.0), L::all(softness.mass_scale));
            let impulse_scale = L::pick(apart, zero, L::all(softness.impulse_scale));
            (old - mass * mass_scale * (speed + bias) - impulse_scale * old, [bias, mass_scale, impulse_scale]) // [solver.soft]
        };
        // What closes so fast that it will bounce is left to the bounce of the next sub-step; but before positions change nothing is, or it would be driven deep.
        let left_to_bounce = bounce_below.above(speed);
        let wanted = if RELAX { L::pick(left_to_bounce, old, wanted) } else { wanted };
        let low = if SUMS { zero } else { old };
        let total = wanted.most(low); // [solver.clamp]
        let change = total - old;
        let applied = Applied {
            tangent: false,
            change,
            total,
            clamped: total.first() == low.first(),
            gap,
            terms,
            limits: [low, L::all(f32::INFINITY)],
            left: P::WATCHES && RELAX && L::bits(left_to_bounce) & 1 != 0,
        };
        watch.probe_lane(block, at, k, pass, &pair, [along, zero], [spin_a, spin_b], applied);
        total.store(&mut block.points[k].normal_impulse, at);
        normals[k] = total;
        changes[k] = change;
        along = along + change;
        approach = approach + inv_mass * change;
        spin_a = spin_a - inv_inertia_a * arm_a * change;
        spin_b = spin_b + inv_inertia_b * arm_b * change;
    }
    let mut push = [nx * along, ny * along];

    // Friction, inside the cone that the normals leave.
    {
        let friction = L::load(&block.friction, at);
        let mut slide = nx * relative_y - ny * relative_x;
        let mut across = zero;
        for (k, &normal) in normals.iter().enumerate() {
            let point = &block.points[k];
            let arm_a = L::load(&point.arm_t, at);
            let arm_b = arm_a + leap_t;
            let mass = L::load(&point.tangent_mass, at);
            let old = L::load(&point.tangent_impulse, at);
            let speed = slide + spin_b * arm_b - spin_a * arm_a;
            let bound = if SUMS { friction * normal } else { friction * changes[k] };
            let (low, high) = if SUMS { (zero - bound, bound) } else { (old - bound, old + bound) };
            let wanted = old - mass * speed; // [solver.friction]
            let total = wanted.least(high).most(low); // [solver.cone]
            let change = total - old;
            let terms = [zero, L::all(1.0), zero];
            let clamped = total.first() != wanted.first();
            let applied = Applied { tangent: true, change, total, clamped, gap: zero, terms, limits: [low, high], left: false };
            watch.probe_lane(block, at, k, pass, &pair, [along, across], [spin_a, spin_b], applied);
            let point = &mut block.points[k];
            total.store(&mut point.tangent_impulse, at);
            if RELAX {
                point.add_to_totals([normal, total], at);
            }
            across = across + change;
            slide = slide + inv_mass * change;
            spin_a = spin_a - inv_inertia_a * arm_a * change;
            spin_b = spin_b + inv_inertia_b * arm_b * change;
        }
        push = [push[0] - ny * across, push[1] + nx * across];
    }
    pair.scatter(push, [spin_a, spin_b], (&block.a, &block.b), at, bodies);
}

/// Ends a sub-step without relaxing: gaps are measured and the impulses added to the totals, as [`Solve`] does when it relaxes.
pub(super) struct EndSubstep<'a> {
    pub blocks: &'a mut [ContactBlock],
    pub bodies: &'a [QuadPair],
}

impl Kernel for EndSubstep<'_> {
    type Output = ();
    #[inline(always)]
    fn run<L: Lanes>(self) {
        for block in self.blocks {
            for at in (0..BLOCK).step_by(L::COUNT) {
                renew_gaps::<L>(block, at, self.bodies);
                for point in &mut block.points {
                    let impulses = [L::load(&point.normal_impulse, at), L::load(&point.tangent_impulse, at)];
                    point.add_to_totals(impulses, at);
                }
            }
        }
    }
}

impl PointRows {
    /// At the end of a sub-step: its impulses along normal and tangent are part of the step's.
    #[inline(always)]
    fn add_to_totals<L: Lanes>(&mut self, [normal, tangent]: [L; 2], at: usize) {
        (L::load(&self.normal_total, at) + normal).store(&mut self.normal_total, at);
        (L::load(&self.tangent_total, at) + tangent).store(&mut self.tangent_total, at);
    }
}

/// Measures the gaps where the bodies are now, see the head of [`super::block`]. They hold until positions change again: in the relaxing of this sub-step,
/// in the blows and in the solve pass of the next.
#[inline(always)]
pub fn renew_gaps<L: Lanes>(block: &mut ContactBlock, at: usize, bodies: &[QuadPair]) {
    let gaps = gaps_of(block, at, [L::gather_last(bodies, &block.a, at), L::gather_last(bodies, &block.b, at)]);
    for (point, gap) in block.points.iter_mut().zip(gaps) {
        gap.store(&mut point.gap_now, at);
    }
}

/// The gaps of both points after these motions (way x, way y, turn of A and B since the start of the step), metres.
#[inline(always)]
fn gaps_of<L: Lanes>(block: &ContactBlock, at: usize, ways: [[L; 4]; 2]) -> [L; 2] {
    let (nx, ny) = (L::load(&block.normal_x, at), L::load(&block.normal_y, at));
    let (leap_n, leap_t) = (L::load(&block.leap_n, at), L::load(&block.leap_t, at));
    let (radius_a, radius_b) = (L::load(&block.radius_a, at), L::load(&block.radius_b, at));
    let [way_a, way_b] = ways;
    let shift = nx * (way_b[0] - way_a[0]) + ny * (way_b[1] - way_a[1]);
    let (swing_a, swing_b) = (Swing::of(way_a[2]), Swing::of(way_b[2]));
    // What both points share.
    let common = shift + swing_b.sin * leap_n - swing_b.versine * (leap_t + radius_b) - swing_a.versine * radius_a;
    let (sin, versine) = (swing_b.sin - swing_a.sin, swing_b.versine - swing_a.versine);
    [gap_of_point(&block.points[0], at, common, sin, versine), gap_of_point(&block.points[1], at, common, sin, versine)]
}

/// See [`gaps_now`]: what the points share, and the differences of the sines and versines.
#[inline(always)]
fn gap_of_point<L: Lanes>(point: &PointRows, at: usize, common: L, sin: L, versine: L) -> L {
    L::load(&point.gap, at) + common + sin * L::load(&point.arm_n, at) - versine * L::load(&point.arm_t, at)
}

/// Gaps of both points of one contact after these motions of A and B since the start of the step, metres.
#[inline]
pub fn gaps_after(block: &ContactBlock, lane: usize, bodies: [&SolverBody; 2]) -> [f32; 2] {
    let [a, b] = bodies.map(SolverBody::stored);
    gaps_of::<f32>(block, lane, [a.last.0, b.last.0])
}

/// Speed along the normal of one point of one contact between these bodies, m/s, negative when it closes.
pub(super) fn speed_between(block: &ContactBlock, lane: usize, point: usize, a: &QuadPair, b: &QuadPair) -> f32 {
    let n = block.normal(lane);
    let arm_a = block.points[point].arm_n.0[lane];
    let arm_b = arm_a + block.leap_n.0[lane];
    let ([ax, ay, spin_a, _], [bx, by, spin_b, _]) = (a.first.0, b.first.0);
    n.x * (bx - ax) + n.y * (by - ay) + spin_b * arm_b - spin_a * arm_a
}

/// An impulse that a row has just been given.
struct Applied<L> {
    tangent: bool,
    change: L,
    total: L,
    clamped: bool,
    gap: L,
    /// Bias, mass scale and impulse scale, see [`ContactRow`].
    terms: [L; 3],
    limits: [L; 2],
    left: bool,
}

impl<L: Lanes> Applied<L> {
    /// The impulse of the sub-step before.
    #[inline(always)]
    fn again(tangent: bool, impulse: L) -> Applied<L> {
        let limits = [L::all(f32::NEG_INFINITY), L::all(f32::INFINITY)];
        Applied { tangent, change: impulse, total: impulse, clamped: false, gap: L::all(0.0), terms: [L::all(0.0); 3], limits, left: false }
    }
}

impl<P: Probe<SolverStep>> Watch<'_, P> {
    /// Tells the probe of one impulse along `direction`: speed before, change and sum.
    #[allow(clippy::too_many_arguments)] // a record of one impulse
    pub(super) fn record(
        &mut self,
        block: &ContactBlock,
        lane: usize,
        point: usize,
        pass: &Pass,
        direction: Vec2,
        [velocity_before, impulse_change, impulse_total]: [f32; 3],
        clamped: bool,
        row: impl FnOnce() -> ContactRow,
    ) {
        let (ids, poses) = (self.ids, self.poses);
        self.probe.record(|| {
            let (a, b) = (block.a.0[lane] as usize, block.b.0[lane] as usize);
            SolverStep {
                substep: pass.substep,
                pass: pass.kind,
                body_a: ids[a],
                body_b: ids[b],
                point: Vec2::new(poses[a].0[0], poses[a].0[1]) + block.arm_a(lane, point),
                direction,
                velocity_before,
                impulse_change,
                impulse_total,
                clamped,
                contact: Some(row()),
            }
        });
    }

    /// Tells the probe of one impulse; `impulses` along normal and tangent that the contact has given in this turn before.
    #[allow(clippy::too_many_arguments)] // a record of one impulse; compiles to nothing without a probe
    #[inline(always)]
    fn probe_lane<L: Lanes>(
        &mut self,
        block: &ContactBlock,
        at: usize,
        point: usize,
        pass: &Pass,
        pair: &Pair<L>,
        impulses: [L; 2],
        spins: [L; 2],
        applied: Applied<L>,
    ) {
        if !P::WATCHES || block.points[point].normal_mass.0[at] == 0.0 {
            return;
        }
        let normal = block.normal(at);
        let direction = if applied.tangent { perp(normal) } else { normal };
        let rows = &block.points[point];
        let (arm, leap) = if applied.tangent { (&rows.arm_t, &block.leap_t) } else { (&rows.arm_n, &block.leap_n) };
        let relative = Vec2::new(pair.b[0].first() - pair.a[0].first(), pair.b[1].first() - pair.a[1].first());
        let given = impulses[usize::from(applied.tangent)].first() * (pair.a[3].first() + pair.b[3].first());
        let turning = spins[1].first() * (arm.0[at] + leap.0[at]) - spins[0].first() * arm.0[at];
        let numbers = [relative.dot(direction) + given + turning, applied.change.first(), applied.total.first()];
        self.record(block, at, point, pass, direction, numbers, applied.clamped, || {
            let (arm_a, arm_b) = (arm.0[at], arm.0[at] + leap.0[at]);
            let inv_inertias = pair.inv_inertias.map(L::first);
            let response = pair.a[3].first() + pair.b[3].first() + inv_inertias[0] * arm_a * arm_a + inv_inertias[1] * arm_b * arm_b;
            let [bias, mass_scale, impulse_scale] = applied.terms.map(L::first);
            let [low, high] = applied.limits.map(L::first);
            ContactRow {
                point,
                tangent: applied.tangent,
                arm_a,
                arm_b,
                mass: if applied.tangent { rows.tangent_mass.0[at] } else { rows.normal_mass.0[at] },
                gap: applied.gap.first(),
                velocity_after: numbers[0] + response * numbers[1],
                bias,
                mass_scale,
                impulse_scale,
                low,
                high,
                left_to_bounce: applied.left,
            }
        });
    }
}
