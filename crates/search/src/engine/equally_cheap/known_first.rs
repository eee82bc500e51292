//! The search, among the paths that cost as much as a known one, for the path with the fewest moves
//! into unknown cells.
//!
//! The engines prune paths that cost the same, or take the first that comes, so which of them they
//! find says nothing about unknown cells. Where it matters a second search decides, whose costs count
//! these moves as well and which looks at nothing that costs more than the path known.

use super::super::Engine;
use super::super::problem::{Answer, Problem, Slice, Target};
use super::super::state::{EstimateKind, ProblemState};
use crate::cost::Cost;
use crate::expansion::{Expansion, InLane, KnownFirst, PackedCost};
use crate::goal::GoalTest;
use crate::heuristic::{Estimate, Weighing, Weight};
use crate::kernel::{Policies, Reopening};
use crate::memory::OutOfKeys;
use crate::outcome::{Observer, Side, Solution, Watcher};
use crate::query::{Guarantee, Limits};
use crate::workspace::Workspace;

/// The bar below which a path is better than one that is known: a cost joined with a count of moves
/// into unknown cells.
#[derive(Clone, Copy, Debug)]
pub struct CostCutoff {
    lane: PackedCost,
    below: Cost,
    /// A lower bound on the last moves to the goal, if it is one cell, that lead into unknown
    /// cells.
    last_moves: u64,
}

impl CostCutoff {
    /// The bar of a path that is to stay in known space altogether, where a search sees no other.
    pub(crate) const KNOWN_SPACE: Self = Self {
        lane: PackedCost::NARROW,
        below: Cost::ZERO,
        last_moves: 0,
    };

    /// Returns the bar set by a path of this cost, the least there is, with so many moves into
    /// unknown cells. `None` where nothing can be better. The last moves to the goal, if that is
    /// one cell, lead into unknown cells whatever the path.
    pub(crate) fn set_by(cost: Cost, unknown_moves: u64, last_moves: u64) -> Option<Self> {
        let lane = PackedCost::for_costs(cost, unknown_moves)?;
        let below = lane.join(cost, unknown_moves.min(lane.limit()));
        (unknown_moves > last_moves).then_some(Self {
            lane,
            below,
            last_moves,
        })
    }
}

impl Problem<'_> {
    /// Returns the search for a path below a bar, not begun.
    pub(crate) fn decide_known_first(&self) -> ProblemState {
        // Of cells that are no cubes, paths of different moves may cost the same.
        let engine = if self.settings.shape.is_cubic() {
            self.steps()
        } else {
            Engine::EveryMove
        };
        ProblemState::of(engine, EstimateKind::Any)
    }

    /// Returns the engine that goes move by move, with those that survive pruning if any may be pruned.
    pub(super) fn steps(&self) -> Engine {
        if self.is_prunable() {
            Engine::Canonical
        } else {
            Engine::EveryMove
        }
    }

    /// Continues the search for a path below the bar for `budget` expansions: found, or
    /// [`Limit::Cost`] if there is none. The workspace must be as the last call left it.
    pub(crate) fn advance_known_first(
        &self,
        bar: CostCutoff,
        state: &mut ProblemState,
        budget: u64,
        workspace: &mut Workspace,
        observer: &mut Watcher<'_>,
    ) -> Option<Solution> {
        let limits = Limits {
            cost: Some(bar.below - Cost::from_raw(1)),
            ..self.settings.limits
        };
        let problem = Self {
            settings: self.settings.limits(limits),
            guarantee: Guarantee::Optimal,
            ..*self
        };
        let mut told = observer
            .0
            .as_deref_mut()
            .map(|observer| OutOfLane(bar.lane, observer));
        let slice = &mut Slice {
            budget,
            state,
            workspace,
            observer: &mut Watcher(told.as_mut().map(|told| told as &mut dyn Observer)),
        };
        let mut solution = match problem.known_first(bar, slice) {
            Ok(solution) => solution,
            Err(OutOfKeys) => Some(self.out_of_keys(workspace)),
        };
        if let Some(solution) = &mut solution {
            solution.statistics.lower_bound = Cost::ZERO;
        }
        // Without the counts that its costs were joined with.
        solution.map(|solution| Solution {
            outcome: solution.outcome.map_path(|path| {
                let priced = path.priced_by(self.settings.shape, self.terrain);
                priced.unwrap_or(path)
            }),
            ..solution
        })
    }

    fn known_first(&self, bar: CostCutoff, slice: &mut Slice<'_, impl Observer>) -> Answer {
        let (goal_test, estimate) = self.any_target(Weighing::Sum(Weight::ONE));
        let (toward, last_moves) = match self.target {
            Target::Cell(goal) => (goal, bar.last_moves),
            Target::Region(_) => (self.start, 0),
        };
        let estimate = InLane::toward(toward, last_moves, estimate, bar.lane);
        self.in_lane(goal_test, estimate, slice)
    }

    fn in_lane<E: Estimate, A: GoalTest>(
        &self,
        goal_test: A,
        estimate: InLane<E>,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Answer {
        if slice.state.engine == Engine::Canonical {
            self.with_moves(self.canonical(), goal_test, estimate, slice)
        } else {
            self.with_moves(self.every_move(), goal_test, estimate, slice)
        }
    }

    fn with_moves<X: Expansion, E: Estimate, A: GoalTest>(
        &self,
        moves: X,
        goal_test: A,
        estimate: InLane<E>,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Answer {
        let moves = KnownFirst::new(self.world, self.settings.corners, estimate.lane(), moves);
        let policies = Policies::new(moves, estimate, goal_test);
        self.alone(policies, self.in_order(), Reopening::Allowed, slice)
    }
}

/// Tells another observer costs without the count that they were joined with.
struct OutOfLane<'o>(PackedCost, &'o mut dyn Observer);

impl Observer for OutOfLane<'_> {
    fn expanded(&mut self, side: Side, cell: glam::IVec3, g: Cost, f: Cost) {
        self.1.expanded(side, cell, self.0.cost(g), self.0.cost(f));
    }

    fn queued(&mut self, side: Side, cell: glam::IVec3, g: Cost, f: Cost) {
        self.1.queued(side, cell, self.0.cost(g), self.0.cost(f));
    }
}
