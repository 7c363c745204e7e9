//! What the root finder finds, and what it does on the way, for a probe.

/// A root is ill-conditioned when its uncertainty exceeds this part of it.
pub const ILL_CONDITIONED: f64 = 1e-6;

/// A real root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Root {
    /// Where the polynomial is zero.
    pub value: f64,
    /// How many roots lie there, as far as the coefficients can tell: at a single one the curve crosses the axis, at
    /// a double one it touches it.
    pub multiplicity: u32,
    /// The coefficients leave open where the root lies by so much to each side: there the value cannot be told from
    /// zero.
    pub uncertainty: f64,
}

impl Root {
    /// True when the coefficients do not determine the root to [`ILL_CONDITIONED`] of itself.
    pub fn is_ill_conditioned(&self) -> bool {
        self.uncertainty > ILL_CONDITIONED * self.value.abs()
    }

    /// "double", "triple": the word for its multiplicity.
    pub fn multiplicity_word(&self) -> &'static str {
        match self.multiplicity {
            0 | 1 => "simple",
            2 => "double",
            3 => "triple",
            4 => "quadruple",
            _ => "multiple",
        }
    }
}

/// A step. `degree` tells of which polynomial of the cascade: derivatives come before what they were derived from.
#[derive(Clone, Debug, PartialEq)]
pub enum RootStep {
    /// The line is cut where the polynomial turns.
    Cut {
        /// `c[0] + c[1] x + …`.
        polynomial: Vec<f64>,
        /// Places with the sign of the value there: −1, 1, or 0 where it cannot be told from zero. First and last are
        /// the ends.
        knots: Vec<(f64, i32)>,
    },
    /// A place tried between two of opposite sign.
    Try {
        /// Degree of the polynomial.
        degree: usize,
        /// Lower bound.
        low: f64,
        /// Upper bound.
        high: f64,
        /// Where it is tried.
        x: f64,
        /// The polynomial there.
        value: f64,
    },
    /// A place where it turns and cannot be told from zero: it only touches the axis, or crosses it flat.
    Touch {
        /// Degree of the polynomial.
        degree: usize,
        /// What was found.
        root: Root,
    },
    /// All roots of a polynomial.
    Roots {
        /// `c[0] + c[1] x + …`.
        polynomial: Vec<f64>,
        /// Rising.
        roots: Vec<Root>,
    },
}
