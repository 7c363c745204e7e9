//! The pictures: boxes in the world, the tree as a diagram with the rows of cells below it, the count of tests.

use super::reel::{BroadReel, MOST_NAMED};
use super::run::SearchStep;
use super::words::{box_part, node_part, parts};
use crate::draw::chart::{Series, chart};
use crate::draw::{DrawList, Role, Sheet};
use crate::engine::math::Vec2;
use crate::lens::boxes::corners;
use crate::lens::microscope::part::PartKind;

/// Counter-clockwise.
pub(super) fn role_of(overlaps: bool) -> Role {
    if overlaps { Role::Contact } else { Role::Warning }
}

/// All enlarged boxes; the inner boxes and cells that were looked at; the region; the look of the frame.
pub(super) fn world(reel: &BroadReel, frame: usize, list: &mut DrawList) {
    list.sheet = Sheet::World;
    let s = &reel.search;
    for each in &s.boxes {
        list.of(box_part(each.proxy)).outline(Role::BoundingBox, corners(each.aabb));
    }
    for look in reel.so_far(frame) {
        let list = &mut list.of(parts(look).first().map(|part| part.tag()));
        match *look {
            SearchStep::Node { aabb, overlaps, leaf, .. } if overlaps || leaf.is_some() => {
                list.outline(if leaf.is_some() && overlaps { Role::Contact } else { Role::TreeBox }, corners(aabb));
            }
            SearchStep::Node { aabb, .. } => list.outline(Role::Warning, corners(aabb)),
            SearchStep::Cells { region, .. } => list.outline(Role::GridCell, corners(region)),
            SearchStep::Candidate { aabb, overlaps: true, .. } => list.outline(Role::Contact, corners(aabb)),
            SearchStep::Candidate { .. } => {}
        }
    }
    let list = &mut list.of(PartKind::Region);
    list.outline(Role::SearchDirection, corners(s.region));
    list.label(Role::SearchDirection, Vec2::new(s.region.min.x, s.region.max.y), Vec2::new(-6.0, 8.0), 7, "Q");
    if let Some(look) = reel.at(frame) {
        let (aabb, role, words) = match *look {
            SearchStep::Node { node, aabb, overlaps, .. } => (aabb, role_of(overlaps), s.node_words(node)),
            SearchStep::Cells { region, .. } => (region, Role::GridCell, "cells".to_owned()),
            SearchStep::Candidate { proxy, aabb, overlaps } => (aabb, role_of(overlaps), format!("the box of {}", s.name(proxy))),
        };
        let list = &mut list.of(parts(look).first().map(|part| part.tag()));
        list.polygon(role, corners(aabb), 0.0);
        list.label(role, Vec2::new(aabb.max.x, aabb.max.y), Vec2::new(6.0, 8.0), 9, words);
    }
}

/// Distance of leaves and of levels, and height of a row of cells, units of the sheet.
const STEP: f32 = 1.0;
const LEVEL: f32 = 1.4;
const ROW: f32 = 0.8;

/// Place of each node: leaves side by side, parents above the middle of their children.
fn places(reel: &BroadReel) -> Vec<(u32, Vec2)> {
    let nodes = &reel.search.nodes;
    let mut places: Vec<(u32, Vec2)> = nodes.iter().map(|n| (n.node, Vec2::new(0.0, -LEVEL * n.depth as f32))).collect();
    let mut leaves = 0.0;
    for (place, _) in places.iter_mut().zip(nodes).filter(|(_, n)| n.proxy.is_some()) {
        place.1.x = leaves * STEP;
        leaves += 1.0;
    }
    // Children come after their parents, so from the back all are placed in time.
    for i in (0..nodes.len()).rev().filter(|&i| nodes[i].proxy.is_none()) {
        let own: Vec<f32> = (i + 1..nodes.len()).filter(|&j| nodes[j].parent == Some(nodes[i].node)).map(|j| places[j].1.x).collect();
        places[i].1.x = own.iter().sum::<f32>() / own.len().max(1) as f32;
    }
    places
}

/// The tree with what was visited and pruned; below it the rows of cells with what was in them.
pub(super) fn diagram(reel: &BroadReel, frame: usize, list: &mut DrawList) {
    list.sheet = Sheet::Diagram;
    let s = &reel.search;
    let places = places(reel);
    let at = |node: u32| places.iter().find(|(n, _)| *n == node).map(|(_, at)| *at);
    for node in &s.nodes {
        if let (Some(from), Some(to)) = (node.parent.and_then(at), at(node.node)) {
            list.line(Role::Projection, from, to);
        }
    }
    let few = s.nodes.iter().filter(|n| n.proxy.is_some()).count() <= MOST_NAMED;
    for node in &s.nodes {
        let Some(place) = at(node.node) else { continue };
        let list = &mut list.of(node_part(node.node));
        let seen = reel.so_far(frame).iter().rev().find_map(|look| match *look {
            SearchStep::Node { node: seen, overlaps, .. } if seen == node.node => Some(overlaps),
            _ => None,
        });
        match seen {
            Some(true) => list.dot(Role::Contact, place, 6.0),
            Some(false) => list.cross(Role::Warning, place, 6.0),
            None => list.dot(Role::QuietText, place, 3.0),
        }
        if let Some(proxy) = node.proxy.filter(|_| few) {
            let role = if proxy == s.asker { Role::SearchDirection } else { Role::QuietText };
            list.cell(role, place, Vec2::new(0.0, -10.0), Vec2::new(1.9 * STEP, LEVEL), s.name(proxy).to_owned());
        }
    }
    if let Some(SearchStep::Node { node, .. }) = reel.at(frame)
        && let Some(place) = at(*node)
    {
        list.of(node_part(*node)).ring(Role::SearchDirection, place, 11.0);
    }
    let floor = places.iter().map(|(_, at)| at.y).fold(0.0, f32::min);
    rows(reel, frame, floor - LEVEL, list);
    list.dot(Role::Grid, Vec2::ZERO, 1.0);
}

/// One row for each row of cells that was read, a mark for each box in it.
fn rows(reel: &BroadReel, frame: usize, top: f32, list: &mut DrawList) {
    let (mut y, mut x) = (top, 0.0);
    let few = reel.looks.len() <= MOST_NAMED;
    for (index, look) in reel.looks.iter().enumerate() {
        let is_seen = index < frame;
        match *look {
            SearchStep::Node { .. } => continue,
            SearchStep::Cells { .. } => {
                (y, x) = (y - ROW, 0.0);
                let role = if index + 1 == frame { Role::SearchDirection } else { Role::GridCell };
                list.line(if is_seen { role } else { Role::Grid }, Vec2::new(0.0, y), Vec2::new(0.6, y));
            }
            SearchStep::Candidate { proxy, overlaps, .. } => {
                x += STEP;
                let place = Vec2::new(x, y);
                let list = &mut list.of(box_part(proxy));
                match (is_seen, overlaps) {
                    (false, _) => list.dot(Role::QuietText, place, 2.0),
                    (true, true) => list.dot(Role::Contact, place, 5.0),
                    (true, false) => list.cross(Role::Warning, place, 5.0),
                }
                if is_seen || few {
                    let role = if index + 1 == frame { Role::Text } else { Role::QuietText };
                    list.cell(role, place, Vec2::new(0.0, 9.0), Vec2::new(1.9 * STEP, ROW), reel.search.name(proxy).to_owned());
                }
                if index + 1 == frame {
                    list.ring(Role::SearchDirection, place, 10.0);
                }
            }
        }
    }
}

/// Tests made so far, and what comparing with every box would cost.
pub(super) fn count(reel: &BroadReel, frame: usize, list: &mut DrawList) {
    let iterations = reel.looks.len() + 2;
    let mut tests = 0;
    let mut points = vec![(0, 0.0)];
    // Only what has been tested so far: a question asks how many there will be.
    for (index, look) in reel.looks.iter().enumerate().take(frame) {
        tests += usize::from(look.is_test());
        points.push((index + 1, tests as f32));
    }
    let all = reel.search.boxes.len() as f32;
    let series = [
        Series { role: Role::Bound, name: "all boxes".into(), points: vec![(0, all), (iterations - 1, all)], tag: None },
        Series { role: Role::Contact, name: "tests".into(), points, tag: None },
    ];
    chart(&series, iterations, frame, "", list);
}
