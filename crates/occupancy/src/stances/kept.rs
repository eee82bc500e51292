//! The results that a reader works out for spans of 16 cells from their stances and keeps with them, such as
//! which moves lead from each cell.
//!
//! INVARIANT: what is kept of a span is a function of the stances within the rules' reach of it, and of whether the
//! ground is even there.

use std::array::from_fn;
use std::sync::{Arc, OnceLock};

use glam::IVec3;

use super::StanceMap;
use super::recent::RecentChunks;
use crate::coordinates::{CellBox, ChunkCoord, EDGE};

/// The number of cells in a row along x of which results are kept together, from a multiple of it on.
pub const SPAN: i32 = 16;

/// The spans of a row of 64 cells, by x.
type Row = [OnceLock<Arc<[u64]>>; SPANS];
const SPANS: usize = (EDGE / SPAN) as usize;

/// The rows of a layer, by y.
type Layer = [OnceLock<Arc<Row>>; 64];

/// The kind of result that is kept of a span, each by itself: one may be worked out from another of
/// spans nearby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Factors,
    Moves,
}

/// The spans of a chunk of which something is kept: by kind, by z, by y, then by x.
#[derive(Debug)]
pub(crate) struct KeptSpans {
    layers: [[OnceLock<Arc<Layer>>; 64]; 2],
}

impl KeptSpans {
    pub(super) fn new() -> Self {
        Self {
            layers: [const { [const { OnceLock::new() }; 64] }; 2],
        }
    }

    /// Returns the same spans with nothing kept of those in a local box. The others are shared, and so is what is
    /// worked out of them later.
    pub(super) fn without(&self, cells: &CellBox) -> Self {
        let [x, y, z] = [0, 1, 2].map(|axis| cells.min[axis]..cells.max[axis]);
        let is_left = |at: usize| {
            let first = small(at) * SPAN;
            first >= x.end || first + SPAN <= x.start
        };
        let row = |row: &Arc<Row>| if_any_known(left(row, is_left, |_| None));
        let is_left = |at: usize| !y.contains(&small(at));
        let layer = |layer: &Arc<Layer>| if_any_known(left(layer, is_left, row));
        let is_left = |at: usize| !z.contains(&small(at));
        Self {
            layers: from_fn(|kind| left(&self.layers[kind], is_left, layer)),
        }
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let known = self.layers.iter().flatten().filter_map(OnceLock::get);
        let layers = known.map(|layer| {
            let rows = layer.iter().filter_map(OnceLock::get);
            let spans = rows.map(|row| {
                let words = row.iter().filter_map(OnceLock::get);
                size_of_val(&**row) + words.map(|words| size_of_val(&**words)).sum::<usize>()
            });
            size_of_val(&**layer) + spans.sum::<usize>()
        });
        size_of::<Self>() + layers.sum::<usize>()
    }
}

/// Returns parts that share those before where nothing is lost; of the others what `rest` leaves of them.
fn left<T: Clone, const N: usize>(
    parts: &[OnceLock<T>; N],
    is_left: impl Fn(usize) -> bool,
    rest: impl Fn(&T) -> Option<T>,
) -> [OnceLock<T>; N] {
    from_fn(|at| {
        let before = parts[at].get();
        let after = if is_left(at) {
            before.cloned()
        } else {
            before.and_then(&rest)
        };
        after.map_or_else(OnceLock::new, OnceLock::from)
    })
}

/// Returns parts to be shared, if anything is known of them.
fn if_any_known<T, const N: usize>(parts: [OnceLock<T>; N]) -> Option<Arc<[OnceLock<T>; N]>> {
    let is_known = parts.iter().any(|part| part.get().is_some());
    is_known.then(|| Arc::new(parts))
}

/// Reads what is kept of spans, and remembers the chunks that it read last.
///
/// ```
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_occupancy::{CellBox, Footprint, OccupancyBuilder, StanceRules, StanceMap};
///
/// let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// let stances = StanceMap::new(&world, &StanceRules::new(Footprint::ONE));
/// let cell = IVec3::ONE;
/// let first = stances.span_keeper().moves(cell, || [1, 2, 3].into()).map(<[u64]>::to_vec);
/// let again = stances.span_keeper().moves(cell, || unreachable!()).map(<[u64]>::to_vec);
/// assert_eq!((first.as_deref(), again.as_deref()), (Some(&[1, 2, 3][..]), Some(&[1, 2, 3][..])));
/// # Ok::<(), voxnav_occupancy::OccupancyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SpanKeeper<'s> {
    stances: &'s StanceMap,
    bounds: CellBox,
    recent: RecentChunks<KeptSpans>,
}

impl<'s> SpanKeeper<'s> {
    pub(super) fn new(stances: &'s StanceMap) -> Self {
        Self {
            stances,
            bounds: stances.occupancy().bounds(),
            recent: RecentChunks::none(),
        }
    }

    /// Returns the kept costs of being at the cells of a cell's span, worked out if none are kept; `None` outside the
    /// bounds.
    ///
    /// INVARIANT: `work_out` gives the same for a span whenever it is asked.
    #[inline]
    pub fn factors(
        &mut self,
        cell: IVec3,
        work_out: impl FnOnce() -> Arc<[u64]>,
    ) -> Option<&[u64]> {
        self.span(Kind::Factors, cell, work_out)
    }

    /// Returns the kept moves from the cells of a cell's span, likewise.
    #[inline]
    pub fn moves(&mut self, cell: IVec3, work_out: impl FnOnce() -> Arc<[u64]>) -> Option<&[u64]> {
        self.span(Kind::Moves, cell, work_out)
    }

    #[inline]
    fn span(
        &mut self,
        kind: Kind,
        cell: IVec3,
        work_out: impl FnOnce() -> Arc<[u64]>,
    ) -> Option<&[u64]> {
        if !self.bounds.contains(cell) {
            return None;
        }
        let chunk = ChunkCoord::of(cell);
        let kept = (self.recent).of(chunk, || self.stances.kept.of(chunk, KeptSpans::new));
        let layers = &kept.layers[usize::from(kind == Kind::Moves)];
        let [x, y, z] = cell.to_array().map(|at| (at & 63).unsigned_abs() as usize);
        let layer = layers[z].get_or_init(|| Arc::new([const { OnceLock::new() }; 64]));
        let row = layer[y].get_or_init(|| Arc::new([const { OnceLock::new() }; SPANS]));
        Some(row[x / SPAN.unsigned_abs() as usize].get_or_init(work_out))
    }
}

/// Returns a number as a local coordinate.
fn small(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
