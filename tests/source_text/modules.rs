//! The module tree of a crate, and the file in which an item that a path names is written.
//!
//! A path is followed as the compiler does: through `crate`, `self` and `super`, through child modules, through the
//! names that a module imports, private or not, and through globs. A re-export is no home: `pub use child::Item;`
//! leads on to the file of `child`. Names that a macro writes are not seen; a path to one leads to the file of its
//! module.

use super::text::{Token, behind_group, tokens_without_tests};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A module's path below the crate.
pub type ModulePath = Vec<String>;

/// One leaf of a `use`: `use a::{b as c, d::*};` has two.
pub struct Import {
    pub line: usize,
    /// The path as written; a glob's without the star.
    pub path: Vec<String>,
    /// The name it gives in this module; none for a glob and for `as _`.
    pub name: Option<String>,
    pub is_glob: bool,
    /// Has a visibility of its own: hands the name on.
    pub is_handed_on: bool,
}

/// A module: a file, or a `mod name { … }` within one.
#[derive(Default)]
pub struct Module {
    /// Index of its file.
    pub file: usize,
    pub items: BTreeSet<String>,
    pub imports: Vec<Import>,
    /// Its code: all tokens outside `use` and outside inner modules.
    pub code: Vec<Token>,
}

/// Where a path leads.
#[derive(Clone, Debug, PartialEq)]
pub enum Landing {
    Module(ModulePath),
    /// An item in this file.
    Item(usize),
}

/// All modules of a crate.
#[derive(Default)]
pub struct Crate {
    pub files: Vec<PathBuf>,
    pub modules: BTreeMap<ModulePath, Module>,
}

/// So many re-exports may follow each other: more is a circle of re-exports, which the compiler refuses.
const LONGEST_CHAIN: usize = 24;

impl Crate {
    /// Reads the files of a crate, given with their paths below the crate's folder (`src/engine/mod.rs`).
    pub fn read(files: &[(PathBuf, String)]) -> Crate {
        let mut found = Crate::default();
        for (index, (path, source)) in files.iter().enumerate() {
            found.files.push(path.clone());
            if let Some(module) = module_of(path) {
                found.add(index, module, &tokens_without_tests(source));
            }
        }
        found
    }

    fn add(&mut self, file: usize, path: ModulePath, tokens: &[Token]) {
        let word = |at: usize| tokens.get(at).map_or("", |(_, token)| token.as_str());
        let mut module = Module { file, ..Module::default() };
        let (mut at, mut depth) = (0, 0_usize);
        while at < tokens.len() {
            match word(at) {
                "use" => {
                    // `pub use`, `pub(crate) use`
                    let is_handed_on = at > 0 && ["pub", ")"].contains(&word(at - 1));
                    let end = (at..tokens.len()).find(|&i| word(i) == ";").unwrap_or(tokens.len());
                    read_use(&tokens[at + 1..end], &[], is_handed_on, &mut module.imports);
                    at = end + 1;
                    continue;
                }
                "mod" if word(at + 2) == "{" => {
                    let end = behind_group(tokens, at + 2);
                    let inner = [path.as_slice(), &[word(at + 1).to_string()]].concat();
                    self.add(file, inner, &tokens[at + 3..end - 1]);
                    at = end;
                    continue;
                }
                // Not the lifetime of `&'static Item`.
                "fn" | "struct" | "enum" | "trait" | "type" | "const" | "static" | "union"
                    if depth == 0 && (at == 0 || word(at - 1) != "'") =>
                {
                    module.items.insert(word(at + 1).to_string());
                }
                "macro_rules" => {
                    module.items.insert(word(at + 2).to_string());
                }
                "{" => depth += 1,
                "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            module.code.push(tokens[at].clone());
            at += 1;
        }
        self.modules.insert(path, module);
    }

    /// Where `path`, written in the module `from`, leads; nothing for a library and for what is no name of a module.
    pub fn resolve(&self, from: &[String], path: &[String]) -> Option<Landing> {
        self.resolve_within(from, path, LONGEST_CHAIN)
    }

    fn resolve_within(&self, from: &[String], path: &[String], left: usize) -> Option<Landing> {
        let (first, mut rest) = path.split_first()?;
        let mut module = match first.as_str() {
            "crate" | "collidoscope" => Vec::new(),
            "self" => from.to_vec(),
            "super" => from.split_last()?.1.to_vec(),
            _ => {
                rest = path;
                from.to_vec()
            }
        };
        while rest.first().is_some_and(|segment| segment == "super") {
            module.pop()?;
            rest = &rest[1..];
        }
        let is_anchored = rest.len() < path.len();
        while let Some((name, behind)) = rest.split_first() {
            match self.look_up(&module, name, behind.is_empty(), left.checked_sub(1)?) {
                Some(Landing::Module(next)) => (module, rest) = (next, behind),
                Some(item) => return Some(item),
                // A macro wrote it, or it is no name at all.
                None if is_anchored || rest.len() < path.len() => return Some(Landing::Item(self.modules.get(&module)?.file)),
                None => return None,
            }
        }
        Some(Landing::Module(module))
    }

    /// What `name` is in the module; `is_last` prefers an item to a module of the same name.
    fn look_up(&self, module: &[String], name: &str, is_last: bool, left: usize) -> Option<Landing> {
        let here = self.modules.get(module)?;
        let inner = [module, &[name.to_string()]].concat();
        let child = self.modules.contains_key(&inner).then_some(Landing::Module(inner));
        if child.is_some() && !is_last {
            return child;
        }
        if here.items.contains(name) {
            return Some(Landing::Item(here.file));
        }
        let mut imported = here.imports.iter().filter(|import| import.name.as_deref() == Some(name));
        let by_name = imported.find_map(|import| self.resolve_within(module, &import.path, left.checked_sub(1)?));
        let by_glob = || {
            here.imports.iter().filter(|import| import.is_glob).find_map(|import| {
                let left = left.checked_sub(1)?;
                match self.resolve_within(module, &import.path, left)? {
                    Landing::Module(other) if other != module => self.look_up(&other, name, is_last, left),
                    _ => None,
                }
            })
        };
        by_name.or_else(by_glob).or(child)
    }
}

/// `src/a/b.rs` and `src/a/b/mod.rs` hold `a::b`; `main.rs` is a crate of its own.
fn module_of(file: &Path) -> Option<ModulePath> {
    let mut segments: Vec<String> = file.with_extension("").iter().skip(1).map(|part| part.to_string_lossy().into_owned()).collect();
    match segments.last()?.as_str() {
        "main" if segments.len() == 1 => return None,
        "mod" | "lib" => _ = segments.pop(),
        _ => {}
    }
    Some(segments)
}

/// Reads the leaves of one `use` tree.
fn read_use(tokens: &[Token], prefix: &[String], is_handed_on: bool, imports: &mut Vec<Import>) {
    let mut path = prefix.to_vec();
    let mut at = 0;
    let mut line = 0;
    let word = |at: usize| tokens.get(at).map_or("", |(_, token)| token.as_str());
    while at < tokens.len() {
        line = tokens[at].0;
        match word(at) {
            "{" => {
                let end = behind_group(tokens, at);
                for branch in branches(&tokens[at + 1..end - 1]) {
                    read_use(branch, &path, is_handed_on, imports);
                }
                return;
            }
            "*" => {
                imports.push(Import { line, path, name: None, is_glob: true, is_handed_on });
                return;
            }
            "as" => {
                let name = Some(word(at + 1).to_string()).filter(|name| name != "_");
                imports.push(Import { line, path, name, is_glob: false, is_handed_on });
                return;
            }
            "::" => {}
            "self" if !path.is_empty() => {}
            segment => path.push(segment.to_string()),
        }
        at += 1;
    }
    let name = path.last().cloned();
    imports.push(Import { line, path, name, is_glob: false, is_handed_on });
}

/// The branches of a group, which commas separate.
fn branches(tokens: &[Token]) -> Vec<&[Token]> {
    let mut found = Vec::new();
    let (mut start, mut at) = (0, 0);
    while at < tokens.len() {
        if tokens[at].1 == "," {
            found.push(&tokens[start..at]);
            start = at + 1;
        }
        at = if tokens[at].1 == "{" { behind_group(tokens, at) } else { at + 1 };
    }
    found.push(&tokens[start..]);
    found.retain(|branch| !branch.is_empty());
    found
}
