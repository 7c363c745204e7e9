//! The scene's stopwatch: when it was pressed by hand, and by which events it is pressed.

/// What is done to the stopwatch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Press {
    /// It runs on from where it stands.
    #[default]
    Start,
    /// It stands.
    Stop,
    /// Its reading is noted; one that stands at zero is started.
    Lap,
    /// It stands at zero, without laps.
    Reset,
}

/// A press by hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PressDoc {
    /// What was done.
    pub press: Press,
    /// After so many steps of the run.
    pub step: u64,
}

/// What presses the stopwatch by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Happening {
    /// The body begins to touch others, after it touched none.
    #[default]
    Contact,
    /// A body comes into the sensors of the named one: a photogate is passed.
    Passage,
}

/// An event that presses the stopwatch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TriggerDoc {
    /// What happens.
    pub on: Happening,
    /// To which body.
    pub body: String,
    /// What is done to the stopwatch then.
    pub press: Press,
}

/// The stopwatch of a scene. What it shows is a function of the run ([`super::stopwatch`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StopwatchDoc {
    /// Presses by hand, in the order of their steps.
    pub presses: Vec<PressDoc>,
    /// Events that press it.
    pub triggers: Vec<TriggerDoc>,
}
