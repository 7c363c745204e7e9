//! The prismatic joint.
