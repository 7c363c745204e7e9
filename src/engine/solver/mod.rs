//! Solvers behind one enum: *soft step* in many files, *sequential impulses* in two, each to be read on its own.
//!
//! | file | what is in it |
//! |---|---|
//! | [`problem`], [`pass`] | what the solver gets; what the constraints of a pass share |
//! | [`soft_step`] | the order of passes in a step |
//! | [`block`] | eight contacts as rows of numbers; the formulas |
//! | [`contact`], `rows` | the passes over them; the four rows of one while it is solved |
//! | [`gap`] | how far their points are apart while bodies move |
//! | [`impact`], [`impact_round`] | impacts: what meets fast, in rounds; the hits of a round |
//! | `impact_candidates`, `impact_groups` | which contacts are asked whether they hit; which hits belong together |
//! | `impact_crowds`, `contacts_of_bodies` | where plastic impacts are not begun; the contacts of each body |
//! | `impact_linked` | impacts that rigid joints pass on |
//! | `impact_hit`, `impact_push`, `impact_points` | a contact that hits; its impulses; its two points at once |
//! | `impact_rows` | what the sweeps over impacts read of a contact |
//! | `impact_single` | impacts at one point: restitution and friction together |
//! | [`push_out`] | overlap that no load explains: pushed out before the sub-steps, without velocity |
//! | [`manifold_block`] | eight manifolds as rows of numbers |
//! | [`manifold_pass`] | once a step: does a manifold still hold, and what are its rows now |
//! | [`contact_geometry`] | where normal and points go when bodies move |
//! | [`turning`] | the rows of what turns together, anew after each sub-step's motion |
//! | [`midway`] | the rows of what rocks or rolls on one point, half a step ahead |
//! | [`colors`] | which contacts may be solved at the same time |
//! | [`uncolored`] | contacts without a colour: rows solved one after the other |
//! | [`watch`] | what a watched pass tells its probe |
//! | [`body`], [`drive`] | bodies as the solver sees them; what acts on them, and how they move |
//! | [`mean_motion`] | uniformly accelerated bodies that touch move by their mean velocity |
//! | [`softness`] | springs as constraints |
//! | [`sequential_impulses`] | the second solver: a whole step, one contact after the other |
//! | [`sequential_contact`] | a contact as it solves it |
//! | [`one_contact`] | a further solver: one contact at a time, whoever meets first |
//! | [`contact_impulse`] | its impulse: restitution and friction together |
//! | [`complementary`] | a further solver: an island at once, as a linear complementarity problem |
//! | [`complementary_rows`], `complementary_told` | its rows and their matrix; what it tells a probe |
//! | `complementary_bounce` | what it does with hits |
//! | `worst_first` | which of many is the worst now |
//! | [`table`], [`parameters`] | a row for each solver: its names and what it can be told; these numbers |
//!
//! Contacts live in [`colors::ContactColors`] from step to step. Joints: [`crate::engine::joint`].

pub mod block;
pub mod body;
mod color_group;
pub mod colors;
pub mod complementary;
mod complementary_bounce;
pub mod complementary_rows;
mod complementary_told;
pub mod contact;
pub mod contact_geometry;
pub mod contact_impulse;
mod contacts_of_bodies;
pub mod drive;
pub mod gap;
pub mod impact;
mod impact_candidates;
mod impact_crowds;
mod impact_groups;
mod impact_held;
mod impact_hit;
mod impact_linked;
mod impact_points;
mod impact_push;
pub mod impact_round;
mod impact_rows;
mod impact_single;
pub mod manifold_block;
pub mod manifold_pass;
pub mod mean_motion;
pub mod midway;
pub mod one_contact;
mod one_contact_order;
pub mod parameters;
pub mod pass;
pub mod problem;
pub mod push_out;
pub mod rest_offset;
mod rows;
pub mod sequential_contact;
pub mod sequential_impulses;
pub mod soft_step;
pub mod softness;
pub mod table;
pub mod turning;
pub mod uncolored;
pub mod watch;
mod worst_first;

pub use pass::{ContactRow, Pass, SolverPass, SolverStep};
pub use problem::Problem;

/// Which method finds the impulses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Solver {
    /// Soft constraints with sub-steps and a relax pass ([`soft_step`]).
    #[default]
    SoftStep,
    /// Accumulated impulses in iterations, without sub-steps: the plain textbook form ([`sequential_impulses`]).
    SequentialImpulses,
    /// Joints by Lagrange multipliers, all of a mechanism at once ([`crate::engine::lagrange`]); contacts, motors and
    /// limits by [`sequential_impulses`].
    Lagrange,
    /// One contact at a time: restitution and friction of one point as if nothing else were there ([`one_contact`]).
    OneContact,
    /// Contacts and joints of an island at once, as a linear complementarity problem ([`complementary`]).
    Complementarity,
}
