//! Records in bricks of cells, taken when a search first touches them.
//!
//! Memory follows the cells that a search reaches, not the world: a brick of 8 x 8 x 8 cells is 8 KB,
//! and the next query takes the same bricks again from the first on. Where a search reaches cells
//! that are far apart, bricks of 2 x 2 x 2 cells keep that from costing a brick for every cell.
//! Nothing but the small table below is cleared between queries: entries of the directory and records
//! are valid if they carry the number of the query.
//!
//! Bricks keep together what is reached together. A hash table of records took a tenth of the
//! memory on open maps and was 1.4 to 1.7 times slower on dense ones (see `benches/RESULTS.md`). But
//! most queries reach a few hundred cells, and between two queries a program does other things: then
//! what counts is how much memory a query finds cold. So a search may keep its records one by one at
//! first, one behind the other, found by a small table, and is given bricks when there are many.

use glam::IVec3;
use voxnav_occupancy::CellBox;

use super::cell_key::CellKey;
use super::record::Record;
use super::table::Table;
use crate::cost::Cost;
use crate::movement::Direction;

/// How many cells the bricks have along an edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Grain {
    /// Eight, for searches that go from cell to cell. Four take less memory but a directory eight
    /// times larger, and are no faster.
    #[default]
    Coarse,
    /// Two, for searches that cross corridors in one stride.
    Fine,
    /// One: no bricks.
    Single,
}

impl Grain {
    /// Log2 of the cells along an edge.
    const fn edge_bits(self) -> u32 {
        match self {
            Self::Coarse => 3,
            Self::Fine => 1,
            Self::Single => 0,
        }
    }

    /// The memory of a brick; of a single record with its cell and its share of the table.
    const fn brick_bytes(self) -> u64 {
        match self {
            Self::Single => 64,
            _ => (size_of::<Record>() as u64) << (3 * self.edge_bits()),
        }
    }

    /// Bricks whose records can be told apart by 32 bits.
    const fn most_bricks(self) -> usize {
        (u32::MAX >> (3 * self.edge_bits())) as usize
    }
}

/// Whether records stand in bricks from the first on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beginning {
    InBricks,
    /// Until there are many.
    OneByOne,
}

/// How many records there may be one by one.
const MANY: usize = 1 << 9;

/// The largest world, in bricks, that gets a dense directory: 2^31 cells, 32 MB of lazily touched
/// table.
const MOST_DENSE: u128 = 1 << 22;

/// Records of the cells of one world, for one query at a time.
#[derive(Debug, Default)]
pub(crate) struct Records {
    /// That of the bricks in use, or to be used.
    grain: Grain,
    /// Log2 of the cells along the edge of what `slots` has one after the other.
    edge_bits: u32,
    bounds: Option<CellBox>,
    /// Where the bricks are, if they are not found by hashing.
    dense: Option<DenseDirectory>,
    /// Where the bricks or single records are otherwise.
    table: Table,
    is_hashed: bool,
    slots: Vec<Record>,
    origins: Vec<IVec3>,
    taken: usize,
    /// No more bricks than this are taken.
    most: usize,
    most_bytes: u64,
    query: u32,
}

/// Over a box of bricks, x fastest: the query number in the high half, the brick in the low.
#[derive(Debug)]
struct DenseDirectory {
    first: IVec3,
    size: [u32; 3],
    bricks: Vec<u64>,
}

impl DenseDirectory {
    /// `None` for bounds that are too large for a table.
    fn over(bounds: CellBox, grain: Grain) -> Option<Self> {
        let edge_bits = grain.edge_bits();
        let first = bounds.min >> edge_bits;
        let size = (((bounds.max - 1) >> edge_bits) + 1 - first).max(IVec3::ZERO);
        let size = size.to_array().map(i32::cast_unsigned);
        let count = size.iter().map(|&n| u128::from(n)).product::<u128>();
        (count <= MOST_DENSE).then(|| Self {
            first,
            size,
            bricks: vec![0; count as usize],
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
}

/// There is no room for the records of another brick.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OutOfKeys;

/// What a look-up found.
pub(crate) enum Found<'r> {
    /// The record that was there.
    Known(&'r mut Record),
    /// There was none; now there is one.
    New,
}

impl Records {
    /// Starts a query over a world with `bounds`: all records are absent from here on.
    pub(crate) fn begin(&mut self, bounds: CellBox, grain: Grain, beginning: Beginning) {
        if self.bounds != Some(bounds) || self.grain != grain {
            self.dense = DenseDirectory::over(bounds, grain);
            self.bounds = Some(bounds);
            self.grain = grain;
        }
        self.query = self.query.checked_add(1).unwrap_or_else(|| {
            if let Some(dense) = &mut self.dense {
                dense.bricks.fill(0);
            }
            self.slots.fill(Record::default());
            1
        });
        self.most_bytes = u64::MAX;
        match beginning {
            Beginning::InBricks => self.use_bricks(grain),
            Beginning::OneByOne => self.use_bricks(Grain::Single),
        }
    }

    fn use_bricks(&mut self, grain: Grain) {
        self.edge_bits = grain.edge_bits();
        self.is_hashed = grain == Grain::Single || self.dense.is_none();
        if self.is_hashed {
            self.table.begin();
        }
        self.taken = 0;
        self.allow_bytes(self.most_bytes);
    }

    /// The grain of what is in use.
    fn used_grain(&self) -> Grain {
        if self.edge_bits == 0 {
            Grain::Single
        } else {
            self.grain
        }
    }

    /// Lets the query use so many bytes at most, for the bricks that it takes from here on.
    pub(crate) fn allow_bytes(&mut self, most: u64) {
        self.most_bytes = most;
        let grain = self.used_grain();
        let affordable = usize::try_from(most / grain.brick_bytes());
        let addressable = grain.most_bricks();
        self.most = affordable.map_or(addressable, |most| most.min(addressable));
    }

    /// Bytes of the bricks that this query has taken.
    pub(crate) fn used_bytes(&self) -> u64 {
        self.taken as u64 * self.used_grain().brick_bytes()
    }

    /// Whether the records are so many that they had better stand in bricks, and these are sure to
    /// find room.
    #[inline]
    pub(crate) fn are_many(&self) -> bool {
        self.edge_bits == 0
            && self.taken >= MANY
            && self.taken as u64 * self.grain.brick_bytes() <= self.most_bytes
    }

    /// Gives records that stand one by one bricks. Returns the new key for every old one, by its
    /// number.
    #[cold]
    pub(crate) fn give_bricks(&mut self) -> Result<Vec<CellKey>, OutOfKeys> {
        let singles: Vec<_> = self.origins[..self.taken]
            .iter()
            .copied()
            .zip(self.slots[..self.taken].iter().copied())
            .collect();
        self.slots[..singles.len()].fill(Record::default());
        self.use_bricks(self.grain);
        let place = |(cell, record)| {
            let key = self.key(cell)?;
            *self.record_mut(key) = record;
            Ok(key)
        };
        singles.into_iter().map(place).collect()
    }

    /// The place of the record of `cell`, which must lie in the bounds; takes its brick if needed.
    #[inline]
    pub(crate) fn key(&mut self, cell: IVec3) -> Result<CellKey, OutOfKeys> {
        let at = cell >> self.edge_bits;
        if self.is_hashed {
            if self.taken >= self.most {
                let brick = self.table.find(at).ok_or(OutOfKeys)?;
                return Ok(record_id(brick, cell, self.edge_bits));
            }
            let brick = self.table.find_or_insert(at, self.taken as u32);
            if brick as usize == self.taken {
                self.take(at)?;
            }
            return Ok(record_id(brick, cell, self.edge_bits));
        }
        let query = u64::from(self.query);
        let Some(dense) = &self.dense else {
            return Err(OutOfKeys);
        };
        let index = dense.index(at);
        let entry = dense.bricks[index];
        let brick = if entry >> 32 == query {
            entry as u32
        } else {
            let brick = self.take(at)?;
            if let Some(dense) = &mut self.dense {
                dense.bricks[index] = query << 32 | u64::from(brick);
            }
            brick
        };
        Ok(record_id(brick, cell, self.edge_bits))
    }

    /// The next brick, for the cells from `at`, counted in bricks, on.
    #[cold]
    fn take(&mut self, at: IVec3) -> Result<u32, OutOfKeys> {
        if self.taken >= self.most {
            return Err(OutOfKeys);
        }
        let brick = self.taken;
        self.taken += 1;
        if self.origins.len() < self.taken {
            self.origins.push(IVec3::ZERO);
        }
        let records = self.taken << (3 * self.edge_bits);
        if self.slots.len() < records {
            self.slots.resize(records, Record::default());
        }
        self.origins[brick] = at << self.edge_bits;
        Ok(brick as u32)
    }

    /// The record of `cell` if this query has written one.
    pub(crate) fn find(&self, cell: IVec3) -> Option<&Record> {
        self.known(cell).map(|(_, record)| record)
    }

    /// The record of `cell` and its place, if this query has written one.
    #[inline]
    pub(crate) fn known(&self, cell: IVec3) -> Option<(CellKey, &Record)> {
        let at = cell >> self.edge_bits;
        let brick = if self.is_hashed {
            self.table.find(at)?
        } else {
            let dense = self.dense.as_ref()?;
            let entry = *dense.bricks.get(dense.index(at))?;
            (entry >> 32 == u64::from(self.query)).then_some(entry as u32)?
        };
        let key = record_id(brick, cell, self.edge_bits);
        let record = self.record(key);
        record.is_of(self.query).then_some((key, record))
    }

    /// The record of a cell; if there is none, one is made for a cell reached at cost `g` by
    /// `arrival`.
    #[inline]
    pub(crate) fn find_or_insert(
        &mut self,
        key: CellKey,
        g: Cost,
        arrival: Option<Direction>,
    ) -> Found<'_> {
        let record = &mut self.slots[key.0 as usize];
        if record.is_of(self.query) {
            return Found::Known(record);
        }
        *record = Record::new(self.query, g, arrival);
        Found::New
    }

    /// The record of a key of the current query.
    #[inline]
    pub(crate) fn record(&self, key: CellKey) -> &Record {
        &self.slots[key.0 as usize]
    }

    /// The record of a key of the current query, to be changed.
    #[inline]
    pub(crate) fn record_mut(&mut self, key: CellKey) -> &mut Record {
        &mut self.slots[key.0 as usize]
    }

    /// The cells that this query has reached and their records, brick by brick.
    pub(crate) fn reached(&self) -> impl Iterator<Item = (IVec3, &Record)> {
        (0..self.taken << (3 * self.edge_bits))
            .map(|index| (CellKey(index as u32), &self.slots[index]))
            .filter(|(_, record)| record.is_of(self.query))
            .map(|(key, record)| (self.cell(key), record))
    }

    /// The boxes of cells that this query has taken bricks for.
    pub(crate) fn boxes(&self) -> impl Iterator<Item = CellBox> {
        let size = IVec3::splat(1 << self.edge_bits);
        self.origins[..self.taken]
            .iter()
            .map(move |&origin| CellBox::new(origin, origin + size))
    }

    /// Forgets that this query has reached the cell of a key.
    pub(crate) fn forget(&mut self, key: CellKey) {
        self.slots[key.0 as usize] = Record::default();
    }

    /// The cell of a record.
    #[inline]
    pub(crate) fn cell(&self, id: CellKey) -> IVec3 {
        let local = id.0.cast_signed();
        let edge_bits = self.edge_bits;
        let mask = (1 << edge_bits) - 1;
        self.origins[(id.0 >> (3 * edge_bits)) as usize]
            + IVec3::new(
                local & mask,
                local >> edge_bits & mask,
                local >> (2 * edge_bits) & mask,
            )
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let dense = self.dense.as_ref();
        let directory = dense.map_or(0, |dense| dense.bricks.capacity() * size_of::<u64>())
            + self.table.memory_bytes();
        directory
            + self.slots.capacity() * size_of::<Record>()
            + self.origins.capacity() * size_of::<IVec3>()
    }
}

#[inline]
fn record_id(brick: u32, cell: IVec3, edge_bits: u32) -> CellKey {
    let local = cell & ((1 << edge_bits) - 1);
    let local = (local.z << edge_bits | local.y) << edge_bits | local.x;
    CellKey(brick << (3 * edge_bits) | local.cast_unsigned())
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
        records.begin(bounds, Grain::Coarse, Beginning::OneByOne);
        let keys = cells().map(|cell| records.key(cell).unwrap()).collect();
        (records, keys)
    }

    #[test]
    fn records_that_get_bricks_are_found_by_their_cells_and_by_new_keys() {
        let (mut records, old) = one_by_one();
        for (&key, cost) in old.iter().zip(1..) {
            let inserted = records.find_or_insert(key, Cost::from_raw(cost), None);
            assert!(matches!(inserted, Found::New));
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
        assert!(!records.are_many());
        assert!(records.key(IVec3::splat(1)).is_ok());
        assert!(records.key(IVec3::splat(2)).is_err());
        assert!(records.key(IVec3::splat(1)).is_ok());
    }
}
