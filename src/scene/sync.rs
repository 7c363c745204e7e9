//! Bringing a running stage up to an edited document.
