//! JSON as people like to read it: whatever fits on a line stands on one line.
//!
//! A value that fits into the rest of its line is printed there; otherwise its brackets open up, one child a line, each
//! child by the same rule. Rows of numbers and points fill lines instead. Arrays and objects that hold objects
//! directly in the outermost object (bodies, joints …) always open up, so that a change of one body is a change of
//! one line.
//!
//! What would be too large for a file in that form is printed densely: one line for each body, joint …, no spaces.

/// Columns of a line.
const WIDTH: usize = 140;

/// A value to be printed.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// Printed as it is: a number, a word, a quoted string, a foreign object.
    Text(String),
    /// `[…]`
    Array(Vec<Json>),
    /// `{…}`, keys in the order given.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// A string.
    pub fn string(text: &str) -> Json {
        Json::Text(serde_json::Value::from(text).to_string())
    }

    /// A number: the shortest decimal that reads back as the same bits.
    pub fn number(value: f32) -> Json {
        Json::Text(number_text(value))
    }

    /// A whole number, or true and false.
    pub fn plain(value: impl std::fmt::Display) -> Json {
        Json::Text(value.to_string())
    }

    /// An object.
    pub fn object<K: Into<String>>(members: impl IntoIterator<Item = (K, Json)>) -> Json {
        Json::Object(members.into_iter().map(|(key, value)| (key.into(), value)).collect())
    }

    /// The text, with a newline at its end.
    pub fn print(&self) -> String {
        let mut out = String::new();
        put(&mut out, self, 0, 0);
        out.push('\n');
        out
    }

    /// The same without spaces; only what an array in the outermost object holds has a line each.
    pub fn print_densely(&self) -> String {
        let mut out = String::new();
        match self {
            Json::Object(members) => {
                for (i, (key, value)) in members.iter().enumerate() {
                    out.push(if i > 0 { ',' } else { '{' });
                    put_key(&mut out, key, &DENSE);
                    put_lines(&mut out, value);
                }
                out.push('}');
            }
            value => put_flat(&mut out, value, &DENSE),
        }
        out.push('\n');
        out
    }

    fn holds_objects(&self) -> bool {
        match self {
            Json::Text(_) => false,
            Json::Array(items) => items.iter().any(|item| matches!(item, Json::Object(_))),
            Json::Object(members) => members.iter().any(|(_, value)| matches!(value, Json::Object(_))),
        }
    }

    /// True for numbers, words, and arrays of them.
    fn is_small(&self) -> bool {
        match self {
            Json::Text(_) => true,
            Json::Array(items) => items.len() <= 6 && items.iter().all(|item| matches!(item, Json::Text(_))),
            Json::Object(_) => false,
        }
    }
}

/// The shortest decimal that reads back as the same bits; whole numbers without `.0`. What JSON cannot say becomes
/// `null`.
pub fn number_text(value: f32) -> String {
    if !value.is_finite() {
        return "null".into();
    }
    let text = format!("{value:?}");
    match text.strip_suffix(".0") {
        Some(whole) => whole.to_string(),
        None => text,
    }
}

/// Characters of the value on one line, or `None` when they are more than `room`.
fn flat_width(value: &Json, room: usize) -> Option<usize> {
    let children = |widths: &mut dyn Iterator<Item = (usize, &Json)>, around: usize| {
        let mut total = around;
        for (before, child) in widths {
            total += before + 2;
            if total > room + 2 {
                return None;
            }
            total += flat_width(child, room)?;
        }
        (total <= room + 2).then_some(total.saturating_sub(2))
    };
    match value {
        Json::Text(text) => (text.len() <= room || text.chars().count() <= room).then(|| text.chars().count()),
        Json::Array(items) => children(&mut items.iter().map(|item| (0, item)), 2),
        Json::Object(members) => children(&mut members.iter().map(|(key, item)| (key.chars().count() + 4, item)), 4),
    }
}

/// What stands around the parts of a value on one line.
struct Spacing {
    comma: &'static str,
    colon: &'static str,
    open: &'static str,
    close: &'static str,
}

const READABLE: Spacing = Spacing { comma: ", ", colon: ": ", open: "{ ", close: " }" };
const DENSE: Spacing = Spacing { comma: ",", colon: ":", open: "{", close: "}" };

fn put_flat(out: &mut String, value: &Json, spacing: &Spacing) {
    match value {
        Json::Text(text) => *out += text,
        Json::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                *out += if i > 0 { spacing.comma } else { "" };
                put_flat(out, item, spacing);
            }
            out.push(']');
        }
        Json::Object(members) if members.is_empty() => *out += "{}",
        Json::Object(members) => {
            *out += spacing.open;
            for (i, (key, item)) in members.iter().enumerate() {
                *out += if i > 0 { spacing.comma } else { "" };
                put_key(out, key, spacing);
                put_flat(out, item, spacing);
            }
            *out += spacing.close;
        }
    }
}

fn put_key(out: &mut String, key: &str, spacing: &Spacing) {
    *out += &serde_json::Value::from(key).to_string();
    *out += spacing.colon;
}

fn new_line(out: &mut String, depth: usize) {
    out.push('\n');
    *out += &"  ".repeat(depth);
}

/// Prints a value whose line already holds everything up to the end of `out`; one column stays free for a comma.
fn put(out: &mut String, value: &Json, depth: usize, used: usize) {
    let opens = depth == 0 || (depth == 1 && value.holds_objects());
    if !opens && flat_width(value, WIDTH.saturating_sub(used + 1)).is_some() {
        return put_flat(out, value, &READABLE);
    }
    match value {
        Json::Text(text) => *out += text,
        Json::Array(items) if items.is_empty() => *out += "[]",
        Json::Object(members) if members.is_empty() => *out += "{}",
        Json::Array(items) if items.iter().all(Json::is_small) => fill(out, items, depth + 1),
        Json::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                *out += if i > 0 { "," } else { "" };
                new_line(out, depth + 1);
                put(out, item, depth + 1, 2 * (depth + 1));
            }
            new_line(out, depth);
            out.push(']');
        }
        Json::Object(members) => {
            out.push('{');
            for (i, (key, item)) in members.iter().enumerate() {
                *out += if i > 0 { "," } else { "" };
                new_line(out, depth + 1);
                put_key(out, key, &READABLE);
                put(out, item, depth + 1, 2 * (depth + 1) + key.chars().count() + 4);
            }
            new_line(out, depth);
            out.push('}');
        }
    }
}

/// An array with a line for each item, anything else on one line, without spaces.
fn put_lines(out: &mut String, value: &Json) {
    let Json::Array(items) = value else { return put_flat(out, value, &DENSE) };
    out.push('[');
    for (i, item) in items.iter().enumerate() {
        *out += if i > 0 { ",\n" } else { "" };
        put_flat(out, item, &DENSE);
    }
    out.push(']');
}

/// Small values, as many on a line as fit.
fn fill(out: &mut String, items: &[Json], depth: usize) {
    out.push('[');
    let mut column = WIDTH;
    for (i, item) in items.iter().enumerate() {
        let mut text = String::new();
        put_flat(&mut text, item, &READABLE);
        let width = text.chars().count();
        *out += if i > 0 { "," } else { "" };
        if column + width + 2 > WIDTH {
            new_line(out, depth);
            column = 2 * depth;
        } else {
            out.push(' ');
            column += 1;
        }
        *out += &text;
        column += width + 1;
    }
    new_line(out, depth - 1);
    out.push(']');
}
