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
use super::body::{SolverBody, rotation_by};
use super::manifold_block::ManifoldBlock;
use crate::engine::math::{Vec2, direction, min, perp};
use crate::engine::narrow::internal_edges::FLUSH;

/// A contact as it stood at the start of a step.
#[derive(Clone, Copy, Debug)]
pub struct ContactGeometry {
    turns_with: TurnsWith,
    /// Unit normal from A to B, world.
    normal: Vec2,
    /// From B's centre of mass to A's, metres: `r_b − r_a`.
    offset: Vec2,
    /// Roundings of A and B, metres.
    radii: [f32; 2],
    /// From A's centre of mass to each point, metres.
    arms: [Vec2; 2],
    /// Of each point, see [`super::manifold_block::ManifoldRows::share_of_b`].
    shares_of_b: [f32; 2],
}

/// What the normal turns with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TurnsWith {
    A,
    B,
    /// The line between both rounded cores.
    Cores,
    /// Two sharp corners: where their normal may point to depends on what lies beside them.
    Nothing,
}

impl TurnsWith {
    fn of(manifold: &ManifoldBlock, radii: [f32; 2], lane: usize) -> TurnsWith {
        let [first, second] = &manifold.points;
        if second.valid.0[lane] > 0.0 || first.vertex_of_b::<f32>(lane) {
            TurnsWith::A
        } else if first.vertex_of_a::<f32>(lane) {
            TurnsWith::B
        } else if min(radii[0], radii[1]) > FLUSH {
            TurnsWith::Cores
        } else {
            TurnsWith::Nothing
        }
    }
}

/// The same contact after its bodies have moved.
#[derive(Clone, Copy, Debug)]
pub struct MovedGeometry {
    /// Unit normal, world.
    pub normal: Vec2,
    /// From B's centre of mass to A's, metres.
    pub offset: Vec2,
    /// From A's centre of mass to each point, metres.
    pub arms: [Vec2; 2],
    /// By how much each gap has opened, metres.
    pub opened: [f32; 2],
}

impl ContactGeometry {
    /// From the rows of the start of a step.
    pub fn of(block: &ContactBlock, manifold: &ManifoldBlock, lane: usize) -> ContactGeometry {
        let (normal, radii) = (block.normal(lane), [block.radius_a.0[lane], block.radius_b.0[lane]]);
        ContactGeometry {
            turns_with: TurnsWith::of(manifold, radii, lane),
            normal,
            offset: block.offset_t.0[lane] * normal - block.offset_n.0[lane] * perp(normal),
            radii,
            arms: [0, 1].map(|k| block.arm_a(lane, k)),
            shares_of_b: [0, 1].map(|k| manifold.points[k].share_of_b.0[lane]),
        }
    }

    /// After these motions of A and B since then.
    pub fn moved(&self, [a, b]: [&SolverBody; 2]) -> MovedGeometry {
        let turns = [rotation_by(a.delta_angle), rotation_by(b.delta_angle)];
        let between = b.delta_center - a.delta_center - self.offset;
        // Of each point from A's centre: the core points of both bodies.
        let cores = self.arms.map(|arm| {
            let core_a = turns[0].rotate(arm - self.radii[0] * self.normal);
            (core_a, between + turns[1].rotate(arm + self.offset + self.radii[1] * self.normal))
        });
        let normal = match self.turns_with {
            TurnsWith::A => turns[0].rotate(self.normal),
            TurnsWith::B => turns[1].rotate(self.normal),
            TurnsWith::Cores => direction(cores[0].1 - cores[0].0).map_or(self.normal, |(normal, _)| normal),
            TurnsWith::Nothing => self.normal,
        };
        let [first, second] = [0, 1].map(|k| {
            let (core_a, core_b) = cores[k];
            let opened = core_b - core_a - (self.radii[0] + self.radii[1]) * normal;
            (core_a + self.radii[0] * normal + self.shares_of_b[k] * opened, normal.dot(opened))
        });
        MovedGeometry { normal, offset: -between, arms: [first.0, second.0], opened: [first.1, second.1] }
    }

    /// By how much the speeds of each point along the normal and along the tangent change without any force, m/s²: what
    /// turns keeps its distance on a bent way.
    pub fn accelerations(&self, [a, b]: [&SolverBody; 2]) -> [[f32; 2]; 2] {
        let (n, t, out) = (self.normal, perp(self.normal), self.radii[0] + self.radii[1]);
        let (w_a, w_b) = (a.angular_velocity, b.angular_velocity);
        let velocity = b.velocity - a.velocity;
        self.arms.map(|arm| {
            let (core_a, core_b) = (arm - self.radii[0] * n, arm + self.offset + self.radii[1] * n);
            let sideways = t.dot(velocity + w_b * perp(core_b) - w_a * perp(core_a));
            let inwards = n.dot(w_a * w_a * core_a - w_b * w_b * core_b);
            let of_face = |turn: f32| (turn, 2.0 * turn * sideways - turn * turn * out);
            let (turn, bent) = match self.turns_with {
                TurnsWith::A => of_face(w_a),
                TurnsWith::B => of_face(w_b),
                TurnsWith::Cores => (sideways / out, sideways * sideways / out),
                TurnsWith::Nothing => (0.0, 0.0),
            };
            let slides = -turn * n.dot(velocity) + w_b * (turn - w_b) * t.dot(core_b) - w_a * (turn - w_a) * t.dot(core_a);
            [bent + inwards, slides]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::chance::Chance;

    /// The accelerations are second differences of the gap and of the sliding speed along the exact motion.
    #[test]
    fn accelerations_are_second_differences_of_the_moved_contact() {
        let mut chance = Chance::new(91);
        for turns_with in [TurnsWith::A, TurnsWith::B, TurnsWith::Cores] {
            for _ in 0..300 {
                let mut number = |most: f32| chance.between(-most, most);
                let normal = Vec2::new(number(1.0), 1.2 + number(0.2)).normalize_or_zero();
                let radii = [0.3 + number(0.1), 0.4 + number(0.1)];
                let arm = Vec2::new(number(1.0), number(1.0));
                let offset = Vec2::new(number(1.0), number(1.0));
                let geometry = ContactGeometry { turns_with, normal, offset, radii, arms: [arm; 2], shares_of_b: [0.0, 1.0] };
                let mut body =
                    || SolverBody { velocity: Vec2::new(number(0.3), number(0.3)), angular_velocity: number(0.5), ..SolverBody::FIXED };
                let bodies = [body(), body()];
                let after = |t: f32| {
                    let [a, b] =
                        bodies.map(|body| SolverBody { delta_center: t * body.velocity, delta_angle: t * body.angular_velocity, ..body });
                    let moved = geometry.moved([&a, &b]);
                    // The first point goes with A's surface, the second with B's.
                    let arms = [moved.arms[0], moved.arms[1] + moved.offset];
                    let speed = b.velocity + b.angular_velocity * perp(arms[1]) - a.velocity - a.angular_velocity * perp(arms[0]);
                    (moved.opened[0], perp(moved.normal).dot(speed))
                };
                let t = 0.03;
                let (before, now, next) = (after(-t), after(0.0), after(t));
                let opens = (before.0 - 2.0 * now.0 + next.0) / (t * t);
                let slides = (next.1 - before.1) / (2.0 * t);
                let [normal_found, tangent_found] = geometry.accelerations([&bodies[0], &bodies[1]])[0];
                // Cores 0.5 m apart that pass each other at 2 m/s turn by Ω = 4 rad/s: what the differences leave is of
                // Ω⁴ s t²/12 = 0.01; rounding is 3e-7/t² = 3e-4.
                assert!((opens - normal_found).abs() < 0.03 * (1.0 + opens.abs()), "{turns_with:?}: {opens} {normal_found}");
                assert!((slides - tangent_found).abs() < 0.05 * (1.0 + slides.abs()), "{turns_with:?}: {slides} {tangent_found}");
            }
        }
    }
}
