//! The moves of one kind of agents in a world that changes, as far as paths need them: those of flying agents
//! ([`Flight`]), and of ground agents ([`Ground`]).
//!
//! [`Flight`]: voxnav_search::Flight
//! [`Ground`]: voxnav_search::Ground

use glam::{DVec3, IVec3};
use voxnav_search::{AgentMoves, Cost, Move, Path};

use super::flight::{FlightChanges, Rules};
use super::followed_path::FollowedPath;
use super::ground::GroundChanges;
use super::register::Blocks;

/// The moves of an agent in one snapshot of a world.
pub(super) trait Moves {
    /// Returns whether a move that was begun is finished, such as a jump, and the next begins where it ends.
    fn finishes_moves(&self) -> bool;

    /// Returns which moves may differ from those of an earlier snapshot.
    fn changes_since(&self, before: &AgentMoves) -> Changes;

    /// Returns whether moves that both snapshots have cost the same in both, as far as changes do not tell.
    fn costs_as(&self, before: &AgentMoves) -> bool;

    /// Returns what is to be kept for a path.
    fn kept_for(&self, path: &Path) -> PathMemory;

    /// Finds out what of the rest of a followed path is legal, where changes tell of all that differs since it was last
    /// checked, and what it costs.
    fn check(&self, followed: &mut FollowedPath, changes: Option<&Changes>);

    /// Returns the path at what its moves cost now, as far as changes do not tell.
    fn priced(&self, path: Path) -> Path;

    /// Returns what any path from a cell to the goal of a followed path costs at least.
    fn least(&self, followed: &FollowedPath, from: IVec3) -> Cost;

    /// Returns what a path from a cell that there was not before some changes costs at least, if that is less than
    /// `below`.
    fn least_through(
        &self,
        followed: &FollowedPath,
        from: IVec3,
        changes: &Changes,
        below: Cost,
    ) -> Option<Cost>;

    /// Returns the blocks that a path needs cells of.
    fn blocks_of(&self, path: &Path) -> Blocks;

    /// Returns the positions through which an agent may make a move from a cell: a box in cells; `None` if it goes straight.
    fn room(&self, from: IVec3, made: &Move) -> Option<[DVec3; 2]>;

    /// Returns the path from its goal to its start, where moves lead back.
    fn reversed(&self, path: &Path) -> Option<Path>;
}

/// Returns the moves of an agent as those of its kind.
pub(super) fn of(moves: &AgentMoves) -> &dyn Moves {
    match moves {
        AgentMoves::Flying(flight) => flight,
        AgentMoves::OnGround(ground) => ground,
    }
}

/// The data that moves keep for a path from one look to the next.
#[derive(Clone, Debug)]
pub(super) enum PathMemory {
    Flying(Rules),
    /// The moves of the path, each with whether it exists.
    OnGround(Vec<bool>),
}

/// The differences between two snapshots.
#[derive(Debug)]
pub(super) enum Changes {
    Flying(FlightChanges),
    OnGround(GroundChanges),
    /// The moves are of another kind.
    Total,
}

impl Changes {
    /// Returns whether no move differs.
    pub(super) fn is_empty(&self) -> bool {
        match self {
            Self::Flying(changes) => changes.is_empty(),
            Self::OnGround(changes) => changes.is_empty(),
            Self::Total => false,
        }
    }

    /// Returns whether there may be moves that there were not.
    pub(super) fn frees_any(&self) -> bool {
        match self {
            Self::Flying(changes) => changes.frees_any(),
            Self::OnGround(changes) => changes.frees_any(),
            Self::Total => true,
        }
    }

    /// Returns the blocks in which moves differ; `None` for all.
    pub(super) fn blocks(&self) -> Option<Blocks> {
        match self {
            Self::Flying(changes) => changes.blocks(),
            Self::OnGround(changes) => changes.blocks(),
            Self::Total => None,
        }
    }
}
