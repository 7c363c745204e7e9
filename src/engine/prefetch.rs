//! Prefetching: asking memory now for what a later pass of a loop will read.
//!
//! What belongs to one pair of a crowd lies in a dozen places of memory: two bodies, two boxes, a lane, entries of two
//! lists. A line of memory that is not in the cache takes as long as two hundred instructions. The processor reads
//! ahead by itself, but only some hundreds of instructions; in a loop with longer passes the waits come one after the
//! other. If each pass prefetches the lines of a later one, they overlap:
//!
//! ```text
//!   pass        1 ────────── 2 ────────── 3 ────────── 4 ────────── 5
//!   prefetches  5's lines    6's          7's          8's            here they are
//! ```
//!
//! A prefetch changes nothing but time, and does not always save any: not where memory is read in order (the processor
//! sees that itself), not where all of it is in the cache, not where passes are so short that the processor sees
//! several of them at once. In the solver's passes over contacts, prefetching the bodies of the next block cost a
//! twentieth. So it is done only where it was measured to help.
//!
//! Who prefetches what is said by the owner of the memory: `prefetch_…` methods of the tables, the contact graph and
//! the broad phase.

#![allow(unsafe_code)]

/// Passes between the prefetch and the use, if a pass has a hundred instructions.
pub const SOON: usize = 4;
/// Passes between prefetching an index and using what it points to: the index is prefetched first, then what it points
/// to.
const LATER: usize = 8;

/// Prefetches the line of memory in which a value begins.
#[inline(always)]
pub fn prefetch<T>(wanted: &T) {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse"))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the program is compiled for processors with the instruction; it is a hint, reads nothing and cannot
        // fail.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(wanted).cast()) }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse")))]
    let _ = wanted;
}

/// Prefetches the line of memory in which an element begins, if there is one.
#[inline(always)]
pub fn prefetch_at<T>(values: &[T], index: usize) {
    if let Some(wanted) = values.get(index) {
        prefetch(wanted);
    }
}

/// Each element, with two that are to be prefetched for: the one that is used soon and the one that is used later.
#[inline(always)]
pub fn with_upcoming<T>(values: &[T]) -> impl Iterator<Item = (&T, [Option<&T>; 2])> {
    values.iter().enumerate().map(|(k, now)| (now, [values.get(k + SOON), values.get(k + LATER)]))
}
