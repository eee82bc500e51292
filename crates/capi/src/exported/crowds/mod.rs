//! Many agents in one world: crowds, and joint plans.

mod agents;
mod closing;
mod crowd;
mod formations;
mod lifelong;
mod mapf;
mod reshape;
mod saved;
mod settings;
mod updates;

pub use agents::*;
pub use closing::*;
pub use crowd::*;
pub use formations::*;
pub use lifelong::*;
pub use mapf::*;
pub use reshape::*;
pub use saved::*;
pub use settings::*;
pub use updates::*;
