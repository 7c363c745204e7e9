//! Time of impact by conservative advancement (S9).
