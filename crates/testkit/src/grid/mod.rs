//! Small worlds as plain vectors: nothing here comes from the library, so that oracles can count on
//! it.

mod sampling;
mod shrinking;
mod weights;

use std::fmt;

pub use sampling::{
    sample_cell, sample_grid, sample_hall, sample_island, sample_plane, sample_tunnels,
    sample_wide_grid,
};
pub use shrinking::shrink;
use weights::place_even_weight;
pub use weights::{place_patches, place_weights};

/// The coordinates of a cell, in the order x, y, z.
pub type Cell = [i32; 3];

/// The cells of a move that count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counted {
    /// The one that it enters.
    #[default]
    Entered,
    /// The mean of both.
    Mean,
    /// The larger of both.
    Max,
}

/// The costs of moves by the weights of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pricing {
    /// The cells that count.
    pub counted: Counted,
    /// The weight of a cell in whose moves cost what they are long; [`Grid::PLAIN`] stands for it, and others are as much
    /// more than it as they are more than that.
    pub base: u64,
}

impl Pricing {
    /// The pricing of a grid that was not given another one.
    pub const PLAIN: Self = Self {
        counted: Counted::Entered,
        base: 1,
    };

    /// Any pricing, half of the time the plain one.
    pub fn sample(draws: &mut crate::Draws) -> Self {
        if draws.percent(50) {
            return Self::PLAIN;
        }
        Self {
            counted: draws.pick(&[Counted::Entered, Counted::Mean, Counted::Max]),
            base: draws.pick(&[1, 2, 3, 7, 256, 1000, 60_000]),
        }
    }

    /// Returns what stands for the weight of a cell of a grid, in parts of the base.
    #[must_use]
    pub fn stored(self, weight: u64) -> u64 {
        (weight - Grid::PLAIN + self.base).min(u16::MAX.into())
    }

    /// Returns the cost of a move of a length from a cell of one weight to one of another.
    #[must_use]
    pub fn cost(self, length: u64, from: u64, to: u64) -> u64 {
        let [from, to] = [from, to].map(|weight| self.stored(weight));
        match self.counted {
            Counted::Entered => length.div_ceil(self.base) * to,
            Counted::Max => length.div_ceil(self.base) * from.max(to),
            Counted::Mean => length.div_ceil(2 * self.base) * (from + to),
        }
    }
}

/// A box of cells, each open with a weight or not open. Outside of it nothing is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    min: Cell,
    size: Cell,
    /// The weight of each cell, none where it is not open; x fastest, then y, then z.
    cells: Vec<Option<u64>>,
    pricing: Pricing,
}

impl Grid {
    /// The weight of a cell that costs what its moves are long.
    pub const PLAIN: u64 = 1;

    /// Returns a grid with all cells open and plain.
    #[must_use]
    pub fn open(min: Cell, size: Cell) -> Self {
        let count: i32 = size.iter().product();
        let count = usize::try_from(count).expect("a size without negative sides");
        Self {
            min,
            size,
            cells: vec![Some(Self::PLAIN); count],
            pricing: Pricing::PLAIN,
        }
    }

    /// Reads a layer of text for each z, a line for each y, a character for each x: `#` is not
    /// open.
    #[must_use]
    pub fn from_layers(layers: &[&str], min: Cell) -> Self {
        let lines: Vec<&str> = layers.iter().flat_map(|layer| layer.lines()).collect();
        let length = |count: usize| i32::try_from(count).expect("a small world");
        let size = [lines[0].len(), lines.len() / layers.len(), layers.len()].map(length);
        let mut grid = Self::open(min, size);
        let marks = lines.iter().flat_map(|line| line.chars());
        for (cell, mark) in grid.cells.iter_mut().zip(marks) {
            *cell = (mark != '#').then_some(Self::PLAIN);
        }
        grid
    }

    /// Returns the lowest cell.
    #[must_use]
    pub fn min(&self) -> Cell {
        self.min
    }

    /// Returns the first coordinates beyond the box.
    #[must_use]
    pub fn max(&self) -> Cell {
        std::array::from_fn(|axis| self.min[axis] + self.size[axis])
    }

    /// Returns the number of cells along each axis.
    #[must_use]
    pub fn size(&self) -> Cell {
        self.size
    }

    /// Returns the number of cells.
    #[must_use]
    pub fn count(&self) -> usize {
        self.cells.len()
    }

    /// Returns all cells of the box, x fastest, then y, then z.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (min, max) = (self.min, self.max());
        (min[2]..max[2]).flat_map(move |z| {
            (min[1]..max[1]).flat_map(move |y| (min[0]..max[0]).map(move |x| [x, y, z]))
        })
    }

    /// Returns the cells that are open.
    #[must_use]
    pub fn open_cells(&self) -> Vec<Cell> {
        self.cells().filter(|&cell| self.is_open(cell)).collect()
    }

    /// Returns the place of a cell in the vector, if it lies in the box.
    #[inline]
    #[must_use]
    pub fn index(&self, cell: Cell) -> Option<usize> {
        let at: Cell = std::array::from_fn(|axis| cell[axis].wrapping_sub(self.min[axis]));
        if (0..3).any(|axis| !(0..self.size[axis]).contains(&at[axis])) {
            return None;
        }
        usize::try_from((at[2] * self.size[1] + at[1]) * self.size[0] + at[0]).ok()
    }

    /// Returns the fewest moves from a cell of the box to a cell outside of it.
    #[must_use]
    pub fn moves_to_outside(&self, cell: Cell) -> u64 {
        let max = self.max();
        let along = |axis: usize| (cell[axis] - self.min[axis] + 1).min(max[axis] - cell[axis]);
        let fewest = (0..3).map(along).min().unwrap_or(0);
        u64::from(fewest.unsigned_abs())
    }

    /// Returns whether a cell lies in the box and is open.
    #[inline]
    #[must_use]
    pub fn is_open(&self, cell: Cell) -> bool {
        self.index(cell)
            .is_some_and(|index| self.cells[index].is_some())
    }

    /// Returns the weight of an open cell.
    #[must_use]
    pub fn weight(&self, cell: Cell) -> u64 {
        self.index(cell)
            .and_then(|index| self.cells[index])
            .expect("an open cell")
    }

    /// Sets the weight of a cell, none to close it. A cell outside the box stays as it is.
    pub fn set(&mut self, cell: Cell, weight: Option<u64>) {
        if let Some(index) = self.index(cell) {
            self.cells[index] = weight;
        }
    }

    /// Returns what moves cost by the weights of cells.
    #[must_use]
    pub fn pricing(&self) -> Pricing {
        self.pricing
    }

    /// Returns the same world in which moves cost other than before.
    #[must_use]
    pub fn with_pricing(self, pricing: Pricing) -> Self {
        Self { pricing, ..self }
    }

    /// Returns the same world at another place.
    #[must_use]
    pub fn at(&self, min: Cell) -> Self {
        Self {
            min,
            ..self.clone()
        }
    }
}

/// Writes the corner, and layers as [`Grid::from_layers`] reads them, with digits for weights
/// above 1.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "lowest cell {:?}, size {:?}", self.min, self.size)?;
        let (width, height) = (
            self.size[0].unsigned_abs() as usize,
            self.size[1].unsigned_abs() as usize,
        );
        for (z, layer) in self.cells.chunks((width * height).max(1)).enumerate() {
            writeln!(f, "layer {z}:")?;
            for row in layer.chunks(width.max(1)) {
                let mark = |cell: &Option<u64>| match cell {
                    None => '#',
                    Some(Self::PLAIN) => '.',
                    Some(weight) => {
                        char::from_digit(u32::try_from(*weight).unwrap_or(36), 36).unwrap_or('?')
                    }
                };
                writeln!(f, "{}", row.iter().map(mark).collect::<String>())?;
            }
        }
        Ok(())
    }
}
