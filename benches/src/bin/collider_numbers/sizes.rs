//! The cost of a further size of agent in a world that has others already.

use std::error::Error;
use std::time::Duration;

use voxnav::colliders::Obstacle;
use voxnav::glam::{IVec3, Vec3};
use voxnav::grid::CellBox;
use voxnav::{Agent, Lattice, Navigator};
use voxnav_benches::clock::Clock;

use super::figures::Figures;
use super::scenes::{clutter, terrain};

const SECTION: &str = "sizes";
/// Half extents, from less than half a cell to twenty cells across.
const SIZES: [f32; 10] = [0.3, 0.5, 0.7, 1.0, 1.3, 1.7, 2.2, 3.0, 5.0, 10.0];
const COUNT: usize = SIZES.len();

pub(crate) fn measure(rounds: usize, figures: &mut Figures) -> Result<(), Box<dyn Error>> {
    figures
        .section("ten sizes of agent in 256^3 cells, hills of 32,768 triangles and 500 obstacles");
    // Of each size: as the only one, and with nine others there before.
    let mut alone: [Vec<Duration>; COUNT] = Default::default();
    let mut last: [Vec<Duration>; COUNT] = Default::default();
    // By place, the sizes in ascending order.
    let mut places: [Vec<Duration>; COUNT] = Default::default();
    for _ in 0..rounds {
        let mut ascending = Scene::new()?;
        for (size, times) in places.iter_mut().enumerate() {
            times.push(ascending.first_question(size)?);
        }
        for size in 0..COUNT {
            alone[size].push(Scene::new()?.first_question(size)?);
            let mut crowded = Scene::new()?;
            for other in (0..COUNT).filter(|other| *other != size) {
                crowded.first_question(other)?;
            }
            last[size].push(crowded.first_question(size)?);
        }
    }
    let mut medians = Vec::new();
    for (size, (alone, last)) in alone.iter().zip(&last).enumerate() {
        let half = SIZES[size];
        let what = |place| format!("box of half extent {half:4.1}, {place}");
        let first = figures.times(SECTION, what("the first agent"), alone, None);
        let tenth = figures.times(SECTION, what("the tenth agent"), last, None);
        medians.push(tenth / first);
    }
    let mean = medians.iter().sum::<f64>() / medians.iter().map(|_| 1.0).sum::<f64>();
    let what = "the tenth / the first, of the same size, mean";
    figures.number(SECTION, what, mean, "times", Some("<= 1"));
    let first = figures.times(SECTION, "in ascending order: first", &places[0], None);
    let second = figures.times(SECTION, "in ascending order: second", &places[1], None);
    let tenth = figures.times(
        SECTION,
        "in ascending order: tenth",
        &places[COUNT - 1],
        None,
    );
    let mut ratio = |what, value| figures.number(SECTION, what, value, "times", Some("<= 1"));
    ratio("second / first", second / first);
    ratio("tenth / first", tenth / first);
    Ok(())
}

struct Scene(Navigator);

impl Scene {
    fn new() -> Result<Self, Box<dyn Error>> {
        let bounds = CellBox::from_size(IVec3::splat(256));
        let mut navigator = Navigator::new(Lattice::default(), bounds)?;
        let (vertices, triangles) = terrain(256.0, 128);
        navigator.insert(Obstacle::mesh(vertices, triangles))?;
        for obstacle in clutter(256.0, 500) {
            navigator.insert(obstacle)?;
        }
        Ok(Self(navigator))
    }

    /// Returns the time from adding an agent to its world being ready.
    fn first_question(&mut self, size: usize) -> Result<Duration, Box<dyn Error>> {
        let (world, time) = Clock::Wall.time(|| {
            let agent = Agent::new(Vec3::splat(SIZES[size]));
            let agent = self.0.add_agent(agent)?;
            self.0.traversability(agent)
        });
        let world = world?;
        world
            .validate()
            .map_err(|chunk| format!("{chunk:?} is wrong"))?;
        Ok(time)
    }
}
