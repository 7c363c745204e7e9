//! The grab joint.
