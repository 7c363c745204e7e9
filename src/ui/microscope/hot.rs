//! What the pointer is on, and the captions between the parts of the side.

use super::super::theme::Look;
use crate::lens::microscope::Part;
use egui::{RichText, Ui};

/// What the pointer is on in this frame.
#[derive(Default)]
pub(in crate::ui) struct Hot {
    pub parts: Vec<Part>,
}

impl Hot {
    pub fn add(&mut self, parts: &[Part]) {
        self.parts.extend(parts.iter().filter(|p| !self.parts.contains(p)).copied().collect::<Vec<_>>());
    }
}

/// A caption in small capitals.
pub(super) fn caption(ui: &mut Ui, look: &Look, words: &str) {
    ui.add_space(look.gap(1.0));
    ui.label(RichText::new(words.to_uppercase()).font(look.section_font()).color(look.quiet));
}
