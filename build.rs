//! Packs the texts and fonts that the program carries with it, so that it is smaller: a fifth of the scenes' size, a
//! quarter of the sources', half of the fonts'. The other end is `src/packed/mod.rs`.
//!
//! Each group becomes one zlib stream of its files, one after the other, and a table of their names and places.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Best compression of zlib's scale; a second for all of it.
const LEVEL: u8 = 9;

fn main() {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where"));
    println!("cargo:rerun-if-changed=build.rs");
    pack(&out, "SCENES", "scenes", &|name, _| name.ends_with(".json"));
    pack(&out, "FONTS", "assets/fonts", &|name, _| name.ends_with(".ttf"));
    // The sources that microscopes show have markers: see src/lens/microscope/source.rs.
    pack(&out, "SOURCES", "src", &|name, bytes| name.ends_with(".rs") && has_marker(&String::from_utf8_lossy(bytes)));
}

/// Whether a line of code ends in a marker, `// [gjk.support]`.
fn has_marker(text: &str) -> bool {
    let marked = |line: &str| !line.trim_start().starts_with("//!") && !line.trim_start().starts_with("///");
    text.lines().filter(|line| marked(line)).any(|line| {
        let name = line.trim_end().rsplit_once("// [").and_then(|(_, name)| name.strip_suffix(']'));
        name.is_some_and(|name| name.contains('.') && name.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c == '.'))
    })
}

/// Writes the files below `folder` that `belongs` chooses, as `GROUP.zlib` and `GROUP.rs`.
fn pack(out: &Path, group: &str, folder: &str, belongs: &dyn Fn(&str, &[u8]) -> bool) {
    println!("cargo:rerun-if-changed={folder}");
    let mut names = Vec::new();
    collect(Path::new(folder), &mut names);
    names.sort();
    let (mut all, mut table) = (Vec::new(), String::from("&[\n"));
    for path in names {
        let bytes = fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let name = path.to_str().expect("names are plain").replace('\\', "/");
        if belongs(&name, &bytes) {
            writeln!(table, "({name:?}, {}, {}),", all.len(), all.len() + bytes.len()).expect("strings take everything");
            all.extend(bytes);
        }
    }
    table += "]\n";
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(&all, LEVEL);
    fs::write(out.join(format!("{group}.zlib")), packed).expect("the folder for output takes files");
    fs::write(out.join(format!("{group}.rs")), table).expect("the folder for output takes files");
}

fn collect(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() { collect(&path, into) } else { into.push(path) }
    }
}
