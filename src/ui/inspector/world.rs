//! The scene and its world, shown when nothing is selected.

use super::fields::{self, Fields};
use super::heading::{heading, name_refusal};
use super::line::{self, Line};
use crate::app::materials::{self, READY_MADE};
use crate::app::{DocumentCommand, Item, ViewCommand};
use crate::draw::quantity::{self, counted};
use crate::engine::broad::BroadPhase;
use crate::engine::joint::JointSolver;
use crate::engine::narrow::NarrowPhase;
use crate::engine::solver::Solver;
use crate::engine::solver::complementary::Left;
use crate::engine::solver::table::{Parameter, SOLVERS, SolverParameters, Value};
use crate::engine::tuning::MAX_SUBSTEPS;
use crate::lens::Sizes;
use crate::scene::document::{LightDoc, LightKind, MaterialDoc, raise_static};
use crate::scene::limits;
use crate::ui::desk::Desk;
use crate::ui::hints;
use crate::ui::markdown;
use egui::Ui;
use egui_phosphor::regular as icon;

/// Shows and edits title, description, world settings and materials.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>) {
    let app = desk.app;
    let document = app.document();
    let mut f = Fields::new(ui, desk);
    let bodies = counted(document.bodies.len(), "body", "bodies");
    let joints = counted(document.joints.len(), "joint", "joints");
    let mut census = format!("{bodies} · {joints} · {}", counted(document.launchers.len(), "launcher", "launchers"));
    if !document.lights.is_empty() {
        census += &format!(" · {}", counted(document.lights.len(), "light", "lights"));
    }
    heading(&mut f, &app.title(), &census);
    about(&mut f);
    super::mine::tool(&mut f);
    world(&mut f);
    energy(&mut f);
    named_materials(&mut f);
    lights(&mut f);
    smoke(&mut f);
    moments(&mut f);
    f.ui.add_space(f.desk.look.gap(3.0));
    f.sentence("Select something to see and change it.");
}

/// Named moments of the run.
fn moments(f: &mut Fields<'_, '_, '_>) {
    f.section("Markers");
    crate::ui::markers::list(f.ui, f.desk);
}

fn about(f: &mut Fields<'_, '_, '_>) {
    let document = f.desk.app.document();
    let (mut title, mut about) = (document.title.clone(), document.about.clone());
    let look = f.desk.look;
    f.changed = None;
    f.ui.add_space(look.gap(2.0));
    if !f.desk.state.editing_about {
        if !about.is_empty() {
            let job = markdown::job(&look, &about, look.body_font(), look.text);
            f.ui.add(egui::Label::new(job).wrap());
        }
        if fields::link(f.ui, f.desk, "Edit title and text").on_hover_text(hints::of("Edit title and text")).clicked() {
            f.desk.state.editing_about = true;
        }
        return;
    }
    f.text_unless("Title", &mut title, false, &|new| limits::TITLE.complaint(new).map(|why| format!("A title {why}.")));
    f.ui.add_space(look.gap(1.0));
    let edit = egui::TextEdit::multiline(&mut about).hint_text(look.hint("What to look at")).desired_rows(3).desired_width(f32::INFINITY);
    let response = f.ui.add(edit).on_hover_text("What there is to see: shown with the scene. *Words* and **words** stand out.");
    response.widget_info(|| {
        let mut info = egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, "About the scene");
        info.current_text_value = Some(about.clone());
        info
    });
    if response.changed() {
        f.changed = Some(f.desk.state.gesture.of(&response));
    }
    if fields::link(f.ui, f.desk, "Done").on_hover_text(hints::of("Done")).clicked() {
        f.desk.state.editing_about = false;
    }
    if let Some(gesture) = f.changed.take() {
        f.desk.send(DocumentCommand::EditAbout { title, about, gesture });
    }
}

fn world(f: &mut Fields<'_, '_, '_>) {
    let mut world = f.desk.app.document().world;
    f.changed = None;
    f.section("World");
    f.vector("Gravity", &mut world.gravity, fields::GRAVITY);
    f.number("Steps per second", &mut world.step_hz, fields::STEP_RATE);
    f.number("Restitution threshold", &mut world.restitution_threshold, fields::WANTED_SPEED);
    let solver = world.solver.row();
    if solver.has_substeps {
        f.count("Sub-steps", hints::of("Sub-steps"), &mut world.substeps, 1, MAX_SUBSTEPS);
    }
    f.section("Algorithms");
    f.choice("Solver", &mut world.solver, &SOLVERS.map(|row| (row.solver, row.name, row.summary)));
    solver.parameters.iter().for_each(|parameter| solver_parameter(f, parameter, &mut world.solver_parameters));
    if world.solver == Solver::Complementarity {
        complementarity(f);
    }
    f.choice(
        "Narrow phase",
        &mut world.narrow_phase,
        &[
            (NarrowPhase::Sat, "SAT", "Separating axis test, then clipping."),
            (NarrowPhase::GjkEpa, "GJK + EPA", "Distance by GJK; when the shapes overlap, depth by EPA; then clipping."),
        ],
    );
    f.choice(
        "Broad phase",
        &mut world.broad_phase,
        &[
            (BroadPhase::Grid, "Grid and tree", "A grid for what moves, a tree for what rests."),
            (BroadPhase::Tree, "Dynamic tree", "A tree of enlarged boxes."),
            (BroadPhase::SweepAndPrune, "Sweep and prune", "Ends of boxes sorted along x, and swept."),
            (BroadPhase::BruteForce, "Brute force", "Every box against every box."),
        ],
    );
    if solver.has_direct_joints {
        f.choice(
            "Joint solver",
            &mut world.joint_solver,
            &[
                (JointSolver::Direct, "Direct", "Solves chains, trees and mechanisms as a whole; meshes are iterated."),
                (JointSolver::Iterative, "Iterative", "Takes one joint after the other: heavy loads stretch chains."),
            ],
        );
    }
    f.switch("Warm starting", &mut world.warm_starting, "Starts from the impulses of the sub-step before. Off: stacks sag.");
    if solver.accumulates {
        f.switch(
            "Accumulation",
            &mut world.accumulation,
            "Clamps the accumulated impulse. Off: clamps each increment, so resting bodies jitter.",
        );
    }
    if solver.has_relax_pass {
        f.switch("Relaxing", &mut world.relaxing, "Takes the velocity of the push away again. Off: see overlap turn into speed.");
    }
    f.switch("Sleeping", &mut world.sleeping, "Bodies at rest are not computed.");
    f.switch("Continuous", &mut world.continuous, "Fast bodies stop at static shapes. Off: see them pass.");
    super::mixing::show(f, &mut world.mixing);
    if let Some(gesture) = f.changed.take() {
        f.desk.send(DocumentCommand::EditWorld { world, gesture });
    }
}

/// What the last step by linear complementarity has to say.
fn complementarity(f: &mut Fields<'_, '_, '_>) {
    let report = f.desk.app.stage().world().complementarity_report().clone();
    let islands = |count: usize| counted(count, "island", "islands");
    let rows = |count: usize| counted(count, "row", "rows");
    if report.solved > 0 {
        f.readout("Solved at once", format!("{}, up to {}", islands(report.solved), rows(report.rows)));
        f.readout("Conditions hold to", format!("{:.0e}", report.solutions.violation));
    }
    if let Some((count, why)) = report.left.iter().max_by_key(|(rows, _)| *rows) {
        let why = match why {
            Left::TooManyRows => rows(*count),
            Left::Held => "held by a hand".to_owned(),
            Left::NoSolution => "no solution".to_owned(),
        };
        f.readout("Left to impulses", format!("{} ({why})", islands(report.left.len())));
    }
}

/// A row for something that a solver is told.
fn solver_parameter(f: &mut Fields<'_, '_, '_>, parameter: &Parameter, told: &mut SolverParameters) {
    let Parameter { name, value, .. } = *parameter;
    match value {
        Value::Count { of, range: [least, most] } => f.count(name, parameter.about, of(told), least, most),
        Value::Number { of, range: [least, most], unit } => {
            f.told_number(name, parameter.about, of(told), fields::within(unit, least, most));
        }
        Value::Choice { get, set, words } => {
            let choices: Vec<(usize, &str, &str)> = words.iter().enumerate().map(|(place, word)| (place, word.name, word.about)).collect();
            let mut place = get(told);
            f.choice(name, &mut place, &choices);
            set(told, place);
        }
    }
}

fn energy(f: &mut Fields<'_, '_, '_>) {
    let world = f.desk.app.stage().world();
    let energy = world.energy();
    let momentum = world.momentum();
    let sizes = Sizes::of(world);
    let [x, y] = momentum.linear.map(|part| sizes.read(part, "kg·m/s") as f32);
    f.section("Now");
    f.readout("Kinetic energy", quantity::energy(sizes.read(energy.kinetic, "J")));
    f.readout("Potential energy", quantity::energy(sizes.read(energy.potential, "J")));
    if energy.elastic != 0.0 {
        f.readout("Elastic energy", quantity::energy(sizes.read(energy.elastic, "J")));
    }
    f.vector_readout("Momentum", crate::engine::math::Vec2::new(x, y), "kg·m/s");
    f.readout("Contacts", world.contacts().iter().filter(|c| c.is_touching()).count().to_string());
}

/// The lamps, and two buttons for more: the sun stands nowhere on the canvas, so it is chosen here.
fn lights(f: &mut Fields<'_, '_, '_>) {
    let app = f.desk.app;
    f.section("Lights");
    for light in &app.document().lights {
        let clicked = f.row(&light.id, |ui, desk| fields::link(ui, desk, "select").on_hover_text(hints::of("only this")).clicked());
        if clicked {
            f.desk.send(ViewCommand::Select(vec![Item::Light(light.id.clone())]));
        }
    }
    let lamp = LightKind::Point { body: None, position: app.camera().center, radius: 0.0 };
    for (name, kind) in [("Add lamp", lamp), ("Add sun", LightDoc::SUN)] {
        f.ui.add_space(f.desk.look.gap(1.0));
        if f.button(&format!("{} {name}", icon::PLUS), hints::of(name)).clicked() {
            f.desk.send(DocumentCommand::Add(LightDoc { kind, ..LightDoc::default() }.into()));
        }
    }
}

/// The regions of smoke; the tool makes more.
fn smoke(f: &mut Fields<'_, '_, '_>) {
    let app = f.desk.app;
    if app.document().smoke.is_empty() {
        return;
    }
    f.section("Smoke");
    for smoke in &app.document().smoke {
        let clicked = f.row(&smoke.id, |ui, desk| fields::link(ui, desk, "select").on_hover_text(hints::of("only this")).clicked());
        if clicked {
            f.desk.send(ViewCommand::Select(vec![Item::Smoke(smoke.id.clone())]));
        }
    }
}

fn named_materials(f: &mut Fields<'_, '_, '_>) {
    let app = f.desk.app;
    f.section("Materials");
    for (name, saved) in &app.document().materials {
        let shown = match &f.desk.state.materials {
            Some((drafted, draft)) if drafted == name => *draft,
            _ => *saved,
        };
        let mut material = shown;
        f.ui.push_id(name, |ui| {
            let mut inner = Fields::new(ui, f.desk);
            material_rows(&mut inner, name, &mut material);
        });
        let dragging = f.ui.input(|i| i.pointer.any_down());
        if material != shown {
            f.desk.state.materials = Some((name.clone(), material));
        }
        let drafted = matches!(&f.desk.state.materials, Some((drafted, _)) if drafted == name);
        if drafted && !dragging {
            f.desk.state.materials = None;
            if material != *saved {
                f.desk.send(DocumentCommand::EditMaterial { name: name.clone(), material: Some(material) });
            }
        }
    }
    f.ui.add_space(f.desk.look.gap(1.0));
    if f.button(&format!("{} Add material", icon::PLUS), hints::of("Add material")).clicked() {
        let taken = app.document().materials.keys().map(String::as_str);
        let name = crate::app::edit::free_id("material", taken);
        let usual = crate::engine::material::Material::default();
        let [density, friction, restitution] = [usual.density, usual.friction, usual.restitution].map(Some);
        let material = MaterialDoc { density, friction, static_friction: None, restitution };
        f.desk.send(DocumentCommand::EditMaterial { name, material: Some(material) });
    }
    ready_made(f);
}

/// A menu of materials that come with the program and that the scene does not have yet.
fn ready_made(f: &mut Fields<'_, '_, '_>) {
    let look = f.desk.look;
    let menu = super::super::button::menu(f.ui, f.desk, "Ready-made material", |ui, desk| {
        ui.set_min_width(look.menu_width());
        for (name, numbers) in READY_MADE {
            let is_there = desk.app.document().materials.contains_key(name);
            let [density, friction, restitution] = numbers;
            let hint = format!("Density {density} kg/m², friction {friction}, restitution {restitution}");
            let row = ui.add_enabled(!is_there, egui::Button::new(name)).on_hover_text(&hint);
            if row.on_disabled_hover_text(format!("{hint}: it is in the scene already")).clicked() {
                desk.send(DocumentCommand::EditMaterial { name: name.to_owned(), material: Some(materials::ready_made(numbers)) });
                ui.close_menu();
            }
        }
    });
    menu.on_hover_text("Steel, wood, ice, rubber …: adds one with usual numbers, which can be changed");
}

fn material_rows(f: &mut Fields<'_, '_, '_>, name: &str, material: &mut MaterialDoc) {
    let look = f.desk.look;
    let mut new = name.to_owned();
    let field = format!("Name of {name}");
    let materials = &f.desk.app.document().materials;
    let refusal = |new: &str| name_refusal(new, limits::NAME, materials.contains_key(new));
    let (removed, (line, renamed)) = f.row("Material", |ui, desk| {
        let response = ui.add(egui::Button::new(egui::RichText::new(icon::TRASH).color(look.quiet)).frame(false));
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, format!("Remove material {name}")));
        let removed = response.on_hover_text("Remove this material; shapes keep its numbers").clicked();
        let line = Line { name: &field, width: 1.5 * look.field(), begins: false, refusal: &refusal };
        (removed, line::edit(ui, &desk.look, &line, &mut new))
    });
    line::remark(f.ui, &look, &line);
    if renamed {
        f.desk.send(DocumentCommand::RenameMaterial { old: name.to_owned(), new });
        return;
    }
    if removed {
        f.desk.send(DocumentCommand::EditMaterial { name: name.to_owned(), material: None });
        return;
    }
    let usual = crate::engine::material::Material::default();
    let own = material.material();
    for (label, value, from, unit) in [
        ("Density", &mut material.density, usual.density, fields::DENSITY),
        ("Friction", &mut material.friction, usual.friction, fields::FRICTION),
        ("Static friction", &mut material.static_friction, own.grip(), fields::at_least(own.friction)),
        ("Restitution", &mut material.restitution, usual.restitution, fields::FRACTION),
    ] {
        let mut shown = value.unwrap_or(from);
        f.ui.indent(label, |ui| {
            let mut inner = Fields::new(ui, f.desk);
            if inner.number(&format!("{label} of {name}"), &mut shown, unit).changed() {
                *value = Some(shown);
            }
        });
    }
    raise_static(material.material().friction, &mut material.static_friction);
}
