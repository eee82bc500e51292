//! A question with its right answer, for any agent: all that a law needs to know of it.

use std::fmt::Display;

use voxnav_search::{Path, Query, Workspace};
use voxnav_testkit::Draws;

use super::Answer;

/// A question that an oracle can judge. Laws change its query, ask it in some way, and compare.
pub(crate) trait Asked: Display {
    fn query(&self) -> Query<'_>;

    fn at_once(&self, query: &Query<'_>, workspace: &mut Workspace) -> Answer;

    fn in_slices<'a>(&'a self, query: &Query<'a>) -> Box<dyn Slices + 'a>;

    /// Returns all that a scheduler ends with that has this query alone.
    fn scheduled(&self, query: &Query<'_>, turn: u64, budget: u64) -> Vec<Answer>;

    /// Checks the answer to the query as it is, without limits, against the oracle.
    fn judge(&self, answer: &Answer) -> Result<(), String>;

    /// Checks a way from the start to anywhere, move by move.
    fn check_way(&self, path: &Path) -> Result<(), String>;

    /// Returns the cost of the best way by the oracle, `None` if there is no way.
    fn optimum(&self) -> Option<u64>;

    /// Returns the cost of the best way in some world that the unknown cells may turn out to be, if the agent stops before
    /// them; else that of the best way.
    fn found_out(&self, draws: &mut Draws) -> Option<u64> {
        let _ = draws;
        self.optimum()
    }

    /// Returns the turns of a path to the goal, and the fewest of all paths between its ends that cost the least, where
    /// an oracle knows them.
    fn turns(&self, path: &Path) -> Option<[u64; 2]> {
        let _ = path;
        None
    }

    /// Whether an end is such that nothing is searched.
    fn is_refused(&self) -> bool;

    /// Whether a slice that does not end the search takes all the expansions that it may.
    fn fills_slices(&self) -> bool {
        true
    }

    /// Whether nothing but a factor that was asked for parts the cost from the optimum.
    fn is_admissible(&self) -> bool;
}

/// A search that is run in slices.
pub(crate) trait Slices {
    fn restart(&mut self);
    /// Goes on for so many expansions at most, and returns whether the search has ended.
    fn step(&mut self, most: u64) -> bool;
    fn expanded(&self) -> u64;
    fn best_so_far(&mut self) -> Path;
    fn cancel(&mut self);
    fn answer(&self) -> Option<Answer>;
}
