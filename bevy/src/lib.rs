#![doc = include_str!("../README.md")]

mod agent;
mod character;
mod chunk;
mod collider;
#[cfg(feature = "diagnostics")]
mod diagnostics;
mod drive;
mod event;
mod fault;
mod link;
mod matter;
mod motion;
mod obstacle;
mod plugin;
mod schedule;
mod status;
mod target;
mod world;

pub use agent::{
    NavAgent, NavAnchor, NavArrival, NavGait, NavHazards, NavJump, NavKeepAway, NavLocomotion,
    NavMovedBy, NavMovement, NavPaused, NavUnknown,
};
pub use character::NavCharacter;
pub use chunk::{ChunkPlugin, ChunkSource, NavCell, NavChunk};
pub use collider::{ColliderPlugin, ColliderSource};
#[cfg(feature = "diagnostics")]
pub use diagnostics::NavDiagnosticsPlugin;
pub use event::{
    ActionStarted, Arrived, Enclosed, Leads, LinkEndBlocked, NavAction, NavLinkEnd, NoPath,
    Overlaps, PathBlocked, PathFound, PathPartial, PushedAside, Replanned, Stuck, WaitsFor,
    WorldChanged,
};
pub use fault::NavError;
pub use link::{NavLink, NavLinkDirection};
pub use matter::NavMatter;
pub use motion::{NavMotion, NavTrajectory};
pub use obstacle::{ColliderScale, NavCollider, NavDisabled, NavObstacle, NavShape};
pub use plugin::{NavSystems, VoxnavPlugin};
pub use status::{DesiredVelocity, NavPath, NavReason, NavStatus};
pub use target::{NavFormation, NavFormationShape, NavTarget};
pub use world::{
    InNavWorld, NavCorners, NavSettings, NavSmoothing, NavState, NavThread, NavUnloaded,
    NavUnreachable, NavWorld,
};

pub use voxnav;
pub use voxnav_crowd;

/// The names of most programs.
pub mod prelude {
    pub use crate::{
        Arrived, DesiredVelocity, NavAgent, NavObstacle, NavPath, NavStatus, NavTarget, NavWorld,
        NoPath, PathBlocked, PathFound, Replanned, VoxnavPlugin,
    };
}
