//! Random places in a world, of any kind and any origin.

use glam::IVec3;
use voxnav_occupancy::bits::{Ranks, row_mask};
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
        let bounds = occupancy.bounds();
        let rows = |chunk: ChunkCoord| {
            let (view, inside) = (occupancy.chunk(chunk), chunk.local(&bounds));
            let is_free = !matches!(
                view,
                ChunkView::Uniform(CellState::Occupied | CellState::Unknown)
            );
            is_free.then_some(move |y, z| view.row(CellState::Free, y, z) & row_mask(&inside, y, z))
        };
        let mut ranks = Ranks::new(occupancy.stored_chunks(), rows);
        if ranks.total() < free {
            // Chunks that were never written are free, and yet less than a quarter of the cells is:
            // most chunks are stored, and listing all takes little more than listing those.
            ranks = Ranks::new(bounds.chunks(), rows);
        }
        (0..count)
            .map_while(|_| ranks.cell(draws.below(ranks.total()), rows))
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
