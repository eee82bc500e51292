//! Routes of all agents, one after the other, by five searches.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use voxnav::glam::IVec3;
use voxnav::grid::{Occupancy, Traversability};
use voxnav::search::{Cost, Query, Search, SearchSettings, Solution, Weight};
use voxnav::{Algorithm, Outcome, Path as Route, Workspace};
use voxnav_worlds::figures::{bytes, compact, grouped};
use voxnav_worlds::{Distribution, random_free_cells};

use crate::error::DemoError;
use crate::watch::Watch;
use crate::{AGENTS, WORLD, milliseconds};

/// The length of a route of the faster search, as a multiple of the optimum, at most.
const WITHIN: f64 = 1.05;

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
        let query = Query::new(start, goal).settings(search.anytime());
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

    fn write(&self, name: &str, out: &mut dyn Write) -> io::Result<()> {
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
pub(crate) struct Routes {
    /// The optimal ones.
    pub(crate) paths: Vec<Route>,
    unreachable: usize,
    exact: Answers,
    /// Routes with the index of straight runs, which may be longer than the optimum by [`WITHIN`].
    bounded: Answers,
    /// First paths.
    first: Answers,
    /// The paths that follow them.
    better: Answers,
    /// A* over every legal move.
    by_the_book: Answers,
    /// The lengths of routes within the bound, as multiples of the optimum.
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
pub(crate) fn route(
    cells: &Occupancy,
    world: &Traversability,
    watch: &mut dyn Watch,
) -> Result<Routes, DemoError> {
    let search = &SearchSettings::default();
    let indexed = Traversability::new(cells, voxnav::UnknownPolicy::Blocked).with_components();
    search.prepare_index(&indexed);
    let cells = random_free_cells(cells, WORLD.seed, 2 * AGENTS);
    let bounded = search.within(Weight::new(WITHIN).unwrap_or(Weight::ONE));
    let by_the_book = search.algorithm(Algorithm::AStar);
    watch.begin(AGENTS);
    let mut routes = Routes::default();
    for ends in cells.chunks_exact(2) {
        let (start, goal) = (ends[0], ends[1]);
        let exact = routes.exact.ask(search, (start, goal), world);
        let near = routes.bounded.ask(&bounded, (start, goal), &indexed);
        let Routes { first, better, .. } = &mut routes;
        let at_once = first.ask_first(better, search, (start, goal), world);
        let reference = routes.by_the_book.ask(&by_the_book, (start, goal), world);
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
            return Err(DemoError::Disagreement { start, goal });
        }
        let searched = [&exact, &near].map(|answer| answer.outcome.path());
        let paths = searched
            .into_iter()
            .chain(at_once.each_ref().map(Option::as_ref));
        for path in paths.flatten() {
            path.verify(world, search.moves, search.corners, None)
                .map_err(DemoError::Path)?;
        }
        match exact.outcome {
            Outcome::Found(path) => routes.paths.push(path),
            _ => routes.unreachable += 1,
        }
        watch.advance(1);
    }
    watch.end();
    Ok(routes)
}

/// Writes by how much paths are longer than the optimum.
fn write_longer(ratios: &[f64], then: &str, out: &mut dyn Write) -> io::Result<()> {
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

impl Routes {
    /// Returns what is known of first paths, in a sentence.
    pub(crate) fn told(&self) -> String {
        let times = Distribution::new(self.first.times_ms.clone());
        let longer = Distribution::new(self.first_ratios.clone()).mean() - 1.0;
        format!(
            "A first path takes {:.2} ms (median) and is {:.1} % longer than the shortest.",
            times.median(),
            longer * 100.0
        )
    }

    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
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
