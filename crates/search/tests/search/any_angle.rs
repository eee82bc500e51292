//! Lazy Theta*: paths that leave the lattice are free for the whole agent, never longer than the
//! best path over the cells, and found where there is one.
//!
//! Lines are held against an oracle of its own: a cell is met where, on every axis, it is less than
//! one cell from some point of the line, in fractions of whole numbers.
//!
//! The seeds are fixed and printed. `VOXNAV_CASES=N` runs N times as many.

use voxnav_occupancy::{
    CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy, glam::IVec3,
};
use voxnav_search::{
    Algorithm, Cost, Flight, Guarantee, Heuristic, Limits, MoveSet, Outcome, Path, PathError,
    Query, Search, Terrain, Workspace,
};
use voxnav_testkit::grid::{Cell, Grid, sample_cell, sample_grid, sample_hall, sample_wide_grid};
use voxnav_testkit::{Draws, seeds};

use crate::engine::{World, cell_shape, corner_rule, move_set};
use crate::oracle::{Corners, Distances, Moves, Rules, Toward, check_path};

/// Worlds by default.
const CASES: u64 = 50;

/// A fraction of whole numbers, the lower one positive.
#[derive(Clone, Copy)]
struct Fraction(i64, i64);

impl Fraction {
    fn less(self, other: Self) -> bool {
        i128::from(self.0) * i128::from(other.1) < i128::from(other.0) * i128::from(self.1)
    }
}

/// Whether the agent's cell meets `cell` on its way between two others.
fn meets(from: Cell, to: Cell, cell: Cell) -> bool {
    let (mut first, mut last) = (Fraction(-1, 1), Fraction(2, 1));
    for axis in 0..3 {
        let [from, to, cell] = [from, to, cell].map(|cell| i64::from(cell[axis]));
        let delta = to - from;
        if delta == 0 {
            if from != cell {
                return false;
            }
            continue;
        }
        let ends =
            [cell - from - 1, cell - from + 1].map(|n| Fraction(n * delta.signum(), delta.abs()));
        let (low, high) = if delta > 0 {
            (ends[0], ends[1])
        } else {
            (ends[1], ends[0])
        };
        first = if first.less(low) { low } else { first };
        last = if high.less(last) { high } else { last };
    }
    first.less(last) && first.less(Fraction(1, 1)) && Fraction(0, 1).less(last)
}

/// Checks an any-angle path and returns its length.
fn check_lines(grid: &Grid, rules: Rules, path: &Path, start: Cell, goal: Cell) -> f64 {
    let corners: Vec<Cell> = path
        .corners()
        .into_iter()
        .map(|cell| cell.to_array())
        .collect();
    assert_eq!((corners[0], *corners.last().unwrap()), (start, goal));
    #[expect(clippy::cast_precision_loss, reason = "of 31 bits")]
    let side = |axis: usize| rules.sides[axis] as f64 / f64::from(1 << 30);
    let mut length = 0.0;
    for ends in corners.windows(2) {
        let (from, to) = (ends[0], ends[1]);
        assert_ne!(from, to);
        for cell in grid.cells().filter(|&cell| !grid.is_open(cell)) {
            assert!(
                !meets(from, to, cell),
                "{from:?} to {to:?} meets {cell:?}\n{grid}"
            );
        }
        let squares: f64 = (0..3)
            .map(|axis| (f64::from(to[axis] - from[axis]) * side(axis)).powi(2))
            .sum();
        length += squares.sqrt();
    }
    length
}

/// The moves of the agent.
fn flight(world: &World, rules: Rules) -> Flight {
    Flight {
        moves: move_set(rules.moves),
        corners: corner_rule(rules.corners),
        shape: cell_shape(rules.sides),
        ..Flight::new(&world.cells)
    }
}

#[test]
fn any_angle_paths_are_free_and_never_longer_than_those_over_cells() {
    let seeds = seeds(15_000_000, CASES);
    println!("any angle: seeds {seeds:?}");
    let (mut workspace, mut found, mut shorter) = (Workspace::new(), 0, 0);
    for seed in seeds.clone() {
        let mut draws = Draws::new(seed);
        let grid = match seed % 50 {
            0 => sample_hall(&mut draws),
            1 => sample_wide_grid(&mut draws),
            _ => sample_grid(&mut draws),
        };
        let world = World::plain(&grid);
        let moves = draws.pick(&[
            Moves::Vertex26,
            Moves::Vertex26,
            Moves::Planar8(2),
            Moves::Planar8(0),
        ]);
        let corners = Corners::Strict;
        let rules = Rules::of_cubes(moves, corners).over_any_cells(&mut draws);
        let start = sample_cell(&grid, &mut draws);
        let distances = Distances::new(&grid, rules, start, Toward::Others);
        let reached = distances.reached();
        for _ in 0..6 {
            let goal = if reached.is_empty() || draws.percent(20) {
                sample_cell(&grid, &mut draws)
            } else {
                draws.pick(&reached)
            };
            let heuristic = draws.pick(&Heuristic::ALL);
            let query = Query::new(start.into(), goal.into())
                .moves(move_set(moves))
                .corners(corner_rule(corners))
                .shape(cell_shape(rules.sides))
                .algorithm(Algorithm::LazyTheta)
                .heuristic(heuristic);
            let solution = query.solve(&world.cells, &mut workspace);
            let optimum = distances.cost(goal);
            let context =
                || format!("seed {seed}, {heuristic:?}, {rules:?}, {start:?} to {goal:?}");
            let is_found = solution.outcome.path().is_some();
            assert_eq!(is_found, optimum.is_some(), "{}", context());
            let Some(path) = solution.outcome.path() else {
                continue;
            };
            let optimum = Cost::from_raw(optimum.unwrap());
            let Guarantee::AnyAngle(factor) = query.guarantee() else {
                panic!("{:?}", query.guarantee())
            };
            let bound = heuristic.bound_by(move_set(moves), cell_shape(rules.sides));
            let bound = bound.factor();
            assert_eq!(factor.to_bits(), bound.to_bits());
            assert!(
                query.guarantee().is_kept(path.cost(), optimum),
                "{}\n{grid}",
                context()
            );
            assert!(bound > 1.0 || path.cost() <= optimum, "{}", context());
            assert!(
                solution.statistics.lower_bound <= path.cost(),
                "{}",
                context()
            );
            if start != goal {
                let length = check_lines(&grid, rules, path, start, goal);
                assert!(
                    (path.cost().length() - length).abs() < 1e-6,
                    "{}",
                    context()
                );
            }
            let cells: Vec<Cell> = path.cells().map(|cell| cell.to_array()).collect();
            check_path(&grid, rules, &cells, start, goal).unwrap();
            let verified = path.verify_flight(&flight(&world, rules));
            assert_eq!(verified, Ok(path.cost()), "{}", context());
            found += 1;
            shorter += u64::from(path.cost() < optimum);

            let mut search = Search::new(&query, &world.cells);
            let is_small = grid.count() < 1000;
            while search.step(if is_small { 3 } else { 1000 }).is_none() {
                let best = search.best_so_far();
                let end = best.goal().to_array();
                check_lines(&grid, rules, best, start, end);
            }
            assert_eq!(search.solution(), Some(&solution), "{}", context());
            let few = Limits::none().expanded(solution.statistics.expanded / 2);
            let limited = query.limits(few).solve(&world.cells, &mut Workspace::new());
            if let Outcome::LimitReached { path: best, .. } = limited.outcome {
                check_lines(&grid, rules, &best, start, best.goal().to_array());
            }
        }
    }
    println!("any angle: {found} found, {shorter} shorter than over cells");
    assert!(found > seeds.end - seeds.start && shorter > found / 10);
}

fn world(blocked: &[CellBox]) -> Traversability {
    let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(40, 30, 20))).unwrap();
    for &cells in blocked {
        builder.set_box(cells, CellState::Occupied).unwrap();
    }
    Traversability::new(&builder.commit(), UnknownPolicy::Blocked)
}

fn solve(query: Query<'_>, world: &Traversability) -> Path {
    let solution = query.solve(world, &mut Workspace::new());
    solution.outcome.path().cloned().unwrap()
}

#[test]
fn an_open_world_is_crossed_in_one_line() {
    let (start, goal) = (IVec3::new(1, 2, 3), IVec3::new(39, 20, 10));
    for heuristic in [Heuristic::Euclidean, Heuristic::Octile] {
        let query = Query::new(start, goal)
            .algorithm(Algorithm::LazyTheta)
            .heuristic(heuristic);
        let path = solve(query, &world(&[]));
        assert_eq!(path.corners(), [start, goal]);
        let length = (goal - start).as_dvec3().length();
        assert!((path.cost().length() - length).abs() < 1e-9);
        assert_eq!(path.move_count(), 38);
    }
}

#[test]
fn a_wall_is_passed_by_its_edge() {
    let wall = CellBox::new(IVec3::new(20, 0, 0), IVec3::new(21, 21, 20));
    let (start, goal) = (IVec3::new(2, 5, 9), IVec3::new(37, 8, 9));
    let world = world(&[wall]);
    let query = Query::new(start, goal)
        .algorithm(Algorithm::LazyTheta)
        .heuristic(Heuristic::Euclidean);
    let path = solve(query, &world);
    let expected = [start, IVec3::new(19, 21, 9), IVec3::new(21, 21, 9), goal];
    assert_eq!(path.corners(), expected);
    // What the path was checked against has moved.
    let blocked = CellBox::new(IVec3::new(10, 12, 9), IVec3::new(11, 13, 10));
    let later = self::world(&[wall, blocked]);
    let verified = path.verify(
        &later,
        MoveSet::Vertex26,
        voxnav_search::CornerRule::Strict,
        None,
    );
    assert!(matches!(
        verified,
        Err(PathError::Blocked { .. }
            | PathError::CutsCorner { .. }
            | PathError::Obstructed { .. })
    ));
}

#[test]
fn what_lines_cannot_answer_is_answered_as_by_a_star() {
    let wall = CellBox::new(IVec3::new(20, 0, 0), IVec3::new(21, 21, 20));
    let world = world(&[wall]);
    let mut terrain = Terrain::new();
    terrain.set(IVec3::new(20, 22, 3), 5).unwrap();
    let query = Query::new(IVec3::new(2, 5, 9), IVec3::new(37, 8, 9));
    for query in [
        query.moves(MoveSet::Face6),
        query.moves(MoveSet::Edge18),
        query.corners(voxnav_search::CornerRule::Lenient),
        query.terrain(&terrain),
    ] {
        let path = solve(query.algorithm(Algorithm::LazyTheta), &world);
        let reference = solve(query.algorithm(Algorithm::AStar), &world);
        assert!(!path.is_any_angle());
        assert_eq!(path, reference);
    }
}
