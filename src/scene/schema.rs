//! JSON Schema (draft 2020-12) of the scene format: the fourth walk along its one description.
//!
//! Editors use it for completion and underlining, teachers' scripts for checking. It says all that the loader demands
//! of a single value: names, types, defaults, bounds, counts. What needs a look at two places at once (unique ids,
//! references, convexity, mass) no JSON Schema can say; `collidoscope check` does.

use super::file::{Fixed, Json, Walk, blank_form, describe_form, layer_array, number_text};
use super::limits::{self, Count, Range, TextRule};
use crate::engine::math::Vec2;
use std::collections::BTreeMap;

/// The schema as pretty JSON text.
pub fn schema() -> String {
    let mut describer = Describer::default();
    describe_form(&mut describer, &mut blank_form());
    let mut members = vec![
        ("$schema".to_string(), Json::string("https://json-schema.org/draft/2020-12/schema")),
        ("title".to_string(), Json::string("Collidoscope scene")),
        ("description".to_string(), Json::string("SI units, radians counter-clockwise, vectors as [x, y].")),
    ];
    members.extend(describer.object_members());
    Json::Object(members).print()
}

/// A property: key and schema.
type Property = (String, Json);

/// Fields that only exist under one word of a tag.
struct Variant {
    properties: Vec<Property>,
    required: Vec<&'static str>,
}

/// Collects the properties of one object.
#[derive(Default)]
struct Describer {
    properties: Vec<Property>,
    required: Vec<&'static str>,
    /// Keys of which exactly one must be there.
    one_of: Vec<&'static str>,
    tag: Option<(&'static str, &'static str)>,
    variants: Vec<(&'static str, Variant)>,
}

fn key(name: &str, value: Json) -> Property {
    (name.to_string(), value)
}

fn texts(words: &[&'static str]) -> Json {
    Json::Array(words.iter().map(|word| Json::string(word)).collect())
}

fn number_schema(range: Range) -> Vec<Property> {
    let bounds = vec![key("minimum", Json::number(range.min)), key("maximum", Json::number(range.max))];
    let mut members = vec![key("type", Json::string("number"))];
    if range.or_zero {
        members.push(key("anyOf", Json::Array(vec![Json::object([("const", Json::plain(0))]), Json::Object(bounds)])));
    } else {
        members.extend(bounds);
    }
    members
}

fn integer_schema(range: Count) -> Vec<Property> {
    vec![key("type", Json::string("integer")), key("minimum", Json::plain(range.min)), key("maximum", Json::plain(range.max))]
}

fn text_schema(rule: TextRule) -> Vec<Property> {
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

fn array_schema(items: Vec<Property>, count: Count) -> Vec<Property> {
    let mut members = vec![key("type", Json::string("array")), key("items", Json::Object(items))];
    if count.min > 0 {
        members.push(key("minItems", Json::plain(count.min)));
    }
    members.push(key("maxItems", Json::plain(count.max)));
    members
}

fn numbers_schema<const N: usize>(range: Range) -> Vec<Property> {
    array_schema(number_schema(range), Count { min: N as u64, max: N as u64 })
}

fn number_text_array(numbers: &[f32]) -> Json {
    Json::Text(format!("[{}]", numbers.iter().map(|x| number_text(*x)).collect::<Vec<_>>().join(", ")))
}

fn closed_object(properties: Vec<Property>, required: &[&'static str]) -> Vec<Property> {
    let mut members = vec![key("type", Json::string("object")), key("properties", Json::Object(properties))];
    if !required.is_empty() {
        members.push(key("required", texts(required)));
    }
    members.push(key("additionalProperties", Json::plain(false)));
    members
}

impl Describer {
    /// Adds a property: `about` first, then what the value may be, then its default.
    fn add(&mut self, name: &'static str, about: &str, schema: Vec<Property>, default: Option<Json>, required: bool) {
        let mut members = vec![key("description", Json::string(about))];
        members.extend(schema);
        members.extend(default.map(|value| key("default", value)));
        self.properties.push(key(name, Json::Object(members)));
        if required {
            self.required.push(name);
        }
    }

    /// The schema of an object with these fields.
    fn describe<T>(value: &mut T, fields: fn(&mut Describer, &mut T)) -> Vec<Property> {
        let mut describer = Describer::default();
        fields(&mut describer, value);
        describer.object_members()
    }

    fn object_members(self) -> Vec<Property> {
        let Some((tag, about)) = self.tag else {
            let mut members = closed_object(self.properties, &self.required);
            if !self.one_of.is_empty() {
                let choice = |word: &&'static str| Json::object([("required", texts(&[word]))]);
                members.push(key("oneOf", Json::Array(self.one_of.iter().map(choice).collect())));
            }
            return members;
        };
        let variant = |(word, variant): (&'static str, Variant)| {
            let mut properties = self.properties.clone();
            properties.push(key(tag, Json::object([("description", Json::string(about)), ("const", Json::string(word))])));
            properties.extend(variant.properties);
            let required: Vec<_> = self.required.iter().copied().chain([tag]).chain(variant.required).collect();
            Json::Object(closed_object(properties, &required))
        };
        vec![key("oneOf", Json::Array(self.variants.into_iter().map(variant).collect()))]
    }
}

impl Walk for Describer {
    fn fixed(&mut self, name: &'static str, about: &'static str, value: Fixed) {
        let value = match value {
            Fixed::Text(text) => Json::string(text),
            Fixed::Number(number) => Json::plain(number),
        };
        self.add(name, about, vec![key("const", value)], None, true);
    }

    fn number(&mut self, name: &'static str, about: &'static str, _value: &mut f32, default: Option<f32>, range: Range) {
        self.add(name, about, number_schema(range), default.map(Json::number), default.is_none());
    }

    fn maybe_number(&mut self, name: &'static str, about: &'static str, _value: &mut Option<f32>, range: Range) {
        self.add(name, about, number_schema(range), None, false);
    }

    fn integer(&mut self, name: &'static str, about: &'static str, _value: &mut u64, default: Option<u64>, range: Count) {
        self.add(name, about, integer_schema(range), default.map(Json::plain), default.is_none());
    }

    fn maybe_integer(&mut self, name: &'static str, about: &'static str, _value: &mut Option<u64>, range: Count) {
        self.add(name, about, integer_schema(range), None, false);
    }

    fn flag(&mut self, name: &'static str, about: &'static str, _value: &mut bool, default: bool) {
        self.add(name, about, vec![key("type", Json::string("boolean"))], Some(Json::plain(default)), false);
    }

    fn text(&mut self, name: &'static str, about: &'static str, _value: &mut String, default: Option<&'static str>, rule: TextRule) {
        self.add(name, about, text_schema(rule), default.map(Json::string), default.is_none());
    }

    fn maybe_text(&mut self, name: &'static str, about: &'static str, _value: &mut Option<String>, rule: TextRule) {
        self.add(name, about, text_schema(rule), None, false);
    }

    fn texts(&mut self, name: &'static str, about: &'static str, _value: &mut Vec<String>, count: Count, rule: TextRule) {
        self.add(name, about, array_schema(text_schema(rule), count), None, false);
    }

    fn layers(&mut self, name: &'static str, about: &'static str, _value: &mut u16, default: u16) {
        let mut schema = array_schema(integer_schema(limits::LAYER), Count { min: 0, ..limits::LAYER });
        schema.push(key("uniqueItems", Json::plain(true)));
        self.add(name, about, schema, Some(layer_array(default)), false);
    }

    fn choice<T: Copy + PartialEq>(
        &mut self,
        name: &'static str,
        about: &'static str,
        _value: &mut T,
        default: Option<T>,
        options: &[(&'static str, T)],
    ) {
        let words: Vec<&str> = options.iter().map(|(word, _)| *word).collect();
        let word = default.and_then(|d| options.iter().find(|(_, option)| *option == d)).map(|(word, _)| Json::string(word));
        self.add(name, about, vec![key("enum", texts(&words))], word, default.is_none());
    }

    fn numbers<const N: usize>(
        &mut self,
        name: &'static str,
        about: &'static str,
        _value: &mut [f32; N],
        default: Option<[f32; N]>,
        range: Range,
    ) {
        self.add(name, about, numbers_schema::<N>(range), default.map(|d| number_text_array(&d)), default.is_none());
    }

    fn maybe_numbers<const N: usize>(&mut self, name: &'static str, about: &'static str, _value: &mut Option<[f32; N]>, range: Range) {
        self.add(name, about, numbers_schema::<N>(range), None, false);
    }

    fn points(&mut self, name: &'static str, about: &'static str, _value: &mut Vec<Vec2>, count: Count, range: Range) {
        self.add(name, about, array_schema(numbers_schema::<2>(range), count), None, count.min > 0);
    }

    fn object<T: Clone>(&mut self, name: &'static str, about: &'static str, value: &mut T, fields: fn(&mut Self, &mut T)) {
        self.add(name, about, Describer::describe(value, fields), None, false);
    }

    fn maybe_object<T: Clone>(
        &mut self,
        name: &'static str,
        about: &'static str,
        _value: &mut Option<T>,
        mut prototype: T,
        fields: fn(&mut Self, &mut T),
    ) {
        self.add(name, about, Describer::describe(&mut prototype, fields), None, false);
    }

    fn list<T: Clone>(
        &mut self,
        name: &'static str,
        about: &'static str,
        _value: &mut Vec<T>,
        mut prototype: T,
        count: Count,
        fields: fn(&mut Self, &mut T),
    ) {
        self.add(name, about, array_schema(Describer::describe(&mut prototype, fields), count), None, count.min > 0);
    }

    fn map<T: Clone>(
        &mut self,
        name: &'static str,
        about: &'static str,
        _value: &mut BTreeMap<String, T>,
        mut prototype: T,
        count: Count,
        fields: fn(&mut Self, &mut T),
    ) {
        let schema = vec![
            key("type", Json::string("object")),
            key("propertyNames", Json::Object(text_schema(limits::NAME))),
            key("additionalProperties", Json::Object(Describer::describe(&mut prototype, fields))),
            key("maxProperties", Json::plain(count.max)),
        ];
        self.add(name, about, schema, None, false);
    }

    fn by_key<T: Clone>(
        &mut self,
        _value: &mut T,
        word: fn(&T) -> &'static str,
        about: fn(&T) -> &'static str,
        prototypes: &[T],
        fields: fn(&mut Self, &mut T),
    ) {
        for prototype in prototypes {
            let schema = Describer::describe(&mut prototype.clone(), fields);
            self.add(word(prototype), about(prototype), schema, None, false);
            self.one_of.push(word(prototype));
        }
    }

    fn tag<T: Clone>(&mut self, name: &'static str, about: &'static str, _value: &mut T, word: fn(&T) -> &'static str, prototypes: &[T]) {
        self.tag = Some((name, about));
        let empty = |prototype| (word(prototype), Variant { properties: Vec::new(), required: Vec::new() });
        self.variants = prototypes.iter().map(empty).collect();
    }

    fn tagged<T: Clone>(&mut self, _value: &mut T, prototypes: &[T], fields: fn(&mut Self, &mut T)) {
        for ((_, variant), prototype) in self.variants.iter_mut().zip(prototypes) {
            let mut inner = Describer::default();
            fields(&mut inner, &mut prototype.clone());
            *variant = Variant { properties: inner.properties, required: inner.required };
        }
    }

    fn raw(&mut self, name: &'static str, about: &'static str, _value: &mut Option<String>) {
        self.add(name, about, vec![key("type", Json::string("object"))], None, false);
    }
}
