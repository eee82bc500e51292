//! Values derived from the cells chunk by chunk, and the rule by which they outlive an edit.
//!
//! A value depends on the cells within some reach of its chunk, and on nothing else. So an edit concerns
//! the chunks that its boxes touch when grown by that reach, and all other values are shared between the
//! world before and the world after. Of the chunks concerned, values that depend on rows of cells alone are derived
//! again only where the boxes reach ([`Renewed`]).

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock, RwLockReadGuard};

use glam::IVec3;

use crate::coordinates::{CellBox, ChunkCoord, EDGE, WHOLE_CHUNK};
use crate::occupancy::chunk_map::ChunkMap;

/// A value for each chunk that was asked for, by any number of threads.
///
/// A clone costs a pointer, and shares all values that are derived before and after.
#[derive(Debug)]
pub(crate) struct Derived<T>(Arc<RwLock<ChunkMap<Arc<T>>>>);

impl<T> Derived<T> {
    /// Returns the value of a chunk, derived if it is not known. Where threads derive the same at once, all get
    /// the value of the one that is done first.
    // Out of line: readers remember the chunks that they read last, and seldom come here.
    #[inline(never)]
    pub(crate) fn of(&self, chunk: ChunkCoord, derive: impl FnOnce() -> T) -> Arc<T> {
        if let Some(known) = self.known().get(chunk) {
            return known.clone();
        }
        let derived = Arc::new(derive());
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(first) = known.get(chunk) {
            return first.clone();
        }
        known.insert(chunk, derived.clone());
        derived
    }

    /// Returns the values as they are after an edit of some boxes of cells: chunks within `reach` cells of a
    /// box have what `left` leaves of their value, given the grown box in local coordinates, and all others
    /// share theirs.
    pub(crate) fn after_edit(
        &self,
        boxes: impl Iterator<Item = CellBox>,
        reach: i32,
        left: impl Fn(&T, &CellBox) -> Option<T>,
    ) -> Self {
        let mut known = self.known().clone();
        for cells in boxes {
            let reached = cells.grown(IVec3::splat(reach));
            let chunks: Vec<ChunkCoord> = if reached.chunk_box().volume() > known.len() as u64 {
                let is_near = |chunk: &ChunkCoord| !chunk.cells().intersection(&reached).is_empty();
                known.chunks().filter(is_near).collect()
            } else {
                reached.chunks().collect()
            };
            for chunk in chunks {
                let [min, max] = [reached.min, reached.max].map(|corner| corner - chunk.origin());
                let left = known
                    .get(chunk)
                    .map(|value| left(value, &CellBox { min, max }));
                match left {
                    Some(Some(value)) => known.insert(chunk, Arc::new(value)),
                    Some(None) => known.remove(chunk),
                    None => {}
                }
            }
        }
        Self(Arc::new(RwLock::new(known)))
    }

    /// Returns the number of values that are known.
    pub(crate) fn len(&self) -> usize {
        self.known().len()
    }

    /// Forgets all values, which are derived again when asked for.
    pub(crate) fn forget(&self) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = ChunkMap::default();
    }

    /// Returns the bytes of all values, which `of` tells of one, and of the nodes that hold them.
    pub(crate) fn memory_bytes(&self, of: impl Fn(&T) -> usize) -> usize {
        let known = self.known();
        known.memory_bytes() + known.iter().map(|(_, value)| of(value)).sum::<usize>()
    }

    fn known(&self) -> RwLockReadGuard<'_, ChunkMap<Arc<T>>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Default for Derived<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T> Clone for Derived<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

/// The value of a chunk that is derived when it is asked for, from the value before edits where there was one.
#[derive(Debug)]
pub(crate) struct Renewed<T> {
    value: OnceLock<T>,
    /// Let go once the value is derived.
    before: Mutex<Option<Before<T>>>,
}

/// The value of a chunk before edits.
#[derive(Clone, Debug)]
pub(crate) struct Before<T> {
    pub(crate) value: T,
    /// Boxes of whole rows along x, relative to the origin of the chunk, of which the value may differ.
    pub(crate) stale: Vec<CellBox>,
}

/// The most boxes of stale cells that are told apart.
const MOST_STALE: usize = 16;

impl<T: Clone> Renewed<T> {
    /// Returns the value, which `derive` gives if it is not known, from what it was before edits if that is known.
    pub(crate) fn of(&self, derive: impl FnOnce(Option<Before<T>>) -> T) -> &T {
        self.value.get_or_init(|| {
            let before = self.before().take();
            derive(before)
        })
    }

    /// Returns the value to be derived after an edit that concerns a box of cells, relative to the origin of the
    /// chunk; `None` if it was never derived.
    pub(crate) fn after_edit(&self, reached: &CellBox) -> Option<Self> {
        let mut before = match self.value.get() {
            Some(value) => Before {
                value: value.clone(),
                stale: Vec::new(),
            },
            None => self.before().clone()?,
        };
        let CellBox { min, max } = reached.intersection(&WHOLE_CHUNK);
        let rows = CellBox::new(min.with_x(0), max.with_x(EDGE));
        before.stale.push(rows);
        if before.stale.len() > MOST_STALE {
            before.stale = vec![WHOLE_CHUNK];
        }
        Some(Self {
            value: OnceLock::new(),
            before: Mutex::new(Some(before)),
        })
    }

    /// Returns the value that is held, the present one or that before edits, if there is one.
    pub(crate) fn held(&self) -> Option<T> {
        let before = || self.before().as_ref().map(|before| before.value.clone());
        self.value.get().cloned().or_else(before)
    }

    fn before(&self) -> MutexGuard<'_, Option<Before<T>>> {
        self.before.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Default for Renewed<T> {
    fn default() -> Self {
        Self {
            value: OnceLock::new(),
            before: Mutex::default(),
        }
    }
}

/// A value for each cell of a chunk, or for each row. What is the same everywhere takes no memory.
#[derive(Debug)]
pub(crate) enum ChunkValues<V> {
    Uniform(V),
    Mixed(Box<[V]>),
}

impl<V: Copy + Default + PartialEq> ChunkValues<V> {
    pub(crate) fn of(values: Box<[V]>) -> Self {
        let first = values.first().copied().unwrap_or_default();
        if values.iter().all(|value| *value == first) {
            Self::Uniform(first)
        } else {
            Self::Mixed(values)
        }
    }

    /// Returns the values with those of `others` at some places.
    pub(crate) fn with(
        &self,
        others: &[V],
        places: impl Iterator<Item = Range<usize>> + Clone,
    ) -> Self {
        let mut values = match self {
            Self::Mixed(values) => values.clone(),
            Self::Uniform(value) => {
                let changed = places.clone().flatten();
                if changed.into_iter().all(|place| others[place] == *value) {
                    return Self::Uniform(*value);
                }
                vec![*value; others.len()].into()
            }
        };
        for places in places {
            values[places.clone()].copy_from_slice(&others[places]);
        }
        Self::of(values)
    }

    #[inline]
    pub(crate) fn at(&self, index: usize) -> V {
        match self {
            Self::Uniform(value) => *value,
            Self::Mixed(values) => values[index],
        }
    }

    /// Returns the bytes beyond those of the value itself.
    pub(crate) fn memory_bytes(&self) -> usize {
        match self {
            Self::Uniform(_) => 0,
            Self::Mixed(values) => size_of_val(&**values),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Returns values for the chunks of a box, each its own coordinates.
    fn known(chunks: CellBox) -> Derived<IVec3> {
        let derived = Derived::default();
        for chunk in chunks.cells() {
            let _ = derived.of(ChunkCoord(chunk), || chunk);
        }
        derived
    }

    #[test]
    fn a_value_is_derived_once() {
        let (derived, times) = (Derived::default(), Cell::new(0));
        for _ in 0..3 {
            let value = derived.of(ChunkCoord(IVec3::ONE), || times.replace(times.get() + 1));
            assert_eq!((*value, times.get()), (0, 1));
        }
    }

    #[test]
    fn an_edit_concerns_the_chunks_within_reach_and_shares_the_others() {
        let chunks = CellBox::new(IVec3::splat(-2), IVec3::splat(3));
        let before = known(chunks);
        let cells = CellBox::new(IVec3::new(60, 5, 5), IVec3::new(62, 6, 6));
        // Few chunks near a small box, and all that are known near one that is larger than the world.
        let huge = CellBox::new(IVec3::splat(-1 << 20), IVec3::splat(1 << 20));
        for (boxes, reach) in [([cells, cells], 1), ([cells, cells], 5), ([cells, huge], 0)] {
            let after = before.after_edit(boxes.into_iter(), reach, |_, _| None);
            for chunk in chunks.cells().map(ChunkCoord) {
                let grown = boxes.map(|cells| CellBox::new(cells.min - reach, cells.max + reach));
                let is_near = |cells: CellBox| !cells.intersection(&chunk.cells()).is_empty();
                let was = before.of(chunk, || IVec3::MAX);
                let is = after.of(chunk, || IVec3::MAX);
                assert_eq!(
                    !Arc::ptr_eq(&was, &is),
                    grown.into_iter().any(is_near),
                    "{chunk:?}"
                );
            }
        }
    }

    #[test]
    fn what_is_left_of_a_value_is_told_by_the_grown_box_in_local_coordinates() {
        let before = known(CellBox::from_size(IVec3::splat(2)));
        let cells = CellBox::new(IVec3::new(70, 3, 3), IVec3::new(71, 4, 4));
        let after = before.after_edit([cells].into_iter(), 2, |_, reached| Some(reached.min));
        let near = after.of(ChunkCoord(IVec3::X), || IVec3::MAX);
        assert_eq!(*near, IVec3::new(4, 1, 1));
        let far = after.of(ChunkCoord(IVec3::ZERO), || IVec3::MAX);
        assert_eq!(*far, IVec3::ZERO);
    }
}
