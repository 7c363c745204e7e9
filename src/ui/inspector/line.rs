//! A line of text: a name, a title, a formula. It counts when it is finished.
//!
//! ```text
//!   Id          [ ground            ]   refused: what was typed stays, and the reason stands under the row
//!   The name "ground" is taken.
//! ```

use crate::ui::theme::Look;
use crate::ui::{hints, number};
use egui::text::{CCursor, CCursorRange};
use egui::{Key, Label, Response, RichText, TextEdit, Ui, WidgetInfo, WidgetType};

/// A line of text and what it may be.
pub(super) struct Line<'a> {
    /// Its name, for whom cannot see its place.
    pub name: &'a str,
    /// Points.
    pub width: f32,
    /// Takes the keyboard, all of it selected.
    pub begins: bool,
    /// Why a text is refused, in a sentence.
    pub refusal: &'a dyn Fn(&str) -> Option<String>,
}

/// What was typed and refused, why, and what stood there.
#[derive(Clone)]
struct Refused {
    text: String,
    why: String,
    of: String,
}

/// A line with a buffer of its own while it is typed into: Enter, Tab and a click elsewhere end it, Esc gives it up.
/// True when `value` was changed.
pub(super) fn edit(ui: &mut Ui, look: &Look, line: &Line<'_>, value: &mut String) -> (Response, bool) {
    let id = ui.id().with(("line", line.name));
    let at = id.with("edit");
    if line.begins {
        ui.data_mut(|d| d.remove::<String>(id));
        ui.memory_mut(|m| m.request_focus(at));
        let mut state = TextEdit::load_state(ui.ctx(), at).unwrap_or_default();
        let all = CCursorRange::two(CCursor::default(), CCursor::new(value.chars().count()));
        state.cursor.set_char_range(Some(all));
        state.store(ui.ctx(), at);
    }
    let refused = refused(ui, at).filter(|refused| refused.of == *value);
    let resting = || refused.as_ref().map_or_else(|| value.clone(), |refused| refused.text.clone());
    let mut typed: String = ui.data_mut(|d| d.get_temp(id)).unwrap_or_else(resting);
    let color = refused.is_some().then_some(look.error);
    let response = ui.add(TextEdit::singleline(&mut typed).id(at).desired_width(line.width).text_color_opt(color));
    let response = response.on_hover_text(hints::of(line.name));
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(WidgetType::TextEdit, true, line.name);
        info.current_text_value = Some(typed.clone());
        info
    });
    if response.changed() || refused.is_none() {
        ui.data_mut(|d| d.remove::<Refused>(at));
    }
    if response.has_focus() {
        ui.data_mut(|d| d.insert_temp(id, typed));
        return (response, false);
    }
    ui.data_mut(|d| d.remove::<String>(id));
    if !response.lost_focus() {
        return (response, false);
    }
    let typed = typed.replace(['\n', '\r'], " ").trim().to_owned();
    ui.data_mut(|d| d.remove::<Refused>(at));
    if ui.input(|i| i.key_pressed(Key::Escape)) || typed == *value {
        return (response, false);
    }
    number::speak_of(ui, at);
    let Some(why) = (line.refusal)(&typed) else {
        *value = typed;
        return (response, true);
    };
    ui.data_mut(|d| d.insert_temp(at, Refused { text: typed, why, of: value.clone() }));
    if ui.input(|i| i.key_pressed(Key::Enter)) {
        ui.memory_mut(|m| m.request_focus(at));
    }
    (response, false)
}

/// What was refused in a line, until something is typed there or anywhere else.
fn refused(ui: &Ui, at: egui::Id) -> Option<Refused> {
    ui.data(|d| d.get_temp::<Refused>(at)).filter(|_| number::is_spoken_of(ui, at))
}

/// Why the line's text was refused, under its row.
pub(super) fn remark(ui: &mut Ui, look: &Look, line: &Response) {
    let Some(Refused { why, .. }) = refused(ui, line.id) else { return };
    let label = ui.add(Label::new(RichText::new(&why).font(look.caption_font()).color(look.warning)).wrap());
    label.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &why));
}
