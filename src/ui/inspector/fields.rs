//! Rows of the inspector: a word at the left, what it is at the right.

use super::line::{self, Line};
pub(crate) use super::units::*;
use crate::draw::quantity::number as words;
use crate::engine::math::Vec2;
use crate::ui::desk::Desk;
use crate::ui::number::{self, Number};
use crate::ui::{hints, menu_keys};
use egui::{Align, Button, Layout, Response, RichText, Sense, Ui, vec2};

/// Rows of one thing; `changed` holds the gesture once something was changed.
pub(crate) struct Fields<'u, 'd, 'a> {
    pub ui: &'u mut Ui,
    pub desk: &'d mut Desk<'a>,
    /// Number of the gesture that changed something, if anything was changed.
    pub changed: Option<u64>,
}

impl<'u, 'd, 'a> Fields<'u, 'd, 'a> {
    /// No rows yet.
    pub fn new(ui: &'u mut Ui, desk: &'d mut Desk<'a>) -> Fields<'u, 'd, 'a> {
        Fields { ui, desk, changed: None }
    }

    /// Rows whose names stand elsewhere, too; `salt` tells them apart.
    pub fn within(&mut self, salt: impl std::hash::Hash, rows: impl FnOnce(&mut Fields<'_, '_, 'a>)) {
        self.ui.push_id(salt, |ui| {
            let mut inner = Fields { ui, desk: self.desk, changed: self.changed };
            rows(&mut inner);
            self.changed = inner.changed;
        });
    }

    /// True in mid-run: then what things start with is not what they have now.
    pub fn started(&self) -> bool {
        self.desk.app.stage().step_count() > 0
    }

    /// A caption over the rows that follow.
    pub fn section(&mut self, title: &str) {
        let look = self.desk.look;
        self.ui.add_space(look.gap(2.5));
        self.ui.label(RichText::new(title.to_uppercase()).font(look.section_font()).extra_letter_spacing(look.pt(0.8)).color(look.quiet));
        self.ui.add_space(look.gap(0.5));
    }

    /// A row: the word, then whatever `fill` adds from the right edge inwards.
    pub fn row<R>(&mut self, label: &str, fill: impl FnOnce(&mut Ui, &mut Desk<'a>) -> R) -> R {
        self.told_row(label, hints::of(label), fill)
    }

    /// A row whose word says this when it is pointed at.
    pub fn told_row<R>(&mut self, label: &str, hint: &str, fill: impl FnOnce(&mut Ui, &mut Desk<'a>) -> R) -> R {
        let (look, desk) = (self.desk.look, &mut *self.desk);
        let size = vec2(self.ui.available_width(), look.row());
        let inner = self.ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
            ui.set_min_height(look.row());
            ui.spacing_mut().item_spacing.x = look.gap(1.0);
            let filled = fill(ui, desk);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(egui::Label::new(RichText::new(label)).truncate().sense(Sense::hover())).on_hover_text(hint);
            });
            filled
        });
        inner.inner
    }

    /// To be told of every field that was not made by these rows.
    pub fn note(&mut self, response: &Response) {
        if response.changed() {
            self.changed = Some(self.desk.state.gesture.of(response));
        }
    }

    /// A number to drag or type.
    pub fn number(&mut self, label: &str, value: &mut f32, unit: Unit) -> Response {
        self.told_number(label, hints::of(label), value, unit)
    }

    /// A number of which more is to be said than the table of hints knows.
    pub fn told_number(&mut self, label: &str, hint: &str, value: &mut f32, unit: Unit) -> Response {
        let response = self.told_row(label, hint, |ui, desk| field(ui, desk, (label, hint), value, unit));
        self.remark(&response, *value, unit);
        self.note(&response);
        response
    }

    /// A number that several things have, each another one: the field shows that of the first, and what is typed goes
    /// to all.
    pub fn mixed_number(&mut self, label: &str, value: &mut f32, unit: Unit) -> Response {
        let hint = format!("{} They differ; what is typed here goes to all of them.", hints::of(label));
        let response = self.told_row(label, &hint, |ui, desk| {
            let response = field(ui, desk, (label, &hint), value, unit);
            ui.label(RichText::new("mixed").font(desk.look.caption_font()).color(desk.look.warning));
            response
        });
        self.remark(&response, *value, unit);
        self.note(&response);
        response
    }

    /// Two numbers in a row: x and y.
    pub fn vector(&mut self, label: &str, value: &mut Vec2, unit: Unit) {
        let [x, y] = self.row(label, |ui, desk| both(ui, desk, label, value, unit));
        self.remark(&x, value.x, unit);
        self.remark(&y, value.y, unit);
        self.note(&x);
        self.note(&y);
    }

    /// What was refused in a field, or where a drag ended, under its row.
    pub fn remark(&mut self, field: &Response, value: f32, unit: Unit) {
        number::remark(self.ui, &self.desk.look, field, unit.shown(value));
    }

    /// A whole number.
    pub fn count(&mut self, label: &str, hint: &str, value: &mut u32, min: u32, max: u32) {
        let of = Number { name: label, suffix: "", range: [f64::from(min), f64::from(max)], speed: 0.1, decimals: 0 };
        let mut shown = f64::from(*value);
        let response = self.told_row(label, hint, |ui, desk| {
            let size = vec2(desk.look.field(), desk.look.row() - 3.0);
            let response = number::field(ui, &desk.look, &of, size, &value.to_string(), &mut shown);
            response.on_hover_text(format!("{hint}\n{}", of.help()))
        });
        *value = shown as u32;
        number::remark(self.ui, &self.desk.look, &response, shown);
        self.note(&response);
    }

    /// On or off.
    pub fn switch(&mut self, label: &str, value: &mut bool, explanation: &str) {
        let response = self.told_row(label, explanation, |ui, desk| toggle(ui, desk, label, value));
        let response = response.on_hover_text(explanation);
        self.note(&response);
    }

    /// A switch for a part that may be left out, which begins as `usual`; the part, while there is one.
    pub fn optional<'v, T>(&mut self, label: &str, value: &'v mut Option<T>, usual: T, explanation: &str) -> Option<&'v mut T> {
        let mut on = value.is_some();
        self.switch(label, &mut on, explanation);
        if on != value.is_some() {
            *value = on.then_some(usual);
        }
        value.as_mut()
    }

    /// One of several: value, name, one line on it.
    pub fn choice<T: Clone + PartialEq>(&mut self, label: &str, value: &mut T, choices: &[(T, &str, &str)]) {
        let (now, about) = choices.iter().find(|(v, ..)| v == value).map_or(("", ""), |(_, name, about)| (*name, *about));
        let mut changed = false;
        let hint = hints::of(label);
        let response = self.told_row(label, hint, |ui, desk| {
            let combo = egui::ComboBox::from_id_salt(label).width(desk.look.field() * 2.0).truncate();
            let response = menu_keys::choices(ui, combo, now, |ui| {
                let mut taken = false;
                for (choice, name, explanation) in choices {
                    let hint = if explanation.is_empty() { name } else { explanation };
                    if menu_keys::choice(ui, choice == value, name, hint) {
                        taken = true;
                        changed |= choice != value;
                        *value = choice.clone();
                    }
                }
                taken
            });
            response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::ComboBox, true, label));
            response.on_hover_text(format!("{hint}\n{now}: {about}").trim_end_matches([':', ' ']))
        });
        if changed {
            self.changed = Some(self.desk.state.gesture.next());
        }
        self.note(&response);
    }

    /// A line of text that counts when it is finished (Enter, or leaving the field); Esc gives it up.
    pub fn text(&mut self, label: &str, value: &mut String) -> bool {
        self.text_unless(label, value, false, &|_| None)
    }

    /// A line of text that takes the keyboard, all of it selected, when it `begins`. What it refuses stands under it.
    pub fn text_unless(&mut self, label: &str, value: &mut String, begins: bool, refusal: &dyn Fn(&str) -> Option<String>) -> bool {
        let (response, finished) = self.row(label, |ui, desk| {
            let width = desk.look.field() * 2.0 + desk.look.gap(1.0);
            line::edit(ui, &desk.look, &Line { name: label, width, begins, refusal }, value)
        });
        line::remark(self.ui, &self.desk.look, &response);
        if finished {
            self.changed = Some(self.desk.state.gesture.next());
        }
        finished
    }

    /// What can only be read.
    pub fn readout(&mut self, label: &str, text: impl Into<String>) {
        let text = text.into();
        self.row(label, |ui, desk| {
            let quiet = RichText::new(text).color(desk.look.text);
            ui.add(egui::Label::new(quiet).truncate().sense(Sense::hover())).on_hover_text(hints::of(label));
        });
    }

    /// A pair of numbers that can only be read.
    pub fn vector_readout(&mut self, label: &str, value: Vec2, unit: &str) {
        self.readout(label, format!("{}, {} {unit}", words(value.x), words(value.y)));
    }

    /// A sentence under the rows.
    pub fn sentence(&mut self, text: &str) {
        let look = self.desk.look;
        self.ui.add(egui::Label::new(RichText::new(text).font(look.caption_font()).color(look.quiet)).wrap());
    }

    /// A full-width button, and what it does.
    pub fn button(&mut self, text: &str, hint: &str) -> Response {
        let size = vec2(self.ui.available_width(), self.desk.look.row() + self.desk.look.gap(0.5));
        self.ui.add_sized(size, Button::new(text)).on_hover_text(hint)
    }
}

/// A number field with its hint; the value is changed only by the user.
pub(crate) fn field(ui: &mut Ui, desk: &Desk<'_>, (name, hint): (&str, &str), value: &mut f32, unit: Unit) -> Response {
    let range = [unit.min, unit.max].map(|bound| unit.shown(bound));
    let of = Number { name, suffix: unit.suffix, range, speed: unit.speed, decimals: unit.decimals };
    let mut shown = unit.shown(*value);
    // The number with all figures that are stored, and no more: f32 has seven.
    let whole = if unit.factor == 1.0 { value.to_string() } else { number::figures(shown) };
    let response = number::field(ui, &desk.look, &of, vec2(desk.look.field(), desk.look.row() - 3.0), &whole, &mut shown);
    if response.changed() {
        *value = ((shown / unit.factor) as f32).clamp(unit.min, unit.max);
    }
    response.on_hover_text(format!("{hint}\n{}", of.help()))
}

/// The fields of x and y side by side in a row that is filled from the right. They are made in the order in which they
/// are read, so that Tab leads from x to y.
pub(crate) fn both(ui: &mut Ui, desk: &Desk<'_>, label: &str, value: &mut Vec2, unit: Unit) -> [Response; 2] {
    let hint = hints::of(label);
    let size = vec2(2.0 * desk.look.field() + ui.spacing().item_spacing.x, desk.look.row() - 3.0);
    let both = |ui: &mut Ui| {
        let x = field(ui, desk, (&format!("{label} x"), hint), &mut value.x, unit);
        [x, field(ui, desk, (&format!("{label} y"), hint), &mut value.y, unit)]
    };
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), both).inner
}

/// A sliding switch.
fn toggle(ui: &mut Ui, desk: &Desk<'_>, name: &str, on: &mut bool) -> Response {
    let look = desk.look;
    let size = vec2(look.pt(32.0), look.pt(18.0));
    let (rect, mut response) = ui.allocate_exact_size(size, Sense::click());
    if response.clicked() {
        *on = !*on;
        response.mark_changed();
    }
    response.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::Checkbox, ui.is_enabled(), *on, name));
    let radius = rect.height() / 2.0;
    let (ground, knob) = if *on { (look.accent, look.on_accent) } else { (look.ground, look.quiet) };
    ui.painter().rect(rect, look.round(), ground, look.hairline(), egui::StrokeKind::Inside);
    let x = if *on { rect.right() - radius } else { rect.left() + radius };
    ui.painter().circle_filled(egui::pos2(x, rect.center().y), radius - look.pt(3.5), knob);
    if response.has_focus() {
        ui.painter().rect_stroke(rect.expand(2.0), look.round(), ui.visuals().widgets.active.bg_stroke, egui::StrokeKind::Outside);
    }
    response
}

/// A word that can be clicked.
pub(crate) fn link(ui: &mut Ui, desk: &Desk<'_>, text: &str) -> Response {
    ui.add(Button::new(RichText::new(text).color(desk.look.link)).frame(false))
}
