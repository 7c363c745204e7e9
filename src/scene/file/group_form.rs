//! The form of groups in a file, and the rules between them.

use super::report::{Report, did_you_mean, quoted, steps};
use super::walk::Walk;
use crate::engine::frames::{Placement, Transform};
use crate::engine::math::Vec2;
use crate::scene::document::{Document, GroupDoc};
use crate::scene::limits;
use std::collections::BTreeMap;

const fn order(first: Transform, second: Transform, third: Transform) -> [Transform; 3] {
    [first, second, third]
}

use Transform::{Move, Scale, Turn};
/// Orders of the three parts, as a file calls them.
const ORDERS: &[(&str, [Transform; 3])] = &[
    ("scale_turn_move", order(Scale, Turn, Move)),
    ("scale_move_turn", order(Scale, Move, Turn)),
    ("turn_scale_move", order(Turn, Scale, Move)),
    ("turn_move_scale", order(Turn, Move, Scale)),
    ("move_scale_turn", order(Move, Scale, Turn)),
    ("move_turn_scale", order(Move, Turn, Scale)),
];

/// A group.
pub fn group<W: Walk>(w: &mut W, g: &mut GroupDoc) {
    w.value("id", "Unique among groups.", &mut g.id, None, limits::NAME);
    w.maybe("group", "The group that it stands in; the world when left out.", &mut g.group, limits::NAME);
    let (p, d) = (&mut g.placement, Placement::default());
    let about = "How far its frame is moved, in the frame that it stands in, metres.";
    w.value("position", about, &mut p.position, Some(d.position), limits::COORDINATE);
    w.value("angle", "How far its frame is turned about the pivot, radians counter-clockwise.", &mut p.angle, Some(d.angle), limits::ANGLE);
    let about = "Factors along its axes, about the pivot; not between -0.001 and 0.001. Negative ones flip.";
    w.value("scale", about, &mut p.scale, Some(d.scale), limits::GROUP_SCALE);
    w.value(
        "pivot",
        "The point about which it is turned and scaled, in its own frame, metres.",
        &mut p.pivot,
        Some(Vec2::ZERO),
        limits::COORDINATE,
    );
    w.choice("order", "Which part comes first, second and last.", &mut p.order, Some(d.order), ORDERS);
}

/// References to groups lead somewhere, groups stand in no circle and not too deep, and none is flat.
pub fn check(report: &mut Report<'_>, document: &Document) {
    let by_id: BTreeMap<&str, (usize, &GroupDoc)> =
        document.groups.iter().enumerate().rev().map(|(i, g)| (g.id.as_str(), (i, g))).collect();
    let known = !report.is_blamed(&steps!["groups"]);
    let mut need = |list: &'static str, i: usize, id: Option<&String>| {
        if let Some(id) = id.filter(|id| known && !by_id.contains_key(id.as_str())) {
            let advice = || did_you_mean(id, by_id.keys().copied(), '"');
            report.complain(&steps![list, i, "group"], || format!("there is no group {}{}", quoted(id), advice()));
        }
    };
    document.bodies.iter().enumerate().for_each(|(i, b)| need("bodies", i, b.group.as_ref()));
    document.launchers.iter().enumerate().for_each(|(i, l)| need("launchers", i, l.group.as_ref()));
    document.lights.iter().enumerate().for_each(|(i, l)| need("lights", i, l.group.as_ref()));
    document.groups.iter().enumerate().for_each(|(i, g)| need("groups", i, g.group.as_ref()));
    for (i, launcher) in document.launchers.iter().enumerate() {
        if let Some(id) = launcher.only.group.as_ref().filter(|id| known && !by_id.contains_key(id.as_str())) {
            let advice = did_you_mean(id, by_id.keys().copied(), '"');
            report.complain(&steps!["launchers", i, "only", "group"], || format!("there is no group {}{advice}", quoted(id)));
        }
    }
    for (i, group) in document.groups.iter().enumerate() {
        for (axis, factor) in group.placement.scale.to_array().into_iter().enumerate() {
            if factor.abs() < limits::LEAST_GROUP_SCALE {
                let least = limits::LEAST_GROUP_SCALE;
                let words = || format!("must be at least {least} or at most -{least}, is {factor}: the group would be flat");
                report.complain(&steps!["groups", i, "scale", axis], words);
            }
        }
    }
    check_chains(report, document, &by_id);
}

/// Each circle is told once, at its first group in the file.
fn check_chains(report: &mut Report<'_>, document: &Document, by_id: &BTreeMap<&str, (usize, &GroupDoc)>) {
    /// Of a group: how deep it stands; `None` when it is in or below a circle.
    type Depth = Option<u64>;
    let mut depths: BTreeMap<usize, Depth> = BTreeMap::new();
    for start in 0..document.groups.len() {
        let mut path: Vec<usize> = Vec::new();
        let mut at = Some(start);
        let mut depth: Depth = Some(0);
        while let Some(i) = at {
            if let Some(known) = depths.get(&i) {
                depth = *known;
                break;
            }
            if let Some(place) = path.iter().position(|p| *p == i) {
                let names: Vec<String> = path[place..].iter().chain([&i]).map(|p| quoted(&document.groups[*p].id)).collect();
                report.complain(&steps!["groups", i, "group"], || format!("a group cannot stand in itself: {}", names.join(" in ")));
                depth = None;
                break;
            }
            path.push(i);
            at = document.groups[i].group.as_deref().and_then(|id| by_id.get(id)).map(|(i, _)| *i);
        }
        for i in path.into_iter().rev() {
            depth = depth.map(|depth| depth + 1);
            depths.insert(i, depth);
            if depth == Some(limits::GROUP_DEPTH + 1) {
                let most = limits::GROUP_DEPTH;
                report.complain(&steps!["groups", i, "group"], || format!("groups stand in each other more than {most} deep"));
            }
        }
    }
}
