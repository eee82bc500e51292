//! `voxnav` alone: a cave world from a fixed seed, and agents routed through it.
//!
//! Needs no file and no network, and gives the same routes on every machine; only the times differ.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use voxnav::glam::IVec3;
use voxnav::grid::Traversability;
use voxnav::search::{Query, SearchSettings, Solution};
use voxnav::{Algorithm, Outcome, Path as Route, Workspace};
use voxnav_worlds::{Distribution, GeneratedWorld, WorldKind, random_free_cells};

use crate::error::CliError;
use crate::figures::{bytes, compact, grouped};
use crate::import_options::ImportOptions;
use crate::map_file::{MapFile, MapSource};
use crate::progress::Progress;
use crate::search_options::SearchOptions;
use crate::view;

const WORLD: GeneratedWorld = GeneratedWorld {
    kind: WorldKind::Caves,
    size: IVec3::splat(128),
    seed: 7,
};
const AGENTS: usize = 400;

/// The page of one of the searches.
const PAGE: &str = "demo.html";

pub(crate) fn run(out: &mut dyn Write) -> Result<(), CliError> {
    let map = MapFile::load(&MapSource::Generated(WORLD), &ImportOptions::default())?;
    writeln!(
        out,
        "A cave world from seed {}, {AGENTS} agents routed through it",
        WORLD.seed
    )?;
    writeln!(out)?;
    writeln!(out, "world      {}", map.description())?;
    writeln!(
        out,
        "           made in {} ms, {} of memory for what searches see of it",
        compact(milliseconds(map.load)),
        bytes(map.world.memory_bytes())
    )?;
    let search = SearchOptions::default().on(map.kind);
    let routes = route(&map, &search)?;
    routes.write(out)?;
    writeln!(out)?;
    writeln!(out, "A cut at z = {}: rock #, routes o", Slice::Z)?;
    writeln!(out)?;
    Slice::through(&map.world, &routes.paths).write(out)?;
    writeln!(out)?;
    write_page(&map, &search, &routes, out)?;
    writeln!(
        out,
        "Next: voxnav generate, voxnav bench, voxnav solve; --help tells more."
    )?;
    Ok(())
}

/// Writes the page of the search for the longest route. That it cannot be written, or that something
/// else has its name, is no failure of a demonstration that needs no file.
fn write_page(
    map: &MapFile,
    search: &SearchSettings,
    routes: &Routes,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    let page = Path::new(PAGE);
    let Some(longest) = routes.paths.iter().max_by_key(|path| path.cost()) else {
        return Ok(());
    };
    if page.exists() && !is_page(page) {
        writeln!(
            out,
            "page       not written: {PAGE} is here, and no page of voxnav"
        )?;
        return Ok(());
    }
    let (from, to) = (longest.start(), longest.goal());
    let shown = |cell: IVec3| format!("{},{},{}", cell.x, cell.y, cell.z);
    let command = format!(
        "voxnav view {WORLD} --from {} --to {}",
        shown(from),
        shown(to)
    );
    match view::write_search(page, map, search, (from, to), command) {
        Ok(written) => writeln!(
            out,
            "page       {PAGE}, {}: the longest route in 3D, and its search",
            bytes(written)
        )?,
        Err(CliError::Unwritable { reason, .. }) => {
            writeln!(out, "page       not written: {PAGE}: {reason}")?;
        }
        Err(error) => return Err(error),
    }
    Ok(())
}

/// Whether a file is a page that an earlier run may have written.
fn is_page(path: &Path) -> bool {
    const HEAD: u64 = 1 << 12;
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    let title = voxnav_view::TITLE.as_bytes();
    read.is_ok() && head.windows(title.len()).any(|part| part == title)
}

/// What the agents found.
struct Routes {
    paths: Vec<Route>,
    unreachable: usize,
    times_ms: Vec<f64>,
    /// What A* over every legal move took for the same rows.
    by_the_book_ms: f64,
    expanded: u64,
    workspace_bytes: usize,
}

/// Routes one agent after the other, each from a random free cell to another, and checks every
/// path cell by cell, and its cost against that of A* by the book.
fn route(map: &MapFile, search: &SearchSettings) -> Result<Routes, CliError> {
    let cells = random_free_cells(&map.occupancy, WORLD.seed, 2 * AGENTS);
    let by_the_book = search.algorithm(Algorithm::AStar);
    let (mut workspace, mut workspace_by_the_book) = (Workspace::new(), Workspace::new());
    let progress = Progress::of(AGENTS);
    let mut routes = Routes {
        paths: Vec::new(),
        unreachable: 0,
        times_ms: Vec::new(),
        by_the_book_ms: 0.0,
        expanded: 0,
        workspace_bytes: 0,
    };
    for ends in cells.chunks_exact(2) {
        let (start, goal) = (ends[0], ends[1]);
        let (answer, time) = timed(search, (start, goal), &map.world, &mut workspace);
        let (reference, time_by_the_book) = timed(
            &by_the_book,
            (start, goal),
            &map.world,
            &mut workspace_by_the_book,
        );
        routes.times_ms.push(time);
        routes.by_the_book_ms += time_by_the_book;
        routes.expanded += answer.statistics.expanded;
        let cost = |outcome: &Outcome| outcome.path().map(Route::cost);
        if cost(&answer.outcome) != cost(&reference.outcome) {
            return Err(CliError::Disagreement { start, goal });
        }
        match answer.outcome {
            Outcome::Found(path) => {
                path.verify(&map.world, search.moves, search.corners, None)
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

/// An answer, and the milliseconds that it took.
fn timed(
    search: &SearchSettings,
    (start, goal): (IVec3, IVec3),
    world: &Traversability,
    workspace: &mut Workspace,
) -> (Solution, f64) {
    let query = Query::new(start, goal).settings(*search);
    let started = Instant::now();
    let solution = query.solve(world, workspace);
    (solution, milliseconds(started.elapsed()))
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
            "against    A* by the book (--algorithm astar), same rows: {} ms,",
            compact(self.by_the_book_ms)
        )?;
        writeln!(
            out,
            "           {:.1} times the time, for paths of the same cost",
            self.by_the_book_ms / times.total()
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
    const Z: i32 = WORLD.size.z / 2;
    /// Routes that pass this close to the cut, in cells, are drawn.
    const DEPTH: u32 = 2;

    fn through(world: &Traversability, paths: &[Route]) -> Self {
        let mut letters = [['#'; Self::COLUMNS]; Self::ROWS];
        for (y, row) in (0..).step_by(4).zip(&mut letters) {
            for (x, letter) in (0..).step_by(2).zip(row) {
                if world.is_traversable(IVec3::new(x, y, Self::Z)) {
                    *letter = ' ';
                }
            }
        }
        for cell in paths.iter().flat_map(Route::cells) {
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
