//! The questions that the improvement asks of a kind of agents.

use super::visits::Visits;
use crate::mapf::roadmap::Cell;

/// A move that an agent may make, or to stay for a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    /// The number among the moves from a place.
    pub(crate) rank: usize,
    pub(crate) to: Cell,
    pub(crate) steps: u32,
    /// The distance from the goal after it.
    pub(crate) distance: u32,
}

/// The ways of some kind of agents among the paths of others.
///
/// A path has the place of an agent after each step: where it can stay, a *node*, which is a cell, or a cell and a heading;
/// others lie between nodes, in the middle of moves of several steps. Visits, and goals, are of cells.
pub(crate) trait Ways {
    /// Returns the end of the numbers of cells.
    fn cells(&self) -> usize;

    /// Returns the end of the numbers of nodes.
    fn places(&self) -> usize;

    fn goal(&self, agent: u32) -> Cell;

    /// Returns the cell of a node.
    fn rests_at(&self, node: Cell) -> Cell {
        node
    }

    /// Returns the node where an agent is, or which it has left last.
    fn cell_at(&self, place: Cell) -> Cell;

    /// Calls `each` with the nodes to which moves lead from one.
    fn each_beside(&self, cell: Cell, each: impl FnMut(Cell));

    /// Calls `each` with the places in the middle of a move, the last one first.
    fn each_between(&self, from: Cell, to: Cell, each: impl FnMut(Cell));

    /// Calls `each` with each cell on a path of an agent and the time, but for the last cell, where it stands permanently.
    fn each_visit(&self, path: &[Cell], each: impl FnMut(Cell, u32));

    /// Lists the moves from a cell for an agent that is so far from its goal there, to stay included.
    fn list(&mut self, agent: u32, cell: Cell, distance: u32, ways: &mut Vec<Way>);

    /// Returns the number of the stay at a cell that a time belongs to: agents that come to a cell in one stay are best
    /// off if they came early.
    fn stay(&self, visits: &Visits, cell: Cell, time: u32) -> u32;

    /// Calls `each` with the earliest time of each stay, up to a time, at which an agent that is at a cell from a time on
    /// can have made each of some moves; and with the move and the number of the stay where it leads to.
    fn each_arrival(
        &self,
        visits: &Visits,
        at: (Cell, u32),
        ways: &[Way],
        most: u32,
        each: impl FnMut(&Way, u32, u32),
    );

    /// Returns the time from which an agent can stand at a cell permanently.
    fn free_from(&self, visits: &Visits, cell: Cell) -> u32;
}
