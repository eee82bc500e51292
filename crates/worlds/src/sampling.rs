//! Random places in a world, of any kind and any origin.

use glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, ChunkCoord, ChunkView, Occupancy};

use crate::draws::{Draws, Stream};

/// Draws `count` free cells within the bounds independently: each free cell is equally likely each
/// time, so cells may repeat. None at all if no cell is free.
///
/// # Guarantees
/// Equal worlds and seeds give equal cells, and a smaller count gives a prefix of them.
///
/// # Complexity
/// In worlds of which a quarter is free or more, 4 look-ups a cell at most on average. In others,
/// one pass over the chunks and then one chunk for each cell.
///
/// ```
/// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, glam::IVec3};
/// use voxnav_worlds::random_free_cells;
///
/// let bounds = CellBox::from_size(IVec3::splat(100));
/// let mut builder = OccupancyBuilder::new(bounds)?;
/// builder.set_box(bounds, CellState::Occupied)?;
/// assert_eq!(random_free_cells(&builder.clone().commit(), 1, 3), []);
///
/// let only = IVec3::new(99, 0, 64);
/// builder.set(only, CellState::Free)?;
/// assert_eq!(random_free_cells(&builder.commit(), 1, 3), [only; 3]);
/// # Ok::<(), voxnav_occupancy::OccupancyError>(())
/// ```
#[must_use]
pub fn random_free_cells(occupancy: &Occupancy, seed: u64, count: usize) -> Vec<IVec3> {
    let mut draws = Stream::Sampling.draws(seed);
    let free = occupancy.count(CellState::Free);
    if free == 0 {
        Vec::new()
    } else if free >= occupancy.bounds().volume() / 4 {
        (0..count)
            .map(|_| by_trial(occupancy, &mut draws))
            .collect()
    } else {
        let mut ranks = FreeRanks::new(occupancy, occupancy.stored_chunks());
        if ranks.total < free {
            // Chunks that were never written are free, and yet less than a quarter of the cells is:
            // most chunks are stored, and listing all takes little more than listing those.
            ranks = FreeRanks::new(occupancy, occupancy.bounds().chunks());
        }
        (0..count)
            .map_while(|_| ranks.cell(draws.below(ranks.total)))
            .collect()
    }
}

/// Draws cells within the bounds until one is free. Ends only if there is one.
fn by_trial(occupancy: &Occupancy, draws: &mut Draws) -> IVec3 {
    let CellBox { min, max } = occupancy.bounds();
    loop {
        let [x, y, z] = [0, 1, 2].map(|axis| draws.between(min[axis], max[axis] - 1));
        let cell = IVec3::new(x, y, z);
        if occupancy.state(cell) == CellState::Free {
            return cell;
        }
    }
}

/// The free cells of some chunks within the bounds, numbered chunk by chunk, in a chunk by z, then y, then x.
struct FreeRanks<'a> {
    occupancy: &'a Occupancy,
    /// The chunks with free cells, each with the number of its first.
    chunks: Vec<(u64, ChunkCoord)>,
    total: u64,
}

impl<'a> FreeRanks<'a> {
    /// Numbers the free cells of the given chunks.
    fn new(occupancy: &'a Occupancy, listed: impl Iterator<Item = ChunkCoord>) -> Self {
        let bounds = occupancy.bounds();
        let mut chunks = Vec::new();
        let mut total = 0;
        for coord in listed {
            let inside = coord.cells().intersection(&bounds);
            let free = match occupancy.chunk(coord) {
                ChunkView::Uniform(CellState::Free) => inside.volume(),
                ChunkView::Uniform(CellState::Occupied | CellState::Unknown) => 0,
                mixed @ ChunkView::Mixed(_) => rows(&inside)
                    .map(|row| u64::from(row.free(&mixed).count_ones()))
                    .sum(),
            };
            if free > 0 {
                chunks.push((total, coord));
                total += free;
            }
        }
        Self {
            occupancy,
            chunks,
            total,
        }
    }

    /// Returns the free cell of a number below the total.
    fn cell(&self, rank: u64) -> Option<IVec3> {
        let after = self.chunks.partition_point(|&(first, _)| first <= rank);
        let (first, coord) = *self.chunks.get(after.checked_sub(1)?)?;
        let view = self.occupancy.chunk(coord);
        let mut left = rank - first;
        for row in rows(&coord.cells().intersection(&self.occupancy.bounds())) {
            let free = row.free(&view);
            let here = u64::from(free.count_ones());
            if left < here {
                let skipped = (0..left).fold(free, |bits, _| bits & (bits - 1));
                let x = coord
                    .origin()
                    .x
                    .wrapping_add_unsigned(skipped.trailing_zeros());
                return Some(IVec3::new(x, row.y, row.z));
            }
            left -= here;
        }
        None
    }
}

/// A row of a chunk, as far as it lies within the bounds.
struct Row {
    y: i32,
    z: i32,
    /// The bits of the cells within the bounds.
    inside: u64,
}

impl Row {
    fn free(&self, view: &ChunkView<'_>) -> u64 {
        view.row(CellState::Free, self.y, self.z) & self.inside
    }
}

/// Returns the rows of a box of cells within one chunk, which must not be empty.
fn rows(cells: &CellBox) -> impl Iterator<Item = Row> + use<> {
    let CellBox { min, max } = *cells;
    let inside = u64::MAX << (min.x & 63) & u64::MAX >> (63 - ((max.x - 1) & 63));
    (min.z..max.z).flat_map(move |z| (min.y..max.y).map(move |y| Row { y, z, inside }))
}
