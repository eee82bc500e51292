//! A list whose copies share what they have in common.

use std::ops::Index;
use std::sync::Arc;

/// Items of a page, as a power of two.
const PAGE: u32 = 6;

/// A list in pages of 64 items. A clone copies a pointer for each page, and a write to a shared page
/// copies that page alone.
#[derive(Clone, Debug)]
pub(super) struct Pages<T> {
    pages: Vec<Arc<[T]>>,
}

impl<T: Clone> Pages<T> {
    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.pages.iter().flat_map(|page| page.iter())
    }

    pub(super) fn get(&self, index: usize) -> Option<&T> {
        self.pages
            .get(index >> PAGE)?
            .get(index & ((1 << PAGE) - 1))
    }

    /// The item at `index`, to be written; `None` beyond the end.
    pub(super) fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        let page = self.pages.get_mut(index >> PAGE)?;
        Arc::make_mut(page).get_mut(index & ((1 << PAGE) - 1))
    }

    /// How many pages are not shared with another list of as many items.
    #[cfg(test)]
    pub(super) fn pages_apart(&self, other: &Self) -> usize {
        let pages = self.pages.iter().zip(&other.pages);
        pages.filter(|(a, b)| !Arc::ptr_eq(a, b)).count()
    }

    /// The bytes of the list by itself.
    pub(super) fn memory_bytes(&self) -> usize {
        let items: usize = self.pages.iter().map(|page| size_of_val(&**page)).sum();
        items + self.pages.capacity() * size_of::<Arc<[T]>>()
    }
}

impl<T: Clone> From<Vec<T>> for Pages<T> {
    fn from(items: Vec<T>) -> Self {
        let pages = items.chunks(1 << PAGE).map(Arc::from);
        Self {
            pages: pages.collect(),
        }
    }
}

impl<T> Index<usize> for Pages<T> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        &self.pages[index >> PAGE][index & ((1 << PAGE) - 1)]
    }
}
