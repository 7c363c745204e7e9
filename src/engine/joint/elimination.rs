//! In which order unknowns are eliminated, and which numbers appear on the way: the symbolic half of a sparse
//! factorisation.
//!
//! Two hinges are neighbours when they hang on the same moving body. To eliminate a hinge is to express its impulse by
//! those of its neighbours that are left; from then on these depend on each other, too (*fill*). On a chain that starts
//! at its end nothing is ever filled in:
//!
//! ```text
//!   0───1───2───3          eliminate 0: only 1 knew it.  Then 1, 2, 3.      n − 1 numbers below the diagonal
//!
//!   0───2                  a star: 0, 1, 3 hang on 2's body and so know each other already;
//!   │ ╳ │                  the order does not matter
//!   1───3
//!
//!   0───1                  a loop: eliminating 0 makes 1 and 3 neighbours: one number more per hinge of the loop
//!   │   │
//!   3───2
//! ```
//!
//! *Minimum degree* (Tinney and Walker, "Direct solutions of sparse network equations by optimally ordered triangular
//! factorization", 1967; the idea is Markowitz's, 1957): always eliminate what has the fewest neighbours left, the
//! first of equals. On chains and trees that goes from the leaves to the root and fills nothing; on loops it fills
//! little.

use std::collections::BTreeSet;

/// Most neighbours that an eliminated hinge may have left. A pendulum's hinge has one, a ragdoll's trunk four or
/// five; meshes soon have more, and for those elimination does not pay.
pub const MOST_NEIGHBOURS: usize = 8;

/// The order of elimination and where the numbers below the diagonal stand. Unknowns are named by their place in the
/// order.
#[derive(Clone, Debug, Default)]
pub struct Pattern {
    /// Unknown (as the caller numbered it) at each place.
    pub order: Vec<u32>,
    /// Column k owns `rows[starts[k]..starts[k + 1]]`.
    pub starts: Vec<u32>,
    /// Places of later unknowns that column k touches, ascending.
    pub rows: Vec<u32>,
    /// For each column and each pair of its rows `i < j`, in that order: which entry of `rows` is (column rows\[i\],
    /// row rows\[j\]).
    pub updates: Vec<u32>,
}

impl Pattern {
    /// Pattern of a symmetric matrix with these neighbours (symmetric, without the unknown itself); `None` when
    /// elimination would not pay, because an unknown would have more than `most` neighbours left.
    pub fn of(mut neighbours: Vec<BTreeSet<u32>>, most: usize) -> Option<Pattern> {
        let count = neighbours.len();
        let mut queue: BTreeSet<(usize, u32)> = neighbours.iter().enumerate().map(|(k, near)| (near.len(), k as u32)).collect();
        let mut order = Vec::with_capacity(count);
        let mut touched: Vec<Vec<u32>> = Vec::with_capacity(count);
        while let Some((degree, next)) = queue.pop_first() {
            if degree > most {
                return None;
            }
            let left: Vec<u32> = std::mem::take(&mut neighbours[next as usize]).into_iter().collect();
            for &one in &left {
                let near = &mut neighbours[one as usize];
                queue.remove(&(near.len(), one));
                near.remove(&next);
                near.extend(left.iter().copied().filter(|&other| other != one));
                queue.insert((near.len(), one));
            }
            order.push(next);
            touched.push(left);
        }
        Some(Pattern::placed(order, touched))
    }

    /// Names by place in the order instead of by number.
    fn placed(order: Vec<u32>, touched: Vec<Vec<u32>>) -> Pattern {
        let mut place = vec![0; order.len()];
        for (k, &unknown) in order.iter().enumerate() {
            place[unknown as usize] = k as u32;
        }
        let mut pattern = Pattern { order, starts: vec![0], ..Pattern::default() };
        for column in touched {
            let from = pattern.rows.len();
            pattern.rows.extend(column.iter().map(|&unknown| place[unknown as usize]));
            pattern.rows[from..].sort_unstable();
            pattern.starts.push(pattern.rows.len() as u32);
        }
        for k in 0..pattern.order.len() {
            let rows = pattern.column(k);
            for i in rows.clone() {
                for j in i + 1..rows.end {
                    // Present by construction: eliminating k made the two neighbours.
                    let entry = pattern.entry(pattern.rows[i], pattern.rows[j]);
                    pattern.updates.push(entry.unwrap_or_default());
                }
            }
        }
        pattern
    }

    /// Entries of a column.
    #[inline]
    pub fn column(&self, k: usize) -> std::ops::Range<usize> {
        self.starts[k] as usize..self.starts[k + 1] as usize
    }

    /// The entry of an earlier and a later unknown.
    pub fn entry(&self, column: u32, row: u32) -> Option<u32> {
        let entries = self.column(column as usize);
        let found = self.rows[entries.clone()].binary_search(&row).ok()?;
        Some((entries.start + found) as u32)
    }

    /// Puts another pattern behind this one: two systems that know nothing of each other. Its unknowns are numbered on.
    pub fn append(&mut self, other: Pattern) {
        let (unknowns, entries) = (self.order.len() as u32, self.rows.len() as u32);
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        self.order.extend(other.order.iter().map(|unknown| unknown + unknowns));
        self.rows.extend(other.rows.iter().map(|row| row + unknowns));
        self.starts.extend(other.starts.iter().skip(1).map(|start| start + entries));
        self.updates.extend(other.updates.iter().map(|entry| entry + entries));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(count: usize, links: &[(u32, u32)]) -> Option<Pattern> {
        let mut neighbours = vec![BTreeSet::new(); count];
        for &(a, b) in links {
            neighbours[a as usize].insert(b);
            neighbours[b as usize].insert(a);
        }
        Pattern::of(neighbours, MOST_NEIGHBOURS)
    }

    #[test]
    fn a_chain_is_eliminated_from_its_end_and_fills_nothing() {
        let chain: Vec<_> = (0..9).map(|k| (k, k + 1)).collect();
        let pattern = pattern(10, &chain).unwrap();
        assert_eq!(pattern.order, (0..10).collect::<Vec<u32>>());
        assert_eq!(pattern.rows, (1..10).collect::<Vec<u32>>());
        assert!(pattern.updates.is_empty());
    }

    #[test]
    fn a_loop_fills_one_entry_for_each_hinge_but_three() {
        let ring: Vec<_> = (0..12).map(|k| (k, (k + 1) % 12)).collect();
        let pattern = pattern(12, &ring).unwrap();
        assert_eq!(pattern.rows.len(), 12 + 9);
        assert!(pattern.updates.iter().all(|&entry| (entry as usize) < pattern.rows.len()));
    }

    #[test]
    fn a_mesh_is_refused() {
        let n = 40;
        let mesh: Vec<_> =
            (0..n * n).flat_map(|k| [(k % n + 1 < n).then_some((k, k + 1)), (k + n < n * n).then_some((k, k + n))]).flatten().collect();
        assert!(pattern((n * n) as usize, &mesh).is_none());
    }

    #[test]
    fn patterns_put_together_keep_their_entries_apart() {
        let mut both = pattern(3, &[(0, 1), (1, 2)]).unwrap();
        both.append(pattern(3, &[(0, 1), (1, 2), (0, 2)]).unwrap());
        assert_eq!(both.entry(0, 1), Some(0));
        assert_eq!(both.entry(2, 3), None);
        assert_eq!(both.entry(3, 5), Some(3));
        assert_eq!(both.column(5), 5..5);
    }
}
