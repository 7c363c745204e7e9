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

use super::layout::Json;
use super::leaf::Leaf;
use crate::scene::limits::Count;
use std::collections::BTreeMap;

/// A key, or a sentence for the schema.
pub type Text = &'static str;
/// What a value of several kinds is called, or what is said of it.
pub type Word<T> = fn(&T) -> Text;

/// A field that every file has with the same value.
#[derive(Clone, Copy, Debug)]
pub enum Fixed {
    /// The name of the format.
    Text(&'static str),
    /// The version of the format.
    Number(u32),
}

impl Fixed {
    pub(in crate::scene) fn json(self) -> Json {
        match self {
            Fixed::Text(text) => Json::string(text),
            Fixed::Number(number) => Json::plain(number),
        }
    }
}

/// Something done with each field of an object in the format. `name` is the key, `about` the sentence for the schema;
/// a field without default is required.
pub trait Walk: Sized {
    /// A field with one allowed value.
    fn fixed(&mut self, name: Text, about: Text, value: Fixed);
    /// A single value.
    fn value<V: Leaf>(&mut self, name: Text, about: Text, value: &mut V, default: Option<V>, rule: V::Rule);
    /// A single value that may be left out.
    fn maybe<V: Leaf>(&mut self, name: Text, about: Text, value: &mut Option<V>, rule: V::Rule);
    /// Single values in an array; none when left out.
    fn values<V: Leaf + Default>(&mut self, name: Text, about: Text, value: &mut Vec<V>, required: bool, count: Count, rule: V::Rule);
    /// One of several words.
    fn choice<T: Copy + PartialEq>(&mut self, name: Text, about: Text, value: &mut T, default: Option<T>, options: &[(&'static str, T)]);
    /// An object whose fields all have defaults, so that it may be left out.
    fn object<T: Clone>(&mut self, name: Text, about: Text, value: &mut T, fields: fn(&mut Self, &mut T));
    /// An object that may be left out; a new one starts as `prototype`.
    fn maybe_object<T: Clone>(&mut self, name: Text, about: Text, value: &mut Option<T>, prototype: T, fields: fn(&mut Self, &mut T));
    /// An array of objects; required when it must not be empty.
    fn list<T: Clone>(&mut self, name: Text, about: Text, value: &mut Vec<T>, prototype: T, count: Count, fields: fn(&mut Self, &mut T));
    /// An object from free names to objects; empty when left out.
    fn map<T: Clone>(
        &mut self,
        name: Text,
        about: Text,
        value: &mut BTreeMap<String, T>,
        prototype: T,
        count: Count,
        fields: fn(&mut Self, &mut T),
    );
    /// Exactly one of several keys, each with an object of its own: `"circle": { "radius": 1 }`.
    fn by_key<T: Clone>(&mut self, value: &mut T, word: Word<T>, about: Word<T>, prototypes: &[T], fields: fn(&mut Self, &mut T));
    /// A word that decides which further fields this object has: `"kind": "revolute"`. They follow in [`Walk::tagged`].
    fn tag<T: Clone>(&mut self, name: Text, about: Text, value: &mut T, word: Word<T>, prototypes: &[T]);
    /// The fields that belong to the word.
    fn tagged<T: Clone>(&mut self, value: &mut T, _prototypes: &[T], fields: fn(&mut Self, &mut T)) {
        fields(self, value);
    }
    /// An object that belongs to others, kept as the text it is; may be left out.
    fn raw(&mut self, name: Text, about: Text, value: &mut Option<String>);

    /// True or false.
    fn flag(&mut self, name: Text, about: Text, value: &mut bool, default: bool) {
        self.value(name, about, value, Some(default), ());
    }
}
