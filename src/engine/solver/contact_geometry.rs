//! Where normal and points of a contact go when its bodies move, without asking the narrow phase again.
//!
//! ```text
//!   normal          n = R(θ) n₀                   of a face: it turns with the body whose face it is
//!                     = from core to core         of two rounded shapes
//!   surface points  p_a, p_b                      carried along by A and by B, on the surface in the direction of n
//!   gap             s = s₀ + n · (p_b − p_a)
//!   common point    p = p_a + share (p_b − p_a)   as in [`super::manifold_pass`]
//!   arms            r_a = p − c_a,  r_b = p − c_b from the centres as they are now
//! ```
//!
//! *How their speeds change without any force*, for solvers whose rows are those of the start of a whole step. With the
//! cores' distance `s = s n`, the arms `ρ` of the core points, the rate Ω at which the normal turns and `t = ⊥n`
//!
//! ```text
//!   of a face:     s̈ = 2 Ω t·ṡ − Ω² s + n·(ω_a² ρ_a − ω_b² ρ_b)        Ω = ω of the body whose face it is
//!   between cores: s̈ =   Ω t·ṡ        + n·(ω_a² ρ_a − ω_b² ρ_b)        Ω = t·ṡ / s
//!   sliding speed: σ̇ = −Ω n·(v_b − v_a) + ω_b (Ω − ω_b) t·ρ_b − ω_a (Ω − ω_a) t·ρ_a
//! ```

use super::block::{ContactBlock, PointRows};
use super::gap::SinVersine;
use super::manifold_block::ManifoldBlock;
use super::rows::effective_mass;
use crate::engine::lanes::{LaneRow, Lanes};
use crate::engine::narrow::internal_edges::FLUSH;
use crate::engine::narrow::vector::{Transform, Vector};

/// A contact of each lane as it stood at the start of a step.
#[derive(Clone, Copy)]
pub struct ContactGeometry<L: Lanes> {
    turns_with: TurnsWith<L>,
    /// Unit normal from A to B, world.
    pub normal: Vector<L>,
    /// From B's centre of mass to A's, metres: `r_b − r_a`.
    offset: Vector<L>,
    /// Roundings of A and B, metres.
    radii: [L; 2],
    /// From A's centre of mass to each point, metres.
    arms: [Vector<L>; 2],
    /// Of each point, see [`super::manifold_block::ManifoldRows::share_of_b`].
    shares_of_b: [L; 2],
}

/// How many numbers a [`ContactGeometry`] is.
pub(super) const NUMBERS: usize = 13;

/// The lanes whose normal turns with A, with B, or with the line between both rounded cores; each lane in one of them
/// at most. In the others two sharp corners meet: where their normal may point to depends on what lies beside them.
#[derive(Clone, Copy)]
struct TurnsWith<L: Lanes> {
    a: L::Mask,
    b: L::Mask,
    cores: L::Mask,
}

impl<L: Lanes> TurnsWith<L> {
    #[inline(always)]
    fn of(manifold: &ManifoldBlock, radii: [L; 2], at: usize) -> TurnsWith<L> {
        let [first, second] = &manifold.points;
        let a = L::or(L::load(&second.valid, at).gt(L::splat(0.0)), first.vertex_of_b::<L>(at));
        let b = L::and_not(first.vertex_of_a::<L>(at), a);
        let round = radii[0].min(radii[1]).gt(L::splat(FLUSH));
        TurnsWith { a, b, cores: L::and_not(round, L::or(a, b)) }
    }
}

/// The same contacts after their bodies have moved.
#[derive(Clone, Copy)]
pub struct MovedGeometry<L> {
    /// Unit normal, world.
    pub normal: Vector<L>,
    /// From B's centre of mass to A's, metres.
    pub offset: Vector<L>,
    /// From A's centre of mass to each point, metres.
    pub arms: [Vector<L>; 2],
    /// By how much each gap has opened, metres.
    pub opened: [L; 2],
    /// Of each point the core points of A and of B, from A's and from B's centre of mass, metres.
    cores: [[Vector<L>; 2]; 2],
}

/// The way of a body, metres, and its turn about its centre of mass, radians. The turn is a series: see
/// [`super::gap`].
#[inline(always)]
pub fn motion<L: Lanes>(way: Vector<L>, turn: L) -> Transform<L> {
    let SinVersine { sin, versine } = SinVersine::of(turn);
    Transform { position: way, cos: L::splat(1.0) - versine, sin }
}

/// From what a vector has along the normal and its cross product with it.
#[inline(always)]
fn of_rows<L: Lanes>(along: L, cross: L, n: Vector<L>) -> Vector<L> {
    n * along - n.perp() * cross
}

/// From A's centre of mass to a point.
#[inline(always)]
fn arm_of<L: Lanes>(rows: &PointRows, at: usize, normal: Vector<L>) -> Vector<L> {
    of_rows(L::load(&rows.arm_t, at), L::load(&rows.arm_n, at), normal)
}

impl<L: Lanes> ContactGeometry<L> {
    /// From the rows of the start of a step.
    #[inline(always)]
    pub fn of(block: &ContactBlock, manifold: &ManifoldBlock, at: usize) -> ContactGeometry<L> {
        let normal = Vector { x: L::load(&block.normal_x, at), y: L::load(&block.normal_y, at) };
        let radii = [L::load(&block.radius_a, at), L::load(&block.radius_b, at)];
        ContactGeometry {
            turns_with: TurnsWith::of(manifold, radii, at),
            normal,
            offset: of_rows(L::load(&block.offset_t, at), L::load(&block.offset_n, at), normal),
            radii,
            arms: [arm_of(&block.points[0], at, normal), arm_of(&block.points[1], at, normal)],
            shares_of_b: [L::load(&manifold.points[0].share_of_b, at), L::load(&manifold.points[1].share_of_b, at)],
        }
    }

    /// All of it as numbers: what the normal turns with (1 A, 2 B, 3 the cores, 0 nothing), then the fields in order.
    #[inline(always)]
    pub(super) fn numbers(&self) -> [L; NUMBERS] {
        let TurnsWith { a, b, cores } = self.turns_with;
        let [zero, one, two, three] = [0.0, 1.0, 2.0, 3.0].map(L::splat);
        let turns_with = L::select(a, one, L::select(b, two, L::select(cores, three, zero)));
        let ContactGeometry { normal: n, offset, radii, arms: [p, q], shares_of_b: shares, .. } = *self;
        [turns_with, n.x, n.y, offset.x, offset.y, radii[0], radii[1], p.x, p.y, q.x, q.y, shares[0], shares[1]]
    }

    /// From its numbers.
    #[inline(always)]
    pub(super) fn from_numbers(numbers: [L; NUMBERS]) -> ContactGeometry<L> {
        let [turns_with, n_x, n_y, offset_x, offset_y, radius_a, radius_b, p_x, p_y, q_x, q_y, share_p, share_q] = numbers;
        let (some, not_a) = (turns_with.gt(L::splat(0.5)), turns_with.gt(L::splat(1.5)));
        let cores = turns_with.gt(L::splat(2.5));
        ContactGeometry {
            turns_with: TurnsWith { a: L::and_not(some, not_a), b: L::and_not(not_a, cores), cores },
            normal: Vector { x: n_x, y: n_y },
            offset: Vector { x: offset_x, y: offset_y },
            radii: [radius_a, radius_b],
            arms: [Vector { x: p_x, y: p_y }, Vector { x: q_x, y: q_y }],
            shares_of_b: [share_p, share_q],
        }
    }

    /// The lanes whose normal turns.
    #[inline(always)]
    pub fn turns(&self) -> L::Mask {
        L::or(L::or(self.turns_with.a, self.turns_with.b), self.turns_with.cores)
    }

    /// After these motions of A and B.
    #[inline(always)]
    pub fn moved(&self, [a, b]: [Transform<L>; 2]) -> MovedGeometry<L> {
        let (n, [out_a, out_b]) = (self.normal, self.radii);
        let between = b.position - a.position - self.offset;
        let mut cores = [[n; 2]; 2];
        let mut across = [n; 2];
        for k in 0..2 {
            let arm = self.arms[k];
            cores[k] = [a.rotate(arm - n * out_a), b.rotate(arm + self.offset + n * out_b)];
            across[k] = between + cores[k][1] - cores[k][0];
        }
        let distance = across[0].dot(across[0]).sqrt();
        let apart = L::and(self.turns_with.cores, distance.gt(L::splat(0.0)));
        let of_faces = Vector::select(self.turns_with.a, a.rotate(n), Vector::select(self.turns_with.b, b.rotate(n), n));
        let normal = Vector::select(apart, across[0] / distance, of_faces);
        let mut moved = MovedGeometry { normal, offset: -between, arms: [normal; 2], opened: [distance; 2], cores };
        for k in 0..2 {
            let opened = across[k] - normal * (out_a + out_b);
            moved.arms[k] = cores[k][0] + normal * out_a + opened * self.shares_of_b[k];
            moved.opened[k] = normal.dot(opened);
        }
        moved
    }

    /// By how much the speeds of each point along the normal and along the tangent change without any force, m/s²: what
    /// turns keeps its distance on a bent way. From velocities x, y and spins of A and B.
    #[inline(always)]
    pub fn accelerations(&self, moved: &MovedGeometry<L>, [a, b]: [[L; 4]; 2]) -> [[L; 2]; 2] {
        let (zero, n, out) = (L::splat(0.0), moved.normal, self.radii[0] + self.radii[1]);
        let t = n.perp();
        let ([ax, ay, w_a, _], [bx, by, w_b, _]) = (a, b);
        let velocity = Vector { x: bx - ax, y: by - ay };
        let TurnsWith { a: with_a, b: with_b, cores } = self.turns_with;
        let mut found = [[zero; 2]; 2];
        for (found, [core_a, core_b]) in found.iter_mut().zip(moved.cores) {
            let sideways = t.dot(velocity + core_b.perp() * w_b - core_a.perp() * w_a);
            let inwards = n.dot(core_a * (w_a * w_a) - core_b * (w_b * w_b));
            let of_faces = L::select(with_a, w_a, L::select(with_b, w_b, zero));
            let turn = L::select(cores, sideways / out, of_faces);
            let bent = L::select(cores, turn * sideways, turn * (sideways + sideways) - turn * turn * out);
            let slides = w_b * (turn - w_b) * t.dot(core_b) - w_a * (turn - w_a) * t.dot(core_a) - turn * n.dot(velocity);
            *found = [bent + inwards, slides];
        }
        found
    }
}

/// What makes effective masses of arms.
#[derive(Clone, Copy)]
pub struct InverseMasses<L> {
    /// `1/m_a + 1/m_b`, 1/kg.
    pub inv_mass: L,
    /// Of A and B, 1/(kg·m²).
    pub inv_inertias: [L; 2],
    /// 1 where there is such a point, else 0.
    pub valid: [L; 2],
}

impl<L: Lanes> InverseMasses<L> {
    /// Those of a block's lanes.
    #[inline(always)]
    pub fn of(manifold: &ManifoldBlock, at: usize) -> InverseMasses<L> {
        InverseMasses {
            inv_mass: L::load(&manifold.inv_mass, at),
            inv_inertias: [L::load(&manifold.inv_inertia_a, at), L::load(&manifold.inv_inertia_b, at)],
            valid: [L::load(&manifold.points[0].valid, at), L::load(&manifold.points[1].valid, at)],
        }
    }
}

/// Rows of a contact.
#[derive(Clone, Copy)]
pub struct MovedRows<L> {
    /// Unit normal, world.
    pub normal: Vector<L>,
    /// See [`ContactBlock::offset_n`] and [`ContactBlock::offset_t`].
    pub offset: [L; 2],
    /// Of each point `arm_n` and `arm_t`, metres, and the effective masses along normal and tangent, kg: see
    /// [`super::block::PointRows`].
    pub points: [[L; 4]; 2],
}

impl<L: Lanes> MovedGeometry<L> {
    /// Its normal, arms and effective masses.
    #[inline(always)]
    pub fn rows(&self, masses: &InverseMasses<L>) -> MovedRows<L> {
        let n = self.normal;
        let (offset_n, offset_t) = (self.offset.cross(n), self.offset.dot(n));
        let mut points = [[offset_n; 4]; 2];
        for k in 0..2 {
            let (arm_n, arm_t) = (self.arms[k].cross(n), self.arms[k].dot(n));
            let InverseMasses { inv_mass, inv_inertias, valid } = *masses;
            let normal_mass = effective_mass(valid[k], inv_mass, inv_inertias, [arm_n, arm_n + offset_n]);
            let tangent_mass = effective_mass(valid[k], inv_mass, inv_inertias, [arm_t, arm_t + offset_t]);
            points[k] = [arm_n, arm_t, normal_mass, tangent_mass];
        }
        MovedRows { normal: n, offset: [offset_n, offset_t], points }
    }
}

impl<L: Lanes> MovedRows<L> {
    /// Writes them into the lanes of the mask.
    #[inline(always)]
    pub fn put(&self, block: &mut ContactBlock, at: usize, mask: L::Mask) {
        replace(&mut block.normal_x, at, mask, self.normal.x);
        replace(&mut block.normal_y, at, mask, self.normal.y);
        replace(&mut block.offset_n, at, mask, self.offset[0]);
        replace(&mut block.offset_t, at, mask, self.offset[1]);
        for (rows, [arm_n, arm_t, normal_mass, tangent_mass]) in block.points.iter_mut().zip(self.points) {
            replace(&mut rows.arm_n, at, mask, arm_n);
            replace(&mut rows.arm_t, at, mask, arm_t);
            replace(&mut rows.normal_mass, at, mask, normal_mass);
            replace(&mut rows.tangent_mass, at, mask, tangent_mass);
        }
    }
}

/// Writes these numbers into the lanes of the mask.
#[inline(always)]
pub fn replace<L: Lanes>(row: &mut LaneRow, at: usize, mask: L::Mask, numbers: L) {
    L::select(mask, numbers, L::load(row, at)).store(row, at);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::chance::Chance;
    use crate::engine::math::{Vec2, perp};
    use crate::engine::solver::body::SolverBody;

    /// The accelerations are second differences of the gap and of the sliding speed along the exact motion.
    #[test]
    fn accelerations_are_second_differences_of_the_moved_contact() {
        let mut chance = Chance::new(91);
        for kind in 0..3 {
            let turns_with = TurnsWith { a: kind == 0, b: kind == 1, cores: kind == 2 };
            for _ in 0..300 {
                let mut number = |most: f32| chance.between(-most, most);
                let normal = Vec2::new(number(1.0), 1.2 + number(0.2)).normalize_or_zero();
                let radii = [0.3 + number(0.1), 0.4 + number(0.1)];
                let arm = Vec2::new(number(1.0), number(1.0));
                let offset = Vec2::new(number(1.0), number(1.0));
                let [normal, offset, arm] = [normal, offset, arm].map(Vector::from);
                let geometry = ContactGeometry::<f32> { turns_with, normal, offset, radii, arms: [arm; 2], shares_of_b: [0.0, 1.0] };
                let mut body =
                    || SolverBody { velocity: Vec2::new(number(0.3), number(0.3)), angular_velocity: number(0.5), ..SolverBody::FIXED };
                let bodies = [body(), body()];
                let after = |t: f32| {
                    let moved = geometry.moved(bodies.map(|body| motion((t * body.velocity).into(), t * body.angular_velocity)));
                    // The first point goes with A's surface, the second with B's.
                    let [arm_a, arm_b] = [moved.arms[0], moved.arms[1] + moved.offset].map(Vector::first);
                    let [a, b] = bodies;
                    let speed = b.velocity + b.angular_velocity * perp(arm_b) - a.velocity - a.angular_velocity * perp(arm_a);
                    (moved.opened[0], perp(moved.normal.first()).dot(speed))
                };
                let t = 0.03;
                let (before, now, next) = (after(-t), after(0.0), after(t));
                let opens = (before.0 - 2.0 * now.0 + next.0) / (t * t);
                let slides = (next.1 - before.1) / (2.0 * t);
                let moved = geometry.moved([motion(Vec2::ZERO.into(), 0.0); 2]);
                let [normal_found, tangent_found] = geometry.accelerations(&moved, bodies.map(|body| body.stored().first.0))[0];
                // Cores 0.5 m apart that pass each other at 2 m/s turn by Ω = 4 rad/s: what the differences leave is of
                // Ω⁴ s t²/12 = 0.01; rounding is 3e-7/t² = 3e-4.
                assert!((opens - normal_found).abs() < 0.03 * (1.0 + opens.abs()), "kind {kind}: {opens} {normal_found}");
                assert!((slides - tangent_found).abs() < 0.05 * (1.0 + slides.abs()), "kind {kind}: {slides} {tangent_found}");
            }
        }
    }
}
