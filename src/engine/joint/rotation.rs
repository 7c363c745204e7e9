//! Turns and angles of several bodies at once, with the same bits at every width.

use crate::engine::lanes::{BLOCK, LaneRow, Lanes};
use crate::engine::math::Rot;
use crate::engine::solver::body::rotation_by;

/// A vector in each lane: x and y.
pub type Vectors<L> = [L; 2];

/// `a × b`.
#[inline(always)]
pub fn cross<L: Lanes>(a: Vectors<L>, b: Vectors<L>) -> L {
    a[0] * b[1] - a[1] * b[0]
}

/// Squared length.
#[inline(always)]
pub fn square<L: Lanes>(a: Vectors<L>) -> L {
    a[0] * a[0] + a[1] * a[1]
}

/// `v` turned by the rotation with this cosine and sine.
#[inline(always)]
pub fn rotated<L: Lanes>([cos, sin]: [L; 2], v: Vectors<L>) -> Vectors<L> {
    [cos * v[0] - sin * v[1], sin * v[0] + cos * v[1]]
}

/// Cosine and sine of a turn in radians: [`rotation_by`] in lanes.
///
/// Nearly always every lane is within the reach of the series. A lane beyond it goes the long way by itself, so that
/// its result does not depend on which lanes share its block.
#[inline(always)]
pub fn turns<L: Lanes>(turn: L, at: usize) -> [L; 2] {
    let n = L::splat;
    let sq = turn * turn;
    let cos = n(1.0) - sq * (n(0.5) - sq * (n(1.0 / 24.0) - sq * (n(1.0 / 720.0) - sq * n(1.0 / 40320.0))));
    let sin = turn * (n(1.0) - sq * (n(1.0 / 6.0) - sq * (n(1.0 / 120.0) - sq * n(1.0 / 5040.0))));
    let far = L::bits(turn.abs().gt(n(0.25 * std::f32::consts::PI)));
    if far == 0 { [cos, sin] } else { corrected([cos, sin], turn, far, at) }
}

#[cold]
#[inline(always)]
fn corrected<L: Lanes>([cos, sin]: [L; 2], turn: L, far: u32, at: usize) -> [L; 2] {
    let mut rows = [LaneRow::default(); 3];
    for (numbers, row) in [cos, sin, turn].into_iter().zip(&mut rows) {
        numbers.store(row, at);
    }
    for lane in (0..L::COUNT).filter(|lane| far >> lane & 1 == 1) {
        let Rot { cos, sin } = rotation_by(rows[2].0[at + lane]);
        (rows[0].0[at + lane], rows[1].0[at + lane]) = (cos, sin);
    }
    [L::load(&rows[0], at), L::load(&rows[1], at)]
}

/// Angle of the vector (cos, sin) in [−π, π], radians; within 2e-7.
///
/// With `t = tan x` between 0 and tan 22.5° a polynomial gives `atan t = t + t³ P(t²)`; P interpolates at Chebyshev's
/// nodes of that interval, which leaves at most 3e-8. Everything else is folded onto it: the larger coordinate below,
/// the smaller above the fraction line (eighth of a turn at most); `atan t = π/4 + atan((t − 1)/(t + 1))` above 22.5°;
/// then mirrored back into the octant that the signs name.
///
/// ```text
///   sin ↑  ╲ 2 │ 1 ╱         least = min(|sin|, |cos|)
///          3 ╲ │ ╱ 0  ← x    most  = max(|sin|, |cos|)
///          ────┼──── → cos   fold at the diagonal if |sin| > |cos|, at the vertical if cos < 0, at the horizontal if sin < 0
/// ```
#[inline(always)]
pub fn angles<L: Lanes>([cos, sin]: [L; 2]) -> L {
    const P: [f32; 4] = [-0.333_332_87, 0.199_912_38, -0.140_241_43, 0.085_204_92];
    const TAN_EIGHTH: f32 = 0.414_213_57;
    let (n, pi) = (L::splat, std::f32::consts::PI);
    let (x, y) = (cos.abs(), sin.abs());
    let (least, most) = (y.min(x), y.max(x));
    let steep = least.gt(n(TAN_EIGHTH) * most);
    let above = L::select(steep, least - most, least);
    let below = L::select(steep, least + most, most);
    let t = above / below.max(n(f32::MIN_POSITIVE));
    let z = t * t;
    let small = t + t * z * (n(P[0]) + z * (n(P[1]) + z * (n(P[2]) + z * n(P[3]))));
    let octant = small + L::select(steep, n(0.25 * pi), n(0.0));
    let quadrant = L::select(y.gt(x), n(0.5 * pi) - octant, octant);
    let half = L::select(n(0.0).gt(cos), n(pi) - quadrant, quadrant);
    L::select(n(0.0).gt(sin), n(0.0) - half, half)
}

/// The angle that differs from `angle` by whole turns and lies nearest to `last`, radians. Right up to a million turns.
///
/// A float beyond 2²³ has no digits behind the point, so adding and subtracting 1.5 · 2²³ rounds to a whole number.
#[inline(always)]
pub fn nearest_turn<L: Lanes>(angle: L, last: L) -> L {
    let (n, turn) = (L::splat, 2.0 * std::f32::consts::PI);
    let round = n(12_582_912.0);
    let count = ((last - angle) * n(1.0 / turn) + round) - round;
    angle + count * n(turn)
}

/// Numbers of all lanes, for tests and filling.
pub fn row_of(numbers: impl Fn(usize) -> f32) -> LaneRow {
    LaneRow(std::array::from_fn::<f32, BLOCK, _>(numbers))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::lanes::{Kernel, Width, run};
    use crate::engine::math::{sin_cos, wrap_angle};

    struct There<'a>(&'a LaneRow, &'a mut [LaneRow; 3]);

    impl Kernel for There<'_> {
        type Output = ();
        #[inline(always)]
        fn run<L: Lanes>(self) {
            for at in (0..BLOCK).step_by(L::COUNT) {
                let turned = turns(L::load(self.0, at), at);
                turned[0].store(&mut self.1[0], at);
                turned[1].store(&mut self.1[1], at);
                nearest_turn(angles(turned), L::load(self.0, at)).store(&mut self.1[2], at);
            }
        }
    }

    #[test]
    fn turns_and_angles_agree_with_trigonometry_and_between_widths() {
        for k in -2000..2000 {
            // Small turns beside large ones in one block.
            let row = row_of(|lane| k as f32 * 0.0017 * [1.0, 0.01, 3.0, 10.0, 0.5, 1.0, 2.0, 0.1][lane]);
            let answers = [Width::One, Width::Four, Width::Eight].map(|width| {
                let mut out = [LaneRow::default(); 3];
                run(width, There(&row, &mut out));
                out
            });
            assert_eq!(answers[0], answers[1]);
            assert_eq!(answers[0], answers[2]);
            for lane in 0..BLOCK {
                let angle = row.0[lane];
                let (sin, cos) = sin_cos(angle);
                let [c, s, back] = answers[0].map(|row| row.0[lane]);
                assert!((c - cos).abs() < 6e-7 && (s - sin).abs() < 6e-7, "{angle}");
                // The error of the cosine and sine, and roundings of an angle of up to 34 rad.
                assert!((back - angle).abs() < 1e-6 + 1e-7 * angle.abs() * 4.0, "{angle} {back}");
                assert!(wrap_angle(back - angle).abs() < 1e-5);
            }
        }
    }

    #[test]
    fn a_vector_without_length_has_angle_zero() {
        assert_eq!(angles([0.0_f32, 0.0]), 0.0);
        assert_eq!(angles([-1.0_f32, 0.0]), std::f32::consts::PI);
    }
}
