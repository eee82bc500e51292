//! Doors of a world, open or shut.

use std::error::Error;

use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, Occupancy};
use voxnav_testkit::Draws;

/// A world and its doors.
pub(crate) struct Doors {
    original: Occupancy,
    pub(crate) now: Occupancy,
    /// The doors, each with whether it is shut.
    all: Vec<(CellBox, bool)>,
}

impl Doors {
    /// Makes doors of cubes around the middles, all open: nothing is in them but what was there.
    pub(crate) fn new(original: &Occupancy, middles: &[IVec3], edge: i32) -> Self {
        let around = |middle: &IVec3| {
            let min = *middle - edge / 2;
            let cells = CellBox::new(min, min + edge);
            (cells.intersection(&original.bounds()), false)
        };
        Self {
            original: original.clone(),
            now: original.clone(),
            all: middles.iter().map(around).collect(),
        }
    }

    /// Opens or shuts one of them, unless someone stands within a cell of it.
    pub(crate) fn toggle_any(
        &mut self,
        draws: &mut Draws,
        is_taken: impl Fn(&CellBox) -> bool,
    ) -> Result<(), Box<dyn Error>> {
        let index = draws.below(self.all.len());
        let (cells, is_shut) = self.all[index];
        if !is_shut && is_taken(&CellBox::new(cells.min - 1, cells.max + 1)) {
            return Ok(());
        }
        self.all[index].1 = !is_shut;
        let mut edit = self.now.edit();
        for cell in cells.cells() {
            let is_in_another = |(it, is_shut): &(CellBox, bool)| *is_shut && it.contains(cell);
            let state = if self.all.iter().any(is_in_another) {
                CellState::Occupied
            } else {
                self.original.state(cell)
            };
            edit.set(cell, state)?;
        }
        self.now = edit.commit();
        Ok(())
    }
}
