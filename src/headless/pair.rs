//! Which two shapes are meant by `--pair A,B`.
//!
//! A and B are ids of bodies; `id:2` names the third shape of a body. Ids are free text, so a comma or colon may
//! belong to one: every way to read the words is tried, the plain one first.

use crate::engine::body::BodyId;
use crate::engine::collider::ColliderId;
use crate::engine::math::{Pose, Vec2, max};
use crate::engine::narrow::gjk;
use crate::engine::narrow::half_plane::parts_that_matter;
use crate::engine::probe::NoProbe;
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
                let nearest = a.iter().flat_map(|x| b.iter().map(move |y| (*x, *y))).map(|(x, y)| (rank(stage, x, y), (x, y)));
                let best = nearest.min_by(|x, y| x.0.total_cmp(&y.0));
                return best.map(|(_, pair)| pair).ok_or(complaint);
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

fn all_colliders(stage: &Stage, body: BodyId) -> Vec<ColliderId> {
    let count = stage.world().body(body).map_or(0, |b| b.colliders.len());
    (0..count as u32).map(|index| ColliderId { body, index }).collect()
}

/// How near two colliders are, metres: smaller is more interesting. Contacts (by depth) come before pairs that are
/// apart.
fn rank(stage: &Stage, x: ColliderId, y: ColliderId) -> f32 {
    let touching = stage.world().contact(x, y).filter(|contact| contact.count > 0);
    if let Some(contact) = touching {
        return contact.points().iter().fold(f32::INFINITY, |least, point| least.min(point.separation)) - 1e6;
    }
    let (Some(a), Some(b)) = (stage.world().collider(x), stage.world().collider(y)) else { return f32::INFINITY };
    let (pose_a, pose_b) = poses(stage, x, y);
    let pose_b_in_a = pose_a.inv_mul(pose_b);
    let [a, b] = parts_that_matter(&a.shape, &b.shape, pose_b_in_a);
    let (core_a, core_b) = (a.convex(), b.convex());
    let gap = gjk::distance(core_a, core_b, pose_b_in_a, &mut NoProbe).distance - core_a.radius - core_b.radius;
    max(gap, -1e5)
}

/// Poses of the two bodies that an algorithm runs with: those of the world's last step where the pair has a contact,
/// so that it is the very run that the world made; else where the bodies are now.
pub fn poses(stage: &Stage, a: ColliderId, b: ColliderId) -> (Pose, Pose) {
    if let Some(contact) = stage.world().contact(a, b) {
        return if contact.collider_a == a { (contact.pose_a, contact.pose_b) } else { (contact.pose_b, contact.pose_a) };
    }
    let pose = |id: ColliderId| stage.world().body(id.body).map_or(Pose::new(Vec2::ZERO, 0.0), |body| body.pose);
    (pose(a), pose(b))
}

fn suggestion(stage: &Stage, words: &str) -> String {
    let names = stage.names().bodies.list().iter().map(|(_, name)| (strsim::damerau_levenshtein(words, name), name));
    match names.min() {
        Some((distance, name)) if distance <= 1 + words.chars().count() / 3 => format!(" (did you mean `{name}`?)"),
        _ => String::new(),
    }
}
