//! Real roots of a polynomial: the one root finder of the program.
//!
//! Up to degree 2 by a closed form ([`quadratic_roots`]); above, one derivative at a time:
//!
//! **Idea.** Between two neighbouring zeros of its derivative a polynomial only rises or only falls, so it crosses
//! zero there at most once, and exactly once when its ends have opposite signs. So: find the zeros of the derivative
//! (a polynomial of one degree less, by the same rule, down to a parabola), use them to cut the line, and search each
//! piece whose ends differ in sign.
//!
//! ```text
//!        p ↑      .-.                        knots:  low, k1, k2, high  with p'(k1) = p'(k2) = 0
//!          |    /  k1 \          /           pieces: [low, k1] −+ → a root
//!    ──────┼───r───────r────────r───→ x              [k1, k2] +− → a root
//!          |  /         \ k2  /                      [k2, high] −+ → a root
//!         low            `--´  high
//! ```
//!
//! This is the constructive half of Rolle's theorem (Michel Rolle's "method of cascades", 1690).
//!
//! **Multiplicity.** A root where the curve only touches the axis has no change of sign, but it *is* a knot. A root of
//! multiplicity m is a root of multiplicity m − 1 of the derivative. So a knot at which the value cannot be told from
//! zero is a root of one multiplicity more. Between two such neighbours the curve is monotonic, so it cannot be told
//! from zero there either: they are one *cluster*, whose multiplicity is the sum of theirs plus 1. Its value is their
//! mean: the roots of a polynomial and those of its derivative have the same mean.
//!
//! **Condition.** A coefficient is known to half a unit in its last place. That moves the values of the polynomial by
//! about `ε Σ|cₖ xᵏ|`, and a root by as far as it takes the curve to rise by that much: [`Root::uncertainty`]. At a
//! simple root it is that noise divided by the slope; at a root of multiplicity m it is the m-th root of about ε,
//! whatever the method. Where it exceeds [`ILL_CONDITIONED`] of the root, the root is *ill-conditioned*: the
//! coefficients do not determine it better (J. H. Wilkinson, "The evaluation of the zeros of ill-conditioned
//! polynomials", 1959).
//!
//! **Why not a closed form above degree 2?** Ferrari's formula for the quartic subtracts nearly equal numbers in
//! ordinary cases, needs cube roots of complex numbers, and divides by the leading coefficient, which in aiming is a
//! small acceleration squared. The cascade never divides by a coefficient of degree three or more, so the quartic
//! passes smoothly into the quadratic as its leading coefficients vanish.

mod root;

use super::probe::{NoProbe, Probe, ran};
pub use root::{ILL_CONDITIONED, Root, RootStep};

/// A value below this many rounding errors of its own sum, for each coefficient, counts as zero. Smaller: touching
/// roots are lost; larger: near misses touch. Horner's rule errs by up to two a coefficient, and coefficients
/// themselves may come out of a few operations.
const ZERO_ROUNDINGS: f64 = 4.0;
/// Most steps of a search. Halving the numbers between two bounds, however far apart, takes 64.
const SEARCH_STEPS: usize = 160;
/// Roots are looked for up to here: beyond, the powers of large degrees overflow.
const FARTHEST: f64 = 1e36;

/// All real roots of `c[0] + c[1] x + c[2] x² + …`, rising. A polynomial that is zero everywhere has none to name.
/// Coefficients must be finite; roots beyond 1e36 are not looked for.
pub fn all_real_roots(coefficients: &[f64]) -> Vec<Root> {
    all_real_roots_watched(coefficients, &mut NoProbe)
}

/// The same, each step handed to the probe.
pub fn all_real_roots_watched(coefficients: &[f64], probe: &mut impl Probe<RootStep>) -> Vec<Root> {
    let far = root_bound(coefficients);
    real_roots_watched(coefficients, -far, far, probe)
}

/// The real roots with `low <= value <= high`, rising, each step handed to the probe: those of the derivatives first.
/// Coefficients and bounds must be finite.
pub fn real_roots_watched(coefficients: &[f64], low: f64, high: f64, probe: &mut impl Probe<RootStep>) -> Vec<Root> {
    ran!();
    let Some(degree) = coefficients.iter().rposition(|&c| c != 0.0) else { return Vec::new() };
    // A factor xᵏ is visible: its root is exactly 0.
    let zeros = coefficients.iter().position(|&c| c != 0.0).unwrap_or(0);
    let polynomial = &coefficients[zeros..=degree];
    let mut roots = match *polynomial {
        [_] => Vec::new(),
        [c, b] => vec![Root { value: -c / b, multiplicity: 1, uncertainty: f64::EPSILON * (c / b).abs() }],
        [c, b, a] => parabola_roots(a, 0.5 * b, c),
        _ => cascade(polynomial, low, high, probe),
    };
    roots.retain(|root| low <= root.value && root.value <= high); // [curves.roots]
    if zeros > 0 && low <= 0.0 && 0.0 <= high {
        let place = roots.iter().position(|root| root.value > 0.0).unwrap_or(roots.len());
        roots.insert(place, Root { value: 0.0, multiplicity: zeros as u32, uncertainty: 0.0 });
    }
    probe.record(|| RootStep::Roots { polynomial: coefficients[..=degree].to_vec(), roots: roots.clone() });
    roots
}

/// Roots of `a x² + 2 h x + c`, rising, given `discriminant = h² − a c`, which the caller may know better than this
/// difference tells, and how far rounding may have moved it.
///
/// The textbook root (−h ± √D)/a loses its digits when a is small. Instead compute the sum that does not cancel,
/// `q = −h − sign(h) √D`: the roots are `c/q` and `q/a`, as their product must be c/a. With a = 0 only `c/q = −c/(2h)`
/// is left, without a formula of its own. A discriminant within its own rounding of zero means a double root.
pub fn quadratic_roots(a: f64, h: f64, c: f64, discriminant: f64, rounding: f64) -> Vec<Root> {
    ran!();
    if discriminant < -rounding || !discriminant.is_finite() {
        return Vec::new();
    }
    if discriminant <= rounding && a != 0.0 {
        return vec![Root { value: -h / a, multiplicity: 2, uncertainty: rounding.sqrt() / a.abs() }];
    }
    let width = discriminant.max(0.0).sqrt();
    let q = if h < 0.0 { -h + width } else { -h - width }; // [curves.closed]
    let mut roots = Vec::with_capacity(2);
    let mut add = |value: f64| {
        let noise = ZERO_ROUNDINGS * f64::EPSILON * (c.abs() + 2.0 * (h * value).abs() + a.abs() * value * value);
        roots.push(Root { value, multiplicity: 1, uncertainty: noise / (2.0 * width) });
    };
    if q != 0.0 {
        add(c / q);
    }
    if a != 0.0 {
        add(q / a);
    }
    roots.sort_by(|x, y| x.value.total_cmp(&y.value));
    roots
}

fn parabola_roots(a: f64, h: f64, c: f64) -> Vec<Root> {
    let rounding = 3.0 * ZERO_ROUNDINGS * f64::EPSILON * (h * h + (a * c).abs());
    quadratic_roots(a, h, c, h * h - a * c, rounding)
}

/// No root is farther from 0: M. Fujiwara's bound (1916), `2 max |cₙ₋ₖ / cₙ|^(1/k)`.
fn root_bound(coefficients: &[f64]) -> f64 {
    let Some(degree) = coefficients.iter().rposition(|&c| c != 0.0) else { return 0.0 };
    let lead = coefficients[degree].abs();
    let size = |k: usize| libm::pow(coefficients[degree - k].abs() / lead, 1.0 / k as f64);
    let largest = (1..=degree).map(size).fold(0.0, |most, size| if size > most { size } else { most });
    if largest < 0.25 * FARTHEST { 2.0 * largest } else { FARTHEST }
}

/// A place where the polynomial turns, or an end of the interval.
#[derive(Clone, Copy)]
struct Knot {
    x: f64,
    /// As a root of the derivative; 0 for an end.
    multiplicity: u32,
}

/// Degree 3 and more.
fn cascade(polynomial: &[f64], low: f64, high: f64, probe: &mut impl Probe<RootStep>) -> Vec<Root> {
    ran!();
    let derivative: Vec<f64> = polynomial.iter().enumerate().skip(1).map(|(power, c)| c * power as f64).collect();
    let mut knots = vec![Knot { x: low, multiplicity: 0 }];
    let turns = real_roots_watched(&derivative, low, high, probe);
    knots.extend(turns.iter().map(|root| Knot { x: root.value, multiplicity: root.multiplicity }));
    knots.push(Knot { x: high, multiplicity: 0 });
    let signs: Vec<i32> = knots.iter().map(|knot| sign_at(polynomial, knot.x)).collect(); // [curves.cut]
    let degree = polynomial.len() - 1;
    probe.record(|| {
        let knots = knots.iter().zip(&signs).map(|(knot, &sign)| (knot.x, sign)).collect();
        RootStep::Cut { polynomial: polynomial.to_vec(), knots }
    });
    let mut roots: Vec<Root> = Vec::new();
    let mut at = 0;
    while at < knots.len() {
        if signs[at] == 0 {
            let from = at;
            while at + 1 < knots.len() && signs[at + 1] == 0 {
                at += 1;
            }
            let root = cluster(polynomial, &knots, from, at);
            probe.record(|| RootStep::Touch { degree, root });
            roots.push(root);
        } else if at + 1 < knots.len() && signs[at] * signs[at + 1] < 0 {
            roots.push(crossing(polynomial, knots[at].x, knots[at + 1].x, probe));
        }
        at += 1;
    }
    roots
}

/// The knots `from..=to`, at all of which the value cannot be told from zero.
fn cluster(polynomial: &[f64], knots: &[Knot], from: usize, to: usize) -> Root {
    ran!();
    let inside = &knots[from..=to];
    let turns: u32 = inside.iter().map(|knot| knot.multiplicity).sum(); // [curves.touch]
    let value = if turns == 0 {
        0.5 * (inside[0].x + inside[inside.len() - 1].x)
    } else {
        inside.iter().map(|knot| knot.x * f64::from(knot.multiplicity)).sum::<f64>() / f64::from(turns)
    };
    let before = from.checked_sub(1).map_or(knots[from].x, |k| edge_of_noise(polynomial, knots[from].x, knots[k].x));
    let after = knots.get(to + 1).map_or(knots[to].x, |knot| edge_of_noise(polynomial, knots[to].x, knot.x));
    let (left, right) = (value - before, after - value);
    Root { value, multiplicity: turns + 1, uncertainty: if left > right { left } else { right } }
}

/// The root between two places of opposite sign, the polynomial being monotonic between them.
fn crossing(polynomial: &[f64], low: f64, high: f64, probe: &mut impl Probe<RootStep>) -> Root {
    let value = search(polynomial, low, high, probe);
    let (_, slope, sum) = horner(polynomial, value);
    // As far as the slope stays the same; near a turn, where the curve leaves the noise.
    let straight = noise(polynomial, sum) / slope.abs();
    let room = if value - low < high - value { value - low } else { high - value };
    let uncertainty = if straight <= 1e-3 * room {
        straight
    } else {
        let (left, right) = (value - edge_of_noise(polynomial, value, low), edge_of_noise(polynomial, value, high) - value);
        if left > right { left } else { right }
    };
    Root { value, multiplicity: 1, uncertainty }
}

/// Where, on the way from `inner` to `outer`, the value can be told from zero again.
fn edge_of_noise(polynomial: &[f64], inner: f64, outer: f64) -> f64 {
    if sign_at(polynomial, outer) == 0 {
        return outer;
    }
    let (mut inside, mut outside) = (inner, outer);
    for _ in 0..SEARCH_STEPS {
        let middle = halfway(inside, outside);
        if middle == inside || middle == outside {
            break;
        }
        if sign_at(polynomial, middle) == 0 {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    outside
}

/// Newton's steps, kept between bounds of opposite sign that close in on the root.
fn search(polynomial: &[f64], mut low: f64, mut high: f64, probe: &mut impl Probe<RootStep>) -> f64 {
    ran!();
    let rising = horner(polynomial, low).0 < 0.0;
    let mut x = halfway(low, high);
    for _ in 0..SEARCH_STEPS {
        let (value, slope, _) = horner(polynomial, x);
        probe.record(|| RootStep::Try { degree: polynomial.len() - 1, low, high, x, value });
        if value == 0.0 {
            return x;
        }
        if (value < 0.0) == rising {
            low = x;
        } else {
            high = x;
        }
        let newton = x - value / slope; // [curves.try]
        let is_near = low < newton && newton < high && (newton - x).abs() < 0.25 * (high - low);
        let next = if is_near { newton } else { halfway(low, high) };
        if next == x || next <= low || next >= high {
            break;
        }
        x = next;
    }
    x
}

/// A number between two others, with about as many numbers of `f64` below as above it: halving so, a root of any size
/// is found in 64 steps.
fn halfway(a: f64, b: f64) -> f64 {
    let rank = |x: f64| {
        let bits = x.to_bits() as i64;
        if bits < 0 { i64::MIN.wrapping_sub(bits) } else { bits }
    };
    let middle = ((i128::from(rank(a)) + i128::from(rank(b))) >> 1) as i64;
    f64::from_bits(if middle < 0 { i64::MIN.wrapping_sub(middle) } else { middle } as u64)
}

/// Value, slope, and the sum of the sizes of the terms.
fn horner(polynomial: &[f64], x: f64) -> (f64, f64, f64) {
    let (mut value, mut slope, mut sum) = (0.0, 0.0, 0.0);
    for &c in polynomial.iter().rev() {
        slope = slope * x + value;
        value = value * x + c;
        sum = sum * x.abs() + c.abs();
    }
    (value, slope, sum)
}

fn noise(polynomial: &[f64], sum: f64) -> f64 {
    ZERO_ROUNDINGS * polynomial.len() as f64 * f64::EPSILON * sum
}

/// −1, 1, or 0 when the value cannot be told from zero.
fn sign_at(polynomial: &[f64], x: f64) -> i32 {
    let (value, _, sum) = horner(polynomial, x);
    match value {
        _ if sum.is_finite() && value.abs() <= noise(polynomial, sum) => 0,
        value if value < 0.0 => -1,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(roots: &[Root]) -> Vec<(f64, u32)> {
        roots.iter().map(|root| (root.value, root.multiplicity)).collect()
    }

    #[test]
    fn roots_outside_the_interval_are_left_out_and_those_on_its_border_kept() {
        // (x + 2) x (x − 1) (x − 4)
        let found = real_roots_watched(&[0.0, 8.0, -6.0, -3.0, 1.0], 0.0, 2.0, &mut NoProbe);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0], Root { value: 0.0, multiplicity: 1, uncertainty: 0.0 });
        assert!((found[1].value - 1.0).abs() < 1e-12, "{found:?}");
    }

    #[test]
    fn a_curve_above_the_axis_has_no_root() {
        assert!(all_real_roots(&[1.0, 0.0, 1.0]).is_empty());
        assert!(all_real_roots(&[2.0, 0.0, -2.0, 0.0, 1.0]).is_empty());
        assert!(all_real_roots(&[5.0]).is_empty());
        assert!(all_real_roots(&[0.0, 0.0]).is_empty() && all_real_roots(&[]).is_empty());
    }

    #[test]
    fn powers_of_one_factor_are_named_as_such() {
        assert_eq!(values(&all_real_roots(&[0.0, 0.0, 3.0])), [(0.0, 2)]);
        assert_eq!(values(&all_real_roots(&[4.0, -4.0, 1.0])), [(2.0, 2)]);
        assert_eq!(values(&all_real_roots(&[-8.0, 12.0, -6.0, 1.0])), [(2.0, 3)]);
        let fourth = all_real_roots(&[16.0, -32.0, 24.0, -8.0, 1.0]);
        assert_eq!(values(&fourth), [(2.0, 4)]);
        // The fourth root of some ε: 16 digits of the coefficients are four of the root.
        assert!(fourth[0].is_ill_conditioned() && fourth[0].uncertainty < 2e-3, "{fourth:?}");
    }

    #[test]
    fn a_vanishing_leading_coefficient_changes_nothing_near_zero() {
        let plain = all_real_roots(&[6.0, -5.0, 1.0]);
        let with_more = real_roots_watched(&[6.0, -5.0, 1.0, 1e-30, 1e-40], -100.0, 100.0, &mut NoProbe);
        assert_eq!(plain.len(), 2);
        assert!(plain.iter().zip(&with_more).all(|(p, m)| (p.value - m.value).abs() < 1e-12), "{plain:?} {with_more:?}");
        // Looked for everywhere, the cubic's far root is there too.
        let cubic = all_real_roots(&[6.0, -5.0, 1.0, 1e-30]);
        assert!(cubic.len() == 3 && (cubic[0].value / -1e30 - 1.0).abs() < 1e-12, "{cubic:?}");
    }

    #[test]
    fn halfway_goes_through_zero() {
        assert_eq!(halfway(-1.0, 1.0).abs(), 0.0);
        assert!(halfway(1e-300, 1e300) > 0.1 && halfway(1e-300, 1e300) < 10.0);
        assert_eq!(halfway(1.0, f64::from_bits(1.0_f64.to_bits() + 1)), 1.0);
        assert!(halfway(-3.0, -2.0) < -2.0 && halfway(-3.0, -2.0) > -3.0);
    }
}
