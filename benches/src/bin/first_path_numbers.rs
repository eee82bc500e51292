//! The first path of each problem, and those that follow until the optimum: time, ratio to the optimum, and the ratio
//! that was proved.
//!
//! Every path is checked cell by cell, and its cost against that of an exact search. Generated worlds are moved by three
//! cells, so that what their generators repeat does not begin where clusters do.

use std::error::Error;
use std::fs::File;
use std::io::{self, Write};
use std::time::Duration;

use clap::{Parser, ValueEnum};
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
use voxnav::ground::{Ground, Jump, Locomotion, verify_legs};
use voxnav::search::{Cost, Flight, Movement, Query, Search, SearchSettings};
use voxnav::{CornerRule, Path, UnknownPolicy, Workspace};
use voxnav_benches::{Clock, problem_set};
use voxnav_testkit::Draws;
use voxnav_worlds::{Distribution, GeneratedWorld};

/// Measures first and better paths on worlds, on one thread.
#[derive(Debug, Parser)]
struct Arguments {
    /// Map files, each with its scenario in the same folder, or `generated:KIND:X,Y,Z:SEED`
    #[arg(default_values = [
        "generated:caves:256,256,256:7", "generated:rooms:256,256,256:7",
        "generated:random:20:256,256,256:7", "generated:random:40:256,256,256:7",
        "generated:towers:256,256,256:7", "generated:maze:256,256,256:7",
    ])]
    worlds: Vec<String>,
    /// Answer so many rows, evenly spaced; of generated worlds so many random pairs
    #[arg(long, value_name = "N", default_value_t = 100)]
    sample: usize,
    /// Leave out problems whose ends are nearer than this part of the largest distance between two of the sample
    #[arg(long, value_name = "PART", default_value_t = 0.0)]
    far: f64,
    /// The agent that moves; on the ground between random cells of generated worlds where the agent can rest
    #[arg(long, value_enum, default_value_t)]
    agent: Agent,
    /// Ask for the first paths of so many other random pairs before
    #[arg(long, value_name = "N", default_value_t = 0)]
    before: usize,
    /// Make the index of each world for flying agents beforehand, where it is of use
    #[arg(long)]
    index: bool,
    /// Write the figures of every row to a file, as CSV
    #[arg(long, value_name = "FILE")]
    rows: Option<String>,
    /// The time to measure
    #[arg(long, value_enum, default_value_t)]
    clock: Clock,
}

/// The agent that moves.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Agent {
    /// A flying agent with the moves of the map.
    #[default]
    Flying,
    /// A person of two cells that steps and drops, `Locomotion::walker`.
    Walker,
    /// The same, with jumps over two cells.
    Jumper,
}

/// The stages, in their order: the first path, three rounds of windows, the exact search.
const STAGES: [&str; 5] = ["first", "better", "better still", "good", "optimum"];

/// A check of a path, which returns the cost that its moves add up to.
type Check<'c, M> = dyn Fn(&M, &Path) -> Result<Cost, Box<dyn Error>> + 'c;

/// A world as an agent moves through it, and the check of its paths.
struct Problems<'c, M: Movement> {
    moves: M,
    /// The ends of the questions that are asked before.
    before: Vec<[IVec3; 2]>,
    /// The numbers and the ends of the problems.
    rows: Vec<(usize, [IVec3; 2])>,
    cost: &'c Check<'c, M>,
}

/// The figures of one stage of one problem.
#[derive(Clone, Copy, Debug)]
struct Figures {
    /// The time since the query was asked.
    elapsed: Duration,
    cost: Cost,
    lower_bound: Cost,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let mut rows = arguments.rows.as_ref().map(File::create).transpose()?;
    if let Some(rows) = &mut rows {
        writeln!(rows, "world,row,stage,ms,cost,lower_bound,optimum")?;
    }
    let mut out = io::stdout().lock();
    for world in &arguments.worlds {
        measure(world, &arguments, &mut out, rows.as_mut())?;
    }
    Ok(())
}

fn measure(
    source: &str,
    arguments: &Arguments,
    out: &mut impl Write,
    rows: Option<&mut File>,
) -> Result<(), Box<dyn Error>> {
    let jump = Jump {
        gap: 2,
        ..Jump::over_one()
    };
    let walker = Locomotion::walker();
    match arguments.agent {
        Agent::Flying => fly(source, arguments, out, rows),
        Agent::Walker => walk(source, &walker, arguments, out, rows),
        Agent::Jumper => {
            let jumper = Locomotion {
                jump: Some(jump),
                ..walker
            };
            walk(source, &jumper, arguments, out, rows)
        }
    }
}

fn fly(
    source: &str,
    arguments: &Arguments,
    out: &mut impl Write,
    rows: Option<&mut File>,
) -> Result<(), Box<dyn Error>> {
    let set = problem_set(source, arguments.sample)?;
    let offset = if source.starts_with(GeneratedWorld::PREFIX) {
        IVec3::splat(3)
    } else {
        IVec3::ZERO
    };
    let world = moved(&set.world, offset)?.with_components();
    if arguments.index {
        let mut settings = SearchSettings::default();
        settings.moves = set.moves;
        let clock = arguments.clock;
        let (is_made, time) = clock.time(|| settings.prepare_index(&world));
        let time = time.as_secs_f64();
        writeln!(out, "index: {is_made}, in {time:.2} s")?;
    }
    let problems = set.problems.iter();
    let ends = problems.map(|row| (row.number, [row.start + offset, row.goal + offset]));
    let ends: Vec<_> = ends.collect();
    let mut draws = Draws::new(7);
    let others: Vec<IVec3> = ends.iter().flat_map(|(_, ends)| *ends).collect();
    let before = std::iter::repeat_with(|| [(); 2].map(|()| draws.pick(&others)));
    let before = before.take(arguments.before).collect();
    let moves = set.moves;
    let problems = Problems {
        moves: Flight {
            moves,
            ..Flight::new(&world)
        },
        before,
        rows: ends,
        cost: &|flight: &Flight, path| {
            let (corners, terrain) = (CornerRule::Strict, None);
            Ok(path.verify(&flight.world, moves, corners, terrain)?)
        },
    };
    problems.measure(source, arguments, out, rows)
}

/// Measures a ground agent, between cells below random ones of the world.
fn walk(
    source: &str,
    agent: &Locomotion,
    arguments: &Arguments,
    out: &mut impl Write,
    rows: Option<&mut File>,
) -> Result<(), Box<dyn Error>> {
    let world = source.parse::<GeneratedWorld>()?.world()?;
    let ground = Ground::new(&world, agent)?;
    ground.stances().derive_all();
    let (mut draws, most) = (Draws::new(7), world.bounds().max);
    let cells = std::iter::repeat_with(|| draws.vector(IVec3::ZERO, most));
    let mut resting = cells
        .take((arguments.sample + arguments.before) * 1000)
        .filter_map(|cell| ground.settled(cell, u32::MAX));
    let mut ends = std::iter::from_fn(|| Some([resting.next()?, resting.next()?]));
    let problems = ends.by_ref().enumerate().take(arguments.sample).collect();
    let problems = Problems {
        rows: problems,
        before: ends.take(arguments.before).collect(),
        cost: &|ground: &Ground, path| Ok(verify_legs(path, ground)?),
        moves: ground,
    };
    problems.measure(source, arguments, out, rows)
}

impl<M: Movement + Clone> Problems<'_, M> {
    fn measure(
        self,
        source: &str,
        arguments: &Arguments,
        out: &mut impl Write,
        mut rows: Option<&mut File>,
    ) -> Result<(), Box<dyn Error>> {
        let mut workspace = Workspace::new();
        let mut figures: [Vec<(Figures, Cost)>; 5] = Default::default();
        for ends in self.before {
            let query = Query::new(ends[0], ends[1]).anytime();
            let _ = query.solve(&self.moves, &mut workspace);
        }
        let distance = |[start, goal]: [IVec3; 2]| (start - goal).as_dvec3().length();
        let lengths = self.rows.iter().map(|(_, ends)| distance(*ends));
        let least = lengths.fold(0.0, f64::max) * arguments.far;
        for &(number, ends) in &self.rows {
            if distance(ends) < least {
                continue;
            }
            let stages;
            (stages, workspace) = solve(&self.moves, self.cost, ends, workspace, arguments.clock)?;
            let Some(optimum) = stages.last().map(|last| last.cost) else {
                continue;
            };
            for (index, stage) in stages.iter().enumerate() {
                figures[index].push((*stage, optimum));
                if let Some(rows) = &mut rows {
                    let ms = stage.elapsed.as_secs_f64() * 1e3;
                    let [cost, bound, best] =
                        [stage.cost, stage.lower_bound, optimum].map(Cost::length);
                    let name = STAGES[index];
                    writeln!(rows, "{source},{number},{name},{ms},{cost},{bound},{best}")?;
                }
            }
        }
        writeln!(
            out,
            "{source}: {} problems, workspace of {} kB",
            figures[0].len(),
            workspace.memory_bytes() / 1000
        )?;
        writeln!(out)?;
        writeln!(
            out,
            "| stage | ms mean | p99 | max | ratio mean | p95 | max | proved |\n|---|--:|--:|--:|--:|--:|--:|--:|"
        )?;
        for (stage, figures) in STAGES.iter().zip(&figures) {
            let of = |figure: &dyn Fn(&Figures, Cost) -> f64| {
                Distribution::new(
                    figures
                        .iter()
                        .map(|(row, best)| figure(row, *best))
                        .collect(),
                )
            };
            let ms = of(&|row, _| row.elapsed.as_secs_f64() * 1e3);
            let ratio = of(&|row, best| row.cost.length() / best.length());
            let proved = of(&|row, _| row.cost.length() / row.lower_bound.length());
            let [mean, p99, most] = [ms.mean(), ms.quantile(0.99), ms.max()];
            let [average, p95, worst] = [ratio.mean(), ratio.quantile(0.95), ratio.max()];
            writeln!(
                out,
                "| {stage} | {mean:.3} | {p99:.3} | {most:.3} | {average:.4} | {p95:.3} | {worst:.3} | {:.3} |",
                proved.mean()
            )?;
        }
        writeln!(out)?;
        Ok(())
    }
}

/// Returns the figures of all stages of a query, none if there is no path, and the workspace.
fn solve<M: Movement + Clone>(
    moves: &M,
    check: &Check<'_, M>,
    ends: [IVec3; 2],
    workspace: Workspace,
    clock: Clock,
) -> Result<(Vec<Figures>, Workspace), Box<dyn Error>> {
    let query = Query::new(ends[0], ends[1]);
    let mut search = Search::with_workspace(&query.anytime(), moves, workspace);
    let (mut stages, mut elapsed) = (Vec::new(), Duration::ZERO);
    for _ in STAGES {
        let ((), time) = clock.time(|| while search.step(u64::MAX).is_none() {});
        elapsed += time;
        let Some(path) = search
            .solution()
            .and_then(|solution| solution.outcome.path())
        else {
            break;
        };
        let cost = check(moves, path)?;
        if [path.start(), path.goal()] != ends {
            return Err("the path leads elsewhere".into());
        }
        let lower_bound = search.lower_bound();
        stages.push(Figures {
            elapsed,
            cost,
            lower_bound,
        });
        let (goes_on, time) = clock.time(|| search.improve_next());
        elapsed += time;
        if !goes_on {
            break;
        }
    }
    let (_, mut workspace) = search.finish();
    let optimum = query
        .solve(moves, &mut workspace)
        .outcome
        .path()
        .map(Path::cost);
    let last = stages.last().copied();
    if let (Some(last), Some(optimum)) = (last, optimum) {
        if last.cost != optimum {
            return Err(format!("{query:?}: {} instead of {optimum}", last.cost).into());
        }
        stages.resize(STAGES.len(), last);
    }
    Ok((stages, workspace))
}

/// Returns a world of the same cells, moved by an offset.
fn moved(world: &Traversability, offset: IVec3) -> Result<Traversability, Box<dyn Error>> {
    if offset == IVec3::ZERO {
        return Ok(world.clone());
    }
    let bounds = world.bounds();
    let mut builder =
        OccupancyBuilder::new(CellBox::new(bounds.min + offset, bounds.max + offset))?;
    for cell in bounds.cells().filter(|it| !world.is_traversable(*it)) {
        builder.set(cell + offset, CellState::Occupied)?;
    }
    Ok(Traversability::new(
        &builder.commit(),
        UnknownPolicy::Blocked,
    ))
}
