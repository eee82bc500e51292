//! Runs that were followed before, and their bounds on the cells that they passed.
//!
//! # Why it is exact
//!
//! A run or a walk from `s`, reached at cost `g(s)`, that passed a cell `x` is a path to `x` of a known cost.
//!
//! 1. If `x` is expanded at a larger cost, it is not on its best path. The proof of
//!    [pruning](crate::expansion::Pruning) needs the cells of one optimal path only, each at its optimal
//!    cost, which no path falls below: none of them is left out.
//!    One expanded at an equal cost may be on the one that the proof follows, and stays, although no world was
//!    found, in half a million answers, in which that matters.
//! 2. If `x` costs as much or more and has a successor straight on, the run has reached the same end, in
//!    the same direction, at no larger cost, and was relaxed: to go there from `x` is no news.
//! 3. Where the run came to nothing, so do all that begin on it, at whatever cost.

use glam::IVec3;

use super::best_first::BestFirst;
use crate::cost::Cost;
use crate::expansion::{Expansion, Followed, RunTarget, Successor};
use crate::goal::GoalTest;
use crate::heuristic::Estimate;
use crate::memory::RunEnd;
use crate::movement::{Direction, DirectionSet};
use crate::open::OpenList;

impl<X: Expansion, E: Estimate, A: GoalTest, Q: OpenList> BestFirst<'_, X, E, A, Q> {
    /// Returns the runs, from a cell reached at cost `g`, that may lead to something new; `None` if
    /// the cell itself leads to nothing, because it was passed at a smaller cost.
    #[inline]
    pub(super) fn unknown_runs(
        &mut self,
        g: Cost,
        cell: IVec3,
        runs: DirectionSet,
    ) -> Option<DirectionSet> {
        if self.records.known_runs().are_noted() {
            self.not_passed(g, cell, runs)
        } else {
            Some(runs)
        }
    }

    /// Returns the same in a long search. A call of its own, which keeps the loop of short ones
    /// small.
    #[inline(never)]
    fn not_passed(&mut self, g: Cost, cell: IVec3, runs: DirectionSet) -> Option<DirectionSet> {
        let mut unknown = runs;
        for direction in runs.iter() {
            let each = self.policies.expansion.cost(direction);
            let Some(known) = self.records.known_runs().find(cell, direction, each) else {
                continue;
            };
            if known.cost < g {
                return None;
            }
            if known.end == RunEnd::Nothing || known.cost == g {
                self.state.runs.note(known.moves);
                unknown.0 &= !direction.bit();
            }
        }
        Some(unknown)
    }

    /// Follows a run from a cell reached at cost `g`, from memory if the run is known, and notes
    /// it.
    #[inline]
    pub(super) fn run(&mut self, g: Cost, cell: IVec3, direction: Direction) -> Followed {
        if self.records.known_runs().are_noted() {
            self.remembered_run(g, cell, direction)
        } else {
            self.policies.expansion.run(cell, direction)
        }
    }

    #[inline(never)]
    fn remembered_run(&mut self, g: Cost, cell: IVec3, direction: Direction) -> Followed {
        let each = self.policies.expansion.cost(direction);
        if let Some(known) = self.records.known_runs().find(cell, direction, each) {
            let reached = match known.end {
                RunEnd::Nothing => RunTarget::Nothing,
                // To where the other run has led at no larger cost.
                RunEnd::Successor if known.cost <= g => RunTarget::Nothing,
                RunEnd::Successor => RunTarget::Successor(Successor {
                    cell: cell + direction.offset() * known.moves.cast_signed(),
                    cost: each * known.moves,
                }),
            };
            return Followed {
                reached,
                skipped: known.moves,
            };
        }
        let followed = self.policies.expansion.run(cell, direction);
        let (moves, end) = match followed.reached {
            RunTarget::Successor(end) => {
                let moves = (end.cell - cell).abs().max_element().cast_unsigned();
                (moves, RunEnd::Successor)
            }
            RunTarget::Nothing => (followed.skipped, RunEnd::Nothing),
            RunTarget::Midway(_) => return followed,
        };
        let known_runs = self.records.known_runs_mut();
        known_runs.note(cell, g, direction, moves, end);
        followed
    }
}
