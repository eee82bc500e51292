//! Weights of cells, by which moves on the ground cost more, as for one search alone.
//!
//! Runs over even ground count on one cost of all walks, so there are none in ground with weights: every move of a cell is
//! listed. What is known of the ground stays as it is, and estimates are bounds still, for no weight is less than one.

use glam::IVec3;

use super::Ground;
use crate::cost::Cost;
use crate::movement::Terrain;

impl Ground {
    /// Returns the same moves at other costs: each costs its own times the weight of the cell that it leads to. Takes the
    /// place of weights that were given before.
    ///
    /// Searches expand every cell of even ground that they come by, so this is for a few of them, as those around a crowd.
    ///
    /// ```
    /// use glam::IVec3;
    /// use voxnav_occupancy::{CellBox, OccupancyBuilder};
    /// use voxnav_search::{Ground, Locomotion, Query, Terrain, Workspace};
    ///
    /// let world = OccupancyBuilder::new(CellBox::from_size(IVec3::new(9, 5, 5)))?.commit();
    /// let mut crowded = Terrain::new();
    /// crowded.set(IVec3::new(4, 2, 0), 20)?;
    /// let ground = Ground::new(&world, &Locomotion::walker())?.with_terrain(crowded);
    /// let solution = Query::new(IVec3::new(0, 2, 0), IVec3::new(8, 2, 0)).solve(&ground, &mut Workspace::new());
    /// let path = solution.outcome.path().ok_or("there is a way")?;
    /// assert!(path.cells().all(|cell| cell != IVec3::new(4, 2, 0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_terrain(self, terrain: Terrain) -> Self {
        let known = self.known.as_deref().cloned();
        let known = known.map(|known| known.with_terrain(terrain.clone()).into());
        let terrain = (!terrain.is_uniform()).then_some(terrain);
        Self {
            known,
            terrain,
            ..self
        }
    }

    /// Returns the weights of the cells that moves lead to.
    #[must_use]
    pub fn terrain(&self) -> Terrain {
        self.terrain.clone().unwrap_or_default()
    }

    /// Returns whether moves are known to have the same weights as those of another agent without a look at any cell: those
    /// of [terrain that is shared](Terrain::is_shared_with), or none.
    #[must_use]
    pub fn is_weighed_as(&self, other: &Self) -> bool {
        match (&self.terrain, &other.terrain) {
            (Some(own), Some(other)) => own.is_shared_with(other),
            (own, other) => own.is_none() && other.is_none(),
        }
    }

    /// Returns what a move to a cell costs, by what it costs without weights.
    #[inline]
    pub(super) fn weighed(&self, to: IVec3, cost: Cost) -> Cost {
        match &self.terrain {
            Some(terrain) => cost * terrain.weight(to),
            None => cost,
        }
    }
}
