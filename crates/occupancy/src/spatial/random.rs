//! Random traversable cells.

use glam::IVec3;

use super::cell_filter::{CellFilter, Selection};
use crate::coordinates::{CellBox, ChunkCoord, row_places};
use crate::draws::Draws;
use crate::traversability::{ComponentsMissing, Listing, Traversability};

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
    Ranked(Ranks),
    /// A box of which most cells are traversable.
    Box(CellBox),
}

/// The cells of some chunks, numbered chunk by chunk, in a chunk by z, then y, then x.
///
/// ```
/// use voxnav_occupancy::ChunkCoord;
/// use voxnav_occupancy::bits::Ranks;
/// use voxnav_occupancy::glam::IVec3;
///
/// // Two cells of one chunk.
/// let row = |y: i32, z: i32| match (y, z) {
///     (0, 0) => 0b1000,
///     (1, 0) => 0b1,
///     _ => 0,
/// };
/// let chunks = [ChunkCoord(IVec3::ZERO)].into_iter();
/// let ranks = Ranks::new(chunks, |_| Some(row));
/// assert_eq!(ranks.total(), 2);
/// assert_eq!(ranks.cell(1, |_| Some(row)), Some(IVec3::new(0, 1, 0)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Ranks {
    /// The chunks with cells, each with the number of its first.
    chunks: Vec<(u64, ChunkCoord)>,
    total: u64,
}

impl Ranks {
    /// Numbers the cells of chunks, given the row of them at each local y and z; `None` for a chunk without any.
    pub fn new<R: Fn(i32, i32) -> u64>(
        chunks: impl Iterator<Item = ChunkCoord>,
        rows: impl Fn(ChunkCoord) -> Option<R>,
    ) -> Self {
        let mut ranks = Self::default();
        for chunk in chunks {
            let cells: u64 = rows(chunk).map_or(0, |row| {
                let counts = row_places().map(|(y, z)| row(y, z).count_ones());
                counts.map(u64::from).sum()
            });
            if cells > 0 {
                ranks.chunks.push((ranks.total, chunk));
                ranks.total += cells;
            }
        }
        ranks
    }

    /// Returns the number of cells.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Returns the cell of a number below the total, given the same rows.
    pub fn cell<R: Fn(i32, i32) -> u64>(
        &self,
        rank: u64,
        rows: impl Fn(ChunkCoord) -> Option<R>,
    ) -> Option<IVec3> {
        let after = self.chunks.partition_point(|&(first, _)| first <= rank);
        let (first, chunk) = *self.chunks.get(after.checked_sub(1)?)?;
        let row = rows(chunk)?;
        let mut left = rank - first;
        for (y, z) in row_places() {
            let bits = row(y, z);
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
    /// [`ComponentsMissing`] for [`CellFilter::ConnectedTo`] where components cannot be listed.
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
    pub fn random_cells(
        &self,
        seed: u64,
        among: CellFilter,
    ) -> Result<RandomCells, ComponentsMissing> {
        let places = match (Selection::new(self, among)?, self.listing()) {
            (None, _) => Places::Ranked(Ranks::default()),
            (Some(selection), Listing::All(chunks)) => {
                let chunks = chunks.cells().map(ChunkCoord);
                Places::Ranked(Ranks::new(chunks, |chunk| selection.rows(chunk)))
            }
            (Some(selection), Listing::Few(chunks)) => {
                Places::Ranked(Ranks::new(chunks.into_iter(), |chunk| {
                    selection.rows(chunk)
                }))
            }
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

impl Iterator for RandomCells {
    type Item = IVec3;

    fn next(&mut self) -> Option<IVec3> {
        let selection = Selection::new(&self.world, self.among).ok()??;
        let draws = &mut self.draws;
        match &self.places {
            // Of no cells none is drawn, and no word is.
            Places::Ranked(ranks) => {
                ranks.cell(draws.below(ranks.total), |chunk| selection.rows(chunk))
            }
            Places::Box(cells) => (0..MOST_TRIALS)
                .map(|_| {
                    IVec3::from_array([0, 1, 2].map(|axis| {
                        let along = draws.below(cells.size()[axis].into());
                        cells.min[axis].wrapping_add_unsigned(along.try_into().unwrap_or(0))
                    }))
                })
                .find(|&cell| selection.contains(cell)),
        }
    }
}
