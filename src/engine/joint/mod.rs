//! Joints: what connects two bodies, or one body and the world (then body A is a static body without shapes that the
//! scene makes).
//!
//! Every joint is made of *rows* ([`row`]): one number that must be held, bounded or driven, and how the two bodies'
//! velocities change it. The head of each kind's file derives its rows; what holds, bounds or drives a row is the same
//! for all and stands in [`turn`].
//!
//! A kind of joint is one file in [`kind`] and one row of the table there. The file holds its numbers, its rows, its
//! readout ([`contract`]), and what others need to know of it ([`info`]): the scene file, tools, inspector, overlay and
//! readouts are made from that.
//!
//! | file | what is in it |
//! |---|---|
//! | `definition` | what a joint is made from, what a world keeps of it, its readout |
//! | `kind` | the table of kinds; one file a kind |
//! | `parts`, `info`, `contract` | limits, motors, springs; how a kind describes itself; what its file provides |
//! | `row`, `rows`, `stand` | a row, the rows of a joint with their laws, what they are made from |
//! | `turn`, `constraint` | what is done with a row, a joint's turn in a pass |
//! | `hinge`, `hinge_motion` | revolute joints, eight at once: their rows; how their anchors follow the bodies |
//! | `side` | the bodies of one side of hinges, how readily they give way |
//! | `hinge_watch` | what a probe is told of their impulses |
//! | `hinge_block`, `group`, `colors`, `rotation` | where hinges lie, which may be solved at once, turns in lanes |
//! | `direct`, `system`, `elimination`, `linkage` | chains and trees of hinges, solved exactly |
//! | `elastic` | energy that springs store |
//! | `mechanism`, `bounded`, `work`, `sparse`, `choice` | joints of all kinds, solved together |
//! | `held_back` | what a tension turns back too fast for a sub-step |
//! | `springs` | their springs as rows of a sub-step |
//! | `response`, `set_impacts` | how impacts pass through joints that hold |
//! | `bias_share` | how strongly joints pull their anchors together in solvers of whole steps |
//! | `set_limits` | what joints carry; the push of what is off, under solvers without a relax pass |
//! | `set` | all joints of a world as the solver works on them |

pub mod bias_share;
pub mod bounded;
pub mod choice;
pub mod colors;
pub mod constraint;
pub mod contract;
pub mod definition;
pub mod direct;
mod elastic;
pub mod elimination;
pub mod group;
mod held_back;
pub mod hinge;
pub mod hinge_block;
pub mod hinge_motion;
pub mod hinge_watch;
mod impulse;
pub mod info;
pub mod kind;
pub mod linkage;
pub mod mechanism;
pub mod parts;
pub mod response;
pub mod rotation;
pub mod row;
pub mod rows;
pub mod set;
mod set_impacts;
pub mod set_limits;
mod side;
pub mod sparse;
pub mod springs;
pub mod stand;
pub mod system;
pub mod turn;
mod work;

pub use definition::{Joint, JointDef, JointId, JointReadout};
pub use impulse::JointImpulse;
pub use kind::*;
pub use linkage::JointSolver;
pub use parts::{Limits, Motor, Spring};
