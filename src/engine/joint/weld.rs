//! The weld joint.
