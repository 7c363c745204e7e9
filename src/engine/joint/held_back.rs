//! Bodies that a tension turns back too fast for a sub-step.
//!
//! A body under tension T at an arm ℓ that is turned by θ is pulled back by the torque `T ℓ θ`. The direct solvers hold
//! a force's direction for a sub-step, so this spring is integrated explicitly and explodes when it turns a body by
//! more than a sub-step can follow: `h² T ℓ > 4 I*`. Well below that it is integrated implicitly: the body counts with
//! the inertia `I' > I`, and keeps its angular momentum `I ω = I' ω'` (for sources see [`super::direct`]). That damps.
//!
//! *I\** is not the body's own inertia I: a bob on a long arm cannot turn about its own centre, and what swings as
//! slowly as a pendulum needs no damping. Its joints make others turn along:
//!
//! ```text
//!   neighbour's anchor ○─── r ───● m, I      2 E = I ω² + m v² + Σ_j (v + ω × r_j)ᵀ W_j (v + ω × r_j)
//!   W = its mass there           body             least for all v:  2 E = I* ω²,   I* = I + what is added
//! ```
//!
//! The neighbours of a body are taken without their other joints, which could only add more. The masses of a chain are
//! not counted in full for each of its bodies: a neighbour with n joints gives each of them the n-th part, so that the
//! `I*` of all bodies together hold each mass at most twice, however the links turn against each other.
//!
//! With `s = h² T ℓ / `[`TURN_LIMIT`] and `A = I* − I`:
//!
//! ```text
//!   I' = s            where A ≤ s: a link between light ones
//!   I' = 2 s − A      where A > s, until that is below I: from h² T ℓ = I* / 2 on, at about 0.7 rad a sub-step
//! ```

/// Largest `h² T ℓ / I`, the square of the angle by which a link swings about its tension in one sub-step. 4 and more:
/// taut chains explode.
pub(super) const TURN_LIMIT: f64 = 1.0;

/// Mobility of a wall as a share of the body's own: between two pins a body turns along with very much, not with what
/// is no number.
const WALL_SHARE: f64 = 3e-6;

/// What a body's joints add to its inertia.
#[derive(Clone, Copy, Debug)]
pub(super) struct TurnedAlong {
    inv_mass: f64,
    /// `m + Σ W`: xx, xy, yy, kg.
    mass: [f64; 3],
    /// Of the mean velocity by the spin, kg m.
    moment: [f64; 2],
    /// About the body's centre of mass, kg m².
    inertia: f64,
}

/// A body at the other end of a joint.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neighbour {
    /// 1/m, 1/I.
    pub(super) inv_mass: f64,
    pub(super) inv_inertia: f64,
    /// So many joints has it; 1 for what nothing moves.
    pub(super) joints: f64,
}

impl TurnedAlong {
    /// A body with these 1/m and 1/I as if it had no joints; `None` if it is not held back even so. `stiffness` as in
    /// [`TurnedAlong::held_back`].
    pub(super) fn of_suspect(inv_mass: f64, inv_inertia: f64, stiffness: f64) -> Option<TurnedAlong> {
        let mass = 1.0 / inv_mass;
        let along = TurnedAlong { inv_mass, mass: [mass, 0.0, mass], moment: [0.0; 2], inertia: 0.0 };
        (stiffness * inv_inertia > TURN_LIMIT && inv_mass > 0.0).then_some(along)
    }

    /// Two anchors stay together, at these arms of the body and of its neighbour, metres.
    pub(super) fn hold_anchors(&mut self, arm: [f64; 2], other_arm: [f64; 2], other: Neighbour) {
        // Along and across the neighbour's arm its mobility has no mixed part.
        let length = (other_arm[0] * other_arm[0] + other_arm[1] * other_arm[1]).sqrt();
        let [x, y] = if length > 0.0 { other_arm.map(|part| part / length) } else { [1.0, 0.0] };
        for d in [[x, y], [-y, x]] {
            self.hold(d, [arm, other_arm].map(|arm| arm[0] * d[1] - arm[1] * d[0]), other);
        }
    }

    /// A row with this direction and these lever arms of the body and its neighbour is held.
    pub(super) fn hold(&mut self, d: [f64; 2], [arm, other_arm]: [f64; 2], other: Neighbour) {
        let sq = d[0] * d[0] + d[1] * d[1];
        let response = (other.inv_mass + WALL_SHARE * self.inv_mass) * sq + other.inv_inertia * other_arm * other_arm;
        if sq > 0.0 {
            let weight = 1.0 / (other.joints * response);
            let parts = [d[0] * d[0], d[0] * d[1], d[1] * d[1]];
            self.mass.iter_mut().zip(parts).for_each(|(sum, part)| *sum += weight * part);
            self.moment.iter_mut().zip(d).for_each(|(sum, part)| *sum += weight * arm * part);
            self.inertia += weight * arm * arm;
        }
    }

    /// `I* − I`, kg m².
    fn added(&self) -> f64 {
        let ([xx, xy, yy], [x, y]) = (self.mass, self.moment);
        let moved = (yy * x * x - 2.0 * xy * x * y + xx * y * y) / (xx * yy - xy * xy);
        self.inertia - moved
    }

    /// 1/I' of a body with this 1/I that tension turns back with this stiffness, and the share of spin that it keeps.
    /// The stiffness is h times the turning impulse of a sub-step for a turn by a radian, kg m².
    pub(super) fn held_back(&self, inv_inertia: f64, stiffness: f64) -> (f64, f64) {
        let least = stiffness / TURN_LIMIT;
        let inertia = least - (self.added() - least).max(0.0);
        if inertia * inv_inertia > 1.0 { (1.0 / inertia, 1.0 / (inertia * inv_inertia)) } else { (inv_inertia, 1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WALL: Neighbour = Neighbour { inv_mass: 0.0, inv_inertia: 0.0, joints: 1.0 };

    #[test]
    fn what_turns_along_is_what_the_parallel_axes_say() {
        // A rod of 3 kg from (-0.6, -0.8) to its far end: about a pin there, and with a ball of 7 kg at the other end.
        let mut rod = TurnedAlong::of_suspect(1.0 / 3.0, 1.0, 2.0).unwrap();
        rod.hold_anchors([-0.6, -0.8], [5.0, 1.0], WALL);
        // The wall is nearly firm.
        assert!((rod.added() - 3.0).abs() < 1e-4, "{}", rod.added());
        let ball = Neighbour { inv_mass: 1.0 / 7.0, inv_inertia: 0.3, joints: 1.0 };
        rod.hold_anchors([0.6, 0.8], [0.0, 0.0], ball);
        assert!((rod.added() - (3.0 + 4.0 * 7.0)).abs() < 0.01, "{}", rod.added());
        // A neighbour's own turning: a rod alike, in line, whose end gives way across like a quarter of its mass.
        let mut free = TurnedAlong::of_suspect(1.0 / 3.0, 1.0, 2.0).unwrap();
        free.hold_anchors([0.6, 0.8], [-0.6, -0.8], Neighbour { inv_mass: 1.0 / 3.0, inv_inertia: 1.0, joints: 1.0 });
        let (own, other) = (3.0, 3.0 / 4.0);
        assert!((free.added() - own * other / (own + other)).abs() < 1e-4, "{}", free.added());
    }

    #[test]
    fn the_brake_sets_in_steadily_where_joints_add_less_than_twice_the_stiffness() {
        let alone = TurnedAlong::of_suspect(1.0, 1.0, 5.0).unwrap();
        assert_eq!(alone.held_back(1.0, 5.0), (0.2, 0.2));
        let mut pinned = alone;
        pinned.hold_anchors([0.0, 8.0_f64.sqrt()], [0.0; 2], WALL);
        let (inverse, kept) = pinned.held_back(1.0, 5.0);
        assert!((inverse - 0.5).abs() < 1e-4 && (kept - 0.5).abs() < 1e-4, "2 * 5 - 8 = 2: {inverse} {kept}");
        assert_eq!(pinned.held_back(1.0, 4.4), (1.0, 1.0));
        assert!(TurnedAlong::of_suspect(1.0, 1.0, 0.9).is_none());
    }
}
