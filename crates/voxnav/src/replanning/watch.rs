//! Many paths over a world that is edited: which of them an edit breaks, mends or may shorten.

use voxnav_occupancy::{CellBox, Traversability};
use voxnav_search::{CornerRule, Cost, Path, SearchSettings};

use super::changes::Changes;
use super::register::{Blocks, PathId, Register, blocks_of};
use super::way::Way;
use crate::RouteError;
use crate::smoothing::MAX_LISTED;

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
    ways: Register<Way>,
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

    /// That a path was blocked or freed, if it was.
    pub(super) fn turned(path: PathId, was_blocked: bool, blocked: Option<u64>) -> Option<Self> {
        match (was_blocked, blocked) {
            (false, Some(after)) => Some(Self::Blocked { path, after }),
            (true, None) => Some(Self::Unblocked { path }),
            _ => None,
        }
    }
}

impl Watch {
    /// Without paths yet, of a world as it is now.
    #[must_use]
    pub fn new(world: &Traversability) -> Self {
        Self {
            world: world.clone(),
            ways: Register::default(),
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
        self.ways.len()
    }

    /// Whether there are no paths.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ways.len() == 0
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
        let way = Way::new(path.clone(), settings, &self.world);
        Ok(self.ways.insert(way, blocks_needed(path, settings.corners)))
    }

    /// Forgets a path; `false` if there is none of this id.
    pub fn remove(&mut self, id: PathId) -> bool {
        self.ways.remove(id)
    }

    /// Notes that an agent has made so many moves of its path, at most all of them, so that it is not told of what
    /// lies behind; `false` if there is no path of this id. Agents do not go back.
    ///
    /// # Complexity
    ///
    /// Linear in the turns of the path; where terrain is uneven the cost of the rest counts as if it were
    /// even, and is never more than that of the path less the moves made.
    pub fn advance(&mut self, id: PathId, moves: u64) -> bool {
        let Some(way) = self.ways.get_mut(id) else {
            return false;
        };
        way.pass(moves, None, &self.world);
        true
    }

    /// Whether the rest of a path is not free, in the world as of the last update; `None` if there is no
    /// path of this id.
    #[must_use]
    pub fn is_blocked(&self, id: PathId) -> Option<bool> {
        Some(self.ways.get(id)?.blocked.is_some())
    }

    /// Takes over a newer world, edited from the last one in whatever many steps, or another one, and
    /// tells what became of the paths: of each at most that it was blocked or freed, and that it may be
    /// shortened.
    pub fn update(&mut self, world: &Traversability) -> Vec<PathEvent> {
        let changes = Changes::between(&self.world, world);
        self.world = world.clone();
        let mut events = Vec::new();
        if changes.is_empty() {
            return events;
        }
        let mut look = |path, way: &mut Way| {
            let was_blocked = way.blocked.is_some();
            way.look_at(&changes, world);
            events.extend(PathEvent::turned(path, was_blocked, way.blocked));
        };
        if changes.is_total {
            self.ways.iter_mut().for_each(|(path, way)| look(path, way));
        } else {
            let blocks = blocks_of(changes.bricks.iter().map(|brick| brick.origin));
            self.ways.for_those_in(&blocks, look);
        }
        if changes.frees_any() {
            events.extend(self.ways.iter().filter_map(|(path, way)| {
                let at_least = way.least_through(&changes, way.cost)?;
                Some(PathEvent::MayShorten { path, at_least })
            }));
        }
        events.sort_by_key(PathEvent::path);
        events
    }
}

/// The blocks that a path needs cells of.
fn blocks_needed(path: &Path, corners: CornerRule) -> Blocks {
    // Lines of an any-angle path stay within two cells of its cells.
    let reach = if path.is_any_angle() { 2 } else { 0 };
    let mut before = path.start();
    let needed = path.cells().flat_map(|cell| {
        let last = std::mem::replace(&mut before, cell);
        let (min, max) = (last.min(cell) - reach, last.max(cell) + reach);
        let is_spanned = corners != CornerRule::Lenient || reach > 0;
        let spanned = if is_spanned {
            CellBox::new(min, max + 1)
        } else {
            CellBox::of_cell(cell)
        };
        spanned.cells()
    });
    blocks_of(needed)
}
