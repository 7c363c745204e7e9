//! Real roots of a polynomial in an interval, one derivative at a time.
//!
//! **Idea.** Between two neighbouring zeros of its derivative a polynomial only rises or only falls, so it crosses
//! zero there at most once, and exactly once when its ends have opposite signs. So: find the zeros of the derivative
//! (a polynomial of one degree less, by the same rule, down to a straight line), use them to cut the interval, and
//! bisect each piece whose ends differ in sign.
//!
//! ```text
//!        p ↑      .-.                        knots:  low, k1, k2, high  with p'(k1) = p'(k2) = 0
//!          |    /  k1 \          /           pieces: [low, k1] −+ → a root
//!    ──────┼───r───────r────────r───→ x              [k1, k2] +− → a root
//!          |  /         \ k2  /                      [k2, high] −+ → a root
//!         low            `--´  high
//! ```
//!
//! This is the constructive half of Rolle's theorem (Michel Rolle's "method of cascades", 1690). A root where the
//! curve only touches the axis has no change of sign, but it *is* a knot: a knot whose value is zero within rounding
//! counts as a root. Two roots that lie closer together than rounding can tell come out as one.
//!
//! **Why not a closed form?** Ferrari's formula for the quartic subtracts nearly equal numbers in ordinary cases,
//! needs cube roots of complex numbers, and divides by the leading coefficient, which here is a small acceleration
//! squared. The cascade never divides by a coefficient of degree two or more, so the quartic passes smoothly into the
//! quadratic as its leading coefficients vanish. It costs some thousand multiplications, and is called once a shot.

/// Bisection stops after this many halvings: 53 suffice for a root of the interval's own size, the rest serve roots
/// near zero.
const HALVINGS: usize = 128;
/// A value below this many rounding errors of its own sum counts as zero. Smaller: touching roots are lost; larger:
/// near misses touch.
const ZERO_ROUNDINGS: f64 = 16.0;

/// Real roots of `c[0] + c[1] x + c[2] x² + …` with `low <= x <= high`, rising, a multiple root once. A polynomial
/// that is zero everywhere has none. Coefficients and bounds must be finite.
pub fn real_roots(coefficients: &[f64], low: f64, high: f64) -> Vec<f64> {
    let degree = coefficients.iter().rposition(|&c| c != 0.0).unwrap_or(0);
    let polynomial = &coefficients[..=degree.min(coefficients.len().saturating_sub(1))];
    match degree {
        0 => Vec::new(),
        1 => {
            let root = -polynomial[0] / polynomial[1];
            if low <= root && root <= high { vec![root] } else { Vec::new() }
        }
        _ => {
            let derivative: Vec<f64> = polynomial.iter().enumerate().skip(1).map(|(power, c)| c * power as f64).collect();
            let mut knots = vec![low];
            knots.extend(real_roots(&derivative, low, high));
            knots.push(high);
            roots_between(polynomial, &knots)
        }
    }
}

/// Roots of a polynomial that is monotonic between neighbouring knots.
fn roots_between(polynomial: &[f64], knots: &[f64]) -> Vec<f64> {
    let mut roots: Vec<f64> = Vec::new();
    let mut left: Option<(f64, f64)> = None;
    for &knot in knots {
        let value = value_at(polynomial, knot);
        if let Some((before, value_before)) = left
            && value_before * value < 0.0
        {
            roots.push(bisect(polynomial, before, knot, value_before < 0.0));
        } else if value == 0.0 && roots.last() != Some(&knot) {
            roots.push(knot);
        }
        left = Some((knot, value));
    }
    roots
}

/// Value by Horner's rule; exactly zero when it cannot be told from zero.
fn value_at(polynomial: &[f64], x: f64) -> f64 {
    let (mut value, mut sum) = (0.0, 0.0);
    for &c in polynomial.iter().rev() {
        value = value * x + c;
        sum = sum * x.abs() + c.abs();
    }
    if value.abs() <= ZERO_ROUNDINGS * f64::EPSILON * sum { 0.0 } else { value }
}

/// The one change of sign between `low` and `high`; `rising` says that the value at `low` is negative.
fn bisect(polynomial: &[f64], mut low: f64, mut high: f64, rising: bool) -> f64 {
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        let value = polynomial.iter().rev().fold(0.0, |value, &c| value * middle + c);
        if (value < 0.0) == rising {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Coefficients of `Π (x − root)`.
    fn from_roots(roots: &[f64]) -> Vec<f64> {
        let mut c = vec![1.0];
        for root in roots {
            let mut next = vec![0.0; c.len() + 1];
            for (power, value) in c.iter().enumerate() {
                next[power + 1] += value;
                next[power] -= value * root;
            }
            c = next;
        }
        c
    }

    fn assert_roots(found: &[f64], expected: &[f64], tolerance: f64) {
        assert_eq!(found.len(), expected.len(), "{found:?} instead of {expected:?}");
        for (f, e) in found.iter().zip(expected) {
            assert!((f - e).abs() <= tolerance, "{found:?} instead of {expected:?}");
        }
    }

    #[test]
    fn simple_roots_are_found_in_rising_order() {
        // Conditioning of these roots is near 1, so a few roundings of numbers near 10 remain.
        assert_roots(&real_roots(&from_roots(&[3.0, -2.0, 0.5, 1.0]), -10.0, 10.0), &[-2.0, 0.5, 1.0, 3.0], 1e-12);
    }

    #[test]
    fn roots_outside_the_interval_are_left_out_and_those_on_its_border_kept() {
        assert_roots(&real_roots(&from_roots(&[-2.0, 0.0, 1.0, 4.0]), 0.0, 2.0), &[0.0, 1.0], 1e-12);
    }

    #[test]
    fn a_touching_root_counts_once() {
        // A double root of a quartic moves by √ε ≈ 1e-8 under rounding; the knot finds it better than that.
        assert_roots(&real_roots(&from_roots(&[1.5, 1.5, -3.0, 4.0]), -10.0, 10.0), &[-3.0, 1.5, 4.0], 1e-8);
    }

    #[test]
    fn a_curve_above_the_axis_has_no_root() {
        assert!(real_roots(&[1.0, 0.0, 1.0], -10.0, 10.0).is_empty());
        assert!(real_roots(&[2.0, 0.0, -2.0, 0.0, 1.0], -10.0, 10.0).is_empty());
        assert!(real_roots(&[5.0], -1.0, 1.0).is_empty());
        assert!(real_roots(&[0.0, 0.0], -1.0, 1.0).is_empty());
    }

    #[test]
    fn a_vanishing_leading_coefficient_changes_nothing_near_zero() {
        let plain = real_roots(&[6.0, -5.0, 1.0], -100.0, 100.0);
        let with_cubic = real_roots(&[6.0, -5.0, 1.0, 1e-30, 1e-40], -100.0, 100.0);
        assert_roots(&plain, &[2.0, 3.0], 1e-12);
        assert_roots(&with_cubic, &plain, 1e-12);
    }

    #[test]
    fn the_quartic_of_a_circle_and_a_parabola_has_its_four_known_roots() {
        // x² + y² = 1 with x = 2t − 1, y = 8t² − 9t + 1; its roots, to five digits.
        let roots = real_roots(&[1.0, -22.0, 101.0, -144.0, 64.0], -1.0, 2.0);
        assert_roots(&roots, &[0.06118, 0.28147, 0.90735, 1.0], 1e-5);
    }
}
