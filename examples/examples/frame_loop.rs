//! Two hundred agents in a 60 Hz loop, among obstacles that move, with a budget for searches in
//! every frame.
//!
//! A town of towers; blocks slide up and down its streets. Drones and larger carriers fly from one
//! place to the next along smoothed paths. In every frame each agent asks whether the rest of its
//! path is still free, never goes beyond where it is not, and asks for another way; searches are
//! answered in turn until the budget of the frame is spent. Time is simulated: a frame is a sixtieth
//! of a second, however long it takes, and everything but the measured times is the same on every
//! run.
//!
//! `cargo run --release -p voxnav-examples --example frame_loop` prints how long frames took. With
//! `verify` behind `--` it also asks after every frame, outside of what is measured, whether the
//! exact box of an agent overlaps anything.

use std::error::Error;

use voxnav::colliders::Obstacle;
use voxnav::following::SmoothPathError;
use voxnav::glam::DVec3;
use voxnav::grid::Layers;
use voxnav::grid::Traversability;
use voxnav::parry3d::shape::SharedShape;
use voxnav::search::{Query, Scheduler, Ticket};
use voxnav::{
    Agent, AgentId, Follower, Navigator, NavigatorError, Outcome, SmoothPath, SmoothPathOptions,
};
use voxnav_examples::frames::{Checks, FRAME, Frames, Sliders, play};
use voxnav_testkit::Draws;

const AGENTS: usize = 200;
/// The number of cells that searches may expand in one frame, all together.
const BUDGET: u64 = 2000;
/// The town, in units; cells are one unit wide.
const SIZE: DVec3 = DVec3::new(96.0, 20.0, 96.0);
/// Towers stand so far apart.
const BLOCK: f64 = 12.0;
/// Half the sides of the blocks that slide along the streets.
const SLIDER: DVec3 = DVec3::new(1.5, 4.0, 1.5);
const SLIDERS: usize = 24;

/// A random place in the town.
fn place(draws: &mut Draws) -> DVec3 {
    DVec3::from([(); 3].map(|()| draws.share())) * SIZE
}

struct Flyer {
    /// The size of the drone, as a place in [`Town::sizes`].
    size: usize,
    position: DVec3,
    goal: DVec3,
    follower: Option<Follower>,
    /// The search it waits for. It stands still meanwhile: seldom for more than a frame or two.
    search: Option<Ticket>,
}

/// Agents of one size.
struct Size {
    id: AgentId,
    half: f64,
    /// Units a second.
    speed: f64,
    /// The world as it is in this frame.
    world: Traversability,
}

#[derive(Debug, Default)]
struct Counts {
    arrivals: u32,
    breaks: u32,
    searches: u32,
    most_waiting: usize,
}

struct Town {
    navigator: Navigator,
    sliders: Sliders,
    sizes: Vec<Size>,
    flyers: Vec<Flyer>,
    scheduler: Scheduler,
    draws: Draws,
    counts: Counts,
}

impl Town {
    fn new() -> Result<Self, NavigatorError> {
        let mut draws = Draws::new(7);
        let mut navigator = Navigator::in_region(1.0, [0.0; 3], SIZE)?;
        for x in 0..8_u8 {
            for z in 0..8_u8 {
                let height = 4.0 + draws.within(0.0, 12.0);
                let corner = DVec3::new(f64::from(x), 0.0, f64::from(z)) * BLOCK;
                let half = DVec3::new(3.0, height / 2.0, 3.0).as_vec3();
                let tower = SharedShape::cuboid(half.x, half.y, half.z);
                navigator
                    .insert(Obstacle::new(tower).at(corner + DVec3::new(6.0, height / 2.0, 6.0)))?;
            }
        }
        let mut sliders = Sliders::new(SLIDER, SIZE);
        for slider in 0..SLIDERS {
            // Along a street between two rows of towers, in x or z.
            let street = (1.0 + draws.within(0.0_f64, 7.0).floor()) * BLOCK;
            let (along, speed) = (draws.within(0.0, SIZE.x), 1.0 + draws.within(0.0, 3.0));
            let (position, velocity) = if slider % 2 == 0 {
                (DVec3::new(along, SLIDER.y, street), DVec3::X * speed)
            } else {
                (DVec3::new(street, SLIDER.y, along), DVec3::Z * speed)
            };
            sliders.insert(&mut navigator, position, velocity)?;
        }
        let mut sizes = Vec::new();
        for (half, speed) in [(0.55, 7.0), (1.2, 3.0)] {
            let id = navigator.add_agent(Agent::new(DVec3::splat(half).as_vec3()))?;
            let world = navigator.traversability(id)?;
            sizes.push(Size {
                id,
                half,
                speed,
                world,
            });
        }
        let mut flyers = Vec::new();
        while flyers.len() < AGENTS {
            let size = usize::from(flyers.len() % 4 == 0);
            let position = place(&mut draws).round();
            let cell = navigator.lattice().cell_at(position)?;
            if sizes[size].world.is_traversable(cell) {
                flyers.push(Flyer {
                    size,
                    position,
                    goal: position,
                    follower: None,
                    search: None,
                });
            }
        }
        Ok(Self {
            navigator,
            sliders,
            sizes,
            flyers,
            scheduler: Scheduler::new(),
            draws,
            counts: Counts::default(),
        })
    }

    /// Blocks move on, and turn round at the edge of the town or before an agent: one cell before,
    /// so that no cell near an agent is ever closed.
    fn slide(&mut self) -> Result<(), NavigatorError> {
        let (sizes, flyers) = (&self.sizes, &self.flyers);
        self.sliders.slide(&mut self.navigator, |next| {
            let is_near = |flyer: &Flyer| {
                let reach = SLIDER + DVec3::splat(sizes[flyer.size].half + 1.0);
                (flyer.position - next).abs().cmplt(reach).all()
            };
            flyers.iter().any(is_near)
        })
    }

    /// One agent moves on along its path, up to where that is no longer free, and asks for another
    /// where it has to.
    fn fly(&mut self, index: usize) -> Result<(), Box<dyn Error>> {
        let flyer = &mut self.flyers[index];
        let size = &self.sizes[flyer.size];
        if flyer.search.is_some() {
            return Ok(());
        }
        if let Some(follower) = &mut flyer.follower {
            let broken = follower.check(self.navigator.space(size.id)?);
            let free = broken.map_or(f64::INFINITY, |found| found.ahead);
            flyer.position = follower.advance((size.speed * FRAME).min(free)).nearest;
            if broken.is_none() && !follower.has_arrived(0.0) {
                return Ok(());
            }
            self.counts.breaks += u32::from(broken.is_some());
            self.counts.arrivals += u32::from(broken.is_none());
            if broken.is_none() {
                flyer.goal = place(&mut self.draws);
            }
        } else {
            // No way to the last goal.
            flyer.goal = place(&mut self.draws);
        }
        let lattice = self.navigator.lattice();
        let query = Query::new(
            lattice.cell_at(flyer.position)?,
            lattice.cell_at(flyer.goal)?,
        );
        flyer.search = Some(self.scheduler.add(&query, &size.world));
        Ok(())
    }

    /// Searches go on until the budget of the frame is spent. Who gets an answer follows it from
    /// the next frame on.
    fn answer(&mut self) -> Result<(), Box<dyn Error>> {
        for (ticket, solution) in self.scheduler.step(BUDGET) {
            let waiting = self
                .flyers
                .iter_mut()
                .find(|flyer| flyer.search == Some(ticket));
            let Some(flyer) = waiting else { continue };
            self.counts.searches += 1;
            flyer.search = None;
            flyer.follower = None;
            if let Outcome::Found(path) = &solution.outcome {
                // Smoothed in the world as it is now; where the search has seen an older one and its
                // path is broken, the next check will tell.
                let world = &self.sizes[flyer.size].world;
                let lattice = self.navigator.lattice();
                let here = SmoothPathOptions::default().starting_at(flyer.position);
                let smooth_path = match SmoothPath::along_path(path, lattice, world, &here) {
                    // Beside something that takes up a cell near it: from the center of its own cell.
                    Err(SmoothPathError::StartCutOff { .. }) => {
                        SmoothPath::along_path(path, lattice, world, &SmoothPathOptions::default())?
                    }
                    smooth_path => smooth_path?,
                };
                flyer.follower = Some(Follower::new(smooth_path));
            }
        }
        self.counts.most_waiting = self.counts.most_waiting.max(self.scheduler.len());
        Ok(())
    }
}

impl Frames for Town {
    fn frame(&mut self, _: usize) -> Result<(), Box<dyn Error>> {
        self.slide()?;
        for size in &mut self.sizes {
            size.world = self.navigator.traversability(size.id)?;
        }
        for flyer in 0..self.flyers.len() {
            self.fly(flyer)?;
        }
        self.answer()?;
        Ok(())
    }

    /// The exact question, of the obstacles themselves.
    fn verify(&self) -> Result<(), Box<dyn Error>> {
        for flyer in &self.flyers {
            let half = DVec3::splat(self.sizes[flyer.size].half).as_vec3();
            let obstacles = self.navigator.obstacles();
            if obstacles.overlaps(flyer.position, half, Layers::ALL)? {
                return Err(
                    format!("an agent is inside of something at {}", flyer.position).into(),
                );
            }
        }
        Ok(())
    }

    fn told(&self) -> String {
        let counts = &self.counts;
        format!(
            "{AGENTS} agents, {SLIDERS} moving obstacles, {} searches with {BUDGET} expansions a frame, \
             at most {} left for the next, {} paths broken, {} arrivals",
            counts.searches, counts.most_waiting, counts.breaks, counts.arrivals
        )
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout();
    play(&mut Town::new()?, 1200, Checks::asked_for(), &mut out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_flies_through_anything_and_many_arrive() {
        let (mut town, mut out) = (Town::new().unwrap(), Vec::new());
        play(&mut town, 600, Checks::EveryFrame, &mut out).unwrap();
        let counts = &town.counts;
        assert!(counts.arrivals > 100 && counts.breaks > 20, "{counts:?}");
        let out = String::from_utf8(out).unwrap();
        assert!(out.starts_with("600 frames of 1/60 s: 200 agents, 24 moving obstacles, "));
        assert_eq!(out.lines().count(), 5, "{out}");
    }
}
