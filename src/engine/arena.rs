//! Dense storage in order of creation, with ids that are never used twice.
//!
//! Values lie in one `Vec` sorted by id, so that iteration is fast and its order depends only on the order of creation:
//! the simulation's bits may rely on it. Removal moves the tail (rare). Looking up an id needs no table, which would
//! have to remember every id that ever was: while nothing has been removed the id's number is its place, and each
//! removal since can have moved it down by at most one.
//!
//! ```text
//!   number − removed ≤ place ≤ number          ids  0 1 2 4 5 8       removed 3 (numbers 3, 6, 7)
//!                                                         ^ 5 lies between place 2 and place 5
//! ```

use std::marker::PhantomData;

/// An id of an [`Arena`]: a number in order of creation.
pub trait Id: Copy + Ord {
    /// The id with this number.
    fn from_number(number: u32) -> Self;
    /// The number of this id.
    fn number(self) -> u32;
}

/// Values by id, dense, in order of creation.
#[derive(Clone, Debug)]
pub struct Arena<I, T> {
    values: Vec<T>,
    ids: Vec<I>,
    /// Number of the next id.
    next: u32,
    marker: PhantomData<I>,
}

impl<I: Id, T> Default for Arena<I, T> {
    fn default() -> Self {
        Arena { values: Vec::new(), ids: Vec::new(), next: 0, marker: PhantomData }
    }
}

/// Takes the values at these places out, which are in order; those behind move down, each once.
pub fn take_places<T>(values: &mut Vec<T>, places: &[usize]) -> Vec<T> {
    let (mut place, mut next) = (0, places.iter().peekable());
    let is_taken = |_: &mut T| {
        place += 1;
        next.next_if(|&&taken| taken + 1 == place).is_some()
    };
    values.extract_if(.., is_taken).collect()
}

impl<I: Id, T> Arena<I, T> {
    /// Adds a value behind all others.
    pub fn insert(&mut self, value: T) -> I {
        let id = I::from_number(self.next);
        self.next += 1;
        self.values.push(value);
        self.ids.push(id);
        id
    }

    /// Takes a value out; `None` when the id is gone or was never given.
    pub fn remove(&mut self, id: I) -> Option<T> {
        self.remove_all(&[id]).pop()
    }

    /// Takes several values out, in order of creation; ids that are gone or were never given count for nothing. The
    /// tail moves once.
    pub fn remove_all(&mut self, ids: &[I]) -> Vec<T> {
        let mut places: Vec<usize> = ids.iter().filter_map(|&id| self.index_of(id)).collect();
        places.sort_unstable();
        places.dedup();
        take_places(&mut self.ids, &places);
        take_places(&mut self.values, &places)
    }

    /// Present place of the id in [`Arena::values`].
    #[inline]
    pub fn index_of(&self, id: I) -> Option<usize> {
        let number = id.number() as usize;
        match self.ids.get(number) {
            Some(found) if *found == id => Some(number),
            _ => self.search(id),
        }
    }

    /// Place of an id that is not where it was before anything was removed.
    fn search(&self, id: I) -> Option<usize> {
        let number = id.number() as usize;
        let removed = self.next as usize - self.ids.len();
        let (low, high) = (number.saturating_sub(removed), (number + 1).min(self.ids.len()));
        let found = self.ids.get(low..high)?.binary_search(&id).ok()?;
        Some(low + found)
    }

    /// Id of the value at a place; panics when out of range.
    #[inline]
    pub fn id_at(&self, index: usize) -> I {
        self.ids[index]
    }

    /// The value of an id.
    #[inline]
    pub fn get(&self, id: I) -> Option<&T> {
        self.index_of(id).map(|i| &self.values[i])
    }

    /// The value of an id, to change.
    #[inline]
    pub fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.index_of(id).map(|i| &mut self.values[i])
    }

    /// All values in order of creation.
    #[inline]
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// All values in order of creation, to change.
    #[inline]
    pub fn values_mut(&mut self) -> &mut [T] {
        &mut self.values
    }

    /// Ids and values in order of creation.
    pub fn iter(&self) -> impl Iterator<Item = (I, &T)> {
        self.ids.iter().copied().zip(&self.values)
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// True when there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::body::BodyId;

    #[test]
    fn every_id_is_found_where_it_is_whatever_has_been_removed_and_ids_that_are_gone_are_not() {
        // A fifth of the ids goes again, in an order that jumps about: 17 has no factor in common with 500.
        let mut arena: Arena<BodyId, u32> = Arena::default();
        let mut alive = std::collections::BTreeMap::new();
        for k in 0..500_u32 {
            let id = arena.insert(k);
            assert_eq!(id, BodyId(k));
            alive.insert(id, k);
            if k % 5 == 4 {
                let gone = BodyId((17 * k) % (k + 1));
                assert_eq!(arena.remove(gone), alive.remove(&gone));
            }
            for number in 0..=k + 1 {
                assert_eq!(arena.get(BodyId(number)), alive.get(&BodyId(number)));
            }
        }
        assert!(arena.iter().map(|(id, value)| (id, *value)).eq(alive.into_iter()));
        assert!(arena.len() < 450 && arena.get(BodyId(u32::MAX)).is_none());
        // Several at once, named twice, out of order, gone already: those that are there come out in order.
        let gone = [400, 3, 400, 398, 399, 3, 480].map(BodyId);
        let there: Vec<u32> = [3, 398, 399, 400, 480].into_iter().filter(|&k| arena.get(BodyId(k)).is_some()).collect();
        assert!(there.len() >= 3 && arena.get(BodyId(401)) == Some(&401));
        let before = arena.len();
        assert_eq!(arena.remove_all(&gone), there);
        assert!(arena.len() == before - there.len() && arena.get(BodyId(401)) == Some(&401) && arena.get(BodyId(398)).is_none());
        // A newcomer never gets the number of one that is gone, not even the last.
        arena.remove(BodyId(499));
        assert_eq!(arena.insert(7), BodyId(500));
    }
}
