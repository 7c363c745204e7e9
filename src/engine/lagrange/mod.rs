//! All constraints of a mechanism at once: the global solve with Lagrange multipliers.
//!
//! *State.* Three numbers a body, q = (x, y, θ) of its centre of mass, and their rates v. `v̇ = W (Q + Jᵀλ)`, where W
//! holds 1/m, 1/m, 1/I of each body, Q its forces and torque, and `Jᵀλ` the forces of the constraints.
//!
//! *Constraints.* `C(q, t) = 0`, one number a row. Differentiated twice, with J = ∂C/∂q:
//!
//! ```text
//!   Ċ = J v + ∂C/∂t
//!   C̈ = J v̇ + γ,     γ = vᵀ (∂²C/∂q²) v + 2 (∂²C/∂q∂t) v + ∂²C/∂t²        (often written J̇ v + …)
//! ```
//!
//! γ is what C̈ would be if nothing accelerated; a constraint that moves by itself (a driven crank, a moving anchor)
//! differs from one at rest only in ∂C/∂t and γ. Wanted is `C̈ = −k_s C − k_d Ċ`, so that errors die out like a damped
//! spring instead of growing. Put in:
//!
//! ```text
//!   (J W Jᵀ) λ = −γ − J W Q − k_s C − k_d Ċ
//! ```
//!
//! Note that ∂²C/∂t² comes with a minus, and that Ċ on the right has its ∂C/∂t: with either left out a driven crank
//! lags.
//!
//! *Redundant rows.* J W Jᵀ is singular when a row follows from others: a door on three hinges. Such rows are dropped
//! in order, the later ones first named; the others determine the motion. The multipliers are then spread so that their
//! sum of squares is least, each measured by the acceleration that it gives its own row. A dropped row that the kept
//! ones contradict is told with the acceleration that it misses.
//!
//! | file | what is in it |
//! |---|---|
//! | [`state`] | bodies, and what pushes them |
//! | [`row`] | a row, and the points that it is made from |
//! | [`constraint`] | the kinds of constraints and their rows |
//! | [`curve`], [`drive`] | curves to slide on; functions of time |
//! | [`bead`] | a bead on a curve by one coordinate instead |
//! | [`spring`] | springs and loads along a coordinate |
//! | [`system`] | assembling and solving |
//! | [`energy`] | kinetic energy, and that of springs and constant forces |
//! | [`integrate`] | explicit Euler, semi-implicit Euler, Runge and Kutta's method of fourth order |
//! | `kick` | stiff damping, beside the integrator |
//!
//! Sources: J. Baumgarte, "Stabilization of constraints and integrals of motion in dynamical systems" (1972);
//! A. Witkin, "Physically based modeling: constrained dynamics" (SIGGRAPH course notes, 1997).

pub mod bead;
pub mod constraint;
pub mod curve;
pub mod drive;
pub mod energy;
pub mod integrate;
pub mod kick;
pub mod row;
pub mod spring;
pub mod state;
pub mod system;

pub use bead::{Bead, BeadSlope, BeadState, BeadStep};
pub use constraint::Constraint;
pub use curve::Curve;
pub use drive::Drive;
pub use integrate::{Integrator, advance, moved};
pub use row::Row;
pub use spring::{Coordinate, Load, Spring, SpringLaw};
pub use state::{BodyState, Mass, Slope, State};
pub use system::{DroppedRow, Feedback, LagrangeStep, Reaction, Solved, System, TERMS};
