//! Which two shapes are meant by `--pair A,B`.
//!
//! A and B are ids of bodies; `id:2` names the third shape of a body. Ids are free text, so a comma or colon may
//! belong to one: every way to read the words is tried, the plain one first.

use crate::engine::collider::ColliderId;
use crate::lens::{all_colliders, nearest_among};
use crate::scene::stage::Stage;

/// The two colliders that the words stand for, in that order. Where a body has several shapes and none is named, the
/// two that touch most deeply, else the two that are nearest.
///
/// # Errors
/// The words name no two different bodies; the message says which part is wrong.
pub fn find_pair(stage: &Stage, words: &str) -> Result<(ColliderId, ColliderId), String> {
    let commas = words.match_indices(',').map(|(at, _)| (words[..at].trim(), words[at + 1..].trim()));
    let mut complaint = format!("--pair needs two bodies like `A,B`, is `{words}`");
    for (first, second) in commas {
        match (colliders(stage, first), colliders(stage, second)) {
            (Ok(a), Ok(b)) if a[0].body == b[0].body => complaint = "--pair needs two different bodies".into(),
            (Ok(a), Ok(b)) => {
                return nearest_among(stage, &a, &b).ok_or(complaint);
            }
            (Err(reason), _) | (_, Err(reason)) => complaint = reason,
        }
    }
    Err(complaint)
}

/// The colliders of `id` or `id:shape`, at least one.
fn colliders(stage: &Stage, words: &str) -> Result<Vec<ColliderId>, String> {
    if let Some(body) = stage.names().bodies.id(words) {
        return Some(all_colliders(stage, body)).filter(|all| !all.is_empty()).ok_or_else(|| format!("`{words}` has no shapes"));
    }
    if let Some((id, index)) = words.rsplit_once(':')
        && let Some(body) = stage.names().bodies.id(id)
    {
        let shape: Option<usize> = index.parse().ok();
        let mut chosen = all_colliders(stage, body);
        chosen.retain(|collider| shape.is_some() && stage.shape_index(*collider) == shape);
        return Some(chosen).filter(|all| !all.is_empty()).ok_or_else(|| format!("`{id}` has no shape `{index}` (they count from 0)"));
    }
    Err(format!("there is no body `{words}`{}", suggestion(stage, words)))
}

fn suggestion(stage: &Stage, words: &str) -> String {
    let names = stage.names().bodies.list().iter().map(|(_, name)| (strsim::damerau_levenshtein(words, name), name));
    match names.min() {
        Some((distance, name)) if distance <= 1 + words.chars().count() / 3 => format!(" (did you mean `{name}`?)"),
        _ => String::new(),
    }
}
