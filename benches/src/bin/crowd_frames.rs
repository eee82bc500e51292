//! Frames of a game: agents of both kinds among crates and doors that move, sent on whenever they arrive. How long a frame
//! takes, how much of it is the update, and whether the budget of work bounds it; and how much memory many frames take.

use std::error::Error;
use std::time::Duration;

use clap::Parser;
use voxnav::colliders::{Obstacle, ObstacleId};
use voxnav::glam::DVec3;
use voxnav::ground::{Jump, Locomotion};
use voxnav::{Agent, AgentId, Navigator};
use voxnav_benches::Clock;
use voxnav_benches::memory::resident_bytes;
use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdSettings, Event, MoveOutcome};
use voxnav_testkit::Draws;
use voxnav_worlds::Distribution;

/// Plays frames of a crowd of both kinds and prints how long they took
#[derive(Debug, Parser)]
struct Arguments {
    /// The agents, half of which fly
    #[arg(long, default_value_t = 200)]
    agents: usize,
    /// The frames
    #[arg(long, default_value_t = 2000)]
    frames: u32,
    /// The budgets of work of an update, in units, each played from the start
    #[arg(long, default_values_t = [1_000, 2_000, 4_000])]
    work: Vec<u64>,
    /// The crates that go to and fro
    #[arg(long, default_value_t = 10)]
    crates: u32,
    /// Have agents pass through one another
    #[arg(long)]
    apart: bool,
    /// Report the memory after each of these numbers of frames, instead of their times
    #[arg(long, num_args = 1..)]
    memory: Vec<u32>,
    /// The clock: the wall clock or, if other programs run at the same time, the time of the thread that plays
    #[arg(long, value_enum, default_value_t)]
    clock: Clock,
}

/// The level: 60 x 60 x 12 units with cells of half a unit.
const SIZE: DVec3 = DVec3::new(60.0, 60.0, 12.0);
const FRAME: f64 = 1.0 / 60.0;

struct Level {
    navigator: Navigator,
    crowd: Crowd,
    doors: Vec<(ObstacleId, DVec3)>,
    crates: Vec<(ObstacleId, DVec3, DVec3)>,
    bodies: [AgentId; 2],
    draws: Draws,
}

/// The time of the edits, and of the update, of a frame.
struct Times {
    edits: Duration,
    update: Duration,
}

impl Level {
    fn new(arguments: &Arguments, work: u64) -> Result<Self, Box<dyn Error>> {
        let mut navigator = Navigator::between_faces(0.5, [0.0; 3], SIZE)?;
        let mut draws = Draws::new(7);
        // Two walls with three doors each, stairs onto a platform, and pillars.
        let mut doors = Vec::new();
        for x in [20.0, 40.0] {
            for side in 0..4 {
                let y = f64::from(side) * 16.0;
                let end = DVec3::new(x + 0.5, (y + 12.0).min(60.0), 8.0);
                navigator.insert(Obstacle::between([x, y, 0.0], end))?;
                if side < 3 {
                    let (from, to) = ([x, y + 12.0, 0.0], [x + 0.5, y + 14.0, 4.0]);
                    let door = Obstacle::between(from, to);
                    let at = DVec3::new(x + 0.25, y + 13.0, 2.0);
                    doors.push((navigator.insert(door)?, at));
                    let rest = ([x, y + 14.0, 0.0], [x + 0.5, y + 16.0, 8.0]);
                    navigator.insert(Obstacle::between(rest.0, rest.1))?;
                }
            }
        }
        for step in 0..6 {
            let low = f64::from(step) * 0.5;
            let from = [46.0 + low, 46.0, low];
            navigator.insert(Obstacle::between(from, [56.0, 56.0, low + 0.5]))?;
        }
        for _ in 0..30 {
            let at = DVec3::new(draws.within(4.0, 56.0), draws.within(4.0, 42.0), 0.0);
            navigator.insert(Obstacle::between(at, at + DVec3::new(1.0, 1.0, 6.0)))?;
        }
        let mut crates = Vec::new();
        for number in 0..arguments.crates {
            let at = DVec3::new(draws.within(2.0, 58.0), 2.0 + 5.0 * f64::from(number), 0.5);
            let at = at.min(DVec3::splat(58.0));
            let velocity = DVec3::X * draws.pick(&[-1.5, 1.5]);
            let id = navigator.insert(Obstacle::between(at - 0.5, at + 0.5))?;
            crates.push((id, at, velocity));
        }
        let drone = navigator.add_agent(Agent::new([0.3; 3].into()))?;
        let jump = Some(Jump {
            gap: 2,
            ..Jump::over_one()
        });
        let walker = Locomotion {
            jump,
            ..Locomotion::walker()
        };
        let walker = navigator.add_agent((Agent::new([0.25, 0.25, 0.9].into()), walker))?;
        let mut settings = CrowdSettings::default().budget(work);
        if arguments.apart {
            settings = settings.avoidance(None);
        }
        let mut level = Self {
            navigator,
            crowd: Crowd::new(settings),
            doors,
            crates,
            bodies: [drone, walker],
            draws,
        };
        level.fill(arguments.agents)?;
        Ok(level)
    }

    fn fill(&mut self, agents: usize) -> Result<(), Box<dyn Error>> {
        while self.crowd.len() < agents {
            let body = self.bodies[self.crowd.len() % 2];
            let speed = self.draws.within(2.0, 4.0);
            let (at, to) = (self.place(body)?, self.place(body)?);
            let is_taken = |it: &CrowdAgent| it.position.distance(at) < 1.0;
            if !self.crowd.agents().any(|(_, it)| is_taken(it)) {
                let agent = CrowdAgent::new(body, at)
                    .speed(speed)
                    .stopping_distance(0.3);
                let id = self.crowd.add(&mut self.navigator, agent)?;
                self.crowd.send(id, to)?;
            }
        }
        Ok(())
    }

    fn place(&mut self, body: AgentId) -> Result<DVec3, Box<dyn Error>> {
        let place = self.navigator.random_place(body, self.draws.word())?;
        Ok(place.ok_or("no place")?)
    }

    /// Plays a frame and returns how long the two halves of it took, and how many agents arrived.
    fn frame(&mut self, number: u32, clock: Clock) -> Result<(Times, u32), Box<dyn Error>> {
        let (edited, edits) = clock.time(|| self.edit(number));
        edited?;
        let (events, update) = clock.time(|| self.crowd.update(&mut self.navigator, FRAME));
        let mut arrived = 0;
        for event in events? {
            arrived += u32::from(matches!(event, Event::Arrived(_)));
            if let Event::Arrived(id) | Event::NoPath(id, _) = event {
                let to = self.place(self.crowd.agent(id)?.body)?;
                self.crowd.send(id, to)?;
            }
        }
        Ok((Times { edits, update }, arrived))
    }

    /// Moves the crates and the doors, unless they would touch an agent.
    fn edit(&mut self, number: u32) -> Result<(), Box<dyn Error>> {
        for (id, at, velocity) in &mut self.crates {
            let next = *at + *velocity * FRAME;
            let is_inside = (1.0..=59.0).contains(&next.x);
            let moved = is_inside
                && (self.crowd).try_move_obstacle(&mut self.navigator, *id, next)?
                    == MoveOutcome::Moved;
            if moved {
                *at = next;
            } else {
                *velocity = -*velocity;
            }
        }
        for (place, (id, at)) in (0..).zip(&self.doors) {
            if number % 150 == place * 20 {
                let is_open = (number / 150 + place) % 2 == 1;
                let to = if is_open { *at + DVec3::Z * 90.0 } else { *at };
                let _ = (self.crowd).try_move_obstacle(&mut self.navigator, *id, to)?;
            }
        }
        Ok(())
    }
}

#[expect(clippy::print_stdout, reason = "the table is what it is for")]
fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    if !arguments.memory.is_empty() {
        return remembered(&arguments);
    }
    println!(
        "| work | arrived | edits, median ms | update, ms: median | p99 | p99.9 | most | units: median | most | frames of at least 90 % of the budget: ms, median | most |"
    );
    println!("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    for &work in &arguments.work {
        let told = pool.install(|| played(&arguments, work).map_err(|error| error.to_string()))?;
        println!("{told}");
    }
    Ok(())
}

/// Plays frames and prints how much memory there was after some of them.
#[expect(clippy::print_stdout, reason = "the table is what it is for")]
fn remembered(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    println!("| work | frames | arrived | resident, MB |");
    println!("|--:|--:|--:|--:|");
    let last = arguments.memory.iter().copied().max().unwrap_or(0);
    for &work in &arguments.work {
        let mut level = Level::new(arguments, work)?;
        let mut arrived = 0;
        for number in 0..last {
            arrived += level.frame(number, arguments.clock)?.1;
            if arguments.memory.contains(&(number + 1)) {
                let resident = resident_bytes().ok_or("the system does not say")? / 1000;
                let frames = number + 1;
                println!(
                    "| {work} | {frames} | {arrived} | {}.{:03} |",
                    resident / 1000,
                    resident % 1000
                );
            }
        }
    }
    Ok(())
}

fn played(arguments: &Arguments, work: u64) -> Result<String, Box<dyn Error>> {
    let mut level = Level::new(arguments, work)?;
    let (mut arrived, mut edits, mut updates) = (0, Vec::new(), Vec::new());
    let (mut units, mut full) = (Vec::new(), Vec::new());
    for number in 0..arguments.frames {
        let (times, there) = level.frame(number, arguments.clock)?;
        arrived += there;
        let update = times.update.as_secs_f64() * 1e3;
        let done = level.crowd.work().total();
        edits.push(times.edits.as_secs_f64() * 1e3);
        updates.push(update);
        units.push(f64::from(u32::try_from(done)?));
        if done * 10 >= work * 9 {
            full.push(update);
        }
    }
    if full.is_empty() {
        full.push(0.0);
    }
    let [edits, updates, units, full] = [edits, updates, units, full].map(Distribution::new);
    Ok(format!(
        "| {work} | {arrived} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {:.0} | {:.0} | {:.2} | {:.2} |",
        edits.quantile(0.5),
        updates.quantile(0.5),
        updates.quantile(0.99),
        updates.quantile(0.999),
        updates.quantile(1.0),
        units.quantile(0.5),
        units.quantile(1.0),
        full.quantile(0.5),
        full.quantile(1.0),
    ))
}
