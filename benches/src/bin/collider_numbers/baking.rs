//! Baking a mesh against asking about every cell.

use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};

use rayon::ThreadPoolBuilder;
use voxnav::colliders::{Obstacle, Obstacles};
use voxnav::glam::{IVec3, Vec3};
use voxnav::grid::{CellBox, CellState, Occupancy};
use voxnav::parry3d::math::Pose;
use voxnav::parry3d::query::intersection_test;
use voxnav::parry3d::shape::{Cuboid, TriMesh};
use voxnav::{Agent, Lattice, Layers};
use voxnav_benches::clock::Clock;

use super::figures::Figures;
use super::scenes::{Mesh, dented_ball, sample, terrain};

const SECTION: &str = "baking";
/// Cells along each side.
const SIDE: i32 = 256;
const CELLS: f64 = 256.0 * 256.0 * 256.0;
/// The number of cells that are asked about one by one.
const SAMPLE: u32 = 100_000;
const HALF_EXTENTS: Vec3 = Vec3::splat(0.5);

pub(crate) fn measure(rounds: usize, figures: &mut Figures) -> Result<(), Box<dyn Error>> {
    for (name, mesh) in [
        ("hills", terrain(256.0, 224)),
        ("dented ball", dented_ball(256.0)),
    ] {
        let count = mesh.1.len();
        figures.section(&format!(
            "baking 256^3 cells of size 1 over a mesh: {name}, {count} triangles"
        ));
        Scene::new(mesh)?.measure(rounds, figures)?;
    }
    Ok(())
}

struct Scene {
    obstacles: Obstacles,
    mesh: TriMesh,
    lattice: Lattice,
    bounds: CellBox,
}

impl Scene {
    fn new((vertices, triangles): Mesh) -> Result<Self, Box<dyn Error>> {
        let mesh = TriMesh::new(vertices.clone(), triangles.clone())?;
        let mut obstacles = Obstacles::default();
        let _ = obstacles.insert(Obstacle::mesh(vertices, triangles))?;
        Ok(Self {
            obstacles,
            mesh,
            lattice: Lattice::default(),
            bounds: CellBox::from_size(IVec3::splat(SIDE)),
        })
    }

    fn bake(&self, half_extents: Vec3) -> Result<Occupancy, Box<dyn Error + Send + Sync>> {
        let agent = Agent::new(half_extents);
        Ok(self.obstacles.bake(&self.lattice, &agent, self.bounds)?)
    }

    /// Returns the number of sampled cells that parry3d says are blocked.
    fn ask_parry(&self) -> u32 {
        let skin = self.obstacles.skin();
        #[expect(clippy::cast_possible_truncation, reason = "a skin of 1/1024")]
        let cuboid = Cuboid::new(HALF_EXTENTS - skin.depth() as f32);
        let is_hit = |cell: &IVec3| {
            let pose = Pose::from_translation(cell.as_vec3());
            let hit = intersection_test(&pose, &cuboid, &Pose::IDENTITY, &self.mesh);
            hit.is_ok_and(|hit| hit.intersecting)
        };
        count(sample(SIDE, SAMPLE).filter(is_hit))
    }

    /// Returns the number of sampled cells that the box query of the obstacles says are blocked.
    fn ask(&self) -> u32 {
        let is_hit = |cell: &IVec3| {
            let center = self.lattice.center(*cell);
            let hit = self.obstacles.overlaps(center, HALF_EXTENTS, Layers::ALL);
            hit == Ok(true)
        };
        count(sample(SIDE, SAMPLE).filter(is_hit))
    }

    fn measure(&self, rounds: usize, figures: &mut Figures) -> Result<(), Box<dyn Error>> {
        let one = ThreadPoolBuilder::new().num_threads(1).build()?;
        let two = ThreadPoolBuilder::new().num_threads(2).build()?;
        let mut times: [Vec<Duration>; 5] = Default::default();
        let flat = Vec3::new(HALF_EXTENTS.x, 0.0, HALF_EXTENTS.z);
        for _ in 0..rounds {
            let (baked, time) = Clock::Wall.time(|| one.install(|| self.bake(HALF_EXTENTS)));
            times[0].push(time);
            let (again, time) = Clock::Wall.time(|| two.install(|| self.bake(HALF_EXTENTS)));
            times[1].push(time);
            let (thin, time) = Clock::Wall.time(|| one.install(|| self.bake(flat)));
            times[2].push(time);
            let begin = Instant::now();
            black_box(self.ask_parry());
            times[3].push(begin.elapsed());
            let begin = Instant::now();
            black_box(self.ask());
            times[4].push(begin.elapsed());
            self.check(&baked.map_err(|error| error.to_string())?, HALF_EXTENTS)?;
            self.check(&again.map_err(|error| error.to_string())?, HALF_EXTENTS)?;
            self.check(&thin.map_err(|error| error.to_string())?, flat)?;
        }
        let one = figures.times(SECTION, "bake, one thread", &times[0], None);
        let two = figures.times(SECTION, "bake, two threads", &times[1], None);
        let thin = figures.times(
            SECTION,
            "bake of the flat box (1, 0, 1), one thread",
            &times[2],
            None,
        );
        let share = CELLS / f64::from(SAMPLE);
        let what = format!("parry3d's box test at {SAMPLE} cells, spread evenly");
        let parry = figures.times(SECTION, what, &times[3], None) * share;
        let what = format!("the box query of the obstacles at {SAMPLE} cells");
        let own = figures.times(SECTION, what, &times[4], None) * share;
        let mut ratio = |what, value, aim| figures.number(SECTION, what, value, "times", aim);
        ratio(
            "parry3d at every cell (extrapolated) / bake",
            parry / one,
            Some("> 20"),
        );
        ratio(
            "own query at every cell (extrapolated) / bake",
            own / one,
            None,
        );
        ratio("one thread / two threads", one / two, Some("> 1.8"));
        ratio("flat box / box with height", thin / one, None);
        let differing = self.ask_parry().abs_diff(self.ask());
        let what = "sampled cells: parry3d in single precision less exact query";
        figures.number(SECTION, what, differing.into(), "cells", None);
        Ok(())
    }

    /// Compares the bake with the direct query at the sampled cells.
    fn check(&self, baked: &Occupancy, half_extents: Vec3) -> Result<(), Box<dyn Error>> {
        for cell in sample(SIDE, SAMPLE) {
            let center = self.lattice.center(cell);
            let expected = self.obstacles.overlaps(center, half_extents, Layers::ALL)?;
            if (baked.state(cell) == CellState::Occupied) != expected {
                return Err(format!("{cell} is baked wrong").into());
            }
        }
        Ok(())
    }
}

fn count<T>(items: impl Iterator<Item = T>) -> u32 {
    items.fold(0, |count, _| count + 1)
}
