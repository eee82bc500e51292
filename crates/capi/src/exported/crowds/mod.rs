//! Many agents in one world: crowds, and joint plans.

mod closing;
mod crowd;
mod formations;
mod lifelong;
mod movers;
mod policy;
mod reshape;
mod saved;
mod together;
mod updates;

pub use closing::*;
pub use crowd::*;
pub use formations::*;
pub use lifelong::*;
pub use movers::*;
pub use policy::*;
pub use reshape::*;
pub use saved::*;
pub use together::*;
pub use updates::*;
