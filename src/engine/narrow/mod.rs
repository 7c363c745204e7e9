//! Narrow phase: two shapes in, a contact manifold out.
//!
//! Everything here works in the frame of body A (`pose_b_in_a`), so that it stays precise far from the origin; a lens
//! carries results into the world with A's pose. Every algorithm is written once, in lanes
//! ([`crate::engine::lanes`]): a step measures up to eight pairs at a time with it ([`batch`]); a single pair
//! ([`collide`](fn@collide)), and every pair that a probe watches, is the same function at one lane.
//!
//! | file | what is in it |
//! |---|---|
//! | [`collide`](mod@collide) | the whole narrow phase for a pair: which algorithm, then clipping |
//! | [`sat`], `sat_steps` | the separating axis test, and what a probe is told of it |
//! | [`gjk`], `gjk_steps` | distance, and what a probe is told of it |
//! | [`gjk_boolean`] | the yes-or-no form of GJK, beside the one that the engine runs |
//! | [`epa`] | depth and normal of least penetration |
//! | [`translation`] | the shortest way by which two overlapping shapes come apart |
//! | [`clip`], `strip`, `clip_steps` | contact points: the reference face, the cut at its side planes, what a probe is told |
//! | [`closed_form`] | circles, capsules and boxes by formula |
//! | [`closest`] | nearest points of a point and a segment, of two segments |
//! | [`core`], [`vector`], [`core_table`] | cores of shapes in lanes, vectors in lanes, where a step gathers cores from |
//! | [`half_plane`] | the part of a half-plane that a pair sees |
//! | [`internal_edges`] | the sides that flush neighbours hide, and contacts that are impossible there |
//! | [`batch`], `kernels` | many pairs: sorted by kind, measured eight at a time |
//! | [`manifold`] | what comes out |
//! | [`convex_pair`], [`minkowski`] | support points for GJK and EPA; the difference as an outline, to look at |
//! | [`time_of_impact`], `sweep`, `gap_bound` | when two moving shapes first come within a distance |

pub mod batch;
pub mod clip;
mod clip_steps;
pub mod closed_form;
pub mod closest;
pub mod collide;
pub mod convex_pair;
pub mod core;
pub mod core_table;
pub mod epa;
mod gap_bound;
pub mod gjk;
pub mod gjk_boolean;
mod gjk_steps;
pub mod half_plane;
pub mod internal_edges;
mod kernels;
pub mod manifold;
pub mod minkowski;
pub mod sat;
mod sat_steps;
mod strip;
mod sweep;
pub mod time_of_impact;
pub mod translation;
pub mod vector;

pub use collide::{NarrowAnswer, NarrowPhase, NarrowStep, Reach, SideStep, collide, collide_within};
pub use manifold::{Feature, FeatureId, Manifold, ManifoldPoint};
