//! The results that a reader works out for rows of cells from their stances and keeps with them, such as
//! which moves lead from each cell.
//!
//! INVARIANT: what is kept of a row is a function of the stances within the rules' reach of it, and of whether the
//! ground is even there.

use std::array::from_fn;
use std::sync::{Arc, OnceLock};

use glam::IVec3;

use super::Stances;
use super::recent::RecentChunks;
use crate::coordinates::{CellBox, ChunkCoord};

type Words = OnceLock<Arc<[u64]>>;

/// The rows of a layer, by y.
type Layer = [Words; 64];

/// The kind of result that is kept of a row, each by itself: one may be worked out from another of
/// rows nearby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Factors,
    Moves,
}

/// The rows of a chunk of which something is kept: by kind, by z, then by y.
#[derive(Debug)]
pub(crate) struct KeptRows {
    layers: [[OnceLock<Arc<Layer>>; 64]; 2],
}

impl KeptRows {
    pub(super) fn new() -> Self {
        Self {
            layers: [const { [const { OnceLock::new() }; 64] }; 2],
        }
    }

    /// Returns the same rows with nothing kept of those through a local box. The others are shared, and so is what is
    /// worked out of them later.
    pub(super) fn without(&self, cells: &CellBox) -> Self {
        let is_lost = |low: i32, end: i32, at: usize| (low..end).contains(&small(at));
        let layer = |z: usize, before: &OnceLock<Arc<Layer>>| match before.get() {
            None => OnceLock::new(),
            Some(layer) if !is_lost(cells.min.z, cells.max.z, z) => OnceLock::from(layer.clone()),
            Some(layer) => OnceLock::from(Arc::new(from_fn(|y| match layer[y].get() {
                Some(words) if !is_lost(cells.min.y, cells.max.y, y) => {
                    OnceLock::from(words.clone())
                }
                _ => OnceLock::new(),
            }))),
        };
        Self {
            layers: from_fn(|kind| from_fn(|z| layer(z, &self.layers[kind][z]))),
        }
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let layers = self.layers.iter().flatten().filter_map(OnceLock::get);
        let rows = layers.map(|layer| {
            let words = layer.iter().filter_map(OnceLock::get);
            size_of_val(&**layer) + words.map(|words| size_of_val(&**words)).sum::<usize>()
        });
        size_of::<Self>() + rows.sum::<usize>()
    }
}

/// Reads what is kept of rows, and remembers the chunks that it read last.
///
/// ```
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_occupancy::{CellBox, Footprint, OccupancyBuilder, StanceRules, Stances};
///
/// let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// let stances = Stances::new(&world, &StanceRules::new(Footprint::ONE));
/// let cell = IVec3::ONE;
/// let first = stances.row_keeper().moves(cell, || [1, 2, 3].into()).map(<[u64]>::to_vec);
/// let again = stances.row_keeper().moves(cell, || unreachable!()).map(<[u64]>::to_vec);
/// assert_eq!((first.as_deref(), again.as_deref()), (Some(&[1, 2, 3][..]), Some(&[1, 2, 3][..])));
/// # Ok::<(), voxnav_occupancy::OccupancyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RowKeeper<'s> {
    stances: &'s Stances,
    bounds: CellBox,
    recent: RecentChunks<KeptRows>,
}

impl<'s> RowKeeper<'s> {
    pub(super) fn new(stances: &'s Stances) -> Self {
        Self {
            stances,
            bounds: stances.occupancy().bounds(),
            recent: RecentChunks::none(),
        }
    }

    /// Returns the kept costs of being at the cells of a row, worked out if none are kept; `None` outside the
    /// bounds.
    ///
    /// INVARIANT: `work_out` gives the same for a row whenever it is asked.
    #[inline]
    pub fn factors(
        &mut self,
        cell: IVec3,
        work_out: impl FnOnce() -> Arc<[u64]>,
    ) -> Option<&[u64]> {
        self.row(Kind::Factors, cell, work_out)
    }

    /// Returns the kept moves from the cells of a row, likewise.
    #[inline]
    pub fn moves(&mut self, cell: IVec3, work_out: impl FnOnce() -> Arc<[u64]>) -> Option<&[u64]> {
        self.row(Kind::Moves, cell, work_out)
    }

    #[inline]
    fn row(
        &mut self,
        kind: Kind,
        cell: IVec3,
        work_out: impl FnOnce() -> Arc<[u64]>,
    ) -> Option<&[u64]> {
        if !self.bounds.contains(cell) {
            return None;
        }
        let chunk = ChunkCoord::of(cell);
        let kept = (self.recent).of(chunk, || self.stances.kept.of(chunk, KeptRows::new));
        let layers = &kept.layers[usize::from(kind == Kind::Moves)];
        let [y, z] = [cell.y, cell.z].map(|at| (at & 63).unsigned_abs() as usize);
        let layer = layers[z].get_or_init(|| Arc::new([const { OnceLock::new() }; 64]));
        Some(layer[y].get_or_init(work_out))
    }
}

/// Returns a number as a local coordinate.
fn small(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
