//! Records in bricks of cells, taken when a search first touches them.
//!
//! Memory follows the cells that a search reaches, not the world. A brick has 2 x 2 x 2 cells, and a
//! [page](super::pages) names the bricks of 8 x 8 x 8: bricks keep together what is reached together,
//! and sheets and lines of cells, which is what pruned searches reach, fill half of a brick where they
//! would fill an eighth or less of a larger one. The next query takes the same bricks and pages again
//! from the first on. Nothing but the small table below is cleared between queries: pages and records
//! are valid if they carry the number of the query.
//!
//! A hash table of records took a little less memory and was 1.4 to 1.7 times slower on dense maps (see
//! `benches/TRIED.md`). A search that stays in a plane has bricks of 4 x 2 cells and no pages
//! ([tiles](super::tiles)). But most other queries reach a few hundred cells, and between two queries a
//! program does other things: then what counts is how much memory a query finds cold. So a search may
//! keep its records one by one at first, one behind the other, found by a small table, and is given
//! bricks when there are many.

mod around;
mod long_search;

use glam::{IVec3, UVec3};
use voxnav_occupancy::{Axis, CellBox};

pub(crate) use around::Around;

use super::cell_key::CellKey;
use super::growth::{make_room, put};
use super::known_runs::KnownRuns;
use super::pages::Pages;
use super::record::Record;
use super::table::Table;
use super::tiles::{CELLS, Tiles};
use crate::cost::Cost;
use crate::movement::Direction;

/// The layout of the records of a query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Layout {
    #[default]
    InBricks,
    /// Single records one behind the other, until there are many.
    OneByOne,
    /// Bricks of a plane across this axis.
    InTiles(Axis),
}

/// The most records one by one, as a rule.
const MANY: usize = 1 << 9;

/// The memory of a brick with its origin.
const BRICK_BYTES: u64 = (8 * size_of::<Record>() + size_of::<IVec3>()) as u64;
/// The memory of a brick of a plane with its origin.
const TILE_BYTES: u64 = (CELLS * size_of::<Record>() + size_of::<IVec3>()) as u64;
/// The memory of a record that stands by itself, with its cell and its share of the table.
const SINGLE_BYTES: u64 = 64;

/// Records of the cells of one world, for one query at a time.
#[derive(Debug)]
pub(crate) struct Records {
    layout: Layout,
    /// The mark of a search that has turned to the methods of longer ones.
    is_long: bool,
    /// The most records one by one.
    many: usize,
    /// The number taken at which a search turns to the methods of longer ones.
    milestone: usize,
    /// The index of the bricks.
    pages: Pages,
    /// The index of the bricks of a plane.
    tiles: Tiles,
    /// The index of single records.
    singles: Table,
    slots: Vec<Record>,
    /// The first cells of bricks, or the cells of single records.
    origins: Vec<IVec3>,
    taken: usize,
    most_bytes: u64,
    query: u32,
    /// The runs that the search has followed, where it is long and they are.
    known_runs: KnownRuns,
}

impl Default for Records {
    fn default() -> Self {
        Self {
            layout: Layout::default(),
            is_long: true,
            many: MANY,
            milestone: usize::MAX,
            pages: Pages::default(),
            tiles: Tiles::default(),
            singles: Table::default(),
            slots: Vec::new(),
            origins: Vec::new(),
            taken: 0,
            most_bytes: 0,
            query: 0,
            known_runs: KnownRuns::default(),
        }
    }
}

/// Error for another cell for whose record there is no room.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OutOfKeys;

/// The result of a look-up.
pub(crate) enum LookUp<'r> {
    /// The record that was there.
    Known(&'r mut Record),
    /// A new record: there was none.
    New,
}

impl Records {
    /// Starts a query over a world with `bounds`: all records are absent from here on.
    pub(crate) fn begin(&mut self, bounds: CellBox, layout: Layout) {
        self.query = self.query.checked_add(1).unwrap_or_else(|| {
            self.pages.forget_queries();
            self.tiles.forget_queries();
            self.slots.fill(Record::default());
            self.known_runs.forget_queries();
            1
        });
        self.most_bytes = u64::MAX;
        self.layout = layout;
        self.is_long = layout == Layout::InBricks;
        self.taken = 0;
        self.known_runs.stop();
        self.milestone = match layout {
            Layout::InBricks => usize::MAX,
            Layout::OneByOne => self.many,
            Layout::InTiles(_) => self.many / CELLS,
        };
        match layout {
            Layout::InTiles(fixed) => self.tiles.begin(bounds, fixed, self.query),
            Layout::InBricks => self.pages.begin(bounds, self.query),
            Layout::OneByOne => {
                self.pages.begin(bounds, self.query);
                self.singles.begin();
            }
        }
    }

    /// Creates records that are many as soon as there are `many`.
    pub(crate) fn of_long_searches(many: usize) -> Self {
        Self {
            many: many.min(MANY),
            ..Self::default()
        }
    }

    /// Returns whether there are as many records as only long searches have.
    #[inline]
    pub(crate) fn are_of_long_search(&self) -> bool {
        self.is_long
    }

    /// Lets the query use so many bytes at most, for the records that it takes from here on.
    pub(crate) fn allow_bytes(&mut self, most: u64) {
        self.most_bytes = most;
    }

    /// Returns the bytes of the bricks and pages, or of the single records, of this query.
    pub(crate) fn used_bytes(&self) -> u64 {
        let runs = if self.known_runs.are_noted() {
            KnownRuns::BYTES
        } else {
            0
        };
        match self.layout {
            Layout::InBricks => self.taken as u64 * BRICK_BYTES + self.pages.used_bytes() + runs,
            Layout::OneByOne => self.taken as u64 * SINGLE_BYTES,
            Layout::InTiles(_) => self.taken as u64 * self.tile_bytes(),
        }
    }

    fn tile_bytes(&self) -> u64 {
        TILE_BYTES + self.tiles.tile_bytes()
    }

    /// Returns whether there is room for so many bytes more.
    fn has_room(&self, bytes: u64) -> bool {
        self.used_bytes().saturating_add(bytes) <= self.most_bytes
    }

    /// Returns the runs that this query has followed.
    pub(crate) fn known_runs(&self) -> &KnownRuns {
        &self.known_runs
    }

    /// Returns the runs that this query has followed, to note further ones.
    pub(crate) fn known_runs_mut(&mut self) -> &mut KnownRuns {
        &mut self.known_runs
    }

    /// Returns log2 of the number of records that `slots` has for each origin.
    #[inline]
    fn brick_bits(&self) -> u32 {
        match self.layout {
            Layout::InBricks => 3,
            Layout::OneByOne => 0,
            Layout::InTiles(_) => CELLS.trailing_zeros(),
        }
    }

    /// Returns the place of the record of `cell`, a cell in the bounds; takes its brick if needed.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "asked once or twice an expansion, of which a call is a tenth"
    )]
    pub(crate) fn key(&mut self, cell: IVec3) -> Result<CellKey, OutOfKeys> {
        match self.layout {
            Layout::OneByOne => self.single_key(cell),
            Layout::InTiles(_) => match self.tiles.find(cell) {
                Some(brick) => Ok(self.key_in_tile(brick, cell)),
                None => self.take_tile(cell),
            },
            Layout::InBricks => match self.pages.find(cell) {
                Some(brick) => Ok(key_in_brick(brick, cell)),
                None => self.take_brick(cell),
            },
        }
    }

    #[inline]
    fn key_in_tile(&self, brick: u32, cell: IVec3) -> CellKey {
        CellKey(brick << CELLS.trailing_zeros() | self.tiles.place(cell))
    }

    #[cold]
    fn take_tile(&mut self, cell: IVec3) -> Result<CellKey, OutOfKeys> {
        let key = self.tile_apart(cell)?;
        self.tiles.put(cell, key.0 >> CELLS.trailing_zeros());
        Ok(key)
    }

    fn tile_apart(&mut self, cell: IVec3) -> Result<CellKey, OutOfKeys> {
        if !self.has_room(self.tile_bytes()) {
            return Err(OutOfKeys);
        }
        let brick = self.take(self.tiles.origin(cell), CELLS)?;
        Ok(self.key_in_tile(brick, cell))
    }

    #[cold]
    fn take_brick(&mut self, cell: IVec3) -> Result<CellKey, OutOfKeys> {
        let with_page = BRICK_BYTES + self.pages.page_bytes();
        let has_room = self.has_room(with_page);
        let brick = match self.pages.look_up(cell, has_room) {
            Ok(brick) => brick,
            Err(Some(place)) if self.has_room(BRICK_BYTES) => {
                let brick = self.take(cell >> 1 << 1, 8)?;
                self.pages.put(place, brick);
                brick
            }
            Err(_) => return Err(OutOfKeys),
        };
        Ok(key_in_brick(brick, cell))
    }

    /// Returns a key that names a cell in the bounds and has no record. Takes a brick of its own
    /// that is found by the key alone, where records stand in bricks.
    #[cold]
    pub(crate) fn key_apart(&mut self, cell: IVec3) -> Result<CellKey, OutOfKeys> {
        match self.layout {
            Layout::OneByOne => return self.single_key(cell),
            Layout::InTiles(_) => return self.tile_apart(cell),
            Layout::InBricks => {}
        }
        if !self.has_room(BRICK_BYTES) {
            return Err(OutOfKeys);
        }
        let brick = self.take(cell >> 1 << 1, 8)?;
        Ok(key_in_brick(brick, cell))
    }

    fn single_key(&mut self, cell: IVec3) -> Result<CellKey, OutOfKeys> {
        if (self.taken as u64 + 1) * SINGLE_BYTES > self.most_bytes {
            return self.singles.find(cell).map(CellKey).ok_or(OutOfKeys);
        }
        let single = self.singles.find_or_insert(cell, self.taken as u32);
        if single as usize == self.taken {
            self.take(cell, 1)?;
        }
        Ok(CellKey(single))
    }

    /// Takes the next brick of so many records, for the cells from `origin` on.
    #[cold]
    fn take(&mut self, origin: IVec3, records: usize) -> Result<u32, OutOfKeys> {
        let brick = self.taken;
        if brick >= u32::MAX as usize / records {
            return Err(OutOfKeys);
        }
        self.taken += 1;
        put(&mut self.origins, brick, origin);
        let end = self.taken * records;
        let known = self.slots.len();
        if known < end {
            make_room(&mut self.slots, end - known);
            self.slots.resize(end, Record::default());
        }
        Ok(brick as u32)
    }

    /// Returns the record of `cell` if this query has written one.
    #[inline]
    pub(crate) fn find(&self, cell: IVec3) -> Option<&Record> {
        self.known(cell).map(|(_, record)| record)
    }

    /// Returns the record of `cell` and its place, if this query has written one.
    #[inline]
    pub(crate) fn known(&self, cell: IVec3) -> Option<(CellKey, &Record)> {
        let key = match self.layout {
            Layout::InBricks => key_in_brick(self.pages.find(cell)?, cell),
            Layout::OneByOne => CellKey(self.singles.find(cell)?),
            Layout::InTiles(_) => self.key_in_tile(self.tiles.find(cell)?, cell),
        };
        let record = self.record(key);
        record.is_of(self.query).then_some((key, record))
    }

    /// Returns the record of a cell; if there is none, makes one for a cell reached at cost `g` by
    /// `arrival`.
    #[inline]
    pub(crate) fn find_or_insert(
        &mut self,
        key: CellKey,
        g: Cost,
        arrival: Option<Direction>,
    ) -> LookUp<'_> {
        let record = &mut self.slots[key.0 as usize];
        if record.is_of(self.query) {
            return LookUp::Known(record);
        }
        *record = Record::new(self.query, g, arrival);
        LookUp::New
    }

    /// Returns the record of a key of the current query.
    #[inline]
    pub(crate) fn record(&self, key: CellKey) -> &Record {
        &self.slots[key.0 as usize]
    }

    /// Returns the record of a key of the current query, to be changed.
    #[inline]
    pub(crate) fn record_mut(&mut self, key: CellKey) -> &mut Record {
        &mut self.slots[key.0 as usize]
    }

    /// Returns the cells that this query has reached and their records, brick by brick.
    pub(crate) fn reached(&self) -> impl Iterator<Item = (IVec3, &Record)> {
        (0..self.taken << self.brick_bits())
            .map(|index| (CellKey(index as u32), &self.slots[index]))
            .filter(|(_, record)| record.is_of(self.query))
            .map(|(key, record)| (self.cell(key), record))
    }

    /// Returns boxes that hold all cells reached by this query, whose records must stand in bricks.
    pub(crate) fn boxes(&self) -> impl Iterator<Item = CellBox> {
        debug_assert_eq!(self.layout, Layout::InBricks);
        self.pages.boxes()
    }

    /// Forgets that this query has reached the cell of a key.
    pub(crate) fn forget(&mut self, key: CellKey) {
        self.slots[key.0 as usize] = Record::default();
    }

    /// Returns the cell of a record.
    #[inline]
    pub(crate) fn cell(&self, CellKey(key): CellKey) -> IVec3 {
        let bits = self.brick_bits();
        let place = key & ((1 << bits) - 1);
        let offset = match self.layout {
            Layout::InTiles(_) => self.tiles.offset(place),
            _ => UVec3::new(place & 1, place >> 1 & 1, place >> 2).as_ivec3(),
        };
        self.origins[(key >> bits) as usize] + offset
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.pages.memory_bytes()
            + self.tiles.memory_bytes()
            + self.singles.memory_bytes()
            + self.slots.capacity() * size_of::<Record>()
            + self.origins.capacity() * size_of::<IVec3>()
            + self.known_runs.memory_bytes()
    }
}

#[inline]
fn key_in_brick(brick: u32, cell: IVec3) -> CellKey {
    let [x, y, z] = (cell & 1).to_array();
    CellKey(brick << 3 | (z << 2 | y << 1 | x).cast_unsigned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells() -> impl Iterator<Item = IVec3> {
        (0..600).map(|n| IVec3::new(n % 7 * 9, n / 7 % 13 - 5, n / 91 * 30))
    }

    fn one_by_one() -> (Records, Vec<CellKey>) {
        let bounds = CellBox::new(IVec3::splat(-10), IVec3::splat(300));
        let mut records = Records::default();
        records.begin(bounds, Layout::OneByOne);
        let keys = cells().map(|cell| records.key(cell).unwrap()).collect();
        (records, keys)
    }

    #[test]
    fn records_that_get_bricks_are_found_by_their_cells_and_by_new_keys() {
        let (mut records, old) = one_by_one();
        for (&key, cost) in old.iter().zip(1..) {
            let inserted = records.find_or_insert(key, Cost::from_raw(cost), None);
            assert!(matches!(inserted, LookUp::New));
        }
        assert!(records.are_many() && records.used_bytes() == 600 * 64);
        let new = records.give_bricks().unwrap();
        assert!(!records.are_many() && records.used_bytes() >= 8 << 10);
        for ((cell, key), cost) in cells().zip(old).zip(1..) {
            let key = new[key.index()];
            assert_eq!(records.cell(key), cell);
            assert_eq!(records.record(key).g(), Cost::from_raw(cost));
            assert_eq!(records.known(cell).map(|(key, _)| key), Some(key));
        }
        assert_eq!(records.reached().count(), 600);
    }

    #[test]
    fn records_stay_one_by_one_where_bricks_might_not_find_room() {
        let (mut records, _) = one_by_one();
        records.allow_bytes(64 * 601);
        assert!(!records.fit_in_bricks());
        assert!(records.key(IVec3::splat(1)).is_ok());
        assert!(records.key(IVec3::splat(2)).is_err());
        assert!(records.key(IVec3::splat(1)).is_ok());
    }
}
