//! Why an edit is refused, in the words of the panels. The rules are those of scene files and name a place by its path
//! in the file; who turns a number in a panel has never seen that path.

use crate::scene::document::Document;
use crate::scene::problem::{Entries, Problem, Problems};

/// Problems that are told; the rest is counted.
const MOST: usize = 3;

/// What is wrong with a document, by the names of its things.
pub(super) fn words(problems: &Problems, document: &Document) -> String {
    let told = problems.0.iter().take(MOST).map(|problem| one(problem, document));
    let mut lines: Vec<String> = told.collect();
    let rest = problems.0.len().saturating_sub(MOST);
    if rest > 0 {
        lines.push(format!("and {rest} more"));
    }
    lines.join("\n")
}

/// The first of them alone.
pub(super) fn first(problems: &Problems, document: &Document) -> String {
    problems.0.first().map(|problem| one(problem, document)).unwrap_or_default()
}

fn one(problem: &Problem, document: &Document) -> String {
    let message = crate::scene::problem::visible(&problem.message);
    if let Some(count) = count(problem) {
        return count;
    }
    match place(&problem.path, document) {
        place if place.is_empty() => message.into_owned(),
        place => format!("{place}: {message}"),
    }
}

/// Too many or too few of something: "the scene would have 20001 bodies; at most 20000 are allowed".
fn count(problem: &Problem) -> Option<String> {
    let Entries { found, allowed } = problem.entries.as_ref()?;
    let (holder, list) = match problem.path.rsplit_once('.') {
        Some((_, list)) => ("it", list),
        None => ("the scene", problem.path.as_str()),
    };
    Some(format!("{holder} would have {found} {}; {allowed} are allowed", plain(list)))
}

/// A place in words: `bodies[3].shapes[0].circle.radius` is "crate, radius".
fn place(path: &str, document: &Document) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut list = String::new();
    let mut keys = path.split(['.', '[']).filter(|key| !key.is_empty()).peekable();
    while let Some(key) = keys.next() {
        match key.strip_suffix(']') {
            Some(index) => {
                if let Some(word) = entry(&list, index, words.is_empty(), document) {
                    words.push(word);
                }
                list.clear();
            }
            None if keys.peek().is_some_and(|next| next.ends_with(']')) => list = key.to_owned(),
            // What a shape is, it shows; the scene's own settings need no name.
            None if is_geometry(key) || key == "world" || key == "shapes" => {}
            None => words.push(plain(key)),
        }
    }
    words.join(", ")
}

fn is_geometry(key: &str) -> bool {
    matches!(key, "circle" | "box" | "capsule" | "polygon" | "outline" | "segment" | "half_plane")
}

/// An entry of a list: a thing by its id, a corner by its number, a coordinate by its letter.
fn entry(list: &str, index: &str, is_first: bool, document: &Document) -> Option<String> {
    let Ok(at) = index.parse::<usize>() else { return Some(format!("{} {index}", plain(list.trim_end_matches('s')))) };
    if let Some(id) = Some(()).filter(|()| is_first).and_then(|()| id_of(list, at, document)) {
        return Some(id);
    }
    let one = match list {
        "vertices" => "corner",
        "points" | "curve" => "point",
        "shapes" => return (at > 0).then(|| format!("shape {}", at + 1)),
        "lesson" => "step",
        "forces" | "waypoints" | "traces" | "graphs" | "markers" | "curves" | "answers" => list.strip_suffix('s').unwrap_or(list),
        // The second half of `vertices[2][1]`, or `position[1]`.
        _ if at < 2 => return Some(format!("{} {}", plain(list), ["x", "y"][at]).trim().to_owned()),
        _ => list,
    };
    Some(format!("{} {}", plain(one), at + 1))
}

/// The id of a thing of the scene.
fn id_of(list: &str, at: usize, document: &Document) -> Option<String> {
    let (_, ids) = document.id_lists().into_iter().find(|(name, _)| *name == list)?;
    ids.get(at).map(|id| (*id).to_owned())
}

/// A key of the file as a label says it: `body_b` is "body B".
fn plain(key: &str) -> String {
    let words = key.replace('_', " ");
    match words.rsplit_once(' ') {
        Some((before, end @ ("a" | "b"))) => format!("{before} {}", end.to_uppercase()),
        _ => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::document::BodyDoc;

    fn told(path: &str, message: &str) -> String {
        let bodies = ["floor", "crate"].map(|id| BodyDoc { id: id.into(), ..BodyDoc::default() });
        let document = Document { bodies: bodies.to_vec(), ..Document::default() };
        words(&Problems(vec![Problem::new(path, message)]), &document)
    }

    /// They read `bodies[1].shapes[0].polygon.vertices[2]: …` beside a field that is called *Corner 3*.
    #[test]
    fn a_refusal_names_things_as_the_panels_do_and_no_path_of_the_file() {
        assert_eq!(told("bodies[1].shapes[0].circle.radius", "must be > 0, is -1"), "crate, radius: must be > 0, is -1");
        assert_eq!(told("bodies[1].shapes[1].polygon.vertices[2][1]", "is wrong"), "crate, shape 2, corner 3, y: is wrong");
        assert_eq!(told("bodies[0].linear_velocity[0]", "is wrong"), "floor, linear velocity x: is wrong");
        assert_eq!(told("world.gravity[1]", "is wrong"), "gravity y: is wrong");
        assert_eq!(told("materials[\"hard rubber\"].density", "is wrong"), "material \"hard rubber\", density: is wrong");
        let entries = Some(Entries { found: 20_001, allowed: "at most 20000".into() });
        let crowded = Problem { entries, ..Problem::new("bodies", "must have at most 20000 entries, has 20001") };
        let text = words(&Problems(vec![crowded]), &Document::default());
        assert_eq!(text, "the scene would have 20001 bodies; at most 20000 are allowed");
        assert_eq!(told("bodies[1].shapes", "a dynamic body needs mass"), "crate: a dynamic body needs mass");
        assert_eq!(told("bodies[1].shapes[0].outline", "its edges cross"), "crate: its edges cross");
        assert_eq!(told("", "is wrong"), "is wrong");
    }
}
