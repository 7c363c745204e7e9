//! How two materials share one coefficient of friction and one of restitution.
//!
//! A material has a number, but friction and restitution belong to a *pair*. A table of all pairs would be exact and
//! nobody would fill it in, so a rule makes one number of two. What one wants of a rule `f(x, y)`:
//!
//! - `f(x, y) = f(y, x)`, and `f(x, x) = x`: a pair of equal materials has that material's number;
//! - it never decreases: who makes one of the two rougher does not make the pair more slippery;
//! - it has no long flat parts, in which a change of one material changes nothing;
//! - friction favours the slippery one (ice slips whatever the slope is made of), restitution the extreme one (a steel
//!   ball bounces well on most things, putty on none).
//!
//! Each simple rule breaks one of them; [`MIXES`] says which. The *weighted mean* keeps all of them by weights that
//! favour one side, `f = (x w(x) + y w(y)) / (w(x) + w(y))`:
//!
//! ```text
//! friction:     w(x) = c (1 − x) + 1        restitution:  w(x) = c |2x − 1| + 1
//! ```
//! A larger `c` favours more strongly. At `y = 0`, `x = 1` the slope of friction's rule is `(2 − c²) / (c + 2)²`, so
//! beyond `c = √2` the rule begins to fall there; [`Mixing::fall`] finds the place without that formula.
//! (Coefficients above 1 weigh like 1.)

use super::math::{clamp, max, min};
use super::tuning;

/// What is mixed: each has weights of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coefficient {
    /// Coulomb friction, 0 and more.
    Friction,
    /// Restitution, 0 to 1.
    Restitution,
}

/// Rule that makes one coefficient from the two of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mix {
    /// The smaller.
    Minimum,
    /// The larger; the default for restitution.
    Maximum,
    /// `(x + y) / 2`.
    ArithmeticMean,
    /// `√(x y)`; the default for friction.
    GeometricMean,
    /// `x y`.
    Multiply,
    /// The mean whose weights favour the slippery or the extreme one; see the head of the file.
    WeightedMean,
    /// Both below ½: the smaller; both above: the larger; else `x + y − ½`, which joins the two without a step.
    Piecewise,
}

/// What people read of a rule.
#[derive(Clone, Copy, Debug)]
pub struct MixRow {
    /// The rule.
    pub mix: Mix,
    /// Its word in files.
    pub id: &'static str,
    /// On the screen.
    pub name: &'static str,
    /// What it favours, and what it breaks.
    pub summary: &'static str,
    /// Whether friction may be mixed so too; restitution may in every way.
    pub of_friction: bool,
}

/// All rules.
pub const MIXES: [MixRow; 7] = [
    row(Mix::Minimum, "minimum", "Minimum", "The smaller one. Flat: the larger one has no effect.", true),
    row(Mix::Maximum, "maximum", "Maximum", "The larger one. Flat: the smaller one has no effect.", true),
    row(Mix::ArithmeticMean, "arithmetic_mean", "Arithmetic mean", "(x + y) / 2: favours neither; ice on rubber holds.", true),
    row(Mix::GeometricMean, "geometric_mean", "Geometric mean", "√(x y): favours the smaller one. Flat where one is 0.", true),
    row(Mix::Multiply, "multiply", "Product", "x y: two equal materials do not keep their number.", true),
    row(Mix::WeightedMean, "weighted_mean", "Weighted mean", "Favours the slippery, or the more extreme one, by weights.", true),
    row(Mix::Piecewise, "piecewise", "Piecewise", "Below ½ the smaller, above ½ the larger, between them x + y − ½.", false),
];

const fn row(mix: Mix, id: &'static str, name: &'static str, summary: &'static str, of_friction: bool) -> MixRow {
    MixRow { mix, id, name, summary, of_friction }
}

impl Mix {
    /// What people read of it. [`MIXES`] has the order of the variants.
    pub fn row(self) -> &'static MixRow {
        &MIXES[self as usize]
    }
}

/// The rules of a world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mixing {
    /// Of friction; never [`Mix::Piecewise`].
    pub friction: Mix,
    /// Of restitution.
    pub restitution: Mix,
    /// The constant `c` of the weighted mean, 0 to [`tuning::MAX_MIX_WEIGHT`]; above √2 the mean falls somewhere.
    pub weight: f32,
}

impl Default for Mixing {
    fn default() -> Self {
        Mixing { friction: Mix::GeometricMean, restitution: Mix::Maximum, weight: std::f32::consts::SQRT_2 }
    }
}

/// A place at which the pair's coefficient falls although one of the two rises.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fall {
    /// The coefficient that rises.
    pub x: f64,
    /// The other one.
    pub y: f64,
    /// By how much the result changes for each 1 of `x`: below 0.
    pub slope: f64,
}

impl Mixing {
    /// The same with every number in its range.
    pub fn bounded(self) -> Mixing {
        let default = Mixing::default();
        let weight = if self.weight.is_finite() { clamp(self.weight, 0.0, tuning::MAX_MIX_WEIGHT) } else { default.weight };
        let friction = if self.friction.row().of_friction { self.friction } else { default.friction };
        Mixing { friction, weight, ..self }
    }

    /// Friction and restitution of a pair.
    pub fn of(self, friction: [f32; 2], restitution: [f32; 2]) -> [f32; 2] {
        [(Coefficient::Friction, friction), (Coefficient::Restitution, restitution)]
            .map(|(which, [x, y])| min(self.mix(which, f64::from(x), f64::from(y)) as f32, tuning::MAX_FRICTION))
    }

    /// Friction of a pair while its surfaces do not slide: by the same rule of the two static coefficients, and never
    /// below that of sliding (a weighted mean with a large constant may fall).
    pub fn grip(self, [x, y]: [f32; 2], sliding: f32) -> f32 {
        max(min(self.mix(Coefficient::Friction, f64::from(x), f64::from(y)) as f32, tuning::MAX_FRICTION), sliding)
    }

    /// The rule of a coefficient.
    pub fn rule(self, which: Coefficient) -> Mix {
        match which {
            Coefficient::Friction => self.friction,
            Coefficient::Restitution => self.restitution,
        }
    }

    /// The coefficient of a pair.
    pub fn mix(self, which: Coefficient, x: f64, y: f64) -> f64 {
        match self.rule(which) {
            Mix::Minimum => smaller(x, y),
            Mix::Maximum => larger(x, y),
            Mix::ArithmeticMean => 0.5 * (x + y),
            Mix::GeometricMean => (x * y).sqrt(),
            Mix::Multiply => x * y,
            Mix::WeightedMean => {
                let [of_x, of_y] = [x, y].map(|one| self.weight_of(which, one));
                (x * of_x + y * of_y) / (of_x + of_y)
            }
            Mix::Piecewise if x < 0.5 && y < 0.5 => smaller(x, y),
            Mix::Piecewise if x > 0.5 && y > 0.5 => larger(x, y),
            Mix::Piecewise => x + y - 0.5,
        }
    }

    /// How much one of the two counts in the weighted mean.
    pub fn weight_of(self, which: Coefficient, x: f64) -> f64 {
        let x = smaller(x, 1.0);
        let favour = match which {
            Coefficient::Friction => 1.0 - x,
            Coefficient::Restitution => (2.0 * x - 1.0).abs(),
        };
        f64::from(self.weight) * favour + 1.0
    }

    /// Where the rule falls most steeply, coefficients 0 to 1; `None` for one that never falls. Found by differences
    /// over a grid, at both ends of each cell, since a rule may begin to fall in a corner.
    pub fn fall(self, which: Coefficient) -> Option<Fall> {
        /// Cells along each side.
        const CELLS: u32 = 64;
        /// Short, but its changes stand far above the rounding of an f64.
        const STEP: f64 = 1e-6;
        /// Rounding of the differences.
        const LEAST: f64 = 1e-8;
        let at = |i: u32| f64::from(i) / f64::from(CELLS);
        let mut steepest: Option<Fall> = None;
        for (x, y) in (0..=CELLS).flat_map(|i| (0..=CELLS).map(move |k| (at(i), at(k)))) {
            for [from, to] in [[x, x + STEP], [x - STEP, x]].into_iter().filter(|[from, to]| *from >= 0.0 && *to <= 1.0) {
                let slope = (self.mix(which, to, y) - self.mix(which, from, y)) / STEP;
                if slope < steepest.map_or(-LEAST, |fall| fall.slope) {
                    steepest = Some(Fall { x, y, slope });
                }
            }
        }
        steepest
    }

    /// The largest constant with which the weighted mean of a coefficient never falls, found by halving.
    pub fn largest_steady_weight(which: Coefficient) -> f32 {
        let weighted = |weight| Mixing { friction: Mix::WeightedMean, restitution: Mix::WeightedMean, weight };
        let (mut steady, mut falls) = (0.0, tuning::MAX_MIX_WEIGHT);
        for _ in 0..24 {
            let middle = 0.5 * (steady + falls);
            if weighted(middle).fall(which).is_none() { steady = middle } else { falls = middle }
        }
        steady
    }
}

/// The same on every platform, also of 0 and −0.
fn smaller(x: f64, y: f64) -> f64 {
    if x < y { x } else { y }
}

/// The same on every platform, also of 0 and −0.
fn larger(x: f64, y: f64) -> f64 {
    if x > y { x } else { y }
}
