//! A path that is typed into the dialog inside the window.

use std::path::Path;

/// The beginning of a path that was typed where the dialog would search for it.
#[derive(Default)]
pub(super) struct TypedPath {
    /// What goes into the field of the path in the next frame.
    begun: String,
}

impl TypedPath {
    /// A path that begins at the root is no name to search for: typed or pasted while no field has the keyboard, it
    /// opens the field of the path, and goes there in the next frame. True in the frame that opens it.
    pub fn take(&mut self, ctx: &egui::Context) -> bool {
        use egui::{Event, Key, Modifiers};
        let is_free = ctx.memory(|m| m.focused()).is_none();
        ctx.input_mut(|input| {
            if !self.begun.is_empty() {
                input.events.insert(0, Event::Text(std::mem::take(&mut self.begun)));
                return false;
            }
            let mut words = input.events.iter().filter_map(|event| match event {
                Event::Text(words) | Event::Paste(words) => Some(words.as_str()),
                _ => None,
            });
            if !is_free || !words.next().is_some_and(|first| first.starts_with('/') || Path::new(first).is_absolute()) {
                return false;
            }
            for event in std::mem::take(&mut input.events) {
                match event {
                    Event::Text(words) | Event::Paste(words) => self.begun.push_str(words.trim_end()),
                    other => input.events.push(other),
                }
            }
            // The dialog's key for that field.
            let (key, modifiers) = (Key::L, Modifiers::COMMAND);
            input.events.push(Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers });
            true
        })
    }
}

/// Selects all of the text field that has the keyboard: what is typed takes the place of the suggested name, a whole
/// path too, instead of being appended to it. Which field that is; `None` while no text field has it.
pub(super) fn select_all(ctx: &egui::Context, text: Option<&str>) -> Option<egui::Id> {
    use egui::text::{CCursor, CCursorRange};
    let id = ctx.memory(|m| m.focused())?;
    let mut state = egui::TextEdit::load_state(ctx, id)?;
    state
        .cursor
        .set_char_range(Some(CCursorRange::two(CCursor::default(), CCursor::new(text.map_or(usize::MAX, |text| text.chars().count())))));
    state.store(ctx, id);
    ctx.request_repaint();
    Some(id)
}
