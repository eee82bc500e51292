//! Part of a way where there is no whole one, and ends that are moved, against a Dijkstra search
//! that shares nothing with the library.
//!
//! The seeds are fixed and printed. `VOXNAV_CASES=N` runs N times as many.

use std::fmt::{self, Display};

use glam::IVec3;
use voxnav_occupancy::CellBox;
use voxnav_search::{
    Cost, EndFault, Goal, Heuristic, Limits, Outcome, Partial, PartialReason, Query, Search,
    SnapPolicy, Workspace,
};
use voxnav_testkit::grid::{Cell, Grid, sample_cell, sample_grid, sample_wide_grid};
use voxnav_testkit::{Draws, hold_on_cases, seeds};

use crate::engine::{Entry, World, corner_rule, entries, move_set};
use crate::oracle::{Corners, Distances, Moves, Rules, Toward, check_path};

/// Worlds by default.
const CASES: u64 = 400;

struct Case {
    grid: Grid,
    world: World,
    rules: Rules,
    start: Cell,
    goal: Cell,
    entry: Entry,
}

impl voxnav_testkit::Case for Case {
    fn sample(draws: &mut Draws) -> Option<Self> {
        let grid = if draws.percent(3) {
            sample_wide_grid(draws)
        } else {
            sample_grid(draws)
        };
        let case = Self {
            world: World::disguised(&grid, draws.word()),
            rules: Rules::sample(draws),
            start: sample_cell(&grid, draws),
            goal: sample_cell(&grid, draws),
            entry: draws.pick(&entries()),
            grid,
        };
        // The oracle cannot open a start that is not in its box.
        let is_judged = case.grid.index(case.start).is_some() || !case.is_inside(case.start);
        is_judged.then_some(case)
    }
}

impl Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}\n{:?}\n{}", self.query(), self.entry, self.grid)
    }
}

impl Case {
    fn query(&self) -> Query<'_> {
        Query::new(self.start.into(), self.goal.into())
            .moves(move_set(self.rules.moves))
            .corners(corner_rule(self.rules.corners))
            .algorithm(self.entry.algorithm)
            .heuristic(self.entry.heuristic)
            .within(self.entry.within)
    }

    fn is_inside(&self, cell: Cell) -> bool {
        self.world.cells.bounds().contains(cell.into())
    }

    /// The cells of a path, checked but for a blocked start.
    fn check_path(&self, path: &voxnav_search::Path) -> Result<(), String> {
        let cells: Vec<Cell> = path.cells().map(|cell| cell.to_array()).collect();
        let mut grid = self.grid.clone();
        let from = cells[0];
        if from == self.start && !grid.is_open(from) {
            // Only the first cell may be blocked.
            let again = cells[1..].iter().any(|cell| !grid.is_open(*cell));
            if again {
                return Err("the path leads through a blocked cell".to_owned());
            }
            grid.set(from, Some(Grid::PLAIN));
        }
        let cost = check_path(&grid, self.rules, &cells, from, path.goal().to_array())?;
        let same = cost == path.cost().raw();
        same.then_some(()).ok_or_else(|| format!("it costs {cost}"))
    }
}

/// Runs a law on random cases, and returns what it says of those that the oracle can judge.
fn hold<T: Send>(
    name: &str,
    first_seed: u64,
    law: impl Fn(&Case, &mut Workspace) -> Result<T, String> + Sync,
) -> Vec<T> {
    let seeds = seeds(first_seed, CASES);
    hold_on_cases(name, seeds, |case, _, workspace| law(case, workspace))
}

#[test]
fn partial_paths_lead_to_the_cell_with_the_smallest_estimate() {
    let told = hold("partial", 30_000_000, |case, workspace| {
        let Case {
            grid, rules, entry, ..
        } = case;
        let query = case.query().partial(Partial::Allowed);
        let solution = query.solve(&case.world.cells, workspace);
        let whole = case.query().solve(&case.world.cells, workspace);
        let mut search = Search::new(&query, &case.world.cells);
        while search.step(7).is_none() {}
        if search.solution() != Some(&solution) {
            return Err(format!("in slices {:?}", search.solution()));
        }
        let told = format!("{solution:?} for {whole:?}");
        let (path, reason) = match (&solution.outcome, &whole.outcome) {
            (Outcome::Partial { path, reason }, _) => (path, *reason),
            (Outcome::InvalidEnd(EndFault::StartOutside), _) => return Ok(false),
            (part, whole) if part == whole && part.path().is_some() => return Ok(false),
            _ => return Err(told),
        };
        let expected = if !grid.is_open(case.start) {
            PartialReason::InvalidEnd(EndFault::StartBlocked)
        } else if !case.is_inside(case.goal) {
            PartialReason::InvalidEnd(EndFault::GoalOutside)
        } else if !grid.is_open(case.goal) {
            PartialReason::InvalidEnd(EndFault::GoalBlocked)
        } else {
            PartialReason::Unreachable
        };
        // A goal outside is noticed before a blocked start.
        let outside = reason == PartialReason::InvalidEnd(EndFault::GoalOutside)
            && !case.is_inside(case.goal);
        if reason != expected && !outside {
            return Err(told);
        }
        case.check_path(path)?;
        let mut opened = grid.clone();
        opened.set(case.start, Some(Grid::PLAIN));
        let distances = Distances::new(&opened, *rules, case.start, Toward::Others);
        let heuristic = match entry.heuristic {
            Heuristic::Zero => Heuristic::Octile,
            heuristic => heuristic,
        };
        let nearness = |cell: &Cell| {
            let h = heuristic.estimate(move_set(rules.moves), (*cell).into(), case.goal.into());
            (h, cell[2], cell[1], cell[0])
        };
        let end = path.goal().to_array();
        // Where the start is blocked nobody comes back to it, and it is no corner to sweep over.
        if !grid.is_open(case.start) {
            return Ok(true);
        }
        let best = distances.reached().into_iter().min_by_key(nearness);
        let exact = entry.is_exact(rules.moves);
        let cheapest = distances.cost(end) == Some(path.cost().raw());
        let fits = best == Some(end) && (!exact || cheapest);
        fits.then_some(true)
            .ok_or_else(|| format!("{best:?}: {told}"))
    });
    let partial = told.into_iter().filter(|is_partial| *is_partial).count();
    assert!(partial > 50, "{partial}");
}

#[test]
fn limits_and_regions_give_partial_paths_too() {
    hold("limits", 31_000_000, |case, workspace| {
        let corner = IVec3::from(case.goal);
        let region = Goal::inside(CellBox::new(corner, corner + 2));
        for (query, limit) in [
            (case.query(), 0),
            (case.query(), 9),
            (case.query().to(&region), 9),
            (case.query().to(&region), u64::MAX),
        ] {
            let limits = Limits::none().expanded(limit);
            let query = query.partial(Partial::Allowed).limits(limits);
            let solution = query.solve(&case.world.cells, workspace);
            match &solution.outcome {
                Outcome::Partial { path, .. } | Outcome::Found(path) => case.check_path(path)?,
                Outcome::InvalidEnd(EndFault::StartOutside) if !case.is_inside(case.start) => {}
                _ => return Err(format!("{solution:?}")),
            }
            if solution.statistics.expanded > limit {
                return Err(format!("{solution:?} for {limit}"));
            }
        }
        Ok(())
    });
}

#[test]
fn ends_are_moved_to_the_nearest_cell_that_will_do() {
    let told = hold("moved ends", 32_000_000, |case, workspace| {
        let mut moved = [0, 0];
        let grid = &case.grid;
        let radius = Cost::STRAIGHT * 3;
        let snapping = SnapPolicy::Nearest { radius };
        let query = case.query().snap_start(snapping).snap_goal(snapping);
        let is_supported = |cell: &Cell| cell.iter().all(|at| at.abs() <= 1 << 30);
        if ![case.start, case.goal].iter().all(is_supported) {
            return Ok(moved);
        }
        // Components of the widest disguises cannot be listed.
        let world = World::plain(grid).cells;
        let solution = query.solve(&world, workspace);
        let squared = |from: Cell, to: Cell| -> i64 {
            (0..3)
                .map(|axis| i64::from(from[axis] - to[axis]).pow(2))
                .sum()
        };
        let nearest = |from: Cell, among: &[Cell]| {
            let near = among.iter().filter(|cell| squared(from, **cell) <= 9);
            near.copied()
                .min_by_key(|cell| (squared(from, *cell), cell[2], cell[1], cell[0]))
        };
        let open = grid.open_cells();
        let start = if grid.is_open(case.start) {
            case.start
        } else {
            nearest(case.start, &open).unwrap_or(case.start)
        };
        // Components are those of moves that cut no corners, which are those along axes.
        let rules = Rules {
            moves: Moves::Face6,
            corners: Corners::Strict,
        };
        let connected = Distances::new(grid, rules, start, Toward::Others).reached();
        let strict = case.rules.corners != Corners::Lenient;
        let mut goal = case.goal;
        if strict
            && !connected.contains(&goal)
            && let Some(cell) = nearest(goal, &connected)
        {
            goal = cell;
        } else if !grid.is_open(goal) {
            goal = nearest(goal, &open).unwrap_or(goal);
        }
        let lengths = [(case.start, start), (case.goal, goal)].map(|(from, to)| {
            #[expect(clippy::cast_precision_loss, reason = "at most 9")]
            let squared = squared(from, to) as f64;
            squared.sqrt()
        });
        let told = [
            solution.snapped.start.length(),
            solution.snapped.goal.length(),
        ];
        for end in 0..2 {
            if (told[end] - lengths[end]).abs() > 1e-6 {
                return Err(format!("{lengths:?} {solution:?}"));
            }
            moved[end] += usize::from(lengths[end] > 0.0);
        }
        let moved_query = Query::new(start.into(), goal.into())
            .moves(move_set(case.rules.moves))
            .corners(corner_rule(case.rules.corners))
            .algorithm(case.entry.algorithm)
            .heuristic(case.entry.heuristic)
            .within(case.entry.within);
        let expected = moved_query.solve(&world, workspace);
        let same =
            expected.outcome == solution.outcome && expected.statistics == solution.statistics;
        same.then_some(moved)
            .ok_or_else(|| format!("{expected:?} {solution:?}"))
    });
    let moved = [0, 1].map(|end| told.iter().map(|moved| moved[end]).sum::<usize>());
    assert!(moved.iter().all(|&count| count > 5), "{moved:?}");
}
