//! Narrow phase: two shapes in, a contact manifold out.
//!
//! Everything here works in the frame of body A (`pose_b_in_a`), so that it stays precise far from the origin; a lens
//! carries results into the world with A's pose. The folder is the syllabus: [`sat`], [`gjk`], [`epa`], [`clip`],
//! [`pairs`] (closed forms for circles and capsules), [`minkowski`], [`time_of_impact`]. Every algorithm has an entry of its
//! own that runs on any convex pair; [`collide`] puts them together. A crowd is asked about eight pairs at once, with the same answers: [`wide`].

pub mod clip;
pub mod closest;
pub mod epa;
pub mod gjk;
pub mod manifold;
pub mod minkowski;
pub mod pairs;
pub mod placement;
pub mod sat;
pub mod time_of_impact;
pub mod wide;

pub use manifold::{Feature, FeatureId, Manifold, ManifoldPoint, Meeting, Reach, SideStep, collide, meet};

/// Which algorithm finds normal and depth of convex pairs. Both give the same manifold outside near-ties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NarrowPhase {
    /// Separating axis test, then clipping.
    #[default]
    Sat,
    /// GJK distance; when the cores overlap EPA; then clipping.
    GjkEpa,
}

/// One step of whichever algorithm ran.
#[derive(Clone, Debug, PartialEq)]
pub enum NarrowStep {
    /// Separating axis test.
    Sat(sat::SatStep),
    /// Distance between convex shapes.
    Gjk(gjk::GjkStep),
    /// Penetration depth.
    Epa(epa::EpaStep),
    /// Contact points by clipping.
    Clip(clip::ClipStep),
    /// A closed form for a simple pair.
    Pair(pairs::PairStep),
    /// Which side of a segment a shape leaves it on.
    Side(SideStep),
}
