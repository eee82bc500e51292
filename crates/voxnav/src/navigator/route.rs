//! Routes: what is asked of a navigator, and its answers in world space.

use glam::{DVec3, IVec3};
use voxnav_occupancy::{Agent, Lattice};
use voxnav_search::{
    Algorithm, CornerRule, Cost, Heuristic, Limits, MoveSet, Outcome, Partial, Path, Query,
    SnapPolicy, Solution, Statistics,
};

use super::{KeepAway, NavigatorError, RouteEnd};

/// How routes are searched for: 26 moves, strict corners, the fastest exact algorithm, and at most
/// [`RouteOptions::DEFAULT_MEMORY`] of search memory by default.
///
/// ```
/// use voxnav::{Axis, Limits, MoveSet, RouteOptions};
/// let on_the_ground = RouteOptions::default()
///     .moves(MoveSet::Planar8(Axis::Y))
///     .limits(Limits::none().expanded(100_000));
/// assert_eq!(on_the_ground.moves, MoveSet::Planar8(Axis::Y));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
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
    /// Where to stop although there may be a way: [`Outcome::LimitReached`].
    pub limits: Limits,
    /// What room to keep from what blocks the agent. Little can be pruned where that makes
    /// neighbouring cells cost differently, so such searches expand more.
    pub keep_away: Option<KeepAway>,
    /// What becomes of a start where the agent cannot be; the radius is in world units.
    pub start: SnapPolicy<f64>,
    /// What becomes of a goal where the agent cannot get; the radius is in world units.
    pub goal: SnapPolicy<f64>,
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

impl Default for RouteOptions {
    fn default() -> Self {
        Self {
            moves: MoveSet::default(),
            corners: CornerRule::default(),
            algorithm: Algorithm::default(),
            heuristic: Heuristic::default(),
            limits: Limits::none().memory(Self::DEFAULT_MEMORY),
            keep_away: None,
            start: SnapPolicy::Exact,
            goal: SnapPolicy::Exact,
            partial: Partial::default(),
            explain: Explain::default(),
        }
    }
}

impl RouteOptions {
    /// The search memory that a route may take unless the options say otherwise: 1 GiB, for millions of
    /// expansions. A search that would take more ends as [`Outcome::LimitReached`] with the way to the
    /// best cell so far; [`Limits::none`] allows whatever there is.
    pub const DEFAULT_MEMORY: u64 = 1 << 30;

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
            start: SnapPolicy::Nearest { radius },
            ..self
        }
    }

    /// The same with a goal that may be moved so far, in world units.
    #[must_use]
    pub fn snap_goal(self, radius: f64) -> Self {
        Self {
            goal: SnapPolicy::Nearest { radius },
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

    /// Refuses lengths that are none.
    pub(super) fn check(&self) -> Result<(), NavigatorError> {
        if let Some(keep_away) = self.keep_away {
            check_length("distance to keep away", keep_away.distance)?;
            if keep_away.weight == 0 {
                return Err(NavigatorError::Weight);
            }
        }
        for (what, snapping) in [
            ("radius of the start", self.start),
            ("radius of the goal", self.goal),
        ] {
            if let SnapPolicy::Nearest { radius } = snapping {
                check_length(what, radius)?;
            }
        }
        Ok(())
    }

    /// The query that asks for a route under these options over a lattice, keeping away apart.
    #[must_use]
    pub fn query(&self, lattice: &Lattice, start: IVec3, goal: IVec3) -> Query<'static> {
        let in_cells = |snapping| match snapping {
            SnapPolicy::Nearest { radius } => SnapPolicy::Nearest {
                radius: cells(radius / lattice.size()),
            },
            _ => SnapPolicy::Exact,
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

/// Refuses what is no length: negative ones and NaN.
pub(super) fn check_length(what: &'static str, length: f64) -> Result<(), NavigatorError> {
    if length >= 0.0 {
        Ok(())
    } else {
        Err(NavigatorError::Length { what, length })
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
    /// The way in world units, from one position straight to the next: from the start that was asked
    /// for over the centers of the cells of the path to the goal that was asked for; an end that is not
    /// [joined](RouteEnd::Joined) is left out. After a limit the way leads to the best cell reached,
    /// before unknown space to the last known one, and there is none where no path is known.
    pub waypoints: Vec<DVec3>,
    /// The length along the waypoints in world units, zero without any: that of the path, and of the
    /// ways from the start to its first cell and from its last to the goal. What terrain adds is in the
    /// cost of the path alone.
    pub length: f64,
    /// What the search took.
    pub statistics: Statistics,
    /// How the route meets the start that was asked for.
    #[cfg_attr(feature = "serde", serde(default))]
    pub start: RouteEnd,
    /// How the route meets the goal that was asked for; a goal of many cells has no position to be met.
    #[cfg_attr(feature = "serde", serde(default))]
    pub goal: RouteEnd,
    /// How far the first waypoint is from the start that was asked for, if that was
    /// [moved](RouteEnd::Snapped), in world units; else zero.
    pub start_moved: f64,
    /// How far the last waypoint is from the goal, likewise.
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

    /// An answer without a path.
    pub(super) fn without_path(outcome: Outcome, statistics: Statistics) -> Self {
        Self {
            outcome,
            waypoints: Vec::new(),
            length: 0.0,
            statistics,
            start: RouteEnd::Joined,
            goal: RouteEnd::Unreached,
            start_moved: 0.0,
            goal_moved: 0.0,
            enclosure: None,
        }
    }

    /// Begins the route at a position with a clear way to its first waypoint.
    pub(super) fn prepend(&mut self, position: DVec3) {
        if let Some(&first) = self.waypoints.first()
            && first != position
        {
            self.waypoints.insert(0, position);
            self.length += position.distance(first);
        }
    }

    /// Ends the route at a position that its last waypoint has a clear way to.
    pub(super) fn append(&mut self, position: DVec3) {
        if let Some(&last) = self.waypoints.last()
            && last != position
        {
            self.waypoints.push(position);
            self.length += last.distance(position);
        }
    }

    /// Leaves out all but the ends.
    pub(super) fn go_straight(&mut self) {
        if let [first, .., last] = self.waypoints[..] {
            self.waypoints = vec![first, last];
            self.waypoints.dedup();
            self.length = first.distance(last);
        }
    }

    /// The positions at the ends that the route is joined to.
    pub(crate) fn joined_ends(&self) -> [Option<DVec3>; 2] {
        let is_joined = |end| end == RouteEnd::Joined;
        let first = self.waypoints.first().filter(|_| is_joined(self.start));
        let last = self.waypoints.last().filter(|_| is_joined(self.goal));
        [first.copied(), last.copied()]
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
        let [start_moved, goal_moved] = [solution.snapped.start, solution.snapped.goal]
            .map(|distance| distance.length() * lattice.size());
        let end = |moved: f64, is_met: bool| match is_met {
            false => RouteEnd::Unreached,
            true if moved > 0.0 => RouteEnd::Snapped,
            true => RouteEnd::Joined,
        };
        Self {
            waypoints,
            length,
            start: end(start_moved, path.is_some()),
            goal: end(goal_moved, solution.outcome.path().is_some()),
            start_moved,
            goal_moved,
            ..Self::without_path(solution.outcome, solution.statistics)
        }
    }
}

/// What the moves of a path cost, terrain aside.
fn moved(path: &Path) -> Cost {
    let runs = path.runs().iter();
    runs.map(|run| run.direction.cost() * run.moves).sum()
}
