//! The chunks that a reader of stances read last.

use std::sync::Arc;

use crate::coordinates::ChunkCoord;

/// The values of the chunks read last, by the lowest bits of their coordinates: eight around a corner
/// are remembered at once.
#[derive(Debug)]
pub(super) struct RecentChunks<T> {
    chunks: [Option<(ChunkCoord, Arc<T>)>; 8],
}

impl<T> RecentChunks<T> {
    pub(super) fn none() -> Self {
        Self {
            chunks: [const { None }; 8],
        }
    }

    /// Returns the value of a chunk, looked up if it is not remembered.
    #[inline]
    pub(super) fn of(&mut self, chunk: ChunkCoord, look_up: impl FnOnce() -> Arc<T>) -> &T {
        let [x, y, z] = (chunk.0 & 1).to_array();
        let recent = &mut self.chunks[(z << 2 | y << 1 | x).unsigned_abs() as usize & 7];
        if recent.as_ref().is_some_and(|(known, _)| *known != chunk) {
            *recent = None;
        }
        &recent.get_or_insert_with(|| (chunk, look_up())).1
    }
}

impl<T> Clone for RecentChunks<T> {
    fn clone(&self) -> Self {
        Self {
            chunks: self.chunks.clone(),
        }
    }
}
