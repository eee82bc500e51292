//! The distance transform of one chunk, from the blocked cells within the cap.
//!
//! Separable, as Felzenszwalb and Huttenlocher 2012 and Meijster et al. 2000: distances along x come
//! from the bits of the rows; those within a layer of z from these along y; and the final ones from
//! the layers along z. The lower envelope along y and z is found differently: outwards from each row,
//! 64 cells at a time, until a step alone is as long as the worst distance found. That is exact too,
//! takes vector instructions where a stack of parabolas takes branches, and ends early, because
//! distances are capped and most cells lie near something.

use std::num::NonZeroU8;
use std::ops::Range;

use glam::IVec3;

use super::metric::Metric;
use crate::agent::UnknownPolicy;
use crate::coordinates::{Axis, CellBox, ChunkCoord, EDGE};
use crate::derived::ChunkValues;
use crate::occupancy::{CellState, ChunkView, Occupancy};

/// Values of 64 cells along x; `None` if nothing blocked is nearer than the cap to any of them.
type Row<M> = Option<[<M as Metric>::Value; 64]>;

/// Returns the distance of every cell of a chunk to the nearest blocked cell, or the cap if that is
/// less.
pub(crate) fn transform<M: Metric>(
    metric: &M,
    occupancy: &Occupancy,
    unknown: UnknownPolicy,
    cap: NonZeroU8,
    chunk: ChunkCoord,
) -> ChunkValues<M::Value> {
    let window = Window::new(metric, occupancy, unknown, cap, chunk);
    let far = window.far;
    if window.is_uniform(false) {
        return ChunkValues::Uniform(far);
    } else if window.is_uniform(true) {
        return ChunkValues::Uniform(M::Value::default());
    }
    let layers: Vec<_> = (window.cells.min.z..window.cells.max.z)
        .flat_map(|z| layer(&window, z))
        .collect();
    let rows_of_chunk = (0..EDGE).flat_map(|z| (0..EDGE).map(move |y| (y, z)));
    let along_z = window.cells.min.z..window.cells.max.z;
    let rows: Vec<_> = rows_of_chunk
        .map(|(y, z)| {
            let row = |z: i32| layers[index(z - along_z.start) * 64 + index(y)].as_ref();
            envelope(&window, (Axis::Z, &along_z), z, row)
        })
        .collect();
    gathered::<M>(&rows, far)
}

/// Returns the distances within a layer at local `z`, of its 64 rows in the chunk.
fn layer<M: Metric>(window: &Window<'_, M>, z: i32) -> Vec<Row<M>> {
    let along_y = window.cells.min.y..window.cells.max.y;
    let rows: Vec<_> = along_y.clone().map(|y| window.row(y, z)).collect();
    let row = |y: i32| rows[index(y - along_y.start)].as_ref();
    (0..EDGE)
        .map(|y| envelope(window, (Axis::Y, &along_y), y, row))
        .collect()
}

/// Returns the least values at `at` over all rows of a line, each as far away as its place says.
fn envelope<'a, M: Metric>(
    window: &Window<'_, M>,
    (axis, line): (Axis, &Range<i32>),
    at: i32,
    row: impl Fn(i32) -> Option<&'a [M::Value; 64]>,
) -> Row<M>
where
    M::Value: 'a,
{
    let row = |at: i32| if line.contains(&at) { row(at) } else { None };
    let mut nearest = row(at).copied();
    let far = window.far;
    let mut farthest = worst::<M>(nearest.as_ref(), far);
    for cells in 1..window.cap.get() {
        let step = window.metric.straight(axis, cells);
        if step >= farthest {
            break;
        }
        let (before, after) = (row(at - i32::from(cells)), row(at + i32::from(cells)));
        if before.is_none() && after.is_none() {
            continue;
        }
        let nearest = nearest.get_or_insert([far; 64]);
        for candidates in [before, after].into_iter().flatten() {
            for (value, &candidate) in nearest.iter_mut().zip(candidates) {
                *value = M::join(candidate, step).min(*value);
            }
        }
        farthest = worst::<M>(Some(nearest), far);
    }
    nearest
}

fn worst<M: Metric>(row: Option<&[M::Value; 64]>, far: M::Value) -> M::Value {
    row.map_or(far, |row| {
        row.iter()
            .fold(M::Value::default(), |worst, &value| worst.max(value))
    })
}

/// Returns the rows of a chunk as stored: a tag if all values are the same.
fn gathered<M: Metric>(rows: &[Row<M>], far: M::Value) -> ChunkValues<M::Value> {
    let far = [far; 64];
    let values: Box<[_]> = rows.iter().flat_map(|row| row.unwrap_or(far)).collect();
    ChunkValues::of(values)
}

/// Returns how many cells along each axis are nearer than the cap.
pub(super) fn reach<M: Metric>(metric: &M, cap: NonZeroU8) -> IVec3 {
    let far = metric.most(cap.get());
    let along = |axis| {
        let is_near = |cells: &u8| metric.straight(axis, *cells) < far;
        (1..cap.get()).take_while(is_near).map(i32::from).last()
    };
    IVec3::from_array(Axis::ALL.map(|axis| along(axis).unwrap_or(0)))
}

/// The cells whose state can matter to a chunk: those nearer than the cap, less what lies further
/// outside the bounds than the cells next to them, which are just as blocked and nearer.
struct Window<'a, M: Metric> {
    metric: &'a M,
    /// The value of the cap.
    far: M::Value,
    /// The cells relative to the chunk, and around it.
    cells: CellBox,
    /// The chunks with these cells, x fastest, then y, then z, and the box of them relative to the
    /// chunk.
    views: Vec<ChunkView<'a>>,
    chunks: CellBox,
    unknown: UnknownPolicy,
    cap: NonZeroU8,
}

impl<'a, M: Metric> Window<'a, M> {
    fn new(
        metric: &'a M,
        occupancy: &'a Occupancy,
        unknown: UnknownPolicy,
        cap: NonZeroU8,
        chunk: ChunkCoord,
    ) -> Self {
        let reach = reach(metric, cap);
        let bounds = occupancy.bounds();
        // Differences saturate only where the window ends anyway.
        let lowest = bounds.min.saturating_sub(chunk.origin() + IVec3::ONE);
        let end = bounds.max.saturating_sub(chunk.origin() - IVec3::ONE);
        let whole = IVec3::splat(EDGE);
        let cells = CellBox::new(
            lowest.min(IVec3::ZERO).max(-reach),
            end.max(whole).min(whole + reach),
        );
        let chunks = cells.chunk_box();
        let at = |offset: IVec3| occupancy.chunk(ChunkCoord(chunk.0 + offset));
        Self {
            metric,
            far: metric.most(cap.get()),
            cells,
            views: chunks.cells().map(at).collect(),
            chunks,
            unknown,
            cap,
        }
    }

    /// Returns whether the cells are all blocked, or all not, as chunk tags tell.
    fn is_uniform(&self, blocked: bool) -> bool {
        let is_alike = |view: &ChunkView| match view {
            ChunkView::Uniform(state) => self.unknown.admits(*state) != blocked,
            ChunkView::Mixed(_) => false,
        };
        self.views.iter().all(is_alike)
    }

    /// Returns the distances along x of the 64 cells of the chunk at local `y` and `z`, both of which
    /// may lie outside the chunk.
    fn row(&self, y: i32, z: i32) -> Row<M> {
        let size = self.chunks.max - self.chunks.min;
        let line = (z >> 6) - self.chunks.min.z;
        let line = line * size.y + (y >> 6) - self.chunks.min.y;
        let first = index(line * size.x);
        let views = &self.views[first..first + index(size.x)];
        let (before, rest) = views.split_at(index(-self.chunks.min.x));
        let (center, after) = rest.split_first()?;
        let blocked = |view: &ChunkView| self.blocked_row(view, y, z);
        // From x = 0 down, and from x = 63 up, to the nearest blocked cell in other chunks.
        let first = gap(before.iter().rev().map(blocked), u64::leading_zeros);
        let last = gap(after.iter().map(blocked), u64::trailing_zeros);
        let cap = u32::from(self.cap.get());
        let center = blocked(center);
        let value = |cells| self.metric.straight(Axis::X, cells).min(self.far);
        (center != 0 || first < cap || last < cap)
            .then(|| along_x(center, first, last, self.cap).map(value))
    }

    fn blocked_row(&self, view: &ChunkView, y: i32, z: i32) -> u64 {
        let blocking = [CellState::Occupied, CellState::Unknown].into_iter();
        let blocking = blocking.filter(|state| !self.unknown.admits(*state));
        blocking.fold(0, |blocked, state| blocked | view.row(state, y, z))
    }
}

/// Returns one more than the number of cells before the first blocked one, in words that lead away
/// from it; `u32::MAX` if none is.
fn gap(words: impl Iterator<Item = u64>, free_cells: impl Fn(u64) -> u32) -> u32 {
    let mut gap = 1;
    for word in words {
        gap += free_cells(word);
        if word != 0 {
            return gap;
        }
    }
    u32::MAX
}

/// Returns, for each of 64 cells, the distance to the nearest set bit, at most the cap. The nearest
/// set bits below and above the word are `first` away from its bit 0 and `last` from its bit 63.
fn along_x(word: u64, first: u32, last: u32, cap: NonZeroU8) -> [u8; 64] {
    let cap = cap.get();
    let capped = |gap: u32| u8::try_from(gap).unwrap_or(u8::MAX);
    let mut distances = [cap; 64];
    let mut distance = capped(first);
    for (x, nearest) in distances.iter_mut().enumerate() {
        if word >> x & 1 == 1 {
            distance = 0;
        }
        *nearest = distance.min(cap);
        distance = distance.saturating_add(1);
    }
    distance = capped(last);
    for nearest in distances.iter_mut().rev() {
        distance = distance.min(*nearest);
        *nearest = distance;
        distance = distance.saturating_add(1);
    }
    distances
}

/// Returns a position within a window, which is never negative.
fn index(at: i32) -> usize {
    at.unsigned_abs() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_along_a_row_end_at_the_nearest_bit_on_either_side() {
        let cap = NonZeroU8::new(9).unwrap();
        let row = along_x(1 << 5 | 1 << 12, 2, 300, cap);
        assert_eq!(row[..13], [2, 3, 3, 2, 1, 0, 1, 2, 3, 3, 2, 1, 0]);
        assert_eq!(row[20..23], [8, 9, 9]);
        assert_eq!(row[63], 9);
    }

    #[test]
    fn gaps_count_through_words_without_a_blocked_cell() {
        assert_eq!(gap([0, 1 << 3].into_iter(), u64::trailing_zeros), 68);
        assert_eq!(gap([1 << 63].into_iter(), u64::leading_zeros), 1);
        assert_eq!(gap([0, 0].into_iter(), u64::leading_zeros), u32::MAX);
        assert_eq!(gap([].into_iter(), u64::leading_zeros), u32::MAX);
    }
}
