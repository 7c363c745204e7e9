//! Document → JSON text: the walker that puts each field down, unless it is the default.
//!
//! "Is the default" compares bits, not values: −0 is not 0, and a saved scene must come back with the same bits.

use super::layout::Json;
use super::walk::{Fixed, Walk};
use crate::engine::math::Vec2;
use crate::scene::limits::{Count, Range, TextRule};
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

fn same_bits(a: &[f32], b: &[f32]) -> bool {
    a.iter().map(|x| x.to_bits()).eq(b.iter().map(|x| x.to_bits()))
}

fn number_array(numbers: &[f32]) -> Json {
    Json::Array(numbers.iter().map(|x| Json::number(*x)).collect())
}

/// The numbers of the set bits, bit 0 being layer 1.
pub fn layer_array(layers: u16) -> Json {
    Json::Array((0..u16::BITS).filter(|bit| layers >> bit & 1 != 0).map(|bit| Json::plain(bit + 1)).collect())
}

impl Walk for Writer {
    fn fixed(&mut self, name: &'static str, _about: &'static str, value: Fixed) {
        self.put(
            name,
            match value {
                Fixed::Text(text) => Json::string(text),
                Fixed::Number(number) => Json::plain(number),
            },
        );
    }

    fn number(&mut self, name: &'static str, _about: &'static str, value: &mut f32, default: Option<f32>, _range: Range) {
        if default.is_none_or(|d| !same_bits(&[*value], &[d])) {
            self.put(name, Json::number(*value));
        }
    }

    fn maybe_number(&mut self, name: &'static str, _about: &'static str, value: &mut Option<f32>, _range: Range) {
        if let Some(value) = value {
            self.put(name, Json::number(*value));
        }
    }

    fn integer(&mut self, name: &'static str, _about: &'static str, value: &mut u64, default: Option<u64>, _range: Count) {
        if default != Some(*value) {
            self.put(name, Json::plain(*value));
        }
    }

    fn maybe_integer(&mut self, name: &'static str, _about: &'static str, value: &mut Option<u64>, _range: Count) {
        if let Some(value) = value {
            self.put(name, Json::plain(*value));
        }
    }

    fn flag(&mut self, name: &'static str, _about: &'static str, value: &mut bool, default: bool) {
        if *value != default {
            self.put(name, Json::plain(*value));
        }
    }

    fn text(&mut self, name: &'static str, _about: &'static str, value: &mut String, default: Option<&'static str>, _rule: TextRule) {
        if default != Some(value.as_str()) {
            self.put(name, Json::string(value));
        }
    }

    fn maybe_text(&mut self, name: &'static str, _about: &'static str, value: &mut Option<String>, _rule: TextRule) {
        if let Some(value) = value {
            self.put(name, Json::string(value));
        }
    }

    fn texts(&mut self, name: &'static str, _about: &'static str, value: &mut Vec<String>, _count: Count, _rule: TextRule) {
        if !value.is_empty() {
            self.put(name, Json::Array(value.iter().map(|text| Json::string(text)).collect()));
        }
    }

    fn layers(&mut self, name: &'static str, _about: &'static str, value: &mut u16, default: u16) {
        if *value != default {
            self.put(name, layer_array(*value));
        }
    }

    fn choice<T: Copy + PartialEq>(
        &mut self,
        name: &'static str,
        _about: &'static str,
        value: &mut T,
        default: Option<T>,
        options: &[(&'static str, T)],
    ) {
        if default != Some(*value)
            && let Some((word, _)) = options.iter().find(|(_, option)| option == value)
        {
            self.put(name, Json::string(word));
        }
    }

    fn numbers<const N: usize>(
        &mut self,
        name: &'static str,
        _about: &'static str,
        value: &mut [f32; N],
        default: Option<[f32; N]>,
        _range: Range,
    ) {
        if default.is_none_or(|d| !same_bits(value, &d)) {
            self.put(name, number_array(value));
        }
    }

    fn maybe_numbers<const N: usize>(&mut self, name: &'static str, _about: &'static str, value: &mut Option<[f32; N]>, _range: Range) {
        if let Some(value) = value {
            self.put(name, number_array(value));
        }
    }

    fn points(&mut self, name: &'static str, _about: &'static str, value: &mut Vec<Vec2>, count: Count, _range: Range) {
        if count.min > 0 || !value.is_empty() {
            self.put(name, Json::Array(value.iter().map(|point| number_array(&point.to_array())).collect()));
        }
    }

    fn object<T: Clone>(&mut self, name: &'static str, _about: &'static str, value: &mut T, fields: fn(&mut Self, &mut T)) {
        match write(value, fields) {
            Json::Object(members) if members.is_empty() => {}
            object => self.put(name, object),
        }
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
            self.put(name, write(value, fields));
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
        if count.min > 0 || !value.is_empty() {
            self.put(name, Json::Array(value.iter_mut().map(|item| write(item, fields)).collect()));
        }
    }

    fn map<T: Clone>(
        &mut self,
        name: &'static str,
        _about: &'static str,
        value: &mut BTreeMap<String, T>,
        _prototype: T,
        _count: Count,
        fields: fn(&mut Self, &mut T),
    ) {
        if !value.is_empty() {
            self.put(name, Json::Object(value.iter_mut().map(|(key, item)| (key.clone(), write(item, fields))).collect()));
        }
    }

    fn by_key<T: Clone>(
        &mut self,
        value: &mut T,
        word: fn(&T) -> &'static str,
        _about: fn(&T) -> &'static str,
        _prototypes: &[T],
        fields: fn(&mut Self, &mut T),
    ) {
        self.put(word(value), write(value, fields));
    }

    fn tag<T: Clone>(&mut self, name: &'static str, _about: &'static str, value: &mut T, word: fn(&T) -> &'static str, _prototypes: &[T]) {
        self.put(name, Json::string(word(value)));
    }

    fn tagged<T: Clone>(&mut self, value: &mut T, _prototypes: &[T], fields: fn(&mut Self, &mut T)) {
        fields(self, value);
    }

    fn raw(&mut self, name: &'static str, _about: &'static str, value: &mut Option<String>) {
        if let Some(text) = value {
            self.put(name, Json::Text(text.clone()));
        }
    }
}
