//! The cost of making a path of 500 cells one to follow, and of following it.

use std::error::Error;

use clap::Parser;
use voxnav::following::Anchor;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellState, Occupancy, Traversability};
use voxnav::search::Query;
use voxnav::smoothing::Curve;
use voxnav::smoothing::Smoothing;
use voxnav::{Follower, Lattice, SmoothPath, UnknownPolicy, Workspace};
use voxnav_benches::{Clock, Numbers};
use voxnav_worlds::{WorldKind, generate, random_free_cells};

/// The moves of every path here.
const MOVES: usize = 500;
/// The updates of a follower in one run.
const UPDATES: usize = 1000;

/// Measures smoothing, and whether smooth paths are still free.
#[derive(Debug, Parser)]
struct Arguments {
    /// The number of times that each is measured
    #[arg(long, default_value_t = 25)]
    rounds: u32,
    /// The kinds of worlds
    #[arg(long, value_delimiter = ',', default_values = ["towers", "caves", "rooms", "random:20"])]
    kinds: Vec<WorldKind>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    for kind in arguments.kinds {
        let occupancy = generate(kind, IVec3::new(512, 512, 64), 1)?;
        let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
        let line = line_of(&world, &random_free_cells(&occupancy, 1, 1000))?;
        let mut numbers = Numbers::new(format!("500 cells in {kind}"), Clock::Wall);
        for _ in 0..arguments.rounds {
            smoothing(&line, &world, &mut numbers)?;
            following(&line, &occupancy, &world, &mut numbers)?;
        }
        numbers.print();
    }
    Ok(())
}

/// Returns the first 500 moves of shortest paths joined end to end.
fn line_of(world: &Traversability, goals: &[IVec3]) -> Result<SmoothPath, Box<dyn Error>> {
    let mut workspace = Workspace::new();
    let mut cells: Vec<IVec3> = Vec::new();
    for &goal in goals {
        let start = cells.last().copied().unwrap_or(goal);
        let solution = Query::new(start, goal).solve(world, &mut workspace);
        cells.extend(solution.outcome.path().iter().flat_map(|path| path.cells()));
        cells.dedup();
        if cells.len() > MOVES {
            let centers = cells[..=MOVES].iter().map(|cell| cell.as_dvec3());
            return Ok(SmoothPath::new(
                centers,
                &Lattice::default(),
                Anchor::CENTER,
            )?);
        }
    }
    Err("no path is long enough".into())
}

/// Measures chains of steps; every smooth path must be clear.
fn smoothing(
    line: &SmoothPath,
    world: &Traversability,
    numbers: &mut Numbers,
) -> Result<(), Box<dyn Error>> {
    let new = Smoothing::new;
    for (name, chain) in [
        ("collinear", new().drop_collinear()),
        ("simplify", new().simplify(0.5)?),
        ("pull", new().pull_string()),
        ("default", Smoothing::default()),
        (
            "pull, B-spline",
            new().pull_string().round(Curve::BSpline, 1.0)?,
        ),
        ("pull, shorten", new().pull_string().shorten(0.1)?),
        ("default, space", Smoothing::default().space(1.0)?),
    ] {
        let smooth = numbers.time(name, || line.smoothed(&chain, world));
        let mut segments = smooth.waypoints().windows(2);
        if !segments.all(|ends| world.sweep(ends[0], ends[1]) == Ok(None)) {
            return Err(format!("{name}: a segment is blocked").into());
        }
    }
    Ok(())
}

/// Measures whether a smooth path is still free after cells changed, and updates of its follower.
fn following(
    line: &SmoothPath,
    occupancy: &Occupancy,
    world: &Traversability,
    numbers: &mut Numbers,
) -> Result<(), Box<dyn Error>> {
    let mut follower = Follower::new(line.smoothed(&Smoothing::default(), world));
    let blocked = numbers.time("is it free: first time", || follower.check(world));
    if blocked.is_some() {
        return Err("a fresh path is blocked".into());
    }
    numbers.count("is it free: same snapshot", &[(); UPDATES], |()| {
        follower.check(world).is_some()
    });
    // A cell that no smooth path comes near to; then one that shares a chunk with the middle of the smooth
    // path and closes nothing.
    let last = occupancy.bounds().max - 1;
    let far = (last - line.waypoints()[0].as_ivec3()).clamp(IVec3::ZERO, last);
    let middle = line.waypoints()[MOVES / 2].as_ivec3();
    let near = (middle & !63) + ((middle + 32) & 63);
    for (name, cell) in [("elsewhere", far), ("nearby", near)] {
        let other = match occupancy.state(cell) {
            CellState::Free => CellState::Occupied,
            _ => CellState::Free,
        };
        let mut edit = occupancy.edit();
        edit.set(cell, other)?;
        let edited = world.refreshed(&edit.commit());
        let mut turns = [&edited, world].into_iter().cycle();
        numbers.count(
            &format!("is it free: change {name}"),
            &[(); UPDATES],
            |()| {
                let snapshot = turns.next();
                snapshot.is_some_and(|world| follower.check(world).is_some())
            },
        );
    }
    let (length, mut along) = (follower.path().length(), 0.0);
    let aside = DVec3::new(0.1, 0.2, 0.1);
    numbers.count("an update of the progress", &[(); UPDATES], |()| {
        along = if along < length { along + 0.1 } else { 0.0 };
        if along == 0.0 {
            follower.advance(f64::NEG_INFINITY);
        }
        let position = follower.path().position_at(along) + aside;
        follower.update(position).is_ok()
    });
    Ok(())
}
