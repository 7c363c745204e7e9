//! islands
