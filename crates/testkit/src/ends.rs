//! Small worlds at the ends of the coordinates and in bounds that are all cells there can be, and the same worlds
//! at the origin: whatever is asked, the answers are to be the same.
//!
//! Arithmetic on coordinates that has no room left is caught in two ways: it panics, since tests check it, or
//! it answers otherwise.

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, MAX_COORDINATE, OccupancyBuilder};

use crate::Draws;

/// All cells there can be.
pub const ALL: CellBox = CellBox::new(IVec3::splat(-MAX_COORDINATE), IVec3::splat(MAX_COORDINATE));

/// The bounds that a world has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bounds {
    /// The world's own cells.
    Own,
    /// All cells, those around it occupied.
    All,
    /// All cells, those around it free but for a shell of one cell.
    Shell,
}

/// A world of few cells, which may be put anywhere.
#[derive(Clone, Debug)]
pub struct Small {
    /// The cells where nothing was moved: within the chunk of the origin.
    pub cells: CellBox,
    states: Vec<CellState>,
    /// The bounds of the world.
    pub bounds: Bounds,
}

/// The whole chunks by which a world and all that is asked about it are moved, in cells.
#[derive(Clone, Copy, Debug)]
pub struct Shift(pub IVec3);

impl Small {
    /// Draws a world that lies at the low or the high end of the coordinates of each axis when it is moved
    /// by what comes with it.
    pub fn sample(draws: &mut Draws) -> (Self, Shift) {
        let size = IVec3::from_array(std::array::from_fn(|_| draws.between(1, 6)));
        let is_low: [bool; 3] = std::array::from_fn(|_| draws.percent(50));
        let choose = |low: IVec3, high: IVec3| {
            IVec3::from_array(std::array::from_fn(|axis| {
                if is_low[axis] { low[axis] } else { high[axis] }
            }))
        };
        let min = choose(IVec3::ZERO, 64 - size);
        let shift = choose(ALL.min, ALL.max - 64);
        let cells = CellBox::new(min, min + size);
        let blocked = draws.pick(&[0, 10, 20, 40, 60]);
        let unknown = draws.pick(&[0, 0, 10]);
        let states = cells.cells().map(|_| {
            if draws.percent(blocked) {
                CellState::Occupied
            } else if draws.percent(unknown) {
                CellState::Unknown
            } else {
                CellState::Free
            }
        });
        let states = states.collect();
        let bounds = draws.pick(&[Bounds::Own, Bounds::All, Bounds::Shell]);
        let small = Self {
            cells,
            states,
            bounds,
        };
        (small, Shift(shift))
    }

    /// Returns a builder of the world, moved.
    #[must_use]
    pub fn builder(&self, shift: Shift) -> OccupancyBuilder {
        let own = shift.moved(&self.cells);
        let bounds = if self.bounds == Bounds::Own { own } else { ALL };
        let mut builder = OccupancyBuilder::new(bounds).expect("the bounds are ordered");
        if self.bounds != Bounds::Own {
            let shell = CellBox::new(own.min - 1, own.max + 1).intersection(&ALL);
            let around = if self.bounds == Bounds::All {
                ALL
            } else {
                shell
            };
            let set = builder.set_box(around, CellState::Occupied);
            set.expect("the box is within the bounds");
        }
        for (cell, state) in own.cells().zip(&self.states) {
            let set = builder.set(cell, *state);
            set.expect("the cell is within the bounds");
        }
        builder
    }

    /// Draws a cell of the world, or one next to it on the sides where there are cells for all positions of the world.
    pub fn draw_near(&self, draws: &mut Draws) -> IVec3 {
        // From the shell a way leads out.
        let margin = i32::from(self.bounds != Bounds::Shell && draws.percent(15));
        let CellBox { min, max } = self.cells;
        let low = (min - margin).max(min & !63);
        draws.vector(low, (max - 1 + margin).min((max - 1) | 63))
    }

    /// Draws a box around two cells of the world, or next to it.
    pub fn draw_box(&self, draws: &mut Draws) -> CellBox {
        let [one, other] = [self.draw_near(draws), self.draw_near(draws)];
        CellBox::new(one.min(other), one.max(other) + 1)
    }
}

impl Shift {
    /// The shift that moves nothing.
    pub const NONE: Self = Self(IVec3::ZERO);

    /// Returns the place of cells once they are moved.
    #[must_use]
    pub fn moved(self, cells: &CellBox) -> CellBox {
        CellBox::new(cells.min + self.0, cells.max + self.0)
    }

    /// Returns the place of a cell before it was moved.
    #[must_use]
    pub fn back(self, cell: IVec3) -> IVec3 {
        cell.wrapping_sub(self.0)
    }
}

/// Compares the answers of a world at an end with those of the same world at the origin.
///
/// # Errors
///
/// The first difference, in words.
pub fn same(end: &[String], origin: &[String]) -> Result<(), String> {
    for (end, origin) in end.iter().zip(origin) {
        if end != origin {
            return Err(format!("at the end\n{end}\nat the origin\n{origin}"));
        }
    }
    (end.len() == origin.len())
        .then_some(())
        .ok_or_else(|| "one of them was told more".to_owned())
}
