//! Queries: what is asked, and the answers that need no search.

use std::sync::atomic::AtomicBool;

use glam::IVec3;
use voxnav_occupancy::Traversability;

use crate::algorithm::Guarantee;
use crate::attempt::Attempt;
use crate::boundary::Boundary;
use crate::drive::Drive;
use crate::observer::Observer;
use crate::outcome::{Outcome, Solution, Statistics};
use crate::workspace::Workspace;
use crate::{Algorithm, CornerRule, Heuristic, Limits, MoveSet, Terrain};

/// A question: the best way from one cell to another.
///
/// A plain value; build it up, change it, ask it of any number of worlds.
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
    pub(crate) goal: IVec3,
    pub(crate) moves: MoveSet,
    pub(crate) corners: CornerRule,
    pub(crate) algorithm: Algorithm,
    pub(crate) heuristic: Heuristic,
    pub(crate) limits: Limits,
    pub(crate) terrain: Option<&'q Terrain>,
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
            moves: MoveSet::default(),
            corners: CornerRule::default(),
            algorithm: Algorithm::default(),
            heuristic: Heuristic::default(),
            limits: Limits::default(),
            terrain: None,
            cancel: None,
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

    /// With these limits.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// With moves that cost what `terrain` says. Pruning needs uniform terrain, so the search is a
    /// plain one.
    #[must_use]
    pub fn terrain(self, terrain: &'q Terrain) -> Self {
        Self {
            terrain: Some(terrain),
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
        Guarantee::of(self.algorithm, self.heuristic.bound(self.moves))
    }

    /// The answer.
    ///
    /// # Guarantees
    ///
    /// The cost is as [`Query::guarantee`] says. The same query over the same cells gives the same
    /// outcome and the same statistics on every machine, whatever the workspace was used for
    /// before. Nothing panics; every way to end is an [`Outcome`].
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
        let boundary = self.boundary(world);
        if let Some(outcome) = self.answer_at_once(world, workspace) {
            return Solution {
                outcome: boundary.confine(outcome),
                statistics: Statistics::default(),
            };
        }
        let attempt = Attempt {
            world,
            start: self.start,
            goal: self.goal,
            moves: self.moves,
            corners: self.corners,
            algorithm: self.algorithm,
            heuristic: self.heuristic,
            terrain: self.terrain,
            drive: Drive {
                limits: self.limits,
                cancel: self.cancel,
                guarantee: self.guarantee(),
            },
        };
        let Solution {
            outcome,
            statistics,
        } = attempt.solve(workspace, observer);
        Solution {
            outcome: boundary.confine(outcome),
            statistics,
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
        if !bounds.contains(self.goal) {
            return Some(Outcome::GoalOutside);
        }
        if !world.is_traversable(self.start) {
            return Some(Outcome::StartBlocked);
        }
        if !world.is_traversable(self.goal) {
            return Some(Outcome::GoalBlocked);
        }
        if self.start == self.goal {
            let mut path = workspace.take_path();
            path.restart(self.start);
            return Some(Outcome::Found(path));
        }
        self.ends_are_separate(world)
            .then_some(Outcome::Unreachable)
    }

    /// Whether no search is needed to tell that no path joins the ends.
    pub(crate) fn ends_are_separate(&self, world: &Traversability) -> bool {
        let plane = self.moves.fixed_axis();
        plane.is_some_and(|axis| axis.of(self.start) != axis.of(self.goal))
            || (self.corners == CornerRule::Strict && self.ends_are_disconnected(world))
    }

    /// Whether the ends are known to lie in different components. Diagonals that may cut corners
    /// join what components keep apart, so that says nothing about them.
    fn ends_are_disconnected(&self, world: &Traversability) -> bool {
        match (world.component(self.start), world.component(self.goal)) {
            (Some(start), Some(goal)) => start != goal,
            _ => false,
        }
    }
}
