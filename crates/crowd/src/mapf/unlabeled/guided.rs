//! The search for a guided plan to the goals at which agents arrive by another plan.

use voxnav::glam::IVec3;
use voxnav::grid::Traversability;

use super::State;
use crate::mapf::lacam::Aim;
use crate::mapf::options::JointOptions;
use crate::mapf::plan::JointPlan;
use crate::mapf::work::Work;

/// The configurations that are expanded for each step of the known plan, and besides.
const EXPANDED: (u64, u64) = (2, 64);

/// A plan, and the search for a cheaper one to the same goals.
#[derive(Debug)]
pub(super) struct GuidedPlan {
    plan: JointPlan,
    /// The search, if it could begin.
    search: Option<Box<Work>>,
    /// The steps that were made for the plan.
    steps: u64,
}

impl GuidedPlan {
    /// Begins a search, within the limits that are left.
    pub(super) fn new(
        world: &Traversability,
        plan: JointPlan,
        options: &JointOptions,
        steps: u64,
    ) -> Self {
        let mut options = options.clone();
        let most = EXPANDED.0 * plan.steps() as u64 + EXPANDED.1;
        let left = options
            .limits
            .expanded
            .map_or(most, |all| most.min(all.saturating_sub(steps)));
        options.limits.expanded = Some(left);
        let cells: usize = (0..plan.agents()).map(|it| plan.end(it) + 1).sum();
        let held = (cells * size_of::<IVec3>()) as u64;
        options.limits.memory = options.limits.memory.map(|most| most.saturating_sub(held));
        let (starts, goals) = (plan.all_at(0), plan.all_at(plan.steps()));
        let work = Work::new(Aim::Own, world.into(), [&starts, &goals], &options);
        let search = work.ok().map(|mut work| {
            work.bound_by(plan.shortest());
            Box::new(work)
        });
        Self {
            plan,
            search,
            steps,
        }
    }

    /// Expands so many configurations at most, and returns whether the search has ended by then.
    pub(super) fn advance(&mut self, expansions: u64) -> bool {
        let search = self.search.as_mut();
        search.is_none_or(|search| search.advance(expansions).is_some())
    }

    /// Returns the state with the cheaper plan.
    pub(super) fn ended(self) -> State {
        let expanded = self.expanded();
        let plan = self.search.as_ref().and_then(|work| work.plan());
        let is_cheaper = plan.is_some_and(|plan| plan.cost() < self.plan.cost());
        match self.search {
            Some(work) if is_cheaper => State::Improving(work, expanded),
            _ => State::Planned(self.plan, expanded),
        }
    }

    pub(super) fn expanded(&self) -> u64 {
        self.steps + self.search.as_ref().map_or(0, |it| it.expanded())
    }

    pub(super) fn guided(&self) -> u64 {
        self.search.as_ref().map_or(0, |it| it.guided())
    }
}
