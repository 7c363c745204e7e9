//! Curves in the plane, in double precision.
//!
//! | file | what |
//! |---|---|
//! | [`bezier`] | Bézier curves of any degree, polynomial and rational: derivatives, splitting, nearest point |
//! | [`power`] | the same curve as polynomials X(t), Y(t), W(t), which can be substituted into an equation |
//! | [`implicit`] | curves as equations `F(x, y) = 0`; the equation of a parametric curve |
//! | [`crossing`] | one put into the other: crossings as the roots of a polynomial, Bézout's count |
//! | [`mod@meet`] | where two Bézier curves of any degree meet |
//! | [`mod@line`] | lines as homogeneous triples; where two segments cross |
//! | [`polygon`] | even–odd rule, a moving point against an outline |
//!
//! A point is (X/W, Y/W): homogeneous coordinates, in which a rational curve is as simple as a polynomial one.

pub mod bezier;
pub mod crossing;
pub mod implicit;
pub mod line;
pub mod meet;
pub mod polygon;
pub mod power;

pub use bezier::{Bezier, BezierError, CasteljauRow, CurvePoint};
pub use crossing::{CrossingStep, Crossings, crossings, crossings_watched};
pub use glam::{DVec2, DVec3};
pub use implicit::Implicit;
pub use line::Line;
pub use meet::{CurveMeeting, meet, meet_watched};
pub use power::PowerForm;
