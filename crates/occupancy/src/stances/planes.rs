//! Planes of whole chunks, derived once and shared by all callers.
//!
//! INVARIANT: a value is a function of the stances of its chunks. So neither the order of calls nor what was forgotten
//! meanwhile matters.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use glam::IVec3;

use super::StanceMap;
use crate::coordinates::{CellBox, ChunkCoord, clip};
use crate::derived::{Before, Derived, Renewed};
use crate::traversability::{SharedChunk, Traversability, Uniform};

/// The largest number of chunks that are put together; memory of larger boxes would be theirs alone.
const LARGEST: u64 = 256;
/// The number of chunks after which all are forgotten: 512 of 128 KB, less those that are alike as a whole. A plane in
/// use keeps its chunks.
const MOST_CHUNKS: usize = 512;
/// The number of boxes after which all are forgotten.
const MOST_BOXES: usize = 64;

/// The planes of boxes of chunks, by their corners.
type Boxes = BTreeMap<[[i32; 3]; 2], Traversability>;

/// The planes that were asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Planes {
    uniform: Uniform,
    chunks: Derived<PlaneChunk>,
    boxes: Arc<Mutex<Boxes>>,
}

/// The plane of a chunk, derived when it is asked for.
type PlaneChunk = Renewed<SharedChunk>;

/// Returns the plane of a chunk, in the memory of the one before edits where they change nothing.
fn derived(
    stances: &StanceMap,
    chunk: ChunkCoord,
    before: Option<Before<SharedChunk>>,
) -> SharedChunk {
    let inside = chunk.local(&stances.occupancy.bounds());
    let mut rows = stances.chunk(chunk).plane();
    clip(&mut rows, &inside);
    let before = before.map(|before| before.value);
    match before {
        Some(before) if before.has_free(&rows) => before,
        before => (stances.planes.uniform).chunk(&inside, &rows, before.as_ref()),
    }
}

impl Planes {
    /// Returns the planes as they are after an edit of some boxes of cells, on which stances within `reach` depend.
    pub(super) fn after_edit(&self, boxes: impl Iterator<Item = CellBox>, reach: i32) -> Self {
        let mut known = self.boxes().clone();
        let boxes = boxes.inspect(|cells| {
            let reached = cells.grown(IVec3::splat(reach));
            known.retain(|&[min, max], _| {
                let cells = CellBox::new(min.into(), max.into());
                cells.intersection(&reached).is_empty()
            });
        });
        let chunks = (self.chunks).after_edit(boxes, reach, PlaneChunk::after_edit);
        Self {
            uniform: self.uniform.clone(),
            chunks,
            boxes: Arc::new(Mutex::new(known)),
        }
    }

    /// Returns the bytes of the chunks kept.
    pub(super) fn memory_bytes(&self) -> usize {
        self.chunks.memory_bytes(|chunk| {
            size_of::<PlaneChunk>() + usize::from(chunk.held().is_some()) * SharedChunk::BYTES
        })
    }

    fn boxes(&self) -> MutexGuard<'_, Boxes> {
        self.boxes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StanceMap {
    /// Returns the cells at which the body stands upright, in and on nothing that the rules mind, of all chunks that a
    /// box touches, derived once for all callers: what straight ways over the ground can be checked against. `None` if
    /// no cell of the box is within the bounds.
    ///
    /// A way that is clear there has ground below all that the body sweeps, by the rule of support.
    ///
    /// # Guarantees
    ///
    /// Later stances have a chunk in the same memory if an edit changed no such cell of it.
    ///
    /// # Complexity
    ///
    /// For each chunk that was not asked for since it was edited near, some 50 microseconds; for the others a look-up.
    /// Up to 512 chunks are kept, of 128 KB each; those of a box of more than 256 chunks are not.
    ///
    /// ```
    /// use voxnav_occupancy::glam::IVec3;
    /// use voxnav_occupancy::{CellBox, CellState, Footprint, OccupancyBuilder, StanceRules, StanceMap};
    ///
    /// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(90, 9, 6)))?;
    /// builder.set_box(CellBox::from_size(IVec3::new(90, 9, 1)), CellState::Occupied)?;
    /// let stances = StanceMap::new(&builder.commit(), &StanceRules::new(Footprint::ONE));
    /// let walkers = [3, 7].map(|x| CellBox::of_cell(IVec3::new(x, 5, 1)));
    /// let [one, other] = walkers.map(|cells| stances.plane_of_chunks(cells));
    /// let (one, other) = (one.ok_or("in the world")?, other.ok_or("in the world")?);
    /// assert!(one.is_same_snapshot(&other));
    /// assert!(one.is_traversable(IVec3::new(60, 8, 1)) && !one.is_traversable(IVec3::new(70, 8, 1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn plane_of_chunks(&self, cells: CellBox) -> Option<Traversability> {
        let bounds = self.occupancy.bounds();
        let cells = cells.intersection(&bounds);
        if cells.is_empty() {
            return None;
        }
        let chunks = cells.chunk_box();
        let [first, last] = [chunks.min, chunks.max - 1].map(|chunk| ChunkCoord(chunk).cells());
        let whole = first.hull(&last).intersection(&bounds);
        let put_together = |chunks: Vec<_>| self.planes.uniform.put_together(whole, &chunks);
        if chunks.volume() > LARGEST {
            let alone = |chunk| (chunk, derived(self, chunk, None));
            return Some(put_together(cells.chunks().map(alone).collect()));
        }
        let key = [whole.min, whole.max].map(|corner| corner.to_array());
        if let Some(known) = self.planes.boxes().get(&key) {
            return Some(known.clone());
        }
        if self.planes.chunks.len() >= MOST_CHUNKS {
            self.planes.chunks.forget();
            self.planes.boxes().clear();
        }
        let shared = |chunk| {
            let kept = self.planes.chunks.of(chunk, PlaneChunk::default);
            let plane = kept.of(|before| derived(self, chunk, before));
            (chunk, plane.clone())
        };
        let plane = put_together(cells.chunks().map(shared).collect());
        let mut boxes = self.planes.boxes();
        if boxes.len() >= MOST_BOXES {
            boxes.clear();
        }
        // Who was first among threads is the one whom all have.
        Some(boxes.entry(key).or_insert(plane).clone())
    }
}
