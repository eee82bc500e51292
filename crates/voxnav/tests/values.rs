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

#[cfg(feature = "serde")]
mod written {
    #![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

    use serde::Serialize;
    use serde::de::DeserializeOwned;
    use voxnav::glam::IVec3;
    use voxnav::{
        Algorithm, Axis, CellBox, Cost, Direction, Limits, MoveSet, OccupancyBuilder, Outcome,
        Partial, Path, Query, RouteOptions, Shortfall, Snapping, Traversability, UnknownPolicy,
        Weight, Workspace,
    };

    fn comes_back<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T) {
        let text = serde_json::to_string(value).unwrap();
        assert_eq!(serde_json::from_str::<T>(&text).unwrap(), *value, "{text}");
    }

    #[test]
    fn values_come_back_as_they_were() {
        let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9))).unwrap();
        let world = Traversability::new(&world.commit(), UnknownPolicy::Blocked);
        let query = Query::new(IVec3::ZERO, IVec3::new(8, 3, 1));
        let solution = query.solve(&world, &mut Workspace::new());
        comes_back(&solution);
        comes_back(&Outcome::<Path>::Unreachable);
        comes_back(&Shortfall::GoalBlocked);
        comes_back(&Algorithm::WeightedAStar(Weight::new(1.5).unwrap()));
        comes_back(&MoveSet::Planar8(Axis::Y));
        comes_back(&world.bounds());
        comes_back(&Snapping::Nearest {
            radius: Cost::FACE_DIAGONAL,
        });
        let options = RouteOptions::default()
            .snap_goal(2.5)
            .partial(Partial::Allowed)
            .limits(Limits::none().expanded(7).memory(1 << 20));
        comes_back(&options);
    }

    #[test]
    fn what_breaks_a_rule_is_refused() {
        assert!(serde_json::from_str::<Direction>("26").is_err());
        assert!(serde_json::from_str::<Weight>("0.5").is_err());
        let far = r#"{"start":[0,0,0],"runs":[{"direction":0,"moves":4294967295}],"cost":0,"corners":[]}"#;
        assert!(serde_json::from_str::<Path>(far).is_err());
    }
}
