//! Packs the texts and fonts that the program carries with it, so that it is smaller: a sixth of the scenes' size, a
//! quarter of the sources', half of the fonts'. The other end is `src/packed/mod.rs`.
//!
//! Each group becomes one zlib stream of its files, one after the other, and a table of their names and places.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

#[path = "src/lens/microscope/marker.rs"]
mod marker;

/// Best compression of zlib's scale; a second for all of it.
const LEVEL: u8 = 9;

fn main() {
    let said = |name: &str| PathBuf::from(std::env::var_os(name).expect("cargo says where"));
    // The golden scenes of tests/wasm are a package within the repository, and have this script, too.
    let package = said("CARGO_MANIFEST_DIR");
    let root = package.ancestors().find(|folder| folder.join("scenes").is_dir()).expect("the repository");
    let pack = |group: &str, folder: &str, belongs: &dyn Fn(&str, &[u8]) -> bool| pack(&said("OUT_DIR"), group, (root, folder), belongs);
    println!("cargo:rerun-if-changed={}", root.join("build.rs").display());
    pack("SCENES", "scenes", &|name, _| name.ends_with(".json"));
    pack("FONTS", "assets/fonts", &|name, _| name.ends_with(".ttf"));
    // The sources that microscopes show have markers.
    let has_marker = |bytes: &[u8]| String::from_utf8_lossy(bytes).lines().any(|line| marker::marker_of(line).is_some());
    pack("SOURCES", "src", &|name, bytes| name.ends_with(".rs") && has_marker(bytes));
}

/// Writes the files below a folder of the repository that `belongs` chooses, as `GROUP.zlib` and `GROUP.rs`.
fn pack(out: &Path, group: &str, (root, folder): (&Path, &str), belongs: &dyn Fn(&str, &[u8]) -> bool) {
    println!("cargo:rerun-if-changed={}", root.join(folder).display());
    let mut paths = Vec::new();
    collect(&root.join(folder), &mut paths);
    let shown = |path: &PathBuf| path.strip_prefix(root).expect("below it").to_str().expect("names are plain").replace('\\', "/");
    let mut files: Vec<(String, PathBuf)> = paths.into_iter().map(|path| (shown(&path), path)).collect();
    files.sort(); // by the bytes of their names, as they are searched
    let (mut all, mut table) = (Vec::new(), String::from("&[\n"));
    for (name, path) in files {
        let bytes = fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
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
