#![doc = include_str!("../README.md")]

mod agent;
mod drive;
mod event;
mod fault;
mod obstacle;
mod plugin;
mod status;
mod target;
mod world;

pub use agent::{
    NavAgent, NavAnchor, NavGait, NavJump, NavLocomotion, NavMovedBy, NavMovement, NavPaused,
    NavUnknown,
};
pub use event::{
    Arrived, LegBegan, PathBlocked, PathFound, PathPartial, Replanned, Stuck, WorldChanged,
};
pub use fault::NavFault;
pub use obstacle::{ColliderScale, NavCollider, NavIgnore, NavObstacle, NavShape};
pub use plugin::{NavSystems, VoxnavPlugin};
pub use status::{DesiredVelocity, NavPath, NavReason, NavStatus};
pub use target::NavTarget;
pub use world::{InNavWorld, NavCorners, NavSettings, NavState, NavUnreachable, NavWorld};

pub use voxnav;
pub use voxnav_crowd;

/// The names of most programs.
pub mod prelude {
    pub use crate::{
        Arrived, DesiredVelocity, NavAgent, NavObstacle, NavPath, NavStatus, NavTarget, NavWorld,
        PathBlocked, PathFound, Replanned, Stuck, VoxnavPlugin,
    };
}
