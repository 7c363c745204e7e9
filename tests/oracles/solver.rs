//! Judge.
