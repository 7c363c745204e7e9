//! velocity
