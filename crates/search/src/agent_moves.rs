//! The moves of an agent of either kind: of a flying one, or of a ground agent.

use voxnav_occupancy::{CellBox, Traversability};

use crate::ground::{Ground, GroundMoves};
use crate::movement::Flight;
use crate::query::Query;
use crate::solve::{Engines, Movement};

/// The moves of an agent, whichever way it moves, in one snapshot of a world.
///
/// ```
/// use glam::IVec3;
/// use voxnav_occupancy::{CellBox, OccupancyBuilder};
/// use voxnav_search::{AgentMoves, Ground, Locomotion, Query, Workspace};
///
/// let room = OccupancyBuilder::new(CellBox::from_size(IVec3::new(9, 9, 3)))?.commit();
/// let moves = AgentMoves::from(Ground::new(&room, &Locomotion::walker())?);
/// let solution = Query::new(IVec3::ZERO, IVec3::X * 8).solve(&moves, &mut Workspace::new());
/// assert_eq!(solution.outcome.path().map(|path| path.move_count()), Some(8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "views share theirs, and few others are kept"
)]
pub enum AgentMoves {
    /// The moves of a flying agent.
    Flying(Flight),
    /// The moves of a ground agent.
    OnGround(Ground),
}

impl AgentMoves {
    /// Returns the moves of a flying agent.
    #[must_use]
    pub const fn flight(&self) -> Option<&Flight> {
        match self {
            Self::Flying(flight) => Some(flight),
            Self::OnGround(_) => None,
        }
    }

    /// Returns the moves of a ground agent.
    #[must_use]
    pub const fn ground(&self) -> Option<&Ground> {
        match self {
            Self::Flying(_) => None,
            Self::OnGround(ground) => Some(ground),
        }
    }
}

impl From<Flight> for AgentMoves {
    fn from(flight: Flight) -> Self {
        Self::Flying(flight)
    }
}

impl From<Ground> for AgentMoves {
    fn from(ground: Ground) -> Self {
        Self::OnGround(ground)
    }
}

impl From<&Flight> for AgentMoves {
    fn from(flight: &Flight) -> Self {
        Self::Flying(flight.clone())
    }
}

impl From<&Ground> for AgentMoves {
    fn from(ground: &Ground) -> Self {
        Self::OnGround(ground.clone())
    }
}

impl From<&Self> for AgentMoves {
    fn from(moves: &Self) -> Self {
        moves.clone()
    }
}

/// The engines of either kind of moves.
#[doc(hidden)]
#[derive(Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "one is made for a search, which may allocate nothing"
)]
pub enum AgentEngines<'m> {
    Flying(&'m Traversability),
    OnGround(GroundMoves<'m>),
}

impl Movement for AgentMoves {
    type Engines<'m> = AgentEngines<'m>;

    fn bounds(&self) -> CellBox {
        match self {
            Self::Flying(flight) => Movement::bounds(flight),
            Self::OnGround(ground) => Movement::bounds(ground),
        }
    }

    fn engines(&self) -> AgentEngines<'_> {
        match self {
            Self::Flying(flight) => AgentEngines::Flying(flight.engines()),
            Self::OnGround(ground) => AgentEngines::OnGround(ground.engines()),
        }
    }

    #[inline(never)]
    fn any<'e>(engines: &'e AgentEngines<'_>) -> &'e dyn Engines {
        match engines {
            AgentEngines::Flying(world) => *world,
            AgentEngines::OnGround(ground) => ground,
        }
    }

    fn asked<'q>(&'q self, query: Query<'q>) -> Query<'q> {
        match self {
            Self::Flying(flight) => flight.asked(query),
            Self::OnGround(ground) => ground.asked(query),
        }
    }

    fn flown(&self) -> Option<&Traversability> {
        self.flight()?.flown()
    }
}
