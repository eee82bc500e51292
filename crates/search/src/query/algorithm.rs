//! The algorithms, which are parameters of the one loop.

use crate::heuristic::Weight;

/// The algorithm of a search. All of them run one best-first loop.
///
/// ```
/// use voxnav_search::{Algorithm, Guarantee, Query, Weight};
/// use glam::IVec3;
///
/// let query = Query::new(IVec3::ZERO, IVec3::splat(9));
/// assert_eq!(query.guarantee(), Guarantee::Optimal);
/// let hurried = query.algorithm(Algorithm::WeightedAStar(Weight::new(1.5)?));
/// assert_eq!(hurried.guarantee(), Guarantee::Within(1.5));
/// # Ok::<(), voxnav_search::WeightError>(())
/// ```
///
/// # References
///
/// - Hart, Nilsson, Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths",
///   1968 (A*); Pohl, "Heuristic Search Viewed as Path Finding in a Graph", 1970 (weighted A*).
/// - Harabor, Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011 (jump point
///   search); Sturtevant, Rabin, "Canonical Orderings on Grids", IJCAI 2016; Nobes, Harabor, Wybrow,
///   Walsh, "The Jump Point Search Pathfinding System in 3D", `SoCS` 2022. Here the pruning rules are
///   derived by enumeration, for every move set with strict and with lenient corners, and in space
///   straight runs alone are scanned: cells on diagonals are kept, unless an index of jumps tells that
///   nothing begins there.
/// - Pijls, Post, "Yet another bidirectional algorithm for finding the shortest path", Econometric
///   Institute Report 2009-10 (NBA*).
/// - Botea, Mueller, Schaeffer, "Near Optimal Hierarchical Path-Finding", Journal of Game Development
///   1(1), 2004 (HPA*).
/// - Nash, Koenig, Tovey, "Lazy Theta*: Any-Angle Path Planning and Path Length Analysis in 3D", AAAI
///   2010.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Algorithm {
    /// The fastest exact algorithm for the query: [`Algorithm::Jump`] from both ends for uniform
    /// terrain, [`Algorithm::Canonical`] for any other, [`Algorithm::Bidirectional`] where an end weighs more than the
    /// least or an eighth of the cells around the ends does, [`Algorithm::AStar`] where the estimate is not consistent.
    /// A sample of 27 to 125 cells tells.
    ///
    /// Where three of four cells around the ends weigh four times the least or more, an estimate says nothing. Two
    /// searches from both ends then meet in arrays, if costs are not limited, in a world of up to 2^24 cells with one goal
    /// that is not near. Arrays take 22 bytes for each cell of the world; systems that give memory once it is written to
    /// give that of cells looked at.
    #[default]
    Auto,
    /// Jump point search: canonical ordering with straight runs scanned to jump points instead of
    /// stored, on a bucket queue. Diagonals are followed, too, within a plane where runs are long, and in
    /// worlds with an [index](crate::SearchSettings::prepare_index) of jumps. Where runs turn out
    /// to end after a cell or two, as in noise, and for terrain that is not uniform it is
    /// [`Algorithm::Canonical`].
    Jump,
    /// Canonical ordering cell by cell, on a bucket queue: of paths that cost the same between two
    /// cells all but one are left out, wherever the terrain is even around the cells between, but none
    /// under [`CornerRule::OneSide`](crate::CornerRule::OneSide). Exact for consistent estimates;
    /// otherwise as [`Algorithm::AStar`].
    Canonical,
    /// A* (Hart, Nilsson, Raphael 1968) over every legal move, on an ordered queue. Optimal with an
    /// admissible estimate; otherwise within the bound of the estimate.
    AStar,
    /// Dijkstra's algorithm: A* without an estimate; the heuristic of the query is not used.
    Dijkstra,
    /// A* with the estimate multiplied by a weight (Pohl 1970): costs at most that weight times the
    /// optimum, and usually expands far less.
    WeightedAStar(Weight),
    /// Two searches over every legal move, on ordered queues, from the start and from the goal, that
    /// meet (NBA*, Pijls and Post 2009). Exact, terrain included, for consistent estimates and a
    /// goal of one cell; otherwise as [`Algorithm::AStar`]. Pays where estimates say little.
    Bidirectional,
    /// Lazy Theta* (Nash, Koenig, Tovey 2010): paths that go straight from corner to corner at any
    /// angle, each line free for the whole agent. Not the shortest such path, but never longer than
    /// the best path over the cells, given an estimate that never overestimates. The Euclidean one
    /// suits it best. For uniform terrain, 26 moves or `Planar8`, strict corners, a goal of one cell
    /// and agents that do not stop at unknown space; otherwise as [`Algorithm::AStar`].
    LazyTheta,
    /// Weighted A* over the components of clusters of 8^3 cells, refined and pulled: a first path in a fraction of a
    /// millisecond in any world, a few to twenty-five percent above the optimum as a rule, without a bound but
    /// that of [`Statistics::lower_bound`](crate::Statistics::lower_bound), the cost through free space.
    /// [`Search::improve`](crate::Search::improve) goes on from there. Weights of terrain count in the cost of the path
    /// and do not guide the search. Where clusters know no path (under lenient corners there may be one all the same,
    /// or it costs more than [limits](crate::Limits) allow), for goals of many cells, and where the
    /// world has an index of passages, or one of rooms and the ends are at most 96 cells apart along each axis, as
    /// [`Algorithm::Auto`].
    ///
    /// Over the moves of ground agents and those of a caller it is [`Algorithm::WeightedAStar`], also toward
    /// goals of many cells; the bound is then at least the estimate by the moves. On the ground without landmarks it
    /// expands no cell twice on the way to a goal of one cell.
    Hierarchical,
    /// Expands the cell with the smallest estimate. Fast, without any bound on the cost.
    GreedyBestFirst,
}

impl Algorithm {
    /// Returns whether searches go by the index of a world that has one.
    pub(crate) fn searches_an_index(self) -> bool {
        matches!(self, Self::Auto | Self::Jump | Self::Hierarchical)
    }
}
