//! One update of a formation: it faces where its leader goes, and each follower is given a point to head for.

use voxnav::Destination;
use voxnav::glam::DVec3;

use super::trail::Back;
use super::{FormationShape, Formed};
use crate::crowd::Crowd;
use crate::crowd::groups::assigned;
use crate::crowd::member::Member;
use crate::crowd::others::taken::Resting;
use crate::crowd::values::agent::MovedBy;
use crate::crowd::values::event::Event;
use crate::crowd::values::id::CrowdAgentId;
use crate::crowd::values::move_target::MoveTarget;
use crate::crowd::view::View;

/// The distance from where it rests within which a leader still does, in cells.
const STAYS: f64 = 0.25;

/// The share of its speed up to which a leader is at rest, above rounding.
const STILL: f64 = 1.0 / 65_536.0;

/// The speed of a leader that was put somewhere, and did not go there, in its speeds.
const LEAPS: f64 = 4.0;

/// The share of its length from which on a trailer is taut, below rounding.
const TAUT: f64 = 1.0 - 1.0 / 65_536.0;

/// The cosine of the turn after which places are assigned again, and the part of the sum of squares that saves then.
const TURNED: f64 = 0.5;
const SAVES: f64 = 0.25;

/// The steps of a trail, and between points of it that are tried for a follower, in spacings.
const STEP: f64 = 0.125;

/// The length of a trail in that of the file of all, and more spacings.
const FILE: f64 = 1.5;
const MORE: f64 = 4.0;

/// The distance along the trail by which one has to be ahead of another to go before it, in spacings.
const AHEAD: f64 = 0.5;

/// The gap that places on the trail keep to others, in radii.
const APART: f64 = 1.0 / 16.0;

/// The layers of cells above the feet of a leader at which there may be ground for a place.
const LAYERS: u32 = 2;

/// The frame of a formation in an update.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The place of the leader, or where it rests.
    pub(super) at: DVec3,
    ahead: DVec3,
    aside: DVec3,
    pub(super) spacing: f64,
    /// The way up to the head of a leader on the ground.
    head: Option<DVec3>,
    /// The time since the points of the last update, in seconds; `None` before there were any.
    pub(super) since: Option<f64>,
    /// True if the leader has come to rest with nowhere to go.
    pub(super) rests: bool,
}

/// A point for a follower.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    pub(super) at: DVec3,
    /// The way from the leader back to a point on its trail; `None` for the place in the shape.
    pub(super) along: Option<f64>,
}

impl Point {
    const fn in_shape(at: DVec3) -> Self {
        Self { at, along: None }
    }
}

impl Formed {
    /// Takes note of the trail; where a leader turned back and its followers cannot pass it, they go back before it.
    fn note_trail(&mut self, (at, up, spacing): (DVec3, DVec3, f64), view: &View) {
        let agents = f64::from(u32::try_from(self.order.len()).unwrap_or(u32::MAX));
        let step = (STEP * spacing).max(STAYS * view.cell_size());
        self.trail.push(at, step, (FILE * agents + MORE) * spacing);
        let near = 2.0 * step;
        if self.trail.crossing(at, near).is_none() {
            return;
        }
        let aside = up.cross(self.facing).normalize_or_zero() * spacing;
        let mut sides = [aside, -aside].into_iter();
        if !sides.any(|side| view.leads_straight(at, at + side)) {
            self.trail.cut_loop(at, near);
        }
    }
}

impl Crowd {
    /// Gives each follower of a formation the point to head for.
    pub(in crate::crowd) fn form_up(&mut self, dt: f64, events: &mut Vec<Event>) {
        if self.formations.is_empty() {
            return;
        }
        for member in self.members.values_mut() {
            member.pace = 1.0;
        }
        let mut formations = std::mem::take(&mut self.formations);
        formations.retain(|&number, formed| self.hold(number, formed, dt, events).is_some());
        self.formations = formations;
    }

    /// Holds a formation together in an update; `None` if it has no follower, or leader.
    fn hold(
        &mut self,
        number: u32,
        formed: &mut Formed,
        dt: f64,
        events: &mut Vec<Event>,
    ) -> Option<()> {
        let before = formed.order.len();
        let is_in = |id: &CrowdAgentId| self.members.get(id).is_some_and(|it| it.is_in(number));
        formed.order.retain(is_in);
        if formed.order.len() != before {
            formed.assigned = DVec3::ZERO;
        }
        self.members
            .get(&formed.leader)
            .filter(|_| !formed.order.is_empty())?;
        if std::mem::take(&mut formed.is_handed_over) {
            events.push(Event::Leads(formed.leader));
        }
        let frame = self.frame_of(formed, dt)?;
        self.assign(formed, &frame);
        let points = self.points_of(formed, &frame);
        let stands = frame.rests || formed.halts;
        for (&id, point) in formed.order.iter().zip(points) {
            self.give(id, point, (&frame, formed.leader, stands), dt);
        }
        self.set_pace(formed, &frame);
        Some(())
    }

    /// Takes note of where the leader is, and returns the frame of the formation.
    fn frame_of(&self, formed: &mut Formed, dt: f64) -> Option<Frame> {
        let leader = self.members.get(&formed.leader)?;
        let view = self.views.get(&leader.agent.body)?;
        let (at, spacing) = (leader.place, self.spacing_of(formed));
        let up = self.axis_of(leader);
        let flat = |way: DVec3| way - up * way.dot(up);
        if formed.facing == DVec3::ZERO {
            formed.facing = self.first_facing(formed, up);
        }
        let told = &leader.told;
        let is_short = told
            .partial_reason
            .or(told.no_way)
            .or(leader.waiting.reason());
        let goes = leader.move_target.is_some() && !told.has_arrived && is_short.is_none();
        let since = formed.last.map(|it| it.1);
        if let Some((before, seconds)) = formed.last {
            let far = leader.agent.speed * seconds;
            if before.distance(at) > LEAPS * far.max(view.cell_size()) {
                formed.forget();
                formed.trail.points.clear();
                formed.rest = None;
            }
        }
        formed.rest = self
            .rest_of(formed, leader)
            .filter(|_| !goes && !leader.is_planned);
        // A point is drawn along behind the leader like a trailer: one that goes to and fro within its length does not turn.
        let drawn = formed.drawn.unwrap_or(at - formed.facing * spacing);
        let way = flat(at - drawn);
        let is_taut = way.length() >= spacing * TAUT;
        if is_taut && formed.rest.is_none() {
            formed.facing = way.normalize();
        }
        formed.drawn = Some(if is_taut {
            at - formed.facing * spacing
        } else {
            drawn
        });
        if dt > 0.0 {
            formed.last = Some((at, dt));
        }
        formed.note_trail((at, up, spacing), view);
        let head = view.up().zip(self.avoiding.upright(leader));
        Some(Frame {
            at: formed.rest.unwrap_or(at),
            ahead: formed.facing,
            aside: up.cross(formed.facing).normalize_or_zero(),
            spacing,
            head: head.map(|(up, (_, height))| up.step().as_dvec3() * height),
            since,
            rests: formed.rest.is_some(),
        })
    }

    /// Returns where a leader rests that goes nowhere: others may push it off. One that others move rests while it stands.
    fn rest_of(&self, formed: &Formed, leader: &Member) -> Option<DVec3> {
        let at = leader.place;
        let cell = self
            .avoiding
            .lattice()
            .map_or(1.0, voxnav::Lattice::longest_side);
        let (before, seconds) = formed.last?;
        if leader.agent.moved_by == MovedBy::Crowd {
            return leader.home.or(formed.rest).or(Some(at));
        }
        let is_still = before.distance(at) <= STILL * leader.agent.speed * seconds;
        let rest = formed.rest.filter(|rest| rest.distance(at) <= STAYS * cell);
        rest.or_else(|| is_still.then_some(at))
    }

    /// Returns the distance between the agents of a formation and the next ones.
    fn spacing_of(&self, formed: &Formed) -> f64 {
        let mut largest = [0.0_f64; 2];
        for id in formed.order.iter().chain([&formed.leader]) {
            let radius = self
                .members
                .get(id)
                .map_or(0.0, |it| self.avoiding.radius_of(it));
            let [first, second] = largest;
            largest = [first.max(radius), second.max(radius.min(first))];
        }
        let cell = self
            .avoiding
            .lattice()
            .map_or(1.0, voxnav::Lattice::longest_side);
        // Where agents avoid no one, they have no radius.
        let spacing = formed.formation.spacing_for(largest[0] + largest[1]);
        if spacing > 0.0 { spacing } else { cell }
    }

    /// Returns the axis along which agents are tall, as the formation of a leader lies across it.
    fn axis_of(&self, leader: &Member) -> DVec3 {
        let of_body = self.avoiding.upright(leader).map(|it| it.0);
        let of_view = || (self.views.values()).find_map(|it| Some(it.up()?.axis.unit().as_dvec3()));
        of_body
            .or_else(of_view)
            .unwrap_or_else(|| self.avoiding.axis())
    }

    /// Returns the direction that a formation faces before its leader has moved: to the destination, or away from the others.
    fn first_facing(&self, formed: &Formed, up: DVec3) -> DVec3 {
        let flat = |way: DVec3| (way - up * way.dot(up)).normalize_or_zero();
        let Some(leader) = self.members.get(&formed.leader) else {
            return up.any_orthonormal_vector();
        };
        let to = match &leader.move_target {
            Some(MoveTarget::Destination(Destination::Position(to))) => flat(*to - leader.place),
            _ => DVec3::ZERO,
        };
        let followers = formed.order.iter().filter_map(|id| self.members.get(id));
        let away: DVec3 = followers.map(|it| leader.place - it.place).sum();
        let found = [to, flat(away)].into_iter().find(|it| *it != DVec3::ZERO);
        found.unwrap_or_else(|| up.any_orthonormal_vector())
    }

    /// Returns the place of the shape with a number.
    fn place_in(formed: &Formed, frame: &Frame, number: usize) -> DVec3 {
        let offset = formed.formation.offset(number, formed.order.len()) * frame.spacing;
        frame.at + frame.ahead * offset.x + frame.aside * offset.y
    }

    /// Assigns followers to the places of the shape, once and where the leader has turned.
    fn assign(&self, formed: &mut Formed, frame: &Frame) {
        let is_new = formed.assigned == DVec3::ZERO;
        if !is_new && formed.assigned.dot(frame.ahead) > TURNED {
            return;
        }
        formed.assigned = frame.ahead;
        let numbers = 0..formed.order.len();
        let places: Vec<DVec3> = (numbers.clone())
            .map(|it| Self::place_in(formed, frame, it))
            .collect();
        let from: Vec<DVec3> = formed
            .order
            .iter()
            .map(|id| self.members[id].place)
            .collect();
        let place_of = assigned(&from, &places);
        let squares = |place_of: &dyn Fn(usize) -> usize| -> f64 {
            let each = numbers
                .clone()
                .map(|it| from[it].distance_squared(places[place_of(it)]));
            each.sum()
        };
        let (now, other) = (squares(&|it| it), squares(&|it| place_of[it]));
        if !is_new && other > now * (1.0 - SAVES) {
            return;
        }
        let before = formed.order.clone();
        for (id, place) in before.into_iter().zip(place_of) {
            formed.order[place] = id;
        }
    }

    /// Returns the point of each follower, by the order of places.
    fn points_of(&mut self, formed: &mut Formed, frame: &Frame) -> Vec<Option<Point>> {
        let is_column = formed.formation.shape == FormationShape::Column;
        let open: Vec<Option<DVec3>> = (0..formed.order.len())
            .map(|number| self.open_place(formed, frame, number))
            .collect();
        let mut taken = self.no_rest(2.0 * (1.0 + APART));
        let mut points = vec![None; open.len()];
        for (number, at) in open.iter().enumerate().filter(|_| !is_column) {
            if let Some(at) = *at {
                self.take_point(formed.order[number], at, &mut taken);
                points[number] = Some(Point::in_shape(at));
            }
        }
        self.line_up(formed, frame, &points);
        let mut back = Back::from(&formed.trail, frame.at);
        let mut along = 0.0;
        for &id in &formed.file {
            let Some(number) = formed.order.iter().position(|it| *it == id) else {
                continue;
            };
            along += frame.spacing;
            let on_trail = loop {
                let Some(point) = back.point_at(along) else {
                    break None;
                };
                let seat = self.seat(id, frame, point);
                if let Some(at) = seat.filter(|&at| !self.is_taken(id, at, &taken)) {
                    let along = Some(along);
                    break Some(Point { at, along });
                }
                along += STEP * frame.spacing;
            };
            let in_shape = open[number].filter(|_| is_column && on_trail.is_none());
            points[number] = on_trail.or(in_shape.map(Point::in_shape));
            if let Some(point) = points[number] {
                self.take_point(id, point.at, &mut taken);
            }
        }
        points
    }

    fn take_point(&self, id: CrowdAgentId, at: DVec3, taken: &mut Resting) {
        let rest = self.avoiding.rest(id, &self.members[&id], at);
        taken.insert(rest.wider(1.0 + APART));
    }

    fn is_taken(&self, id: CrowdAgentId, at: DVec3, taken: &Resting) -> bool {
        let rest = self.avoiding.rest(id, &self.members[&id], at);
        let rest = rest.wider(1.0 + APART);
        taken.first(at, |it| it.meets(&rest)).is_some()
    }

    /// Puts those that have no place in the shape in a file, by how far back they are on the trail; two change only if one
    /// is clearly ahead.
    fn line_up(&self, formed: &mut Formed, frame: &Frame, points: &[Option<Point>]) {
        let numbers = 0..formed.order.len();
        let left: Vec<CrowdAgentId> = numbers
            .filter(|&it| points[it].is_none())
            .map(|it| formed.order[it])
            .collect();
        formed.file.retain(|it| left.contains(it));
        let new = left.into_iter().filter(|it| !formed.file.contains(it));
        let new: Vec<CrowdAgentId> = new.collect();
        formed.file.extend(new);
        let along = |id: &CrowdAgentId| formed.trail.along(frame.at, self.members[id].place);
        let mut file: Vec<(CrowdAgentId, f64)> =
            formed.file.iter().map(|it| (*it, along(it))).collect();
        for end in 1..file.len() {
            let mut at = end;
            while at > 0 && file[at].1 + AHEAD * frame.spacing < file[at - 1].1 {
                file.swap(at, at - 1);
                at -= 1;
            }
        }
        formed.file = file.into_iter().map(|it| it.0).collect();
    }

    /// Returns a point as an agent can be there: on the ground below, or at the height of the head of a leader on the ground.
    fn seat(&self, id: CrowdAgentId, frame: &Frame, point: DVec3) -> Option<DVec3> {
        let view = self.views.get(&self.members.get(&id)?.agent.body)?;
        let Some(up) = view.up() else {
            let at = point + frame.head.unwrap_or(DVec3::ZERO);
            let flight = view.flight()?;
            let is_free = |at| flight.world().is_traversable(at);
            return view.cell_at(at).filter(|&it| is_free(it)).map(|_| at);
        };
        let up = up.step().as_dvec3();
        let height = up.abs().dot(view.lattice().sizes());
        let most = f64::from(LAYERS) * view.cell_size();
        let layers = (0..).map(|it| f64::from(it) * height);
        let layers = layers
            .take_while(|&it| it <= most)
            .map(|it| point + up * it);
        let mut cells = layers.filter_map(|at| view.cell_at(at));
        let ground = view.position_at(cells.next()?);
        Some(point + up * up.dot(ground - point))
    }

    /// Returns the place of a follower in the shape, if it can be there and a way leads there from the leader.
    fn open_place(&mut self, formed: &mut Formed, frame: &Frame, number: usize) -> Option<DVec3> {
        let id = formed.order[number];
        let body = self.members.get(&id)?.agent.body;
        let at = self.seat(id, frame, Self::place_in(formed, frame, number))?;
        let from = self.seat(id, frame, frame.at)?;
        let view = self.views.get(&body)?;
        if view.leads_straight(from, at) {
            return Some(at);
        }
        let ahead = formed.formation.offset(number, formed.order.len()).x;
        if ahead > 0.0 {
            // Around a corner it would get in the way of its leader.
            return None;
        }
        let view = view.clone();
        let reach = self.reach_from(formed.reach.remove(&body), &view, from)?;
        let leads = reach.leads_to(from, at);
        formed.reach.insert(body, reach);
        leads.then_some(at)
    }
}
