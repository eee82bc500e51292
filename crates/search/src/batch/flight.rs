//! Blocks in flight: workers on one side, answers in order on the other.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError};
use std::time::Duration;

use rayon::{ScopeFifo, Yield};

use super::Batch;
use super::block::Block;
use super::request::{Answer, Counts};
use super::worker::{Parcel, Worker};

/// Blocks that are worked on at the same time. While the last requests of one are long, workers go
/// on with the next ones; this bounds memory.
const BLOCKS_IN_FLIGHT: usize = 4;

/// The time that a thread of the pool sleeps while it waits for answers and has nothing else to do.
const NAP: Duration = Duration::from_millis(1);

/// A block being worked on.
struct Flight {
    answers: Receiver<Parcel>,
    count: usize,
}

/// Works through `blocks` and hands out their answers.
pub(super) fn dispatch<'q>(
    batch: &Batch<'_>,
    blocks: impl Iterator<Item = Block<'q>>,
    hand_out: impl FnMut(Answer) -> ControlFlow<()>,
) -> Counts {
    match &batch.pool {
        Some(pool) => pool.in_place_scope_fifo(|scope| fly(batch, blocks, hand_out, scope)),
        None => rayon::in_place_scope_fifo(|scope| fly(batch, blocks, hand_out, scope)),
    }
}

fn fly<'s, 'b: 's, 'q: 's>(
    batch: &'b Batch<'_>,
    mut blocks: impl Iterator<Item = Block<'q>>,
    mut hand_out: impl FnMut(Answer) -> ControlFlow<()>,
    scope: &ScopeFifo<'s>,
) -> Counts {
    let mut counts = Counts::default();
    let mut flying = VecDeque::new();
    loop {
        while flying.len() < BLOCKS_IN_FLIGHT
            && let Some(block) = blocks.next()
        {
            counts.taken += block.requests.len() as u64;
            flying.push_back(launch(batch, block, scope));
        }
        let Some(flight) = flying.pop_front() else {
            return counts;
        };
        if land(batch, &flight, &mut counts, &mut hand_out).is_break() {
            // Workers notice that their receivers are gone.
            return counts;
        }
    }
}

/// Hands out the answers of a block in order.
fn land(
    batch: &Batch<'_>,
    flight: &Flight,
    counts: &mut Counts,
    mut hand_out: impl FnMut(Answer) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut waiting = std::iter::repeat_with(|| None)
        .take(flight.count)
        .collect::<Vec<Option<Answer>>>();
    let mut next = 0;
    while next < flight.count {
        // Without a sender a worker has panicked; the scope passes that on.
        let Some(parcel) = receive(batch, &flight.answers) else {
            return ControlFlow::Break(());
        };
        for (place, answer) in parcel {
            counts.note(&answer);
            waiting[place as usize] = Some(answer);
        }
        while let Some(answer) = waiting.get_mut(next).and_then(Option::take) {
            next += 1;
            hand_out(answer)?;
        }
    }
    ControlFlow::Continue(())
}

/// Receives the next parcel. A thread of the pool that runs the batch works while it waits:
/// otherwise a pool of one thread would wait for itself.
fn receive(batch: &Batch<'_>, answers: &Receiver<Parcel>) -> Option<Parcel> {
    if batch.pool.is_some() || rayon::current_thread_index().is_none() {
        return answers.recv().ok();
    }
    loop {
        match answers.try_recv() {
            Ok(parcel) => return Some(parcel),
            Err(TryRecvError::Disconnected) => return None,
            Err(TryRecvError::Empty) => {}
        }
        if rayon::yield_now() != Some(Yield::Executed) {
            match answers.recv_timeout(NAP) {
                Ok(parcel) => return Some(parcel),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// Sets workers on a block. They end when they find no task.
fn launch<'s, 'b: 's, 'q: 's>(
    batch: &'b Batch<'_>,
    block: Block<'q>,
    scope: &ScopeFifo<'s>,
) -> Flight {
    let (sender, answers) = mpsc::channel();
    let count = block.requests.len();
    let block = Arc::new(block);
    for _ in 0..batch.thread_count().min(count) {
        let (block, sender) = (Arc::clone(&block), sender.clone());
        scope.spawn_fifo(move |_| Worker::new(batch, &block, sender).run());
    }
    Flight { answers, count }
}
