//! From a grid of values to polygons: the outline of what is solid in a picture.
//!
//! Three classical steps, one file each: [`march`] walks along the border between large and small values
//! (marching squares), [`simplify`] keeps the few of its points that matter (Douglas and Peucker), [`regions`] tells
//! outer borders from holes and drops what is too small. The engine's own [`super::shape::decompose`] then cuts the
//! outline into convex parts.
//!
//! ```text
//!   . . # # .        +-----+              +------+
//!   . # # # .   ->  /      |    ->       /       |   ->  convex parts
//!   . # # # .      |       |            +        |
//!   . . . . .       +-----+              +-------+
//!   values          contour: a point     few of them,
//!                   on each grid line    at most the tolerance away
//! ```
//!
//! All lengths here are in pixels, with x to the right, y **up**, and the origin in the picture's lower left corner.

pub mod field;
pub mod march;
pub mod regions;
pub mod simplify;

pub use field::Field;
pub use regions::{Region, Traced, trace};
