//! What can be said of values whatever they hold: which may go to other threads, be shared with them
//! and outlive a panic, and what errors are.

use std::error::Error;
use std::panic::{RefUnwindSafe, UnwindSafe};

use voxnav::batch::{AgentIndex, Answer, Batch, BatchError, Counts, PathRecord, Request};
use voxnav::colliders::{
    BakeError, BoxError, Edit, Obstacle, ObstacleError, ObstacleHit, ObstacleId, Obstacles,
    Placement, PlacementError, ShapeError, WorldBox,
};
use voxnav::experiment::{EstimatorError, Heuristic};
use voxnav::fields::{CostField, FieldError, FieldQuery, FlowField};
use voxnav::following::{Anchor, Blockage, Progress, SmoothPathError};
use voxnav::grid::Layers;
use voxnav::grid::{
    CellBox, ChunkView, Component, ComponentsMissing, DifferentBounds, Footprint, FootprintError,
    LatticeError, Occupancy, OccupancyBuilder, OccupancyError, Overlay, Skin, SkinError,
    Traversability,
};
use voxnav::replanning::{PathEvent, PathId, PathWatcher};
use voxnav::search::{
    Cost, CostError, Direction, Goal, NameError, Nearest, PathError, Priority, Query, Scheduler,
    Search, SearchSettings, SnapPolicy, Solution, Statistics, Ticket, WeightError,
};
use voxnav::search::{Explain, Limits};
use voxnav::smoothing::Smoothing;
use voxnav::smoothing::SmoothingError;
use voxnav::spatial::KeepAway;
use voxnav::spatial::{
    ChebyshevClearance, Enclosure, EuclideanClearance, NearestCell, NearestError, NearestPosition,
    RandomCells, RayError, RayHit, SweepHit,
};
use voxnav::{
    Agent, AgentId, Algorithm, Follower, Lattice, MoveSet, Navigator, NavigatorError, Outcome,
    Path, Route, RouteError, RouteOptions, SmoothPath, SmoothPathOptions, Terrain, Workspace,
};

/// The traits of all values of the library that hold nothing of a caller.
fn is_plain<T: Send + Sync + UnwindSafe + RefUnwindSafe>() {}

/// What holds a function of the caller may go to other threads; what that function holds is not
/// known.
fn is_send_and_sync<T: Send + Sync>() {}

fn is_an_error<T: Error + Send + Sync + 'static>() {}

/// These compile, or do not.
#[test]
fn everything_may_go_to_other_threads_and_be_shared_with_them() {
    // Worlds.
    is_plain::<(CellBox, Lattice, Layers, Agent, Footprint, Component)>();
    is_plain::<(Occupancy, OccupancyBuilder, Overlay, ChunkView<'_>)>();
    is_plain::<(Traversability, RandomCells)>();
    is_plain::<(ChebyshevClearance, EuclideanClearance)>();
    is_plain::<(RayHit, SweepHit, NearestCell, NearestPosition)>();
    is_plain::<(Skin, Placement, WorldBox, Edit, ObstacleHit, ObstacleId)>();
    // Searches.
    is_plain::<(Algorithm, Heuristic, MoveSet, Direction, Cost, Limits)>();
    is_plain::<SearchSettings>();
    is_plain::<(Workspace, Terrain, CostField, FlowField, Nearest)>();
    is_plain::<(
        Path,
        Outcome,
        Solution,
        Statistics,
        PathRecord,
        Answer,
        Counts,
    )>();
    is_plain::<(Priority, Ticket, AgentIndex, SnapPolicy)>();
    // Agents on their way.
    is_plain::<(AgentId, KeepAway, RouteOptions, Explain, Enclosure, Route)>();
    is_plain::<(PathWatcher, PathId, PathEvent)>();
    is_plain::<(Smoothing, Anchor, SmoothPathOptions, SmoothPath, Progress)>();
    is_plain::<Blockage>();
    // Shapes of parry3d, and functions that goals and batches are given, may hold anything.
    is_send_and_sync::<(Obstacle, Obstacles, Navigator, Follower)>();
    is_send_and_sync::<(Goal, Query<'_>, FieldQuery<'_>, Request<'_>)>();
    is_send_and_sync::<(Search, Scheduler, Batch<'_>)>();
}

#[test]
fn errors_are_errors_that_other_threads_may_report() {
    is_an_error::<OccupancyError>();
    is_an_error::<LatticeError>();
    is_an_error::<FootprintError>();
    is_an_error::<DifferentBounds>();
    is_an_error::<NearestError>();
    is_an_error::<RayError>();
    is_an_error::<ComponentsMissing>();
    is_an_error::<BakeError>();
    is_an_error::<BoxError>();
    is_an_error::<ObstacleError>();
    is_an_error::<PlacementError>();
    is_an_error::<ShapeError>();
    is_an_error::<SkinError>();
    is_an_error::<BatchError>();
    is_an_error::<EstimatorError>();
    is_an_error::<FieldError>();
    is_an_error::<NameError>();
    is_an_error::<PathError>();
    is_an_error::<WeightError>();
    is_an_error::<CostError>();
    is_an_error::<NavigatorError>();
    is_an_error::<SmoothPathError>();
    is_an_error::<RouteError>();
    is_an_error::<SmoothingError>();
}
