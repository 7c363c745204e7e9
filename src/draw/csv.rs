//! Tables as text for spreadsheets: comma-separated values (RFC 4180).

/// A text as a cell. Spreadsheets run what begins with `=`, `+`, `-` or `@` as a formula; an apostrophe before it
/// says that it is text.
pub fn cell(text: &str) -> String {
    let guarded = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.to_owned() };
    let text = guarded.as_str();
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { guarded }
}
