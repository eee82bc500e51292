//! The options for preparation before the first search, the same for every command.

use clap::Args;

#[derive(Args, Clone, Debug, Default)]
pub(crate) struct IndexOptions {
    /// Make the index before the first search: bench and route do so unless told otherwise
    ///
    /// The index has the doorways of rooms, the junctions of passages, and the cheapest paths between
    /// them: it makes auto, jump and clusters several to hundreds of times faster in buildings, ships,
    /// dungeons and mazes, whose rooms have at most 4,096 cells each. It takes up to 300 ns for each free cell
    /// there, which one query seldom wins back. In other worlds, but for noise, it says where straight runs
    /// lead, which with strict corners makes auto and jump faster where they are slow, for some 3 ns a cell.
    /// Paths cost the same.
    #[arg(long)]
    pub(crate) index: bool,

    /// Make no index: solve and view make none unless told otherwise
    #[arg(long, conflicts_with = "index")]
    pub(crate) no_index: bool,

    /// Removed: the jump index is part of the index
    #[arg(long = "jump-index", hide = true)]
    pub(crate) jump_index: bool,
}

/// The number of queries that a command answers on a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Queries {
    /// One, which is answered sooner than an index is made.
    One,
    Many,
}

impl IndexOptions {
    /// Returns whether an index is to be made for so many queries.
    pub(crate) fn wants_index(&self, queries: Queries) -> bool {
        self.index || queries == Queries::Many && !self.no_index
    }
}
