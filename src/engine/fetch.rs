//! Asking memory for what a later turn of a loop will need.
//!
//! What belongs to one pair of a crowd lies in a dozen places of memory: two bodies, two boxes, a lane, a place in two lists. A line of memory that is not in the cache takes as long as two hundred
//! instructions. The processor reads ahead by itself, but only as far as it looks ahead, some hundreds of instructions; in a loop with longer turns the waits come one after the other. If each turn asks
//! for the lines of a later one, they overlap:
//!
//! ```text
//!   turn      1 ────────── 2 ────────── 3 ────────── 4 ────────── 5
//!   asks for  5's lines    6's          7's          8's            here they are
//! ```
//!
//! Asking changes nothing but time, and does not always save any: not where memory is read in order (the processor sees that itself), nor where all of it is in the cache anyway, nor where turns are so
//! short that the processor sees several of them at once. In the solver's passes over contacts asking for the bodies of the next block cost a twentieth, so it is done only where it was measured to help.

#![allow(unsafe_code)]

/// Turns between asking and needing, if a turn has a hundred instructions.
pub const SOON: usize = 4;
/// Turns between asking for what tells where to look next and needing what is there.
const LATER: usize = 8;

/// Asks for the line of memory in which a value begins.
#[inline(always)]
pub fn fetch<T>(wanted: &T) {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse"))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the program is compiled for processors with the instruction; it is a hint, reads nothing and cannot fail.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(wanted).cast()) }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse")))]
    let _ = wanted;
}

/// Asks for the line of memory in which an element begins, if there is one.
#[inline(always)]
pub fn fetch_at<T>(values: &[T], index: usize) {
    if let Some(wanted) = values.get(index) {
        fetch(wanted);
    }
}

/// Each element, with the one that will be needed soon and the one that will be needed later.
#[inline(always)]
pub fn with_ahead<T>(values: &[T]) -> impl Iterator<Item = (&T, [Option<&T>; 2])> {
    values.iter().enumerate().map(|(k, now)| (now, [values.get(k + SOON), values.get(k + LATER)]))
}
