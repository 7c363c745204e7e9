//! What the program carries with it, compressed: scenes, fonts, and the sources that microscopes show.
//!
//! `build.rs` writes each group as one zlib stream with a table of its files. A group is unpacked when it is first
//! asked for, in a few milliseconds, and stays.

use std::sync::LazyLock;

/// A group of files: its stream, and where each file begins and ends in what comes out of it.
struct Group {
    files: &'static [(&'static str, usize, usize)],
    bytes: LazyLock<Vec<u8>>,
}

macro_rules! group {
    ($name:literal) => {
        Group {
            files: include!(concat!(env!("OUT_DIR"), "/", $name, ".rs")),
            bytes: LazyLock::new(|| {
                let packed: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".zlib"));
                miniz_oxide::inflate::decompress_to_vec_zlib(packed).expect("packed by build.rs")
            }),
        }
    };
}

static SCENES: Group = group!("SCENES");
static FONTS: Group = group!("FONTS");
static SOURCES: Group = group!("SOURCES");

impl Group {
    fn bytes(&'static self, path: &str) -> &'static [u8] {
        let found = self.files.binary_search_by_key(&path, |file| file.0);
        let (_, from, to) = self.files[found.unwrap_or_else(|_| panic!("{path} is not packed"))];
        &self.bytes[from..to]
    }

    fn text(&'static self, path: &str) -> &'static str {
        std::str::from_utf8(self.bytes(path)).expect("a text")
    }
}

/// The scene file `scenes/<name>.json`; `name` may have a folder.
///
/// # Panics
/// There is none.
pub fn scene(name: &str) -> &'static str {
    SCENES.text(&format!("scenes/{name}.json"))
}

/// The font `assets/fonts/<name>.ttf`.
///
/// # Panics
/// There is none.
pub fn font(name: &str) -> &'static [u8] {
    FONTS.bytes(&format!("assets/fonts/{name}.ttf"))
}

/// Paths and texts of all sources in which a line has a marker ([`crate::lens::microscope::source`]), by path.
pub fn sources() -> impl Iterator<Item = (&'static str, &'static str)> {
    SOURCES.files.iter().map(|&(path, ..)| (path, SOURCES.text(path)))
}
