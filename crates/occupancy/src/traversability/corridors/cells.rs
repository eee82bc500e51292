//! Finding corridor cells and the ends of corridors, 64 at a time.

use ahash::AHashSet;
use glam::IVec3;

use super::{Corners, CorridorEnd};
use crate::coordinates::{Axis, ChunkCoord, Heading, Sign};
use crate::traversability::Traversability;
use crate::traversability::rows::Rows;

/// The rows around one row along x, and the same moved by one cell.
pub(super) struct Surroundings {
    /// The row itself is number 4; see `rows_around`.
    here: [u64; 9],
    /// Bit x is the cell at x - 1.
    left: [u64; 9],
    /// Bit x is the cell at x + 1.
    right: [u64; 9],
}

impl Surroundings {
    /// Returns the rows around the row `(y, z)` of a chunk; `None` if nothing in it is traversable.
    pub(super) fn of(world: &Traversability, chunk: ChunkCoord, y: i32, z: i32) -> Option<Self> {
        let here = world.rows_around(chunk, world.entry(chunk), Axis::X, [y, z]);
        if here[4] == 0 {
            return None;
        }
        let [before, after] = [-1, 1].map(|side| {
            let beside = ChunkCoord(chunk.0 + IVec3::X * side);
            world.rows_around(beside, world.entry(beside), Axis::X, [y, z])
        });
        Some(Self {
            here,
            left: std::array::from_fn(|row| here[row] << 1 | before[row] >> 63),
            right: std::array::from_fn(|row| here[row] >> 1 | after[row] << 63),
        })
    }

    /// Returns the traversable cells with at most one and with exactly two traversable neighbors
    /// across faces.
    pub(super) fn with_few_neighbors(&self) -> [u64; 2] {
        let Self { here, left, right } = self;
        // Counts in binary, bit by bit.
        let (mut ones, mut twos, mut fours) = (0, 0, 0);
        for face in [left[4], right[4], here[3], here[5], here[1], here[7]] {
            fours |= twos & ones & face;
            twos ^= ones & face;
            ones ^= face;
        }
        [here[4] & !twos & !fours, here[4] & twos & !ones & !fours]
    }

    fn corridor_cells(&self, corners: Corners) -> u64 {
        match corners {
            Corners::Kept => self.strict_corridor_cells(),
            Corners::Cut => self.with_two_of_26(),
        }
    }

    /// Returns the traversable cells with exactly two traversable neighbors among all 26.
    fn with_two_of_26(&self) -> u64 {
        let Self { here, left, right } = self;
        let beside = (0..9).filter(|&row| row != 4).map(|row| here[row]);
        let (mut one, mut two, mut more) = (0, 0, 0);
        for neighbors in left.iter().chain(right).copied().chain(beside) {
            more |= two & neighbors;
            two |= one & neighbors;
            one |= neighbors;
        }
        here[4] & two & !more
    }

    fn strict_corridor_cells(&self) -> u64 {
        let [_, two] = self.with_few_neighbors();
        if two == 0 {
            return 0;
        }
        let Self { here, left, right } = self;
        let beside = |side: &[u64; 9]| {
            let squares =
                here[3] & side[3] | here[5] & side[5] | here[1] & side[1] | here[7] & side[7];
            side[4] & squares
        };
        let below = here[1] & (here[3] & here[0] | here[5] & here[2]);
        let above = here[7] & (here[3] & here[6] | here[5] & here[8]);
        two & !(beside(left) | beside(right) | below | above)
    }
}

/// The corridor cells of a world, by the entry of their chunk.
pub(super) struct CorridorCells {
    rows: Vec<Option<Box<Rows>>>,
    count: u64,
}

impl CorridorCells {
    /// Finds the corridor cells in the listed chunks.
    pub(super) fn of(world: &Traversability, chunks: &[ChunkCoord], corners: Corners) -> Self {
        let mut cells = Self {
            rows: vec![None; world.snapshot.grid.entries().count()],
            count: 0,
        };
        world.search_mixed(chunks, |chunk| {
            let mut rows = vec![0_u64; 4096];
            for (index, row) in rows.iter_mut().enumerate() {
                let (y, z) = (index as i32 & 63, index as i32 >> 6);
                let around = Surroundings::of(world, chunk, y, z);
                *row = around.map_or(0, |around| around.corridor_cells(corners));
                cells.count += u64::from(row.count_ones());
            }
            let is_found = rows.iter().any(|&row| row != 0);
            if is_found {
                cells.rows[world.snapshot.grid.entry_index(chunk)] = rows.try_into().ok();
            }
            is_found
        });
        cells
    }

    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Calls `each` with every end of a corridor.
    pub(super) fn for_each_end(
        &self,
        world: &Traversability,
        chunks: &[ChunkCoord],
        mut each: impl FnMut(CorridorEnd),
    ) {
        let grid = &world.snapshot.grid;
        let is_known = |chunk: IVec3| self.rows[grid.entry_index(ChunkCoord(chunk))].is_some();
        for &chunk in chunks {
            let mut beside = Heading::ALL.iter().map(|heading| chunk.0 + heading.step());
            if !is_known(chunk.0) && !beside.any(is_known) {
                continue;
            }
            let bits = world.entry(chunk).bits.along(Axis::X);
            for (index, &row) in bits.iter().enumerate() {
                let (y, z) = (index as i32 & 63, index as i32 >> 6);
                let others = row & !self.row(world, chunk, y, z);
                if others == 0 {
                    continue;
                }
                for heading in Heading::ALL {
                    let mut cells = others & self.beside(world, chunk, [y, z], heading);
                    while cells != 0 {
                        let local = IVec3::new(cells.trailing_zeros() as i32, y, z);
                        cells &= cells - 1;
                        let cell = chunk.origin() + local;
                        each(CorridorEnd { cell, heading });
                    }
                }
            }
        }
    }

    /// Returns a row whose bit x is set if the cell next to x along `heading` is a corridor cell.
    fn beside(
        &self,
        world: &Traversability,
        chunk: ChunkCoord,
        [y, z]: [i32; 2],
        heading: Heading,
    ) -> u64 {
        let step = heading.step();
        if heading.axis != Axis::X {
            let at = IVec3::new(0, y, z) + step;
            return self.row(world, ChunkCoord(chunk.0 + (at >> 6)), at.y, at.z);
        }
        let own = self.row(world, chunk, y, z);
        let next = self.row(world, ChunkCoord(chunk.0 + step), y, z);
        match heading.sign {
            Sign::Positive => own >> 1 | next << 63,
            Sign::Negative => own << 1 | next >> 63,
        }
    }

    /// Returns whether `cell` is a corridor cell.
    #[inline]
    pub(super) fn contains(&self, world: &Traversability, cell: IVec3) -> bool {
        let local = cell & 63;
        self.row(world, ChunkCoord::of(cell), local.y, local.z) >> local.x & 1 != 0
    }

    pub(super) fn row(&self, world: &Traversability, chunk: ChunkCoord, y: i32, z: i32) -> u64 {
        let rows = self.rows[world.snapshot.grid.entry_index(chunk)].as_ref();
        rows.map_or(0, |rows| rows[((z & 63) << 6 | y & 63) as usize])
    }
}

impl Traversability {
    /// Returns whether a chunk holds traversable and other cells.
    pub(in crate::traversability) fn is_mixed(&self, chunk: ChunkCoord) -> bool {
        let bits = &self.entry(chunk).bits;
        let maker = &self.snapshot.grid.maker;
        !bits.shares_storage_with(&maker.open) && !bits.shares_storage_with(&maker.blocked)
    }

    /// Calls `search` with the mixed ones of some chunks, but for those like one in which it found nothing: what it
    /// finds must follow from the cells of a chunk and those beside it.
    pub(super) fn search_mixed(
        &self,
        chunks: &[ChunkCoord],
        mut search: impl FnMut(ChunkCoord) -> bool,
    ) {
        let mut in_vain = AHashSet::with_hasher(ahash::RandomState::with_seeds(1, 2, 3, 4));
        for &chunk in chunks.iter().filter(|chunk| self.is_mixed(**chunk)) {
            let kind = self.snapshot.grid.storage_around(chunk);
            if !in_vain.contains(&kind) && !search(chunk) {
                in_vain.insert(kind);
            }
        }
    }
}
