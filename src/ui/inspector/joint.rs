//! A joint.

use super::fields::{self, Fields, Unit, link, steady};
use super::heading::{heading, usable_id};
use crate::app::{DocumentCommand, Item, ViewCommand};
use crate::draw::quantity::{length, quantity};
use crate::engine::joint::{Limits, Motor, Spring};
use crate::engine::math::Vec2;
use crate::scene::document::{JointDoc, JointKindDoc};
use crate::ui::desk::Desk;
use egui::Ui;

/// Shows and edits a joint.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>, doc: &JointDoc) {
    let app = desk.app;
    let mut joint = doc.clone();
    let mut f = Fields::new(ui, desk);
    let between = format!("{} ↔ {}", doc.body_a.as_deref().unwrap_or("world"), doc.body_b);
    heading(&mut f, &doc.id, &format!("{} · {between}", word(&doc.kind)));
    f.section("Name");
    let renamed = f.text("Id", &mut joint.id);
    bodies(&mut f, doc);
    kind(&mut f, &mut joint.kind);
    f.section("Connection");
    f.switch("Bodies collide", &mut joint.collide_connected, "The two bodies also collide with each other.");
    readout(&mut f, doc);
    f.ui.add_space(f.desk.look.gap(3.0));
    if f.ui.button("Delete").clicked() {
        f.desk.send(DocumentCommand::Delete(vec![Item::Joint(doc.id.clone())]));
    }
    let changed = f.changed;
    if renamed && !usable_id(desk, &joint.id, app.document().joint(&joint.id).is_some()) {
        return;
    }
    if let Some(gesture) = changed {
        desk.send(DocumentCommand::EditJoint { id: doc.id.clone(), joint, gesture });
    }
}

/// Name of a kind.
fn word(kind: &JointKindDoc) -> &'static str {
    match kind {
        JointKindDoc::Revolute { .. } => "Revolute joint",
        JointKindDoc::Prismatic { .. } => "Prismatic joint",
        JointKindDoc::Distance { spring: Some(_), .. } => "Spring",
        JointKindDoc::Distance { limits: Some(_), .. } => "Rope",
        JointKindDoc::Distance { .. } => "Rod",
        JointKindDoc::Weld { .. } => "Weld",
    }
}

fn bodies(f: &mut Fields<'_, '_, '_>, doc: &JointDoc) {
    for (label, id) in [("Body A", doc.body_a.as_deref()), ("Body B", Some(doc.body_b.as_str()))] {
        let clicked = f.row(label, |ui, desk| match id {
            Some(id) => link(ui, desk, id).clicked(),
            None => ui.label("the world").clicked(),
        });
        if let (true, Some(id)) = (clicked, id) {
            f.desk.send(ViewCommand::Select(vec![Item::Body(id.to_owned())]));
        }
    }
}

fn kind(f: &mut Fields<'_, '_, '_>, kind: &mut JointKindDoc) {
    match kind {
        JointKindDoc::Revolute { anchor, limits, motor, spring: soft } => {
            f.section("Place");
            f.vector("Anchor", anchor, fields::PLACE);
            bounds(f, "Limits", limits, fields::ANGLE, 45.0 / 180.0 * std::f32::consts::PI);
            drive(f, motor, fields::SPIN, fields::TORQUE, ("Strongest torque", 10.0));
            spring(f, soft, "Pulls the angle back to zero.");
        }
        JointKindDoc::Prismatic { anchor, axis, limits, motor, spring: soft } => {
            f.section("Place");
            f.vector("Anchor", anchor, fields::PLACE);
            direction(f, axis);
            bounds(f, "Limits", limits, fields::PLACE, 1.0);
            drive(f, motor, fields::SPEED, fields::FORCE, ("Strongest force", 10.0));
            spring(f, soft, "Pulls the slide back to zero.");
        }
        JointKindDoc::Distance { anchor_a, anchor_b, length: rest, limits, spring: soft } => {
            f.section("Place");
            f.vector("Anchor A", anchor_a, fields::PLACE);
            f.vector("Anchor B", anchor_b, fields::PLACE);
            let mut value = rest.unwrap_or((*anchor_b - *anchor_a).length());
            let response = f.number("Length", &mut value, fields::SIZE);
            if response.changed() {
                *rest = Some(value);
            }
            let now = value;
            bounds(f, "Length limits", limits, Unit { min: 0.0, ..fields::PLACE }, now);
            spring(f, soft, "Pulls towards the length instead of holding it.");
        }
        JointKindDoc::Weld { anchor, spring: soft } => {
            f.section("Place");
            f.vector("Anchor", anchor, fields::PLACE);
            spring(f, soft, "Lets the connection give way a little.");
        }
    }
}

/// The direction of a slide, as an angle.
fn direction(f: &mut Fields<'_, '_, '_>, axis: &mut Vec2) {
    let mut value = crate::engine::math::atan2(axis.y, axis.x);
    if f.number("Axis", &mut value, fields::ANGLE).changed() {
        let (sin, cos) = crate::engine::math::sin_cos(value);
        *axis = Vec2::new(cos, sin);
    }
}

fn bounds(f: &mut Fields<'_, '_, '_>, title: &str, limits: &mut Option<Limits>, unit: Unit, usual: f32) {
    f.section(title);
    let mut on = limits.is_some();
    f.switch(title, &mut on, "Keeps the joint between two bounds.");
    if on != limits.is_some() {
        let lower = if unit.min == 0.0 { 0.0 } else { -usual };
        *limits = on.then_some(Limits { lower, upper: usual });
    }
    if let Some(l) = limits {
        let upper = l.upper;
        f.number("Lower", &mut l.lower, Unit { max: upper, ..unit });
        let lower = l.lower;
        f.number("Upper", &mut l.upper, Unit { min: lower, ..unit });
    }
}

fn drive(f: &mut Fields<'_, '_, '_>, motor: &mut Option<Motor>, speed: Unit, effort: Unit, (label, usual): (&str, f32)) {
    f.section("Motor");
    let mut on = motor.is_some();
    f.switch("Motor", &mut on, "Drives the joint at a speed, as strongly as it may.");
    if on != motor.is_some() {
        *motor = on.then_some(Motor { speed: 1.0, max_effort: usual });
    }
    if let Some(m) = motor {
        f.number("Speed", &mut m.speed, speed);
        f.number(label, &mut m.max_effort, effort);
    }
}

fn spring(f: &mut Fields<'_, '_, '_>, spring: &mut Option<Spring>, explanation: &str) {
    f.section("Spring");
    let mut on = spring.is_some();
    f.switch("Spring", &mut on, explanation);
    if on != spring.is_some() {
        *spring = on.then_some(Spring { hertz: 2.0, damping_ratio: 0.3 });
    }
    if let Some(s) = spring {
        f.number("Frequency", &mut s.hertz, fields::HERTZ);
        f.number("Damping ratio", &mut s.damping_ratio, fields::RATIO);
    }
}

/// What the joint carries now, and how well it holds.
fn readout(f: &mut Fields<'_, '_, '_>, doc: &JointDoc) {
    let stage = f.desk.app.stage();
    let Some(now) = stage.names().joint_id(&doc.id).and_then(|id| stage.world().joint_readout(id)) else { return };
    f.section("Now");
    match doc.kind {
        JointKindDoc::Revolute { .. } => f.readout("Angle", format!("{}°", steady(now.coordinate.to_degrees(), 1))),
        JointKindDoc::Prismatic { .. } => f.readout("Way", length(now.coordinate)),
        JointKindDoc::Distance { .. } => f.readout("Length", length(now.coordinate)),
        JointKindDoc::Weld { .. } => {}
    }
    f.readout("Force", quantity(now.force.length(), "N"));
    f.readout("Torque", quantity(now.torque, "N·m"));
    f.readout("Error", length(now.error));
}
