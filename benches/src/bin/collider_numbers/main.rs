//! The costs of worlds of colliders: baking, dilation, moving an obstacle.
//!
//! The ways compared take turns in one run, and every result is checked in the same run against the direct
//! query, the definition, or a bake from scratch.

mod moving;
mod scenes;

use std::error::Error;

use clap::Parser;
use rayon::ThreadPoolBuilder;
use voxnav::colliders::{Obstacle, Obstacles};
use voxnav::glam::{IVec3, Vec3};
use voxnav::grid::Layers;
use voxnav::grid::{Baking, CellBox, CellState, Footprint, Traversability};
use voxnav::parry3d::math::Pose;
use voxnav::parry3d::query::intersection_test;
use voxnav::parry3d::shape::{Cuboid, TriMesh};
use voxnav::{Agent, Lattice, UnknownPolicy};
use voxnav_benches::{Clock, Numbers, problem_set};

use scenes::{Mesh, dented_ball, spread, terrain};

/// Cells along each side of the baked world.
const SIDE: i32 = 256;
/// The number of cells that are asked about one by one.
const SAMPLE: u32 = 100_000;
/// Half the sides of the agent, in units.
const HALF: Vec3 = Vec3::splat(0.5);

/// Measures worlds made of colliders.
#[derive(Debug, Parser)]
struct Arguments {
    /// The world to dilate: a map file (.3dmap or .map), or `generated:KIND:X,Y,Z:SEED`; by default
    /// 62 million cells of towers
    #[arg(default_value = "generated:towers:389,313,511:1")]
    map: String,
    /// How often everything is timed
    #[arg(long, value_name = "N", default_value_t = 7)]
    rounds: usize,
    /// Only these sections
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_values = ["baking", "dilation", "moving"])]
    only: Vec<Section>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Section {
    Baking,
    Dilation,
    Moving,
}

fn main() -> Result<(), Box<dyn Error>> {
    let Arguments { map, rounds, only } = Arguments::parse();
    for section in only {
        match section {
            Section::Baking => {
                baking("hills", terrain(256.0, 224), rounds)?;
                baking("a dented ball", dented_ball(256.0), rounds)?;
            }
            Section::Dilation => dilation(&map, rounds)?,
            Section::Moving => moving::measure(rounds)?,
        }
    }
    Ok(())
}

/// Measures baking a mesh against asking about every cell.
fn baking(name: &str, mesh: Mesh, rounds: usize) -> Result<(), Box<dyn Error>> {
    let (vertices, triangles) = mesh;
    let title = format!("256^3 cells over {name}, {} triangles", triangles.len());
    let mut numbers = Numbers::new(title, Clock::Wall);
    let mesh = TriMesh::new(vertices.clone(), triangles.clone())?;
    let mut obstacles = Obstacles::default();
    let _ = obstacles.insert(Obstacle::mesh(vertices, triangles))?;
    let lattice = Lattice::default();
    let bounds = CellBox::from_size(IVec3::splat(SIDE));
    let cells: Vec<_> = spread(bounds.max, SAMPLE).collect();
    let overlaps =
        |cell: &IVec3| obstacles.overlaps(lattice.center(*cell), HALF, Layers::ALL) == Ok(true);
    #[expect(clippy::cast_possible_truncation, reason = "a skin of 1/1024")]
    let cuboid = Cuboid::new(HALF - obstacles.skin().depth() as f32);
    let touches = |cell: &IVec3| {
        let pose = Pose::from_translation(cell.as_vec3());
        let hit = intersection_test(&pose, &cuboid, &Pose::IDENTITY, &mesh);
        hit.is_ok_and(|hit| hit.intersecting)
    };
    let flat = HALF.with_y(0.0);
    for _ in 0..rounds {
        for (case, threads, half, baking) in [
            ("centers, one thread", 1, HALF, Baking::Centers),
            ("centers, two threads", 2, HALF, Baking::Centers),
            ("centers, the flat box (1, 0, 1)", 1, flat, Baking::Centers),
            ("swept, one thread", 1, HALF, Baking::Swept),
        ] {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
            let agent = Agent::new(half).baked(baking);
            let bake = || obstacles.bake(&lattice, &agent, bounds);
            let baked = numbers.time(case, || pool.install(bake))?;
            let is_baked = |cell: &IVec3| baked.state(*cell) == CellState::Occupied;
            let is_blocked = |cell: &IVec3| obstacles.blocks(&lattice, &agent, *cell) == Ok(true);
            if let Some(cell) = cells.iter().find(|it| is_baked(it) != is_blocked(it)) {
                return Err(format!("{name}, {case}: {cell} is wrong").into());
            }
        }
        numbers.count("a cell by parry3d's box test", &cells, touches);
        numbers.count("a cell by the own query", &cells, overlaps);
    }
    numbers.print();
    Ok(())
}

/// Measures dilating the cells of a map by an agent's box.
fn dilation(map: &str, rounds: usize) -> Result<(), Box<dyn Error>> {
    let world = problem_set(map, 1)?.world;
    let (world, bounds) = (world.occupancy(), world.bounds());
    let title = format!("dilation of {map}, {} cells", bounds.volume());
    let mut numbers = Numbers::new(title, Clock::Wall);
    for _ in 0..rounds {
        for size in [[1; 3], [3; 3], [3, 5, 3], [9; 3]].map(IVec3::from) {
            let agent = Footprint::new(CellBox::new(-size / 2, (size + 1) / 2))?;
            let dilate = || Traversability::for_agent(world, agent, UnknownPolicy::Blocked);
            let dilated = numbers.time(&format!("an agent of {size} cells"), dilate);
            let is_free = |cell: IVec3| world.state(cell) == CellState::Free;
            let fits = |cell: IVec3| agent.offsets().cells().all(|by| is_free(cell + by));
            let mut sample = spread(bounds.max - bounds.min, SAMPLE).map(|it| bounds.min + it);
            if let Some(cell) = sample.find(|it| dilated.is_traversable(*it) != fits(*it)) {
                return Err(format!("an agent of {size}: {cell} is wrong").into());
            }
        }
    }
    numbers.print();
    Ok(())
}
