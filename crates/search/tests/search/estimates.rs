//! The estimates against the oracle: none claims more than it may, and none falls by more than a
//! move costs.
//!
//! The seeds are fixed and printed. `VOXNAV_CASES=N` runs N times as many.

use voxnav_search::Heuristic;
use voxnav_testkit::grid::{Cell, Grid, sample_grid};
use voxnav_testkit::{Draws, seeds};

use crate::engine::{cell_shape, excess_axes, move_set};
use crate::oracle::{Corners, Distances, Moves, Rules, Toward, around, length};

/// Worlds by default.
const CASES: u64 = 120;

fn estimate(heuristic: Heuristic, rules: Rules, from: Cell, to: Cell) -> u64 {
    let (moves, shape) = (move_set(rules.moves), cell_shape(rules.sides));
    heuristic
        .estimate_by(moves, shape, from.into(), to.into())
        .raw()
}

/// Whether a drop of an estimate, or all of it, exceeds what it stands for by no more than the bound
/// of the estimate.
fn within_bound(heuristic: Heuristic, rules: Rules, estimated: u64, cost: u64) -> bool {
    let (sum, length) = match heuristic {
        Heuristic::Manhattan => rules.excess(),
        _ => (1, 1),
    };
    u128::from(estimated) * u128::from(length) <= u128::from(cost) * u128::from(sum)
}

/// The cost of the best path in a world without obstacles, by counting moves. A component along a
/// fixed axis does not count.
fn free_cost(moves: Moves, from: Cell, to: Cell) -> u64 {
    let mut deltas = [0, 1, 2].map(|axis| u64::from(to[axis].abs_diff(from[axis])));
    if let Moves::Planar8(fixed) | Moves::Planar4(fixed) = moves {
        deltas[fixed] = 0;
    }
    deltas.sort_unstable();
    let [low, middle, high] = deltas;
    let (straight, face, body) = match moves {
        Moves::Vertex26 => (high - middle, middle - low, low),
        // Each face diagonal takes from two components: at most half of all, at most all but the
        // largest.
        Moves::Edge18 | Moves::Planar8(_) => {
            let diagonals = (low + middle).min((low + middle + high) / 2);
            (low + middle + high - 2 * diagonals, diagonals, 0)
        }
        Moves::Face6 | Moves::Planar4(_) => (low + middle + high, 0, 0),
    };
    straight * length(1) + face * length(2) + body * length(3)
}

#[test]
fn estimates_keep_their_bounds_in_random_worlds() {
    let seeds = seeds(7_000_000, CASES);
    println!("estimates: seeds {seeds:?}");
    for seed in seeds {
        let mut draws = Draws::new(seed);
        let grid = sample_grid(&mut draws);
        let rules = Rules::sample(&mut draws).over_any_cells(&mut draws);
        let open = grid.open_cells();
        let Some(&first) = open.first() else { continue };
        let goal = if draws.percent(50) {
            first
        } else {
            draws.pick(&open)
        };
        let distances = Distances::new(&grid, rules, goal, Toward::Source);
        for heuristic in Heuristic::ALL {
            let at = |cell| estimate(heuristic, rules, cell, goal);
            assert_eq!(at(goal), 0);
            for cell in distances.reached() {
                let cost = distances.cost(cell).unwrap();
                let context =
                    || format!("seed {seed}, {heuristic:?}, {rules:?}, {cell:?} to {goal:?}");
                assert!(
                    within_bound(heuristic, rules, at(cell), cost),
                    "{}",
                    context()
                );
                for step in around() {
                    let next: Cell = std::array::from_fn(|axis| cell[axis] + step[axis]);
                    if let Some(cost) = rules.cost(&grid, cell, next) {
                        let drop = at(cell).saturating_sub(at(next));
                        assert!(within_bound(heuristic, rules, drop, cost), "{}", context());
                    }
                }
            }
        }
    }
}

#[test]
fn octile_is_exact_without_obstacles() {
    let grid = Grid::open([-5, 60, -3], [10, 8, 7]);
    let from = [-2, 63, 0];
    for rules in Rules::all() {
        let distances = Distances::new(&grid, rules, from, Toward::Others);
        for to in distances.reached() {
            let cost = distances.cost(to).unwrap();
            assert_eq!(
                estimate(Heuristic::Octile, rules, from, to),
                cost,
                "{rules:?} {to:?}"
            );
            assert_eq!(free_cost(rules.moves, from, to), cost, "{rules:?} {to:?}");
        }
    }
}

#[test]
fn estimates_keep_their_bounds_between_far_cells() {
    let limit = 1 << 30;
    let pairs = seeds(8_000_000, 20 * CASES);
    println!("far cells: seed {}, pairs {pairs:?}", pairs.start);
    let mut draws = Draws::new(pairs.start);
    for _ in pairs {
        let reach = draws.pick(&[10, 1000, 1 << 20, limit]);
        let mut any = || std::array::from_fn(|_| draws.between(-reach, reach - 1));
        let (from, mut to): (Cell, Cell) = (any(), any());
        if draws.percent(30) {
            // Along a diagonal the roundings of many moves add up.
            let steps = draws.between(1, reach);
            let step = draws.pick(&around().collect::<Vec<Cell>>());
            to = std::array::from_fn(|axis| {
                (from[axis] + steps * step[axis]).clamp(-limit, limit - 1)
            });
        }
        for moves in Moves::ALL {
            let rules = Rules::of_cubes(moves, Corners::Lenient);
            let free = free_cost(moves, from, to);
            assert_eq!(
                estimate(Heuristic::Octile, rules, from, to),
                free,
                "{moves:?} {from:?} {to:?}"
            );
            for heuristic in Heuristic::ALL {
                let context = || format!("{heuristic:?}, {moves:?}, {from:?} to {to:?}");
                let whole = estimate(heuristic, rules, from, to);
                assert!(
                    within_bound(heuristic, rules, whole, free),
                    "{}: {whole} {free}",
                    context()
                );
                assert_eq!(whole, estimate(heuristic, rules, to, from), "{}", context());
                for (next, cost) in steps_from(rules, from) {
                    let rest = estimate(heuristic, rules, next, to);
                    let drop = whole.saturating_sub(rest);
                    assert!(
                        within_bound(heuristic, rules, drop, cost),
                        "{} by {next:?}",
                        context()
                    );
                }
            }
        }
    }
}

/// All moves from a cell in a world without obstacles, with their costs.
fn steps_from(rules: Rules, from: Cell) -> Vec<(Cell, u64)> {
    let grid = Grid::open(from.map(|at| at - 1), [3; 3]);
    grid.cells()
        .filter_map(|next| Some((next, rules.cost(&grid, from, next)?)))
        .collect()
}

#[test]
fn stated_bounds_are_those_of_the_moves() {
    for heuristic in Heuristic::ALL {
        for moves in Moves::ALL {
            let axes = excess_axes(heuristic, moves);
            let bound = heuristic.bound(move_set(moves));
            assert_eq!(bound.is_admissible(), axes == 1, "{heuristic:?} {moves:?}");
            let root = [1.0, 2_f64.sqrt(), 3_f64.sqrt()][usize::try_from(axes).unwrap() - 1];
            assert!(
                (bound.factor() - root).abs() < 1e-8,
                "{heuristic:?} {moves:?}: {bound}"
            );
        }
    }
}
