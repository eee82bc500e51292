//! Facts that a page states of a search.

use voxnav::Path;
use voxnav::glam::IVec3;
use voxnav::ground::{Action, Leg};
use voxnav::search::{Cost, SearchSettings, Solution, Statistics};

use crate::json::object;
use crate::recording::Recording;
use crate::speed::SpeedFacts;
use crate::stages::StageFacts;

/// The facts that a page states of a search.
#[derive(Debug, Default)]
pub struct SearchFacts {
    /// The cell where the search began.
    pub start: [i32; 3],
    /// The cell where the search was to go.
    pub goal: [i32; 3],
    /// The algorithm and the settings of the search, in words.
    pub description: String,
    /// The guarantee: what is proved of its path.
    pub guarantee: String,
    /// The outcome of the search.
    pub outcome: String,
    /// The option of the limit that ended the search, if one did and it is known which.
    pub limit: Option<&'static str>,
    /// The meaning of the outcome, in a sentence, where it needs one.
    pub explanation: &'static str,
    /// The length of its path in cells, if there is one.
    pub length: Option<f64>,
    /// The moves of its path, if there is one.
    pub moves: Option<u64>,
    /// The milliseconds that it takes without an observer, if measured.
    pub time_ms: Option<f64>,
    /// The number of cells popped from the open list.
    pub expanded: u64,
    /// The number of successors produced.
    pub generated: u64,
    /// The number of cells expanded again.
    pub reopened: u64,
    /// The number of superseded entries of the queue.
    pub stale: u64,
    /// The most entries that were queued at once.
    pub peak_open: u64,
    /// A lower bound on the length of any path; absent where that says nothing: none is known, or there
    /// is no path.
    pub lower_bound: Option<f64>,
    /// The cells where the path turns, its ends included; empty if there is none.
    pub turns: Vec<[i32; 3]>,
    /// The legs of the path, if it is one of a ground agent.
    pub legs: Vec<LegFacts>,
    /// The stages of the path, if it is a first path; none otherwise.
    pub stages: Vec<StageFacts>,
    /// The speed along the path, if it is to be colored by that.
    pub speed: Option<SpeedFacts>,
    /// The number of expansions that can be replayed.
    pub kept: u32,
    /// The number of expansions that were seen in all.
    pub recorded: u64,
}

object!(SearchFacts {
    start,
    goal,
    description,
    guarantee,
    outcome,
    explanation,
    length,
    moves,
    time_ms,
    expanded,
    generated,
    reopened,
    stale,
    peak_open,
    lower_bound,
    turns,
    legs,
    stages,
    speed,
    kept,
    recorded
} without limit);

/// A search in space that was run or traced, in the words of reports.
///
/// ```
/// use voxnav::Workspace;
/// use voxnav::glam::IVec3;
/// use voxnav::grid::{CellBox, OccupancyBuilder, Traversability};
/// use voxnav::search::{Query, SearchSettings};
/// use voxnav_view::Searched;
///
/// let cells = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))?.commit();
/// let world = Traversability::new(&cells, voxnav::UnknownPolicy::Blocked);
/// let ends = [IVec3::ZERO, IVec3::X * 8];
/// let solution = Query::new(ends[0], ends[1]).solve(&world, &mut Workspace::new());
/// let searched = Searched::of(&SearchSettings::default(), ends, &solution);
/// assert_eq!(searched.turns, ends);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Searched {
    /// The cells where the search began and where it was to go.
    pub ends: [IVec3; 2],
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
    /// The name of the outcome.
    pub outcome: String,
    /// The cost of the path to the goal, if one was found.
    pub cost: Option<Cost>,
    /// The cells where that path turns, its ends included; else empty.
    pub turns: Vec<IVec3>,
    /// The effort of the search.
    pub statistics: Statistics,
}

impl Searched {
    /// Returns what was asked under some settings, and what came of it.
    #[must_use]
    pub fn of(settings: &SearchSettings, ends: [IVec3; 2], solution: &Solution) -> Self {
        let path = solution.outcome.path();
        Self {
            ends,
            algorithm: settings.algorithm.to_string(),
            heuristic: settings.heuristic.to_string(),
            moves: settings.moves.to_string(),
            corners: settings.corners.to_string(),
            guarantee: settings.guarantee().to_string(),
            outcome: solution.outcome.name().to_owned(),
            cost: path.map(Path::cost),
            turns: path.map(Path::corners).unwrap_or_default(),
            statistics: solution.statistics,
        }
    }
}

/// The facts that a page states of a leg.
#[derive(Debug)]
pub struct LegFacts {
    /// The action along the leg, without what links are called.
    pub action: &'static str,
    /// The cost of the leg, in straight moves.
    pub cost: f64,
    /// The cells where it turns, its ends included.
    pub turns: Vec<[i32; 3]>,
}

object!(LegFacts {
    action,
    cost,
    turns
});

impl LegFacts {
    fn of(leg: &Leg<'_>) -> Self {
        let action = match leg.action {
            Action::Walk => "walk",
            Action::StepUp => "step up",
            Action::Drop => "drop",
            Action::Jump => "jump",
            Action::Climb => "climb",
            Action::Swim => "swim",
            Action::Fly => "fly",
            Action::Door => "door",
            _ => "link",
        };
        Self {
            action,
            cost: leg.cost().length(),
            turns: leg.turns().iter().map(IVec3::to_array).collect(),
        }
    }
}

impl SearchFacts {
    /// Returns what is known of a search of a ground agent from one cell to another, which did
    /// as `description` says.
    #[must_use]
    pub fn of_legs(
        description: String,
        [start, goal]: [IVec3; 2],
        solution: &Solution,
        recording: &Recording,
    ) -> Self {
        let (path, statistics) = (solution.outcome.path(), &solution.statistics);
        let legs = path.map_or_else(Vec::new, Path::legs);
        let legs: Vec<_> = legs.iter().map(LegFacts::of).collect();
        let turns = legs.iter().flat_map(|leg| leg.turns.iter().copied());
        Self {
            description,
            explanation: match solution.outcome.name() {
                "start blocked" => "The agent can neither stand, swim nor climb at the start.",
                "goal blocked" => "The agent can neither stand, swim nor climb at the goal.",
                name => explanation(name),
            },
            length: path.map(|path| path.cost().length()),
            moves: path.map(|path| path.cells().skip(1).count() as u64),
            turns: turns.collect(),
            legs,
            ..Self::without_path(
                [start, goal],
                solution.outcome.name(),
                statistics,
                recording,
            )
        }
    }

    /// Returns what is known of a search that was run or traced.
    #[must_use]
    pub fn of(search: &Searched, recording: &Recording) -> Self {
        Self {
            description: format!(
                "{}, {} estimate, moves {}, {} corners",
                search.algorithm, search.heuristic, search.moves, search.corners
            ),
            guarantee: search.guarantee.clone(),
            length: search.cost.map(Cost::length),
            moves: search.cost.map(|_| moves(&search.turns)),
            turns: search.turns.iter().map(IVec3::to_array).collect(),
            ..Self::without_path(search.ends, &search.outcome, &search.statistics, recording)
        }
    }

    /// Returns what every search has, whatever its path.
    fn without_path(
        [start, goal]: [IVec3; 2],
        outcome: &str,
        statistics: &Statistics,
        recording: &Recording,
    ) -> Self {
        Self {
            start: start.to_array(),
            goal: goal.to_array(),
            outcome: outcome.to_owned(),
            explanation: explanation(outcome),
            expanded: statistics.expanded,
            generated: statistics.generated,
            reopened: statistics.reopened,
            stale: statistics.stale,
            peak_open: statistics.peak_open,
            lower_bound: bound(statistics.lower_bound),
            kept: recording.kept,
            recorded: recording.expanded,
            ..Self::default()
        }
    }
}

/// Returns a bound that says something.
pub(crate) fn bound(cost: Cost) -> Option<f64> {
    (Cost::ZERO < cost && cost < Cost::MAX).then(|| cost.length())
}

/// Returns how many moves a path of these turns has: each goes one cell along the axis that changes
/// most.
fn moves(turns: &[IVec3]) -> u64 {
    let runs = turns.windows(2).map(|ends| (ends[1] - ends[0]).abs());
    runs.map(|run| u64::from(run.max_element().unsigned_abs()))
        .sum()
}

/// Returns what an outcome means, in a sentence.
fn explanation(outcome: &str) -> &'static str {
    match outcome {
        "unreachable" => "It is proved that no path joins start and goal.",
        "limit reached" => "A limit ended the search before it was done.",
        "cancelled" => "The search was cancelled.",
        "start blocked" => "The start is an occupied cell, so there was nothing to search.",
        "goal blocked" => "The goal is an occupied cell, so there was nothing to search.",
        "start outside" => "The start lies outside the map, so there was nothing to search.",
        "goal outside" => "The goal lies outside the map, so there was nothing to search.",
        _ => "",
    }
}
