//! A launcher: where it aims, what it fires, how well it did.

use super::super::button;
use super::fields::{self, Fields};
use super::heading::{delete, heading, name};
use crate::app::{DocumentCommand, Item, MicroscopeCommand, RunCommand};
use crate::draw::Role;
use crate::draw::quantity::{counted, length};
use crate::engine::probe::NoProbe;
use crate::guidance::lead::{LEAD_METHODS, LeadMethod, LeadOutcome};
use crate::scene::document::{LauncherDoc, Projectile, Sight};
use crate::scene::launcher::Shot;
use crate::scene::limits;
use crate::scene::stage::Input;
use crate::ui::button::icon_button;
use crate::ui::desk::Desk;
use crate::ui::graphs;
use crate::ui::hints;
use egui::{RichText, Ui, vec2};
use egui_phosphor::regular as icon;

const PROJECTILES: [(Projectile, &str, &str); 3] = [
    (Projectile::Ball, "ball", "A disc."),
    (Projectile::Box, "box", "A rectangle with its length along the barrel."),
    (Projectile::Capsule, "capsule", "Round at both ends, its length along the barrel."),
];
/// What a launcher aims at, and the body if it is one.
type AimsAt = (Sight, Option<String>);

/// Shots listed.
const LAST_SHOTS: usize = 6;

/// Shows and edits a launcher.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>, doc: &LauncherDoc) {
    let app = desk.app;
    let mut launcher = doc.clone();
    let mut f = Fields::new(ui, desk);
    let mount = doc.body.as_deref().map_or("in the world".to_owned(), |b| format!("on {b}"));
    heading(&mut f, &doc.id, &format!("Launcher · {mount}"));
    fire(&mut f, doc);
    name(&mut f, &mut launcher.id, limits::NAME, |id| app.document().launcher(id).is_some());
    aim(&mut f, &mut launcher);
    shot(&mut f, &mut launcher);
    clock(&mut f, &mut launcher);
    f.section("Place");
    f.vector("Muzzle", &mut launcher.position, fields::PLACE);
    f.number("Rest angle", &mut launcher.angle, fields::ANGLE);
    score(&mut f, doc);
    f.ui.add_space(f.desk.look.gap(3.0));
    f.ui.horizontal(|ui| {
        graphs::button(ui, f.desk, &[Item::Launcher(doc.id.clone())]);
        delete(ui, f.desk, Item::Launcher(doc.id.clone()));
    });
    if let Some(gesture) = f.changed {
        f.desk.send(DocumentCommand::Edit { id: doc.id.clone(), to: launcher.into(), gesture });
    }
}

fn fire(f: &mut Fields<'_, '_, '_>, doc: &LauncherDoc) {
    let look = f.desk.look;
    f.ui.add_space(look.gap(2.0));
    let button = button::accented(&look, "Fire", 0.0);
    let size = vec2(f.ui.available_width(), look.row() + look.gap(1.5));
    if f.ui.add_sized(size, button).on_hover_text(hints::of("Fire")).clicked() {
        f.desk.send(RunCommand::Input(Input::Fire { launcher: doc.id.clone() }));
    }
    if doc.has_target() {
        f.ui.add_space(look.gap(1.0));
        if f.button("Fire all methods", hints::of("Fire all methods")).clicked() {
            f.desk.send(RunCommand::Input(Input::FireAll { launcher: doc.id.clone() }));
        }
    }
}

fn aim(f: &mut Fields<'_, '_, '_>, launcher: &mut LauncherDoc) {
    f.section("Aim");
    let bodies: Vec<String> =
        f.desk.app.document().bodies.iter().map(|b| b.id.clone()).filter(|b| launcher.body.as_ref() != Some(b)).collect();
    let mut targets: Vec<(AimsAt, &str, &str)> = vec![
        ((Sight::Body, None), "nothing", "Fires along its rest angle."),
        ((Sight::Nearest, None), "the nearest body", "Leads the nearest body that can move."),
        ((Sight::Point, None), "a point", "Leads a point that rests or moves steadily."),
        ((Sight::Pointer, None), "the pointer", "Leads the pointer while time runs; the run records where it was."),
    ];
    targets.extend(bodies.iter().map(|b| ((Sight::Body, Some(b.clone())), b.as_str(), "Leads this body.")));
    let mut aim_at = (launcher.aim_at, launcher.target.clone().filter(|_| launcher.aim_at == Sight::Body));
    let before = aim_at.clone();
    f.choice("Target", &mut aim_at, &targets);
    if aim_at != before {
        (launcher.aim_at, launcher.target) = aim_at;
    }
    if matches!(launcher.aim_at, Sight::Point | Sight::Pointer) {
        f.vector("Point", &mut launcher.point, fields::PLACE);
    }
    if launcher.aim_at == Sight::Point {
        f.vector("Point velocity", &mut launcher.point_velocity, fields::SPEED);
    }
    if launcher.aim_at == Sight::Nearest {
        among(f, launcher);
    }
    f.choice("Method", &mut launcher.method, &LEAD_METHODS.map(|row| (row.method, row.name, row.summary)));
    f.sentence(launcher.method.row().summary);
    if launcher.method == LeadMethod::TimeToImpact {
        f.number("Time to impact", &mut launcher.time_to_impact, fields::TIME);
    }
    if let Some(rate) =
        f.optional("Turn rate", &mut launcher.turn_rate, 1.0, "The barrel takes time to turn, and fires when it points there.")
    {
        f.number("Turns by", rate, fields::TURN_RATE);
    }
    let state = aim_words(f.desk, &launcher.id);
    let look = f.desk.look;
    let color = if state.solved { look.text } else { look.warning };
    f.ui.add_space(look.gap(1.0));
    f.ui.add(egui::Label::new(RichText::new(state.words).color(color)).wrap());
}

/// Among which bodies the nearest is looked for, and which it is.
fn among(f: &mut Fields<'_, '_, '_>, launcher: &mut LauncherDoc) {
    let groups: Vec<String> = f.desk.app.document().groups.iter().map(|group| group.id.clone()).collect();
    let mut choices = vec![(None, "any", "In whatever group it stands.")];
    choices.extend(groups.iter().map(|id| (Some(id.clone()), id.as_str(), "Bodies of this group, and of groups in it.")));
    let before = launcher.only.clone();
    f.switch("Only dynamic", &mut launcher.only.dynamic, hints::of("Only dynamic"));
    if !groups.is_empty() {
        f.choice("Only of group", &mut launcher.only.group, &choices);
    }
    let mut name = launcher.only.name.clone().unwrap_or_default();
    if f.text("Only named", &mut name) {
        launcher.only.name = Some(name.trim().to_owned()).filter(|name| !name.is_empty());
    }
    // The stage runs with what the document says: a filter that was just changed counts from the next frame on.
    if launcher.only == before {
        let words = f.desk.app.stage().target_words(launcher).unwrap_or_else(|| "none passes".to_owned());
        f.readout("Nearest now", words);
    }
}

struct AimWords {
    words: String,
    solved: bool,
}

/// Where the launcher aims right now, in words.
fn aim_words(desk: &Desk<'_>, id: &str) -> AimWords {
    let said = |words: String, solved| AimWords { words, solved };
    let Some(aim) = desk.app.stage().aim(id) else {
        return said("It cannot aim: its mount is gone.".to_owned(), false);
    };
    let fires = desk.app.document().launcher(id).is_some_and(|launcher| launcher.every.is_some());
    let idle = if fires { " It does not fire by itself while that is so." } else { "" };
    match &aim.outcome {
        None => said("No target: fires along its rest angle.".to_owned(), true),
        Some(LeadOutcome::Solved(solution)) => {
            let words = crate::lens::lead::outlook(&aim, solution);
            let meets = !words.starts_with("Misses");
            said(words + ".", meets)
        }
        Some(LeadOutcome::NoSolution(why)) => said(format!("No solution: {why}.{idle}"), false),
        Some(LeadOutcome::NotConverged { iterations }) => {
            said(format!("No solution: the iteration did not settle in {}.{idle}", counted(*iterations, "iteration", "iterations")), false)
        }
    }
}

fn shot(f: &mut Fields<'_, '_, '_>, launcher: &mut LauncherDoc) {
    f.section("Projectile");
    f.number("Speed", &mut launcher.speed, fields::MUZZLE);
    f.number("Own acceleration", &mut launcher.acceleration, fields::THRUST);
    f.number("Spread", &mut launcher.spread, fields::SPREAD);
    f.number("Drag", &mut launcher.drag, fields::DAMPING);
    f.choice("Shape", &mut launcher.projectile, &PROJECTILES);
    f.number("Radius", &mut launcher.radius, fields::SIZE);
    if launcher.projectile != Projectile::Ball {
        f.number("Projectile length", &mut launcher.length, fields::SIZE);
    }
    f.number("Friction", &mut launcher.friction, fields::FRICTION);
    f.number("Restitution", &mut launcher.restitution, fields::FRACTION);
    f.number("Density", &mut launcher.density, fields::DENSITY.within(limits::PROJECTILE_DENSITY));
    f.number("Lifetime", &mut launcher.lifetime, fields::TIME);
    f.switch(
        "Recoil",
        &mut launcher.recoil,
        "The body that carries the launcher gets the opposite of each projectile's mass times muzzle speed. It keeps its mass.",
    );
}

fn clock(f: &mut Fields<'_, '_, '_>, launcher: &mut LauncherDoc) {
    f.section("Firing");
    if let Some(every) = f.optional("Auto-fire", &mut launcher.every, 2.0, "Fires again and again at a fixed interval.") {
        f.number("Every", every, fields::TIME);
        f.number("First after", &mut launcher.delay, fields::DELAY);
        if let Some(told) = launcher.fires_too_often(f.desk.app.document().world.step_hz) {
            f.sentence(&format!("The interval {told}."));
        }
    }
}

/// The last shots and by how much they missed; of the last salvo every method.
fn score(f: &mut Fields<'_, '_, '_>, doc: &LauncherDoc) {
    let app = f.desk.app;
    let own = || app.stage().shots().iter().filter(|s| s.launcher == doc.id).rev();
    let last_of = |method: LeadMethod| own().find(|shot| shot.salvo && shot.method == method);
    if own().any(|shot| shot.salvo) {
        f.section("All methods");
        for row in &LEAD_METHODS {
            let shot = last_of(row.method);
            let words = shot.map_or_else(|| hopeless_words(f.desk, &doc.id, row.method), |shot| score_words(shot, ""));
            let hit = shot.filter(|shot| shot.step_of_hit().is_some()).map(|shot| shot.number);
            method_row(f, row.method, words, hit);
        }
    }
    f.section("Last shots");
    let shots: Vec<&Shot> = own().filter(|shot| !shot.salvo).take(LAST_SHOTS).collect();
    if shots.is_empty() {
        f.sentence("None yet.");
    }
    for shot in shots {
        let (name, words, number) = (format!("Shot {}", shot.number), score_words(shot, "in flight, "), shot.number);
        if shot.step_of_hit().is_none() {
            f.readout(&name, words);
        } else {
            f.told_row(&name, hints::of("Look inside a hit"), |ui, desk| {
                look_inside(ui, desk, number);
                ui.add(egui::Label::new(words).truncate());
            });
        }
        if let Some(cause) = shot.cause().filter(|_| shot.body.is_none()) {
            f.sentence(cause);
        }
    }
}

/// Opens the hit of a shot in the time of impact.
fn look_inside(ui: &mut Ui, desk: &mut Desk<'_>, number: u32) {
    let name = format!("Look inside the hit of shot {number}");
    if icon_button(ui, &desk.look, icon::MAGNIFYING_GLASS, &name).on_hover_text(hints::of("Look inside a hit")).clicked() {
        desk.send(MicroscopeCommand::Hit(number));
    }
}

/// Why a method has no shot in the salvo.
fn hopeless_words(desk: &Desk<'_>, id: &str, method: LeadMethod) -> String {
    let aim = desk.app.stage().aim_with(id, method, &mut NoProbe);
    match aim.and_then(|aim| aim.outcome) {
        Some(LeadOutcome::NoSolution(_)) => "no solution".to_owned(),
        Some(LeadOutcome::NotConverged { .. }) => "does not settle".to_owned(),
        _ => "not fired yet".to_owned(),
    }
}

/// A row of the table of misses, in the colour of the method's shot, with a way into its hit; why stands under the
/// pointer.
fn method_row(f: &mut Fields<'_, '_, '_>, method: LeadMethod, words: String, hit: Option<u32>) {
    let color = f.desk.look.role(Role::Method(method as u8));
    f.row(method.row().name, |ui, desk| {
        let look = desk.look;
        if let Some(number) = hit {
            look_inside(ui, desk, number);
        }
        ui.label(RichText::new(words));
        let stroke = egui::Stroke::new(look.pt(2.5), color);
        // Under the name: beside it the longest names would be cut.
        let left = ui.max_rect().left_bottom() - vec2(0.0, look.pt(1.5));
        let ends = [left, left + vec2(look.gap(4.0), 0.0)];
        if method as u8 % 12 < 6 {
            ui.painter().line_segment(ends, stroke);
        } else {
            ui.painter().extend(egui::Shape::dashed_line(&ends, stroke, look.pt(4.0), look.pt(3.0)));
        }
    });
}

fn score_words(shot: &Shot, in_flight: &str) -> String {
    match (shot.has_target(), shot.hit_at, shot.closest, shot.body.is_some()) {
        (false, ..) => "no target".to_owned(),
        (true, Some(step), ..) => format!("hit at step {step}"),
        (true, None, Some(gap), true) => format!("{in_flight}nearest {}", length(gap)),
        (true, None, Some(gap), false) => format!("missed by {}", length(gap)),
        (true, None, None, _) => "in flight".to_owned(),
    }
}
