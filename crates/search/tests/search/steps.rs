//! Searches in slices: however the expansions are divided, the solution is that of one go.
//!
//! The seeds are fixed and printed. `VOXNAV_CASES=N` runs N times as many.

use std::fmt::{self, Display};

use glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
use voxnav_search::{Cost, Goal, Limit, Limits, Outcome, Query, Scheduler, Search, Workspace};
use voxnav_testkit::grid::{Cell, Grid, sample_cell, sample_grid, sample_hall, sample_wide_grid};
use voxnav_testkit::{Draws, hold_on_cases, seeds};

use crate::engine::{Entry, World, corner_rule, entries, move_set};
use crate::oracle::{Rules, check_path};

/// Worlds by default.
const CASES: u64 = 400;

/// A query in a world.
struct Case {
    grid: Grid,
    world: World,
    rules: Rules,
    start: Cell,
    goal: Goal,
    entry: Entry,
    limits: Limits,
}

impl voxnav_testkit::Case for Case {
    fn sample(draws: &mut Draws) -> Option<Self> {
        let grid = match draws.below(20) {
            0 => sample_wide_grid(draws),
            1 => sample_hall(draws),
            _ => sample_grid(draws),
        };
        let (start, end) = (sample_cell(&grid, draws), sample_cell(&grid, draws));
        let goal = match draws.below(4) {
            0 => Goal::inside(CellBox::new(end.into(), IVec3::from(end) + 2)),
            _ => Goal::cell(end.into()),
        };
        let limits = match draws.below(6) {
            0 => Limits::none().expanded(draws.below(60)),
            1 => Limits::none().memory(draws.below(9_u64) << 13),
            // A few records more or less.
            3 => Limits::none().memory(draws.below(60_u64) << 6),
            2 => Limits::none().cost(Cost::STRAIGHT * draws.below(12)),
            _ => Limits::none(),
        };
        Some(Self {
            world: World::disguised(&grid, draws.word()),
            rules: Rules::sample(draws),
            start,
            goal,
            entry: draws.pick(&entries()),
            limits,
            grid,
        })
    }
}

impl Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?}\n{}", self.query(), self.entry, self.grid)
    }
}

impl Case {
    fn query(&self) -> Query<'_> {
        Query::toward(self.start.into(), &self.goal)
            .moves(move_set(self.rules.moves))
            .corners(corner_rule(self.rules.corners))
            .algorithm(self.entry.algorithm)
            .heuristic(self.entry.heuristic)
            .within(self.entry.within)
            .limits(self.limits)
    }
}

/// Runs a law on random cases.
fn hold(name: &str, first_seed: u64, law: impl Fn(&Case, &mut Draws) -> Result<(), String> + Sync) {
    let seeds = seeds(first_seed, CASES);
    hold_on_cases(name, seeds, |case, draws, (): &mut ()| law(case, draws));
}

#[test]
fn slices_of_any_size_give_the_solution_of_one_go() {
    hold("slices", 20_000_000, |case, draws| {
        let whole = case.query().solve(&case.world.cells, &mut Workspace::new());
        let mut search = Search::new(&case.query(), &case.world.cells);
        for most in [1, 2, 7, 31, 32, 33, 1000, u64::MAX] {
            search.restart(&case.query(), &case.world.cells);
            while search.step(most).is_none() {}
            if search.solution() != Some(&whole) {
                return Err(format!("{most}: {:?} for {whole:?}", search.solution()));
            }
        }
        search.restart(&case.query(), &case.world.cells);
        while search.step(draws.below(40)).is_none() {}
        let same = search.solution() == Some(&whole);
        same.then_some(()).ok_or_else(|| format!("{search:?}"))
    });
}

#[test]
fn limits_of_memory_end_a_search_in_slices_where_they_end_one_go() {
    hold("memory in slices", 20_300_000, |case, draws| {
        let bytes = draws.below(100_u64) << 6;
        let limits = Limits::none().memory(bytes);
        let query = match draws.below(2) {
            0 => Query::toward(case.start.into(), &case.goal).limits(limits),
            _ => case.query().limits(limits),
        };
        let whole = query.solve(&case.world.cells, &mut Workspace::new());
        let mut scheduler = Scheduler::new().turn(1 + draws.below(9_u64));
        scheduler.add(&query, &case.world.cells);
        let budget = 1 + draws.below(50_u64);
        let mut ended = Vec::new();
        while !scheduler.is_empty() {
            ended.extend(scheduler.step(budget));
        }
        let mut solutions = ended.iter().map(|(_, solution)| solution);
        let same = solutions.next() == Some(&whole);
        same.then_some(())
            .ok_or_else(|| format!("{bytes} bytes: {ended:?} for {whole:?}"))
    });
}

#[test]
fn a_turn_cut_short_is_not_ended_by_the_memory_that_it_uses() {
    let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(5, 5, 1))).unwrap();
    for (x, y) in [(1, 0), (1, 2), (3, 2), (2, 4)] {
        let blocked = builder.set(IVec3::new(x, y, 0), CellState::Occupied);
        assert!(blocked.is_ok());
    }
    let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    let query = Query::new(IVec3::ZERO, IVec3::new(4, 4, 0)).limits(Limits::none().memory(1024));
    let whole = query.solve(&world, &mut Workspace::new());
    for most in 1..40 {
        let mut search = Search::new(&query, &world);
        while search.step(most).is_none() {}
        assert_eq!(search.solution(), Some(&whole), "{most}");
    }
}

#[test]
fn a_step_takes_no_more_than_it_may_and_leaves_a_path() {
    hold("paths so far", 20_100_000, |case, draws| {
        let mut search = Search::new(&case.query(), &case.world.cells);
        let mut steps = 0;
        loop {
            let before = search.expanded();
            let most = 1 + draws.below(9_u64);
            let ended = search.step(most).is_some();
            let taken = search.expanded() - before;
            if taken > most || (taken < most && !ended) {
                return Err(format!("{taken} of {most} expansions"));
            }
            let best = search.best_so_far().clone();
            if !case.grid.is_open(case.start) {
                return Ok(());
            }
            let cells: Vec<Cell> = best.cells().map(|cell| cell.to_array()).collect();
            let end = best.goal().to_array();
            let cost = check_path(&case.grid, case.rules, &cells, case.start, end)?;
            if cost != best.cost().raw() {
                return Err(format!("{best:?} costs {cost}"));
            }
            steps += 1;
            if !ended && steps == 5 && draws.percent(50) {
                search.cancel();
                let cancelled = matches!(
                    search.solution().map(|solution| &solution.outcome),
                    Some(Outcome::Cancelled { path }) if *path == best
                );
                return cancelled.then_some(()).ok_or(format!("{search:?}"));
            }
            if ended {
                return Ok(());
            }
        }
    });
}

#[test]
fn memory_stays_within_its_limit() {
    hold("memory", 20_200_000, |case, draws| {
        let most = draws.below(6_u64) << 13;
        let whole = case.query().limits(Limits::none());
        let whole = whole.solve(&case.world.cells, &mut Workspace::new());
        let query = case.query().limits(Limits::none().memory(most));
        let mut workspace = Workspace::new();
        let solution = query.solve(&case.world.cells, &mut workspace);
        let directory = case.world.cells.bounds();
        let same = solution == whole;
        let cut = matches!(
            solution.outcome,
            Outcome::LimitReached {
                limit: Limit::Memory,
                ..
            }
        );
        // Vectors grow by doubling; queues may be ahead by a slice. Bricks are smaller where
        // corridors are crossed.
        let bytes = workspace.memory_bytes() as u64;
        let edge = if case.world.cells.corridors().is_some() {
            2
        } else {
            8
        };
        let bricks = (directory.size().as_u64vec3() / edge + 2)
            .element_product()
            .min(1 << 22);
        if bytes > 4 * most + 16 * bricks + (1 << 20) {
            return Err(format!("{bytes} bytes for {most}"));
        }
        (same || cut)
            .then_some(())
            .ok_or_else(|| format!("{most}: {solution:?} for {whole:?}"))
    });
}
