//! Many paths over a world that is edited: which of them an edit breaks, mends or may shorten.

use ahash::AHashMap;
use glam::IVec3;
use voxnav_occupancy::{CellBox, ChunkCoord, Traversability};
use voxnav_search::{CornerRule, Cost, Path, SearchSettings};

use super::changes::{Brick, Changes};
use super::way::Way;
use crate::RouteError;
use crate::smoothing::MAX_LISTED;

/// The edge of the cubes in which a watch notes where a path passes, in cells: 8^3 of them are a chunk.
const BLOCK_BITS: i32 = 3;

/// Paths over a world that changes: an update names those that the edits broke, those that are free
/// again, and those that may have become longer than they need to be.
///
/// In cells, for any agent: the paths are those of its center, over the bits that its body leaves, so
/// that bodies larger than a cell are told of exactly what is in *their* way.
///
/// # Guarantees
///
/// [`PathEvent::Blocked`] is told of exactly the paths that were free and are not any more, and
/// [`PathEvent::Unblocked`] of exactly those that were not and are; what agents have
/// [passed](Self::advance) does not count. Of every path that is dearer than it would have to be because of what
/// became free, [`PathEvent::MayShorten`] was told; some of which it is told cannot be shortened.
/// Events come in the order in which paths have their places in the watch, the same on every machine.
///
/// # Complexity
///
/// An update costs a look at the chunks that the edits reached, at the blocks of 8^3 cells in which they
/// and paths meet, and, where cells became free, two estimates for each path.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
/// use voxnav::replanning::{PathEvent, Watch};
/// use voxnav::search::{Query, SearchSettings};
/// use voxnav::{UnknownPolicy, Workspace};
///
/// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(20)))?.commit();
/// let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// let query = Query::new(IVec3::ZERO, IVec3::X * 19);
/// let path = query.solve(&world, &mut Workspace::new()).outcome.into_any_path().ok_or("a path")?;
///
/// let mut watch = Watch::new(&world);
/// let id = watch.insert(&path, &SearchSettings::default())?;
/// let mut door = open.edit();
/// door.set(IVec3::X * 9, CellState::Occupied)?;
/// let events = watch.update(&world.refreshed(&door.commit()));
/// assert_eq!(events, [PathEvent::Blocked { path: id, after: 8 }]);
/// assert_eq!(watch.update(&world), [PathEvent::Unblocked { path: id }]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Watch {
    world: Traversability,
    places: Vec<Place>,
    /// Places without a path.
    vacant: Vec<u32>,
    /// Which paths pass where.
    crossings: AHashMap<ChunkCoord, Vec<Crossing>, ahash::RandomState>,
    /// How many paths there are.
    len: usize,
}

/// A path of a [`Watch`], to which alone it belongs. Ids are not given again.
///
/// ```
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::glam::IVec3;
/// use voxnav::replanning::Watch;
/// use voxnav::search::SearchSettings;
/// use voxnav::{Path, UnknownPolicy};
///
/// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
/// let mut watch = Watch::new(&Traversability::new(&open, UnknownPolicy::Blocked));
/// let first = watch.insert(&Path::default(), &SearchSettings::default())?;
/// assert!(watch.remove(first));
/// let second = watch.insert(&Path::default(), &SearchSettings::default())?;
/// assert!(first != second && !watch.remove(first));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PathId {
    place: u32,
    /// How many paths had the place before.
    use_of_place: u32,
}

/// What became of a path by edits of its world.
///
/// ```
/// use voxnav::replanning::PathEvent;
///
/// fn is_urgent(event: &PathEvent) -> bool {
///     matches!(event, PathEvent::Blocked { after, .. } if *after < 20)
/// }
/// # let _ = is_urgent;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PathEvent {
    /// The path was free, and is not any more.
    Blocked {
        /// Which path.
        path: PathId,
        /// How many of its moves from its first cell on are legal.
        after: u64,
    },
    /// The path was not free, and is again, as a whole.
    Unblocked {
        /// Which path.
        path: PathId,
    },
    /// Cells became free through which a path might be cheaper.
    MayShorten {
        /// Which path.
        path: PathId,
        /// What a path through one of these cells costs at least, from where the agent is.
        at_least: Cost,
    },
}

impl PathEvent {
    /// The path.
    #[must_use]
    pub const fn path(&self) -> PathId {
        match self {
            Self::Blocked { path, .. }
            | Self::Unblocked { path }
            | Self::MayShorten { path, .. } => *path,
        }
    }
}

/// What is kept at a place.
#[derive(Clone, Debug)]
struct Place {
    use_of_place: u32,
    watched: Option<Watched>,
}

#[derive(Clone, Debug)]
struct Watched {
    way: Way,
    chunks: Vec<ChunkCoord>,
}

/// Where a path passes in a chunk.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    place: u32,
    /// A bit for each block of 8^3 cells, x fastest.
    blocks: [u64; 8],
}

impl Watch {
    /// Without paths yet, of a world as it is now.
    #[must_use]
    pub fn new(world: &Traversability) -> Self {
        let hasher = ahash::RandomState::with_seeds(31, 32, 33, 34);
        Self {
            world: world.clone(),
            places: Vec::new(),
            vacant: Vec::new(),
            crossings: AHashMap::with_hasher(hasher),
            len: 0,
        }
    }

    /// The world as of the last [`update`](Self::update).
    #[must_use]
    pub fn world(&self) -> &Traversability {
        &self.world
    }

    /// How many paths there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no paths.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Watches a path that was found by such settings. It may be blocked already in the world as of
    /// the last update: see [`is_blocked`](Self::is_blocked).
    ///
    /// # Errors
    ///
    /// [`RouteError::TooLong`] for a path of more than 2^24 cells.
    pub fn insert(&mut self, path: &Path, settings: &SearchSettings) -> Result<PathId, RouteError> {
        let moves = path.move_count();
        if moves >= MAX_LISTED {
            return Err(RouteError::TooLong { moves });
        }
        let place = self.vacant.pop().unwrap_or_else(|| {
            self.places.push(Place {
                use_of_place: 0,
                watched: None,
            });
            // Far fewer than 2^32 fit into memory.
            u32::try_from(self.places.len() - 1).unwrap_or(u32::MAX)
        });
        let mut chunks = Vec::new();
        for (chunk, blocks) in blocks_of(path, settings.corners) {
            let crossing = Crossing { place, blocks };
            self.crossings.entry(chunk).or_default().push(crossing);
            chunks.push(chunk);
        }
        let way = Way::new(path.clone(), settings, &self.world);
        let watched = Watched { way, chunks };
        let slot = &mut self.places[place as usize];
        slot.watched = Some(watched);
        self.len += 1;
        Ok(PathId {
            place,
            use_of_place: slot.use_of_place,
        })
    }

    /// Forgets a path; `false` if there is none of this id.
    pub fn remove(&mut self, id: PathId) -> bool {
        let Some(place) = self.place_mut(id) else {
            return false;
        };
        let Some(watched) = place.watched.take() else {
            return false;
        };
        if let Some(next) = place.use_of_place.checked_add(1) {
            place.use_of_place = next;
            self.vacant.push(id.place);
        }
        for chunk in &watched.chunks {
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

    /// Notes that an agent has made so many moves of its path, at most all of them, so that it is not told of what
    /// lies behind; `false` if there is no path of this id. Agents do not go back.
    ///
    /// # Complexity
    ///
    /// Linear in the turns of the path; where terrain is uneven the cost of the rest counts as if it were
    /// even, and is never more than that of the path less the moves made.
    pub fn advance(&mut self, id: PathId, moves: u64) -> bool {
        let world = self.world.clone();
        let watched = self.place_mut(id).and_then(|it| it.watched.as_mut());
        let Some(watched) = watched else {
            return false;
        };
        watched.way.pass(moves, None, &world);
        true
    }

    /// Whether the rest of a path is not free, in the world as of the last update; `None` if there is no
    /// path of this id.
    #[must_use]
    pub fn is_blocked(&self, id: PathId) -> Option<bool> {
        let place = self.places.get(id.place as usize)?;
        let watched = place.watched.as_ref();
        let watched = watched.filter(|_| place.use_of_place == id.use_of_place)?;
        Some(watched.way.blocked.is_some())
    }

    /// Takes over a newer world, edited from the last one in whatever many steps, or another one, and
    /// tells what became of the paths: of each at most that it was blocked or freed, and that it may be
    /// shortened.
    pub fn update(&mut self, world: &Traversability) -> Vec<PathEvent> {
        let changes = Changes::between(&self.world, world);
        self.world = world.clone();
        self.told(&changes)
    }

    fn told(&mut self, changes: &Changes) -> Vec<PathEvent> {
        let mut events = Vec::new();
        if changes.is_empty() {
            return events;
        }
        for place in self.concerned(changes) {
            let slot = &mut self.places[place as usize];
            let path = PathId {
                place,
                use_of_place: slot.use_of_place,
            };
            if let Some(watched) = &mut slot.watched {
                events.extend(watched.turned(path, changes, &self.world));
            }
        }
        if changes.frees_any() {
            let places = (0..).zip(&self.places);
            events.extend(places.filter_map(|(place, slot)| {
                let way = &slot.watched.as_ref()?.way;
                let at_least = way.least_through(changes, way.cost)?;
                let path = PathId {
                    place,
                    use_of_place: slot.use_of_place,
                };
                Some(PathEvent::MayShorten { path, at_least })
            }));
        }
        events.sort_by_key(PathEvent::path);
        events
    }

    /// The places of the paths that pass where cells changed, in ascending order.
    fn concerned(&self, changes: &Changes) -> Vec<u32> {
        if changes.is_total {
            return (0..).take(self.places.len()).collect();
        }
        let mut places = Vec::new();
        let of_one_chunk =
            |a: &Brick, b: &Brick| ChunkCoord::of(a.origin) == ChunkCoord::of(b.origin);
        for bricks in changes.bricks.chunk_by(of_one_chunk) {
            let chunk = ChunkCoord::of(bricks[0].origin);
            let Some(crossings) = self.crossings.get(&chunk) else {
                continue;
            };
            let mut blocks = [0; 8];
            for brick in bricks {
                mark(&mut blocks, brick.origin);
            }
            let meets = |crossing: &&Crossing| {
                let both = crossing.blocks.iter().zip(&blocks);
                both.fold(0, |met, (a, b)| met | a & b) != 0
            };
            places.extend(crossings.iter().filter(meets).map(|it| it.place));
        }
        places.sort_unstable();
        places.dedup();
        places
    }

    fn place_mut(&mut self, id: PathId) -> Option<&mut Place> {
        let place = self.places.get_mut(id.place as usize)?;
        (place.use_of_place == id.use_of_place).then_some(place)
    }
}

impl Watched {
    /// What an edit near the path made of it.
    fn turned(
        &mut self,
        path: PathId,
        changes: &Changes,
        world: &Traversability,
    ) -> Option<PathEvent> {
        let was_blocked = self.way.blocked.is_some();
        self.way.look_at(changes, world);
        match (was_blocked, self.way.blocked) {
            (false, Some(after)) => Some(PathEvent::Blocked { path, after }),
            (true, None) => Some(PathEvent::Unblocked { path }),
            _ => None,
        }
    }
}

/// The chunks that a path needs cells of, and which blocks of them.
fn blocks_of(path: &Path, corners: CornerRule) -> Vec<(ChunkCoord, [u64; 8])> {
    // Lines of an any-angle path stay within two cells of its cells.
    let reach = if path.is_any_angle() { 2 } else { 0 };
    let mut crossed: Vec<(ChunkCoord, [u64; 8])> = Vec::new();
    let mut last = None;
    let mut note = |cell: IVec3| {
        let block = cell >> BLOCK_BITS;
        if last == Some(block) {
            return;
        }
        last = Some(block);
        let chunk = ChunkCoord::of(cell);
        let known = crossed.iter().rposition(|(it, _)| *it == chunk);
        let index = known.unwrap_or_else(|| {
            crossed.push((chunk, [0; 8]));
            crossed.len() - 1
        });
        mark(&mut crossed[index].1, cell);
    };
    let mut before = path.start();
    for cell in path.cells() {
        let (min, max) = (before.min(cell) - reach, before.max(cell) + reach);
        if corners != CornerRule::Lenient || reach > 0 {
            CellBox::new(min, max + 1).cells().for_each(&mut note);
        } else {
            note(cell);
        }
        before = cell;
    }
    crossed
}

/// Sets the bit of the block of 8^3 cells in which a cell lies.
fn mark(blocks: &mut [u64; 8], cell: IVec3) {
    let place = (cell & 63) >> BLOCK_BITS;
    blocks[place.z.unsigned_abs() as usize] |= 1 << (place.y << 3 | place.x);
}
