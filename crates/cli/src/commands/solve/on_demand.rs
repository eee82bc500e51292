//! `voxnav solve --on-demand`: a query on a file of which no more is loaded than it needs.

use std::fs::File;
use std::io::Write;
use std::time::Instant;

use voxnav::{UnknownPolicy, Workspace};
use voxnav_files::{FileError, FileReason};
use voxnav_store::{OnDemandError, ReadError, Reader, WorldOnDemand};

use super::way::Way;
use super::{SolveOptions, TimedQuery};
use crate::error::CliError;
use crate::search::mode::{Flight, Mode};
use crate::world_source::cost_options::CostFacts;
use crate::world_source::map_file::{MapKind, MapSource, shape_of};
use voxnav_lab::figures::{bytes, grouped};

pub(super) fn run(options: &SolveOptions, most: u64, out: &mut dyn Write) -> Result<(), CliError> {
    let is_own =
        |extension: &std::ffi::OsStr| extension.eq_ignore_ascii_case(voxnav_store::EXTENSION);
    let map = options.map.as_ref();
    let file = map.and_then(MapSource::file);
    let Some(path) = file.filter(|path| path.extension().is_some_and(is_own)) else {
        return Err(CliError::bad_input(format!(
            "{}: --on-demand needs a .voxnav file; convert the map with voxnav convert",
            options.read.costs.name_of(map).display()
        )));
    };
    let broken = |reason: ReadError| FileError::new(path, reason);
    let opened =
        File::open(path).map_err(|reason| FileError::new(path, FileReason::Unreadable(reason)))?;
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let refused = |error| match error {
        OnDemandError::Read(reason) => broken(reason).into(),
        other => CliError::bad_input(format!(
            "{other}; raise --on-demand, or leave it out to load the whole world"
        )),
    };
    let reader = Reader::open(opened).map_err(broken)?;
    let agent = options.agent.cells()?;
    let (size, lattice) = (reader.bounds().size(), *reader.lattice());
    let shape = shape_of(&lattice, path)?;
    let world = WorldOnDemand::new(reader, agent, UnknownPolicy::Blocked, most);
    let mut world = world.map_err(refused)?;
    let asked = TimedQuery::of(options, MapKind::Voxels, (&lattice, shape))?;
    let (ends, search) = (asked.ends, asked.search);
    let (solution, time) = asked.clock.time(|token| {
        let started = Instant::now();
        let solution = world.solve_until(ends, search, &mut Workspace::new(), token);
        (solution, started.elapsed())
    });
    let solution = solution.map_err(refused)?;
    let path = solution.outcome.path();
    if let Some(path) = path {
        let flight = Flight::new(world.loaded(), world.terrain(), &lattice);
        let checked = flight.check(path, ends, &search);
        checked.map_err(CliError::invalid_path)?;
        let loaded = world.loaded().occupancy();
        options.export.write(loaded, &lattice, path.cells())?;
    }
    let costs = CostFacts::of(world.terrain());
    let report = asked.report(&solution, time, asked.shown(costs), Way::cells);
    let about = format!(
        "{} x {} x {} cells, {} chunks read, {} held",
        size.x,
        size.y,
        size.z,
        grouped(world.chunks_read()),
        bytes(world.memory_bytes())
    );
    report.emit(options, &about, out)?;
    // What is nearest may not have been loaded.
    asked.clock.verdict(&solution.outcome, None)
}
