//! Edits of what stands in the world or hangs on one body: lamps and curves.

use super::motion::RigidMotion;
use crate::app::free_ids::FreeIds;
use crate::app::selection::Item;
use crate::scene::document::{Document, LightDoc, LightKind, PlaneCurveDoc};

/// Adds a lamp under a free id, which is returned.
pub fn add_light(document: &mut Document, mut light: LightDoc) -> String {
    let word = if matches!(light.kind, LightKind::Sun { .. }) { "sun" } else { "lamp" };
    let base = if light.id.is_empty() { word } else { &light.id };
    light.id = FreeIds::among(document.lights.iter().map(|l| l.id.as_str())).take(base);
    let id = light.id.clone();
    document.lights.push(light);
    id
}

/// Adds a curve under a free id, which is returned.
pub fn add_curve(document: &mut Document, mut curve: PlaneCurveDoc) -> String {
    let base = if curve.id.is_empty() { curve.kind.word() } else { &curve.id };
    curve.id = FreeIds::among(document.curves.iter().map(|c| c.id.as_str())).take(base);
    let id = curve.id.clone();
    document.curves.push(curve);
    id
}

/// Moves what is selected of both; what hangs on a body keeps its place there.
pub(super) fn move_loose(document: &mut Document, items: &[Item], motion: RigidMotion) {
    for light in document.lights.iter_mut().filter(|l| items.contains(&Item::Light(l.id.clone()))) {
        move_light(light, motion);
    }
    for curve in document.curves.iter_mut().filter(|c| items.contains(&Item::Curve(c.id.clone()))) {
        move_curve(curve, motion);
    }
}

/// The sun only turns.
fn move_light(light: &mut LightDoc, motion: RigidMotion) {
    match &mut light.kind {
        LightKind::Point { body: None, position, .. } => *position = motion.point(*position),
        LightKind::Point { .. } => {}
        LightKind::Sun { direction, .. } => *direction = motion.vector(*direction),
    }
}

fn move_curve(curve: &mut PlaneCurveDoc, motion: RigidMotion) {
    if curve.body.is_none() {
        for place in curve.kind.places_mut() {
            *place = motion.point(*place);
        }
    }
}

/// Adds copies; `renamed` tells what a body is called now, or that it is not there. A copy without its body, where that
/// body is unknown, would hang on nothing: it is left out.
pub(super) fn insert_loose(
    document: &mut Document,
    part: &Document,
    motion: RigidMotion,
    renamed: impl Fn(&Document, &str) -> Option<String>,
) -> Vec<Item> {
    let mut added = Vec::new();
    for light in &part.lights {
        let mut new = light.clone();
        move_light(&mut new, motion);
        if let LightKind::Point { body: Some(body), .. } = &mut new.kind {
            match renamed(document, body) {
                Some(name) => *body = name,
                None => continue,
            }
        }
        added.push(Item::Light(add_light(document, new)));
    }
    for curve in &part.curves {
        let mut new = curve.clone();
        move_curve(&mut new, motion);
        if let Some(body) = &mut new.body {
            match renamed(document, body) {
                Some(name) => *body = name,
                None => continue,
            }
        }
        added.push(Item::Curve(add_curve(document, new)));
    }
    added
}
