//! Where shadows come from: edges that face each lamp and edges that turn away, silhouettes, sides of shadow volumes,
//! and what cancelling saved.

use super::kind::{Lens, LensInput};
use super::shade::{self, Effort, Region};
use crate::draw::{DrawList, Role};
use crate::engine::math::{Pose, Vec2};
use crate::engine::probe::NoProbe;
use crate::light::facing::{Faced, Facing};
use crate::light::lamp::Lamp;
use crate::light::outline::{Form, OutlineStep, Outlines};
use crate::scene::document::LightDoc;
use crate::scene::stage::Stage;

/// The lens of this file.
pub const SHADOWS: Lens = Lens {
    id: "shadows",
    name: "Shadows",
    explanation: "Edges that face a lamp (thick) or turn away (thin), silhouettes between them, sides of shadow volumes (dashed); inner edges cancel (dotted).",
    role: Role::Silhouette,
    needs_pair: false,
    nothing,
    draw,
};

/// Pieces of half a circle.
const ARC_PIECES: f64 = 16.0;

/// See [`Lens::nothing`].
fn nothing(input: &LensInput<'_>) -> Option<&'static str> {
    input.stage.lights().is_empty().then_some("no lamp yet: choose the Light tool (;) and click where it goes.")
}

/// The steps of every lamp.
pub fn draw(input: &LensInput<'_>, list: &mut DrawList) {
    let stage = input.stage;
    let effort = Effort::of(stage);
    if effort.lamps == 0 {
        return; // the picture says why
    }
    let mut steps = Vec::new();
    let region = Region::of(stage, input.metres_per_px);
    let outlines = shade::outlines(stage, &region, &mut steps);
    cancelled(stage, &steps, list);
    for light in &stage.lights()[..effort.lamps] {
        if let Some(lamp) = shade::middle(stage, light) {
            let facing = Facing::new(&outlines, lamp, &mut NoProbe);
            edges(&facing, list);
            volumes(&facing, lamp, &region, list);
            words(stage, light, &outlines, &facing, list);
        }
    }
}

/// The inner edges whose counters came to zero.
fn cancelled(stage: &Stage, steps: &[OutlineStep], list: &mut DrawList) {
    for step in steps {
        if let OutlineStep::Cancelled { body, ends } = step {
            let pose = stage.world().body(crate::engine::body::BodyId(*body)).map_or(Pose::IDENTITY, |body| body.pose);
            let [a, b] = ends.map(|end| pose.transform_point(end));
            list.line(Role::Projection, a, b);
            list.cross(Role::Projection, 0.5 * (a + b), 4.0);
        }
    }
}

fn edges(facing: &Facing, list: &mut DrawList) {
    // Lit edges last: where the two sides of a wall lie on each other the lit one is seen.
    for faces in [false, true] {
        let role = if faces { Role::Light } else { Role::Shadow };
        for faced in facing.edges.iter().filter(|faced| faced.faces == faces) {
            list.polyline(role, chain(faced));
        }
    }
}

/// An edge as points.
pub(super) fn chain(faced: &Faced) -> Vec<Vec2> {
    match faced.edge.form {
        Form::Line => vec![faced.edge.from.as_vec2(), faced.edge.to.as_vec2()],
        Form::Arc { center, radius, start, turn } => {
            let pieces = (ARC_PIECES * turn / std::f64::consts::PI).ceil().max(1.0) as u32;
            let angle = |i: u32| start + turn * f64::from(i) / f64::from(pieces);
            let place = |i: u32| center + glam::DVec2::new(libm::cos(angle(i)), libm::sin(angle(i))) * radius;
            (0..=pieces).map(|i| place(i).as_vec2()).collect()
        }
    }
}

/// Silhouettes, and the sides of the shadow volumes that begin there.
fn volumes(facing: &Facing, lamp: Lamp, region: &Region, list: &mut DrawList) {
    let [_, far] = region.along(lamp);
    for silhouette in &facing.silhouettes {
        let ray = lamp.ray(silhouette.at);
        list.line(Role::Silhouette, silhouette.at.as_vec2(), ray.at(far).as_vec2());
        list.dot(Role::Silhouette, silhouette.at.as_vec2(), 4.0);
    }
}

/// The numbers of one lamp, step by step.
fn words(stage: &Stage, light: &LightDoc, outlines: &Outlines, facing: &Facing, list: &mut DrawList) {
    let lit = facing.edges.iter().filter(|faced| faced.faces).count();
    let (away, silhouettes) = (facing.away(), facing.silhouettes.len());
    // Each edge that casts a shadow by itself would need a side at either end.
    let sides = 2 * (away + outlines.cancelled / 2);
    let by_neighbours = facing.by_neighbours().len();
    let visits = facing.edges.len();
    let lines = [
        format!("{}: {} edges, {} inner ones cancel", light.id, outlines.counted, outlines.cancelled),
        format!("{lit} face it, {away} turn away"),
        format!("one pass over {visits} edges: {silhouettes} silhouettes"),
        format!("two passes, {visits} edges and {} vertices: {by_neighbours}", facing.vertices),
        format!("{silhouettes} sides of shadow volumes, {} saved", sides.saturating_sub(silhouettes)),
    ];
    let at = stage.light_place(light).unwrap_or_else(|| super::frame(stage).center);
    for (i, line) in lines.into_iter().enumerate() {
        list.label(Role::Text, at, Vec2::new(16.0, -14.0 - 21.0 * i as f32), 8, line);
    }
}
