//! The structs that begin with their size, and those of lists.

use super::{Plain, Record};
use crate::exported::crowds::{
    VoxnavCrowdEvent, VoxnavCrowdPolicy, VoxnavCrowdWork, VoxnavFleetInfo, VoxnavMover,
    VoxnavMoverState, VoxnavPlannedLeg, VoxnavStranger, VoxnavTogetherInfo, VoxnavTogetherOptions,
};
use crate::exported::moving::{
    VoxnavBlockage, VoxnavEvent, VoxnavProgress, VoxnavReplanPolicy, VoxnavSmoothLeg,
    VoxnavSmoothing, VoxnavSmoothingStep,
};
use crate::exported::routes::{
    VoxnavDestination, VoxnavHit, VoxnavLeg, VoxnavRemedy, VoxnavRouteInfo, VoxnavRouteOptions,
};
use crate::exported::world::{
    VoxnavAgentSettings, VoxnavAgentSize, VoxnavArray, VoxnavLink, VoxnavLocomotion,
    VoxnavMaterial, VoxnavObstacle, VoxnavRegion, VoxnavShape,
};

records! {
    VoxnavAgentSettings,
    VoxnavAgentSize,
    VoxnavArray,
    VoxnavBlockage,
    VoxnavCrowdPolicy,
    VoxnavCrowdWork,
    VoxnavDestination,
    VoxnavFleetInfo,
    VoxnavHit,
    VoxnavLink,
    VoxnavLocomotion,
    VoxnavMaterial,
    VoxnavMover,
    VoxnavObstacle,
    VoxnavProgress,
    VoxnavRegion,
    VoxnavReplanPolicy,
    VoxnavRouteInfo,
    VoxnavRouteOptions,
    VoxnavShape,
    VoxnavSmoothing,
    VoxnavTogetherInfo,
    VoxnavTogetherOptions,
}

// SAFETY: numbers and cells alone.
unsafe impl Plain for VoxnavLeg {}
// SAFETY: numbers alone.
unsafe impl Plain for VoxnavEvent {}
// SAFETY: numbers alone.
unsafe impl Plain for VoxnavSmoothLeg {}
// SAFETY: numbers alone.
unsafe impl Plain for VoxnavSmoothingStep {}
// SAFETY: numbers alone.
unsafe impl Plain for VoxnavCrowdEvent {}
// SAFETY: numbers alone.
unsafe impl Plain for VoxnavMoverState {}
// SAFETY: numbers alone.
unsafe impl Plain for VoxnavStranger {}
// SAFETY: numbers alone.
unsafe impl Plain for VoxnavPlannedLeg {}
// SAFETY: numbers alone.
unsafe impl Plain for VoxnavRemedy {}
