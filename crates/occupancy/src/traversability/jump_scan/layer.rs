//! The rows of a world of one layer, for searches that read nothing else.
//!
//! For each heading the cells along it are numbered in strips of 32, in the order in which a run meets them. For each row
//! there is a word for every strip, which holds the next strip too, so that any cell has 32 others in sight in one word. Words
//! of rows side by side stand side by side: the three rows that matter to a run are found by one look-up, in
//! one or two lines of the cache. That the rows stand there for both headings along an axis spares a branch that
//! nothing foretells.

use std::sync::atomic::Ordering;

use glam::IVec3;

use super::plane_reader::Component;
use crate::coordinates::{Axis, CellBox, ChunkCoord, Heading, Sign};
use crate::traversability::Traversability;
use crate::traversability::grid::Grid;

/// The largest layer that is kept, in cells: a megabyte.
const MOST_CELLS: i64 = 1 << 20;

/// The number of times the rows of a layer are asked for before they are put together: a search from
/// both ends asks twice, and putting them together takes as long as some ten such searches in caves of
/// 512 x 512.
const OFTEN: u32 = 64;

/// The rows of a world of one layer, a bit for each cell, set where traversable.
#[derive(Debug)]
pub(in crate::traversability) struct Layer {
    fixed: Axis,
    /// The lanes by [`Heading::index`]; those of headings across the layer are empty.
    lanes: [Lane; 6],
}

/// The rows along one heading.
#[derive(Debug, Default)]
struct Lane {
    along: Component,
    across: Component,
    /// All bits where the order is against that of the coordinates.
    flip: i32,
    /// The coordinate, so flipped, of the first cell of the first strip, and the coordinate of the first row.
    /// No cell of either is within the bounds.
    first: [i32; 2],
    /// The number of rows.
    rows: i32,
    /// The words by strip, then by row.
    words: Vec<u64>,
}

/// Three rows side by side, seen from a cell of the one in the middle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    pub(super) rows: [u64; 3],
    /// The number of bits, from that of the cell on, that are cells.
    pub(super) cells: u32,
}

impl Lane {
    fn new(Heading { axis, sign }: Heading, across: Axis, CellBox { min, max }: CellBox) -> Self {
        let [flip, least, most] = match sign {
            Sign::Positive => [0, axis.of(min), axis.of(max) - 1],
            Sign::Negative => [-1, !(axis.of(max) - 1), !axis.of(min)],
        };
        // Strips begin where half a chunk does.
        let first = (least & !31).wrapping_sub(32);
        let strips = (most.wrapping_sub(first) >> 5) + 2;
        let rows = across.of(max) - across.of(min) + 2;
        Self {
            along: Component::along(axis),
            across: Component::along(across),
            flip,
            first: [first, across.of(min).wrapping_sub(1)],
            rows,
            words: vec![0; strips as usize * rows as usize],
        }
    }

    /// Returns the number of a cell along its row, and of the row.
    #[inline]
    fn place(&self, cell: IVec3) -> [i32; 2] {
        let [first, first_row] = self.first;
        let along = self.along.of(cell) ^ self.flip;
        [
            along.wrapping_sub(first),
            self.across.of(cell).wrapping_sub(first_row),
        ]
    }

    /// Returns the words of a strip in a row and in its neighbors.
    #[inline]
    fn rows(&self, strip: i32, row: i32) -> Option<&[u64; 3]> {
        let before = strip.wrapping_mul(self.rows).wrapping_add(row - 1);
        self.words.get(before as usize..)?.first_chunk()
    }

    /// Adds the words of some rows side by side, each 64 cells from the first one of a strip on, given where the
    /// first of all these cells is.
    fn put(&mut self, first: IVec3, rows: &(impl Iterator<Item = u64> + Clone)) {
        let [at, row] = self.place(first);
        let parts = [|cells| cells << 32, |cells| cells, |cells: u64| cells >> 32];
        for (strip, part) in (at / 32 - 1..).zip(parts) {
            let place = strip.wrapping_mul(self.rows).wrapping_add(row) as usize;
            // Of a word at the end of the bounds some strip may be none.
            let words = self.words.get_mut(place..).unwrap_or_default();
            for (word, cells) in words.iter_mut().zip(rows.clone()) {
                *word |= part(cells);
            }
        }
    }
}

impl Traversability {
    /// Returns the rows of a small world that has but one layer, across an axis, put together once they were
    /// asked for so often that it pays: a snapshot that is searched a few times, as between two edits, does
    /// without.
    pub(super) fn layer(&self, fixed: Axis) -> Option<&Layer> {
        let snapshot = &*self.snapshot;
        let layer = match snapshot.layer.get() {
            Some(layer) => layer,
            // How often exactly does not matter.
            None if snapshot.asked_for_layer.fetch_add(1, Ordering::Relaxed) < OFTEN => {
                return None;
            }
            None => snapshot.layer.get_or_init(|| Layer::of(&snapshot.grid)),
        };
        layer.as_ref().filter(|layer| layer.is_across(fixed))
    }
}

impl Layer {
    /// Returns the rows of a world that has but one layer, which is not too large.
    pub(in crate::traversability) fn of(grid: &Grid) -> Option<Self> {
        let CellBox { min, max } = grid.bounds;
        let size = |axis: Axis| i64::from(axis.of(max)) - i64::from(axis.of(min));
        let fixed = Axis::ALL.into_iter().rfind(|&axis| size(axis) == 1)?;
        let [a, b] = fixed.others();
        if size(a).max(size(b)) > MOST_CELLS || size(a) * size(b) > MOST_CELLS {
            return None;
        }
        let mut layer = Self {
            fixed,
            lanes: Heading::ALL.map(|heading| match heading.axis {
                axis if axis == a => Lane::new(heading, b, grid.bounds),
                axis if axis == b => Lane::new(heading, a, grid.bounds),
                _ => Lane::default(),
            }),
        };
        for chunk in grid.bounds.chunks() {
            layer.fill(grid, chunk, [a, b]);
        }
        Some(layer)
    }

    /// Returns whether its rows lie across an axis.
    pub(in crate::traversability) fn is_across(&self, axis: Axis) -> bool {
        self.fixed == axis
    }

    /// Copies the rows of a chunk.
    fn fill(&mut self, grid: &Grid, chunk: ChunkCoord, [a, b]: [Axis; 2]) {
        let bits = &grid.entry(chunk).bits;
        let origin = chunk.origin();
        let part = CellBox::new(origin, origin + 64).intersection(&grid.bounds);
        for (axis, across) in [(a, b), (b, a)] {
            let rows = bits.along(axis);
            let [u, v] = axis.others();
            let stride = if u == across { 1 } else { 64 };
            let mut first = part.min;
            first[axis.index()] = axis.of(origin);
            let local = first & 63;
            let rows = &rows[(v.of(local) << 6 | u.of(local)) as usize..];
            let count = across.of(part.max) - across.of(part.min);
            let rows = rows.iter().step_by(stride).take(count as usize);
            let [up, down] = [2 * axis.index(), 2 * axis.index() + 1];
            self.lanes[up].put(first, &rows.clone().copied());
            let last = first + axis.unit() * 63;
            self.lanes[down].put(last, &rows.map(|row| row.reverse_bits()));
        }
    }

    /// Returns the rows from a cell of the layer on, in the order of a run along a heading.
    #[inline]
    pub(super) fn ahead(&self, from: IVec3, heading: Heading) -> Option<Sight> {
        let lane = &self.lanes[heading.index()];
        let [at, row] = lane.place(from);
        let rows = lane.rows(at >> 5, row)?;
        let passed = at as u32 & 31;
        Some(Sight {
            rows: rows.map(|row| row >> passed),
            cells: 64 - passed,
        })
    }

    /// Returns the cells around one of the layer, as
    /// [`PlaneReader::around`](super::PlaneReader::around) says.
    #[inline]
    pub(super) fn around(&self, cell: IVec3) -> Option<u32> {
        let [first, _] = self.fixed.others();
        let lane = &self.lanes[2 * first.index()];
        let [at, row] = lane.place(cell);
        let first = at - 1;
        let rows = lane.rows(first >> 5, row)?;
        let [before, own, behind] = rows.map(|row| (row >> (first & 31) & 7) as u32);
        Some(before | own << 3 | behind << 6)
    }

    pub(in crate::traversability) fn memory_bytes(&self) -> usize {
        let words = self.lanes.iter().map(|lane| lane.words.capacity());
        words.sum::<usize>() * size_of::<u64>()
    }
}
