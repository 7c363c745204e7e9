//! Which file names which, and the circles in that.
//!
//! File A names file B if A's code needs an item that is written in B. Declaring a module (`mod child;`) and handing
//! a name on (`pub use child::Item;`) need nothing; a re-exported name that the file also uses in its own code does.
//! Naming a module alone (`use crate::engine::joint;`) needs nothing yet: what is then reached through it does. Unit
//! tests are left out.

use super::modules::{Crate, Landing, Module, ModulePath};
use super::text::Token;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// File `from` names something in file `to`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    pub from: usize,
    pub to: usize,
    pub line: usize,
    /// The path as it is written at this line.
    pub path: String,
}

/// The files of a crate and all edges between two different ones.
pub struct Graph {
    pub files: Vec<String>,
    pub edges: BTreeSet<Edge>,
}

impl Graph {
    pub fn of(source: &Crate) -> Graph {
        let files = source.files.iter().map(|file| as_text(file)).collect();
        let mut edges = BTreeSet::new();
        for (path, module) in &source.modules {
            let mut add = |line: usize, words: &[String]| {
                if let Some(Landing::Item(to)) = source.resolve(path, words)
                    && to != module.file
                {
                    edges.insert(Edge { from: module.file, to, line, path: words.join("::") });
                }
            };
            for import in module.imports.iter().filter(|import| !import.is_handed_on) {
                add(import.line, &import.path);
            }
            for (line, words) in paths_in_code(source, path, module) {
                add(line, &words);
            }
        }
        Graph { files, edges }
    }

    /// The circles: groups of two and more files, each of which leads to every other. Files in the order of their
    /// names.
    pub fn circles(&self) -> Vec<Vec<usize>> {
        let mut next: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for edge in &self.edges {
            next.entry(edge.from).or_default().insert(edge.to);
        }
        let reach: Vec<BTreeSet<usize>> = (0..self.files.len()).map(|file| reached_from(file, &next)).collect();
        let mut circles: Vec<Vec<usize>> = Vec::new();
        for file in 0..self.files.len() {
            if reach[file].contains(&file) && !circles.iter().any(|circle| circle.contains(&file)) {
                circles
                    .push((file..self.files.len()).filter(|other| reach[file].contains(other) && reach[*other].contains(&file)).collect());
            }
        }
        circles
    }

    /// The names of a circle's files in one line.
    pub fn row(&self, circle: &[usize]) -> String {
        circle.iter().map(|file| self.files[*file].as_str()).collect::<Vec<_>>().join(" ")
    }

    /// The edges within a circle, each path once.
    pub fn edges_within(&self, circle: &[usize]) -> Vec<String> {
        let mut seen = BTreeSet::new();
        let inner = self.edges.iter().filter(|edge| circle.contains(&edge.from) && circle.contains(&edge.to));
        inner.filter(|edge| seen.insert((edge.from, edge.to, edge.path.as_str()))).map(|edge| self.shown(edge)).collect()
    }

    pub fn shown(&self, edge: &Edge) -> String {
        format!("{}:{}: `{}`, written in {}", self.files[edge.from], edge.line, edge.path, self.files[edge.to])
    }
}

fn reached_from(start: usize, next: &BTreeMap<usize, BTreeSet<usize>>) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut open = vec![start];
    while let Some(file) = open.pop() {
        open.extend(next.get(&file).into_iter().flatten().filter(|other| reached.insert(**other)));
    }
    reached
}

fn as_text(file: &Path) -> String {
    file.to_string_lossy().replace('\\', "/")
}

/// The paths that the module's code names: those of two and more segments, and single names that it re-exports or has
/// from a glob.
fn paths_in_code(source: &Crate, path: &ModulePath, module: &Module) -> Vec<(usize, Vec<String>)> {
    let code = &module.code;
    let word = |at: usize| code.get(at).map_or("", |(_, token): &Token| token.as_str());
    let mut found = Vec::new();
    let mut at = 0;
    while at < code.len() {
        let before = if at > 0 { word(at - 1) } else { "" };
        if !is_name(word(at)) || [".", "::", "fn", "struct", "enum", "trait", "mod", "'"].contains(&before) {
            at += 1;
            continue;
        }
        let line = code[at].0;
        let mut words = vec![word(at).to_string()];
        while word(at + 1) == "::" && is_name(word(at + 2)) {
            words.push(word(at + 2).to_string());
            at += 2;
        }
        let is_called = ["(", "!", "::"].contains(&word(at + 1));
        let is_type_or_constant = words[0].starts_with(char::is_uppercase);
        // What a `use` of the file's own brings in counts where it is imported.
        let imported = module.imports.iter().find(|import| import.name.as_ref() == Some(&words[0]) && !import.is_handed_on);
        let counts_already =
            imported.is_some_and(|import| matches!(source.resolve(path, &import.path), Some(Landing::Item(file)) if file != module.file));
        if !counts_already && (words.len() > 1 || is_called || is_type_or_constant) {
            found.push((line, words));
        }
        at += 1;
    }
    found
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn graph(files: &[(&str, &str)]) -> Graph {
        let files: Vec<(PathBuf, String)> =
            files.iter().map(|(path, source)| (PathBuf::from(format!("src/{path}")), source.to_string())).collect();
        Graph::of(&Crate::read(&files))
    }

    fn circles(files: &[(&str, &str)]) -> Vec<String> {
        let graph = graph(&[&[("lib.rs", "")], files].concat());
        graph.circles().iter().map(|circle| graph.row(circle).replace("src/", "")).collect()
    }

    /// The files that `a.rs` names, where `b/mod.rs` declares two children and hands names on.
    fn named_by_a(source: &str) -> Vec<String> {
        let graph = graph(&[
            ("lib.rs", "pub mod a;\npub mod b;"),
            ("a.rs", source),
            ("b/mod.rs", "mod one;\npub mod two;\npub use one::One;\npub use two::{Two as Second, deep::*};\npub const HERE: u8 = 1;"),
            ("b/one.rs", "pub struct One;\nimpl One { pub fn new() {} }\npub fn one() {}"),
            ("b/two/mod.rs", "pub mod deep;\npub struct Two;\npub enum Kind { A }"),
            ("b/two/deep.rs", "pub struct Deep;\npub fn deep() {}"),
        ]);
        let names = graph.edges.iter().filter(|edge| graph.files[edge.from] == "src/a.rs");
        let files: BTreeSet<String> = names.map(|edge| graph.files[edge.to].replace("src/", "")).collect();
        files.into_iter().collect()
    }

    #[test]
    fn a_path_leads_to_the_file_in_which_the_item_is_written() {
        for (source, expected) in [
            ("use crate::b::One;", "b/one.rs"),
            ("use super::b::One;", "b/one.rs"),
            ("use crate::b::Second;", "b/two/mod.rs"),
            ("use crate::b::Deep;", "b/two/deep.rs"),
            ("use crate::b::HERE;", "b/mod.rs"),
            ("use crate::b;\nfn f() { b::One::new() }", "b/one.rs"),
            ("use crate::b as c;\nfn f() { c::two::deep::deep() }", "b/two/deep.rs"),
            ("use crate::b::two::{self, deep};\nfn f() { two::Kind::A; }", "b/two/mod.rs"),
            ("use crate::b::*;\nfn f(x: Second) {}", "b/two/mod.rs"),
            ("fn f() { use crate::b::two::Kind::*; A }", "b/two/mod.rs"),
            ("fn f() { collidoscope::b::two::deep::deep() }", "b/two/deep.rs"),
            ("pub use crate::b::One;\npub struct A(One);", "b/one.rs"),
            ("mod inner { use super::super::b::One; }", "b/one.rs"),
        ] {
            assert_eq!(named_by_a(source), [expected], "{source}");
        }
        for source in [
            "use crate::b;",
            "pub use crate::b::One;",
            "pub(crate) use crate::b::{One, two};",
            "// crate::b::One",
            "fn f() -> &'static str { \"crate::b::One\" }",
            "#[cfg(test)]\nmod tests { use crate::b::One; }",
            "#[cfg(test)]\nuse crate::b::{One, Second};\nfn f<A, B>() {}",
            "struct S { #[cfg(test)] one: crate::b::One, two: u8 }",
            "use std::fmt;\nuse glam::Vec2;\nfn f(v: Vec2) {}",
            "struct One;\nfn f(x: One) {}",
        ] {
            assert!(named_by_a(source).is_empty(), "{source}: {:?}", named_by_a(source));
        }
    }

    #[test]
    fn circles_are_found() {
        let found = circles(&[("a.rs", "use crate::b::B;\npub struct A;"), ("b.rs", "use super::a::A;\npub struct B;")]);
        assert_eq!(found, ["a.rs b.rs"]);
        let three = [("a.rs", "fn a() { crate::b::b() }"), ("b.rs", "fn b() { crate::c::c() }"), ("c.rs", "fn c() { crate::a::a() }")];
        assert_eq!(circles(&three), ["a.rs b.rs c.rs"]);
        // Through a re-export: the parent only hands `One` on, its children name each other.
        let siblings = [
            ("m/mod.rs", "mod one;\nmod two;\npub use one::One;\npub use two::Two;"),
            ("m/one.rs", "use super::Two;\npub struct One;"),
            ("m/two.rs", "use super::One;\npub struct Two;"),
        ];
        assert_eq!(circles(&siblings), ["m/one.rs m/two.rs"]);
        // The parent uses what it hands on, and the child names what the parent defines.
        let parent = [
            ("m/mod.rs", "mod one;\npub use one::One;\npub enum Any { One(One) }"),
            ("m/one.rs", "use super::Any;\npub struct One;\nimpl From<One> for Any {}"),
        ];
        assert_eq!(circles(&parent), ["m/mod.rs m/one.rs"]);
        let called = [("m/mod.rs", "mod one;\npub fn f() { one::g() }"), ("m/one.rs", "pub fn g() { super::f() }")];
        assert_eq!(circles(&called), ["m/mod.rs m/one.rs"]);
        let two = [
            ("a.rs", "use crate::b::B;\nuse crate::c::C;\npub struct A;"),
            ("b.rs", "use crate::a::A;\npub struct B;"),
            ("c.rs", "use crate::d::D;\npub struct C;"),
            ("d.rs", "use crate::c::C;\npub struct D;"),
        ];
        assert_eq!(circles(&two), ["a.rs b.rs", "c.rs d.rs"]);
    }

    #[test]
    fn what_is_no_circle_is_not_reported() {
        let line = [("a.rs", "use crate::b::B;"), ("b.rs", "use crate::c::C;\npub struct B;"), ("c.rs", "pub struct C;")];
        assert!(circles(&line).is_empty());
        // A module that only declares and hands on, whose children share a type: the usual front of a room.
        let front = [
            ("m/mod.rs", "mod one;\nmod any;\npub use one::One;\npub use any::{Any, make};"),
            ("m/any.rs", "use super::one::One;\npub enum Any { One(One) }\npub fn make() {}"),
            ("m/one.rs", "pub struct One;"),
            ("user.rs", "use crate::m::{Any, One};"),
        ];
        assert!(circles(&front).is_empty());
        // A child names its parent's type, and the parent does not need the child.
        let child = [("m/mod.rs", "mod one;\npub use one::One;\npub struct Shared;"), ("m/one.rs", "use super::Shared;\npub struct One;")];
        assert!(circles(&child).is_empty());
        // Only the unit tests lead back.
        let tests = [("a.rs", "use crate::b::B;\npub struct A;"), ("b.rs", "pub struct B;\n#[cfg(test)]\nmod tests { use crate::a::A; }")];
        assert!(circles(&tests).is_empty());
    }
}
