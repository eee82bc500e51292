//! Routes: what is asked of a navigator, and its answers in world space.

use glam::{DVec3, IVec3};
use voxnav_occupancy::{Agent, Lattice, Traversability};
use voxnav_search::{
    Algorithm, CornerRule, Cost, Heuristic, Limits, MoveSet, Outcome, Partial, Path, Query,
    Snapping, Solution, Statistics, Terrain, Workspace,
};

use super::{KeepAway, NavigatorError};

/// How routes are searched for: 26 moves, strict corners, the fastest exact algorithm and no limits
/// by default.
///
/// ```
/// use voxnav::{Axis, Limits, MoveSet, RouteOptions};
/// let on_the_ground = RouteOptions::default()
///     .moves(MoveSet::Planar8(Axis::Y))
///     .limits(Limits::none().expanded(100_000));
/// assert_eq!(on_the_ground.moves, MoveSet::Planar8(Axis::Y));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct RouteOptions {
    /// The moves from cell to cell.
    pub moves: MoveSet,
    /// What a diagonal move must find traversable.
    pub corners: CornerRule,
    /// How to search.
    pub algorithm: Algorithm,
    /// What guides the search.
    pub heuristic: Heuristic,
    /// Where to stop although there may be a way.
    pub limits: Limits,
    /// What room to keep from what blocks the agent. Little can be pruned where that makes
    /// neighbouring cells cost differently, so such searches expand more.
    pub keep_away: Option<KeepAway>,
    /// What becomes of a start where the agent cannot be; the radius is in world units.
    pub start: Snapping<f64>,
    /// What becomes of a goal where the agent cannot get; the radius is in world units.
    pub goal: Snapping<f64>,
    /// Whether part of a way is wanted where there is no whole one.
    pub partial: Partial,
    /// What is to be told of goals that cannot be reached.
    pub explain: Explain,
}

/// What is to be told of a goal that cannot be reached, besides that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Explain {
    /// Nothing more.
    #[default]
    Nothing,
    /// How large the agent could be and still get there, in [`Route::enclosure`]. Takes up to nine
    /// bakes of the world: for a message to a person.
    LargestAgent,
}

/// Why the goal of an agent is out of its reach.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Enclosure {
    /// The largest agent of the same shape, to a 128th, that gets there by moves that cut no
    /// corners; `None` if not even a point does.
    pub largest: Option<Agent>,
}

impl RouteOptions {
    /// The same with these moves.
    #[must_use]
    pub fn moves(self, moves: MoveSet) -> Self {
        Self { moves, ..self }
    }

    /// The same with this corner rule.
    #[must_use]
    pub fn corners(self, corners: CornerRule) -> Self {
        Self { corners, ..self }
    }

    /// The same with this algorithm.
    #[must_use]
    pub fn algorithm(self, algorithm: Algorithm) -> Self {
        Self { algorithm, ..self }
    }

    /// The same with this heuristic.
    #[must_use]
    pub fn heuristic(self, heuristic: Heuristic) -> Self {
        Self { heuristic, ..self }
    }

    /// The same with these limits.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The same, keeping so much room.
    #[must_use]
    pub fn keep_away(self, keep_away: KeepAway) -> Self {
        Self {
            keep_away: Some(keep_away),
            ..self
        }
    }
}

impl RouteOptions {
    /// The same with a start that may be moved so far, in world units.
    #[must_use]
    pub fn snap_start(self, radius: f64) -> Self {
        Self {
            start: Snapping::Nearest { radius },
            ..self
        }
    }

    /// The same with a goal that may be moved so far, in world units.
    #[must_use]
    pub fn snap_goal(self, radius: f64) -> Self {
        Self {
            goal: Snapping::Nearest { radius },
            ..self
        }
    }

    /// The same, with part of a way where there is no whole one, or without.
    #[must_use]
    pub fn partial(self, partial: Partial) -> Self {
        Self { partial, ..self }
    }

    /// The same, telling so much of goals that cannot be reached.
    #[must_use]
    pub fn explain(self, explain: Explain) -> Self {
        Self { explain, ..self }
    }

    /// The query that asks for a route under these options over a lattice, keeping away apart.
    #[must_use]
    pub fn query(&self, lattice: &Lattice, start: IVec3, goal: IVec3) -> Query<'static> {
        let in_cells = |snapping| match snapping {
            Snapping::Nearest { radius } => Snapping::Nearest {
                radius: cells(radius / lattice.size()),
            },
            _ => Snapping::Exact,
        };
        Query::new(start, goal)
            .moves(self.moves)
            .corners(self.corners)
            .algorithm(self.algorithm)
            .heuristic(self.heuristic)
            .limits(self.limits)
            .snap_start(in_cells(self.start))
            .snap_goal(in_cells(self.goal))
            .partial(self.partial)
    }
}

/// A length in cells as a cost; nothing if it is negative or not a number.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "casts saturate, and lengths are rounded to 2^-30 of a cell"
)]
pub(super) fn cells(length: f64) -> Cost {
    Cost::from_raw((length * Cost::STRAIGHT.raw() as f64).round() as u64)
}

/// The answer to "how do I get from here to there?" in world space.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Route {
    /// How the search ended; where it has a path, the path in cells.
    pub outcome: Outcome,
    /// The centers of the cells of the path, in world units, from the cell that owns the start to
    /// the one that owns the goal: neighbors follow each other. After a limit they lead to the
    /// best cell reached, before unknown space to the last known one, and there are none where no
    /// path is known.
    pub waypoints: Vec<DVec3>,
    /// The length along the waypoints in world units, zero without any. What terrain adds is in the
    /// cost of the path alone.
    pub length: f64,
    /// What the search took.
    pub statistics: Statistics,
    /// How far the start was moved, in world units: from the center of the cell that owns it.
    pub start_moved: f64,
    /// How far the goal was moved, likewise.
    pub goal_moved: f64,
    /// Why the goal is out of reach, if it is and the options ask for that.
    pub enclosure: Option<Enclosure>,
}

impl Route {
    /// Whether the waypoints lead all the way.
    #[must_use]
    pub fn is_found(&self) -> bool {
        self.outcome.path().is_some()
    }

    /// The path that the waypoints show: to the goal, to the boundary of known space, or to the best
    /// cell reached.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.outcome.any_path()
    }

    /// Searches one snapshot.
    pub(super) fn find(
        lattice: &Lattice,
        world: &Traversability,
        [from, to]: [DVec3; 2],
        options: &RouteOptions,
        terrain: &Terrain,
        workspace: &mut Workspace,
    ) -> Result<Self, NavigatorError> {
        let query = options.query(lattice, lattice.cell_at(from)?, lattice.cell_at(to)?);
        Ok(Self::answer(query, lattice, world, terrain, workspace))
    }

    /// Asks a query of one snapshot.
    pub(super) fn answer(
        query: Query<'_>,
        lattice: &Lattice,
        world: &Traversability,
        terrain: &Terrain,
        workspace: &mut Workspace,
    ) -> Self {
        let solution = if terrain.is_uniform() {
            query.solve(world, workspace)
        } else {
            query.terrain(terrain).solve(world, workspace)
        };
        Self::from_solution(solution, lattice)
    }

    /// A solution in world space, such as that of a [`Search`](crate::Search) over a snapshot that a
    /// navigator handed out.
    #[must_use]
    pub fn from_solution(solution: Solution, lattice: &Lattice) -> Self {
        let path = solution.outcome.any_path();
        let waypoints = path.map_or_else(Vec::new, |path| {
            path.cells().map(|cell| lattice.center(cell)).collect()
        });
        let length = path.map_or(0.0, |path| moved(path).length() * lattice.size());
        let [start_moved, goal_moved] = [solution.moved.start, solution.moved.goal]
            .map(|distance| distance.length() * lattice.size());
        Self {
            waypoints,
            length,
            statistics: solution.statistics,
            outcome: solution.outcome,
            start_moved,
            goal_moved,
            enclosure: None,
        }
    }
}

/// What the moves of a path cost, terrain aside.
fn moved(path: &Path) -> Cost {
    let runs = path.runs().iter();
    runs.map(|run| run.direction.cost() * run.moves).sum()
}
