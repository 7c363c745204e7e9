//! What is drawn or measured on bodies, under the map of what it is on; and what of it is selected and stands in the
//! world.

use super::lengths::{mean_factor, scaled};
use crate::app::graphs;
use crate::app::selection::Item;
use crate::engine::frames::Affine;
use crate::engine::math::{Vec2, direction};
use crate::scene::document::{Document, JointDoc, PlaneCurve, SmokeSourceDoc, Subject};
use crate::scene::limits;

/// Maps curves, notes, ends of tapes, sources of smoke, traces, and the points of graphs. `of_body` is the map within
/// the frame of a body that is mapped, `None` for all other bodies.
pub fn map_on_bodies(document: &mut Document, is_selected: impl Fn(Item) -> bool, map: Affine, of_body: impl Fn(&str) -> Option<Affine>) {
    let of = |body: &Option<String>, item: Item| match body {
        Some(body) => of_body(body),
        None => is_selected(item).then_some(map),
    };
    for curve in &mut document.curves {
        let Some(map) = of(&curve.body, Item::Curve(curve.id.clone())) else { continue };
        curve.kind.places_mut().into_iter().for_each(|place| *place = map.point(*place));
        if let PlaneCurve::Circle { radius, .. } = &mut curve.kind {
            *radius = scaled(*radius, mean_factor(map));
        }
    }
    for note in &mut document.notes {
        let Some(map) = of(&note.body, Item::Note(note.id.clone())) else { continue };
        note.position = map.point(note.position);
        note.to = note.to.map(|to| map.point(to));
    }
    for measure in &mut document.measures {
        let item = Item::Measure(measure.id.clone());
        for end in measure.ends_mut() {
            if let Some(map) = of(&end.body, item.clone()) {
                end.at = map.point(end.at);
            }
        }
    }
    for region in &mut document.smoke {
        if is_selected(Item::Smoke(region.id.clone())) {
            region.carry(|point| map.point(point), |vector| map.vector(vector));
        }
        for source in &mut region.sources {
            if let Some(map) = source.body.as_deref().and_then(&of_body) {
                map_source(source, map);
            }
        }
    }
    for trace in &mut document.traces {
        map_point(&trace.body, &mut trace.at, &of_body);
    }
    for curve in graphs::curves(document) {
        if let Subject::Point { body, at } = &mut curve.of {
            map_point(body, at, &of_body);
        }
    }
}

fn map_point(body: &str, at: &mut Vec2, of_body: &impl Fn(&str) -> Option<Affine>) {
    if let Some(map) = of_body(body) {
        *at = map.point(*at);
    }
}

/// The wind in a source is no length: it only turns and flips.
fn map_source(source: &mut SmokeSourceDoc, map: Affine) {
    source.position = map.point(source.position);
    source.radius = scaled(source.radius, mean_factor(map)).min(limits::SMOKE_SIZE.max);
    let (wind, speed) = (map.vector(source.wind), source.wind.length());
    if let Some((along, _)) = direction(wind).filter(|_| wind != source.wind) {
        source.wind = along * speed;
    }
}

/// Takes joints along with bodies that move: whole ones whose bodies all move (those that pin a body to the world) or
/// that are named themselves; of a rod or spring the end on a body that moves, while its end in the world stays.
pub fn carry_joints(
    document: &mut Document,
    moves: impl Fn(&str) -> bool,
    named: impl Fn(&JointDoc) -> bool,
    whole: impl Fn(&mut JointDoc),
    end: impl Fn(Vec2) -> Vec2,
) {
    for joint in &mut document.joints {
        let on_a = joint.body_a.as_deref().map(&moves);
        if named(joint) || moves(&joint.body_b) && on_a.unwrap_or(!joint.has_ends()) {
            whole(joint);
        } else if joint.has_ends() {
            if on_a == Some(true) {
                joint.anchor_a = end(joint.anchor_a);
            }
            if moves(&joint.body_b) {
                joint.anchor_b = end(joint.anchor_b);
            }
        }
    }
}
