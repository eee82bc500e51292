//! Worlds of rooms: whichever cells are taken for portals, answers cost what plain A* says they do, in
//! slices, under limits and after a cancellation, too.
//!
//! The seeds are fixed and printed. `VOXNAV_CASES=N` runs N times as many.

use std::fmt::{self, Display};

use glam::IVec3;
use voxnav_search::{Algorithm, CornerRule, MoveSet, Workspace};
use voxnav_testkit::grid::{Grid, sample_grid, sample_tunnels};
use voxnav_testkit::{Case as _, Draws, hold_on_cases, seeds};

use crate::corridors::{Case, moves_in, sample_maze};
use crate::engine::World;

/// Worlds by default.
const CASES: u64 = 2000;

/// Two cells of a world whose portals are known.
struct Rooms {
    case: Case,
    /// Whether the portals are the doorways of rooms, and not any cells.
    are_doorways: bool,
}

impl voxnav_testkit::Case for Rooms {
    /// `None` where there are no portals, or no cells.
    fn sample(draws: &mut Draws) -> Option<Self> {
        let are_doorways = draws.percent(50);
        let grid = match draws.below(4) {
            _ if are_doorways => sample_rooms(draws),
            0 => sample_tunnels(draws),
            1 => sample_maze(draws),
            _ => sample_grid(draws),
        };
        let open = grid.open_cells();
        let plain = World::plain(&grid).cells;
        let world = World::plain(&grid).cells;
        let world = if are_doorways {
            world.with_portals().with_lenient_portals()
        } else {
            let percent = draws.pick(&[2, 10, 40, 90]);
            let mut cells: Vec<IVec3> = open.iter().map(|&cell| cell.into()).collect();
            cells.retain(|_| draws.percent(percent));
            world.with_portals_at(&cells)
        };
        if open.is_empty() || world.portals().is_none() {
            return None;
        }
        let ends = [0; 2].map(|_| draws.pick(&open).into());
        let mut moves = MoveSet::Vertex26;
        if draws.percent(20) {
            moves = draws.pick(&moves_in(plain.bounds().size().as_ivec3()));
        }
        let case = Case {
            ends,
            moves,
            grid,
            plain,
            world,
            corners: draws.pick(&[CornerRule::Strict, CornerRule::Lenient]),
            algorithm: draws.pick(&[Algorithm::Auto, Algorithm::Jump]),
        };
        Some(Self { case, are_doorways })
    }
}

impl Display for Rooms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "doorways: {}, {}", self.are_doorways, self.case)
    }
}

/// Rooms of one size with walls of one or two cells between them, doors in most walls, and a few cells
/// opened or closed anywhere.
fn sample_rooms(draws: &mut Draws) -> Grid {
    let mut size: [i32; 3] = std::array::from_fn(|_| draws.between(6, 24));
    if draws.percent(40) {
        size[draws.pick(&[0, 1, 2])] = 1;
    }
    let min: [i32; 3] = std::array::from_fn(|_| draws.between(-3, 66));
    let mut grid = Grid::open(min, size);
    let (pitch, thick) = (draws.between(5, 9), draws.between(1, 2));
    let cells: Vec<[i32; 3]> = grid.cells().collect();
    let is_wall = |cell: [i32; 3], axis: usize| (cell[axis] - min[axis]) % pitch >= pitch - thick;
    for &cell in &cells {
        if (0..3).any(|axis| size[axis] > 1 && is_wall(cell, axis)) {
            grid.set(cell, None);
        }
    }
    for _ in 0..draws.between(1, 40) {
        let cell = draws.pick(&cells);
        let across = draws.pick(&[0, 1, 2]);
        // A door as thick as the wall, of one to three cells a side.
        let sides: [i32; 3] = std::array::from_fn(|_| draws.between(1, 3));
        let reach: [i32; 3] =
            std::array::from_fn(|axis| if axis == across { pitch } else { sides[axis] });
        let door = cells.iter().filter(|at| {
            (0..3).all(|axis| (cell[axis]..cell[axis] + reach[axis]).contains(&at[axis]))
                && (0..3).all(|axis| axis == across || size[axis] == 1 || !is_wall(**at, axis))
        });
        door.for_each(|&at| grid.set(at, Some(Grid::PLAIN)));
    }
    for _ in 0..draws.pick(&[0, 0, 3, 30]) {
        let weight = draws.percent(30).then_some(Grid::PLAIN);
        grid.set(draws.pick(&cells), weight);
    }
    grid
}

/// Runs a law on random cases, of both kinds often enough.
fn hold(
    name: &str,
    first_seed: u64,
    law: impl Fn(&Case, &mut Draws, &mut Workspace) -> Result<(), String> + Sync,
) {
    let seeds = seeds(first_seed, CASES);
    let told = hold_on_cases(name, seeds, |rooms: &Rooms, draws, workspace| {
        law(&rooms.case, draws, workspace)?;
        Ok(rooms.are_doorways)
    });
    for kind in [true, false] {
        let count = told.iter().filter(|told| **told == kind).count();
        println!("doorways: {kind}, {count} worlds");
        assert!(count >= 300, "{count} worlds, doorways: {kind}");
    }
}

#[test]
fn costs_are_those_of_plain_search_both_ways() {
    hold("costs between portals", 35_000_000, |case, _, workspace| {
        case.costs_what_plain_search_says(workspace)
    });
}

#[test]
fn all_pairs_of_cells_cost_what_they_cost_in_plain_search() {
    let mut workspace = Workspace::new();
    for seed in 36_000_000..36_000_060 {
        let Some(Rooms { mut case, .. }) = Rooms::sample(&mut Draws::new(seed)) else {
            continue;
        };
        let open = case.grid.open_cells();
        for &start in open.iter().step_by(open.len().div_ceil(30)) {
            for &goal in open.iter().rev().step_by(open.len().div_ceil(30)) {
                case.ends = [start, goal].map(IVec3::from);
                let optimum = case.optimum(&mut workspace);
                let solution = case.query().solve(&case.world, &mut workspace);
                if let Err(text) = case.check(&solution, optimum) {
                    panic!("seed {seed}: {text}\n{:?}\n{}", case.ends, case.grid);
                }
            }
        }
    }
}

#[test]
fn slices_give_the_solution_of_one_go_and_a_path_each() {
    hold(
        "slices between portals",
        37_000_000,
        |case, _, workspace| case.is_the_same_in_slices(workspace),
    );
}

#[test]
fn limits_end_a_search_or_change_nothing() {
    hold("limits between portals", 38_000_000, Case::keeps_limits);
}

#[test]
fn cancelled_searches_return_a_path_or_the_answer() {
    hold(
        "cancelling between portals",
        39_000_000,
        |case, _, workspace| case.can_be_cancelled(workspace),
    );
}
