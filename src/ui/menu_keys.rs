//! Menus and lists of choices by keyboard: up, down, Home, End and first letters go from row to row, Enter and Space
//! take one, Esc closes; in the menu bar left and right go to the next menu. egui gives none of it: its arrows go to
//! the nearest widget of any panel, and an open menu does not take the keyboard.
//!
//! Rows come from many panels. What they are is read from what was shown: a row is what can be clicked on the menu's
//! layer, its name is the text painted in it.

use egui::menu::{BarState, MenuRoot};
use egui::{ComboBox, Event, EventFilter, Id, Key, Pos2, Response, Shape, Ui, vec2};

/// A row of an open menu; one that is scrolled out of sight has no name.
#[derive(Clone)]
struct Row {
    id: Id,
    name: String,
}

/// What an open menu knows from the pass before.
#[derive(Clone, Default)]
struct Open {
    pass: u64,
    rows: Vec<Row>,
    /// The row that had the keyboard last.
    at: Option<Id>,
    /// The row that gets it once more: egui's own arrows may have taken it away at the end of the pass.
    again: Option<Id>,
    /// Opened by a key: a row takes the keyboard as soon as there is one.
    begins: bool,
}

/// Shows the rows of a menu; `now` is the name of the row that is in force, if any.
pub(super) fn rows<R>(ui: &mut Ui, now: &str, fill: impl FnOnce(&mut Ui) -> R) -> R {
    let (key, pass) = (state_of(ui.layer_id().id), ui.ctx().cumulative_pass_nr());
    let before: Option<Open> = ui.data(|d| d.get_temp(key)).filter(|open: &Open| open.pass + 1 >= pass);
    let mut open = before.unwrap_or_else(|| Open { begins: ui.input(is_by_key), ..Open::default() });
    if let Some(id) = open.again.take() {
        ui.memory_mut(|m| m.request_focus(id));
    }
    if let Some(focused) = ui.memory(|m| m.focused()).filter(|id| open.rows.iter().any(|row| row.id == *id)) {
        open.at = Some(focused);
        let arrows = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|m| m.set_focus_lock_filter(focused, arrows));
    }
    if let Some(id) = open.asked(ui) {
        open.go(ui, id);
    }
    // The row that has the keyboard has an outline; one under the pointer has a ground alone.
    ui.visuals_mut().widgets.active.bg_stroke = egui::Stroke::new(1.5, ui.visuals().hyperlink_color);
    let inner = fill(ui);
    open.rows = found(ui);
    let first = open.rows.iter().find(|row| row.name == now).or(open.rows.first()).map(|row| row.id);
    // In the pass that measures a new menu nothing is painted.
    if open.begins && open.rows.iter().any(|row| !row.name.is_empty()) {
        open.begins = false;
        first.into_iter().for_each(|id| open.go(ui, id));
    }
    open.pass = pass;
    ui.data_mut(|d| d.insert_temp(key, open));
    inner
}

impl Open {
    /// Gives a row the keyboard.
    fn go(&mut self, ui: &Ui, id: Id) {
        (self.at, self.again) = (Some(id), Some(id));
        ui.memory_mut(|m| m.request_focus(id));
        ui.ctx().request_repaint();
    }

    /// The row that this pass's keys ask for.
    fn asked(&self, ui: &Ui) -> Option<Id> {
        let count = self.rows.len();
        if count == 0 || is_typing(ui.ctx()) {
            return None;
        }
        let at = self.at.and_then(|id| self.rows.iter().position(|row| row.id == id));
        let next = |event: &Event| match event {
            Event::Key { key, pressed: true, modifiers, .. } if modifiers.is_none() => match key {
                Key::ArrowDown => Some(at.map_or(0, |i| (i + 1) % count)),
                Key::ArrowUp => Some(at.map_or(count - 1, |i| (i + count - 1) % count)),
                Key::Home => Some(0),
                Key::End => Some(count - 1),
                _ => None,
            },
            Event::Text(text) => {
                let letter = text.to_lowercase();
                let begins =
                    |i: &usize| letter.chars().all(char::is_alphanumeric) && self.rows[*i].name.to_lowercase().starts_with(&letter);
                let from = at.map_or(0, |i| i + 1);
                (from..from + count).map(|i| i % count).find(begins)
            }
            _ => None,
        };
        let asked = ui.input(|i| i.events.iter().filter_map(next).next_back());
        asked.map(|i| self.rows[i].id)
    }
}

fn state_of(layer: Id) -> Id {
    layer.with("rows by keyboard")
}

fn is_by_key(input: &egui::InputState) -> bool {
    let mut keys = input.events.iter().filter(|event| matches!(event, Event::Key { pressed: true, .. }));
    keys.next().is_some() && !input.pointer.any_click()
}

/// The rows on this layer, from top to bottom.
fn found(ui: &Ui) -> Vec<Row> {
    let layer = ui.layer_id();
    let texts: Vec<(Pos2, String)> = ui.ctx().graphics(|graphics| {
        let entries = graphics.get(layer).into_iter().flat_map(|list| list.all_entries());
        let texts = entries.filter_map(|entry| if let Shape::Text(text) = &entry.shape { Some(text) } else { None });
        texts.map(|text| (text.visual_bounding_rect().center(), text.galley.text().to_owned())).collect()
    });
    let row = |id: Id, rect: egui::Rect| {
        let own = texts.iter().find(|(at, _)| rect.contains(*at)).map_or("", |(_, text)| text);
        Row { id, name: own.trim_start_matches(|c: char| !c.is_alphanumeric()).to_owned() }
    };
    ui.ctx().viewport(|viewport| {
        // The ground of a list can be clicked, too.
        let widgets = viewport.this_pass.widgets.get_layer(layer).filter(|w| w.id != layer.id.with("move"));
        widgets.filter(|w| w.enabled && w.sense.senses_click() && w.sense.is_focusable()).map(|w| row(w.id, w.rect)).collect()
    })
}

/// Scrolls to a row that has just got the keyboard.
pub(super) fn show_row(row: &Response) {
    if row.gained_focus() {
        row.scroll_to_me(None);
    }
}

/// A row of a list of choices. True when it is taken.
pub(super) fn choice(ui: &mut Ui, is_on: bool, name: &str, hint: &str) -> bool {
    let row = ui.selectable_label(is_on, name);
    show_row(&row);
    row.on_hover_text(hint).on_disabled_hover_text(hint).clicked()
}

/// A list of choices, with `now` in force; `fill` says whether a row was taken. Its field gets the keyboard back from a
/// row.
pub(super) fn choices(ui: &mut Ui, combo: ComboBox, now: &str, fill: impl FnOnce(&mut Ui) -> bool) -> Response {
    let mut had_keyboard = false;
    let shown = combo.selected_text(now).show_ui(ui, |ui| {
        let open: Option<Open> = ui.data(|d| d.get_temp(state_of(ui.layer_id().id)));
        had_keyboard = open.is_some_and(|open| open.pass + 1 >= ui.ctx().cumulative_pass_nr() && open.at.is_some());
        rows(ui, now, fill)
    });
    let is_taken = shown.inner == Some(true);
    if is_taken {
        // A pointer's click closes a list anyway; that of a key or a screen reader does not.
        ui.memory_mut(|m| m.close_popup());
    }
    if had_keyboard && (is_taken || ui.input(|i| i.key_pressed(Key::Escape))) {
        shown.response.request_focus();
    }
    shown.response
}

/// A title of a menu bar. As egui's own, but a pointer that rests on a title does not take the menu back from the keys.
pub(super) fn title(ui: &mut Ui, words: &str, fill: impl FnOnce(&mut Ui)) -> Response {
    let mut bar = BarState::load(ui.ctx(), ui.id());
    let is_open = bar.as_ref().is_some_and(|root| root.id == ui.next_auto_id());
    let mut button = egui::Button::new(words);
    if is_open {
        let open = ui.visuals().widgets.open;
        button = button.fill(open.weak_bg_fill).stroke(open.bg_stroke);
    }
    let response = ui.add(button);
    let mut felt = response.clone();
    let resting: Option<Pos2> = ui.data(|d| d.get_temp(ui.id().with("pointer"))).unwrap_or_default();
    if resting.is_some() && resting == ui.input(|i| i.pointer.latest_pos()) {
        felt.flags.remove(egui::response::Flags::HOVERED);
    }
    MenuRoot::stationary_click_interaction(&felt, &mut bar);
    bar.show(&response, |ui| rows(ui, "", fill));
    bar.store(ui.ctx(), ui.id());
    response
}

/// A right click closes an open menu of this bar, or button: its own menu, elsewhere, would stand beside it.
pub(super) fn close_by_right_click(ui: &Ui) {
    let mut bar = BarState::load(ui.ctx(), ui.id());
    if bar.is_some() && ui.input(|i| i.pointer.secondary_clicked()) {
        **bar = None;
        bar.store(ui.ctx(), ui.id());
    }
}

/// Left and right go from an open menu of a bar to the next; the first one opens when it is `wanted`.
pub(super) fn along(ui: &Ui, titles: &[Response], wanted: bool) {
    let mut bar = BarState::load(ui.ctx(), ui.id());
    let at = bar.as_ref().and_then(|root| titles.iter().position(|title| title.id == root.id));
    let (left, right) = ui.input(|i| (i.key_pressed(Key::ArrowLeft), i.key_pressed(Key::ArrowRight)));
    let to = match at {
        Some(i) if right => (i + 1) % titles.len(),
        Some(i) if left => (i + titles.len() - 1) % titles.len(),
        None if wanted => 0,
        _ => return,
    };
    let margin = egui::Frame::menu(ui.style()).total_margin().left;
    let place = titles[to].rect.left_bottom() + vec2(-margin, ui.spacing().menu_spacing);
    **bar = Some(begun(ui.ctx(), place, titles[to].id));
    bar.store(ui.ctx(), ui.id());
    let resting = ui.input(|i| i.pointer.latest_pos());
    ui.data_mut(|d| d.insert_temp(ui.id().with("pointer"), resting));
}

/// Opens the menu of a right click by a key.
pub(super) fn open_context(response: &Response, at: Pos2) {
    let key = Id::new("__egui::context_menu");
    let mut bar = BarState::load(&response.ctx, key);
    **bar = Some(begun(&response.ctx, at, response.id));
    bar.store(&response.ctx, key);
}

/// A menu that opens by a key: its first row takes the keyboard.
fn begun(ctx: &egui::Context, place: Pos2, id: Id) -> MenuRoot {
    let open = Open { pass: ctx.cumulative_pass_nr(), begins: true, ..Open::default() };
    ctx.data_mut(|d| d.insert_temp(state_of(id.with("__menu")), open));
    ctx.request_repaint();
    MenuRoot::new(place, id)
}

/// True when a text field has the keyboard.
pub(super) fn is_typing(ctx: &egui::Context) -> bool {
    ctx.memory(|m| m.focused()).is_some_and(|id| egui::text_edit::TextEditState::load(ctx, id).is_some())
}
