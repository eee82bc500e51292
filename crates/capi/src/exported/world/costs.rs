//! Costs of cells for flying agents, and distances to blocked cells.

use std::ffi::c_void;

use voxnav::UnknownPolicy;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, Occupancy, OccupancyBuilder};
use voxnav::search::{CostConvention, CostVolume};
use voxnav::spatial::{DistanceField, DistanceFieldError, Outside, WorldDistanceField};

use super::cells::{box_at, check_inside, edited};
use crate::border::{call, reading};
use crate::code::{Code, code_of, coded};
use crate::error::{Refusal, VoxnavStatus};
use crate::handles::{change, read};
use crate::ids::VoxnavNavigator;
use crate::memory::{In, Out, Strided};
use crate::objects::NavigatorObject;
use crate::values::VoxnavCell;

/// The cells of a move whose cost counts.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavCostConvention {
    /// The cost of the cell that it enters.
    Entered = 0,
    /// The mean of the costs of both cells.
    Mean = 1,
    /// The larger of the costs of both cells.
    Max = 2,
}

coded! {
    VoxnavCostConvention is "convention of costs": CostConvention {
        Entered, Mean, Max,
    }
}

/// The costs of a box of cells, as an array of three dimensions.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavCosts {
    /// The size of the struct: `sizeof(VoxnavCosts)`.
    pub size: usize,
    /// The cost of the first cell.
    pub data: In<f32>,
    /// The cell that the first cost is of.
    pub first: VoxnavCell,
    /// The number of costs along x, y and z.
    pub extent: VoxnavCell,
    /// The distance in bytes from a cost to the next along x; it may be negative.
    pub stride_x: isize,
    /// The distance in bytes from a cost to the next along y.
    pub stride_y: isize,
    /// The distance in bytes from a cost to the next along z.
    pub stride_z: isize,
    /// The cells of a move that count, from now on for all cells of the navigator.
    pub convention: Code<VoxnavCostConvention>,
    /// 1 to make cells of infinite cost occupied; 0 to refuse them.
    pub blocks_infinite: u32,
}

/// The scale of the costs of a navigator.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavCostScale {
    /// The size of the struct: `sizeof(VoxnavCostScale)`.
    pub size: usize,
    /// The smallest cost that a cell can have: that of cells whose cost was never set.
    pub unit: f64,
    /// The most by which the cost of a route differs from what its costs as floats add up to, as a part of it.
    pub rounding: f64,
    /// The cells of a move that count.
    pub convention: Code<VoxnavCostConvention>,
    /// Zero.
    pub reserved: u32,
}

/// Sets the costs of the cells of a box, for flying agents, from an array of floats: finite and above zero, 1 unless
/// set. Costs are kept in 16 bits: exactly if all are whole numbers up to 65,535, else rounded, see `voxnav_cost_scale`.
///
/// Errors: an array that reaches beyond the bounds; a cost that is not finite or not above zero; costs in the navigator of
/// which one is more than 65,535 times another. Nothing is set then.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_costs_set(
    navigator: VoxnavNavigator,
    costs: In<VoxnavCosts>,
) -> VoxnavStatus {
    call(|| {
        let given = costs.needed("costs")?;
        let convention = given.convention.meaning()?;
        change(navigator, |held| {
            let costs = Costs::of(&given)?;
            check_inside(held, costs.part)?;
            let cells = match given.blocks_infinite {
                0 => None,
                _ => costs.blocked(held)?,
            };
            let mut terrain = held.navigator.terrain().clone().with_convention(convention);
            let volume = CostVolume::new(costs.part, |cell| {
                let cost = costs.at(cell);
                (given.blocks_infinite == 0 || cost != f64::INFINITY).then_some(cost)
            });
            terrain.set_costs_in(held.navigator.bounds(), &volume)?;
            if let Some(cells) = cells {
                held.navigator.replace_cells(cells)?;
            }
            *held.navigator.terrain_mut() = terrain;
            Ok(())
        })
    })
}

/// Costs in memory of the caller.
struct Costs {
    part: CellBox,
    values: Strided,
}

impl Costs {
    fn of(given: &VoxnavCosts) -> Result<Self, Refusal> {
        let strides = [given.stride_x, given.stride_y, given.stride_z];
        Ok(Self {
            part: box_at(given.first, given.extent)?,
            values: Strided::new(given.data.cast::<c_void>(), strides, size_of::<f32>())?,
        })
    }

    fn at(&self, cell: IVec3) -> f64 {
        let place = (cell - self.part.min).to_array();
        let place = place.map(|at| at.unsigned_abs() as usize);
        f32::from_bits(self.values.at(place)).into()
    }

    /// Returns the cells of a navigator in which those of infinite cost are occupied; `None` if there are none.
    fn blocked(&self, held: &NavigatorObject) -> Result<Option<Occupancy>, Refusal> {
        let cells = self.part.cells();
        let mut infinite = cells
            .filter(|cell| self.at(*cell) == f64::INFINITY)
            .peekable();
        if infinite.peek().is_none() {
            return Ok(None);
        }
        let mut edit = edited(held)?;
        for cell in infinite {
            edit.set(cell, CellState::Occupied)?;
        }
        Ok(Some(edit.commit()))
    }
}

/// Writes the cost of a cell, as it is kept, into `cost`.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_cost(
    navigator: VoxnavNavigator,
    cell: VoxnavCell,
    cost: Out<f64>,
) -> VoxnavStatus {
    reading(navigator, |held| {
        cost.put(held.navigator.terrain().cost(cell.into()), "cost")
    })
}

/// Writes the scale of the costs of a navigator. A route costs `voxnav_route_cost` times its `unit`.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_cost_scale(
    navigator: VoxnavNavigator,
    scale: Out<VoxnavCostScale>,
) -> VoxnavStatus {
    reading(navigator, |held| {
        let terrain = held.navigator.terrain();
        let of = terrain.scale();
        let facts = VoxnavCostScale {
            size: 0,
            unit: of.unit(),
            rounding: of.rounding(),
            convention: code_of(&terrain.convention()),
            reserved: 0,
        };
        scale.put_record(facts, "scale")
    })
}

/// Writes the distance from the center of each cell to that of the nearest occupied or unknown one, in world units: 0 in
/// these, infinite where there is none. Obstacles are no part of it. Distances are those of all cells of the bounds, x
/// fastest, then y, then z: at most `capacity`, and into `count` how many cells there are, at once for a capacity of 0.
/// With `outside` 1 the cells outside the bounds count, too, by their state; with 0 they do not.
///
/// Errors: bounds with a side of more than 32,767 cells, or more cells than memory can hold.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_cells_distances(
    navigator: VoxnavNavigator,
    outside: u32,
    buffer: Out<f32>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    call(|| {
        let (bounds, lattice, cells) = read(navigator, |held| {
            Ok((
                held.navigator.bounds(),
                *held.navigator.lattice(),
                held.navigator.cells().cloned(),
            ))
        })?;
        if capacity == 0 {
            let all = usize::try_from(bounds.volume()).unwrap_or(usize::MAX);
            count.put_if_asked(all, "count")?;
            return Ok(VoxnavStatus::Ok);
        }
        buffer.check("buffer")?;
        let cells = match cells {
            Some(cells) => cells,
            None => OccupancyBuilder::new(bounds)?.commit(),
        };
        let outside = match outside {
            0 => Outside::Ignored,
            _ => Outside::Counted,
        };
        let too_many =
            |error: DistanceFieldError| Refusal::new(VoxnavStatus::ErrorTooMuch, error.to_string());
        #[expect(
            clippy::cast_possible_truncation,
            reason = "rounds to a float of 32 bits"
        )]
        let rounded = |distance: f64| distance as f32;
        let unknown = UnknownPolicy::Blocked;
        if let Some(side) = lattice.cubic_size() {
            let field = DistanceField::new(&cells, unknown, outside).map_err(too_many)?;
            let distances = field.squared().iter().map(|&squared| match squared {
                u32::MAX => f32::INFINITY,
                squared => rounded(f64::from(squared).sqrt() * side),
            });
            return buffer.fill(capacity, count, distances);
        }
        let field =
            WorldDistanceField::new(&cells, unknown, outside, &lattice).map_err(too_many)?;
        buffer.fill(
            capacity,
            count,
            field.distances().iter().copied().map(rounded),
        )
    })
}
