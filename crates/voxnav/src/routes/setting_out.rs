//! The beginning of a route: its second waypoint can be reached straight, in one move, from where the agent is.
//!
//! An agent whose caller asks for a route in every frame and goes toward the second waypoint must get on. Over the
//! center of its own cell it would not: once it is past the center, the next route leads back there. So a route leaves
//! that center out where the agent gets straight to the next cell (flying agents: here; on the ground:
//! `ground/setting_out.rs`).
//!
//! INVARIANT: all cells that an agent passes on its straight line to the next cell of its path cost less from there to
//! the goal than its own cell does: each lies in the box of the move, and one shorter move leads on from it. An agent
//! never comes back to a cell, so it arrives.

use glam::{DVec3, IVec3};
use voxnav_occupancy::{Lattice, LatticeError};
use voxnav_search::{Cost, Move, Path, PathRun};

use super::ends::REACH;
use super::{AgentView, Route, RouteEnd};
use crate::following::exactness;
use crate::smoothing::foot;

/// The moves at the beginning of a path among which another one may be the first.
const REORDERED: u64 = 16;

/// The drift of an agent off a straight line that it goes along in many frames, at most, in roundings of its position.
const DRIFT: f64 = 16.0;

/// The beginning of a route that begins off the center of its first cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SettingOut {
    /// Straight to the second cell, where the agent gets straight to it.
    Straight,
    /// Over the center of the first cell: for replanners, which know where on a route an agent is.
    OverCenter,
}

/// The first move of a route, as the agent sees it, in cells.
pub(crate) struct FirstMove {
    /// The position of the agent.
    pub(crate) position: DVec3,
    pub(crate) cells: [IVec3; 2],
    /// The distance by which the position may be off by rounding.
    pub(crate) slack: f64,
}

impl FirstMove {
    /// Makes the move from an agent that is at a position, and at these coordinates in cells.
    pub(crate) fn new(
        lattice: &Lattice,
        position: DVec3,
        coordinates: DVec3,
        cells: [IVec3; 2],
    ) -> Self {
        Self {
            position: coordinates,
            cells,
            slack: exactness(position, lattice) / lattice.size(),
        }
    }

    /// Returns whether the agent is on the straight line between the centers of the cells, seen along some axes only.
    pub(crate) fn is_on_line(&self, seen: DVec3) -> bool {
        let [from, to] = self.cells.map(|cell| cell.as_dvec3() * seen);
        let at = self.position * seen;
        at.distance(foot(at, from, to)) <= self.slack * DRIFT
    }

    /// Returns a point of each part of the straight line to a place that lies in one cell, but for parts that drifting
    /// makes.
    pub(crate) fn parts(&self, to: DVec3) -> impl Iterator<Item = DVec3> {
        let (from, slack) = (self.position, self.slack * DRIFT);
        let way = to - from;
        let mut borders = vec![0.0, 1.0];
        for axis in 0..3 {
            let (begin, end) = (from[axis], to[axis]);
            let mut border = (begin.min(end) + 0.5).floor() + 0.5;
            while border < begin.max(end) {
                borders.push((border - begin) / way[axis]);
                border += 1.0;
            }
        }
        borders.sort_by(f64::total_cmp);
        let length = way.length();
        let parts: Vec<DVec3> = (borders.windows(2))
            .filter(|part| (part[1] - part[0]) * length > slack)
            .map(|part| from + way * f64::midpoint(part[0], part[1]))
            .collect();
        parts.into_iter()
    }
}

/// Has a route of a flying agent set out straight.
pub(super) fn set_out(view: &AgentView, position: DVec3, mut route: Route) -> Route {
    let Some(path) = route.path() else {
        return route;
    };
    let (first, second) = (path.start(), path.cells().nth(1));
    let center = |cell| view.held.lattice.center(cell);
    if route.start != RouteEnd::Joined {
        return route;
    }
    if sees_end(view, position, &route) == Ok(true) {
        route.go_straight();
        return route;
    }
    let Some(second) = second else {
        return route;
    };
    if route.waypoints.get(1..3) != Some(&[first, second].map(center)) {
        return route;
    }
    if skips_center(view, position, [first, second]) == Ok(true) {
        route.skip_second();
    } else if view.lattice().cell_at(position) == Ok(first)
        && let Some(other) = reordered_path(view, position, &route)
    {
        route.go_by(other, 1, center);
        route.skip_second();
    }
    route
}

/// Returns a path of equal cost whose second cell the agent gets straight to.
fn reordered_path(view: &AgentView, position: DVec3, route: &Route) -> Option<Path> {
    let (settings, world) = (&view.held.options.settings, &view.held.moves.world);
    if !view.terrain().is_uniform() {
        return None;
    }
    let cost_of = |path: &Path| (path.verify(world, settings.moves, settings.corners, None)).ok();
    let mut others = reordered(route.outcome.path()?, cost_of);
    others.find(|other| {
        let second = other.cells().nth(1);
        let skips = second.map(|second| skips_center(view, position, [other.start(), second]));
        skips == Some(Ok(true))
    })
}

/// Returns the paths that take another one of their next moves first, where that is legal and costs the same.
pub(crate) fn reordered(
    path: &Path,
    cost_of: impl Fn(&Path) -> Option<Cost>,
) -> impl Iterator<Item = Path> {
    let head = path.part(0..REORDERED);
    let rest = (head.as_ref()).and_then(|head| path.part(head.move_count()..u64::MAX));
    let mut steps: Vec<PathRun> = Vec::new();
    for run in head.iter().flat_map(Path::runs) {
        steps.extend((0..run.moves).map(|_| PathRun { moves: 1, ..*run }));
    }
    let is_new = |&later: &usize| {
        let met = &steps[..later];
        met.iter().all(|it| it.step != steps[later].step)
    };
    let others: Vec<usize> = (1..steps.len()).filter(is_new).collect();
    others.into_iter().filter_map(move |later| {
        let (head, rest) = (head.as_ref()?, rest.as_ref()?);
        let mut order = steps.clone();
        order[..=later].rotate_right(1);
        let mut at = head.start();
        let moves = order.into_iter().map(|run| {
            at += run.step;
            Move {
                to: at,
                cost: run.cost,
                action: run.action,
            }
        });
        let other = Path::of_moves(head.start(), moves);
        (cost_of(&other) == Some(head.cost())).then(|| other.joined(rest))?
    })
}

/// Returns whether an agent gets straight to the end of its route, which is near and where the cell of the position is
/// not the one that the route leads to: such an end may be joined to another cell than the agent on its way there is.
fn sees_end(view: &AgentView, position: DVec3, route: &Route) -> Result<bool, LatticeError> {
    let (lattice, path) = (&view.held.lattice, route.path());
    let ends = path.zip(route.waypoints.last());
    let Some((path, &end)) = ends.filter(|_| route.goal == RouteEnd::Joined) else {
        return Ok(false);
    };
    let [own, last] = [lattice.cell_at(position)?, lattice.cell_at(end)?];
    let is_near = (own - last).abs().max_element() <= REACH;
    Ok(last != path.goal() && is_near && view.is_clear(position, end))
}

/// Returns whether an agent may leave out the center of the first cell of its path.
fn skips_center(
    view: &AgentView,
    position: DVec3,
    cells: [IVec3; 2],
) -> Result<bool, LatticeError> {
    let (lattice, world) = (&view.held.lattice, &view.held.moves.world);
    let [first, second] = cells;
    let own = lattice.cell_at(position)?;
    let coordinates = lattice.coordinates_of(position)?;
    let ahead = FirstMove::new(lattice, position, coordinates, cells);
    if own == first && ahead.is_on_line(DVec3::ONE) {
        return Ok(true);
    }
    if !view.is_clear(position, lattice.center(second)) {
        return Ok(false);
    }
    if own == first {
        let mut passed = ahead
            .parts(second.as_dvec3())
            .map(|part| part.round().as_ivec3());
        return Ok(passed.all(|cell| world.is_traversable(cell)));
    }
    // The cell of the position is not the agent's: it is at the nearest center, or past that.
    let [from, to] = cells.map(IVec3::as_dvec3);
    Ok(coordinates.distance(to) <= from.distance(to))
}
