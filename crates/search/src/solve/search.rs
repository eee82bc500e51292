//! Searches in slices: a query whose answer is worked out a little at a time.

use std::fmt;
use std::sync::Arc;

use voxnav_occupancy::Traversability;

use super::movement::Movement;
use super::state::SolveState;
use super::windows::Windows;
use crate::cost::Cost;
use crate::goal::Goal;
use crate::heuristic::Estimator;
use crate::movement::Terrain;
use crate::outcome::{Outcome, PartialReason, Solution, Statistics, Watcher};
use crate::path::Path;
use crate::query::{Guarantee, Partial, Query};
use crate::workspace::Workspace;

/// A query that is being answered, a slice at a time: a few hundred expansions in each frame, say.
///
/// It owns all it needs: the snapshot, the goal and the terrain as cheap clones, and its workspace.
/// So it can be kept from frame to frame, moved to another thread, and goes on over the world as it
/// was when it began, whatever is edited meanwhile.
///
/// # Guarantees
///
/// However its expansions are divided into steps, the solution is that of [`Query::solve`], outcome
/// and statistics alike. Once its memory is warm (see [`Search::restart`]), a step allocates nothing
/// but the path of the answer.
///
/// ```
/// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
/// use voxnav_search::{Query, Search, Workspace};
/// use glam::IVec3;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(40)))?;
/// builder.set_box(CellBox::new(IVec3::new(20, 0, 0), IVec3::new(21, 40, 39)), CellState::Occupied)?;
/// let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
/// let query = Query::new(IVec3::ZERO, IVec3::new(39, 0, 0));
///
/// let mut search = Search::new(&query, &world);
/// let mut frames = 1;
/// while search.step(20).is_none() {
///     frames += 1;
///     let so_far = search.best_so_far(); // something to walk along until the answer is there
///     assert_eq!(so_far.start(), IVec3::ZERO);
/// }
/// assert!(frames > 1);
/// assert_eq!(search.solution(), Some(&query.solve(&world, &mut Workspace::new())));
/// # Ok(())
/// # }
/// ```
pub struct Search<M: Movement = Traversability> {
    /// The query without anything that it borrows.
    pub(super) settings: Query<'static>,
    goal: Option<Goal>,
    terrain: Option<Terrain>,
    pub(super) estimator: Option<Arc<dyn Estimator>>,
    pub(super) moves: M,
    workspace: Workspace,
    pub(super) stage: Stage,
    /// The solution that the running search is to improve.
    pub(super) known: Option<Solution>,
    /// The number of stages of [`improve_next`](Self::improve_next) that are behind.
    pub(super) stages_done: usize,
    /// The lower bound on the cost of every path, as proved after any step.
    pub(super) proved: Cost,
    best: Path,
}

#[expect(
    clippy::large_enum_variant,
    reason = "few searches are done and kept; a box would be an allocation for each"
)]
pub(super) enum Stage {
    Running(SolveState),
    /// Parts of the path known are searched again.
    Refining(Box<Windows>),
    Done(Solution),
}

impl<M: Movement> fmt::Debug for Search<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search")
            .field("query", &self.query())
            .field("expanded", &self.expanded())
            .field("solution", &self.solution())
            .finish_non_exhaustive()
    }
}

impl<M: Movement + Clone> Search<M> {
    /// Creates a search that has not begun, over moves as they are now.
    ///
    /// The cancel token of the query does not come along: see [`Search::cancel`].
    #[must_use]
    pub fn new(query: &Query<'_>, moves: &M) -> Self {
        Self::with_workspace(query, moves, Workspace::new())
    }

    /// Creates a search that has not begun, with the memory of earlier queries.
    #[must_use]
    pub fn with_workspace(query: &Query<'_>, moves: &M, workspace: Workspace) -> Self {
        let query = moves.asked(*query);
        Self {
            settings: query.detached(),
            goal: query.region.cloned(),
            terrain: query.terrain.cloned(),
            estimator: query.estimator.cloned(),
            moves: moves.clone(),
            workspace,
            stage: Stage::Running(SolveState::default()),
            known: None,
            stages_done: 0,
            proved: Cost::ZERO,
            best: Path::default(),
        }
    }

    /// Begins another search in the memory of this one, whether or not it has ended.
    pub fn restart(&mut self, query: &Query<'_>, moves: &M) {
        let mut workspace = std::mem::take(&mut self.workspace);
        let stage = std::mem::replace(&mut self.stage, Stage::Running(SolveState::default()));
        if let Stage::Done(solution) = stage
            && let Some(path) = solution.outcome.into_any_path()
        {
            workspace.recycle(path);
        }
        let best = std::mem::take(&mut self.best);
        *self = Self {
            best,
            ..Self::with_workspace(query, moves, workspace)
        };
    }
}

impl<M: Movement> Search<M> {
    /// Gives a search or a stage of improvement that has not begun the memory of another.
    pub(crate) fn move_to(&mut self, workspace: Workspace) {
        self.workspace = workspace;
    }

    /// Takes the memory of a search or a stage of improvement that has not begun.
    pub(crate) fn take_workspace(&mut self) -> Workspace {
        std::mem::take(&mut self.workspace)
    }

    /// Runs for at most `most` expansions and returns the solution once there is one. Less is done where
    /// thousands of queued cells turn out not to need an expansion, so that a step is never long.
    ///
    /// # Complexity
    ///
    /// Budgets are counted in expansions, so that they mean the same on every machine: 50 to 500 ns each, as a rule.
    /// The first step also looks for a way without obstacles, up to 65536 cells long, and labels the components of the
    /// snapshot unless that was done before.
    pub fn step(&mut self, most: u64) -> Option<&Solution> {
        let query = Query {
            region: self.goal.as_ref(),
            terrain: self.terrain.as_ref(),
            estimator: self.estimator.as_ref(),
            ..self.settings
        };
        let held = self.moves.engines();
        let engines = M::any(&held);
        if let Stage::Refining(windows) = &mut self.stage {
            let part = Query {
                region: None,
                terrain: query.terrain,
                estimator: query.estimator,
                ..windows.query
            };
            if windows.advance(&part, most, engines, &mut self.workspace) {
                drop(held);
                self.end_windows();
                return self.solution();
            }
        } else if let Stage::Running(state) = &mut self.stage {
            let workspace = &mut self.workspace;
            let answer = query.advance(state, most, engines, workspace, &mut Watcher(None));
            if let Some(mut solution) = answer {
                if let Some(known) = self.known.take() {
                    let leads_to_goal = solution.outcome.path().is_some() || state.knows_path();
                    let path = solution.outcome.into_any_path();
                    let better = path.filter(|_| leads_to_goal);
                    solution = known.improved(&solution.statistics, better);
                }
                self.stage = Stage::Done(query.confined(solution, engines));
            }
        }
        // While an exact search runs, what it has proved does not fall.
        let is_exact = engines.guarantee(&query) == Guarantee::Optimal;
        drop(held);
        if self.solution().is_some() || !is_exact {
            self.proved = self.lower_bound();
        }
        self.solution()
    }

    /// Returns the solution, if the search has ended.
    #[must_use]
    pub fn solution(&self) -> Option<&Solution> {
        match &self.stage {
            Stage::Done(solution) => Some(solution),
            Stage::Running(_) | Stage::Refining(_) => None,
        }
    }

    /// Returns the solution, if the search has ended, and the memory for the next one.
    #[must_use]
    pub fn finish(self) -> (Option<Solution>, Workspace) {
        let solution = match self.stage {
            Stage::Done(solution) => Some(solution),
            Stage::Running(_) | Stage::Refining(_) => None,
        };
        (solution, self.workspace)
    }

    /// Returns the best path known so far: to the goal, if one is known, else to the reached cell
    /// with the smallest estimate, among equals the one reached first; at least that of the start
    /// alone.
    ///
    /// # Complexity
    ///
    /// Linear in the moves of the path.
    pub fn best_so_far(&mut self) -> &Path {
        let mut best = std::mem::take(&mut self.best);
        self.write_best(&mut best);
        M::any(&self.moves.engines()).cut(&self.query(), &mut best);
        self.best = best;
        &self.best
    }

    /// Writes the best path known so far; the agent may have to stop on it.
    fn write_best(&self, path: &mut Path) {
        let query = self.query();
        let outcome = match (&self.stage, &self.known) {
            (Stage::Refining(windows), _) => return windows.write_best(path),
            (Stage::Running(state), known) => {
                if known.is_none() || state.knows_path() {
                    let engines = self.moves.engines();
                    query.best_so_far(state, M::any(&engines), &self.workspace, path);
                }
                let cost = known
                    .as_ref()
                    .and_then(|known| known.outcome.cost_to_goal());
                match known {
                    // A search that is to end as one from the beginning may know a more expensive path than the one before.
                    Some(known) if !state.knows_path() || cost <= Some(path.cost()) => {
                        &known.outcome
                    }
                    _ => return,
                }
            }
            (Stage::Done(solution), _) => &solution.outcome,
        };
        match outcome.any_path() {
            Some(best) => path.clone_from(best),
            None => path.restart(query.start),
        }
    }

    pub(super) fn query(&self) -> Query<'_> {
        Query {
            region: self.goal.as_ref(),
            terrain: self.terrain.as_ref(),
            estimator: self.estimator.as_ref(),
            ..self.settings
        }
    }

    /// Returns the number of cells expanded so far.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        let before = self.known.as_ref().map(|known| &known.statistics);
        let now = match &self.stage {
            Stage::Running(state) => state.expanded(),
            Stage::Refining(windows) => {
                windows.statistics().expanded + windows.known.statistics.expanded
            }
            Stage::Done(solution) => solution.statistics.expanded,
        };
        now + before.map_or(0, |statistics| statistics.expanded)
    }

    /// Ends the search as [`Outcome::Cancelled`] with the best path so far, unless it has ended; one that
    /// was to [improve](Self::improve) a path with that or a better one.
    pub fn cancel(&mut self) {
        let state = match &self.stage {
            Stage::Running(state) => state,
            Stage::Refining(_) => return self.end_windows(),
            Stage::Done(_) => return,
        };
        let statistics = Statistics {
            lower_bound: self.lower_bound(),
            ..state.statistics()
        };
        let knows_path = state.knows_path();
        let mut path = std::mem::take(&mut self.best);
        self.write_best(&mut path);
        let solution = match self.known.take() {
            Some(known) => known.improved(&statistics, knows_path.then_some(path)),
            None => Solution::new(Outcome::Cancelled { path }, statistics),
        };
        let solution = self
            .query()
            .confined(solution, M::any(&self.moves.engines()));
        self.stage = Stage::Done(match self.settings.partial {
            Partial::Allowed => solution.cut_short(PartialReason::Cancelled),
            Partial::Refused => solution,
        });
    }

    /// Ends the improvement of parts with the path as improved so far, if it runs.
    fn end_windows(&mut self) {
        let running = Stage::Running(SolveState::default());
        self.stage = match std::mem::replace(&mut self.stage, running) {
            Stage::Refining(windows) => {
                let solution = windows.finished();
                Stage::Done(
                    self.query()
                        .confined(solution, M::any(&self.moves.engines())),
                )
            }
            other => other,
        };
    }

    /// Returns the moves that are searched.
    #[must_use]
    pub fn moves(&self) -> &M {
        &self.moves
    }

    /// Returns the number of bytes held by this search, without the snapshot and the terrain.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let in_progress = match &self.stage {
            Stage::Running(state) => state.memory_bytes(),
            Stage::Refining(_) | Stage::Done(_) => 0,
        };
        in_progress + self.workspace.memory_bytes() + self.best.memory_bytes()
    }
}
