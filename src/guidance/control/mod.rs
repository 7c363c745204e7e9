//! Feedback control: from the error of something to the push that makes the error small.
//!
//! ```text
//!     wanted ──▶(−)── e ──▶ PID ── u ──▶ limits ──▶ plant ──┬──▶ what it does
//!                ▲                                          │
//!                └──────────────────────────────────────────┘
//! ```
//!
//! The controller ([`pid`]) knows nothing of the plant. What it is used for here: a heading ([`heading`]), where the
//! output is an angular acceleration, and a speed, where it is an acceleration. How well it does is measured as it
//! runs ([`response`]), beside what theory says of the linear case: whether it is stable for one that looks without end
//! ([`routh`]) and for one that looks once a step ([`sampled`]), and which error stays ([`plant`]).
//!
//! All in `f64`. Sources: K. J. Åström, R. M. Murray, "Feedback Systems" (2008), chapters 10 and 11; E. J. Routh, "A
//! Treatise on the Stability of a Given State of Motion" (1877).

pub mod heading;
pub mod pid;
pub mod plant;
pub mod response;
pub mod routh;
pub mod sampled;
pub mod simpson;
