//! The results of engines, each in cells of its own.

use voxnav::search::Cost;

/// The result of a search in the cells of its engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EnginePath<C> {
    /// The cells from start to goal; `None` if there is no path.
    pub(crate) path: Option<Vec<C>>,
    /// The cost that the engine claims, if it claims one.
    pub(crate) claimed: Option<Cost>,
    /// Cells whose successors were produced.
    pub(crate) expanded: u64,
}
