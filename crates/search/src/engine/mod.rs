//! Which engine answers a query, and with what kind of records.

mod bidirectional;
mod corridor_graph;
mod dead_ends;
mod greedy_walk;
mod known_first;
mod problem;
mod race;
mod runner;
mod single;
mod state;

pub(crate) use known_first::Bar;
pub(crate) use problem::{Coverage, Problem, Target};
pub(crate) use runner::Runner;
pub(crate) use state::EngineState;

use glam::IVec3;

use crate::expansion::{CorridorEdges, Expansion};
use crate::goal::{Region, Towards};
use crate::heuristic::{
    Estimate, Heuristic, Landmarks, Octile26, Signed, Weighed, Weighing, Weight,
};
use crate::kernel::{Backtrace, Origin, Policies, Reopening};
use crate::memory::{Layout, OutOfKeys, Records};
use crate::movement::{MoveSet, Terrain};
use crate::outcome::{Limit, Observer, Side, Solution, Statistics};
use crate::path::Path;
use crate::query::{Algorithm, Guarantee};
use crate::workspace::Workspace;
use corridor_graph::GraphProblem;
use problem::Slice;
use runner::{Stop, stopped};

/// Which expansion policy and open list answer a query.
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
    /// Whether runs are followed to their ends.
    pub(crate) fn jumps(self) -> bool {
        matches!(self, Self::Jump | Self::JumpFromBothEnds)
    }
}

impl Problem<'_> {
    /// Runs are exact where terrain is uniform, pruning wherever it is even around a cell; the bucket
    /// queue and searches that meet, where estimates are consistent. All of these count on a start
    /// that is not blocked itself.
    pub(crate) fn engine(&self) -> Engine {
        let consistent = self.heuristic.is_consistent(self.moves);
        let can_stand = self.world.is_traversable(self.start);
        let prunable = self.is_prunable();
        let uniform = self.terrain.is_none_or(Terrain::is_uniform);
        if self.coverage == Coverage::EveryCell {
            return if prunable && !is_weighed(self.algorithm) {
                Engine::Canonical
            } else {
                Engine::EveryMove
            };
        }
        match (self.algorithm, self.target) {
            (Algorithm::Auto, Target::Cell(_)) if prunable && uniform => Engine::JumpFromBothEnds,
            (Algorithm::Auto | Algorithm::Jump, _) if prunable && uniform => Engine::Jump,
            (Algorithm::Auto | Algorithm::Jump | Algorithm::Canonical, _) if prunable => {
                Engine::Canonical
            }
            (Algorithm::Bidirectional, Target::Cell(_)) if consistent && can_stand => {
                Engine::EveryMoveFromBothEnds
            }
            (Algorithm::LazyTheta, Target::Cell(_)) if self.may_leave_the_lattice() => {
                Engine::LazyTheta
            }
            _ => Engine::EveryMove,
        }
    }

    /// Whether moves may be pruned and estimates relied on.
    fn is_prunable(&self) -> bool {
        let callers = matches!(self.target, Target::Region(region) if region.is_callers());
        let consistent = self.heuristic.is_consistent(self.moves);
        !callers && consistent && self.world.is_traversable(self.start)
    }

    pub(crate) fn begin(&self, records: &mut Records) {
        let layout = match self.engine() {
            Engine::Canonical | Engine::Jump | Engine::JumpFromBothEnds
                if self.coverage == Coverage::Needed =>
            {
                Layout::OneByOne
            }
            _ => Layout::InBricks,
        };
        records.begin(self.world.bounds(), layout);
        if let Some(most) = self.runner.limits.memory {
            records.allow_bytes(most);
        }
    }
}

/// Whether an algorithm has an order of its own instead of that by f.
pub(crate) fn is_weighed(algorithm: Algorithm) -> bool {
    matches!(
        algorithm,
        Algorithm::Dijkstra | Algorithm::WeightedAStar(_) | Algorithm::GreedyBestFirst
    )
}

impl Problem<'_> {
    /// Goes on for `budget` expansions; the answer if that is enough. The workspace must be as the
    /// last call left it.
    pub(crate) fn advance(
        &self,
        engine: &mut EngineState,
        budget: u64,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Option<Solution> {
        if let Some((ends, core)) = self.in_core() {
            let Some(core) = core else {
                return Some(self.runner.at_once(ends.joined(None)));
            };
            let mut solution = core.advance(engine, budget, workspace, observer)?;
            let bound = &mut solution.statistics.lower_bound;
            *bound = *bound + ends.cost();
            solution.outcome = solution.outcome.map_path(|path| ends.joined(Some(&path)));
            return Some(solution);
        }
        let mut path = workspace.take_path();
        let mut slice = Slice {
            engine,
            budget,
            path: &mut path,
            observer,
        };
        let solution = match self.target {
            Target::Cell(goal) => self.advance_to_cell(goal, workspace, &mut slice),
            Target::Region(region) => self.advance_to_region(region, workspace, &mut slice),
        };
        let solution = solution.unwrap_or_else(|OutOfKeys| {
            path.restart(self.start);
            let best = std::mem::take(&mut path);
            let stop = Stop::Limit(Limit::Memory);
            Some(stopped(stop, best, Statistics::default()))
        });
        if solution.is_none() {
            workspace.recycle(path);
        }
        solution.map(|solution| self.with_free_space_bound(solution))
    }

    /// No world makes the way shorter than free space, whatever the search itself has proved.
    fn with_free_space_bound(&self, mut solution: Solution) -> Solution {
        if let (Target::Cell(goal), true) =
            (self.target, self.runner.guarantee != Guarantee::Optimal)
        {
            let heuristic = match self.algorithm {
                Algorithm::LazyTheta => Heuristic::Euclidean,
                _ => Heuristic::Octile,
            };
            let least = heuristic.estimate(self.moves, self.start, goal);
            let bound = &mut solution.statistics.lower_bound;
            *bound = least.max(*bound);
        }
        solution
    }

    /// Writes the path to a cell that the search from the start has reached.
    pub(crate) fn write_path(&self, cell: IVec3, workspace: &Workspace, path: &mut Path) {
        let backtrace = Backtrace {
            records: &workspace.forward.records,
            move_cost: |cell, direction| self.every_move().step(cell, direction).cost,
            corridor_edges: CorridorEdges::without_goal(self.corridors),
        };
        backtrace.write(cell, path);
    }

    fn advance_to_cell(
        &self,
        goal: IVec3,
        workspace: &mut Workspace,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Result<Option<Solution>, OutOfKeys> {
        let engine = self.engine();
        if self.is_octile26() {
            let estimate = |goal| Octile26 { goal };
            return self.by_engine(engine, goal, estimate, workspace, slice);
        }
        let (heuristic, weighing, _) = self.weighing();
        if heuristic == Heuristic::Tutorial {
            let estimate = |goal| Signed {
                heuristic,
                moves: self.moves,
                goal,
                weighing,
            };
            return self.by_engine(engine, goal, estimate, workspace, slice);
        }
        if let Some(landmarks) = self.fitting_landmarks() {
            let estimate = |goal| landmarks.towards(goal, weighing);
            return self.by_engine(engine, goal, estimate, workspace, slice);
        }
        let estimate = |goal| Weighed {
            heuristic,
            moves: self.moves,
            goal,
            weighing,
        };
        self.by_engine(engine, goal, estimate, workspace, slice)
    }

    fn by_engine<E: Estimate>(
        &self,
        engine: Engine,
        goal: IVec3,
        estimate: impl Fn(IVec3) -> E,
        workspace: &mut Workspace,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Result<Option<Solution>, OutOfKeys> {
        match engine {
            Engine::EveryMove => self.every_move_alone(goal, estimate(goal), workspace, slice),
            Engine::LazyTheta => self.lazy_theta(goal, estimate(goal), workspace, slice),
            Engine::EveryMoveFromBothEnds => {
                self.every_move_from_both_ends(goal, estimate, workspace, slice)
            }
            _ => self.pruned_to_cell(engine, goal, estimate, workspace, slice),
        }
    }

    fn advance_to_region(
        &self,
        region: Region<'_>,
        workspace: &mut Workspace,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Result<Option<Solution>, OutOfKeys> {
        let (heuristic, weighing, _) = self.weighing();
        let estimate = Towards {
            region,
            heuristic,
            moves: self.moves,
            weighing,
        };
        match self.engine() {
            Engine::EveryMove | Engine::EveryMoveFromBothEnds | Engine::LazyTheta => {
                self.every_move_alone(region, estimate, workspace, slice)
            }
            Engine::Canonical => {
                let policies = Policies {
                    expansion: self.canonical(),
                    estimate,
                    goal_test: region,
                    corridor_edges: CorridorEdges::NONE,
                };
                self.pruned(policies, &mut workspace.forward, slice)
            }
            Engine::Jump | Engine::JumpFromBothEnds => {
                let policies = Policies {
                    expansion: self.jump(region),
                    estimate,
                    goal_test: region,
                    corridor_edges: CorridorEdges::NONE,
                };
                self.pruned(policies, &mut workspace.forward, slice)
            }
        }
    }

    /// Whether paths may go straight at any angle.
    pub(crate) fn leaves_the_lattice(&self) -> bool {
        self.engine() == Engine::LazyTheta
    }

    /// The landmarks, if the estimate is to come from them and they hold for this query.
    fn fitting_landmarks(&self) -> Option<&Landmarks> {
        let uses_them = self.weighing().0 == Heuristic::Landmarks;
        self.landmarks.filter(|landmarks| {
            uses_them
                && landmarks
                    .check(self.world, self.moves, self.corners)
                    .is_ok()
        })
    }

    /// Whether the estimate is the one that most queries have, unweighed.
    fn is_octile26(&self) -> bool {
        let is_default = self.moves == MoveSet::Vertex26 && self.heuristic == Heuristic::Octile;
        is_default && !is_weighed(self.algorithm)
    }

    /// How the algorithm wants estimates, and whether it looks at cells again.
    fn weighing(&self) -> (Heuristic, Weighing, Reopening) {
        let sum = Weighing::Sum(Weight::ONE);
        match self.algorithm {
            Algorithm::Dijkstra => (Heuristic::Zero, sum, Reopening::Allowed),
            Algorithm::WeightedAStar(weight) => {
                (self.heuristic, Weighing::Sum(weight), Reopening::Allowed)
            }
            Algorithm::GreedyBestFirst => {
                (self.heuristic, Weighing::EstimateOnly, Reopening::Never)
            }
            _ => (self.heuristic, sum, Reopening::Allowed),
        }
    }

    fn pruned_to_cell<E: Estimate>(
        &self,
        engine: Engine,
        goal: IVec3,
        estimate: impl Fn(IVec3) -> E,
        workspace: &mut Workspace,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Result<Option<Solution>, OutOfKeys> {
        if let Some(graph_problem) = GraphProblem::of(self, goal) {
            return self.on_graph(&graph_problem, estimate(goal), workspace, slice);
        }
        let Workspace {
            forward, backward, ..
        } = workspace;
        if engine == Engine::Canonical {
            let policies = Policies {
                expansion: self.canonical(),
                estimate: estimate(goal),
                goal_test: goal,
                corridor_edges: CorridorEdges::NONE,
            };
            return self.pruned(policies, forward, slice);
        }
        if engine == Engine::Jump {
            return self.pruned(self.jump_policies(goal, &estimate), forward, slice);
        }
        let (states, mut turn) = if let EngineState::Race { states, turn } = *slice.engine {
            (states.map(Some), turn)
        } else if self
            .greedy_walk(goal)
            .walk(self.start, slice.path)
            .is_some()
        {
            let path = std::mem::take(slice.path);
            return Ok(Some(self.runner.at_once(path)));
        } else {
            ([None; 2], None)
        };
        let from_start = Origin {
            cell: self.start,
            side: Side::Start,
        };
        let from_goal = Origin {
            cell: goal,
            side: Side::Goal,
        };
        let mut forward = self.jump_search(from_start, goal, &estimate, states[0], forward)?;
        let mut backward =
            self.jump_search(from_goal, self.start, &estimate, states[1], backward)?;
        let solution = self.runner.race(
            [&mut forward, &mut backward],
            &mut turn,
            slice.budget,
            slice.path,
            slice.observer,
        );
        *slice.engine = EngineState::Race {
            states: [forward.state(), backward.state()],
            turn,
        };
        Ok(solution)
    }
}
