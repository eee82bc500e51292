//! Records in bricks of cells, taken when a search first touches them.
//!
//! Memory follows the cells that a search reaches, not the world: a brick of 8 x 8 x 8 cells is 8 KB,
//! and the next query takes the same bricks again from the first on. Where a search reaches cells
//! that are far apart, bricks of 2 x 2 x 2 cells keep that from costing a brick for every cell. Nothing is cleared between queries: entries
//! of the directory and records are valid if they carry the number of the query.
//!
//! Bricks keep together what is reached together. A hash table of records took a tenth of the
//! memory on open maps and was 1.4 to 1.7 times slower on dense ones (see `benches/RESULTS.md`).

use ahash::AHashMap;
use glam::IVec3;
use voxnav_occupancy::CellBox;

use super::record::Record;
use crate::{Cost, Direction};

/// How many cells the bricks have along an edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Grain {
    /// Eight, for searches that go from cell to cell. Four take less memory but a directory eight
    /// times larger, and are no faster.
    #[default]
    Coarse,
    /// Two, for searches that cross corridors in one stride.
    Fine,
}

impl Grain {
    /// Log2 of the cells along an edge.
    const fn edge_bits(self) -> u32 {
        match self {
            Self::Coarse => 3,
            Self::Fine => 1,
        }
    }

    /// The memory of a brick.
    const fn brick_bytes(self) -> u64 {
        (size_of::<Record>() as u64) << (3 * self.edge_bits())
    }

    /// Bricks whose records can be told apart by 32 bits.
    const fn most_bricks(self) -> usize {
        1 << (32 - 3 * self.edge_bits())
    }
}

/// The largest world, in bricks, that gets a dense directory: 2^31 cells, 32 MB of lazily touched
/// table.
const MOST_DENSE: u128 = 1 << 22;

/// The place of a record: its brick, then the cell in the brick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CellKey(u32);

impl CellKey {
    /// The place of this number, for records that are kept elsewhere.
    pub(crate) fn of_number(number: u32) -> Self {
        Self(number)
    }

    /// The number of the place.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Records of the cells of one world, for one query at a time.
#[derive(Debug, Default)]
pub(crate) struct Records {
    grain: Grain,
    edge_bits: u32,
    directory: Directory,
    slots: Vec<Record>,
    origins: Vec<IVec3>,
    taken: usize,
    /// No more bricks than this are taken.
    most: usize,
    query: u32,
}

#[derive(Debug)]
enum Directory {
    /// Over a box of bricks, x fastest: the query number in the high half, the brick in the low.
    Dense {
        bounds: CellBox,
        first: IVec3,
        size: [u32; 3],
        bricks: Vec<u64>,
    },
    /// By brick position, for worlds whose bounds are too large for a table.
    Sparse {
        bounds: CellBox,
        bricks: AHashMap<IVec3, u32, ahash::RandomState>,
    },
}

impl Default for Directory {
    fn default() -> Self {
        Self::over(CellBox::new(IVec3::ZERO, IVec3::ZERO), Grain::default())
    }
}

impl Directory {
    fn over(bounds: CellBox, grain: Grain) -> Self {
        let edge_bits = grain.edge_bits();
        let first = bounds.min >> edge_bits;
        let size = (((bounds.max - 1) >> edge_bits) + 1 - first).max(IVec3::ZERO);
        let size = size.to_array().map(i32::cast_unsigned);
        let count = size.iter().map(|&n| u128::from(n)).product::<u128>();
        if count > MOST_DENSE {
            let hasher = ahash::RandomState::with_seeds(5, 6, 7, 8);
            return Self::Sparse {
                bounds,
                bricks: AHashMap::with_hasher(hasher),
            };
        }
        Self::Dense {
            bounds,
            first,
            size,
            bricks: vec![0; count as usize],
        }
    }

    fn bounds(&self) -> CellBox {
        match self {
            Self::Dense { bounds, .. } | Self::Sparse { bounds, .. } => *bounds,
        }
    }

    fn forget(&mut self) {
        match self {
            Self::Dense { bricks, .. } => bricks.fill(0),
            Self::Sparse { bricks, .. } => bricks.clear(),
        }
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
    pub(crate) fn begin(&mut self, bounds: CellBox, grain: Grain) {
        if self.directory.bounds() != bounds || self.grain != grain {
            self.directory = Directory::over(bounds, grain);
            self.grain = grain;
        }
        self.edge_bits = grain.edge_bits();
        if let Directory::Sparse { bricks, .. } = &mut self.directory {
            bricks.clear();
        }
        self.query = self.query.checked_add(1).unwrap_or_else(|| {
            self.directory.forget();
            self.slots.fill(Record::default());
            1
        });
        self.taken = 0;
        self.most = grain.most_bricks();
    }

    /// Lets the query use so many bytes at most, for the bricks that it takes from here on.
    pub(crate) fn allow_bytes(&mut self, most: u64) {
        let addressable = self.grain.most_bricks();
        let affordable = usize::try_from(most / self.grain.brick_bytes());
        self.most = affordable.map_or(addressable, |most| most.min(addressable));
    }

    /// Bytes of the bricks that this query has taken.
    pub(crate) fn used_bytes(&self) -> u64 {
        self.taken as u64 * self.grain.brick_bytes()
    }

    /// The place of the record of `cell`, which must lie in the bounds; takes its brick if needed.
    #[inline]
    pub(crate) fn key(&mut self, cell: IVec3) -> Result<CellKey, OutOfKeys> {
        let at = cell >> self.edge_bits;
        let brick = match &mut self.directory {
            Directory::Dense {
                first,
                size,
                bricks,
                ..
            } => {
                let index = dense_index(at - *first, *size);
                let entry = &mut bricks[index];
                if *entry >> 32 == u64::from(self.query) {
                    *entry as u32
                } else {
                    let brick = take(
                        (&mut self.slots, &mut self.origins),
                        (&mut self.taken, self.most),
                        at,
                        self.edge_bits,
                    )?;
                    *entry = u64::from(self.query) << 32 | u64::from(brick);
                    brick
                }
            }
            Directory::Sparse { bricks, .. } => {
                if let Some(&brick) = bricks.get(&at) {
                    brick
                } else {
                    let brick = take(
                        (&mut self.slots, &mut self.origins),
                        (&mut self.taken, self.most),
                        at,
                        self.edge_bits,
                    )?;
                    bricks.insert(at, brick);
                    brick
                }
            }
        };
        Ok(record_id(brick, cell, self.edge_bits))
    }

    /// The record of `cell` if this query has written one.
    pub(crate) fn find(&self, cell: IVec3) -> Option<&Record> {
        self.known(cell).map(|(_, record)| record)
    }

    /// The record of `cell` and its place, if this query has written one.
    #[inline]
    pub(crate) fn known(&self, cell: IVec3) -> Option<(CellKey, &Record)> {
        let at = cell >> self.edge_bits;
        let brick = match &self.directory {
            Directory::Dense {
                first,
                size,
                bricks,
                ..
            } => {
                let entry = bricks.get(dense_index(at - *first, *size))?;
                (*entry >> 32 == u64::from(self.query)).then_some(*entry as u32)?
            }
            Directory::Sparse { bricks, .. } => *bricks.get(&at)?,
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
        let directory = match &self.directory {
            Directory::Dense { bricks, .. } => bricks.capacity() * size_of::<u64>(),
            Directory::Sparse { bricks, .. } => bricks.capacity() * size_of::<(IVec3, u32)>(),
        };
        directory
            + self.slots.capacity() * size_of::<Record>()
            + self.origins.capacity() * size_of::<IVec3>()
    }
}

#[inline]
fn dense_index(at: IVec3, [nx, ny, _]: [u32; 3]) -> usize {
    let [x, y, z] = at.to_array().map(|n| n.cast_unsigned() as usize);
    (z * ny as usize + y) * nx as usize + x
}

#[inline]
fn record_id(brick: u32, cell: IVec3, edge_bits: u32) -> CellKey {
    let local = cell & ((1 << edge_bits) - 1);
    let local = (local.z << edge_bits | local.y) << edge_bits | local.x;
    CellKey(brick << (3 * edge_bits) | local.cast_unsigned())
}

/// The next brick, for the cells from `at`, counted in bricks, on.
#[cold]
fn take(
    (slots, origins): (&mut Vec<Record>, &mut Vec<IVec3>),
    (taken, most): (&mut usize, usize),
    at: IVec3,
    edge_bits: u32,
) -> Result<u32, OutOfKeys> {
    if *taken >= most {
        return Err(OutOfKeys);
    }
    let brick = *taken;
    *taken += 1;
    if origins.len() < *taken {
        origins.push(IVec3::ZERO);
    }
    let records = *taken << (3 * edge_bits);
    if slots.len() < records {
        slots.resize(records, Record::default());
    }
    origins[brick] = at << edge_bits;
    Ok(brick as u32)
}
