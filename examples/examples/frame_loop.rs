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
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::collections::VecDeque;
use std::error::Error;
use std::time::{Duration, Instant};

use voxnav::glam::{DVec3, Vec3};
use voxnav::obstacles::{Obstacle, ObstacleId};
use voxnav::parry3d::shape::SharedShape;
use voxnav::{
    Agent, AgentId, Follower, Limits, Navigator, NavigatorError, Outcome, RouteOptions,
    TrailOptions,
};

const FRAMES: usize = 1200;
const AGENTS: usize = 200;
/// A frame, in seconds.
const FRAME: f64 = 1.0 / 60.0;
/// How many cells searches may expand in one frame, all together; the last search of a frame may
/// use up what is left, and then leads its agent part of the way.
const BUDGET: u64 = 2000;
/// The town, in units; cells are one unit wide.
const SIZE: DVec3 = DVec3::new(96.0, 20.0, 96.0);
/// Towers stand so far apart.
const BLOCK: f64 = 12.0;
/// Half the sides of the blocks that slide along the streets.
const SLIDER: DVec3 = DVec3::new(1.5, 4.0, 1.5);
const SLIDERS: usize = 24;

/// Random numbers that are the same on every machine.
struct Dice(u64);

impl Dice {
    /// From zero to less than `bound`.
    fn below(&mut self, bound: f64) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let high = u32::try_from(self.0 >> 32).unwrap_or_default();
        f64::from(high) / 4_294_967_296.0 * bound
    }

    fn place(&mut self) -> DVec3 {
        DVec3::new(self.below(SIZE.x), self.below(SIZE.y), self.below(SIZE.z))
    }
}

/// A block that slides back and forth.
struct Slider {
    id: ObstacleId,
    position: DVec3,
    velocity: DVec3,
}

struct Flyer {
    kind: AgentId,
    half: f64,
    position: DVec3,
    goal: DVec3,
    follower: Option<Follower>,
    is_waiting: bool,
}

#[derive(Debug, Default)]
struct Counts {
    arrivals: u32,
    breaks: u32,
    searches: u32,
    partial: u32,
}

struct Town {
    navigator: Navigator,
    sliders: Vec<Slider>,
    flyers: Vec<Flyer>,
    /// The flyers that want a way, in turn.
    requests: VecDeque<usize>,
    dice: Dice,
    counts: Counts,
}

impl Town {
    fn new() -> Result<Self, NavigatorError> {
        let mut dice = Dice(7);
        let mut navigator = Navigator::in_region(1.0, [0.0; 3], SIZE)?;
        for x in 0..8_u8 {
            for z in 0..8_u8 {
                let height = 4.0 + dice.below(12.0);
                let corner = DVec3::new(f64::from(x), 0.0, f64::from(z)) * BLOCK;
                let half = DVec3::new(3.0, height / 2.0, 3.0).as_vec3();
                let tower = SharedShape::cuboid(half.x, half.y, half.z);
                navigator
                    .insert(Obstacle::new(tower).at(corner + DVec3::new(6.0, height / 2.0, 6.0)))?;
            }
        }
        let shape = SLIDER.as_vec3();
        let shape = SharedShape::cuboid(shape.x, shape.y, shape.z);
        let mut sliders = Vec::new();
        for slider in 0..SLIDERS {
            // Along a street between two rows of towers, in x or z.
            let street = (1.0 + dice.below(7.0).floor()) * BLOCK;
            let (along, speed) = (dice.below(SIZE.x), 1.0 + dice.below(3.0));
            let (position, velocity) = if slider % 2 == 0 {
                (DVec3::new(along, SLIDER.y, street), DVec3::X * speed)
            } else {
                (DVec3::new(street, SLIDER.y, along), DVec3::Z * speed)
            };
            let id = navigator.insert(Obstacle::new(shape.clone()).at(position))?;
            sliders.push(Slider {
                id,
                position,
                velocity,
            });
        }
        let mut kinds = Vec::new();
        for half in [0.55, 1.2] {
            kinds.push((half, navigator.add_agent(Agent::new(Vec3::splat(half)))?));
        }
        let mut flyers = Vec::new();
        while flyers.len() < AGENTS {
            let (half, kind) = kinds[usize::from(flyers.len() % 4 == 0)];
            let position = dice.place().round();
            let world = navigator.traversability(kind)?;
            if world.is_traversable(navigator.lattice().cell_at(position)?) {
                flyers.push(Flyer {
                    kind,
                    half: f64::from(half),
                    position,
                    goal: position,
                    follower: None,
                    is_waiting: false,
                });
            }
        }
        let counts = Counts::default();
        let requests = VecDeque::new();
        Ok(Self {
            navigator,
            sliders,
            flyers,
            requests,
            dice,
            counts,
        })
    }

    fn frame(&mut self) -> Result<(), Box<dyn Error>> {
        self.slide()?;
        for flyer in 0..self.flyers.len() {
            self.fly(flyer)?;
        }
        self.answer_requests()?;
        Ok(())
    }

    /// Blocks move on, and turn round at the edge of the town or before an agent: one cell before,
    /// so that no cell near an agent is ever closed.
    fn slide(&mut self) -> Result<(), NavigatorError> {
        for slider in &mut self.sliders {
            let next = slider.position + slider.velocity * FRAME;
            let is_near = |flyer: &Flyer| {
                let reach = SLIDER + DVec3::splat(flyer.half + 1.0);
                (flyer.position - next).abs().cmplt(reach).all()
            };
            let inside = next.cmpge(DVec3::ZERO).all() && next.cmple(SIZE).all();
            if !inside || self.flyers.iter().any(is_near) {
                slider.velocity = -slider.velocity;
            } else {
                slider.position = next;
                self.navigator.move_to(slider.id, next)?;
            }
        }
        Ok(())
    }

    /// One agent moves on along its path, up to where it is no longer free.
    fn fly(&mut self, index: usize) -> Result<(), Box<dyn Error>> {
        let world = self.navigator.traversability(self.flyers[index].kind)?;
        let flyer = &mut self.flyers[index];
        let mut wants_way = flyer.follower.is_none();
        if let Some(follower) = &mut flyer.follower {
            // Large agents are slower.
            let mut step = 4.0 / flyer.half.max(0.5) * FRAME;
            if let Some(found) = follower.check(&world) {
                step = step.min(found.ahead);
                wants_way = true;
            }
            flyer.position = follower.advance(step).nearest;
            if follower.has_arrived(0.0) {
                self.counts.arrivals += u32::from(flyer.position.distance(flyer.goal) < 1.0);
                flyer.follower = None;
                wants_way = true;
            }
        }
        if wants_way && !flyer.is_waiting {
            self.counts.breaks += u32::from(flyer.follower.is_some());
            flyer.is_waiting = true;
            self.requests.push_back(index);
        }
        Ok(())
    }

    /// Searches for those who have waited longest, until the budget of the frame is spent.
    fn answer_requests(&mut self) -> Result<(), NavigatorError> {
        let mut budget = BUDGET;
        while budget > 0
            && let Some(index) = self.requests.pop_front()
        {
            let flyer = &mut self.flyers[index];
            if flyer.follower.is_none() && flyer.position.distance(flyer.goal) < 1.0 {
                flyer.goal = self.dice.place();
            }
            let options = RouteOptions::default().limits(Limits::none().expanded(budget));
            let (kind, from) = (flyer.kind, flyer.position);
            let route = self
                .navigator
                .find_path_with(kind, from, flyer.goal, &options)?;
            budget = budget.saturating_sub(route.statistics.expanded.max(1));
            let options = TrailOptions::default().starting_at(from);
            let trail = self.navigator.trail(kind, &route, &options)?;
            self.counts.searches += 1;
            self.counts.partial += u32::from(matches!(route.outcome, Outcome::LimitReached { .. }));
            if trail.is_none() {
                // Blocked or out of reach: somewhere else, then.
                flyer.goal = from;
            }
            flyer.follower = trail.map(Follower::new);
            flyer.is_waiting = false;
        }
        Ok(())
    }

    /// The exact question, of the obstacles themselves.
    fn verify(&self) -> Result<(), Box<dyn Error>> {
        for flyer in &self.flyers {
            let Some(agent) = self.navigator.agent(flyer.kind) else {
                continue;
            };
            let obstacles = self.navigator.obstacles();
            if obstacles.overlaps(flyer.position, agent.half_extents, agent.layers)? {
                return Err(
                    format!("an agent is inside of something at {}", flyer.position).into(),
                );
            }
        }
        Ok(())
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Checks {
    None,
    EveryFrame,
}

/// The measured times of the frames, ascending, and what happened.
fn run(frames: usize, checks: Checks) -> Result<(Vec<Duration>, Counts), Box<dyn Error>> {
    let mut town = Town::new()?;
    let mut times = Vec::with_capacity(frames);
    for _ in 0..frames {
        let start = Instant::now();
        town.frame()?;
        times.push(start.elapsed());
        if checks == Checks::EveryFrame {
            town.verify()?;
        }
    }
    times.sort_unstable();
    Ok((times, town.counts))
}

fn main() -> Result<(), Box<dyn Error>> {
    let checks = match std::env::args().nth(1).as_deref() {
        Some("verify") => Checks::EveryFrame,
        _ => Checks::None,
    };
    let (times, counts) = run(FRAMES, checks)?;
    println!("{AGENTS} agents, {SLIDERS} moving obstacles, {FRAMES} frames of 1/60 s");
    println!(
        "{} searches ({} ended by the budget of {BUDGET} expansions a frame), {} paths broken, {} arrivals",
        counts.searches, counts.partial, counts.breaks, counts.arrivals
    );
    for percent in [50, 90, 99, 100] {
        let time = times[(times.len() * percent / 100).min(times.len() - 1)];
        println!("p{percent:<3} {:7.3} ms", time.as_secs_f64() * 1e3);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_flies_through_anything_and_many_arrive() {
        let (_, counts) = run(600, Checks::EveryFrame).unwrap();
        assert!(counts.arrivals > 100 && counts.breaks > 20, "{counts:?}");
    }
}
