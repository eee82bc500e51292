//! The boundary of known space, for an agent and its policy.
//!
//! The bits of a snapshot do not tell free cells from unknown ones that its policy admits. The
//! occupancy that it keeps does, and is asked only about the few cells of a path.

use glam::IVec3;

use super::Traversability;
use super::dilation::Dilation;
use crate::agent::UnknownPolicy;
use crate::coordinates::{CellBox, ChunkCoord, offsets_around, row_mask};
use crate::occupancy::CellState;
use crate::occupancy::chunk_cells::ChunkCells;

impl Traversability {
    /// Returns the agent's policy for unknown cells.
    #[must_use]
    pub fn unknown_policy(&self) -> UnknownPolicy {
        self.snapshot.grid.dilation.unknown
    }

    /// Returns whether none of the cells that the agent covers at `cell` is unknown. What it covers
    /// outside the bounds counts by [`Occupancy::outside`](crate::Occupancy::outside).
    ///
    /// # Complexity
    ///
    /// A look at each chunk that the agent covers a cell of, and for those that hold unknown cells
    /// at each row of its cells.
    ///
    /// ```
    /// use voxnav_occupancy::glam::IVec3;
    /// use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
    ///
    /// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?;
    /// builder.set(IVec3::ONE, CellState::Unknown)?;
    /// let world = Traversability::new(&builder.commit(), UnknownPolicy::StopAtBoundary);
    /// assert!(world.is_traversable(IVec3::ONE) && !world.is_known(IVec3::ONE));
    /// assert!(world.is_known(IVec3::ZERO));
    /// # Ok::<(), voxnav_occupancy::OccupancyError>(())
    /// ```
    #[must_use]
    pub fn is_known(&self, cell: IVec3) -> bool {
        !self.snapshot.grid.dilation.covers_unknown(cell)
    }

    /// Returns how far `cell` is from anything but unknown cells: the largest number of moves, up to
    /// `most`, within which there is none inside the bounds. `None` if the cell itself is not
    /// unknown.
    ///
    /// # Complexity
    ///
    /// A look at each chunk that is so near, and at each row of those that are not all alike, a few
    /// times over.
    #[must_use]
    pub fn unknown_radius(&self, cell: IVec3, most: u32) -> Option<u32> {
        let dilation = &self.snapshot.grid.dilation;
        let bounds = dilation.occupancy.world.bounds;
        let is_unknown = |radius: u32| {
            let radius = IVec3::splat(i32::try_from(radius).unwrap_or(i32::MAX));
            let near = CellBox::of_cell(cell).grown(radius).intersection(&bounds);
            !near.is_empty() && dilation.unknown_in(&near) == near.exact_volume()
        };
        if !is_unknown(0) {
            return None;
        }
        let (mut within, mut beyond) = (0, 1);
        while beyond <= most && is_unknown(beyond) {
            within = beyond;
            beyond = beyond.saturating_mul(2);
        }
        let mut beyond = beyond.min(most.saturating_add(1));
        while within + 1 < beyond {
            let middle = within.midpoint(beyond);
            if is_unknown(middle) {
                within = middle;
            } else {
                beyond = middle;
            }
        }
        Some(within)
    }

    /// Returns which of the 27 cells around and including `cell` are not [known](Self::is_known), as
    /// bits in the order of [`Traversability::neighborhood`].
    ///
    /// # Complexity
    ///
    /// That of one look where all of them are known or all unknown, for the most part; else of 27.
    #[must_use]
    pub fn unknown_around(&self, cell: IVec3) -> u32 {
        let dilation = &self.snapshot.grid.dilation;
        let offsets = dilation.agent.offsets();
        let min = cell.saturating_add(offsets.min).saturating_sub(IVec3::ONE);
        let max = cell.saturating_add(offsets.max).saturating_add(IVec3::ONE);
        let around = CellBox::new(min, max);
        let unknown = dilation.unknown_in(&around);
        if unknown == 0 || unknown == around.exact_volume() {
            return if unknown == 0 { 0 } else { (1 << 27) - 1 };
        }
        (0..).zip(offsets_around()).fold(0, |bits, (bit, offset)| {
            let unknown = dilation.covers_unknown(cell.saturating_add(offset));
            bits | u32::from(unknown) << bit
        })
    }

    /// Returns the snapshot of the same world for the same agent under another policy; a clone if
    /// it is the same. [`UnknownPolicy::Blocked`] gives the known space in which paths that were
    /// cut at the boundary lie, to shorten or smooth them in.
    ///
    /// # Complexity
    ///
    /// As [`Traversability::for_agent`].
    #[must_use]
    pub fn with_unknown(&self, unknown: UnknownPolicy) -> Self {
        if unknown == self.unknown_policy() {
            return self.clone();
        }
        Self::for_agent(self.occupancy(), self.footprint(), unknown)
    }
}

impl Dilation {
    /// Returns whether an unknown cell is among those that the agent covers at an anchor.
    fn covers_unknown(&self, anchor: IVec3) -> bool {
        let offsets = self.agent.offsets();
        let [min, max] = [offsets.min, offsets.max].map(|side| anchor.saturating_add(side));
        self.unknown_in(&CellBox::new(min, max)) != 0
    }

    /// Returns the number of unknown cells in a box.
    fn unknown_in(&self, covered: &CellBox) -> u128 {
        let world = &*self.occupancy.world;
        let inside = covered.intersection(&world.bounds);
        let outside = match world.outside {
            CellState::Unknown => covered.exact_volume() - inside.exact_volume(),
            _ => 0,
        };
        let in_chunk = |chunk: ChunkCoord| {
            let part = chunk.local(&inside);
            match &world.chunk(chunk).cells {
                ChunkCells::Uniform(CellState::Unknown) => part.volume(),
                cells if cells.has_unknown() => {
                    let mask = row_mask(&part, part.min.y, part.min.z);
                    let row = |(y, z)| cells.row(CellState::Unknown, y, z) & mask;
                    let rows = part.row_places().map(row);
                    rows.map(|row| u64::from(row.count_ones())).sum()
                }
                _ => 0,
            }
        };
        outside + inside.chunks().map(in_chunk).map(u128::from).sum::<u128>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Footprint, OccupancyBuilder};

    #[test]
    fn words_tell_of_unknown_cells_what_single_questions_tell() {
        let bounds = CellBox::new(IVec3::new(57, -5, 60), IVec3::new(71, 6, 69));
        for (spacing, outside) in [
            (3, CellState::Unknown),
            (40, CellState::Free),
            (997, CellState::Unknown),
        ] {
            let builder = OccupancyBuilder::new(bounds).unwrap();
            let mut builder = builder.with_outside(outside);
            let far = CellBox::new(IVec3::new(63, -5, 60), bounds.max);
            builder.set_box(far, CellState::Unknown).unwrap();
            for cell in bounds.cells().step_by(spacing) {
                builder.set(cell, CellState::Free).unwrap();
            }
            let occupancy = builder.commit();
            for size in [IVec3::ONE, IVec3::new(2, 1, 3)] {
                let agent = Footprint::new(CellBox::from_size(size)).unwrap();
                let world =
                    Traversability::for_agent(&occupancy, agent, UnknownPolicy::StopAtBoundary);
                for cell in CellBox::new(bounds.min - 2, bounds.max + 2).cells() {
                    let around = world.unknown_around(cell);
                    for bit in 0..27 {
                        let offset = IVec3::new(bit % 3 - 1, bit / 3 % 3 - 1, bit / 9 - 1);
                        let unknown = !world.is_known(cell + offset);
                        assert_eq!(around >> bit & 1 != 0, unknown, "{cell} {offset}");
                    }
                }
                for cell in bounds.cells() {
                    let is_unknown = |radius: i32| {
                        let near = CellBox::new(cell - radius, cell + radius + 1);
                        let mut near = near.intersection(&bounds).cells();
                        near.all(|cell| occupancy.state(cell) == CellState::Unknown)
                    };
                    let expected = (0..=4).take_while(|&radius| is_unknown(radius)).last();
                    let radius = world.unknown_radius(cell, 4);
                    assert_eq!(radius, expected.map(i32::cast_unsigned), "{cell}");
                }
            }
        }
    }
}
