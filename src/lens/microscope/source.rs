//! The very source lines that ran.
//!
//! Files with markers are carried by the program as text, too ([`crate::packed`]); lines that a frame may light end in
//! a marker:
//!
//! ```text
//!         let support = difference.support(-nearest.point); // [gjk.support]
//! ```
//! A frame names its marker, and what is shown is the function around it as it was compiled. So the shown source
//! cannot drift from what runs.

use super::marker::marker_of;
use crate::packed;

/// See [`crate::engine::probe`].
const NOTE: &str = "ran!();";

/// A piece of source with one line lit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// Its file.
    pub path: &'static str,
    /// Numbers of the lines, from 1.
    pub numbers: Vec<usize>,
    /// The lines, markers taken out, moved to the left as far as they go.
    pub lines: Vec<String>,
    /// Index of the lit line in `lines`.
    pub lit: usize,
}

/// The function around a marker; `None` when no file has it.
pub fn excerpt(marker: &str) -> Option<Excerpt> {
    for (path, text) in packed::sources() {
        let lines: Vec<&str> = text.lines().collect();
        if let Some(at) = lines.iter().position(|line| marker_of(line).is_some_and(|(_, name)| name == marker)) {
            // A marker that stands alone on its line means the line below.
            let at = if without_marker(lines[at]).trim().is_empty() { (at + 1).min(lines.len() - 1) } else { at };
            let (from, to) = around(&lines, at);
            let indent = lines[from].len() - lines[from].trim_start().len();
            let shown = |line: &str| without_marker(line).get(indent..).unwrap_or_default().to_owned();
            // A line that only tells the tests that the function ran.
            let numbers: Vec<usize> = (from..=to).filter(|&i| lines[i].trim() != NOTE).map(|i| i + 1).collect();
            let lit = numbers.iter().position(|&number| number == at + 1).unwrap_or(0);
            let lines = numbers.iter().map(|&number| shown(lines[number - 1])).collect();
            return Some(Excerpt { path, numbers, lines, lit });
        }
    }
    None
}

/// All markers of all files, in order.
pub fn markers() -> Vec<String> {
    let lines = packed::sources().flat_map(|(_, text)| text.lines());
    lines.filter_map(|line| marker_of(line).map(|(_, marker)| marker.to_owned())).collect()
}

fn without_marker(line: &str) -> &str {
    marker_of(line).map_or(line, |(start, _)| line[..start].trim_end())
}

/// First and last line of the function that holds line `at`.
fn around(lines: &[&str], at: usize) -> (usize, usize) {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let begins = |line: &str| {
        let words = line.trim_start();
        words.starts_with("fn ") || (words.starts_with("pub") && words.contains("fn "))
    };
    let depth = indent(lines[at]);
    let from = (0..=at).rev().find(|&i| begins(lines[i]) && (i == at || indent(lines[i]) < depth)).unwrap_or(at);
    let close = indent(lines[from]);
    let to = (at..lines.len()).find(|&i| lines[i].trim() == "}" && indent(lines[i]) == close).unwrap_or(at);
    (from, to)
}

#[cfg(test)]
mod ran_in_steps;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_marker_stands_once_and_shows_the_function_around_it() {
        let all = markers();
        for (i, marker) in all.iter().enumerate() {
            assert!(!all[..i].contains(marker), "{marker} stands twice");
            let excerpt = excerpt(marker).expect("a marker that was found");
            assert!(excerpt.lines[0].contains("fn "), "{marker}: {:?}", excerpt.lines[0]);
            assert_eq!(excerpt.lines.last().map(String::as_str), Some("}"), "{marker}");
            assert!(excerpt.lines.iter().all(|line| !line.contains("// [")), "{marker}: markers are not shown");
        }
    }
}
