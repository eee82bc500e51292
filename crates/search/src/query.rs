//! Queries: what is asked, and the answers that need no search.

use std::sync::atomic::AtomicBool;

use glam::IVec3;
use voxnav_occupancy::Traversability;

use crate::algorithm::Guarantee;
use crate::attempt::{Attempt, Coverage, Target};
use crate::boundary::Boundary;
use crate::course::Course;
use crate::drive::Drive;
use crate::goal::Region;
use crate::observer::Observer;
use crate::outcome::{Outcome, Solution};
use crate::workspace::Workspace;
use crate::{
    Algorithm, Bound, CornerRule, Goal, Heuristic, Landmarks, Limits, MoveSet, Partial, Snapping,
    Terrain, TieBreaking,
};

/// A question: the best way from one cell to another.
///
/// A plain value; build it up, change it, ask it of any number of worlds.
///
/// Where the start is the goal, or one of its cells, the path is that one cell and costs nothing. What
/// is wrong with the ends is looked at in this order: [`Outcome::StartOutside`],
/// [`Outcome::GoalOutside`] (also for a goal without cells), [`Outcome::StartBlocked`],
/// [`Outcome::GoalBlocked`].
///
/// ```
/// use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// use voxnav_search::{Cost, Outcome, Query, Workspace};
/// use glam::IVec3;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(10)))?.commit();
/// let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
/// let query = Query::new(IVec3::ZERO, IVec3::new(9, 9, 9));
/// let solution = query.solve(&world, &mut Workspace::new());
/// let Outcome::Found(path) = solution.outcome else { panic!("the world is empty") };
/// assert_eq!(path.cost(), Cost::BODY_DIAGONAL * 9);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Query<'q> {
    pub(crate) start: IVec3,
    /// The goal, or where `region` is, about.
    pub(crate) goal: IVec3,
    /// The goal, if it is more than one cell.
    pub(crate) region: Option<&'q Goal>,
    pub(crate) moves: MoveSet,
    pub(crate) corners: CornerRule,
    pub(crate) algorithm: Algorithm,
    pub(crate) heuristic: Heuristic,
    pub(crate) ties: TieBreaking,
    pub(crate) limits: Limits,
    pub(crate) snap_start: Snapping,
    pub(crate) snap_goal: Snapping,
    pub(crate) partial: Partial,
    pub(crate) terrain: Option<&'q Terrain>,
    pub(crate) landmarks: Option<&'q Landmarks>,
    pub(crate) cancel: Option<&'q AtomicBool>,
}

impl<'q> Query<'q> {
    /// The way from `start` to `goal` with 26 moves, strict corners, the algorithm
    /// [`Algorithm::Auto`], octile estimates, uniform terrain and no limits.
    #[must_use]
    pub fn new(start: IVec3, goal: IVec3) -> Self {
        Self {
            start,
            goal,
            region: None,
            moves: MoveSet::default(),
            corners: CornerRule::default(),
            algorithm: Algorithm::default(),
            heuristic: Heuristic::default(),
            ties: TieBreaking::default(),
            limits: Limits::default(),
            snap_start: Snapping::default(),
            snap_goal: Snapping::default(),
            partial: Partial::default(),
            terrain: None,
            landmarks: None,
            cancel: None,
        }
    }

    /// The way from `start` to the cell of `goal` that is cheapest to reach, otherwise as
    /// [`Query::new`].
    #[must_use]
    pub fn towards(start: IVec3, goal: &'q Goal) -> Self {
        Self::new(start, start).to(goal)
    }

    /// With this goal in place of the one it had.
    #[must_use]
    pub fn to<'g>(self, goal: &'g Goal) -> Query<'g>
    where
        'q: 'g,
    {
        let single = goal.single();
        Query {
            goal: single.unwrap_or(self.start),
            region: single.is_none().then_some(goal),
            ..self
        }
    }

    /// With this move set.
    #[must_use]
    pub fn moves(self, moves: MoveSet) -> Self {
        Self { moves, ..self }
    }

    /// With this corner rule.
    #[must_use]
    pub fn corners(self, corners: CornerRule) -> Self {
        Self { corners, ..self }
    }

    /// With this algorithm.
    #[must_use]
    pub fn algorithm(self, algorithm: Algorithm) -> Self {
        Self { algorithm, ..self }
    }

    /// With this heuristic.
    #[must_use]
    pub fn heuristic(self, heuristic: Heuristic) -> Self {
        Self { heuristic, ..self }
    }

    /// With this order among cells of equal f, for the algorithms that have a choice.
    #[must_use]
    pub fn tie_breaking(self, ties: TieBreaking) -> Self {
        Self { ties, ..self }
    }

    /// With these limits.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// With a start that may be moved to where the agent can be.
    #[must_use]
    pub fn snap_start(self, snap_start: Snapping) -> Self {
        Self { snap_start, ..self }
    }

    /// With a goal that may be moved to where the agent can get. [`Solution::moved`] tells how far.
    ///
    /// ```
    /// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
    /// use voxnav_search::{Cost, Query, Snapping, Workspace};
    /// use glam::IVec3;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?;
    /// builder.set_box(CellBox::from_size(IVec3::new(9, 9, 2)), CellState::Occupied)?;
    /// let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    /// let query = Query::new(IVec3::splat(8), IVec3::ZERO)
    ///     .snap_goal(Snapping::Nearest { radius: Cost::STRAIGHT * 3 });
    /// let solution = query.solve(&world, &mut Workspace::new());
    /// assert_eq!(solution.outcome.path().map(|path| path.goal()), Some(IVec3::new(0, 0, 2)));
    /// assert_eq!(solution.moved.goal, Cost::STRAIGHT * 2);
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn snap_goal(self, snap_goal: Snapping) -> Self {
        Self { snap_goal, ..self }
    }

    /// With part of a way where there is no whole one: [`Outcome::Partial`] in place of every
    /// outcome without one but [`Outcome::StartOutside`], also if the start or the goal is blocked.
    ///
    /// # Complexity
    ///
    /// After a search that failed, or in place of it, another one: to the cell nearest to the goal if
    /// components tell which that is (strict corners, moves in space, a goal of one cell, something to
    /// be reached within 30 cells of it); else of all cells that can be reached, so set a limit.
    ///
    /// ```
    /// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
    /// use voxnav_search::{Outcome, Partial, Query, Shortfall, Workspace};
    /// use glam::IVec3;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?;
    /// let wall = CellBox::new(IVec3::new(5, 0, 0), IVec3::new(6, 9, 9));
    /// builder.set_box(wall, CellState::Occupied)?;
    /// let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    /// let query = Query::new(IVec3::ZERO, IVec3::new(8, 3, 3)).partial(Partial::Allowed);
    /// let Outcome::Partial { path, shortfall } = query.solve(&world, &mut Workspace::new()).outcome
    /// else { panic!("there is a wall") };
    /// assert_eq!((path.goal(), shortfall), (IVec3::new(4, 3, 3), Shortfall::Unreachable));
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn partial(self, partial: Partial) -> Self {
        Self { partial, ..self }
    }

    /// With moves that cost what `terrain` says. Where neighbouring weights differ, every legal move
    /// is tried; a search is the faster the larger the areas of even weight.
    #[must_use]
    pub fn terrain(self, terrain: &'q Terrain) -> Self {
        Self {
            terrain: Some(terrain),
            ..self
        }
    }

    /// With estimates by these landmarks, as [`Heuristic::Landmarks`]. Where they do not fit the
    /// world and the moves (see [`Landmarks::check`]), or the goal is more than one cell, the
    /// estimate is octile: the answer is the same.
    #[must_use]
    pub fn landmarks(self, landmarks: &'q Landmarks) -> Self {
        Self {
            heuristic: Heuristic::Landmarks,
            landmarks: Some(landmarks),
            ..self
        }
    }

    /// Ends as [`Outcome::Cancelled`] soon after `cancel` becomes true, within about a thousand
    /// expansions.
    #[must_use]
    pub fn cancel(self, cancel: &'q AtomicBool) -> Self {
        Self {
            cancel: Some(cancel),
            ..self
        }
    }

    /// What is proved about the path that this query finds.
    #[must_use]
    pub fn guarantee(&self) -> Guarantee {
        let bound = match self.region {
            Some(goal) if goal.is_callers() => Bound::Admissible,
            _ => self.heuristic.bound(self.moves),
        };
        Guarantee::of(self.algorithm, bound)
    }

    /// The answer.
    ///
    /// # Guarantees
    ///
    /// The cost is as [`Query::guarantee`] says. The same query over the same cells gives the same
    /// outcome and the same statistics on every machine, whatever the workspace was used for
    /// before. Whether corridors are known (see [`Traversability::with_corridors`]) changes no cost,
    /// but may change which of equally good paths is found, and the effort. Nothing panics; every way to end is an [`Outcome`].
    #[must_use]
    pub fn solve(&self, world: &Traversability, workspace: &mut Workspace) -> Solution {
        self.solve_observed(world, workspace, &mut ())
    }

    /// The answer, with `observer` told of every step.
    #[must_use]
    pub fn solve_observed(
        &self,
        world: &Traversability,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Solution {
        let solution = self.solve_as_if_known(world, workspace, observer);
        self.confined(solution, world)
    }

    /// The solution with its path confined to where the agent may go.
    pub(crate) fn confined(&self, solution: Solution, world: &Traversability) -> Solution {
        Solution {
            outcome: self.boundary(world).confine(solution.outcome),
            ..solution
        }
    }

    /// The query without anything that it borrows.
    pub(crate) fn detached(&self) -> Query<'static> {
        Query {
            start: self.start,
            goal: self.goal,
            region: None,
            moves: self.moves,
            corners: self.corners,
            algorithm: self.algorithm,
            heuristic: self.heuristic,
            ties: self.ties,
            limits: self.limits,
            snap_start: self.snap_start,
            snap_goal: self.snap_goal,
            partial: self.partial,
            terrain: None,
            landmarks: None,
            cancel: None,
        }
    }

    /// The answer as if all unknown cells that the agent's policy lets through were free.
    pub(crate) fn solve_as_if_known(
        &self,
        world: &Traversability,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Solution {
        let mut course = Course::default();
        loop {
            let answer = self.advance(&mut course, u64::MAX, world, workspace, observer);
            if let Some(solution) = answer {
                return solution;
            }
        }
    }

    /// The search that answers, where one is needed.
    pub(crate) fn attempt<'w>(&self, world: &'w Traversability) -> Attempt<'w>
    where
        'q: 'w,
    {
        Attempt {
            world,
            start: self.start,
            target: match self.region {
                None => Target::Cell(self.goal),
                Some(goal) => Target::Region(Region::new(goal, world.bounds())),
            },
            moves: self.moves,
            corners: self.corners,
            algorithm: self.algorithm,
            heuristic: self.heuristic,
            ties: self.ties,
            terrain: self.terrain,
            landmarks: self.landmarks,
            drive: Drive {
                limits: self.limits,
                cancel: self.cancel,
                guarantee: self.guarantee(),
            },
            coverage: Coverage::Needed,
            corridors: None,
        }
    }

    /// Where the paths that this query returns end at the latest.
    pub(crate) fn boundary<'w>(&self, world: &'w Traversability) -> Boundary<'w>
    where
        'q: 'w,
    {
        Boundary {
            world,
            corners: self.corners,
            terrain: self.terrain,
        }
    }

    /// Outcomes that need no search.
    pub(crate) fn answer_at_once(
        &self,
        world: &Traversability,
        workspace: &mut Workspace,
    ) -> Option<Outcome> {
        let bounds = world.bounds();
        if !bounds.contains(self.start) {
            return Some(Outcome::StartOutside);
        }
        let region = self.region.map(|goal| Region::new(goal, bounds));
        let goal_is_outside = match region {
            Some(region) => region.is_outside(bounds),
            None => !bounds.contains(self.goal),
        };
        if goal_is_outside {
            return Some(Outcome::GoalOutside);
        }
        if !world.is_traversable(self.start) {
            return Some(Outcome::StartBlocked);
        }
        let is_there = match region {
            Some(region) => region.contains(self.start),
            None => self.start == self.goal,
        };
        if is_there {
            let mut path = workspace.take_path();
            path.restart(self.start);
            return Some(Outcome::Found(path));
        }
        match region {
            Some(region) => self.region_at_once(region, world),
            None if !world.is_traversable(self.goal) => Some(Outcome::GoalBlocked),
            None => self
                .is_separate(self.goal, world)
                .then_some(Outcome::Unreachable),
        }
    }

    /// What is known of a region without a search: whether the agent can be in it, and whether no
    /// path can lead there. Looks at the cells of small ones.
    fn region_at_once(&self, region: Region<'_>, world: &Traversability) -> Option<Outcome> {
        let mut blocked = true;
        for cell in region.candidates(MOST_CANDIDATES)? {
            if world.is_traversable(cell) {
                if !self.is_separate(cell, world) {
                    return None;
                }
                blocked = false;
            }
        }
        Some(if blocked {
            Outcome::GoalBlocked
        } else {
            Outcome::Unreachable
        })
    }

    /// Whether no search is needed to tell that no path joins the start and a goal.
    fn is_separate(&self, goal: IVec3, world: &Traversability) -> bool {
        let plane = self.moves.fixed_axis();
        plane.is_some_and(|axis| axis.of(self.start) != axis.of(goal))
            || (self.corners == CornerRule::Strict && self.is_disconnected(goal, world))
    }

    /// Whether start and goal are known to lie in different components. Diagonals that may cut
    /// corners join what components keep apart, so that says nothing about them.
    fn is_disconnected(&self, goal: IVec3, world: &Traversability) -> bool {
        match (world.component(self.start), world.component(goal)) {
            (Some(start), Some(goal)) => start != goal,
            _ => false,
        }
    }
}

/// The cells of the box around a region that are looked at before a search: fewer than most searches
/// expand.
const MOST_CANDIDATES: usize = 4096;

#[cfg(test)]
mod tests {
    use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, UnknownPolicy};

    use super::*;
    use crate::Cost;

    #[test]
    fn what_is_wrong_with_the_ends_has_an_order() {
        let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(4))).unwrap();
        builder.set(IVec3::ONE, CellState::Occupied).unwrap();
        let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
        let outcome = |query: Query<'_>| query.solve(&world, &mut Workspace::new()).outcome;
        let [outside, blocked, free] = [IVec3::MIN, IVec3::ONE, IVec3::ZERO];
        assert_eq!(outcome(Query::new(outside, outside)), Outcome::StartOutside);
        assert_eq!(outcome(Query::new(blocked, outside)), Outcome::GoalOutside);
        assert_eq!(outcome(Query::new(blocked, blocked)), Outcome::StartBlocked);
        assert_eq!(outcome(Query::new(free, blocked)), Outcome::GoalBlocked);
        let nowhere = Goal::any_of([]);
        assert_eq!(
            outcome(Query::towards(free, &nowhere)),
            Outcome::GoalOutside
        );
        let found = outcome(Query::new(free, free));
        let path = found.path().unwrap();
        assert_eq!((path.cells().count(), path.cost()), (1, Cost::ZERO));
    }
}
