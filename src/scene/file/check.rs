//! Document against bounds: the walker that compares each field with what [`crate::scene::limits`] allows.
//!
//! What one field alone cannot tell (references, geometry, mass) is checked by [`super::rules`].

use super::leaf::Leaf;
use super::report::{Checker, Report};
use super::walk::{Fixed, Text, Walk, Word};
use crate::scene::limits::{self, Count};
use std::collections::BTreeMap;

/// Checks all fields that `fields` describes.
pub fn check<'r, 'a, T>(report: &'r mut Report<'a>, value: &mut T, fields: fn(&mut Checker<'r, 'a>, &mut T)) {
    fields(&mut Checker { report, path: Vec::new() }, value);
}

impl Walk for Checker<'_, '_> {
    fn fixed(&mut self, _name: Text, _about: Text, _value: Fixed) {}

    fn value<V: Leaf>(&mut self, name: Text, _about: Text, value: &mut V, _default: Option<V>, rule: V::Rule) {
        self.at(name, |c| value.check(c, rule));
    }

    fn maybe<V: Leaf>(&mut self, name: Text, _about: Text, value: &mut Option<V>, rule: V::Rule) {
        if let Some(value) = value {
            self.at(name, |c| value.check(c, rule));
        }
    }

    fn values<V: Leaf + Default>(&mut self, name: Text, _about: Text, value: &mut Vec<V>, required: bool, count: Count, rule: V::Rule) {
        self.at(name, |c| {
            if required || !value.is_empty() {
                c.check_count(value.len(), count);
            }
            c.weigh(0, value.len());
            for (i, value) in value.iter().enumerate() {
                c.at(i, |c| value.check(c, rule));
            }
        });
    }

    fn choice<T: Copy + PartialEq>(
        &mut self,
        _name: Text,
        _about: Text,
        _value: &mut T,
        _default: Option<T>,
        _options: &[(&'static str, T)],
    ) {
    }

    fn object<T: Clone>(&mut self, name: Text, _about: Text, value: &mut T, fields: fn(&mut Self, &mut T)) {
        self.weigh(1, 0);
        self.at(name, |c| fields(c, value));
    }

    fn maybe_object<T: Clone>(&mut self, name: Text, about: Text, value: &mut Option<T>, _prototype: T, fields: fn(&mut Self, &mut T)) {
        if let Some(value) = value {
            self.object(name, about, value, fields);
        }
    }

    fn list<T: Clone>(&mut self, name: Text, _about: Text, value: &mut Vec<T>, _prototype: T, count: Count, fields: fn(&mut Self, &mut T)) {
        self.at(name, |c| {
            c.check_count(value.len(), count);
            c.weigh(value.len(), 0);
            for (i, item) in value.iter_mut().enumerate() {
                c.at(i, |c| fields(c, item));
            }
        });
    }

    fn map<T: Clone>(
        &mut self,
        name: Text,
        _about: Text,
        value: &mut BTreeMap<String, T>,
        _prototype: T,
        count: Count,
        fields: fn(&mut Self, &mut T),
    ) {
        self.at(name, |c| {
            c.check_count(value.len(), count);
            c.weigh(value.len(), 0);
            for (key, item) in value.iter_mut() {
                c.at(key.clone(), |c| {
                    key.check(c, limits::NAME);
                    fields(c, item);
                });
            }
        });
    }

    fn by_key<T: Clone>(&mut self, value: &mut T, word: Word<T>, _about: Word<T>, _prototypes: &[T], fields: fn(&mut Self, &mut T)) {
        self.at(word(value), |c| fields(c, value));
    }

    fn tag<T: Clone>(&mut self, _name: Text, _about: Text, _value: &mut T, _word: Word<T>, _prototypes: &[T]) {}

    fn raw(&mut self, _name: Text, _about: Text, value: &mut Option<String>) {
        value.iter().for_each(|text| self.weigh_text(text));
    }
}
