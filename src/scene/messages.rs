//! What is told of a run in words.

/// What to tell of a world that stands still ([`crate::engine::world::StepEvents::overcrowded`]).
pub fn overcrowded_message() -> String {
    let most = crate::engine::tuning::MAX_PAIRS;
    format!("Too many shapes overlap: more than {most} pairs. Nothing moves until some are moved apart or removed.")
}

/// What to tell of fast bodies that were not kept from passing walls ([`crate::engine::world::StepEvents::unchecked`]).
pub fn unchecked_message(count: u32) -> String {
    let bodies = if count == 1 { "1 fast body was".to_owned() } else { format!("{count} fast bodies were") };
    format!("{bodies} not kept from passing through walls in this step: too many shapes lie near the paths of fast bodies.")
}
