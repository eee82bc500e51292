//! Joint plans: collision-free paths for many agents at once, in discrete time.
//!
//! The problem is known as multi-agent path finding (MAPF). In each step every agent stays, or is on a leg, which is
//! one move and costs its steps: one in flight, and on the ground as many as the move is long ([`JointWorld`]).
//! Standing at the goal permanently costs nothing. [`plan_joint`] finds a first plan fast, or proves that there is
//! none; [`JointSearch`] does the same in slices, for [goals that any agent may take](JointSearch::unlabeled), too, and
//! shortens plans.
//!
//! Agents that are slow, or have to turn before they move, are data: [`Kinematics`]. In flight, too, they go by legs then.
//!
//! `work.rs` takes a search through its stages, `lifelong.rs` agents without end, both over a `Kind` (`kind.rs`):
//! `flight.rs` over a `roadmap/` of cells, by the steps of `step/`; `legs/` over a graph. `lacam.rs` finds a plan by
//! the steps of either kind, which `windows/` guides, and `improve/` shortens it. The two checks, `verify.rs` and `legs/verify.rs`, share no code
//! with these.
//!
//! ```
//! use voxnav::glam::IVec3;
//! use voxnav::grid::{Axis, CellBox, OccupancyBuilder, Traversability};
//! use voxnav::{MoveSet, UnknownPolicy};
//! use voxnav_crowd::mapf::{JointOptions, JointOutcome, plan_joint, verify_joint_plan};
//!
//! // Three agents in a room of 4 x 4 cells, each to where another one is.
//! let open = OccupancyBuilder::new(CellBox::from_size(IVec3::new(4, 4, 1)))?.commit();
//! let world = Traversability::new(&open, UnknownPolicy::Blocked);
//! let starts = [IVec3::ZERO, IVec3::X, IVec3::Y];
//! let goals = [IVec3::X, IVec3::Y, IVec3::ZERO];
//! let options = JointOptions::new().moves(MoveSet::Planar4(Axis::Z));
//! let outcome = plan_joint(&world, &starts, &goals, &options)?;
//! let JointOutcome::Planned(plan) = outcome else { return Err("no plan".into()) };
//! assert_eq!(verify_joint_plan(&world, &starts, &goals, &plan, &options), Ok(plan.cost()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "bits of a word are below 64, ranks below 27, and blocks fewer than 2^25, so numbers of cells fit 31 bits"
)]

mod by_goal;
mod draws;
mod error;
mod executor;
mod flight;
mod improve;
mod kind;
mod kinematics;
mod lacam;
mod legs;
mod lifelong;
mod options;
mod plan;
mod roadmap;
mod search;
mod step;
mod timed;
mod turns;
mod uneven;
mod unlabeled;
mod verify;
mod windows;
mod work;
mod world;

pub use error::JointPlanError;
pub use executor::{PlanExecutor, Waypoint};
pub use kinematics::Kinematics;
pub use legs::verify_leg_plan;
pub use lifelong::LifelongPlanner;
pub use options::{
    CollisionModel, DistanceTables, Guidance, JointOptions, Limit, Limits, Radius, Threads,
};
pub use plan::{JointOutcome, JointPlan, PlannedLeg};
pub use search::{JointSearch, plan_joint};
pub use timed::JointTrajectory;
pub use verify::{PlanViolation, verify_joint_plan};
pub use world::JointWorld;
