//! Dense systems of linear equations, small and in the open: what the global solve of constraints
//! ([`crate::engine::lagrange`]) stands on, and every step of it can be watched.
//!
//! | file | what is in it |
//! |---|---|
//! | [`matrix`] | a matrix of f64, row by row |
//! | [`lu`] | LU decomposition in Crout's form with row pivoting, also of singular matrices |
//! | [`solve`] | forward and back substitution, inverse, null space, solution of least norm, condition |
//! | [`complementarity`] | linear complementarity problems with bounds, by Dantzig's pivoting |
//! | [`steps`] | what a probe is told |

pub mod complementarity;
pub mod lu;
pub mod matrix;
pub mod solve;
pub mod steps;

pub use lu::{LinearError, Lu, ROUNDING};
pub use matrix::Matrix;
pub use solve::{LeftOver, Solution};
pub use steps::LuStep;
