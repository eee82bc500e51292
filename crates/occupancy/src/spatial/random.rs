//! Random traversable cells.

use glam::IVec3;

use super::cell_filter::{CellFilter, Selection};
use crate::coordinates::{CellBox, ChunkCoord, row_places};
use crate::draws::Draws;
use crate::traversability::{Listing, Traversability, Unlabeled};

/// Draws by trial before a world counts as having no cell: of the worlds that are drawn from that
/// way at least a seventh of the cells is traversable.
const MOST_TRIALS: u32 = 1 << 16;

/// Random traversable cells, without end and drawn independently, so that cells may repeat; empty if
/// there is no such cell. See [`Traversability::random_cells`].
///
/// ```
/// use voxnav_occupancy::glam::IVec3;
/// use voxnav_occupancy::{CellBox, CellFilter, OccupancyBuilder, Traversability, UnknownPolicy};
///
/// let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
/// let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
/// let draw = || world.random_cells(7, CellFilter::Traversable).map(|cells| cells.take(5));
/// assert!(draw()?.eq(draw()?), "the same seed gives the same cells");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RandomCells {
    world: Traversability,
    among: CellFilter,
    draws: Draws,
    places: Places,
}

#[derive(Clone, Debug)]
enum Places {
    /// The chunks with cells, each with the number of its first, and how many cells there are.
    Ranked(Vec<(u64, ChunkCoord)>, u64),
    /// A box of which most cells are traversable.
    Box(CellBox),
}

impl Traversability {
    /// Draws random cells of those that pass a filter, each equally likely.
    ///
    /// # Guarantees
    ///
    /// Snapshots of equal cells and equal seeds give equal sequences, on every machine.
    ///
    /// # Complexity
    ///
    /// One pass over the chunks, then one chunk for each cell. In worlds so large and empty that
    /// their chunks cannot be listed: a few look-ups for each cell.
    ///
    /// # Errors
    ///
    /// [`Unlabeled`] for [`CellFilter::ConnectedTo`] where components cannot be listed.
    ///
    /// ```
    /// use voxnav_occupancy::glam::IVec3;
    /// use voxnav_occupancy::{CellFilter, CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
    ///
    /// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?;
    /// let wall = CellBox::new(IVec3::new(4, 0, 0), IVec3::new(5, 9, 9));
    /// builder.set_box(wall, CellState::Occupied)?;
    /// let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    /// let spawns = world.random_cells(7, CellFilter::ConnectedTo(IVec3::ZERO))?;
    /// assert!(spawns.take(100).all(|cell| cell.x < 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn random_cells(&self, seed: u64, among: CellFilter) -> Result<RandomCells, Unlabeled> {
        let places = match (Selection::new(self, among)?, self.listing()) {
            (None, _) => Places::Ranked(Vec::new(), 0),
            (Some(selection), Listing::All(chunks)) => {
                ranked(selection, chunks.cells().map(ChunkCoord))
            }
            (Some(selection), Listing::Few(chunks)) => ranked(selection, chunks.into_iter()),
            (Some(_), Listing::Most(_)) => Places::Box(self.anchors()),
        };
        Ok(RandomCells {
            world: self.clone(),
            among,
            draws: Draws::new(seed),
            places,
        })
    }
}

/// Numbers the cells of some chunks that pass the filter, which come in ascending order.
fn ranked(selection: Selection<'_>, chunks: impl Iterator<Item = ChunkCoord>) -> Places {
    let (mut ranked, mut total) = (Vec::new(), 0);
    for chunk in chunks {
        let Some(rows) = selection.chunk(chunk) else {
            continue;
        };
        let cells: u64 = row_places()
            .map(|(y, z)| u64::from(rows.row(y, z).count_ones()))
            .sum();
        if cells > 0 {
            ranked.push((total, chunk));
            total += cells;
        }
    }
    Places::Ranked(ranked, total)
}

impl Iterator for RandomCells {
    type Item = IVec3;

    fn next(&mut self) -> Option<IVec3> {
        let selection = Selection::new(&self.world, self.among).ok()??;
        let (ranked, total) = match &self.places {
            Places::Ranked(ranked, total) => (ranked, *total),
            Places::Box(cells) => {
                let draws = &mut self.draws;
                return (0..MOST_TRIALS)
                    .map(|_| {
                        IVec3::from_array([0, 1, 2].map(|axis| {
                            let along = draws.below(cells.size()[axis].into());
                            cells.min[axis].wrapping_add_unsigned(along.try_into().unwrap_or(0))
                        }))
                    })
                    .find(|&cell| selection.contains(cell));
            }
        };
        if total == 0 {
            return None;
        }
        let rank = self.draws.below(total);
        let after = ranked.partition_point(|&(first, _)| first <= rank);
        let (first, chunk) = *ranked.get(after.checked_sub(1)?)?;
        let rows = selection.chunk(chunk)?;
        let mut left = rank - first;
        for (y, z) in row_places() {
            let bits = rows.row(y, z);
            let here = u64::from(bits.count_ones());
            if left < here {
                let skipped = (0..left).fold(bits, |bits, _| bits & (bits - 1));
                let x = skipped.trailing_zeros().cast_signed();
                return Some(chunk.origin() + IVec3::new(x, y, z));
            }
            left -= here;
        }
        None
    }
}
