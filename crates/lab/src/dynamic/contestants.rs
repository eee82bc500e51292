//! The contestants: searches from scratch, searches that keep what they learned, and the replanner of
//! the library.

use voxnav::experiment::Heuristic;
use voxnav::glam::IVec3;
use voxnav::grid::Traversability;
use voxnav::replanning::{ReplanPolicy, Replanner, Verdict};
use voxnav::search::{Query, SearchSettings};
use voxnav::{AgentView, Algorithm, Lattice, Route, RouteOptions, Terrain, Workspace};

use super::adaptive::Adaptive;
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

/// A search that is asked again and again.
pub(super) trait Incremental {
    fn name(&self) -> &'static str;

    /// Returns the cells of an optimal path, if there is one: all of them, or those where it turns.
    fn answer(&mut self, moment: &Moment<'_>) -> Option<Vec<IVec3>>;

    /// Returns the number of cells expanded so far, in all answers.
    fn expanded(&self) -> u64;

    /// Returns whether the search answers with less work where the agent goes along the path that it
    /// gave.
    fn keeps_path(&self) -> bool {
        false
    }

    /// Returns whether the search states that its last answer is optimal.
    fn is_proved(&self) -> bool {
        true
    }
}

/// Returns everyone, the first being the one that others are compared with.
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

/// The replanner of the library, which keeps to the optimum from wherever the agent is led.
#[derive(Default)]
struct Kept {
    replanner: Option<Replanner>,
    goal: IVec3,
    /// The route as of the last answer, and the move of it at which the agent was.
    route_version: u64,
    passed: u64,
    /// The cells expanded by replanners that are gone.
    expanded: u64,
    is_proved: bool,
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
            (self.replanner, self.route_version) = (None, 0);
        }
        // Others may lead the agent along a path of theirs that costs the same: by default a replanner
        // would lead it back to its own, where that is near.
        let policy = ReplanPolicy::default().stray(0.0);
        let replanner =
            (self.replanner).get_or_insert_with(|| Replanner::new(&view, to.as_dvec3(), policy));
        if !moment.is_new && to != self.goal {
            replanner.set_goal(to.as_dvec3());
        }
        self.goal = to;
        let verdict = replanner.update(&view, from.as_dvec3()).ok()?;
        if replanner.route_version() != self.route_version {
            (self.route_version, self.passed) = (replanner.route_version(), 0);
        }
        self.is_proved = true;
        // A route that is blocked is kept, in case that it opens again, and is no answer.
        if matches!(verdict, Verdict::Blocked { .. }) {
            return None;
        }
        self.is_proved = replanner.bound() == Some(1.0);
        let path = replanner.route().and_then(Route::path)?;
        let rest = path.part(self.passed..u64::MAX)?;
        let gone = (0..).zip(rest.cells()).find(|&(_, cell)| cell == from)?.0;
        self.passed += gone;
        Some(path.part(self.passed..u64::MAX)?.corners())
    }

    fn expanded(&self) -> u64 {
        let now = self.replanner.as_ref().map_or(0, Replanner::expanded);
        self.expanded + now
    }

    fn keeps_path(&self) -> bool {
        true
    }

    fn is_proved(&self) -> bool {
        self.is_proved
    }
}
