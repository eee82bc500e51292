//! The scenes: agents, their targets and their worlds.

use std::collections::BTreeSet;
use std::error::Error;

use clap::ValueEnum;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState, Occupancy, OccupancyBuilder, Traversability};
use voxnav::search::Query;
use voxnav::{Agent, AgentId, Lattice, Navigator, UnknownPolicy, Workspace};
use voxnav_testkit::Draws;
use voxnav_worlds::{WorldKind, generate, random_free_cells};

/// A scene: balls 0.9 wide among cells of 1, as fast as 4 cells a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Scene {
    /// 200 on a sphere of radius 20, each to the point opposite
    Sphere,
    /// Two streams of 150 that cross at a right angle
    Streams,
    /// 200 through a door of 3 x 3 cells
    Door,
    /// 30 against 30 through a door 3 cells wide, in a world of one layer
    Flat,
    /// 30 against 30 through a door of 3 x 3 cells
    Against,
    /// 60 against 60 through three doors of 3 x 3 cells
    Doors,
    /// 150 in the aisles of a warehouse, 2 cells wide and one high
    Aisles,
    /// 1,000 in caves of 128 x 128 x 128 cells
    Caves,
    /// 10,000 in 100 x 100 x 100 open cells
    Open,
}

/// A world, and the ways of agents in it.
pub(crate) struct Setting {
    pub(crate) navigator: Navigator,
    pub(crate) drone: AgentId,
    pub(crate) ways: Vec<[DVec3; 2]>,
}

/// The radius of all.
pub(crate) const RADIUS: f64 = 0.45;

/// The speed of all, in cells a second.
pub(crate) const SPEED: f64 = 4.0;

/// The least distance between two that begin or end somewhere.
const APART: f64 = 1.0;

impl Setting {
    fn new(cells: Occupancy, ways: Vec<[DVec3; 2]>) -> Result<Self, Box<dyn Error>> {
        let mut navigator = Navigator::new(Lattice::default(), cells.bounds())?;
        navigator.replace_cells(cells)?;
        let drone = navigator.add_agent(Agent::new([0.45; 3].into()))?;
        Ok(Self {
            navigator,
            drone,
            ways,
        })
    }
}

impl Scene {
    pub(crate) fn set(self, seed: u64) -> Result<Setting, Box<dyn Error>> {
        let draws = &mut Draws::new(seed);
        match self {
            Self::Sphere => Setting::new(open(25)?, sphere(200, 20.0)),
            Self::Streams => Setting::new(open(40)?, streams()),
            Self::Door => {
                let ways = through(draws, 200, 6.0).collect();
                Setting::new(wall(&[0], 7)?, ways)
            }
            Self::Flat => Setting::new(wall(&[0], 0)?, against(draws, 60, 0.0)),
            Self::Against => Setting::new(wall(&[0], 7)?, against(draws, 60, 6.0)),
            Self::Doors => Setting::new(wall(&[-8, 0, 8], 7)?, against(draws, 120, 6.0)),
            Self::Aisles => {
                let cells = warehouse()?;
                let ways = anywhere(&cells, 150, seed)?;
                Setting::new(cells, ways)
            }
            Self::Caves => {
                let cells = generate(WorldKind::Caves, IVec3::splat(128), seed)?;
                let ways = anywhere(&cells, 1000, seed)?;
                Setting::new(cells, ways)
            }
            Self::Open => {
                let cells = open(50)?;
                let ways = anywhere(&cells, 10_000, seed)?;
                Setting::new(cells, ways)
            }
        }
    }
}

fn open(half: i32) -> Result<Occupancy, Box<dyn Error>> {
    let bounds = CellBox::new(IVec3::splat(-half), IVec3::splat(half + 1));
    Ok(OccupancyBuilder::new(bounds)?.commit())
}

fn sphere(count: u32, radius: f64) -> Vec<[DVec3; 2]> {
    let golden = 2.399_963_229_728_653_f64;
    let point = |number: u32| {
        let height = 1.0 - (2.0 * f64::from(number) + 1.0) / f64::from(count);
        let (sine, cosine) = (golden * f64::from(number)).sin_cos();
        let ring = (1.0 - height * height).sqrt();
        DVec3::new(ring * cosine, ring * sine, height) * radius
    };
    (0..count).map(|it| [point(it), -point(it)]).collect()
}

fn streams() -> Vec<[DVec3; 2]> {
    let place = |number: u32| {
        let [a, b, c] = [number % 5, number / 5 % 5, number / 25].map(f64::from);
        DVec3::new(-14.0 - c * 1.3, a * 1.2, b * 1.2)
    };
    let along = |at: DVec3| [at, at + DVec3::X * 36.0];
    let across = |at: DVec3| along(at).map(|at| DVec3::new(at.y, at.x, at.z));
    (0..150)
        .flat_map(|it| [along(place(it)), across(place(it))])
        .collect()
}

/// A wall across the middle with doors of 3 cells, `half` cells high above and below the middle.
fn wall(doors: &[i32], half: i32) -> Result<Occupancy, Box<dyn Error>> {
    let bounds = CellBox::new(IVec3::new(-20, -14, -half), IVec3::new(21, 15, half + 1));
    let mut builder = OccupancyBuilder::new(bounds)?;
    let is_door =
        |cell: IVec3| cell.z.abs() <= 1 && doors.iter().any(|door| (cell.y - door).abs() <= 1);
    for cell in bounds.cells().filter(|cell| cell.x == 0 && !is_door(*cell)) {
        builder.set(cell, CellState::Occupied)?;
    }
    Ok(builder.commit())
}

/// Places on one side of the wall that are apart.
fn places(draws: &mut Draws, count: usize, side: f64, half: f64) -> Vec<DVec3> {
    let mut places: Vec<DVec3> = Vec::new();
    while places.len() < count {
        let height = if half > 0.0 {
            draws.within(-half, half)
        } else {
            0.0
        };
        let place = DVec3::new(
            side * draws.within(4.0, 19.0),
            draws.within(-13.0, 13.0),
            height,
        );
        if places.iter().all(|other| other.distance(place) > APART) {
            places.push(place);
        }
    }
    places
}

fn through(draws: &mut Draws, count: usize, half: f64) -> impl Iterator<Item = [DVec3; 2]> {
    let from = places(draws, count, -1.0, half);
    from.into_iter()
        .zip(places(draws, count, 1.0, half))
        .map(|(from, to)| [from, to])
}

/// Two groups of equal size go from either side of the wall to the other.
fn against(draws: &mut Draws, count: usize, half: f64) -> Vec<[DVec3; 2]> {
    let ways = through(draws, count, half).enumerate();
    ways.map(|(number, [from, to])| match number % 2 {
        0 => [from, to],
        _ => [to, from],
    })
    .collect()
}

/// Shelves of 10 x 2 cells with aisles of 2 cells between.
fn warehouse() -> Result<Occupancy, Box<dyn Error>> {
    let bounds = CellBox::from_size(IVec3::new(62, 42, 1));
    let mut builder = OccupancyBuilder::new(bounds)?;
    let is_shelf = |cell: IVec3| {
        (cell.x >= 2 && (cell.x - 2) % 12 < 10) && (cell.y >= 2 && (cell.y - 2) % 4 < 2)
    };
    for cell in bounds.cells().filter(|cell| is_shelf(*cell)) {
        builder.set(cell, CellState::Occupied)?;
    }
    Ok(builder.commit())
}

/// Ways between free cells that can be gone, no two of which begin or end in neighboring cells.
fn anywhere(cells: &Occupancy, count: usize, seed: u64) -> Result<Vec<[DVec3; 2]>, Box<dyn Error>> {
    let world = Traversability::new(cells, UnknownPolicy::Blocked).with_components();
    let mut drawn = random_free_cells(cells, seed, 40 * count).into_iter();
    let mut taken = [BTreeSet::new(), BTreeSet::new()];
    let (mut ways, mut workspace) = (Vec::new(), Workspace::new());
    while ways.len() < count
        && let (Some(from), Some(to)) = (drawn.next(), drawn.next())
    {
        let key = |cell: IVec3| cell.to_array();
        if taken[0].contains(&key(from)) || taken[1].contains(&key(to)) {
            continue;
        }
        let solution = Query::new(from, to).solve(&world, &mut workspace);
        if solution.outcome.path().is_some() {
            taken[0].insert(key(from));
            taken[1].insert(key(to));
            ways.push([from, to].map(IVec3::as_dvec3));
        }
    }
    if ways.len() < count {
        return Err(format!("room for {} only", ways.len()).into());
    }
    Ok(ways)
}
