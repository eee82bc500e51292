//! The interface of searches that a scheduler runs.

use super::own_moves::LegSearch;
use super::search::Search;
use crate::ground::{Action, Ground};
use crate::heuristic::Weight;
use crate::outcome::Solution;
use crate::path::Path;
use crate::query::Query;
use crate::workspace::Workspace;

/// A search that is done a few cells at a time, to which a [`Scheduler`](crate::Scheduler) gives
/// turns.
///
/// ```
/// use voxnav_occupancy::{CellBox, OccupancyBuilder};
/// use voxnav_search::{Ground, Locomotion, OnGround, Query, Sliced};
/// use glam::IVec3;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let room = OccupancyBuilder::new(CellBox::from_size(IVec3::new(40, 40, 4)))?.commit();
/// let ground = Ground::new(&room, &Locomotion::walker())?;
/// let mut search = OnGround::new(&Query::new(IVec3::ZERO, IVec3::new(39, 20, 0)), &ground);
/// while !search.advance(10) {}
/// assert!(search.finish().0.is_some_and(|solution| solution.outcome.path().is_some()));
/// # Ok(())
/// # }
/// ```
pub trait Sliced {
    /// The result of the search.
    type Solution;

    /// Continues for at most `most` expansions. Returns whether the search has ended.
    fn advance(&mut self, most: u64) -> bool;

    /// Returns the number of cells expanded so far.
    fn expanded(&self) -> u64;

    /// Ends the search with the best path so far, unless it has ended.
    fn cancel(&mut self);

    /// Returns the solution, if the search has ended, and its memory.
    fn finish(self) -> (Option<Self::Solution>, Workspace);

    /// Gives the search the memory of another. The search must not have begun.
    fn move_to(&mut self, workspace: Workspace);

    /// Returns the number of bytes held by the search.
    fn memory_bytes(&self) -> usize;

    /// Returns the solution of a search that has ended and from now on goes on to a better one;
    /// `None` if there is nothing to improve.
    fn go_on_to_better(&mut self, within: Weight) -> Option<Self::Solution> {
        let _ = within;
        None
    }
}

impl Sliced for Search {
    type Solution = Solution;

    fn advance(&mut self, most: u64) -> bool {
        self.step(most).is_some()
    }

    fn expanded(&self) -> u64 {
        Self::expanded(self)
    }

    fn cancel(&mut self) {
        Self::cancel(self);
    }

    fn finish(self) -> (Option<Solution>, Workspace) {
        Self::finish(self)
    }

    fn move_to(&mut self, workspace: Workspace) {
        Self::move_to(self, workspace);
    }

    fn memory_bytes(&self) -> usize {
        Self::memory_bytes(self)
    }

    fn go_on_to_better(&mut self, within: Weight) -> Option<Solution> {
        let first = self.solution()?.clone();
        self.improve(within).then_some(first)
    }
}

/// A search for an agent on the ground with the moves that it uses: it needs nothing but turns.
///
/// ```
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder};
/// # use voxnav_search::{Ground, Locomotion, OnGround, Priority, Query, Scheduler};
/// # use glam::IVec3;
/// # let room = OccupancyBuilder::new(CellBox::from_size(IVec3::new(40, 40, 4)))?.commit();
/// # let ground = Ground::new(&room, &Locomotion::walker())?;
/// let mut scheduler = Scheduler::on_ground();
/// let search = OnGround::new(&Query::new(IVec3::ZERO, IVec3::new(39, 20, 0)), &ground);
/// let ticket = scheduler.add_search(search, Priority::NORMAL);
/// assert!(scheduler.step(1000).any(|(ended, _)| ended == ticket));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct OnGround {
    search: LegSearch<Action>,
    ground: Ground,
}

impl OnGround {
    /// Creates a search that has not begun. Later edits of the world do not concern it.
    #[must_use]
    pub fn new(query: &Query<'_>, ground: &Ground) -> Self {
        Self {
            search: LegSearch::new(query),
            ground: ground.clone(),
        }
    }

    /// Returns the best path known so far, as [`LegSearch::best_so_far`] does.
    #[must_use]
    pub fn best_so_far(&self) -> Path<Action> {
        self.search.best_so_far(&self.ground.moves())
    }
}

impl Sliced for OnGround {
    type Solution = Solution<Action>;

    fn advance(&mut self, most: u64) -> bool {
        self.search.step(&self.ground.moves(), most).is_some()
    }

    fn expanded(&self) -> u64 {
        self.search.expanded()
    }

    fn cancel(&mut self) {
        self.search.cancel(&self.ground.moves());
    }

    fn finish(self) -> (Option<Self::Solution>, Workspace) {
        self.search.finish()
    }

    fn move_to(&mut self, workspace: Workspace) {
        self.search.move_to(workspace);
    }

    fn memory_bytes(&self) -> usize {
        self.search.memory_bytes()
    }
}
