//! What a marker is: the build carries the files that have some, the microscopes show the lines they name.

/// Place and name of the marker that ends a line of code, `// [gjk.support]`. Lines of documentation have none.
pub fn marker_of(line: &str) -> Option<(usize, &str)> {
    let line = line.trim_end();
    if line.trim_start().starts_with("//!") || line.trim_start().starts_with("///") {
        return None;
    }
    let start = line.rfind("// [")?;
    let name = line[start + 4..].strip_suffix(']')?;
    let sound = name.contains('.') && name.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c == '.');
    sound.then_some((start, name))
}
