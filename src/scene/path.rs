//! Paths in files and on the screen: of this system or of another, so that both slashes part them.

/// Folder and name; no folder where the path has none.
pub fn folder_and_name(path: &str) -> (&str, &str) {
    path.rsplit_once(['/', '\\']).unwrap_or(("", path))
}

/// The name of a file, without its folder.
pub fn file_name(path: &str) -> &str {
    folder_and_name(path).1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_parted_at_the_last_slash_of_either_system() {
        assert_eq!(folder_and_name("/home/me/a.json"), ("/home/me", "a.json"));
        assert_eq!(folder_and_name(r"C:\me\a.json"), (r"C:\me", "a.json"));
        assert_eq!(["a.json", "", "b/"].map(file_name), ["a.json", "", ""]);
    }
}
