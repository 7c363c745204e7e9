//! What is wrong with a scene, in words a person can act on.

/// One problem: where, and what.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// Path inside the file, like `bodies[3].shapes[0].circle.radius`; empty for the file as a whole.
    pub path: String,
    /// Line and column from 1, where known.
    pub place: Option<(usize, usize)>,
    /// What is wrong, with value and bound: `must be > 0, is -1`.
    pub message: String,
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some((line, column)) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        write!(f, "{}", self.message)
    }
}

/// All problems of a scene, never empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Problems(pub Vec<Problem>);

impl std::fmt::Display for Problems {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}
