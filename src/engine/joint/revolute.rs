//! The revolute joint.
