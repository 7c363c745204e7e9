//! How two materials share one coefficient: the world's rules, and a picture of what each makes of two materials.

use super::drawing::drawing;
use super::fields::{self, Fields};
use crate::draw::DrawList;
use crate::engine::mixing::{Coefficient, Fall, MIXES, Mix, MixRow, Mixing};
use crate::engine::tuning::MAX_MIX_WEIGHT;
use crate::lens::mixing::{SHOWN, picture, static_marks};
use crate::ui::hints;
use crate::ui::state::MixingView;
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
    let grips = pair.map(|material| material.grip());
    let has_grip = !of_restitution && grips != numbers;
    if has_grip {
        static_marks(mixing, numbers, grips, &mut list);
    }
    drawing(f, &list, SHOWN, name);
    f.sentence(&verdict(mixing, which, fall));
    if has_grip {
        f.sentence(&static_words(mixing, numbers, grips));
    }
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

/// What holds the pair while nothing slides, and what slows it once it does.
fn static_words(mixing: Mixing, sliding: [f32; 2], grips: [f32; 2]) -> String {
    let [of_sliding, by_rule] = [sliding, grips].map(|[x, y]| mixing.mix(Coefficient::Friction, f64::from(x), f64::from(y)) as f32);
    let held = mixing.grip(grips, of_sliding);
    let words = format!("Static friction is mixed by the same rule (the rings): {held:.3} holds, {of_sliding:.3} slows what slides.");
    if by_rule < of_sliding { words + " The rule alone would hold less than it slows: static friction is never below." } else { words }
}
