//! The beginning of a route on the ground: straight to the next cell where every position between is at one of the two,
//! else over the middle of the own cell, and there over the edge of a step or a drop.

use glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, Stance};
use voxnav_search::{Action, Cost, Move, Path, SnapPolicy, Successors};

use super::GroundView;
use crate::routes::questions::sides::shape_of_cells;
use crate::routes::{
    FirstMove, Head, PositionedMoves, Question, Route, RouteEnd, RouteError, Target,
};

/// The height, in cells, up to which an agent above its cell stands in it.
const STANDS: f64 = 0.5;

/// An agent and the first cell of its route.
struct Beginning<'a> {
    view: GroundView<'a>,
    position: DVec3,
    /// The position in cells.
    coordinates: DVec3,
    first: IVec3,
    up: DVec3,
    /// The distance by which the position may be off by rounding, in cells.
    slack: f64,
}

/// Has a route set out straight from the position that it was asked for.
pub(super) fn set_out(
    view: GroundView<'_>,
    question: &Question,
    mut route: Route,
) -> Result<Route, RouteError> {
    let position = question.start.position;
    let Some(path) = route.path() else {
        return Ok(route);
    };
    let first = path.start();
    let made = path.moves().next();
    let is_there = matches!(&question.target, Target::Position(end) if end.position == position);
    let is_at_goal = made.is_none() && is_there && route.is_found();
    if is_at_goal || view.end(position, SnapPolicy::Exact)?.cell != Some(first) {
        return Ok(route);
    }
    let coordinates = view.in_cells(position)?;
    let cells = [first; 2];
    let slack = FirstMove::new(view.lattice(), position, coordinates, cells).slack;
    let up = view.moves().locomotion().up.step().as_dvec3();
    let beginning = Beginning {
        view,
        position,
        coordinates,
        first,
        up,
        slack,
    };
    let falls = beginning.height() > STANDS && route.start != RouteEnd::Joined;
    match beginning.before_second(made, falls)? {
        Some(points) if falls => route.begin_with(&points),
        Some(points) => match beginning.other_path(&route) {
            Some(path) => {
                route.go_by(path, 0, &view);
                route.begin_at(position);
            }
            None => route.begin_with(&points),
        },
        None if falls => {}
        None => route.begin_at(position),
    }
    Ok(route)
}

impl Beginning<'_> {
    /// Returns the height of the agent above its cell, in cells.
    fn height(&self) -> f64 {
        (self.coordinates - self.first.as_dvec3()).dot(self.up)
    }

    /// Returns the part of a vector that is not up.
    fn across(&self, vector: DVec3) -> DVec3 {
        vector - self.up * vector.dot(self.up)
    }

    /// Returns the waypoints between the position, which is the first of them, and the cell after the first; `None` if
    /// the agent gets straight to that.
    fn before_second(
        &self,
        made: Option<Move>,
        falls: bool,
    ) -> Result<Option<Vec<DVec3>>, RouteError> {
        let feet = self.view.position_at(self.first);
        let off = self.across(self.coordinates - self.first.as_dvec3());
        let is_centered = off.length() <= self.slack;
        let sizes = self.view.lattice().sizes();
        let above = feet + self.up * self.height() * sizes;
        let mut points = vec![self.position];
        let Some(made) = made else {
            if falls && !is_centered {
                points.push(above);
            }
            if self.position != feet {
                points.push(feet);
            }
            return Ok(Some(points));
        };
        let is_whole = matches!(made.action, Action::Jump | Action::Link(_));
        if is_centered && !falls && !is_edge(made) {
            return Ok(None);
        }
        let to = made.to.as_dvec3();
        if !is_whole && self.goes_straight(made, to)? {
            return Ok(None);
        }
        if falls && !is_centered {
            points.push(above);
        }
        let rise = (to - self.first.as_dvec3()).dot(self.up);
        // From the middle of the cell a drop of one layer is straight: that is no farther than over the edge.
        let is_deep = rise < -1.5;
        let goes_over = made.action == Action::Drop
            && !falls
            && (is_centered || is_deep && self.goes_straight(made, to - self.up * rise)?);
        let is_rising = made.action == Action::StepUp && self.height() < rise;
        let goes_up = is_rising && (falls || is_centered);
        if goes_up {
            points.push(feet + self.up * rise * sizes);
        } else if goes_over {
            points.push(self.view.position_at(made.to) - self.up * rise * sizes);
        } else {
            points.extend(self.beside_corner().filter(|_| !falls));
            points.push(feet);
        }
        Ok(Some(points))
    }

    /// Returns the waypoint before the middle of the own cell, where the agent's body reaches into cells at which it does not
    /// fit: what takes up parts of these may be next to the straight way. Along one axis it only draws back from what
    /// is beyond its cell, if it fits at the cell toward which it is off along the other.
    fn beside_corner(&self) -> Option<DVec3> {
        let off = self.across(self.coordinates - self.first.as_dvec3());
        let is_off = off.abs().cmpgt(DVec3::splat(self.slack));
        let steps = IVec3::AXES.map(|axis| axis * off.signum().as_ivec3());
        let mut off_along = (0..3).filter(|&axis| is_off.test(axis));
        let [one, other] = [off_along.next()?, off_along.next()?];
        let stances = self.view.moves().stances();
        let fits = |step: IVec3| stances.at(self.first + step).has(Stance::FITS);
        let beside = [one, other].map(|axis| fits(steps[axis]));
        if beside == [true; 2] && fits(steps[one] + steps[other]) {
            return None;
        }
        let axis = match beside {
            [_, true] => one,
            [true, false] => other,
            _ => return None,
        };
        let mut point = self.position;
        point[axis] = self.view.position_at(self.first)[axis];
        Some(point)
    }

    /// Returns a path of equal cost whose second cell an agent that is off the middle of its cell gets straight to.
    fn other_path(&self, route: &Route) -> Option<Path> {
        let head = Head::of(route.outcome.path()?)?;
        let (moves, end) = (self.view.moves().moves(), CellBox::of_cell(head.end()));
        let mut first_moves = Vec::new();
        moves.moves_from(self.first, &mut first_moves);
        let estimate = |from| moves.estimate(from, &end);
        let shape = shape_of_cells(self.view.lattice());
        let first_moves = head.by_length((self.coordinates, shape), first_moves, estimate);
        let is_straight = |made: &Move| self.before_second(Some(*made), false) == Ok(None);
        head.replaced(&self.view, first_moves.into_iter().filter(is_straight))
    }

    /// Returns whether the agent gets straight to the end of a move, or to above that: at every position on its way it
    /// is at one of the two cells, or, on one level, at one that a cheaper move leads on from, and it fits next to its
    /// way.
    fn goes_straight(&self, made: Move, to: DVec3) -> Result<bool, RouteError> {
        let cells = [self.first, made.to];
        let ahead = FirstMove::new(self.view.lattice(), self.position, self.coordinates, cells);
        let (lattice, anchor) = (self.view.lattice(), self.view.anchor().offset());
        for part in ahead.parts(to) {
            let at = self.view.cell_at(lattice.position_of(part) + anchor)?;
            let is_on_way = at
                .is_some_and(|at| cells.contains(&at) || !is_edge(made) && self.leads_on(at, made));
            if !is_on_way {
                return Ok(false);
            }
        }
        // In the air there is more beside a line than beside the move that it is on, but for one over an edge.
        let is_beside_move = self.height() <= STANDS || is_edge(made);
        let is_on_line = is_beside_move && ahead.is_on_line(DVec3::ONE - self.up.abs());
        Ok(is_on_line || self.fits_beside(&ahead, to))
    }

    /// Returns whether a move leads from a cell to the end of another, for less.
    fn leads_on(&self, from: IVec3, made: Move) -> bool {
        let cost_from = |cell| -> Option<Cost> {
            let mut moves = Vec::new();
            self.view.moves().moves().moves_from(cell, &mut moves);
            let there = moves.iter().filter(|it| it.to == made.to);
            there.map(|it| it.cost).min()
        };
        let [own, other] = [self.first, from].map(cost_from);
        own.zip(other).is_some_and(|(own, other)| other < own)
    }

    /// Returns whether the agent fits at all cells that its body touches on its straight way.
    fn fits_beside(&self, ahead: &FirstMove, to: DVec3) -> bool {
        let along = self.up.abs();
        let from = self.coordinates;
        let [low, high] = [from.min(to) + self.slack, from.max(to) - self.slack];
        let levels = [self.first, ahead.cells[1]].map(|cell| cell.as_dvec3().dot(self.up));
        let own = from.dot(self.up).round();
        let top = levels[0].max(levels[1]).max(own);
        let is_upright = self.across(to - self.first.as_dvec3()) == DVec3::ZERO;
        let bottom = if is_upright {
            levels[0].min(levels[1])
        } else {
            levels[0].max(levels[1])
        };
        // The levels along the axis of up, which may point down it.
        let levels = [self.up * bottom, self.up * top];
        let across = DVec3::ONE - along;
        let low = (low.floor() * across + levels[0].min(levels[1])).as_ivec3();
        let high = (high.ceil() * across + levels[0].max(levels[1])).as_ivec3();
        let mut reader = self.view.moves().stances().reader();
        let cells = CellBox::new(low, high + 1);
        cells.cells().all(|cell| {
            let is_touched = touches([from, to], cell.as_dvec3(), across, self.slack);
            !is_touched || reader.at(cell).has(Stance::FITS)
        })
    }
}

/// Returns whether a move leads over an edge.
fn is_edge(made: Move) -> bool {
    matches!(made.action, Action::StepUp | Action::Drop)
}

/// Returns whether a segment, seen along some axes, comes nearer to a cell than one cell on each of these, by more than
/// rounding.
fn touches([from, to]: [DVec3; 2], cell: DVec3, seen: DVec3, slack: f64) -> bool {
    let (from, way, reach) = (from - cell, to - from, 1.0 - slack);
    let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
    for axis in (0..3).filter(|&axis| seen[axis] > 0.0) {
        if way[axis] == 0.0 {
            if from[axis].abs() >= reach {
                return false;
            }
            continue;
        }
        let ends = [-reach, reach].map(|end| (end - from[axis]) / way[axis]);
        enters = enters.max(ends[0].min(ends[1]));
        leaves = leaves.min(ends[0].max(ends[1]));
    }
    enters <= leaves
}
