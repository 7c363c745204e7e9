//! What is told of a run in words.

/// What to tell of a world that stands still ([`crate::engine::world::StepEvents::overcrowded`]).
pub fn overcrowded_message() -> String {
    let most = crate::engine::tuning::MAX_PAIRS;
    format!("Too many shapes overlap: more than {most} pairs. Nothing moves until some are moved apart or removed.")
}

/// What to tell of a step in which something was left out because there was too much of it: fast bodies that were not
/// kept from passing walls ([`crate::engine::world::StepEvents::unchecked`]), sensors that were not asked. `None` if
/// nothing was.
pub(super) fn shortfall_message(unchecked: u32, not_asked: usize) -> Option<String> {
    let bodies = if unchecked == 1 { "1 fast body was".to_owned() } else { format!("{unchecked} fast bodies were") };
    let walls = "not kept from passing through walls in this step: too many shapes lie near the paths of fast bodies.";
    let sensors = if not_asked == 1 { "1 sensor was".to_owned() } else { format!("{not_asked} sensors were") };
    let empty = "not asked in this step: too many bodies are in sensors. Unasked sensors report nobody.";
    let told = [(unchecked > 0, format!("{bodies} {walls}")), (not_asked > 0, format!("{sensors} {empty}"))];
    let told: Vec<String> = told.into_iter().filter_map(|(is_so, words)| is_so.then_some(words)).collect();
    (!told.is_empty()).then(|| told.join(" "))
}
