//! All pairs.
