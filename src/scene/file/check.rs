//! Document against bounds: the walker that compares each field with what [`crate::scene::limits`] allows.
//!
//! What one field alone cannot tell (references, geometry, mass) is checked by [`super::rules`].

use super::layout::number_text;
use super::report::{Report, Step, quoted};
use super::walk::{Fixed, Walk};
use crate::engine::math::Vec2;
use crate::scene::limits::{self, Count, Range, TextRule};
use std::collections::BTreeMap;

/// Compares fields with their bounds.
pub struct Checker<'r, 'a> {
    report: &'r mut Report<'a>,
    path: Vec<Step>,
}

/// Checks all fields that `fields` describes.
pub fn check<'r, 'a, T>(report: &'r mut Report<'a>, value: &mut T, fields: fn(&mut Checker<'r, 'a>, &mut T)) {
    fields(&mut Checker { report, path: Vec::new() }, value);
}

impl Checker<'_, '_> {
    fn at(&mut self, step: impl Into<Step>, inside: impl FnOnce(&mut Self)) {
        self.path.push(step.into());
        inside(self);
        self.path.pop();
    }

    fn complain(&mut self, message: impl FnOnce() -> String) {
        self.report.complain(&self.path, message);
    }

    fn check_number(&mut self, value: f32, range: Range) {
        if !range.holds(value) {
            let is = self.report.value(&self.path, || value_text(value));
            self.complain(|| format!("must be {}, is {is}", range_text(range)));
        }
    }

    fn check_numbers(&mut self, values: &[f32], range: Range) {
        for (i, value) in values.iter().enumerate() {
            self.at(i, |c| c.check_number(*value, range));
        }
    }

    fn check_count(&mut self, count: usize, bounds: Count) {
        if !bounds.holds(count as u64) {
            self.complain(|| count_message(bounds, count as u64));
        }
    }

    fn check_text(&mut self, text: &str, rule: TextRule) {
        let length = text.chars().count() as u64;
        if text.is_empty() && rule.length.min > 0 {
            self.complain(|| "must not be empty".into());
        } else if length > rule.length.max {
            self.complain(|| format!("must have at most {} characters, has {length}", rule.length.max));
        } else if rule.one_line && text.chars().any(is_control) {
            self.complain(|| format!("must not contain line breaks, tabs or other control characters, is {}", quoted(text)));
        } else if rule.no_shot && is_shot_name(text) {
            self.complain(|| format!("names like {} are kept for projectiles", quoted(text)));
        }
    }
}

/// Words for a wrong number of entries.
pub fn count_message(bounds: Count, count: u64) -> String {
    let wanted = match bounds {
        Count { min, max } if min == max => format!("{min}"),
        Count { min: 0, max } => format!("at most {max}"),
        Count { min, max } => format!("{min} to {max}"),
    };
    format!("must have {wanted} entries, has {count}")
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

impl Walk for Checker<'_, '_> {
    fn fixed(&mut self, _name: &'static str, _about: &'static str, _value: Fixed) {}

    fn number(&mut self, name: &'static str, _about: &'static str, value: &mut f32, _default: Option<f32>, range: Range) {
        self.at(name, |c| c.check_number(*value, range));
    }

    fn maybe_number(&mut self, name: &'static str, _about: &'static str, value: &mut Option<f32>, range: Range) {
        if let Some(value) = value {
            self.at(name, |c| c.check_number(*value, range));
        }
    }

    fn integer(&mut self, name: &'static str, _about: &'static str, value: &mut u64, _default: Option<u64>, range: Count) {
        if !range.holds(*value) {
            self.at(name, |c| c.complain(|| format!("must be a whole number from {} to {}, is {value}", range.min, range.max)));
        }
    }

    fn maybe_integer(&mut self, name: &'static str, about: &'static str, value: &mut Option<u64>, range: Count) {
        if let Some(value) = value {
            self.integer(name, about, value, None, range);
        }
    }

    fn flag(&mut self, _name: &'static str, _about: &'static str, _value: &mut bool, _default: bool) {}

    fn text(&mut self, name: &'static str, _about: &'static str, value: &mut String, _default: Option<&'static str>, rule: TextRule) {
        self.at(name, |c| c.check_text(value, rule));
    }

    fn maybe_text(&mut self, name: &'static str, _about: &'static str, value: &mut Option<String>, rule: TextRule) {
        if let Some(value) = value {
            self.at(name, |c| c.check_text(value, rule));
        }
    }

    fn texts(&mut self, name: &'static str, _about: &'static str, value: &mut Vec<String>, count: Count, rule: TextRule) {
        self.at(name, |c| {
            if !value.is_empty() {
                c.check_count(value.len(), count);
            }
            for (i, text) in value.iter().enumerate() {
                c.at(i, |c| c.check_text(text, rule));
            }
        });
    }

    fn layers(&mut self, _name: &'static str, _about: &'static str, _value: &mut u16, _default: u16) {}

    fn choice<T: Copy + PartialEq>(
        &mut self,
        _name: &'static str,
        _about: &'static str,
        _value: &mut T,
        _default: Option<T>,
        _options: &[(&'static str, T)],
    ) {
    }

    fn numbers<const N: usize>(
        &mut self,
        name: &'static str,
        _about: &'static str,
        value: &mut [f32; N],
        _default: Option<[f32; N]>,
        range: Range,
    ) {
        self.at(name, |c| c.check_numbers(value, range));
    }

    fn maybe_numbers<const N: usize>(&mut self, name: &'static str, _about: &'static str, value: &mut Option<[f32; N]>, range: Range) {
        if let Some(value) = value {
            self.at(name, |c| c.check_numbers(value, range));
        }
    }

    fn points(&mut self, name: &'static str, _about: &'static str, value: &mut Vec<Vec2>, count: Count, range: Range) {
        self.at(name, |c| {
            c.check_count(value.len(), count);
            for (i, point) in value.iter().enumerate() {
                c.at(i, |c| c.check_numbers(&point.to_array(), range));
            }
        });
    }

    fn object<T: Clone>(&mut self, name: &'static str, _about: &'static str, value: &mut T, fields: fn(&mut Self, &mut T)) {
        self.at(name, |c| fields(c, value));
    }

    fn maybe_object<T: Clone>(
        &mut self,
        name: &'static str,
        _about: &'static str,
        value: &mut Option<T>,
        _prototype: T,
        fields: fn(&mut Self, &mut T),
    ) {
        if let Some(value) = value {
            self.at(name, |c| fields(c, value));
        }
    }

    fn list<T: Clone>(
        &mut self,
        name: &'static str,
        _about: &'static str,
        value: &mut Vec<T>,
        _prototype: T,
        count: Count,
        fields: fn(&mut Self, &mut T),
    ) {
        self.at(name, |c| {
            c.check_count(value.len(), count);
            for (i, item) in value.iter_mut().enumerate() {
                c.at(i, |c| fields(c, item));
            }
        });
    }

    fn map<T: Clone>(
        &mut self,
        name: &'static str,
        _about: &'static str,
        value: &mut BTreeMap<String, T>,
        _prototype: T,
        count: Count,
        fields: fn(&mut Self, &mut T),
    ) {
        self.at(name, |c| {
            c.check_count(value.len(), count);
            for (key, item) in value.iter_mut() {
                c.at(key.clone(), |c| {
                    c.check_text(key, limits::NAME);
                    fields(c, item);
                });
            }
        });
    }

    fn by_key<T: Clone>(
        &mut self,
        value: &mut T,
        word: fn(&T) -> &'static str,
        _about: fn(&T) -> &'static str,
        _prototypes: &[T],
        fields: fn(&mut Self, &mut T),
    ) {
        self.at(word(value), |c| fields(c, value));
    }

    fn tag<T: Clone>(
        &mut self,
        _name: &'static str,
        _about: &'static str,
        _value: &mut T,
        _word: fn(&T) -> &'static str,
        _prototypes: &[T],
    ) {
    }

    fn tagged<T: Clone>(&mut self, value: &mut T, _prototypes: &[T], fields: fn(&mut Self, &mut T)) {
        fields(self, value);
    }

    fn raw(&mut self, _name: &'static str, _about: &'static str, _value: &mut Option<String>) {}
}
