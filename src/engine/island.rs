//! Islands: bodies that touch or are joined, asleep or awake together.
//!
//! Two bodies belong to one island when a push on one can reach the other within a step: through a contact with
//! points or a joint between mobile bodies. Static and kinematic bodies end the chain (the ground does not join
//! everything that stands on it). Found with *disjoint sets* (Galler and Fischer, "An improved equivalence
//! algorithm", 1964): each body points to a parent, the top of a chain is the name of the set, and uniting two sets
//! lets one top point to the other. Pointing to the smaller index makes the name independent of the order in which
//! links arrive; halving paths on the way keeps chains short.
//!
//! ```text
//!   0   1   2   3   4        links 1–2, 2–4:       0   1   3
//!                                                     / \
//!                                                    2   4
//! ```

/// Disjoint sets of the numbers `0..n`.
#[derive(Clone, Debug, Default)]
pub struct DisjointSets {
    parent: Vec<u32>,
}

impl DisjointSets {
    /// Starts again with `count` sets of one element each; keeps its memory.
    pub fn reset(&mut self, count: usize) {
        self.parent.clear();
        self.parent.extend(0..count as u32);
    }

    /// Name of the set that holds `x`: its smallest element.
    pub fn find(&mut self, mut x: u32) -> u32 {
        while self.parent[x as usize] != x {
            let grandparent = self.parent[self.parent[x as usize] as usize];
            self.parent[x as usize] = grandparent;
            x = grandparent;
        }
        x
    }

    /// Makes one set of the two that hold `x` and `y`.
    pub fn unite(&mut self, x: u32, y: u32) {
        let (x, y) = (self.find(x), self.find(y));
        let (low, high) = if x < y { (x, y) } else { (y, x) };
        self.parent[high as usize] = low;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_set_is_its_smallest_element_in_any_order_of_links() {
        let links = [(5, 3), (3, 8), (1, 2), (8, 9), (2, 1)];
        for turn in 0..links.len() {
            let mut sets = DisjointSets::default();
            sets.reset(10);
            for k in 0..links.len() {
                let (x, y) = links[(k + turn) % links.len()];
                sets.unite(x, y);
            }
            let names: Vec<u32> = (0..10).map(|x| sets.find(x)).collect();
            assert_eq!(names, [0, 1, 1, 3, 4, 3, 6, 7, 3, 3]);
        }
    }
}
