//! lead
