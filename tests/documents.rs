//! The documents name files that exist, and the README stays on one page.

use std::path::Path;

const DOCUMENTS: [&str; 7] =
    ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/FEATURES.md", "docs/GLOSSARY.md", "compare/README.md", "scenes/README.md"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(document: &str) -> String {
    std::fs::read_to_string(root().join(document)).unwrap_or_else(|error| panic!("{document}: {error}"))
}

/// Words between backticks that look like a path of the repository, as `src/lib.rs`. Patterns (`tests/traces_*.rs`,
/// `src/<name>.rs`) stand for the part before the first `*` or `<`, up to its folder.
fn paths(text: &str) -> impl Iterator<Item = &str> {
    let quoted = text.split('`').skip(1).step_by(2).map(str::trim);
    let words = quoted.flat_map(str::split_whitespace);
    words
        .filter(|word| {
            ["src/", "tests/", "scenes/", "docs/", "compare/", "examples/", "web/", ".ci/"].iter().any(|top| word.starts_with(top))
        })
        .map(|word| match word.find(['*', '<']) {
            None => word,
            Some(end) => &word[..word[..end].rfind('/').map_or(0, |slash| slash + 1)],
        })
}

/// Targets of relative links, `[words](target)`.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://") && !target.starts_with('#'))
}

#[test]
fn every_path_and_link_in_the_documents_leads_somewhere() {
    let mut seen = 0;
    let mut missing = Vec::new();
    for document in DOCUMENTS {
        let text = read(document);
        let folder = root().join(document).parent().unwrap().to_path_buf();
        for (path, base) in paths(&text).map(|path| (path, root())).chain(links(&text).map(|link| (link, folder.as_path()))) {
            seen += 1;
            if !base.join(path).exists() {
                missing.push(format!("{document}: {path}"));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
    assert!(seen > 100, "only {seen} paths were understood");
}

/// The table of features named 183 examples when there were 184: a number that is kept by hand is compared.
#[test]
fn the_features_count_the_scenes_that_come_along() {
    let count = |folder: &str| {
        let files = std::fs::read_dir(root().join(folder)).unwrap();
        files.filter(|file| file.as_ref().unwrap().path().extension().is_some_and(|ending| ending == "json")).count()
    };
    let wanted =
        format!("| Scenes that come along | yes | {}, and {} examples for the microscopes |", count("scenes"), count("scenes/microscope"));
    assert!(read("docs/FEATURES.md").contains(&wanted), "{wanted}");
}

#[test]
fn the_readme_has_at_most_120_lines() {
    assert!(read("README.md").lines().count() <= 120);
}
