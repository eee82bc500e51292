//! The cells at which a body stands as on a plane, as something to go straight over.

use super::Stances;
use super::stance::Stance;
use crate::agent::UnknownPolicy;
use crate::coordinates::{CellBox, no_bits, rows_of};
use crate::occupancy::OccupancyBuilder;
use crate::traversability::Traversability;
use glam::IVec3;

impl Stances {
    /// Returns the cells of a box at which the body stands upright, in and on nothing that the rules
    /// mind: what straight ways over the ground can be checked against. `None` if no cell of the box is
    /// within the bounds.
    ///
    /// A way that is clear there has ground below all that the body sweeps, by the rule of support.
    ///
    /// # Complexity
    ///
    /// Linear in the rows of cells along x that the box has in each chunk, at most some 100 microseconds a chunk: a box
    /// one layer high is cheap.
    ///
    /// ```
    /// use voxnav_occupancy::glam::{DVec3, IVec3};
    /// use voxnav_occupancy::{CellBox, CellState, Footprint, OccupancyBuilder, StanceRules, Stances};
    ///
    /// // Two banks and a bridge between them, of one cell across.
    /// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(20, 9, 6)))?;
    /// builder.set_box(CellBox::from_size(IVec3::new(20, 9, 1)), CellState::Occupied)?;
    /// builder.set_box(CellBox::new(IVec3::new(5, 0, 0), IVec3::new(15, 9, 1)), CellState::Free)?;
    /// builder.set_box(CellBox::new(IVec3::new(5, 4, 0), IVec3::new(15, 5, 1)), CellState::Occupied)?;
    /// let world = builder.commit();
    /// let stances = Stances::new(&world, &StanceRules::new(Footprint::ONE));
    /// let ground = stances.plane_within(world.bounds()).ok_or("a box in the world")?;
    /// let along = |y| [DVec3::new(1.0, y, 1.0), DVec3::new(18.0, y, 1.0)];
    /// let [over, beside] = [along(4.0), along(4.5)].map(|[from, to]| ground.is_clear(from, to));
    /// assert_eq!((over?, beside?), (true, false));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn plane_within(&self, cells: CellBox) -> Option<Traversability> {
        let within = cells.intersection(&self.occupancy.bounds());
        let mut builder = OccupancyBuilder::new(within).ok()?;
        let mut reader = self.reader();
        let unknown = no_bits();
        for chunk in within.chunks() {
            let blocked = rows_of(|y, z| {
                let cell = chunk.origin() + IVec3::new(0, y, z);
                let is_inside =
                    |axis: usize| (within.min[axis]..within.max[axis]).contains(&cell[axis]);
                if !is_inside(1) || !is_inside(2) {
                    return u64::MAX;
                }
                let stands = reader.row(cell, Stance::STANDING) & reader.row(cell, Stance::UPRIGHT);
                !stands | reader.row(cell, Stance::MINDED)
            });
            builder.set_chunk(chunk, &blocked, &unknown);
        }
        Some(Traversability::new(
            &builder.commit(),
            UnknownPolicy::Blocked,
        ))
    }
}
