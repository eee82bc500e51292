//! The `pathfinding` crate's `astar` at its best on a voxel world.
//!
//! The crate knows nothing of grids: it takes closures and keeps cells in a hash map. What its user
//! can choose was chosen by measurement (see `TRIED.md`): a cell packed into one `u32`, exact
//! integer costs, successors from an iterator that allocates nothing, and legal moves from the 27
//! bits around a cell, gathered from a world of one bit a cell.

use pathfinding::directed::astar::astar;
use thiserror::Error;
use voxnav::MoveSet;
use voxnav::experiment::Heuristic;
use voxnav::glam::{IVec3, UVec3};
use voxnav::grid::{Axis, CellBox, Traversability};
use voxnav::search::{Cost, Direction, SearchSettings};

use crate::found::EnginePath;

/// Bits of a packed cell. One fewer than a `u32` has, so that no shift is by the whole width.
const PACKED_BITS: u32 = 31;

/// A world too wide for packed cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the world of {} x {} x {} cells is too large for cells of {PACKED_BITS} bits", .size.x, .size.y, .size.z)]
pub struct TooLargeToPack {
    /// The size of the world in cells.
    pub size: UVec3,
}

/// The coordinates of a cell relative to its world's bounds in one word, x in the lowest bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PackedCell(u32);

/// A legal step: what it adds to a packed cell, and what it costs.
#[derive(Clone, Copy, Debug)]
struct Step {
    difference: u32,
    cost: u64,
    required: u32,
}

/// `astar` over packed cells of one world.
#[derive(Clone, Debug)]
pub(crate) struct PackedAStar {
    bitmap: Bitmap,
    packing: Packing,
    rules: SearchSettings,
    steps: Vec<Step>,
    /// The cells that any step needs.
    open: u32,
}

impl PackedAStar {
    /// Returns the search over `world`.
    ///
    /// # Errors
    /// [`TooLargeToPack`] if the coordinates of a cell do not fit in 31 bits together.
    pub(crate) fn new(
        world: &Traversability,
        rules: SearchSettings,
    ) -> Result<Self, TooLargeToPack> {
        let packing = Packing::of(world.bounds())?;
        let step = |direction: Direction| Step {
            difference: packing.pack_offset(direction.offset()),
            cost: direction.cost().raw(),
            required: direction.required(rules.corners),
        };
        let steps = rules.moves.directions().map(step).collect::<Vec<_>>();
        Ok(Self {
            bitmap: Bitmap::of(world),
            packing,
            rules,
            open: steps.iter().fold(0, |open, step| open | step.required),
            steps,
        })
    }

    /// Returns a shortest path between two cells, which must lie in the bounds.
    pub(crate) fn solve(&self, start: IVec3, goal: IVec3) -> EnginePath<PackedCell> {
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
                    .estimate(self.rules.moves, self.packing.unpack(cell), goal)
                    .raw()
            },
            |&cell| cell == packed_goal,
        );
        let (path, cost) = answer.unzip();
        EnginePath {
            path,
            claimed: cost.map(Cost::from_raw),
            expanded,
        }
    }

    /// Returns the cell in the world's coordinates.
    pub(crate) fn unpack(&self, cell: PackedCell) -> IVec3 {
        self.packing.unpack(cell)
    }

    fn successors(&self, cell: PackedCell) -> impl Iterator<Item = (PackedCell, u64)> + '_ {
        let local = self.packing.local(cell);
        let neighborhood = match self.rules.moves {
            MoveSet::Planar8(Axis::Z) => self.bitmap.rows_around(local, 3..6),
            _ => self.bitmap.rows_around(local, 0..9),
        };
        let mut legal = self.legal_steps(neighborhood);
        std::iter::from_fn(move || {
            let step = self.steps.get(legal.trailing_zeros() as usize)?;
            legal &= legal - 1;
            Some((PackedCell(cell.0.wrapping_add(step.difference)), step.cost))
        })
    }

    /// Returns the steps, one bit each, whose required cells are all in `neighborhood`.
    fn legal_steps(&self, neighborhood: u32) -> u32 {
        if neighborhood & self.open == self.open {
            return (1 << self.steps.len()) - 1;
        }
        self.steps.iter().enumerate().fold(0, |legal, (bit, step)| {
            legal | u32::from(neighborhood & step.required == step.required) << bit
        })
    }
}

/// The layout of the coordinates of a cell in its word.
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

    /// Returns the number to add, modulo 2^32, to move by `offset`.
    fn pack_offset(self, offset: IVec3) -> u32 {
        let [x, y, z] = offset.to_array().map(i32::cast_unsigned);
        x.wrapping_add(y << self.y_shift)
            .wrapping_add(z << self.z_shift)
    }

    fn unpack(self, cell: PackedCell) -> IVec3 {
        self.min + self.local(cell).as_ivec3()
    }

    /// Returns the cell relative to the bounds.
    fn local(self, PackedCell(word): PackedCell) -> UVec3 {
        let x = word & ((1 << self.y_shift) - 1);
        let y = word >> self.y_shift & ((1 << (self.z_shift - self.y_shift)) - 1);
        let z = word >> self.z_shift;
        UVec3::new(x, y, z)
    }
}

/// A world as one bit a cell, x fastest, with a layer of blocked cells around it.
#[derive(Clone, Debug)]
struct Bitmap {
    /// Bits from a cell to the next along y.
    row: usize,
    /// Bits from a cell to the next along z.
    layer: usize,
    bytes: Vec<u8>,
}

impl Bitmap {
    fn of(world: &Traversability) -> Self {
        let bounds = world.bounds();
        let padded = bounds.size().to_array().map(|side| side as usize + 2);
        let mut bitmap = Self {
            row: padded[0],
            layer: padded[0] * padded[1],
            // One byte more than the cells need, so that two can be read from anywhere.
            bytes: vec![0; padded.iter().product::<usize>() / 8 + 2],
        };
        for cell in bounds.cells().filter(|&cell| world.is_traversable(cell)) {
            let bit = bitmap.lowest_around((cell - bounds.min).as_uvec3() + 1);
            bitmap.bytes[bit / 8] |= 1 << (bit % 8);
        }
        bitmap
    }

    /// Returns the bit of the cell one below `local` on each axis, which is where the padded cell
    /// `local` lies.
    fn lowest_around(&self, local: UVec3) -> usize {
        let [x, y, z] = local.to_array().map(|component| component as usize);
        z * self.layer + y * self.row + x
    }

    /// Returns some of the nine rows of three cells of the 3 x 3 x 3 block around a cell, ordered as in
    /// [`Traversability::neighborhood`].
    #[inline]
    fn rows_around(&self, local: UVec3, rows: std::ops::Range<usize>) -> u32 {
        let lowest = self.lowest_around(local);
        rows.fold(0, |bits, index| {
            let first = lowest + index / 3 * self.layer + index % 3 * self.row;
            let pair = [self.bytes[first / 8], self.bytes[first / 8 + 1]];
            let row = u16::from_le_bytes(pair) >> (first % 8) & 7;
            bits | u32::from(row) << (3 * index)
        })
    }
}

#[cfg(test)]
mod tests {
    use voxnav::UnknownPolicy;
    use voxnav_worlds::{WorldKind, generate};

    use super::*;

    #[test]
    fn cells_survive_packing_and_steps_add_up() {
        let bounds = CellBox::new(IVec3::new(-5, 7, 0), IVec3::new(60, 8, 130));
        let packing = Packing::of(bounds).unwrap();
        for cell in bounds.cells() {
            let packed = packing.pack(cell);
            assert_eq!(packing.unpack(packed), cell);
            for direction in Direction::all() {
                let neighbor = cell + direction.offset();
                if bounds.contains(neighbor) {
                    let difference = packing.pack_offset(direction.offset());
                    let moved = PackedCell(packed.0.wrapping_add(difference));
                    assert_eq!(moved, packing.pack(neighbor));
                }
            }
        }
    }

    #[test]
    fn the_bitmap_gives_the_neighborhoods_of_the_world() {
        let size = IVec3::new(23, 9, 14);
        let occupancy = generate(WorldKind::Random { percent: 50 }, size, 3).unwrap();
        let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
        let bitmap = Bitmap::of(&world);
        for cell in world.bounds().cells() {
            let neighborhood = bitmap.rows_around(cell.as_uvec3(), 0..9);
            assert_eq!(neighborhood, world.neighborhood(cell), "{cell}");
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
