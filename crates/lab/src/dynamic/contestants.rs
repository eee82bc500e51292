//! Who answers: searches from scratch, searches that keep what they learned, and the replanner of the
//! library.

use voxnav::experiment::Heuristic;
use voxnav::glam::IVec3;
use voxnav::grid::Traversability;
use voxnav::replanning::{ReplanPolicy, Replanner};
use voxnav::search::{Query, SearchSettings};
use voxnav::{AgentView, Algorithm, Lattice, Route, RouteOptions, Terrain, Workspace};

use super::adaptive::Adaptive;
use super::dstar_lite::DStarLite;
use super::grid::Grid;

/// What everybody is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment<'w> {
    pub(super) world: &'w Traversability,
    /// The cells that were traversable at the last moment and are not now, or the other way about.
    pub(super) changed: &'w [IVec3],
    /// Where the agent is, and where it is to go.
    pub(super) ends: [IVec3; 2],
    /// Whether it has nothing to do with the last one.
    pub(super) is_new: bool,
}

/// A search that is asked again and again.
pub(super) trait Incremental {
    fn name(&self) -> &'static str;

    /// The cells of an optimal path, if there is one: all of them, or those where it turns.
    fn answer(&mut self, moment: &Moment<'_>) -> Option<Vec<IVec3>>;

    /// Cells expanded so far, in all answers.
    fn expanded(&self) -> u64;
}

/// Everyone, the first being the one that others are compared with.
pub(super) fn all(world: &Traversability) -> Vec<Box<dyn Incremental>> {
    let grid = Grid::new(world);
    vec![
        Box::new(Afresh::new("afresh", Algorithm::Auto)),
        Box::new(Afresh::new("A* afresh", Algorithm::AStar)),
        Box::new(DStarLite::new(&grid)),
        Box::new(Adaptive::new(&grid)),
        Box::new(Kept::default()),
    ]
}

/// A search from scratch by the library.
struct Afresh {
    name: &'static str,
    settings: SearchSettings,
    workspace: Workspace,
    expanded: u64,
}

impl Afresh {
    fn new(name: &'static str, algorithm: Algorithm) -> Self {
        let settings = SearchSettings::default().algorithm(algorithm);
        Self {
            name,
            settings: settings.heuristic(Heuristic::Octile),
            workspace: Workspace::new(),
            expanded: 0,
        }
    }
}

impl Incremental for Afresh {
    fn name(&self) -> &'static str {
        self.name
    }

    fn answer(&mut self, moment: &Moment<'_>) -> Option<Vec<IVec3>> {
        let [from, to] = moment.ends;
        let query = Query::new(from, to).settings(self.settings);
        let solution = query.solve(moment.world, &mut self.workspace);
        self.expanded += solution.statistics.expanded;
        Some(solution.outcome.path()?.corners())
    }

    fn expanded(&self) -> u64 {
        self.expanded
    }
}

/// The replanner of the library, which keeps to the optimum.
#[derive(Default)]
struct Kept {
    replanner: Option<Replanner>,
    goal: IVec3,
    expanded: u64,
}

impl Incremental for Kept {
    fn name(&self) -> &'static str {
        "Replanner"
    }

    fn answer(&mut self, moment: &Moment<'_>) -> Option<Vec<IVec3>> {
        let [from, to] = moment.ends;
        let (lattice, terrain) = (Lattice::default(), Terrain::new());
        let options = RouteOptions::default();
        let view = AgentView::new(lattice, moment.world.clone(), &terrain, &options).ok()?;
        if moment.is_new {
            self.expanded = self.expanded();
            self.replanner = None;
        }
        let replanner = self
            .replanner
            .get_or_insert_with(|| Replanner::new(&view, to.as_dvec3(), ReplanPolicy::default()));
        if !moment.is_new && to != self.goal {
            replanner.set_goal(to.as_dvec3());
        }
        self.goal = to;
        replanner.update(&view, from.as_dvec3()).ok()?;
        replanner.cost()?;
        let path = replanner.route().and_then(Route::path)?;
        let mut turns = path.corners();
        // The agent is somewhere on the path by now.
        let passed = turns
            .windows(2)
            .position(|run| is_between(from, run[0], run[1]));
        turns.drain(..passed.map_or(turns.len() - 1, |index| index + 1));
        if turns.first() != Some(&from) {
            turns.insert(0, from);
        }
        Some(turns)
    }

    fn expanded(&self) -> u64 {
        let now = self.replanner.as_ref().map_or(0, Replanner::expanded);
        self.expanded + now
    }
}

/// Whether a cell lies on the straight run from one to another.
fn is_between(cell: IVec3, from: IVec3, to: IVec3) -> bool {
    let step = (to - from).signum();
    let moves = (to - from).abs().max_element();
    (0..=moves).any(|n| from + step * n == cell)
}
