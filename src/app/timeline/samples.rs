//! What is kept of each past step. Clones share all full pieces, so that an undo entry costs no copy of a long run.

use std::sync::Arc;

/// Steps in a piece.
const PIECE: usize = 1024;

/// What the timeline draws of one past step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    /// Kinetic, potential and elastic energy, J.
    pub energy: f64,
    /// Largest closing speed among contacts that began in this step, m/s; 0 = none.
    pub impact: f32,
    /// A joint broke in this step.
    pub broke: bool,
}

/// One sample a step.
pub type Samples = Pieces<Sample>;

/// A list that only grows and shrinks at its end, or loses its beginning.
#[derive(Clone, Debug)]
pub struct Pieces<T> {
    full: Vec<Arc<[T]>>,
    newest: Vec<T>,
}

impl<T> Default for Pieces<T> {
    fn default() -> Pieces<T> {
        Pieces { full: Vec::new(), newest: Vec::new() }
    }
}

impl<T: Copy> Pieces<T> {
    /// Adds that of the next step.
    pub fn push(&mut self, value: T) {
        self.newest.push(value);
        if self.newest.len() == PIECE {
            self.full.push(std::mem::take(&mut self.newest).into());
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.full.len() * PIECE + self.newest.len()
    }

    /// True when there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The one at a place.
    pub fn get(&self, index: usize) -> Option<T> {
        match self.full.get(index / PIECE) {
            Some(piece) => piece.get(index % PIECE).copied(),
            None => self.newest.get(index - self.full.len() * PIECE).copied(),
        }
    }

    /// Puts another in the place of one; a piece that others share is copied first.
    pub fn set(&mut self, index: usize, value: T) {
        let in_newest = index.checked_sub(self.full.len() * PIECE);
        let place = match in_newest {
            Some(index) => self.newest.get_mut(index),
            None => Arc::make_mut(&mut self.full[index / PIECE]).get_mut(index % PIECE),
        };
        if let Some(place) = place {
            *place = value;
        }
    }

    /// All, from the first step on.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.full.iter().flat_map(|piece| piece.iter()).chain(&self.newest)
    }

    /// Forgets all but the first ones.
    pub fn truncate(&mut self, count: usize) {
        if count >= self.len() {
            return;
        }
        let pieces = count / PIECE;
        if let Some(piece) = self.full.get(pieces) {
            self.newest = piece.to_vec();
            self.full.truncate(pieces);
        }
        self.newest.truncate(count - pieces * PIECE);
    }

    /// Forgets the oldest piece, if one is full; tells how many that were.
    pub fn forget_oldest(&mut self) -> usize {
        if self.full.is_empty() {
            return 0;
        }
        self.full.remove(0).len()
    }

    /// The memory that those of another run do not share, bytes.
    pub fn bytes_beside(&self, other: &Pieces<T>) -> usize {
        let shared = self.full.iter().zip(&other.full).take_while(|(mine, others)| Arc::ptr_eq(mine, others)).count();
        (self.len() - shared * PIECE) * size_of::<T>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_what_a_plain_list_would_be() {
        let mut plain = Vec::new();
        let mut samples = Samples::default();
        for step in 0..5_000 {
            // Back to an earlier step now and then, over the ends of pieces.
            if step % 700 == 699 {
                let kept = plain.len() - (step * 37) % 1_500.min(plain.len());
                plain.truncate(kept);
                samples.truncate(kept);
            }
            let sample = Sample { energy: f64::from(step as u32), ..Sample::default() };
            plain.push(sample);
            samples.push(sample);
            assert_eq!((samples.len(), samples.is_empty()), (plain.len(), false));
        }
        assert!(samples.iter().eq(&plain));
        assert!(plain.len() > PIECE, "{}", plain.len());
    }

    #[test]
    fn a_copy_shares_all_but_the_newest_piece() {
        let mut samples = Samples::default();
        (0..10 * PIECE + 5).for_each(|_| samples.push(Sample::default()));
        let copy = samples.clone();
        samples.push(Sample::default());
        assert_eq!(copy.bytes_beside(&samples), 5 * size_of::<Sample>());
    }
}
