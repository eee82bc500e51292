//! Queries: what is asked, and the choice of the engine that answers.

use std::sync::atomic::AtomicBool;

use glam::IVec3;
use voxnav_occupancy::Traversability;

use crate::algorithm::Guarantee;
use crate::best_first::{BestFirst, Ends, Reopening};
use crate::drive::{self, Drive, Stop};
use crate::estimate::{Estimate, Octile26, Weighed, Weighing};
use crate::expansion::{Canonical, Jump, Plain};
use crate::observer::{Observer, Side};
use crate::outcome::{Limit, Outcome, Solution, Statistics};
use crate::path::Path;
use crate::pruning::Pruning;
use crate::workspace::{OutOfKeys, Workspace};
use crate::{Algorithm, CornerRule, Heuristic, Limits, MoveSet, Terrain, Weight};

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
    start: IVec3,
    goal: IVec3,
    moves: MoveSet,
    corners: CornerRule,
    algorithm: Algorithm,
    heuristic: Heuristic,
    limits: Limits,
    terrain: Option<&'q Terrain>,
    cancel: Option<&'q AtomicBool>,
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
        if let Some(outcome) = self.answer_at_once(world, workspace) {
            return Solution {
                outcome,
                statistics: Statistics::default(),
            };
        }
        let path = workspace.take_path();
        let attempt = Attempt {
            query: self,
            world,
            pruning: Pruning::of(self.moves, self.corners),
            path,
        };
        let result = match self.engine() {
            Engine::Plain => attempt.plain(workspace, observer),
            engine if self.moves == MoveSet::Vertex26 && self.heuristic == Heuristic::Octile => {
                attempt.pruned(engine, |goal| Octile26 { goal }, workspace, observer)
            }
            engine => attempt.pruned(
                engine,
                |goal| self.weighed(self.heuristic, goal, Weighing::Sum(Weight::ONE)),
                workspace,
                observer,
            ),
        };
        result.unwrap_or_else(|OutOfKeys| {
            let mut best = workspace.take_path();
            best.restart(self.start);
            drive::stopped(Stop::Limit(Limit::Memory), best, Statistics::default())
        })
    }

    /// Outcomes that need no search.
    fn answer_at_once(&self, world: &Traversability, workspace: &mut Workspace) -> Option<Outcome> {
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
        let plane = self.moves.fixed_axis();
        if plane.is_some_and(|axis| axis.of(self.start) != axis.of(self.goal)) {
            return Some(Outcome::Unreachable);
        }
        (self.corners == CornerRule::Strict && self.ends_are_disconnected(world))
            .then_some(Outcome::Unreachable)
    }

    /// Whether the ends are known to lie in different components. Diagonals that may cut corners
    /// join what components keep apart, so that says nothing about them.
    fn ends_are_disconnected(&self, world: &Traversability) -> bool {
        match (world.component(self.start), world.component(self.goal)) {
            (Some(start), Some(goal)) => start != goal,
            _ => false,
        }
    }

    /// Pruning is exact where terrain is uniform; the bucket queue, where estimates are consistent.
    fn engine(&self) -> Engine {
        let prunable = self.terrain.is_none() && self.heuristic.bound(self.moves).is_admissible();
        match self.algorithm {
            Algorithm::Auto if prunable => Engine::JumpFromBothEnds,
            Algorithm::Jump if prunable => Engine::Jump,
            Algorithm::Canonical if prunable => Engine::Canonical,
            _ => Engine::Plain,
        }
    }

    fn drive(&self) -> Drive<'q> {
        Drive {
            limits: self.limits,
            cancel: self.cancel,
            guarantee: self.guarantee(),
        }
    }

    fn ends(&self, side: Side) -> Ends {
        match side {
            Side::Start => Ends {
                from: self.start,
                to: self.goal,
                side,
            },
            Side::Goal => Ends {
                from: self.goal,
                to: self.start,
                side,
            },
        }
    }

    fn weighed(&self, heuristic: Heuristic, goal: IVec3, weighing: Weighing) -> Weighed {
        Weighed {
            heuristic,
            moves: self.moves,
            goal,
            weighing,
        }
    }
}

/// Which expansion policy and open list answer a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Engine {
    Plain,
    Canonical,
    Jump,
    JumpFromBothEnds,
}

/// A query being answered.
struct Attempt<'a> {
    query: &'a Query<'a>,
    world: &'a Traversability,
    pruning: &'static Pruning,
    path: Path,
}

impl Attempt<'_> {
    /// Every legal move, on a binary heap.
    fn plain(
        self,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Result<Solution, OutOfKeys> {
        let Self {
            query,
            world,
            pruning,
            path,
        } = self;
        let (heuristic, weighing, reopening) = match query.algorithm {
            Algorithm::Dijkstra => (
                Heuristic::Zero,
                Weighing::Sum(Weight::ONE),
                Reopening::Allowed,
            ),
            Algorithm::WeightedAStar(weight) => {
                (query.heuristic, Weighing::Sum(weight), Reopening::Allowed)
            }
            Algorithm::GreedyBestFirst => {
                (query.heuristic, Weighing::EstimateOnly, Reopening::Never)
            }
            _ => (
                query.heuristic,
                Weighing::Sum(Weight::ONE),
                Reopening::Allowed,
            ),
        };
        let memory = workspace.forward.begin(world.bounds());
        let search = BestFirst::new(
            Plain {
                world,
                pruning,
                terrain: query.terrain,
            },
            query.weighed(heuristic, query.goal, weighing),
            &mut memory.heap,
            &mut memory.records,
            query.ends(Side::Start),
            reopening,
        )?;
        Ok(query.drive().alone(search, path, observer))
    }

    /// The moves that survive pruning, on a bucket queue.
    fn pruned<E: Estimate>(
        self,
        engine: Engine,
        estimate: impl Fn(IVec3) -> E,
        workspace: &mut Workspace,
        observer: &mut impl Observer,
    ) -> Result<Solution, OutOfKeys> {
        let Self {
            query,
            world,
            pruning,
            path,
        } = self;
        let bounds = world.bounds();
        let jump = |goal| Jump {
            world,
            pruning,
            goal,
        };
        let Workspace {
            forward, backward, ..
        } = workspace;
        let ends = query.ends(Side::Start);
        let forward = forward.begin(bounds);
        if engine == Engine::Canonical {
            let expansion = Canonical { world, pruning };
            let search = forward.search(expansion, estimate(ends.to), ends)?;
            return Ok(query.drive().alone(search, path, observer));
        }
        let search = forward.search(jump(ends.to), estimate(ends.to), ends)?;
        if engine == Engine::Jump {
            return Ok(query.drive().alone(search, path, observer));
        }
        let ends = query.ends(Side::Goal);
        let other = backward
            .begin(bounds)
            .search(jump(ends.to), estimate(ends.to), ends)?;
        Ok(query.drive().race(search, other, path, observer))
    }
}
