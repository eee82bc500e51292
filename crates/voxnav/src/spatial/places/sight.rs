//! Cells that eyes look through.

use glam::DVec3;
use voxnav_occupancy::{Footprint, Lattice, Traversability, Viewpoint};
use voxnav_search::AgentMoves;

use crate::routes::View;

/// The cells that eyes look through: a ray is stopped by those that are not traversable.
///
/// The cells of an agent that were baked from colliders are those where its *center* can be: for its eyes, walls are as
/// much thicker as it is wide. Where that is too coarse, look through the cells of an agent without size, of the same
/// navigator. A sight is made once for a snapshot, and shared by any number of queries.
///
/// ```
/// use voxnav::spatial::places::{PlaceQuery, PlaceSearch, Sight};
/// use voxnav::{Agent, Navigator, RouteOptions};
///
/// let mut navigator = Navigator::in_region(0.5, [0.0; 3], [20.0; 3])?;
/// let drone = navigator.add_agent(Agent::new([0.4; 3].into()))?;
/// let point = navigator.add_agent(Agent::new([0.0; 3].into()))?;
/// let options = RouteOptions::default();
/// let sight = Sight::of(&navigator.view(point, &options)?);
/// let view = navigator.view(drone, &options)?;
/// let hide = PlaceQuery::hide_from([[5.0; 3].into()], 4.0);
/// let mut search = PlaceSearch::with_sight(&view, [9.0; 3], &hide, &sight)?;
/// assert!(search.finish()?.best.is_empty(), "in an empty room");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sight {
    lattice: Lattice,
    world: Traversability,
}

impl Sight {
    /// Makes the sight through cells of a lattice.
    #[must_use]
    pub fn new(lattice: Lattice, world: Traversability) -> Self {
        Self { lattice, world }
    }

    /// Makes the sight through the cells that the world of a view is made of: free ones, and unknown ones if the agent may
    /// enter these.
    ///
    /// # Complexity
    ///
    /// Constant for a flying agent and covers one cell; else linear in the chunks with content.
    #[must_use]
    pub fn of(view: &View) -> Self {
        let lattice = *view.lattice();
        let (cells, unknown) = match view.moves() {
            AgentMoves::Flying(flight) if flight.world.footprint() == Footprint::ONE => {
                return Self::new(lattice, flight.world.clone());
            }
            AgentMoves::Flying(flight) => (flight.world.occupancy(), flight.world.unknown_policy()),
            AgentMoves::OnGround(ground) => {
                (ground.stances().occupancy(), ground.locomotion().unknown)
            }
        };
        Self::new(lattice, Traversability::new(cells, unknown))
    }

    /// Returns the cells.
    #[must_use]
    pub fn world(&self) -> &Traversability {
        &self.world
    }

    /// Returns an eye at a position, in world units; `None` for one that is beyond all cells.
    pub(super) fn eye(&self, position: DVec3) -> Option<Viewpoint> {
        let at = self.lattice.coordinates_of(position).ok()?;
        Viewpoint::new(&self.world, at).ok()
    }

    /// Returns whether an eye sees a position, in world units.
    pub(super) fn sees(&self, eye: &mut Viewpoint, position: DVec3) -> bool {
        let at = self.lattice.coordinates_of(position);
        at.is_ok_and(|at| eye.sees(at) == Ok(true))
    }
}
