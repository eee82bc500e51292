//! Terrain: what moves cost, by the cells that they lead to.

mod convention;
mod distance;
mod error;
mod evenness;
mod reader;
mod scale;
mod setting;
mod volume;

use std::fmt;
use std::sync::Arc;

use ahash::AHashMap;
use glam::IVec3;
use voxnav_occupancy::{CellBox, ChunkCoord};

pub use convention::CostConvention;
use convention::Prices;
use distance::Distance;
pub use error::CostError;
pub(crate) use reader::TerrainReader;
pub use scale::CostScale;
pub use volume::CostVolume;

use super::{CellShape, Direction, MoveCosts};
use crate::cost::Cost;

/// Multipliers of the cost of moving into cells, one or more; cells that were not set have one.
///
/// [`CostVolume`] makes terrain of costs as floats, and [`CostConvention`] reports which cells of a move count. A weight is
/// in parts of [`CostScale::base`], which is one unless costs were floats. No cell has less than that: so every admissible
/// estimate stays admissible. Stored in chunks of 64^3
/// cells (512 KB each) where weights were set; clones share them until one is written.
///
/// ```
/// use voxnav_search::Terrain;
/// use glam::IVec3;
///
/// let mut terrain = Terrain::new();
/// terrain.set(IVec3::new(-3, 0, 7), 10).expect("ten is a weight");
/// assert_eq!(terrain.weight(IVec3::new(-3, 0, 7)), 10);
/// assert_eq!(terrain.weight(IVec3::ZERO), 1);
/// ```
#[derive(Clone)]
pub struct Terrain {
    chunks: Arc<AHashMap<ChunkCoord, Arc<[u16]>, ahash::RandomState>>,
    distance: Option<Distance>,
    scale: CostScale,
    convention: CostConvention,
    prices: Prices,
}

/// Leaves out the weights of cells, which are many.
impl fmt::Debug for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Terrain")
            .field("chunks", &self.chunks.len())
            .field("scale", &self.scale)
            .field("convention", &self.convention)
            .field("is_weighed", &self.is_weighed())
            .finish_non_exhaustive()
    }
}

impl Default for Terrain {
    fn default() -> Self {
        let hasher = ahash::RandomState::with_seeds(9, 10, 11, 12);
        Self {
            chunks: Arc::new(AHashMap::with_hasher(hasher)),
            distance: None,
            scale: CostScale::default(),
            convention: CostConvention::default(),
            prices: Prices::new(
                CostScale::default(),
                CostConvention::default(),
                MoveCosts::of_cubes(),
            ),
        }
    }
}

impl Terrain {
    /// Creates terrain of weight one everywhere.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates terrain with the weight that a function gives for each cell of a box, and one
    /// elsewhere.
    ///
    /// Asks for every cell of the box, chunk by chunk. Takes memory for the chunks with a weight
    /// other than one.
    ///
    /// ```
    /// use std::num::NonZeroU8;
    /// use voxnav_occupancy::{CellBox, ChebyshevClearance, OccupancyBuilder, UnknownPolicy};
    /// use voxnav_search::Terrain;
    /// use glam::IVec3;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
    /// let cap = NonZeroU8::new(3).ok_or("zero")?;
    /// let clearance = ChebyshevClearance::new(&world, UnknownPolicy::Blocked, cap);
    /// let away_from_walls = |cell| 1 + 4 * u16::from(3 - clearance.at(cell));
    /// let terrain = Terrain::from_fn(world.bounds(), away_from_walls)?;
    /// assert_eq!(terrain.weight(IVec3::new(0, 4, 4)), 9); // beside the outside
    /// assert_eq!(terrain.weight(IVec3::new(4, 4, 4)), 1);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`CostError::ZeroWeight`] with the first cell, in this order, whose weight is zero.
    pub fn from_fn(
        cells: CellBox,
        mut weight: impl FnMut(IVec3) -> u16,
    ) -> Result<Self, CostError> {
        let mut terrain = Self::new();
        for chunk in cells.chunks() {
            for cell in chunk.cells().intersection(&cells).cells() {
                match weight(cell) {
                    1 => {}
                    weight => terrain.set(cell, weight)?,
                }
            }
        }
        Ok(terrain)
    }

    /// Returns whether no weight was ever given, so that each move costs its length: parts of it, by a scale or by a
    /// mean, may add up to a little more.
    #[must_use]
    pub fn is_uniform(&self) -> bool {
        self.distance.is_none() && self.is_own_uniform()
    }

    /// Returns whether both are known to have the same weights without a look at any cell: clones of which none was
    /// written to, weighed by the distances of one call.
    #[must_use]
    pub fn is_shared_with(&self, other: &Self) -> bool {
        let has_same_distances = match (&self.distance, &other.distance) {
            (Some(own), Some(other)) => own.is_shared_with(other),
            (own, other) => own.is_none() && other.is_none(),
        };
        let has_same_weights = Arc::ptr_eq(&self.chunks, &other.chunks)
            && (self.scale, self.convention) == (other.scale, other.convention);
        // Weights by distance count on both sides of a move, or on one.
        let counts_alike = self.distance.is_none() || self.convention == other.convention;
        let are_even = self.is_own_uniform() && other.is_own_uniform() && counts_alike;
        has_same_distances && (has_same_weights || are_even)
    }

    /// Returns whether no weight was set for any cell.
    fn is_own_uniform(&self) -> bool {
        self.chunks.is_empty() && self.has_whole_factors()
    }

    /// Makes moves into `cell` cost `weight` times their length, times the weight by its distance
    /// to blocked cells.
    ///
    /// # Errors
    ///
    /// [`CostError::ZeroWeight`] if `weight` is zero; [`CostError::OutOfScale`] if the terrain is of floats and does not
    /// take so large a cost.
    pub fn set(&mut self, cell: IVec3, weight: u16) -> Result<(), CostError> {
        if weight == 0 {
            return Err(CostError::ZeroWeight { cell });
        }
        let stored = weight.checked_mul(self.scale.base());
        let weight = stored.ok_or(CostError::OutOfScale {
            cell,
            cost: f64::from(weight) * self.scale.unit(),
            smallest: self.scale.unit(),
            largest: self.scale.largest(),
        })?;
        self.chunk_mut(ChunkCoord::of(cell))[index_in_chunk(cell)] = weight;
        Ok(())
    }

    /// Makes a cell cost so many times what it costs, at most 65,535 parts of the [scale](CostScale::base). Nothing changes
    /// for a factor of zero.
    pub fn multiply(&mut self, cell: IVec3, factor: u16) {
        let weight = &mut self.chunk_mut(ChunkCoord::of(cell))[index_in_chunk(cell)];
        *weight = weight.saturating_mul(factor.max(1));
    }

    /// Returns the weights of a chunk, to be written.
    fn chunk_mut(&mut self, chunk: ChunkCoord) -> &mut [u16] {
        let base = self.scale.base();
        let weights = Arc::make_mut(&mut self.chunks).entry(chunk);
        Arc::make_mut(weights.or_insert_with(|| even_weights(base)))
    }

    /// Returns how costs are stored as weights.
    #[must_use]
    pub const fn scale(&self) -> CostScale {
        self.scale
    }

    /// Returns which cells of a move count.
    #[must_use]
    pub const fn convention(&self) -> CostConvention {
        self.convention
    }

    /// Sets which cells of a move count. The cell that it enters by default.
    #[must_use]
    pub fn with_convention(mut self, convention: CostConvention) -> Self {
        self.convention = convention;
        self.prices = Prices::new(self.scale, convention, MoveCosts::of_cubes());
        self
    }

    /// Sets what weights stand for: for terrain that is read from a file, before its chunks. Weights that were set stay
    /// as they are.
    #[must_use]
    pub fn with_scale(mut self, scale: CostScale) -> Self {
        self.scale = scale;
        self.prices = Prices::new(scale, self.convention, MoveCosts::of_cubes());
        self
    }

    /// Returns the chunks in which weights were set, in ascending order, each with its 64^3
    /// weights: z slowest, then y, x fastest. Weights by distance are not in them; see
    /// [`is_weighed`](Self::is_weighed).
    ///
    /// ```
    /// use voxnav_search::Terrain;
    /// use glam::IVec3;
    ///
    /// let mut terrain = Terrain::new();
    /// terrain.set(IVec3::new(3, 2, 1), 10).expect("ten is a weight");
    /// let (chunk, weights) = terrain.chunks().next().expect("one chunk");
    /// assert_eq!((chunk.0, weights[(1 * 64 + 2) * 64 + 3]), (IVec3::ZERO, 10));
    /// ```
    pub fn chunks(&self) -> impl Iterator<Item = (ChunkCoord, &[u16])> {
        let mut chunks: Vec<_> = self.chunks.iter().collect();
        chunks.sort_unstable_by_key(|(chunk, _)| **chunk);
        chunks
            .into_iter()
            .map(|(chunk, weights)| (*chunk, &**weights))
    }

    /// Sets all weights of a chunk, in the order in which [`chunks`](Self::chunks) gives them.
    ///
    /// # Errors
    ///
    /// [`CostError`] with the first cell whose weight is zero, or less than the scale has; nothing has changed then.
    pub fn set_chunk(
        &mut self,
        chunk: ChunkCoord,
        weights: &[u16; 1 << 18],
    ) -> Result<(), CostError> {
        let least = self.scale.base();
        if let Some(index) = weights.iter().position(|&weight| weight < least) {
            let at = |shift: u32| i32::try_from(index >> shift & 63).unwrap_or_default();
            let cell = chunk.origin() + IVec3::new(at(0), at(6), at(12));
            return Err(match weights[index] {
                0 => CostError::ZeroWeight { cell },
                weight => CostError::OutOfScale {
                    cell,
                    cost: self.scale.cost(weight),
                    smallest: self.scale.unit(),
                    largest: self.scale.largest(),
                },
            });
        }
        Arc::make_mut(&mut self.chunks).insert(chunk, weights[..].into());
        Ok(())
    }

    /// Returns the factor on the length of a move into `cell`, in parts of [`CostScale::base`]: the weight that was
    /// set, times that by its distance to blocked cells.
    #[must_use]
    #[inline]
    pub fn weight(&self, cell: IVec3) -> u32 {
        self.weighed(cell, self.own_weight(cell))
    }

    /// Returns the weight of a cell, given the one that was set.
    #[inline]
    fn weighed(&self, cell: IVec3, own: u16) -> u32 {
        let distance = self.distance.as_ref();
        let factor = distance.map_or(1, |distance| distance.weight(cell).into());
        u32::from(own) * factor
    }

    /// Returns a weight that no cell is above.
    pub(crate) fn largest_weight(&self) -> u32 {
        let factor = self.distance.as_ref().map_or(1, Distance::largest);
        u32::from(u16::MAX) * u32::from(factor)
    }

    /// Returns whether the weight that was set for a cell is above that of one that was not.
    pub(crate) fn is_heavy(&self, cell: IVec3) -> bool {
        self.own_weight(cell) > self.scale.base()
    }

    /// Returns whether each move costs a whole multiple of its length.
    pub(crate) fn has_whole_factors(&self) -> bool {
        self.scale.base() == 1 && self.convention != CostConvention::Mean
    }

    /// Returns the cost of `cell` in the unit in which costs were given: for [`CostConvention::Entered`], that of a
    /// straight move into it.
    #[must_use]
    pub fn cost(&self, cell: IVec3) -> f64 {
        f64::from(self.weight(cell)) * self.scale.unit() / f64::from(self.scale.base())
    }

    /// Returns the cost of a move from one cube to the next.
    ///
    /// At least that of its direction, as no weight is below the base: rounded up where the base does not divide it.
    #[must_use]
    #[inline]
    pub fn cost_of_move(&self, direction: Direction, from: IVec3, to: IVec3) -> Cost {
        self.cost_by(&self.prices, direction, [from, to], |cell| {
            self.weight(cell)
        })
    }

    /// Returns the cost of a move from one cell to the next, as [`cost_of_move`](Self::cost_of_move) does, of cells that
    /// have a shape.
    #[must_use]
    pub fn cost_of_move_by(
        &self,
        shape: CellShape,
        direction: Direction,
        from: IVec3,
        to: IVec3,
    ) -> Cost {
        let prices = self.prices(shape.costs());
        self.cost_by(&prices, direction, [from, to], |cell| self.weight(cell))
    }

    /// Returns the costs of moves for each part of a weight.
    fn prices(&self, costs: &MoveCosts) -> Prices {
        if costs.is_cubic() {
            self.prices
        } else {
            Prices::new(self.scale, self.convention, costs)
        }
    }

    /// Returns the cost of a move by the weights of its cells.
    #[inline]
    fn cost_by(
        &self,
        prices: &Prices,
        direction: Direction,
        [from, to]: [IVec3; 2],
        weight: impl Fn(IVec3) -> u32,
    ) -> Cost {
        let from = match self.convention {
            // That of the cell that is left does not count, and is not looked up.
            CostConvention::Entered => 0,
            CostConvention::Max | CostConvention::Mean => weight(from),
        };
        self.priced(prices, direction, [from, weight(to)])
    }

    /// Returns the cost of a move by the weights of the cell that it leaves and of the one that it enters.
    #[inline]
    fn priced(&self, prices: &Prices, direction: Direction, [from, to]: [u32; 2]) -> Cost {
        let weight = match self.convention {
            CostConvention::Entered => Some(to),
            CostConvention::Max => Some(from.max(to)),
            CostConvention::Mean => from.checked_add(to),
        };
        prices.of(direction, weight)
    }

    fn own_weight(&self, cell: IVec3) -> u16 {
        let chunk = self.chunk(ChunkCoord::of(cell));
        chunk.map_or(self.scale.base(), |chunk| chunk[index_in_chunk(cell)])
    }

    fn chunk(&self, chunk: ChunkCoord) -> Option<&[u16]> {
        self.chunks.get(&chunk).map(|weights| &**weights)
    }
}

/// Returns the weights of a chunk of which none was set.
fn even_weights(base: u16) -> Arc<[u16]> {
    std::iter::repeat_n(base, 1 << 18).collect()
}

fn index_in_chunk(cell: IVec3) -> usize {
    let local = cell & 63;
    ((local.z << 6 | local.y) << 6 | local.x).unsigned_abs() as usize
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU8;

    use voxnav_occupancy::draws::Draws;
    use voxnav_occupancy::{CellState, EuclideanClearance, OccupancyBuilder, UnknownPolicy};

    use super::*;

    #[test]
    fn evenness_is_that_of_the_weights_asked_about() {
        let cells = CellBox::new(IVec3::new(58, 59, -5), IVec3::new(69, 69, 5));
        let patch = CellBox::new(IVec3::new(61, 60, -3), IVec3::new(67, 68, 4));
        let weight = |cell: IVec3| if patch.contains(cell) { 3 } else { 1 };
        let painted = Terrain::from_fn(cells, weight).unwrap();
        let mut builder = OccupancyBuilder::new(cells)
            .unwrap()
            .with_outside(CellState::Free);
        builder
            .set(IVec3::new(63, 64, 0), CellState::Occupied)
            .unwrap();
        let two = NonZeroU8::new(2).unwrap();
        let clearance = EuclideanClearance::new(&builder.commit(), UnknownPolicy::Blocked, two);
        let distant = Terrain::new().weighed_by(&clearance, |squared| 5 - squared);
        for terrain in [painted, distant] {
            let mut even = 0;
            let mut draws = Draws::new(1);
            for cell in cells.cells() {
                let around = CellBox::new(cell - 1, cell + 2);
                let weight = terrain.weight(cell);
                let is_even = |among: u32| {
                    (around.cells().zip(0..))
                        .all(|(cell, bit)| among >> bit & 1 == 0 || terrain.weight(cell) == weight)
                };
                let all = (1 << 27) - 1;
                let among = u32::try_from(draws.word() >> 32).unwrap();
                for among in [all, among & all, among & among << 5 & among >> 3 & all] {
                    let found = terrain.is_even_around(cell, among);
                    assert_eq!(found, is_even(among), "{cell} {among:b}");
                }
                even += u32::from(is_even(all));
            }
            assert!((100..1000).contains(&even), "{even} of {}", cells.volume());
        }
    }

    #[test]
    fn a_function_is_asked_once_a_cell_and_must_not_say_zero() {
        let cells = CellBox::new(IVec3::new(62, 0, -1), IVec3::new(66, 2, 1));
        let mut asked = 0;
        let mut weight = |cell: IVec3| {
            asked += 1;
            if cell.x == 64 { 7 } else { 1 }
        };
        let terrain = Terrain::from_fn(cells, &mut weight).unwrap();
        assert_eq!(asked, 16);
        assert_eq!(terrain.chunks.len(), 2);
        assert_eq!(terrain.weight(IVec3::new(64, 1, -1)), 7);
        assert_eq!(terrain.weight(IVec3::new(64, 2, -1)), 1);
        let cell = IVec3::new(62, 0, -1);
        assert_eq!(
            Terrain::from_fn(cells, |_| 0).unwrap_err(),
            CostError::ZeroWeight { cell }
        );
    }
}
