//! The moves that survive pruning, with straight runs followed to their jump points.

use glam::IVec3;
use voxnav_occupancy::Traversability;
use voxnav_occupancy::internals::ScanEnd;

use super::pruning::Pruning;
use super::{CorridorEdges, Directions, Expansion, Followed, Reached, Successor, Ties};
use crate::goal::GoalTest;
use crate::movement::{Direction, DirectionSet};

/// The moves that survive pruning, straight ones followed to the end of their run. For uniform
/// terrain.
pub(crate) struct Jump<'w, A> {
    pub(crate) world: &'w Traversability,
    pub(crate) pruning: &'static Pruning,
    /// Where runs end although nothing turns: a goal is a successor.
    pub(crate) goal_test: A,
    pub(crate) corridor_edges: CorridorEdges<'w>,
}

impl<A: GoalTest> Expansion for Jump<'_, A> {
    const TIES: Ties = Ties::Merge;

    #[inline]
    fn directions(&self, cell: IVec3, arrival: Option<Direction>) -> Directions {
        self.corridor_edges.set_apart(cell, arrival, || {
            let neighborhood = self.pruning.neighborhood(self.world, cell);
            let all = self.pruning.successors(arrival, neighborhood);
            let runs = self.pruning.long_runs(all, neighborhood);
            Directions {
                runs,
                ..Directions::moves(DirectionSet(all.0 & !runs.0))
            }
        })
    }

    #[inline]
    fn single_moves(&self, cell: IVec3, arrival: Option<Direction>) -> Directions {
        self.corridor_edges.set_apart(cell, arrival, || {
            let neighborhood = self.pruning.neighborhood(self.world, cell);
            Directions::moves(self.pruning.successors(arrival, neighborhood))
        })
    }

    #[inline]
    fn corridor_edges(&self) -> CorridorEdges<'_> {
        self.corridor_edges
    }

    #[inline]
    fn step(&self, cell: IVec3, direction: Direction) -> Successor {
        Successor {
            cell: cell + direction.offset(),
            cost: direction.cost(),
        }
    }

    #[inline]
    fn run(&self, cell: IVec3, direction: Direction) -> Followed {
        let Some((heading, watch)) = self.pruning.run(direction) else {
            return Followed {
                reached: Reached::Nothing,
                skipped: 0,
            };
        };
        let run = self.world.run(cell, *heading, watch);
        let after = |moves: u32| Successor {
            cell: cell + direction.offset() * moves.cast_signed(),
            cost: direction.cost() * moves,
        };
        let interest = |moves: u32| Followed {
            reached: Reached::Successor(after(moves)),
            skipped: moves.saturating_sub(1),
        };
        if let Some(moves) = self.goal_test.ahead(cell, *heading, run.length) {
            return interest(moves);
        }
        let reached = match run.end {
            ScanEnd::JumpPoint => return interest(run.length),
            ScanEnd::Unfinished => Reached::Midway(after(run.length)),
            ScanEnd::Blocked => Reached::Nothing,
        };
        Followed {
            reached,
            skipped: run.length,
        }
    }
}
