//! Reading and writing the JSON text of a scene.
//!
//! ```text
//!   bytes ──text──► tape ──read──► form ──check, rules──► document        parse
//!                                   ▲                        │
//!   bytes ◄──layout── JSON ◄─write──┴──────form──────────────┘            to_json
//! ```
//!
//! | file | what it does |
//! |---|---|
//! | `format.rs` and `state.rs` | describe the format, once: names, meaning, defaults, bounds |
//! | `walk.rs` | what can be done along that description |
//! | `leaf.rs`, `vectors.rs` | single values: of each kind how it is read, checked, written, described |
//! | `tape.rs` | JSON text with the place of every value |
//! | `read.rs` (with `values.rs`), `check.rs`, `write.rs` | the walkers; [`crate::scene::schema`] is the fourth |
//! | `graph_form.rs` | the same for graphs and traces |
//! | `rules.rs`, `graph_rules.rs` | what a single field cannot tell: references, geometry, mass |
//! | `report.rs` | collects problems, each with path, line and column |
//! | `layout.rs` | how the text looks |
//! | `migrate.rs` | old versions |

mod body_form;
mod body_names;
mod branch_rules;
mod check;
mod control_form;
mod curve_form;
mod format;
mod friction_rules;
mod graph_form;
mod graph_rules;
mod group_form;
mod joint_form;
mod joint_state_form;
mod layout;
mod leaf;
mod lesson_form;
mod lesson_rules;
mod light_form;
mod measure_form;
mod migrate;
mod mine_form;
mod note_form;
mod question_form;
mod read;
mod report;
mod rules;
mod shot_form;
mod skin_form;
mod smoke_form;
mod state;
mod stopwatch_form;
mod tape;
mod values;
mod vectors;
mod walk;
mod world_form;
mod write;

pub use lesson_form::{MICROSCOPES, needs_pair};
pub use migrate::{FORMAT, VERSION};

use super::document::Document;
use super::limits;
use super::problem::{Problem, Problems};
use super::progress::{Phase, Progress};
use format::Form;
use migrate::{MIGRATIONS, Migration};
use report::{Report, Scan, quoted, steps};
use state::StateForm;
use tape::{Flaw, Tape, ValueKind};

pub(super) use format::form as describe_form;
pub(super) use layout::Json;
pub(super) use leaf::{Leaf, Property, array_schema, key};
pub(super) use walk::{Fixed, Text, Walk, Word};

/// An empty form, to walk along for the schema.
pub(super) fn blank_form() -> Form {
    Form::default()
}

/// Larger files are refused before they are read.
pub const MAX_FILE_BYTES: u64 = limits::FILE_BYTES;

/// The document in some bytes, completely checked: what this returns builds and runs.
///
/// # Errors
/// All problems found, each with path and, where known, line and column.
pub fn parse(bytes: &[u8]) -> Result<Document, Problems> {
    parse_with(bytes, MIGRATIONS, &Progress::default())
}

/// [`parse`] for somebody who waits elsewhere, and may stop it.
///
/// # Errors
/// All problems found; something else when it was stopped.
pub fn parse_watched(bytes: &[u8], progress: &Progress) -> Result<Document, Problems> {
    parse_with(bytes, MIGRATIONS, progress)
}

/// Only what [`crate::scene::schema::schema`] can say of some bytes: names, types, bounds and counts of single
/// fields. A file that passes may still refer to bodies that do not exist; [`parse`] finds that too.
///
/// # Errors
/// All problems found.
pub fn check_fields(bytes: &[u8]) -> Result<(), Problems> {
    let text = text_of(bytes)?;
    let tape = Tape::new(text).map_err(|flaw| flaw_problem(text, flaw))?;
    header(&tape, text, VERSION)?;
    let mut report = Report::on_text(&tape, true);
    let mut form = read_fields(&tape, &mut report);
    check::check(&mut report, &mut form, format::form);
    report.finish(text)
}

/// Line and column of a value by its path, like `lesson[2].frame`; where a key was left out, of the object that it
/// belongs to.
pub fn place_of(bytes: &[u8], path: &str) -> Option<(usize, usize)> {
    let text = text_of(bytes).ok()?;
    let tape = Tape::new(text).ok()?;
    let mut node = tape.root();
    for word in path.split(['.', '[']) {
        let inner = match word.strip_suffix(']').map(str::parse::<usize>) {
            Some(index) => tape.elements(node).nth(index.ok()?),
            None => tape.member(node, word),
        };
        let Some(inner) = inner else { break };
        node = inner;
    }
    Some(Scan::new(text).place(tape.offset(node)))
}

/// Checks a document that did not come from a file (an edit), by the same rules.
///
/// # Errors
/// All problems found, with paths.
pub fn check(document: &Document) -> Result<(), Problems> {
    let mut form = Form::of(document);
    let mut report = Report::without_text();
    check_form(&mut form, &mut report);
    if document.state.is_some() || report.weight > limits::FILE_BYTES {
        let bytes = to_json(document).len() as u64;
        if bytes > limits::FILE_BYTES {
            report.complain(&[], || too_large(bytes));
        }
    }
    report.finish("")
}

/// The document as JSON text: stable key order, defaults left out, short vectors on one line, a newline at the end;
/// without spaces when it would be too large for a file otherwise.
/// `parse(to_json(d)) == d`, bit for bit, for every document that [`check`] accepts.
pub fn to_json(document: &Document) -> String {
    let json = write::write(&mut Form::of(document), format::form);
    let text = json.print();
    if text.len() as u64 > limits::FILE_BYTES { json.print_densely() } else { text }
}

/// [`to_json`], made sure of: the text reads back as the same document.
///
/// # Errors
/// Why it is not to be written.
pub fn to_checked_json(document: &Document) -> Result<String, String> {
    let text = to_json(document);
    match parse(text.as_bytes()) {
        Ok(back) if back == *document => Ok(text),
        Ok(_) => Err("the written text would not read back as the same scene".to_owned()),
        Err(problems) => Err(problems.to_string()),
    }
}

impl Form {
    fn of(document: &Document) -> Form {
        let state = document.state.as_deref().map(|state| StateForm::from_stage(document, state));
        Form { document: Document { state: None, ..document.clone() }, state }
    }

    fn into_document(self) -> Document {
        let state = self.state.map(|state| Box::new(state.into_stage(&self.document)));
        Document { state, ..self.document }
    }
}

/// One set of rules for files and edits.
fn check_form(form: &mut Form, report: &mut Report<'_>) {
    check::check(report, form, format::form);
    if !report.is_full() {
        rules::check(form, report);
        branch_rules::check(report, &form.document, check);
    }
}

fn parse_with(bytes: &[u8], steps: &[Migration], progress: &Progress) -> Result<Document, Problems> {
    progress.reach(Phase::Reading, 0, bytes.len());
    let text = text_of(bytes)?;
    let tape = Tape::new(text).map_err(|flaw| flaw_problem(text, flaw))?;
    let version = header(&tape, text, steps.len() as u32 + 1)?;
    if version as usize > steps.len() {
        return read_form(&tape, text, true, progress);
    }
    let migrated = migrate::migrate(text, version, steps).map_err(|flaw| flaw_problem(text, flaw))?;
    let tape = Tape::new(&migrated).map_err(|flaw| flaw_problem(&migrated, flaw))?;
    read_form(&tape, &migrated, false, progress)
}

/// Reads and checks a text of the newest version.
fn read_form(tape: &Tape<'_>, text: &str, places: bool, progress: &Progress) -> Result<Document, Problems> {
    let mut report = Report::on_text(tape, places).watched(progress);
    let mut form = read_fields(tape, &mut report);
    if !report.is_full() {
        check_form(&mut form, &mut report);
    }
    report.finish(text)?;
    Ok(form.into_document())
}

fn read_fields(tape: &Tape<'_>, report: &mut Report<'_>) -> Form {
    check_fixed(tape, report);
    let mut form = Form::default();
    read::read(tape, report, &mut form, format::form);
    form
}

/// Bytes as text, without a byte order mark.
fn text_of(bytes: &[u8]) -> Result<&str, Problems> {
    if bytes.len() as u64 > limits::FILE_BYTES {
        return Err(whole_file(too_large(bytes.len() as u64)));
    }
    if bytes.starts_with(&[0xFF, 0xFE]) || bytes.starts_with(&[0xFE, 0xFF]) {
        return Err(at_start("is UTF-16; save it as UTF-8".into()));
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) if text.trim().is_empty() => Err(at_start("the file is empty".into())),
        Ok(text) => Ok(text),
        Err(error) => {
            let offset = error.valid_up_to();
            let good = std::str::from_utf8(&bytes[..offset]).unwrap_or_default();
            let message = format!("not text: byte {offset} (0x{:02X}) is not UTF-8", bytes[offset]);
            Err(Problems(vec![Problem { place: Some(Scan::new(good).place(offset)), ..Problem::new("", message) }]))
        }
    }
}

fn too_large(bytes: u64) -> String {
    format!("a scene may have at most {} bytes, this one has {bytes}", limits::FILE_BYTES)
}

fn at_start(message: String) -> Problems {
    Problems(vec![Problem { place: Some((1, 1)), ..Problem::new("", message) }])
}

fn whole_file(message: String) -> Problems {
    Problems(vec![Problem::new("", message)])
}

fn flaw_problem(text: &str, flaw: Flaw) -> Problems {
    let place = Some(Scan::new(text).place(flaw.offset));
    Problems(vec![Problem { place, ..Problem::new("", flaw.message) }])
}

/// The version of a file that is a scene and not newer than `newest`.
fn header(tape: &Tape<'_>, text: &str, newest: u32) -> Result<u32, Problems> {
    let root = tape.root();
    if tape.kind(root) != ValueKind::Object {
        return Err(flaw_problem(text, Flaw { offset: tape.offset(root), message: "a scene is an object: { … }".into() }));
    }
    let problem = |path: &str, node, message| {
        let place = Some(Scan::new(text).place(tape.offset(node)));
        Problems(vec![Problem { place, ..Problem::new(path, message) }])
    };
    match tape.member(root, "format") {
        Some(node) if !tape.is_string(node, FORMAT) => {
            let message = format!("must be \"{FORMAT}\", is {}: this is a file of another program", report::shortened(tape.raw(node)));
            return Err(problem("format", node, message));
        }
        None if !["bodies", "world", "version"].iter().any(|key| tape.member(root, key).is_some()) => {
            let message = format!("is missing: a scene starts with \"format\": \"{FORMAT}\"");
            return Err(problem("format", root, message));
        }
        _ => {}
    }
    let Some(node) = tape.member(root, "version") else { return Ok(newest) };
    match values::whole_number(tape.raw(node)) {
        Some(version) if version > u64::from(newest) => {
            let message = format!("is {version}: this scene was written by a newer version of Collidoscope; this one reads up to {newest}");
            Err(problem("version", node, message))
        }
        Some(version) if version >= 1 => Ok(version as u32),
        _ => Err(problem("version", node, format!("must be a whole number from 1 to {newest}, is {}", report::shortened(tape.raw(node))))),
    }
}

/// Blames a missing format or version (wrong ones were refused before).
fn check_fixed(tape: &Tape<'_>, report: &mut Report<'_>) {
    for (name, value) in [("format", quoted(FORMAT)), ("version", VERSION.to_string())] {
        if tape.member(tape.root(), name).is_none() {
            report.blame(&steps![name], Some(tape.offset(tape.root())), || format!("is missing, must be {value}"));
        }
    }
}

#[cfg(test)]
mod tests;
