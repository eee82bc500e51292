//! Improvement of a path by windows: exact searches between cells of the path that are a few moves apart.

use glam::IVec3;

use super::engines::Engines;
use super::movement::Movement;
use super::search::{Search, Stage};
use super::state::SolveState;
use crate::cost::Cost;
use crate::heuristic::Weight;
use crate::movement::Move;
use crate::outcome::{Outcome, Solution, Statistics, Watcher};
use crate::path::Path;
use crate::query::{Partial, Query, SnapPolicy};
use crate::workspace::Workspace;

/// The improvement of a path, window by window.
pub(super) struct Windows {
    /// The solution whose path is improved.
    pub(super) known: Solution,
    /// The exact query, whose ends and bound are those of each window in turn.
    pub(super) query: Query<'static>,
    /// The moves of the path.
    moves: Vec<Move>,
    span: usize,
    /// The number of moves before the window.
    at: usize,
    /// The improved path up to the window.
    done: Path,
    /// The search of the window.
    state: SolveState,
    /// The effort for the windows before.
    statistics: Statistics,
}

impl Windows {
    /// Returns the improvement of the path of a solution.
    fn of(known: Solution, query: Query<'static>, span: u32) -> Self {
        let path = known.outcome.path();
        Self {
            query: query.fewest_turns(false),
            moves: path.into_iter().flat_map(Path::moves).collect(),
            span: span.max(1) as usize,
            at: 0,
            done: Path::at(path.map_or(IVec3::ZERO, Path::start)),
            state: SolveState::default(),
            statistics: Statistics::default(),
            known,
        }
    }

    /// Returns the effort for the windows so far.
    pub(super) fn statistics(&self) -> Statistics {
        let mut sum = self.statistics;
        sum.add(&self.state.statistics());
        sum
    }

    /// Returns the end and the cost of the window.
    fn window(&self) -> (IVec3, Cost) {
        let window = self.moves.iter().skip(self.at).take(self.span);
        let (mut end, mut cost) = (self.done.goal(), Cost::ZERO);
        for made in window {
            (end, cost) = (made.to, cost + made.cost);
        }
        (end, cost)
    }

    /// Continues for `budget` expansions, with what the query borrows; returns whether all windows are done.
    pub(super) fn advance(
        &mut self,
        query: &Query<'_>,
        budget: u64,
        engines: &dyn Engines,
        workspace: &mut Workspace,
    ) -> bool {
        let end = self.statistics().expanded.saturating_add(budget);
        while self.at < self.moves.len() {
            let (goal, below) = self.window();
            let query = Query {
                start: self.done.goal(),
                goal,
                below,
                ..*query
            };
            let left = end.saturating_sub(self.statistics().expanded);
            let watcher = &mut Watcher(None);
            let ended = query.advance(&mut self.state, left, engines, workspace, watcher);
            let Some(solution) = ended else {
                return false;
            };
            self.statistics.add(&solution.statistics);
            self.state = SolveState::default();
            let better = match &solution.outcome {
                Outcome::Found(path) if path.cost() < below => Some(path),
                _ => None,
            };
            if let Some(path) = better {
                self.done.append(path);
            } else {
                let moves = self.moves.iter().skip(self.at).take(self.span);
                self.done.go_on(self.done.goal(), moves.copied());
            }
            if let Some(path) = solution.outcome.into_any_path() {
                workspace.recycle(path);
            }
            self.at += self.span;
        }
        true
    }

    /// Writes the path as improved so far.
    pub(super) fn write_best(&self, path: &mut Path) {
        path.clone_from(&self.done);
        let left = self.moves.iter().skip(self.at);
        path.go_on(path.goal(), left.copied());
    }

    /// Returns the solution with the path as improved so far.
    pub(super) fn finished(self) -> Solution {
        let mut path = Path::default();
        self.write_best(&mut path);
        let mut statistics = self.statistics();
        // What was proved of a window says nothing of the path.
        statistics.lower_bound = Cost::ZERO;
        self.known.improved(&statistics, Some(path))
    }
}

impl<M: Movement> Search<M> {
    /// Continues from a path found to a cheaper one: exact searches replace the parts between cells of the path that are
    /// `moves` moves apart, one part after the other. Returns whether there is anything to do: there is nothing
    /// before the search has ended, where no path was found, and where the path is known to be optimal.
    ///
    /// # Guarantees
    ///
    /// [`best_so_far`](Self::best_so_far) never gets more expensive. The lower bound stays as it was. Limits hold for each part
    /// alone; a part at which a limit ends the search stays as it is.
    ///
    /// # Complexity
    ///
    /// Linear in the moves of the path times the effort of one exact search that far.
    pub fn improve_parts(&mut self, moves: u32) -> bool {
        let Stage::Done(solution) = &self.stage else {
            return false;
        };
        let has_moves = solution
            .outcome
            .path()
            .is_some_and(|path| !path.is_any_angle());
        if !has_moves || solution.is_within(Weight::ONE) {
            return false;
        }
        let exact = Query {
            region: None,
            ..self.query()
        };
        let Some(exact) = exact.improving(Weight::ONE, M::any(&self.moves.engines())) else {
            return false;
        };
        let is_guided = exact.estimator.is_some();
        let query = Query {
            partial: Partial::Refused,
            snap_start: SnapPolicy::Exact,
            snap_goal: SnapPolicy::Exact,
            ..exact.detached()
        };
        self.estimator = self.estimator.take().filter(|_| is_guided);
        let running = Stage::Running(SolveState::default());
        if let Stage::Done(known) = std::mem::replace(&mut self.stage, running) {
            self.stage = Stage::Refining(Box::new(Windows::of(known, query, moves)));
        }
        true
    }

    /// Continues from a [first path](Query::anytime) to the next better one: by
    /// [parts](Self::improve_parts) of 24 moves, then of 30, which end elsewhere, then of 64 (on the ground of 12, 24
    /// and 64, in a world with an [index](crate::SearchSettings::prepare_index) of 64 alone), then by the exact search, whose answer is that of [`Algorithm::Auto`](crate::Algorithm::Auto), cell by
    /// cell. Returns whether there is anything to do, as [`improve`](Self::improve) does; nothing after the exact search,
    /// also if a limit ended that.
    ///
    /// ```
    /// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
    /// use voxnav_search::{Query, Search};
    /// use glam::IVec3;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(40)))?;
    /// builder.set_box(CellBox::new(IVec3::new(20, 0, 0), IVec3::new(21, 40, 39)), CellState::Occupied)?;
    /// let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    ///
    /// let query = Query::new(IVec3::ZERO, IVec3::new(39, 0, 0)).anytime();
    /// let mut search = Search::new(&query, &world);
    /// while search.step(50).is_none() {}
    /// let first = search.best_so_far().cost(); // set off already
    /// while search.improve_next() {
    ///     while search.step(50).is_none() {}
    /// }
    /// assert!(search.best_so_far().cost() <= first);
    /// assert_eq!(search.best_so_far().cost(), search.lower_bound(), "optimal");
    /// # Ok(())
    /// # }
    /// ```
    pub fn improve_next(&mut self) -> bool {
        let windows = M::any(&self.moves.engines()).windows(&self.query());
        while let Some(&moves) = windows.get(self.stages_done) {
            self.stages_done += 1;
            if self.improve_parts(moves) {
                return true;
            }
        }
        let stages = windows.len() + 1;
        if self.stages_done >= stages {
            return false;
        }
        self.stages_done = stages;
        let improves = self.improve(Weight::ONE);
        if improves {
            // The answer is to be that of the exact search, also where the path known costs as much.
            self.settings.below = Cost::MAX;
        }
        improves
    }
}
