//! Blocks in flight: workers on one side, answers in order on the other.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::time::Duration;

use rayon::{ScopeFifo, Yield};

use super::Batch;
use super::block::Block;
use super::request::{Answer, BatchObserver, Counts};
use super::worker::{Parcel, Worker};

/// Blocks that are worked on at the same time. While the last requests of one are long, workers go
/// on with the next ones; this bounds memory.
const BLOCKS_IN_FLIGHT: usize = 4;

/// The time that a thread of the pool sleeps while it waits for answers and has nothing else to do.
const NAP: Duration = Duration::from_millis(1);

/// One run of a batch.
pub(super) struct Dispatch<'b, 'c, O, H> {
    pub(super) batch: &'b Batch<'c>,
    pub(super) counts: Counts,
    pub(super) observer: &'b mut O,
    pub(super) hand_out: H,
}

/// A block being worked on.
struct Flight {
    answers: Receiver<Parcel>,
    count: usize,
}

impl<'b, O: BatchObserver, H: FnMut(Answer) -> ControlFlow<()>> Dispatch<'b, '_, O, H> {
    /// Works through `blocks` and hands out their answers.
    pub(super) fn run<'q>(&mut self, blocks: impl Iterator<Item = Block<'q>>) {
        let batch = self.batch;
        match &batch.pool {
            Some(pool) => pool.in_place_scope_fifo(|scope| self.fly(blocks, scope)),
            None => rayon::in_place_scope_fifo(|scope| self.fly(blocks, scope)),
        }
    }

    fn fly<'s, 'q: 's>(
        &mut self,
        mut blocks: impl Iterator<Item = Block<'q>>,
        scope: &ScopeFifo<'s>,
    ) where
        'b: 's,
    {
        let mut flying = VecDeque::new();
        loop {
            while flying.len() < BLOCKS_IN_FLIGHT
                && let Some(block) = blocks.next()
            {
                self.counts.taken += block.requests.len() as u64;
                flying.push_back(launch(self.batch, block, scope));
            }
            let Some(flight) = flying.pop_front() else {
                return;
            };
            if self.land(&flight).is_break() {
                // Workers notice that their receivers are gone.
                return;
            }
        }
    }

    /// Hands out the answers of a block in order.
    fn land(&mut self, flight: &Flight) -> ControlFlow<()> {
        let mut waiting = std::iter::repeat_with(|| None)
            .take(flight.count)
            .collect::<Vec<Option<Answer>>>();
        let mut next = 0;
        while next < flight.count {
            // Without a sender a worker has panicked; the scope passes that on.
            let Some(parcel) = self.receive(&flight.answers) else {
                return ControlFlow::Break(());
            };
            for (place, answer) in parcel {
                self.counts.note(&answer);
                self.observer.answered(&self.counts);
                waiting[place as usize] = Some(answer);
            }
            while let Some(answer) = waiting.get_mut(next).and_then(Option::take) {
                next += 1;
                (self.hand_out)(answer)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Receives the next parcel. A thread of the pool that runs the batch works while it waits:
    /// otherwise a pool of one thread would wait for itself.
    fn receive(&self, answers: &Receiver<Parcel>) -> Option<Parcel> {
        if self.batch.pool.is_some() || rayon::current_thread_index().is_none() {
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
}

/// Sets workers on a block.
fn launch<'s, 'b: 's, 'q: 's>(
    batch: &'b Batch<'_>,
    block: Block<'q>,
    scope: &ScopeFifo<'s>,
) -> Flight {
    let (sender, answers) = mpsc::channel();
    let count = block.requests.len();
    call(
        batch,
        &Arc::new(block),
        &sender,
        batch.thread_count(),
        scope,
    );
    Flight { answers, count }
}

/// Sets `workers` on a block. They end when they find no task, and call others if tasks come up.
fn call<'s, 'b: 's, 'q: 's>(
    batch: &'b Batch<'_>,
    block: &Arc<Block<'q>>,
    answers: &Sender<Parcel>,
    workers: usize,
    scope: &ScopeFifo<'s>,
) {
    for _ in 0..workers.min(block.requests.len()) {
        let (block, answers) = (Arc::clone(block), answers.clone());
        scope.spawn_fifo(move |scope| {
            let mut workspace = batch.take_workspace();
            let worker = Worker {
                orders: batch.orders(),
                block: &block,
                answers: answers.clone(),
                parcel: Parcel::new(),
                call_others: &|| {
                    let others = batch.thread_count() - 1;
                    call(batch, &block, &answers, others, scope);
                },
            };
            worker.run(&mut workspace);
            batch.return_workspace(workspace);
        });
    }
}
