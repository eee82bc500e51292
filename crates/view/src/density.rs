//! The density around a place: the world in blocks, each with the share of its cells that are
//! occupied. The page shades by it, so that corners and caves look dark.

use voxnav::glam::{IVec3, UVec3};
use voxnav::grid::Occupancy;

/// Blocks of cells with the share of occupied ones.
pub(crate) struct Density {
    /// The number of cells along the edge of a block: a power of two.
    pub(crate) edge: u32,
    /// The number of blocks along each axis.
    pub(crate) size: UVec3,
    /// The shares, from 0, nothing occupied, to 255; x fastest, then y.
    pub(crate) shares: Vec<u8>,
}

/// The most blocks: 4 MiB in memory of the page, a few hundred KiB in the file.
const MOST_BLOCKS: u64 = 1 << 21;

impl Density {
    /// Returns the density of a world in the finest blocks that are few enough.
    pub(crate) fn of(world: &Occupancy) -> Self {
        let cells = world.bounds().size();
        let blocks = |edge: u32| {
            let size = UVec3::new(
                cells.x.div_ceil(edge),
                cells.y.div_ceil(edge),
                cells.z.div_ceil(edge),
            );
            size.max(UVec3::ONE)
        };
        let volume = |size: UVec3| size.to_array().map(u64::from).iter().product::<u64>();
        let mut edge = 1;
        while volume(blocks(edge)) > MOST_BLOCKS {
            edge *= 2;
        }
        let size = blocks(edge);
        let counts = count(world, edge, size);
        let whole = u64::from(edge).pow(3);
        let share = |count: u32| u8::try_from(u64::from(count) * 255 / whole).unwrap_or(u8::MAX);
        Self {
            edge,
            size,
            shares: counts.into_iter().map(share).collect(),
        }
    }
}

/// Returns how many cells of each block are occupied.
fn count(world: &Occupancy, edge: u32, size: UVec3) -> Vec<u32> {
    let low = world.bounds().min;
    let place = |cell: IVec3| {
        let block = (cell - low).as_uvec3() / edge;
        ((block.z * size.y + block.y) * size.x + block.x) as usize
    };
    let mut counts = vec![0; (size.x * size.y * size.z) as usize];
    for cell in world.occupied_cells() {
        counts[place(cell)] += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use voxnav::grid::{CellBox, CellState, OccupancyBuilder};

    use super::*;

    #[test]
    fn blocks_are_as_fine_as_they_may_be_and_count_their_cells() {
        let bounds = CellBox::new(IVec3::splat(-4), IVec3::splat(252));
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        let part = CellBox::new(IVec3::splat(-4), IVec3::new(-2, -2, -3));
        builder.set_box(part, CellState::Occupied).unwrap();
        let density = Density::of(&builder.commit());
        assert_eq!((density.edge, density.size), (2, UVec3::splat(128)));
        assert_eq!(density.shares[0], 127);
        assert!(density.shares[1..].iter().all(|&share| share == 0));
    }
}
