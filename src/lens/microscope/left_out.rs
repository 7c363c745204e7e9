//! Bodies of a scene that a film leaves out.

/// "crate and 3 other bodies lie outside the region.": who is left out and why, a sentence with a space before it; of
/// one body with the first reason, of more with the second. Empty when nobody is.
pub(super) fn left_out(names: &[String], [one, more]: [&str; 2]) -> String {
    match names {
        [] => String::new(),
        [name] => format!(" {name} {one}."),
        [first, second] => format!(" {first} and {second} {more}."),
        [first, others @ ..] => format!(" {first} and {} other bodies {more}.", others.len()),
    }
}
