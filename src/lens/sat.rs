//! sat
