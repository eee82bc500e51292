//! Blocks in flight: workers on one side, answers in order on the other.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use rayon::{ScopeFifo, Yield};

use super::block::Block;
use super::request::{Answer, Counts};
use super::worker::{PlacedAnswers, Worker};
use super::{Batch, Parallel};

/// Blocks that are worked on at the same time. While the last requests of one are long, workers go
/// on with the next ones; this bounds memory.
const BLOCKS_IN_FLIGHT: usize = 4;

/// The time that a thread of the pool sleeps while it waits for answers and has nothing else to do.
const NAP: Duration = Duration::from_millis(1);

/// A block being worked on: the answers that each worker gives when it ends.
struct Flight {
    answers: Receiver<PlacedAnswers>,
    count: usize,
}

/// Works through `blocks` and hands out their answers.
pub(super) fn dispatch<'q, M: Parallel>(
    batch: &Batch<'_, M>,
    blocks: impl Iterator<Item = Block<'q, M>>,
    hand_out: impl FnMut(Answer) -> ControlFlow<()>,
) -> Counts {
    let ended = &AtomicBool::new(false);
    match &batch.pool {
        Some(pool) => pool.in_place_scope_fifo(|scope| fly(batch, blocks, hand_out, ended, scope)),
        None => rayon::in_place_scope_fifo(|scope| fly(batch, blocks, hand_out, ended, scope)),
    }
}

fn fly<'s, 'b: 's, 'q: 's, M: Parallel + 's>(
    batch: &'b Batch<'_, M>,
    mut blocks: impl Iterator<Item = Block<'q, M>>,
    mut hand_out: impl FnMut(Answer) -> ControlFlow<()>,
    ended: &'b AtomicBool,
    scope: &ScopeFifo<'s>,
) -> Counts {
    let mut counts = Counts::default();
    let mut flying = VecDeque::new();
    loop {
        while flying.len() < BLOCKS_IN_FLIGHT
            && let Some(block) = blocks.next()
        {
            counts.taken += block.requests.len() as u64;
            flying.push_back(launch(batch, block, ended, scope));
        }
        // Without all answers a worker has panicked; the scope passes that on.
        let Some(answers) = flying.pop_front().and_then(|flight| flight.land(batch)) else {
            return counts;
        };
        for answer in &answers {
            counts.note(answer);
        }
        if answers.into_iter().try_for_each(&mut hand_out).is_break() {
            ended.store(true, Ordering::Relaxed);
            return counts;
        }
    }
}

/// Sets workers on a block. They end when they find no task.
fn launch<'s, 'b: 's, 'q: 's, M: Parallel + 's>(
    batch: &'b Batch<'_, M>,
    block: Block<'q, M>,
    ended: &'b AtomicBool,
    scope: &ScopeFifo<'s>,
) -> Flight {
    let (sender, answers) = mpsc::channel();
    let count = block.requests.len();
    let block = Arc::new(block);
    for _ in 0..batch.thread_count().min(count) {
        let (block, sender) = (Arc::clone(&block), sender.clone());
        scope.spawn_fifo(move |_| {
            let answers = Worker::new(batch, &block).run(ended);
            // A receiver that is gone wants nothing.
            let _ = sender.send(answers);
        });
    }
    Flight { answers, count }
}

impl Flight {
    /// Returns the answers in order, if all are there.
    fn land<M>(&self, batch: &Batch<'_, M>) -> Option<Vec<Answer>> {
        let mut answers = Vec::new();
        answers.resize_with(self.count, || None);
        while let Some(part) = self.receive(batch) {
            for (place, answer) in part {
                answers[place] = Some(answer);
            }
        }
        answers.into_iter().collect()
    }

    /// Receives the answers of the next worker that ends. A thread of the pool that runs the batch
    /// works while it waits: otherwise a pool of one thread would wait for itself.
    fn receive<M>(&self, batch: &Batch<'_, M>) -> Option<PlacedAnswers> {
        if batch.pool.is_some() || rayon::current_thread_index().is_none() {
            return self.answers.recv().ok();
        }
        loop {
            let nap = match rayon::yield_now() {
                Some(Yield::Executed) => Duration::ZERO,
                _ => NAP,
            };
            match self.answers.recv_timeout(nap) {
                Ok(part) => return Some(part),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}
