//! Which of many points is the worst now, when only a few change at a time: a tournament.
//!
//! ```text
//!           2              the winner of each pair goes up; when one entry changes, only the matches above it are
//!        2     5           played again
//!       0 2   5 7
//! ```

/// How bad an entry is: smaller is worse. The second number decides among equals of the first, then the place.
pub type Badness = [f32; 2];

/// Of an entry that takes no part.
pub const OUT: Badness = [f32::INFINITY; 2];

/// Entries in order of badness.
#[derive(Clone, Debug, Default)]
pub struct WorstFirst {
    entries: Vec<Badness>,
    /// Winner of each match, the final first; the second half would be the entries themselves.
    winners: Vec<u32>,
    /// Number of entries, rounded up to a power of two.
    width: usize,
}

impl WorstFirst {
    /// So many entries, none of which takes part.
    pub fn reset(&mut self, count: usize) {
        self.width = count.next_power_of_two().max(1);
        self.entries.clear();
        self.entries.resize(self.width, OUT);
        self.winners.clear();
        self.winners.resize(2 * self.width, 0);
        (0..self.width).for_each(|k| self.winners[self.width + k] = k as u32);
        (1..self.width).rev().for_each(|at| self.play(at));
    }

    /// Says how bad an entry is now.
    pub fn set(&mut self, entry: usize, badness: Badness) {
        self.entries[entry] = badness;
        let mut at = (self.width + entry) / 2;
        while at > 0 {
            self.play(at);
            at /= 2;
        }
    }

    /// The worst of those that take part.
    pub fn worst(&self) -> Option<usize> {
        let winner = *self.winners.get(1)? as usize;
        (self.entries[winner] != OUT).then_some(winner)
    }

    fn play(&mut self, at: usize) {
        let [left, right] = [self.winners[2 * at], self.winners[2 * at + 1]];
        let [x, y] = [left, right].map(|k| self.entries[k as usize]);
        self.winners[at] = if y[0] < x[0] || (y[0] == x[0] && y[1] < x[1]) { right } else { left };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::chance::Chance;

    #[test]
    fn the_worst_is_the_first_of_the_smallest() {
        let mut chance = Chance::new(5);
        let mut heap = WorstFirst::default();
        let (mut some, mut none) = (0, 0);
        for count in [1, 2, 3, 7, 8, 20] {
            heap.reset(count);
            let mut plain = vec![OUT; count];
            for _ in 0..400 {
                let entry = (chance.between(0.0, count as f32) as usize).min(count - 1);
                let coarse = |chance: &mut Chance| chance.between(0.0, 4.0) as u32 as f32;
                let badness = if chance.between(0.0, 1.0) < 0.6 { OUT } else { [coarse(&mut chance), coarse(&mut chance)] };
                heap.set(entry, badness);
                plain[entry] = badness;
                let mut expected = None;
                for (k, &badness) in plain.iter().enumerate() {
                    let is_worse = expected.is_none_or(|e: usize| badness < plain[e]);
                    if badness != OUT && is_worse {
                        expected = Some(k);
                    }
                }
                assert_eq!(heap.worst(), expected);
                *(if expected.is_some() { &mut some } else { &mut none }) += 1;
            }
        }
        assert!(some > 500 && none > 50, "{some} {none}");
    }
}
