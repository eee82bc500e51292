//! What can be said of values whatever they hold: which may go to other threads, and which can be
//! written and read back.

use voxnav::{
    Agent, AgentId, Algorithm, Answer, Batch, CellBox, ChebyshevClearance, Cost, CostField,
    Enclosure, EuclideanClearance, Explain, FieldError, FieldQuery, Follower, Goal, Lattice,
    Limits, Navigator, NavigatorError, Occupancy, OccupancyBuilder, Outcome, Path, PathError,
    Query, RandomCells, Route, RouteOptions, Scheduler, Search, Smoothing, Solution, Statistics,
    Terrain, Ticket, Trail, Traversability, Workspace, obstacles::Obstacles,
};

fn is_send_and_sync<T: Send + Sync>() {}

/// Compiles, or does not.
#[test]
fn everything_may_go_to_other_threads_and_be_shared_with_them() {
    is_send_and_sync::<(Agent, AgentId, Algorithm, Answer, Batch<'_>)>();
    is_send_and_sync::<(CellBox, ChebyshevClearance, EuclideanClearance, Cost)>();
    is_send_and_sync::<(CostField, FieldError, FieldQuery<'_>, Goal, Lattice, Limits)>();
    is_send_and_sync::<(Navigator, NavigatorError, Occupancy, OccupancyBuilder)>();
    is_send_and_sync::<(Outcome, Path, PathError, Query<'_>, RandomCells, Obstacles)>();
    is_send_and_sync::<(
        Route,
        RouteOptions,
        Explain,
        Enclosure,
        Smoothing,
        Follower,
        Trail,
    )>();
    is_send_and_sync::<(Scheduler, Ticket, Search, Solution, Statistics)>();
    is_send_and_sync::<(Terrain, Traversability, Workspace)>();
}
