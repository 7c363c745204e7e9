//! Frames of reference, each in another, and what leads from one to another.
//!
//! A frame stands in its parent, the outermost ones in the world. Its *local matrix* takes coordinates in the frame to
//! coordinates in the parent; the product of the local matrices up to the root is its *world matrix* W. Between any two
//! frames the way leads through the world:
//!
//! ```text
//!     point:      p in B = W_B⁻¹ W_A · (p in A)
//!     vector:     the same without the shift
//!     normal:     ((W_B⁻¹ W_A)⁻¹)ᵀ · (n in A), made a unit vector again
//! ```
//!
//! *Why the inverse transpose.* A normal n stands at right angles to each tangent t: nᵀ t = 0. Tangents go to M t. With
//! n' = (M⁻¹)ᵀ n it still holds: n'ᵀ M t = nᵀ M⁻¹ M t = nᵀ t = 0. For turns and equal scales (M⁻¹)ᵀ is M up to a
//! factor, for uneven scales it is not, and M n would lean.
//!
//! Beside the matrices stand the types of points, vectors and unit vectors of bodies and of the world ([`Point`],
//! [`Vector`], [`Unit`]), which cannot be mixed.
//!
//! All matrices are kept in double precision: a chain of eight scaled frames then loses no digit that a coordinate has.

mod affine;
mod placement;
mod space;

pub use affine::Affine;
pub use placement::{Placement, Transform};
pub use space::{Carried, Local, LocalPoint, LocalUnit, LocalVector, Point, Unit, Vector, World, WorldPoint, WorldUnit, WorldVector};
