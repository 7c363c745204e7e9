//! Curves by the words of the command line: `world:contacts`, `body:ball:vy`, `point:ball@0.5,0:x`,
//! `joint:hinge:angle`, `contact:ball,ground:overlap`, `launcher:gun:gap`, `control:missile:heading_error`,
//! `measure:tape:length`.
//!
//! Ids may hold any sign, so the quantity is what stands behind the last colon, and the kind what stands before the
//! first.

use super::find;
use crate::engine::math::Vec2;
use crate::scene::document::Document;
use crate::scene::graph_doc::{CurveDoc, Subject};

/// The curve of some words.
///
/// # Errors
/// What is wrong with them, for people: an unknown kind, thing or quantity, with what there is instead.
pub fn parse(words: &str, document: &Document) -> Result<CurveDoc, String> {
    let complain = |why: String| format!("`{words}`: {why}");
    let (kind, rest) = words.split_once(':').ok_or_else(|| complain(form()))?;
    let (id, word) = if kind == "world" { ("", rest) } else { rest.rsplit_once(':').ok_or_else(|| complain(form()))? };
    let subject = subject(kind, id, document).map_err(complain)?;
    let row = find(&subject, word);
    let all = || super::words(&subject).iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ");
    let row = row.ok_or_else(|| complain(format!("there is no quantity `{word}` of a {kind}; there are: {}", all())))?;
    Ok(CurveDoc { of: subject, quantity: row.word })
}

fn form() -> String {
    "a quantity looks like world:contacts, body:ID:vy, point:ID@X,Y:x, joint:ID:force, contact:A,B:overlap, launcher:ID:gap, control:ID:heading_p or measure:ID:length".into()
}

fn subject(kind: &str, id: &str, document: &Document) -> Result<Subject, String> {
    let body = |id: &str| match document.body(id) {
        Some(body) => Ok(body.id.clone()),
        None => Err(format!("there is no body `{id}`")),
    };
    match kind {
        "world" => Ok(Subject::World),
        "body" => Ok(Subject::Body(body(id)?)),
        "point" => {
            let (id, at) = id.rsplit_once('@').ok_or("a point looks like point:ID@X,Y:x, in the body's frame, metres")?;
            Ok(Subject::Point { body: body(id)?, at: place(at)? })
        }
        "joint" if document.joint(id).is_some() => Ok(Subject::Joint(id.to_owned())),
        "launcher" if document.launcher(id).is_some() => Ok(Subject::Launcher(id.to_owned())),
        "control" if document.body(&body(id)?).is_some_and(|body| body.control.is_some()) => Ok(Subject::Control(id.to_owned())),
        "control" => Err(format!("the body `{id}` has no controller")),
        "measure" if document.measure(id).is_some() => Ok(Subject::Measure(id.to_owned())),
        "measure" => Err(format!("there is no tape or protractor `{id}`")),
        "joint" | "launcher" => Err(format!("there is no {kind} `{id}`")),
        "contact" => {
            // Ids may hold commas: the first comma that leaves two bodies is the one that parts them.
            let known = |id: &str| document.body(id).is_some();
            let cut = id.match_indices(',').find(|(at, _)| known(&id[..*at]) && known(&id[at + 1..]));
            let (at, _) = cut.ok_or_else(|| format!("`{id}` does not name two bodies, parted by a comma"))?;
            if id[..at] == id[at + 1..] {
                return Err("a contact needs two different bodies".into());
            }
            Ok(Subject::Contact([id[..at].to_owned(), id[at + 1..].to_owned()]))
        }
        _ => Err(form()),
    }
}

fn place(text: &str) -> Result<Vec2, String> {
    let number = |text: &str| text.trim().parse::<f32>().ok().filter(|x| crate::scene::limits::COORDINATE.holds(*x));
    let found = text.split_once(',').and_then(|(x, y)| Some(Vec2::new(number(x)?, number(y)?)));
    found.ok_or_else(|| format!("`{text}` is no place: two numbers of metres, parted by a comma"))
}
