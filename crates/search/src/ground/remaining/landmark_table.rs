//! Tables of exact costs between landmarks and cells.
//!
//! A cell has two costs for each landmark: from it, then to it. Costs are kept in units of 2^-15 of a straight move, rounded down.
//!
//! INVARIANT: a table holds the cells that it was made over, and no others.

use std::cmp::Reverse;

use glam::IVec3;

use crate::cost::Cost;
use crate::memory::Table;

/// Log2 of the unit of costs in raw ones: 2^32 units are 131,072 straight moves.
pub(in crate::ground) const UNIT_BITS: u32 = 15;
/// The cost where there is no path.
pub(in crate::ground) const NO_PATH: u32 = u32::MAX;
/// Log2 of the cells along the edge of a brick.
const EDGE_BITS: u32 = 2;

/// Costs between landmarks and cells.
#[derive(Debug)]
pub(in crate::ground) struct LandmarkTable {
    /// The cells of the landmarks.
    pub(in crate::ground) cells: Vec<IVec3>,
    /// The places of bricks by their positions.
    places: Table,
    bricks: Vec<Brick>,
    /// The costs kept for each cell.
    stride: usize,
    /// Brick by brick, cell by cell, landmark by landmark.
    costs: Vec<u32>,
}

/// A brick of 4 x 4 x 4 cells.
#[derive(Clone, Copy, Debug)]
struct Brick {
    position: IVec3,
    /// A bit for each cell that is known.
    known: u64,
    /// The place of the costs of the first of these.
    first: u32,
}

/// Returns the place of a cell in its brick.
#[inline]
fn local(cell: IVec3) -> u32 {
    let [x, y, z] = (cell & 3).to_array();
    (z << 4 | y << 2 | x).unsigned_abs()
}

impl LandmarkTable {
    /// Creates a table over some cells, with room for `stride` costs a cell and no landmark so far.
    pub(in crate::ground) fn over(cells: impl Iterator<Item = IVec3>, stride: usize) -> Self {
        let (mut places, mut bricks) = (Table::default(), Vec::<Brick>::new());
        places.begin();
        for cell in cells {
            let position = cell >> EDGE_BITS;
            let next = u32::try_from(bricks.len()).unwrap_or(Table::NONE - 1);
            let place = places.find_or_insert(position, next);
            if place == next {
                bricks.push(Brick {
                    position,
                    known: 0,
                    first: 0,
                });
            }
            if let Some(brick) = bricks.get_mut(place as usize) {
                brick.known |= 1 << local(cell);
            }
        }
        let mut count = 0;
        for brick in &mut bricks {
            brick.first = count;
            count += brick.known.count_ones();
        }
        Self {
            cells: Vec::new(),
            places,
            bricks,
            stride,
            costs: vec![NO_PATH; count as usize * stride],
        }
    }

    /// Keeps costs of cells at one place of each row.
    pub(in crate::ground) fn note(
        &mut self,
        column: usize,
        reached: impl Iterator<Item = (IVec3, Cost)>,
    ) {
        for (cell, cost) in reached {
            let units = u32::try_from(cost.raw() >> UNIT_BITS).unwrap_or(NO_PATH);
            if let Some(place) = self.place(cell) {
                self.costs[place * self.stride + column] = units.min(NO_PATH - 1);
            }
        }
    }

    /// Returns the place of a cell among those of the table.
    #[inline]
    fn place(&self, cell: IVec3) -> Option<usize> {
        let brick = self.bricks[self.places.find(cell >> EDGE_BITS)? as usize];
        let bit = 1 << local(cell);
        let before = (brick.known & (bit - 1)).count_ones();
        (brick.known & bit != 0).then_some((brick.first + before) as usize)
    }

    /// Returns the costs of a cell, if the table holds it.
    #[inline]
    pub(in crate::ground) fn row(&self, cell: IVec3) -> Option<&[u32]> {
        let first = self.place(cell)? * self.stride;
        self.costs.get(first..first + self.stride)
    }

    /// Returns the cell whose nearest landmark is farthest away, of those with a path from and to each of
    /// them; none if all of these cells are landmarks.
    pub(in crate::ground) fn farthest(&self) -> Option<IVec3> {
        let local = |place: i32| IVec3::new(place & 3, place >> 2 & 3, place >> 4);
        let cells = self.bricks.iter().flat_map(|brick| {
            let known = (0..64).filter(|place| brick.known >> place & 1 != 0);
            known.map(move |place| (brick.position << EDGE_BITS) + local(place))
        });
        let nearest = |cell: IVec3| {
            let costs = &self.row(cell)?[..self.cells.len() * 2];
            let nearest = costs.iter().step_by(2).min().copied()?;
            (nearest != 0 && !costs.contains(&NO_PATH)).then_some(nearest)
        };
        let farthest = cells
            .filter_map(|cell| Some((nearest(cell)?, Reverse((cell.z, cell.y, cell.x)))))
            .max();
        farthest.map(|(_, Reverse((z, y, x)))| IVec3::new(x, y, z))
    }

    pub(in crate::ground) fn memory_bytes(&self) -> usize {
        self.places.memory_bytes()
            + self.bricks.capacity() * size_of::<Brick>()
            + self.costs.capacity() * size_of::<u32>()
    }
}
