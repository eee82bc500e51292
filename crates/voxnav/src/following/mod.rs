//! Following a smoothed path: where along it an agent is, where to steer, and whether the rest of it
//! is still free.
//!
//! [`SmoothPath`] is a polyline placed in the world, [`Follower`] an agent's way along one.

mod anchor;
mod follower;
mod options;
mod smooth_path;
mod steering;
#[cfg(feature = "serde")]
mod stored;
mod stretch;
mod validity;

pub use anchor::Anchor;
pub use follower::Follower;
pub use options::{SmoothPathError, SmoothPathOptions};
pub use smooth_path::{Progress, SmoothPath};
pub use steering::Steering;
pub use validity::Blockage;
