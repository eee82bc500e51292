//! The contestants: searches from scratch, one that mends the tree of the last search, and the replanner of
//! the library.

use voxnav::experiment::Heuristic;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::Traversability;
use voxnav::replanning::{ReplanPolicy, ReplanStatus, Replanner};
use voxnav::search::{CellShape, Cost, Query, SearchSettings};
use voxnav::{Algorithm, Lattice, Path, Route, RouteOptions, Terrain, View, Workspace};

use super::dstar_lite::DStarLite;
use super::grid::Grid;

/// The question that everybody is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment<'w> {
    pub(super) world: &'w Traversability,
    /// The cells that were traversable at the last moment and are not now, or the other way about.
    pub(super) changed: &'w [IVec3],
    /// The cell where the agent is, and the one where it is to go.
    pub(super) ends: [IVec3; 2],
    /// True if the question has nothing to do with the last one.
    pub(super) is_new: bool,
}

/// The answer to a moment.
#[derive(Clone, Debug, Default)]
pub(super) struct Answer {
    /// The path that is stated to be optimal, if there is one.
    pub(super) path: Option<Path>,
    /// The number of cells expanded for it.
    pub(super) expanded: u64,
}

/// A search that is asked again and again.
pub(super) struct Contestant {
    pub(super) name: &'static str,
    pub(super) answer: Box<dyn FnMut(&Moment<'_>) -> Answer>,
}

impl Contestant {
    fn new(name: &'static str, answer: impl FnMut(&Moment<'_>) -> Answer + 'static) -> Self {
        let answer = Box::new(answer);
        Self { name, answer }
    }
}

/// Returns everyone. Others are compared with the first; the agent goes along the path of the last, which has
/// less work where it does.
pub(super) fn all(world: &Traversability, shape: CellShape) -> Vec<Contestant> {
    let mut dstar_lite = DStarLite::new(Grid::new(world, shape));
    let mut kept = OptimalReplanner::among(shape);
    vec![
        Contestant::new("afresh", afresh(Algorithm::Auto, shape)),
        Contestant::new("A* afresh", afresh(Algorithm::AStar, shape)),
        Contestant::new("D* Lite", move |moment| dstar_lite.answer(moment)),
        Contestant::new("Replanner", move |moment| kept.answer(moment)),
    ]
}

/// Returns a search from scratch by the library.
fn afresh(algorithm: Algorithm, shape: CellShape) -> impl FnMut(&Moment<'_>) -> Answer {
    let settings = SearchSettings::default().algorithm(algorithm);
    let settings = settings.heuristic(Heuristic::Octile).shape(shape);
    let mut workspace = Workspace::new();
    move |moment| {
        let [from, to] = moment.ends;
        let query = Query::new(from, to).settings(settings);
        let solution = query.solve(moment.world, &mut workspace);
        Answer {
            path: solution.outcome.path().cloned(),
            expanded: solution.statistics.expanded,
        }
    }
}

/// The replanner of the library, which keeps to the optimum from wherever the agent is led.
struct OptimalReplanner {
    lattice: Lattice,
    replanner: Option<Replanner>,
    goal: IVec3,
    /// The route as of the last answer, and the move of it at which the agent was.
    route_version: u64,
    passed: u64,
}

impl OptimalReplanner {
    /// Makes one among cells of a shape, whose longest side is a unit long.
    fn among(shape: CellShape) -> Self {
        let sizes = DVec3::from_array(shape.sides().map(Cost::length));
        Self {
            // INVARIANT: these are sides of cells, as any shape's.
            lattice: Lattice::with_sizes(DVec3::ZERO, sizes).unwrap_or_default(),
            replanner: None,
            goal: IVec3::ZERO,
            route_version: 0,
            passed: 0,
        }
    }

    fn answer(&mut self, moment: &Moment<'_>) -> Answer {
        if moment.is_new {
            (self.replanner, self.route_version) = (None, 0);
        }
        let expanded = |kept: &Self| kept.replanner.as_ref().map_or(0, Replanner::expanded);
        let before = expanded(self);
        let path = self.path(moment);
        Answer {
            path,
            expanded: expanded(self) - before,
        }
    }

    fn path(&mut self, moment: &Moment<'_>) -> Option<Path> {
        let [from, to] = moment.ends;
        let (lattice, terrain) = (self.lattice, Terrain::new());
        let [at, goal] = [from, to].map(|cell| lattice.center(cell));
        let options = RouteOptions::default();
        let view = View::flying(lattice, moment.world.clone(), &terrain, &options).ok()?;
        // By default a replanner would lead an agent that strays back to its own route, where that is near.
        let policy = ReplanPolicy::default().max_deviation(0.0);
        let replanner = (self.replanner).get_or_insert_with(|| Replanner::new(&view, goal, policy));
        if !moment.is_new && to != self.goal {
            replanner.set_goal(goal);
        }
        self.goal = to;
        let status = replanner.update(&view, at).ok()?;
        if replanner.route_version() != self.route_version {
            (self.route_version, self.passed) = (replanner.route_version(), 0);
        }
        // A route that is blocked is kept, in case that it opens again, and is no answer.
        if matches!(status, ReplanStatus::Blocked { .. }) || replanner.bound() != Some(1.0) {
            return None;
        }
        let path = replanner.route().and_then(Route::path)?;
        let rest = path.part(self.passed..u64::MAX)?;
        let gone = (0..).zip(rest.cells()).find(|&(_, cell)| cell == from)?.0;
        self.passed += gone;
        path.part(self.passed..u64::MAX)
    }
}
