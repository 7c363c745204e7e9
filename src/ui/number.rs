//! The one field for a number: dragged sideways, or clicked and typed into. All panels use it.
//!
//! ```text
//!   Width                     [ 1.749 m ]     shown: rounded; a drag changes it
//!   Width                     [ 1.7492853|]   in it: the whole number, all selected from the first frame on
//!   Width                     [ 12 kg     ]   refused: what was typed stays, and the reason stands under the row
//!   “kg” is no unit here; known: mm, cm, km, m, in, ft
//! ```

mod expression;

use super::theme::Look;
use crate::draw::quantity::signed;
use egui::text::{CCursor, CCursorRange};
use egui::{CursorIcon, Id, Key, Label, Modifiers, Response, RichText, Sense, TextEdit, Ui, Vec2, WidgetInfo, WidgetType};

/// What a number is: its bounds, its unit, how it is shown. All as shown.
#[derive(Clone, Copy)]
pub(crate) struct Number<'a> {
    /// Its name, for messages.
    pub name: &'a str,
    /// Behind the number: " m", "°", "".
    pub suffix: &'a str,
    /// Smallest and largest.
    pub range: [f64; 2],
    /// Change per point of dragging.
    pub speed: f64,
    /// Most decimals shown.
    pub decimals: usize,
}

/// What a field remembers while it is typed into, and after something in it was refused.
#[derive(Clone)]
struct Typing {
    text: String,
    is_refused: bool,
    /// The text and the number at the beginning: what is left as it was found changes nothing.
    from: (String, f64),
}

/// A number that was typed, on its way to the program, which may refuse it.
#[derive(Clone, Default)]
struct Sent {
    text: String,
    value: f64,
    from: f64,
}

/// What is said of a field, and of which number.
#[derive(Clone)]
struct Remark {
    words: String,
    of: f64,
}

impl Number<'_> {
    fn unit(&self) -> &str {
        self.suffix.trim_start()
    }

    /// As it is shown: few decimals, but no small number becomes nothing; a real minus sign, never "−0".
    fn shown(&self, value: f64) -> String {
        if value != 0.0 && value.abs() < 1e-5 && self.decimals > FINE {
            return format!("{value:.1e}").replace('-', "−");
        }
        if value.abs() >= HUGE {
            return format!("{value:e}").replace('-', "−");
        }
        let lead = if value == 0.0 || self.decimals == 0 { 0 } else { (2 - value.abs().log10().floor() as i32).clamp(0, FINE as i32) };
        let places = if value.abs() < 0.1 { self.decimals.max(lead as usize) } else { self.decimals };
        let text = format!("{value:.places$}");
        let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
        signed(text)
    }

    fn with_unit(&self, value: f64) -> String {
        format!("{}{}", self.shown(value), self.suffix)
    }

    /// As it is shown where room is scarce: with all its figures, with fewer decimals (a small number as a power of
    /// ten), whatever fits first.
    fn fitting(&self, value: f64, fits: impl Fn(&str) -> bool) -> String {
        let whole = self.with_unit(value);
        let rounded = |places| Number { decimals: places, ..*self }.with_unit(value);
        let power = format!("{value:.1e}{}", self.suffix).replace('-', "−");
        let shorter = (0..self.decimals).rev().map(rounded).filter(|_| value.abs() >= 1.0);
        std::iter::once(whole.clone()).chain(shorter).chain([power]).find(|words| fits(words)).unwrap_or(whole)
    }

    /// What may be typed, for the field's tooltip.
    pub fn help(&self) -> String {
        let examples = match self.unit() {
            "°" | "°/s" => format!("30, 7,5, 2*15, pi/3 (radians), 1 rad{}", &self.unit()[2..]),
            "" => "2.5, 2,75, 2*1.5".to_owned(),
            unit => format!("2.5 {unit}, 2,75, 2*1.5"),
        };
        let [least, most] = self.range;
        format!("From {} to {}. Drag sideways, or click and type: {examples}.", self.with_unit(least), self.with_unit(most))
    }

    /// The number that a text means. One beyond the bounds is refused, as a file is that has it: −0.5 m became a radius
    /// of 1 mm, which nobody had asked for. What is shown as a bound is the bound, whatever digits it has beyond those.
    fn read(&self, text: &str) -> Result<f64, String> {
        let value = expression::value_of(text, self.unit())?;
        if self.decimals == 0 && (value - value.round()).abs() > 1e-9 * value.abs() {
            return Err(format!("{} is no whole number", Number { decimals: FINE, ..*self }.with_unit(value)));
        }
        let value = if self.decimals == 0 { value.round() } else { value };
        let [least, most] = self.range;
        let beyond = |what: &str, bound: f64| Err(format!("{} is {what} {}", self.with_unit(value), self.with_unit(bound)));
        match value {
            v if [least, most].iter().any(|bound| self.shown(*bound) == self.shown(v)) => Ok(v.clamp(least, most)),
            v if v < least => beyond("less than the least,", least),
            v if v > most => beyond("more than the most,", most),
            v => Ok(v),
        }
    }
}

/// A number field; the value is changed only by the user. `whole` is the number with all its figures.
pub(crate) fn field(ui: &mut Ui, look: &Look, number: &Number<'_>, size: Vec2, whole: &str, value: &mut f64) -> Response {
    let id = ui.id().with(("number", number.name));
    let before = *value;
    take_back_refused(ui, number, id, before);
    let is_outlived = |t: &Typing| t.from.1 != before || t.is_refused && !is_spoken_of(ui, id);
    let known: Option<Typing> = ui.data(|d| d.get_temp(id)).filter(|t| !is_outlived(t));
    // Asked before it is laid out: all is selected in the very frame in which the whole number first stands there. And
    // once more when the focus has gone elsewhere, or what was typed would be forgotten.
    let is_typed_into = known.as_ref().is_some_and(|t| !t.is_refused)
        | ui.memory_mut(|m| {
            m.interested_in_focus(id, ui.layer_id());
            m.has_focus(id)
        });
    let mut response = if is_typed_into && ui.is_enabled() {
        typed(ui, number, (id, size), whole, known, value)
    } else {
        let response = resting(ui, look, number, (id, size), known.filter(|t| t.is_refused), *value);
        dragged(ui, number, &response, value);
        if response.clicked() {
            ui.memory_mut(|m| m.request_focus(id));
        }
        response.on_hover_cursor(CursorIcon::ResizeHorizontal)
    };
    if *value != before {
        response.mark_changed();
    }
    let (enabled, shown) = (ui.is_enabled(), *value);
    response.widget_info(|| WidgetInfo { label: Some(number.name.to_owned()), ..WidgetInfo::drag_value(enabled, shown) });
    response
}

/// The field while nobody types in it: the number, or what was refused.
fn resting(ui: &mut Ui, look: &Look, number: &Number<'_>, (id, size): (Id, Vec2), refused: Option<Typing>, value: f64) -> Response {
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let response = ui.interact(rect, id, Sense::click_and_drag());
    let color = if refused.is_some() { look.error } else { ui.style().interact(&response).text_color() };
    let visuals = ui.style().interact(&response);
    ui.painter().rect(rect, visuals.corner_radius, visuals.bg_fill, visuals.bg_stroke, egui::StrokeKind::Inside);
    let room = size.x - look.gap(1.0);
    let width = |words: &str| ui.fonts(|f| f.layout_no_wrap(words.to_owned(), look.body_font(), color).size().x);
    let words = refused.map_or_else(|| number.fitting(value, |words| width(words) <= room), |typing| typing.text);
    let mut job = egui::text::LayoutJob::simple_singleline(words, look.body_font(), color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(room);
    let galley = ui.fonts(|f| f.layout_job(job));
    let place = egui::Align2::CENTER_CENTER.anchor_size(rect.center(), galley.size());
    ui.painter().galley(place.min, galley, color);
    response
}

/// The field while it has the keyboard. Enter, Tab and a click elsewhere end it, Esc gives up what was typed.
fn typed(ui: &mut Ui, number: &Number<'_>, (id, size): (Id, Vec2), whole: &str, known: Option<Typing>, value: &mut f64) -> Response {
    let is_new = known.as_ref().is_none_or(|t| t.is_refused);
    let beginning = |text: String, of: f64| Typing { text: text.clone(), is_refused: false, from: (text, of) };
    let mut typing = known.unwrap_or_else(|| beginning(signed(whole), *value));
    typing.is_refused = false;
    let steps = ui.input_mut(|i| {
        i.count_and_consume_key(Modifiers::NONE, Key::ArrowUp) as f64 - i.count_and_consume_key(Modifiers::NONE, Key::ArrowDown) as f64
    });
    if steps != 0.0 {
        *value = rounded(number, *value + steps * number.speed);
        typing = beginning(number.shown(*value), *value);
    }
    if is_new {
        let mut state = TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
        let all = CCursorRange::two(CCursor::default(), CCursor::new(typing.text.chars().count()));
        state.cursor.set_char_range(Some(all));
        state.store(ui.ctx(), id);
    }
    let edit = TextEdit::singleline(&mut typing.text).id(id).horizontal_align(egui::Align::Center).vertical_align(egui::Align::Center);
    let response = ui.add_sized(size, edit.desired_width(size.x).char_limit(LONGEST));
    if response.changed() {
        ui.data_mut(|d| d.remove::<Remark>(id));
    }
    // Without the loss of focus in this frame the field was out of sight meanwhile: too late.
    let is_given_up = ui.input(|i| i.key_pressed(Key::Escape)) || !response.lost_focus();
    let is_unchanged = typing.text == typing.from.0;
    if response.has_focus() {
        ui.data_mut(|d| d.insert_temp(id, typing));
        return response;
    }
    ui.data_mut(|d| d.remove::<Typing>(id));
    if is_given_up || is_unchanged {
        ui.data_mut(|d| d.remove::<Remark>(id));
        return response;
    }
    speak_of(ui, id);
    let remark = match number.read(&typing.text) {
        Ok(read) => {
            ui.data_mut(|d| d.insert_temp(id, Sent { text: typing.text, value: read, from: *value }));
            *value = read;
            None
        }
        Err(why) => {
            let words = format!("{}: {why}. It stays {}.", number.name, number.with_unit(*value));
            ui.data_mut(|d| d.insert_temp(id, Typing { is_refused: true, ..typing }));
            if ui.input(|i| i.key_pressed(Key::Enter)) {
                ui.memory_mut(|m| m.request_focus(id));
            }
            Some(words)
        }
    };
    match remark {
        Some(words) => say(ui, id, words, *value),
        None => ui.data_mut(|d| d.remove::<Remark>(id)),
    }
    response
}

/// One frame after a number was typed the program has it; if it has the old one still, it has refused (a corner that
/// would spoil a polygon): what was typed comes back into the field, and the field says so.
fn take_back_refused(ui: &Ui, number: &Number<'_>, id: Id, value: f64) {
    let Some(Sent { text, value: sent, from }) = ui.data_mut(|d| d.remove_temp(id)) else { return };
    if value != from || is_stored_alike(sent, from) {
        return;
    }
    let (name, refused) = (number.name, number.with_unit(sent));
    let words = format!("{name}: {refused} was refused, see the message. It stays {}.", number.with_unit(value));
    let beginning = (number.shown(value), value);
    ui.data_mut(|d| d.insert_temp(id, Typing { text, is_refused: true, from: beginning }));
    say(ui, id, words, value);
}

/// Whether two numbers as shown may be one as stored: 30° becomes radians of single precision and, back from there,
/// 30.000 000 8°.
fn is_stored_alike(a: f64, b: f64) -> bool {
    (a - b).abs() <= f64::from(f32::EPSILON) * a.abs().max(b.abs())
}

/// Numbers with more decimals than this are shown as powers of ten when they are small: tolerances.
const FINE: usize = 7;
/// Numbers from here on are shown as powers of ten: 1e300 was 300 digits.
const HUGE: f64 = 1e12;
/// Most characters of a typed number: a calculation, no novel; brackets nest no deeper than this.
const LONGEST: usize = 60;

/// A drag sideways; with Shift ten times finer. The drag's own number is kept whole, or slow drags would be rounded
/// away.
fn dragged(ui: &Ui, number: &Number<'_>, response: &Response, value: &mut f64) {
    if response.drag_started() || response.clicked() {
        ui.data_mut(|d| d.remove::<f64>(response.id));
    }
    if !response.dragged() || response.drag_delta().x == 0.0 {
        return;
    }
    let fine = if ui.input(|i| i.modifiers.shift_only()) { 0.1 } else { 1.0 };
    let precise = ui.data(|d| d.get_temp(response.id)).unwrap_or(*value) + f64::from(response.drag_delta().x) * number.speed * fine;
    let [least, most] = number.range;
    let before = *value;
    *value = rounded(number, precise);
    speak_of(ui, response.id);
    ui.data_mut(|d| {
        d.insert_temp(response.id, precise.clamp(least.min(before), most.max(before)));
        d.remove::<Typing>(response.id);
        d.remove::<Remark>(response.id);
    });
    if let Some((what, bound)) = [("at least", least), ("at most", most)].into_iter().find(|(_, b)| *b == *value && precise != *b) {
        say(ui, response.id, format!("{} is {what} {}.", number.name, number.with_unit(bound)), *value);
    }
}

/// A dragged number has only the decimals that are shown, and stays within its bounds.
fn rounded(number: &Number<'_>, value: f64) -> f64 {
    egui::emath::round_to_decimals(value, number.decimals).clamp(number.range[0], number.range[1])
}

/// Where the interface remembers the field that may have something to say.
const SPOKEN_OF: &str = "number spoken of";

/// From here on this field is the one that may have something to say: what is said of another ends with the next edit.
pub(super) fn speak_of(ui: &Ui, id: Id) {
    ui.data_mut(|d| d.insert_temp(Id::new(SPOKEN_OF), id));
}

pub(super) fn is_spoken_of(ui: &Ui, id: Id) -> bool {
    ui.data(|d| d.get_temp::<Id>(Id::new(SPOKEN_OF))) == Some(id)
}

fn say(ui: &Ui, id: Id, words: String, of: f64) {
    ui.data_mut(|d| d.insert_temp(id, Remark { words, of }));
}

/// A number with the seven figures that single precision has: −630.2536, not −630.253575.
pub(crate) fn figures(value: f64) -> String {
    let places = if value == 0.0 { 0 } else { (6 - value.abs().log10().floor() as i32).clamp(0, 9) };
    egui::emath::round_to_decimals(value, places as usize).to_string()
}

/// The number that a text means in a unit, for a field that is not there to change a number.
///
/// # Errors
/// Why it means none, in words.
pub(crate) fn parse(text: &str, unit: &str) -> Result<f64, String> {
    expression::value_of(text, unit)
}

/// True while a field shows what was refused in it.
pub(crate) fn is_refused(ui: &Ui, field: &Response) -> bool {
    ui.data(|d| d.get_temp::<Typing>(field.id)).is_some_and(|typing| typing.is_refused)
}

/// What was refused in a field, or where a drag ended, under it; nothing once its number is another.
pub(crate) fn remark(ui: &mut Ui, look: &Look, field: &Response, value: f64) {
    let Some(remark) = ui.data(|d| d.get_temp::<Remark>(field.id)) else { return };
    // What is stored has fewer figures than what was typed.
    if !is_spoken_of(ui, field.id) || (remark.of - value).abs() > 1e-5 * value.abs().max(1e-5) {
        ui.data_mut(|d| d.remove::<Remark>(field.id));
        return;
    }
    let label = ui.add(Label::new(RichText::new(&remark.words).font(look.caption_font()).color(look.warning)).wrap());
    label.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &remark.words));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_shown_short_with_a_real_minus_sign_and_never_as_minus_nothing() {
        let number = Number { name: "Width", suffix: " m", range: [0.005, 100.0], speed: 0.01, decimals: 3 };
        let shown = |value: f64| number.with_unit(value);
        assert_eq!([1.7492853, -2.5, -0.0, -1e-9, 0.00042, 40.0].map(shown), ["1.749 m", "−2.5 m", "0 m", "0 m", "0.00042 m", "40 m"]);
    }

    #[test]
    fn a_number_too_long_for_its_field_is_rounded_and_a_small_one_is_a_power_of_ten() {
        let number = Number { name: "displacement", suffix: " m", range: [-1000.0, 1000.0], speed: 0.01, decimals: 3 };
        let shown = |value: f64| number.fitting(value, |words| words.chars().count() <= 10);
        assert_eq!([-4.2e-6, 0.25, -123.4567, 0.0].map(shown), ["−4.2e−6 m", "0.25 m", "−123.457 m", "0 m"]);
        assert_eq!(number.fitting(-123.4567, |words| words.chars().count() <= 8), "−123.5 m");
        assert_eq!(number.fitting(-123.4567, |_| false), "−123.457 m", "cut where nothing fits");
    }

    #[test]
    fn what_is_out_of_bounds_is_refused_and_says_the_value_and_the_bound() {
        let number = Number { name: "Width", suffix: " m", range: [0.005, 100.0], speed: 0.01, decimals: 3 };
        assert_eq!(number.read("2,75"), Ok(2.75));
        assert_eq!(number.read("5000"), Err("5000 m is more than the most, 100 m".to_owned()));
        assert_eq!(number.read("1e300"), Err("1e300 m is more than the most, 100 m".to_owned()));
        assert_eq!(number.read("-1 cm"), Err("−0.01 m is less than the least, 0.005 m".to_owned()));
    }
}
