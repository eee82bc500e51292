//! Searches as `voxnav view` shows them: run and recorded, or traced before.

use std::path::Path;

use voxnav::experiment::Observer;
use voxnav::glam::IVec3;
use voxnav::grid::CellState;
use voxnav::search::{Query, SearchSettings, Solution};
use voxnav::{Algorithm, Workspace};
use voxnav_files::trace::{Trace, TraceEventKind};
use voxnav_view::{Recording, SearchFacts, Searched, StageFacts};

use crate::error::CliError;
use crate::search::limits::Clock;
use crate::search::mode::{self, Mode};
use crate::search::walker::Walker;
use crate::world_source::map_file::MapFile;
use crate::world_source::trace_file::TraceOptions;

/// Searches and records it.
pub(crate) fn observe(
    traced: &TraceOptions,
    map: &MapFile,
    search: &SearchSettings,
    clock: &Clock,
    ends: (IVec3, IVec3),
    recording: &mut Recording,
) -> Result<SearchFacts, CliError> {
    let mut workspace = Workspace::new();
    let solution =
        clock.time(|token| traced.solve(map, search, ends, token, &mut workspace, recording))?;
    let mut searched = Searched::of(search, ends.into(), &solution);
    clock
        .name_of(&solution.outcome)
        .clone_into(&mut searched.outcome);
    let mut facts = SearchFacts::of(&searched, recording);
    if search.algorithm == Algorithm::Hierarchical {
        let query = Query::new(ends.0, ends.1).settings(*search);
        let query = query.terrain(&map.terrain);
        facts.stages = clock.time(|token| StageFacts::of(&query, &map.world, token));
    }
    facts.length = solution
        .outcome
        .path()
        .map(|path| mode::length(path, search.shape));
    checked(&map.flight(), search, clock, ends, &solution, facts)
}

/// Searches for a ground agent and records it.
pub(crate) fn observe_walker(
    walker: &Walker,
    search: &SearchSettings,
    clock: &Clock,
    (start, goal): (IVec3, IVec3),
    recording: &mut Recording,
) -> Result<SearchFacts, CliError> {
    let mut workspace = Workspace::new();
    let query = Query::new(start, goal).settings(*search);
    let solution = clock.time(|token| {
        let query = query.cancel(token);
        query.solve_observed(&walker.ground, &mut workspace, recording)
    });
    let description = format!("{} on the ground, {}", search.algorithm, walker.name);
    let mut facts = SearchFacts::of_legs(description, [start, goal], &solution, recording);
    clock
        .name_of(&solution.outcome)
        .clone_into(&mut facts.outcome);
    checked(walker, search, clock, (start, goal), &solution, facts)
}

/// Checks the path of a solution, and completes what is shown of the search.
fn checked<M: Mode>(
    mode: &M,
    search: &SearchSettings,
    clock: &Clock,
    (start, goal): (IVec3, IVec3),
    solution: &Solution,
    facts: SearchFacts,
) -> Result<SearchFacts, CliError> {
    if let Some(path) = solution.outcome.path() {
        let checked = mode.check(path, [start, goal], search);
        checked.map_err(CliError::invalid_path)?;
    }
    // Once more, and nobody watches: the time of the search itself.
    let query = mode.priced(Query::new(start, goal).settings(*search));
    let (_, time) = clock.solve(&query, mode.moves(), &mut Workspace::new());
    Ok(SearchFacts {
        limit: clock.limit_of(&solution.outcome),
        time_ms: Some(time.as_secs_f64() * 1e3),
        ..facts
    })
}

/// Records a search that was traced before, on the same map.
pub(crate) fn replay(
    path: &Path,
    trace: Trace,
    map: &MapFile,
    recording: &mut Recording,
) -> Result<SearchFacts, CliError> {
    let Trace {
        header,
        events,
        end,
    } = trace;
    let size = map.occupancy.bounds().size().as_ivec3();
    if header.size != size || header.occupied != map.occupancy.count(CellState::Occupied) {
        return Err(CliError::at(
            path,
            format!(
                "the trace belongs to the map {} of {} cells; give that map",
                header.map, header.size
            ),
        ));
    }
    for it in events {
        match it.kind {
            TraceEventKind::Expanded => recording.expanded(it.side, it.cell, it.g, it.f),
            TraceEventKind::Queued => recording.queued(it.side, it.cell, it.g, it.f),
        }
    }
    let searched = Searched {
        ends: [header.start, header.goal],
        algorithm: header.algorithm,
        heuristic: header.heuristic,
        moves: header.moves,
        corners: header.corners,
        guarantee: header.guarantee,
        outcome: end.outcome,
        cost: end.cost,
        turns: end.path,
        statistics: end.statistics,
    };
    let mut facts = SearchFacts::of(&searched, recording);
    // What the trace left out counts as well.
    facts.recorded = facts.recorded.max(facts.expanded);
    Ok(facts)
}
