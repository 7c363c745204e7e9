//! Which pieces of a document stand on which page.
//!
//! A page is filled from the top. Pictures shrink a little where that saves a page, one that ends with a gap because
//! the next step misses it by some lines, or a last one with little on it. Where the last one stays almost empty, the
//! pages before give it a part of theirs.

/// A page filled less than this share is almost empty.
const SPARSE: f32 = 0.4;
/// How far pictures shrink to save pages, the least first.
const SCALES: [f32; 5] = [0.95, 0.9, 0.85, 0.8, 0.75];

/// What a piece is for the pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Words, at their size.
    Words,
    /// A picture, which may shrink.
    Picture,
    /// Space between others; at the top of a page it is left out.
    Space,
    /// A new page begins.
    NewPage,
}

/// Room for a piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// Pixels, with pictures at their full size.
    pub(super) height: f32,
    /// It stands on the same page as the next piece.
    pub(super) is_bound: bool,
    pub(super) kind: Kind,
}

impl Slot {
    fn height(&self, scale: f32) -> f32 {
        if self.kind == Kind::Picture { scale * self.height } else { self.height }
    }
}

/// A page.
#[derive(Clone, Debug, Default)]
pub(super) struct Paged {
    /// Size of its pictures, as a share of their full size.
    pub(super) scale: f32,
    /// Its pieces, each with its distance from the top, pixels.
    pub(super) pieces: Vec<(usize, f32)>,
}

/// The pages, each `most` pixels high.
pub(super) fn paged(slots: &[Slot], most: f32) -> Vec<Paged> {
    let mut pages = Vec::new();
    let mut from = 0;
    while from < slots.len() || pages.is_empty() {
        let length = slots[from..].iter().skip(1).take_while(|slot| slot.kind != Kind::NewPage).count() + 1;
        let to = (from + length).min(slots.len());
        let of_section = fitted(&slots[from..to], most).into_iter();
        pages.extend(of_section.map(|page| Paged { pieces: page.pieces.into_iter().map(|(i, y)| (from + i, y)).collect(), ..page }));
        from = to.max(from + 1);
    }
    pages
}

/// The pages of a part that begins on a page of its own.
fn fitted(slots: &[Slot], most: f32) -> Vec<Paged> {
    let filled = |pages: &[Paged]| {
        let last = pages.last().and_then(|page| Some((page.scale, page.pieces.last()?)));
        last.map_or(0.0, |(scale, (index, y))| y + slots[*index].height(scale))
    };
    let plain = laid_out(slots, most, 1.0);
    let smaller: Vec<Vec<Paged>> = SCALES.into_iter().map(|scale| laid_out(slots, most, scale)).collect();
    if let Some(fewer) = smaller.into_iter().min_by_key(Vec::len).filter(|pages| pages.len() < plain.len()) {
        return fewer;
    }
    if plain.len() < 2 || filled(&plain) >= SPARSE * most {
        return plain;
    }
    // The lowest pages that are no more, none too low for what is bound together.
    let tallest = groups(slots).map(|group| height(&slots[group], 1.0)).filter(|height| *height <= most).fold(0.0, f32::max);
    let lower = (10..20).map(|share| most * share as f32 / 20.0).filter(|lower| *lower >= tallest);
    let even = lower.map(|lower| laid_out(slots, lower, 1.0)).find(|pages| pages.len() <= plain.len());
    even.filter(|even| filled(even) > filled(&plain)).unwrap_or(plain)
}

/// The ranges of pieces that are bound together.
fn groups(slots: &[Slot]) -> impl Iterator<Item = std::ops::Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let bound = slots.get(at..)?.iter().take_while(|slot| slot.is_bound).count();
        let group = at..(at + bound + 1).min(slots.len());
        at = group.end;
        (!group.is_empty()).then_some(group)
    })
}

fn height(slots: &[Slot], scale: f32) -> f32 {
    slots.iter().map(|slot| slot.height(scale)).sum()
}

/// Page after page from the top.
fn laid_out(slots: &[Slot], most: f32, scale: f32) -> Vec<Paged> {
    let new = || Paged { scale, pieces: Vec::new() };
    let mut pages = vec![new()];
    let mut y = 0.0;
    for group in groups(slots) {
        // What is bound together, as far as a page holds it.
        if y > 0.0 && y + height(&slots[group.clone()], scale).min(most) > most {
            pages.push(new());
            y = 0.0;
        }
        for index in group {
            let (kind, height) = (slots[index].kind, slots[index].height(scale));
            if y > 0.0 && kind != Kind::Space && y + height > most {
                pages.push(new());
                y = 0.0;
            }
            // Space at an end of a page is no space between.
            if kind == Kind::NewPage || kind == Kind::Space && (y == 0.0 || y + height > most) {
                continue;
            }
            if let Some(page) = pages.last_mut() {
                page.pieces.push((index, y));
            }
            y += height;
        }
    }
    pages
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(is_bound: bool) -> Slot {
        Slot { height: 20.0, is_bound, kind: Kind::Words }
    }

    /// A heading, a picture and lines that belong together.
    fn step(lines: usize) -> Vec<Slot> {
        let picture = Slot { height: 300.0, is_bound: true, kind: Kind::Picture };
        let words = (0..lines).map(|i| line(i + 1 < lines));
        [line(true), picture].into_iter().chain(words).collect()
    }

    fn pieces(pages: &[Paged]) -> Vec<usize> {
        pages.iter().flat_map(|page| &page.pieces).map(|(index, _)| *index).collect()
    }

    /// The last page of a printed lesson had one line on it.
    #[test]
    fn pictures_shrink_where_that_saves_an_almost_empty_page() {
        let slots: Vec<Slot> = (0..3).flat_map(|_| step(1)).collect();
        let pages = paged(&slots, 1000.0);
        assert_eq!((pages.len(), pieces(&pages)), (1, (0..slots.len()).collect()));
        assert_eq!(pages[0].scale, 0.95, "no smaller than they must be");
        let (last, y) = pages[0].pieces[slots.len() - 1];
        assert!(y + slots[last].height(0.95) <= 1000.0);
        // With room for all of them they keep their size.
        assert_eq!(paged(&slots, 1020.0)[0].scale, 1.0);
    }

    #[test]
    fn words_that_do_not_shrink_are_shared_out_instead() {
        let lines = vec![line(false); 51];
        let pages = paged(&lines, 1000.0);
        assert_eq!(pages.len(), 2);
        assert!(pages[1].pieces.len() > 15, "{}", pages[1].pieces.len());
        assert_eq!(pieces(&pages), (0..51).collect::<Vec<_>>());
    }

    #[test]
    fn a_part_that_begins_on_a_page_of_its_own_is_fitted_for_itself() {
        let new = Slot { height: 0.0, is_bound: false, kind: Kind::NewPage };
        let slots: Vec<Slot> = (0..3).flat_map(|_| step(1)).chain([new, line(false)]).collect();
        let pages = paged(&slots, 1000.0);
        assert_eq!(pages.iter().map(|page| page.scale).collect::<Vec<_>>(), [0.95, 1.0]);
        assert_eq!(pages[1].pieces, [(slots.len() - 1, 0.0)]);
    }

    #[test]
    fn what_is_bound_together_stays_on_a_page() {
        let slots: Vec<Slot> = (0..5).flat_map(|_| step(6)).collect();
        let pages = paged(&slots, 1000.0);
        for page in &pages {
            assert!(!slots[page.pieces.last().unwrap().0].is_bound, "a page ends within a step");
        }
        assert_eq!(pieces(&pages).len(), slots.len());
    }
}
