//! Ground agents, in world units: their routes are made of their moves, and edits change what
//! they concern.

mod doors;
mod exploring;
mod laws;
mod links;
mod matter;
mod off_grid;
mod refusals;
mod slopes;
mod smoothing;
pub(crate) mod unseen;
pub(crate) mod worlds;
