//! Paths of `bevy_northstar`, which searches a hierarchy (HPA*) with 26 neighbors, compared with first paths and
//! cheapest paths of voxnav: the same world, the same pairs, one thread.
//!
//! Worlds are cubes out of larger generated ones, moved by three cells, so that what generators repeat does not begin
//! where chunks and clusters do. Every path is checked cell by cell under strict corners, outside the timed part. One
//! run asks one chunk size of `bevy_northstar`, so that memory and hangs of one do not count for another.

use std::error::Error;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use bevy_northstar::prelude::OrdinalGrid3d;
use bevy_northstar::prelude::{Grid, GridSettingsBuilder, Nav, PathfindArgs, filter};
use clap::Parser;
use cpu_time::ThreadTime;
use voxnav::experiment::Heuristic;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, Occupancy, OccupancyBuilder, Traversability};
use voxnav::search::{Cost, Query};
use voxnav::{Algorithm, MoveSet, Path, UnknownPolicy, Workspace};
use voxnav_worlds::{Distribution, WorldKind, generate, random_free_cells};

/// The cells by which a world is moved on each axis.
const MOVED: i32 = 3;

/// Measures `bevy_northstar` and voxnav in a generated world.
#[derive(Clone, Debug, Parser)]
struct Arguments {
    /// The kind of world, as `voxnav generate` takes it: caves, rooms, random:20, empty
    kind: WorldKind,
    /// The cells along each side
    #[arg(long, value_name = "N", default_value_t = 64)]
    side: i32,
    /// The seed of the world and the pairs
    #[arg(long, value_name = "N", default_value_t = 7)]
    seed: u64,
    /// The side of the chunks of `bevy_northstar`
    #[arg(long, value_name = "N", default_value_t = 16)]
    chunk: u32,
    /// Let `bevy_northstar` go without its filter of corners, `NoCornerCutting`
    #[arg(long)]
    unfiltered: bool,
    /// The pairs of cells, each at least half a side apart
    #[arg(long, value_name = "N", default_value_t = 100)]
    pairs: usize,
    /// The edits, each of one cell
    #[arg(long, value_name = "N", default_value_t = 10)]
    edits: usize,
    /// The time that `bevy_northstar` may take for one thing
    #[arg(long, value_name = "SECONDS", default_value_t = 300)]
    patience: u64,
}

/// The measurements of an engine.
#[derive(Clone, Debug)]
enum Figure {
    /// The time of preparing the world, and the memory that it took.
    Built(Duration, u64),
    /// The time of a path, and its cells if there is one.
    Answered(Duration, Option<Vec<IVec3>>),
    /// The time from an edit of one cell to the next path.
    Edited(Duration),
}

/// A world and what is asked in it.
#[derive(Clone, Debug)]
struct Task {
    arguments: Arguments,
    world: Occupancy,
    pairs: Vec<[IVec3; 2]>,
    /// The free cells that edits fill, and that are free again before the next edit.
    edits: Vec<IVec3>,
}

/// An engine: tells its measurements of a task one by one.
type Engine = fn(&Task, &mut dyn FnMut(Figure));

const ENGINES: [(&str, Engine); 4] = [
    ("bevy_northstar, HPA*", |task, tell| {
        northstar(task, |asked| asked.refined(), tell)
    }),
    ("bevy_northstar, A*", |task, tell| {
        northstar(task, |asked| asked.astar(), tell)
    }),
    ("voxnav, first path", |task, tell| {
        voxnav(task, Algorithm::Hierarchical, tell)
    }),
    ("voxnav, exact", |task, tell| {
        voxnav(task, Algorithm::Auto, tell)
    }),
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let task = task(&arguments)?;
    let seen = Traversability::new(&task.world, UnknownPolicy::Blocked).with_components();
    let optima: Vec<_> = task
        .pairs
        .iter()
        .map(|&ends| optimum(&seen, ends))
        .collect();
    println!(
        "{} {}^3, seed {}, {} pairs, chunks of {}{}\n",
        arguments.kind,
        arguments.side,
        arguments.seed,
        task.pairs.len(),
        arguments.chunk,
        if arguments.unfiltered {
            ", unfiltered"
        } else {
            ""
        }
    );
    println!(
        "| engine | build ms | MB | ms mean | median | p99 | max | excess mean % | max % | through corners | none | edit ms |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for (name, engine) in ENGINES {
        // In a thread of its own, which is left behind if it does not return.
        let (sender, figures) = channel();
        let own = task.clone();
        std::thread::spawn(move || {
            // Nobody listens once patience has ended.
            engine(&own, &mut |figure| drop(sender.send(figure)));
        });
        let mut told = Vec::new();
        let ended = loop {
            match figures.recv_timeout(Duration::from_secs(arguments.patience)) {
                Ok(figure) => told.push(figure),
                Err(reason) => break reason,
            }
        };
        print_row(name, &told, &seen, &task.pairs, &optima);
        if ended == RecvTimeoutError::Timeout {
            println!(
                "\n{name}: no answer within {} s after {} figures",
                arguments.patience,
                told.len()
            );
        }
    }
    Ok(())
}

/// Returns the world, the pairs and the edits.
fn task(arguments: &Arguments) -> Result<Task, Box<dyn Error>> {
    let Arguments {
        kind,
        side,
        seed,
        pairs,
        edits,
        ..
    } = *arguments;
    let larger = generate(kind, IVec3::splat(side + 2 * MOVED), seed)?;
    let cells = CellBox::from_size(IVec3::splat(side));
    let mut builder = OccupancyBuilder::new(cells)?;
    for cell in cells.cells() {
        if larger.state(cell + MOVED) == CellState::Occupied {
            builder.set(cell, CellState::Occupied)?;
        }
    }
    let world = builder.commit();
    let seen = Traversability::new(&world, UnknownPolicy::Blocked).with_components();
    let drawn = random_free_cells(&world, seed, 20 * pairs + edits);
    let (edits, ends) = drawn.split_at(edits);
    let ends = ends.chunks_exact(2).map(|ends| [ends[0], ends[1]]);
    let is_far = |[a, b]: &[IVec3; 2]| (*a - *b).as_dvec3().length() >= f64::from(side) / 2.0;
    let is_asked =
        |ends: &[IVec3; 2]| is_far(ends) && seen.is_connected(ends[0], ends[1]) == Ok(true);
    Ok(Task {
        arguments: arguments.clone(),
        pairs: ends.filter(is_asked).take(pairs).collect(),
        edits: edits.to_vec(),
        world,
    })
}

fn optimum(world: &Traversability, [start, goal]: [IVec3; 2]) -> Option<Cost> {
    let solution = Query::new(start, goal).solve(world, &mut Workspace::new());
    solution.outcome.path().map(Path::cost)
}

/// Tells the measurements of `bevy_northstar` in one of its modes.
fn northstar(
    task: &Task,
    mode: fn(PathfindArgs<'_>) -> PathfindArgs<'_>,
    tell: &mut dyn FnMut(Figure),
) {
    let Arguments {
        side,
        chunk,
        unfiltered,
        ..
    } = task.arguments;
    let side = side.unsigned_abs();
    let settings = GridSettingsBuilder::new_3d(side, side, side)
        .chunk_size(chunk)
        .chunk_depth(chunk);
    let settings = if unfiltered {
        settings
    } else {
        settings.add_neighbor_filter(filter::NoCornerCutting)
    };
    let before = resident();
    let (mut grid, built) = timed(|| {
        let mut grid: OrdinalGrid3d = Grid::new(&settings.build());
        for cell in CellBox::from_size(IVec3::splat(task.arguments.side)).cells() {
            let is_free = task.world.state(cell) == CellState::Free;
            let nav = if is_free {
                Nav::Passable(1)
            } else {
                Nav::Impassable
            };
            grid.set_nav(cell.as_uvec3().to_array().into(), nav);
        }
        grid.build();
        grid
    });
    tell(Figure::Built(built, resident().saturating_sub(before)));
    let path = |grid: &OrdinalGrid3d, [start, goal]: [IVec3; 2]| {
        let [from, to] = [start, goal].map(|cell| cell.as_uvec3().to_array().into());
        let mut path = grid.pathfind(&mut mode(PathfindArgs::new(from, to)))?;
        let cells = path
            // All of it: `path` returns what lies before the end of a ring buffer.
            .as_mut_slices()
            .iter()
            .map(|cell| IVec3::from_array(cell.to_array().map(u32::cast_signed)));
        Some(cells.collect::<Vec<_>>())
    };
    for &ends in &task.pairs {
        let (cells, time) = timed(|| path(&grid, ends));
        tell(Figure::Answered(time, cells));
    }
    for (&cell, &ends) in task.edits.iter().zip(&task.pairs) {
        let place = || cell.as_uvec3().to_array().into();
        let ((), time) = timed(|| {
            grid.set_nav(place(), Nav::Impassable);
            grid.build();
            drop(path(&grid, ends));
        });
        tell(Figure::Edited(time));
        grid.set_nav(place(), Nav::Passable(1));
        grid.build();
    }
}

/// Tells the measurements of an algorithm of voxnav.
fn voxnav(task: &Task, algorithm: Algorithm, tell: &mut dyn FnMut(Figure)) {
    let mut workspace = Workspace::new();
    let (world, built) =
        timed(|| Traversability::new(&task.world, UnknownPolicy::Blocked).with_components());
    let answer = |world: &Traversability, [start, goal]: [IVec3; 2], workspace: &mut Workspace| {
        let query = Query::new(start, goal).algorithm(algorithm);
        let solution = query.solve(world, workspace);
        solution
            .outcome
            .path()
            .map(|path| path.cells().collect::<Vec<_>>())
    };
    for &ends in &task.pairs {
        let (cells, time) = timed(|| answer(&world, ends, &mut workspace));
        tell(Figure::Answered(time, cells));
    }
    let bytes = task.world.memory_bytes() + world.memory_bytes() + workspace.memory_bytes();
    tell(Figure::Built(built, bytes as u64));
    for (&cell, &ends) in task.edits.iter().zip(&task.pairs) {
        let ((), time) = timed(|| {
            let mut edit = task.world.edit();
            // The cell lies in the world.
            let _ = edit.set(cell, CellState::Occupied);
            let edited = world.refreshed(&edit.commit());
            drop(answer(&edited, ends, &mut workspace));
        });
        tell(Figure::Edited(time));
    }
}

/// Returns the result of some work and the time of the processor that this thread had for it.
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begin = ThreadTime::now();
    let result = std::hint::black_box(work());
    (result, begin.elapsed())
}

/// Prints the row of an engine.
#[expect(clippy::cast_precision_loss, reason = "bytes far below 2^53")]
fn print_row(
    name: &str,
    figures: &[Figure],
    world: &Traversability,
    pairs: &[[IVec3; 2]],
    optima: &[Option<Cost>],
) {
    let mut built = (Duration::ZERO, 0);
    let (mut times, mut edits, mut excess) = (Vec::new(), Vec::new(), Vec::new());
    let (mut illegal, mut none) = (0, 0);
    for figure in figures {
        match figure {
            Figure::Built(time, bytes) => built = (*time, *bytes),
            Figure::Edited(time) => edits.push(time.as_secs_f64() * 1e3),
            Figure::Answered(time, cells) => {
                let at = times.len();
                times.push(time.as_secs_f64() * 1e3);
                match (cells, optima[at]) {
                    (Some(cells), Some(optimum)) => {
                        let (cost, is_legal) = walked(world, pairs[at], cells);
                        excess.push((cost.length() / optimum.length() - 1.0) * 100.0);
                        illegal += u32::from(!is_legal);
                    }
                    _ => none += 1,
                }
            }
        }
    }
    let [times, edits, excess] = [times, edits, excess].map(Distribution::new);
    println!(
        "| {name} | {:.1} | {:.1} | {:.3} | {:.3} | {:.3} | {:.3} | {:.1} | {:.1} | {illegal} | {none} | {:.2} |",
        built.0.as_secs_f64() * 1e3,
        built.1 as f64 / 1e6,
        times.mean(),
        times.median(),
        times.quantile(0.99),
        times.max(),
        excess.mean(),
        excess.max(),
        edits.mean(),
    );
}

/// Returns the cost of a path, and whether it goes from end to end and no move of it touches what is occupied.
fn walked(world: &Traversability, [start, goal]: [IVec3; 2], cells: &[IVec3]) -> (Cost, bool) {
    let mut cost = Cost::ZERO;
    let mut is_legal = cells.last() == Some(&goal);
    let mut at = start;
    // Some modes leave out the start.
    for &next in cells.iter().skip_while(|&&cell| cell == start) {
        cost = cost + Heuristic::Octile.estimate(MoveSet::Vertex26, at, next);
        let spanned = CellBox::new(at.min(next), at.max(next) + 1);
        is_legal &= (next - at).abs().max_element() == 1;
        is_legal = is_legal && spanned.cells().all(|cell| world.is_traversable(cell));
        at = next;
    }
    (cost, is_legal)
}

/// Returns the bytes of the process that are in memory; zero where the system does not say.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text
        .split_whitespace()
        .nth(1)
        .and_then(|pages| pages.parse::<u64>().ok());
    4096 * pages.unwrap_or(0)
}
