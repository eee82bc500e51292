//! The worlds of bodies, as agents see them.

use std::collections::BTreeMap;
use std::ops::Deref;

use voxnav::following::Anchor;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, Heading};
use voxnav::ground::{Remedy, Stance};
use voxnav::search::Partial;
use voxnav::spatial::KeepAway;
use voxnav::{
    AgentId, Algorithm, Destination, Navigator, NavigatorError, RouteEnd, RouteError, RouteOptions,
    SmoothPath, Terrain,
};

use super::values::agent::CrowdAgent;
use super::values::error::CrowdError;
use super::values::id::CrowdAgentId;
use super::values::settings::CrowdSettings;

/// The kind of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Flying,
    OnGround,
}

/// The part of a cell within which a body touches no other column of cells.
const COLUMN: f64 = 1.0 / 1_048_576.0;

/// The options of searches on the ground, where agents keep no distance.
pub(super) fn on_ground(settings: &CrowdSettings) -> RouteOptions {
    let mut options = settings.options;
    options.keep_away = None;
    options
}

/// The worlds in which agents that keep a distance of their own plan, by the body, the distance and the weight.
pub(super) type WaryViews = BTreeMap<(AgentId, u64, u16), View>;

/// Returns the place of the world in which an agent plans, among those of agents that keep a distance of their own.
pub(super) fn wary(agent: &CrowdAgent) -> Option<(AgentId, u64, u16)> {
    let keep_away = agent.keep_away?;
    Some((agent.body, keep_away.distance.to_bits(), keep_away.weight))
}

/// The world of a body.
#[derive(Clone, Debug)]
pub(super) struct View(voxnav::View);

impl From<voxnav::View> for View {
    fn from(view: voxnav::View) -> Self {
        Self(view)
    }
}

impl Deref for View {
    type Target = voxnav::View;

    fn deref(&self) -> &voxnav::View {
        &self.0
    }
}

impl View {
    /// Takes the world of the body of an agent as it is now.
    pub(super) fn of(
        navigator: &mut Navigator,
        (id, body): (CrowdAgentId, AgentId),
        settings: &CrowdSettings,
    ) -> Result<Self, CrowdError> {
        let view = match navigator.view(body, &settings.options) {
            Err(NavigatorError::Route(RouteError::KeepAwayOnGround)) => {
                navigator.view(body, &on_ground(settings))
            }
            view => view,
        };
        view.map(Self).map_err(CrowdError::navigator(id))
    }

    /// Takes the world of a flying agent, with the room that it keeps from what blocks it.
    pub(super) fn keeping_away(
        navigator: &mut Navigator,
        (id, body): (CrowdAgentId, AgentId),
        keep_away: KeepAway,
        settings: &CrowdSettings,
    ) -> Result<Self, CrowdError> {
        let options = settings.options.keep_away(keep_away);
        let view = navigator.view(body, &options);
        view.map(Self).map_err(CrowdError::navigator(id))
    }

    /// Returns whether an agent can be at a position.
    pub(super) fn is_room_at(&self, position: DVec3) -> Result<bool, RouteError> {
        let route = self.find_route(position, position)?;
        Ok(match self.kind() {
            Kind::Flying => route.start == RouteEnd::Joined,
            Kind::OnGround => route.is_found(),
        })
    }

    /// Returns whether free cells lead straight from a position to another; never for ground agents.
    pub(super) fn is_straight(&self, from: DVec3, to: DVec3) -> bool {
        let Some(view) = self.flight() else {
            return false;
        };
        let [from, to] = [from, to].map(|at| view.lattice().coordinates_of(at).ok());
        let ends = from.zip(to);
        ends.is_some_and(|(from, to)| view.world().is_clear(from, to) == Ok(true))
    }

    /// Returns whether an agent gets straight from a position to another: among free cells, on the ground over one plane on
    /// which nothing costs extra.
    pub(super) fn leads_straight(&self, from: DVec3, to: DVec3) -> bool {
        let Some(view) = self.ground() else {
            return self.is_straight(from, to);
        };
        let ends = self.in_cells(from).zip(self.in_cells(to));
        let path = SmoothPath::new([from, to], self.lattice(), Anchor::default());
        let plane = path.ok().and_then(|path| view.plane_along(&path));
        let clear = plane
            .zip(ends)
            .map(|(plane, (from, to))| plane.is_clear(from, to));
        clear == Some(Ok(true))
    }

    /// Returns what would have to change for a way on foot.
    pub(super) fn remedies(
        &self,
        from: DVec3,
        to: &Destination,
    ) -> Result<Vec<Remedy>, RouteError> {
        let remedies = self.ground().map(|view| view.remedies(from, to.clone()));
        remedies.unwrap_or_else(|| Ok(Vec::new()))
    }

    /// Returns the direction away from the ground, for agents on it.
    pub(super) fn up(&self) -> Option<Heading> {
        Some(self.ground()?.moves().locomotion().up)
    }

    /// Returns the kind of the body.
    pub(super) fn kind(&self) -> Kind {
        self.ground().map_or(Kind::Flying, |_| Kind::OnGround)
    }

    /// Returns a position on the ground below the feet of an agent that stands; of others as it is.
    pub(super) fn grounded(&self, position: DVec3) -> DVec3 {
        // A position that has no cell was refused when the agent came there.
        let grounded = self.ground().map(|view| view.grounded(position));
        grounded.and_then(Result::ok).unwrap_or(position)
    }

    /// Returns where an agent in the air goes: down to the ground, or, where it would come into something at its side, first
    /// to above the center of its cell. `None` where it is not in the air, or nothing is below it.
    pub(super) fn way_down(&self, position: DVec3) -> Option<DVec3> {
        let view = self.ground()?;
        let place = view.stance_at(position).ok().flatten()?;
        let up = view.moves().locomotion().up;
        let (axis, fall) = (up.axis.index(), up.step().as_dvec3() * place.above);
        if place.above < view.lattice().sizes()[axis] {
            return None;
        }
        let center = view.position_at(place.cell);
        let way = (position - fall - center) / view.lattice().sizes();
        // The columns that its body touches.
        let low = (way + COLUMN).floor().as_ivec3();
        let mut columns = CellBox::new(low, (way - COLUMN).ceil().as_ivec3() + 1);
        (columns.min[axis], columns.max[axis]) = (0, 1);
        let stances = view.moves().stances();
        let fits = |column| stances.at(place.cell + column).has(Stance::FITS);
        Some(if columns.cells().all(fits) {
            position - fall
        } else {
            center + fall
        })
        .map(|to| if to == position { center } else { to })
    }

    /// Returns the cell of an agent at a position, on the ground that where it settles; none where it cannot be.
    pub(super) fn cell_at(&self, position: DVec3) -> Option<IVec3> {
        match self.ground() {
            None => self.lattice().cell_at(position).ok(),
            Some(view) => view.cell_at(position).ok().flatten(),
        }
    }

    /// Returns the position that an agent is led to that follows one at a position. On the ground it is below a leader that
    /// is too near to a ceiling for the body of its follower.
    pub(super) fn followed(&self, leader: DVec3) -> DVec3 {
        let Some(view) = self.ground() else {
            return leader;
        };
        let (up, body) = (
            view.moves().locomotion().up,
            view.moves().locomotion().body.offsets(),
        );
        let down = -up.step().as_dvec3() * self.lattice().sizes();
        let below =
            (0..up.axis.of(body.max - body.min)).map(|layer| leader + down * f64::from(layer));
        let mut places = below.filter(|&place| self.cell_at(place).is_some());
        places.next().unwrap_or(leader)
    }

    /// Returns the world in which ways lead as near to a place as they get.
    pub(super) fn as_near_as_can_be(&self) -> Self {
        self.with_partial(Partial::Allowed).into()
    }

    /// Returns the distance of a follower from its leader. On the ground the leader counts as where the follower would come
    /// to rest in its place, below it in the air; heights count only if there is such a place.
    pub(super) fn distance_to(&self, leader: DVec3, follower: DVec3) -> f64 {
        let away = leader - follower;
        let Some(view) = self.ground() else {
            return away.length();
        };
        let up = view.moves().locomotion().up.step().as_dvec3();
        let place = self.cell_at(self.followed(leader));
        let place = place.map(|cell| view.position_at(cell));
        let height = place.map_or(0.0, |place| (place - follower).dot(up));
        (away - up * (away.dot(up) - height)).length()
    }

    /// Returns what moves cost, by the cells that they lead to.
    pub(super) fn terrain(&self) -> Terrain {
        let flight = self.flight().map(|view| view.terrain().clone());
        let ground = || self.ground().map(|view| view.moves().terrain());
        flight.or_else(ground).unwrap_or_default()
    }

    /// Returns the world at other costs, for one agent.
    pub(super) fn with_terrain(&self, terrain: Terrain) -> Self {
        if let Some(view) = self.ground() {
            return view.with_terrain(terrain).into();
        }
        // First paths in flight do not count what cells cost.
        let other = self.flight().map(|view| view.with_terrain(terrain));
        let counted = other.map(|view| view.with_algorithm(Algorithm::Auto).into());
        counted.unwrap_or_else(|| self.clone())
    }

    /// Returns a position in cells: that of an agent at a cell is the cell.
    pub(super) fn in_cells(&self, position: DVec3) -> Option<DVec3> {
        let feet = self.position_at(IVec3::ZERO) - self.lattice().center(IVec3::ZERO);
        self.lattice().coordinates_of(position - feet).ok()
    }

    /// Returns the longest side of a cell, in world units: on the ground the horizontal one.
    pub(super) fn cell_size(&self) -> f64 {
        self.lattice().longest_side()
    }

    /// Returns the sides of a cell, of which the longest is 1.
    pub(super) fn shape(&self) -> DVec3 {
        self.lattice().sizes() / self.cell_size()
    }
}
