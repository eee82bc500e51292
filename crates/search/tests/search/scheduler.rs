//! A scheduler gives every search the solution that it has alone, in an order that frames do not change, and no search
//! more than its share.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU8;

use glam::IVec3;
use voxnav_occupancy::{Traversability, UnknownPolicy};
use voxnav_search::{
    Goal, Ground, Locomotion, Movement, Outcome, Path, Priority, Query, Scheduler, Solution,
    Ticket, Workspace,
};
use voxnav_worlds::{WorldKind, generate, random_free_cells};

fn world() -> (Traversability, Vec<IVec3>) {
    let kind = WorldKind::Random { percent: 40 };
    let occupancy = generate(kind, IVec3::splat(32), 3).unwrap();
    let cells = random_free_cells(&occupancy, 3, 80);
    let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
    (world, cells)
}

fn queries(cells: &[IVec3]) -> impl Iterator<Item = Query<'static>> + '_ {
    let pairs = cells
        .chunks_exact(2)
        .map(|pair| Query::new(pair[0], pair[1]));
    pairs.chain([
        Query::new(cells[0], cells[0]),
        Query::new(IVec3::MIN, cells[0]),
    ])
}

/// All that ends when there is so much to spend in each frame.
fn run<M: Movement>(mut scheduler: Scheduler<M>, budget: u64) -> Vec<(Ticket, Solution)> {
    let mut ended = Vec::new();
    while !scheduler.is_empty() {
        ended.extend(scheduler.step(budget));
    }
    ended
}

/// Checks that searches, of which `full` makes a scheduler and their tickets, end with the solutions that
/// they have alone, and in one order however frames are cut.
pub(crate) fn check_against<M: Movement>(
    alone: &[Solution],
    full: impl Fn() -> (Scheduler<M>, Vec<Ticket>),
) {
    let (scheduler, tickets) = full();
    let reference = run(scheduler, u64::MAX);
    assert_eq!([reference.len(), tickets.len()], [alone.len(); 2]);
    for (ticket, alone) in tickets.iter().zip(alone) {
        let (_, solution) = reference.iter().find(|(other, _)| other == ticket).unwrap();
        assert_eq!(solution, alone);
    }
    for budget in [1, 10, 333] {
        assert_eq!(run(full().0, budget), reference, "{budget}");
    }
}

#[test]
fn solutions_are_those_of_single_queries_in_an_order_that_frames_do_not_change() {
    let (world, cells) = world();
    let alone = queries(&cells).map(|query| query.solve(&world, &mut Workspace::new()));
    let alone: Vec<Solution> = alone.collect();
    for (turn, in_flight) in [(256, 16), (7, 3), (1, 100), (1000, 1)] {
        check_against(&alone, || {
            let mut scheduler = Scheduler::new().turn(turn).in_flight(in_flight);
            let tickets = queries(&cells).map(|query| scheduler.add(&query, &world));
            let tickets = tickets.collect();
            (scheduler, tickets)
        });
    }
}

/// Checks that every search of many has a first path before any is improved, that each gets no worse up to the answer of
/// the exact search, and that frames do not change the order. There are more solutions than so many, and at least so many
/// searches take all stages.
fn check_first_paths<M: Movement + Clone>(
    queries: &[Query<'_>],
    moves: &M,
    [solutions, stages_of]: [usize; 2],
) {
    let full = |turn, in_flight| {
        let mut scheduler = Scheduler::new().turn(turn).in_flight(in_flight);
        for query in queries {
            let ticket = scheduler.add(&query.anytime(), moves);
            assert!(scheduler.improve_to_best(ticket));
        }
        scheduler
    };
    for (turn, in_flight) in [(256, 16), (7, 3), (1, 100)] {
        let ended = run(full(turn, in_flight), u64::MAX);
        let firsts: BTreeSet<Ticket> = ended.iter().take(queries.len()).map(|it| it.0).collect();
        assert_eq!(firsts.len(), queries.len());
        assert!(ended.len() > solutions, "{} solutions", ended.len());
        let mut stages: BTreeMap<Ticket, Vec<Solution>> = BTreeMap::new();
        let cost = |solution: &Solution| solution.outcome.path().map(Path::cost);
        for (ticket, solution) in &ended {
            let before = stages.entry(*ticket).or_default();
            if let Some(last) = before.last() {
                assert!(cost(solution) <= cost(last));
                assert!(solution.statistics.lower_bound >= last.statistics.lower_bound);
            }
            before.push(solution.clone());
        }
        let mut exact = 0;
        for (query, stages) in queries.iter().zip(stages.values()) {
            let alone = query.solve(moves, &mut Workspace::new());
            let last = stages.last().unwrap();
            assert_eq!(cost(last), cost(&alone));
            if stages.len() == 5 {
                exact += 1;
                assert_eq!(last.outcome, alone.outcome);
            }
        }
        assert!(exact >= stages_of, "{exact} by the exact search");
        for budget in [1, 40, 333] {
            assert_eq!(run(full(turn, in_flight), budget), ended, "{budget}");
        }
    }
}

#[test]
fn all_get_a_first_path_before_any_gets_a_better_one() {
    let (world, cells) = world();
    let flights: Vec<_> = queries(&cells).collect();
    check_first_paths(&flights, &world, [2 * flights.len(), 6]);
    let hills = generate(WorldKind::Terrain, IVec3::new(48, 48, 24), 3).unwrap();
    let ground = Ground::new(&hills, &Locomotion::walker()).unwrap();
    let resting = hills.bounds().cells().filter(|&cell| ground.can_rest(cell));
    let cells: Vec<IVec3> = resting.step_by(61).collect();
    let pairs = cells.windows(2).map(|pair| Query::new(pair[0], pair[1]));
    // The exact search wins many races for first paths there.
    let pairs: Vec<_> = pairs.take(24).collect();
    check_first_paths(&pairs, &ground, [pairs.len(), 0]);
}

#[test]
fn those_who_come_later_get_a_first_path_before_others_get_a_better_one() {
    let (world, cells) = world();
    let query = |at: usize| Query::new(cells[at], cells[at + 1]).anytime();
    let mut scheduler = Scheduler::new().in_flight(2).turn(20);
    let tickets = [0, 2, 4, 6].map(|at| scheduler.add(&query(at), &world));
    assert!(tickets.into_iter().all(|it| scheduler.improve_to_best(it)));
    let mut firsts = 0;
    while firsts < tickets.len() {
        firsts += scheduler.step(10).count();
    }
    let _ = scheduler.step(30).count();
    let late = scheduler.add(&query(8), &world);
    let ended = run(scheduler, 50);
    assert_eq!(ended.first().map(|(ticket, _)| *ticket), Some(late));
}

#[test]
fn everybody_in_flight_gets_their_share_and_not_much_more() {
    let (world, cells) = world();
    // None of these ends: there is no such cell.
    let nowhere = Goal::matching(|_| false, |_| voxnav_search::Cost::ZERO);
    let mut scheduler = Scheduler::new().turn(10);
    let double = Priority::new(NonZeroU8::new(2).unwrap());
    let tickets = [Priority::NORMAL, double, Priority::NORMAL].map(|priority| {
        scheduler.add_with_priority(&Query::toward(cells[0], &nowhere), &world, priority)
    });
    for frame in 1..60 {
        assert_eq!(scheduler.step(7).count(), 0);
        // One, two and one turn in four; nobody is ahead or behind by more than their turn.
        for (ticket, share) in tickets.iter().zip([1, 2, 1]) {
            let expanded = scheduler.expanded(*ticket).unwrap();
            let fair: u64 = 7 * frame * share / 4;
            assert!(
                expanded.abs_diff(fair) <= 10 * share,
                "{frame}: {expanded} for {fair}"
            );
        }
    }
}

#[test]
fn places_go_to_the_highest_priority_then_to_the_oldest() {
    let (world, cells) = world();
    let mut scheduler = Scheduler::new().in_flight(1).turn(1_000_000);
    let query = Query::new(cells[0], cells[1]);
    let high = Priority::new(NonZeroU8::MAX);
    let first = scheduler.add(&query, &world);
    let second = scheduler.add(&query, &world);
    let third = scheduler.add_with_priority(&query, &world, high);
    let fourth = scheduler.add_with_priority(&query, &world, high);
    let order = run(scheduler, 5).into_iter().map(|(ticket, _)| ticket);
    assert!(order.eq([first, third, fourth, second]));
}

#[test]
fn searches_come_and_go_while_others_run() {
    let (world, cells) = world();
    let mut scheduler = Scheduler::new().in_flight(2).turn(20);
    let tickets = queries(&cells).map(|query| scheduler.add(&query, &world));
    let tickets = tickets.collect::<Vec<_>>();
    scheduler.step(100);
    let (running, waiting) = (tickets[1], tickets[20]);
    for (ticket, at) in [(running, 1), (waiting, 20)] {
        if scheduler.expanded(ticket).is_none() {
            continue;
        }
        let cancelled = scheduler.cancel(ticket).unwrap();
        let Outcome::Cancelled { path: best } = cancelled.outcome else {
            unreachable!("{cancelled:?}");
        };
        assert_eq!(best.start(), cells[2 * at]);
        assert_eq!(scheduler.cancel(ticket), None);
    }
    let late = scheduler.add(&Query::new(cells[0], cells[1]), &world);
    let left = scheduler.len();
    let ended = run(scheduler, 50);
    assert_eq!(ended.len(), left);
    assert!(ended.iter().any(|(ticket, _)| *ticket == late));
    assert!(
        ended
            .iter()
            .all(|(ticket, _)| ![running, waiting].contains(ticket))
    );
}
