//! contacts
