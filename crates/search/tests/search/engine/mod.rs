//! The library as the tests see it: plain worlds translated for it, the table of everything that
//! can be asked, and the check of an answer.

mod table;
mod world;

use glam::IVec3;
use voxnav_search::{CornerRule, EndFault, MoveSet, Outcome, Query, Solution, Workspace};
use voxnav_testkit::grid::{Cell, Grid};

use crate::oracle::{Corners, Moves, Rules, check_path};

pub(crate) use table::{Entry, Promise, entries, excess_axes};
pub(crate) use world::World;

/// One start and goal under one rule.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Question {
    pub(crate) rules: Rules,
    pub(crate) start: Cell,
    pub(crate) goal: Cell,
}

impl Question {
    /// The query that asks it as an entry of the table says.
    pub(crate) fn query<'q>(&self, world: &'q World, entry: &Entry) -> Query<'q> {
        let query = Query::new(self.start.into(), self.goal.into())
            .moves(move_set(self.rules.moves))
            .corners(corner_rule(self.rules.corners))
            .algorithm(entry.algorithm)
            .heuristic(entry.heuristic)
            .within(entry.within);
        match &world.terrain {
            Some(terrain) => query.terrain(terrain),
            None => query,
        }
    }

    /// Asks it, and says what is wrong with the answer if something is. `optimum` is the cost of
    /// the best path, none if there is no path.
    pub(crate) fn check(
        &self,
        grid: &Grid,
        world: &World,
        entry: &Entry,
        optimum: Option<u64>,
        workspace: &mut Workspace,
    ) -> Result<Solution, String> {
        let query = self.query(world, entry);
        entry.check_guarantee(self.rules.moves, query.guarantee())?;
        let solution = query.solve(&world.cells, workspace);
        self.check_outcome(grid, world, entry, optimum, &solution)
            .and_then(|()| self.check_proof(entry, optimum, &solution))
            .map_err(|what| {
                // Long paths tell nothing; the world that goes with a complaint is made small.
                let told: String = format!("{solution:?}").chars().take(800).collect();
                format!("{what}\n{entry:?}\n{self:?}\noptimum {optimum:?}\n{told}")
            })?;
        Ok(solution)
    }

    fn check_outcome(
        &self,
        grid: &Grid,
        world: &World,
        entry: &Entry,
        optimum: Option<u64>,
        solution: &Solution,
    ) -> Result<(), String> {
        let faults = self.faults(grid, world);
        if !faults.is_empty() {
            let named = faults.contains(&solution.outcome);
            return named
                .then_some(())
                .ok_or(format!("expected one of {faults:?}"));
        }
        match (&solution.outcome, optimum) {
            (Outcome::Found(path), Some(optimum)) => {
                let cells: Vec<Cell> = path.cells().map(|cell| cell.to_array()).collect();
                let cost = check_path(grid, self.rules, &cells, self.start, self.goal)?;
                let verified = path.verify(
                    &world.cells,
                    move_set(self.rules.moves),
                    corner_rule(self.rules.corners),
                    world.terrain.as_ref(),
                );
                if path.cost().raw() != cost || verified != Ok(path.cost()) {
                    return Err(format!(
                        "the path costs {cost} and not {:?}, {verified:?}",
                        path.cost()
                    ));
                }
                let ends = (path.start(), path.goal(), path.move_count() + 1);
                if ends != (self.start.into(), self.goal.into(), cells.len() as u64) {
                    return Err(format!("the path says of itself {ends:?}"));
                }
                entry.check_cost(self.rules.moves, cost, optimum)
            }
            (Outcome::Unreachable, None) => Ok(()),
            _ => Err("the outcome is wrong".to_owned()),
        }
    }

    /// What was proved must be true, and for exact algorithms it must be all there is.
    fn check_proof(
        &self,
        entry: &Entry,
        optimum: Option<u64>,
        solution: &Solution,
    ) -> Result<(), String> {
        let proved = solution.statistics.lower_bound.raw();
        let (Some(optimum), Some(path)) = (optimum, solution.outcome.path()) else {
            return Ok(());
        };
        entry.check_ratio(self.rules.moves, path.cost().raw(), proved)?;
        let complete = proved == optimum || !entry.is_exact(self.rules.moves);
        (proved <= optimum && complete)
            .then_some(())
            .ok_or(format!("the lower bound {proved} is no proof of {optimum}"))
    }

    /// The cost that a search finds, none if there is no path.
    pub(crate) fn cost(
        &self,
        grid: &Grid,
        world: &World,
        entry: &Entry,
        workspace: &mut Workspace,
    ) -> Result<Option<u64>, String> {
        let solution = self.query(world, entry).solve(&world.cells, workspace);
        match &solution.outcome {
            Outcome::Found(path) => {
                let cells: Vec<Cell> = path.cells().map(|cell| cell.to_array()).collect();
                check_path(grid, self.rules, &cells, self.start, self.goal).map(Some)
            }
            Outcome::Unreachable => Ok(None),
            other => Err(format!(
                "unexpected outcome {other:?} of {self:?} by {entry:?}"
            )),
        }
    }

    /// All that is wrong with the ends.
    pub(crate) fn faults(&self, grid: &Grid, world: &World) -> Vec<Outcome> {
        let ends = [
            (
                self.start,
                Outcome::InvalidEnd(EndFault::StartOutside),
                Outcome::InvalidEnd(EndFault::StartBlocked),
            ),
            (
                self.goal,
                Outcome::InvalidEnd(EndFault::GoalOutside),
                Outcome::InvalidEnd(EndFault::GoalBlocked),
            ),
        ];
        ends.into_iter()
            .filter(|(cell, ..)| !grid.is_open(*cell))
            .map(|(cell, outside, blocked)| {
                let inside = world.cells.bounds().contains(IVec3::from(cell));
                if inside { blocked } else { outside }
            })
            .collect()
    }
}

/// The library's word for a move set.
pub(crate) fn move_set(moves: Moves) -> MoveSet {
    use voxnav_occupancy::Axis;
    match moves {
        Moves::Vertex26 => MoveSet::Vertex26,
        Moves::Edge18 => MoveSet::Edge18,
        Moves::Face6 => MoveSet::Face6,
        Moves::Planar8(fixed) => MoveSet::Planar8(Axis::ALL[fixed]),
        Moves::Planar4(fixed) => MoveSet::Planar4(Axis::ALL[fixed]),
    }
}

/// The library's word for a corner rule.
pub(crate) fn corner_rule(corners: Corners) -> CornerRule {
    match corners {
        Corners::Strict => CornerRule::Strict,
        Corners::OneSide => CornerRule::OneSide,
        Corners::Lenient => CornerRule::Lenient,
    }
}
