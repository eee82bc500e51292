//! Moves of which a search needs only some.

use glam::IVec3;
use voxnav_occupancy::CellBox;

use super::direction::Direction;
use super::successors::Move;
use crate::cost::Cost;

/// A successor that a search looks at next: one move, or a run of moves as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The cell that it leads to.
    pub to: IVec3,
    /// The cost to that cell.
    pub cost: Cost,
    /// The direction of arrival, as far as the successors of the cell depend on it.
    pub arrival: Direction,
}

/// Moves of which a search for the cells of a box needs only some: others are made up for by moves of
/// the same cost, and runs of moves lead at once to where there is something to decide.
pub trait Pruned {
    /// Returns whether the successors of a cell depend on how it was reached.
    fn minds_arrival(&self, cell: IVec3, goal: &CellBox) -> bool;

    /// Lists the successors that a search needs which reached `cell` by `arrival`, or began there:
    /// cells in the bounds.
    fn list(
        &self,
        cell: IVec3,
        arrival: Option<Direction>,
        goal: &CellBox,
        listed: &mut Vec<Listed>,
    );

    /// Returns whether a quick check, with so many looks at cells at most, finds that no path leads
    /// from a cell to those of the goal.
    fn is_cut_off(&self, start: IVec3, goal: &CellBox, looks: u64) -> bool;

    /// Writes the moves that lead to one of the cells listed for `from`, in order; returns whether
    /// it was listed as a run.
    fn write_run(&self, from: IVec3, to: IVec3, goal: &CellBox, moves: &mut Vec<Move>) -> bool;
}
