//! Reading and writing the JSON text of a scene.
use super::document::Document;
use super::problem::Problems;

/// First key of every scene.
pub const FORMAT: &str = "collidoscope-scene";
/// Newest version this program reads and the one it writes.
pub const VERSION: u32 = 1;
/// Larger files are refused before they are read.
pub const MAX_FILE_BYTES: u64 = 16 * 1024 * 1024;

/// The document in some bytes, completely checked: what this returns builds and runs.
///
/// # Errors
/// All problems found, each with path and, where known, line and column.
pub fn parse(_bytes: &[u8]) -> Result<Document, Problems> {
    todo!("scene")
}

/// Checks a document that did not come from a file (an edit), by the same rules.
///
/// # Errors
/// All problems found, with paths.
pub fn check(_document: &Document) -> Result<(), Problems> {
    todo!("scene")
}

/// The document as JSON text: stable key order, defaults left out, short vectors on one line, a newline at the end.
/// `parse(to_json(d)) == d` for every document that [`check`] accepts.
pub fn to_json(_document: &Document) -> String {
    todo!("scene")
}
