//! Expansion policies: which successors the loop gets to see.

use glam::IVec3;
use voxnav_occupancy::{Axis, Heading, Run, RunEnd, Sense, Traversability, Watch};

use crate::pruning::Pruning;
use crate::{Cost, Direction, Terrain};

/// A cell that can be reached from the one being expanded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Successor {
    pub(crate) cell: IVec3,
    /// The cost of getting there.
    pub(crate) cost: Cost,
    /// The direction of the move or moves.
    pub(crate) arrival: Direction,
}

/// What to do with a cell that is reached again at the same cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ties {
    /// Nothing: its successors do not depend on how it was reached.
    Ignore,
    /// Expand it for the new direction too, because other successors may survive.
    Merge,
}

/// Produces the successors of cells.
pub(crate) trait Expansion {
    /// What the policy needs for ties.
    const TIES: Ties;

    /// Hands every successor of `cell`, reached by `arrival`, to `sink`.
    fn expand(&self, cell: IVec3, arrival: Option<Direction>, sink: impl FnMut(Successor));

    /// What the length of a move into `cell` is multiplied by.
    fn weight(&self, cell: IVec3) -> u32 {
        let _ = cell;
        1
    }
}

/// Every legal move, at the cost of the terrain.
pub(crate) struct Plain<'w> {
    pub(crate) world: &'w Traversability,
    pub(crate) pruning: &'static Pruning,
    pub(crate) terrain: Option<&'w Terrain>,
}

impl Expansion for Plain<'_> {
    const TIES: Ties = Ties::Ignore;

    #[inline]
    fn expand(&self, cell: IVec3, _: Option<Direction>, mut sink: impl FnMut(Successor)) {
        for arrival in self.pruning.legal(self.world.neighborhood(cell)).iter() {
            let target = cell + arrival.offset();
            sink(Successor {
                cell: target,
                cost: arrival.cost() * self.weight(target),
                arrival,
            });
        }
    }

    #[inline]
    fn weight(&self, cell: IVec3) -> u32 {
        self.terrain
            .map_or(1, |terrain| terrain.weight(cell).into())
    }
}

/// The moves that survive pruning, one cell at a time. For uniform terrain.
pub(crate) struct Canonical<'w> {
    pub(crate) world: &'w Traversability,
    pub(crate) pruning: &'static Pruning,
}

impl Expansion for Canonical<'_> {
    const TIES: Ties = Ties::Merge;

    #[inline]
    fn expand(&self, cell: IVec3, arrival: Option<Direction>, mut sink: impl FnMut(Successor)) {
        let successors = self
            .pruning
            .successors(arrival, self.world.neighborhood(cell));
        for arrival in successors.iter() {
            sink(Successor {
                cell: cell + arrival.offset(),
                cost: arrival.cost(),
                arrival,
            });
        }
    }
}

/// The moves that survive pruning, straight ones followed to the end of their run. For uniform
/// terrain.
pub(crate) struct Jump<'w> {
    pub(crate) world: &'w Traversability,
    pub(crate) pruning: &'static Pruning,
    pub(crate) goal: IVec3,
}

impl Expansion for Jump<'_> {
    const TIES: Ties = Ties::Merge;

    #[inline]
    fn expand(&self, cell: IVec3, arrival: Option<Direction>, mut sink: impl FnMut(Successor)) {
        let successors = self
            .pruning
            .successors(arrival, self.world.neighborhood(cell));
        for direction in successors.iter() {
            match self.pruning.run(direction) {
                None => sink(Successor {
                    cell: cell + direction.offset(),
                    cost: direction.cost(),
                    arrival: direction,
                }),
                Some((heading, watch)) => {
                    if let Some(moves) = self.follow(cell, *heading, watch) {
                        sink(Successor {
                            cell: cell + heading.step() * moves.cast_signed(),
                            cost: Cost::STRAIGHT * moves,
                            arrival: direction,
                        });
                    }
                }
            }
        }
    }
}

impl Jump<'_> {
    /// How many moves along a run lead to its next cell of interest: the goal or a turn.
    #[inline]
    fn follow(&self, cell: IVec3, heading: Heading, watch: &Watch) -> Option<u32> {
        let Run { length, end } = self.world.run(cell, heading, watch);
        match self.moves_to_goal(cell, heading) {
            Some(moves) if moves <= length => Some(moves),
            _ => (end == RunEnd::Turn).then_some(length),
        }
    }

    /// The moves to the goal if it lies straight ahead.
    #[inline]
    fn moves_to_goal(&self, cell: IVec3, Heading { axis, sense }: Heading) -> Option<u32> {
        let ahead = self.goal - cell;
        let beside = Axis::others(axis).map(|other| other.of(ahead));
        if beside != [0, 0] {
            return None;
        }
        let moves = match sense {
            Sense::Up => axis.of(ahead),
            Sense::Down => -axis.of(ahead),
        };
        (moves > 0).then_some(moves.cast_unsigned())
    }
}
