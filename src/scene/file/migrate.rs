//! Old files, for ever.
//!
//! Each version that ever was released has one pure step to the next, on plain JSON: `V1_TO_V2`, `V2_TO_V3` … An old
//! file runs through all steps behind its version and is then read like a new one. A step is never changed once
//! released; golden files in `tests/files/v1`, `v2` … prove it. Example of a step, should version 2 call `about`
//! `text`:
//!
//! ```text
//! fn v1_to_v2(scene: &mut Map<String, Value>) {
//!     if let Some(about) = scene.remove("about") {
//!         scene.insert("text".into(), about);
//!     }
//! }
//! ```
//!
//! A step only renames and rearranges; it never judges: bad values pass through and are named by the reader, whose
//! paths then speak of the newest form (and of no line, since that text exists nowhere).

use super::tape::Flaw;
use serde_json::{Map, Value};

/// First key of every scene.
pub const FORMAT: &str = "collidoscope-scene";

/// One step: the outermost object of a file of version `n` becomes one of version `n + 1`.
pub type Migration = fn(&mut Map<String, Value>);

/// Step `i` leads from version `i + 1` to `i + 2`.
pub const MIGRATIONS: &[Migration] = &[];
/// Newest version this program reads and the one it writes.
pub const VERSION: u32 = MIGRATIONS.len() as u32 + 1;

/// The text of a file of `version`, in the form of the version after the last step.
pub fn migrate(text: &str, version: u32, steps: &[Migration]) -> Result<String, Flaw> {
    let flaw = |message: String| Flaw { offset: 0, message };
    let mut value: Value = serde_json::from_str(text).map_err(|error| flaw(format!("not readable as version {version}: {error}")))?;
    let object = value.as_object_mut().ok_or_else(|| flaw("must be an object".into()))?;
    for step in steps.iter().skip(version.saturating_sub(1) as usize) {
        step(object);
    }
    object.insert("version".into(), Value::from(steps.len() + 1));
    Ok(value.to_string())
}
