//! Requests of `voxnav route --locomotion`: one ground agent, many requests, all processors.

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use voxnav::Workspace;
use voxnav::batch::BatchError;
use voxnav::search::{Query, SearchSettings, Solution};

use super::FEWER_THREADS;
use super::requests::RouteRequest;
use crate::error::{CliError, Context};
use crate::search::limits::Clock;
use crate::search::walker::Walker;

/// Requests that are answered together: enough that threads rarely wait for the last of them.
const BLOCK: usize = 1024;

thread_local! {
    /// The workspace of a thread, which serves one request after the other.
    static WORKSPACE: RefCell<Workspace> = RefCell::new(Workspace::new());
}

/// The answers for a ground agent.
pub(super) struct OnFoot<'o> {
    pub(super) walker: Walker,
    search: SearchSettings,
    clock: &'o Clock,
    threads: ThreadPool,
}

impl<'o> OnFoot<'o> {
    pub(super) fn new(
        walker: Walker,
        search: SearchSettings,
        clock: &'o Clock,
        threads: NonZeroUsize,
    ) -> Result<Self, CliError> {
        let threads = ThreadPoolBuilder::new().num_threads(threads.get()).build();
        let threads = threads.map_err(BatchError::from);
        Ok(Self {
            walker,
            search,
            clock,
            threads: threads.or_advise(FEWER_THREADS)?,
        })
    }

    /// Answers requests as they come, and hands out the answers in their order.
    pub(super) fn stream(
        &self,
        mut requests: impl Iterator<Item = RouteRequest>,
        mut hand_out: impl FnMut(&Solution) -> ControlFlow<()>,
    ) {
        loop {
            let block: Vec<RouteRequest> = requests.by_ref().take(BLOCK).collect();
            if block.is_empty() {
                return;
            }
            let answers = block.par_iter().map(|wanted| self.solve(wanted));
            let answers: Vec<_> = self.threads.install(|| answers.collect());
            if answers.iter().try_for_each(&mut hand_out).is_break() {
                return;
            }
        }
    }

    fn solve(&self, wanted: &RouteRequest) -> Solution {
        let query = Query::new(wanted.start, wanted.goal).settings(self.search);
        let answer = |workspace: &mut _| self.clock.solve(&query, &self.walker.ground, workspace);
        WORKSPACE.with_borrow_mut(answer).0
    }
}
