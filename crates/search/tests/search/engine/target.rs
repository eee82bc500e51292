//! Goals: one cell, or many of them that are described in one of the ways that there are.

use glam::{I64Vec3, IVec3};
use voxnav_occupancy::{Axis, CellBox};
use voxnav_search::{Contact, Cost, Goal};
use voxnav_testkit::Draws;
use voxnav_testkit::grid::{Cell, Grid, sample_cell};

use super::cell_shape;

/// A goal in the library's words, and what it means cell by cell.
pub(crate) struct Target {
    pub(crate) goal: Goal,
    contains: Box<dyn Fn(Cell) -> bool>,
    /// The cell, if the goal is one.
    pub(crate) cell: Option<Cell>,
    pub(crate) name: String,
}

/// Whether so many parts of a cell along each axis are as long as a radius at most: less than half a unit more.
fn is_within(sides: [u64; 3], away: [u64; 3], parts: u64, radius: Cost) -> bool {
    let lengths = (0..3).map(|axis| u128::from(away[axis]) * u128::from(sides[axis]));
    let squares: u128 = lengths.map(|length| length.pow(2)).sum();
    let most = (2 * u128::from(radius.raw()) + 1) * u128::from(parts);
    4 * squares < most.pow(2)
}

impl Target {
    pub(crate) fn of_cell(cell: Cell) -> Self {
        Self {
            goal: Goal::cell(cell.into()),
            contains: Box::new(move |at| at == cell),
            cell: Some(cell),
            name: format!("{cell:?}"),
        }
    }

    /// Whether a cell is one of the goal.
    pub(crate) fn contains(&self, cell: Cell) -> bool {
        (self.contains)(cell)
    }

    /// A goal of many cells, or of none.
    pub(crate) fn sample(grid: &Grid, sides: [u64; 3], draws: &mut Draws) -> Self {
        let cell = sample_cell(grid, draws);
        match draws.below(7) {
            0 => Self::inside(grid, cell, draws),
            1 => Self::column(cell, draws),
            2 => Self::any_of(grid, draws),
            3 => Self::within(cell, sides, draws),
            4 => Self::about_point(cell, sides, draws),
            5 => Self::beside(cell, draws),
            _ => Self::matching(cell, sides, draws),
        }
    }

    fn inside(grid: &Grid, cell: Cell, draws: &mut Draws) -> Self {
        let other = sample_cell(grid, draws);
        let min: Cell = std::array::from_fn(|axis| cell[axis].min(other[axis]));
        let max: Cell = std::array::from_fn(|axis| cell[axis].max(other[axis]));
        let max = if draws.percent(50) {
            std::array::from_fn(|axis| max[axis].min(min[axis] + 1))
        } else {
            max
        };
        Self {
            goal: Goal::inside(CellBox::new(min.into(), IVec3::from(max) + 1)),
            contains: Box::new(move |at| {
                (0..3).all(|axis| (min[axis]..=max[axis]).contains(&at[axis]))
            }),
            cell: None,
            name: format!("inside {min:?} to {max:?}"),
        }
    }

    fn column(cell: Cell, draws: &mut Draws) -> Self {
        let along = draws.below(3_usize);
        Self {
            goal: Goal::column(cell.into(), Axis::ALL[along]),
            contains: Box::new(move |at| {
                (0..3).all(|axis| axis == along || at[axis] == cell[axis])
            }),
            cell: None,
            name: format!("column {cell:?} along {along}"),
        }
    }

    fn any_of(grid: &Grid, draws: &mut Draws) -> Self {
        let count = draws.pick(&[0, 1, 2, 5, 16, 17, 40]);
        let cells: Vec<Cell> = (0..count).map(|_| sample_cell(grid, draws)).collect();
        Self {
            goal: Goal::any_of(cells.iter().map(|&cell| cell.into())),
            cell: None,
            name: format!("any of {cells:?}"),
            contains: Box::new(move |at| cells.contains(&at)),
        }
    }

    fn within(cell: Cell, sides: [u64; 3], draws: &mut Draws) -> Self {
        let radius = draws.pick(&[
            Cost::ZERO,
            Cost::STRAIGHT,
            Cost::FACE_DIAGONAL,
            Cost::BODY_DIAGONAL,
            Cost::STRAIGHT * 2,
            Cost::FACE_DIAGONAL * 2,
            Cost::STRAIGHT * 5,
            Cost::STRAIGHT * 5 - Cost::from_raw(1),
        ]);
        let away = move |at: Cell| std::array::from_fn(|axis| at[axis].abs_diff(cell[axis]).into());
        Self {
            goal: Goal::within_by(cell_shape(sides), cell.into(), radius),
            contains: Box::new(move |at| is_within(sides, away(at), 1, radius)),
            cell: None,
            name: format!("within {radius} of {cell:?}"),
        }
    }

    fn about_point(cell: Cell, sides: [u64; 3], draws: &mut Draws) -> Self {
        let part = [0; 3].map(|_: i32| draws.between(-128, 127));
        let point: [i64; 3] =
            std::array::from_fn(|axis| i64::from(cell[axis]) * 256 + i64::from(part[axis]));
        let halves = i64::from(draws.between(0, 7));
        let radius = Cost::from_raw(Cost::STRAIGHT.raw() / 2 * halves.unsigned_abs());
        let away = move |at: Cell| {
            std::array::from_fn(|axis| (i64::from(at[axis]) * 256).abs_diff(point[axis]))
        };
        Self {
            goal: Goal::within_of_point_by(cell_shape(sides), I64Vec3::from(point), radius),
            contains: Box::new(move |at| is_within(sides, away(at), 256, radius)),
            cell: None,
            name: format!("within {radius} of {point:?} / 256"),
        }
    }

    fn beside(cell: Cell, draws: &mut Draws) -> Self {
        let size = [0; 3].map(|_: i32| draws.between(1, 3));
        let (contact, most) =
            draws.pick(&[(Contact::Face, 1), (Contact::Edge, 2), (Contact::Vertex, 3)]);
        let away = move |at: Cell, axis: usize| {
            let (low, high) = (
                cell[axis] - at[axis],
                at[axis] - cell[axis] - size[axis] + 1,
            );
            low.max(high).max(0)
        };
        let contains = move |at: Cell| {
            let outside = (0..3).filter(|&axis| away(at, axis) > 0).count();
            (0..3).all(|axis| away(at, axis) <= 1) && outside >= 1 && outside <= most
        };
        let min = IVec3::from(cell);
        Self {
            goal: Goal::beside(CellBox::new(min, min + IVec3::from(size)), contact),
            contains: Box::new(contains),
            cell: None,
            name: format!("beside {cell:?} + {size:?}, {contact:?}"),
        }
    }

    /// A half space with an estimate that is a lower bound but not consistent.
    fn matching(cell: Cell, sides: [u64; 3], draws: &mut Draws) -> Self {
        let axis = draws.below(3_usize);
        let informed = draws.percent(70);
        let contains = move |at: Cell| at[axis] >= cell[axis];
        let estimate = move |at: IVec3| {
            let left = (cell[axis] - at[axis]).max(0).unsigned_abs();
            let lost = if informed {
                (at.x ^ at.y ^ at.z) & 3 != 0
            } else {
                true
            };
            if lost {
                Cost::ZERO
            } else {
                Cost::from_raw(sides[axis]) * left
            }
        };
        Self {
            goal: Goal::matching(move |at: IVec3| contains(at.to_array()), estimate),
            contains: Box::new(contains),
            cell: None,
            name: format!("axis {axis} from {} on, informed: {informed}", cell[axis]),
        }
    }
}
