//! Planes of whole chunks, derived once and shared by all who ask.
//!
//! INVARIANT: a value is a function of the stances of its chunks. So it does not matter who asks first, nor what was
//! forgotten meanwhile.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use glam::IVec3;

use super::Stances;
use crate::coordinates::{CellBox, ChunkCoord, clip};
use crate::derived::{Before, Derived, Renewed};
use crate::traversability::{SharedChunk, Traversability, Uniform};

/// The largest number of chunks that are put together; memory of larger boxes would be theirs alone.
const LARGEST: u64 = 256;
/// The number of chunks after which all are forgotten: 512 of 128 KB, less those that are alike as a whole. Who holds
/// a plane keeps its chunks.
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
type PlaneChunk = Renewed<Option<SharedChunk>>;

/// Returns the plane of a chunk, in the memory of the one before edits where they change nothing.
fn derived(
    stances: &Stances,
    chunk: ChunkCoord,
    before: Option<Before<Option<SharedChunk>>>,
) -> Option<SharedChunk> {
    let bounds = stances.occupancy.bounds();
    let mut rows = stances.chunk(chunk).plane();
    clip(&mut rows, &chunk.local(&bounds));
    let before = before.and_then(|before| before.value);
    let before = before.as_ref();
    let same = before.filter(|before| before.has_free(&rows));
    let anew = || stances.planes.uniform.chunk(chunk, &bounds, &rows, before);
    same.cloned().or_else(anew)
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
            size_of::<PlaneChunk>()
                + usize::from(chunk.held().flatten().is_some()) * SharedChunk::BYTES
        })
    }

    fn boxes(&self) -> MutexGuard<'_, Boxes> {
        self.boxes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Stances {
    /// Returns the cells at which the body stands upright, in and on nothing that the rules mind, of all chunks that a
    /// box touches: those of [`plane_within`](Self::plane_within) for a larger box, derived once for all who ask.
    /// `None` if no cell of the box is within the bounds.
    ///
    /// # Guarantees
    ///
    /// Later stances have a chunk in the same memory if an edit changed no such cell of it.
    ///
    /// # Complexity
    ///
    /// For each chunk that was not asked for since it was edited near, some 50 microseconds; for the others a look-up.
    /// Up to 512 chunks are kept, of 128 KB each. A box of more than 256 chunks costs what `plane_within` does.
    ///
    /// ```
    /// use voxnav_occupancy::glam::IVec3;
    /// use voxnav_occupancy::{CellBox, CellState, Footprint, OccupancyBuilder, StanceRules, Stances};
    ///
    /// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(90, 9, 6)))?;
    /// builder.set_box(CellBox::from_size(IVec3::new(90, 9, 1)), CellState::Occupied)?;
    /// let stances = Stances::new(&builder.commit(), &StanceRules::new(Footprint::ONE));
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
        if chunks.volume() > LARGEST {
            return self.plane_within(whole);
        }
        let key = [whole.min, whole.max].map(|corner| corner.to_array());
        if let Some(known) = self.planes.boxes().get(&key) {
            return Some(known.clone());
        }
        if self.planes.chunks.len() >= MOST_CHUNKS {
            self.planes.chunks.forget();
            self.planes.boxes().clear();
        }
        let planes: Option<Vec<_>> = (cells.chunks())
            .map(|chunk| {
                let kept = self.planes.chunks.of(chunk, PlaneChunk::default);
                let plane = kept.of(|before| derived(self, chunk, before));
                Some((chunk, plane.clone()?))
            })
            .collect();
        let Some(plane) = self.planes.uniform.put_together(whole, &planes?) else {
            return self.plane_within(whole);
        };
        let mut boxes = self.planes.boxes();
        if boxes.len() >= MOST_BOXES {
            boxes.clear();
        }
        // Who was first among threads is the one whom all have.
        Some(boxes.entry(key).or_insert(plane).clone())
    }
}
