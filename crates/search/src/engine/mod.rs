//! The choice of the engine that answers a query, and of its kind of records.

mod bidirectional;
mod by_successors;
mod clusters;
mod estimates;
mod graph;
mod greedy_walk;
mod known_first;
mod pace;
mod problem;
mod race;
mod runner;
#[cfg(voxnav_small)]
mod shared;
mod single;
mod state;

pub(crate) use by_successors::{Aim, SuccessorProblem};
pub(crate) use estimates::{is_weighed, weighing};
#[expect(unreachable_pub, reason = "a hidden method of a public trait names it")]
pub use known_first::Bar;
pub(crate) use problem::{Coverage, Problem, Target};
#[expect(unreachable_pub, reason = "a hidden method of a public trait names it")]
pub use state::ProblemState;

use std::mem::take;

use glam::IVec3;

use crate::cost::Cost;
use crate::expansion::{Expansion, Ties};
use crate::goal::GoalTest;
#[cfg(not(voxnav_small))]
use crate::heuristic::{BoundedOctile26, Octile26};
use crate::heuristic::{Estimate, Heuristic, Weight};
use crate::kernel::{Backtrace, Policies};
use crate::memory::{Layout, OutOfKeys, Records};
use crate::movement::Terrain;
use crate::outcome::{Limit, Observer, Solution, Statistics};
use crate::path::Path;
use crate::query::{Algorithm, Guarantee};
use crate::workspace::Workspace;
use clusters::ClusterState;
use graph::GraphState;
use problem::Slice;
pub(crate) use runner::Runner;
use runner::{Stop, stopped};
use state::EngineState;
#[cfg(not(voxnav_small))]
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
        let law = self.law();
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
            (Algorithm::Auto, Target::Cell(_)) if prunable && uniform && law.is_symmetric() => {
                Engine::JumpFromBothEnds
            }
            (Algorithm::Auto | Algorithm::Jump, _) if prunable && uniform => Engine::Jump,
            (Algorithm::Auto | Algorithm::Jump | Algorithm::Canonical, _) if prunable => {
                Engine::Canonical
            }
            (Algorithm::Bidirectional, Target::Cell(_)) if law.is_symmetric() && can_stand => {
                Engine::EveryMoveFromBothEnds
            }
            (Algorithm::LazyTheta, Target::Cell(_)) if self.may_leave_the_lattice() => {
                Engine::LazyTheta
            }
            _ => Engine::EveryMove,
        }
    }

    /// Begins the records of a search with the moves of `expansion`: one by one where they are
    /// pruned, so that few cells are reached as a rule, and those of a plane in its own bricks.
    pub(crate) fn begin<X: Expansion>(&self, expansion: &X, records: &mut Records) {
        let layout = match (X::TIES, self.coverage, expansion.fixed_axis()) {
            (Ties::Merge, Coverage::Needed, Some(axis)) => Layout::InTiles(axis),
            (Ties::Merge, Coverage::Needed, None) => Layout::OneByOne,
            _ => Layout::InBricks,
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
        if self.settings.algorithm == Algorithm::Clusters {
            let exact = self.without_clusters(None).decide();
            let by_graph = exact.engine.graph.is_some() && self.is_soon_found_on_graph();
            let clusters = (!by_graph && self.has_clusters()).then(ClusterState::new);
            return ProblemState { clusters, ..exact };
        }
        let engine = self.engine();
        let mut state = EngineState::of(engine, self.estimate_kind());
        if let Target::Cell(goal) = self.target
            && engine.jumps()
            && let Some(graph) = GraphState::of(self, goal)
        {
            state.estimate = self.exactly().estimate_kind();
            state.graph = Some(Box::new(graph));
        }
        ProblemState::alone(state)
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
        let Some(clusters) = &mut state.clusters else {
            let problem = self.without_clusters(None);
            return problem.run(&mut state.engine, budget, workspace, observer);
        };
        let mut budget = budget;
        if !clusters.has_failed() {
            let before = clusters.statistics().expanded;
            let solution = self.on_clusters(clusters, budget, workspace, observer);
            if solution.is_some() || !clusters.has_failed() {
                return solution.map(|solution| self.with_free_space_bound(solution));
            }
            budget -= clusters.statistics().expanded - before;
        }
        let before = *clusters.statistics();
        let problem = self.without_clusters(Some(clusters));
        let mut solution = problem.run(&mut state.engine, budget, workspace, observer)?;
        solution.statistics.add(&before);
        Some(solution)
    }

    fn run(
        &self,
        engine: &mut EngineState,
        budget: u64,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Option<Solution> {
        let mut spare = take(&mut workspace.spare);
        let mut slice = Slice {
            budget,
            spare: &mut spare,
            observer,
        };
        // The graph of an index is small: nothing is gained there by a bound above one.
        let exact;
        let problem = if engine.graph.is_some() {
            exact = self.exactly();
            &exact
        } else {
            self
        };
        let solution = problem.run_to_target(engine, workspace, &mut slice);
        workspace.spare = spare;
        match solution {
            // Most slices end here: nothing is moved about.
            Ok(None) => None,
            Ok(Some(solution)) => Some(self.with_free_space_bound(solution)),
            Err(OutOfKeys) => {
                let mut best = workspace.take_path();
                best.restart(self.start);
                let stop = Stop::Limit(Limit::Memory);
                let solution = stopped(stop, best, Statistics::default());
                Some(self.with_free_space_bound(solution))
            }
        }
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
        heuristic.estimate(self.settings.moves, self.start, goal)
    }

    /// Writes the path to a cell that the search from the start has reached.
    pub(crate) fn write_path(&self, cell: IVec3, workspace: &Workspace, path: &mut Path) {
        let backtrace = Backtrace {
            records: &workspace.forward.records,
            move_cost: |cell, direction| self.every_move().step(cell, direction).cost,
        };
        backtrace.write(cell, path);
    }

    /// Runs a loop of its own for each kind of goals and estimates.
    #[cfg(not(voxnav_small))]
    fn run_to_target(
        &self,
        engine: &mut EngineState,
        workspace: &mut Workspace,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Result<Option<Solution>, OutOfKeys> {
        match self.target {
            Target::Cell(goal) => self.run_to_cell(goal, engine, workspace, slice),
            Target::Region(region) => {
                let estimate = self.toward(region, self.weighing().0);
                self.search_from_start(engine, region, estimate, workspace, slice)
            }
        }
    }

    #[cfg(not(voxnav_small))]
    fn run_to_cell(
        &self,
        goal: IVec3,
        engine: &mut EngineState,
        workspace: &mut Workspace,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Result<Option<Solution>, OutOfKeys> {
        let (weighing, _) = self.weighing();
        match engine.estimate {
            // Lines at any angle are compiled for one type of estimate alone.
            kind if engine.engine == Engine::LazyTheta => {
                let estimate = self.any_estimate(kind, goal, weighing);
                let search = &mut engine.searches[0];
                self.lazy_theta(goal, estimate, search, workspace, slice)
            }
            EstimateKind::Octile26 => {
                let octile = |goal| Octile26 { goal };
                self.by_engine(engine, goal, octile, workspace, slice)
            }
            EstimateKind::BoundedOctile26 => {
                let within = self.settings.effective_within();
                let bounded = |goal| BoundedOctile26 { goal, within };
                self.by_engine(engine, goal, bounded, workspace, slice)
            }
            kind => {
                let any = |goal| self.any_estimate(kind, goal, weighing);
                self.by_engine(engine, goal, any, workspace, slice)
            }
        }
    }

    #[cfg(not(voxnav_small))]
    fn by_engine<E: Estimate>(
        &self,
        engine: &mut EngineState,
        goal: IVec3,
        estimate: impl Fn(IVec3) -> E,
        workspace: &mut Workspace,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Result<Option<Solution>, OutOfKeys> {
        if let Some(graph) = &mut engine.graph {
            return self.on_graph(graph, estimate(goal), workspace, slice);
        }
        match engine.engine {
            Engine::EveryMoveFromBothEnds => {
                let both = (&mut engine.searches, &mut engine.turn);
                self.every_move_from_both_ends(goal, estimate, both, workspace, slice)
            }
            Engine::JumpFromBothEnds => {
                self.jump_by_dimensions(engine, goal, estimate, workspace, slice)
            }
            _ => self.search_from_start(engine, goal, estimate(goal), workspace, slice),
        }
    }

    /// Jumps from both ends, in a plane or in space.
    fn jump_by_dimensions<E: Estimate>(
        &self,
        engine: &mut EngineState,
        goal: IVec3,
        estimate: impl Fn(IVec3) -> E,
        workspace: &mut Workspace,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Result<Option<Solution>, OutOfKeys> {
        let both = (&mut engine.searches, &mut engine.turn);
        if let Some(fixed) = self.pruning().fixed() {
            let policies = |to| Policies {
                expansion: self.jump_in_plane(self.pruning().plane(fixed), to),
                estimate: estimate(to),
                goal_test: to,
            };
            self.jump_from_both_ends(goal, policies, both, workspace, slice)
        } else {
            let policies = |to| Policies {
                expansion: self.jump(to),
                estimate: estimate(to),
                goal_test: to,
            };
            self.jump_from_both_ends(goal, policies, both, workspace, slice)
        }
    }

    /// Searches from the start, on the lattice.
    fn search_from_start<E: Estimate, A: GoalTest>(
        &self,
        engine: &mut EngineState,
        goal_test: A,
        estimate: E,
        workspace: &mut Workspace,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Result<Option<Solution>, OutOfKeys> {
        let search = &mut engine.searches[0];
        let memory = &mut workspace.forward;
        match (engine.engine, self.pruning().fixed()) {
            (Engine::Canonical, _) => {
                let policies = Policies {
                    expansion: self.canonical(),
                    estimate,
                    goal_test,
                };
                self.pruned(policies, search, memory, slice)
            }
            (Engine::Jump, Some(fixed)) => {
                let plane = self.pruning().plane(fixed);
                let policies = Policies {
                    expansion: self.jump_in_plane(plane, goal_test),
                    estimate,
                    goal_test,
                };
                self.pruned(policies, search, memory, slice)
            }
            (Engine::Jump, None) => {
                let policies = Policies {
                    expansion: self.jump(goal_test),
                    estimate,
                    goal_test,
                };
                self.pruned(policies, search, memory, slice)
            }
            _ => self.every_move_alone(goal_test, estimate, search, workspace, slice),
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
