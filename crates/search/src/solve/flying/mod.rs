//! The stages of queries of flying agents.

mod boundary_ties;
#[cfg(test)]
mod cubes;
mod fallback;
mod fewest_turns;
mod preconditions;
mod snap;
mod unknown_boundary;

use glam::IVec3;
use voxnav_occupancy::{CellBox, Traversability};

use super::engines::Engines;
use super::movement::Movement;
use super::state::{Better, NearestCells, Plan, Task};
use crate::cost::Cost;
use crate::engine::{CostCutoff, Coverage, Problem, ProblemState, Target};
use crate::goal::Region;
use crate::movement::Flight;
use crate::outcome::{EndFault, Outcome, Solution, Watcher};
use crate::path::Path;
use crate::query::{Guarantee, Query};
use crate::workspace::Workspace;
#[expect(unreachable_pub, reason = "a hidden method of a public trait names it")]
pub use preconditions::Labels;
pub(super) use preconditions::MOST_CANDIDATES;
pub(crate) use unknown_boundary::Boundary;

impl Movement for Traversability {
    type Engines<'m> = &'m Self;

    fn bounds(&self) -> CellBox {
        Self::bounds(self)
    }

    fn engines(&self) -> &Self {
        self
    }

    #[inline(never)]
    fn any<'e>(engines: &'e &Self) -> &'e dyn Engines {
        *engines
    }

    fn flown(&self) -> Option<&Self> {
        Some(self)
    }
}

impl Movement for Flight {
    type Engines<'m> = &'m Traversability;

    fn bounds(&self) -> CellBox {
        self.world.bounds()
    }

    fn engines(&self) -> &Traversability {
        &self.world
    }

    #[inline(never)]
    fn any<'e>(engines: &'e &Traversability) -> &'e dyn Engines {
        *engines
    }

    fn flown(&self) -> Option<&Traversability> {
        Some(&self.world)
    }

    fn asked<'q>(&'q self, query: Query<'q>) -> Query<'q> {
        let query = query.moves(self.moves).corners(self.corners);
        query.shape(self.shape).terrain(&self.terrain)
    }
}

impl Engines for Traversability {
    fn searches_nearest(&self) -> bool {
        true
    }

    /// Returns the moves of the windows. Those of 30 end elsewhere than those of 24. Where there is an index, the ends of
    /// a window take most of its time.
    fn windows(&self, query: &Query<'_>) -> &'static [u32] {
        if query.settings.has_portals(self) {
            &[64]
        } else {
            &[24, 30, 64]
        }
    }

    fn placed_ends(&self, query: &Query<'_>) -> [IVec3; 2] {
        query.placed_ends(self)
    }

    fn cells(&self) -> CellBox {
        self.bounds()
    }

    fn may_begin_at(&self, cell: IVec3) -> bool {
        self.is_traversable(cell)
    }

    fn goal_at_once(&self, query: &Query<'_>, labels: Labels) -> Option<Outcome> {
        match query.region {
            Some(goal) => {
                let region = Region::new(goal, self.bounds());
                query.region_at_once(region, self, labels)
            }
            None if !self.is_traversable(query.goal) => {
                Some(Outcome::InvalidEnd(EndFault::GoalBlocked))
            }
            None => query
                .is_separate(query.goal, self, labels)
                .then_some(Outcome::Unreachable),
        }
    }

    fn patience(&self, labels: Labels) -> u64 {
        labels.patience(self)
    }

    fn nearest(&self, query: &Query<'_>) -> NearestCells {
        query.nearest_connected(self)
    }

    fn goes_on(&self, query: &Query<'_>, task: &mut Task, solution: &Solution) -> bool {
        let Task::Nearest(part) = task else {
            return false;
        };
        let far = match &part.nearest {
            NearestCells::Equal(cells) if query.is_in_doubt(part, solution, self) => cells.clone(),
            _ => return false,
        };
        part.nearest = NearestCells::EqualAndFar(far);
        part.before = solution.statistics;
        true
    }

    fn begin(&self, query: &Query<'_>, task: &Task) -> ProblemState {
        let problem = query.problem_of(task, self);
        match task {
            Task::Better(Plan { better, .. }) => match better {
                Better::Known(_) => problem.decide_known_first(),
                Better::FewerTurns => problem.decide_fewest_turns(),
            },
            Task::Goal | Task::Nearest(_) => problem.decide(),
        }
    }

    fn advance(
        &self,
        query: &Query<'_>,
        task: &Task,
        problem: &mut ProblemState,
        budget: u64,
        workspace: &mut Workspace,
        observer: &mut Watcher<'_>,
    ) -> Option<Solution> {
        let searched = query.problem_of(task, self);
        match task {
            Task::Goal => searched.advance(problem, budget, workspace, observer),
            Task::Nearest(part) => {
                let solution = searched.advance(problem, budget, workspace, observer)?;
                Some(query.ended_part(part, solution, self, workspace))
            }
            Task::Better(plan) => match plan.better {
                Better::Known(bar) => {
                    searched.advance_known_first(bar, problem, budget, workspace, observer)
                }
                Better::FewerTurns => {
                    let cost = plan
                        .solution
                        .outcome
                        .any_path()
                        .map_or(Cost::ZERO, Path::cost);
                    let boundary = query.boundary(self);
                    let is_made = |from, to| boundary.lets_pass(from, to);
                    searched
                        .advance_fewest_turns(cost, &is_made, problem, budget, workspace, observer)
                }
            },
        }
    }

    fn bar(&self, query: &Query<'_>, solution: &Solution) -> Option<CostCutoff> {
        query.bar(solution, self)
    }

    fn turns(&self, path: &Path) -> usize {
        path.turns(None)
    }

    fn fewest_turns(&self, query: &Query<'_>, path: &Path) -> usize {
        query.fewest_turns_of(path)
    }

    fn write_best(
        &self,
        query: &Query<'_>,
        task: &Task,
        problem: &ProblemState,
        workspace: &Workspace,
        path: &mut Path,
    ) {
        let searched = query.problem_of(task, self);
        searched.best_so_far(problem, workspace, path);
    }

    fn bound_so_far(&self, query: &Query<'_>, problem: &ProblemState) -> Cost {
        query.problem(self).bound_so_far(problem)
    }

    fn guarantee(&self, query: &Query<'_>) -> Guarantee {
        query.guarantee()
    }

    fn cut(&self, query: &Query<'_>, path: &mut Path) -> Option<IVec3> {
        query.boundary(self).cut(path)
    }
}

impl<'q> Query<'q> {
    /// Returns the search for a task.
    fn problem_of<'w>(&self, task: &'w Task, world: &'w Traversability) -> Problem<'w>
    where
        'q: 'w,
    {
        match task {
            Task::Goal => self.problem(world),
            Task::Nearest(part) => self.partial_problem(part, world),
            Task::Better(plan) => self.better_problem(plan, world),
        }
    }

    /// Returns the search for the goal.
    pub(crate) fn problem<'w>(&self, world: &'w Traversability) -> Problem<'w>
    where
        'q: 'w,
    {
        Problem {
            world,
            start: self.start,
            target: match self.region {
                None => Target::Cell(self.goal),
                Some(goal) => Target::Region(Region::new(goal, world.bounds())),
            },
            settings: self.effective_settings(),
            terrain: self.terrain,
            estimator: self.estimator.map(|estimator| &**estimator),
            cancel: self.cancel,
            guarantee: self.guarantee(),
            below: self.below,
            coverage: Coverage::Needed,
        }
    }

    /// Returns the search for a path that costs as much as that of a plan and is better.
    fn better_problem<'w>(&self, plan: &Plan, world: &'w Traversability) -> Problem<'w>
    where
        'q: 'w,
    {
        let mut problem = self.problem(world);
        let path = match (plan.better, &plan.solution.outcome) {
            (_, Outcome::Partial { path, .. }) | (Better::FewerTurns, Outcome::Found(path)) => {
                Some(path)
            }
            _ => None,
        };
        if let Some(path) = path {
            problem.target = Target::Cell(path.goal());
        }
        let limits = &mut problem.settings.limits;
        *limits = limits.after(plan.solution.statistics.expanded);
        problem
    }

    /// Returns the boundary at which the paths that this query returns end at the latest.
    pub(crate) fn boundary<'w>(&self, world: &'w Traversability) -> Boundary<'w>
    where
        'q: 'w,
    {
        Boundary {
            world,
            corners: self.settings.corners,
        }
    }
}
