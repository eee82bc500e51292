//! One search, from the start.

use std::mem::take;

use voxnav_occupancy::UnknownPolicy;

use super::problem::{Answer, Problem, Slice, Target};
use super::runner::{Runner, Stop};
use crate::expansion::{Expansion, LazyTheta};
use crate::goal::{AnyGoal, AnyToward, GoalTest};
use crate::heuristic::{Estimate, Weighed};
use crate::kernel::{BestFirst, Origin, Policies, Progress, Reopening, Resumable, SearchState};
use crate::memory::{OutOfKeys, Parent, Record, Records};
use crate::movement::{CornerRule, MoveSet};
use crate::open::{OpenList, OrderedOpen};
use crate::outcome::{Limit, Observer, Side, Solution};
use crate::query::Limits;
use crate::workspace::{SearchMemory, SparePaths, Workspace};

/// Expansions between two looks at the cancel token.
const SLICE: u64 = 1024;

impl Runner<'_> {
    /// Continues one search for `budget` expansions; returns the solution if it ended.
    ///
    /// INVARIANT: neither the outcome nor the statistics depend on how the expansions are divided
    /// into calls: what is decided between two expansions depends on their number alone.
    pub(crate) fn alone(
        &self,
        search: &mut impl Resumable,
        budget: u64,
        spare: &mut SparePaths,
        observer: &mut impl Observer,
    ) -> Option<Solution> {
        let end = search.expanded().saturating_add(budget);
        if let Some(most) = self.limits.memory {
            search.allow_bytes(most);
        }
        let stop = loop {
            let slice = search.expanded() / SLICE * SLICE + SLICE;
            let until = self.allowed(slice).min(end);
            match search.advance(until, self.upper_bound(), observer) {
                Progress::Done => break None,
                Progress::OutOfMemory => break Some(Stop::Limit(Limit::Memory)),
                Progress::Running => {}
            }
            if let Some(stop) = self.stop(search.expanded()) {
                break Some(stop);
            }
            if search.expanded() == slice && self.is_over_memory(search.used_bytes()) {
                break Some(Stop::Limit(Limit::Memory));
            }
            if search.expanded() >= end || search.expanded() < until {
                return None;
            }
        };
        let &SearchState {
            lower_bound,
            incumbent,
            mut statistics,
            ..
        } = search.state();
        statistics.lower_bound = self.proved_so_far(lower_bound.min(incumbent));
        let mut path = spare.take();
        let is_found = search.best_path(&mut path).is_some();
        let range = search.state().cost_range;
        Some(self.ended(stop, (is_found, range), &*search, path, statistics))
    }
}

impl Problem<'_> {
    /// Returns the choice of the ordered queue, with ties broken as the query asks.
    pub(super) fn in_order(
        &self,
    ) -> impl FnOnce(&mut SearchMemory) -> (&mut OrderedOpen, &mut Records) {
        let ties = self.settings.ties;
        move |memory| memory.in_order(ties)
    }

    /// Continues one search, from the start, on a queue of the workspace.
    pub(super) fn alone<X: Expansion, E: Estimate, A: GoalTest, Q: OpenList>(
        &self,
        policies: Policies<X, E, A>,
        queue: impl FnOnce(&mut SearchMemory) -> (&mut Q, &mut Records),
        reopening: Reopening,
        slice: &mut Slice<'_, impl Observer>,
    ) -> Answer {
        let Slice {
            budget,
            state,
            workspace,
            observer,
        } = slice;
        let Workspace { forward, spare, .. } = &mut **workspace;
        let (origin, state) = (Origin::start(self.start), &mut state.searches[0]);
        let mut search = self.search(policies, queue(forward), reopening, origin, state)?;
        Ok(self.runner().alone(&mut search, *budget, spare, *observer))
    }

    /// Begins a search from all cells of the goal at once, or goes on with it.
    pub(super) fn search_from_goals<'m, X: Expansion, E: Estimate, A: GoalTest, Q: OpenList>(
        &self,
        policies: Policies<X, E, A>,
        memory: (&'m mut Q, &'m mut Records),
        state: &'m mut Option<SearchState>,
    ) -> Result<BestFirst<'m, X, E, A, Q>, OutOfKeys> {
        let at = |cell| Origin::of(Side::Goal, cell);
        let region = match self.target {
            Target::Region(region) if state.is_none() => self.with_ranks(region),
            Target::Region(_) => {
                return self.search(policies, memory, Reopening::Allowed, at(self.start), state);
            }
            Target::Cell(goal) => {
                return self.search(policies, memory, Reopening::Allowed, at(goal), state);
            }
        };
        let goals = || region.candidates(usize::MAX).into_iter().flatten();
        let ranked = || {
            goals().map(|cell| Origin {
                g: region.rank(cell),
                ..at(cell)
            })
        };
        // A queue begins at its least entry.
        let first = ranked().min_by_key(|origin| origin.g + policies.estimate.h(origin.cell));
        let first = first.unwrap_or(at(self.start));
        let mut search = self.search(policies, memory, Reopening::Allowed, first, state)?;
        for Origin { cell, g, .. } in ranked() {
            search.also_from(cell, g)?;
        }
        Ok(search)
    }

    /// Begins a search from a cell, or goes on with it.
    pub(super) fn search<'m, X: Expansion, E: Estimate, A: GoalTest, Q: OpenList>(
        &self,
        policies: Policies<X, E, A>,
        memory: (&'m mut Q, &'m mut Records),
        reopening: Reopening,
        origin: Origin,
        state: &'m mut Option<SearchState>,
    ) -> Result<BestFirst<'m, X, E, A, Q>, OutOfKeys> {
        if let Some(state) = state {
            return Ok(BestFirst::resumed(policies, memory, state));
        }
        self.begin(&policies.expansion, memory.1);
        BestFirst::new(policies, memory, state, origin, reopening)
    }
}

impl Problem<'_> {
    /// Returns whether lines at any angle consist of moves that the agent may make.
    pub(crate) fn may_leave_the_lattice(&self) -> bool {
        self.terrain.is_none()
            && self.settings.corners == CornerRule::Strict
            && matches!(self.settings.moves, MoveSet::Vertex26 | MoveSet::Planar8(_))
            && self.world.unknown_policy() != UnknownPolicy::StopAtBoundary
            && self.world.is_traversable(self.start)
    }

    /// Searches with every legal move and straight lines from the parent, on the ordered queue.
    pub(super) fn lazy_theta(
        &self,
        (goal_test, estimate): (AnyGoal<'_>, Weighed<AnyToward<'_>>),
        slice: &mut Slice<'_, impl Observer>,
    ) -> Answer {
        let mut parents = take(&mut slice.workspace.forward.parents);
        let lines = LazyTheta::new(self.world, self.pruning(), self.costs(), &mut parents);
        let policies = Policies::new(lines, estimate, goal_test);
        let limits = beside_parents(self.settings.limits);
        let problem = Problem {
            settings: self.settings.limits(limits),
            ..*self
        };
        let answer = problem.alone(policies, self.in_order(), Reopening::Allowed, slice);
        slice.workspace.forward.parents = parents;
        answer
    }
}

/// Returns the limits for the counts of the loop, where every record is stored with a parent: of memory, the share of
/// the record.
pub(super) fn beside_parents(limits: Limits) -> Limits {
    let [record, parent] = [size_of::<Record>(), size_of::<Parent>()].map(|bytes| bytes as u64);
    let memory = limits.memory.map(|most| most / (record + parent) * record);
    Limits { memory, ..limits }
}

#[cfg(test)]
mod tests {
    use glam::IVec3;
    use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability};

    use super::super::Engine;
    use super::super::problem::{Coverage, Target};
    use super::super::state::{EstimateKind, ProblemState};
    use super::*;
    use crate::cost::Cost;
    use crate::heuristic::Heuristic;
    use crate::outcome::{Outcome, Watcher};
    use crate::query::{Guarantee, SearchSettings};

    /// The outcome of a search with straight lines across an open world, and the memory that it took. It is not asked
    /// by a query: that would compile every engine again.
    fn blind_search(world: &Traversability, limits: Limits) -> (Outcome, u64) {
        let goal = IVec3::splat(63);
        let problem = Problem {
            world,
            start: IVec3::ZERO,
            target: Target::Cell(goal),
            settings: SearchSettings {
                heuristic: Heuristic::Zero,
                ..SearchSettings::default().limits(limits)
            },
            terrain: None,
            estimator: None,
            cancel: None,
            guarantee: Guarantee::Optimal,
            below: Cost::MAX,
            coverage: Coverage::Needed,
        };
        let mut workspace = Workspace::new();
        let mut slice = Slice {
            budget: u64::MAX,
            state: &mut ProblemState::of(Engine::LazyTheta, EstimateKind::Any),
            workspace: &mut workspace,
            observer: &mut Watcher(None),
        };
        let target = problem.any_target(problem.weighing().0);
        let solution = match problem.lazy_theta(target, &mut slice) {
            Ok(solution) => solution.unwrap(),
            Err(OutOfKeys) => problem.out_of_keys(&mut workspace),
        };
        let SearchMemory {
            records, parents, ..
        } = workspace.forward;
        let parents = parents.len() * size_of::<Parent>();
        (solution.outcome, records.used_bytes() + parents as u64)
    }

    #[test]
    fn ways_count_for_the_limit_of_memory() {
        let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(64))).unwrap();
        let world = Traversability::new(&world.commit(), UnknownPolicy::Blocked);
        for kibibytes in [0, 1, 11, 12, 24, 100, 1000, 2000] {
            let most = kibibytes << 10;
            let (outcome, used) = blind_search(&world, Limits::none().memory(most));
            let Outcome::LimitReached { limit, .. } = outcome else {
                panic!("{kibibytes} KB: {outcome:?}");
            };
            assert_eq!(limit, Limit::Memory);
            assert!(used <= most, "{kibibytes} KB: {used} bytes");
        }
        let (outcome, _) = blind_search(&world, Limits::none());
        assert!(outcome.path().is_some());
    }
}
