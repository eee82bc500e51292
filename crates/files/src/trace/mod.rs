//! Traces: a search written down step by step, to be replayed or read by other programs.
//!
//! A trace is text of one JSON object a line: a header, the events of the search in the order in
//! which they happened, and an end. Costs are integers, 2^30 for a straight move; cells are `[x,y,z]`.
//!
//! ```text
//! {"trace":"voxnav","version":1,"program":"voxnav 0.1.0","map":"cave.3dmap","size":[64,64,64],
//!  "occupied":140046,"start":[55,41,58],"goal":[47,30,40],"algorithm":"astar",
//!  "heuristic":"octile","moves":"26","corners":"strict","guarantee":"optimal"}
//! {"event":"expanded","side":"start","cell":[55,41,58],"g":0,"f":21996042190}
//! {"event":"queued","side":"start","cell":[54,41,57],"g":1518500250,"f":22118412530}
//! ...
//! {"end":"found","cost":48631699708,"path":[[55,41,58],[54,40,57],...,[47,30,40]],
//!  "expanded":97,"generated":1810,"reopened":0,"stale":3,"peak_open":420,
//!  "lower_bound":48631699708,"events":640,"omitted":0}
//! ```
//!
//! (Each of these is one line in the file.)
//! - `event` is `expanded`, a cell was taken from the open list and its successors follow, or
//!   `queued`, a cell was reached at a better cost and waits. `side` is the end from which that search
//!   goes: `start`, or `goal` where both ends search. `f` is the priority of the search.
//! - `end` is the outcome. `path` has the cells where the path turns, ends included, between which it
//!   goes straight; `cost` is
//!   `null` and `path` empty where there is no path to the goal.
//! - `events` counts the lines between, `omitted` the events that were left out after them because
//!   of a limit. The numbers of the effort are those of the whole search.
//!
//! A reader skips members that it does not know; a change that is more than such an addition raises
//! `version`.

mod lines;
pub mod play;
pub mod posthoc;
mod read;
mod write;

use serde::{Deserialize, Serialize};
use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellState, Occupancy};
use voxnav_search::{Cost, Path, SearchSettings, Side, Solution, Statistics};

#[doc(inline)]
pub use voxnav_search::Parents;

pub use read::read;
pub use write::{TraceWriter, Traced};

/// The version of the format that is written and read.
pub const VERSION: u32 = 1;

/// A search as it was traced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The problem that was searched, and the settings of the search.
    pub header: TraceHeader,
    /// The events, in order; the first events of the search where some were left out.
    pub events: Vec<TraceEvent>,
    /// The end of the search.
    pub end: TraceEnd,
}

/// The problem that was searched, and the settings of the search, in the words of reports.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct TraceHeader {
    /// The program that wrote the trace, with its version.
    pub program: String,
    /// The name of the map.
    pub map: String,
    /// The size of the map in cells; cells of events lie in `[0, size)` on each axis.
    pub size: IVec3,
    /// The number of occupied cells of the map.
    pub occupied: u64,
    /// The cell where the search began; not always in the map.
    pub start: IVec3,
    /// The cell where the search was to go; not always in the map.
    pub goal: IVec3,
    /// The name of the algorithm.
    pub algorithm: String,
    /// The name of the heuristic.
    pub heuristic: String,
    /// The name of the move set.
    pub moves: String,
    /// The name of the corner rule.
    pub corners: String,
    /// The guarantee: what was proved about the path.
    pub guarantee: String,
}

impl TraceHeader {
    /// Returns the header of a search in a world of this name.
    #[must_use]
    pub fn of(
        program: impl Into<String>,
        map: impl Into<String>,
        world: &Occupancy,
        search: &SearchSettings,
        (start, goal): (IVec3, IVec3),
    ) -> Self {
        Self {
            program: program.into(),
            map: map.into(),
            size: world.bounds().size().as_ivec3(),
            occupied: world.count(CellState::Occupied),
            start,
            goal,
            algorithm: search.algorithm.to_string(),
            heuristic: search.heuristic.to_string(),
            moves: search.moves.to_string(),
            corners: search.corners.to_string(),
            guarantee: search.guarantee().to_string(),
        }
    }
}

/// A step of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct TraceEvent {
    /// The kind of event that happened to the cell.
    #[serde(rename = "event")]
    pub kind: TraceEventKind,
    /// The end from which the search of the event goes.
    #[serde(with = "lines::End")]
    pub side: Side,
    /// The cell.
    pub cell: IVec3,
    /// The cost at which it was reached.
    pub g: Cost,
    /// The priority of the cell.
    pub f: Cost,
}

/// The kind of event that happened to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TraceEventKind {
    /// The cell was taken from the open list, and its successors were produced.
    Expanded,
    /// The cell was reached at a better cost, or from a further direction, and waits.
    Queued,
}

/// The end of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct TraceEnd {
    /// The name of the outcome.
    #[serde(rename = "end")]
    pub outcome: String,
    /// The cost of the path to the goal, if one was found.
    pub cost: Option<Cost>,
    /// The cells where that path turns, its ends included; else empty.
    pub path: Vec<IVec3>,
    /// The effort of the whole search.
    #[serde(flatten)]
    pub statistics: Statistics,
    /// The number of events that were left out after those that were written.
    #[serde(skip)]
    pub omitted: u64,
}

impl TraceEnd {
    /// Returns the end of a search of which nothing was left out.
    #[must_use]
    pub fn of(solution: &Solution) -> Self {
        let path = solution.outcome.path();
        Self {
            outcome: solution.outcome.name().to_owned(),
            cost: path.map(Path::cost),
            path: path.map(Path::corners).unwrap_or_default(),
            statistics: solution.statistics,
            omitted: 0,
        }
    }
}
