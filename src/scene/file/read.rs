//! JSON text → document: the walker that takes each field out of the text.
//!
//! Nothing is guessed and nothing is dropped: a field that is unknown, missing, given twice or of the wrong type is a
//! problem. Reading goes on behind it with a harmless stand-in, so that one reading finds all problems.

use super::check::count_message;
use super::report::{Report, Step, nearest, shortened};
use super::tape::{Node, Tape, ValueKind};
use super::walk::{Fixed, Walk};
use crate::engine::math::Vec2;
use crate::scene::limits::{Count, Range, TextRule};
use std::collections::BTreeMap;

/// The object that is being read.
struct OpenObject {
    node: Node,
    /// Keys that the format has here, in its order.
    known: Vec<&'static str>,
    /// Required keys that the text lacks.
    missing: Vec<&'static str>,
    /// Keys of which one is required and none is there.
    needs_one_of: Vec<&'static str>,
    /// False when it is not known which fields belong here (a misspelt `kind`).
    strict: bool,
}

/// Takes fields out of an object of the text.
pub struct Reader<'t, 'r, 'p> {
    pub(super) tape: &'t Tape<'t>,
    report: &'r mut Report<'p>,
    path: Vec<Step>,
    frame: OpenObject,
}

impl OpenObject {
    fn new(node: Node) -> OpenObject {
        OpenObject { node, known: Vec::new(), missing: Vec::new(), needs_one_of: Vec::new(), strict: true }
    }
}

/// Reads the outermost object.
pub fn read<'t, 'r, 'p, T>(tape: &'t Tape<'t>, report: &'r mut Report<'p>, value: &mut T, fields: fn(&mut Reader<'t, 'r, 'p>, &mut T)) {
    let mut reader = Reader { tape, report, path: Vec::new(), frame: OpenObject::new(tape.root()) };
    fields(&mut reader, value);
    reader.finish();
}

impl Reader<'_, '_, '_> {
    /// The value of a key of this object, which is a known key from now on.
    fn take(&mut self, name: &'static str) -> Option<Node> {
        self.frame.known.push(name);
        self.tape.member(self.frame.node, name)
    }

    /// Like `take`, for a required key.
    fn need(&mut self, name: &'static str) -> Option<Node> {
        let found = self.take(name);
        if found.is_none() {
            self.frame.missing.push(name);
        }
        found
    }

    pub(super) fn find(&mut self, name: &'static str, required: bool) -> Option<Node> {
        if required { self.need(name) } else { self.take(name) }
    }

    pub(super) fn blame(&mut self, node: Node, message: impl FnOnce() -> String) {
        self.report.blame(&self.path, Some(self.tape.offset(node)), message);
    }

    /// Runs `inside` with the path one step longer.
    pub(super) fn at<R>(&mut self, step: impl Into<Step>, inside: impl FnOnce(&mut Self) -> R) -> R {
        self.path.push(step.into());
        let result = inside(self);
        self.path.pop();
        result
    }

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
    fn fixed(&mut self, name: &'static str, _about: &'static str, _value: Fixed) {
        self.frame.known.push(name);
    }

    fn number(&mut self, name: &'static str, _about: &'static str, value: &mut f32, default: Option<f32>, _range: Range) {
        self.field(name, value, default, |r, node| r.read_number(node));
    }

    fn maybe_number(&mut self, name: &'static str, _about: &'static str, value: &mut Option<f32>, _range: Range) {
        if let Some(node) = self.take(name) {
            *value = self.at(name, |r| r.read_number(node));
        }
    }

    fn integer(&mut self, name: &'static str, _about: &'static str, value: &mut u64, default: Option<u64>, _range: Count) {
        self.field(name, value, default, |r, node| r.read_integer(node));
    }

    fn maybe_integer(&mut self, name: &'static str, _about: &'static str, value: &mut Option<u64>, _range: Count) {
        if let Some(node) = self.take(name) {
            *value = self.at(name, |r| r.read_integer(node));
        }
    }

    fn flag(&mut self, name: &'static str, _about: &'static str, value: &mut bool, default: bool) {
        self.field(name, value, Some(default), |r, node| r.read_flag(node));
    }

    fn text(&mut self, name: &'static str, _about: &'static str, value: &mut String, default: Option<&'static str>, _rule: TextRule) {
        self.field(name, value, default.map(str::to_string), |r, node| r.read_text(node));
    }

    fn maybe_text(&mut self, name: &'static str, _about: &'static str, value: &mut Option<String>, _rule: TextRule) {
        if let Some(node) = self.take(name) {
            *value = self.at(name, |r| r.read_text(node));
        }
    }

    fn texts(&mut self, name: &'static str, _about: &'static str, value: &mut Vec<String>, count: Count, _rule: TextRule) {
        if let Some(node) = self.take(name) {
            self.at(name, |r| r.read_array(node, count, |r, element| value.push(r.read_text(element).unwrap_or_default())));
        }
    }

    fn layers(&mut self, name: &'static str, _about: &'static str, value: &mut u16, default: u16) {
        self.field(name, value, Some(default), |r, node| r.read_layers(node));
    }

    fn choice<T: Copy + PartialEq>(
        &mut self,
        name: &'static str,
        _about: &'static str,
        value: &mut T,
        default: Option<T>,
        options: &[(&'static str, T)],
    ) {
        let words: Vec<&str> = options.iter().map(|(word, _)| *word).collect();
        self.field(name, value, default, |r, node| r.read_word(node, &words).map(|i| options[i].1));
    }

    fn numbers<const N: usize>(
        &mut self,
        name: &'static str,
        _about: &'static str,
        value: &mut [f32; N],
        default: Option<[f32; N]>,
        _range: Range,
    ) {
        self.field(name, value, default, |r, node| r.read_numbers(node));
    }

    fn maybe_numbers<const N: usize>(&mut self, name: &'static str, _about: &'static str, value: &mut Option<[f32; N]>, _range: Range) {
        if let Some(node) = self.take(name) {
            *value = self.at(name, |r| r.read_numbers(node));
        }
    }

    fn points(&mut self, name: &'static str, _about: &'static str, value: &mut Vec<Vec2>, count: Count, _range: Range) {
        if let Some(node) = self.find(name, count.min > 0) {
            value.clear();
            self.at(name, |r| {
                r.read_array(node, count, |r, element| value.push(Vec2::from_array(r.read_numbers(element).unwrap_or_default())));
            });
        }
    }

    fn object<T: Clone>(&mut self, name: &'static str, _about: &'static str, value: &mut T, fields: fn(&mut Self, &mut T)) {
        if let Some(node) = self.take(name) {
            self.at(name, |r| r.fields_of(node, value, fields));
        }
    }

    fn maybe_object<T: Clone>(
        &mut self,
        name: &'static str,
        _about: &'static str,
        value: &mut Option<T>,
        prototype: T,
        fields: fn(&mut Self, &mut T),
    ) {
        if let Some(node) = self.take(name) {
            let mut object = prototype;
            self.at(name, |r| r.fields_of(node, &mut object, fields));
            *value = Some(object);
        }
    }

    fn list<T: Clone>(
        &mut self,
        name: &'static str,
        _about: &'static str,
        value: &mut Vec<T>,
        prototype: T,
        count: Count,
        fields: fn(&mut Self, &mut T),
    ) {
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
        name: &'static str,
        _about: &'static str,
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
                let Some(word) = r.read_text(key) else { continue };
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

    fn by_key<T: Clone>(
        &mut self,
        value: &mut T,
        word: fn(&T) -> &'static str,
        _about: fn(&T) -> &'static str,
        prototypes: &[T],
        fields: fn(&mut Self, &mut T),
    ) {
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

    fn tag<T: Clone>(&mut self, name: &'static str, _about: &'static str, value: &mut T, word: fn(&T) -> &'static str, prototypes: &[T]) {
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

    fn raw(&mut self, name: &'static str, _about: &'static str, value: &mut Option<String>) {
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
