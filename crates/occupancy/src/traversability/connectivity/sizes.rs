//! The number of cells of each component.

use std::collections::BTreeMap;

use super::components::{Component, Components, ComponentsMissing};
use super::labels::ChunkLabels;
use crate::coordinates::Axis;
use crate::traversability::Traversability;
use crate::traversability::grid::Grid;

impl Traversability {
    /// Returns the connected components and how many cells each has, the largest first.
    ///
    /// # Complexity
    ///
    /// One pass over the rows of all chunks with content, after what
    /// [`component`](Self::component) takes to label them.
    ///
    /// # Errors
    ///
    /// [`ComponentsMissing`] where components cannot be listed.
    ///
    /// ```
    /// use voxnav_occupancy::glam::IVec3;
    /// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
    ///
    /// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?;
    /// let wall = CellBox::new(IVec3::new(3, 0, 0), IVec3::new(4, 9, 9));
    /// builder.set_box(wall, CellState::Occupied)?;
    /// let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    /// let sizes = world.component_sizes()?;
    /// let cells: Vec<u64> = sizes.iter().map(|(_, cells)| *cells).collect();
    /// assert_eq!(cells, [5 * 81, 3 * 81]);
    /// assert_eq!(world.component(IVec3::splat(8)), Some(sizes[0].0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn component_sizes(&self) -> Result<Vec<(Component, u64)>, ComponentsMissing> {
        let components = self.components().ok_or(ComponentsMissing)?;
        let mut sizes: Vec<_> = components.sizes(&self.snapshot.grid).into_iter().collect();
        sizes.sort_by_key(|(_, cells)| std::cmp::Reverse(*cells));
        Ok(sizes)
    }
}

impl Components {
    fn sizes(&self, grid: &Grid) -> BTreeMap<Component, u64> {
        let mut sizes = BTreeMap::new();
        for (index, chunk) in self.chunks.iter().enumerate() {
            let rows = grid.entries[index].bits.along(Axis::X);
            let mut cells = vec![0; chunk.labels.count() as usize];
            if let ([cells], ChunkLabels::One) = (&mut cells[..], &chunk.labels) {
                // No run has to be told from another.
                *cells = rows.iter().map(|row| u64::from(row.count_ones())).sum();
            } else {
                for (row, &bits) in rows.iter().enumerate() {
                    let mut add =
                        |label, run: u64| cells[label as usize] += u64::from(run.count_ones());
                    chunk.labels.for_runs(row, bits, &mut add);
                }
            }
            for (label, cells) in (0..).zip(cells) {
                *sizes.entry(chunk.components.of(label)).or_default() += cells;
            }
        }
        sizes
    }
}
