//! The choice of the loop where there are few: that of most queries, and one for all other goals and estimates.
//!
//! The outcome, the path and the effort are those of the loops that the other build has for each kind.

use glam::IVec3;

use super::Engine;
use super::problem::{Problem, Slice, Target};
use super::state::{EngineState, EstimateKind};
use crate::goal::{AnyGoal, AnyToward};
use crate::heuristic::{Octile26, Weighed, Weighing};
use crate::memory::OutOfKeys;
use crate::outcome::{Observer, Solution};
use crate::workspace::Workspace;

impl Problem<'_> {
    pub(super) fn run_to_target(
        &self,
        engine: &mut EngineState,
        workspace: &mut Workspace,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Result<Option<Solution>, OutOfKeys> {
        if let Target::Cell(goal) = self.target
            && let Some(solution) = self.run_by_its_own_loop(goal, engine, workspace, slice)
        {
            return solution;
        }
        let (weighing, _) = self.weighing();
        let (goal_test, estimate) = self.any_target(engine.estimate, weighing);
        self.search_from_start(engine, goal_test, estimate, workspace, slice)
    }

    /// Returns the target, and the estimate toward it.
    pub(super) fn any_target(
        &self,
        kind: EstimateKind,
        weighing: Weighing,
    ) -> (AnyGoal<'_>, Weighed<AnyToward<'_>>) {
        let (goal, estimate) = match self.target {
            Target::Cell(goal) => {
                let Weighed { estimate, .. } = self.any_estimate(kind, goal, weighing);
                (AnyGoal::Cell(goal), AnyToward::Cell(estimate))
            }
            Target::Region(region) => {
                let Weighed { estimate, .. } = self.toward(region, weighing);
                (AnyGoal::Region(region), AnyToward::Region(estimate))
            }
        };
        (goal, Weighed { estimate, weighing })
    }

    /// Runs what is made for a goal of one cell; `None` where that is a search from the start, on the lattice.
    fn run_by_its_own_loop(
        &self,
        goal: IVec3,
        engine: &mut EngineState,
        workspace: &mut Workspace,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Option<Result<Option<Solution>, OutOfKeys>> {
        let (weighing, _) = self.weighing();
        let kind = engine.estimate;
        let any = |goal| self.any_estimate(kind, goal, weighing);
        if let Some(graph) = &mut engine.graph {
            return Some(self.on_graph(graph, any(goal), workspace, slice));
        }
        Some(match engine.engine {
            Engine::LazyTheta => {
                let search = &mut engine.searches[0];
                self.lazy_theta(goal, any(goal), search, workspace, slice)
            }
            Engine::EveryMoveFromBothEnds => {
                let both = (&mut engine.searches, &mut engine.turn);
                self.every_move_from_both_ends(goal, any, both, workspace, slice)
            }
            Engine::JumpFromBothEnds if kind == EstimateKind::Octile26 => {
                let octile = |goal| Octile26 { goal };
                self.jump_by_dimensions(engine, goal, octile, workspace, slice)
            }
            Engine::JumpFromBothEnds => {
                self.jump_by_dimensions(engine, goal, any, workspace, slice)
            }
            Engine::EveryMove | Engine::Canonical | Engine::Jump => return None,
        })
    }
}
