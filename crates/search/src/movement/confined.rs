//! Moves of a plan that may not all be made.

use glam::IVec3;

use super::successors::{Move, Successors};

/// Moves of an agent that stops before unknown cells: a path of them is a plan, of which the agent
/// makes the part in known space.
pub trait Confined {
    /// Returns an unknown cell because of which the agent cannot be at the start of a plan.
    fn unknown_at(&self, start: IVec3) -> Option<IVec3>;

    /// Returns the move in known space that leads from one cell to another and costs no more than
    /// the plan takes it to cost, or an unknown cell because of which there may be none.
    fn known_move(&self, from: IVec3, to: IVec3) -> Result<Move, IVec3>;

    /// Returns the moves in known space: some of those of the plan, none of them cheaper.
    fn known_space(&self) -> &dyn Successors;
}
