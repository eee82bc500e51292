//! Batches: the same answers for any number of threads and any order, cut where they must be, and
//! in order from a stream.
//!
//! An answer depends on its request and on the other requests, never on threads: 1, 2 and 8 threads answer
//! shuffled requests.

mod limits;

use std::cell::Cell;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy};
use voxnav_search::{
    AgentIndex, Algorithm, Answer, Batch, BatchError, BatchSharing, CornerRule, Direction,
    EndFault, Flight, Ground, Limits, Locomotion, MoveSet, Movement, Outcome, PathDetail,
    PathRecord, Query, Request, Source, Terrain, Weight, Workspace,
};
use voxnav_testkit::{Draws, seeds};
use voxnav_worlds::{WorldKind, generate, random_free_cells};

fn cave(side: i32, seed: u64) -> (Traversability, Vec<IVec3>) {
    let kind = if seed.is_multiple_of(2) {
        WorldKind::Maze
    } else {
        WorldKind::Caves
    };
    let occupancy = generate(kind, IVec3::splat(side), seed).unwrap();
    let cells = random_free_cells(&occupancy, seed, 600);
    let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
    (world, cells)
}

/// Requests of all sorts: pairs, common goals, common starts, blocked and outside ends, limits,
/// several moves, and the same request twice.
fn mixed<'q>(cells: &[IVec3], terrain: &'q Terrain) -> Vec<Request<'q>> {
    let mut queries = Vec::new();
    for pair in cells[..120].chunks(2) {
        queries.push(Query::new(pair[0], pair[1]));
    }
    for &cell in &cells[120..220] {
        queries.push(Query::new(cell, cells[0]));
        queries.push(Query::new(cells[1], cell));
    }
    for &cell in &cells[220..260] {
        queries.push(Query::new(cell, cells[0]).moves(MoveSet::Face6));
        queries.push(Query::new(cell, cells[2]).corners(CornerRule::Lenient));
        queries.push(Query::new(cell, cells[3]).terrain(terrain));
        queries.push(Query::new(cells[4], cell).terrain(terrain));
        queries.push(Query::new(cell, cells[0]).limits(Limits::none().expanded(40)));
    }
    for n in 0..30 {
        queries.push(Query::new(IVec3::splat(-n), cells[0]));
        queries.push(Query::new(cells[5], IVec3::splat(n)));
    }
    queries.push(queries[0]);
    queries.into_iter().map(Request::from).collect()
}

fn terrain(cells: &[IVec3]) -> Terrain {
    let mut terrain = Terrain::new();
    for (&cell, weight) in cells[300..].iter().zip((2..9).cycle()) {
        terrain.set(cell, weight).unwrap();
    }
    terrain
}

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).unwrap()
}

/// A fixed order that has nothing to do with the given one.
fn shuffled(count: usize) -> Vec<usize> {
    let mut order = (0..count).collect::<Vec<_>>();
    Draws::new(1).shuffle(&mut order);
    order
}

#[test]
fn threads_and_order_do_not_show() {
    let mut shared = 0;
    for seed in seeds(1, 2) {
        let (world, cells) = cave(40, seed);
        let terrain = terrain(&cells);
        let requests = mixed(&cells, &terrain);
        let order = shuffled(requests.len());
        let other = order
            .iter()
            .map(|&place| requests[place])
            .collect::<Vec<_>>();
        let expected = Batch::new(world.clone()).solve(&requests).unwrap();
        let by_field = |answer: &&Answer| answer.source == Source::Field;
        shared += expected.iter().filter(by_field).count();
        for count in [1, 2, 8] {
            let batch = Batch::new(world.clone()).threads(threads(count)).unwrap();
            assert_eq!(batch.solve(&requests).unwrap(), expected, "{count} threads");
            let answers = batch.solve(&other).unwrap();
            for (answer, &place) in answers.iter().zip(&order) {
                assert_eq!(*answer, expected[place], "{count} threads, request {place}");
            }
        }
    }
    assert!(shared > 50, "{shared}");
}

#[test]
fn costs_are_those_of_single_queries_and_paths_are_legal() {
    let mut workspace = Workspace::new();
    for seed in seeds(1, 2) {
        let (world, cells) = cave(40, seed);
        let terrain = terrain(&cells);
        let requests = mixed(&cells, &terrain);
        let answers = Batch::new(world.clone()).solve(&requests).unwrap();
        for (index, (request, answer)) in requests.iter().zip(&answers).enumerate() {
            let single = request.query.solve(&world, &mut workspace);
            assert_eq!(answer.outcome.name(), single.outcome.name());
            let cost = answer.outcome.path().map(PathRecord::cost);
            assert_eq!(cost, single.outcome.path().map(voxnav_search::Path::cost));
            if let Some(path) = answer.outcome.path().and_then(PathRecord::path) {
                let own = single.outcome.path().unwrap();
                assert_eq!((path.start(), path.goal()), (own.start(), own.goal()));
                let (moves, corners, terrain) = rules(index, &terrain);
                let verified = path.verify(&world, moves, corners, terrain).unwrap();
                assert_eq!(verified, path.cost(), "seed {seed}, request {index}");
            }
        }
    }
}

/// The movement rules of the requests that [`mixed`] makes.
fn rules(index: usize, terrain: &Terrain) -> (MoveSet, CornerRule, Option<&Terrain>) {
    let strict = (MoveSet::Vertex26, CornerRule::Strict, None);
    match (index.checked_sub(260), index) {
        (Some(_), 460..) | (None, _) => strict,
        (Some(place), _) => match place % 5 {
            0 => (MoveSet::Face6, CornerRule::Strict, None),
            1 => (MoveSet::Vertex26, CornerRule::Lenient, None),
            2 | 3 => (MoveSet::Vertex26, CornerRule::Strict, Some(terrain)),
            _ => strict,
        },
    }
}

#[test]
fn without_sharing_answers_are_those_of_single_queries_to_the_last_count() {
    let (world, cells) = cave(40, 1);
    let terrain = terrain(&cells);
    let requests = mixed(&cells, &terrain);
    let batch = Batch::new(world.clone()).sharing(BatchSharing::Never);
    let answers = batch.threads(threads(2)).unwrap().solve(&requests).unwrap();
    let mut workspace = Workspace::new();
    for (request, answer) in requests.iter().zip(&answers) {
        let single = request.query.solve(&world, &mut workspace);
        assert_eq!(answer.statistics, single.statistics);
        assert_eq!(
            answer.outcome.path().and_then(PathRecord::path),
            single.outcome.path()
        );
    }
}

/// Over uneven terrain too, for pairs and for common goals, shared and apart.
#[test]
fn within_a_factor_answers_keep_it_and_say_what_is_proved() {
    let (world, cells) = cave(32, 1);
    let terrain = terrain(&cells);
    let uniform = Terrain::new();
    let mut workspace = Workspace::new();
    let mut dearer = 0;
    for (factor, sharing) in [
        (1.01, BatchSharing::Never),
        (1.5, BatchSharing::WhereCheaper),
        (3.0, BatchSharing::Never),
    ] {
        let within = Weight::new(factor).unwrap();
        let ends = cells[..80].chunks(2).map(|pair| [pair[0], pair[1]]);
        let ends = ends.chain(cells[80..140].iter().map(|&cell| [cell, cells[0]]));
        let queries = ends.flat_map(|[start, goal]| {
            let query = Query::new(start, goal).within(within);
            [query.terrain(&terrain), query.terrain(&uniform), query]
        });
        let queries = queries.collect::<Vec<_>>();
        let requests = queries
            .iter()
            .copied()
            .map(Request::from)
            .collect::<Vec<_>>();
        let batch = Batch::new(world.clone()).sharing(sharing);
        let answers = batch.detail(PathDetail::Cost).solve(&requests).unwrap();
        for (query, answer) in queries.iter().zip(&answers) {
            let exact = query.within(Weight::ONE).algorithm(Algorithm::AStar);
            let exact = exact.solve(&world, &mut workspace).outcome;
            let optimum = exact.path().map(voxnav_search::Path::cost);
            let cost = answer.outcome.path().map(PathRecord::cost);
            assert_eq!(cost.is_some(), optimum.is_some());
            if let (Some(cost), Some(optimum)) = (cost, optimum) {
                assert!(cost >= optimum && cost.length() <= factor * optimum.length() + 1e-6);
                dearer += u32::from(cost > optimum);
                assert!(answer.statistics.lower_bound <= optimum);
            }
            if sharing == BatchSharing::Never {
                let single = query.solve(&world, &mut workspace);
                assert_eq!(answer.statistics, single.statistics);
            }
        }
    }
    assert!(
        dearer > 20,
        "{dearer} answers show that a factor was asked for"
    );
}

#[test]
fn what_is_kept_agrees() {
    let (world, cells) = cave(40, 2);
    let terrain = terrain(&cells);
    let requests = mixed(&cells, &terrain);
    let kept = |keep| {
        let answers = Batch::new(world.clone()).detail(keep).solve(&requests);
        answers.unwrap()
    };
    let all = kept(PathDetail::Path)
        .into_iter()
        .zip(kept(PathDetail::Cost));
    for ((whole, cost), step) in all.zip(kept(PathDetail::FirstStep)) {
        let Outcome::Found(PathRecord::Path(path)) = whole.outcome else {
            assert_eq!(whole.outcome.name(), cost.outcome.name());
            continue;
        };
        assert_eq!(cost.outcome, Outcome::Found(PathRecord::Cost(path.cost())));
        let first = path
            .runs()
            .first()
            .and_then(|run| Direction::from_offset(run.step));
        let (cost, step_of_path) = (path.cost(), first);
        assert_eq!(
            step.outcome,
            Outcome::Found(PathRecord::FirstStep {
                cost,
                step: step_of_path
            })
        );
    }
}

#[test]
fn every_agent_has_a_world_of_its_own() {
    let (world, _) = cave(40, 1);
    let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8))).unwrap();
    builder
        .set(IVec3::new(1, 0, 0), CellState::Occupied)
        .unwrap();
    let walled = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    let batch = Batch::for_agents([world, walled]);
    let query = Query::new(IVec3::new(1, 0, 0), IVec3::new(5, 5, 5));
    let answers = batch.solve(&[Request::new(AgentIndex(1), query)]).unwrap();
    assert_eq!(
        answers[0].outcome,
        Outcome::InvalidEnd(EndFault::StartBlocked)
    );
    let refused = batch.solve(&[query.into(), Request::new(AgentIndex(2), query)]);
    assert!(matches!(
        refused,
        Err(BatchError::NoSuchAgent {
            request: 1,
            agent: AgentIndex(2),
            agents: 2
        })
    ));
}

/// Ground agents, and those that fly by moves of their own: pairs, and a common goal.
#[test]
fn all_kinds_of_moves_are_answered_as_by_single_queries() {
    fn holds<M: Movement + Clone + Send + Sync>(moves: &M, cells: &[IVec3]) {
        let pairs = cells.windows(2).map(|ends| Query::new(ends[0], ends[1]));
        let common = cells.iter().map(|&cell| Query::new(cell, cells[0]));
        let requests: Vec<Request<'_>> = pairs.chain(common).map(Request::from).collect();
        let (mut workspace, mut found) = (Workspace::new(), 0);
        for count in [1, 3] {
            let batch = Batch::new(moves.clone()).threads(threads(count)).unwrap();
            let answers = batch.solve(&requests).unwrap();
            for (request, answer) in requests.iter().zip(&answers) {
                let single = request.query.solve(moves, &mut workspace);
                assert_eq!(answer.outcome.name(), single.outcome.name());
                let cost = answer.outcome.path().map(PathRecord::cost);
                assert_eq!(cost, single.outcome.path().map(voxnav_search::Path::cost));
                found += usize::from(cost.is_some());
            }
        }
        assert!(found > 50, "{found}");
    }
    let occupancy = generate(WorldKind::Caves, IVec3::splat(40), 1).unwrap();
    let cells = random_free_cells(&occupancy, 1, 120);
    let ground = Ground::new(&occupancy, &Locomotion::walker()).unwrap();
    let settled = cells
        .iter()
        .filter_map(|&cell| ground.settled(cell, u32::MAX));
    holds(&ground, &settled.collect::<Vec<_>>());
    let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
    let moves = MoveSet::Face6;
    holds(
        &Flight {
            moves,
            ..Flight::new(&world)
        },
        &cells,
    );
}

#[test]
fn a_stream_is_answered_in_order_and_never_far_ahead() {
    const COUNT: u64 = 20_000;
    let (world, cells) = cave(40, 3);
    let cell = |n: u64| cells[usize::try_from(n % 600).unwrap()];
    let query = |n: u64| Query::new(cell(n), cell(n / 600 + n * 11));
    for count in [1, 3] {
        let batch = Batch::new(world.clone()).detail(PathDetail::Cost);
        let batch = batch.threads(threads(count)).unwrap();
        let (taken, handed) = (Cell::new(0_u64), Cell::new(0_u64));
        let requests = (0..COUNT).map(|n| {
            taken.set(taken.get() + 1);
            assert!(taken.get() - handed.get() <= 4096 + 1);
            Request::from(query(n))
        });
        let mut workspace = Workspace::new();
        let counts = batch.stream(requests, |answer| {
            let n = handed.get();
            handed.set(n + 1);
            if n.is_multiple_of(97) {
                let single = query(n).solve(&world, &mut workspace);
                let cost = single.outcome.path().map(voxnav_search::Path::cost);
                assert_eq!(answer.outcome.path().map(PathRecord::cost), cost);
            }
            ControlFlow::Continue(())
        });
        let counts = counts.unwrap();
        assert_eq!((counts.taken, counts.answered), (COUNT, COUNT));
    }
}

#[test]
fn a_stream_ends_when_told_or_refused() {
    let (world, cells) = cave(40, 3);
    let batch = Batch::new(world);
    let endless = || (0..).map(|n| Request::from(Query::new(cells[n % 600], cells[n % 7])));
    let mut handed = 0;
    let counts = batch.stream(endless(), |_| {
        handed += 1;
        if handed == 1500 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!(handed, 1500);
    assert!(counts.unwrap().answered >= 1500);
    let mut handed = 0;
    let stranger = Request::new(AgentIndex(1), Query::new(cells[0], cells[1]));
    let refused = batch.stream(endless().take(2000).chain([stranger]), |_| {
        handed += 1;
        ControlFlow::Continue(())
    });
    assert!(matches!(
        refused,
        Err(BatchError::NoSuchAgent { request: 2000, .. })
    ));
    assert_eq!(handed, 2000);
}

#[test]
fn a_batch_inside_a_pool_of_one_thread_gets_on() {
    let (world, cells) = cave(40, 3);
    let requests = cells
        .windows(2)
        .map(|ends| Query::new(ends[0], ends[1]).into());
    let requests = requests.collect::<Vec<_>>();
    let batch = Batch::new(world);
    let expected = batch.solve(&requests).unwrap();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .unwrap();
    assert_eq!(pool.install(|| batch.solve(&requests)).unwrap(), expected);
    assert!(batch.solve(&[]).unwrap().is_empty());
}
