//! Smooth routes of agents on the ground: walks over planes as straight as can be, and all other moves one by one.

use glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, LatticeError};
use voxnav_search::{Action, Ground, Successors};

use super::guided::{Beginning, Guided};
use super::smooth_route::RouteLeg;
use crate::following::{SmoothPath, SmoothPathError, Steering, exactness};
use crate::ground::{Footing, GroundRoute, GroundView, LegPart};
use crate::smoothing::{Polyline, Smoothing, Space, foot};

impl Guided for Ground {
    fn legs(
        view: &GroundView,
        route: &GroundRoute,
        beginning: Beginning,
        smoothing: &Smoothing,
    ) -> Result<Vec<RouteLeg<Action>>, SmoothPathError> {
        let mut parts = view.parts_of(route);
        let mut legs = Vec::new();
        if let (Beginning::At(position), Some(path)) = (beginning, route.path()) {
            if parts.is_empty() {
                parts.push(LegPart::standing(view, path.start()));
            }
            let start = view.in_cells(position)?;
            let first = path.start().as_dvec3();
            let rounding = exactness(position, view.lattice()) / view.lattice().size();
            if start != first && !begin_at(start, rounding, &mut parts[0]) {
                let way = SmoothPath::through(vec![start, first], view.lattice(), view.anchor())?;
                let cell = [view.position_at(path.start())];
                legs.push(RouteLeg::new(Action::Walk, Footing::Cells, way, 0, &cell)?);
            }
        }
        for part in parts.into_iter().flat_map(one_by_one) {
            let (path, footing) = part.smoothed(view, smoothing)?;
            let cells: Vec<DVec3> = (part.cells.iter())
                .map(|&cell| view.position_at(cell))
                .collect();
            let leg = RouteLeg::new(part.action, footing, path, part.first, &cells)?;
            let plane = part.plane.filter(|_| footing == Footing::Plane);
            legs.push(RouteLeg { plane, ..leg });
        }
        Ok(legs)
    }

    fn refreshed(now: &GroundView, before: &GroundView, legs: &mut [RouteLeg<Action>]) -> bool {
        let [old, new] = [before, now].map(|view| view.moves().stances().occupancy());
        let edits = new.changes_since(old);
        if !edits.is_empty() {
            let body = now.moves().locomotion().body.offsets();
            let reach = body.max.max(-body.min).max_element() + 1;
            let grown = |cells: CellBox| CellBox::new(cells.min - reach, cells.max + reach);
            let changed: Vec<CellBox> = edits.parts().map(grown).collect();
            for leg in &mut *legs {
                let Some(plane) = &mut leg.plane else {
                    continue;
                };
                let is_near = |cells: &CellBox| !cells.intersection(&plane.cells).is_empty();
                if edits.is_total() || changed.iter().any(is_near) {
                    plane.renew(now);
                    let world = plane.world.as_ref();
                    leg.is_broken = world.is_none_or(|it| leg.follower.check(it).is_some());
                }
            }
        }
        legs.iter().all(|leg| !leg.is_broken)
    }

    fn steer(
        view: &GroundView,
        leg: &mut RouteLeg<Action>,
        position: DVec3,
        distance: f64,
    ) -> Result<Steering, LatticeError> {
        if let Some(plane) = &leg.plane {
            return match &plane.world {
                Some(world) => leg.follower.clear_look_ahead(position, distance, world),
                None => Ok(Steering::OutOfSight),
            };
        }
        next_move(view, leg, position)
    }
}

/// Returns the moves of a part as parts of their own, if each has to be finished before the next.
fn one_by_one(part: LegPart) -> Vec<LegPart> {
    if !matches!(
        part.action,
        Action::StepUp | Action::Drop | Action::Jump | Action::Link(_)
    ) {
        return vec![part];
    }
    let moves = part.cells.windows(2).zip(part.first..);
    let moves = moves.map(|(ends, first)| LegPart {
        action: part.action,
        first,
        cells: ends.to_vec(),
        points: ends.iter().map(|cell| cell.as_dvec3()).collect(),
        plane: None,
    });
    moves.collect()
}

/// Has a part on a plane begin at a point, in cells, from where its first cell is in sight; `false` if it is not.
fn begin_at(start: DVec3, rounding: f64, part: &mut LegPart) -> bool {
    let plane = part.plane.as_ref().and_then(|plane| plane.world.as_ref());
    let (Some(plane), Some(&first)) = (plane, part.points.first()) else {
        return false;
    };
    let space = Space::planned(plane);
    // No farther out of what it touches than followers see an agent, whose position is rounded.
    let start = Polyline::rounded(space.settled(start, rounding / 2.0));
    if !space.is_clear(start, first) {
        return false;
    }
    part.points.insert(0, start);
    true
}

/// Returns where to go along a leg from cell to cell: to the next one, up before over a step, over a ledge before down, and in
/// three straight lines over a jump.
fn next_move(
    view: &GroundView,
    leg: &mut RouteLeg<Action>,
    position: DVec3,
) -> Result<Steering, LatticeError> {
    let progress = leg.follower.update(position)?;
    let slack = leg.follower.exactness();
    let waypoints = leg.path().waypoints();
    let mut next = progress.next;
    if waypoints.len() > next + 1 && position.distance(waypoints[next]) <= slack {
        next += 1;
    }
    let (from, to) = (waypoints[next.saturating_sub(1)], waypoints[next]);
    let anchor = view.anchor().offset();
    let cell_of = |position: DVec3| view.lattice().cell_at(position - anchor);
    let [start, end] = [cell_of(from)?, cell_of(to)?];
    if !leg.moves.is_empty() && !is_there(view, start, end, leg.action) {
        return Ok(Steering::Blocked);
    }
    let up = view.moves().locomotion().up.step().as_dvec3();
    let rise = (to - from).dot(up);
    let size = view.lattice().size();
    let top = match leg.action {
        Action::StepUp => rise,
        Action::Jump => rise.max(size),
        _ => 0.0,
    };
    let over = match leg.action {
        Action::StepUp | Action::Jump | Action::Drop => to + up * (top - rise),
        _ => to,
    };
    let corners = [from, from + up * top, over, to];
    let is_on = |line: &&[DVec3]| position.distance(foot(position, line[0], line[1])) <= slack;
    let line = corners.windows(2).rev().find(is_on);
    let own = cell_of(position)?;
    Ok(match line {
        Some(line) => Steering::Toward(line[1]),
        // Back to the line, within the cell that the agent is in: on to its end where that is in the same cell, for one
        // that is pushed off it would be led to its begin for ever.
        None => match [(end, to), (start, from)]
            .into_iter()
            .find(|it| it.0 == own)
        {
            Some((_, center)) => Steering::Toward(center),
            None => Steering::OutOfSight,
        },
    })
}

/// Returns whether a move is there.
fn is_there(view: &GroundView, from: IVec3, to: IVec3, action: Action) -> bool {
    let mut moves = Vec::new();
    let ground = view.moves().moves();
    ground.moves_from(from, &mut moves);
    let is_it = |made: &voxnav_search::Move<Action>| (made.to, made.action) == (to, action);
    ground.can_be_at(from) && moves.iter().any(is_it)
}
