//! What happens in the world: edges, counters, silhouettes, sides of shadow volumes, the dark.

use super::questions::asked_edge;
use super::reel::{Moment, ShadowReel};
use super::run::OfLamp;
use super::table::signed;
use crate::draw::{DrawList, Role, Sheet};
use crate::engine::math::Vec2;
use crate::lens::microscope::part::{Part, PartKind};
use crate::lens::{bodies, shade, shadows};
use crate::light::facing::Faced;
use crate::light::lamp::Lamp;
use crate::light::outline::OutlineStep;

/// Darkness of a shadow, and strength of the light, as areas.
const DARK: f32 = 0.45;
const LIT: f32 = 0.08;

/// With more bodies than this, names would cover the picture.
const MOST_NAMED: usize = 12;

pub(super) fn world(reel: &ShadowReel, moment: Moment, list: &mut DrawList) {
    list.sheet = Sheet::World;
    for (shape, pose) in &reel.run.bodies {
        bodies::shape(list, Role::GridAxis, shape, *pose);
    }
    let lamp = moment.lamp().map(|lamp| &reel.run.lamps[lamp]);
    match (moment, lamp) {
        (Moment::Parts, _) => parts(reel, false, list),
        (Moment::Cancelled, _) => {
            parts(reel, true, list);
            outline(reel, list);
        }
        (Moment::Result, _) => {
            for of in &reel.run.lamps {
                shade::areas(&of.shadows, &reel.run.region(), [0.0, DARK], list);
            }
            reel.run.lamps.iter().for_each(|of| silhouettes(of, false, list));
        }
        (_, Some(of)) => of_lamp(reel, of, moment, list),
        (_, None) => {}
    }
    for (body, name) in reel.run.names.iter().filter(|_| reel.run.names.len() <= MOST_NAMED) {
        list.label(Role::QuietText, reel.run.pose(*body).position, Vec2::new(8.0, 8.0), 3, name.clone());
    }
    reel.run.lamps.iter().for_each(|of| symbol(reel, of, lamp.is_some_and(|lamp| lamp.name == of.name), list));
}

fn of_lamp(reel: &ShadowReel, of: &OfLamp, moment: Moment, list: &mut DrawList) {
    if matches!(moment, Moment::Dark(_)) {
        shade::areas(&of.shadows, &reel.run.region(), [LIT, DARK], list);
    }
    edges(of, list);
    match moment {
        Moment::Faces(_) | Moment::Tangents(_) => {
            if let Some(faced) = asked_edge(reel, of) {
                rays_to(of, faced, list);
            }
        }
        Moment::Counters(_) => counters(reel, of, list),
        Moment::Kept(_) | Moment::Neighbours(_) => silhouettes(of, true, list),
        Moment::Volumes(_) | Moment::Dark(_) => {
            let [_, far] = reel.run.region().along(of.lamp);
            for (number, silhouette) in of.kept().enumerate() {
                list.of(Part::nth(PartKind::Row, number)).line(
                    Role::Silhouette,
                    silhouette.at.as_vec2(),
                    of.lamp.ray(silhouette.at).at(far).as_vec2(),
                );
            }
            silhouettes(of, false, list);
        }
        _ => {}
    }
}

/// Every edge that a part ran through, or those whose counters came to zero.
fn parts(reel: &ShadowReel, only_cancelled: bool, list: &mut DrawList) {
    for step in &reel.run.outline_steps {
        let (body, ends, is_cancelled) = match step {
            OutlineStep::Counted { body, ends, .. } => (*body, ends, false),
            OutlineStep::Cancelled { body, ends } => (*body, ends, true),
        };
        if is_cancelled != only_cancelled {
            continue;
        }
        let [a, b] = ends.map(|end| reel.run.pose(body).transform_point(end));
        if is_cancelled {
            list.line(Role::Projection, a, b);
            list.cross(Role::Miss, 0.5 * (a + b), 5.0);
        } else {
            list.arrow(Role::Guide, a, a + 0.9 * (b - a));
        }
    }
    if !only_cancelled {
        // What is round has no sharp edges to count.
        let is_round = |edge: &&crate::light::outline::Edge| matches!(edge.form, crate::light::outline::Form::Arc { .. }) || edge.is_wall;
        for edge in reel.run.outlines.edges.iter().filter(is_round) {
            list.polyline(Role::Guide, shadows::chain(&Faced { edge: *edge, faces: false }));
        }
    }
}

fn outline(reel: &ShadowReel, list: &mut DrawList) {
    for edge in &reel.run.outlines.edges {
        list.polyline(Role::Silhouette, shadows::chain(&Faced { edge: *edge, faces: false }));
    }
}

/// Edges that turn away, then those that face the lamp.
fn edges(of: &OfLamp, list: &mut DrawList) {
    for faces in [false, true] {
        let role = if faces { Role::Light } else { Role::Shadow };
        for (number, faced) in of.facing.edges.iter().enumerate().filter(|(_, faced)| faced.faces == faces) {
            list.of(Part::nth(PartKind::Edge, number)).polyline(role, shadows::chain(faced));
        }
    }
}

/// From the middle of an edge outwards, and to the lamp.
fn rays_to(of: &OfLamp, faced: &Faced, list: &mut DrawList) {
    let chain = shadows::chain(faced);
    let [Some(first), Some(last)] = [chain.first(), chain.last()] else { return };
    let middle = if chain.len() > 2 { chain[chain.len() / 2] } else { 0.5 * (*first + *last) };
    let length = (*last - *first).length();
    let out = (*last - *first).perp() * -1.0;
    let list = &mut list.of(ASKED);
    list.line(Role::Selection, *first, *last);
    list.arrow(Role::Selection, middle, middle + 0.5 * out);
    let to_lamp = match of.lamp {
        Lamp::Point(at) => at.as_vec2(),
        Lamp::Sun(along) => middle - 2.0 * length * along.as_vec2(),
    };
    list.line(Role::Prediction, middle, to_lamp);
}

/// The part that the edge is which is asked about.
pub(super) const ASKED: Part = Part::of(PartKind::Axis);

/// What each vertex of the told body was given.
fn counters(reel: &ShadowReel, of: &OfLamp, list: &mut DrawList) {
    for (vertex, at) in super::table::vertices(reel, of) {
        let given = of.given(vertex);
        let sum: i32 = given.iter().sum();
        list.dot(if sum == 0 { Role::QuietText } else { Role::Silhouette }, at, 3.0);
        list.label(if sum == 0 { Role::QuietText } else { Role::Silhouette }, at, Vec2::new(8.0, 8.0), 4, signed(sum));
    }
}

fn silhouettes(of: &OfLamp, with_words: bool, list: &mut DrawList) {
    for (number, silhouette) in of.kept().enumerate() {
        let list = &mut list.of(Part::nth(PartKind::Row, number));
        list.dot(Role::Silhouette, silhouette.at.as_vec2(), 4.5);
        if with_words {
            list.label(Role::Silhouette, silhouette.at.as_vec2(), Vec2::new(9.0, 9.0), 5, signed(silhouette.sign));
        }
    }
}

/// A lamp, or an arrow for the sun; the one that is looked at is larger.
fn symbol(reel: &ShadowReel, of: &OfLamp, is_shown: bool, list: &mut DrawList) {
    match of.lamp {
        Lamp::Point(at) => {
            list.ring(Role::Light, at.as_vec2(), if is_shown { 9.0 } else { 6.0 });
            list.dot(Role::Light, at.as_vec2(), 3.0);
            list.label(Role::Light, at.as_vec2(), Vec2::new(12.0, 8.0), 4, of.name.clone());
        }
        Lamp::Sun(along) => {
            let [low, high] = reel.run.bounds();
            let (middle, size) = (0.5 * (low + high), (high - low).length());
            let tip = middle - 0.36 * size * along.as_vec2();
            list.arrow(Role::Light, tip - 0.14 * size * along.as_vec2(), tip);
        }
    }
}
