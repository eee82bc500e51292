//! Many agents in one voxel world.
//!
//! A [`Crowd`](crowd::Crowd) has agents that are sent somewhere and get there: it plans within a budget, smooths,
//! follows and replans while the world changes, for flying and ground agents.
//!
//! [`avoidance`] moves bodies that never touch, for programs that plan by themselves.
//!
//! `mapf` (a feature, on by default) has joint plans: many agents go to their goals step by step without collisions.

#[cfg(all(doctest, feature = "colliders"))]
mod book;

mod assignment;
pub mod avoidance;
pub mod crowd;
#[cfg(feature = "mapf")]
pub mod mapf;
#[cfg(feature = "serde")]
pub mod specs;
