//! Document → JSON text: the walker that puts each field down, unless it is the default.
//!
//! "Is the default" compares bits, as what would be written: −0 is not 0, and a saved scene must come back with the
//! same bits.

use super::layout::Json;
use super::leaf::Leaf;
use super::walk::{Fixed, Text, Walk, Word};
use crate::scene::limits::Count;
use std::collections::BTreeMap;

/// Collects the members of one object.
#[derive(Default)]
pub struct Writer {
    members: Vec<(String, Json)>,
}

/// The object that `fields` describes.
pub fn write<T>(value: &mut T, fields: fn(&mut Writer, &mut T)) -> Json {
    let mut writer = Writer::default();
    fields(&mut writer, value);
    Json::Object(writer.members)
}

impl Writer {
    fn put(&mut self, name: &str, value: Json) {
        self.members.push((name.to_string(), value));
    }
}

impl Walk for Writer {
    fn fixed(&mut self, name: Text, _about: Text, value: Fixed) {
        self.put(name, value.json());
    }

    fn value<V: Leaf>(&mut self, name: Text, _about: Text, value: &mut V, default: Option<V>, _rule: V::Rule) {
        let json = value.json();
        if default.is_none_or(|default| default.json() != json) {
            self.put(name, json);
        }
    }

    fn maybe<V: Leaf>(&mut self, name: Text, _about: Text, value: &mut Option<V>, _rule: V::Rule) {
        if let Some(value) = value {
            self.put(name, value.json());
        }
    }

    fn values<V: Leaf + Default>(&mut self, name: Text, _about: Text, value: &mut Vec<V>, required: bool, _count: Count, _rule: V::Rule) {
        if required || !value.is_empty() {
            self.put(name, Json::Array(value.iter().map(V::json).collect()));
        }
    }

    fn choice<T: Copy + PartialEq>(&mut self, name: Text, _about: Text, value: &mut T, default: Option<T>, options: &[(&'static str, T)]) {
        if default != Some(*value)
            && let Some((word, _)) = options.iter().find(|(_, option)| option == value)
        {
            self.put(name, Json::string(word));
        }
    }

    fn object<T: Clone>(&mut self, name: Text, _about: Text, value: &mut T, fields: fn(&mut Self, &mut T)) {
        match write(value, fields) {
            Json::Object(members) if members.is_empty() => {}
            object => self.put(name, object),
        }
    }

    fn maybe_object<T: Clone>(&mut self, name: Text, _about: Text, value: &mut Option<T>, _prototype: T, fields: fn(&mut Self, &mut T)) {
        if let Some(value) = value {
            self.put(name, write(value, fields));
        }
    }

    fn list<T: Clone>(&mut self, name: Text, _about: Text, value: &mut Vec<T>, _prototype: T, count: Count, fields: fn(&mut Self, &mut T)) {
        if count.min > 0 || !value.is_empty() {
            self.put(name, Json::Array(value.iter_mut().map(|item| write(item, fields)).collect()));
        }
    }

    fn map<T: Clone>(
        &mut self,
        name: Text,
        _about: Text,
        value: &mut BTreeMap<String, T>,
        _prototype: T,
        _count: Count,
        fields: fn(&mut Self, &mut T),
    ) {
        if !value.is_empty() {
            self.put(name, Json::Object(value.iter_mut().map(|(key, item)| (key.clone(), write(item, fields))).collect()));
        }
    }

    fn by_key<T: Clone>(&mut self, value: &mut T, word: Word<T>, _about: Word<T>, _prototypes: &[T], fields: fn(&mut Self, &mut T)) {
        self.put(word(value), write(value, fields));
    }

    fn tag<T: Clone>(&mut self, name: Text, _about: Text, value: &mut T, word: Word<T>, _prototypes: &[T]) {
        self.put(name, Json::string(word(value)));
    }

    fn raw(&mut self, name: Text, _about: Text, value: &mut Option<String>) {
        if let Some(text) = value {
            self.put(name, Json::Text(text.clone()));
        }
    }
}
