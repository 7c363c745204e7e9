//! A path that is typed into the dialog inside the window.

use std::path::{MAIN_SEPARATOR, Path, is_separator};

/// The beginning of a path that was typed where the dialog would search for it.
#[derive(Default)]
pub(super) struct TypedPath {
    /// What goes into the field of the path in the next frame.
    begun: String,
    /// What went to the search since the last click or move of the cursor.
    searched: String,
}

impl TypedPath {
    /// No name that is searched for has a separator in it: with the first one, what was typed or pasted opens the field
    /// of the path, and goes there in the next frame; behind the folder that stands there, or from the root on. True in
    /// the frame that opens it for a path from the root.
    pub fn take(&mut self, ctx: &egui::Context) -> bool {
        use egui::{Event, Key, Modifiers};
        let field = ctx.memory(|m| m.focused());
        let is_searching = field.is_none_or(|field| is_search(ctx, field));
        let is_whole = ctx.input_mut(|input| {
            if !self.begun.is_empty() {
                input.events.insert(0, Event::Text(std::mem::take(&mut self.begun)));
                return None;
            }
            for event in &input.events {
                match event {
                    Event::Text(words) | Event::Paste(words) if is_searching => self.searched.push_str(words),
                    Event::Key { key: Key::Backspace, pressed: true, .. } => drop(self.searched.pop()),
                    Event::Key { key, pressed: true, .. } if MOVES.contains(key) => self.searched.clear(),
                    Event::PointerButton { pressed: true, .. } => self.searched.clear(),
                    _ => {}
                }
            }
            if !is_searching || !self.searched.contains(is_separator) {
                return None;
            }
            input.events.retain(|event| !matches!(event, Event::Text(_) | Event::Paste(_)));
            // The dialog's key for that field.
            let (key, modifiers) = (Key::L, Modifiers::COMMAND);
            input.events.push(Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers });
            self.begun = std::mem::take(&mut self.searched).trim_end().to_owned();
            let is_whole = self.begun.starts_with('/') || Path::new(&self.begun).is_absolute();
            if !is_whole {
                self.begun.insert(0, MAIN_SEPARATOR);
            }
            Some(is_whole)
        });
        // The dialog heeds that key only while no field has the keyboard.
        if let (Some(field), Some(_)) = (field, is_whole) {
            ctx.memory_mut(|m| m.surrender_focus(field));
        }
        is_whole == Some(true)
    }
}

/// Keys after which it is not known what stands in the search.
const MOVES: [egui::Key; 8] = {
    use egui::Key::{ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Delete, End, Escape, Home};
    [ArrowLeft, ArrowRight, ArrowUp, ArrowDown, Home, End, Delete, Escape]
};

/// Whether a field is that of the search: it has no name, but is the only one at the right.
fn is_search(ctx: &egui::Context, field: egui::Id) -> bool {
    ctx.read_response(field).is_some_and(|shown| shown.rect.left() > ctx.screen_rect().center().x)
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
