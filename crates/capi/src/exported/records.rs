//! The structs that begin with their size, and the values of lists.

use super::crowds::{
    VoxnavCharacter, VoxnavCrowdAgent, VoxnavCrowdAgentState, VoxnavCrowdEvent,
    VoxnavCrowdSettings, VoxnavFormation, VoxnavLifelongInfo, VoxnavMapfInfo, VoxnavMapfOptions,
    VoxnavPlannedLeg, VoxnavPlanningStats,
};
use super::moving::{
    VoxnavBlockage, VoxnavEvent, VoxnavMotion, VoxnavMotionLimits, VoxnavProgress,
    VoxnavReplanPolicy, VoxnavSmoothLeg, VoxnavSmoothing, VoxnavSmoothingStep,
    VoxnavTrajectoryInfo,
};
use super::routes::{
    VoxnavDestination, VoxnavHit, VoxnavLeg, VoxnavPlace, VoxnavPlaceFilter, VoxnavPlaceQuery,
    VoxnavPlaceScore, VoxnavRemedy, VoxnavRouteInfo, VoxnavRouteOptions,
};
use super::world::{
    VoxnavAgentSettings, VoxnavAgentSize, VoxnavArray, VoxnavCostScale, VoxnavCosts, VoxnavLink,
    VoxnavLocomotion, VoxnavMaterial, VoxnavObstacle, VoxnavRegion, VoxnavShape,
};
use crate::memory::{Plain, Record, plain, records};
use crate::values::{VoxnavCell, VoxnavCells, VoxnavPoint, VoxnavRotation};

records! {
    VoxnavAgentSettings,
    VoxnavAgentSize,
    VoxnavArray,
    VoxnavBlockage,
    VoxnavCostScale,
    VoxnavCosts,
    VoxnavCrowdSettings,
    VoxnavPlanningStats,
    VoxnavDestination,
    VoxnavLifelongInfo,
    VoxnavFormation,
    VoxnavHit,
    VoxnavLink,
    VoxnavLocomotion,
    VoxnavMotion,
    VoxnavMotionLimits,
    VoxnavMaterial,
    VoxnavCrowdAgent,
    VoxnavObstacle,
    VoxnavPlaceQuery,
    VoxnavProgress,
    VoxnavRegion,
    VoxnavReplanPolicy,
    VoxnavRouteInfo,
    VoxnavRouteOptions,
    VoxnavShape,
    VoxnavSmoothing,
    VoxnavMapfInfo,
    VoxnavMapfOptions,
    VoxnavTrajectoryInfo,
}

plain! {
    u8, i8, u32, u64, usize, i32, f32, f64,
    VoxnavCell,
    VoxnavCells,
    VoxnavCrowdEvent,
    VoxnavEvent,
    VoxnavLeg,
    VoxnavCrowdAgentState,
    VoxnavPlace,
    VoxnavPlaceFilter,
    VoxnavPlaceScore,
    VoxnavPlannedLeg,
    VoxnavPoint,
    VoxnavRemedy,
    VoxnavRotation,
    VoxnavSmoothLeg,
    VoxnavSmoothingStep,
    VoxnavCharacter,
}
