//! Keys that are held on the command line.

use super::host::Host;
use crate::scene::key::Key;
use crate::scene::stage::Stage;

/// A key that is held for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hold {
    /// Which key.
    pub key: Key,
    /// Before the first step after so many.
    pub from: u64,
    /// Until so many steps were taken.
    pub to: u64,
}

/// Reads `right:60-180`.
///
/// # Errors
/// What is wrong with it.
pub fn parse_hold(text: &str) -> Result<Hold, String> {
    let form = "must be like right:60-180";
    let (word, span) = text.split_once(':').ok_or(form)?;
    let (from, to) = span.split_once('-').ok_or(form)?;
    let key = Key::of_word(word).filter(|key| key.is_some()).ok_or_else(|| format!("there is no key \"{word}\"; {}", key_words()))?;
    let number = |text: &str| text.parse::<u64>().map_err(|_| form.to_owned());
    let (from, to) = (number(from)?, number(to)?);
    if from < to { Ok(Hold { key, from, to }) } else { Err(format!("must end after step {from}, ends at {to}")) }
}

/// Warns of keys that are to be held, but that nothing in the scene listens to.
pub fn warn_of_deaf_keys(scene: &str, stage: &Stage, holds: &[Hold], host: &mut dyn Host) {
    let keys = stage.keys();
    let known = match keys.iter().map(|key| key.word()).collect::<Vec<_>>().join(", ") {
        none if none.is_empty() => "it has none".to_owned(),
        words => format!("its keys are {words}"),
    };
    for hold in holds.iter().filter(|hold| !keys.contains(&hold.key)) {
        let key = hold.key.word();
        host.err(&format!("{scene}: warning: --hold {key}: nothing in the scene listens to this key, so it does nothing; {known}\n"));
    }
}

fn key_words() -> &'static str {
    "keys are up, down, left, right, a to z, 0 to 9"
}
