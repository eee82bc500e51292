//! Moves of a plan that may not all be made.

use glam::IVec3;

use crate::cost::Cost;

/// Moves of an agent that stops before unknown cells: a path of them is a plan, of which it makes what lies in
/// known space.
pub trait Confined<A> {
    /// An unknown cell because of which the agent cannot be at the start of a plan.
    fn unknown_at(&self, start: IVec3) -> Option<IVec3>;

    /// What a move of a plan costs, or an unknown cell because of which it may not be one.
    fn known_move(&self, from: IVec3, to: IVec3, action: A) -> Result<Cost, IVec3>;
}
