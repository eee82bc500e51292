//! Worlds from what a program has already: a function, a list of cells, values in a row or an array.
//!
//! Nothing is copied but into the world: a chunk is put together while the values are looked at.

use glam::IVec3;

use super::builder::OccupancyBuilder;
use super::cell_state::CellState;
use super::error::OccupancyError;
use super::snapshot::Occupancy;
use crate::coordinates::{CellBox, no_bits, row_index};

impl Occupancy {
    /// Returns the world in which each cell of `bounds` has the state that a function gives for it;
    /// outside everything is occupied.
    ///
    /// Asks once for every cell, chunk by chunk, and within a chunk z slowest, then y, x fastest.
    ///
    /// # Errors
    ///
    /// As [`OccupancyBuilder::new`].
    ///
    /// ```
    /// use voxnav_occupancy::{CellBox, CellState, Occupancy, glam::IVec3};
    ///
    /// let hill = |cell: IVec3| match cell.z < 9 - (cell.x - 50).abs() / 5 {
    ///     true => CellState::Occupied,
    ///     false => CellState::Free,
    /// };
    /// let world = Occupancy::from_fn(CellBox::from_size(IVec3::new(100, 100, 20)), hill)?;
    /// assert_eq!(world.state(IVec3::new(50, 7, 8)), CellState::Occupied);
    /// assert_eq!(world.state(IVec3::new(0, 7, 8)), CellState::Free);
    /// # Ok::<(), voxnav_occupancy::OccupancyError>(())
    /// ```
    pub fn from_fn(
        bounds: CellBox,
        mut state: impl FnMut(IVec3) -> CellState,
    ) -> Result<Self, OccupancyError> {
        let mut builder = OccupancyBuilder::new(bounds)?;
        let [mut occupied, mut unknown] = [no_bits(), no_bits()];
        for chunk in bounds.chunks() {
            occupied.fill(0);
            unknown.fill(0);
            let inside = chunk.local(&bounds);
            for (y, z) in inside.row_places() {
                let row = row_index(y, z);
                for x in inside.min.x..inside.max.x {
                    match state(chunk.origin() + IVec3::new(x, y, z)) {
                        CellState::Free => {}
                        CellState::Occupied => occupied[row] |= 1 << x,
                        CellState::Unknown => unknown[row] |= 1 << x,
                    }
                }
            }
            builder.set_chunk(chunk, &occupied, &unknown);
        }
        Ok(builder.commit())
    }

    /// Returns the world in which these cells are occupied and all others within `bounds` free;
    /// outside everything is occupied.
    ///
    /// # Errors
    ///
    /// As [`OccupancyBuilder::new`], and [`OccupancyError::OutsideBounds`] with the first cell that
    /// lies outside.
    ///
    /// ```
    /// use voxnav_occupancy::{CellBox, CellState, Occupancy, glam::IVec3};
    ///
    /// let stairs = (0..8).map(|step| IVec3::new(step, 0, step));
    /// let world = Occupancy::from_occupied(CellBox::from_size(IVec3::splat(8)), stairs)?;
    /// assert_eq!(world.count(CellState::Occupied), 8);
    /// # Ok::<(), voxnav_occupancy::OccupancyError>(())
    /// ```
    pub fn from_occupied(
        bounds: CellBox,
        cells: impl IntoIterator<Item = IVec3>,
    ) -> Result<Self, OccupancyError> {
        let mut builder = OccupancyBuilder::new(bounds)?;
        for cell in cells {
            builder.set(cell, CellState::Occupied)?;
        }
        Ok(builder.commit())
    }

    /// Returns the world of the values of a slice, one for each cell of `bounds`: z slowest, then y, x
    /// fastest. A function tells the state that a value stands for; outside everything is occupied.
    ///
    /// # Errors
    ///
    /// As [`OccupancyBuilder::new`], and [`OccupancyError::ValueCount`] unless there is a value for each
    /// cell.
    ///
    /// ```
    /// use voxnav_occupancy::{CellBox, CellState, Occupancy, glam::IVec3};
    ///
    /// let blocks = [0_u8, 1, 0, 0, 7, 0];
    /// let world = Occupancy::from_slice(
    ///     CellBox::from_size(IVec3::new(3, 2, 1)),
    ///     &blocks,
    ///     |&block| if block == 0 { CellState::Free } else { CellState::Occupied },
    /// )?;
    /// assert_eq!(world.state(IVec3::new(1, 1, 0)), CellState::Occupied);
    /// # Ok::<(), voxnav_occupancy::OccupancyError>(())
    /// ```
    pub fn from_slice<T>(
        bounds: CellBox,
        values: &[T],
        mut state: impl FnMut(&T) -> CellState,
    ) -> Result<Self, OccupancyError> {
        let (wanted, found) = (bounds.volume(), values.len());
        if u64::try_from(found) != Ok(wanted) {
            return Err(OccupancyError::ValueCount { wanted, found });
        }
        // No more than the values, which are in memory.
        let [width, height, _] = bounds.size().to_array().map(|side| side as usize);
        Self::from_fn(bounds, |cell| {
            let [x, y, z] = (cell - bounds.min)
                .to_array()
                .map(|along| along.unsigned_abs() as usize);
            state(&values[(z * height + y) * width + x])
        })
    }

    /// Returns the world of the values of a three-dimensional array, indexed by x, y and z from the cell
    /// `min` on, in whatever order they are in memory. A function tells the state that a value stands for;
    /// outside everything is occupied. With the feature `ndarray`.
    ///
    /// Of an array that is indexed otherwise, give a view with its axes permuted, which copies nothing.
    ///
    /// # Errors
    ///
    /// As [`OccupancyBuilder::new`].
    ///
    /// ```
    /// use ndarray::Array3;
    /// use voxnav_occupancy::{CellState, Occupancy, glam::IVec3};
    ///
    /// // Height, then rows, then columns, as images are.
    /// let mut layers = Array3::<bool>::default((4, 5, 6));
    /// layers[[1, 2, 3]] = true;
    /// let by_x_y_z = layers.view().permuted_axes([2, 1, 0]);
    /// let state = |&is_full: &bool| if is_full { CellState::Occupied } else { CellState::Free };
    /// let world = Occupancy::from_array(IVec3::ZERO, by_x_y_z, state)?;
    /// assert_eq!(world.state(IVec3::new(3, 2, 1)), CellState::Occupied);
    /// # Ok::<(), voxnav_occupancy::OccupancyError>(())
    /// ```
    #[cfg(feature = "ndarray")]
    #[expect(
        clippy::needless_pass_by_value,
        reason = "a view, which is made for the call"
    )]
    pub fn from_array<T>(
        min: IVec3,
        values: ndarray::ArrayView3<'_, T>,
        mut state: impl FnMut(&T) -> CellState,
    ) -> Result<Self, OccupancyError> {
        let (width, height, depth) = values.dim();
        let sides = [width, height, depth].map(|side| i32::try_from(side).unwrap_or(i32::MAX));
        let bounds = CellBox::new(min, min.saturating_add(IVec3::from_array(sides)));
        Self::from_fn(bounds, |cell| {
            let at = (cell - min)
                .to_array()
                .map(|along| along.unsigned_abs() as usize);
            values.get(at).map_or(CellState::Occupied, &mut state)
        })
    }
}
