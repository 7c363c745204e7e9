//! Dense storage in order of creation, with ids that are never used twice.
//!
//! Values lie in one `Vec` sorted by id, so that iteration is fast and its order depends only on the order of creation:
//! the simulation's bits may rely on it. Removal moves the tail (rare); looking up an id is one table read.

use std::marker::PhantomData;

/// An id of an [`Arena`]: a number in order of creation.
pub trait Id: Copy + Ord {
    /// The id with this number.
    fn from_number(number: u32) -> Self;
    /// The number of this id.
    fn number(self) -> u32;
}

const GONE: u32 = u32::MAX;

/// Values by id, dense, in order of creation.
#[derive(Clone, Debug)]
pub struct Arena<I, T> {
    values: Vec<T>,
    ids: Vec<I>,
    place: Vec<u32>,
    marker: PhantomData<I>,
}

impl<I: Id, T> Default for Arena<I, T> {
    fn default() -> Self {
        Arena { values: Vec::new(), ids: Vec::new(), place: Vec::new(), marker: PhantomData }
    }
}

impl<I: Id, T> Arena<I, T> {
    /// Adds a value behind all others.
    pub fn insert(&mut self, value: T) -> I {
        let id = I::from_number(self.place.len() as u32);
        self.place.push(self.values.len() as u32);
        self.values.push(value);
        self.ids.push(id);
        id
    }

    /// Takes a value out; `None` when the id is gone or was never given.
    pub fn remove(&mut self, id: I) -> Option<T> {
        let index = self.index_of(id)?;
        self.place[id.number() as usize] = GONE;
        self.ids.remove(index);
        for later in &self.ids[index..] {
            self.place[later.number() as usize] -= 1;
        }
        Some(self.values.remove(index))
    }

    /// Present place of the id in [`Arena::values`].
    #[inline]
    pub fn index_of(&self, id: I) -> Option<usize> {
        match self.place.get(id.number() as usize) {
            Some(&place) if place != GONE => Some(place as usize),
            _ => None,
        }
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
