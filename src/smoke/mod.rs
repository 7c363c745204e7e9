//! Smoke: a fluid on a grid, carried, heated, stirred, and pushed by bodies.
//!
//! Numbers only, and no world: outlines of obstacles in, fields out. The method is that of J. Stam, "Stable Fluids"
//! (1999): every part of a step is stable at any length of step. One step is five parts, a file each:
//!
//! | file | part |
//! |---|---|
//! | [`walls`], [`displace`] | Which faces between cells bodies block and how fast they move; what they take along. |
//! | [`forces`] | Sources add dye, warmth and wind; warm air rises; whirls are kept; a pointer stirs. |
//! | [`diffuse`] | Dye and velocity spread: an implicit solve. |
//! | [`carry`] | Each cell looks back along the flow and takes what was there. |
//! | [`project`] | A pressure takes the divergence out: conjugate gradients, preconditioned by [`multigrid`]. |
//!
//! **Grid.** Dye, warmth and pressure stand in the middle of a cell, velocities on its faces (F. Harlow, J. Welch,
//! "Numerical calculation of time-dependent viscous incompressible flow", 1965): so the divergence of a cell is what
//! flows through its four faces, and a pressure takes it away exactly.
//!
//! ```text
//!        v(i,j+1)
//!      ┌────┴────┐
//! u(i,j)┤  (i,j)  ├ u(i+1,j)        cells 1 … columns, 1 … rows; a ring of cells round them is the outside
//!      └────┬────┘
//!         v(i,j)
//! ```

pub mod carry;
pub mod diffuse;
pub mod displace;
mod fields;
pub mod forces;
pub mod grid;
pub mod multigrid;
pub mod project;
pub mod step;
pub mod walls;

pub use fields::{Fields, Settings, SmokeStep, Solved};
pub use grid::Grid;
pub use step::{Outside, Smoke};
