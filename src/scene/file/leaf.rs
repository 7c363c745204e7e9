//! Single values of a file: of each kind how it is read, checked, written and described, side by side.

use super::layout::{Json, number_text};
use super::report::{Checker, quoted};
use super::tape::{Node, ValueKind};
use super::values::{Reader, whole_number};
use crate::scene::color::{BodyColor, HUES};
use crate::scene::limits::{self, Count, Range, TextRule};
use std::str::FromStr;

/// A property of the schema: key and value.
pub type Property = (String, Json);

/// A single value of a file.
pub trait Leaf: Clone {
    /// What it is checked by.
    type Rule: Copy;

    /// Takes it out of the text; `None` when that was blamed.
    fn read(r: &mut Reader<'_, '_, '_>, node: Node) -> Option<Self>;

    /// Complains of what breaks the rule.
    fn check(&self, c: &mut Checker<'_, '_>, rule: Self::Rule);

    /// As it is written; other bits are written otherwise.
    fn json(&self) -> Json;

    /// What the schema says of it.
    fn schema(rule: Self::Rule) -> Vec<Property>;
}

/// A number of the file, to the nearest of its type.
fn number<T: FromStr>(r: &mut Reader<'_, '_, '_>, node: Node) -> Option<T> {
    if r.tape.kind(node) != ValueKind::Number {
        r.wrong_type(node, "a number");
        return None;
    }
    r.tape.raw(node).parse().ok()
}

impl Leaf for f32 {
    type Rule = Range;

    fn read(r: &mut Reader<'_, '_, '_>, node: Node) -> Option<Self> {
        number(r, node)
    }

    fn check(&self, c: &mut Checker<'_, '_>, rule: Range) {
        if !rule.holds(*self) {
            let is = c.value(|| value_text(*self));
            c.complain(|| format!("must be {}, is {is}", range_text(rule)));
        }
    }

    fn json(&self) -> Json {
        Json::number(*self)
    }

    fn schema(rule: Range) -> Vec<Property> {
        let bounds = vec![key("minimum", Json::number(rule.min)), key("maximum", Json::number(rule.max))];
        let mut members = vec![key("type", Json::string("number"))];
        if rule.or_zero {
            members.push(key("anyOf", Json::Array(vec![Json::object([("const", Json::plain(0))]), Json::Object(bounds)])));
        } else {
            members.extend(bounds);
        }
        members
    }
}

/// A number that needs all its digits to go on with the same bits.
impl Leaf for f64 {
    type Rule = Range;

    fn read(r: &mut Reader<'_, '_, '_>, node: Node) -> Option<Self> {
        number(r, node)
    }

    fn check(&self, c: &mut Checker<'_, '_>, rule: Range) {
        let holds = (rule.or_zero && *self == 0.0) || (f64::from(rule.min)..=f64::from(rule.max)).contains(self);
        if !holds {
            c.complain(|| format!("must be {}, is {self:?}", range_text(rule)));
        }
    }

    fn json(&self) -> Json {
        let text = format!("{self:?}");
        Json::Text(text.strip_suffix(".0").unwrap_or(&text).to_owned())
    }

    fn schema(rule: Range) -> Vec<Property> {
        f32::schema(rule)
    }
}

impl Leaf for u64 {
    type Rule = Count;

    fn read(r: &mut Reader<'_, '_, '_>, node: Node) -> Option<Self> {
        let whole = match r.tape.kind(node) {
            ValueKind::Number => whole_number(r.tape.raw(node)),
            _ => None,
        };
        if whole.is_none() {
            r.wrong_type(node, "a whole number from 0 up");
        }
        whole
    }

    fn check(&self, c: &mut Checker<'_, '_>, rule: Count) {
        if !rule.holds(*self) {
            c.complain(|| format!("must be a whole number from {} to {}, is {self}", rule.min, rule.max));
        }
    }

    fn json(&self) -> Json {
        Json::plain(self)
    }

    fn schema(rule: Count) -> Vec<Property> {
        vec![key("type", Json::string("integer")), key("minimum", Json::plain(rule.min)), key("maximum", Json::plain(rule.max))]
    }
}

impl Leaf for u32 {
    type Rule = Count;

    fn read(r: &mut Reader<'_, '_, '_>, node: Node) -> Option<Self> {
        let whole = u64::read(r, node)?;
        let fitting = u32::try_from(whole).ok();
        if fitting.is_none() {
            r.blame(node, || format!("must be a whole number from 0 to {}, is {whole}", u32::MAX));
        }
        fitting
    }

    fn check(&self, c: &mut Checker<'_, '_>, rule: Count) {
        u64::from(*self).check(c, rule);
    }

    fn json(&self) -> Json {
        Json::plain(self)
    }

    fn schema(rule: Count) -> Vec<Property> {
        u64::schema(rule)
    }
}

impl Leaf for bool {
    type Rule = ();

    fn read(r: &mut Reader<'_, '_, '_>, node: Node) -> Option<Self> {
        match r.tape.kind(node) {
            ValueKind::Flag(flag) => Some(flag),
            _ => {
                r.wrong_type(node, "true or false");
                None
            }
        }
    }

    fn check(&self, _c: &mut Checker<'_, '_>, (): ()) {}

    fn json(&self) -> Json {
        Json::plain(self)
    }

    fn schema((): ()) -> Vec<Property> {
        vec![key("type", Json::string("boolean"))]
    }
}

impl TextRule {
    /// Why a text may not be, as it goes on behind its name.
    pub fn complaint(&self, text: &str) -> Option<String> {
        let length = text.chars().count() as u64;
        if text.is_empty() && self.length.min > 0 {
            Some("must not be empty".into())
        } else if length > self.length.max {
            Some(format!("must have at most {} characters, has {length}", self.length.max))
        } else if self.one_line && text.chars().any(is_control) {
            Some(format!("must not contain line breaks, tabs or other control characters, is {}", quoted(text)))
        } else if self.no_shot && is_shot_name(text) {
            Some(format!("names like {} are kept for projectiles", quoted(text)))
        } else {
            None
        }
    }
}

impl Leaf for String {
    type Rule = TextRule;

    fn read(r: &mut Reader<'_, '_, '_>, node: Node) -> Option<Self> {
        if r.tape.kind(node) != ValueKind::Text {
            r.wrong_type(node, "a text in double quotes");
            return None;
        }
        let text = r.tape.text(node);
        if text.is_none() {
            r.blame(node, || "names half a character: \\uD800 to \\uDFFF only work in pairs".into());
        }
        text.map(|t| t.into_owned())
    }

    fn check(&self, c: &mut Checker<'_, '_>, rule: TextRule) {
        c.weigh_text(self);
        if let Some(why) = rule.complaint(self) {
            c.complain(|| why);
        }
    }

    fn json(&self) -> Json {
        Json::string(self)
    }

    fn schema(rule: TextRule) -> Vec<Property> {
        let mut members = vec![key("type", Json::string("string"))];
        if rule.length.min > 0 {
            members.push(key("minLength", Json::plain(rule.length.min)));
        }
        members.push(key("maxLength", Json::plain(rule.length.max)));
        if rule.one_line {
            members.push(key("pattern", Json::string("^[^\\u0000-\\u001f\\u007f]*$")));
        }
        if rule.no_shot {
            members.push(key("not", Json::object([("pattern", Json::string("^shot [0-9]+$"))])));
        }
        members
    }
}

/// A whole number of either sign, from the first to the second of its rule.
impl Leaf for i32 {
    type Rule = [i32; 2];

    fn read(r: &mut Reader<'_, '_, '_>, node: Node) -> Option<Self> {
        let whole = (r.tape.kind(node) == ValueKind::Number).then(|| whole(r.tape.raw(node))).flatten();
        if whole.is_none() {
            r.wrong_type(node, "a whole number");
        }
        whole
    }

    fn check(&self, c: &mut Checker<'_, '_>, [least, most]: [i32; 2]) {
        if !(least..=most).contains(self) {
            c.complain(|| format!("must be a whole number from {least} to {most}, is {self}"));
        }
    }

    fn json(&self) -> Json {
        Json::plain(self)
    }

    fn schema([least, most]: [i32; 2]) -> Vec<Property> {
        vec![key("type", Json::string("integer")), key("minimum", Json::plain(least)), key("maximum", Json::plain(most))]
    }
}

/// A colour: one of the hues by its name, or `#rrggbb`.
impl Leaf for BodyColor {
    type Rule = ();

    fn read(r: &mut Reader<'_, '_, '_>, node: Node) -> Option<Self> {
        if r.tape.kind(node) != ValueKind::Text {
            r.wrong_type(node, "a colour in double quotes");
            return None;
        }
        let text = r.tape.text(node)?.into_owned();
        let color = BodyColor::of_word(&text);
        if color.is_none() {
            r.blame(node, || format!("must be a colour ({} or #rrggbb), is {}", HUES.join(", "), quoted(&text)));
        }
        color
    }

    fn check(&self, _c: &mut Checker<'_, '_>, (): ()) {}

    fn json(&self) -> Json {
        Json::string(&self.word())
    }

    fn schema((): ()) -> Vec<Property> {
        let pattern = format!("^({}|#[0-9a-fA-F]{{6}})$", HUES.join("|"));
        vec![key("type", Json::string("string")), key("pattern", Json::string(&pattern))]
    }
}

/// A set of collision layers, bit 0 for layer 1, as an array of their numbers.
impl Leaf for u16 {
    type Rule = ();

    fn read(r: &mut Reader<'_, '_, '_>, node: Node) -> Option<Self> {
        let mut layers = 0;
        r.read_array(node, Count { min: 0, ..limits::LAYER }, |r, element| {
            let Some(number) = u64::read(r, element) else { return };
            if !limits::LAYER.holds(number) {
                return r
                    .blame(element, || format!("must be a whole number from {} to {}, is {number}", limits::LAYER.min, limits::LAYER.max));
            }
            let bit = 1_u16 << (number - 1);
            if layers & bit != 0 {
                return r.blame(element, || format!("layer {number} stands here twice"));
            }
            layers |= bit;
        });
        Some(layers)
    }

    fn check(&self, _c: &mut Checker<'_, '_>, (): ()) {}

    fn json(&self) -> Json {
        Json::Array((0..u16::BITS).filter(|bit| self >> bit & 1 != 0).map(|bit| Json::plain(bit + 1)).collect())
    }

    fn schema((): ()) -> Vec<Property> {
        let mut schema = array_schema(u64::schema(limits::LAYER), Count { min: 0, ..limits::LAYER });
        schema.push(key("uniqueItems", Json::plain(true)));
        schema
    }
}

/// What `one_line` refuses: C0 controls and DEL.
fn is_control(c: char) -> bool {
    c < ' ' || c == '\u{7f}'
}

/// True for `shot 1`, `shot 23` …: what running projectiles are called.
fn is_shot_name(text: &str) -> bool {
    text.strip_prefix("shot ").is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
}

/// A number for messages, also when it is none.
fn value_text(value: f32) -> String {
    if value.is_finite() { number_text(value) } else { format!("{value}") }
}

/// Bounds in words.
fn range_text(range: Range) -> String {
    if range == limits::FINITE {
        return "a finite number (up to 3.4e38)".into();
    }
    let unit = if range.unit.is_empty() { String::new() } else { format!(" {}", range.unit) };
    let zero = if range.or_zero { "0 or " } else { "" };
    format!("{zero}from {} to {}{unit}", number_text(range.min), number_text(range.max))
}

/// A key and its value.
pub fn key(name: &str, value: Json) -> Property {
    (name.to_string(), value)
}

/// The schema of an array.
pub fn array_schema(items: Vec<Property>, count: Count) -> Vec<Property> {
    let mut members = vec![key("type", Json::string("array")), key("items", Json::Object(items))];
    if count.min > 0 {
        members.push(key("minItems", Json::plain(count.min)));
    }
    members.push(key("maxItems", Json::plain(count.max)));
    members
}

/// A number without a fraction, also when it is written with one (`3.0`), as in a schema's `integer`.
fn whole(text: &str) -> Option<i32> {
    let number: f64 = text.parse().ok()?;
    (number.fract() == 0.0 && number.abs() <= f64::from(i32::MAX)).then_some(number as i32)
}
