//! A list whose copies share what they have in common.

use std::ops::Index;
use std::sync::Arc;

/// Items of a page: 2^6.
const SHIFT: u32 = 6;
const PAGE: usize = 1 << SHIFT;

/// A list in pages of 64 items. A clone copies a pointer for each page, and a write to a shared page
/// copies that page alone.
///
/// INVARIANT: there are as many pages as hold `len` items; what the last one holds beyond is
/// meaningless.
#[derive(Clone, Debug)]
pub(super) struct Pages<T> {
    pages: Vec<Arc<[T; PAGE]>>,
    len: usize,
}

impl<T: Clone> Pages<T> {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        let items = self.pages.iter().flat_map(|page| page.iter());
        items.take(self.len)
    }

    pub(super) fn get(&self, index: usize) -> Option<&T> {
        (index < self.len).then(|| &self[index])
    }

    /// Returns the item at `index`, to be written; `None` beyond the end.
    pub(super) fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        if index >= self.len {
            return None;
        }
        let page = self.pages.get_mut(index >> SHIFT)?;
        Some(&mut Arc::make_mut(page)[index % PAGE])
    }

    pub(super) fn push(&mut self, item: T) {
        if self.len.is_multiple_of(PAGE) {
            self.pages
                .push(Arc::new(std::array::from_fn(|_| item.clone())));
        }
        self.len += 1;
        if let Some(last) = self.get_mut(self.len - 1) {
            *last = item;
        }
    }

    /// Returns the places of items on pages that are not shared with another list.
    pub(super) fn unshared<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = usize> + 'a {
        let is_shared = |page: &usize| match (self.pages.get(*page), other.pages.get(*page)) {
            (Some(own), Some(others)) => Arc::ptr_eq(own, others),
            _ => false,
        };
        let count = self.pages.len().max(other.pages.len());
        let apart = (0..count).filter(move |page| !is_shared(page));
        apart.flat_map(|page| page * PAGE..(page + 1) * PAGE)
    }

    /// Returns the bytes of the list by itself.
    pub(super) fn memory_bytes(&self) -> usize {
        self.pages.len() * size_of::<[T; PAGE]>()
            + self.pages.capacity() * size_of::<Arc<[T; PAGE]>>()
    }
}

impl<T: Clone> FromIterator<T> for Pages<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut pages = Self {
            pages: Vec::new(),
            len: 0,
        };
        items.into_iter().for_each(|item| pages.push(item));
        pages
    }
}

impl<T> Index<usize> for Pages<T> {
    type Output = T;

    #[inline]
    fn index(&self, index: usize) -> &T {
        &self.pages[index >> SHIFT][index % PAGE]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_parts_one_page_and_leaves_the_other_list_as_it_was() {
        let before: Pages<usize> = (0..1000).collect();
        let mut after = before.clone();
        *after.get_mut(200).unwrap() = 7;
        after.push(1000);
        assert_eq!((before[200], before.len()), (200, 1000));
        assert_eq!((after[200], after.len(), after[1000]), (7, 1001, 1000));
        assert!(after.get(1001).is_none() && after.get_mut(1001).is_none());
        assert!(before.iter().copied().eq(0..1000));
        let unshared: Vec<_> = before.unshared(&after).collect();
        let expected: Vec<_> = (192..256).chain(960..1024).collect();
        assert_eq!(unshared, expected);
    }
}
