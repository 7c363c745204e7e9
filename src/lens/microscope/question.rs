//! The prediction gate: what is asked before a step is shown.
//!
//! Watching alone teaches little; committing to a prediction first does (C. Crouch, A. Fagen, J. Callan, E. Mazur,
//! "Classroom demonstrations: learning tools or entertainment?", 2004). A question belongs to a frame and asks about
//! the *next* one. Its answer is computed from the trace; each wrong choice stands for a misconception that has a
//! name.

use super::part::Part;

/// Something to choose.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Its words.
    pub label: String,
    /// The geometry that may be clicked instead.
    pub part: Option<Part>,
    /// Geometry that is as right an answer: an edge parallel to that one, a corner just as far.
    pub also: Vec<Part>,
    /// What whoever chooses it wrongly believes; empty for the right one.
    pub misconception: String,
}

impl Choice {
    /// The right choice.
    pub fn right(label: impl Into<String>) -> Choice {
        Choice { label: label.into(), part: None, also: Vec::new(), misconception: String::new() }
    }

    /// A wrong choice, and what is believed by who takes it.
    pub fn wrong(label: impl Into<String>, misconception: impl Into<String>) -> Choice {
        Choice { label: label.into(), part: None, also: Vec::new(), misconception: misconception.into() }
    }

    /// The right one of several labels, and what is believed by who takes another.
    pub fn among(all: &[(&str, &str)], right: &str) -> Vec<Choice> {
        all.iter().map(|&(label, belief)| if label == right { Choice::right(label) } else { Choice::wrong(label, belief) }).collect()
    }

    /// A choice that can be clicked in a picture.
    pub fn at(mut self, part: Part) -> Choice {
        self.part = Some(part);
        self
    }

    /// Parts that answer the same.
    pub fn or_at(mut self, also: impl IntoIterator<Item = Part>) -> Choice {
        self.also.extend(also);
        self
    }

    /// Whether a click on this part chooses it.
    pub fn stands_for(&self, part: Part) -> bool {
        self.part.iter().chain(&self.also).any(|own| *own == part || part.lights(*own))
    }
}

/// How a question is answered.
#[derive(Clone, Debug, PartialEq)]
pub enum AnswerKind {
    /// One of several, by button or (where a choice has a part) by clicking it.
    Choose {
        /// At least two.
        choices: Vec<Choice>,
        /// Index of the right one.
        right: usize,
    },
    /// A number.
    Number {
        /// The right one.
        right: f32,
        /// How far off still counts.
        tolerance: f32,
        /// Its unit in words.
        unit: &'static str,
    },
}

/// What was answered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// The choice of this index.
    Choice(usize),
    /// A number.
    Number(f32),
}

/// A question about the next frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Which kind of question ("gjk.next_support"): equal for all of the kind.
    pub id: &'static str,
    /// What is asked.
    pub prompt: String,
    /// How it is answered.
    pub kind: AnswerKind,
    /// Why the right answer is right, one sentence.
    pub why: String,
}

impl Question {
    /// A question of several choices, sorted by their words so that the place says nothing about which is right.
    /// `None` when there would be nothing to choose or not exactly one is right (a right choice has no misconception).
    pub fn choose(id: &'static str, prompt: impl Into<String>, mut choices: Vec<Choice>, why: impl Into<String>) -> Option<Question> {
        choices.sort_by(|x, y| x.label.cmp(&y.label));
        choices.dedup_by(|x, y| x.label == y.label);
        let right = choices.iter().position(|c| c.misconception.is_empty())?;
        let only = choices.iter().filter(|c| c.misconception.is_empty()).count() == 1;
        (choices.len() > 1 && only).then(|| Question {
            id,
            prompt: prompt.into(),
            kind: AnswerKind::Choose { choices, right },
            why: why.into(),
        })
    }

    /// Whether the answer is right.
    pub fn is_right(&self, answer: Answer) -> bool {
        match (&self.kind, answer) {
            (AnswerKind::Choose { right, .. }, Answer::Choice(index)) => index == *right,
            (AnswerKind::Number { right, tolerance, .. }, Answer::Number(value)) => (value - right).abs() <= *tolerance,
            _ => false,
        }
    }

    /// The right answer in words.
    pub fn right_words(&self) -> String {
        match &self.kind {
            AnswerKind::Choose { choices, right } => choices.get(*right).map(|c| c.label.clone()).unwrap_or_default(),
            // A count has no decimals.
            AnswerKind::Number { right, unit, .. } if is_counted(unit) && right.fract() == 0.0 => {
                format!("{right:.0} {unit}").trim_end().replace('-', "−")
            }
            AnswerKind::Number { right, unit, .. } => crate::draw::quantity::quantity(*right, unit),
        }
    }

    /// What a wrong answer suggests that one believes; empty when nothing is known of it.
    pub fn misconception(&self, answer: Answer) -> &str {
        match (&self.kind, answer) {
            (AnswerKind::Choose { choices, .. }, Answer::Choice(index)) => choices.get(index).map_or("", |c| &c.misconception),
            _ => "",
        }
    }

    /// The choice that a part stands for.
    pub fn choice_of(&self, part: Part) -> Option<usize> {
        match &self.kind {
            AnswerKind::Choose { choices, .. } => choices.iter().position(|c| c.stands_for(part)),
            AnswerKind::Number { .. } => None,
        }
    }
}

/// True for no unit and for words like "boxes", false for signs like m and N·s.
fn is_counted(unit: &str) -> bool {
    unit.is_empty() || unit.len() > 2 && unit.chars().all(|c| c.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The answer to how many boxes are tested was "3.00 tests".
    #[test]
    fn a_count_has_no_decimals_in_words() {
        let told = |right, unit| {
            let kind = AnswerKind::Number { right, tolerance: 0.5, unit };
            Question { id: "", prompt: String::new(), kind, why: String::new() }.right_words()
        };
        assert_eq!([told(3.0, "tests"), told(-3.0, "")], ["3 tests", "−3"]);
        assert_eq!([told(3.0, "m"), told(3.0, "N·s")], ["3.00 m", "3.00 N·s"]);
    }
}
