//! The roadmap: all cells that agents can reach, in words of 64, and the moves between them.
//!
//! Cells are numbered by *blocks* of 64 cells, 4 x 4 x 4 or, where moves stay in a plane, 8 x 8, so that a set of
//! cells is a word for each block. Only blocks with cells that some start reaches exist, whatever the bounds are. For
//! each direction a word says from which cells of a block the move is legal; a set of cells moves by masks and shifts.
//!
//! INVARIANT: the cells are closed under moves, so a legal move leads to a cell of the roadmap.

mod coarse;
pub(crate) mod distances;
mod regions;
pub(crate) mod tables;

use ahash::{AHashMap, RandomState};
use voxnav::glam::IVec3;
use voxnav::grid::{Axis, Traversability};
use voxnav::search::Direction;
use voxnav::{CornerRule, MoveSet};

use super::options::Limit;

/// A cell by its number: 64 times the number of its block, plus its bit in the block's word.
pub(crate) type Cell = u32;

/// The number of no cell, no block and no agent.
pub(crate) const NONE: u32 = u32::MAX;

/// The index of a block itself among the 27 blocks around it.
const CENTER: usize = 13;

/// The part of a block whose cells one direction takes into one block of the 27 around it.
#[derive(Debug)]
struct Piece {
    cells: u64,
    beside: u8,
    /// Bits up, or down where negative.
    shift: i8,
}

/// A direction with what it does to the cells of a block.
#[derive(Debug)]
struct Moving {
    direction: Direction,
    pieces: Vec<Piece>,
}

#[derive(Debug)]
pub(crate) struct Roadmap {
    /// The logarithms of a block's size along each axis; their sum is 6.
    shape: IVec3,
    blocks: Vec<IVec3>,
    numbers: AHashMap<IVec3, u32>,
    beside: Vec<[u32; 27]>,
    /// The reachable cells of each block.
    cells: Vec<u64>,
    /// The legal moves from each cell, as bits by the rank of their direction.
    legal: Vec<u32>,
    /// The cells of each block from which each moving is legal.
    planes: Vec<u64>,
    movings: Vec<Moving>,
    /// The neighboring block and the bit there to which a move leads, for each bit, by the rank of the direction.
    targets: Box<[[(u8, u8); 26]; 64]>,
    cell_count: usize,
}

impl Roadmap {
    /// Floods a world from the starts of all agents.
    pub(crate) fn new(
        world: &Traversability,
        (moves, corners): (MoveSet, CornerRule),
        starts: &[IVec3],
        most_bytes: Option<u64>,
    ) -> Result<Self, Limit> {
        let shape = shape(world, moves);
        let movings: Vec<Moving> = moves
            .directions()
            .map(|it| Moving::new(it, shape))
            .collect();
        let mut targets = Box::new([[(0, 0); 26]; 64]);
        for moving in &movings {
            for (bit, to) in targets.iter_mut().enumerate() {
                to[moving.direction.index()] = target(shape, bit as i32, moving.direction);
            }
        }
        let mut roadmap = Self {
            shape,
            blocks: Vec::new(),
            numbers: AHashMap::with_hasher(RandomState::with_seeds(1, 2, 3, 4)),
            beside: Vec::new(),
            cells: Vec::new(),
            legal: Vec::new(),
            planes: Vec::new(),
            movings,
            targets,
            cell_count: 0,
        };
        roadmap.flood(world, corners, starts, most_bytes)?;
        roadmap.link_blocks();
        Ok(roadmap)
    }

    fn flood(
        &mut self,
        world: &Traversability,
        corners: CornerRule,
        starts: &[IVec3],
        most_bytes: Option<u64>,
    ) -> Result<(), Limit> {
        let mut left: Vec<IVec3> = Vec::new();
        for &start in starts {
            self.meet(start, &mut left);
            while let Some(place) = left.pop() {
                let around = world.neighborhood(place);
                let (block, bit) = self.split(place);
                let block = self.number(block) as usize;
                for index in 0..self.movings.len() {
                    let direction = self.movings[index].direction;
                    if direction.is_legal(around, corners) {
                        self.legal[block << 6 | bit] |= 1 << direction.index();
                        self.planes[block * self.movings.len() + index] |= 1 << bit;
                        self.meet(place + direction.offset(), &mut left);
                    }
                }
                if most_bytes.is_some_and(|most| self.bytes() > most)
                    || self.blocks.len() >> 25 != 0
                {
                    return Err(Limit::Memory);
                }
            }
        }
        Ok(())
    }

    /// Adds a cell if it is new, and then to those whose moves are to be followed.
    fn meet(&mut self, place: IVec3, left: &mut Vec<IVec3>) {
        let (block, bit) = self.split(place);
        let block = self.number(block) as usize;
        if self.cells[block] >> bit & 1 == 0 {
            self.cells[block] |= 1 << bit;
            self.cell_count += 1;
            left.push(place);
        }
    }

    /// Returns the number of a block, which is new if it has none.
    fn number(&mut self, block: IVec3) -> u32 {
        if let Some(&number) = self.numbers.get(&block) {
            return number;
        }
        let number = u32::try_from(self.blocks.len()).unwrap_or(NONE);
        self.blocks.push(block);
        self.numbers.insert(block, number);
        self.cells.push(0);
        self.legal.resize(self.legal.len() + 64, 0);
        self.planes
            .resize(self.planes.len() + self.movings.len(), 0);
        number
    }

    fn link_blocks(&mut self) {
        let around = |block: &IVec3| {
            std::array::from_fn(|index| {
                let offset = IVec3::from_array([1, 3, 9].map(|unit| index as i32 / unit % 3 - 1));
                self.numbers.get(&(block + offset)).copied().unwrap_or(NONE)
            })
        };
        self.beside = self.blocks.iter().map(around).collect();
    }

    /// Returns the bytes in use.
    pub(crate) fn bytes(&self) -> u64 {
        let per_block = 64 * 4 + 27 * 4 + 8 + 12 + 40 + 8 * self.movings.len();
        (self.blocks.len() * per_block) as u64
    }

    /// Returns the blocks, times moves, that a search over all cells looks at.
    pub(crate) fn work(&self) -> u64 {
        (self.blocks.len() * self.movings.len()) as u64
    }

    pub(crate) fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// Returns the place of a block among blocks.
    #[inline]
    pub(crate) fn block_place(&self, block: u32) -> IVec3 {
        self.blocks[block as usize]
    }

    /// Returns the cells of a block that agents can reach.
    pub(crate) fn cells_of(&self, block: u32) -> u64 {
        self.cells[block as usize]
    }

    /// Returns whether every move is along one axis, so that a way is as long as the sum of all axes.
    pub(crate) fn goes_along_axes(&self) -> bool {
        let mut offsets = self.movings.iter().map(|it| it.direction.offset());
        offsets.all(|offset| offset.abs().element_sum() == 1)
    }

    /// Returns the number of the block at a place among blocks.
    pub(crate) fn block(&self, place: IVec3) -> Option<u32> {
        self.numbers.get(&place).copied()
    }

    pub(crate) fn cell_count(&self) -> usize {
        self.cell_count
    }

    /// Returns the end of the numbers of cells.
    pub(crate) fn numbers(&self) -> usize {
        self.blocks.len() << 6
    }

    fn split(&self, place: IVec3) -> (IVec3, usize) {
        let size = IVec3::ONE << self.shape;
        let inner = place & (size - 1);
        let bit = inner.x | inner.y << self.shape.x | inner.z << (self.shape.x + self.shape.y);
        (place >> self.shape, bit as usize)
    }

    /// Returns the number of a cell, if an agent can reach it.
    pub(crate) fn cell(&self, place: IVec3) -> Option<Cell> {
        let (block, bit) = self.split(place);
        let &number = self.numbers.get(&block)?;
        let is_in = self.cells[number as usize] >> bit & 1 != 0;
        is_in.then_some(number << 6 | bit as u32)
    }

    /// Returns the numbers of cells, unless one of them is out of reach.
    pub(crate) fn all(&self, places: &[IVec3]) -> Option<Vec<Cell>> {
        places.iter().map(|&it| self.cell(it)).collect()
    }

    pub(crate) fn place(&self, cell: Cell) -> IVec3 {
        let block = self.blocks[(cell >> 6) as usize];
        (block << self.shape) + inner(self.shape, cell as i32 & 63)
    }

    /// Returns the legal moves from a cell, as bits by the rank of their direction.
    #[inline]
    pub(crate) fn legal(&self, cell: Cell) -> u32 {
        self.legal[cell as usize]
    }

    /// Returns the cell that a move leads to, by the rank of its direction, which must be legal.
    #[inline]
    pub(crate) fn target(&self, cell: Cell, rank: usize) -> Cell {
        self.beside_cell(cell, rank).unwrap_or(NONE)
    }

    /// Returns the number of the neighbor of a cell, whether or not it can be reached; none if no cell of its block
    /// can.
    #[inline]
    pub(crate) fn beside_cell(&self, cell: Cell, rank: usize) -> Option<Cell> {
        let (beside, bit) = self.targets[cell as usize & 63][rank];
        let block = self.beside[(cell >> 6) as usize][beside as usize];
        (block != NONE).then_some(block << 6 | u32::from(bit))
    }

    /// Returns the legal moves from a cell: the ranks of their directions and the cells that they lead to.
    #[inline]
    pub(crate) fn moves(&self, cell: Cell) -> impl Iterator<Item = (usize, Cell)> {
        let mut left = self.legal(cell);
        std::iter::from_fn(move || {
            let rank = left.trailing_zeros() as usize;
            (left != 0).then(|| {
                left &= left - 1;
                (rank, self.target(cell, rank))
            })
        })
    }

    /// Calls `each` with the blocks that have cells within a number of cells along each axis.
    pub(crate) fn each_block_within(&self, place: IVec3, reach: IVec3, mut each: impl FnMut(u32)) {
        let [first, last] = [place - reach, place + reach].map(|corner| corner >> self.shape);
        for z in first.z..=last.z {
            for y in first.y..=last.y {
                for x in first.x..=last.x {
                    if let Some(&block) = self.numbers.get(&IVec3::new(x, y, z)) {
                        each(block);
                    }
                }
            }
        }
    }

    /// Calls `reached` with each block and the cells in it that one move leads to from some cells of a block.
    #[inline]
    pub(crate) fn spread(&self, block: u32, cells: u64, mut reached: impl FnMut(u32, u64)) {
        let planes = &self.planes[block as usize * self.movings.len()..][..self.movings.len()];
        let beside = &self.beside[block as usize];
        for (moving, plane) in self.movings.iter().zip(planes) {
            let cells = cells & plane;
            if cells == 0 {
                continue;
            }
            for piece in &moving.pieces {
                let part = cells & piece.cells;
                if part != 0 {
                    let moved = if piece.shift < 0 {
                        part >> piece.shift.unsigned_abs()
                    } else {
                        part << piece.shift
                    };
                    reached(beside[piece.beside as usize], moved);
                }
            }
        }
    }
}

/// Returns the shape of blocks: flat where moves stay in a plane.
fn shape(world: &Traversability, moves: MoveSet) -> IVec3 {
    let size = world.bounds().size().to_array();
    let flat = moves.fixed_axis().map(Axis::index);
    match flat.or_else(|| size.iter().position(|&layers| layers == 1)) {
        Some(axis) => IVec3::from_array(std::array::from_fn(|it| if it == axis { 0 } else { 3 })),
        None => IVec3::splat(2),
    }
}

/// Returns the neighboring block, and the bit there, to which a move leads from a bit.
fn target(shape: IVec3, bit: i32, direction: Direction) -> (u8, u8) {
    let to = inner(shape, bit) + direction.offset();
    let beside = (to >> shape) + 1;
    let within = to & ((IVec3::ONE << shape) - 1);
    let bit = within.x | within.y << shape.x | within.z << (shape.x + shape.y);
    ((beside.x + 3 * beside.y + 9 * beside.z) as u8, bit as u8)
}

/// Returns the place of a bit within its block.
fn inner(shape: IVec3, bit: i32) -> IVec3 {
    let size = IVec3::ONE << shape;
    IVec3::new(bit, bit >> shape.x, bit >> (shape.x + shape.y)) & (size - 1)
}

impl Moving {
    fn new(direction: Direction, shape: IVec3) -> Self {
        let mut pieces: Vec<Piece> = Vec::new();
        for bit in 0..64_i32 {
            let (beside, target) = target(shape, bit, direction);
            let shift = (i32::from(target) - bit) as i8;
            let known = pieces
                .iter_mut()
                .find(|it| it.beside == beside && it.shift == shift);
            match known {
                Some(piece) => piece.cells |= 1 << bit,
                None => pieces.push(Piece {
                    cells: 1 << bit,
                    beside,
                    shift,
                }),
            }
        }
        debug_assert!(
            pieces.iter().any(|it| usize::from(it.beside) == CENTER) || shape.min_element() == 0
        );
        Self { direction, pieces }
    }
}
