//! A body.

use super::fields::{self, Fields};
use super::heading::{delete, heading, name};
use super::{control, forces, looks, mine, shape, skin};
use crate::app::{ClipboardCommand, DocumentCommand, Item, MicroscopeCommand, ViewCommand};
use crate::draw::quantity::{counted, fixed, quantity};
use crate::engine::body::{Body, BodyId, BodyKind};
use crate::lens::Sizes;
use crate::scene::document::{BodyDoc, bounded_velocity};
use crate::scene::limits;
use crate::ui::desk::Desk;
use crate::ui::graphs;
use egui::Ui;

/// Kinds and what they mean.
pub(super) const KINDS: [(BodyKind, &str, &str); 3] = [
    (BodyKind::Dynamic, "Dynamic", "Moved by forces, contacts and joints."),
    (BodyKind::Static, "Static", "Never moves."),
    (BodyKind::Kinematic, "Kinematic", "Moves with the velocity it is given, whatever it hits."),
];

/// Shows and edits a body.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>, doc: &BodyDoc) {
    let app = desk.app;
    let id = app.stage().names().bodies.id(&doc.id);
    let running = id.and_then(|id| app.stage().world().body(id).map(|b| (id, b)));
    let mut body = doc.clone();
    let mut f = Fields::new(ui, desk);
    heading(&mut f, &doc.id, &summary(doc, running));
    name(&mut f, &mut body.id, limits::BODY_ID, |id| app.document().body(id).is_some());
    launchers(&mut f, doc);
    let started = f.started();
    if let Some((_, running)) = running
        && started
    {
        now(&mut f, running, &Sizes::of(app.stage().world()));
    }
    start(&mut f, &mut body, started);
    for i in 0..body.shapes.len() {
        shape::show(&mut f, &mut body, i);
    }
    shape::add(&mut f, &mut body);
    skin::show(&mut f, &mut body);
    behaviour(&mut f, &mut body);
    forces::show(&mut f, &mut body);
    control::show(&mut f, &mut body);
    mine::show(&mut f, &mut body);
    if let Some((id, running)) = running {
        computed(&mut f, running);
        contacts(&mut f, id);
    }
    let before = f.changed.take();
    looks::show(&mut f, &[doc]);
    f.changed = before;
    super::super::arrange::copies(f.ui, f.desk);
    actions(&mut f, doc);
    if let Some(gesture) = f.changed {
        f.desk.send(DocumentCommand::Edit { id: doc.id.clone(), to: body.into(), gesture });
    }
}

/// The launchers that the body carries: a click on a turret selects the turret.
fn launchers(f: &mut Fields<'_, '_, '_>, doc: &BodyDoc) {
    let carried = f.desk.app.document().launchers.iter().filter(|launcher| launcher.body.as_deref() == Some(&*doc.id));
    let ids: Vec<String> = carried.map(|launcher| launcher.id.clone()).collect();
    if ids.is_empty() {
        return;
    }
    f.section("Launchers");
    for id in ids {
        let about = "How it aims, what it fires, and by how much its shots missed.";
        let show = |ui: &mut Ui, desk: &mut Desk<'_>| {
            let link = fields::link(ui, desk, "show").on_hover_text(about);
            link.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, format!("Show {id}")));
            link.clicked()
        };
        if f.told_row(&id, about, show) {
            f.desk.send(ViewCommand::Select(vec![Item::Launcher(id)]));
        }
    }
}

fn summary(doc: &BodyDoc, running: Option<(BodyId, &Body)>) -> String {
    let shape = match doc.shapes.as_slice() {
        [] => "No shape".to_owned(),
        [one] => shape::word(&one.geometry).to_owned(),
        several => format!("{} shapes", several.len()),
    };
    let kind = KINDS.iter().find(|(k, ..)| *k == doc.kind).map_or("", |(_, name, _)| name).to_lowercase();
    let state = match running {
        Some((_, b)) if b.frozen => " · frozen",
        Some((_, b)) if !b.awake && b.kind == BodyKind::Dynamic => " · asleep",
        _ => "",
    };
    format!("{shape} · {kind}{state}")
}

fn now(f: &mut Fields<'_, '_, '_>, body: &Body, sizes: &Sizes) {
    f.section("Now");
    // Fixed decimals: numbers that change every frame must not change their width.
    f.readout("Position", format!("{}, {} m", fixed(body.pose.position.x, 3), fixed(body.pose.position.y, 3)));
    f.readout("Angle", format!("{}°", fixed(body.pose.rotation.angle().to_degrees(), 1)));
    f.readout("Velocity", format!("{}, {} m/s", fixed(body.linear_velocity.x, 2), fixed(body.linear_velocity.y, 2)));
    f.readout("Angular velocity", format!("{}°/s", fixed(body.angular_velocity.to_degrees(), 1)));
    f.readout("Kinetic energy", quantity(sizes.read_single(body.kinetic_energy(), "J"), "J"));
}

fn start(f: &mut Fields<'_, '_, '_>, body: &mut BodyDoc, started: bool) {
    f.section(if started { "Initial pose" } else { "Pose" });
    f.choice("Body type", &mut body.kind, &KINDS);
    f.vector("Position", &mut body.position, fields::PLACE);
    f.number("Angle", &mut body.angle, fields::ANGLE);
    if body.kind != BodyKind::Static {
        f.section(if started { "Initial velocity" } else { "Motion" });
        let before = body.linear_velocity;
        f.vector("Velocity", &mut body.linear_velocity, fields::SPEED);
        body.linear_velocity = bounded_velocity(body.linear_velocity, before);
        f.number("Angular velocity", &mut body.angular_velocity, fields::SPIN);
    }
}

fn behaviour(f: &mut Fields<'_, '_, '_>, body: &mut BodyDoc) {
    if body.kind != BodyKind::Dynamic {
        return;
    }
    f.section("Behaviour");
    f.number("Gravity scale", &mut body.gravity_scale, fields::FACTOR);
    f.number("Linear damping", &mut body.linear_damping, fields::DAMPING);
    f.number("Angular damping", &mut body.angular_damping, fields::DAMPING);
    f.switch("Fixed rotation", &mut body.fixed_rotation, "Never turns.");
    f.switch("May sleep", &mut body.can_sleep, "Falls asleep once it has come to rest, and costs nothing until something touches it.");
    f.switch("Bullet", &mut body.bullet, "May not pass through moving bodies either, at extra cost.");
}

fn computed(f: &mut Fields<'_, '_, '_>, body: &Body) {
    f.section("Mass, computed");
    if body.inv_mass == 0.0 {
        f.readout("Mass", "infinite");
        return;
    }
    f.readout("Mass", quantity(body.mass, "kg"));
    let inertia = if body.inv_inertia == 0.0 { "infinite".to_owned() } else { quantity(body.inertia, "kg·m²") };
    f.readout("Inertia", inertia);
    f.vector_readout("Centre of mass", body.local_center, "m");
}

/// Whom the body touches; a click watches the pair, the glass looks inside.
fn contacts(f: &mut Fields<'_, '_, '_>, id: BodyId) {
    const MOST: usize = 12;
    let look = f.desk.look;
    let stage = f.desk.app.stage();
    let touching: Vec<_> = stage.world().contacts().into_iter().filter(|c| c.collider_a.body == id || c.collider_b.body == id).collect();
    f.section("Contacts");
    if touching.is_empty() {
        f.sentence("Touches nothing now.");
    }
    for contact in touching.iter().take(MOST) {
        let other = if contact.collider_a.body == id { contact.collider_b } else { contact.collider_a };
        let name = stage.names().bodies.name(other.body).unwrap_or("the world");
        let points = counted(contact.count, "point", "points");
        let watched = f.desk.app.pair().is_some_and(|(a, b)| [(a, b), (b, a)].contains(&(contact.collider_a, contact.collider_b)));
        let size = egui::vec2(f.ui.available_width(), f.desk.look.row());
        let inner = f.ui.allocate_ui_with_layout(size, egui::Layout::left_to_right(egui::Align::Center), |ui| {
            let text = egui::RichText::new(format!("with {name}")).color(f.desk.look.good);
            let response = ui.add(egui::Button::new(text).frame(false)).on_hover_text("Watch this pair");
            let mut looks_inside = false;
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let label = format!("Look inside the contact with {name}");
                let glass = super::super::button::icon_button(ui, &look, egui_phosphor::regular::MAGNIFYING_GLASS, &label);
                looks_inside = glass.on_hover_text("Look inside: what the engine did, step by step").clicked();
                ui.label(if watched { format!("{points}, watched") } else { points });
            });
            (response.clicked(), looks_inside)
        });
        let pair = Some((contact.collider_a, contact.collider_b));
        match inner.inner {
            (_, true) => f.desk.send(MicroscopeCommand::Open { pair, microscope: None }),
            (true, _) => f.desk.send(ViewCommand::SetPair(pair)),
            _ => {}
        }
    }
    if touching.len() > MOST {
        f.sentence(&format!("and {} more", touching.len() - MOST));
    }
}

fn actions(f: &mut Fields<'_, '_, '_>, doc: &BodyDoc) {
    let look = f.desk.look;
    f.ui.add_space(look.gap(3.0));
    f.ui.horizontal(|ui| {
        graphs::button(ui, f.desk, &[Item::Body(doc.id.clone())]);
        if ui.button("Duplicate").on_hover_text((f.desk.keyed)("Duplicate")).clicked() {
            f.desk.send(ClipboardCommand::Duplicate);
        }
        delete(ui, f.desk, Item::Body(doc.id.clone()));
    });
}
