//! The options of searches, the same for every command.

use clap::Args;
use voxnav::experiment::Heuristic;
use voxnav::search::{Cost, SearchSettings, Weight};
use voxnav::{Algorithm, CornerRule, MoveSet};

use crate::search::indexes::IndexOptions;
use crate::search::limits::LimitOptions;

#[derive(Args, Clone, Debug, Default)]
pub(crate) struct SearchOptions {
    /// How to search: auto, jump, canonical, astar, dijkstra, weighted:W, bidirectional,
    /// lazy-theta, clusters or greedy
    ///
    /// auto        the fastest exact algorithm for the query
    /// jump        jump point search: straight runs are scanned 64 cells
    ///             at a time
    /// canonical   canonical ordering cell by cell
    /// astar       plain A* over every legal move: the reference
    /// dijkstra    A* without an estimate
    /// weighted:W  A* with the estimate times W (1 to 1000), such as
    ///             weighted:1.5: at most W times the optimum
    /// bidirectional
    ///             two plain searches, one from each end, that meet
    /// lazy-theta  straight lines at any angle: never longer than the best
    ///             path over cells, often shorter; best with --heuristic
    ///             euclidean
    /// clusters    a first path at once, a few to 25 % above the best as a
    ///             rule, with a lower bound as proof
    /// greedy      follows only the estimate: no guarantee
    ///
    /// All except weighted:W, lazy-theta, clusters and greedy are exact if
    /// the heuristic never overestimates.
    #[arg(long, value_name = "A", default_value_t, verbatim_doc_comment)]
    pub(crate) algorithm: Algorithm,

    /// Take the first path, found at once, and say how good it is proved to be: as --algorithm clusters
    ///
    /// The proved ratio is the cost over a lower bound: at least as large as the ratio to the optimum. Agents on the
    /// ground have first paths, too.
    #[arg(long, conflicts_with_all = ["algorithm", "within"])]
    pub(crate) first: bool,

    /// The heuristic, which estimates the remaining cost: octile, euclidean, manhattan, chebyshev or zero
    ///
    /// octile, the exact distance in free space, is the best choice. manhattan overestimates where
    /// diagonal moves are allowed: paths cost at most sqrt 3 times the optimum with 26 moves, sqrt
    /// 2 times with 18 or planar8. The others never overestimate. dijkstra always uses zero.
    #[arg(long, value_name = "H", default_value_t)]
    pub(crate) heuristic: Heuristic,

    /// Which moves: 26, 18, 6, planar8-x|y|z, planar4-x|y|z [default: by the map]
    ///
    /// 26          to cells that share a face, an edge or a vertex
    ///             (the default for .3dmap)
    /// 18          a face or an edge
    /// 6           a face
    /// planar8-z   8 directions in the plane of constant z
    ///             (the default for .map); likewise -x and -y
    /// planar4-z   4 directions; likewise -x and -y
    #[arg(long, value_name = "M", verbatim_doc_comment)]
    pub(crate) moves: Option<MoveSet>,

    /// Which diagonal moves are legal: strict, one-side or lenient
    ///
    /// strict: every cell of the box that the move spans must be free, as in the public
    /// benchmarks. one-side: straight moves through free cells of that box must lead to the same
    /// cell, as in many games. lenient: only the target cell must be free.
    #[arg(long, value_name = "C", default_value_t)]
    pub(crate) corners: CornerRule,

    /// Let paths cost up to W times the optimum, from 1 to 1000
    ///
    /// 1.01 ends most of the hardest searches much sooner, with paths that are hardly longer. Applies to auto,
    /// jump, canonical and astar. Paths found without a search are optimal anyway.
    #[arg(long, value_name = "W", default_value_t = Weight::ONE, value_parser = weight)]
    pub(crate) within: Weight,

    /// Take, of the cheapest paths, one with the fewest turns
    ///
    /// Costs come first. Exact searches only; on the ground turns are counted as seen from above.
    #[arg(long, conflicts_with_all = ["first", "within"])]
    pub(crate) fewest_turns: bool,

    #[command(flatten)]
    pub(crate) indexes: IndexOptions,

    /// An option of earlier versions, refused with the name of the one that took its place.
    #[arg(long, hide = true)]
    pub(crate) portals: bool,

    #[command(flatten)]
    pub(crate) limits: LimitOptions,
}

impl SearchOptions {
    /// The settings for maps where these moves are usual, with nothing left open.
    pub(crate) fn on(&self, usual: MoveSet) -> SearchSettings {
        let algorithm = if self.first {
            Algorithm::Hierarchical
        } else {
            self.algorithm
        };
        let heuristic = match algorithm {
            // Dijkstra's algorithm uses none, and a report should say what was used.
            Algorithm::Dijkstra => Heuristic::Zero,
            _ => self.heuristic,
        };
        SearchSettings::default()
            .algorithm(algorithm)
            .heuristic(heuristic)
            .moves(self.moves.unwrap_or(usual))
            .corners(self.corners)
            .within(self.within)
            .fewest_turns(self.fewest_turns)
            .limits(self.limits.limits(1))
    }
}

/// The search in one line of a report.
pub(crate) fn description(search: &SearchSettings) -> String {
    let within = match search.within {
        Weight::ONE => String::new(),
        factor => format!(", within {factor}"),
    };
    let turns = if search.fewest_turns {
        ", fewest turns"
    } else {
        ""
    };
    format!(
        "{}, {} estimate, moves {}, {} corners{within}{turns}",
        search.algorithm, search.heuristic, search.moves, search.corners
    )
}

/// Returns the ratio of the cost of a path to the lower bound that a search for first paths proved; `None` for other
/// searches and where the bound is zero.
pub(crate) fn proved_ratio(search: &SearchSettings, cost: Cost, bound: Cost) -> Option<f64> {
    let is_first = search.algorithm == Algorithm::Hierarchical;
    match (cost.raw(), bound.raw()) {
        _ if !is_first => None,
        (0, _) => Some(1.0),
        (_, 0) => None,
        _ => Some(cost.length() / bound.length()),
    }
}

/// Reads a factor.
fn weight(text: &str) -> Result<Weight, String> {
    let factor = text.parse::<f64>().map_err(|error| error.to_string())?;
    Weight::new(factor).map_err(|error| error.to_string())
}
