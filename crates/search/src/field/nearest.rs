//! The nearest of several goals for one agent.

use glam::IVec3;
use voxnav_occupancy::Traversability;

use super::spread::{End, Movement, Spread, Until, path_to_seed};
use crate::drive::{Stop, stopped};
use crate::outcome::{Limit, Outcome, Solution, Statistics};
use crate::workspace::{OutOfKeys, Workspace};
use crate::{Cost, Query, Side};

/// The best way to the nearest of several goals.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Nearest {
    /// Which goal, as its place in the list; `None` where none was reached. If the way stops at
    /// unknown cells, the goal that it was to lead to.
    pub goal: Option<usize>,
    /// The way there.
    pub solution: Solution,
}

impl Query<'_> {
    /// The way from the start of this query to the nearest of `goals` by cost; its own goal counts
    /// for nothing. Which of several equally near goals it is depends on the list alone.
    ///
    /// One search, spreading back from all goals at once until it has reached the start: exact
    /// whatever the algorithm and the heuristic of the query. Goals where the agent cannot be are
    /// passed over; if that is all of them, the outcome is [`Outcome::GoalBlocked`].
    ///
    /// ```
    /// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
    /// # use voxnav_search::{Query, Workspace};
    /// # use glam::IVec3;
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let occupancy = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
    /// # let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
    /// let start = IVec3::splat(3);
    /// let exits = [IVec3::splat(8), IVec3::ZERO, IVec3::new(0, 8, 0)];
    /// let nearest = Query::new(start, start).solve_nearest(&exits, &world, &mut Workspace::new());
    /// assert_eq!(nearest.goal, Some(1));
    /// assert_eq!(nearest.solution.outcome.path().map(|path| path.goal()), Some(IVec3::ZERO));
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn solve_nearest(
        &self,
        goals: &[IVec3],
        world: &Traversability,
        workspace: &mut Workspace,
    ) -> Nearest {
        let (start, bounds) = (self.start, world.bounds());
        let at_once = |outcome| Nearest {
            goal: None,
            solution: Solution {
                outcome,
                statistics: Statistics::default(),
            },
        };
        if !bounds.contains(start) {
            return at_once(Outcome::StartOutside);
        }
        if !world.is_traversable(start) {
            return at_once(Outcome::StartBlocked);
        }
        let possible = |cell: &IVec3| bounds.contains(*cell) && world.is_traversable(*cell);
        let seeds = goals.iter().copied().filter(possible).collect::<Vec<_>>();
        if seeds.is_empty() {
            return at_once(Outcome::GoalBlocked);
        }
        let connected = |goal: &IVec3| {
            let query = Self {
                goal: *goal,
                ..*self
            };
            !query.ends_are_separate(world)
        };
        let seeds = seeds.into_iter().filter(connected).collect::<Vec<_>>();
        if seeds.is_empty() {
            return at_once(Outcome::Unreachable);
        }
        let Nearest { goal, solution } = self.spread_from(&seeds, goals, world, workspace);
        let Solution {
            outcome,
            statistics,
        } = solution;
        Nearest {
            goal,
            solution: Solution {
                outcome: self.boundary(world).confine(outcome),
                statistics,
            },
        }
    }

    fn spread_from(
        &self,
        seeds: &[IVec3],
        goals: &[IVec3],
        world: &Traversability,
        workspace: &mut Workspace,
    ) -> Nearest {
        let spread = Spread {
            world,
            movement: Movement {
                moves: self.moves,
                corners: self.corners,
                terrain: self.terrain,
            },
            side: Side::Goal,
            seeds,
        };
        let until = Until {
            settled: &[self.start],
            within: self.limits.cost.unwrap_or(Cost::MAX),
            expanded: self.limits.expanded.unwrap_or(u64::MAX),
            cancel: self.cancel,
        };
        let mut path = workspace.take_path();
        path.restart(self.start);
        let memory = &mut workspace.forward;
        let (end, exact, statistics) = match spread.run(memory, &until) {
            Ok(spreading) => (spreading.end, spreading.exact, spreading.statistics),
            Err(OutOfKeys) => (End::OutOfMemory, Cost::ZERO, Statistics::default()),
        };
        let reached = memory.records.find(self.start);
        let is_final = reached.is_some_and(|record| record.g() <= exact);
        if is_final && path_to_seed(&memory.records, self.start, &mut path).is_some() {
            let goal = path.goal();
            return Nearest {
                goal: goals.iter().position(|&cell| cell == goal),
                solution: Solution {
                    outcome: Outcome::Found(path),
                    statistics,
                },
            };
        }
        let stop = match end {
            End::Complete | End::Settled if self.limits.cost.is_none() => None,
            End::Complete | End::Settled => Some(Stop::Limit(Limit::Cost)),
            End::Expanded => Some(Stop::Limit(Limit::Expanded)),
            End::Cancelled => Some(Stop::Cancelled),
            End::OutOfMemory => Some(Stop::Limit(Limit::Memory)),
        };
        let solution = match stop {
            Some(stop) => stopped(stop, path, statistics),
            None => Solution {
                outcome: Outcome::Unreachable,
                statistics,
            },
        };
        Nearest {
            goal: None,
            solution,
        }
    }
}
