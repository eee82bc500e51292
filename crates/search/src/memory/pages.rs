//! Pages: the index of the bricks of 8 x 8 x 8 cells.
//!
//! A page names the bricks of 2 x 2 x 2 cells that its cells lie in, of which most are absent: what a
//! search reaches is a sheet or a line more often than a block. Pages are found by a table over the
//! bounds, or by hashing where that would be too large.

#![expect(
    clippy::cast_possible_truncation,
    reason = "entries are packed words; the number of pages is below that of bricks"
)]

use glam::IVec3;
use voxnav_occupancy::CellBox;

use super::growth::put;
use super::table::Table;

/// Log2 of the cells along the edge of a page.
const EDGE_BITS: u32 = 3;
/// Bricks of a page.
const BRICKS: usize = 64;
/// The offset in a page from the name of one brick to the names of the 2 x 2 x 2 bricks from it on,
/// x fastest.
const BLOCK_OFFSETS: [usize; 8] = [0, 1, 4, 5, 16, 17, 20, 21];
/// The number of an absent brick.
const NONE: u32 = u32::MAX;

/// The largest world, in pages, that gets a table: 2^31 cells, 32 MB of which those parts are
/// touched where a search comes.
const MOST_DENSE: u128 = 1 << 22;

/// The pages of one world, for one query at a time.
#[derive(Debug, Default)]
pub(super) struct Pages {
    bounds: Option<CellBox>,
    /// The table of pages, if they are not found by hashing.
    dense: Option<Dense>,
    hashed: Table,
    bricks: Vec<[u32; BRICKS]>,
    origins: Vec<IVec3>,
    taken: usize,
    query: u32,
}

/// A table over a box of pages, x fastest: the query number in the high half, the page in the low.
#[derive(Debug)]
struct Dense {
    first: IVec3,
    size: [u32; 3],
    pages: Vec<u64>,
}

/// The place of the number of a brick.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    page: u32,
    index: usize,
}

impl Pages {
    /// The number of no brick.
    pub(super) const NONE: u32 = NONE;

    /// Starts a query of this number over a world with `bounds`. Numbers that come again must have
    /// been [forgotten](Self::forget_queries).
    pub(super) fn begin(&mut self, bounds: CellBox, query: u32) {
        if self.bounds != Some(bounds) {
            self.dense = Dense::over(bounds);
            self.bounds = Some(bounds);
        }
        if self.dense.is_none() {
            self.hashed.begin();
        }
        self.query = query;
        self.taken = 0;
    }

    /// Forgets all queries, so that their numbers may be used again.
    pub(super) fn forget_queries(&mut self) {
        if let Some(dense) = &mut self.dense {
            dense.pages.fill(0);
        }
    }

    /// Returns the brick of a cell, if there is one.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "asked for every record that is looked up, of which a call is a fifth"
    )]
    pub(super) fn find(&self, cell: IVec3) -> Option<u32> {
        let at = cell >> EDGE_BITS;
        let page = if let Some(dense) = &self.dense {
            let entry = *dense.pages.get(dense.index(at))?;
            (entry >> 32 == u64::from(self.query)).then_some(entry as u32)?
        } else {
            self.hashed.find(at)?
        };
        let brick = self.bricks[page as usize][index_in_page(cell)];
        (brick != NONE).then_some(brick)
    }

    /// Writes the 2 x 2 x 2 bricks from that of `cell` on, x fastest, over `block`; [`Pages::NONE`]
    /// where there is none. They are written where they are read, since copies of words just
    /// written wait for all of them.
    #[inline]
    pub(super) fn find_block(&self, cell: IVec3, block: &mut [u32; 8]) {
        let last = cell + 2;
        if cell >> EDGE_BITS != last >> EDGE_BITS {
            match &self.dense {
                Some(dense) => self.find_block_in_table(dense, cell, block),
                None => self.find_block_by_hashing(cell, block),
            }
            return;
        }
        let Some(page) = self.page(cell >> EDGE_BITS) else {
            *block = [Self::NONE; 8];
            return;
        };
        let bricks = &self.bricks[page as usize];
        let first = index_in_page(cell);
        for (found, offset) in block.iter_mut().zip(BLOCK_OFFSETS) {
            *found = bricks[(first + offset) % BRICKS];
        }
    }

    /// Writes the same block where the bricks lie in several pages, which a table names.
    fn find_block_in_table(&self, dense: &Dense, cell: IVec3, block: &mut [u32; 8]) {
        let next = cell + 2;
        let [dx, dy, dz] = dense.steps((next >> EDGE_BITS) - (cell >> EDGE_BITS));
        // Of a cell out of bounds; all that counts lies in them.
        let first = dense.wrapping_index(cell >> EDGE_BITS);
        let index_x = [cell, next].map(|cell| index_in_page(cell) & 3);
        let index_y = [cell, next].map(|cell| index_in_page(cell) & 3 << 2);
        let index_z = [cell, next].map(|cell| index_in_page(cell) & 3 << 4);
        for (brick, found) in block.iter_mut().enumerate() {
            let [x, y, z] = [brick & 1, brick >> 1 & 1, brick >> 2];
            let page = first.wrapping_add(x * dx + y * dy + z * dz);
            let entry = dense.pages.get(page).copied().unwrap_or(0);
            *found = if entry >> 32 == u64::from(self.query) {
                let bricks = &self.bricks[entry as u32 as usize];
                bricks[(index_x[x] | index_y[y] | index_z[z]) % BRICKS]
            } else {
                Self::NONE
            };
        }
    }

    /// Writes the same block by hashing.
    fn find_block_by_hashing(&self, cell: IVec3, block: &mut [u32; 8]) {
        *block = [Self::NONE; 8];
        let next = cell + 2;
        let crosses_x = next.x >> EDGE_BITS != cell.x >> EDGE_BITS;
        for (row, found) in block.chunks_exact_mut(2).enumerate() {
            let y = if row & 1 == 0 { cell.y } else { next.y };
            let z = if row & 2 == 0 { cell.z } else { next.z };
            let [first, second] = [cell.x, next.x].map(|x| IVec3::new(x, y, z));
            let page = self.page(first >> EDGE_BITS);
            let beyond = if crosses_x {
                self.page(second >> EDGE_BITS)
            } else {
                page
            };
            for (brick, (page, cell)) in found.iter_mut().zip([(page, first), (beyond, second)]) {
                if let Some(page) = page {
                    *brick = self.bricks[page as usize][index_in_page(cell)];
                }
            }
        }
    }

    /// Returns the page of a cell, if it was taken.
    #[inline]
    fn page(&self, at: IVec3) -> Option<u32> {
        if let Some(dense) = &self.dense {
            let entry = *dense.pages.get(dense.index(at))?;
            (entry >> 32 == u64::from(self.query)).then_some(entry as u32)
        } else {
            self.hashed.find(at)
        }
    }

    /// Returns the brick of a cell in the bounds; if there is none, the place where its number is
    /// to be put, given that there is room for a page.
    #[inline]
    pub(super) fn look_up(&mut self, cell: IVec3, has_room: bool) -> Result<u32, Option<Place>> {
        let at = cell >> EDGE_BITS;
        let index = index_in_page(cell);
        let Some(page) = self.page(at) else {
            let page = has_room.then(|| self.take(at));
            return Err(page.map(|page| Place { page, index }));
        };
        match self.bricks[page as usize][index] {
            NONE => Err(Some(Place { page, index })),
            brick => Ok(brick),
        }
    }

    /// Puts a brick in its place.
    pub(super) fn put(&mut self, place: Place, brick: u32) {
        self.bricks[place.page as usize][place.index] = brick;
    }

    #[cold]
    fn take(&mut self, at: IVec3) -> u32 {
        let page = self.taken as u32;
        self.taken += 1;
        put(&mut self.bricks, page as usize, [NONE; BRICKS]);
        let origin = at << EDGE_BITS;
        put(&mut self.origins, page as usize, origin);
        if let Some(dense) = &mut self.dense {
            let index = dense.index(at);
            dense.pages[index] = u64::from(self.query) << 32 | u64::from(page);
        } else {
            self.hashed.find_or_insert(at, page);
        }
        page
    }

    /// Returns the cells of the pages taken.
    pub(super) fn boxes(&self) -> impl Iterator<Item = CellBox> {
        let size = IVec3::splat(1 << EDGE_BITS);
        self.origins[..self.taken]
            .iter()
            .map(move |&origin| CellBox::new(origin, origin + size))
    }

    /// Returns the number of bytes of the pages taken, each with its share of the hash table if
    /// there is one.
    pub(super) fn used_bytes(&self) -> u64 {
        self.taken as u64 * self.page_bytes()
    }

    pub(super) fn page_bytes(&self) -> u64 {
        let share = if self.dense.is_some() { 0 } else { 64 };
        (size_of::<[u32; BRICKS]>() + size_of::<IVec3>()) as u64 + share
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let dense = self.dense.as_ref();
        dense.map_or(0, |dense| dense.pages.capacity() * size_of::<u64>())
            + self.hashed.memory_bytes()
            + self.bricks.capacity() * size_of::<[u32; BRICKS]>()
            + self.origins.capacity() * size_of::<IVec3>()
    }
}

impl Dense {
    /// Creates a table over `bounds`; `None` for bounds that are too large for one.
    fn over(bounds: CellBox) -> Option<Self> {
        let first = bounds.min >> EDGE_BITS;
        let size = (((bounds.max - 1) >> EDGE_BITS) + 1 - first).max(IVec3::ZERO);
        let size = size.to_array().map(i32::cast_unsigned);
        let count = size.iter().map(|&n| u128::from(n)).product::<u128>();
        (count <= MOST_DENSE).then(|| Self {
            first,
            size,
            pages: vec![0; count as usize],
        })
    }

    #[inline]
    fn index(&self, at: IVec3) -> usize {
        let [nx, ny, _] = self.size;
        let [x, y, z] = (at - self.first)
            .to_array()
            .map(|n| n.cast_unsigned() as usize);
        (z * ny as usize + y) * nx as usize + x
    }

    /// Returns the same for pages that may lie one before the first: a sum with the number is right
    /// again where it leads to a page in the box.
    #[inline]
    fn wrapping_index(&self, at: IVec3) -> usize {
        let [nx, ny, _] = self.size.map(|n| n as usize);
        let [x, y, z] = (at - self.first)
            .to_array()
            .map(|n| (n as isize).cast_unsigned());
        let row = z.wrapping_mul(ny).wrapping_add(y);
        row.wrapping_mul(nx).wrapping_add(x)
    }

    /// Returns the differences between the numbers of pages that lie so many pages apart along each
    /// axis.
    #[inline]
    fn steps(&self, by: IVec3) -> [usize; 3] {
        let [nx, ny, _] = self.size.map(|n| n as usize);
        let [x, y, z] = by.to_array().map(|n| n.cast_unsigned() as usize);
        [x, y * nx, z * nx * ny]
    }
}

/// Returns the number of the brick of a cell within its page.
#[inline]
fn index_in_page(cell: IVec3) -> usize {
    let [x, y, z] = IVec3::to_array(&((cell >> 1) & 3));
    (z << 4 | y << 2 | x).cast_unsigned() as usize
}
