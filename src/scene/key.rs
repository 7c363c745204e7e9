//! Keys that drive a running scene: they switch forces and motors while they are held.

/// A key, by the word that names it in a file; [`Key::NONE`] is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key(&'static str);

impl Key {
    /// No key.
    pub const NONE: Key = Key("none");

    /// The key that a word names.
    pub fn of_word(word: &str) -> Option<Key> {
        KEYS.iter().find(|(known, _)| *known == word).map(|(_, key)| *key)
    }

    /// What names it in a file: `none`, `up`, `a`, `7` …
    pub fn word(self) -> &'static str {
        self.0
    }

    /// What is printed on it: ↑, A, 7 …
    pub fn cap(self) -> String {
        match self.0 {
            "up" => "↑".to_owned(),
            "down" => "↓".to_owned(),
            "left" => "←".to_owned(),
            "right" => "→".to_owned(),
            word => word.to_uppercase(),
        }
    }

    /// True for a key, false for none.
    pub fn is_some(self) -> bool {
        self != Key::NONE
    }
}

impl Default for Key {
    fn default() -> Key {
        Key::NONE
    }
}

macro_rules! keys {
    ($($word:literal)*) => { &[$(($word, Key($word))),*] };
}

/// All keys that a scene may use, and none, with their words.
pub const KEYS: &[(&str, Key)] = keys!(
    "none" "up" "down" "left" "right"
    "a" "b" "c" "d" "e" "f" "g" "h" "i" "j" "k" "l" "m" "n" "o" "p" "q" "r" "s" "t" "u" "v" "w" "x" "y" "z"
    "0" "1" "2" "3" "4" "5" "6" "7" "8" "9"
);
