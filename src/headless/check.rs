//! `check`: is a scene sound, and if not, what is wrong and where. A lesson is gone through: every step must show
//! what it promises.

use super::arguments::CheckOptions;
use super::host::{Host, print};
use super::{EXIT_BAD_INPUT, EXIT_OK, source};
use crate::lens::microscope::lesson;
use crate::scene::document::Document;

/// Checks every scene named; one line each that is sound, one line a problem otherwise.
///
/// # Errors
/// Standard output is gone.
pub fn check(options: &CheckOptions, host: &mut dyn Host) -> Result<u8, String> {
    let mut code = EXIT_OK;
    for name in &options.scenes {
        match source::load(name, host).and_then(|document| rehearsed(name, document, host)) {
            Ok(document) => {
                print(host, &format!("{name}: ok ({})\n", contents(&document)))?;
                doubts(&document).iter().for_each(|words| host.err(&format!("{name}: {words}\n")));
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

/// What is allowed, but hardly meant.
fn doubts(document: &Document) -> Vec<String> {
    /// How far a bead may stand off its curve, metres.
    const OFF_CURVE: f32 = 0.1;
    let off = document.joints.iter().enumerate().filter_map(|(i, joint)| Some((i, joint.off_curve()?)));
    let far = off.filter(|(_, far)| *far > OFF_CURVE);
    far.map(|(i, far)| {
        format!("warning: joints[{i}].curve: passes {far:.2} m from the anchor, should be at most {OFF_CURVE} m: the body jumps to it")
    })
    .collect()
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
