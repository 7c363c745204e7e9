//! What the program carries compressed is, unpacked, what lies in the repository.

use collidoscope::packed;
use std::fs;
use std::path::{Path, PathBuf};

fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Names of the files of a folder with this ending, without it.
fn names(folder: &str, ending: &str) -> Vec<String> {
    let entries = fs::read_dir(repository().join(folder)).unwrap().map(|entry| entry.unwrap().file_name());
    entries.filter_map(|name| name.to_str().unwrap().strip_suffix(ending).map(str::to_owned)).collect()
}

#[test]
fn every_scene_is_carried_as_it_is() {
    for (folder, inner) in [("scenes", ""), ("scenes/microscope", "microscope/")] {
        let names = names(folder, ".json");
        assert!(names.len() > 40);
        for name in names {
            let file = fs::read_to_string(repository().join(folder).join(format!("{name}.json"))).unwrap();
            assert!(packed::scene(&format!("{inner}{name}")) == file, "{name}");
        }
    }
}

#[test]
fn every_font_is_carried_as_it_is_and_its_licence_lies_beside_it() {
    let licences = names("assets/fonts", ".txt");
    for name in names("assets/fonts", ".ttf") {
        assert!(packed::font(&name) == fs::read(repository().join(format!("assets/fonts/{name}.ttf"))).unwrap(), "{name}");
        let named = |licence: &String| licence.strip_prefix("LICENSE-").is_some_and(|family| name.starts_with(family));
        assert!(licences.iter().any(named), "{name} has no licence");
    }
}

/// The list is made by the build script, by a rule of its own: here every source is looked through.
#[test]
fn the_sources_with_markers_are_carried_and_no_others() {
    let mut marked = Vec::new();
    let mut folders = vec![repository().join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                if text.lines().any(ends_in_a_marker) {
                    marked.push((shown(&path), text));
                }
            }
        }
    }
    marked.sort();
    assert!(marked.len() > 50);
    let carried: Vec<(String, String)> = packed::sources().map(|(path, text)| (path.to_owned(), text.to_owned())).collect();
    assert_eq!(carried.iter().map(|file| &file.0).collect::<Vec<_>>(), marked.iter().map(|file| &file.0).collect::<Vec<_>>());
    assert!(carried == marked);
}

fn shown(path: &Path) -> String {
    path.strip_prefix(repository()).unwrap().to_str().unwrap().replace('\\', "/")
}

fn ends_in_a_marker(line: &str) -> bool {
    let Some((code, name)) = line.trim_end().rsplit_once("// [") else { return false };
    let Some((microscope, word)) = name.strip_suffix(']').and_then(|name| name.split_once('.')) else { return false };
    let is_word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || "_.".contains(c));
    is_word(microscope) && is_word(word) && !code.trim_start().starts_with("//!")
}
