//! `voxnav solve --locomotion`: one query for an agent on the ground.

use std::io::Write;
use std::time::Instant;

use voxnav::ground::{Action, Leg, verify_legs};
use voxnav::search::{EndFault, Query};
use voxnav::{Outcome, Workspace};

use crate::commands::solve::{Report, ShownLeg, ShownSearch, ShownWay, SolveOptions};
use crate::error::CliError;
use crate::report::effort::Effort;
use crate::search::locomotion::LocomotionSource;
use crate::search::nearest;
use crate::search::walker::Walker;
use crate::world_source::map_file::MapFile;

pub(crate) fn run(
    options: &SolveOptions,
    source: &LocomotionSource,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let map = MapFile::load(&options.map, &options.import)?;
    let search = options.search.on(map.kind.moves());
    let clock = options.search.limits.clock(1);
    let walker = Walker::new(source, &map.occupancy)?;
    let query = Query::new(options.from, options.to).settings(search);
    let (solution, time) = clock.time(|token| {
        let started = Instant::now();
        let solution = walker.solve(&query.cancel(token), &mut Workspace::new());
        (solution, started.elapsed())
    });
    let path = solution.outcome.path();
    if let Some(path) = path {
        verify_legs(path, &map.occupancy, &walker.agent, &[]).map_err(CliError::invalid_path)?;
        options
            .export
            .write(&map.occupancy, &map.lattice, path.cells())?;
    }
    let why = match &solution.outcome {
        Outcome::Unreachable | Outcome::InvalidEnd(EndFault::GoalBlocked) => {
            let tried = |token: &_| {
                let query = query.cancel(token);
                walker.ground.remedies(&query, &mut Workspace::new())
            };
            let remedies = clock.time(tried);
            let told: Vec<_> = remedies.iter().map(ToString::to_string).collect();
            (!told.is_empty()).then(|| told.join("; "))
        }
        _ => None,
    };
    let name = clock.name_of(&solution.outcome);
    let ends = [options.from, options.to];
    let nearest = nearest::on_ground(name, ends, &walker.ground, nearest::REACH);
    let report = Report {
        map: options.map.to_string(),
        from: options.from.to_array(),
        to: options.to.to_array(),
        search: ShownSearch::Ground {
            locomotion: walker.name.clone(),
            algorithm: search.algorithm.to_string(),
        },
        outcome: name,
        cost: path.map(|path| path.cost().raw()),
        length: path.map(|path| path.cost().length()),
        way: ShownWay::Legs {
            legs: path.map(|path| path.legs().iter().map(shown).collect()),
        },
        why,
        nearest: nearest.map(|cell| cell.to_array()),
        statistics: Effort::from(&solution.statistics),
        time_ms: time.as_secs_f64() * 1e3,
    };
    report.emit(options, &map.description(), out)?;
    clock.verdict(&solution.outcome, nearest)
}

fn shown(leg: &Leg<'_, Action>) -> ShownLeg {
    ShownLeg {
        action: leg.action.to_string(),
        cost: leg.cost().raw(),
        cells: leg.cells().map(|cell| cell.to_array()).collect(),
    }
}
