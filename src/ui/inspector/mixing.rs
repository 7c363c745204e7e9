//! How two materials share one coefficient: the world's rules, and a picture of what each makes of two materials.

use super::fields::{self, Fields};
use crate::draw::labels::PxBox;
use crate::draw::projection::Projection;
use crate::draw::{DrawList, Sheet, View};
use crate::engine::math::Vec2;
use crate::engine::mixing::{Coefficient, Fall, MIXES, Mix, MixRow, Mixing};
use crate::engine::tuning::MAX_MIX_WEIGHT;
use crate::lens::mixing::{SHOWN, picture};
use crate::ui::state::MixingView;
use crate::ui::{hints, paint};
use egui::{Sense, vec2};
use std::sync::LazyLock;

/// What a material is called that a shape has unless told otherwise.
const STANDARD: &str = "standard";

/// The rules, their constant, and the pictures.
pub(super) fn show(f: &mut Fields<'_, '_, '_>, mixing: &mut Mixing) {
    f.section("Mixing of materials");
    let of_friction: Vec<(Mix, &str, &str)> = MIXES.iter().filter(|row| row.of_friction).map(choice).collect();
    f.choice("Friction rule", &mut mixing.friction, &of_friction);
    f.choice("Restitution rule", &mut mixing.restitution, &MIXES.each_ref().map(choice));
    if [mixing.friction, mixing.restitution].contains(&Mix::WeightedMean) {
        f.number("Weight constant", &mut mixing.weight, fields::within("", 0.0, MAX_MIX_WEIGHT));
    }
    let is_open = f.desk.state.mixing.is_open;
    let words = if is_open { "Hide curves" } else { "Show curves" };
    if fields::link(f.ui, f.desk, words).on_hover_text(hints::of("Show curves")).clicked() {
        f.desk.state.mixing.is_open = !is_open;
    }
    if is_open {
        curves(f, *mixing);
    }
}

fn choice(row: &MixRow) -> (Mix, &'static str, &'static str) {
    (row.mix, row.name, row.summary)
}

/// Two materials to choose, and what becomes of them.
fn curves(f: &mut Fields<'_, '_, '_>, mixing: Mixing) {
    let materials = &f.desk.app.document().materials;
    let choices: Vec<(String, &str, &str)> =
        std::iter::once((String::new(), STANDARD, "")).chain(materials.keys().map(|name| (name.clone(), name.as_str(), ""))).collect();
    let MixingView { names: [mut a, mut b], is_open, mut of_restitution } = f.desk.state.mixing.clone();
    let changed = f.changed;
    f.choice("Curves of", &mut of_restitution, &[(false, "Friction", ""), (true, "Restitution", "")]);
    f.choice("Material A", &mut a, &choices);
    f.choice("Material B", &mut b, &choices);
    f.changed = changed; // what is looked at is no edit
    let pair = [&a, &b].map(|name| materials.get(name).copied().unwrap_or_default().material());
    f.desk.state.mixing = MixingView { names: [a, b], is_open, of_restitution };
    let (which, numbers, name) = if of_restitution {
        (Coefficient::Restitution, pair.map(|material| material.restitution), "Restitution of a pair")
    } else {
        (Coefficient::Friction, pair.map(|material| material.friction), "Friction of a pair")
    };
    let mut list = DrawList::default();
    let fall = mixing.fall(which);
    picture(mixing, which, numbers, fall, &mut list);
    plot(f, &list, name);
    f.sentence(&verdict(mixing, which, fall));
}

/// The rule's name, and where it falls.
fn verdict(mixing: Mixing, which: Coefficient, fall: Option<Fall>) -> String {
    static LARGEST_STEADY: LazyLock<[f32; 2]> =
        LazyLock::new(|| [Coefficient::Friction, Coefficient::Restitution].map(Mixing::largest_steady_weight));
    let rule = mixing.rule(which).row().name.to_lowercase();
    match fall {
        None => format!("The {rule} rule never falls while a coefficient rises."),
        Some(fall) => format!(
            "The {rule} rule falls, although x rises, near x = {:.2}, y = {:.2} (the cross). With a constant up to {:.3} it never would.",
            fall.x, fall.y, LARGEST_STEADY[which as usize]
        ),
    }
}

fn plot(f: &mut Fields<'_, '_, '_>, list: &DrawList, name: &str) {
    let look = f.desk.look;
    let width = f.ui.available_width();
    let (middle, size) = SHOWN;
    let (rect, response) = f.ui.allocate_exact_size(vec2(width, width * size.y / size.x), Sense::hover());
    let frame = PxBox { min: Vec2::new(rect.left(), rect.top()), max: Vec2::new(rect.right(), rect.bottom()) };
    let Some(projection) = Projection::new(View { center: middle, height: size.y }, frame) else { return };
    let painter = f.ui.painter().with_clip_rect(rect.intersect(f.ui.clip_rect()));
    painter.extend(paint::shapes(list, Sheet::Diagram, &look, projection));
    paint::labels(&painter, &look, list, Sheet::Diagram, projection, &[]);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, name));
    response.on_hover_text(hints::of(name));
}
