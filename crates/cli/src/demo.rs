//! `voxnav` alone: a cave world from a fixed seed, and agents routed through it.
//!
//! Needs no file and no network, and gives the same routes on every machine; only the times differ.

use std::io::Write;
use std::time::{Duration, Instant};

use voxnav::glam::IVec3;
use voxnav::{
    CornerRule, MoveSet, Occupancy, Outcome, Path, Query, Traversability, UnknownPolicy, Workspace,
};
use voxnav_worlds::{WorldKind, generate, random_free_cells};

use crate::error::CliError;
use crate::figures::{bytes, compact, grouped};
use crate::map_file::describe;
use crate::progress::Progress;
use crate::quantiles::Distribution;

const SIZE: IVec3 = IVec3::splat(128);
const SEED: u64 = 7;
const AGENTS: usize = 400;

pub(crate) fn run(out: &mut dyn Write) -> Result<(), CliError> {
    let started = Instant::now();
    let occupancy = generate(WorldKind::Caves, SIZE, SEED)?;
    let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
    let prepared = started.elapsed();
    writeln!(
        out,
        "A cave world from seed {SEED}, {AGENTS} agents routed through it"
    )?;
    writeln!(out)?;
    writeln!(out, "world      {}", describe(&occupancy))?;
    writeln!(
        out,
        "           made in {} ms, {} of memory for what searches see of it",
        compact(prepared.as_secs_f64() * 1e3),
        bytes(world.memory_bytes())
    )?;
    let routes = route(&occupancy, &world)?;
    routes.write(out)?;
    writeln!(out)?;
    writeln!(out, "A cut at z = {}: rock #, routes o", Slice::Z)?;
    writeln!(out)?;
    Slice::through(&world, &routes.paths).write(out)?;
    writeln!(out)?;
    writeln!(
        out,
        "Next: voxnav generate, voxnav bench, voxnav solve; --help tells more."
    )?;
    Ok(())
}

/// What the agents found.
struct Routes {
    paths: Vec<Path>,
    unreachable: usize,
    times_ms: Vec<f64>,
    expanded: u64,
    workspace_bytes: usize,
}

/// Routes one agent after the other, each from a random free cell to another, and checks every
/// path cell by cell.
fn route(occupancy: &Occupancy, world: &Traversability) -> Result<Routes, CliError> {
    let cells = random_free_cells(occupancy, SEED, 2 * AGENTS);
    let mut workspace = Workspace::new();
    let progress = Progress::of(AGENTS);
    let mut routes = Routes {
        paths: Vec::new(),
        unreachable: 0,
        times_ms: Vec::new(),
        expanded: 0,
        workspace_bytes: 0,
    };
    for ends in cells.chunks_exact(2) {
        let query = Query::new(ends[0], ends[1]);
        let started = Instant::now();
        let solution = query.solve(world, &mut workspace);
        routes.times_ms.push(milliseconds(started.elapsed()));
        routes.expanded += solution.statistics.expanded;
        match solution.outcome {
            Outcome::Found(path) => {
                path.verify(world, MoveSet::default(), CornerRule::default(), None)
                    .map_err(CliError::InvalidPath)?;
                routes.paths.push(path);
            }
            _ => routes.unreachable += 1,
        }
        progress.inc(1);
    }
    progress.finish();
    routes.workspace_bytes = workspace.memory_bytes();
    Ok(routes)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

impl Routes {
    fn write(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let lengths = self.paths.iter().map(|path| path.cost().length());
        let lengths = Distribution::new(lengths.collect());
        let times = Distribution::new(self.times_ms.clone());
        writeln!(
            out,
            "routes     {} found, {} between caves that are not connected",
            self.paths.len(),
            self.unreachable
        )?;
        writeln!(out, "           each optimal, each checked cell by cell")?;
        writeln!(
            out,
            "length     median {:.1}, longest {:.1} cells",
            lengths.median(),
            lengths.max()
        )?;
        writeln!(
            out,
            "time       median {} ms, mean {}, 99 of 100 below {}, total {} ms",
            compact(times.median()),
            compact(times.mean()),
            compact(times.quantile(0.99)),
            compact(times.total())
        )?;
        writeln!(
            out,
            "effort     {} cells expanded, {} of search memory",
            grouped(self.expanded),
            bytes(self.workspace_bytes)
        )?;
        Ok(())
    }
}

/// A cut through the world at half its height, letters on a page.
struct Slice {
    letters: [[char; Self::COLUMNS]; Self::ROWS],
}

impl Slice {
    const COLUMNS: usize = 64;
    /// Letters are about twice as high as wide.
    const ROWS: usize = 32;
    const Z: i32 = SIZE.z / 2;
    /// Routes that pass this close to the cut, in cells, are drawn.
    const DEPTH: u32 = 2;

    fn through(world: &Traversability, paths: &[Path]) -> Self {
        let mut letters = [['#'; Self::COLUMNS]; Self::ROWS];
        for (y, row) in (0..).step_by(4).zip(&mut letters) {
            for (x, letter) in (0..).step_by(2).zip(row) {
                if world.is_traversable(IVec3::new(x, y, Self::Z)) {
                    *letter = ' ';
                }
            }
        }
        for cell in paths.iter().flat_map(Path::cells) {
            if cell.z.abs_diff(Self::Z) <= Self::DEPTH {
                // INVARIANT: cells of paths lie in 0..128 on each axis.
                letters[cell.y.unsigned_abs() as usize / 4][cell.x.unsigned_abs() as usize / 2] =
                    'o';
            }
        }
        Self { letters }
    }

    fn write(&self, out: &mut dyn Write) -> Result<(), CliError> {
        for row in &self.letters {
            writeln!(out, "  {}", row.iter().collect::<String>().trim_end())?;
        }
        Ok(())
    }
}
