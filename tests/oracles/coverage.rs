//! Counts which branches the cases meet, so that no judgement is empty.

use std::collections::{BTreeMap, BTreeSet};

/// Least share of the inputs that has to meet a branch.
pub const LEAST_SHARE: f64 = 0.05;

/// How many inputs met each branch.
#[derive(Debug, Default)]
pub struct Coverage {
    inputs: usize,
    met: BTreeMap<String, usize>,
    now: BTreeSet<String>,
}

impl Coverage {
    /// Begins the next input.
    pub fn next_input(&mut self) {
        self.inputs += 1;
        for branch in std::mem::take(&mut self.now) {
            *self.met.entry(branch).or_default() += 1;
        }
    }

    /// Notes that the present input meets a branch, once however often.
    pub fn note(&mut self, branch: impl std::fmt::Debug) {
        self.now.insert(format!("{branch:?}"));
    }

    /// Fails unless each of `common` was met by at least a twentieth of the inputs, each of `rare` (with the reason
    /// why it is rare) by at least the stated number, and nothing of `never` (with the reason) at all; and unless the
    /// three lists name all that was met.
    pub fn demand(mut self, common: &[&str], rare: &[(&str, usize, &str)], never: &[(&str, &str)]) {
        self.inputs -= 1;
        self.next_input();
        let count = |branch: &str| self.met.get(branch).copied().unwrap_or(0);
        for branch in common {
            let share = count(branch) as f64 / self.inputs as f64;
            assert!(share >= LEAST_SHARE, "{branch} was met by only {} of {} inputs", count(branch), self.inputs);
        }
        for (branch, least, reason) in rare {
            assert!(count(branch) >= *least, "{branch} was met by only {} inputs ({reason})", count(branch));
        }
        for (branch, reason) in never {
            assert_eq!(count(branch), 0, "{branch} cannot be met ({reason})");
        }
        for branch in self.met.keys() {
            let listed = common.contains(&branch.as_str())
                || rare.iter().any(|(name, ..)| name == branch)
                || never.iter().any(|(name, _)| name == branch);
            assert!(listed, "{branch} is not in the list of branches");
        }
    }
}
