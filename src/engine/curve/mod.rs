//! Curves in the plane, in double precision.
//!
//! | file | what |
//! |---|---|
//! | [`bezier`] | Bézier curves of any degree, polynomial and rational: derivatives, splitting, nearest point |
//! | [`power`] | the same curve as polynomials X(t), Y(t), W(t), which can be substituted into an equation |
//!
//! A point is (X/W, Y/W): homogeneous coordinates, in which a rational curve is as simple as a polynomial one.

pub mod bezier;
pub mod power;

pub use bezier::{Bezier, BezierError, CasteljauRow, CurvePoint};
pub use glam::{DVec2, DVec3};
pub use power::PowerForm;
