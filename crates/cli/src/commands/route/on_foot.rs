//! Requests of `voxnav route --locomotion`: one agent on the ground, many requests, all processors.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use voxnav::Workspace;
use voxnav::ground::{Action, GroundMoves};
use voxnav::search::Solution;
use voxnav::search::{Query, SearchSettings};

use super::requests::Wanted;
use crate::search::limits::Clock;
use crate::search::walker::Walker;

/// Requests that are answered together: enough that threads rarely wait for the last of them.
const BLOCK: usize = 1024;

/// How requests are answered for an agent on the ground.
pub(super) struct OnFoot<'o> {
    pub(super) walker: Walker,
    pub(super) search: SearchSettings,
    pub(super) clock: &'o Clock,
    pub(super) threads: NonZeroUsize,
}

impl OnFoot<'_> {
    /// Answers requests as they come, and hands out the answers in their order.
    pub(super) fn stream(
        &self,
        mut requests: impl Iterator<Item = Wanted>,
        mut hand_out: impl FnMut(&Solution<Action>) -> ControlFlow<()>,
    ) {
        let mut workspaces: Vec<Workspace> = Vec::new();
        workspaces.resize_with(self.threads.get(), Workspace::new);
        loop {
            let block: Vec<Wanted> = requests.by_ref().take(BLOCK).collect();
            if block.is_empty() {
                return;
            }
            for answer in self.answer(&block, &mut workspaces) {
                if hand_out(&answer).is_break() {
                    return;
                }
            }
        }
    }

    /// The answers to a block in its order, whoever gives them.
    fn answer(&self, block: &[Wanted], workspaces: &mut [Workspace]) -> Vec<Solution<Action>> {
        let taken = AtomicUsize::new(0);
        let answers = Mutex::new(Vec::with_capacity(block.len()));
        thread::scope(|scope| {
            for workspace in workspaces.iter_mut().take(block.len()) {
                scope.spawn(|| {
                    let moves = self.walker.ground.moves();
                    while let Some((place, wanted)) = next(&taken, block) {
                        let answer = self.solve(*wanted, &moves, workspace);
                        let mut answers = answers.lock().unwrap_or_else(PoisonError::into_inner);
                        answers.push((place, answer));
                    }
                });
            }
        });
        let mut answers = answers.into_inner().unwrap_or_else(PoisonError::into_inner);
        answers.sort_unstable_by_key(|&(place, _)| place);
        answers.into_iter().map(|(_, answer)| answer).collect()
    }

    fn solve(
        &self,
        Wanted { start, goal, .. }: Wanted,
        moves: &GroundMoves<'_>,
        workspace: &mut Workspace,
    ) -> Solution<Action> {
        let query = Query::new(start, goal).settings(self.search);
        self.clock.solve(&query, moves, workspace).0
    }
}

/// The next request that nobody has taken.
fn next<'b>(taken: &AtomicUsize, block: &'b [Wanted]) -> Option<(usize, &'b Wanted)> {
    let place = taken.fetch_add(1, Ordering::Relaxed);
    block.get(place).map(|wanted| (place, wanted))
}
