//! Collecting problems: all of them, each where it is, and none twice.
//!
//! Reading and checking both write here. A path that has been blamed once silences what would only be its echo: after
//! `circle.radius: must be a number` nobody wants to hear that the circle cannot be built either.

use super::tape::{Node, Tape, ValueKind};
use crate::scene::limits::{self, Count};
use crate::scene::problem::{Entries, Problem, Problems};
use crate::scene::progress::{Phase, Progress};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Bound;

/// One step down into a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// Into an object.
    Key(Cow<'static, str>),
    /// Into an array.
    Index(usize),
}

impl From<&'static str> for Step {
    fn from(key: &'static str) -> Step {
        Step::Key(Cow::Borrowed(key))
    }
}

impl From<usize> for Step {
    fn from(index: usize) -> Step {
        Step::Index(index)
    }
}

impl From<String> for Step {
    fn from(key: String) -> Step {
        Step::Key(Cow::Owned(key))
    }
}

/// A path from its steps: `steps!["bodies", 3, "shapes"]`.
macro_rules! steps {
    ($($step:expr),* $(,)?) => { [$($crate::scene::file::report::Step::from($step)),*] };
}
pub(super) use steps;

/// A path as messages show it: `bodies[3].shapes[0].circle.radius`, `materials["hard rubber"]`.
pub fn render(path: &[Step]) -> String {
    let mut text = String::new();
    for step in path {
        match step {
            Step::Index(index) => text += &format!("[{index}]"),
            Step::Key(key) if is_plain(key) => {
                if !text.is_empty() {
                    text.push('.');
                }
                text += key;
            }
            Step::Key(key) => text += &format!("[{}]", quoted(key)),
        }
    }
    text
}

fn is_plain(key: &str) -> bool {
    !key.is_empty() && key.len() <= 64 && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// A text in double quotes, shortened when it is long, without line breaks.
pub fn quoted(text: &str) -> String {
    let mut short: String = text.chars().take(60).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    serde_json::to_string(&short).unwrap_or(short)
}

/// `; did you mean "crate"?`, or nothing when no known word is near. `quote` stands around the suggestion.
pub fn did_you_mean<'w>(wrong: &str, known: impl IntoIterator<Item = &'w str>, quote: char) -> String {
    nearest(wrong, known).map(|word| format!("; did you mean {quote}{word}{quote}?")).unwrap_or_default()
}

/// Most pairs of letters that are compared in search of the nearest word, a millisecond or two: a file may have
/// twenty thousand long ids and a hundred wrong ones.
const MOST_COMPARED: usize = 300_000;

/// The known word that needs the fewest slips of the pen (optimal string alignment) to become the wrong one: at most
/// one in three letters, and one in a word of two; a single letter only by its case. Ties go to the first.
pub fn nearest<'w>(wrong: &str, known: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    if wrong.len() > 100 {
        return None;
    }
    let letters = wrong.chars().count();
    let mut compared = 0;
    let allowed = (letters / 3).max(1).min(letters.saturating_sub(1));
    let lower = wrong.to_lowercase();
    let mut best: Option<(usize, &str)> = None;
    for word in known {
        if word.chars().count().abs_diff(letters) > allowed {
            continue;
        }
        compared += letters * word.len();
        if compared > MOST_COMPARED {
            break;
        }
        let slips = if word.to_lowercase() == lower { 0 } else { strsim::osa_distance(wrong, word) };
        if slips <= allowed && best.is_none_or(|(fewest, _)| slips < fewest) {
            best = Some((slips, word));
        }
    }
    best.map(|(_, word)| word)
}

struct Entry {
    offset: Option<usize>,
    problem: Problem,
}

/// All that is wrong with a scene so far.
#[derive(Default)]
pub struct Report<'a> {
    tape: Option<&'a Tape<'a>>,
    progress: Option<&'a Progress>,
    /// True when the text is the user's own, so that places in it mean something (a migrated text is not).
    places: bool,
    entries: Vec<Entry>,
    count: usize,
    blamed: BTreeSet<Vec<Step>>,
    /// An upper estimate of the bytes that what was checked so far takes as JSON, without a run.
    pub(super) weight: u64,
}

impl<'a> Report<'a> {
    /// For a document without text.
    pub fn without_text() -> Report<'a> {
        Report::default()
    }

    /// For a text; `places` is false when the user never saw it.
    pub fn on_text(tape: &'a Tape<'a>, places: bool) -> Report<'a> {
        Report { tape: Some(tape), places, ..Report::default() }
    }

    /// For somebody who waits.
    pub fn watched(self, progress: &'a Progress) -> Report<'a> {
        Report { progress: Some(progress), ..self }
    }

    /// Looking at the scene has come so far. False when nobody waits for the rest.
    pub fn reach(&self, phase: Phase, done: usize, all: usize) -> bool {
        self.progress.is_none_or(|progress| progress.reach(phase, done, all))
    }

    /// Notes a problem at a path, with the byte offset when it is known. The words are only made when there is room
    /// left.
    pub fn blame(&mut self, path: &[Step], offset: Option<usize>, message: impl FnOnce() -> String) {
        if self.has_room() {
            self.enter(path, offset, message());
        }
    }

    /// Counts a problem; true when it is to be told, too.
    fn has_room(&mut self) -> bool {
        self.count += 1;
        self.entries.len() < limits::PROBLEMS
    }

    // Not a part of `blame`: that is compiled for each of a hundred messages.
    fn enter(&mut self, path: &[Step], offset: Option<usize>, message: String) {
        let problem = Problem::new(render(path), message);
        self.entries.push(Entry { offset, problem });
        self.blamed.insert(path.to_vec());
    }

    /// Notes a problem found on the document rather than in the text, unless this path or one above it is blamed
    /// already.
    pub fn complain(&mut self, path: &[Step], message: impl FnOnce() -> String) {
        if !self.is_below_blame(path) {
            self.blame(path, self.offset(path), message);
        }
    }

    /// The same of a list with too many entries or too few.
    fn complain_of_count(&mut self, path: &[Step], bounds: Count, found: u64) {
        let told = self.entries.len();
        self.complain(path, || count_message(bounds, found));
        if let Some(entry) = self.entries.get_mut(told) {
            entry.problem.entries = Some(Entries { found, allowed: allowed(bounds) });
        }
    }

    fn is_below_blame(&self, path: &[Step]) -> bool {
        (1..=path.len()).any(|n| self.blamed.contains(&path[..n]))
    }

    fn offset(&self, path: &[Step]) -> Option<usize> {
        self.find(path).map(|(tape, node)| tape.offset(node))
    }

    /// Silences later complaints at a path without a problem of its own (its cause is blamed elsewhere).
    pub fn silence(&mut self, path: Vec<Step>) {
        if self.blamed.len() < 4 * limits::PROBLEMS {
            self.blamed.insert(path);
        }
    }

    /// True when nothing is blamed at this path or below it.
    pub fn is_clean(&self, path: &[Step]) -> bool {
        self.blamed.range::<[Step], _>((Bound::Included(path), Bound::Unbounded)).next().is_none_or(|next| !next.starts_with(path))
    }

    /// True when exactly this path is blamed or silenced.
    pub fn is_blamed(&self, path: &[Step]) -> bool {
        self.blamed.contains(path)
    }

    /// True when so much is wrong that looking further would only add to the count.
    pub fn is_full(&self) -> bool {
        self.entries.len() >= limits::PROBLEMS
    }

    /// How a value stands in the text, shortened; `otherwise` when there is no text.
    pub fn value(&self, path: &[Step], otherwise: impl FnOnce() -> String) -> String {
        match self.find(path) {
            Some((tape, node)) if matches!(tape.kind(node), ValueKind::Number) => shortened(tape.raw(node)),
            _ => otherwise(),
        }
    }

    /// The value at a path: the deepest one that exists.
    fn find(&self, path: &[Step]) -> Option<(&'a Tape<'a>, Node)> {
        let tape = self.tape?;
        let mut node = tape.root();
        for step in path {
            let below = match (step, tape.kind(node)) {
                (Step::Key(key), ValueKind::Object) => tape.member(node, key),
                (Step::Index(index), ValueKind::Array) => tape.elements(node).nth(*index),
                _ => None,
            };
            match below {
                Some(below) => node = below,
                None => break,
            }
        }
        Some((tape, node))
    }

    /// All problems in the order of the text (those without a place first), or nothing.
    pub fn finish(mut self, text: &str) -> Result<(), Problems> {
        if self.progress.is_some_and(Progress::is_stopped) {
            return Err(Problems::stopped());
        }
        if self.entries.is_empty() {
            return Ok(());
        }
        self.entries.sort_by_key(|entry| entry.offset);
        let mut scan = Scan::new(text);
        let places = self.places;
        let listed = self.entries.len();
        let problem = |entry: Entry| Problem { place: entry.offset.filter(|_| places).map(|offset| scan.place(offset)), ..entry.problem };
        let mut problems: Vec<Problem> = self.entries.into_iter().map(problem).collect();
        if self.count > listed {
            let left = self.count - listed;
            let message = format!("and {left} more {}", if left == 1 { "problem" } else { "problems" });
            problems.push(Problem::new("", message));
        }
        Err(Problems(problems))
    }
}

/// The first 40 characters of a text.
pub fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// Lines and columns of rising offsets in one pass.
pub struct Scan<'a> {
    text: &'a str,
    offset: usize,
    line: usize,
    line_start: usize,
}

impl<'a> Scan<'a> {
    /// At the beginning of a text.
    pub fn new(text: &'a str) -> Scan<'a> {
        Scan { text, offset: 0, line: 1, line_start: 0 }
    }

    /// Line and column (in characters) from 1 of an offset, not smaller than the one before.
    pub fn place(&mut self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.text.len());
        for (i, byte) in self.text.as_bytes()[self.offset..offset].iter().enumerate() {
            if *byte == b'\n' {
                self.line += 1;
                self.line_start = self.offset + i + 1;
            }
        }
        self.offset = offset;
        (self.line, self.text[self.line_start..offset].chars().count() + 1)
    }
}

/// More bytes than any object takes in JSON without its texts and arrays.
const OBJECT: u64 = 512;
/// A point on a line of its own, bytes.
const POINT: u64 = 64;

/// Walks a document and complains where it breaks a rule.
pub struct Checker<'r, 'a> {
    pub(super) report: &'r mut Report<'a>,
    pub(super) path: Vec<Step>,
}

impl Checker<'_, '_> {
    pub(super) fn at(&mut self, step: impl Into<Step>, inside: impl FnOnce(&mut Self)) {
        self.path.push(step.into());
        inside(self);
        self.path.pop();
    }

    pub(super) fn complain(&mut self, message: impl FnOnce() -> String) {
        self.report.complain(&self.path, message);
    }

    /// How the value here stands in the text; `otherwise` when there is no text.
    pub(super) fn value(&self, otherwise: impl FnOnce() -> String) -> String {
        self.report.value(&self.path, otherwise)
    }

    /// Weighs so many objects with so many points.
    pub(super) fn weigh(&mut self, objects: usize, points: usize) {
        self.report.weight += OBJECT * objects as u64 + POINT * points as u64;
    }

    /// Weighs a text; an escaped character takes up to six bytes.
    pub(super) fn weigh_text(&mut self, text: &str) {
        let escaped = text.bytes().filter(|byte| *byte < b' ' || matches!(byte, b'"' | b'\\' | 0x7f)).count();
        self.report.weight += (text.len() + 5 * escaped + 8) as u64;
    }

    pub(super) fn check_count(&mut self, count: usize, bounds: Count) {
        if !bounds.holds(count as u64) {
            self.report.complain_of_count(&self.path, bounds, count as u64);
        }
    }
}

/// Words for a wrong number of entries.
pub fn count_message(bounds: Count, count: u64) -> String {
    format!("must have {} entries, has {count}", allowed(bounds))
}

fn allowed(bounds: Count) -> String {
    match bounds {
        Count { min, max } if min == max => format!("{min}"),
        Count { min: 0, max } => format!("at most {max}"),
        Count { min, max } => format!("{min} to {max}"),
    }
}

/// The place of something within another.
pub fn below(path: &[Step], steps: &[Step]) -> Vec<Step> {
    [path, steps].concat()
}
