//! The distance joint.
