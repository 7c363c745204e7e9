//! Questions that an author asks in a step of a lesson.

use crate::engine::math::Vec2;

/// A question of one's own, beside those that are computed from a film.
#[derive(Clone, Debug, PartialEq)]
pub struct QuestionDoc {
    /// What is asked.
    pub prompt: String,
    /// How it is answered, and the right answer.
    pub kind: QuestionKind,
    /// Why the right answer is right; shown after the answer.
    pub why: String,
}

/// How a question is answered.
#[derive(Clone, Debug, PartialEq)]
pub enum QuestionKind {
    /// One of several answers.
    Choice {
        /// Two to nine, in the order in which they are shown.
        answers: Vec<String>,
        /// Which is right, from 0.
        right: u64,
    },
    /// A number.
    Number {
        /// The right one, in the unit.
        right: f32,
        /// How far off still counts, in the unit.
        tolerance: f32,
        /// Its unit in words; empty = a pure number.
        unit: String,
    },
    /// A click on a body in the picture of the world.
    Body {
        /// The right one.
        id: String,
    },
    /// A click at a place in the picture of the world.
    Point {
        /// The right place, world, metres.
        at: Vec2,
        /// How far off still counts, metres.
        radius: f32,
    },
}

/// What a learner answered.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// The answer of this number, from 0.
    Choice(usize),
    /// This number.
    Number(f32),
    /// A click.
    Click {
        /// Where, world, metres.
        at: Vec2,
        /// Ids of the bodies there.
        bodies: Vec<String>,
    },
    /// The question was given up.
    Nothing,
}

impl Default for QuestionDoc {
    fn default() -> QuestionDoc {
        QuestionDoc { prompt: String::new(), kind: QuestionKind::choice(), why: String::new() }
    }
}

impl QuestionKind {
    /// Two answers, of which the first is right.
    pub fn choice() -> QuestionKind {
        QuestionKind::Choice { answers: vec!["Yes".into(), "No".into()], right: 0 }
    }

    /// One question of each kind, in the order of the menus; the numbers stand in for unreadable ones.
    pub fn all() -> [QuestionKind; 4] {
        [
            QuestionKind::choice(),
            QuestionKind::Number { right: 0.0, tolerance: 0.0, unit: String::new() },
            QuestionKind::Body { id: String::new() },
            QuestionKind::Point { at: Vec2::ZERO, radius: 0.1 },
        ]
    }

    /// Its word in files.
    pub fn word(&self) -> &'static str {
        match self {
            QuestionKind::Choice { .. } => "choice",
            QuestionKind::Number { .. } => "number",
            QuestionKind::Body { .. } => "body",
            QuestionKind::Point { .. } => "point",
        }
    }

    /// True when it is answered by a click in the picture of the world.
    pub fn is_clicked(&self) -> bool {
        matches!(self, QuestionKind::Body { .. } | QuestionKind::Point { .. })
    }

    /// True when this answers such a question, right or wrong.
    pub fn takes(&self, reply: &Reply) -> bool {
        match (self, reply) {
            (_, Reply::Nothing) => true,
            (QuestionKind::Choice { answers, .. }, Reply::Choice(index)) => *index < answers.len(),
            (QuestionKind::Number { .. }, Reply::Number(value)) => value.is_finite(),
            (kind, Reply::Click { at, .. }) => kind.is_clicked() && at.is_finite(),
            _ => false,
        }
    }

    /// Whether the answer is right. Both bounds of a tolerance count as right.
    pub fn is_right(&self, reply: &Reply) -> bool {
        match (self, reply) {
            (QuestionKind::Choice { right, .. }, Reply::Choice(index)) => *index as u64 == *right,
            (QuestionKind::Number { right, tolerance, .. }, Reply::Number(value)) => (value - right).abs() <= *tolerance,
            (QuestionKind::Body { id }, Reply::Click { bodies, .. }) => bodies.contains(id),
            (QuestionKind::Point { at: right, radius }, Reply::Click { at, .. }) => at.distance(*right) <= *radius,
            _ => false,
        }
    }

    /// The body that it names, if any.
    pub fn body_mut(&mut self) -> Option<&mut String> {
        if let QuestionKind::Body { id } = self { Some(id) } else { None }
    }

    /// A number that was answered, to four significant digits: to more only where it is right and they are not, or the
    /// other way round.
    pub fn number_words(&self, value: f32) -> String {
        let words = four_digits(value);
        let is_right = |value: f32| self.is_right(&Reply::Number(value));
        let is_same = words.parse().is_ok_and(|shown| is_right(shown) == is_right(value));
        if is_same { words } else { value.to_string() }
    }

    /// The right answer in words.
    pub fn right_words(&self) -> String {
        match self {
            QuestionKind::Choice { answers, right } => {
                usize::try_from(*right).ok().and_then(|right| answers.get(right)).cloned().unwrap_or_default()
            }
            QuestionKind::Body { id } => format!("the body “{id}”"),
            kind => kind.right_numbers().replace('-', "−"),
        }
    }

    /// The same of numbers, with a hyphen for minus.
    fn right_numbers(&self) -> String {
        match self {
            QuestionKind::Choice { .. } | QuestionKind::Body { .. } => String::new(),
            QuestionKind::Number { right, tolerance, unit } => {
                let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
                let right = self.number_words(*right);
                match *tolerance {
                    0.0 => format!("{right}{unit}"),
                    tolerance => format!("{right}{unit}, up to {}{unit} off", four_digits(tolerance)),
                }
            }
            QuestionKind::Point { at, radius } => {
                format!("({}, {}) m, up to {} m off", millimetres(at.x), millimetres(at.y), millimetres(*radius))
            }
        }
    }
}

impl QuestionDoc {
    /// About how much memory it takes, bytes.
    pub fn bytes(&self) -> usize {
        let words = match &self.kind {
            QuestionKind::Choice { answers, .. } => answers.iter().map(|answer| answer.len() + size_of::<String>()).sum(),
            QuestionKind::Number { unit, .. } => unit.len(),
            QuestionKind::Body { id } => id.len(),
            QuestionKind::Point { .. } => 0,
        };
        size_of::<QuestionDoc>() + self.prompt.len() + self.why.len() + words
    }

    /// Everything that is written of it in a file, for the bound on the file's size.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let (answers, word): (&[String], &str) = match &self.kind {
            QuestionKind::Choice { answers, .. } => (answers, ""),
            QuestionKind::Number { unit, .. } => (&[], unit),
            QuestionKind::Body { id } => (&[], id),
            QuestionKind::Point { .. } => (&[], ""),
        };
        [self.prompt.as_str(), self.why.as_str(), word].into_iter().chain(answers.iter().map(String::as_str))
    }
}

/// A number with four significant digits, or all before the point: 0.3333, not the 0.33333334 that single precision
/// makes of a third.
fn four_digits(value: f32) -> String {
    if value.abs() >= 1e4 {
        return format!("{value:.0}");
    }
    format!("{value:.3e}").parse::<f32>().unwrap_or(value).to_string()
}

/// A length to the millimetre, metres: a place that was clicked has more digits than anybody can mean.
fn millimetres(length: f32) -> String {
    let words = format!("{length:.3}");
    words.trim_end_matches('0').trim_end_matches('.').to_owned()
}
