//! Routes: what is asked of a navigator, and its answers in world space.

use glam::DVec3;
use voxnav_occupancy::{Lattice, Traversability};
use voxnav_search::{
    Algorithm, CornerRule, Cost, Heuristic, Limits, MoveSet, Outcome, Path, Query, Statistics,
    Terrain, Workspace,
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
    /// What room to keep from what blocks the agent. Pruning needs uniform terrain, so searches
    /// that keep away are plain ones.
    pub keep_away: Option<KeepAway>,
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

/// The answer to "how do I get from here to there?" in world space.
#[derive(Clone, Debug, PartialEq)]
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
}

impl Route {
    /// Whether the waypoints lead all the way.
    #[must_use]
    pub fn is_found(&self) -> bool {
        self.outcome.path().is_some()
    }

    /// The path that the waypoints show: to the goal, or as far as it goes.
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
        let mut query = Query::new(lattice.cell_at(from)?, lattice.cell_at(to)?)
            .moves(options.moves)
            .corners(options.corners)
            .algorithm(options.algorithm)
            .heuristic(options.heuristic)
            .limits(options.limits);
        if !terrain.is_uniform() {
            query = query.terrain(terrain);
        }
        let solution = query.solve(world, workspace);
        let path = solution.outcome.any_path();
        let waypoints = path.map_or_else(Vec::new, |path| {
            path.cells().map(|cell| lattice.center(cell)).collect()
        });
        let length = path.map_or(0.0, |path| moved(path).length() * lattice.size());
        Ok(Self {
            waypoints,
            length,
            statistics: solution.statistics,
            outcome: solution.outcome,
        })
    }
}

/// What the moves of a path cost, terrain aside.
fn moved(path: &Path) -> Cost {
    let runs = path.runs().iter();
    runs.map(|run| run.direction.cost() * run.moves).sum()
}
