//! Finding scenes by words.

use super::cards::{SceneCard, cards};
use fuzzy_matcher::FuzzyMatcher;
use fuzzy_matcher::skim::SkimMatcherV2;

/// The fewest letters of a word that is looked for although it stands nowhere as it was typed.
const FEWEST_LETTERS: usize = 4;

/// The scenes whose title, text, name, tags or group hold all these words, in the order of the picker. A word that no
/// scene holds may lack letters: "pendlum" finds pendulums.
pub(super) fn found(text: &str) -> Vec<usize> {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let matcher = SkimMatcherV2::default();
    let mut all: Vec<usize> = (0..cards().len()).collect();
    for word in words {
        let exact: Vec<usize> = all.iter().copied().filter(|index| all_words(&cards()[*index]).contains(&word)).collect();
        all = if exact.is_empty() { all.into_iter().filter(|index| resembles(&matcher, &cards()[*index], &word)).collect() } else { exact };
    }
    all
}

/// True when a word of the title or of the tags begins as this one and holds its letters in their order. In the whole
/// text nearly any few letters can be found.
fn resembles(matcher: &SkimMatcherV2, card: &SceneCard, word: &str) -> bool {
    let names = format!("{} {}", card.title, card.tags).to_lowercase();
    let mut names = names.split(|c: char| !c.is_alphanumeric()).filter(|name| !name.is_empty());
    let is_like = |name: &str| name.chars().next() == word.chars().next() && matcher.fuzzy_match(name, word).is_some();
    word.chars().count() >= FEWEST_LETTERS && names.any(is_like)
}

fn all_words(card: &SceneCard) -> String {
    let lesson = if card.is_lesson { "lesson" } else { "" };
    format!("{} {} {} {} {} {lesson}", card.title, card.about, card.name, card.group, card.tags).to_lowercase()
}
