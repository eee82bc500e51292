//! The growth of the memory of a search.

/// Makes room for `more` elements, and for an eighth of those held: a search that takes gigabytes
/// should not hold half of them in vain. Large blocks grow in place as a rule.
#[inline]
pub(crate) fn make_room<T>(elements: &mut Vec<T>, more: usize) {
    if elements.capacity() - elements.len() < more {
        grow(elements, more);
    }
}

#[cold]
fn grow<T>(elements: &mut Vec<T>, more: usize) {
    const LEAST_BYTES: usize = 1 << 12;
    let least = LEAST_BYTES / size_of::<T>().max(1);
    elements.reserve_exact(more.max(elements.len() / 8).max(least));
}

/// Puts an element in its place, which must not lie beyond the end.
#[inline]
pub(crate) fn put<T>(elements: &mut Vec<T>, place: usize, element: T) {
    if let Some(known) = elements.get_mut(place) {
        *known = element;
    } else {
        make_room(elements, 1);
        elements.push(element);
    }
}
