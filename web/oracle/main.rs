//! Draws worlds and queries, and answers them with the library itself, for the tests of the package to compare with:
//! one line of JSON for each world. Arguments: how many queries in all, a seed, and how often to time the answers.
#![expect(clippy::print_stdout, reason = "it is a program that prints")]

use std::error::Error;
use std::fmt::Write;
use std::hint::black_box;
use std::time::Duration;

use nix::time::{ClockId, clock_gettime};

use voxnav::glam::{DVec3, IVec3, Vec3};
use voxnav::grid::{
    CellBox, CellState, Footprint, Heading, Occupancy, OccupancyBuilder, Traversability,
};
use voxnav::ground::{Ground, Locomotion};
use voxnav::search::{Limits, Weight};
use voxnav::{
    Agent, Algorithm, CornerRule, Lattice, MoveSet, Route, RouteOptions, Terrain, UnknownPolicy,
    View, Workspace,
};
use voxnav_worlds::{WorldKind, generate, random_free_cells};

/// The side of a cell in all worlds, and where they begin.
const SIZE: f64 = 0.5;
const ORIGIN: DVec3 = DVec3::new(-3.0, 10.0, 0.25);

/// A world, and the agent that moves through it.
struct Case {
    kind: WorldKind,
    sides: [i32; 3],
    /// The sides of the agent's box in cells, all odd.
    body: [u8; 3],
    is_on_ground: bool,
    /// The name and the value of options that differ from the usual ones.
    options: &'static [(&'static str, &'static str)],
}

const fn flying(
    kind: WorldKind,
    side: i32,
    options: &'static [(&'static str, &'static str)],
) -> Case {
    Case {
        kind,
        sides: [side, side, side],
        body: [1, 1, 1],
        is_on_ground: false,
        options,
    }
}

const CASES: [Case; 14] = [
    flying(WorldKind::Caves, 64, &[]),
    flying(WorldKind::Maze, 41, &[]),
    flying(
        WorldKind::Random { percent: 20 },
        48,
        &[("corners", "lenient")],
    ),
    flying(WorldKind::Rooms, 64, &[("algorithm", "clusters")]),
    flying(
        WorldKind::Towers,
        64,
        &[("algorithm", "astar"), ("moves", "6")],
    ),
    flying(WorldKind::Caves, 70, &[("algorithm", "lazy-theta")]),
    flying(WorldKind::Caves, 70, &[("maxExpanded", "500")]),
    flying(WorldKind::Maze, 41, &[("within", "1.3")]),
    flying(WorldKind::Caves, 50, &[("algorithm", "bidirectional")]),
    flying(
        WorldKind::Random { percent: 20 },
        48,
        &[("algorithm", "canonical"), ("moves", "18")],
    ),
    flying(WorldKind::Rooms, 64, &[("algorithm", "weighted:2")]),
    Case {
        sides: [90, 70, 33],
        body: [3, 1, 3],
        ..flying(WorldKind::Caves, 0, &[])
    },
    Case {
        is_on_ground: true,
        ..flying(WorldKind::Terrain, 64, &[])
    },
    Case {
        is_on_ground: true,
        body: [1, 1, 3],
        ..flying(WorldKind::Caves, 50, &[])
    },
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut next = |usual: u64| arguments.next().map_or(Ok(usual), |text| text.parse());
    let (queries, seed, rounds) = (next(1000)?, next(1)?, next(1)?);
    let each = usize::try_from(queries)?.div_ceil(CASES.len());
    for (number, case) in CASES.iter().enumerate() {
        println!("{}", answer(case, each, seed + number as u64, rounds)?);
    }
    Ok(())
}

/// Answers so many queries in a world, as a line.
fn answer(case: &Case, count: usize, seed: u64, rounds: u64) -> Result<String, Box<dyn Error>> {
    let world = without_materials(&generate(case.kind, case.sides.into(), seed)?)?;
    let lattice = Lattice::new(ORIGIN, SIZE)?;
    let options = options(case.options)?;
    let body = case.body.map(i32::from);
    let reach = IVec3::from_array(body.map(|side| side / 2));
    let footprint = Footprint::new(CellBox::new(-reach, reach + 1))?;
    let mut line = String::from("{");
    describe(&mut line, case, &world)?;
    let ends = random_free_cells(&world, seed, 2 * count);
    if case.is_on_ground {
        let feet = CellBox::new(
            IVec3::new(-reach.x, -reach.y, 0),
            IVec3::new(reach.x + 1, reach.y + 1, body[2]),
        );
        let able = Locomotion {
            body: Footprint::new(feet)?,
            ..Locomotion::walker()
        };
        let up = Heading::from_step([0, 0, 1].into()).ok_or("up")?;
        assert_eq!(able.up, up, "walkers stand along z");
        let view = View::on_ground(lattice, Ground::new(&world, &able)?, &options)?;
        let lift = DVec3::Z * (SIZE / 2.0);
        let feet = |cell| lattice.center(cell) - lift;
        answers(&mut line, &positions(&ends, feet), &view, rounds)?;
    } else {
        let moves = Traversability::for_agent(&world, footprint, UnknownPolicy::Blocked);
        let view = View::flying(lattice, moves, &Terrain::new(), &options)?;
        let centers = positions(&ends, |cell| lattice.center(cell));
        answers(&mut line, &centers, &view, rounds)?;
    }
    line.push('}');
    Ok(line)
}

/// Returns a world as an array of bytes has it.
fn without_materials(world: &Occupancy) -> Result<Occupancy, Box<dyn Error>> {
    let mut plain = OccupancyBuilder::new(world.bounds())?;
    for cell in world.occupied_cells() {
        plain.set(cell, CellState::Occupied)?;
    }
    Ok(plain.commit())
}

fn options(given: &[(&str, &str)]) -> Result<RouteOptions, Box<dyn Error>> {
    let mut options = RouteOptions::default();
    for (name, value) in given {
        options = match *name {
            "algorithm" => options.algorithm(value.parse::<Algorithm>()?),
            "corners" => options.corners(value.parse::<CornerRule>()?),
            "moves" => options.moves(value.parse::<MoveSet>()?),
            "within" => {
                options.settings.within = Weight::new(value.parse()?)?;
                options
            }
            "maxExpanded" => {
                let usual = Limits::none().memory(RouteOptions::DEFAULT_MEMORY);
                options.limits(usual.expanded(value.parse()?))
            }
            other => return Err(other.into()),
        };
    }
    Ok(options)
}

/// Writes a world and its agent: runs of free and of occupied cells in turns, x fastest and z slowest.
fn describe(line: &mut String, case: &Case, world: &Occupancy) -> std::fmt::Result {
    let name = case.kind;
    let half = Vec3::from_array(case.body.map(|side| f32::from(side) / 2.0 * 0.9));
    let agent = Agent::new(half);
    let size: Vec<f64> = (agent.half_extents.to_array().iter())
        .map(|half| f64::from(*half) * 2.0 * SIZE)
        .collect();
    write!(
        line,
        "\"name\":\"{name}\",\"size\":{:?},\"cellSize\":{SIZE},",
        case.sides
    )?;
    write!(
        line,
        "\"origin\":{:?},\"agent\":{size:?},",
        ORIGIN.to_array()
    )?;
    write!(line, "\"isOnGround\":{},\"options\":{{", case.is_on_ground)?;
    for (place, (name, value)) in case.options.iter().enumerate() {
        let comma = if place == 0 { "" } else { "," };
        write!(line, "{comma}\"{name}\":\"{value}\"")?;
    }
    line.push_str("},\"runs\":[");
    let (mut state, mut run) = (CellState::Free, 0_u32);
    for cell in world.bounds().cells() {
        let found = world.state(cell);
        if found != state {
            write!(line, "{run},")?;
            (state, run) = (found, 0);
        }
        run += 1;
    }
    write!(line, "{run}],")
}

/// Returns pairs of positions for pairs of cells.
fn positions(ends: &[IVec3], position: impl Fn(IVec3) -> DVec3) -> Vec<[DVec3; 2]> {
    let pairs = ends.as_chunks::<2>().0;
    pairs.iter().map(|pair| pair.map(&position)).collect()
}

/// Writes the answers between pairs of positions: the cells of each path, its cost to the last bit, and the effort; and
/// how long all of them took, in the fastest of some rounds.
fn answers(
    line: &mut String,
    ends: &[[DVec3; 2]],
    view: &View,
    rounds: u64,
) -> Result<(), Box<dyn Error>> {
    line.push_str("\"answers\":[");
    let mut workspace = Workspace::new();
    for (place, &[from, to]) in ends.iter().enumerate() {
        let found = members(&view.find_route_in(from, to, &mut workspace)?);
        let comma = if place == 0 { "" } else { "," };
        let (from, to) = (from.to_array(), to.to_array());
        write!(line, "{comma}{{\"from\":{from:?},\"to\":{to:?},{found}}}")?;
    }
    let mut least = f64::INFINITY;
    for _ in 0..rounds {
        let begun = processor_micros()?;
        for &[from, to] in ends {
            black_box(view.find_route_in(from, to, &mut workspace)?);
        }
        least = least.min(processor_micros()? - begun);
    }
    write!(line, "],\"micros\":{least:.0}")?;
    Ok(())
}

/// Returns the members of an answer as JSON has it.
fn members(route: &Route) -> String {
    let path = route.path();
    let cells = path.map_or_else(Vec::new, |path| path.cells().collect());
    let cells: Vec<i32> = cells
        .iter()
        .flat_map(|cell: &IVec3| cell.to_array())
        .collect();
    let cost = path.map_or("null".to_owned(), |path| path.cost().length().to_string());
    format!(
        "\"outcome\":\"{}\",\"length\":{},\"cost\":{cost},\"expanded\":{},\"cells\":{cells:?}",
        route.outcome.name(),
        route.length,
        route.statistics.expanded,
    )
}

/// Returns the time that this thread has had on a processor, so that a busy machine changes little.
fn processor_micros() -> Result<f64, Box<dyn Error>> {
    let time = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID)?;
    Ok(Duration::from(time).as_secs_f64() * 1e6)
}
