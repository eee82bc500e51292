//! An answer of a batch has the outcome and the cost of the query alone, shared searches or not.

use voxnav_search::{Batch, BatchSharing, Path, PathRecord, Query, Request, Workspace};
use voxnav_testkit::Draws;
use voxnav_testkit::grid::{Cell, sample_cell};

use super::{Law, Tried, What, rows};
use crate::engine::{Asked as _, Entry, Flying, Target};

const LAW: Law<'static> = Law {
    name: "batched",
    percent: 8,
    asks: Entry::is_basic,
    what: What::Flying(&holds),
};

fn holds(case: &Flying<'_>, draws: &mut Draws, workspace: &mut Workspace) -> Tried {
    // Many starts for one goal, so that a search may be shared, and some goals of their own.
    let goal = case.goal();
    let pairs: Vec<[Cell; 2]> = (0..24)
        .map(|place| {
            let own = sample_cell(case.grid, draws);
            let end = if place % 4 == 0 { own } else { goal };
            [sample_cell(case.grid, draws), end]
        })
        .collect();
    let targets: Vec<Target> = pairs.iter().map(|[_, end]| Target::of_cell(*end)).collect();
    let asked: Vec<Flying<'_>> = pairs
        .iter()
        .zip(&targets)
        .map(|([start, _], target)| Flying {
            start: *start,
            target,
            ..*case
        })
        .collect();
    let queries: Vec<Query<'_>> = asked.iter().map(|asked| asked.query()).collect();
    let requests: Vec<Request<'_>> = queries.iter().copied().map(Request::from).collect();
    let sharing = draws.pick(&[
        BatchSharing::WhereCheaper,
        BatchSharing::WhereCheaper,
        BatchSharing::Never,
    ]);
    let batch = Batch::new(case.world.cells.clone()).sharing(sharing);
    let answers = batch.solve(&requests).map_err(|error| error.to_string())?;
    for ((asked, query), answer) in asked.iter().zip(&queries).zip(&answers) {
        let alone = query.solve(&case.world.cells, workspace);
        let cost = answer.outcome.path().map(PathRecord::cost);
        let is_same = answer.outcome.name() == alone.outcome.name()
            && cost == alone.outcome.path().map(Path::cost);
        if !is_same || sharing == BatchSharing::Never && answer.statistics != alone.statistics {
            return Err(format!("{answer:?} for {alone:?} of {asked}"));
        }
        if let Some(path) = answer.outcome.path().and_then(PathRecord::path) {
            asked.checked_cost(path)?;
        }
    }
    Ok(())
}

rows! { LAW; any tunnels weights passages }
