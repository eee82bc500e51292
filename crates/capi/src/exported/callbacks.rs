//! Caller-supplied functions.

use std::ffi::c_void;

use crate::values::VoxnavCell;

/// A caller-supplied function that describes what a cell is, as a number; see the function that it is passed to. It
/// must not throw, nor call a function of the library.
pub type VoxnavCellFunction =
    Option<unsafe extern "C" fn(user: *mut c_void, cell: VoxnavCell) -> i32>;

/// A caller-supplied function that estimates a length from a cell, in cells. It must not throw, nor call a function of
/// the library.
pub type VoxnavEstimateFunction =
    Option<unsafe extern "C" fn(user: *mut c_void, cell: VoxnavCell) -> f64>;

/// A caller-supplied function that estimates the length between two cells, in cells. It must not throw, nor call a
/// function of the library.
pub type VoxnavGuideFunction =
    Option<unsafe extern "C" fn(user: *mut c_void, from: VoxnavCell, to: VoxnavCell) -> f64>;
