//! The paths that a file names, as they are written.

use super::text::{stripped, tokens};
use std::collections::BTreeSet;

/// A path as written, with the groups in braces taken apart.
pub struct NamedPath {
    pub line: usize,
    pub segments: Vec<String>,
}

/// Every path of the source that begins with `crate`, `super`, the standard library, this crate's name or a library.
pub fn paths(source: &str, libraries: &BTreeSet<String>) -> Vec<NamedPath> {
    let tokens = tokens(&stripped(source));
    let begins = |word: &str| ["crate", "super", "std", "core", "alloc", "collidoscope"].contains(&word) || libraries.contains(word);
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let previous = if at > 0 { tokens[at - 1].1.as_str() } else { "" };
        let leads_on = tokens.get(at + 1).is_some_and(|(_, next)| next == "::");
        if begins(&tokens[at].1) && previous != "::" && previous != "." && (leads_on || previous == "use") {
            at = follow(&tokens, at, &[], &mut found);
        } else {
            at += 1;
        }
    }
    found
}

/// Reads one path from `at`, with `prefix` before it; adds what it leads to and returns the place behind it.
fn follow(tokens: &[(usize, String)], mut at: usize, prefix: &[String], found: &mut Vec<NamedPath>) -> usize {
    let line = tokens[at].0;
    let mut segments = prefix.to_vec();
    loop {
        match tokens.get(at).map(|(_, token)| token.as_str()) {
            Some("{") => {
                at += 1;
                while at < tokens.len() && tokens[at].1 != "}" {
                    at = if tokens[at].1 == "," { at + 1 } else { follow(tokens, at, &segments, found) };
                }
                return at + 1;
            }
            Some(word) => {
                if word != "self" {
                    segments.push(word.to_string());
                }
                at += 1;
            }
            None => return at,
        }
        if tokens.get(at).is_none_or(|(_, token)| token != "::") {
            // `as name` belongs to the path, so that a group goes on behind it.
            if tokens.get(at).is_some_and(|(_, token)| token == "as") {
                at += 2;
            }
            found.push(NamedPath { line, segments });
            return at;
        }
        at += 1;
        // `Vec::<f32>::new`: what follows is no module any more.
        if tokens.get(at).is_some_and(|(_, token)| token == "<") {
            found.push(NamedPath { line, segments });
            return at;
        }
    }
}
