//! The beginning of a route: its second waypoint can be reached straight, in one move, from where the agent is.
//!
//! An agent whose caller asks for a route in every frame and goes toward the second waypoint must get on. Over the
//! center of its own cell it would not: once it is past the center, the next route leads back there. So a route leaves
//! that center out where the agent gets straight to the next cell (flying agents: here; on the ground:
//! `ground/setting_out.rs`). Where it does not, a search of a few cells looks for a path of equal cost whose second cell it
//! gets straight to: the agent may be on its way to that cell along another path. If there is none, a flying agent goes
//! over the center of a cell that its first move passes, as long as this is shorter than over the center of its own.
//!
//! INVARIANT: all cells that an agent passes on its straight line to the second waypoint cost less from there to the goal
//! than its own cell does: each lies in the box of the first move, and one shorter move leads on from it. An agent never
//! comes back to a cell, so it arrives.

use glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, Lattice, LatticeError};
use voxnav_search::{Action, Cost, Heuristic, Limits, Move, Path, Workspace, verify_flight};

use crate::following::exactness;
use crate::routes::answers::route::Route;
use crate::routes::questions::ends::{REACH, RouteEnd};
use crate::routes::questions::sides::shape_of_cells;
use crate::routes::views::flight_view::FlightView;
use crate::routes::views::view::View;
use crate::smoothing::foot;

/// The number of first moves of a path that others may replace.
const REPLACED: u64 = 16;

/// The most expansions of a search for these others.
const EXPANDED: u64 = 64;

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
            slack: exactness(position, lattice) / lattice.shortest_side(),
        }
    }

    /// Returns whether the agent is on the straight line between the centers of the cells, seen along some axes only. The
    /// farther along it is, the farther it may have drifted off: one that has not come to the first center goes there.
    pub(crate) fn is_on_line(&self, seen: DVec3) -> bool {
        let [from, to] = self.cells.map(|cell| cell.as_dvec3() * seen);
        let at = self.position * seen;
        let near = foot(at, from, to);
        let drift = 1.0 + (DRIFT - 1.0) * near.distance(from).min(1.0);
        at.distance(near) <= self.slack * drift
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
pub(in crate::routes) fn set_out(view: FlightView<'_>, position: DVec3, mut route: Route) -> Route {
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
        if leaves_center(view, position, first, &route) == Ok(true) {
            route.skip_second();
        }
        return route;
    };
    if route.waypoints.get(1..3) != Some(&[first, second].map(center)) {
        return route;
    }
    let cells = [first, second];
    let is_uniform = view.terrain().is_uniform();
    if skips_center(view, position, cells) == Ok(true) {
        route.skip_second();
    } else if !is_uniform || view.lattice().cell_at(position) != Ok(first) {
        return route;
    } else if let Some(other) = other_path(view, position, &route) {
        route.go_by(other, 1, &view);
        route.skip_second();
    } else if let Some(passed) = passed_cell(view, position, cells) {
        route.go_over(center(passed));
    }
    route
}

/// Returns the cell that a move passes over whose center the agent has the shortest way to the end of the move, if that is
/// shorter than over the center of the first cell.
fn passed_cell(view: FlightView<'_>, position: DVec3, cells: [IVec3; 2]) -> Option<IVec3> {
    let at = view.lattice().coordinates_of(position).ok()?;
    let [first, second] = cells;
    let length = |cell: IVec3| {
        let center = cell.as_dvec3();
        at.distance(center) + center.distance(second.as_dvec3())
    };
    let passed = CellBox::new(first.min(second), first.max(second) + 1);
    let passed = passed.cells().filter(|&cell| {
        let is_shorter = !cells.contains(&cell) && length(cell) < length(first);
        is_shorter
            && is_legal(view, &[first, cell, second])
            && skips_center(view, position, [first, cell]) == Ok(true)
    });
    passed.min_by(|&a, &b| length(a).total_cmp(&length(b)))
}

/// Returns whether moves lead from each cell to the next.
fn is_legal(view: FlightView<'_>, cells: &[IVec3]) -> bool {
    verify_flight(cells.iter().copied(), view.moves()).is_ok()
}

/// Returns a path of equal cost whose second cell the agent gets straight to.
fn other_path(view: FlightView<'_>, position: DVec3, route: &Route) -> Option<Path> {
    let (moves, shape) = (view.moves().moves, view.moves().shape);
    let at = view.lattice().coordinates_of(position).ok()?;
    let head = Head::of(route.outcome.path()?)?;
    let first = head.moves.start();
    let made = moves.directions().map(|direction| Move {
        to: first + direction.offset(),
        cost: shape.cost(direction),
        action: Action::Fly,
    });
    let goal = head.end();
    let estimate = |from| Heuristic::Octile.estimate_by(moves, shape, from, goal);
    let made = head.by_length((at, shape_of_cells(view.lattice())), made, estimate);
    let made = made.into_iter().filter(|made| {
        let cells = [first, made.to];
        is_legal(view, &cells) && skips_center(view, position, cells) == Ok(true)
    });
    head.replaced(&view, made)
}

/// The first moves of a path, which others may replace.
pub(crate) struct Head {
    moves: Path,
    rest: Path,
}

impl Head {
    /// Returns the first moves of a path, if that goes from cell to cell.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let moves = path.part(0..REPLACED)?;
        let rest = path.part(moves.move_count()..u64::MAX)?;
        Some(Self { moves, rest })
    }

    /// Returns the cell where they end.
    pub(crate) fn end(&self) -> IVec3 {
        self.moves.goal()
    }

    /// Returns those of `moves` with which a path of equal cost may begin, by a lower bound on the cost from a cell to
    /// the end. The first one makes the shortest way from the coordinates of the agent.
    pub(crate) fn by_length(
        &self,
        (at, shape): (DVec3, DVec3),
        moves: impl IntoIterator<Item = Move>,
        estimate: impl Fn(IVec3) -> Cost,
    ) -> Vec<Move> {
        let whole = self.moves.cost();
        let may_lead = |made: &Move| made.cost + estimate(made.to) <= whole;
        let length =
            |made: &Move| (shape * (at - made.to.as_dvec3())).length() - made.cost.length();
        let mut moves: Vec<(f64, Move)> = (moves.into_iter())
            .filter(may_lead)
            .map(|made| (length(&made), made))
            .collect();
        moves.sort_by(|a, b| a.0.total_cmp(&b.0));
        moves.into_iter().map(|(_, made)| made).collect()
    }

    /// Returns the path with other first moves of the same cost. The first of them is one of `moves`.
    pub(crate) fn replaced(
        &self,
        view: &View,
        moves: impl IntoIterator<Item = Move>,
    ) -> Option<Path> {
        let [start, end] = [self.moves.start(), self.end()];
        let mut workspace = Workspace::new();
        moves.into_iter().find_map(|made| {
            let left = self.moves.cost() - made.cost;
            let limits = Limits::none().cost(left).expanded(EXPANDED);
            let (others, _) = view.short_path([made.to, end], limits, &mut workspace);
            let first = Path::of_moves(start, [made]);
            first.joined(&others?)?.joined(&self.rest)
        })
    }
}

/// Returns whether an agent gets straight to the end of its route, which is near and where the cell of the position is
/// not the one that the route leads to: such an end may be joined to another cell than the agent on its way there is.
fn sees_end(view: FlightView<'_>, position: DVec3, route: &Route) -> Result<bool, LatticeError> {
    let (lattice, path) = (&view.held.lattice, route.path());
    let ends = path.zip(route.waypoints.last());
    let Some((path, &end)) = ends.filter(|_| route.goal == RouteEnd::Joined) else {
        return Ok(false);
    };
    let [own, last] = [lattice.cell_at(position)?, lattice.cell_at(end)?];
    let is_near = (own - last).abs().max_element() <= REACH;
    Ok(last != path.goal() && is_near && view.is_clear(position, end))
}

/// Returns whether an agent is on the straight line from the center of the only cell of its path to the end of its route:
/// at a center that its numbers do not hold it would stay.
fn leaves_center(
    view: FlightView<'_>,
    position: DVec3,
    own: IVec3,
    route: &Route,
) -> Result<bool, LatticeError> {
    let lattice = view.lattice();
    let &[_, center, end] = &route.waypoints[..] else {
        return Ok(false);
    };
    if center != lattice.center(own) || lattice.cell_at(position)? != own {
        return Ok(false);
    }
    let near = foot(position, center, end);
    Ok(position.distance(near) <= exactness(position, lattice) * DRIFT)
}

/// Returns whether an agent may leave out the center of the first cell of its path.
fn skips_center(
    view: FlightView<'_>,
    position: DVec3,
    cells: [IVec3; 2],
) -> Result<bool, LatticeError> {
    let (lattice, world) = (&view.held.lattice, &view.moves().world);
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
