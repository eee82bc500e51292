//! The structs that begin with their size.

use super::{Plain, Record};
use crate::exported::routes::{VoxnavDestination, VoxnavLeg, VoxnavRouteInfo, VoxnavRouteOptions};
use crate::exported::world::{
    VoxnavAgentSettings, VoxnavAgentSize, VoxnavLocomotion, VoxnavObstacle, VoxnavRegion, VoxnavShape,
};

records! {
    VoxnavAgentSettings,
    VoxnavAgentSize,
    VoxnavDestination,
    VoxnavLocomotion,
    VoxnavObstacle,
    VoxnavRegion,
    VoxnavRouteInfo,
    VoxnavRouteOptions,
    VoxnavShape,
}

// SAFETY: numbers and cells alone.
unsafe impl Plain for VoxnavLeg {}
