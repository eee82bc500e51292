//! Half-open boxes of cells.

use std::fmt;

use glam::{IVec3, UVec3};

use super::chunk_coord::ChunkCoord;

/// The cells `c` with `min <= c < max` on every axis.
///
/// A box whose `max` does not exceed its `min` on some axis is empty, whatever the other axes say.
/// Operations return [`CellBox::EMPTY`] for an empty result.
///
/// ```
/// use voxnav_occupancy::{CellBox, glam::IVec3};
///
/// let floor = CellBox::new(IVec3::new(-2, -2, 0), IVec3::new(2, 2, 1));
/// assert_eq!(floor.volume(), 16);
/// assert!(floor.contains(IVec3::new(-2, 1, 0)) && !floor.contains(IVec3::new(2, 1, 0)));
/// assert_eq!(floor.cells().next(), Some(IVec3::new(-2, -2, 0)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CellBox {
    /// The lowest corner, inside the box.
    pub min: IVec3,
    /// One past the highest cell on every axis.
    pub max: IVec3,
}

impl CellBox {
    /// The box without cells, at the origin.
    pub const EMPTY: Self = Self::new(IVec3::ZERO, IVec3::ZERO);

    /// Returns the box `[min, max)`.
    #[must_use]
    pub const fn new(min: IVec3, max: IVec3) -> Self {
        Self { min, max }
    }

    /// Returns the box `[0, size)`; empty if a component is not positive.
    #[must_use]
    pub const fn from_size(size: IVec3) -> Self {
        Self::new(IVec3::ZERO, size)
    }

    /// Returns the box of one cell.
    ///
    /// A cell at `i32::MAX`, outside the supported coordinates, gives an empty box.
    #[must_use]
    pub const fn of_cell(cell: IVec3) -> Self {
        Self::new(cell, cell.saturating_add(IVec3::ONE))
    }

    /// Returns whether the box has no cell.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.min.cmplt(self.max).all()
    }

    /// Returns whether the cell is in the box.
    #[must_use]
    #[inline]
    pub fn contains(&self, cell: IVec3) -> bool {
        (self.min.cmple(cell) & cell.cmplt(self.max)).all()
    }

    /// Returns whether every cell of `other` is in this box; always true of an empty `other`.
    #[must_use]
    pub fn contains_box(&self, other: &Self) -> bool {
        other.is_empty() || (self.min.cmple(other.min) & other.max.cmple(self.max)).all()
    }

    /// Returns the cells in both boxes.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        Self::new(self.min.max(other.min), self.max.min(other.max)).normalized()
    }

    /// Returns the smallest box with all cells of both.
    #[must_use]
    pub fn hull(&self, other: &Self) -> Self {
        if self.is_empty() {
            other.normalized()
        } else if other.is_empty() {
            *self
        } else {
            Self::new(self.min.min(other.min), self.max.max(other.max))
        }
    }

    /// Returns the number of cells along each axis; zero on every axis if the box is empty.
    ///
    /// Unsigned because the largest world is 2^31 cells wide.
    #[must_use]
    pub fn size(&self) -> UVec3 {
        if self.is_empty() {
            UVec3::ZERO
        } else {
            // Two's complement: the wrapped difference, read as unsigned, is the true one.
            self.max.wrapping_sub(self.min).as_uvec3()
        }
    }

    /// Returns the number of cells; `u64::MAX` stands for that many or more.
    ///
    /// Saturation needs a box of more than 2.6 million cells along each axis.
    #[must_use]
    pub fn volume(&self) -> u64 {
        u64::try_from(self.exact_volume()).unwrap_or(u64::MAX)
    }

    /// Returns the number of cells: at most 2^96.
    pub(crate) fn exact_volume(&self) -> u128 {
        let size = self.size();
        u128::from(size.x) * u128::from(size.y) * u128::from(size.z)
    }

    /// Returns the cells of the box, z slowest, then y, x fastest. Lazy.
    pub fn cells(&self) -> impl Iterator<Item = IVec3> + Clone + use<> {
        // Normalized, so that a box that is empty along x alone does not step through its y and z.
        let Self { min, max } = self.normalized();
        Cells { at: min, min, max }
    }

    /// Returns the chunks that share a cell with the box, in the order of [`ChunkCoord`]: z
    /// slowest, then y, x fastest. Lazy.
    ///
    /// ```
    /// use voxnav_occupancy::{CellBox, ChunkCoord, glam::IVec3};
    ///
    /// let across = CellBox::new(IVec3::new(-1, 0, 0), IVec3::new(65, 1, 1));
    /// let expected = [-1, 0, 1].map(|x| ChunkCoord(IVec3::new(x, 0, 0)));
    /// assert!(across.chunks().eq(expected));
    /// ```
    pub fn chunks(&self) -> impl Iterator<Item = ChunkCoord> + Clone + use<> {
        self.chunk_box().cells().map(ChunkCoord)
    }

    /// Returns the box of chunk coordinates whose chunks share a cell with this box.
    pub(crate) fn chunk_box(&self) -> Self {
        if self.is_empty() {
            return Self::EMPTY;
        }
        let first = ChunkCoord::of(self.min).0;
        let last = ChunkCoord::of(self.max - IVec3::ONE).0;
        Self::new(first, last + IVec3::ONE)
    }

    /// Returns y and z of the rows of cells along x, z slowest.
    pub(crate) fn row_places(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let plane = Self::new(self.min.with_x(0), self.max.with_x(1));
        plane.cells().map(|cell| (cell.y, cell.z))
    }

    /// Returns the box with this many cells more on both sides of each axis.
    pub(crate) fn grown(&self, by: IVec3) -> Self {
        Self::new(self.min.saturating_sub(by), self.max.saturating_add(by))
    }

    /// Returns the box, as `EMPTY` if it is empty.
    pub(crate) fn normalized(&self) -> Self {
        if self.is_empty() { Self::EMPTY } else { *self }
    }
}

/// The cells of a box, z slowest, then y, x fastest.
///
/// One type by hand: nested `flat_map` makes ten functions for each use, a sixteenth of the code of searches.
#[derive(Clone, Debug)]
struct Cells {
    /// The next cell; past the last one, its z is that of `max`.
    at: IVec3,
    min: IVec3,
    max: IVec3,
}

impl Iterator for Cells {
    type Item = IVec3;

    #[inline]
    fn next(&mut self) -> Option<IVec3> {
        let cell = self.at;
        if cell.z >= self.max.z {
            return None;
        }
        self.at.x += 1;
        if self.at.x == self.max.x {
            self.at.x = self.min.x;
            self.at.y += 1;
            if self.at.y == self.max.y {
                self.at.y = self.min.y;
                self.at.z += 1;
            }
        }
        Some(cell)
    }
}

/// Writes `[min]..[max]`, half-open as in Rust's ranges.
impl fmt::Display for CellBox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.min, self.max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXTREME: CellBox = CellBox::new(IVec3::MIN, IVec3::MAX);

    #[test]
    fn extreme_boxes_neither_overflow_nor_loop() {
        assert_eq!(EXTREME.size(), UVec3::MAX);
        assert_eq!(EXTREME.volume(), u64::MAX);
        assert_eq!(EXTREME.exact_volume(), u128::from(u32::MAX).pow(3));
        assert_eq!(EXTREME.cells().next(), Some(IVec3::MIN));
        assert_eq!(
            EXTREME.chunks().next(),
            Some(ChunkCoord(IVec3::splat(-(1 << 25))))
        );
    }

    #[test]
    fn a_box_that_is_empty_along_one_axis_is_empty() {
        let flat = CellBox::new(IVec3::MIN, IVec3::MAX.with_x(i32::MIN));
        assert!(flat.is_empty());
        assert_eq!(flat.cells().next(), None);
        assert_eq!(flat.chunks().next(), None);
        assert_eq!((flat.size(), flat.volume()), (UVec3::ZERO, 0));
        assert_eq!(
            flat.hull(&CellBox::from_size(IVec3::ONE)),
            CellBox::from_size(IVec3::ONE)
        );
        assert_eq!(flat.intersection(&EXTREME), CellBox::EMPTY);
        assert!(CellBox::EMPTY.contains_box(&flat));
    }

    #[test]
    fn cells_come_with_x_fastest_and_z_slowest_wherever_the_box_lies() {
        for low in [IVec3::MIN, IVec3::new(-2, 0, 7), IVec3::MAX - 3] {
            for sides in CellBox::from_size(IVec3::splat(4)).cells() {
                let high = low + sides;
                let mut expected = Vec::new();
                for z in low.z..high.z {
                    for y in low.y..high.y {
                        expected.extend((low.x..high.x).map(|x| IVec3::new(x, y, z)));
                    }
                }
                let cells: Vec<IVec3> = CellBox::new(low, high).cells().collect();
                assert_eq!(cells, expected, "{low} {sides}");
            }
        }
    }
}
