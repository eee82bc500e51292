//! Of the paths that cost the least, agents that stop at unknown cells take one with the fewest moves into these:
//! outcomes of every kind are met, observers see what is counted, and batches stop where queries do. The rows
//! `stopping` of the laws hold answers against the oracle of ties.

use std::collections::BTreeMap;

use glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
use voxnav_search::{
    Batch, Cost, Limits, Observer, Path, PathRecord, Query, Request, Side, Solution, Source,
    Workspace,
};
use voxnav_testkit::{Draws, hold, seeds};

use crate::engine::{Asked as _, Stopping};

#[test]
fn outcomes_of_every_kind_are_right() {
    let told = hold(
        "ties",
        seeds(40_000_000, 500),
        Workspace::new,
        |seed, workspace| {
            let case = Stopping::sample(&mut Draws::new(seed));
            let solution = case.query().solve(case.world(), workspace);
            case.check(&solution.outcome)
        },
    );
    let mut ways = BTreeMap::new();
    for way in told {
        *ways.entry(way).or_insert(0) += 1;
    }
    println!("{ways:?}");
    for way in ["found", "stopped", "unreachable", "partial", "stays"] {
        assert!(ways.get(way).is_some_and(|&count| count > 4), "{ways:?}");
    }
}

#[test]
fn the_way_round_a_single_unknown_cell_is_taken() {
    let bounds = CellBox::from_size(IVec3::new(8, 4, 1));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    builder.set(IVec3::X, CellState::Unknown).unwrap();
    let world = Traversability::new(&builder.commit(), UnknownPolicy::StopAtBoundary);
    let query = Query::new(IVec3::ZERO, IVec3::new(1, 2, 0));
    let outcome = query.solve(&world, &mut Workspace::new()).outcome;
    let path = outcome.path().unwrap();
    let cost = Cost::STRAIGHT + Cost::FACE_DIAGONAL;
    assert_eq!((path.cost(), path.move_count()), (cost, 2));
}

/// Counts expansions, and keeps their largest `g`.
#[derive(Default)]
struct Count(u64, Cost);

impl Observer for Count {
    fn expanded(&mut self, _: Side, _: IVec3, g: Cost, _: Cost) {
        self.0 += 1;
        self.1 = self.1.max(g);
    }
}

#[test]
fn observers_see_the_solution_of_one_go() {
    hold(
        "observers",
        seeds(41_000_000, 400),
        || (),
        |seed, ()| {
            let draws = &mut Draws::new(seed);
            let case = Stopping::sample(draws);
            let limits = match draws.below(3) {
                0 => Limits::none().expanded(draws.below(200_u64)),
                _ => Limits::none(),
            };
            let query = case.query().limits(limits);
            let whole = query.solve(case.world(), &mut Workspace::new());
            let mut count = Count::default();
            let observed = query.solve_observed(case.world(), &mut Workspace::new(), &mut count);
            let is_told =
                count.0 == whole.statistics.expanded && count.1 < Cost::STRAIGHT * (1 << 25);
            (observed == whole && is_told)
                .then_some(())
                .ok_or_else(|| format!("{observed:?} observed, {} expanded\n{case}", count.0))
        },
    );
}

/// A comb with wide gaps, in which fields pay, and some unknown cells.
fn comb(draws: &mut Draws) -> Traversability {
    let bounds = CellBox::from_size(IVec3::new(48, 41, 1));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    for x in (3..48).step_by(4) {
        let y = 3 * i32::from(x % 8 != 3);
        let wall = CellBox::new(IVec3::new(x, y, 0), IVec3::new(x + 1, y + 38, 1));
        builder.set_box(wall, CellState::Occupied).unwrap();
    }
    for _ in 0..draws.below(80) {
        let cell = draws.cell(&bounds);
        if builder.state(cell) == CellState::Free {
            builder.set(cell, CellState::Unknown).unwrap();
        }
    }
    Traversability::new(&builder.commit(), UnknownPolicy::StopAtBoundary)
}

#[test]
fn batches_that_share_searches_stop_where_queries_do() {
    let (mut by_field, mut stopped) = (0, 0);
    for seed in seeds(42_000_000, 8) {
        let mut draws = Draws::new(seed);
        let world = comb(&mut draws);
        let requests: Vec<Request<'_>> = (0..300)
            .map(|_| Query::new(draws.cell(&world.bounds()), IVec3::ZERO).into())
            .collect();
        let answers = Batch::new(world.clone()).solve(&requests).unwrap();
        let mut workspace = Workspace::new();
        for (request, answer) in requests.iter().zip(&answers) {
            let Solution { outcome, .. } = request.query.solve(&world, &mut workspace);
            by_field += usize::from(answer.source == Source::Field);
            stopped += usize::from(outcome.name() == "stopped at unknown");
            assert_eq!(answer.outcome.name(), outcome.name(), "seed {seed}");
            let kept = answer.outcome.any_path().map(PathRecord::cost);
            assert_eq!(kept, outcome.any_path().map(Path::cost), "seed {seed}");
        }
    }
    assert!(by_field > 100 && stopped > 100, "{by_field} {stopped}");
}
