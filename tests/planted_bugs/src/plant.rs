//! Writes the copy of the engine with all bugs in it.
//!
//! A bug is an expression of the source and what a tired programmer would write instead. In the copy the expression
//! becomes `match crate::planted() { 7 => (wrong), _ => (right) }`.

use crate::bugs::{ALGORITHMS, Bug};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Marks the expression within a bug's place.
const MARKS: [char; 2] = ['⟦', '⟧'];

/// Copies the engine and its judges, and plants all bugs.
pub fn plant_all(root: &Path, copy: &Path) -> Result<(), String> {
    if copy.exists() {
        fs::remove_dir_all(copy).map_err(|error| format!("{}: {error}", copy.display()))?;
    }
    copy_folder(&root.join("src/engine"), &copy.join("src/engine"))?;
    for folder in ["oracles", "narrow_cases", "dynamics_fixture"] {
        copy_folder(&root.join("tests").join(folder), &copy.join("tests").join(folder))?;
    }
    copy_file(&root.join("tests/planted_bugs/engine/lib.rs"), &copy.join("src/lib.rs"))?;
    copy_file(&root.join("Cargo.lock"), &copy.join("Cargo.lock"))?;
    let mut manifest = read(&root.join("tests/planted_bugs/engine/Cargo.toml"))?;
    let mut program = String::new();
    for algorithm in &ALGORITHMS {
        let file = format!("{}.rs", algorithm.module());
        copy_file(&root.join("tests").join(&file), &copy.join("tests").join(&file))?;
        program += &format!("#[path = \"{file}\"]\nmod {};\n", algorithm.module());
    }
    write(&copy.join("tests/traces.rs"), &program)?;
    manifest += "\n[[test]]\nname = \"traces\"\n";
    write(&copy.join("Cargo.toml"), &manifest)?;

    let mut number = 0;
    let mut places: BTreeMap<(&str, String), Vec<(u32, &Bug)>> = BTreeMap::new();
    for bug in ALGORITHMS.iter().flat_map(|algorithm| algorithm.bugs) {
        number += 1;
        places.entry((bug.file, bug.place.to_string())).or_default().push((number, bug));
    }
    for ((file, place), bugs) in places {
        let path = copy.join("src/engine").join(file);
        let source = plant(&read(&path)?, &place, &bugs).map_err(|reason| format!("{file}: {reason}"))?;
        write(&path, &source)?;
    }
    Ok(())
}

/// Plants the bugs of one place in a source.
fn plant(source: &str, place: &str, bugs: &[(u32, &Bug)]) -> Result<String, String> {
    let parts: Vec<&str> = place.split(MARKS).collect();
    let [before, right, after] = parts[..] else { return Err(format!("`{place}` has no marked expression")) };
    let whole = [before, right, after].concat();
    let found = source.matches(&whole).count();
    if found != 1 {
        let names: Vec<&str> = bugs.iter().map(|(_, bug)| bug.name).collect();
        return Err(format!("{found} places instead of one for {names:?}: `{whole}`"));
    }
    let arms: String = bugs.iter().map(|(number, bug)| format!("{number} => ({}), ", bug.wrong)).collect();
    Ok(source.replacen(&whole, &format!("{before}(match crate::planted() {{ {arms}_ => ({right}) }}){after}"), 1))
}

fn copy_folder(from: &Path, to: &Path) -> Result<(), String> {
    for entry in fs::read_dir(from).map_err(|error| format!("{}: {error}", from.display()))? {
        let path: PathBuf = entry.map_err(|error| error.to_string())?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy_folder(&path, &target)?;
        } else {
            copy_file(&path, &target)?;
        }
    }
    Ok(())
}

fn copy_file(from: &Path, to: &Path) -> Result<(), String> {
    write(to, &read(from)?)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder).and_then(|()| fs::write(path, text)).map_err(|error| format!("{}: {error}", path.display()))
}
