//! gjk
