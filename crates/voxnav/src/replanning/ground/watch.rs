//! Many paths over ground that is edited: which of them an edit breaks, mends or may shorten.

use voxnav_occupancy::CellBox;
use voxnav_search::{Action, Ground, LegPath};

use super::changes::GroundChanges;
use super::way::GroundWay;
use crate::replanning::PathId;
use crate::replanning::register::{Register, blocks_of};
use crate::replanning::watch::PathEvent;

/// Paths of legs over a world that changes: an update names those that edits of cells and materials, and links
/// that open or close, broke, those that are whole again, and those that may have become dearer than they
/// need to be.
///
/// # Guarantees
///
/// [`PathEvent::Blocked`] is told of exactly the paths all of whose moves were there, each by its action,
/// and are not any more, and [`PathEvent::Unblocked`] of exactly those of which some were missing and none
/// are; what agents have [passed](Self::advance) does not count. Of every path that is dearer than it would have
/// to be because of what changed, [`PathEvent::MayShorten`] was told; some of which it is told cannot be
/// shortened: a wall that is put up is ground to walk on, too. Events come in the order in which paths have
/// their places in the watch.
///
/// # Complexity
///
/// An update costs a look at the moves near the edits, and two estimates for each path and edited chunk; with
/// links also two for each end of one.
///
/// ```
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, CellState, OccupancyBuilder};
/// use voxnav::ground::{Ground, Link, LinkState, Locomotion};
/// use voxnav::replanning::{GroundWatch, PathEvent};
/// use voxnav::{Workspace, search::Query};
///
/// // A chasm with a bridge.
/// let mut world = OccupancyBuilder::new(CellBox::from_size(IVec3::new(20, 9, 12)))?;
/// world.set_box(CellBox::new(IVec3::ZERO, IVec3::new(8, 9, 8)), CellState::Occupied)?;
/// world.set_box(CellBox::new(IVec3::new(12, 0, 0), IVec3::new(20, 9, 8)), CellState::Occupied)?;
/// let bridge = Link::new(CellBox::of_cell(IVec3::new(7, 4, 8)), IVec3::new(12, 4, 8));
/// let ground = Ground::new(&world.commit(), &Locomotion::walker())?.with_links(&[bridge])?;
/// let query = Query::new(IVec3::new(2, 4, 8), IVec3::new(18, 4, 8));
/// let solution = query.solve_with(&ground.moves(), &mut Workspace::new());
/// let path = solution.outcome.path().ok_or("there is a bridge")?;
///
/// let mut watch = GroundWatch::new(&ground);
/// let id = watch.insert(path);
/// let closed = Link { state: LinkState::Closed, ..bridge };
/// let events = watch.update(&ground.clone().with_links(&[closed])?);
/// assert_eq!(events, [PathEvent::Blocked { path: id, after: 5 }]);
/// assert!(watch.update(&ground).contains(&PathEvent::Unblocked { path: id }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GroundWatch {
    ground: Ground,
    ways: Register<GroundWay>,
}

impl GroundWatch {
    /// Without paths yet, over the ground as it is now.
    #[must_use]
    pub fn new(ground: &Ground) -> Self {
        Self {
            ground: ground.clone(),
            ways: Register::default(),
        }
    }

    /// The ground as of the last [`update`](Self::update).
    #[must_use]
    pub fn ground(&self) -> &Ground {
        &self.ground
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

    /// Watches a path to its last cell. It may be blocked already on the ground as of the last update: see
    /// [`is_blocked`](Self::is_blocked).
    pub fn insert(&mut self, path: &LegPath<Action>) -> PathId {
        let goal = CellBox::of_cell(path.goal());
        let way = GroundWay::new(path, goal, &self.ground);
        self.ways.insert(way, blocks_of(path.cells()))
    }

    /// Forgets a path; `false` if there is none of this id.
    pub fn remove(&mut self, id: PathId) -> bool {
        self.ways.remove(id)
    }

    /// Notes that an agent has made so many moves of its path, at most all of them, so that it is not told of what
    /// lies behind; `false` if there is no path of this id. Agents do not go back.
    pub fn advance(&mut self, id: PathId, moves: u64) -> bool {
        let Some(way) = self.ways.get_mut(id) else {
            return false;
        };
        way.pass(usize::try_from(moves).unwrap_or(usize::MAX), &self.ground);
        true
    }

    /// Whether some of the moves that are left of a path are not there, on the ground as of the last update;
    /// `None` if there is no path of this id.
    #[must_use]
    pub fn is_blocked(&self, id: PathId) -> Option<bool> {
        Some(self.ways.get(id)?.blocked.is_some())
    }

    /// Takes over newer ground, made from the last one by edits and other links, or another one, and tells what
    /// became of the paths: of each at most that it was blocked or freed, and that it may be shortened.
    pub fn update(&mut self, ground: &Ground) -> Vec<PathEvent> {
        let changes = GroundChanges::between(&self.ground, ground);
        self.ground = ground.clone();
        let mut events = Vec::new();
        if changes.is_empty() {
            return events;
        }
        let look = |path, way: &mut GroundWay| {
            let was_blocked = way.blocked.is_some();
            way.look_at(&changes, ground);
            let blocked = way.blocked.map(|moves| moves as u64);
            events.extend(PathEvent::turned(path, was_blocked, blocked));
        };
        if changes.are_everywhere() {
            let mut look = look;
            self.ways.iter_mut().for_each(|(path, way)| look(path, way));
        } else {
            self.ways.for_those_in(&changes.blocks(), look);
        }
        let moves = ground.moves();
        events.extend(self.ways.iter().filter_map(|(path, way)| {
            let at = way.trail.cell(way.passed);
            let at_least = changes.least_through(&moves, at, &way.goal, way.cost)?;
            Some(PathEvent::MayShorten { path, at_least })
        }));
        events.sort_by_key(PathEvent::path);
        events
    }
}
