//! Questions of flying agents, judged by the oracle over plain grids.

use std::fmt::{self, Display};

use glam::IVec3;
use voxnav_search::{
    Cost, EndFault, Flight, Outcome, Path, Query, Scheduler, Search, Side, Solution, Workspace,
    verify_flight,
};
use voxnav_testkit::Draws;
use voxnav_testkit::grid::{Cell, Grid, sample_cell, shrink};

use super::{Answer, Asked, Entry, Slices, Target, World, cell_shape, corner_rule, move_set};
use crate::configurations::{Configuration, Goals, Index};
use crate::laws::{Law, Tally};
use crate::oracle::{Distances, Rules, Toward, around, check_path, fewest_turns, turns};

/// A question with the answer to it, and one way to ask it.
pub(crate) struct Flying<'s> {
    pub(crate) grid: &'s Grid,
    pub(crate) world: &'s World,
    pub(crate) rules: Rules,
    pub(crate) start: Cell,
    pub(crate) target: &'s Target,
    pub(crate) entry: Entry,
    /// The cost of the best path, `None` if there is no path.
    pub(crate) optimum: Option<u64>,
}

impl Flying<'_> {
    /// The only cell of the goal; the first of the grid where the goal has many.
    pub(crate) fn goal(&self) -> Cell {
        self.target.cell.unwrap_or(self.grid.min())
    }

    /// The moves of the agent.
    pub(crate) fn flight(&self) -> Flight {
        Flight {
            moves: move_set(self.rules.moves),
            corners: corner_rule(self.rules.corners),
            terrain: self.world.terrain.clone().unwrap_or_default(),
            shape: cell_shape(self.rules.sides),
            ..Flight::new(&self.world.cells)
        }
    }

    /// Returns the cost that a search of another world finds, asked in the same way.
    pub(crate) fn cost_in(
        &self,
        grid: &Grid,
        world: &World,
        (rules, start, goal): (Rules, Cell, Cell),
        workspace: &mut Workspace,
    ) -> Result<Option<u64>, String> {
        let target = Target::of_cell(goal);
        let other = Flying {
            grid,
            world,
            rules,
            start,
            target: &target,
            ..*self
        };
        let solution = other.query().solve(&world.cells, workspace);
        match &solution.outcome {
            Outcome::Found(path) => other.checked_cost(path).map(Some),
            Outcome::Unreachable => Ok(None),
            unexpected => Err(format!("{unexpected:?} of {other}")),
        }
    }

    /// Checks a path from the start to anywhere, cell by cell, and returns its cost.
    pub(crate) fn checked_cost(&self, path: &voxnav_search::Path) -> Result<u64, String> {
        let cells: Vec<Cell> = path.cells().map(|cell| cell.to_array()).collect();
        let end = path.goal().to_array();
        let cost = check_path(self.grid, self.rules, &cells, self.start, end)?;
        if cost != path.cost().raw() {
            return Err(format!("a path of {cost} costs {:?}", path.cost()));
        }
        let of_itself = (path.start(), path.move_count() + 1);
        if of_itself != (self.start.into(), cells.len() as u64) {
            return Err(format!("a path says of itself {of_itself:?}"));
        }
        Ok(cost)
    }

    /// All that is wrong with the ends.
    pub(crate) fn faults(&self) -> Vec<EndFault> {
        let inside = |cell: Cell| self.world.cells.bounds().contains(IVec3::from(cell));
        let mut faults = Vec::new();
        if !self.grid.is_open(self.start) {
            faults.push(if inside(self.start) {
                EndFault::StartBlocked
            } else {
                EndFault::StartOutside
            });
        }
        match self.target.cell {
            Some(goal) if self.grid.is_open(goal) => {}
            Some(goal) if inside(goal) => faults.push(EndFault::GoalBlocked),
            Some(_) => faults.push(EndFault::GoalOutside),
            None if self.has_open_goal() => {}
            None => faults.extend([EndFault::GoalBlocked, EndFault::GoalOutside]),
        }
        faults
    }

    fn has_open_goal(&self) -> bool {
        let mut open = self.grid.cells().filter(|&cell| self.grid.is_open(cell));
        open.any(|cell| self.target.contains(cell))
    }

    fn check_outcome(&self, solution: &Solution) -> Result<(), String> {
        let faults = self.faults();
        match (&solution.outcome, self.optimum) {
            (Outcome::InvalidEnd(fault), _) if self.target.cell.is_some() => faults
                .contains(fault)
                .then_some(())
                .ok_or(format!("expected one of {faults:?}")),
            (Outcome::InvalidEnd(fault), _) => {
                let is_start = fault.end() == Side::Start;
                let is_so = faults
                    .iter()
                    .any(|it| (it.end() == Side::Start) == is_start);
                is_so.then_some(()).ok_or(format!("not {faults:?}"))
            }
            (Outcome::Unreachable, None) if faults.is_empty() => Ok(()),
            // A goal of many cells that are all closed need not be looked through.
            (Outcome::Unreachable, None) if self.target.cell.is_none() => Ok(()),
            (Outcome::Found(path), Some(optimum)) => {
                let cost = self.checked_cost(path)?;
                let verified = verify_flight(path.cells(), &self.flight());
                if verified != Ok(path.cost()) {
                    return Err(format!("the path costs {cost} and is {verified:?}"));
                }
                if !self.target.contains(path.goal().to_array()) {
                    return Err("the path does not lead to the goal".to_owned());
                }
                self.entry.check_cost(self.rules, cost, optimum)?;
                self.check_proof(optimum, path, solution)
            }
            _ => Err("the outcome is wrong".to_owned()),
        }
    }

    /// The bound must be true, and for exact algorithms it must be all there is.
    fn check_proof(
        &self,
        optimum: u64,
        path: &voxnav_search::Path,
        solution: &Solution,
    ) -> Result<(), String> {
        let proved = solution.statistics.lower_bound.raw();
        let is_exact = self.entry.is_exact(self.rules.moves);
        if self.target.cell.is_some() {
            self.entry
                .check_ratio(self.rules, path.cost().raw(), proved)?;
        } else if is_exact {
            let mut before = path.cells().map(|cell| cell.to_array());
            let is_end = |cell: Cell| cell == path.goal().to_array();
            if before.any(|cell| self.target.contains(cell) && !is_end(cell)) {
                return Err("the path leads past a cell of the goal".to_owned());
            }
        }
        let is_complete =
            proved == optimum || !is_exact || self.target.cell.is_none() && path.move_count() == 0;
        (proved <= optimum && is_complete)
            .then_some(())
            .ok_or(format!("the lower bound {proved} is no proof of {optimum}"))
    }
}

impl Display for Flying<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rules, entry, start) = (self.rules, self.entry, self.start);
        let (goal, optimum) = (&self.target.name, self.optimum);
        write!(
            f,
            "{start:?} to {goal}, {rules:?}\n{entry:?}\noptimum {optimum:?}\n{}",
            self.grid
        )
    }
}

impl Asked for Flying<'_> {
    fn query(&self) -> Query<'_> {
        let query = match self.target.cell {
            Some(goal) => Query::new(self.start.into(), goal.into()),
            None => Query::toward(self.start.into(), &self.target.goal),
        };
        let mut query = query
            .moves(move_set(self.rules.moves))
            .corners(corner_rule(self.rules.corners))
            .shape(cell_shape(self.rules.sides))
            .algorithm(self.entry.algorithm)
            .heuristic(self.entry.heuristic)
            .within(self.entry.within);
        if let Some(terrain) = &self.world.terrain {
            query = query.terrain(terrain);
        }
        query
    }

    fn at_once(&self, query: &Query<'_>, workspace: &mut Workspace) -> Answer {
        Answer(query.solve(&self.world.cells, workspace))
    }

    fn in_slices<'a>(&'a self, query: &Query<'a>) -> Box<dyn Slices + 'a> {
        Box::new(FlyingSlices::new(query, self.world))
    }

    fn scheduled(&self, query: &Query<'_>, turn: u64, budget: u64) -> Vec<Answer> {
        scheduled(query, &self.world.cells, turn, budget)
    }

    fn judge(&self, answer: &Answer) -> Result<(), String> {
        let Answer(solution) = answer;
        // Goals of many cells are not estimated by the heuristic of the entry.
        if self.target.cell.is_some() {
            self.entry
                .check_guarantee(self.rules, self.query().guarantee())?;
        }
        self.check_outcome(solution)
    }

    fn check_way(&self, path: &Path) -> Result<(), String> {
        self.checked_cost(path).map(drop)
    }

    fn optimum(&self) -> Option<u64> {
        self.optimum
    }

    fn turns(&self, path: &Path) -> Option<[u64; 2]> {
        let cells: Vec<Cell> = path.cells().map(|cell| cell.to_array()).collect();
        let ends = [path.start(), path.goal()].map(|cell| cell.to_array());
        let (cost, fewest) = fewest_turns(ends, None, |cell| {
            let beside = around().map(|step| std::array::from_fn(|axis| cell[axis] + step[axis]));
            let moves = beside.filter_map(|to| Some((to, self.rules.cost(self.grid, cell, to)?)));
            moves.collect()
        })?;
        assert_eq!(cost, path.cost().raw(), "the oracles disagree");
        Some([turns(&cells, None), fewest])
    }

    /// Whether an end is no place for the agent. A goal of many cells may have open cells beyond the walls of a disguise,
    /// or more cells than are looked at before a search.
    fn is_refused(&self) -> bool {
        let mut faults = self.faults().into_iter();
        faults.any(|fault| fault.end() == Side::Start || self.target.cell.is_some())
    }

    fn is_admissible(&self) -> bool {
        self.entry.is_admissible(self.rules.moves)
    }
}

/// A search of flying agents, in slices.
pub(super) struct FlyingSlices<'a> {
    search: Search,
    query: Query<'a>,
    world: &'a voxnav_occupancy::Traversability,
}

impl<'a> FlyingSlices<'a> {
    fn new(query: &Query<'a>, world: &'a World) -> Self {
        Self::of(query, &world.cells)
    }

    pub(super) fn of(query: &Query<'a>, world: &'a voxnav_occupancy::Traversability) -> Self {
        Self {
            search: Search::new(query, world),
            query: *query,
            world,
        }
    }
}

impl Slices for FlyingSlices<'_> {
    fn restart(&mut self) {
        self.search.restart(&self.query, self.world);
    }

    fn step(&mut self, most: u64) -> bool {
        self.search.step(most).is_some()
    }

    fn expanded(&self) -> u64 {
        self.search.expanded()
    }

    fn best_so_far(&mut self) -> Path {
        self.search.best_so_far().clone()
    }

    fn cancel(&mut self) {
        self.search.cancel();
    }

    fn answer(&self) -> Option<Answer> {
        self.search.solution().cloned().map(Answer)
    }
}

/// Returns all that a scheduler ends with that has one query of a flying agent.
pub(super) fn scheduled(
    query: &Query<'_>,
    world: &voxnav_occupancy::Traversability,
    turn: u64,
    budget: u64,
) -> Vec<Answer> {
    let mut scheduler = Scheduler::new().turn(turn);
    scheduler.add(query, world);
    let mut ended = Vec::new();
    while !scheduler.is_empty() {
        let step = scheduler.step(budget);
        ended.extend(step.map(|(_, solution)| Answer(solution)));
    }
    ended
}

/// One world and what is asked about it.
pub(crate) struct Setting<'c> {
    pub(crate) configuration: &'c Configuration,
    pub(crate) grid: Grid,
    pub(crate) rules: Rules,
    pub(crate) start: Cell,
    /// The seed of what the world is disguised as and of its index.
    pub(crate) seed: u64,
}

impl<'c> Setting<'c> {
    pub(crate) fn sample(configuration: &'c Configuration, seed: u64, draws: &mut Draws) -> Self {
        let grid = configuration.grid(draws);
        let mut rules = Rules::fitting(&grid, draws);
        rules.corners = configuration.corners.unwrap_or(rules.corners);
        // Other cells than cubes have no portals.
        if !matches!(configuration.index, Index::Found | Index::Portals) {
            rules = rules.over_any_cells(draws);
        }
        let start = configuration.start(&grid, draws);
        Self {
            configuration,
            grid,
            rules,
            start,
            seed,
        }
    }

    pub(crate) fn world(&self) -> Option<World> {
        World::of(&self.grid, self.configuration, self.rules, self.seed)
    }

    fn target(&self, reached: &[Cell], draws: &mut Draws) -> Target {
        if self.configuration.goals == Goals::Many {
            return Target::sample(&self.grid, self.rules.sides, draws);
        }
        // Mostly goals that can be reached, which among all cells are few in dense worlds.
        let near = |cell: &&Cell| self.configuration.is_amid(&self.grid, **cell);
        let reached: Vec<Cell> = reached.iter().filter(near).copied().collect();
        let goal = if draws.percent(75) && !reached.is_empty() {
            draws.pick(&reached)
        } else {
            sample_cell(&self.grid, draws)
        };
        Target::of_cell(goal)
    }

    /// Tries a law on one question; `Ok(None)` where the oracle has no say.
    fn try_once(
        &self,
        world: &World,
        distances: &Distances<'_>,
        (target, entry): (&Target, Entry),
        law: &Law<'_>,
        (draws, workspace): (&mut Draws, &mut Workspace),
    ) -> Result<Option<Tally>, String> {
        let optimum = if let Some(goal) = target.cell {
            distances.cost(goal)
        } else {
            let goals = self.grid.cells().filter(|&cell| target.contains(cell));
            goals.filter_map(|cell| distances.cost(cell)).min()
        };
        if !self
            .configuration
            .judges(&self.grid, self.rules, (self.start, target), optimum)
        {
            return Ok(None);
        }
        let case = Flying {
            grid: &self.grid,
            world,
            rules: self.rules,
            start: self.start,
            target,
            entry,
            optimum,
        };
        let met = law.hold_for_flying(&case, draws, workspace);
        let met = met.map_err(|text| format!("{text}\n{case}"))?;
        Ok(Some(Tally::of(&case, met)))
    }

    /// Tries a law on all questions about a world, and complains with the smallest world that shows what is wrong.
    pub(crate) fn hold(
        self,
        table: &[Entry],
        law: &Law<'_>,
        draws: &mut Draws,
        workspace: &mut Workspace,
    ) -> Result<Tally, String> {
        let mut tally = Tally::default();
        let Some(world) = self.world() else {
            return Ok(tally);
        };
        let distances = Distances::new(&self.grid, self.rules, self.start, Toward::Others);
        let reached = distances.reached();
        for _ in 0..self.configuration.questions {
            let target = self.target(&reached, draws);
            let asked = (&target, Entry::pick(table, draws));
            let before = draws.clone();
            match self.try_once(&world, &distances, asked, law, (draws, workspace)) {
                Ok(one) => tally = tally + one.unwrap_or_default(),
                Err(text) => return Err(self.shrunk(asked, law, &text, &before)),
            }
        }
        Ok(tally)
    }

    fn shrunk(&self, asked: (&Target, Entry), law: &Law<'_>, text: &str, before: &Draws) -> String {
        // An end that is cut off may lie in the open beyond the walls of a disguise, where a search has no end.
        let keeps_ends = |grid: &Grid| {
            let mut ends = [Some(self.start), asked.0.cell].into_iter().flatten();
            ends.all(|cell| grid.index(cell).is_some() == self.grid.index(cell).is_some())
        };
        let again = |grid: &Grid| {
            if !keeps_ends(grid) {
                return None;
            }
            let smaller = Setting {
                grid: grid.clone(),
                ..*self
            };
            let world = smaller.world()?;
            let distances = Distances::new(grid, self.rules, self.start, Toward::Others);
            let (mut draws, mut workspace) = (before.clone(), Workspace::new());
            let kept = (&mut draws, &mut workspace);
            smaller.try_once(&world, &distances, asked, law, kept).err()
        };
        let short: String = text.chars().take(4000).collect();
        shrink(self.grid.clone(), short, again).1
    }
}

/// Whether a cost is within what a query guarantees.
pub(crate) fn keeps_guarantee(query: &Query<'_>, cost: u64, optimum: u64) -> bool {
    let [cost, optimum] = [cost, optimum].map(Cost::from_raw);
    query.guarantee().is_kept(cost, optimum)
}
