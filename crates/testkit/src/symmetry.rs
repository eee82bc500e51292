//! The symmetries of the cube.

use voxnav_occupancy::glam::DVec3;

use crate::grid::{Cell, Grid};

/// One of the 48 ways to map the cube onto itself.
#[derive(Clone, Copy, Debug)]
pub struct Symmetry {
    /// The axis that each new coordinate comes from.
    from: [usize; 3],
    /// The bits to turn over in each new coordinate: all of them mirror it, because `!x` is `-1 -
    /// x`, which maps the supported coordinates and the chunks onto themselves.
    flips: [i32; 3],
}

impl Symmetry {
    /// Returns all symmetries, the identity first.
    pub fn all() -> impl Iterator<Item = Self> {
        let orders = [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ];
        orders.into_iter().flat_map(|from| {
            (0..8).map(move |bits| {
                let flips = [0, 1, 2].map(|axis| -(bits >> axis & 1));
                Self { from, flips }
            })
        })
    }

    /// Returns whether no axis is mirrored.
    #[must_use]
    pub fn mirrors_nothing(self) -> bool {
        self.flips == [0; 3]
    }

    /// Returns the axis to which an axis is mapped.
    #[must_use]
    pub fn axis(self, axis: usize) -> usize {
        let is_image = |&image: &usize| self.from[image] == axis;
        (0..3).find(is_image).expect("one of three axes")
    }

    /// Returns the cell to which a cell is mapped.
    #[must_use]
    pub fn cell(self, cell: Cell) -> Cell {
        std::array::from_fn(|axis| self.flips[axis] ^ cell[self.from[axis]])
    }

    /// Returns the position to which a position is mapped, in a lattice with the centers of cells
    /// at whole numbers.
    #[must_use]
    pub fn position(self, position: DVec3) -> DVec3 {
        DVec3::from_array([0, 1, 2].map(|axis| {
            let along = position[self.from[axis]];
            if self.flips[axis] == 0 {
                along
            } else {
                -1.0 - along
            }
        }))
    }

    /// Returns the world to which a world is mapped.
    #[must_use]
    pub fn grid(self, grid: &Grid) -> Grid {
        let ends = [grid.min(), grid.max().map(|end| end - 1)].map(|corner| self.cell(corner));
        let min: Cell = std::array::from_fn(|axis| ends[0][axis].min(ends[1][axis]));
        let size = self.from.map(|axis| grid.size()[axis]);
        let mut image = Grid::open(min, size).with_pricing(grid.pricing());
        for cell in grid.cells() {
            let weight = grid.is_open(cell).then(|| grid.weight(cell));
            image.set(self.cell(cell), weight);
        }
        image
    }
}
