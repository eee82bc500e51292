//! Many ways under ids, found by where they pass.

use ahash::AHashMap;
use glam::IVec3;
use voxnav_occupancy::ChunkCoord;

/// The edge of the cubes in which it is noted where an entry passes, in cells: 8^3 of them are a chunk.
const BLOCK_BITS: i32 = 3;

/// A path of a [`Watch`](super::Watch), to which alone it belongs. Ids
/// are not given again.
///
/// ```
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::glam::IVec3;
/// use voxnav::replanning::Watch;
/// use voxnav::search::Flight;
/// use voxnav::{Path, UnknownPolicy};
///
/// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
/// let mut watch = Watch::new(&Flight::new(&Traversability::new(&open, UnknownPolicy::Blocked)));
/// let first = watch.insert(&Path::default())?;
/// assert!(watch.remove(first));
/// let second = watch.insert(&Path::default())?;
/// assert!(first != second && !watch.remove(first));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PathId {
    place: u32,
    /// The number of paths that had the place before.
    use_of_place: u32,
}

/// The blocks of 8^3 cells of each chunk in which something is, a bit each, x fastest.
pub(super) type Blocks = Vec<(ChunkCoord, [u64; 8])>;

/// The ways of a world under ids.
#[derive(Clone, Debug)]
pub(super) struct Register<T> {
    places: Vec<Place<T>>,
    /// The places without an entry.
    vacant: Vec<u32>,
    /// The ways that pass through each chunk.
    crossings: AHashMap<ChunkCoord, Vec<Crossing>, ahash::RandomState>,
    /// The number of ways.
    len: usize,
}

/// The content of a place.
#[derive(Clone, Debug)]
struct Place<T> {
    use_of_place: u32,
    kept: Option<(T, Vec<ChunkCoord>)>,
}

/// The blocks of a chunk that an entry passes.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    place: u32,
    blocks: [u64; 8],
}

impl<T> Default for Register<T> {
    fn default() -> Self {
        Self {
            places: Vec::new(),
            vacant: Vec::new(),
            crossings: AHashMap::with_hasher(ahash::RandomState::with_seeds(31, 32, 33, 34)),
            len: 0,
        }
    }
}

impl<T> Register<T> {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Takes an entry that passes through some blocks.
    pub(super) fn insert(&mut self, entry: T, passed: Blocks) -> PathId {
        let place = self.vacant.pop().unwrap_or_else(|| {
            self.places.push(Place {
                use_of_place: 0,
                kept: None,
            });
            // Far fewer than 2^32 fit into memory.
            u32::try_from(self.places.len() - 1).unwrap_or(u32::MAX)
        });
        let mut chunks = Vec::with_capacity(passed.len());
        for (chunk, blocks) in passed {
            let crossing = Crossing { place, blocks };
            self.crossings.entry(chunk).or_default().push(crossing);
            chunks.push(chunk);
        }
        let slot = &mut self.places[place as usize];
        slot.kept = Some((entry, chunks));
        self.len += 1;
        PathId {
            place,
            use_of_place: slot.use_of_place,
        }
    }

    /// Forgets an entry; `false` if there is none of this id.
    pub(super) fn remove(&mut self, id: PathId) -> bool {
        let place = self.places.get_mut(id.place as usize);
        let Some(place) = place.filter(|it| it.use_of_place == id.use_of_place) else {
            return false;
        };
        let Some((_, chunks)) = place.kept.take() else {
            return false;
        };
        if let Some(next) = place.use_of_place.checked_add(1) {
            place.use_of_place = next;
            self.vacant.push(id.place);
        }
        for chunk in &chunks {
            if let Some(crossings) = self.crossings.get_mut(chunk) {
                let found = crossings.iter().position(|it| it.place == id.place);
                if let Some(index) = found {
                    crossings.swap_remove(index);
                }
                if crossings.is_empty() {
                    self.crossings.remove(chunk);
                }
            }
        }
        self.len -= 1;
        true
    }

    pub(super) fn get(&self, id: PathId) -> Option<&T> {
        let place = self.places.get(id.place as usize)?;
        let place = (place.use_of_place == id.use_of_place).then_some(place)?;
        Some(&place.kept.as_ref()?.0)
    }

    pub(super) fn get_mut(&mut self, id: PathId) -> Option<&mut T> {
        let place = self.places.get_mut(id.place as usize)?;
        let place = (place.use_of_place == id.use_of_place).then_some(place)?;
        Some(&mut place.kept.as_mut()?.0)
    }

    /// Returns all ways, in the order of their places.
    pub(super) fn iter(&self) -> impl Iterator<Item = (PathId, &T)> {
        let places = (0..).zip(&self.places);
        places.filter_map(|(place, slot)| Some((slot.id(place), &slot.kept.as_ref()?.0)))
    }

    /// Returns all ways, in the order of their places.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = (PathId, &mut T)> {
        let places = (0..).zip(&mut self.places);
        places.filter_map(|(place, slot)| {
            let id = slot.id(place);
            Some((id, &mut slot.kept.as_mut()?.0))
        })
    }

    /// Calls `act` with each entry that passes through some blocks, in the order of their places.
    pub(super) fn for_those_in(&mut self, blocks: &Blocks, mut act: impl FnMut(PathId, &mut T)) {
        let mut places = Vec::new();
        for (chunk, blocks) in blocks {
            let crossings = self.crossings.get(chunk).map_or(&[][..], Vec::as_slice);
            let meets = |crossing: &&Crossing| {
                let both = crossing.blocks.iter().zip(blocks);
                both.fold(0, |met, (a, b)| met | a & b) != 0
            };
            places.extend(crossings.iter().filter(meets).map(|it| it.place));
        }
        places.sort_unstable();
        places.dedup();
        for place in places {
            let slot = &mut self.places[place as usize];
            let id = slot.id(place);
            if let Some((entry, _)) = &mut slot.kept {
                act(id, entry);
            }
        }
    }
}

impl<T> Place<T> {
    fn id(&self, place: u32) -> PathId {
        PathId {
            place,
            use_of_place: self.use_of_place,
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
