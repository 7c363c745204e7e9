//! A lamp: where it shines from, how soft and how dark its shadows are.

use super::fields::{self, Fields};
use super::heading::{delete, heading, name};
use crate::app::{DocumentCommand, Item};
use crate::scene::document::{LightDoc, LightKind};
use crate::scene::limits;
use crate::ui::desk::Desk;
use egui::Ui;

/// Sizes of lamps.
const LAMP_SIZE: fields::Unit = fields::Unit { max: limits::LAMP_RADIUS.max, ..fields::ROUNDING };
/// Sizes of suns.
const SUN_SIZE: fields::Unit = fields::Unit { min: limits::SUN_SPREAD.min, max: limits::SUN_SPREAD.max, ..fields::ANGLE };
/// Points that a lamp is made of.
const POINTS: fields::Unit =
    fields::Unit { factor: 1.0, suffix: "", speed: 0.1, min: limits::RAYS.min as f32, max: limits::RAYS.max as f32, decimals: 0 };

/// Shows and edits a lamp.
pub(super) fn show(ui: &mut Ui, desk: &mut Desk<'_>, doc: &LightDoc) {
    let app = desk.app;
    let mut light = doc.clone();
    let mut f = Fields::new(ui, desk);
    let line = match &doc.kind {
        LightKind::Point { body: Some(body), .. } => format!("Lamp · on {body}"),
        LightKind::Point { body: None, .. } => "Lamp · in the world".to_owned(),
        LightKind::Sun { .. } => "Sun · parallel rays".to_owned(),
    };
    heading(&mut f, &doc.id, &line);
    name(&mut f, &mut light.id, limits::NAME, |id| app.document().light(id).is_some());
    f.section("Light");
    let mut is_sun = matches!(light.kind, LightKind::Sun { .. });
    f.switch("Sun", &mut is_sun, "Far away, so that all its rays are parallel; else a lamp at a place.");
    if is_sun != matches!(light.kind, LightKind::Sun { .. }) {
        light.kind = if is_sun { LightDoc::SUN } else { here(f.desk) };
    }
    match &mut light.kind {
        LightKind::Point { position, radius, .. } => {
            f.vector("Place", position, fields::PLACE);
            f.number("Lamp radius", radius, LAMP_SIZE);
        }
        LightKind::Sun { direction, spread } => {
            f.vector("Shines towards", direction, fields::PLACE);
            f.number("Size in the sky", spread, SUN_SIZE);
        }
    }
    f.number("Darkness of shadows", &mut light.brightness, fields::FRACTION);
    if light.is_soft() {
        let mut rays = light.rays as f32;
        f.number("Points of the lamp", &mut rays, POINTS);
        light.rays = rays.round() as u32;
    } else {
        f.sentence("With a lamp radius above 0 the borders of its shadows are soft.");
    }
    f.ui.add_space(f.desk.look.gap(3.0));
    if f.ui.button("Look inside").on_hover_text("How this lamp finds its shadows, step by step").clicked() {
        f.desk.send(crate::ui::contact_card::into_scene("shadow"));
    }
    delete(f.ui, f.desk, Item::Light(doc.id.clone()));
    if let Some(gesture) = f.changed {
        f.desk.send(DocumentCommand::Edit { id: doc.id.clone(), to: light.into(), gesture });
    }
}

/// A lamp in the middle of what is seen.
fn here(desk: &Desk<'_>) -> LightKind {
    LightKind::Point { body: None, position: desk.app.camera().center, radius: 0.0 }
}
