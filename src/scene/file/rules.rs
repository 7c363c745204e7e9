//! What one field alone cannot tell: ids, references, geometry, mass, and sense.

use super::body_form::geometry_word;
use super::body_names::{Bodies, check_pair};
use super::control_form;
use super::format::Form;
use super::friction_rules;
use super::graph_rules;
use super::group_form;
use super::layout::number_text;
use super::lesson_form::needs_pair;
use super::lesson_rules;
use super::report::{Report, Step, below, did_you_mean, quoted, steps};
use super::skin_form;
use super::stopwatch_form;
use super::tape::{Tape, ValueKind};
use crate::engine::body::BodyKind;
use crate::engine::math::Vec2;
use crate::engine::shape::decompose::decompose;
use crate::engine::shape::{ConvexPolygon, ShapeError};
use crate::engine::tuning;
use crate::scene::build::shapes;
use crate::scene::control::ControlDoc;
use crate::scene::document::{BodyDoc, Document, Geometry, JointDoc, LightKind, PlaneCurve, ShapeDoc};
use crate::scene::formula::Formula;
use crate::scene::limits;
use crate::scene::progress::Phase;
use std::collections::BTreeMap;

/// Checks all rules between fields.
pub fn check(form: &Form, report: &mut Report<'_>) {
    let document = &form.document;
    let projectiles = form.state.as_ref().map_or(&[][..], |s| s.projectiles());
    for (list, ids) in document.id_lists() {
        unique(report, &[list], ids.into_iter());
    }
    unique(report, &["state", "projectiles"], projectiles.iter().map(|p| p.id.as_str()));
    friction_rules::check_materials(report, document);
    let bodies = Bodies::new(document);
    for (i, body) in document.bodies.iter().enumerate() {
        if !report.reach(Phase::Checking, i, document.bodies.len()) {
            return;
        }
        check_body(report, &steps!["bodies", i], body, document, &bodies);
    }
    for (i, body) in projectiles.iter().enumerate() {
        check_body(report, &steps!["state", "projectiles", i], body, document, &bodies);
    }
    for (i, joint) in document.joints.iter().enumerate() {
        check_joint(report, &steps!["joints", i], joint, &bodies);
    }
    check_launchers(report, document, &bodies);
    check_lights(report, document, &bodies);
    check_curves(report, document, &bodies);
    for (i, note) in document.notes.iter().enumerate() {
        bodies.find_named(report, &steps!["notes", i, "body"], note.body.as_ref());
    }
    check_measures(report, document, &bodies);
    check_smoke(report, document, &bodies);
    group_form::check(report, document);
    skin_form::check(report, document);
    check_view(report, document, &bodies);
    lesson_rules::check(report, document, &bodies);
    graph_rules::check(report, document);
    stopwatch_form::check(report, document);
    for (i, trigger) in document.stopwatch.triggers.iter().enumerate() {
        bodies.find(report, &steps!["stopwatch", "triggers", i, "body"], &trigger.body);
    }
    if let Some(state) = &form.state {
        for (i, projectile) in projectiles.iter().enumerate() {
            if bodies.has(&projectile.id) {
                let words = || format!("{} is the id of a body already", quoted(&projectile.id));
                report.complain(&steps!["state", "projectiles", i, "id"], words);
            }
        }
        if bodies.known(report) {
            state.check_ids(document, report);
        }
    }
    if let Some(extra) = &document.extra {
        check_extra(report, extra);
    }
}

/// The ends of tapes and protractors are tied to bodies that are there.
fn check_measures(report: &mut Report<'_>, document: &Document, bodies: &Bodies<'_>) {
    for (i, measure) in document.measures.iter().enumerate() {
        for (end, key) in measure.ends().zip(["from", "to", "apex"]) {
            bodies.find_named(report, &steps!["measures", i, key, "body"], end.body.as_ref());
        }
    }
}

/// Blames every id but the first of equal ones.
fn unique<'a>(report: &mut Report<'_>, list: &[&'static str], ids: impl Iterator<Item = &'a str>) {
    let mut first: BTreeMap<&str, usize> = BTreeMap::new();
    for (i, id) in ids.enumerate() {
        let Some(&earlier) = first.get(id) else {
            first.insert(id, i);
            continue;
        };
        let mut path: Vec<Step> = list.iter().map(|key| Step::from(*key)).collect();
        path.extend([Step::from(i), Step::from("id")]);
        report.complain(&path, || format!("duplicate id {}: {}[{earlier}] has it already", quoted(id), list.join(".")));
    }
}

/// A velocity's length is bounded, as the engine bounds it; each component by itself has been looked at before.
fn check_speed(report: &mut Report<'_>, path: &[Step], velocity: Vec2) {
    let at = below(path, &steps!["linear_velocity"]);
    // What a run has left there may be longer by a rounding.
    if velocity.length() > tuning::MAX_SPEED * (1.0 + 1e-6) && report.is_clean(&at) {
        let [x, y] = velocity.to_array();
        report.complain(&at, || format!("must be at most {} m/s long, is [{x}, {y}], {:.1} m/s", tuning::MAX_SPEED, velocity.length()));
    }
}

fn check_body(report: &mut Report<'_>, path: &[Step], body: &BodyDoc, document: &Document, bodies: &Bodies<'_>) {
    for (i, shape) in body.shapes.iter().enumerate() {
        let at = below(path, &steps!["shapes", i]);
        if let Some(material) = &shape.material
            && !document.materials.contains_key(material)
            && !report.is_blamed(&steps!["materials"])
        {
            let advice = || did_you_mean(material, document.materials.keys().map(String::as_str), '"');
            report.complain(&below(&at, &steps!["material"]), || format!("there is no material {}{}", quoted(material), advice()));
        }
        let at = below(&at, &steps![geometry_word(&shape.geometry)]);
        if report.is_clean(&at)
            && let Err(flaw) = build(&shape.geometry)
        {
            report.complain(&below(&at, &flaw.place), || flaw.words);
        }
    }
    check_speed(report, path, body.linear_velocity);
    for (i, force) in body.forces.iter().enumerate() {
        if let Some(Err(why)) = force.formula.as_deref().map(Formula::parse) {
            report.complain(&below(path, &steps!["forces", i, "formula"]), || format!("must be a formula: {why}"));
        }
    }
    check_ground(report, path, body);
    friction_rules::check_shapes(report, path, body, document);
    if let Some(control) = &body.control {
        check_control(report, &below(path, &steps!["control"]), control, body, bodies);
    }
    if body.mine.is_some() && !body.shapes.iter().any(|shape| shape.sensor) {
        report.complain(&below(path, &steps!["mine"]), || "needs a shape that is a sensor, which something can enter".into());
    }
    let massive = |shape: &ShapeDoc| !shape.sensor && !shape.geometry.is_massless() && density(shape, document) > 0.0;
    let at = below(path, &steps!["shapes"]);
    if body.kind == BodyKind::Dynamic && report.is_clean(&at) && !body.shapes.iter().any(massive) {
        let words = "a dynamic body needs mass: give it a shape other than a segment or a sensor with a density above 0, or make it static";
        report.complain(&at, || words.into());
    }
}

/// What has no end has no mass and no middle to turn about: it stands.
fn check_ground(report: &mut Report<'_>, path: &[Step], body: &BodyDoc) {
    let kind = match body.kind {
        BodyKind::Static => return,
        BodyKind::Kinematic => "kinematic",
        BodyKind::Dynamic => "dynamic",
    };
    for (i, shape) in body.shapes.iter().enumerate() {
        if matches!(shape.geometry, Geometry::HalfPlane { .. }) {
            let at = below(path, &steps!["shapes", i, "half_plane"]);
            report.complain(&at, || format!("a half-plane needs a \"static\" body, this one is \"{kind}\""));
        }
    }
}

fn check_control(report: &mut Report<'_>, path: &[Step], control: &ControlDoc, body: &BodyDoc, bodies: &Bodies<'_>) {
    for (key, id) in [("target", &control.target), ("look_at", &control.look_at)] {
        let Some(id) = id else { continue };
        let at = below(path, &steps![key]);
        bodies.find(report, &at, id);
        if *id == body.id {
            report.complain(&at, || format!("must be another body, is {} itself", quoted(id)));
        }
    }
    control_form::check_goals(report, path, control);
}

/// Density of a shape, kg/m²: its own, else its material's, else the default.
fn density(shape: &ShapeDoc, document: &Document) -> f32 {
    let material = || shape.material.as_ref().and_then(|name| document.materials.get(name)?.density);
    shape.density.or_else(material).unwrap_or(tuning::DENSITY)
}

/// Why a geometry cannot be built: where below it, and what.
struct ShapeFlaw {
    place: Vec<Step>,
    words: String,
}

/// Tries the engine's own constructors: what they refuse cannot be in a scene.
fn build(geometry: &Geometry) -> Result<(), ShapeFlaw> {
    match geometry {
        Geometry::Outline { vertices } => build_outline(vertices),
        other => shapes(other).map(drop).map_err(|error| shape_flaw(&error)),
    }
}

fn build_outline(vertices: &[Vec2]) -> Result<(), ShapeFlaw> {
    let whole = |words: String| ShapeFlaw { place: steps!["vertices"].into(), words };
    let parts = decompose(vertices).map_err(|error| match error {
        ShapeError::Collinear { .. } => whole("the outline has no area".into()),
        error => shape_flaw(&error),
    })?;
    // Indices in the error of a part would count that part's vertices, so they stay out of the place.
    let part = |part: &Vec<Vec2>| ConvexPolygon::try_new(part, 0.0).map(drop);
    parts.iter().try_for_each(part).map_err(|error| whole(format!("cannot be cut into convex parts: {error}")))
}

fn shape_flaw(error: &ShapeError) -> ShapeFlaw {
    let vertex = |i: usize| steps!["vertices", i].to_vec();
    let (place, words) = match *error {
        ShapeError::EqualVertices { first, second } => (vertex(second), format!("is the same point as vertices[{first}]")),
        ShapeError::Collinear { middle } => (vertex(middle), "lies on one line with its neighbours (collinear); leave it out".into()),
        ShapeError::NotConvex { vertex: i } => {
            (vertex(i), "the polygon is not convex here; use \"outline\" instead of \"polygon\" for shapes with dents".into())
        }
        ShapeError::SelfCrossing { first, second } => {
            (vertex(second), format!("the edge that starts here crosses the edge that starts at vertices[{first}]"))
        }
        ShapeError::OutOfRange { what: "length", value, min, max } => {
            (Vec::new(), format!("a and b must be from {} to {} m apart, are {}", number_text(min), number_text(max), number_text(value)))
        }
        ShapeError::OutOfRange { what: what @ ("width" | "height" | "radius" | "rounding"), value, min, max } => {
            (steps![what].into(), format!("must be from {} to {} m, is {}", number_text(min), number_text(max), number_text(value)))
        }
        _ => (Vec::new(), error.to_string()),
    };
    ShapeFlaw { place, words }
}

fn check_joint(report: &mut Report<'_>, path: &[Step], joint: &JointDoc, bodies: &Bodies<'_>) {
    let key = |name: &'static str| below(path, &steps![name]);
    let body_b = bodies.find(report, &key("body_b"), &joint.body_b);
    let body_a = joint.body_a.as_ref().map(|id| bodies.find(report, &key("body_a"), id));
    let fixed = |body: &BodyDoc| body.kind != BodyKind::Dynamic;
    if joint.body_a.as_ref() == Some(&joint.body_b) {
        report.complain(&key("body_b"), || format!("joins the body {} to itself", quoted(&joint.body_b)));
    } else if body_b.is_some_and(fixed) && body_a.is_none_or(|a| a.is_some_and(fixed)) {
        let words = match &joint.body_a {
            Some(a) => format!("neither {} nor {} is dynamic: this joint could move nothing", quoted(a), quoted(&joint.body_b)),
            None => format!("joins {}, which is not dynamic, to the world: this joint could move nothing", quoted(&joint.body_b)),
        };
        report.complain(&key("body_b"), || words);
    }
    if !joint.kind.info().stored {
        report.complain(&key("kind"), || format!("{} joints are not kept in files", joint.kind.info().word));
    }
    if !joint.has_ends() && joint.anchor_a != joint.anchor_b {
        report.complain(&key("anchor"), || "is one point for both bodies: the anchors differ".into());
    }
    if joint.motor_keys.is_some() && joint.kind.info().motor.is_none() {
        report.complain(&key("kind"), || format!("{} joints have no motor that a key could switch", joint.kind.info().word));
    }
    let (limits, axis, length) = (joint.kind.limits(), joint.kind.axis(), joint.kind.length());
    if let Some(l) = limits.filter(|l| l.lower > l.upper) {
        report.complain(&key("limits"), || {
            format!("the first bound must not be above the second, is {} > {}", number_text(l.lower), number_text(l.upper))
        });
    }
    if let Some(axis) = axis.filter(|axis| !has_direction(*axis)) {
        report.complain(&key("axis"), || format!("must have a direction, is [{}, {}]", number_text(axis.x), number_text(axis.y)));
    }
    if let Some(curve) = joint.kind.curve() {
        let long: f32 = curve.windows(2).map(|two| (two[1] - two[0]).length()).sum();
        if long < limits::LENGTH.min {
            report.complain(&key("curve"), || format!("is shorter than {} m: its points are the same", number_text(limits::LENGTH.min)));
        }
    }
    let apart = (joint.anchor_b - joint.anchor_a).length();
    let is_rod = joint.kind.info().length.is_some() && length.is_none() && limits.is_none();
    if is_rod && apart < limits::LENGTH.min {
        report
            .complain(&key("anchor_b"), || "is the same point as the first anchor: give a length, or join them by a revolute joint".into());
    }
}

/// True when a vector is long enough to be made a unit vector.
fn has_direction(v: Vec2) -> bool {
    v.length() >= 1e-6
}

fn check_launchers(report: &mut Report<'_>, document: &Document, bodies: &Bodies<'_>) {
    for (i, launcher) in document.launchers.iter().enumerate() {
        bodies.find_named(report, &steps!["launchers", i, "body"], launcher.body.as_ref());
        if let Some(id) = &launcher.target {
            bodies.find(report, &steps!["launchers", i, "target"], id);
            if launcher.body.as_ref() == Some(id) {
                report.complain(&steps!["launchers", i, "target"], || format!("aims at {}, the body it stands on", quoted(id)));
            }
        }
    }
}

/// The bodies that lamps hang on are there, and suns shine somewhere.
fn check_lights(report: &mut Report<'_>, document: &Document, bodies: &Bodies<'_>) {
    for (i, light) in document.lights.iter().enumerate() {
        bodies.find_named(report, &steps!["lights", i, "body"], light.body());
        if let LightKind::Sun { direction, .. } = light.kind
            && !has_direction(direction)
        {
            let words = || format!("must have a direction, is [{}, {}]", number_text(direction.x), number_text(direction.y));
            report.complain(&steps!["lights", i, "direction"], words);
        }
    }
}

/// The bodies that sources go with are there, and no region has more cells than there is time for.
fn check_smoke(report: &mut Report<'_>, document: &Document, bodies: &Bodies<'_>) {
    let mut all = 0;
    for (i, smoke) in document.smoke.iter().enumerate() {
        for (k, source) in smoke.sources.iter().enumerate() {
            bodies.find_named(report, &steps!["smoke", i, "sources", k, "body"], source.body.as_ref());
        }
        let (columns, rows, most) = (smoke.cells as usize, smoke.rows(), limits::ALL_SMOKE_CELLS);
        all = columns.saturating_mul(rows).saturating_add(all);
        if all > most {
            let words = move || format!("makes {columns} × {rows} cells: all regions together may have {most}, have {all}");
            report.complain(&steps!["smoke", i, "cells"], words);
            return;
        }
        if rows < 4 {
            report.complain(&steps!["smoke", i, "height"], move || format!("must be at least 4 cells, is {rows}"));
        }
    }
}

/// The bodies that curves are drawn on are there, lines have a direction, and weights are as many as points.
fn check_curves(report: &mut Report<'_>, document: &Document, bodies: &Bodies<'_>) {
    for (i, curve) in document.curves.iter().enumerate() {
        bodies.find_named(report, &steps!["curves", i, "body"], curve.body.as_ref());
        match &curve.kind {
            PlaneCurve::Line { a, b } | PlaneCurve::Segment { a, b } | PlaneCurve::Ray { a, b, .. } if !has_direction(*b - *a) => {
                report.complain(&steps!["curves", i, "b"], || "must be another point than `a`".into());
            }
            PlaneCurve::Bezier { points, weights } if !weights.is_empty() && weights.len() != points.len() => {
                let words = || format!("must be one for each of the {} points, are {}", points.len(), weights.len());
                report.complain(&steps!["curves", i, "weights"], words);
            }
            _ => {}
        }
    }
}

fn check_view(report: &mut Report<'_>, document: &Document, bodies: &Bodies<'_>) {
    let Some(view) = &document.view else { return };
    bodies.find_named(report, &steps!["view", "follow"], view.follow.as_ref());
    let Some(pair) = &view.pair else {
        if view.microscope.as_ref().is_some_and(|place| needs_pair(place.algorithm)) {
            report.complain(&steps!["view", "microscope"], || "needs a `pair` in the view to look at".into());
        }
        return;
    };
    check_pair(report, &steps!["view", "pair"], pair, bodies);
}

/// A document may come from anywhere, and what stands in `extra` goes into the file as it is: so it must be one
/// object, with nothing around it, and nest no deeper than it may inside the file. Read as the only element of an
/// array it is just as deep.
fn check_extra(report: &mut Report<'_>, extra: &str) {
    let inside = format!("[{extra}]");
    let words = match Tape::new(&inside) {
        Ok(tape) => match tape.elements(tape.root()).next() {
            Some(node) if tape.kind(node) == ValueKind::Object && tape.raw(node) == extra => return,
            _ => "must be one object with nothing around it".into(),
        },
        Err(flaw) => flaw.message,
    };
    report.complain(&steps!["extra"], || words);
}
