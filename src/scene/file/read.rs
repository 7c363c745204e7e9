//! JSON text → document: the walker that takes each field out of the text.
//!
//! Nothing is guessed and nothing is dropped: a field that is unknown, missing, given twice or of the wrong type is a
//! problem. Reading goes on behind it with a harmless stand-in, so that one reading finds all problems.

use super::leaf::Leaf;
use super::report::{Report, Step, count_message, nearest, shortened};
use super::tape::{Node, Tape, ValueKind};
use super::values::{OpenObject, Reader};
use super::walk::{Fixed, Text, Walk, Word};
use crate::scene::limits::Count;
use std::collections::BTreeMap;

/// Reads the outermost object.
pub fn read<'t, 'r, 'p, T>(tape: &'t Tape<'t>, report: &'r mut Report<'p>, value: &mut T, fields: fn(&mut Reader<'t, 'r, 'p>, &mut T)) {
    let mut reader = Reader { tape, report, path: Vec::new(), frame: OpenObject::new(tape.root()) };
    fields(&mut reader, value);
    reader.finish();
}

impl Reader<'_, '_, '_> {
    /// Reads an object with its own fields.
    fn fields_of<T>(&mut self, node: Node, value: &mut T, fields: fn(&mut Self, &mut T)) {
        if self.tape.kind(node) != ValueKind::Object {
            return self.wrong_type(node, "an object");
        }
        let outer = std::mem::replace(&mut self.frame, OpenObject::new(node));
        fields(self, value);
        self.finish();
        self.frame = outer;
    }

    /// Blames what is unknown, given twice or missing in this object.
    fn finish(&mut self) {
        let node = self.frame.node;
        let OpenObject { known, missing, needs_one_of, strict, .. } = std::mem::replace(&mut self.frame, OpenObject::new(node));
        let mut met = vec![false; known.len()];
        let mut meant: Vec<&str> = Vec::new();
        for (key, _) in self.tape.members(node) {
            if let Some(i) = known.iter().position(|name| self.tape.is_text(key, name)) {
                if std::mem::replace(&mut met[i], true) {
                    self.at(known[i], |r| r.blame(key, || "is given twice in the same object".into()));
                }
            } else if strict {
                self.unknown(key, &known, &mut meant);
            }
        }
        for name in missing {
            self.at(name, |r| {
                if meant.contains(&name) {
                    r.report.silence(r.path.clone());
                } else {
                    r.blame(node, || "is missing".into());
                }
            });
        }
        if !needs_one_of.is_empty() && !needs_one_of.iter().any(|name| meant.contains(name)) {
            self.blame(node, || format!("needs one of {}", listing(&needs_one_of)));
        }
    }

    /// Blames an unknown key and remembers which known one it was probably meant to be.
    fn unknown<'k>(&mut self, key: Node, known: &[&'k str], meant: &mut Vec<&'k str>) {
        if self.report.is_full() {
            return self.blame(key, String::new);
        }
        let name = self.tape.text(key).map_or_else(|| shortened(self.tape.raw(key)), |t| t.into_owned());
        let suggestion = nearest(&name, known.iter().copied()).and_then(|near| known.iter().find(|k| **k == near));
        if let Some(near) = suggestion {
            meant.push(near);
        }
        self.at(name.clone(), |r| {
            r.blame(key, || match suggestion {
                Some(near) => format!("unknown field; did you mean `{near}`?"),
                None => format!("unknown field; known here: {}", listing(known)),
            });
        });
        if let Some(near) = suggestion {
            self.path.push(Step::Key((*near).to_string().into()));
            self.report.silence(self.path.clone());
            self.path.pop();
        }
    }
}

impl Walk for Reader<'_, '_, '_> {
    /// Format and version are looked at before anything else is read.
    fn fixed(&mut self, name: Text, _about: Text, _value: Fixed) {
        self.frame.known.push(name);
    }

    fn value<V: Leaf>(&mut self, name: Text, _about: Text, value: &mut V, default: Option<V>, _rule: V::Rule) {
        self.field(name, value, default, V::read);
    }

    fn maybe<V: Leaf>(&mut self, name: Text, _about: Text, value: &mut Option<V>, _rule: V::Rule) {
        if let Some(node) = self.take(name) {
            *value = self.at(name, |r| V::read(r, node));
        }
    }

    fn values<V: Leaf + Default>(&mut self, name: Text, _about: Text, value: &mut Vec<V>, required: bool, count: Count, _rule: V::Rule) {
        if let Some(node) = self.find(name, required) {
            value.clear();
            self.at(name, |r| r.read_array(node, count, |r, element| value.push(V::read(r, element).unwrap_or_default())));
        }
    }

    fn choice<T: Copy + PartialEq>(&mut self, name: Text, _about: Text, value: &mut T, default: Option<T>, options: &[(&'static str, T)]) {
        let words: Vec<&str> = options.iter().map(|(word, _)| *word).collect();
        self.field(name, value, default, |r, node| r.read_word(node, &words).map(|i| options[i].1));
    }

    fn object<T: Clone>(&mut self, name: Text, _about: Text, value: &mut T, fields: fn(&mut Self, &mut T)) {
        if let Some(node) = self.take(name) {
            self.at(name, |r| r.fields_of(node, value, fields));
        }
    }

    fn maybe_object<T: Clone>(&mut self, name: Text, _about: Text, value: &mut Option<T>, prototype: T, fields: fn(&mut Self, &mut T)) {
        if let Some(node) = self.take(name) {
            let mut object = prototype;
            self.at(name, |r| r.fields_of(node, &mut object, fields));
            *value = Some(object);
        }
    }

    fn list<T: Clone>(&mut self, name: Text, _about: Text, value: &mut Vec<T>, prototype: T, count: Count, fields: fn(&mut Self, &mut T)) {
        if let Some(node) = self.find(name, count.min > 0) {
            self.at(name, |r| {
                r.read_array(node, count, |r, element| {
                    let mut item = prototype.clone();
                    r.fields_of(element, &mut item, fields);
                    value.push(item);
                });
            });
        }
    }

    fn map<T: Clone>(
        &mut self,
        name: Text,
        _about: Text,
        value: &mut BTreeMap<String, T>,
        prototype: T,
        count: Count,
        fields: fn(&mut Self, &mut T),
    ) {
        let Some(node) = self.take(name) else { return };
        self.at(name, |r| {
            let tape = r.tape;
            if tape.kind(node) != ValueKind::Object {
                return r.wrong_type(node, "an object");
            }
            let length = tape.members(node).count() as u64;
            if length > count.max {
                return r.blame(node, || count_message(count, length));
            }
            for (key, member) in tape.members(node) {
                let Some(word) = String::read(r, key) else { continue };
                let mut item = prototype.clone();
                r.at(word.clone(), |r| {
                    r.fields_of(member, &mut item, fields);
                    if value.contains_key(&word) {
                        r.blame(key, || "is given twice in the same object".into());
                    }
                });
                value.insert(word, item);
            }
        });
    }

    fn by_key<T: Clone>(&mut self, value: &mut T, word: Word<T>, _about: Word<T>, prototypes: &[T], fields: fn(&mut Self, &mut T)) {
        let mut first: Option<&'static str> = None;
        for prototype in prototypes {
            let name = word(prototype);
            let Some(node) = self.take(name) else { continue };
            if let Some(first) = first {
                self.at(name, |r| r.blame(node, || format!("only one of `{first}` and `{name}` may stand here")));
                continue;
            }
            first = Some(name);
            *value = prototype.clone();
            self.at(name, |r| r.fields_of(node, value, fields));
        }
        if first.is_none() {
            self.frame.needs_one_of = prototypes.iter().map(word).collect();
        }
    }

    fn tag<T: Clone>(&mut self, name: Text, _about: Text, value: &mut T, word: Word<T>, prototypes: &[T]) {
        let words: Vec<&str> = prototypes.iter().map(word).collect();
        match self.need(name).and_then(|node| self.at(name, |r| r.read_word(node, &words))) {
            Some(i) => *value = prototypes[i].clone(),
            None => self.frame.strict = false,
        }
    }

    fn tagged<T: Clone>(&mut self, value: &mut T, _prototypes: &[T], fields: fn(&mut Self, &mut T)) {
        if self.frame.strict {
            fields(self, value);
        }
    }

    fn raw(&mut self, name: Text, _about: Text, value: &mut Option<String>) {
        if let Some(node) = self.take(name) {
            match self.tape.kind(node) {
                ValueKind::Object => *value = Some(self.tape.raw(node).to_string()),
                _ => self.at(name, |r| r.wrong_type(node, "an object")),
            }
        }
    }
}

fn listing(words: &[&str]) -> String {
    words.iter().map(|w| format!("`{w}`")).collect::<Vec<_>>().join(", ")
}
