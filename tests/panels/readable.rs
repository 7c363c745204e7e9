//! What the panels paint can be read.

use crate::kit::*;
use collidoscope::draw::palette::contrast;
use egui::{Color32, Shape};

/// The colour in which words are painted, and where; the ground on which they lie is the caller's affair.
fn painted(w: &Window, words: &str) -> Option<(Color32, Rect)> {
    let mut texts = w.output().shapes.iter().filter_map(|clipped| if let Shape::Text(text) = &clipped.shape { Some(text) } else { None });
    texts.rfind(|text| text.galley.text().contains(words)).map(|text| {
        let own = text.galley.job.sections[0].format.color;
        let own = if own == Color32::PLACEHOLDER { text.fallback_color } else { own };
        (text.override_text_color.unwrap_or(own), text.galley.rect.translate(text.pos.to_vec2()))
    })
}

/// Hints were half as strong as text: 2.8 : 1 in a field of the light theme, 3.7 : 1 on the projector.
#[test]
fn hints_in_empty_fields_have_the_contrast_of_words() {
    for theme in Theme::ALL {
        let mut app = App::empty();
        app.apply(ViewCommand::SetTheme(theme));
        let mut w = open(app, 1280.0, 800.0);
        w.run();
        key(&mut w, Modifiers::COMMAND, Key::K);
        let (ink, _) = painted(&w, "What do you want to do?").expect("the search for commands says what it is for");
        let field = collidoscope::draw::palette::tokens(theme).raised;
        assert!(contrast(ink.to_array(), field) >= 4.5, "{theme:?}: {}", contrast(ink.to_array(), field));
    }
}
