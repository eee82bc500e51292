//! Values that a crate above derives from a snapshot, and that live as long as it does.

use std::any::Any;
use std::fmt::Debug;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::OnceLock;

use super::Traversability;
use super::directory::Directory;
use super::rows::Rows;
use crate::coordinates::{Axis, ChunkCoord};

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
