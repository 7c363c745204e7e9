//! JSON text with the place of every value known.
//!
//! `serde_json` proves that the text is JSON (and words the errors when it is not). Then one pass notes where each
//! value starts, in the order of the text, and how many notes to skip to get behind it:
//!
//! ```text
//!   text    { "a" : [ 1 , 2 ] , "b" : null }
//!   note    0  1    2 3   4     5     6          (object, key, array, 1, 2, key, null)
//!   after   7  2    5 4   5     6     7
//! ```
//!
//! Eight bytes a value, no recursion, and walking over children is skipping: a 16 MiB file of nothing but zeros costs
//! 64 MiB and no time. (A tree of `serde_json::Value` would cost a gigabyte there, forget positions and keep only the
//! last of two equal keys.)

use crate::scene::limits;
use serde::de::IgnoredAny;
use std::borrow::Cow;

/// Where a value starts, and the number of the first note behind it.
#[derive(Clone, Copy, Debug)]
struct Note {
    start: u32,
    after: u32,
}

/// A value, by the number of its note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node(u32);

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// `null`
    Null,
    /// `true` or `false`
    Flag(bool),
    /// A number.
    Number,
    /// A string.
    Text,
    /// `[…]`
    Array,
    /// `{…}`
    Object,
}

/// Why a text is no tape: byte offset and words.
#[derive(Clone, Debug, PartialEq)]
pub struct Flaw {
    /// Byte offset.
    pub offset: usize,
    /// What is wrong there.
    pub message: String,
}

/// JSON text and the notes on it.
#[derive(Clone, Debug)]
pub struct Tape<'a> {
    text: &'a str,
    notes: Vec<Note>,
}

impl<'a> Tape<'a> {
    /// Notes on a text.
    pub fn new(text: &'a str) -> Result<Tape<'a>, Flaw> {
        serde_json::from_str::<IgnoredAny>(text).map_err(|error| syntax_flaw(text, &error))?;
        let bytes = text.as_bytes();
        let mut notes: Vec<Note> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            match bytes[at] {
                b' ' | b'\t' | b'\n' | b'\r' | b',' | b':' => at += 1,
                b']' | b'}' => {
                    if let Some(opened) = open.pop() {
                        notes[opened].after = notes.len() as u32;
                    }
                    at += 1;
                }
                first => {
                    if matches!(first, b'[' | b'{') {
                        if open.len() == limits::NESTING {
                            let message = format!("brackets nest more than {} deep", limits::NESTING);
                            return Err(Flaw { offset: at, message });
                        }
                        open.push(notes.len());
                    }
                    notes.push(Note { start: at as u32, after: notes.len() as u32 + 1 });
                    at = if matches!(first, b'[' | b'{') { at + 1 } else { scalar_end(bytes, at) };
                }
            }
        }
        Ok(Tape { text, notes })
    }

    /// Bytes of the text.
    pub fn bytes(&self) -> usize {
        self.text.len()
    }

    /// The outermost value.
    pub fn root(&self) -> Node {
        Node(0)
    }

    /// Byte offset at which a value starts.
    pub fn offset(&self, node: Node) -> usize {
        self.notes[node.0 as usize].start as usize
    }

    /// What a value is.
    pub fn kind(&self, node: Node) -> ValueKind {
        match self.text.as_bytes()[self.offset(node)] {
            b'n' => ValueKind::Null,
            b't' => ValueKind::Flag(true),
            b'f' => ValueKind::Flag(false),
            b'"' => ValueKind::Text,
            b'[' => ValueKind::Array,
            b'{' => ValueKind::Object,
            _ => ValueKind::Number,
        }
    }

    /// The text of a value as it stands in the file.
    pub fn raw(&self, node: Node) -> &'a str {
        let bytes = self.text.as_bytes();
        let start = self.offset(node);
        let mut depth = 0;
        let mut at = start;
        loop {
            match bytes[at] {
                b'[' | b'{' => depth += 1,
                b']' | b'}' => depth -= 1,
                b' ' | b'\t' | b'\n' | b'\r' | b',' | b':' => {}
                _ => at = scalar_end(bytes, at) - 1,
            }
            at += 1;
            if depth == 0 {
                return &self.text[start..at];
            }
        }
    }

    /// A string with its escapes resolved; `None` when they name half a character (a lone surrogate).
    pub fn text(&self, node: Node) -> Option<Cow<'a, str>> {
        let raw = self.raw(node);
        if raw.contains('\\') {
            serde_json::from_str::<String>(raw).ok().map(Cow::Owned)
        } else {
            Some(Cow::Borrowed(&raw[1..raw.len() - 1]))
        }
    }

    /// The values in an array.
    pub fn elements(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        let end = self.notes[node.0 as usize].after;
        let mut next = node.0 + 1;
        std::iter::from_fn(move || {
            (next < end).then(|| {
                let element = Node(next);
                next = self.notes[next as usize].after;
                element
            })
        })
    }

    /// The keys and values of an object.
    pub fn members(&self, node: Node) -> impl Iterator<Item = (Node, Node)> + '_ {
        let mut inside = self.elements(node);
        std::iter::from_fn(move || Some((inside.next()?, inside.next()?)))
    }

    /// The first value with a key in an object.
    pub fn member(&self, node: Node, key: &str) -> Option<Node> {
        self.members(node).find(|&(k, _)| self.is_text(k, key)).map(|(_, value)| value)
    }

    /// True for the string `text`; false for other strings and for everything else.
    pub fn is_string(&self, node: Node, text: &str) -> bool {
        self.kind(node) == ValueKind::Text && self.is_text(node, text)
    }

    /// True when the string (escapes resolved) equals `text`.
    pub fn is_text(&self, node: Node, text: &str) -> bool {
        let after_quote = &self.text.as_bytes()[self.offset(node) + 1..];
        if after_quote.starts_with(text.as_bytes()) && after_quote.get(text.len()) == Some(&b'"') && !text.contains(['\\', '"']) {
            return true;
        }
        let raw_may_differ = after_quote.iter().take_while(|&&b| b != b'"').any(|&b| b == b'\\');
        raw_may_differ && self.text(node).is_some_and(|t| t == text)
    }
}

/// First byte behind a string, number or word that starts at `at`.
fn scalar_end(bytes: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    if bytes[at] == b'"' {
        while bytes[end] != b'"' {
            end += if bytes[end] == b'\\' { 2 } else { 1 };
        }
        return end + 1;
    }
    while end < bytes.len() && !matches!(bytes[end], b' ' | b'\t' | b'\n' | b'\r' | b',' | b':' | b']' | b'}') {
        end += 1;
    }
    end
}

/// The reason why a text is not JSON: `serde_json`'s words, and advice for the slips that people make most.
fn syntax_flaw(text: &str, error: &serde_json::Error) -> Flaw {
    let line_start = text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum::<usize>();
    let mut offset = if error.is_eof() { text.len() } else { (line_start + error.column().saturating_sub(1)).min(text.len()) };
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let words = error.to_string();
    let words = words.split(" at line ").next().unwrap_or(&words);
    let rest = &text[offset..];
    let cut_number = words == "invalid number" && offset + 1 >= text.len();
    let advice = if error.is_eof() || cut_number {
        " (the file ends in the middle; was it cut off?)"
    } else if ["N", "I", "-I", "nan", "inf", "-nan", "-inf"].iter().any(|w| rest.starts_with(w)) {
        " (JSON knows neither NaN nor Infinity)"
    } else if rest.starts_with(['}', ']']) && !words.starts_with("trailing characters") {
        " (is there a comma before the closing bracket?)"
    } else if rest.starts_with('/') || rest.starts_with('#') {
        " (JSON has no comments)"
    } else if rest.starts_with('\'') {
        " (strings and keys stand in double quotes)"
    } else if !text.trim_start().starts_with(['{', '[', '"']) {
        " (a scene begins with {; is this a file of another sort?)"
    } else {
        ""
    };
    Flaw { offset, message: format!("not JSON: {words}{advice}") }
}
