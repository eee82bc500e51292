//! Goals of many cells against a Dijkstra search that shares nothing with the library: the cost of a
//! path to a goal is the least of those to its cells.
//!
//! The seeds are fixed and printed. `VOXNAV_CASES=N` runs N times as many.

use glam::{I64Vec3, IVec3};
use voxnav_occupancy::{Axis, CellBox};
use voxnav_search::{Contact, Cost, Goal, Outcome, Query, Side, Solution, Workspace};
use voxnav_testkit::grid::{
    Cell, Grid, sample_cell, sample_grid, sample_hall, sample_plane, sample_wide_grid,
};
use voxnav_testkit::{Draws, hold, seeds};

use crate::engine::{Entry, World, corner_rule, entries, move_set};
use crate::oracle::{Distances, Rules, Toward, check_path};

/// Small worlds by default.
const CASES: u64 = 2500;

/// A goal in the library's words, and what it means cell by cell.
struct Described {
    goal: Goal,
    contains: Box<dyn Fn(Cell) -> bool>,
    name: String,
}

impl Described {
    fn sample(grid: &Grid, draws: &mut Draws) -> Self {
        let cell = sample_cell(grid, draws);
        match draws.below(7) {
            0 => Self::inside(grid, cell, draws),
            1 => Self::column(cell, draws),
            2 => Self::any_of(grid, draws),
            3 => Self::within(cell, draws),
            4 => Self::about_point(cell, draws),
            5 => Self::beside(cell, draws),
            _ => Self::matching(cell, draws),
        }
    }

    fn inside(grid: &Grid, cell: Cell, draws: &mut Draws) -> Self {
        let other = sample_cell(grid, draws);
        let min: Cell = std::array::from_fn(|axis| cell[axis].min(other[axis]));
        let max: Cell = std::array::from_fn(|axis| cell[axis].max(other[axis]));
        let max = if draws.percent(50) {
            std::array::from_fn(|axis| max[axis].min(min[axis] + 1))
        } else {
            max
        };
        Self {
            goal: Goal::inside(CellBox::new(min.into(), IVec3::from(max) + 1)),
            contains: Box::new(move |at| {
                (0..3).all(|axis| (min[axis]..=max[axis]).contains(&at[axis]))
            }),
            name: format!("inside {min:?} to {max:?}"),
        }
    }

    fn column(cell: Cell, draws: &mut Draws) -> Self {
        let along = draws.below(3_usize);
        Self {
            goal: Goal::column(cell.into(), Axis::ALL[along]),
            contains: Box::new(move |at| {
                (0..3).all(|axis| axis == along || at[axis] == cell[axis])
            }),
            name: format!("column {cell:?} along {along}"),
        }
    }

    fn any_of(grid: &Grid, draws: &mut Draws) -> Self {
        let count = draws.pick(&[0, 1, 2, 5, 16, 17, 40]);
        let cells: Vec<Cell> = (0..count).map(|_| sample_cell(grid, draws)).collect();
        Self {
            goal: Goal::any_of(cells.iter().map(|&cell| cell.into())),
            name: format!("any of {cells:?}"),
            contains: Box::new(move |at| cells.contains(&at)),
        }
    }

    fn within(cell: Cell, draws: &mut Draws) -> Self {
        // The square of the radius in cells, which is compared in integers.
        let (radius, most) = draws.pick(&[
            (Cost::ZERO, 0),
            (Cost::STRAIGHT, 1),
            (Cost::FACE_DIAGONAL, 2),
            (Cost::BODY_DIAGONAL, 3),
            (Cost::STRAIGHT * 2, 4),
            (Cost::FACE_DIAGONAL * 2, 8),
            (Cost::STRAIGHT * 5, 25),
            (Cost::STRAIGHT * 5 - Cost::from_raw(1), 24),
        ]);
        let squares = move |at: Cell| -> i64 {
            (0..3)
                .map(|axis| i64::from(at[axis] - cell[axis]).pow(2))
                .sum()
        };
        Self {
            goal: Goal::within(cell.into(), radius),
            contains: Box::new(move |at| squares(at) <= most),
            name: format!("within {radius} of {cell:?}"),
        }
    }

    fn about_point(cell: Cell, draws: &mut Draws) -> Self {
        let part = [0; 3].map(|_: i32| draws.between(-128, 127));
        let point: [i64; 3] =
            std::array::from_fn(|axis| i64::from(cell[axis]) * 256 + i64::from(part[axis]));
        let halves = i64::from(draws.between(0, 7));
        let radius = Cost::from_raw(Cost::STRAIGHT.raw() / 2 * halves.unsigned_abs());
        let squares = move |at: Cell| -> i64 {
            (0..3)
                .map(|axis| (i64::from(at[axis]) * 256 - point[axis]).pow(2))
                .sum()
        };
        Self {
            goal: Goal::within_of_point(I64Vec3::from(point), radius),
            contains: Box::new(move |at| squares(at) <= (halves * 128).pow(2)),
            name: format!("within {radius} of {point:?} / 256"),
        }
    }

    fn beside(cell: Cell, draws: &mut Draws) -> Self {
        let size = [0; 3].map(|_: i32| draws.between(1, 3));
        let (contact, most) =
            draws.pick(&[(Contact::Face, 1), (Contact::Edge, 2), (Contact::Vertex, 3)]);
        let away = move |at: Cell, axis: usize| {
            let (low, high) = (
                cell[axis] - at[axis],
                at[axis] - cell[axis] - size[axis] + 1,
            );
            low.max(high).max(0)
        };
        let contains = move |at: Cell| {
            let outside = (0..3).filter(|&axis| away(at, axis) > 0).count();
            (0..3).all(|axis| away(at, axis) <= 1) && outside >= 1 && outside <= most
        };
        let min = IVec3::from(cell);
        Self {
            goal: Goal::beside(CellBox::new(min, min + IVec3::from(size)), contact),
            contains: Box::new(contains),
            name: format!("beside {cell:?} + {size:?}, {contact:?}"),
        }
    }

    /// A half space with an estimate that is a lower bound but not consistent.
    fn matching(cell: Cell, draws: &mut Draws) -> Self {
        let axis = draws.below(3_usize);
        let informed = draws.percent(70);
        let contains = move |at: Cell| at[axis] >= cell[axis];
        let estimate = move |at: IVec3| {
            let left = (cell[axis] - at[axis]).max(0).unsigned_abs();
            let lost = if informed {
                (at.x ^ at.y ^ at.z) & 3 != 0
            } else {
                true
            };
            if lost {
                Cost::ZERO
            } else {
                Cost::STRAIGHT * left
            }
        };
        Self {
            goal: Goal::matching(move |at: IVec3| contains(at.to_array()), estimate),
            contains: Box::new(contains),
            name: format!("axis {axis} from {} on, informed: {informed}", cell[axis]),
        }
    }
}

/// A start and a goal in a world, under one rule.
struct Case<'a> {
    grid: &'a Grid,
    world: &'a World,
    rules: Rules,
    start: Cell,
    described: &'a Described,
    /// The least cost to a cell of the goal.
    optimum: Option<u64>,
}

impl Case<'_> {
    fn check(&self, entry: &Entry, workspace: &mut Workspace) -> Result<Solution, String> {
        let query = Query::toward(self.start.into(), &self.described.goal)
            .moves(move_set(self.rules.moves))
            .corners(corner_rule(self.rules.corners))
            .algorithm(entry.algorithm)
            .heuristic(entry.heuristic)
            .within(entry.within);
        let query = match &self.world.terrain {
            Some(terrain) => query.terrain(terrain),
            None => query,
        };
        let solution = query.solve(&self.world.cells, workspace);
        self.check_outcome(entry, &solution)
            .map_err(|text| format!("{text}: {solution:?}\n{entry:?}"))?;
        Ok(solution)
    }

    fn check_outcome(&self, entry: &Entry, solution: &Solution) -> Result<(), String> {
        let possible = |cell: &Cell| (self.described.contains)(*cell);
        let fits = match &solution.outcome {
            Outcome::Found(path) => {
                let end = path.goal().to_array();
                let cells: Vec<Cell> = path.cells().map(|cell| cell.to_array()).collect();
                let cost = check_path(self.grid, self.rules, &cells, self.start, end)?;
                let optimum = self.optimum.ok_or("there is no path")?;
                entry.check_cost(self.rules.moves, cost, optimum)?;
                let earlier = cells[..cells.len() - 1].iter().any(possible);
                let exact = entry.is_exact(self.rules.moves);
                let proved = solution.statistics.lower_bound.raw();
                (!exact || cells.len() == 1 || proved == optimum && !earlier)
                    && possible(&end)
                    && proved <= optimum
                    && cost == path.cost().raw()
            }
            Outcome::Unreachable => self.optimum.is_none(),
            Outcome::InvalidEnd(fault) if fault.end() == Side::Start => {
                !self.grid.is_open(self.start)
            }
            Outcome::InvalidEnd(_) => !self.grid.open_cells().iter().any(possible),
            _ => false,
        };
        fits.then_some(()).ok_or_else(|| "wrong".to_owned())
    }
}

/// Asks for goals in worlds of one kind.
fn run(name: &str, seeds: std::ops::Range<u64>, sample: fn(&mut Draws) -> Grid) {
    let table = entries();
    let told = hold(name, seeds, Workspace::new, |seed, workspace| {
        let (mut found, mut missed) = (0, 0);
        let mut draws = Draws::new(seed);
        let grid = sample(&mut draws);
        let world = World::disguised(&grid, seed);
        let rules = Rules::fitting(&grid, &mut draws);
        let start = sample_cell(&grid, &mut draws);
        let distances = Distances::new(&grid, rules, start, Toward::Others);
        for _ in 0..4 {
            let described = Described::sample(&grid, &mut draws);
            let goals = grid.cells().filter(|&cell| (described.contains)(cell));
            let optimum = goals.filter_map(|cell| distances.cost(cell)).min();
            let case = Case {
                grid: &grid,
                world: &world,
                rules,
                start,
                described: &described,
                optimum,
            };
            let always = table.iter().filter(|entry| entry.is_basic()).copied();
            let some = (0..4).map(|_| draws.pick(&table)).collect::<Vec<Entry>>();
            for entry in always.chain(some) {
                match case.check(&entry, workspace) {
                    Ok(solution) if solution.outcome.path().is_some() => found += 1,
                    Ok(_) => missed += 1,
                    Err(text) => {
                        return Err(format!(
                            "{text}\n{}\n{rules:?} from {start:?}, optimum {optimum:?}\n{grid}",
                            described.name
                        ));
                    }
                }
            }
        }
        Ok((found, missed))
    });
    let found: u32 = told.iter().map(|(found, _)| found).sum();
    let missed: u32 = told.iter().map(|(_, missed)| missed).sum();
    println!("{name}: {found} found, {missed} not");
    assert!(found > 0);
}

#[test]
fn goals_in_small_dense_worlds() {
    run("small", seeds(10_000_000, CASES), sample_grid);
}

#[test]
fn goals_in_wide_worlds() {
    run("wide", seeds(11_000_000, 40), sample_wide_grid);
}

#[test]
fn goals_in_halls() {
    run("halls", seeds(12_000_000, 40), sample_hall);
}

#[test]
fn goals_over_terrain() {
    let sample = |draws: &mut Draws| {
        let mut grid = sample_grid(draws);
        for cell in grid.open_cells() {
            grid.set(cell, Some(1 + draws.below(4_u64)));
        }
        grid
    };
    run("terrain", seeds(13_000_000, 500), sample);
}

#[test]
fn goals_in_planes() {
    run("planes", seeds(14_000_000, 500), sample_plane);
}
