//! Places around a point at which the agents of a group rest next to each other.
//!
//! A search from the point finds cells in the order of the costs of their ways, twice as far each time until there are
//! enough places among them. Each cell in turn is a place, unless an agent there would touch one at another place.

use voxnav::fields::{FieldError, FieldQuery};
use voxnav::glam::{DVec3, IVec3};
use voxnav::ground::{GroundView, LegField, Stance, Successors};
use voxnav::search::FlightView;
use voxnav::search::{Cost, Limits, SnapPolicy};
use voxnav::{Destination, Path, RouteEnd, RouteError};

use crate::crowd::Crowd;
use crate::crowd::others::taken::{Rest, Resting};
use crate::crowd::values::error::CrowdError;
use crate::crowd::values::id::CrowdAgentId;
use crate::crowd::values::move_target::MoveTarget;
use crate::crowd::view::Kind;
use crate::crowd::view::View;

/// The part of the sum of radii by which places are farther apart: bodies keep from touching each other to the last bit.
const APART: f64 = 1.0 / 16.0;

/// The reach of the first search, in addition to that of as many agents in a square, in cells.
const BEYOND: f64 = 2.0;

/// The places of a group while they are found.
pub(super) struct Places<'c> {
    crowd: &'c Crowd,
    point: DVec3,
    /// The places of other agents: where they rest, or are sent to; and the places found.
    taken: Resting,
    all: Vec<Rest>,
}

/// The point, as one body can be there.
struct Center {
    cell: IVec3,
    /// The point itself, for a flying agent that can be there.
    itself: Option<DVec3>,
}

impl<'c> Places<'c> {
    /// Begins with the places of agents that are not of the group.
    pub(super) fn around(crowd: &'c Crowd, group: &[CrowdAgentId], point: DVec3) -> Self {
        let mut places = Self {
            crowd,
            point,
            taken: crowd.no_rest(2.0 * (1.0 + APART)),
            all: Vec::new(),
        };
        for (&id, member) in &crowd.members {
            let at = match &member.move_target {
                None => member.home.or(Some(member.place)),
                Some(MoveTarget::Destination(Destination::Position(to))) => Some(*to),
                Some(_) => None,
            };
            if let Some(at) = at.filter(|_| !group.contains(&id)) {
                let rest = crowd.avoiding.rest(id, member, at);
                places.taken.insert(rest.wider(1.0 + APART));
                places.all.push(rest);
            }
        }
        places
    }

    /// Finds the nearest places of agents of one body and radius, as many as there are agents.
    pub(super) fn find(
        &mut self,
        alike: &[CrowdAgentId],
        view: &View,
        near: f64,
    ) -> Result<Vec<DVec3>, CrowdError> {
        let first = alike[0];
        let center = self
            .center(view, near)
            .map_err(CrowdError::navigator(first))?;
        let center = center.ok_or(CrowdError::NoRoom {
            id: first,
            position: self.point,
        })?;
        let reach = self.first_reach(alike, view);
        let mut most = Cost::of_length(reach);
        let mut before = None;
        loop {
            let cells = ways_around(view, center.cell, most);
            let cells =
                cells.map_err(|_| CrowdError::navigator(first)(RouteError::TooManyCells))?;
            let found = self.packed(alike, view, &center, &cells);
            if found.len() == alike.len() {
                return Ok(found.into_iter().map(|it| self.take(it)).collect());
            }
            if most == FARTHEST {
                return Err(CrowdError::NoPlace {
                    id: alike[found.len()],
                    point: self.point,
                    places: found.len(),
                    agents: alike.len(),
                });
            }
            // Where no cell is added, the rest is expensive to get to, or there is none.
            let is_all = before.replace(cells.len()) == Some(cells.len());
            most = if is_all {
                FARTHEST
            } else {
                FARTHEST.min(most * 2)
            };
        }
    }

    /// Returns the cell of a point where a body can be, or of the nearest place within a distance, or as far as the options
    /// look for one.
    fn center(&self, view: &View, near: f64) -> Result<Option<Center>, RouteError> {
        let at = |point: DVec3| -> Result<Option<Center>, RouteError> {
            let route = view.find_route(point, point)?;
            let flies = view.kind() == Kind::Flying;
            let is_there = !flies || route.start == RouteEnd::Joined;
            let cell = route.path().map(Path::start).filter(|_| is_there);
            let itself = flies.then_some(point);
            Ok(cell.map(|cell| Center { cell, itself }))
        };
        let center = at(self.point)?;
        let near = match view.options().goal {
            SnapPolicy::Nearest { radius } => near.max(radius),
            _ => near,
        };
        match view.nearest_place(self.point, near)? {
            Some(nearest) if center.is_none() => at(nearest),
            _ => Ok(center),
        }
    }

    /// Returns the distance in cells up to which agents in the open take places in a square.
    fn first_reach(&self, alike: &[CrowdAgentId], view: &View) -> f64 {
        let radius = self
            .crowd
            .avoiding
            .radius_of(&self.crowd.members[&alike[0]]);
        let wide = (2.0 * radius / view.cell_size()).ceil().max(1.0);
        let count = u32::try_from(alike.len()).unwrap_or(u32::MAX);
        wide * f64::from(count).sqrt() + BEYOND
    }

    /// Returns places among cells, the first that there are, for as many agents at most.
    fn packed(
        &self,
        alike: &[CrowdAgentId],
        view: &View,
        center: &Center,
        cells: &[(IVec3, Cost)],
    ) -> Vec<Rest> {
        let mut taken = self.taken.clone();
        let itself = center.itself.into_iter();
        let cells = cells.iter().map(|it| view.position_at(it.0));
        let mut found = Vec::new();
        for at in itself.chain(cells) {
            let Some(&id) = alike.get(found.len()) else {
                break;
            };
            let rest = self.crowd.avoiding.rest(id, &self.crowd.members[&id], at);
            let wide = rest.wider(1.0 + APART);
            if taken
                .first(at, |it| it.home == at || it.meets(&wide))
                .is_none()
            {
                taken.insert(wide);
                found.push(rest);
            }
        }
        found
    }

    /// Takes a place.
    fn take(&mut self, rest: Rest) -> DVec3 {
        self.taken.insert(rest.wider(1.0 + APART));
        self.all.push(rest);
        rest.home
    }

    /// Returns the distance from a place at which an agent touches another one at the nearest other place.
    pub(super) fn room_at(&self, id: CrowdAgentId, at: DVec3) -> f64 {
        let one = self.crowd.avoiding.rest(id, &self.crowd.members[&id], at);
        let others = self.all.iter().filter(|it| it.home != at);
        others.map(|it| it.room(&one)).fold(f64::INFINITY, f64::min)
    }
}

/// The largest cost of a search that has a limit.
const FARTHEST: Cost = Cost::from_raw(u64::MAX - 1);

/// Returns the cells around one where an agent can rest, up to a cost of the way there, from which a way leads back; the nearest
/// first, with the costs.
pub(in crate::crowd) fn ways_around(
    view: &View,
    from: IVec3,
    most: Cost,
) -> Result<Vec<(IVec3, Cost)>, FieldError> {
    match (view.flight(), view.ground()) {
        (Some(view), _) => flown_to(view, from, most),
        (_, Some(view)) => walked_to(view, from, most),
        _ => Ok(Vec::new()),
    }
}

fn flown_to(
    view: FlightView<'_>,
    from: IVec3,
    most: Cost,
) -> Result<Vec<(IVec3, Cost)>, FieldError> {
    let settings = view.options().settings.limits(Limits::none().cost(most));
    let query = FieldQuery::from_start(from).settings(settings);
    let field = query.terrain(view.terrain()).solve(view.world())?;
    let cells = field.cells_within(most).into_iter();
    Ok(cells.filter(|it| view.world().is_known(it.0)).collect())
}

fn walked_to(
    view: GroundView<'_>,
    from: IVec3,
    most: Cost,
) -> Result<Vec<(IVec3, Cost)>, FieldError> {
    let (moves, limits) = (view.moves().moves(), Limits::none().cost(most));
    let there = LegField::from_start(&moves, from, limits)?;
    let back = LegField::to_nearest_of(&moves, [from], limits)?;
    let stances = view.moves().stances();
    let stands = |cell| stances.at(cell).has(Stance::STANDING);
    // On a ladder agents rest only if they are sent there, and in water those that are sent into it.
    let rests = |cell| moves.can_be_at(cell) && (stands(cell) || !stands(from));
    let cells = there.cells_within(most).into_iter();
    let returns = |(cell, _): &(IVec3, Cost)| back.cost(*cell).is_some() && rests(*cell);
    Ok(cells.filter(returns).collect())
}
