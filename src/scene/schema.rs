//! JSON Schema (draft 2020-12) of the scene format: the fourth walk along its one description.
//!
//! Editors use it for completion and underlining, teachers' scripts for checking. It says all that the loader demands
//! of a single value: names, types, defaults, bounds, counts. What needs a look at two places at once (unique ids,
//! references, convexity, mass) no JSON Schema can say; `collidoscope check` does.

use super::file::{Fixed, Json, Leaf, Property, Text, Walk, Word, array_schema, blank_form, describe_form, key};
use super::limits::{self, Count};
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

fn texts(words: &[&'static str]) -> Json {
    Json::Array(words.iter().map(|word| Json::string(word)).collect())
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
    fn fixed(&mut self, name: Text, about: Text, value: Fixed) {
        self.add(name, about, vec![key("const", value.json())], None, true);
    }

    fn value<V: Leaf>(&mut self, name: Text, about: Text, _value: &mut V, default: Option<V>, rule: V::Rule) {
        self.add(name, about, V::schema(rule), default.as_ref().map(V::json), default.is_none());
    }

    fn maybe<V: Leaf>(&mut self, name: Text, about: Text, _value: &mut Option<V>, rule: V::Rule) {
        self.add(name, about, V::schema(rule), None, false);
    }

    fn values<V: Leaf + Default>(&mut self, name: Text, about: Text, _value: &mut Vec<V>, required: bool, count: Count, rule: V::Rule) {
        self.add(name, about, array_schema(V::schema(rule), count), None, required);
    }

    fn choice<T: Copy + PartialEq>(&mut self, name: Text, about: Text, _value: &mut T, default: Option<T>, options: &[(&'static str, T)]) {
        let words: Vec<&str> = options.iter().map(|(word, _)| *word).collect();
        let word = default.and_then(|d| options.iter().find(|(_, option)| *option == d)).map(|(word, _)| Json::string(word));
        self.add(name, about, vec![key("enum", texts(&words))], word, default.is_none());
    }

    fn object<T: Clone>(&mut self, name: Text, about: Text, value: &mut T, fields: fn(&mut Self, &mut T)) {
        self.add(name, about, Describer::describe(value, fields), None, false);
    }

    fn maybe_object<T: Clone>(&mut self, name: Text, about: Text, _value: &mut Option<T>, mut prototype: T, fields: fn(&mut Self, &mut T)) {
        self.add(name, about, Describer::describe(&mut prototype, fields), None, false);
    }

    fn list<T: Clone>(
        &mut self,
        name: Text,
        about: Text,
        _value: &mut Vec<T>,
        mut prototype: T,
        count: Count,
        fields: fn(&mut Self, &mut T),
    ) {
        self.add(name, about, array_schema(Describer::describe(&mut prototype, fields), count), None, count.min > 0);
    }

    fn map<T: Clone>(
        &mut self,
        name: Text,
        about: Text,
        _value: &mut BTreeMap<String, T>,
        mut prototype: T,
        count: Count,
        fields: fn(&mut Self, &mut T),
    ) {
        let schema = vec![
            key("type", Json::string("object")),
            key("propertyNames", Json::Object(String::schema(limits::NAME))),
            key("additionalProperties", Json::Object(Describer::describe(&mut prototype, fields))),
            key("maxProperties", Json::plain(count.max)),
        ];
        self.add(name, about, schema, None, false);
    }

    fn by_key<T: Clone>(&mut self, _value: &mut T, word: Word<T>, about: Word<T>, prototypes: &[T], fields: fn(&mut Self, &mut T)) {
        for prototype in prototypes {
            let schema = Describer::describe(&mut prototype.clone(), fields);
            self.add(word(prototype), about(prototype), schema, None, false);
            self.one_of.push(word(prototype));
        }
    }

    fn tag<T: Clone>(&mut self, name: Text, about: Text, _value: &mut T, word: Word<T>, prototypes: &[T]) {
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

    fn raw(&mut self, name: Text, about: Text, _value: &mut Option<String>) {
        self.add(name, about, vec![key("type", Json::string("object"))], None, false);
    }
}
