//! Random problems on a world with their optimal lengths.

use voxnav::glam::IVec3;
use voxnav::grid::{Occupancy, Traversability};
use voxnav::search::{CellShape, Query, SearchSettings, Solution};
use voxnav::{Algorithm, Lattice, Outcome, Path, Terrain, UnknownPolicy, Workspace};
use voxnav_files::ScenarioRow;
use voxnav_worlds::random_free_cells;

use crate::error::CliError;
use crate::report::progress::Progress;
use crate::search::limits::{LimitOptions, limit_reached};
use crate::search::mode::{Flight, Mode};
use crate::search::walker::Walker;

/// The number of pairs of cells that are tried for each problem wanted before giving up.
const TRIES_PER_PROBLEM: usize = 20;

/// Problems with a way from start to goal for 26 moves, fewer than `wanted` only where pairs of connected
/// cells are too rare. A search that reaches a limit ends it all: its length is not known.
pub(crate) fn for_box(
    (world, lattice): (&Occupancy, &Lattice),
    seed: u64,
    wanted: usize,
    limits: &LimitOptions,
) -> Result<Vec<ScenarioRow>, CliError> {
    let open = Traversability::new(world, UnknownPolicy::Blocked);
    // The default algorithm goes from both ends, and so needs not flood the larger of two components.
    let pairs = pairs(world, seed, wanted);
    let even = Terrain::new();
    let flight = Flight::new(&open, &even, lattice);
    let shape = CellShape::new(lattice.sizes()).unwrap_or_default();
    rows(&flight, (Algorithm::AStar, shape), pairs, wanted, limits)
}

/// Problems with a way from start to goal for a ground agent, likewise.
pub(crate) fn for_walker(
    walker: &Walker,
    seed: u64,
    wanted: usize,
    limits: &LimitOptions,
) -> Result<Vec<ScenarioRow>, CliError> {
    let settled = |(start, goal)| Some((walker.settled(start)?, walker.settled(goal)?));
    let pairs = pairs(walker.ground.stances().occupancy(), seed, wanted).filter_map(settled);
    let pairs = pairs.filter(|(start, goal)| start != goal);
    let reference = (Algorithm::Dijkstra, CellShape::CUBIC);
    rows(walker, reference, pairs, wanted, limits)
}

/// Pairs of different free cells, drawn in batches so that memory does not follow the tries.
fn pairs(world: &Occupancy, seed: u64, wanted: usize) -> impl Iterator<Item = (IVec3, IVec3)> + '_ {
    const BATCH: usize = 1024;
    let batches = wanted.saturating_mul(TRIES_PER_PROBLEM).div_ceil(BATCH) as u64;
    (0..batches)
        .flat_map(move |batch| {
            let cells = random_free_cells(world, seed.wrapping_add(batch), 2 * BATCH);
            (0..cells.len() / 2).map(move |pair| (cells[2 * pair], cells[2 * pair + 1]))
        })
        .filter(|(start, goal)| start != goal)
}

/// Reports that two algorithms give paths of different costs.
pub(crate) fn disagreement(start: IVec3, goal: IVec3) -> CliError {
    CliError::bug(format!(
        "two algorithms disagree about the path from {start} to {goal}"
    ))
}

/// Finds the lengths of problems: by the default algorithm and by another, which must agree on the cost.
fn rows<M: Mode>(
    mode: &M,
    (reference, shape): (Algorithm, CellShape),
    pairs: impl Iterator<Item = (IVec3, IVec3)>,
    wanted: usize,
    limits: &LimitOptions,
) -> Result<Vec<ScenarioRow>, CliError> {
    let clock = limits.clock(1);
    let mut workspace = Workspace::new();
    // The path that a query finds, `None` if there is none.
    let mut path = |query: &Query<'_>| {
        let (Solution { outcome, .. }, _) = clock.solve(query, mode.moves(), &mut workspace);
        match (clock.limit_of(&outcome), outcome) {
            (Some(option), _) => Err(limit_reached(option)),
            (None, Outcome::Found(path)) => Ok(Some(path)),
            (None, _) => Ok(None),
        }
    };
    let cost_of = |path: &Path| {
        let checked = mode.cost_of(path, &SearchSettings::default().shape(shape));
        checked.map_err(CliError::invalid_path)
    };
    let progress = Progress::of(wanted);
    let mut rows = Vec::new();
    for (start, goal) in pairs {
        if rows.len() == wanted {
            break;
        }
        let query = Query::new(start, goal)
            .shape(shape)
            .limits(limits.limits(1));
        let Some(quick) = path(&query)? else { continue };
        let reference = path(&query.algorithm(reference))?;
        let reference = reference.ok_or_else(|| disagreement(start, goal))?;
        let cost = cost_of(&reference)?;
        if cost != cost_of(&quick)? {
            return Err(disagreement(start, goal));
        }
        rows.push(ScenarioRow::new(start, goal, cost.length()));
        progress.inc(1);
    }
    progress.finish();
    Ok(rows)
}
