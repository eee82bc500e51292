//! Distances of all cells of a world, derived chunk by chunk when first asked for.
//!
//! INVARIANT: `chunks` has an entry for every chunk with a cell nearer than the cap to a chunk that
//! the occupancy stores, save those that lie whole in a blocked outside; and perhaps for others, near
//! to what was stored before an edit. In every chunk without one the cells nearer than the cap to any
//! of its cells are in the state of the background or, beyond the bounds, of the outside, so that
//! distances follow from the bounds alone and memory follows from what was written. Values that an
//! entry holds are those of [`transform`] for `occupancy`.

use std::fmt;
use std::num::NonZeroU8;
use std::sync::{Arc, OnceLock};

use glam::IVec3;

use super::metric::Metric;
use super::transform::{reach, transform};
use crate::agent::UnknownPolicy;
use crate::coordinates::{Axis, ChunkCoord};
use crate::derived::ChunkValues;
use crate::occupancy::Occupancy;
use crate::occupancy::chunk_map::ChunkMap;

/// The values of a chunk, filled on the first question, and shared between snapshots in which they
/// are the same.
type Entry<M> = Arc<OnceLock<ChunkValues<<M as Metric>::Value>>>;

/// The distance from every cell of a world to the nearest blocked one, in one of three metrics: see
/// [`ChebyshevClearance`](crate::ChebyshevClearance),
/// [`EuclideanClearance`](crate::EuclideanClearance) and [`WorldClearance`](crate::WorldClearance).
///
/// ```
/// use std::num::NonZeroU8;
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_occupancy::{CellBox, ChebyshevClearance, OccupancyBuilder, UnknownPolicy};
///
/// let room = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
/// let clearance = ChebyshevClearance::new(&room, UnknownPolicy::Blocked, NonZeroU8::MAX);
/// assert_eq!(clearance.at(IVec3::splat(4)), 5, "from the middle to the walls");
/// # Ok::<(), voxnav_occupancy::OccupancyError>(())
/// ```
#[derive(Clone)]
pub struct Clearance<M: Metric> {
    pub(super) metric: M,
    occupancy: Occupancy,
    unknown: UnknownPolicy,
    cap: NonZeroU8,
    chunks: ChunkMap<Entry<M>>,
}

impl<M: Metric> Clearance<M> {
    /// Returns the clearance of all cells of a world, exact below `cap` cells.
    ///
    /// Takes time by the chunks that the world stores; distances are derived when asked for.
    #[must_use]
    pub fn new(occupancy: &Occupancy, unknown: UnknownPolicy, cap: NonZeroU8) -> Self
    where
        M: Default,
    {
        Self::by(M::default(), occupancy, unknown, cap)
    }

    /// Returns the clearance by a metric.
    pub(super) fn by(
        metric: M,
        occupancy: &Occupancy,
        unknown: UnknownPolicy,
        cap: NonZeroU8,
    ) -> Self {
        let near = grown(occupancy.world.chunks.chunks(), reach(&metric, cap));
        let mut field = Self {
            metric,
            occupancy: occupancy.clone(),
            unknown,
            cap,
            chunks: ChunkMap::default(),
        };
        field.chunks = near
            .into_iter()
            .filter(|&chunk| field.may_list(chunk))
            .map(|chunk| (chunk, Entry::<M>::default()))
            .collect();
        field
    }

    /// Returns the clearance of another snapshot of the world, by the same policy and cap.
    ///
    /// # Guarantees
    ///
    /// Equal to [`new`](Self::new) for that snapshot. Derived chunks are shared unless a cell of them
    /// is nearer than the cap to a chunk that changed. Another background, state outside or bounds
    /// changes every chunk.
    #[must_use]
    pub fn updated(&self, occupancy: &Occupancy) -> Self {
        let changes = occupancy.changes_since(&self.occupancy);
        if changes.is_total() {
            return Self::by(self.metric.clone(), occupancy, self.unknown, self.cap);
        }
        let mut field = Self {
            occupancy: occupancy.clone(),
            ..self.clone()
        };
        for chunk in grown(changes.chunks(), reach(&self.metric, self.cap)) {
            if field.may_list(chunk) {
                field.chunks.insert(chunk, Entry::<M>::default());
            }
        }
        field
    }

    /// Returns the distance of a cell, which may lie outside the bounds.
    pub(super) fn value(&self, cell: IVec3) -> M::Value {
        let chunk = ChunkCoord::of(cell);
        let Some(entry) = self.chunks.get(chunk) else {
            return self.of_unlisted(cell);
        };
        let local = cell & 63;
        let index = ((local.z << 6 | local.y) << 6 | local.x).unsigned_abs();
        self.derived(chunk, entry).at(index as usize)
    }

    /// Derives every chunk now instead of at the first question.
    pub fn derive_all(&self) {
        for (chunk, entry) in self.chunks.iter() {
            self.derived(chunk, entry);
        }
    }

    /// Returns the distance, in cells, from which on clearances are no longer told apart.
    #[must_use]
    pub fn cap(&self) -> NonZeroU8 {
        self.cap
    }

    /// Returns whether both are known to be equal without a look at any cell: of one snapshot of a world, by the same
    /// policy and cap.
    #[must_use]
    pub fn is_same_as(&self, other: &Self) -> bool {
        (self.unknown, self.cap) == (other.unknown, other.cap)
            && self.metric == other.metric
            && self.occupancy.is_same_snapshot(&other.occupancy)
    }

    /// Returns the bytes held so far, those shared with other snapshots included and the occupancy
    /// not.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let shared = 2 * size_of::<usize>() + size_of::<OnceLock<ChunkValues<M::Value>>>();
        let values = |entry: &Entry<M>| entry.get().map_or(0, ChunkValues::memory_bytes);
        let entries: usize = self
            .chunks
            .iter()
            .map(|(_, entry)| shared + values(entry))
            .sum();
        size_of::<Self>() + self.chunks.memory_bytes() + entries
    }

    fn derived<'a>(&self, chunk: ChunkCoord, entry: &'a Entry<M>) -> &'a ChunkValues<M::Value> {
        let derive = || transform(&self.metric, &self.occupancy, self.unknown, self.cap, chunk);
        entry.get_or_init(derive)
    }

    /// Returns whether a chunk near one that is stored has an entry.
    fn may_list(&self, chunk: ChunkCoord) -> bool {
        let inside = self.occupancy.bounds().chunk_box();
        self.unknown.admits(self.occupancy.outside()) || inside.contains(chunk.0)
    }

    /// Returns the distance of a cell of a chunk without an entry.
    fn of_unlisted(&self, cell: IVec3) -> M::Value {
        let far = self.metric.most(self.cap.get());
        let bounds = self.occupancy.bounds();
        // Whether cells that were never written are open, and those outside.
        let states = [self.occupancy.world.background(), self.occupancy.outside()];
        let [background, outside] = states.map(|state| self.unknown.admits(state));
        let (below, above) = (
            bounds.min.saturating_sub(cell),
            cell.saturating_sub(bounds.max - IVec3::ONE),
        );
        match (bounds.contains(cell), background, outside) {
            (true, false, _) | (false, _, false) => M::Value::default(),
            // To the nearest cell beyond a face.
            (true, true, false) => {
                let beyond = IVec3::ONE.saturating_sub(below.max(above));
                let [x, y, z] = self.straight(beyond.to_array());
                x.min(y).min(z)
            }
            // To the nearest cell of the bounds.
            (false, false, true) if !bounds.is_empty() => {
                let [x, y, z] = self.straight(below.max(above).to_array());
                M::join(M::join(x, y), z).min(far)
            }
            (true | false, _, true) => far,
        }
    }

    /// Returns the values of distances along each axis, in cells, at most the cap.
    fn straight(&self, cells: [i32; 3]) -> [M::Value; 3] {
        let cap = self.cap.get();
        let along = |axis: Axis| {
            let cells = u8::try_from(cells[axis.index()].max(0)).unwrap_or(cap);
            let value = self.metric.straight(axis, cells.min(cap));
            value.min(self.metric.most(cap))
        };
        Axis::ALL.map(along)
    }
}

/// Prints counts, because values would drown whatever they are printed with.
impl<M: Metric> fmt::Debug for Clearance<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cap, chunks) = (self.cap, self.chunks.len());
        write!(f, "Clearance(cap {cap}, {chunks} chunks)")
    }
}

/// Returns the chunks with a cell at most so far along each axis from a cell of one of the chunks, in order.
fn grown(chunks: impl Iterator<Item = ChunkCoord>, reach: IVec3) -> Vec<ChunkCoord> {
    let mut grown: Vec<_> = chunks.collect();
    // One axis after the other, because a chunk is reached from many others.
    for axis in Axis::ALL {
        let reach = (reach[axis.index()] + 63) >> 6;
        let along = |chunk: ChunkCoord| {
            (-reach..=reach).map(move |n| ChunkCoord(chunk.0 + axis.unit() * n))
        };
        grown = grown.into_iter().flat_map(along).collect();
        grown.sort_unstable();
        grown.dedup();
    }
    grown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coordinates::CellBox;
    use crate::occupancy::{CellState, OccupancyBuilder};
    use crate::spatial::clearance::metric::Chebyshev;

    fn derived_chunks(field: &Clearance<Chebyshev>) -> usize {
        let entries = field.chunks.iter();
        entries.filter(|(_, entry)| entry.get().is_some()).count()
    }

    #[test]
    fn an_update_keeps_what_no_change_is_near_to() {
        let bounds = CellBox::new(IVec3::ZERO, IVec3::new(64 * 9, 64, 64));
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        for x in 0..9 {
            builder
                .set(IVec3::new(64 * x, 9, 9), CellState::Occupied)
                .unwrap();
        }
        let world = builder.commit();
        let cap = NonZeroU8::new(9).unwrap();
        let before = Clearance::<Chebyshev>::new(&world, UnknownPolicy::Blocked, cap);
        assert_eq!(derived_chunks(&before), 0);
        before.derive_all();
        assert_eq!(derived_chunks(&before), 9);

        let cell = IVec3::new(64 * 4 + 7, 30, 30);
        let mut edit = world.edit();
        edit.set(cell, CellState::Occupied).unwrap();
        let after = before.updated(&edit.commit());
        assert_eq!(derived_chunks(&after), 9 - 3);
        assert_eq!((before.at(cell), after.at(cell)), (9, 0));
        assert_eq!(after.at(cell - IVec3::X * 8), 8);
    }

    #[test]
    fn chunks_are_near_by_the_nearest_of_their_cells() {
        for (cap, edge) in [(1, 1), (2, 3), (65, 3), (66, 5), (255, 9)] {
            let chunk = ChunkCoord(IVec3::new(-3, 0, 7));
            let reach = reach(&Chebyshev, NonZeroU8::new(cap).unwrap());
            let near = grown([chunk].into_iter(), reach);
            assert_eq!(near.len(), usize::pow(edge, 3), "cap {cap}");
        }
    }
}
