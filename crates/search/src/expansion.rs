//! Expansion policies: which successors the loop gets to see.

use glam::IVec3;
use voxnav_occupancy::{RunEnd, Traversability};

use crate::aim::Aim;
use crate::moves::DirectionSet;
use crate::path::Path;
use crate::pruning::Pruning;
use crate::workspace::{CellKey, Records};
use crate::{Cost, Direction, Terrain};

/// What to do with a cell that is reached again at the same cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ties {
    /// Nothing: its successors do not depend on how it was reached.
    Ignore,
    /// Expand it for the new direction too, because other successors may survive.
    Merge,
}

/// What the cost is worth at which a cell is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Costs {
    /// A way of that cost is known.
    Known,
    /// Whether there is one turns out when the cell is served, goals included.
    Presumed,
}

/// Where a move or a run of moves leads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Successor {
    pub(crate) cell: IVec3,
    /// The cost of getting there.
    pub(crate) cost: Cost,
}

/// What following a run came to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Followed {
    pub(crate) reached: Reached,
    /// How many cells it passed that need not be expanded.
    pub(crate) skipped: u32,
}

/// Where a run leads.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reached {
    /// To the next cell of interest.
    Successor(Successor),
    /// To a cell of no interest, from where it goes on.
    Midway(Successor),
    /// Nowhere.
    Nothing,
}

/// Where the successors of a cell are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Directions {
    /// Single moves.
    pub(crate) steps: DirectionSet,
    /// Runs of straight moves. Finding the end of a run takes work, so the loop puts it off until
    /// the first move of the run is the most promising one.
    pub(crate) runs: DirectionSet,
}

/// Produces the successors of cells.
pub(crate) trait Expansion {
    /// What the policy needs for ties.
    const TIES: Ties;

    /// What its costs are worth.
    const COSTS: Costs = Costs::Known;

    /// The directions in which `cell`, reached by `arrival`, has successors.
    fn directions(&self, cell: IVec3, arrival: Option<Direction>) -> Directions;

    /// The same directions, all for single moves.
    fn single_moves(&self, cell: IVec3, arrival: Option<Direction>) -> Directions {
        self.directions(cell, arrival)
    }

    /// The neighbour in one of the directions of single moves.
    fn step(&self, cell: IVec3, direction: Direction) -> Successor;

    /// Follows the run in one of the directions of runs.
    fn run(&self, cell: IVec3, direction: Direction) -> Followed {
        Followed {
            reached: Reached::Successor(self.step(cell, direction)),
            skipped: 0,
        }
    }

    /// The cost at which a successor of the cell being served, itself reached at `g`, is reached.
    #[inline]
    fn reach(&mut self, records: &Records, g: Cost, successor: Successor) -> Cost {
        let _ = records;
        g + successor.cost
    }

    /// Notes that the way just asked for is the best one to the cell of `key` so far.
    #[inline]
    fn note(&mut self, key: CellKey) {
        let _ = key;
    }

    /// What a cell that is about to be expanded at cost `g` does cost, and the direction of arrival.
    /// For [`Costs::Presumed`].
    fn confirm(
        &mut self,
        records: &Records,
        key: CellKey,
        arrival: Option<Direction>,
        g: Cost,
    ) -> (Cost, Option<Direction>) {
        let _ = (records, key);
        (g, arrival)
    }

    /// Writes the path to a reached cell to `path`, where the policy knows it better than the
    /// records do.
    fn way_to(&self, records: &Records, cell: IVec3, path: &mut Path) -> Option<()> {
        let _ = (records, cell, path);
        None
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
    fn directions(&self, cell: IVec3, _: Option<Direction>) -> Directions {
        let steps = self.pruning.legal(self.world.neighborhood(cell));
        Directions {
            steps,
            runs: DirectionSet::default(),
        }
    }

    #[inline]
    fn step(&self, cell: IVec3, direction: Direction) -> Successor {
        let cell = cell + direction.offset();
        Successor {
            cell,
            cost: direction.cost() * weight(self.terrain, cell),
        }
    }
}

/// Every legal move, taken in the opposite direction: it costs what the cell that the search comes
/// from says, since that is the one the agent moves into.
pub(crate) struct Backwards<'w>(pub(crate) Plain<'w>);

impl Expansion for Backwards<'_> {
    const TIES: Ties = Ties::Ignore;

    #[inline]
    fn directions(&self, cell: IVec3, arrival: Option<Direction>) -> Directions {
        self.0.directions(cell, arrival)
    }

    #[inline]
    fn step(&self, cell: IVec3, direction: Direction) -> Successor {
        Successor {
            cell: cell + direction.offset(),
            cost: direction.cost() * weight(self.0.terrain, cell),
        }
    }
}

/// The moves that survive pruning, one cell at a time; where the terrain is not even around a cell,
/// every legal move.
///
/// A detour that prunes a successor stays within the 27 cells around the cell. If these have one
/// weight, it multiplies the cost of the detour and of the way through the cell alike, so what is
/// cheaper stays so, and ties stay ties. The argument that pruning is exact asks no more than that
/// each pruned successor has such a detour: it need not be the same everywhere what is pruned.
pub(crate) struct Canonical<'w> {
    pub(crate) world: &'w Traversability,
    pub(crate) pruning: &'static Pruning,
    pub(crate) terrain: Option<&'w Terrain>,
}

impl Expansion for Canonical<'_> {
    const TIES: Ties = Ties::Merge;

    #[inline]
    fn directions(&self, cell: IVec3, arrival: Option<Direction>) -> Directions {
        let is_even = |terrain: &Terrain| terrain.is_even_around(cell);
        let arrival = arrival.filter(|_| self.terrain.is_none_or(is_even));
        let steps = self
            .pruning
            .successors(arrival, self.world.neighborhood(cell));
        Directions {
            steps,
            runs: DirectionSet::default(),
        }
    }

    #[inline]
    fn step(&self, cell: IVec3, direction: Direction) -> Successor {
        let cell = cell + direction.offset();
        Successor {
            cell,
            cost: direction.cost() * weight(self.terrain, cell),
        }
    }
}

/// What the length of a move into `cell` is multiplied by.
#[inline]
fn weight(terrain: Option<&Terrain>, cell: IVec3) -> u32 {
    terrain.map_or(1, |terrain| terrain.weight(cell).into())
}

/// The moves that survive pruning, straight ones followed to the end of their run. For uniform
/// terrain.
pub(crate) struct Jump<'w, A> {
    pub(crate) world: &'w Traversability,
    pub(crate) pruning: &'static Pruning,
    /// Where runs end although nothing turns: a goal is a successor.
    pub(crate) aim: A,
}

impl<A: Aim> Expansion for Jump<'_, A> {
    const TIES: Ties = Ties::Merge;

    #[inline]
    fn directions(&self, cell: IVec3, arrival: Option<Direction>) -> Directions {
        let neighborhood = self.world.neighborhood(cell);
        let all = self.pruning.successors(arrival, neighborhood);
        let runs = self.pruning.long_runs(all, neighborhood);
        Directions {
            steps: DirectionSet(all.0 & !runs.0),
            runs,
        }
    }

    #[inline]
    fn single_moves(&self, cell: IVec3, arrival: Option<Direction>) -> Directions {
        let neighborhood = self.world.neighborhood(cell);
        Directions {
            steps: self.pruning.successors(arrival, neighborhood),
            runs: DirectionSet::default(),
        }
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
        if let Some(moves) = self.aim.ahead(cell, *heading, run.length) {
            return interest(moves);
        }
        let reached = match run.end {
            RunEnd::Turn => return interest(run.length),
            RunEnd::Unfinished => Reached::Midway(after(run.length)),
            RunEnd::Blocked => Reached::Nothing,
        };
        Followed {
            reached,
            skipped: run.length,
        }
    }
}
