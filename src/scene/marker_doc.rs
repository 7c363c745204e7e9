//! Named moments of a run.

/// A moment that a person gave a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MarkerDoc {
    /// What it is called.
    pub name: String,
    /// After how many steps of the run.
    pub step: u64,
}
