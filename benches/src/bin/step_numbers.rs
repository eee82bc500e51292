//! The cost of stepping: every query solved in one go, and as a [`Search`] stepped one expansion at
//! a time, in turns. Prints one row for each world: expansions, nanoseconds for each in one go, and
//! the ratio of both times, of which the least of several rounds counts.

#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark prints what it measured, and must not run where it cannot be set up"
)]

use std::time::Duration;

use voxnav::glam::IVec3;
use voxnav::grid::Traversability;
use voxnav::search::{Query, Search};
use voxnav::{Algorithm, UnknownPolicy, Workspace};
use voxnav_benches::clock::Clock;
use voxnav_benches::problems::{Problem, random_pairs};
use voxnav_worlds::{WorldKind, generate};

/// Rounds, of which the fastest counts.
const ROUNDS: u32 = 25;
/// Random pairs drawn in each world.
const PAIRS: usize = 40;
/// The side of the worlds in cells.
const SIDE: i32 = 80;

fn main() {
    println!("world | algorithm | expansions | ns each | stepped / solved");
    println!("--|--|--:|--:|--:");
    let kinds = [
        WorldKind::Maze,
        WorldKind::Rooms,
        WorldKind::Caves,
        WorldKind::Towers,
        WorldKind::Random { percent: 20 },
    ];
    for kind in kinds {
        let occupancy = generate(kind, IVec3::splat(SIDE), 1).unwrap();
        let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
        let _ = world.component(IVec3::ZERO);
        let problems = random_pairs(&occupancy, &world, 1, PAIRS).rows;
        for (name, algorithm) in [
            ("auto", Algorithm::Auto),
            ("jump", Algorithm::Jump),
            ("canonical", Algorithm::Canonical),
            ("bidirectional", Algorithm::Bidirectional),
        ] {
            row(&format!("{kind} | {name}"), algorithm, &problems, &world);
        }
        if kind == WorldKind::Maze {
            let world = world.with_corridors();
            let name = format!("{kind}, corridors known | auto");
            row(&name, Algorithm::Auto, &problems, &world);
        }
    }
}

fn row(name: &str, algorithm: Algorithm, problems: &[Problem], world: &Traversability) {
    let query = |problem: &Problem| Query::new(problem.start, problem.goal).algorithm(algorithm);
    let mut workspace = Workspace::new();
    let mut search = Search::new(&query(&problems[0]), world);
    let mut best = [Duration::MAX; 2];
    let mut expanded = 0;
    for _ in 0..ROUNDS {
        let (solved, spent) = measured(|| {
            let solve = |problem| query(problem).solve(world, &mut workspace);
            let solutions = problems.iter().map(solve);
            solutions.map(|solution| solution.statistics.expanded).sum()
        });
        best[0] = best[0].min(spent);
        let (stepped, spent) = measured(|| {
            let mut sum = 0;
            for problem in problems {
                search.restart(&query(problem), world);
                while search.step(1).is_none() {}
                sum += search.expanded();
            }
            sum
        });
        best[1] = best[1].min(spent);
        assert_eq!(solved, stepped, "{name}");
        expanded = solved;
    }
    let [solve, step] = best;
    let each = solve / u32::try_from(expanded.max(1)).unwrap_or(u32::MAX);
    let ratio = step.div_duration_f64(solve);
    println!("{name} | {expanded} | {} | {ratio:.2}", each.as_nanos());
}

fn measured(work: impl FnOnce() -> u64) -> (u64, Duration) {
    Clock::Thread.time(work)
}
