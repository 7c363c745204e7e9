//! What a film of aiming or of a controller is about, where no pair is named: the only launcher with a target, the only
//! body with a controller.

use crate::engine::body::BodyId;
use crate::engine::collider::ColliderId;
use crate::scene::document::Document;
use crate::scene::stage::Stage;

type Pair = (ColliderId, ColliderId);

/// The pair that an algorithm is about; `None` for one that is not about launchers or controllers, and where the view
/// names a pair.
///
/// # Errors
/// There is none, or more than one: the message names them.
pub fn named_pair(document: &Document, algorithm: Option<&str>, stage: &Stage) -> Result<Option<Pair>, String> {
    let is_named = document.view.as_ref().is_some_and(|view| view.pair.is_some());
    let (found, one, many) = match algorithm.filter(|_| !is_named) {
        Some("aim") => (aiming(document, stage), "launcher that aims at a body", "launchers that aim at a body"),
        Some("control") => (controlled(document, stage), "body with a controller", "bodies with a controller"),
        _ => return Ok(None),
    };
    match found.as_slice() {
        [] => Err(format!("the scene has no {one}: name two bodies with --pair A,B")),
        [(_, pair)] => Ok(Some(*pair)),
        several => {
            let names: Vec<&str> = several.iter().map(|(name, _)| name.as_str()).collect();
            Err(format!("the scene has {} {many}; choose with --pair: {}", several.len(), names.join("; ")))
        }
    }
}

/// Each launcher with a target: its mount, or any other body, and the target.
fn aiming(document: &Document, stage: &Stage) -> Vec<(String, Pair)> {
    let of = |id: String| {
        let target = stage.target_of(&id)?;
        let mount = document.launcher(&id).and_then(|launcher| stage.names().bodies.id(launcher.body.as_deref()?));
        let pair = with_other(stage, target, mount)?;
        Some((named(stage, pair), pair))
    };
    stage.launchers().into_iter().filter_map(of).collect()
}

/// Each body with a controller: the body, and its target or any other.
fn controlled(document: &Document, stage: &Stage) -> Vec<(String, Pair)> {
    let of = |(id, target): (BodyId, Option<&String>)| {
        let pair = with_other(stage, id, target.and_then(|target| stage.names().bodies.id(target)))?;
        Some((named(stage, pair), pair))
    };
    let all = document.bodies.iter().filter_map(|body| Some((&body.id, body.control.as_ref()?)));
    all.filter_map(|(name, control)| Some((stage.names().bodies.id(name)?, control.target.as_ref()))).filter_map(of).collect()
}

/// A body with the other that is wanted, where that has a shape, else with the first that has one.
fn with_other(stage: &Stage, body: BodyId, wanted: Option<BodyId>) -> Option<Pair> {
    let first = |id: BodyId| stage.world().body(id).filter(|body| !body.colliders.is_empty()).map(|_| ColliderId { body: id, index: 0 });
    let others = wanted.into_iter().chain(stage.world().bodies().map(|(id, _)| id));
    Some((first(body)?, others.filter(|other| *other != body).find_map(first)?))
}

/// "gun,drone", as it is written after `--pair`.
fn named(stage: &Stage, (a, b): Pair) -> String {
    let name = |id: ColliderId| stage.names().bodies.name(id.body).unwrap_or("?");
    format!("{},{}", name(a), name(b))
}
