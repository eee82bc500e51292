//! The worlds of bodies, as agents see them.

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, Heading};
use voxnav::ground::{GroundView, Remedy, Stance};
use voxnav::{AgentView, Destination, Lattice, Navigator, RouteEnd, RouteError};

use super::{Body, CrowdError, MoverId, Policy};

/// Does the same for either kind of agents.
macro_rules! either {
    ($of_kind:expr, $it:ident => $answer:expr) => {
        match $of_kind {
            Self::Flying($it) => $answer,
            Self::OnGround($it) => $answer,
        }
    };
}

pub(super) use either;

/// The part of a cell within which a body touches no other column of cells.
const COLUMN: f64 = 1.0 / 1_048_576.0;

/// The world of a body.
#[derive(Clone, Debug)]
pub(super) enum View {
    Flying(Box<AgentView>),
    OnGround(Box<GroundView>),
}

impl View {
    /// Takes the world of the body of an agent as it is now.
    pub(super) fn of(
        navigator: &mut Navigator,
        (id, body): (MoverId, Body),
        policy: &Policy,
    ) -> Result<Self, CrowdError> {
        let options = &policy.options;
        let view = match body {
            Body::Flying(body) => (navigator.view(body, options)).map(|it| Self::Flying(it.into())),
            Body::OnGround(body) => {
                (navigator.view(body, options)).map(|it| Self::OnGround(it.into()))
            }
        };
        view.map_err(CrowdError::navigator(id))
    }

    /// Returns whether both are of one moment.
    pub(super) fn is_same_as(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Flying(view), Self::Flying(other)) => view.is_same_as(other),
            (Self::OnGround(view), Self::OnGround(other)) => view.is_same_as(other),
            _ => false,
        }
    }

    /// Returns whether an agent can be at a position.
    pub(super) fn is_room_at(&self, position: DVec3) -> Result<bool, RouteError> {
        Ok(match self {
            Self::Flying(view) => view.find_route(position, position)?.start == RouteEnd::Joined,
            Self::OnGround(view) => view.find_route(position, position)?.is_found(),
        })
    }

    /// Returns whether free cells lead straight from a position to another; never for agents on the ground.
    pub(super) fn is_straight(&self, from: DVec3, to: DVec3) -> bool {
        let Self::Flying(view) = self else {
            return false;
        };
        let [from, to] = [from, to].map(|at| view.lattice().coordinates_of(at).ok());
        let ends = from.zip(to);
        ends.is_some_and(|(from, to)| view.world().is_clear(from, to) == Ok(true))
    }

    /// Returns what would have to change for a way on foot.
    pub(super) fn remedies(
        &self,
        from: DVec3,
        to: &Destination,
    ) -> Result<Vec<Remedy>, RouteError> {
        match self {
            Self::Flying(_) => Ok(Vec::new()),
            Self::OnGround(view) => view.remedies(from, to.clone()),
        }
    }

    /// Returns the direction away from the ground, for agents on it.
    pub(super) fn up(&self) -> Option<Heading> {
        match self {
            Self::Flying(_) => None,
            Self::OnGround(view) => Some(view.moves().locomotion().up),
        }
    }

    /// Returns a position on the ground below the feet of an agent that stands; of others as it is.
    pub(super) fn grounded(&self, position: DVec3) -> DVec3 {
        match self {
            Self::Flying(_) => position,
            // A position that has no cell was refused when the agent came there.
            Self::OnGround(view) => view.grounded(position).unwrap_or(position),
        }
    }

    /// Returns where an agent in the air goes: down to the ground, or, where it would come into something at its side, first
    /// to above the center of its cell. `None` where it is not in the air, or nothing is below it.
    pub(super) fn way_down(&self, position: DVec3) -> Option<DVec3> {
        let Self::OnGround(view) = self else {
            return None;
        };
        let place = view.stance_at(position).ok().flatten()?;
        if place.above < view.lattice().size() {
            return None;
        }
        let up = view.moves().locomotion().up;
        let (axis, fall) = (up.axis.index(), up.step().as_dvec3() * place.above);
        let center = view.position_at(place.cell);
        let way = (position - fall - center) / view.lattice().size();
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
        match self {
            Self::Flying(view) => view.lattice().cell_at(position).ok(),
            Self::OnGround(view) => view.cell_at(position).ok().flatten(),
        }
    }

    /// Returns the position that an agent is led to that follows one at a position. On the ground it is below a leader that
    /// is too near to a ceiling for the body of its follower.
    pub(super) fn followed(&self, leader: DVec3) -> DVec3 {
        let Self::OnGround(view) = self else {
            return leader;
        };
        let (up, body) = (
            view.moves().locomotion().up,
            view.moves().locomotion().body.offsets(),
        );
        let down = up.step().as_dvec3() * -self.cell_size();
        let below =
            (0..up.axis.of(body.max - body.min)).map(|layer| leader + down * f64::from(layer));
        let mut places = below.filter(|&place| self.cell_at(place).is_some());
        places.next().unwrap_or(leader)
    }

    /// Returns the distance of a follower from its leader. On the ground the leader counts as where the follower would come
    /// to rest in its place, below it in the air; heights count only if there is such a place.
    pub(super) fn distance_to(&self, leader: DVec3, follower: DVec3) -> f64 {
        let away = leader - follower;
        let Self::OnGround(view) = self else {
            return away.length();
        };
        let up = view.moves().locomotion().up.step().as_dvec3();
        let place = self.cell_at(self.followed(leader));
        let place = place.map(|cell| view.position_at(cell));
        let height = place.map_or(0.0, |place| (place - follower).dot(up));
        (away - up * (away.dot(up) - height)).length()
    }

    pub(super) fn lattice(&self) -> &Lattice {
        either!(self, view => view.lattice())
    }

    /// Returns the side of a cell, in world units.
    pub(super) fn cell_size(&self) -> f64 {
        self.lattice().size()
    }
}
