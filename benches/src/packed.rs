//! The `pathfinding` crate's `astar` at its best on a voxel world.
//!
//! The crate knows nothing of grids: it takes closures and keeps cells in a hash map. What its user
//! can choose was chosen by measurement (see `RESULTS.md`): a cell packed into one `u32`, integer
//! costs, successors from an iterator that allocates nothing, and legal moves from the 27 bits
//! around a cell, which voxnav's own traversability gathers by words.

use pathfinding::directed::astar::astar;
use thiserror::Error;
use voxnav::glam::{IVec3, UVec3};
use voxnav::{CellBox, CornerRule, Cost, Direction, Heuristic, MoveSet, Traversability};

/// Bits of a packed cell. One fewer than a `u32` has, so that no shift is by the whole width.
const PACKED_BITS: u32 = 31;

/// All 27 cells of a neighborhood traversable.
const OPEN: u32 = (1 << 27) - 1;

/// A world too wide for packed cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the world of {} x {} x {} cells is too large for cells of {PACKED_BITS} bits", .size.x, .size.y, .size.z)]
pub struct TooLargeToPack {
    /// The size of the world in cells.
    pub size: UVec3,
}

/// A path and its cost, and how many cells were expanded on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedAnswer {
    /// The packed cells from start to goal; `None` if there is no path.
    pub path: Option<(Vec<PackedCell>, Cost)>,
    /// Cells whose successors were asked for.
    pub expanded: u64,
}

/// The coordinates of a cell relative to its world's bounds in one word, x in the lowest bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PackedCell(u32);

/// A legal step: what it adds to a packed cell, and what it costs.
#[derive(Clone, Copy, Debug)]
struct Step {
    difference: u32,
    cost: u64,
    required: u32,
}

/// `astar` over packed cells of one world, with 26 moves under the strict corner rule.
#[derive(Clone, Debug)]
pub struct PackedAStar<'w> {
    world: &'w Traversability,
    packing: Packing,
    steps: [Step; 26],
}

impl<'w> PackedAStar<'w> {
    /// The search over `world`.
    ///
    /// # Errors
    /// [`TooLargeToPack`] if the coordinates of a cell do not fit in 31 bits together.
    pub fn new(world: &'w Traversability) -> Result<Self, TooLargeToPack> {
        let packing = Packing::of(world.bounds())?;
        let mut steps = [Step {
            difference: 0,
            cost: 0,
            required: 0,
        }; 26];
        for (step, direction) in steps.iter_mut().zip(Direction::all()) {
            *step = Step {
                difference: packing.pack_offset(direction.offset()),
                cost: direction.cost().raw(),
                required: direction.required(CornerRule::Strict),
            };
        }
        Ok(Self {
            world,
            packing,
            steps,
        })
    }

    /// A shortest path between two cells, which must lie in the bounds.
    #[must_use]
    pub fn solve(&self, start: IVec3, goal: IVec3) -> PackedAnswer {
        let packed_goal = self.packing.pack(goal);
        let mut expanded = 0;
        let answer = astar(
            &self.packing.pack(start),
            |&cell| {
                expanded += 1;
                self.successors(cell)
            },
            |&cell| {
                Heuristic::Octile
                    .estimate(MoveSet::Vertex26, self.packing.unpack(cell), goal)
                    .raw()
            },
            |&cell| cell == packed_goal,
        );
        PackedAnswer {
            path: answer.map(|(cells, cost)| (cells, Cost::from_raw(cost))),
            expanded,
        }
    }

    /// The cell in the world's coordinates.
    #[must_use]
    pub fn unpack(&self, cell: PackedCell) -> IVec3 {
        self.packing.unpack(cell)
    }

    fn successors(&self, cell: PackedCell) -> impl Iterator<Item = (PackedCell, u64)> + '_ {
        let mut legal = self.legal_steps(self.world.neighborhood(self.packing.unpack(cell)));
        std::iter::from_fn(move || {
            let step = self.steps.get(legal.trailing_zeros() as usize)?;
            legal &= legal - 1;
            Some((PackedCell(cell.0.wrapping_add(step.difference)), step.cost))
        })
    }

    /// The steps, one bit each, whose required cells are all in `neighborhood`.
    fn legal_steps(&self, neighborhood: u32) -> u32 {
        if neighborhood == OPEN {
            return (1 << self.steps.len()) - 1;
        }
        self.steps.iter().enumerate().fold(0, |legal, (bit, step)| {
            legal | u32::from(neighborhood & step.required == step.required) << bit
        })
    }
}

/// Where the coordinates of a cell lie in its word.
#[derive(Clone, Copy, Debug)]
struct Packing {
    min: IVec3,
    y_shift: u32,
    z_shift: u32,
}

impl Packing {
    fn of(bounds: CellBox) -> Result<Self, TooLargeToPack> {
        let size = bounds.size();
        let [x, y, z] = size
            .to_array()
            .map(|side| u32::BITS - side.saturating_sub(1).leading_zeros());
        if x + y + z > PACKED_BITS {
            return Err(TooLargeToPack { size });
        }
        Ok(Self {
            min: bounds.min,
            y_shift: x,
            z_shift: x + y,
        })
    }

    fn pack(self, cell: IVec3) -> PackedCell {
        PackedCell(self.pack_offset(cell - self.min))
    }

    /// What to add, modulo 2^32, to move by `offset`.
    fn pack_offset(self, offset: IVec3) -> u32 {
        let [x, y, z] = offset.to_array().map(i32::cast_unsigned);
        x.wrapping_add(y << self.y_shift)
            .wrapping_add(z << self.z_shift)
    }

    fn unpack(self, PackedCell(word): PackedCell) -> IVec3 {
        let x = word & ((1 << self.y_shift) - 1);
        let y = word >> self.y_shift & ((1 << (self.z_shift - self.y_shift)) - 1);
        let z = word >> self.z_shift;
        self.min + UVec3::new(x, y, z).as_ivec3()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_survive_packing_and_steps_add_up() {
        let bounds = CellBox::new(IVec3::new(-5, 7, 0), IVec3::new(60, 8, 130));
        let packing = Packing::of(bounds).unwrap();
        for cell in bounds.cells() {
            let packed = packing.pack(cell);
            assert_eq!(packing.unpack(packed), cell);
            for direction in Direction::all() {
                let neighbour = cell + direction.offset();
                if bounds.contains(neighbour) {
                    let difference = packing.pack_offset(direction.offset());
                    let moved = PackedCell(packed.0.wrapping_add(difference));
                    assert_eq!(moved, packing.pack(neighbour));
                }
            }
        }
    }

    #[test]
    fn a_world_of_more_than_31_bits_is_refused() {
        let fits = IVec3::new(1 << 11, 1 << 10, 1 << 10);
        assert!(Packing::of(CellBox::from_size(fits)).is_ok());
        let wide = fits + IVec3::Y;
        assert_eq!(
            Packing::of(CellBox::from_size(wide)).map(drop),
            Err(TooLargeToPack {
                size: wide.as_uvec3()
            })
        );
    }
}
