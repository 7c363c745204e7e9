//! Routh's criterion: whether all roots of a polynomial lie to the left, without computing them.
//!
//! A linear system moves as a sum of `e^(s t)` over the roots s of its characteristic polynomial: it comes to rest
//! exactly when every root has a negative real part. Routh's array finds that from the coefficients alone. The first
//! two rows are every other coefficient; each further row is made of the two above it:
//!
//! ```text
//!     a₀ s³ + a₁ s² + a₂ s + a₃          s³ │ a₀              a₂
//!                                        s² │ a₁              a₃
//!     as many roots to the right         s¹ │ (a₁a₂ − a₀a₃)/a₁
//!     as the first column changes        s⁰ │ a₃
//!     its sign
//! ```
//!
//! For a cubic with positive coefficients this is the one line `a₁ a₂ > a₀ a₃`. A zero in the first column means roots
//! on the imaginary axis, or a pair symmetric about the origin: then the linear case decides nothing, and the verdict
//! is [`Verdict::Marginal`] unless an earlier sign has changed already.
//!
//! Source: E. J. Routh, "A Treatise on the Stability of a Given State of Motion" (1877).

/// What the array says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All roots to the left: it comes to rest.
    Stable,
    /// No root to the right as far as the array goes, but one on the axis: it neither dies out nor grows.
    Marginal,
    /// So many roots to the right: it grows.
    Unstable(u32),
}

/// The array of a polynomial, row by row, and its verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct Routh {
    /// Rows from the highest power down; a row may be cut short by a zero at its head.
    pub rows: Vec<Vec<f64>>,
    /// What its first column says.
    pub verdict: Verdict,
    /// Degree of the polynomial: the power of the first row.
    pub degree: usize,
}

/// The array of `coefficients`, that of the highest power first. Zeros at the head are left out; of a constant nothing
/// can move, so it is stable.
pub fn array(coefficients: &[f64]) -> Routh {
    let head = coefficients.iter().position(|c| *c != 0.0).unwrap_or(coefficients.len());
    let coefficients = &coefficients[head..];
    let every_other = |from: usize| coefficients.iter().skip(from).step_by(2).copied().collect::<Vec<f64>>();
    if coefficients.len() < 2 {
        return Routh { rows: vec![every_other(0)], verdict: Verdict::Stable, degree: 0 };
    }
    let mut rows = vec![every_other(0), every_other(1)];
    while rows.len() < coefficients.len() {
        let (above, row) = (&rows[rows.len() - 2], &rows[rows.len() - 1]);
        let Some(&pivot) = row.first().filter(|pivot| **pivot != 0.0) else { break };
        let at = |row: &[f64], k: usize| row.get(k).copied().unwrap_or(0.0);
        let next = (1..above.len()).map(|k| (pivot * at(above, k) - above[0] * at(row, k)) / pivot).collect();
        rows.push(next);
    }
    let verdict = verdict(&rows); // [control.routh]
    Routh { rows, verdict, degree: coefficients.len() - 1 }
}

fn verdict(rows: &[Vec<f64>]) -> Verdict {
    let column: Vec<f64> = rows.iter().map(|row| row.first().copied().unwrap_or(0.0)).collect();
    let changes = column.windows(2).filter(|pair| pair[0] * pair[1] < 0.0).count() as u32;
    match changes {
        0 if column.contains(&0.0) => Verdict::Marginal,
        0 => Verdict::Stable,
        changes => Verdict::Unstable(changes),
    }
}
