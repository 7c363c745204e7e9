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

use super::block::ContactBlock;
use super::body::SolverBody;
use super::gap::SinVersine;
use super::manifold_block::ManifoldBlock;
use super::rows::effective_mass;
use crate::engine::lanes::{LaneRow, Lanes};
use crate::engine::math::perp;
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
            arms: block.points.each_ref().map(|rows| of_rows(L::load(&rows.arm_t, at), L::load(&rows.arm_n, at), normal)),
            shares_of_b: manifold.points.each_ref().map(|point| L::load(&point.share_of_b, at)),
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
        // Of each point from A's centre: the core point of A, and from there that of B.
        let [first, second] = self.arms.map(|arm| {
            let core_a = a.rotate(arm - n * out_a);
            (core_a, between + b.rotate(arm + self.offset + n * out_b) - core_a)
        });
        let distance = first.1.dot(first.1).sqrt();
        let apart = L::and(self.turns_with.cores, distance.gt(L::splat(0.0)));
        let of_faces = Vector::select(self.turns_with.a, a.rotate(n), Vector::select(self.turns_with.b, b.rotate(n), n));
        let normal = Vector::select(apart, first.1 / distance, of_faces);
        let [first, second] = [(first, 0), (second, 1)].map(|((core_a, across), k)| {
            let opened = across - normal * (out_a + out_b);
            (core_a + normal * out_a + opened * self.shares_of_b[k], normal.dot(opened))
        });
        MovedGeometry { normal, offset: -between, arms: [first.0, second.0], opened: [first.1, second.1] }
    }
}

impl ContactGeometry<f32> {
    /// By how much the speeds of each point along the normal and along the tangent change without any force, m/s²: what
    /// turns keeps its distance on a bent way.
    pub fn accelerations(&self, [a, b]: [&SolverBody; 2]) -> [[f32; 2]; 2] {
        let (n, offset, out) = (self.normal.first(), self.offset.first(), self.radii[0] + self.radii[1]);
        let t = perp(n);
        let (w_a, w_b) = (a.angular_velocity, b.angular_velocity);
        let velocity = b.velocity - a.velocity;
        self.arms.map(|arm| {
            let (core_a, core_b) = (arm.first() - self.radii[0] * n, arm.first() + offset + self.radii[1] * n);
            let sideways = t.dot(velocity + w_b * perp(core_b) - w_a * perp(core_a));
            let inwards = n.dot(w_a * w_a * core_a - w_b * w_b * core_b);
            let of_face = |turn: f32| (turn, 2.0 * turn * sideways - turn * turn * out);
            let (turn, bent) = match self.turns_with {
                TurnsWith { a: true, .. } => of_face(w_a),
                TurnsWith { b: true, .. } => of_face(w_b),
                TurnsWith { cores: true, .. } => (sideways / out, sideways * sideways / out),
                _ => (0.0, 0.0),
            };
            let slides = -turn * n.dot(velocity) + w_b * (turn - w_b) * t.dot(core_b) - w_a * (turn - w_a) * t.dot(core_a);
            [bent + inwards, slides]
        })
    }
}

impl<L: Lanes> MovedGeometry<L> {
    /// Writes normal, arms and effective masses into the lanes of the mask.
    #[inline(always)]
    pub fn put_rows(&self, block: &mut ContactBlock, manifold: &ManifoldBlock, at: usize, mask: L::Mask) {
        let n = self.normal;
        let (offset_n, offset_t) = (self.offset.cross(n), self.offset.dot(n));
        let inv_mass = L::load(&manifold.inv_mass, at);
        let inv_inertias = [L::load(&manifold.inv_inertia_a, at), L::load(&manifold.inv_inertia_b, at)];
        replace(&mut block.normal_x, at, mask, n.x);
        replace(&mut block.normal_y, at, mask, n.y);
        replace(&mut block.offset_n, at, mask, offset_n);
        replace(&mut block.offset_t, at, mask, offset_t);
        for ((rows, point), arm) in block.points.iter_mut().zip(&manifold.points).zip(self.arms) {
            let (arm_n, arm_t) = (arm.cross(n), arm.dot(n));
            let valid = L::load(&point.valid, at);
            replace(&mut rows.arm_n, at, mask, arm_n);
            replace(&mut rows.arm_t, at, mask, arm_t);
            replace(&mut rows.normal_mass, at, mask, effective_mass(valid, inv_mass, inv_inertias, [arm_n, arm_n + offset_n]));
            replace(&mut rows.tangent_mass, at, mask, effective_mass(valid, inv_mass, inv_inertias, [arm_t, arm_t + offset_t]));
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
    use crate::engine::math::Vec2;

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
                let [normal_found, tangent_found] = geometry.accelerations([&bodies[0], &bodies[1]])[0];
                // Cores 0.5 m apart that pass each other at 2 m/s turn by Ω = 4 rad/s: what the differences leave is of
                // Ω⁴ s t²/12 = 0.01; rounding is 3e-7/t² = 3e-4.
                assert!((opens - normal_found).abs() < 0.03 * (1.0 + opens.abs()), "kind {kind}: {opens} {normal_found}");
                assert!((slides - tangent_found).abs() < 0.05 * (1.0 + slides.abs()), "kind {kind}: {slides} {tangent_found}");
            }
        }
    }
}
