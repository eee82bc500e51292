//! Many paths over a world that is edited: which of them an edit breaks, mends or may shorten.

use voxnav_occupancy::CellBox;
use voxnav_search::{AgentMoves, Cost, Path};

use super::followed_path::FollowedPath;
use super::moves;
use super::register::{PathId, Register};
use crate::RouteError;
use crate::smoothing::MAX_LISTED;

/// Paths over a world that changes: an update names those that the edits broke, those that are legal
/// again, and those that may have become more expensive than they need to be.
///
/// The moves are those of a [`View`](crate::View), of flying agents ([`Flight`](crate::search::Flight), with bodies of
/// any size) or of ground agents ([`Ground`](crate::ground::Ground), where materials and links count, too).
///
/// # Guarantees
///
/// [`PathEvent::Blocked`] reports exactly the paths all of whose moves were legal, each by its action, and are not any
/// more, and [`PathEvent::Unblocked`] exactly those that were not and are; what agents have [passed](Self::advance)
/// does not count. [`PathEvent::MayShorten`] reports every path that is more expensive than it would have to be because
/// of what changed, and some that cannot be shortened: on the ground a wall that is put up is a floor, too. Events come
/// in the order in which paths have their places in the watch, the same on every machine.
///
/// # Complexity
///
/// An update costs a look at the chunks that the edits reached, at the blocks of 8^3 cells in which they
/// and paths meet, and, where moves may be new, two estimates for each path; with links also two for each end
/// of one.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
/// use voxnav::replanning::{PathEvent, PathWatcher};
/// use voxnav::search::{Flight, Query};
/// use voxnav::{UnknownPolicy, Workspace};
///
/// let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(20)))?.commit();
/// let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// let query = Query::new(IVec3::ZERO, IVec3::X * 19);
/// let path = query.solve(&world, &mut Workspace::new()).outcome.into_any_path().ok_or("a path")?;
///
/// let mut watch = PathWatcher::new(Flight::new(&world));
/// let id = watch.insert(&path)?;
/// let mut door = open.edit();
/// door.set(IVec3::X * 9, CellState::Occupied)?;
/// let events = watch.update(Flight::new(&world.refreshed(&door.commit())));
/// assert_eq!(events, [PathEvent::Blocked { path: id, after: 8 }]);
/// assert_eq!(watch.update(Flight::new(&world)), [PathEvent::Unblocked { path: id }]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PathWatcher {
    moves: AgentMoves,
    followed: Register<FollowedPath>,
}

/// An event that edits of its world caused for a path.
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
        /// The id of the path.
        path: PathId,
        /// The number of its moves, from its first cell on, that are legal.
        after: u64,
    },
    /// The path was not free, and is again, as a whole.
    Unblocked {
        /// The id of the path.
        path: PathId,
    },
    /// Cells became free through which a path might be cheaper.
    MayShorten {
        /// The id of the path.
        path: PathId,
        /// A lower bound on the cost of a path through one of these cells, from where the agent is.
        at_least: Cost,
    },
}

impl PathEvent {
    /// Returns the path.
    #[must_use]
    pub const fn path(&self) -> PathId {
        match self {
            Self::Blocked { path, .. }
            | Self::Unblocked { path }
            | Self::MayShorten { path, .. } => *path,
        }
    }

    /// Returns the event that a path was blocked or freed, if it was.
    pub(super) fn turned(path: PathId, was_blocked: bool, blocked: Option<u64>) -> Option<Self> {
        match (was_blocked, blocked) {
            (false, Some(after)) => Some(Self::Blocked { path, after }),
            (true, None) => Some(Self::Unblocked { path }),
            _ => None,
        }
    }
}

impl PathWatcher {
    /// Makes a watch without paths, of moves as they are now.
    #[must_use]
    pub fn new(moves: impl Into<AgentMoves>) -> Self {
        Self {
            moves: moves.into(),
            followed: Register::default(),
        }
    }

    /// Returns the moves as of the last [`update`](Self::update).
    #[must_use]
    pub fn moves(&self) -> &AgentMoves {
        &self.moves
    }

    /// Returns the number of paths.
    #[must_use]
    pub fn len(&self) -> usize {
        self.followed.len()
    }

    /// Returns whether there are no paths.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.followed.len() == 0
    }

    /// Watches a path to its last cell. It may be blocked already as of the last update: see
    /// [`is_blocked`](Self::is_blocked).
    ///
    /// # Errors
    ///
    /// [`RouteError::TooLong`] for a path of more than 2^24 cells.
    pub fn insert(&mut self, path: &Path) -> Result<PathId, RouteError> {
        let moves = path.move_count();
        if moves >= MAX_LISTED {
            return Err(RouteError::TooLong { moves });
        }
        let goal = CellBox::of_cell(path.goal());
        let followed = FollowedPath::new(path.clone(), goal, &self.moves);
        Ok(self
            .followed
            .insert(followed, moves::of(&self.moves).blocks_of(path)))
    }

    /// Forgets a path; `false` if there is none of this id.
    pub fn remove(&mut self, id: PathId) -> bool {
        self.followed.remove(id)
    }

    /// Notes that an agent has made so many moves of its path, at most all of them, so that it is not told of what
    /// lies behind; `false` if there is no path of this id. Agents do not go back.
    ///
    /// # Complexity
    ///
    /// Linear in the runs of the path.
    pub fn advance(&mut self, id: PathId, moves: u64) -> bool {
        let Some(followed) = self.followed.get_mut(id) else {
            return false;
        };
        followed.pass(moves, &self.moves);
        true
    }

    /// Returns whether some of the moves that are left of a path are not legal, as of the last update; `None` if
    /// there is no path of this id.
    #[must_use]
    pub fn is_blocked(&self, id: PathId) -> Option<bool> {
        Some(self.followed.get(id)?.blocked.is_some())
    }

    /// Takes over the moves over a newer world, edited from the last one in whatever many steps, or over another
    /// one, and tells what became of the paths: of each at most that it was blocked or freed, and that it may be
    /// shortened.
    pub fn update(&mut self, moves: impl Into<AgentMoves>) -> Vec<PathEvent> {
        let before = std::mem::replace(&mut self.moves, moves.into());
        let moves = moves::of(&self.moves);
        let changes = moves.changes_since(&before);
        let mut events = Vec::new();
        if changes.is_empty() {
            return events;
        }
        let mut look = |path, followed: &mut FollowedPath| {
            let was_blocked = followed.blocked.is_some();
            moves.check(followed, Some(&changes));
            events.extend(PathEvent::turned(path, was_blocked, followed.blocked));
        };
        match changes.blocks() {
            None => (self.followed.iter_mut()).for_each(|(path, followed)| look(path, followed)),
            Some(blocks) => self.followed.for_those_in(&blocks, look),
        }
        if changes.frees_any() {
            events.extend(self.followed.iter().filter_map(|(path, followed)| {
                let at = followed.cell(followed.passed);
                let at_least = moves.least_through(followed, at, &changes, followed.cost)?;
                Some(PathEvent::MayShorten { path, at_least })
            }));
        }
        events.sort_by_key(PathEvent::path);
        events
    }
}
