//! Costs of cells, of arrays of any numbers.

use voxnav::Terrain;
use voxnav::glam::IVec3;
use voxnav::grid::{Axis, CellBox, CellState, Occupancy};
use voxnav::search::{CostConvention, CostError, CostVolume};

use crate::failure::{Answer, Blamed, Failure};
use crate::scenes::dense::Strides;

/// The costs of the cells of a box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Costs<'a> {
    cells: CellBox,
    bytes: &'a [u8],
    /// The number of the type of an array, as `costs.ts` has it.
    kind: u32,
    strides: Strides,
    nearest: Axis,
}

impl<'a> Costs<'a> {
    /// Reads an array of a type, with a number for each cell of a box in an order of axes.
    pub(crate) fn new(bytes: &'a [u8], kind: u32, cells: CellBox, axes: [i32; 3]) -> Answer<Self> {
        let width = match kind {
            1 | 2 => 1,
            3 | 4 => 2,
            5..=7 => 4,
            8 => 8,
            _ => return Err(Failure::argument("costs", "no type has this number")),
        };
        let size = cells.size().as_ivec3();
        let strides = Strides::new("costs", axes, size, bytes.len() / width)?;
        let nearest = strides.nearest();
        Ok(Self {
            cells,
            bytes,
            kind,
            strides,
            nearest,
        })
    }

    /// Reads one number as the cost of every cell of a box.
    pub(crate) fn even(bytes: &'a [u8], cells: CellBox) -> Answer<Self> {
        let one = CellBox::from_size(IVec3::ONE);
        let costs = Self::new(bytes, 8, one, [0, 1, 2])?;
        Ok(Self {
            cells,
            strides: Strides::NONE,
            ..costs
        })
    }

    fn at(&self, cell: IVec3) -> f64 {
        let place = self.strides.place(cell - self.cells.min);
        macro_rules! number {
            ($type:ty) => {
                <$type>::from_le_bytes(self.bytes.as_chunks().0[place]).into()
            };
        }
        match self.kind {
            1 => number!(u8),
            2 => number!(i8),
            3 => number!(u16),
            4 => number!(i16),
            5 => number!(u32),
            6 => number!(i32),
            7 => number!(f32),
            _ => number!(f64),
        }
    }

    /// Returns a world with the cells of infinite cost occupied.
    pub(crate) fn block(&self, world: &Occupancy) -> Answer<Occupancy> {
        let mut builder = world.edit();
        for cell in self.cells.cells() {
            if self.at(cell) == f64::INFINITY {
                builder.set(cell, CellState::Occupied).blamed("costs")?;
            }
        }
        Ok(builder.commit())
    }

    /// Returns the terrain of the costs of cells that are not occupied. The number of a convention is that of `costs.ts`.
    pub(crate) fn terrain(&self, world: &Occupancy, convention: u32) -> Answer<Terrain> {
        let convention = match convention {
            0 => CostConvention::Entered,
            1 => CostConvention::Mean,
            2 => CostConvention::Max,
            _ => return Err(Failure::argument("convention", "0, 1 or 2")),
        };
        let has_walls = world.count(CellState::Occupied) > 0;
        let is_free = |cell| !has_walls || world.state(cell) != CellState::Occupied;
        let cost = |cell| is_free(cell).then(|| self.at(cell));
        let volume = CostVolume::new(self.cells, &cost as &dyn Fn(IVec3) -> Option<f64>);
        let volume = volume.nearest(self.nearest).convention(convention);
        volume.terrain().map_err(refused)
    }

    /// Sets the costs in the terrain of a world with these bounds.
    pub(crate) fn put(&self, terrain: &mut Terrain, bounds: CellBox) -> Answer {
        let cost = |cell| Some(self.at(cell));
        let volume = CostVolume::new(self.cells, &cost as &dyn Fn(IVec3) -> Option<f64>);
        let volume = volume.nearest(self.nearest);
        terrain.set_costs_in(bounds, &volume).map_err(refused)
    }
}

/// Returns the failure of a cost that is refused.
fn refused(error: CostError) -> Failure {
    let hint = match error {
        CostError::NotACost { cost, .. } if cost == f64::INFINITY => {
            "; with `infinite` as \"blocks\" such cells are occupied"
        }
        _ => "",
    };
    Failure::argument("costs", format_args!("{error}{hint}"))
}
