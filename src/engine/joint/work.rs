//! What a pass over a mechanism ([`super::bounded`]) works with.

/// Where a row's impulse lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum State {
    /// Within its bounds.
    #[default]
    Free,
    /// On the lower one.
    Low,
    /// On the upper one.
    High,
}

/// What a pass works with, one number for each row.
#[derive(Clone, Debug, Default)]
pub(super) struct Work {
    /// The row's compliance is there for contradictions only: what has given way is not held against it.
    pub(super) held: Vec<bool>,
    /// The factors are those of the present states.
    pub(super) is_factored: bool,
    /// Where their impulses lie.
    pub(super) states: Vec<State>,
    /// Those that are solved for.
    pub(super) free: Vec<bool>,
    /// Impulses so far in this sub-step, N·s or N·m·s.
    pub(super) totals: Vec<f64>,
    /// Their bounds.
    pub(super) bounds: Vec<[f64; 2]>,
    /// What is added to `J v`.
    pub(super) bias: Vec<f64>,
    /// Right-hand side, then the change of the impulses.
    pub(super) numbers: Vec<f64>,
}

impl Work {
    /// For so many rows.
    pub(super) fn of(count: usize) -> Work {
        let zeros = || vec![0.0; count];
        Work {
            held: vec![true; count],
            is_factored: false,
            states: vec![State::Free; count],
            free: vec![true; count],
            totals: zeros(),
            bounds: vec![[f64::NEG_INFINITY, f64::INFINITY]; count],
            bias: zeros(),
            numbers: zeros(),
        }
    }
}
