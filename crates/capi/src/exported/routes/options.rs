//! Options of searches for routes.

use std::ffi::c_char;

use voxnav::experiment::{Heuristic, TieBreaking};
use voxnav::grid::Axis;
use voxnav::search::{Cost, Explain, Limits, Partial, SnapPolicy, Weight};
use voxnav::spatial::KeepAway;
use voxnav::specs::RouteSpec;
use voxnav::{Algorithm, CornerRule, MoveSet, RouteOptions};

use crate::border::call;
use crate::code::{Code, code_of, coded};
use crate::error::{Refusal, VoxnavStatus};
use crate::memory::{In, Out};
use crate::values::given;

/// The moves of flying agents.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavMoves {
    /// Moves to all 26 cells around.
    Vertex26 = 0,
    /// Moves to the 18 cells that share a face or an edge.
    Edge18 = 1,
    /// Moves to the 6 cells that share a face.
    Face6 = 2,
    /// Moves to 8 cells in a plane of constant x.
    Planar8X = 3,
    /// Moves to 8 cells in a plane of constant y.
    Planar8Y = 4,
    /// Moves to 8 cells in a plane of constant z.
    Planar8Z = 5,
    /// Moves to 4 cells in a plane of constant x.
    Planar4X = 6,
    /// Moves to 4 cells in a plane of constant y.
    Planar4Y = 7,
    /// Moves to 4 cells in a plane of constant z.
    Planar4Z = 8,
}

/// The rule for the cells next to a diagonal move.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavCorners {
    /// All cells of the box that a move spans have to be free.
    Strict = 0,
    /// The cell that a move leads to has to be free: routes may cut corners.
    Lenient = 1,
    /// The cell that a move leads to has to be free, and a chain of straight moves to it through cells of the box.
    OneSide = 2,
}

/// The order of cells of equal estimates.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavTies {
    /// The cell farthest from the start first.
    LargerG = 0,
    /// The cell nearest to the start first.
    SmallerG = 1,
    /// The cell that was found first.
    FirstIn = 2,
    /// The cell that was found last.
    LastIn = 3,
    /// The order of coordinates.
    CellOrder = 4,
}

/// The algorithm of a search.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavAlgorithm {
    /// The fastest exact one.
    Auto = 0,
    /// A usable route in a fraction of a millisecond, with a proved bound; `voxnav_search_improve_next` goes on to
    /// better ones.
    Hierarchical = 1,
    /// Jump point search.
    Jump = 2,
    /// A* with canonical moves.
    Canonical = 3,
    /// A* by the book.
    AStar = 4,
    /// Dijkstra's algorithm.
    Dijkstra = 5,
    /// Weighted A*, with `weight`.
    WeightedAStar = 6,
    /// A search from both ends.
    Bidirectional = 7,
    /// Lines at any angle.
    LazyTheta = 8,
    /// Greedy best first, without a bound.
    GreedyBestFirst = 9,
}

/// The estimate of a search.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoxnavHeuristic {
    /// The cost in free space.
    Octile = 0,
    /// The straight length.
    Euclidean = 1,
    /// The sum of the differences.
    Manhattan = 2,
    /// The largest difference.
    Chebyshev = 3,
    /// No estimate.
    Zero = 4,
}

coded! {
    VoxnavMoves is "set of moves": MoveSet {
        Vertex26, Edge18, Face6,
        Planar8X => MoveSet::Planar8(Axis::X),
        Planar8Y => MoveSet::Planar8(Axis::Y),
        Planar8Z => MoveSet::Planar8(Axis::Z),
        Planar4X => MoveSet::Planar4(Axis::X),
        Planar4Y => MoveSet::Planar4(Axis::Y),
        Planar4Z => MoveSet::Planar4(Axis::Z),
    }
    VoxnavCorners is "corner rule": CornerRule {
        Strict, Lenient, OneSide,
    }
    VoxnavTies is "order of ties": TieBreaking {
        LargerG, SmallerG, FirstIn, LastIn, CellOrder,
    }
    VoxnavAlgorithm is "algorithm": Algorithm {
        Auto,
        Hierarchical => Algorithm::Hierarchical,
        Jump, Canonical, AStar, Dijkstra,
        WeightedAStar => Algorithm::WeightedAStar(Weight::ONE),
        Bidirectional, LazyTheta, GreedyBestFirst,
    }
    VoxnavHeuristic is "heuristic": Heuristic {
        Octile, Euclidean, Manhattan, Chebyshev, Zero,
    }
}

/// The options of a search for a route. All zero but the size, or a null pointer, is the best route by all moves, with
/// strict corners. Of ground agents the algorithm, limits, turns, partial routes and both snaps count.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct VoxnavRouteOptions {
    /// The size of the struct: `sizeof(VoxnavRouteOptions)`.
    pub size: usize,
    /// The moves.
    pub moves: Code<VoxnavMoves>,
    /// The rule for the cells next to a diagonal move.
    pub corners: Code<VoxnavCorners>,
    /// The algorithm.
    pub algorithm: Code<VoxnavAlgorithm>,
    /// The estimate.
    pub heuristic: Code<VoxnavHeuristic>,
    /// The weight of weighted A*, 1 to 1000; 0 for 1.
    pub weight: f64,
    /// The factor of the optimum that a route may cost, 1 to 1000; 0 for 1.
    pub within: f64,
    /// The most cells expanded; 0 for any number.
    pub most_expanded: u64,
    /// The most bytes of search memory; 0 for 2^30.
    pub most_memory: u64,
    /// The greatest cost, in straight moves over one cell; 0 for any.
    pub most_cost: f64,
    /// The distance to keep from what blocks a flying agent, in world units, where there is room; 0 for none. Routes of
    /// other agents refuse it. A route is at most `keep_away_weight` times as long as the shortest.
    pub keep_away: f64,
    /// The weight of moves right next to what blocks the agent, from 1; of searches that keep away.
    pub keep_away_weight: u32,
    /// 1 for a route to the best place that can be reached where the goal cannot.
    pub partial: u32,
    /// The distance that a blocked start may move, in world units; 0 for none.
    pub snap_start: f64,
    /// The distance that a blocked goal may move, in world units; 0 for none.
    pub snap_goal: f64,
    /// 1 for the largest agent that reaches a goal which this one does not: see `voxnav_route_largest`.
    pub explain: u32,
    /// 1 for a route whose path has, of the cheapest paths, the fewest turns: see `turns` of `VoxnavRouteInfo`. Of algorithms
    /// that find a cheapest path; a second search counts the turns.
    pub fewest_turns: u32,
    /// 1 for waypoints and places on the floor itself where a ground agent stands, and not at the lower faces of
    /// cells, up to the height of a cell above: see `voxnav_floor_under`.
    pub on_floor: u32,
    /// The order of cells of equal estimates.
    pub ties: Code<VoxnavTies>,
}

/// Reads options from JSON and writes them into a struct whose size is set: an object with the fields of `RouteSpec`, the
/// form in which every binding of voxnav has them, such as `{ "moves": 18, "snap_goal": 2 }`. What is left out is as by
/// default.
///
/// Errors: a text that is no JSON, a field that there is not, a value out of range; the message names the field.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_route_options_json(
    json: In<c_char>,
    options: Out<VoxnavRouteOptions>,
) -> VoxnavStatus {
    call(|| {
        let spec: RouteSpec = json.described()?;
        options.put_record(VoxnavRouteOptions::of(&spec.options()?), "options")
    })
}

/// Returns the options of a caller, or the default ones.
pub(crate) fn options(given: In<VoxnavRouteOptions>) -> Result<RouteOptions, Refusal> {
    let Some(given) = given.record("options")? else {
        return Ok(RouteOptions::default());
    };
    given.meaning()
}

/// Returns the distance to keep from what blocks and the weight of moves next to that, if a distance is given.
pub(crate) fn keep_away(distance: f64, weight: u32) -> Result<Option<KeepAway>, Refusal> {
    let keep_away = |distance| {
        let weight = u16::try_from(weight)
            .map_err(|_| Refusal::argument("`keep_away_weight` is more than 65,535"))?;
        Ok(KeepAway::new(distance, weight))
    };
    given(distance).map(keep_away).transpose()
}

impl VoxnavRouteOptions {
    /// Returns options of the library as a caller reads them.
    fn of(known: &RouteOptions) -> Self {
        let spec = RouteSpec::of(known);
        let (algorithm, weight) = match spec.algorithm {
            Algorithm::WeightedAStar(weight) => {
                (VoxnavAlgorithm::WeightedAStar.into(), weight.factor())
            }
            other => (code_of(&other), 0.0),
        };
        Self {
            size: 0,
            moves: code_of(&spec.moves),
            corners: code_of(&spec.corners),
            algorithm,
            heuristic: code_of(&spec.heuristic),
            weight,
            within: spec.within,
            most_expanded: spec.max_expanded.unwrap_or(0),
            most_memory: spec.max_memory.unwrap_or(0),
            most_cost: spec.max_cost.unwrap_or(0.0),
            keep_away: spec.keep_away.unwrap_or(0.0),
            keep_away_weight: spec.keep_away_weight.into(),
            partial: spec.partial.into(),
            snap_start: spec.snap_start.unwrap_or(0.0),
            snap_goal: spec.snap_goal.unwrap_or(0.0),
            explain: spec.explain.into(),
            fewest_turns: spec.fewest_turns.into(),
            on_floor: spec.on_floor.into(),
            ties: code_of(&spec.ties),
        }
    }

    fn meaning(&self) -> Result<RouteOptions, Refusal> {
        let weight = |factor: f64| Weight::new(given(factor).unwrap_or(1.0));
        let algorithm = match self.algorithm.meaning()? {
            Algorithm::WeightedAStar(_) => Algorithm::WeightedAStar(weight(self.weight)?),
            other => other,
        };
        let mut limits = Limits::none();
        limits.expanded = given(self.most_expanded);
        limits.memory = given(self.most_memory).or(Some(RouteOptions::DEFAULT_MEMORY));
        limits.cost = given(self.most_cost).map(Cost::of_length);
        let mut options = RouteOptions::default()
            .moves(self.moves.meaning()?)
            .corners(self.corners.meaning()?)
            .algorithm(algorithm)
            .heuristic(self.heuristic.meaning()?)
            .within(weight(self.within)?)
            .fewest_turns(self.fewest_turns != 0)
            .on_floor(self.on_floor != 0)
            .limits(limits);
        options.settings.ties = self.ties.meaning()?;
        options.keep_away = keep_away(self.keep_away, self.keep_away_weight)?;
        let snap = |radius| {
            given(radius).map_or(SnapPolicy::Exact, |radius| SnapPolicy::Nearest { radius })
        };
        (options.start, options.goal) = (snap(self.snap_start), snap(self.snap_goal));
        if self.partial != 0 {
            options = options.partial(Partial::Allowed);
        }
        if self.explain != 0 {
            options = options.explain(Explain::LargestAgent);
        }
        Ok(options)
    }
}
