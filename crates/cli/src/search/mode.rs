//! The modes of an agent: it flies by the moves of a search, or goes on the ground by its locomotion.

use voxnav::experiment::Side;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::Traversability;
use voxnav::ground::{Ground, verify_legs};
use voxnav::search::{self, CellShape, Cost, EndFault, Movement, Query, SearchSettings};
use voxnav::spatial::CellFilter;
use voxnav::{Lattice, Path, Terrain, Workspace};
use voxnav_lab::Fault;

use super::walker::Walker;

/// An agent in a world.
pub(crate) trait Mode {
    /// The moves that queries search.
    type Moves: Movement + Clone;

    /// Returns the moves of the agent.
    fn moves(&self) -> &Self::Moves;

    /// Returns a query with the costs that cells have for the agent.
    fn priced<'q>(&'q self, query: Query<'q>) -> Query<'q> {
        query
    }

    /// Checks a path move by move, by the written rules, and returns its cost.
    fn cost_of(&self, path: &Path, search: &SearchSettings) -> Result<Cost, Fault>;

    /// Returns the cell nearest to a position where the agent can be. For a ground agent, cells are checked one by
    /// one, and so no further than `reach` cells away.
    fn nearest(&self, position: DVec3, reach: f64) -> Option<IVec3>;

    /// Hands back a path that is no longer needed, so that its storage may serve the next one.
    fn recycle(_: Path, _: &mut Workspace) {}

    /// Checks a path as [`Mode::cost_of`] does, its ends, and the cost that it states.
    fn check(&self, path: &Path, ends: [IVec3; 2], search: &SearchSettings) -> Result<Cost, Fault> {
        let actual = self.cost_of(path, search)?;
        Fault::unless_stated([[path.start(), path.goal()], ends], path.cost(), actual)?;
        Ok(actual)
    }

    /// Returns the cell nearest to the end that an outcome of this name is about, if it is about one.
    fn instead(&self, outcome: &str, ends: [IVec3; 2], reach: f64) -> Option<IVec3> {
        let faults = [
            EndFault::StartBlocked,
            EndFault::StartOutside,
            EndFault::GoalBlocked,
            EndFault::GoalOutside,
        ];
        let fault = faults.into_iter().find(|fault| fault.name() == outcome)?;
        let end = match fault.end() {
            Side::Start => ends[0],
            Side::Goal => ends[1],
        };
        self.nearest(end.as_dvec3(), reach)
    }
}

/// The reach of a search for a place to stand, in cells, where there is one search only.
pub(crate) const REACH: f64 = 64.0;

/// A flying agent, over cells that have costs.
#[derive(Clone, Copy)]
pub(crate) struct Flight<'m> {
    world: &'m Traversability,
    terrain: &'m Terrain,
    lattice: &'m Lattice,
}

impl<'m> Flight<'m> {
    pub(crate) fn new(
        world: &'m Traversability,
        terrain: &'m Terrain,
        lattice: &'m Lattice,
    ) -> Self {
        Self {
            world,
            terrain,
            lattice,
        }
    }
}

/// Returns the length of the path of a flying agent, in the longest sides of cells, whatever it costs.
pub(crate) fn length(path: &Path, shape: CellShape) -> f64 {
    let even = path.priced_by(shape, None);
    even.map_or(path.cost(), |even| even.cost()).length()
}

impl Mode for Flight<'_> {
    type Moves = Traversability;

    fn moves(&self) -> &Traversability {
        self.world
    }

    fn priced<'q>(&'q self, query: Query<'q>) -> Query<'q> {
        query.terrain(self.terrain)
    }

    fn cost_of(&self, path: &Path, search: &SearchSettings) -> Result<Cost, Fault> {
        let flight = search::Flight {
            terrain: self.terrain.clone(),
            moves: search.moves,
            corners: search.corners,
            shape: search.shape,
            ..search::Flight::new(self.world)
        };
        Ok(path.verify_flight(&flight)?)
    }

    fn recycle(path: Path, workspace: &mut Workspace) {
        workspace.recycle(path);
    }

    fn nearest(&self, position: DVec3, _reach: f64) -> Option<IVec3> {
        let lattice = self.lattice.around_zero();
        let (position, among) = (lattice.position_of(position), CellFilter::Traversable);
        let world = self.world;
        let nearest = world.nearest_position(&lattice, position, f64::INFINITY, among);
        nearest.ok().flatten().map(|nearest| nearest.cell)
    }
}

impl Mode for Walker {
    type Moves = Ground;

    fn moves(&self) -> &Ground {
        &self.ground
    }

    fn cost_of(&self, path: &Path, _: &SearchSettings) -> Result<Cost, Fault> {
        Ok(verify_legs(path, &self.ground)?)
    }

    fn nearest(&self, position: DVec3, reach: f64) -> Option<IVec3> {
        self.ground.nearest(position, reach)
    }
}
