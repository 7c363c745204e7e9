//! What is wrong with a scene, in words a person can act on.

use std::borrow::Cow;

/// One problem: where, and what.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// Path inside the file, like `bodies[3].shapes[0].circle.radius`; empty for the file as a whole.
    pub path: String,
    /// Line and column from 1, where known.
    pub place: Option<(usize, usize)>,
    /// What is wrong, with value and bound: `must be > 0, is -1`.
    pub message: String,
    /// Of a list with too many entries or too few: how many it has.
    pub entries: Option<Entries>,
}

/// How many entries a list has.
#[derive(Clone, Debug, PartialEq)]
pub struct Entries {
    /// So many.
    pub found: u64,
    /// So many may be there: "at most 20000".
    pub allowed: String,
}

impl Problem {
    /// A problem without a known line.
    pub fn new(path: impl Into<String>, message: impl Into<String>) -> Problem {
        Problem { path: path.into(), place: None, message: message.into(), entries: None }
    }
}

/// The text with all escaped that a terminal or an editor would act on instead of showing it: control characters but
/// line breaks and tabs (an escape sequence begins with U+001B or U+009B), and marks of direction, which turn the
/// characters after them around. Written as in JSON, so that a JSON text stays the same value.
pub fn visible(text: &str) -> Cow<'_, str> {
    let acts = |c: char| {
        c.is_control() && !matches!(c, '\n' | '\t')
            || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let escaped = |c: char| if acts(c) { format!("\\u{:04x}", u32::from(c)) } else { c.to_string() };
    Cow::Owned(text.chars().map(escaped).collect())
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some((line, column)) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        if !self.path.is_empty() {
            write!(f, "{}: ", visible(&self.path))?;
        }
        f.write_str(&visible(&self.message))
    }
}

/// All problems of a scene, never empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Problems(pub Vec<Problem>);

impl Problems {
    /// Looking was stopped before its end, so that nothing is known.
    pub(super) fn stopped() -> Problems {
        Problems(vec![Problem::new("", "reading was stopped")])
    }
}

impl std::fmt::Display for Problems {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}
