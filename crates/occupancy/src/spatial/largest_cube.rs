//! The largest agent that can get from one cell to another.

use glam::IVec3;

use crate::agent::Footprint;
use crate::coordinates::CellBox;
use crate::traversability::{ComponentsMissing, Traversability};

impl Traversability {
    /// Returns the largest cube of an odd number of cells a side, centered on its anchor, that gets
    /// from one cell to the other by moves that cut no corners; `None` if not even a single cell
    /// does. Its cells are those of the occupancy that the snapshot was derived from, whatever the
    /// agent of the snapshot; it minds unknown cells as that does.
    ///
    /// What to tell a player whose goal is out of reach: not that there is no way, but how wide the
    /// widest is. In a world baked from colliders for the box of an agent the occupancy holds where
    /// that agent may be, and a cube of side `2 n + 1` tells that there are `n` cells to spare all
    /// around it.
    ///
    /// # Guarantees
    ///
    /// Exact up to a side of 127 cells, twice [`Footprint::MAX_REACH`] and one.
    ///
    /// # Complexity
    ///
    /// At most eight snapshots are derived and labeled from scratch: for a message to a person and
    /// not for every query.
    ///
    /// # Errors
    ///
    /// [`ComponentsMissing`] where components cannot be listed.
    ///
    /// ```
    /// use voxnav_occupancy::glam::IVec3;
    /// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
    ///
    /// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(30)))?;
    /// let wall = CellBox::new(IVec3::new(14, 0, 0), IVec3::new(16, 30, 30));
    /// let gate = CellBox::new(IVec3::new(14, 9, 9), IVec3::new(16, 15, 14));
    /// builder.set_box(wall, CellState::Occupied)?;
    /// builder.set_box(gate, CellState::Free)?;
    /// let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    /// let cube = world.largest_cube(IVec3::splat(5), IVec3::splat(25))?.ok_or("no way")?;
    /// assert_eq!(cube.offsets().size().to_array(), [5; 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn largest_cube(
        &self,
        from: IVec3,
        to: IVec3,
    ) -> Result<Option<Footprint>, ComponentsMissing> {
        let connecting = |reach: i32| {
            let cells = CellBox::new(IVec3::splat(-reach), IVec3::splat(reach + 1));
            let Ok(cube) = Footprint::new(cells) else {
                return Ok(None);
            };
            let is_connected = self.for_other_agent(cube).is_connected(from, to)?;
            Ok(is_connected.then_some(cube))
        };
        // What a cube can do a smaller one can, so that the reach of the largest can be bisected:
        // `low` is known to get there, `high` not to.
        let mut largest = connecting(0)?;
        let (mut low, mut high) = (0, Footprint::MAX_REACH + 1);
        while largest.is_some() && low + 1 < high {
            let reach = i32::midpoint(low, high);
            match connecting(reach)? {
                Some(cube) => (low, largest) = (reach, Some(cube)),
                None => high = reach,
            }
        }
        Ok(largest)
    }
}
