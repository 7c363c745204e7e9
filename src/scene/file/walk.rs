//! The format is described once ([`super::format`], [`super::state`]) and walked by four readers of that description:
//!
//! | walker | for each field it |
//! |---|---|
//! | [`super::read::Reader`] | takes the value out of the JSON text |
//! | [`super::check::Checker`] | compares the value with its bounds |
//! | [`super::write::Writer`] | puts the value into JSON, unless it is the default |
//! | [`crate::scene::schema`] | puts the bounds into the JSON Schema |
//!
//! So the loader, the saver, the rules and the schema cannot disagree about a name, a default or a bound.
//! (The alternative, `serde` derives plus a schema generator plus a validator, states each bound twice and stops at
//! the first problem without knowing its path.)

use crate::engine::math::Vec2;
use crate::scene::limits::{Count, Range, TextRule};
use std::collections::BTreeMap;

/// A field that every file has with the same value.
#[derive(Clone, Copy, Debug)]
pub enum Fixed {
    /// The name of the format.
    Text(&'static str),
    /// The version of the format.
    Number(u32),
}

/// Something done with each field of an object in the format. `name` is the key, `about` the sentence for the schema;
/// a field without default is required.
pub trait Walk: Sized {
    /// A field with one allowed value.
    fn fixed(&mut self, name: &'static str, about: &'static str, value: Fixed);
    /// A number.
    fn number(&mut self, name: &'static str, about: &'static str, value: &mut f32, default: Option<f32>, range: Range);
    /// A number that may be left out.
    fn maybe_number(&mut self, name: &'static str, about: &'static str, value: &mut Option<f32>, range: Range);
    /// A whole number.
    fn integer(&mut self, name: &'static str, about: &'static str, value: &mut u64, default: Option<u64>, range: Count);
    /// A whole number that may be left out.
    fn maybe_integer(&mut self, name: &'static str, about: &'static str, value: &mut Option<u64>, range: Count);
    /// True or false.
    fn flag(&mut self, name: &'static str, about: &'static str, value: &mut bool, default: bool);
    /// A text.
    fn text(&mut self, name: &'static str, about: &'static str, value: &mut String, default: Option<&'static str>, rule: TextRule);
    /// A text that may be left out.
    fn maybe_text(&mut self, name: &'static str, about: &'static str, value: &mut Option<String>, rule: TextRule);
    /// Texts in an array; none when left out.
    fn texts(&mut self, name: &'static str, about: &'static str, value: &mut Vec<String>, count: Count, rule: TextRule);
    /// A set of collision layers, bit 0 for layer 1, as an array of their numbers.
    fn layers(&mut self, name: &'static str, about: &'static str, value: &mut u16, default: u16);
    /// One of several words.
    fn choice<T: Copy + PartialEq>(
        &mut self,
        name: &'static str,
        about: &'static str,
        value: &mut T,
        default: Option<T>,
        options: &[(&'static str, T)],
    );
    /// An array of exactly `N` numbers.
    fn numbers<const N: usize>(
        &mut self,
        name: &'static str,
        about: &'static str,
        value: &mut [f32; N],
        default: Option<[f32; N]>,
        range: Range,
    );
    /// An array of exactly `N` numbers that may be left out.
    fn maybe_numbers<const N: usize>(&mut self, name: &'static str, about: &'static str, value: &mut Option<[f32; N]>, range: Range);
    /// An array of points; required when it must not be empty.
    fn points(&mut self, name: &'static str, about: &'static str, value: &mut Vec<Vec2>, count: Count, range: Range);
    /// An object whose fields all have defaults, so that it may be left out.
    fn object<T: Clone>(&mut self, name: &'static str, about: &'static str, value: &mut T, fields: fn(&mut Self, &mut T));
    /// An object that may be left out; a new one starts as `prototype`.
    fn maybe_object<T: Clone>(
        &mut self,
        name: &'static str,
        about: &'static str,
        value: &mut Option<T>,
        prototype: T,
        fields: fn(&mut Self, &mut T),
    );
    /// An array of objects; required when it must not be empty.
    fn list<T: Clone>(
        &mut self,
        name: &'static str,
        about: &'static str,
        value: &mut Vec<T>,
        prototype: T,
        count: Count,
        fields: fn(&mut Self, &mut T),
    );
    /// An object from free names to objects; empty when left out.
    fn map<T: Clone>(
        &mut self,
        name: &'static str,
        about: &'static str,
        value: &mut BTreeMap<String, T>,
        prototype: T,
        count: Count,
        fields: fn(&mut Self, &mut T),
    );
    /// Exactly one of several keys, each with an object of its own: `"circle": { "radius": 1 }`.
    fn by_key<T: Clone>(
        &mut self,
        value: &mut T,
        word: fn(&T) -> &'static str,
        about: fn(&T) -> &'static str,
        prototypes: &[T],
        fields: fn(&mut Self, &mut T),
    );
    /// A word that decides which further fields this object has: `"kind": "revolute"`. They follow in [`Walk::tagged`].
    fn tag<T: Clone>(&mut self, name: &'static str, about: &'static str, value: &mut T, word: fn(&T) -> &'static str, prototypes: &[T]);
    /// The fields that belong to the word.
    fn tagged<T: Clone>(&mut self, value: &mut T, prototypes: &[T], fields: fn(&mut Self, &mut T));
    /// An object that belongs to others, kept as the text it is; may be left out.
    fn raw(&mut self, name: &'static str, about: &'static str, value: &mut Option<String>);

    /// A vector as an array of two numbers.
    fn vector(&mut self, name: &'static str, about: &'static str, value: &mut Vec2, default: Option<Vec2>, range: Range) {
        let mut numbers = value.to_array();
        self.numbers(name, about, &mut numbers, default.map(|d| d.to_array()), range);
        *value = Vec2::from_array(numbers);
    }
}
