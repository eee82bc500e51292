//! Batches that are cancelled, or whose requests have limits.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use voxnav_search::{
    Answer, Batch, BatchObserver, BatchSharing, Cost, Limits, Outcome, PathDetail, PathRecord,
    Query, Request, Source, Workspace,
};

use super::{cave, mixed, terrain, threads};

#[test]
fn a_cancelled_batch_keeps_what_is_finished() {
    let (world, cells) = cave(40, 1);
    let pairs = (0..40_000).map(|n| Query::new(cells[n % 600], cells[n * 7 % 599]));
    let requests = pairs.map(Request::from).collect::<Vec<_>>();
    let cancel = AtomicBool::new(false);
    let batch = Batch::new(world.clone())
        .cancel(&cancel)
        .sharing(BatchSharing::Never);
    let batch = batch.threads(threads(2)).unwrap();
    let mut answers = Vec::new();
    let counts = batch.stream(requests.iter().copied(), |answer| {
        answers.push(answer);
        cancel.store(answers.len() >= 50, Ordering::Relaxed);
        ControlFlow::Continue(())
    });
    assert!(counts.unwrap().cancelled > 0);
    assert_eq!(answers.len(), requests.len());
    let (mut workspace, mut finished) = (Workspace::new(), 0);
    for (request, answer) in requests.iter().zip(&answers) {
        if !matches!(answer.outcome, Outcome::Cancelled { .. }) {
            let single = request.query.solve(&world, &mut workspace);
            assert_eq!(answer.outcome.name(), single.outcome.name());
            finished += 1;
        }
    }
    assert!((50..answers.len()).contains(&finished), "{finished}");

    // Cancelled from the start, groups included.
    let terrain = terrain(&cells);
    let all = Batch::new(world)
        .cancel(&cancel)
        .solve(&mixed(&cells, &terrain))
        .unwrap();
    let ended = |answer: &Answer| answer.statistics.expanded == 0;
    assert!(all.iter().all(ended));
}

#[test]
fn budgets_cut_their_own_request_alone() {
    let (world, cells) = cave(40, 1);
    let limits = Limits::none().expanded(3);
    let requests = (0..200)
        .map(|n| Query::new(cells[n], cells[n + 1]))
        .enumerate()
        .map(|(n, query)| {
            if n % 2 == 0 {
                query.limits(limits)
            } else {
                query
            }
        })
        .map(Request::from)
        .collect::<Vec<_>>();
    let answers = Batch::new(world).solve(&requests).unwrap();
    let limited = |answer: &Answer| matches!(answer.outcome, Outcome::LimitReached { .. });
    assert!(answers.iter().step_by(2).any(limited));
    assert!(
        answers
            .iter()
            .step_by(2)
            .all(|answer| answer.statistics.expanded <= 3)
    );
    assert!(!answers.iter().skip(1).step_by(2).any(limited));
}

#[test]
fn a_budget_of_cost_cuts_what_costs_more_and_keeps_the_rest() {
    let (world, cells) = cave(40, 1);
    let queries = cells.windows(2).map(|ends| Query::new(ends[0], ends[1]));
    let free = queries.clone().map(Request::from).collect::<Vec<_>>();
    let most = Cost::STRAIGHT * 25;
    let limits = Limits::none().cost(most);
    let limited = queries.map(|query| query.limits(limits).into());
    let limited = limited.collect::<Vec<Request<'_>>>();
    let batch = Batch::new(world).detail(PathDetail::Cost);
    let answers = batch.solve(&limited).unwrap();
    let mut cut = 0;
    for (answer, free) in answers.iter().zip(batch.solve(&free).unwrap()) {
        let cost = free.outcome.path().map(PathRecord::cost);
        if cost.is_some_and(|cost| cost > most) {
            cut += 1;
            assert_eq!(answer.outcome.name(), "limit reached");
        } else {
            assert_eq!(answer.outcome, free.outcome);
        }
    }
    assert!((100..500).contains(&cut), "{cut}");
}

/// A limit of memory bounds shared searches too: what fits is shared as without it, and what does
/// not is answered as single queries are.
#[test]
fn a_budget_of_memory_holds_for_shared_searches() {
    let (world, cells) = cave(40, 6);
    let queries = || {
        cells[..300]
            .iter()
            .map(|&cell| Query::new(cell, cells[300]))
    };
    let answers = |limits: Limits| {
        let requests = queries().map(|query| query.limits(limits).into());
        let requests: Vec<Request<'_>> = requests.collect();
        Batch::new(world.clone()).solve(&requests).unwrap()
    };
    let is_shared = |answer: &Answer| answer.source == Source::Field;
    let free = answers(Limits::none());
    assert!(free.iter().any(is_shared), "nothing shared");
    assert_eq!(answers(Limits::none().memory(1 << 30)), free);
    let tight = answers(Limits::none().memory(1 << 14));
    let shared = |answers: &[Answer]| answers.iter().filter(|answer| is_shared(answer)).count();
    assert!(shared(&tight) < shared(&free), "{}", shared(&tight));
    let mut workspace = Workspace::new();
    for ((query, answer), free) in queries().zip(&tight).zip(&free) {
        if is_shared(answer) {
            // What the field reached before it needed more.
            assert_eq!(answer.outcome.path(), free.outcome.path());
            continue;
        }
        let alone = query.limits(Limits::none().memory(1 << 14));
        let alone = alone.solve(&world, &mut workspace);
        assert_eq!(answer.outcome.name(), alone.outcome.name());
    }
}

/// Cancels each second search that begins.
#[derive(Debug, Default)]
struct EachSecond {
    tokens: [AtomicBool; 2],
    begun: std::sync::atomic::AtomicUsize,
    ended: std::sync::atomic::AtomicUsize,
}

impl BatchObserver for EachSecond {
    fn begins(&self) -> &AtomicBool {
        let turn = self.begun.fetch_add(1, Ordering::Relaxed) % 2;
        self.tokens[turn].store(turn == 1, Ordering::Relaxed);
        &self.tokens[turn]
    }

    fn ended(&self, _: &AtomicBool) {
        self.ended.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn a_watch_is_told_of_every_search_and_cancels_those_it_means() {
    let (world, cells) = cave(40, 7);
    let requests = cells[..60].chunks(2).map(|ends| {
        let query = Query::new(ends[0], ends[1]);
        Request::from(query.algorithm(voxnav_search::Algorithm::Dijkstra))
    });
    let requests = requests.collect::<Vec<_>>();
    let watch = EachSecond::default();
    let batch = Batch::new(world).sharing(BatchSharing::Never).watch(&watch);
    let batch = batch.threads(threads(1)).unwrap();
    let answers = batch.solve(&requests).unwrap();
    let cancelled = answers
        .iter()
        .filter(|answer| matches!(answer.outcome, Outcome::Cancelled { .. }))
        .count();
    let [begun, ended] = [&watch.begun, &watch.ended].map(|count| count.load(Ordering::Relaxed));
    assert_eq!((begun, ended), (30, 30));
    assert!((5..=15).contains(&cancelled), "{cancelled}");
}
