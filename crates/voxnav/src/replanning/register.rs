//! Many ways under ids, found by where they pass.

use ahash::AHashMap;
use glam::IVec3;
use voxnav_occupancy::ChunkCoord;
use voxnav_occupancy::arena::{Arena, Id};

/// The edge of the cubes in which it is noted where an entry passes, in cells: 8^3 of them are a chunk.
const BLOCK_BITS: i32 = 3;

/// A path of a [`PathWatcher`](super::PathWatcher), to which alone it belongs. Ids
/// are not given again.
///
/// ```
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::glam::IVec3;
/// use voxnav::replanning::PathWatcher;
/// use voxnav::search::Flight;
/// use voxnav::{Path, UnknownPolicy};
///
/// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
/// let mut watch = PathWatcher::new(&Flight::new(&Traversability::new(&open, UnknownPolicy::Blocked)));
/// let first = watch.insert(&Path::default())?;
/// assert!(watch.remove(first));
/// let second = watch.insert(&Path::default())?;
/// assert!(first != second && !watch.remove(first));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PathId(Id);

/// The blocks of 8^3 cells of each chunk in which something is, a bit each, x fastest.
pub(super) type Blocks = Vec<(ChunkCoord, [u64; 8])>;

/// The ways of a world under ids.
#[derive(Clone, Debug)]
pub(super) struct Register<T> {
    /// The ways, with the chunks that they pass through.
    ways: Arena<(T, Vec<ChunkCoord>)>,
    /// The ways that pass through each chunk.
    crossings: AHashMap<ChunkCoord, Vec<Crossing>, ahash::RandomState>,
}

/// The blocks of a chunk that an entry passes.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    way: PathId,
    blocks: [u64; 8],
}

impl<T> Default for Register<T> {
    fn default() -> Self {
        Self {
            ways: Arena::default(),
            crossings: AHashMap::with_hasher(ahash::RandomState::with_seeds(31, 32, 33, 34)),
        }
    }
}

impl<T> Register<T> {
    pub(super) fn len(&self) -> usize {
        self.ways.len()
    }

    /// Takes an entry that passes through some blocks.
    pub(super) fn insert(&mut self, entry: T, passed: Blocks) -> PathId {
        let chunks = passed.iter().map(|(chunk, _)| *chunk).collect();
        let way = self.ways.insert((entry, chunks));
        // Far fewer than 2^32 fit into memory.
        let way = PathId(way.unwrap_or(Id::from_bits(u64::MAX)));
        for (chunk, blocks) in passed {
            let crossing = Crossing { way, blocks };
            self.crossings.entry(chunk).or_default().push(crossing);
        }
        way
    }

    /// Forgets an entry; `false` if there is none of this id.
    pub(super) fn remove(&mut self, id: PathId) -> bool {
        let Some((_, chunks)) = self.ways.remove(id.0) else {
            return false;
        };
        for chunk in &chunks {
            if let Some(crossings) = self.crossings.get_mut(chunk) {
                let found = crossings.iter().position(|it| it.way == id);
                if let Some(index) = found {
                    crossings.swap_remove(index);
                }
                if crossings.is_empty() {
                    self.crossings.remove(chunk);
                }
            }
        }
        true
    }

    pub(super) fn get(&self, id: PathId) -> Option<&T> {
        self.ways.get(id.0).map(|(entry, _)| entry)
    }

    pub(super) fn get_mut(&mut self, id: PathId) -> Option<&mut T> {
        self.ways.get_mut(id.0).map(|(entry, _)| entry)
    }

    /// Returns all ways, in the order of their places.
    pub(super) fn iter(&self) -> impl Iterator<Item = (PathId, &T)> {
        let ways = self.ways.iter();
        ways.map(|(id, (entry, _))| (PathId(id), entry))
    }

    /// Returns all ways, in the order of their places.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = (PathId, &mut T)> {
        let ways = self.ways.iter_mut();
        ways.map(|(id, (entry, _))| (PathId(id), entry))
    }

    /// Calls `act` with each entry that passes through some blocks, in the order of their places.
    pub(super) fn for_those_in(&mut self, blocks: &Blocks, mut act: impl FnMut(PathId, &mut T)) {
        let mut ways = Vec::new();
        for (chunk, blocks) in blocks {
            let crossings = self.crossings.get(chunk).map_or(&[][..], Vec::as_slice);
            let meets = |crossing: &&Crossing| {
                let both = crossing.blocks.iter().zip(blocks);
                both.fold(0, |met, (a, b)| met | a & b) != 0
            };
            ways.extend(crossings.iter().filter(meets).map(|it| it.way));
        }
        ways.sort_unstable();
        ways.dedup();
        for way in ways {
            if let Some(entry) = self.get_mut(way) {
                act(way, entry);
            }
        }
    }
}

/// Returns the blocks in which some cells lie; quick where neighbors come one after the other.
pub(super) fn blocks_of(cells: impl IntoIterator<Item = IVec3>) -> Blocks {
    let mut found = Blocks::new();
    let mut last = None;
    for cell in cells {
        let block = cell >> BLOCK_BITS;
        if last == Some(block) {
            continue;
        }
        last = Some(block);
        let chunk = ChunkCoord::of(cell);
        let known = found.iter().rposition(|(it, _)| *it == chunk);
        let index = known.unwrap_or_else(|| {
            found.push((chunk, [0; 8]));
            found.len() - 1
        });
        let place = (cell & 63) >> BLOCK_BITS;
        found[index].1[place.z.unsigned_abs() as usize] |= 1 << (place.y << 3 | place.x);
    }
    found
}
