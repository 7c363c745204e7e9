//! lens
