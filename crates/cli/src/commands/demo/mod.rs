//! `voxnav` alone: a cave world from a fixed seed, and agents routed through it, by first paths and better ones, by
//! optimal routes, by routes within a stated bound, and by A* as textbooks have it; then all of them at once, as a crowd.
//!
//! Needs no file and no network, and gives the same routes on every machine; only the times differ.

mod crowd;

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use voxnav::glam::IVec3;
use voxnav::grid::Traversability;
use voxnav::search::{Cost, Query, Search, SearchSettings, Solution, Weight};
use voxnav::{Algorithm, Outcome, Path as Route, Workspace};
use voxnav_worlds::{Distribution, GeneratedWorld, WorldKind, random_free_cells};

use crate::commands::view;
use crate::error::CliError;
use crate::report::output::Fitted;
use crate::report::progress::Progress;
use crate::search::options::SearchOptions;
use crate::world_source::import_options::ImportOptions;
use crate::world_source::map_file::{MapFile, MapSource};
use crate::world_source::problems::disagreement;
use crowd::Played;
use voxnav_lab::figures::{bytes, compact, grouped};

const WORLD: GeneratedWorld = GeneratedWorld {
    kind: WorldKind::Caves,
    size: IVec3::splat(128),
    seed: 7,
};
const AGENTS: usize = 400;

/// How many times as long as the optimum a route of the faster search may be.
const WITHIN: f64 = 1.05;

/// The page of one of the searches.
const PAGE: &str = "demo.html";

pub(crate) fn run(out: &mut dyn Write) -> Result<(), CliError> {
    let out = &mut Fitted::new(out);
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
        "           generated in {} ms; searches use {} of memory for it",
        compact(milliseconds(map.load)),
        bytes(map.world.memory_bytes())
    )?;
    let search = SearchOptions::default().on(map.kind.moves());
    let routes = route(&map, &search)?;
    routes.write(out)?;
    writeln!(out)?;
    writeln!(out, "A cut at z = {}: rock #, routes o", Slice::Z)?;
    writeln!(out)?;
    Slice::through(&map.world, &routes.paths).write(out)?;
    writeln!(out)?;
    let played = crowd::play(&map, &routes.paths)?;
    played.write(out)?;
    writeln!(out)?;
    write_page(&map, &played, out)?;
    writeln!(
        out,
        "Next: voxnav generate, voxnav solve or voxnav bench; voxnav --help lists all."
    )?;
    Ok(())
}

/// Writes the page of the crowd. That it cannot be written, or that something else has its name, is no failure of a
/// demonstration that needs no file.
fn write_page(map: &MapFile, played: &Played, out: &mut dyn Write) -> Result<(), CliError> {
    let page = Path::new(PAGE);
    if page.exists() && !is_page(page) {
        writeln!(
            out,
            "page       not written: {PAGE} exists and is not a page of voxnav"
        )?;
        return Ok(());
    }
    let told = format!("{}; {}", map.description(), played.told());
    match view::write_play(page, map, &played.play, told, "voxnav".to_owned()) {
        Ok(written) => writeln!(
            out,
            "page       {PAGE}, {}: the agents on their ways, in 3D",
            bytes(written)
        )?,
        Err(CliError {
            source: Some(reason),
            ..
        }) if reason.is::<io::Error>() => {
            writeln!(out, "page       not written: {PAGE}: {reason}")?;
        }
        Err(error) => return Err(error),
    }
    Ok(())
}

/// Returns whether a file is a page that an earlier run may have written.
fn is_page(path: &Path) -> bool {
    const HEAD: u64 = 1 << 12;
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    let title = voxnav_view::TITLE.as_bytes();
    read.is_ok() && head.windows(title.len()).any(|part| part == title)
}

impl Played {
    /// Returns what became of the crowd, in a line.
    fn told(&self) -> String {
        format!(
            "{} agents at once: {} arrived in {:.0} s, {} overlaps, {} replanned",
            self.agents, self.arrived, self.seconds, self.overlaps, self.replanned
        )
    }

    fn write(&self, out: &mut dyn Write) -> Result<(), CliError> {
        writeln!(out, "crowd      {}", self.told())?;
        writeln!(
            out,
            "           on first paths, around each other; played in {} ms",
            compact(milliseconds(self.time))
        )?;
        Ok(())
    }
}

/// Answers of one search to all agents.
#[derive(Default)]
struct Answers {
    times_ms: Vec<f64>,
    expanded: u64,
    workspace: Workspace,
}

impl Answers {
    /// Asks for the way of one agent.
    fn ask(
        &mut self,
        search: &SearchSettings,
        (start, goal): (IVec3, IVec3),
        world: &Traversability,
    ) -> Solution {
        let query = Query::new(start, goal).settings(*search);
        let started = Instant::now();
        let solution = query.solve(world, &mut self.workspace);
        self.times_ms.push(milliseconds(started.elapsed()));
        self.expanded += solution.statistics.expanded;
        solution
    }

    /// Asks for the first path of one agent, and has `better` note the one after it. Returns both.
    fn ask_first(
        &mut self,
        better: &mut Self,
        search: &SearchSettings,
        (start, goal): (IVec3, IVec3),
        world: &Traversability,
    ) -> [Option<Route>; 2] {
        let query = Query::new(start, goal).settings(search.first_path());
        let mut elapsed = Duration::ZERO;
        let mut run = |search: &mut Search, answers: &mut Self| {
            let started = Instant::now();
            while search.step(u64::MAX).is_none() {}
            elapsed += started.elapsed();
            answers.times_ms.push(milliseconds(elapsed));
            answers.expanded += search.expanded();
            let solution = search.solution();
            solution.and_then(|solution| solution.outcome.path().cloned())
        };
        let workspace = std::mem::take(&mut self.workspace);
        let mut asked = Search::with_workspace(&query, world, workspace);
        let first = run(&mut asked, self);
        let _ = asked.improve_next();
        let second = run(&mut asked, better);
        self.workspace = asked.finish().1;
        [first, second]
    }

    fn write(&self, name: &str, out: &mut dyn Write) -> Result<(), CliError> {
        let times = Distribution::new(self.times_ms.clone());
        writeln!(
            out,
            "{name:<11}median {} ms, mean {}, p99 {}",
            compact(times.median()),
            compact(times.mean()),
            compact(times.quantile(0.99))
        )?;
        let memory = bytes(self.workspace.memory_bytes());
        writeln!(
            out,
            "           {} cells expanded, {memory} of search memory",
            grouped(self.expanded)
        )?;
        Ok(())
    }
}

/// The routes of all agents, by five searches.
#[derive(Default)]
struct Routes {
    /// The optimal ones.
    paths: Vec<Route>,
    unreachable: usize,
    exact: Answers,
    /// With the index of straight runs, and routes that may be longer than the optimum by [`WITHIN`].
    bounded: Answers,
    /// First paths.
    first: Answers,
    /// The paths that follow them.
    better: Answers,
    /// A* over every legal move.
    by_the_book: Answers,
    /// How many times as long as the optimum routes within the bound are.
    ratios: Vec<f64>,
    /// The lengths of first paths, as multiples of the optimum.
    first_ratios: Vec<f64>,
    /// The lengths of the paths that follow them, as multiples of the optimum.
    better_ratios: Vec<f64>,
    /// The largest ratio that a search within the bound proved of its route.
    proved: f64,
}

/// Routes one agent after the other, each from a random free cell to another. Checks every path cell by cell,
/// and its cost against that of A* by the book.
fn route(map: &MapFile, search: &SearchSettings) -> Result<Routes, CliError> {
    let cells = random_free_cells(&map.occupancy, WORLD.seed, 2 * AGENTS);
    let indexed = map.world.clone().with_jump_index();
    let bounded = search.within(Weight::new(WITHIN).unwrap_or(Weight::ONE));
    let by_the_book = search.algorithm(Algorithm::AStar);
    let progress = Progress::of(AGENTS);
    let mut routes = Routes::default();
    for ends in cells.chunks_exact(2) {
        let (start, goal) = (ends[0], ends[1]);
        let exact = routes.exact.ask(search, (start, goal), &map.world);
        let near = routes.bounded.ask(&bounded, (start, goal), &indexed);
        let Routes { first, better, .. } = &mut routes;
        let at_once = first.ask_first(better, search, (start, goal), &map.world);
        let reference = routes
            .by_the_book
            .ask(&by_the_book, (start, goal), &map.world);
        let cost = |solution: &Solution| solution.outcome.path().map(Route::cost);
        let (optimum, other) = (cost(&exact), cost(&near));
        let [usable, better] = at_once
            .each_ref()
            .map(|path| path.as_ref().map(Route::cost));
        let found = [other, usable, better].map(|cost| cost.is_some());
        let disagrees = optimum != cost(&reference) || found != [optimum.is_some(); 3];
        if let (Some(optimum), Some(other), Some(usable), Some(better)) =
            (optimum, other, usable, better)
        {
            let ratio = |bound: Cost| other.length() / bound.length();
            let longer = |cost: Cost| cost.length() / optimum.length();
            routes.first_ratios.push(longer(usable));
            routes.better_ratios.push(longer(better));
            routes.ratios.push(ratio(optimum));
            let proved = ratio(near.statistics.lower_bound);
            routes.proved = routes.proved.max(proved);
        }
        if disagrees || routes.ratios.last().is_some_and(|ratio| *ratio > WITHIN) {
            return Err(disagreement(start, goal));
        }
        let searched = [&exact, &near].map(|answer| answer.outcome.path());
        let paths = searched
            .into_iter()
            .chain(at_once.each_ref().map(Option::as_ref));
        for path in paths.flatten() {
            path.verify(&map.world, search.moves, search.corners, None)
                .map_err(CliError::invalid_path)?;
        }
        match exact.outcome {
            Outcome::Found(path) => routes.paths.push(path),
            _ => routes.unreachable += 1,
        }
        progress.inc(1);
    }
    progress.finish();
    Ok(routes)
}

/// Writes by how much paths are longer than the optimum.
fn write_longer(ratios: &[f64], then: &str, out: &mut dyn Write) -> Result<(), CliError> {
    let ratios = Distribution::new(ratios.to_vec());
    let percent = |ratio: f64| (ratio - 1.0) * 100.0;
    writeln!(
        out,
        "           {:.1} % longer on average, {:.1} % at most{then}",
        percent(ratios.mean()),
        percent(ratios.max())
    )?;
    Ok(())
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

impl Routes {
    fn write(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let lengths = self.paths.iter().map(|path| path.cost().length());
        let lengths = Distribution::new(lengths.collect());
        writeln!(
            out,
            "routes     {} found, {} unreachable (caves that are not connected)",
            self.paths.len(),
            self.unreachable
        )?;
        writeln!(
            out,
            "length     median {:.1}, longest {:.1} cells; each checked cell by cell",
            lengths.median(),
            lengths.max()
        )?;
        writeln!(out)?;
        for (name, answers, ratios, then) in [
            ("at once", &self.first, &self.first_ratios, ""),
            (
                "better",
                &self.better,
                &self.better_ratios,
                ", first path included",
            ),
        ] {
            answers.write(name, out)?;
            write_longer(ratios, then, out)?;
        }
        self.exact.write("optimal", out)?;
        self.bounded.write("within 5 %", out)?;
        let proved = (self.proved - 1.0) * 100.0;
        write_longer(
            &self.ratios,
            &format!("; proved by each search: {proved:.1} %"),
            out,
        )?;
        let total = |answers: &Answers| answers.times_ms.iter().sum::<f64>();
        self.by_the_book.write("textbook", out)?;
        writeln!(
            out,
            "           A* over every move: {:.1}, {:.1}, {:.1}, {:.1} times the time of the above",
            total(&self.by_the_book) / total(&self.first),
            total(&self.by_the_book) / total(&self.better),
            total(&self.by_the_book) / total(&self.exact),
            total(&self.by_the_book) / total(&self.bounded)
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
