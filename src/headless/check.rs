//! `check`: is a scene sound, and if not, what is wrong and where; and what is allowed but hardly meant
//! (`doubts`). A lesson is gone through: every step must show what it promises.

use super::arguments::CheckOptions;
use super::doubts::doubts;
use super::host::{Host, print};
use super::{EXIT_BAD_INPUT, EXIT_OK, source};
use crate::lens::microscope::lesson;
use crate::scene::document::Document;

/// Checks every scene named; one line each that is sound and one a warning, one line a problem otherwise.
///
/// # Errors
/// Standard output is gone.
pub fn check(options: &CheckOptions, host: &mut dyn Host) -> Result<u8, String> {
    let mut code = EXIT_OK;
    for name in &options.scenes {
        match source::load(name, host).and_then(|document| rehearsed(name, document, host)) {
            Ok(document) => {
                print(host, &format!("{name}: ok ({})\n", contents(&document)))?;
                let doubts = source::placed(name, doubts(&document), host);
                doubts.iter().for_each(|doubt| host.err(&format!("{name}: warning: {doubt}\n")));
            }
            Err(problems) => {
                host.err(&format!("{problems}\n"));
                code = EXIT_BAD_INPUT;
            }
        }
    }
    Ok(code)
}

/// The document, once its lesson was gone through.
fn rehearsed(name: &str, document: Document, host: &mut dyn Host) -> Result<Document, String> {
    lesson::dry_run(&document).map_err(|problems| source::found_by_running(name, problems, host))?;
    Ok(document)
}

/// "2 bodies, 1 joint, 0 launchers".
fn contents(document: &Document) -> String {
    let count = |n: usize, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
    let mut words = vec![
        count(document.bodies.len(), "body", "bodies"),
        count(document.joints.len(), "joint", "joints"),
        count(document.launchers.len(), "launcher", "launchers"),
    ];
    if !document.lights.is_empty() {
        words.push(count(document.lights.len(), "light", "lights"));
    }
    if !document.smoke.is_empty() {
        words.push(count(document.smoke.len(), "region of smoke", "regions of smoke"));
    }
    if !document.curves.is_empty() {
        words.push(count(document.curves.len(), "curve", "curves"));
    }
    if !document.lesson.is_empty() {
        words.push(format!("a lesson of {}", count(document.lesson.len(), "step", "steps")));
    }
    words.join(", ")
}
