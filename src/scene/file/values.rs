//! The object of the text that is being read: its keys, arrays and words; each blamed when it is of the wrong type.

use super::report::{Report, Step, count_message, did_you_mean, quoted, shortened};
use super::tape::{Node, Tape, ValueKind};
use crate::scene::limits::Count;
use crate::scene::progress::Phase;

/// The object that is being read.
pub(super) struct OpenObject {
    pub(super) node: Node,
    /// Keys that the format has here, in its order.
    pub(super) known: Vec<&'static str>,
    /// Required keys that the text lacks.
    pub(super) missing: Vec<&'static str>,
    /// Keys of which one is required and none is there.
    pub(super) needs_one_of: Vec<&'static str>,
    /// False when it is not known which fields belong here (a misspelt `kind`).
    pub(super) strict: bool,
}

/// Takes fields out of an object of the text.
pub struct Reader<'t, 'r, 'p> {
    pub(super) tape: &'t Tape<'t>,
    pub(super) report: &'r mut Report<'p>,
    pub(super) path: Vec<Step>,
    pub(super) frame: OpenObject,
}

impl OpenObject {
    pub(super) fn new(node: Node) -> OpenObject {
        OpenObject { node, known: Vec::new(), missing: Vec::new(), needs_one_of: Vec::new(), strict: true }
    }
}

impl Reader<'_, '_, '_> {
    /// The value of a key of this object, which is a known key from now on.
    pub(super) fn take(&mut self, name: &'static str) -> Option<Node> {
        self.frame.known.push(name);
        self.tape.member(self.frame.node, name)
    }

    /// Like `take`, for a required key.
    pub(super) fn need(&mut self, name: &'static str) -> Option<Node> {
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

    /// Blames a value for its type.
    pub(super) fn wrong_type(&mut self, node: Node, wanted: &str) {
        let tape = self.tape;
        self.blame(node, || format!("must be {wanted}, is {}", description(tape, node)));
    }

    /// Reads a field: its value, else its default; what cannot be read stays as it was.
    pub(super) fn field<T>(
        &mut self,
        name: &'static str,
        value: &mut T,
        default: Option<T>,
        read: impl FnOnce(&mut Self, Node) -> Option<T>,
    ) {
        let found = match self.find(name, default.is_none()) {
            Some(node) => self.at(name, |r| read(r, node)),
            None => default,
        };
        if let Some(found) = found {
            *value = found;
        }
    }

    /// Runs `each` on the elements of an array, unless there are too many of them.
    pub(super) fn read_array(&mut self, node: Node, count: Count, mut each: impl FnMut(&mut Self, Node)) {
        if self.tape.kind(node) != ValueKind::Array {
            return self.wrong_type(node, "an array");
        }
        let tape = self.tape;
        let length = tape.elements(node).count() as u64;
        if !count.holds(length) {
            self.blame(node, || count_message(count, length));
        }
        if length > count.max {
            return;
        }
        for (i, element) in tape.elements(node).enumerate() {
            if !self.report.reach(Phase::Reading, tape.offset(element), tape.bytes()) {
                return;
            }
            self.at(i, |r| each(r, element));
        }
    }

    /// The word at a node, as one of `words`.
    pub(super) fn read_word(&mut self, node: Node, words: &[&str]) -> Option<usize> {
        if self.tape.kind(node) != ValueKind::Text {
            let wanted = format!("one of {}", quoted_listing(words));
            self.wrong_type(node, &wanted);
            return None;
        }
        let found = words.iter().position(|word| self.tape.is_text(node, word));
        if found.is_none() {
            let wrong = self.tape.text(node).unwrap_or_default().into_owned();
            self.blame(node, || {
                let advice = did_you_mean(&wrong, words.iter().copied(), '"');
                format!("must be one of {}, is {}{advice}", quoted_listing(words), quoted(&wrong))
            });
        }
        found
    }
}

/// A whole number from 0 to 2^53, however it is written: `4`, `4.0`, `4e0`.
pub fn whole_number(raw: &str) -> Option<u64> {
    raw.parse().ok().or_else(|| raw.parse::<f64>().ok().filter(|x| *x >= 0.0 && *x <= 9e15 && x.fract() == 0.0).map(|x| x as u64))
}

/// A value in words: `the text "abc"`, `null`, `an array of 3`.
fn description(tape: &Tape<'_>, node: Node) -> String {
    match tape.kind(node) {
        ValueKind::Null => "null".into(),
        ValueKind::Flag(flag) => flag.to_string(),
        ValueKind::Number => shortened(tape.raw(node)),
        ValueKind::Text => format!("the text {}", shortened(tape.raw(node))),
        ValueKind::Array => format!("an array of {}", tape.elements(node).count()),
        ValueKind::Object => "an object".into(),
    }
}

fn quoted_listing(words: &[&str]) -> String {
    words.iter().map(|w| format!("\"{w}\"")).collect::<Vec<_>>().join(", ")
}
