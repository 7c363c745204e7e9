//! Soft step (S12).
