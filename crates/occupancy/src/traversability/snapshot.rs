//! The bits of a snapshot, and what was found out about them since, here or in a crate above.

use std::any::Any;
use std::fmt::Debug;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex, OnceLock};

use super::Traversability;
use super::connectivity::Components;
use super::connectivity::components::LabelsBefore;
use super::directory::Directory;
use super::grid::Grid;
use super::jump_index::{IndexBefore, KeptIndex};
use super::jump_scan::Layer;
use super::rows::Rows;
use crate::coordinates::{Axis, ChunkCoord};

/// The bits of a snapshot, and what was found out about them since.
#[derive(Debug)]
pub(super) struct Snapshot {
    pub(super) grid: Grid,
    pub(super) components: OnceLock<Option<Arc<Components>>>,
    /// The components of a snapshot before, from which those of this one are found, until they are.
    labels_before: Mutex<Option<LabelsBefore>>,
    /// The number of chunks that have to be labeled for that.
    to_label: OnceLock<usize>,
    pub(super) jumps: KeptIndex,
    /// The value that a crate above derived from the bits.
    pub(super) attached: Attached,
    /// The layer, put together when searches within planes have asked for it often.
    pub(super) layer: OnceLock<Option<Layer>>,
    /// The number of times that searches within planes have asked for the layer.
    pub(super) asked_for_layer: AtomicU32,
}

impl Snapshot {
    pub(super) fn new(
        grid: Grid,
        labels_before: Option<LabelsBefore>,
        index_before: Option<IndexBefore>,
    ) -> Self {
        Self {
            grid,
            components: OnceLock::new(),
            labels_before: Mutex::new(labels_before),
            to_label: OnceLock::new(),
            jumps: KeptIndex::after(index_before),
            attached: Attached::new(),
            layer: OnceLock::new(),
            asked_for_layer: AtomicU32::new(0),
        }
    }

    /// Returns the connected components, labeled at the first call; `None` where the world is too
    /// large and empty to list all its chunks.
    pub(super) fn components(&self) -> Option<&Components> {
        if let Some(known) = self.components.get() {
            return known.as_deref();
        }
        let label = || {
            let Directory::Dense(directory) = &self.grid.directory else {
                return None;
            };
            // A copy: a snapshot that is derived while labels are found can do without what this
            // one waits for, and finds its own from the same.
            let before = self.labels_before.lock().ok().and_then(|it| it.clone());
            let updated = before.and_then(|before| before.updated(&self.grid));
            updated
                .or_else(|| Components::of(&self.grid, directory))
                .map(Arc::new)
        };
        let components = self.components.get_or_init(label);
        if let Ok(mut before) = self.labels_before.lock() {
            *before = None;
        }
        components.as_deref()
    }

    /// Returns the number of chunks that would have to be labeled to tell components.
    pub(super) fn chunks_to_label(&self) -> usize {
        if self.components.get().is_some() || matches!(self.grid.directory, Directory::Sparse(_)) {
            return 0;
        }
        let count = || {
            let before = self.labels_before.lock();
            let changed = before
                .ok()
                .and_then(|before| Some(before.as_ref()?.changed.len()));
            changed.unwrap_or_else(|| self.grid.distinct_chunks())
        };
        *self.to_label.get_or_init(count)
    }

    /// Returns the components from which the next snapshot can find its own, but for what will have
    /// changed there.
    pub(super) fn labels_for_next(&self) -> Option<LabelsBefore> {
        // The labels before are locked first: they are forgotten only once components are known.
        let before = self.labels_before.lock().ok()?;
        if let Some(components) = self.components.get() {
            return components.as_ref().map(|components| LabelsBefore {
                components: Arc::clone(components),
                changed: Vec::new(),
            });
        }
        before.clone()
    }
}

/// A value derived from a snapshot, which knows its size.
#[doc(hidden)]
pub trait Attachment: Any + Debug + Send + Sync + UnwindSafe + RefUnwindSafe {
    /// Returns the bytes that the value holds.
    fn memory_bytes(&self) -> usize;
}

/// The place of a snapshot for such a value.
pub(super) type Attached = OnceLock<Box<dyn Attachment>>;

impl Traversability {
    /// Returns the value attached to this snapshot, made first if there is none; `None` if one of another type is.
    #[doc(hidden)]
    #[must_use]
    pub fn attach<T: Attachment + Default>(&self) -> Option<&T> {
        let attached = self
            .snapshot
            .attached
            .get_or_init(|| Box::new(T::default()));
        let attached: &dyn Any = attached.as_ref();
        attached.downcast_ref()
    }

    /// Returns the value attached to this snapshot, if there is one of this type.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn attached<T: Attachment>(&self) -> Option<&T> {
        let attached: &dyn Any = self.snapshot.attached.get()?.as_ref();
        attached.downcast_ref()
    }

    /// Returns all chunks of the bounds, x fastest, then y, then z; `None` for worlds so large and empty that they
    /// cannot all be listed.
    #[doc(hidden)]
    #[must_use]
    pub fn listed_chunks(&self) -> Option<Vec<ChunkCoord>> {
        match &self.snapshot.grid.directory {
            Directory::Dense(dense) => Some(dense.chunks().collect()),
            Directory::Sparse(_) => None,
        }
    }

    /// Returns the rows of a chunk along an axis, by `v << 6 | u` for its place along the other two axes.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn rows(&self, chunk: ChunkCoord, axis: Axis) -> &Rows {
        self.entry(chunk).bits.along(axis)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::thread;

    use glam::IVec3;

    use crate::agent::UnknownPolicy;
    use crate::coordinates::CellBox;
    use crate::occupancy::{CellState, OccupancyBuilder};
    use crate::traversability::Traversability;

    #[test]
    fn who_is_derived_while_labels_are_found_labels_no_more_than_what_changed() {
        // Noise, so that labeling takes a while.
        let bounds = CellBox::from_size(IVec3::new(256, 256, 64));
        let mut draws = crate::draws::Draws::new(3);
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        for cell in bounds.cells().filter(|_| draws.percent(40)) {
            builder.set(cell, CellState::Occupied).unwrap();
        }
        let mut occupancy = builder.commit();
        let mut world = Traversability::new(&occupancy, UnknownPolicy::Blocked).with_components();
        for round in 0..8 {
            let mut edit = occupancy.edit();
            for chunk in bounds.chunks().take(12) {
                let state = [CellState::Free, CellState::Occupied][round % 2];
                edit.set(chunk.origin() + 30, state).unwrap();
            }
            occupancy = edit.commit();
            world = world.refreshed(&occupancy);
            let barrier = Barrier::new(2);
            thread::scope(|scope| {
                let labeling = scope.spawn(|| {
                    barrier.wait();
                    world.component(IVec3::ZERO)
                });
                barrier.wait();
                while !labeling.is_finished() {
                    let next = world.refreshed(&occupancy.edit().commit());
                    assert!(next.chunks_to_label() <= 12, "{}", next.chunks_to_label());
                    let mut edit = occupancy.edit();
                    edit.set(IVec3::splat(1), CellState::Occupied).unwrap();
                    let next = world.refreshed(&edit.commit());
                    assert!(next.chunks_to_label() <= 13, "{}", next.chunks_to_label());
                }
            });
        }
    }
}
