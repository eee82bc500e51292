//! The traversable cell nearest to a position.
//!
//! Distances are compared as integers: positions are rounded to 2^-30 of a cell, differences along the shorter sides
//! of a cell to 2^-30 of the longest; their squares fit 124 bits. Chunks are taken in shells around the one of the position, layers and
//! rows of a chunk from the nearest outwards, and of a row the bits next to the position; whatever
//! is farther away than the best cell so far is left out.

use glam::{DVec3, IVec3};
use thiserror::Error;

use super::cell_filter::{CellFilter, SelectedRows, Selection};
use super::{FINE, steps};
use crate::coordinates::number::number;
use crate::coordinates::{CellBox, ChunkCoord, Lattice, LatticeError};
use crate::traversability::{ComponentsMissing, Listing, Traversability};

/// The traversable cell nearest to a position in cells.
///
/// ```
/// use voxnav_occupancy::glam::{DVec3, IVec3};
/// use voxnav_occupancy::{CellBox, CellFilter, OccupancyBuilder, Traversability, UnknownPolicy};
///
/// let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
/// let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
/// let outside = DVec3::new(-2.0, 3.0, 3.0);
/// let nearest = world.nearest(outside, 5.0, CellFilter::Traversable)?.ok_or("too far")?;
/// assert_eq!((nearest.cell, nearest.distance), (IVec3::new(0, 3, 3), 2.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct NearestCell {
    /// The cell.
    pub cell: IVec3,
    /// The distance from the position to the center of the cell, in cells.
    pub distance: f64,
}

/// The traversable cell nearest to a position in world units.
///
/// ```
/// use voxnav_occupancy::glam::{DVec3, IVec3};
/// use voxnav_occupancy::{CellBox, CellFilter, Lattice, OccupancyBuilder};
/// use voxnav_occupancy::{Traversability, UnknownPolicy};
///
/// let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
/// let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
/// let lattice = Lattice::new(DVec3::ZERO, 0.5)?;
/// let outside = DVec3::new(-1.0, 1.5, 1.5);
/// let nearest = world.nearest_position(&lattice, outside, 5.0, CellFilter::Traversable)?;
/// assert_eq!(nearest.map(|it| it.position), Some(DVec3::new(0.0, 1.5, 1.5)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct NearestPosition {
    /// The cell.
    pub cell: IVec3,
    /// The center of the cell, in world units.
    pub position: DVec3,
    /// The distance from the position asked about to the center of the cell, in world units.
    pub distance: f64,
}

/// Error for a position, radius or world for which the nearest cell cannot be determined.
///
/// ```
/// use voxnav_occupancy::glam::{DVec3, IVec3};
/// use voxnav_occupancy::{CellBox, CellFilter, NearestError, OccupancyBuilder};
/// use voxnav_occupancy::{Traversability, UnknownPolicy};
///
/// let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
/// let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
/// let refused = world.nearest(DVec3::ZERO, -1.0, CellFilter::Traversable);
/// assert_eq!(refused, Err(NearestError::Radius { radius: -1.0 }));
/// # Ok::<(), voxnav_occupancy::OccupancyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum NearestError {
    /// The position is not finite, or has no cell.
    #[error(transparent)]
    Lattice(#[from] LatticeError),
    /// The radius is negative or not a number.
    #[error("a radius must be a number that is not negative, not {}", number(.radius))]
    Radius {
        /// The refused radius, in cells, or in longest sides of a cell.
        radius: f64,
    },
    /// The connected components cannot be listed.
    #[error(transparent)]
    ComponentsMissing(#[from] ComponentsMissing),
}

impl Traversability {
    /// Returns the nearest cell that passes the filter and whose center is at most `radius` cells from
    /// a position in index space, where cell `i` has its center at `i`; `None` if there is no such
    /// cell. The radius may be infinite.
    ///
    /// # Guarantees
    ///
    /// Exact by Euclidean distance, position and radius rounded to 2^-30 of a cell. Of cells at the
    /// same distance the first in cell order: smallest z, then y, then x.
    ///
    /// # Complexity
    ///
    /// The chunks within the distance of the result, or the radius if there is none: a blocked chunk
    /// costs one look-up, another one a word for each row that is close enough.
    ///
    /// # Errors
    ///
    /// - [`NearestError::Lattice`] for the position, [`NearestError::Radius`] for the radius.
    /// - [`NearestError::ComponentsMissing`] for [`CellFilter::ConnectedTo`] where components cannot be listed.
    ///
    /// ```
    /// use voxnav_occupancy::glam::{DVec3, IVec3};
    /// use voxnav_occupancy::{CellFilter, CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
    ///
    /// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?;
    /// builder.set(IVec3::splat(4), CellState::Occupied)?;
    /// let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    /// let position = DVec3::new(4.0, 4.0, 4.25);
    /// let nearest = world.nearest(position, 2.0, CellFilter::Traversable)?.ok_or("nothing near")?;
    /// assert_eq!((nearest.cell, nearest.distance), (IVec3::new(4, 4, 5), 0.75));
    /// assert_eq!(world.nearest(position, 0.5, CellFilter::Traversable)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nearest(
        &self,
        position: DVec3,
        radius: f64,
        among: CellFilter,
    ) -> Result<Option<NearestCell>, NearestError> {
        let cell = self.nearest_cell(position, radius, DVec3::ONE, among)?;
        Ok(cell.map(|cell| NearestCell {
            cell,
            distance: position.distance(cell.as_dvec3()),
        }))
    }

    /// Returns the nearest cell within a radius of a position in index space, where cells have these sizes: parts of
    /// the longest, which is 1. The radius has the same unit.
    fn nearest_cell(
        &self,
        position: DVec3,
        radius: f64,
        sizes: DVec3,
        among: CellFilter,
    ) -> Result<Option<IVec3>, NearestError> {
        LatticeError::check_cells(position)?;
        if radius.is_nan() || radius < 0.0 {
            return Err(NearestError::Radius { radius });
        }
        let Some(selection) = Selection::new(self, among)? else {
            return Ok(None);
        };
        let mut search = Search::new(position, radius, sizes);
        match self.listing() {
            Listing::All(chunks) | Listing::Most(chunks) => search.shells(selection, chunks),
            Listing::Few(chunks) => {
                for chunk in chunks {
                    search.chunk(selection, chunk);
                }
            }
        }
        Ok(search.best)
    }

    /// Returns the nearest cell that passes the filter and whose center is at most `radius` world
    /// units from a position in world space; `None` if there is no such cell.
    ///
    /// # Guarantees
    ///
    /// As [`nearest`](Self::nearest), with the rounding of the position to cells by the lattice
    /// before; by the distance in world units, rounded to 2^-30 of the longest side of a cell.
    ///
    /// # Errors
    ///
    /// - [`NearestError::Lattice`] for a position that is not finite or has no cell.
    /// - [`NearestError::Radius`] and [`NearestError::ComponentsMissing`] as [`nearest`](Self::nearest);
    ///   the radius is named in longest sides of a cell.
    ///
    /// ```
    /// use voxnav_occupancy::glam::{DVec3, IVec3};
    /// use voxnav_occupancy::{CellFilter, CellBox, Lattice, OccupancyBuilder, Traversability, UnknownPolicy};
    ///
    /// let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
    /// let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
    /// let lattice = Lattice::new(DVec3::ZERO, 0.5)?;
    /// let outside = DVec3::new(1.0, 1.0, -0.75);
    /// let among = CellFilter::Traversable;
    /// let found = world.nearest_position(&lattice, outside, 1.0, among)?.ok_or("too far")?;
    /// assert_eq!((found.position, found.distance), (DVec3::new(1.0, 1.0, 0.0), 0.75));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nearest_position(
        &self,
        lattice: &Lattice,
        position: DVec3,
        radius: f64,
        among: CellFilter,
    ) -> Result<Option<NearestPosition>, NearestError> {
        let unit = lattice.longest_side();
        let nearest = self.nearest_cell(
            lattice.coordinates_of(position)?,
            radius / unit,
            lattice.sizes() / unit,
            among,
        )?;
        Ok(nearest.map(|cell| {
            let center = lattice.center(cell);
            NearestPosition {
                cell,
                position: center,
                distance: center.distance(position),
            }
        }))
    }
}

/// The best cell so far.
struct Search {
    /// The position in steps.
    position: [i64; 3],
    /// The cell of the position.
    home: IVec3,
    /// The position on the first axis in cells, rounded down.
    below_on_x: i32,
    /// The length of a step along each axis, in 2^-30 of a step along the longest side of a cell.
    lengths: [u64; 3],
    /// The square of the distance, in steps, that a cell must not exceed to be of interest.
    limit: u128,
    best: Option<IVec3>,
}

impl Search {
    fn new(position: DVec3, radius: f64, sizes: DVec3) -> Self {
        let position = steps(position);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 0 and 2^30"
        )]
        let length = |size: f64| (size * f64::from(1 << FINE)).round() as u64;
        // No two positions are 2^32 cells apart.
        let radius = (radius.min(f64::from(u32::MAX)) * f64::from(1 << FINE)).round_ties_even();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "not negative, at most 2^62"
        )]
        let radius = radius as u64;
        #[expect(clippy::cast_possible_truncation, reason = "at most 2^30 cells away")]
        let cell = |steps: i64| (steps >> FINE) as i32;
        let home = position.map(|steps| cell(steps + (1 << FINE >> 1)));
        Self {
            position,
            home: IVec3::from_array(home),
            below_on_x: cell(position[0]),
            lengths: sizes.to_array().map(length),
            limit: u128::from(radius).pow(2),
            best: None,
        }
    }

    /// Returns the square of how far a coordinate of a cell is from the position on an axis.
    #[inline]
    fn square(&self, axis: usize, coordinate: i32) -> u128 {
        let steps = (i64::from(coordinate) << FINE).abs_diff(self.position[axis]);
        length(steps, self.lengths[axis]).pow(2)
    }

    /// Looks through the chunks of a box, in shells around the chunk nearest to the position.
    fn shells(&mut self, selection: Selection<'_>, chunks: CellBox) {
        if chunks.is_empty() {
            return;
        }
        let center = ChunkCoord::of(self.home)
            .0
            .clamp(chunks.min, chunks.max - 1);
        let shells = (center - chunks.min)
            .max(chunks.max - 1 - center)
            .max_element();
        for shell in 0..=shells {
            // From anywhere in a chunk to a cell of one that is `shell` chunks further.
            let steps = (i64::from(shell) - 1).max(0) << (FINE + 6);
            let least = self.lengths.into_iter().min().unwrap_or(0);
            if length(steps.unsigned_abs(), least).pow(2) > self.limit {
                return;
            }
            for chunk in shell_around(center, shell, chunks) {
                self.chunk(selection, chunk);
            }
        }
    }

    /// Looks through a chunk.
    fn chunk(&mut self, selection: Selection<'_>, chunk: ChunkCoord) {
        let CellBox { min, max } = chunk.cells();
        let nearest = self.home.clamp(min, max - 1);
        if self.square_of(nearest) > self.limit {
            return;
        }
        if let Some(rows) = selection.chunk(chunk) {
            let from = nearest & 63;
            outwards(from.z, |z| self.layer(&rows, chunk, from.y, z));
        }
    }

    /// Looks through a layer of a chunk, and returns whether those beyond may be of interest.
    fn layer(&mut self, rows: &SelectedRows<'_>, chunk: ChunkCoord, from: i32, z: i32) -> Further {
        let origin = chunk.origin();
        let height = self.square(2, origin.z + z);
        if height > self.limit {
            return Further::No;
        }
        outwards(from, |y| {
            let sides = height + self.square(1, origin.y + y);
            if sides > self.limit {
                return Further::No;
            }
            let bits = rows.row(y, z);
            if bits != 0 {
                self.row(bits, origin + IVec3::new(0, y, z));
            }
            Further::Yes
        });
        Further::Yes
    }

    /// Tries the bits of a row on both sides of the position.
    fn row(&mut self, bits: u64, origin: IVec3) {
        // The last cell that is not above the position.
        let at = self.below_on_x - origin.x;
        let up_to = match at {
            i32::MIN..0 => 0,
            0..63 => u64::MAX >> (63 - at),
            _ => u64::MAX,
        };
        let (below, above) = (bits & up_to, bits & !up_to);
        if below != 0 {
            self.cell(origin + IVec3::X * (63 - below.leading_zeros().cast_signed()));
        }
        if above != 0 {
            self.cell(origin + IVec3::X * above.trailing_zeros().cast_signed());
        }
    }

    fn cell(&mut self, cell: IVec3) {
        let distance = self.square_of(cell);
        let order = |cell: IVec3| [cell.z, cell.y, cell.x];
        let is_better = match self.best {
            None => distance <= self.limit,
            Some(best) => {
                distance < self.limit || distance == self.limit && order(cell) < order(best)
            }
        };
        if is_better {
            self.limit = distance;
            self.best = Some(cell);
        }
    }

    fn square_of(&self, cell: IVec3) -> u128 {
        (0..3).map(|axis| self.square(axis, cell[axis])).sum()
    }
}

/// Returns how far some steps lead that have this length each, in steps of length 2^30.
#[inline]
fn length(steps: u64, length: u64) -> u128 {
    (u128::from(steps) * u128::from(length)) >> FINE
}

/// The decision whether to go on in a direction.
#[derive(Clone, Copy, PartialEq)]
enum Further {
    Yes,
    No,
}

/// Visits the local coordinates from `from` upwards and then downwards, each way until the visit
/// says that it is enough.
fn outwards(from: i32, mut visit: impl FnMut(i32) -> Further) {
    let up = (from..64)
        .take_while(|&at| visit(at) == Further::Yes)
        .count();
    // Nothing is within reach even on the nearest one.
    if up > 0 {
        (0..from)
            .rev()
            .take_while(|&at| visit(at) == Further::Yes)
            .count();
    }
}

/// Returns the chunks of a box that are exactly `shell` chunks from `center` on some axis and no
/// more on any.
fn shell_around(center: IVec3, shell: i32, chunks: CellBox) -> impl Iterator<Item = ChunkCoord> {
    let around = CellBox::new(center - shell, center + (shell + 1)).intersection(&chunks);
    let rows = CellBox::new(around.min.with_x(0), around.max.with_x(1));
    rows.cells().flat_map(move |row| {
        let is_whole = (row.y - center.y).abs() == shell || (row.z - center.z).abs() == shell;
        let step = if is_whole { 1 } else { (2 * shell).max(1) };
        let first = if is_whole {
            around.min.x
        } else {
            center.x - shell
        };
        (0..)
            .map(move |n| first + n * step)
            .take_while(move |&x| x <= center.x + shell && x < around.max.x)
            .filter(move |&x| x >= around.min.x)
            .map(move |x| ChunkCoord(row.with_x(x)))
    })
}
