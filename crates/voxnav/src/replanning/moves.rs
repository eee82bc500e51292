//! The moves of one kind of agents in a world that changes, as far as paths need them: those of agents that fly
//! ([`Flight`]), and of agents on the ground ([`Ground`]).
//!
//! [`Flight`]: voxnav_search::Flight
//! [`Ground`]: voxnav_search::Ground

use std::fmt::Debug;

use glam::{DVec3, IVec3};
use voxnav_search::{Cost, Move, Path};

use super::followed_path::FollowedPath;
use super::register::Blocks;
use super::workspace::{Recent, ReplanWorkspace};
use crate::guidance::Guided;

/// The moves of an agent in one snapshot of a world.
pub(crate) trait Moves: Guided {
    /// The differences between two snapshots.
    type Changes: Difference + Send + Sync;
    /// The data kept for a path from one look to the next.
    type Kept: Clone + Debug;

    /// True if a move that was begun is finished, such as a jump, and the next begins where it ends.
    const FINISHES_MOVES: bool;

    /// Returns the changes kept of the last pairs of snapshots.
    fn recent(workspace: &ReplanWorkspace) -> &Recent<Self>;

    /// Returns which moves may differ from those of an earlier snapshot.
    fn changes_since(&self, before: &Self) -> Self::Changes;

    /// Returns whether moves that both snapshots have cost the same in both, as far as changes do not tell.
    fn costs_as(&self, before: &Self) -> bool;

    /// Returns what is to be kept for a path.
    fn kept_for(&self, path: &Path) -> Self::Kept;

    /// Finds out what of the rest of a followed path is legal, where changes tell of all that differs since it was last
    /// checked, and what it costs.
    fn check(&self, followed: &mut FollowedPath<Self>, changes: Option<&Self::Changes>);

    /// Returns the path at what its moves cost now, as far as changes do not tell.
    fn priced(&self, path: Path) -> Path;

    /// Returns what any path from a cell to the goal of a followed path costs at least.
    fn least(&self, followed: &FollowedPath<Self>, from: IVec3) -> Cost;

    /// Returns what a path from a cell that there was not before some changes costs at least, if that is less than
    /// `below`.
    fn least_through(
        &self,
        followed: &FollowedPath<Self>,
        from: IVec3,
        changes: &Self::Changes,
        below: Cost,
    ) -> Option<Cost>;

    /// Returns the blocks that a path needs cells of.
    fn blocks_of(&self, path: &Path) -> Blocks;

    /// Returns the positions through which an agent may make a move from a cell: a box in cells; `None` if it goes straight.
    fn room(&self, from: IVec3, made: &Move) -> Option<[DVec3; 2]>;

    /// Returns the path from its goal to its start, where moves lead back.
    fn reversed(&self, path: &Path) -> Option<Path>;
}

/// The differences between two snapshots.
pub(crate) trait Difference: Debug {
    /// Returns whether no move differs.
    fn is_empty(&self) -> bool;

    /// Returns whether there may be moves that there were not.
    fn frees_any(&self) -> bool;

    /// Returns the blocks in which moves differ; `None` for all.
    fn blocks(&self) -> Option<Blocks>;
}
