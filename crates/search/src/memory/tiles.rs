//! Tiles: the index of the bricks of 4 x 2 cells of a search that stays in one plane.
//!
//! Such a search reaches cells in two dimensions, so a table over them names its bricks without
//! pages between, and no brick has room for cells of other planes. The table is for any plane
//! across its axis. Where it would be too large, bricks are found by hashing.

#![expect(
    clippy::cast_possible_truncation,
    reason = "entries are packed words; the number of places is limited"
)]

use glam::IVec3;
use voxnav_occupancy::{Axis, CellBox};

use super::table::Table;

/// Log2 of the cells of a tile along the first axis of the plane, and along the second. Tiles of 16 cells would take
/// 268 bytes for each part of a run that is followed in parts.
const BITS: [u32; 2] = [2, 1];
/// Cells of a tile.
pub(super) const CELLS: usize = 1 << (BITS[0] + BITS[1]);

/// The largest plane, in tiles, that gets a table: 2^25 cells, 32 MB of which those parts are touched where
/// a search comes.
const MOST_DENSE: u64 = 1 << 22;

/// The tiles of the planes of one world across one axis, for one query at a time.
#[derive(Debug, Default)]
pub(super) struct Tiles {
    over: Option<(CellBox, Axis)>,
    /// The masks that leave of a cell the component along each axis of the plane.
    masks: [IVec3; 2],
    /// The offsets of the cells of a tile from its first.
    offsets: [IVec3; CELLS],
    /// The first tile along each axis, and how many there are.
    first: [i32; 2],
    size: [u32; 2],
    /// The first axis fastest: the query number in the high half, the brick in the low; empty where tiles
    /// are found by hashing.
    dense: Vec<u64>,
    hashed: Table,
    query: u32,
}

impl Tiles {
    /// Starts a query of this number in a plane across `fixed` of a world with `bounds`. Numbers that come
    /// again must have been [forgotten](Self::forget_queries).
    pub(super) fn begin(&mut self, bounds: CellBox, fixed: Axis, query: u32) {
        if self.over != Some((bounds, fixed)) {
            self.cover(bounds, fixed);
            self.over = Some((bounds, fixed));
        }
        if self.dense.is_empty() {
            self.hashed.begin();
        }
        self.query = query;
    }

    fn cover(&mut self, bounds: CellBox, fixed: Axis) {
        let [a, b] = fixed.others();
        self.masks = [-a.unit(), -b.unit()];
        for (place, offset) in (0..).zip(&mut self.offsets) {
            let along = [place & 3, place >> BITS[0]];
            *offset = a.unit() * along[0] + b.unit() * along[1];
        }
        self.first = self.tile(bounds.min);
        let last = self.tile(bounds.max - 1);
        let count = |n: usize| (last[n] - self.first[n] + 1).max(0).cast_unsigned();
        self.size = [count(0), count(1)];
        let tiles = u64::from(self.size[0]) * u64::from(self.size[1]);
        let dense = if tiles <= MOST_DENSE { tiles } else { 0 };
        self.dense = vec![0; dense as usize];
    }

    /// Forgets all queries, so that their numbers may be used again.
    pub(super) fn forget_queries(&mut self) {
        self.dense.fill(0);
    }

    /// Returns the brick of a cell, if there is one.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "asked once or twice an expansion, of which a call is a tenth"
    )]
    pub(super) fn find(&self, cell: IVec3) -> Option<u32> {
        if self.dense.is_empty() {
            return self.hashed.find(self.position(cell));
        }
        let entry = *self.dense.get(self.index(cell))?;
        (entry >> 32 == u64::from(self.query)).then_some(entry as u32)
    }

    /// Gives the tile of a cell in the bounds a brick.
    pub(super) fn put(&mut self, cell: IVec3, brick: u32) {
        // Where there is no table, 32 bits need not hold a place in it.
        if self.dense.is_empty() {
            self.hashed.find_or_insert(self.position(cell), brick);
            return;
        }
        let index = self.index(cell);
        if let Some(entry) = self.dense.get_mut(index) {
            *entry = u64::from(self.query) << 32 | u64::from(brick);
        }
    }

    /// Returns the first cell of the tile of a cell.
    pub(super) fn origin(&self, cell: IVec3) -> IVec3 {
        cell - self.offset(self.place(cell))
    }

    /// Returns the number of a cell within its tile.
    #[inline]
    pub(super) fn place(&self, cell: IVec3) -> u32 {
        let [u, v] = self.components(cell).map(i32::cast_unsigned);
        (v & 1) << BITS[0] | u & 3
    }

    /// Returns the offset of the cell of a number from the first of its tile.
    #[inline]
    pub(super) fn offset(&self, place: u32) -> IVec3 {
        self.offsets[place as usize % CELLS]
    }

    /// Returns the components of a cell along the axes of the plane, without a branch.
    #[inline]
    fn components(&self, cell: IVec3) -> [i32; 2] {
        self.masks.map(|mask| {
            let IVec3 { x, y, z } = cell & mask;
            x | y | z
        })
    }

    #[inline]
    fn tile(&self, cell: IVec3) -> [i32; 2] {
        let [u, v] = self.components(cell);
        [u >> BITS[0], v >> BITS[1]]
    }

    fn position(&self, cell: IVec3) -> IVec3 {
        let [u, v] = self.tile(cell);
        IVec3::new(u, v, 0)
    }

    #[inline]
    fn index(&self, cell: IVec3) -> usize {
        let ([u, v], [first_u, first_v]) = (self.tile(cell), self.first);
        let [u, v] = [u - first_u, v - first_v].map(|n| n.cast_unsigned() as usize);
        v * self.size[0] as usize + u
    }

    /// Returns the number of bytes for each tile besides its brick.
    pub(super) fn tile_bytes(&self) -> u64 {
        if self.dense.is_empty() { 64 } else { 0 }
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.dense.capacity() * size_of::<u64>() + self.hashed.memory_bytes()
    }
}
