//! Frames of what is selected: axes, which matrix leads from where to where, and one point in all of them.
//!
//! ```text
//!     world ◀── W ── train ◀── M ── cart ◀── ── body        each frame's axes in its colour, one unit of its own long
//!
//!     active:   the points go through the parts of M from first to last, the axes stand still        ○1 ○2 ○3
//!     passive:  the axes go through them from last to first, each part in the axes as they are then
//! ```

use super::kind::{Framed, Lens, LensInput};
use crate::draw::quantity::{angle, fixed};
use crate::draw::{DrawList, Role};
use crate::engine::frames::{Affine, Placement, Transform};
use crate::engine::math::{Vec2, direction};
use crate::scene::document::GroupDoc;
use crate::scene::stage::Stage;

/// The lens of this file.
pub const FRAMES: Lens = Lens {
    id: "frames",
    name: "Frames",
    explanation: "The frames of what is selected (nothing selected: of all groups): axes one unit long, a point's coordinates in each, the matrices between them.",
    role: Role::Curve(1),
    needs_pair: false,
    nothing,
    draw,
};

/// How long a unit axis is drawn in a frame without scale, points, at least.
const AXIS_PX: f32 = 52.0;
/// Of how many selected things the frames are drawn.
const MOST: usize = 12;

/// A frame to be drawn.
struct Drawn {
    name: String,
    world: Affine,
}

/// See [`Lens::nothing`].
fn nothing(input: &LensInput<'_>) -> Option<&'static str> {
    subjects(input).is_empty().then_some("no frame yet: select bodies, or group some of them (Ctrl+G).")
}

/// What is selected, else the outermost groups.
fn subjects(input: &LensInput<'_>) -> Vec<Framed> {
    if !input.chosen.is_empty() {
        return input.chosen.to_vec();
    }
    input.stage.groups().docs().iter().filter(|g| g.group.is_none()).map(|g| Framed::Group(g.id.clone())).collect()
}

fn draw(input: &LensInput<'_>, list: &mut DrawList) {
    let stage = input.stage;
    let all = subjects(input);
    let unit = nice(AXIS_PX * input.metres_per_px);
    let chains: Vec<_> = all.iter().take(MOST).filter_map(|subject| Some((subject, frames_of(stage, subject)?))).collect();
    each_axes_once(chains.iter().map(|(_, (frames, _))| frames.as_slice()), unit, list);
    for (i, (subject, (frames, point))) in chains.iter().enumerate() {
        for pair in frames.windows(2) {
            list.line(Role::Projection, pair[1].world.point(Vec2::ZERO), pair[0].world.point(Vec2::ZERO));
        }
        if i > 0 {
            continue;
        }
        words(frames, *point, list);
        if let Framed::Group(id) = subject
            && let Some(doc) = stage.groups().doc(id)
        {
            let outer = frames[frames.len() - 2].world;
            readings(doc, outer, unit, list);
            normals(doc, outer, unit, list);
        }
    }
}

/// From the world inwards to the subject, and a point of it in the world: a body's centre, a group's pivot.
fn frames_of(stage: &Stage, subject: &Framed) -> Option<(Vec<Drawn>, Vec2)> {
    let groups = stage.groups();
    let (group, body) = match subject {
        Framed::Group(id) => (Some(id.clone()), None),
        Framed::Body(id) => {
            let name = stage.names().bodies.name(*id)?;
            (groups.of_body(name).map(str::to_owned), Some((name.to_owned(), stage.world().body(*id)?)))
        }
    };
    let chain: Vec<GroupDoc> = group.as_deref().map_or(Vec::new(), |id| groups.chain(id).into_iter().cloned().collect());
    let mut frames = vec![Drawn { name: "world".to_owned(), world: Affine::IDENTITY }];
    for doc in chain.iter().rev() {
        frames.push(Drawn { name: doc.id.clone(), world: groups.world(Some(&doc.id)) });
    }
    if let Some((name, body)) = body {
        let world = Affine::shift(body.pose.position).after(Affine::turn(body.pose.rotation.angle()));
        frames.push(Drawn { name, world });
        return Some((frames, body.center));
    }
    let pivot = chain.first()?.placement.pivot;
    let point = frames.last()?.world.point(pivot);
    Some((frames, point))
}

/// Frames that several subjects share, or that lie on each other, are drawn once, with all their names.
fn each_axes_once<'a>(chains: impl Iterator<Item = &'a [Drawn]>, unit: f32, list: &mut DrawList) {
    let mut drawn: Vec<(&Drawn, usize, Vec<&str>)> = Vec::new();
    for (depth, frame) in chains.flat_map(|frames| frames.iter().enumerate()) {
        match drawn.iter_mut().find(|(first, ..)| first.world == frame.world) {
            Some((_, _, names)) if names.contains(&frame.name.as_str()) => {}
            Some((_, _, names)) => names.push(&frame.name),
            None => drawn.push((frame, depth, vec![&frame.name])),
        }
    }
    for (frame, depth, names) in drawn {
        axes(frame, &names.join(" = "), depth, unit, list);
    }
}

fn axes(frame: &Drawn, names: &str, depth: usize, unit: f32, list: &mut DrawList) {
    let role = Role::Curve(depth as u8 % 8);
    let origin = frame.world.point(Vec2::ZERO);
    for (axis, letter) in [(Vec2::X, "x"), (Vec2::Y, "y")] {
        let tip = frame.world.point(axis * unit);
        list.arrow(role, origin, tip);
        list.label(role, tip, Vec2::new(6.0, 6.0), 4, format!("{letter} {names}"));
    }
    list.dot(role, origin, 4.0);
}

/// The point in every frame, and the matrices from each frame to the one around it.
fn words(frames: &[Drawn], point: Vec2, list: &mut DrawList) {
    list.ring(Role::Selection, point, 6.0);
    let mut lines = Vec::new();
    for frame in frames {
        if let Some(back) = frame.world.inverse() {
            let p = back.point(point);
            lines.push(format!("P in {}: {}, {}", frame.name, fixed(p.x, 3), fixed(p.y, 3)));
        }
    }
    for pair in frames.windows(2) {
        if let Some(back) = pair[0].world.inverse() {
            lines.push(format!("{} ← {}:  {}", pair[0].name, pair[1].name, matrix(back.after(pair[1].world))));
        }
    }
    for (i, line) in lines.into_iter().enumerate() {
        list.label(Role::Text, point, Vec2::new(20.0, -18.0 - 20.0 * i as f32), 8, line);
    }
}

/// The rows of a matrix: `[ 2  0 | 1 ;  0  1 | 3 ]`.
fn matrix(m: Affine) -> String {
    let n = |x: f64| fixed(x as f32, 2);
    format!("[ {}  {} | {} ;  {}  {} | {} ]", n(m.x.x), n(m.y.x), n(m.origin.x), n(m.x.y), n(m.y.y), n(m.origin.y))
}

/// The way through the parts of a placement, of the tip of the first axis: points moved in fixed axes, and axes moved.
fn readings(doc: &GroupDoc, outer: Affine, unit: f32, list: &mut DrawList) {
    let placement = &doc.placement;
    if placement.matrix() == Affine::IDENTITY {
        return;
    }
    let (mark, parts) = (Vec2::X * unit, placement.order);
    let at = placement.stages().map(|stage| outer.after(stage).point(mark));
    list.polyline(Role::Prediction, at);
    for (i, at) in at.iter().enumerate() {
        list.dot(Role::Prediction, *at, 3.5);
        let word = if i == 0 { "0" } else { name(parts[i - 1]) };
        if i == 0 || (*at - outer.after(placement.stages()[i - 1]).point(mark)).length() > 0.0 {
            let words = if i == 0 { "active 0".to_owned() } else { format!("active {i} {word}") };
            list.label(Role::Prediction, *at, Vec2::new(8.0, -16.0), 5, words);
        }
    }
    for (i, axes) in placement.axes().iter().enumerate().skip(1).take(2) {
        let axes = outer.after(*axes);
        let origin = axes.point(Vec2::ZERO);
        for axis in [Vec2::X, Vec2::Y] {
            list.arrow(Role::Aim, origin, axes.point(0.7 * unit * axis));
        }
        list.label(Role::Aim, origin, Vec2::new(-8.0, -18.0), 5, format!("passive {i} {}", name(parts[3 - i])));
    }
}

/// Under uneven scale: an edge, what the matrix itself makes of its normal (leaning), and what the inverse transpose
/// makes of it.
fn normals(doc: &GroupDoc, outer: Affine, unit: f32, list: &mut DrawList) {
    let own = outer.after(doc.placement.matrix());
    if own.keeps_shapes() {
        return;
    }
    let at = own.point(doc.placement.pivot);
    let (tangent, normal) = (Vec2::new(1.0, -1.0), Vec2::new(1.0, 1.0));
    let (Some((along, _)), Some((lean, _)), Some(right)) =
        (direction(own.vector(tangent)), direction(own.vector(normal)), own.normal(normal))
    else {
        return;
    };
    list.line(Role::Text, at - along * (0.6 * unit), at + along * (0.6 * unit));
    list.arrow(Role::Warning, at, at + lean * (0.6 * unit));
    list.label(Role::Warning, at + lean * (0.6 * unit), Vec2::new(6.0, 4.0), 6, "M n leans");
    list.arrow(Role::Contact, at, at + right * (0.6 * unit));
    list.label(Role::Contact, at + right * (0.6 * unit), Vec2::new(6.0, 4.0), 6, "inverse transpose of M: the normal");
}

fn name(part: Transform) -> &'static str {
    match part {
        Transform::Scale => "scale",
        Transform::Turn => "turn",
        Transform::Move => "move",
    }
}

fn part_words(part: Transform, placement: &Placement) -> String {
    let about = |words: String| {
        let p = placement.pivot;
        if p == Vec2::ZERO { format!("{words} about the origin") } else { format!("{words} about {}, {}", fixed(p.x, 2), fixed(p.y, 2)) }
    };
    match part {
        Transform::Scale => about(format!("by {}, {}", fixed(placement.scale.x, 2), fixed(placement.scale.y, 2))),
        Transform::Turn => about(format!("by {}", angle(placement.angle))),
        Transform::Move => format!("by {}, {} m", fixed(placement.position.x, 2), fixed(placement.position.y, 2)),
    }
}

/// The active reading: what happens to the points, in the axes of the frame around.
pub fn active_words(placement: &Placement) -> Vec<String> {
    let line = |(i, part): (usize, &Transform)| format!("{}. {} the points {}", i + 1, name(*part), part_words(*part, placement));
    placement.order.iter().enumerate().map(line).collect()
}

/// The passive reading: what happens to the axes, each part written in the axes as the ones before have left them.
pub fn passive_words(placement: &Placement) -> Vec<String> {
    let line = |(i, part): (usize, &Transform)| format!("{}. {} the axes {}", i + 1, name(*part), part_words(*part, placement));
    placement.order.iter().rev().enumerate().map(line).collect()
}

/// The least of 1, 2, 5 times a power of ten that is at least so long.
fn nice(least: f32) -> f32 {
    let mut step = 1e-4;
    for factor in [2.0, 2.5, 2.0].into_iter().cycle() {
        if step >= least || step > 1e5 {
            break;
        }
        step *= factor;
    }
    step
}
