//! The order in which a save writes the two roots of a file.
//!
//! The tests compile this file, too: bytes on a disk do not show in which order they were written.

/// Returns which root to write first, and which after it: first the one that does not hold the last save, if that
/// save was interrupted between its roots, so that its only root stays until the next is safe.
pub(crate) fn stale_first<R: PartialEq>(last: &R, roots: &[Option<R>; 2]) -> [usize; 2] {
    let [first, second] = [0, 1].map(|at: usize| roots[at].as_ref() == Some(last));
    if first && !second { [1, 0] } else { [0, 1] }
}
