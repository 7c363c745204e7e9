//! What is told of a run in words.

/// What to tell of a world that stands still ([`crate::engine::world::StepEvents::overcrowded`]).
pub fn overcrowded_message() -> String {
    let most = crate::engine::tuning::MAX_PAIRS;
    format!("Too many shapes overlap: more than {most} pairs. Nothing moves until some are moved apart or removed.")
}
