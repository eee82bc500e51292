//! Moving one obstacle in a large world, up to the snapshot that searches see.

use std::error::Error;
use std::time::Duration;

use voxnav::colliders::{Obstacle, ObstacleId, Solidity};
use voxnav::glam::{DVec3, IVec3, Vec3};
use voxnav::grid::{CellBox, Occupancy};
use voxnav::parry3d::shape::{Ball, SharedShape};
use voxnav::{Agent, AgentId, Lattice, Navigator};
use voxnav_benches::clock::Clock;

use super::figures::Figures;
use super::scenes::{clutter, terrain};

const SECTION: &str = "moving";
/// Cells along each side, of 8 chunks each.
const SIDE: i32 = 512;
/// Moves there and back a round.
const MOVES: usize = 20;

/// The two places between which the obstacle moves, with what they try.
const PLACES: [(&str, [f64; 3], [f64; 3]); 5] = [
    (
        "by one cell in the middle of a chunk",
        [96.0; 3],
        [97.0, 96.0, 96.0],
    ),
    (
        "by one cell over the corner of 8 chunks",
        [128.0; 3],
        [129.0, 128.0, 128.0],
    ),
    (
        "from chunk to distant chunk",
        [96.0; 3],
        [352.0, 416.0, 288.0],
    ),
    (
        "from corner of 8 chunks to a distant one",
        [128.0; 3],
        [384.0, 448.0, 320.0],
    ),
    (
        "from such a corner in the clutter into the hills",
        [128.0; 3],
        [320.0, 256.0, 320.0],
    ),
];

pub(crate) fn measure(rounds: usize, figures: &mut Figures) -> Result<(), Box<dyn Error>> {
    let around = "among 2,000 obstacles and 32,768 triangles in 512^3";
    figures.section(&format!("moving a box of 10^3 cells {around}"));
    let cuboid = Obstacle::new(SharedShape::cuboid(5.0, 5.0, 5.0));
    measure_one(cuboid, rounds, figures)?;
    figures.section(&format!("moving a rock, a solid mesh, {around}"));
    let (vertices, triangles) = Ball::new(5.0).to_trimesh(16, 11);
    let rock = Obstacle::mesh(vertices, triangles).with(Solidity::Solid);
    measure_one(rock, rounds, figures)
}

fn measure_one(
    moving: Obstacle,
    rounds: usize,
    figures: &mut Figures,
) -> Result<(), Box<dyn Error>> {
    let mut scene = Scene::new(moving)?;
    let mut times: [Vec<Duration>; PLACES.len()] = Default::default();
    for _ in 0..rounds {
        for ((_, from, to), times) in PLACES.iter().zip(&mut times) {
            scene.moved(*from)?;
            for _ in 0..MOVES {
                times.push(scene.moved(*to)?);
                times.push(scene.moved(*from)?);
            }
        }
    }
    for ((what, from, to), times) in PLACES.iter().zip(&times) {
        figures.times(SECTION, *what, times, Some("< 1 ms"));
        for place in [from, to] {
            scene.moved(*place)?;
            scene.check()?;
        }
    }
    Ok(())
}

struct Scene {
    navigator: Navigator,
    agent: AgentId,
    moving: ObstacleId,
}

impl Scene {
    fn new(moving: Obstacle) -> Result<Self, Box<dyn Error>> {
        let bounds = CellBox::from_size(IVec3::splat(SIDE));
        let mut navigator = Navigator::new(Lattice::default(), bounds)?;
        let (vertices, triangles) = terrain(512.0, 128);
        navigator.insert(Obstacle::mesh(vertices, triangles))?;
        for obstacle in clutter(512.0, 2000) {
            navigator.insert(obstacle)?;
        }
        let moving = navigator.insert(moving)?;
        let agent = navigator.add_agent(Agent::new(Vec3::splat(0.5)))?;
        navigator.refresh()?;
        Ok(Self {
            navigator,
            agent,
            moving,
        })
    }

    /// Moves the obstacle, and returns how long that and the refresh after it took.
    fn moved(&mut self, place: [f64; 3]) -> Result<Duration, Box<dyn Error>> {
        let (navigator, moving, agent) = (&mut self.navigator, self.moving, self.agent);
        // Half a cell off the lattice, so that ten cells in a row are covered.
        let place = DVec3::from(place) - 0.5;
        let before = navigator.traversability(agent)?;
        let (after, time) = Clock::Wall.time(|| {
            navigator.move_to(moving, place)?;
            navigator.traversability(agent)
        });
        if after?.is_same_snapshot(&before) && navigator.obstacles().placement(moving).is_none() {
            return Err("the move was lost".into());
        }
        Ok(time)
    }

    /// Compares with a bake from scratch, cell by cell.
    fn check(&mut self) -> Result<(), Box<dyn Error>> {
        let world = self.navigator.traversability(self.agent)?;
        let agent = self.navigator.agent(self.agent).ok_or("no agent")?;
        let (lattice, bounds) = (self.navigator.lattice(), self.navigator.bounds());
        let scratch = self.navigator.obstacles().bake(lattice, agent, bounds)?;
        if !same_cells(world.occupancy(), &scratch) {
            return Err("a refreshed bake differs from one from scratch".into());
        }
        world
            .validate()
            .map_err(|chunk| format!("{chunk:?} differs from a snapshot from scratch").into())
    }
}

fn same_cells(one: &Occupancy, other: &Occupancy) -> bool {
    let rows = |chunk| {
        let views = [one.chunk(chunk), other.chunk(chunk)];
        (0..64).flat_map(move |z| {
            (0..64)
                .map(move |y| views.map(|view| view.row(voxnav::grid::CellState::Occupied, y, z)))
        })
    };
    let mut chunks = one.bounds().chunks();
    one.bounds() == other.bounds() && chunks.all(|chunk| rows(chunk).all(|[a, b]| a == b))
}
