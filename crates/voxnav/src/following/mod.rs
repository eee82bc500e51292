//! Following a smoothed path: where along it an agent is, where to steer, and whether the rest of it
//! is still free.
//!
//! [`Trail`] is a polyline placed in the world, [`Follower`] an agent's way along one.

mod anchor;
mod follower;
mod options;
mod steering;
#[cfg(feature = "serde")]
mod stored;
mod stretch;
mod trail;
mod validity;

pub use anchor::Anchor;
pub use follower::Follower;
pub use options::{TrailError, TrailOptions};
pub use steering::Steering;
pub use trail::{Place, Trail};
pub use validity::Break;
