//! Worlds with fewer surfaces: blocks of cells in the place of cells.
//!
//! Noise has more faces than a page can hold. Half as fine it has a quarter of them or less; the page
//! describes how coarse it is, and the search is shown in cells all the same.

use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, ChunkCoord, Occupancy, OccupancyBuilder, OccupancyError};

/// Blocks along an edge of a chunk.
const EDGE: usize = 32;

/// Returns the world in blocks of 2 x 2 x 2 cells, occupied where at least half of their cells are, and
/// made of what one of them is.
pub(crate) fn coarser(world: &Occupancy) -> Result<Occupancy, OccupancyError> {
    let CellBox { min, max } = world.bounds();
    let bounds = CellBox::new(min >> 1, (max + IVec3::ONE) >> 1);
    let mut builder = OccupancyBuilder::new(bounds)?;
    for (_, material) in world.palette().iter() {
        // INVARIANT: a palette has room for what is in a palette, under the same ids.
        let _ = builder.add_material(material.clone());
    }
    let (mut counts, mut counted) = (Vec::new(), None);
    // Chunk by chunk, and no block is in two chunks.
    for cell in world.occupied_cells() {
        let chunk = ChunkCoord::of(cell);
        if counted.replace(chunk) != Some(chunk) {
            counts = vec![0_u8; EDGE * EDGE * EDGE];
        }
        let (block, low): (IVec3, IVec3) = (cell >> 1, chunk.origin() >> 1);
        let local = (block - low).as_uvec3();
        let place = (local.z as usize * EDGE + local.y as usize) * EDGE + local.x as usize;
        counts[place] += 1;
        // Half of the cells.
        if counts[place] == 4 {
            match world.material(cell) {
                Some(id) => builder.set_material(block, id)?,
                None => builder.set(block, CellState::Occupied)?,
            }
        }
    }
    Ok(builder.commit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_that_are_half_full_are_full() {
        let bounds = CellBox::new(IVec3::splat(-65), IVec3::splat(5));
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        let slab = CellBox::new(IVec3::new(-65, -65, 2), IVec3::new(5, 5, 3));
        builder.set_box(slab, CellState::Occupied).unwrap();
        builder.set(IVec3::splat(-3), CellState::Occupied).unwrap();
        let world = coarser(&builder.commit()).unwrap();
        let expected = CellBox::new(IVec3::splat(-33), IVec3::splat(3));
        assert_eq!(world.bounds(), expected);
        // The slab at z = 2 fills half of the blocks at z = 1; those at the border have fewer cells.
        assert_eq!(world.state(IVec3::new(0, 0, 1)), CellState::Occupied);
        assert_eq!(world.state(IVec3::new(-32, 1, 1)), CellState::Occupied);
        assert_eq!(world.state(IVec3::new(0, 0, 0)), CellState::Free);
        assert_eq!(world.state(IVec3::splat(-2)), CellState::Free);
        assert_eq!(world.count(CellState::Occupied), 34 * 34);
    }
}
