//! A joint.

use super::fields::{self, Fields, Unit, link};
use super::forces;
use super::heading::{delete, heading, name};
use super::spring;
use crate::app::{DocumentCommand, Item, ViewCommand};
use crate::draw::quantity::{fixed, length, quantity};
use crate::engine::joint::info::Measure;
use crate::engine::joint::{Limits, Motor, Track};
use crate::engine::math::{Vec2, max};
use crate::engine::solver::Solver;
use crate::lens::Sizes;
use crate::scene::document::JointDoc;
use crate::scene::limits;
use crate::ui::contact_card::LOOK_INSIDE;
use crate::ui::desk::Desk;
use crate::ui::graphs;
use egui::{RichText, Ui};

/// Shows and edits a joint.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>, doc: &JointDoc) {
    let app = desk.app;
    let mut joint = doc.clone();
    let mut f = Fields::new(ui, desk);
    let between = format!("{} ↔ {}", doc.body_a.as_deref().unwrap_or("world"), doc.body_b);
    heading(&mut f, &doc.id, &format!("{} · {between}", doc.kind.variant().name));
    name(&mut f, &mut joint.id, limits::NAME, |id| app.document().joint(id).is_some());
    bodies(&mut f, &mut joint);
    place(&mut f, &mut joint);
    parts(&mut f, &mut joint);
    strength(&mut f, &mut joint);
    f.section("Connection");
    f.switch("Bodies collide", &mut joint.collide_connected, "The two bodies also collide with each other.");
    readout(&mut f, doc);
    f.ui.add_space(f.desk.look.gap(3.0));
    f.ui.horizontal(|ui| {
        graphs::button(ui, f.desk, &[Item::Joint(doc.id.clone())]);
        delete(ui, f.desk, Item::Joint(doc.id.clone()));
    });
    if let Some(gesture) = f.changed {
        f.desk.send(DocumentCommand::Edit { id: doc.id.clone(), to: joint.into(), gesture });
    }
}

/// Which bodies it joins: each can be another one, and can be selected from here. Anchors stay where they are.
fn bodies(f: &mut Fields<'_, '_, '_>, joint: &mut JointDoc) {
    let app = f.desk.app;
    let all = || app.document().bodies.iter().map(|body| body.id.as_str());
    let world = std::iter::once((None, "the world", "Fixed in the world, to no body."));
    let for_a = all().filter(|id| *id != joint.body_b).map(|id| (Some(id.to_owned()), id, "Joins this body."));
    let for_a: Vec<(Option<String>, &str, &str)> = world.chain(for_a).collect();
    let for_b = all().filter(|id| Some(*id) != joint.body_a.as_deref()).map(|id| (id.to_owned(), id, "Joins this body."));
    let for_b: Vec<(String, &str, &str)> = for_b.collect();
    f.choice("Body A", &mut joint.body_a, &for_a);
    f.choice("Body B", &mut joint.body_b, &for_b);
    let own = joint.bodies().cloned().collect::<Vec<String>>();
    let clicked = f.row("Select", |ui, desk| {
        let mut clicked = None;
        for (i, id) in own.iter().rev().enumerate() {
            if i > 0 {
                // "chassis rear axle" read as one name.
                ui.label(RichText::new("·").color(desk.look.quiet));
            }
            if link(ui, desk, id).on_hover_text("Selects this body.").clicked() {
                clicked = Some(id.clone());
            }
        }
        clicked
    });
    if let Some(id) = clicked {
        f.desk.send(ViewCommand::Select(vec![Item::Body(id)]));
    }
}

/// Where it is: the anchors, the axis, the length.
fn place(f: &mut Fields<'_, '_, '_>, joint: &mut JointDoc) {
    f.section(if f.started() { "Initial place" } else { "Place" });
    if joint.has_ends() {
        f.vector("Anchor A", &mut joint.anchor_a, fields::PLACE);
        f.vector("Anchor B", &mut joint.anchor_b, fields::PLACE);
    } else {
        f.vector("Anchor", &mut joint.anchor_a, fields::PLACE);
        let moved = joint.anchor_a - joint.anchor_b;
        joint.anchor_b = joint.anchor_a;
        // A curve stays where it is.
        joint.kind.parts().curve.into_iter().flatten().for_each(|p| *p -= moved);
    }
    let anchor = joint.anchor_b;
    let apart = (joint.anchor_b - joint.anchor_a).length();
    let parts = joint.kind.parts();
    if let Some(axis) = parts.axis {
        direction(f, axis);
    }
    if let Some(curve) = parts.curve {
        self::curve(f, curve, anchor);
    }
    if let Some(ratio) = parts.ratio {
        f.number("Ratio", ratio, fields::FACTOR.within(limits::GEAR_RATIO));
    }
    if let Some(length) = parts.length {
        let mut value = length.unwrap_or(apart);
        if f.number("Length", &mut value, fields::SIZE.within(limits::LENGTH)).changed() {
            *length = Some(value);
        }
    }
}

/// Limits, motor and spring, as far as the kind has them.
fn parts(f: &mut Fields<'_, '_, '_>, joint: &mut JointDoc) {
    let info = joint.kind.info();
    let length = joint.kind.length().unwrap_or((joint.anchor_b - joint.anchor_a).length());
    let crowd = spring::crowd(f.desk.app.document(), joint);
    let parts = joint.kind.parts();
    if let (Some(info), Some(limits)) = (info.limits, parts.limits) {
        let (unit, usual) = match info.measure {
            Measure::Angle => (fields::ANGLE, Limits { lower: -info.usual, upper: info.usual }),
            Measure::Way => (fields::PLACE, Limits { lower: -info.usual, upper: info.usual }),
            Measure::Length => (Unit { min: 0.0, ..fields::PLACE }, Limits { lower: 0.0, upper: length }),
        };
        bounds(f, info.title, limits, unit, usual);
    }
    if let (Some(info), Some(motor)) = (info.motor, parts.motor) {
        drive(f, motor, info.measure);
        motor_keys(f, joint);
    }
    let parts = joint.kind.parts();
    if let (Some(info), Some(own)) = (info.spring, parts.spring) {
        spring::show(f, own, info, crowd);
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

/// The control points of a curve, in the world, and the way to a parabola.
fn curve(f: &mut Fields<'_, '_, '_>, curve: &mut [Vec2; 4], anchor: Vec2) {
    f.section("Curve");
    for (label, point) in ["Start", "Control 1", "Control 2", "End"].into_iter().zip(curve.iter_mut()) {
        let was = *point + anchor;
        let mut place = was;
        f.vector(label, &mut place, fields::PLACE);
        if place != was {
            *point = place - anchor;
        }
    }
    let help = "Replaces the curve by the parabola y = x²/4 of the same width, with the body where it is: at its lowest point.";
    let clicked = f.row("Shape", |ui, _| ui.button("Parabola").on_hover_text(help).clicked());
    if clicked {
        let half = max(0.5 * (curve[3].x - curve[0].x).abs(), 0.5);
        *curve = Track::parabola(0.25, [-half, half]).points;
        f.changed = Some(0);
    }
}

fn bounds(f: &mut Fields<'_, '_, '_>, title: &str, limits: &mut Option<Limits>, unit: Unit, usual: Limits) {
    f.section(title);
    if let Some(l) = f.optional(title, limits, usual, "Keeps the joint between two bounds.") {
        let upper = l.upper;
        f.number("Lower", &mut l.lower, Unit { max: upper, ..unit });
        let lower = l.lower;
        f.number("Upper", &mut l.upper, Unit { min: lower, ..unit });
    }
}

fn drive(f: &mut Fields<'_, '_, '_>, motor: &mut Option<Motor>, measure: Measure) {
    let (speed, effort, label) = match measure {
        Measure::Angle => (fields::SPIN, fields::TORQUE, "Max torque"),
        Measure::Way | Measure::Length => (fields::SPEED, fields::FORCE, "Max force"),
    };
    f.section("Motor");
    let usual = Motor { speed: 1.0, max_effort: 10.0 };
    if let Some(m) = f.optional("Motor", motor, usual, "Drives the joint at a speed, limited by the maximum below.") {
        f.number("Speed", &mut m.speed, speed.within(limits::MOTOR_SPEED));
        f.number(label, &mut m.max_effort, effort);
    }
}

/// Keys that switch the motor, if there is one.
fn motor_keys(f: &mut Fields<'_, '_, '_>, joint: &mut JointDoc) {
    if joint.kind.motor().is_some() {
        forces::key(f, "Forward key", &mut joint.motor_keys.forward);
        forces::key(f, "Backward key", &mut joint.motor_keys.backward);
    }
}

/// What it bears before it breaks.
fn strength(f: &mut Fields<'_, '_, '_>, joint: &mut JointDoc) {
    f.section("Strength");
    let strength = &mut joint.strength;
    if let Some(most) = f.optional("Breaks by force", &mut strength.force, 1000.0, "The joint is gone once it carries more than this.") {
        f.number("Breaking force", most, fields::FORCE.within(limits::BREAKING_FORCE));
    }
    if let Some(most) = f.optional("Breaks by torque", &mut strength.torque, 1000.0, "The joint is gone once it carries more than this.") {
        f.number("Breaking torque", most, fields::TORQUE.within(limits::BREAKING_TORQUE));
    }
}

/// What the joint carries now, and how well it holds.
fn readout(f: &mut Fields<'_, '_, '_>, doc: &JointDoc) {
    let stage = f.desk.app.stage();
    let id = stage.names().joints.id(&doc.id);
    if let Some(broken) = stage.broken().iter().find(|broken| Some(broken.joint) == id) {
        let seconds = broken.step as f32 / stage.world().settings().step_hz;
        f.section("Now");
        f.readout("Broke", format!("after {}", quantity(seconds, "s")));
        f.readout("Force", quantity(broken.force, "N"));
        f.readout("Torque", quantity(broken.torque, "N·m"));
        return;
    }
    let Some(now) = id.and_then(|id| stage.world().joint_readout(id)) else { return };
    let sizes = Sizes::of(stage.world());
    f.section("Now");
    if let Some(free) = doc.kind.info().coordinate {
        let text = match free.measure {
            Measure::Angle => format!("{}°", fixed(now.coordinate.to_degrees(), 1)),
            Measure::Way | Measure::Length => length(sizes.read_single(now.coordinate, "m")),
        };
        f.readout(free.name, text);
    }
    f.readout("Force", quantity(sizes.read_single(now.force.length(), "N"), "N"));
    f.readout("Torque", quantity(sizes.read_single(now.torque, "N·m"), "N·m"));
    f.readout("Error", length(sizes.read_single(now.error, "m")));
    if let Some(id) = id.filter(|_| stage.world().settings().solver == Solver::Lagrange) {
        let report = stage.world().lagrange_report();
        let is_redundant = report.redundant.iter().any(|(joint, _)| *joint == id);
        let word = match report.left.contains(&id) {
            true => "left to impulses",
            false if is_redundant => "redundant",
            false => "held",
        };
        f.readout("Global solve", word);
    }
    if f.ui.button("Look inside").on_hover_text("How the solver found this force, step by step (Enter)").clicked() {
        f.desk.send(LOOK_INSIDE);
    }
}
