//! Colours: which hinges may be solved at the same time.
//!
//! Two hinges of one moving body write to the same velocity, so they must not sit in one block. Each body keeps a mask
//! of the colours that its hinges have; a new hinge takes the lowest colour that neither of its bodies has (*first
//! fit*). Bodies that nothing moves take no part.
//!
//! ```text
//!   chain   o──0──o──1──o──0──o──1──o        two colours for any length
//!   grid    four: two along x, two along y
//! ```
//!
//! Hinges are coloured in order of creation. A colour depends only on earlier hinges of the same island, and islands
//! sleep as a whole: so it does not matter whether others sleep, came or went.

/// How many colours there are. A body with more hinges than this leaves the rest without.
pub const COLORS: usize = 64;

/// Colours in use, by body.
#[derive(Clone, Debug, Default)]
pub struct Colors {
    masks: Vec<u64>,
}

impl Colors {
    /// No hinge has a colour yet; slots below `count`.
    pub fn reset(&mut self, count: usize) {
        self.masks.clear();
        self.masks.resize(count, 0);
    }

    /// Lowest colour that is free on both bodies; `None` when there is none. A body that does not move is `None`.
    pub fn take(&mut self, a: Option<u32>, b: Option<u32>) -> Option<usize> {
        let mask = |slot: Option<u32>| slot.map_or(0, |slot| self.masks[slot as usize]);
        let color = (!(mask(a) | mask(b))).trailing_zeros();
        if color as usize == COLORS {
            return None;
        }
        for slot in [a, b].into_iter().flatten() {
            self.masks[slot as usize] |= 1 << color;
        }
        Some(color as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hinges_of_one_moving_body_never_share_a_color_and_a_fixed_body_takes_none() {
        let mut colors = Colors::default();
        colors.reset(4);
        assert_eq!(colors.take(None, Some(1)), Some(0));
        assert_eq!(colors.take(None, Some(2)), Some(0));
        assert_eq!(colors.take(Some(1), Some(2)), Some(1));
        assert_eq!(colors.take(Some(2), Some(3)), Some(2));
        assert_eq!(colors.take(Some(3), None), Some(0));
    }

    #[test]
    fn a_body_with_too_many_hinges_leaves_the_rest_without() {
        let mut colors = Colors::default();
        colors.reset(COLORS + 3);
        let taken: Vec<_> = (0..COLORS as u32 + 1).map(|k| colors.take(Some(0), Some(k + 1))).collect();
        assert_eq!(taken.iter().flatten().count(), COLORS);
        assert_eq!(taken[COLORS], None);
    }
}
