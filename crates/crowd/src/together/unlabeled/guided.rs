//! The search for a guided plan to the goals at which agents arrive by another plan.

use voxnav::glam::IVec3;
use voxnav::grid::Traversability;

use super::State;
use crate::together::options::JointOptions;
use crate::together::plan::JointPlan;
use crate::together::search::JointSearch;

/// The configurations that are expanded for each step of the known plan, and besides.
const EXPANDED: (u64, u64) = (2, 64);

/// A plan, and the search for a cheaper one to the same goals.
#[derive(Debug)]
pub(super) struct Guided {
    plan: JointPlan,
    search: JointSearch,
    /// The steps that were made for the plan.
    steps: u64,
}

impl Guided {
    /// Begins a search, within the limits that are left; gives the plan back where they do not suffice.
    pub(super) fn new(
        world: &Traversability,
        plan: JointPlan,
        options: &JointOptions,
        steps: u64,
    ) -> Result<Self, JointPlan> {
        let at = |step| -> Vec<IVec3> { (0..plan.agents()).map(|it| plan.at(it, step)).collect() };
        let mut options = options.clone();
        let most = EXPANDED.0 * plan.steps() as u64 + EXPANDED.1;
        let left = options
            .limits
            .expanded
            .map_or(most, |all| most.min(all.saturating_sub(steps)));
        options.limits.expanded = Some(left);
        let cells: usize = (0..plan.agents()).map(|it| plan.path(it).len()).sum();
        let held = (cells * size_of::<IVec3>()) as u64;
        options.limits.memory = options.limits.memory.map(|most| most.saturating_sub(held));
        match JointSearch::new(world, &at(0), &at(plan.steps()), &options) {
            Ok(mut search) => {
                search.bound_by(plan.shortest());
                Ok(Self {
                    plan,
                    search,
                    steps,
                })
            }
            Err(_) => Err(plan),
        }
    }

    /// Expands so many configurations at most, and returns whether the search has ended by then.
    pub(super) fn advance(&mut self, expansions: u64) -> bool {
        self.search.advance(expansions).is_some()
    }

    /// Returns the state with the cheaper plan.
    pub(super) fn ended(self) -> State {
        let expanded = self.expanded();
        match self.search.plan() {
            Some(plan) if plan.cost() < self.plan.cost() => {
                State::Improving(Box::new(self.search), expanded)
            }
            _ => State::Planned(self.plan, expanded),
        }
    }

    pub(super) fn expanded(&self) -> u64 {
        self.steps + self.search.expanded()
    }
}
