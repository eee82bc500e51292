//! Errors of a navigator.

#[cfg(feature = "colliders")]
use voxnav_occupancy::colliders::{MatterError, ObstacleError, ObstacleMaterialsError, SlopeError};
use voxnav_occupancy::{
    BakeError, BoxError, DifferentBounds, FootprintError, LatticeError, MaterialError,
    OccupancyError, SkinError,
};
use voxnav_search::{LinkError, LocomotionError};

use crate::following::SmoothPathError;
use crate::ground::LinkId;
use crate::routes::RouteError;

/// Error for a call that a [`Navigator`](super::Navigator) refused. The obstacles and agents are as before; worlds
/// derived for other agents may already have been refreshed.
///
/// That there is no route is no error but an [`Outcome`](crate::Outcome).
///
/// ```
/// use voxnav::{Agent, Navigator, NavigatorError, RouteError, glam::Vec3};
///
/// let mut navigator = Navigator::in_region(0.5, [0.0; 3], [9.0; 3])?;
/// let drone = navigator.add_agent(Agent::new(Vec3::splat(0.2)))?;
/// let nowhere = navigator.find_route(drone, [f64::NAN; 3], [1.0; 3]);
/// assert!(matches!(nowhere, Err(NavigatorError::Route(RouteError::Lattice(_)))));
/// # Ok::<(), NavigatorError>(())
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum NavigatorError {
    /// An error of a [`View`](crate::View), too: a position, length or weight, a bake, or cells laid
    /// over one.
    #[error(transparent)]
    Route(#[from] RouteError),
    /// The cells are so large that a touching rule relative to them is out of range.
    #[error(transparent)]
    Skin(#[from] SkinError),
    /// The bounds reach beyond the cells there can be.
    #[error(transparent)]
    Bounds(#[from] OccupancyError),
    /// An obstacle is unknown, placed badly, or of a shape that cannot be answered for.
    #[cfg(feature = "colliders")]
    #[error(transparent)]
    Obstacle(#[from] ObstacleError),
    /// An agent's half extents are negative or not finite, or the bounds lie too far out for box queries.
    #[error(transparent)]
    Agent(#[from] BoxError),
    /// No agent of this navigator has this id: it was removed, or is another navigator's.
    #[error("no agent has the id {id}")]
    UnknownAgent {
        /// The number of the id as given.
        id: u32,
    },
    /// The agent goes on the ground, and the call is about flying agents.
    #[error("the agent {id} goes on the ground: this is for agents that fly")]
    OnGround {
        /// The number of the id as given.
        id: u32,
    },
    /// The agent flies, and the call is about ground agents.
    #[error("the agent {id} flies: this is for agents on the ground")]
    Flying {
        /// The number of the id as given.
        id: u32,
    },
    /// An end that was asked for has no clear way to the path.
    #[error(transparent)]
    SmoothPath(#[from] SmoothPathError),
    /// A body on the ground is highest along y, as in a world with y up, but nothing says so: up would be +z.
    #[error(
        "the body of an agent on the ground is highest along y, but nothing says which way is up: say it once, with \
         `Navigator::with_up(Heading::Y)`, or `Heading::Z`"
    )]
    UpUnsaid,
    /// The abilities of a ground agent are contradictory or out of range.
    #[error(transparent)]
    Locomotion(#[from] LocomotionError),
    /// A spec of an agent describes nothing that can be.
    #[error(transparent)]
    Spec(#[from] crate::specs::SpecError),
    /// A link begins or ends outside the bounds; its place in the list is its id.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// A material that the palette refuses.
    #[error(transparent)]
    Material(#[from] MaterialError),
    /// An obstacle is made of a material that the palette of the cells does not have.
    #[cfg(feature = "colliders")]
    #[error(transparent)]
    Matter(#[from] MatterError),
    /// No link has this id: it was removed, or is another navigator's.
    #[error("no link has the id {id:?}")]
    UnknownLink {
        /// The id as given.
        id: LinkId,
    },
    /// All 2^32 ids of links were given out.
    #[error("more links than 32-bit ids can name")]
    TooManyLinks,
    /// All 2^32 ids were given out.
    #[error("more agents than 32-bit ids can name")]
    TooManyAgents,
}

macro_rules! from_causes_of_route_errors {
    ($($cause:ty),*) => {
        $(impl From<$cause> for NavigatorError {
            fn from(error: $cause) -> Self {
                Self::Route(error.into())
            }
        })*
    };
}

from_causes_of_route_errors!(LatticeError, BakeError, FootprintError, DifferentBounds);

#[cfg(feature = "colliders")]
impl From<ObstacleMaterialsError> for NavigatorError {
    fn from(error: ObstacleMaterialsError) -> Self {
        match error {
            ObstacleMaterialsError::Matter(error) => error.into(),
            ObstacleMaterialsError::Bake(error) => error.into(),
        }
    }
}

#[cfg(feature = "colliders")]
impl From<SlopeError> for NavigatorError {
    fn from(error: SlopeError) -> Self {
        match error {
            SlopeError::Material(error) => error.into(),
            SlopeError::Bake(error) => error.into(),
        }
    }
}
