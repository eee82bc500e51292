//! Predecessors of cells that are not their neighbors.

use super::cell_key::CellKey;

/// The parent of a cell: the predecessor, and whether the line from there was looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parent {
    pub(crate) from: CellKey,
    pub(crate) confirmed: bool,
}

/// The parents of reached cells, by the place of their records. Parents left by another query are
/// not looked at.
pub(crate) type Parents = Vec<Parent>;
