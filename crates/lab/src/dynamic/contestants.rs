//! Who answers: searches from scratch, and searches that keep what they learned.

use voxnav::experiment::Heuristic;
use voxnav::glam::IVec3;
use voxnav::grid::Traversability;
use voxnav::search::{Query, SearchSettings};
use voxnav::{Algorithm, Workspace};

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
