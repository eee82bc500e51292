//! The algorithms, which are parameters of the one loop.

use crate::heuristic::Weight;

/// The algorithm of a search. All of them run one best-first loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Algorithm {
    /// The fastest exact algorithm for the query: [`Algorithm::Jump`] from both ends for uniform
    /// terrain, [`Algorithm::Canonical`] for any other, [`Algorithm::AStar`] where the estimate is
    /// not consistent.
    #[default]
    Auto,
    /// Canonical ordering with straight runs scanned instead of stored, on a bucket queue. Where runs
    /// turn out to end after a cell or two, as in noise, and for terrain that is not uniform as
    /// [`Algorithm::Canonical`].
    Jump,
    /// Canonical ordering cell by cell, on a bucket queue: of paths that cost the same between two
    /// cells all but one are left out, wherever the terrain is even around the cells between. Exact
    /// for consistent estimates; otherwise as [`Algorithm::AStar`].
    Canonical,
    /// A* (Hart, Nilsson, Raphael 1968) over every legal move, on a binary heap. Optimal with an
    /// admissible estimate; otherwise within the bound of the estimate.
    AStar,
    /// Dijkstra's algorithm: A* without an estimate; the heuristic of the query is not used.
    Dijkstra,
    /// A* with the estimate multiplied by a weight (Pohl 1970): costs at most that weight times the
    /// optimum, and usually expands far less.
    WeightedAStar(Weight),
    /// Two searches over every legal move, on binary heaps, from the start and from the goal, that
    /// meet (NBA*, Pijls and Post 2009). Exact, terrain included, for consistent estimates and a
    /// goal of one cell; otherwise as [`Algorithm::AStar`]. Pays where estimates say little.
    Bidirectional,
    /// Lazy Theta* (Nash, Koenig, Tovey 2010): paths that go straight from corner to corner at any
    /// angle, each line free for the whole agent. Not the shortest such path, but never longer than
    /// the best path over the cells, given an estimate that never overestimates. The Euclidean one
    /// suits it best. For uniform terrain, 26 moves or `Planar8`, strict corners, a goal of one cell
    /// and agents that do not stop at unknown space; otherwise as [`Algorithm::AStar`].
    LazyTheta,
    /// Expands the cell with the smallest estimate. Fast, without any bound on the cost.
    GreedyBestFirst,
}
