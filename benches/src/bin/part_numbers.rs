//! The costs of the parts of a search that can be reached from outside, and of questions about space that
//! need no search: neighborhoods, runs, rays, sweeps, the nearest cell, whether a cell can be reached, and
//! what an edit costs such questions.
//!
//! The open lists are private to the search; what they cost shows in whole queries.

use std::error::Error;

use clap::Parser;
use voxnav::colliders::{Obstacle, Obstacles};
use voxnav::glam::{DVec3, IVec3, Vec3};
use voxnav::grid::Layers;
use voxnav::grid::{Axis, CellState, Heading, Occupancy, Sign, Traversability};
use voxnav::parry3d::shape::SharedShape;
use voxnav::search::Query;
use voxnav::spatial::CellFilter;
use voxnav::{UnknownPolicy, Workspace};
use voxnav_benches::{Clock, Numbers};
use voxnav_occupancy::runs::{ForcedRule, ScanMask};
use voxnav_worlds::{WorldKind, generate, random_free_cells};

/// The number of questions in one run of a case: too many for a processor to learn their order.
const QUESTIONS: usize = 4096;

/// Measures the parts of searches, and questions that need no search.
#[derive(Debug, Parser)]
struct Arguments {
    /// The number of times that each is measured
    #[arg(long, default_value_t = 25)]
    rounds: u32,
    /// The kinds of worlds
    #[arg(long, value_delimiter = ',', default_values =
        ["empty", "towers", "caves", "rooms", "random:20", "random:70"])]
    kinds: Vec<WorldKind>,
    /// The cells along each side of the worlds
    #[arg(long, default_value_t = 256)]
    side: i32,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    for &kind in &arguments.kinds {
        let occupancy = generate(kind, IVec3::splat(arguments.side), 1)?;
        let world = world_of(&occupancy);
        let cells = random_free_cells(&occupancy, 1, 2 * QUESTIONS);
        let title = format!("{kind} {}^3", arguments.side);
        let mut numbers = Numbers::new(title, Clock::Wall);
        for _ in 0..arguments.rounds {
            parts(&world, &cells[..QUESTIONS], &mut numbers)?;
            questions(&world, &cells, &mut numbers);
            edit(&occupancy, &world, cells[0], &mut numbers)?;
        }
        numbers.print();
    }
    colliders(arguments.rounds)
}

fn world_of(occupancy: &Occupancy) -> Traversability {
    Traversability::new(occupancy, UnknownPolicy::Blocked).with_components()
}

/// Measures neighborhoods and straight runs.
fn parts(
    world: &Traversability,
    cells: &[IVec3],
    numbers: &mut Numbers,
) -> Result<(), Box<dyn Error>> {
    let is_open = |bits: u32| bits == (1 << 27) - 1;
    let open = numbers.count("a neighborhood", cells, |&cell| {
        is_open(world.neighborhood(cell))
    });
    let around = |cell: IVec3| (0..27).map(move |bit| cell + offset(bit));
    let really = cells
        .iter()
        .filter(|&&cell| around(cell).all(|it| world.is_traversable(it)));
    if really.count() != open {
        return Err("neighborhoods are wrong".into());
    }
    for axis in [Axis::X, Axis::Z] {
        let sign = Sign::Positive;
        let heading = Heading { axis, sign };
        let watch = ScanMask::new(heading, ForcedRule::BesideOpen, |_| true);
        numbers.count(&format!("a run along {axis:?}"), cells, |&cell| {
            world.run(cell, heading, &watch).length > 0
        });
    }
    Ok(())
}

fn offset(bit: i32) -> IVec3 {
    IVec3::new(bit % 3, bit / 3 % 3, bit / 9) - 1
}

/// Measures questions about pairs of cells and of positions a little off their centers, as positions in a
/// game are.
fn questions(world: &Traversability, cells: &[IVec3], numbers: &mut Numbers) {
    let pairs: Vec<_> = cells.chunks_exact(2).map(|it| [it[0], it[1]]).collect();
    let aside = DVec3::new(0.125, -0.25, 0.375);
    let place = |[from, to]: [IVec3; 2]| [from.as_dvec3() + aside, to.as_dvec3() - aside];
    let positions: Vec<_> = pairs.iter().copied().map(place).collect();
    numbers.count("a ray", &positions, |&[from, to]| {
        world.cast_ray(from, to).is_ok_and(|hit| hit.is_some())
    });
    numbers.count("a sweep", &positions, |&[from, to]| {
        world.sweep(from, to).is_ok_and(|hit| hit.is_some())
    });
    numbers.count("a line of sight", &pairs, |&[from, to]| {
        world.has_line_of_sight(from, to)
    });
    numbers.count("are two cells connected", &pairs, |&[from, to]| {
        world.is_connected(from, to) == Ok(true)
    });
    let all = world.bounds().cells().step_by(2039);
    let blocked: Vec<_> = all
        .filter(|&cell| !world.is_traversable(cell))
        .map(IVec3::as_dvec3)
        .take(QUESTIONS)
        .collect();
    let connected = CellFilter::ConnectedTo(cells[0]);
    for (name, among) in [("any", CellFilter::Traversable), ("connected", connected)] {
        let case = format!("the nearest of {name} cells within 32");
        numbers.count(&case, &blocked, |&cell| {
            let nearest = world.nearest(cell, 32.0, among);
            nearest.is_ok_and(|nearest| nearest.is_some())
        });
    }
}

/// Measures what a cell that is closed costs, and whether it can be reached after that.
fn edit(
    occupancy: &Occupancy,
    world: &Traversability,
    cell: IVec3,
    numbers: &mut Numbers,
) -> Result<(), Box<dyn Error>> {
    let mut edit = occupancy.edit();
    edit.set(cell, CellState::Occupied)?;
    for side in 0..27 {
        let beside = cell + offset(side);
        if beside != cell && occupancy.bounds().contains(beside) {
            edit.set(beside, CellState::Occupied)?;
        }
    }
    edit.set(cell, CellState::Free)?;
    let edited = edit.commit();
    numbers.time("a cell walled in: refreshed", || world.refreshed(&edited));
    let refreshed = numbers.time("the same, labeled too", || {
        world.refreshed(&edited).with_components()
    });
    let scratch = numbers.time("derived and labeled from scratch", || world_of(&edited));
    let far = random_free_cells(&edited, 3, 2);
    let away = *far.iter().find(|it| **it != cell).ok_or("no free cell")?;
    let mut workspace = Workspace::new();
    for (name, ends) in [("goal", [away, cell]), ("start", [cell, away])] {
        let query = Query::new(ends[0], ends[1]);
        let answers = [&refreshed, &scratch].map(|world| query.solve(world, &mut workspace));
        if answers[0] != answers[1] || answers[0].outcome.path().is_some() {
            return Err("an unreachable cell is reached".into());
        }
        let case = format!("a query whose {name} is walled in");
        numbers.count(&case, &[(); 100], |()| {
            let solution = query.solve(&refreshed, &mut workspace);
            solution.outcome.path().is_some()
        });
    }
    Ok(())
}

/// Measures a box swept among 1000 colliders.
fn colliders(rounds: u32) -> Result<(), Box<dyn Error>> {
    let occupancy = generate(WorldKind::Empty, IVec3::splat(64), 1)?;
    let mut obstacles = Obstacles::default();
    let shapes = [
        SharedShape::cuboid(0.5, 0.3, 0.7),
        SharedShape::ball(0.5),
        SharedShape::capsule_y(0.5, 0.3),
    ];
    let places = random_free_cells(&occupancy, 5, 1000);
    for (place, shape) in places.iter().zip(shapes.iter().cycle()) {
        let obstacle = Obstacle::new(shape.clone()).at(place.as_dvec3());
        let _ = obstacles.insert(obstacle)?;
    }
    let cells = random_free_cells(&occupancy, 1, 2 * QUESTIONS);
    let segments: Vec<_> = cells.chunks_exact(2).collect();
    let mut numbers = Numbers::new("1000 colliders in 64^3", Clock::Wall);
    for _ in 0..rounds {
        numbers.count("a box swept 30 units", &segments, |segment| {
            let [from, to] = [segment[0], segment[1]].map(|cell| cell.as_dvec3() + 0.125);
            let half = Vec3::new(0.3, 0.9, 0.3);
            let hit = obstacles.sweep(from, to, half, Layers::ALL);
            hit.is_ok_and(|hit| hit.is_some())
        });
    }
    numbers.print();
    Ok(())
}
