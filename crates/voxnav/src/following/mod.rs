//! Following of smooth paths: where an agent is on its way, and what stands in it.
//!
//! A [`SmoothPath`] is what an agent follows, a [`Follower`](crate::Follower) leads it
//! there. [`Progress`] is a place on a path, [`Blockage`] a place where newer obstacles are in the way, and
//! an [`Anchor`] reports which point of the agent positions mean, such as its feet.

mod anchor;
mod course;
pub(crate) mod options;
mod path_follower;
pub(crate) mod smooth_path;
pub(crate) mod steering;
#[cfg(feature = "serde")]
mod stored;
mod stretch;
mod validity;

pub use anchor::Anchor;
pub(crate) use course::Course;
pub use options::SmoothPathError;
pub use smooth_path::Progress;
pub use steering::Steering;
pub use validity::Blockage;

pub(crate) use options::SmoothPathOptions;
pub(crate) use path_follower::PathFollower;
pub(crate) use smooth_path::{SmoothPath, exactness};
