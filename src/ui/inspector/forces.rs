//! Forces that the scene sets on a body, and the choice of a key.

use super::fields::{self, Fields};
use crate::engine::body::BodyKind;
use crate::engine::math::Vec2;
use crate::scene::document::BodyDoc;
use crate::scene::force::ForceDoc;
use crate::scene::formula::Formula;
use crate::scene::key::{KEYS, Key};
use crate::scene::limits;
use crate::ui::hints;
use egui_phosphor::regular as icon;

/// Shows and edits the forces on a body.
pub(super) fn show(f: &mut Fields<'_, '_, '_>, body: &mut BodyDoc) {
    if body.kind != BodyKind::Dynamic {
        return;
    }
    f.section("Forces");
    let mut remove = None;
    for (index, force) in body.forces.iter_mut().enumerate() {
        f.within(("force", index), |f| {
            one(f, force);
            if f.button(&format!("{} Remove force", icon::MINUS), hints::of("Remove force")).clicked() {
                remove = Some(index);
            }
        });
    }
    if let Some(index) = remove {
        body.forces.remove(index);
        f.changed = Some(f.desk.state.gesture.next());
    }
    let is_full = body.forces.len() as u64 >= limits::FORCES.max;
    if !is_full && f.button(&format!("{} Add force", icon::PLUS), hints::of("Add force")).clicked() {
        // As strong as the weight, upwards: the body hovers, which shows at once that it acts.
        let weight = weight_of(f, &body.id);
        body.forces.push(ForceDoc { force: Vec2::new(0.0, weight), ..ForceDoc::default() });
        f.changed = Some(f.desk.state.gesture.next());
    }
}

/// Weight of a body as it runs, N, in whole newtons above ten.
fn weight_of(f: &Fields<'_, '_, '_>, id: &str) -> f32 {
    let stage = f.desk.app.stage();
    let mass = stage.names().bodies.id(id).and_then(|id| stage.world().body(id)).map_or(1.0, |body| body.mass);
    let gravity = stage.world().settings().gravity.length();
    let weight = mass * if gravity > 0.0 { gravity } else { 9.81 };
    if weight > 10.0 { weight.round() } else { weight }
}

fn one(f: &mut Fields<'_, '_, '_>, force: &mut ForceDoc) {
    f.vector("Force at", &mut force.point, fields::PLACE);
    f.vector("Pushes with", &mut force.force, fields::PUSH);
    f.number("Twists with", &mut force.torque, fields::TWIST);
    f.switch("Turns with the body", &mut force.turns, hints::of("Turns with the body"));
    key(f, "Key", &mut force.key);
    formula(f, force);
}

/// The formula of a force. One that cannot be read stays as it was typed, with the reason under its row, and the force
/// keeps the one that it had.
fn formula(f: &mut Fields<'_, '_, '_>, force: &mut ForceDoc) {
    let unread = f.ui.id().with("formula that cannot be read");
    let stored = force.formula.clone().unwrap_or_default();
    let mut typed =
        f.ui.data_mut(|d| d.get_temp::<(String, String)>(unread))
            .filter(|(of, _)| *of == stored)
            .map_or(stored.clone(), |(_, typed)| typed);
    let before = f.changed;
    if f.text("Formula", &mut typed) {
        typed = typed.trim().to_owned();
        if typed.is_empty() || Formula::parse(&typed).is_ok() {
            f.ui.data_mut(|d| d.remove::<(String, String)>(unread));
            if typed == stored {
                f.changed = before;
            }
            force.formula = Some(typed).filter(|formula| !formula.is_empty());
            return;
        }
        f.changed = before;
        f.ui.data_mut(|d| d.insert_temp(unread, (stored, typed.clone())));
    }
    if let Some(why) = Some(&typed).filter(|typed| !typed.is_empty()).and_then(|typed| Formula::parse(typed).err()) {
        let look = f.desk.look;
        let words = egui::RichText::new(format!("Not a formula yet: {why}.")).font(look.caption_font()).color(look.warning);
        f.ui.add(egui::Label::new(words).wrap());
    }
}

/// The choice of a key, or none.
pub(super) fn key(f: &mut Fields<'_, '_, '_>, label: &str, key: &mut Key) {
    let caps: Vec<String> = KEYS.iter().map(|(_, key)| if key.is_some() { key.cap() } else { "none".to_owned() }).collect();
    let choices: Vec<(Key, &str, &str)> = KEYS.iter().zip(&caps).map(|((_, key), cap)| (*key, cap.as_str(), "")).collect();
    f.choice(label, key, &choices);
}
