//! The choice of the engine that answers a query, and of its kind of records.

mod bidirectional;
mod by_successors;
mod clusters;
mod equally_cheap;
mod estimates;
mod graph;
mod greedy_walk;
mod pace;
mod problem;
mod race;
mod runner;
mod single;
mod state;
mod turns;
mod weights;

pub(crate) use by_successors::{Aim, SuccessorProblem};
#[expect(unreachable_pub, reason = "a hidden method of a public trait names it")]
pub use equally_cheap::CostCutoff;
pub(crate) use estimates::{is_weighed, weighing};
pub(crate) use problem::{Coverage, Problem, Target};
#[expect(unreachable_pub, reason = "a hidden method of a public trait names it")]
pub use state::ProblemState;

use glam::IVec3;

use crate::cost::Cost;
use crate::expansion::{Expansion, Ties};
use crate::goal::{AnyGoal, AnyToward, GoalTest};
use crate::heuristic::{Estimate, Heuristic, Octile26, Weighed, Weight};
use crate::kernel::{Backtrace, Policies, Reopening};
use crate::memory::{Layout, OutOfKeys, Records};
use crate::movement::{Direction, Terrain};
use crate::outcome::{Limit, Observer, Solution, Statistics};
use crate::path::Path;
use crate::query::{Algorithm, Guarantee, SearchSettings};
use crate::workspace::{SearchMemory, Workspace};
use clusters::ClusterState;
use graph::GraphState;
use problem::{Answer, Slice};
pub(crate) use problem::{FAR, From, MOST_RANKED};
pub(crate) use runner::Runner;
use runner::{Stop, stopped};
use state::EstimateKind;

/// The expansion policy and open list that answer a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Engine {
    EveryMove,
    EveryMoveFromBothEnds,
    LazyTheta,
    Canonical,
    Jump,
    JumpFromBothEnds,
}

impl Engine {
    /// Returns whether the engine follows runs to their ends.
    pub(crate) fn jumps(self) -> bool {
        matches!(self, Self::Jump | Self::JumpFromBothEnds)
    }
}

impl Problem<'_> {
    /// Chooses the engine. Runs are exact where terrain is uniform, pruning wherever it is even
    /// around a cell; the bucket queue and searches that meet, where estimates are consistent. All
    /// of these count on a start that is not blocked itself.
    pub(crate) fn engine(&self) -> Engine {
        let both_ends = self.law().is_symmetric() && self.may_begin_at_goal();
        // Lines lead to the goal of a query if that is one cell.
        let is_known = !matches!(
            (self.target, self.coverage),
            (Target::Region(_), Coverage::Needed)
        );
        let can_stand = self.world.is_traversable(self.start);
        let prunable = self.is_prunable();
        let uniform = self.terrain.is_none_or(Terrain::is_uniform);
        if self.coverage == Coverage::EveryCell {
            return if prunable && !is_weighed(self.settings.algorithm) {
                Engine::Canonical
            } else {
                Engine::EveryMove
            };
        }
        match (self.settings.algorithm, self.target) {
            // Estimates say little there, and pruning finds little that is even.
            (Algorithm::Auto, _) if self.weights().call_for_both_ends() => {
                if both_ends && can_stand {
                    Engine::EveryMoveFromBothEnds
                } else {
                    Engine::EveryMove
                }
            }
            (Algorithm::Auto, _) if both_ends && prunable && uniform => Engine::JumpFromBothEnds,
            (Algorithm::Auto | Algorithm::Jump, _) if prunable && uniform => Engine::Jump,
            (Algorithm::Auto | Algorithm::Jump | Algorithm::Canonical, _) if prunable => {
                Engine::Canonical
            }
            (Algorithm::Bidirectional, _) if both_ends && can_stand => {
                Engine::EveryMoveFromBothEnds
            }
            (Algorithm::LazyTheta, _) if is_known && self.may_leave_the_lattice() => {
                Engine::LazyTheta
            }
            _ => Engine::EveryMove,
        }
    }

    /// Begins the records of a search with the moves of `expansion`: one by one where they are
    /// pruned, so that few cells are reached as a rule, and those of a plane in its own bricks.
    pub(crate) fn begin<X: Expansion>(&self, expansion: &X, records: &mut Records) {
        let layout = match (X::TIES, self.coverage, expansion.fixed_axis()) {
            (_, Coverage::EveryCell, _) | (Ties::Ignore, ..) => Layout::InBricks,
            (Ties::Merge, _, Some(axis)) => Layout::InTiles(axis),
            (Ties::Merge, _, None) => Layout::OneByOne,
        };
        records.begin(self.world.bounds(), layout);
        if let Some(most) = self.settings.limits.memory {
            records.allow_bytes(most);
        }
    }
}

impl Problem<'_> {
    /// Makes the decisions of a problem once: the engine, its estimate, and the ends in the graph of an index.
    pub(crate) fn decide(&self) -> ProblemState {
        if self.settings.algorithm == Algorithm::Hierarchical {
            let exact = self.without_clusters(None).decide();
            let by_graph = exact.graph.is_some() && self.is_soon_found_on_graph();
            let clusters =
                (!by_graph && self.has_clusters()).then(|| ClusterState::new(self.start));
            return ProblemState { clusters, ..exact };
        }
        let mut state = ProblemState::of(self.engine(), self.estimate_kind());
        let exact = self.exactly();
        if state.engine.jumps()
            && let Some(graph) = GraphState::of(&exact)
        {
            state.graph = Some(Box::new(graph));
        }
        if state.engine == Engine::EveryMoveFromBothEnds {
            state.in_arrays = self.in_arrays().map(Box::new);
        }
        state
    }

    /// Continues for `budget` expansions; returns the solution if they are enough. The workspace
    /// must be as the last call left it.
    pub(crate) fn advance(
        &self,
        state: &mut ProblemState,
        budget: u64,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Option<Solution> {
        let (mut budget, mut before) = (budget, Statistics::default());
        if let Some(clusters) = &mut state.clusters {
            if !clusters.has_failed() {
                let before = clusters.search.statistics.expanded;
                let solution = self.on_clusters(clusters, budget, workspace, observer);
                if solution.is_some() || !clusters.has_failed() {
                    return solution.map(|solution| self.with_free_space_bound(solution));
                }
                budget -= clusters.search.statistics.expanded - before;
            }
            before = clusters.search.statistics;
        }
        let whole = self.without_clusters(state.clusters.as_ref());
        // The graph of an index is small: nothing is gained there by a bound above one.
        let exact;
        let problem = if state.graph.is_some() {
            exact = whole.exactly();
            &exact
        } else {
            &whole
        };
        let slice = &mut Slice {
            budget,
            state,
            workspace,
            observer,
        };
        let solution = match problem.run_to_target(slice) {
            // Most slices end here: nothing is moved about.
            Ok(None) => return None,
            Ok(Some(solution)) => solution,
            Err(OutOfKeys) => whole.out_of_keys(slice.workspace),
        };
        let mut solution = whole.with_free_space_bound(solution);
        solution.statistics.add(&before);
        Some(solution)
    }

    /// Returns the solution of a search that found no room for another cell.
    fn out_of_keys(&self, workspace: &mut Workspace) -> Solution {
        let mut best = workspace.take_path();
        best.restart(self.start);
        stopped(Stop::Limit(Limit::Memory), best, Statistics::default())
    }

    /// Raises the proved bound to the cost through free space, below which no world brings a path.
    fn with_free_space_bound(&self, mut solution: Solution) -> Solution {
        if self.guarantee != Guarantee::Optimal {
            let bound = &mut solution.statistics.lower_bound;
            *bound = self.free_space_bound().max(*bound);
        }
        solution
    }

    /// Returns the cost of the path to one cell through free space.
    fn free_space_bound(&self) -> Cost {
        let Target::Cell(goal) = self.target else {
            return Cost::ZERO;
        };
        let heuristic = match self.settings.algorithm {
            Algorithm::LazyTheta => Heuristic::Euclidean,
            _ => Heuristic::Octile,
        };
        let SearchSettings { moves, shape, .. } = self.settings;
        heuristic.estimate_by(moves, shape, self.start, goal)
    }

    /// Writes the path to a cell that the search from the start has reached.
    pub(crate) fn write_path(&self, cell: IVec3, workspace: &Workspace, path: &mut Path) {
        let records = &workspace.forward.records;
        self.backtrace(records).write(cell, path);
    }

    /// Reconstructs paths from the records of a search whose moves lead forward.
    fn backtrace<'r>(
        &'r self,
        records: &'r Records,
    ) -> Backtrace<'r, impl Fn(IVec3, Direction) -> Cost> {
        let moves = self.every_move();
        Backtrace {
            records,
            move_cost: move |cell, direction| moves.step(cell, direction).cost,
        }
    }

    /// Runs the loop of the engine. What most queries ask for has a loop of its own; all others share one for each
    /// expansion, which chooses the goal test and the estimate in each cell.
    fn run_to_target(&self, slice: &mut Slice<'_, impl Observer>) -> Answer {
        let weighing = self.weighing().0;
        let any = || self.any_target(weighing);
        let back = || self.toward_cell(self.start, weighing);
        match (slice.state.engine, slice.state.estimate, self.target) {
            _ if slice.state.graph.is_some() => self.on_graph(any().1, slice),
            _ if slice.state.in_arrays.is_some() => Ok(self.meet_in_arrays(slice)),
            (Engine::LazyTheta, ..) => self.lazy_theta(any(), slice),
            (Engine::EveryMoveFromBothEnds, ..) => {
                self.every_move_from_both_ends(any(), back(), slice)
            }
            (Engine::JumpFromBothEnds, EstimateKind::Octile26, Target::Cell(goal)) => {
                let to = |goal| (goal, Octile26 { goal });
                self.jump_by_dimensions(|| to(goal), || to(self.start), slice)
            }
            (Engine::JumpFromBothEnds, ..) => {
                let back = || (AnyGoal::Cell(self.start), back());
                self.jump_by_dimensions(any, back, slice)
            }
            (Engine::Jump, ..) => self.jump_from_start(any(), slice),
            (Engine::Canonical | Engine::EveryMove, EstimateKind::Octile26, Target::Cell(goal)) => {
                self.step_from_start((goal, Octile26 { goal }), slice)
            }
            (Engine::Canonical | Engine::EveryMove, ..) => self.step_from_start(any(), slice),
        }
    }

    /// Jumps from both ends, in a plane or in space.
    fn jump_by_dimensions<A: GoalTest, E: Estimate>(
        &self,
        there: impl Fn() -> (A, E),
        back: impl Fn() -> (A, E),
        slice: &mut Slice<'_, impl Observer>,
    ) -> Answer {
        if let Some(fixed) = self.pruning().fixed() {
            let policies =
                |(to, estimate)| Policies::new(self.jump_in_plane(fixed, to), estimate, to);
            self.jump_from_both_ends(|| policies(there()), || policies(back()), slice)
        } else {
            let policies = |(to, estimate)| Policies::new(self.jump(to), estimate, to);
            self.jump_from_both_ends(|| policies(there()), || policies(back()), slice)
        }
    }

    /// Jumps from the start, in a plane or in space.
    fn jump_from_start(
        &self,
        (goal_test, estimate): (AnyGoal<'_>, Weighed<AnyToward<'_>>),
        slice: &mut Slice<'_, impl Observer>,
    ) -> Answer {
        let (buckets, always) = (SearchMemory::in_buckets, Reopening::Allowed);
        if let Some(fixed) = self.pruning().fixed() {
            let jumps = self.jump_in_plane(fixed, goal_test);
            let policies = Policies::new(jumps, estimate, goal_test);
            self.alone(policies, buckets, always, slice)
        } else {
            let policies = Policies::new(self.jump(goal_test), estimate, goal_test);
            self.alone(policies, buckets, always, slice)
        }
    }

    /// Searches from the start, move by move: with those that survive pruning on a bucket queue, with every legal move on
    /// the ordered one.
    fn step_from_start<A: GoalTest, E: Estimate>(
        &self,
        (goal_test, estimate): (A, E),
        slice: &mut Slice<'_, impl Observer>,
    ) -> Answer {
        if slice.state.engine == Engine::Canonical {
            let policies = Policies::new(self.canonical(), estimate, goal_test);
            let buckets = SearchMemory::in_buckets;
            self.alone(policies, buckets, Reopening::Allowed, slice)
        } else {
            let policies = Policies::new(self.every_move(), estimate, goal_test);
            self.alone(policies, self.in_order(), self.weighing().1, slice)
        }
    }

    /// Returns the same problem for an optimal path.
    pub(crate) fn exactly(&self) -> Self {
        if self.settings.effective_within() == Weight::ONE {
            return *self;
        }
        Self {
            settings: self.settings.within(Weight::ONE),
            guarantee: if self.is_prunable() {
                Guarantee::Optimal
            } else {
                self.guarantee
            },
            ..*self
        }
    }
}
