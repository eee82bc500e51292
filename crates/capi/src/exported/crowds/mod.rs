//! Many agents in one world: crowds.

mod crowd;
mod movers;
mod policy;
mod updates;

pub use crowd::*;
pub use movers::*;
pub use policy::*;
pub use updates::*;
