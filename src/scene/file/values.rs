//! Single values of the text: numbers, texts, words, arrays; each blamed when it is of the wrong type.

use super::check::count_message;
use super::read::Reader;
use super::report::{did_you_mean, quoted, shortened};
use super::tape::{Node, Tape, ValueKind};
use crate::scene::limits::{self, Count};

impl Reader<'_, '_, '_> {
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

    pub(super) fn read_flag(&mut self, node: Node) -> Option<bool> {
        match self.tape.kind(node) {
            ValueKind::Flag(flag) => Some(flag),
            _ => {
                self.wrong_type(node, "true or false");
                None
            }
        }
    }

    pub(super) fn read_number(&mut self, node: Node) -> Option<f32> {
        if self.tape.kind(node) != ValueKind::Number {
            self.wrong_type(node, "a number");
            return None;
        }
        self.tape.raw(node).parse().ok()
    }

    pub(super) fn read_integer(&mut self, node: Node) -> Option<u64> {
        let whole = match self.tape.kind(node) {
            ValueKind::Number => whole_number(self.tape.raw(node)),
            _ => None,
        };
        if whole.is_none() {
            self.wrong_type(node, "a whole number from 0 up");
        }
        whole
    }

    pub(super) fn read_text(&mut self, node: Node) -> Option<String> {
        if self.tape.kind(node) != ValueKind::Text {
            self.wrong_type(node, "a text in double quotes");
            return None;
        }
        let text = self.tape.text(node);
        if text.is_none() {
            self.blame(node, || "names half a character: \\uD800 to \\uDFFF only work in pairs".into());
        }
        text.map(|t| t.into_owned())
    }

    pub(super) fn read_numbers<const N: usize>(&mut self, node: Node) -> Option<[f32; N]> {
        let count = if self.tape.kind(node) == ValueKind::Array { self.tape.elements(node).take(N + 1).count() } else { usize::MAX };
        if count != N {
            self.wrong_type(node, &format!("an array of {N} numbers"));
            return None;
        }
        let tape = self.tape;
        let mut numbers = [0.0; N];
        let mut complete = true;
        for (i, element) in tape.elements(node).enumerate() {
            match self.at(i, |r| r.read_number(element)) {
                Some(number) => numbers[i] = number,
                None => complete = false,
            }
        }
        complete.then_some(numbers)
    }

    /// Numbers of layers, each once, as a set of bits.
    pub(super) fn read_layers(&mut self, node: Node) -> Option<u16> {
        let mut layers = 0;
        self.read_array(node, Count { min: 0, ..limits::LAYER }, |r, element| {
            let Some(number) = r.read_integer(element) else { return };
            if !limits::LAYER.holds(number) {
                return r
                    .blame(element, || format!("must be a whole number from {} to {}, is {number}", limits::LAYER.min, limits::LAYER.max));
            }
            let bit = 1_u16 << (number - 1);
            if layers & bit != 0 {
                return r.blame(element, || format!("layer {number} stands here twice"));
            }
            layers |= bit;
        });
        Some(layers)
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
