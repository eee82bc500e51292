//! Exact and bounded search over voxel worlds.

mod advance;
mod aim;
mod algorithm;
mod attempt;
mod batch;
mod best_first;
mod boundary;
mod cost;
mod course;
mod descent;
mod detours;
mod drive;
mod estimate;
mod expansion;
mod field;
mod goal;
mod heuristic;
mod landmarks;
mod lazy_theta;
mod limits;
mod meeting;
mod moves;
mod names;
mod network;
mod observer;
mod open;
mod outcome;
mod path;
mod pruning;
mod pursuit;
mod query;
mod scheduler;
mod search;
mod snapping;
mod standing;
#[cfg(feature = "serde")]
mod stored;
mod terrain;
mod tie_breaking;
mod trail;
mod tunnels;
mod workspace;

pub use algorithm::{Algorithm, Guarantee, Weight, WeightError};
pub use batch::{
    AgentIndex, Answer, Batch, BatchError, BatchObserver, Counts, Keep, Kept, Request, Sharing,
    Source,
};
pub use cost::Cost;
pub use course::{Partial, Shortfall};
pub use field::{CostField, FieldError, FieldQuery, FlowField, Nearest};
pub use goal::{Contact, Goal};
pub use heuristic::{Bound, Heuristic};
pub use landmarks::{LandmarkError, Landmarks};
pub use limits::Limits;
pub use moves::{CornerRule, Direction, MoveSet};
pub use names::NameError;
pub use observer::{Observer, Side};
pub use outcome::{Limit, Outcome, Solution, Statistics};
pub use path::{Path, PathError, PathRun, verify_cells};
pub use query::Query;
pub use scheduler::{Priority, Scheduler, Ticket};
pub use search::Search;
pub use snapping::{Moved, Snapping};
pub use terrain::{Terrain, ZeroWeight};
pub use tie_breaking::TieBreaking;
pub use workspace::Workspace;
