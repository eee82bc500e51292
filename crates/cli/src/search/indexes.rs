//! The options that say what to make before the first search, the same for every command.

use clap::Args;

#[derive(Args, Clone, Debug, Default)]
pub(crate) struct IndexOptions {
    /// Build a jump index before the first search
    ///
    /// Takes about a quarter of a second for 60 million cells, and makes jump and auto faster, most of all
    /// where they are slow. Paths cost the same. Used only with strict corners.
    #[arg(long)]
    pub(crate) jump_index: bool,

    /// Make the index before the first search: bench and route do so unless told otherwise
    ///
    /// The index has the doorways of rooms, the junctions of passages, and the cheapest paths between
    /// them: it makes auto, jump and clusters several to hundreds of times faster in buildings, ships,
    /// dungeons and mazes, whose rooms have at most 4,096 cells each. Paths cost the same. It takes up to
    /// 300 ns for each free cell, which one query seldom wins back; other worlds have none.
    #[arg(long)]
    pub(crate) index: bool,

    /// Make no index: solve and view make none unless told otherwise
    #[arg(long, conflicts_with = "index")]
    pub(crate) no_index: bool,
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
