//! Searches in arrays over the bounds of a world, for cells of many costs.
//!
//! Where costs vary from cell to cell, estimates say little and pruning finds nothing: a search reaches most of what lies
//! around it. Then an array is faster than records that are found, and buckets are faster than a queue in order.
//!
//! No move costs less than its length, so none less than the shortest side of a cell: cells whose costs differ by less cannot
//! improve each other. Buckets of that width, or of the power of two below it, need no order within.
//!
//! INVARIANT: the costs of all cells in buckets up to the one that is served are final.
//!
//! # References
//!
//! Denardo, Fox, "Shortest-Route Methods: 1. Reaching, Pruning, and Buckets", Operations Research 27, 1979.

mod frontier;
mod grid;

pub(crate) use frontier::Frontier;
pub(crate) use grid::{Cells, Grid};
