//! Smooth routes of ground agents: walks over planes as straight as can be, and all other moves one by one.

use glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, LatticeError, Traversability};
use voxnav_search::{Action, Cost, Successors};

use super::follower::Follower;
use super::guided::{Beginning, RouteMoves};
use super::smooth_route::RouteLeg;
use crate::following::{Course, SmoothPath, SmoothPathError, Steering, exactness};
use crate::ground::{Footing, GroundView, LegPart, grounded, height_of, stance_of};
use crate::routes::{Route, View};
use crate::smoothing::{Polyline, Smoothing, Space, foot};
use crate::trajectory::{Law, TrajectoryError, Way};

impl RouteMoves for GroundView<'_> {
    fn legs(
        &self,
        route: &Route,
        beginning: Beginning,
        smoothing: &Smoothing,
    ) -> Result<Vec<RouteLeg>, SmoothPathError> {
        let mut parts = self.parts_of(route);
        let mut legs = Vec::new();
        if let (Beginning::At(position), Some(path)) = (beginning, route.path()) {
            if parts.is_empty() {
                parts.push(LegPart::standing(*self, path.start()));
            }
            let start = self.in_cells(grounded(self.moves(), self.lattice(), position)?)?;
            let first = path.start().as_dvec3();
            let rounding = exactness(position, self.lattice()) / self.lattice().shortest_side();
            if start != first && !begin_at(start, rounding, &mut parts[0]) {
                let way = SmoothPath::through(vec![start, first], self.lattice(), self.anchor())?;
                let cell = [self.position_at(path.start())];
                legs.push(RouteLeg::new(Action::Walk, Footing::Cells, way, 0, &cell)?);
            }
        }
        for part in parts.into_iter().flat_map(one_by_one) {
            let (path, footing) = part.smoothed(*self, smoothing)?;
            let cells: Vec<DVec3> = (part.cells.iter())
                .map(|&cell| self.position_at(cell))
                .collect();
            let leg = RouteLeg::new(part.action, footing, path, part.first, &cells)?;
            let plane = part.plane.filter(|_| footing == Footing::Plane);
            legs.push(RouteLeg { plane, ..leg });
        }
        Ok(legs)
    }

    fn refreshed(&self, before: &View, legs: &mut [RouteLeg]) -> bool {
        let Some(before) = before.ground() else {
            return true;
        };
        let [old, new] = [before, *self].map(|view| view.moves().stances().occupancy());
        let edits = new.changes_since(old);
        if !edits.is_empty() {
            let body = self.moves().locomotion().body.offsets();
            let reach = body.max.max(-body.min).max_element() + 1;
            let grown = |cells: CellBox| CellBox::new(cells.min - reach, cells.max + reach);
            let changed: Vec<CellBox> = edits.parts().map(grown).collect();
            for leg in &mut *legs {
                let Some(plane) = &mut leg.plane else {
                    continue;
                };
                let is_near = |cells: &CellBox| !cells.intersection(&plane.cells).is_empty();
                if edits.is_total() || changed.iter().any(is_near) {
                    plane.renew(*self);
                    let world = plane.world.as_ref();
                    leg.is_broken = world.is_none_or(|it| leg.follower.check(&it.into()).is_some());
                }
            }
        }
        legs.iter().all(|leg| !leg.is_broken)
    }

    fn place_on(&self, leg: &RouteLeg, position: DVec3) -> Result<DVec3, LatticeError> {
        if leg.footing == Footing::Cells && is_on_way(*self, leg, position) {
            return Ok(position);
        }
        grounded(self.moves(), self.lattice(), position)
    }

    fn is_off_move(
        &self,
        leg: &RouteLeg,
        [position, place]: [DVec3; 2],
    ) -> Result<bool, LatticeError> {
        if leg.footing != Footing::Cells {
            return Ok(false);
        }
        let ends = move_at(leg, place);
        let lines = Lines::new(*self, leg.action, ends[0], ends[1]);
        Ok(spot(*self, leg, &lines, ends, [position, place])? == Spot::Off)
    }

    fn space_of<'s>(&'s self, leg: &'s RouteLeg) -> Option<Space<'s>> {
        let world = leg.plane.as_ref().and_then(|plane| plane.world.as_ref());
        world.map(Space::from)
    }

    fn add_to(
        &self,
        way: &mut Way<'_>,
        leg: &RouteLeg,
        course: &Course,
    ) -> Result<(), TrajectoryError> {
        match self.space_of(leg) {
            Some(space) => {
                let up = self.moves().locomotion().up.axis.unit();
                way.follow(course, &space, (IVec3::ONE - up).as_dvec3())
            }
            None => add_moves(*self, way, leg, course),
        }
    }

    fn steer(
        &self,
        leg: &mut RouteLeg,
        at: [DVec3; 2],
        distance: f64,
    ) -> Result<Steering, LatticeError> {
        if let Some(plane) = &leg.plane {
            let Some(world) = &plane.world else {
                return Ok(Steering::OutOfSight);
            };
            let steering = leg.follower.clear_look_ahead(at, distance, &world.into())?;
            return match steering {
                Steering::OutOfSight => Ok(into_cells(*self, at[1], world)?.unwrap_or(steering)),
                _ => Ok(steering),
            };
        }
        next_move(*self, leg, at)
    }
}

/// The distance at which an agent off the cells of its leg is led back into them, where nothing on the leg is in sight, in
/// cells: a controller that brakes before the end of a move, or counts in another precision, may leave it a little farther
/// out than rounding would.
const NEAR: f64 = 1.0 / 1_048_576.0;

/// The distance from the line of a link at which an agent goes on along it, in cells.
const BESIDE_LINK: f64 = 0.25;

/// Adds the moves of a leg from cell to cell to a way: over the lines that an agent is led over, of which a fall and the
/// way up of a jump have the time of gravity, and a link the time that its cost is worth at full speed.
fn add_moves(
    view: GroundView<'_>,
    way: &mut Way<'_>,
    leg: &RouteLeg,
    course: &Course,
) -> Result<(), TrajectoryError> {
    let speed = way.speed();
    for ends in course.points.windows(2) {
        let [from, to] = [ends[0], ends[1]].map(|end| course.position_of(end));
        let cells = (view.cell_of(from).ok()).zip(view.cell_of(to).ok());
        let cost = cells.and_then(|(start, end)| cost_of(view, start, end, leg.action));
        let cost = cost.or(leg.moves.is_empty().then_some(Cost::ZERO));
        let cost = cost.ok_or(TrajectoryError::Blocked { from, to })?;
        let within = Law::Within { speed };
        let seconds = cost.length() * view.lattice().longest_side() / speed;
        let laws = match leg.action {
            Action::Drop => [within, within, Law::Fall],
            Action::Jump => [Law::Rise, within, Law::Fall],
            Action::StepUp => [within; 3],
            Action::Link(_) => {
                way.go([from, to], Law::Carried { seconds })?;
                continue;
            }
            _ => {
                way.go([from, to], within)?;
                continue;
            }
        };
        let lines = Lines::new(view, leg.action, from, to);
        for (line, law) in lines.corners.windows(2).zip(laws) {
            way.go([line[0], line[1]], law)?;
        }
    }
    Ok(())
}

/// Returns the way back into the cells of a plane for an agent just outside of them.
fn into_cells(
    view: GroundView<'_>,
    place: DVec3,
    world: &Traversability,
) -> Result<Option<Steering>, LatticeError> {
    let at = view.in_cells(place)?;
    let settled = Space::planned(world).settled(at, NEAR);
    let way = (settled - at) * view.lattice().sizes();
    Ok((settled != at).then(|| Steering::Toward(place + way)))
}

impl Follower {
    /// Returns where an agent goes that turns back in the middle of a step, a drop or another move: to the begin of the move
    /// by its lines, one corner at a time. `None` for an agent that is in the middle of no move.
    ///
    /// ```
    /// use voxnav::grid::{CellBox, CellState};
    /// use voxnav::guidance::SmoothRoute;
    /// use voxnav::glam::DVec3;
    /// use voxnav::ground::Locomotion;
    /// use voxnav::smoothing::Smoothing;
    /// use voxnav::{Agent, Follower, Navigator, RouteOptions};
    ///
    /// // A ledge one cell high, from x = 4.5 on.
    /// let mut navigator = Navigator::in_region(1.0, [0.0; 3], [9.0; 3])?;
    /// navigator.set_cells(CellBox::new([5, 0, 0].into(), [10, 10, 1].into()), CellState::Occupied)?;
    /// let walker = navigator.add_agent((Agent::new([0.5, 0.5, 1.0].into()), &Locomotion::walker()))?;
    /// let view = navigator.view(walker, &RouteOptions::default())?;
    /// let begin = DVec3::new(4.0, 2.0, -0.5);
    /// let route = view.find_route(begin, [6.0, 2.0, 0.5])?;
    /// let smooth = SmoothRoute::new(&view, &route, begin, &Smoothing::default())?.ok_or("no way")?;
    /// let mut follower = Follower::new(smooth);
    /// // Over the edge of the ledge, and half of the way up to it.
    /// for (at, back) in [([4.7, 2.0, 0.5], [4.0, 2.0, 0.5]), ([4.0, 2.0, 0.0], begin.into())] {
    ///     follower.update_in(&view, at)?;
    ///     assert_eq!(follower.way_back(), Some(back.into()));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn way_back(&self) -> Option<DVec3> {
        if self.is_at_rest() {
            return None;
        }
        let (leg, position) = (self.leg(), self.position());
        let [from, to] = move_at(leg, self.place());
        if !is_by_corners(leg.action) {
            return Some(from);
        }
        let view = self.view.as_ref()?.ground()?;
        let slack = leg.follower.slack;
        let lines = Lines::new(view, leg.action, from, to).reversed();
        let own = stance_of(view.moves(), view.lattice(), position);
        let own = own.ok().flatten().map(|place| place.cell);
        let is_past = own.is_some() && own == view.cell_of(from).ok();
        let on_line = lines.end_of_line_at(position, slack);
        Some(on_line.unwrap_or_else(|| lines.next_from(position, is_past, slack)))
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

/// The straight lines of one move, from cell to cell: up before over a step, over a ledge before down, and three of them
/// over a jump.
struct Lines {
    corners: [DVec3; 4],
    /// The unit vector away from the ground, and the height of the second and third corner above the first.
    up: DVec3,
    top: f64,
}

/// Returns the least height of the arc of a jump, in world units.
fn arc_of(view: GroundView<'_>) -> f64 {
    let agent = view.moves().locomotion();
    let cells = agent.jump.map_or(1, |jump| jump.arc);
    f64::from(cells) * height_of(view.lattice(), agent.up)
}

impl Lines {
    fn new(view: GroundView<'_>, action: Action, from: DVec3, to: DVec3) -> Self {
        let up = view.moves().locomotion().up.step().as_dvec3();
        let rise = (to - from).dot(up);
        let top = match action {
            Action::StepUp => rise,
            Action::Jump => rise.max(arc_of(view)),
            _ => 0.0,
        };
        let over = match action {
            Action::StepUp | Action::Jump | Action::Drop => to + up * (top - rise),
            _ => to,
        };
        Self {
            corners: [from, from + up * top, over, to],
            up,
            top,
        }
    }

    /// Returns the lines from the end of the move to its begin.
    fn reversed(self) -> Self {
        let [from, top, over, to] = self.corners;
        let rise = (to - from).dot(self.up);
        Self {
            corners: [to, over, top, from],
            top: self.top - rise,
            ..self
        }
    }

    /// Returns the end of the last line that a position is on, within a distance.
    fn end_of_line_at(&self, position: DVec3, slack: f64) -> Option<DVec3> {
        let is_on = |line: &&[DVec3]| position.distance(foot(position, line[0], line[1])) <= slack;
        let line = self.corners.windows(2).rev().find(is_on)?;
        Some(line[1])
    }

    /// Returns a corner at the height of a position.
    fn level(&self, corner: DVec3, position: DVec3) -> DVec3 {
        corner + self.up * (position - corner).dot(self.up)
    }

    /// Returns where an agent goes that is on none of the lines, as physics moves it: on at the height where it is, to the
    /// end of the move where it is past the border between both cells, else up until it is high enough to go there.
    fn next_from(&self, position: DVec3, is_past: bool, slack: f64) -> DVec3 {
        let [from, _, over, to] = self.corners;
        if is_past {
            let above_end = self.level(to, position);
            let is_above_end = above_end.distance(position) <= slack;
            return if is_above_end { to } else { above_end };
        }
        let left = self.top - (position - from).dot(self.up);
        let line = [from, to].map(|corner| self.level(corner, position));
        let on_line = foot(position, line[0], line[1]);
        let is_on_line = position.distance(on_line) <= slack;
        if self.top <= 0.0 || left <= 0.0 {
            // From next to a diagonal, the straight way leads through a third cell.
            let axes = (line[1] - line[0]).cmpne(DVec3::ZERO);
            let is_diagonal = axes.bitmask().count_ones() > 1;
            return if is_diagonal && !is_on_line {
                on_line
            } else {
                self.level(over, position)
            };
        }
        if is_on_line {
            position + self.up * left
        } else {
            line[0]
        }
    }
}

/// Returns the cells of the move along a leg from cell to cell on which an agent is, or which is next, as positions.
fn move_at(leg: &RouteLeg, place: DVec3) -> [DVec3; 2] {
    let waypoints = leg.path().waypoints();
    let mut next = leg.follower.progress.next;
    let is_there = place.distance(waypoints[next]) <= leg.follower.slack;
    if waypoints.len() > next + 1 && is_there {
        next += 1;
    }
    [waypoints[next.saturating_sub(1)], waypoints[next]]
}

/// Returns whether an agent is on the lines of the move of its leg, so that its height counts.
fn is_on_way(view: GroundView<'_>, leg: &RouteLeg, position: DVec3) -> bool {
    let slack = exactness(position, view.lattice());
    if is_by_corners(leg.action) {
        let waypoints = leg.path().waypoints();
        let ends = [waypoints[0], waypoints[waypoints.len() - 1]];
        let lines = Lines::new(view, leg.action, ends[0], ends[1]);
        return lines.end_of_line_at(position, slack).is_some();
    }
    leg.follower.off_path_of(position) <= slack
}

/// Returns where to go along a leg from cell to cell, from a position and the place there on the leg: to the next cell, by
/// the [`Lines`] of the move there.
fn next_move(
    view: GroundView<'_>,
    leg: &RouteLeg,
    [position, place]: [DVec3; 2],
) -> Result<Steering, LatticeError> {
    let slack = leg.follower.slack;
    let [from, to] = move_at(leg, place);
    let [start, end] = [view.cell_of(from)?, view.cell_of(to)?];
    if !leg.moves.is_empty() && !is_there(view, start, end, leg.action) {
        return Ok(Steering::Blocked);
    }
    let lines = Lines::new(view, leg.action, from, to);
    // Back to the lines, within the cell that the agent is in: on to the end of the move where that is in the same cell,
    // for an agent that is pushed off it would be led to its begin forever.
    let target = match spot(view, leg, &lines, [from, to], [position, place])? {
        Spot::OnLine(end) => end,
        Spot::AtBegin if is_by_corners(leg.action) => lines.next_from(position, false, slack),
        Spot::AtEnd if is_by_corners(leg.action) => lines.next_from(position, true, slack),
        Spot::AtBegin => from,
        Spot::AtEnd | Spot::BesideLink => to,
        Spot::Off => return Ok(Steering::OutOfSight),
    };
    Ok(Steering::Toward(target))
}

/// The place of an agent on the move of its leg.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Spot {
    /// The agent is on a line of the move that ends at a point, or on the ground below it.
    OnLine(DVec3),
    /// The agent is in the cell where the move begins.
    AtBegin,
    /// The agent is in the cell where the move ends.
    AtEnd,
    /// The agent is so near to the line of a link that it goes on along it.
    BesideLink,
    /// The agent is at neither end, and on no line.
    Off,
}

/// Returns where an agent is on a move between two positions.
fn spot(
    view: GroundView<'_>,
    leg: &RouteLeg,
    lines: &Lines,
    ends: [DVec3; 2],
    [position, place]: [DVec3; 2],
) -> Result<Spot, LatticeError> {
    let slack = leg.follower.slack;
    let walks = !is_by_corners(leg.action);
    let on_ground = || (lines.end_of_line_at(place, slack)).filter(|_| walks);
    if let Some(end) = lines.end_of_line_at(position, slack).or_else(on_ground) {
        return Ok(Spot::OnLine(end));
    }
    let own = stance_of(view.moves(), view.lattice(), position)?.map(|place| place.cell);
    if own == Some(view.cell_of(ends[1])?) {
        return Ok(Spot::AtEnd);
    }
    if own == Some(view.cell_of(ends[0])?) {
        return Ok(Spot::AtBegin);
    }
    let off = position.distance(foot(position, ends[0], ends[1]));
    let is_beside = off <= BESIDE_LINK * view.lattice().shortest_side();
    let is_link = matches!(leg.action, Action::Link(_));
    Ok(if is_link && is_beside {
        Spot::BesideLink
    } else {
        Spot::Off
    })
}

/// Returns whether a move leads over corners, off the ground.
pub(super) fn is_by_corners(action: Action) -> bool {
    matches!(action, Action::StepUp | Action::Drop | Action::Jump)
}

/// Returns whether a move is there.
fn is_there(view: GroundView<'_>, from: IVec3, to: IVec3, action: Action) -> bool {
    cost_of(view, from, to, action).is_some()
}

/// Returns the cost of a move, if it is there.
fn cost_of(view: GroundView<'_>, from: IVec3, to: IVec3, action: Action) -> Option<Cost> {
    let mut moves = Vec::new();
    let ground = view.moves().moves();
    ground.moves_from(from, &mut moves);
    let is_it = |made: &&voxnav_search::Move| (made.to, made.action) == (to, action);
    let found = moves.iter().find(is_it).map(|made| made.cost);
    found.filter(|_| ground.can_be_at(from))
}
