//! The array of the cells of a world, with the weights of those that were looked at.

use glam::{IVec3, UVec3};
use voxnav_occupancy::{CellBox, Traversability};

use crate::expansion::{OPEN_NEIGHBORHOOD, Pruning};
use crate::movement::{CostConvention, Direction, DirectionSet, MoveCosts, TerrainReader};

/// The most cells of a world that is searched in arrays, and the most places, with the border.
const MOST_CELLS: u64 = 1 << 24;
const MOST_PLACES: u64 = 2 * MOST_CELLS;

/// The most buckets that a move may lead ahead.
const MOST_BUCKETS: u64 = 1 << 18;

/// The mark of a place that was not looked at, and that of one where the agent cannot be.
const UNKNOWN: u32 = 0;
const BLOCKED: u32 = u32::MAX;

/// The cells of a box in cell order, with a border of a cell on both sides of each axis along which it has more than one.
///
/// Nothing is prepared: memory that holds zeros is not touched before the cells in it are looked at.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    bounds: CellBox,
    border: UVec3,
    size: UVec3,
    pub(super) convention: CostConvention,
    weights: Vec<u32>,
    looked_at: u64,
    /// Log2 of the width of a bucket.
    pub(super) width_bits: u32,
    /// The moves that may stay in the box.
    pub(super) steps: Vec<Step>,
}

/// A move, as the array has it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) direction: Direction,
    /// The distance from one end to the other in the array.
    pub(super) apart: u32,
    /// The cost for each part of a weight.
    pub(super) price: u64,
}

/// The world of a search in arrays: where the agent can be, the moves that it can make, and what they cost.
pub(crate) struct Cells<'a> {
    pub(crate) world: &'a Traversability,
    pub(crate) pruning: &'static Pruning,
    pub(crate) costs: &'static MoveCosts,
    pub(crate) terrain: TerrainReader<'a>,
}

impl Cells<'_> {
    /// Returns the moves that the agent can make from a cell, among others to blocked cells.
    #[inline]
    pub(super) fn legal(&self, cell: IVec3) -> DirectionSet {
        if self.pruning.is_about_targets() {
            return self.pruning.legal(OPEN_NEIGHBORHOOD);
        }
        self.pruning.legal(self.world.neighborhood(cell))
    }
}

impl Grid {
    /// Makes the array of a world; `None` where that is too large or costs are too far apart.
    pub(crate) fn new(cells: &Cells<'_>) -> Option<Self> {
        let bounds = cells.world.bounds();
        let inner = bounds.size();
        let border = inner.map(|size| u32::from(size > 1));
        let size = inner.saturating_add(2 * border);
        let [x, y, z] = size.to_array().map(u64::from);
        let places = x.saturating_mul(y).saturating_mul(z);
        let terrain = cells.terrain.terrain();
        let body_diagonal = Direction::from_index(0);
        let largest = [terrain.largest_weight(); 2];
        let dearest = cells.terrain.cost_by_weights(body_diagonal, largest);
        let width_bits = cells.costs.least().raw().ilog2();
        let are_too_far_apart = dearest.raw() >> width_bits >= MOST_BUCKETS;
        let is_too_large = bounds.volume() > MOST_CELLS || places > MOST_PLACES;
        if is_too_large || are_too_far_apart {
            return None;
        }
        let mut grid = Self {
            bounds,
            border,
            size,
            convention: terrain.convention(),
            weights: vec![UNKNOWN; usize::try_from(places).ok()?],
            looked_at: 0,
            width_bits,
            steps: Vec::new(),
        };
        let moves = cells.pruning.legal(OPEN_NEIGHBORHOOD).iter();
        let may_stay = |direction: &Direction| {
            let along = direction.offset().abs().as_uvec3();
            along.cmple(border).all()
        };
        let step = |direction: Direction| Step {
            direction,
            apart: grid.apart(direction),
            price: cells.terrain.cost_for_part(direction).raw(),
        };
        grid.steps = moves.filter(may_stay).map(step).collect();
        Some(grid)
    }

    pub(crate) fn bounds(&self) -> CellBox {
        self.bounds
    }

    /// Returns the number of places.
    pub(crate) fn places(&self) -> usize {
        self.weights.len()
    }

    /// Returns the number of cells that were looked at.
    pub(crate) fn looked_at(&self) -> u64 {
        self.looked_at
    }

    /// Returns the place of a cell of the box.
    #[inline]
    pub(crate) fn place(&self, cell: IVec3) -> u32 {
        let at = (cell - self.bounds.min).as_uvec3() + self.border;
        (at.z * self.size.y + at.y) * self.size.x + at.x
    }

    /// Returns the cell of the box at a place.
    #[inline]
    pub(crate) fn cell(&self, place: u32) -> IVec3 {
        let (row, x) = (place / self.size.x, place % self.size.x);
        let at = UVec3::new(x, row % self.size.y, row / self.size.y) - self.border;
        self.bounds.min + at.as_ivec3()
    }

    /// Returns the place before one that was reached in a direction.
    pub(crate) fn before(&self, place: u32, arrival: Direction) -> u32 {
        place.wrapping_sub(self.apart(arrival))
    }

    fn apart(&self, direction: Direction) -> u32 {
        let [x, y, z] = direction.offset().to_array().map(i32::cast_unsigned);
        let row = z.wrapping_mul(self.size.y).wrapping_add(y);
        row.wrapping_mul(self.size.x).wrapping_add(x)
    }

    /// Returns the weight of a place that was looked at.
    #[inline]
    pub(super) fn weight(&self, place: u32) -> u64 {
        self.weights[place as usize].into()
    }

    /// Looks at the cell of a place; returns whether the agent can be there.
    #[inline]
    pub(super) fn look_at(&mut self, place: u32, cell: IVec3, cells: &Cells<'_>) -> bool {
        let weight = &mut self.weights[place as usize];
        if *weight == UNKNOWN {
            self.looked_at += 1;
            *weight = if cells.world.is_traversable(cell) {
                cells.terrain.weight(cell)
            } else {
                BLOCKED
            };
        }
        *weight != BLOCKED
    }
}
