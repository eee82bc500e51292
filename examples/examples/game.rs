//! A small game: 20 drones and 20 walkers in a level of 60 x 12 x 60 m with stairs, a ladder, a pool, a door and ten
//! crates that move. Everybody gets another target every 200 frames, or on arrival. In the middle the game is saved and
//! loaded, and both games go on equally.
//!
//! `cargo run --release -p voxnav-examples --example game` prints what happened, and how long frames took.

use std::error::Error;
use std::io::Write;
use std::time::Instant;

use voxnav::colliders::{Matter, Obstacle, ObstacleId};
use voxnav::glam::DVec3;
use voxnav::grid::Heading;
use voxnav::grid::store::World;
use voxnav::ground::{Action, Jump, Locomotion, Material, MaterialKind};
use voxnav::{Agent, AgentId, Navigator};
use voxnav_crowd::crowd::{Closing, Crowd, Event, Mover, MoverId, Policy};
use voxnav_testkit::Draws;

const SIZE: DVec3 = DVec3::new(60.0, 12.0, 60.0);
/// The height of the ground.
const GROUND: f64 = 2.0;
const FRAME: f64 = 1.0 / 60.0;

struct Game {
    navigator: Navigator,
    crowd: Crowd,
    drone: AgentId,
    walker: AgentId,
    /// The boxes that stand still, from corner to corner, for a check of the game's own.
    still: Vec<[DVec3; 2]>,
    door: Door,
    crates: Vec<Crate>,
    draws: Draws,
}

#[derive(Clone)]
struct Door {
    id: ObstacleId,
    is_open: bool,
}

#[derive(Clone)]
struct Crate {
    id: ObstacleId,
    center: DVec3,
    velocity: DVec3,
}

/// Returns the policy of the game's crowd, which is not saved.
fn policy() -> Policy {
    Policy::default().work(1_500)
}

/// The events of a game, and its frame times.
#[derive(Default)]
struct Told {
    arrived: u32,
    routes: u32,
    no_ways: u32,
    actions: Vec<Action>,
    inside: u32,
    /// The frame times, in milliseconds.
    times: Vec<f64>,
}

impl Door {
    const CLOSED: [DVec3; 2] = [DVec3::new(30.0, GROUND, 28.0), DVec3::new(30.5, 5.0, 32.0)];

    fn center(is_open: bool) -> DVec3 {
        let lifted = if is_open { 4.0 } else { 0.0 };
        (Self::CLOSED[0] + Self::CLOSED[1]) / 2.0 + DVec3::Y * lifted
    }
}

impl Game {
    fn new() -> Result<Self, Box<dyn Error>> {
        let mut navigator = Navigator::between_faces(0.5, [0.0; 3], SIZE)?.with_up(Heading::Y);
        let mut still = Vec::new();
        let mut build = |navigator: &mut Navigator, from: [f64; 3], to: [f64; 3]| {
            still.push([from.into(), to.into()]);
            navigator.insert(Obstacle::between(from, to)).map(|_| ())
        };
        // The ground, around a pool that is 2 m deep.
        build(&mut navigator, [0.0; 3], [60.0, GROUND, 6.0])?;
        build(&mut navigator, [0.0, 0.0, 6.0], [8.0, GROUND, 18.0])?;
        build(&mut navigator, [24.0, 0.0, 6.0], [60.0, GROUND, 18.0])?;
        build(&mut navigator, [0.0, 0.0, 18.0], [60.0, GROUND, 60.0])?;
        // A wall with a gap for the door, and a lintel above it.
        build(&mut navigator, [30.0, GROUND, 0.0], [30.5, 8.0, 28.0])?;
        build(&mut navigator, [30.0, GROUND, 32.0], [30.5, 8.0, 60.0])?;
        build(&mut navigator, [30.0, 5.0, 28.0], [30.5, 5.5, 32.0])?;
        // A platform 3 m high, with stairs on one side.
        build(&mut navigator, [40.0, GROUND, 40.0], [54.0, 5.0, 54.0])?;
        for step in 0..5 {
            let low = f64::from(step) * 0.5;
            let (from, to) = ([37.0 + low, GROUND, 44.0], [40.0, GROUND + low + 0.5, 48.0]);
            build(&mut navigator, from, to)?;
        }
        let liquid = Material::new("water", MaterialKind::Liquid);
        let water = Matter::Volume(navigator.add_material(liquid)?);
        let pool = Obstacle::between([8.0, 0.0, 6.0], [24.0, GROUND, 18.0]);
        navigator.insert(pool.of(water))?;
        let climbable = Material::new("ladder", MaterialKind::Climbable);
        let rungs = Matter::Volume(navigator.add_material(climbable)?);
        let ladder = Obstacle::between([46.0, GROUND, 39.5], [48.0, 5.0, 40.0]);
        navigator.insert(ladder.of(rungs))?;

        let [from, to] = Door::CLOSED;
        let id = navigator.insert(Obstacle::between(from, to))?;
        let is_open = false;
        let drone = navigator.add_agent(Agent::new([0.3; 3].into()))?;
        let jump = Some(Jump {
            gap: 2,
            ..Jump::over_one()
        });
        let abilities = Locomotion {
            jump,
            ..Locomotion::walker()
        };
        let walker = navigator.add_agent((Agent::new([0.25, 0.9, 0.25].into()), abilities))?;
        let mut game = Self {
            navigator,
            crowd: Crowd::new(policy()),
            drone,
            walker,
            still,
            door: Door { id, is_open },
            crates: Vec::new(),
            draws: Draws::new(1),
        };
        game.put_crates()?;
        while game.crowd.len() < 40 {
            game.add_agent()?;
        }
        Ok(game)
    }

    /// Saves the level and its agents, and returns the game that is loaded from the bytes. Ids of agents and obstacles
    /// are valid in both.
    fn saved_and_loaded(&mut self) -> Result<Self, Box<dyn Error>> {
        let level = self.navigator.to_world()?.to_bytes()?;
        let agents = self.crowd.to_bytes()?;
        Ok(Self {
            navigator: Navigator::from_world(World::from_bytes(&level)?)?,
            crowd: Crowd::from_bytes(&agents, policy())?,
            still: self.still.clone(),
            door: self.door.clone(),
            crates: self.crates.clone(),
            draws: self.draws.clone(),
            ..*self
        })
    }

    /// Returns where all agents are.
    fn positions(&self) -> Vec<DVec3> {
        self.crowd.movers().map(|(_, it)| it.position).collect()
    }

    fn put_crates(&mut self) -> Result<(), Box<dyn Error>> {
        for lane in 0..10 {
            let x = if lane < 5 { 4.0 } else { 34.0 };
            let center = DVec3::new(x, GROUND + 0.5, 20.0 + 3.5 * f64::from(lane % 5));
            let crate_ = Obstacle::between(center - 0.5, center + 0.5);
            self.crates.push(Crate {
                id: self.navigator.insert(crate_)?,
                center,
                velocity: DVec3::X * 1.5,
            });
        }
        Ok(())
    }

    /// Adds a drone or a walker at a place where nobody is, and sends it somewhere.
    fn add_agent(&mut self) -> Result<(), Box<dyn Error>> {
        let body = [self.drone, self.walker][self.crowd.len() % 2];
        let at = self.place(body)?;
        let is_near = |other: &Mover| other.position.distance(at) < 1.5;
        if self.crowd.movers().any(|(_, other)| is_near(other)) {
            return Ok(());
        }
        let speed = if body == self.drone { 4.0 } else { 3.0 };
        let mover = Mover::new(body, at).speed(speed).stop_within(0.3);
        let id = self.crowd.add(&mut self.navigator, mover)?;
        self.send(id)
    }

    /// Returns a place where a body can be.
    fn place(&mut self, body: AgentId) -> Result<DVec3, Box<dyn Error>> {
        let place = self.navigator.random_place(body, self.draws.word())?;
        Ok(place.ok_or("the level is full")?)
    }

    /// Sends an agent somewhere else.
    fn send(&mut self, id: MoverId) -> Result<(), Box<dyn Error>> {
        let to = self.place(self.crowd.mover(id)?.body)?;
        Ok(self.crowd.send(id, to)?)
    }

    /// Plays a frame.
    fn frame(&mut self, number: u32, told: &mut Told) -> Result<(), Box<dyn Error>> {
        let start = Instant::now();
        self.move_things(number)?;
        let events = self.crowd.update(&mut self.navigator, FRAME)?;
        told.times.push(start.elapsed().as_secs_f64() * 1e3);
        for event in events {
            match event {
                Event::NewRoute(_) => told.routes += 1,
                Event::Begins(_, action) if !told.actions.contains(&action) => {
                    told.actions.push(action);
                }
                Event::Arrived(id) => {
                    told.arrived += 1;
                    self.send(id)?;
                }
                Event::NoWay(id, _) => {
                    told.no_ways += 1;
                    self.send(id)?;
                }
                _ => {}
            }
        }
        let ids: Vec<MoverId> = self.crowd.movers().map(|(id, _)| id).collect();
        for (turn, id) in (0..).zip(ids) {
            if number % 200 == turn * 5 {
                self.send(id)?;
            }
        }
        told.inside += u32::from(self.is_anybody_inside());
        Ok(())
    }

    /// Moves the crates to and fro, and the door up and down, unless somebody is in the way.
    fn move_things(&mut self, number: u32) -> Result<(), Box<dyn Error>> {
        let Self {
            crowd, navigator, ..
        } = self;
        for it in &mut self.crates {
            let next = it.center + it.velocity * FRAME;
            let side = if it.center.x < 30.0 { 2.0 } else { 32.5 };
            let is_free = (side..side + 24.0).contains(&next.x);
            if is_free && crowd.move_unless_touching(navigator, it.id, next)? == Closing::Moved {
                it.center = next;
            } else {
                it.velocity = -it.velocity;
            }
        }
        let is_open = number / 150 % 2 == 1;
        let there = Door::center(is_open);
        if is_open != self.door.is_open
            && crowd.move_unless_touching(navigator, self.door.id, there)? == Closing::Moved
        {
            self.door.is_open = is_open;
        }
        Ok(())
    }

    /// Looks for agents inside of something, box against box, by more than a millimeter.
    fn is_anybody_inside(&self) -> bool {
        let crates = self.crates.iter();
        let crates = crates.map(|it| [it.center - 0.5, it.center + 0.5]);
        let half = (Door::CLOSED[1] - Door::CLOSED[0]) / 2.0;
        let door = Door::center(self.door.is_open);
        let things: Vec<[DVec3; 2]> = (self.still.iter().copied().chain(crates))
            .chain([[door - half, door + half]])
            .collect();
        self.crowd.movers().any(|(_, mover)| {
            let [low, high] = if mover.body == self.drone {
                [mover.position - 0.3, mover.position + 0.3]
            } else {
                // Where the feet are.
                let half = DVec3::new(0.25, 0.0, 0.25);
                [mover.position - half, mover.position + half.with_y(1.8)]
            };
            let meets = |[from, to]: &[DVec3; 2]| {
                (high - 1e-3).cmpgt(*from).all() && (low + 1e-3).cmplt(*to).all()
            };
            things.iter().any(meets)
        })
    }
}

/// Plays some frames and writes what happened; the times are on the last line.
pub(crate) fn run(out: &mut impl Write, frames: u32) -> Result<(), Box<dyn Error>> {
    let mut game = Game::new()?;
    let mut told = Told::default();
    for number in 0..frames / 2 {
        game.frame(number, &mut told)?;
    }
    let mut loaded = game.saved_and_loaded()?;
    let mut played = Vec::new();
    for number in frames / 2..frames {
        game.frame(number, &mut told)?;
        played.push((number, game.positions()));
    }
    for (number, positions) in &played {
        loaded.frame(*number, &mut Told::default())?;
        if loaded.positions() != *positions {
            return Err(format!("the loaded game is another at frame {number}").into());
        }
    }
    let [half, equal] = [frames / 2, frames - frames / 2];
    writeln!(
        out,
        "saved at frame {half} and loaded, it went on equally for {equal} frames"
    )?;
    let (arrived, routes, no_ways) = (told.arrived, told.routes, told.no_ways);
    writeln!(
        out,
        "40 agents arrived {arrived} times, over {routes} routes; {no_ways} times there was no way"
    )?;
    writeln!(out, "{} frames with somebody inside", told.inside)?;
    told.actions.sort_by_key(ToString::to_string);
    let actions: Vec<String> = told.actions.iter().map(ToString::to_string).collect();
    writeln!(out, "they {}", actions.join(", "))?;
    told.times.sort_by(f64::total_cmp);
    let [median, p99, most] = [50, 99, 100].map(|share| {
        let place = told.times.len() * share / 100;
        told.times[place.min(told.times.len() - 1)]
    });
    writeln!(
        out,
        "a frame took {median:.2} ms, p99 {p99:.2}, most {most:.2}"
    )?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout(), 2_000)
}
