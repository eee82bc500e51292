//! A small game: 20 drones and 20 walkers in a level of 60 x 12 x 60 m with stairs, a ramp, curbs, slabs, a ladder, a
//! pool, a door and ten crates that move. Cells are 0.5 m wide and half as high. A controller moves the
//! walkers and holds their feet 2 cm above the floor itself. Everybody gets another target every 200 frames, or on
//! arrival. In the middle the game is saved and loaded, and both games go on equally.
//!
//! `cargo run --release -p voxnav-examples --example game` prints what happened, and how long frames took.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write;
use std::time::Instant;

use voxnav::colliders::{Matter, Obstacle, ObstacleId, Placement};
use voxnav::glam::{DQuat, DVec3};
use voxnav::grid::store::World;
use voxnav::grid::{Heading, Layers};
use voxnav::ground::{Action, JumpReach, Locomotion, Material, MaterialKind, Reach};
use voxnav::parry3d::shape::SharedShape;
use voxnav::{Agent, AgentId, Navigator};
use voxnav_crowd::crowd::{
    Crowd, CrowdAgent, CrowdAgentId, CrowdSettings, Event, MoveOutcome, MovedBy,
};
use voxnav_testkit::Draws;

const SIZE: DVec3 = DVec3::new(60.0, 12.0, 60.0);
/// The height of the ground.
const GROUND: f64 = 2.0;
const FRAME: f64 = 1.0 / 60.0;
/// The height at which the controller holds feet above the floor.
const FEET: f64 = 0.02;
const STEP: f64 = 0.5;

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

/// Returns the settings of the game's crowd, which are not saved.
fn settings() -> CrowdSettings {
    CrowdSettings::default().budget(1_500)
}

/// The events of a game, and its frame times.
#[derive(Default)]
struct GameLog {
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
        let mut navigator = Navigator::between_faces([0.5, 0.25, 0.5], [0.0; 3], SIZE)?;
        navigator = navigator.with_up(Heading::Y);
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
        // A curb around a pavement, slabs on it that lie askew, and a ramp of 30 degrees up to the platform.
        build(&mut navigator, [36.0, GROUND, 7.1], [56.0, 2.15, 16.2])?;
        for slab in 0..4 {
            let low = f64::from(slab);
            let (from, to) = (
                [38.3 + 4.3 * low, 2.15, 9.0],
                [41.2 + 4.3 * low, 2.2 + 0.07 * low, 13.4],
            );
            build(&mut navigator, from, to)?;
        }
        let (sine, cosine) = 30_f64.to_radians().sin_cos();
        let middle = DVec3::new(50.0, 3.5, 54.0 + 1.5 * cosine / sine);
        let below = DVec3::new(0.0, cosine, sine) * 0.25;
        let ramp = Obstacle::new(SharedShape::cuboid(2.0, 0.25, 3.0));
        let slope = DQuat::from_rotation_x(30_f64.to_radians());
        navigator.insert(ramp.at(Placement::new(middle - below, slope)))?;
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
        let reach = Reach {
            step: STEP,
            drop: 1.5,
            drop_into_liquid: 2.0,
            jump: Some(JumpReach {
                gap: 1.0,
                rise: 0.5,
            }),
            slope: Some(45),
        };
        let abilities = Locomotion::walker().with_up(Heading::Y);
        let abilities = abilities.in_units(navigator.lattice(), &reach)?;
        let walker = navigator.add_agent((Agent::new([0.25, 0.9, 0.25].into()), abilities))?;
        let mut game = Self {
            navigator,
            crowd: Crowd::new(settings()),
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
            crowd: Crowd::from_bytes(&agents, settings())?,
            still: self.still.clone(),
            door: self.door.clone(),
            crates: self.crates.clone(),
            draws: self.draws.clone(),
            ..*self
        })
    }

    /// Returns where all agents are.
    fn positions(&self) -> Vec<DVec3> {
        self.crowd.agents().map(|(_, it)| it.position).collect()
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

    /// Adds a drone or a walker at a free place, and sends it somewhere.
    fn add_agent(&mut self) -> Result<(), Box<dyn Error>> {
        let body = [self.drone, self.walker][self.crowd.len() % 2];
        let at = self.place(body)?;
        let is_near = |other: &CrowdAgent| other.position.distance(at) < 1.5;
        if self.crowd.agents().any(|(_, other)| is_near(other)) {
            return Ok(());
        }
        let speed = if body == self.drone { 4.0 } else { 3.0 };
        let mut agent = CrowdAgent::new(body, at)
            .speed(speed)
            .stopping_distance(0.3);
        if body == self.walker {
            agent = agent.moved_by(MovedBy::Others);
        }
        let id = self.crowd.add(&mut self.navigator, agent)?;
        self.send(id)
    }

    /// Returns a place where a body can be.
    fn place(&mut self, body: AgentId) -> Result<DVec3, Box<dyn Error>> {
        let place = self.navigator.random_place(body, self.draws.word())?;
        Ok(place.ok_or("the level is full")?)
    }

    /// Sends an agent somewhere else.
    fn send(&mut self, id: CrowdAgentId) -> Result<(), Box<dyn Error>> {
        let to = self.place(self.crowd.agent(id)?.body)?;
        Ok(self.crowd.send(id, to)?)
    }

    /// Plays a frame.
    fn frame(&mut self, number: u32, told: &mut GameLog) -> Result<(), Box<dyn Error>> {
        let start = Instant::now();
        let events = self.moved(number)?;
        told.times.push(start.elapsed().as_secs_f64() * 1e3);
        for event in events {
            match event {
                Event::RouteChanged(_) => told.routes += 1,
                Event::ActionStarted(_, action) if !told.actions.contains(&action) => {
                    told.actions.push(action);
                }
                Event::Arrived(id) => {
                    told.arrived += 1;
                    self.send(id)?;
                }
                Event::NoPath(id, _) => {
                    told.no_ways += 1;
                    self.send(id)?;
                }
                _ => {}
            }
        }
        let ids: Vec<CrowdAgentId> = self.crowd.agents().map(|(id, _)| id).collect();
        for (turn, id) in (0..).zip(ids) {
            if number % 200 == turn * 5 {
                self.send(id)?;
            }
        }
        told.inside += u32::from(self.is_anybody_inside());
        Ok(())
    }

    /// Moves everything for a frame.
    fn moved(&mut self, number: u32) -> Result<Vec<Event>, Box<dyn Error>> {
        self.move_things(number)?;
        let events = self.crowd.update(&mut self.navigator, FRAME)?;
        self.control_walkers()?;
        Ok(events)
    }

    /// Sends each agent to a place that it can reach, and plays until all have arrived. Returns the number of frames,
    /// or `None` if an agent is still on its way after a minute.
    fn last_errands(&mut self, told: &mut GameLog) -> Result<Option<u32>, Box<dyn Error>> {
        let agents: Vec<CrowdAgentId> = self.crowd.agents().map(|(id, _)| id).collect();
        let mut sent = BTreeMap::new();
        for id in agents {
            let (body, at) = (self.crowd.agent(id)?.body, self.crowd.position(id)?);
            let mut to = self.place(body)?;
            while !self.navigator.find_route(body, at, to)?.is_found() {
                to = self.place(body)?;
            }
            self.crowd.send(id, to)?;
            sent.insert(id, to);
        }
        for number in 0..3_600 {
            for event in self.moved(number)? {
                match event {
                    Event::Arrived(id) => drop(sent.remove(&id)),
                    // The door was shut.
                    Event::NoPath(id, _) => self.crowd.send(id, sent[&id])?,
                    _ => {}
                }
            }
            told.inside += u32::from(self.is_anybody_inside());
            if sent.is_empty() {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// Moves the walkers as the controller of a game does: by their velocity over the floor itself, or to the point of a
    /// jump, a drop or a climb.
    fn control_walkers(&mut self) -> Result<(), Box<dyn Error>> {
        let walkers = self.crowd.agents().filter(|(_, it)| it.body == self.walker);
        let walkers: Vec<(CrowdAgentId, DVec3)> =
            walkers.map(|(id, it)| (id, it.position)).collect();
        for (id, at) in walkers {
            let step = self.crowd.motion(id)?;
            let to = match (step.action, step.to) {
                (None | Some(Action::Walk), _) | (_, None) => {
                    self.on_floor(at + step.velocity * FRAME)?
                }
                (_, Some(to)) => at + (to - at).clamp_length_max(step.velocity.length() * FRAME),
            };
            self.crowd.set_position(id, to)?;
        }
        Ok(())
    }

    /// Returns the position of a walker that comes down on the floor: its box, lowered from a step above, rests there.
    fn on_floor(&self, position: DVec3) -> Result<DVec3, Box<dyn Error>> {
        let body = self.navigator.agent(self.walker);
        let body = body.ok_or("the walker is there")?;
        let center = position + DVec3::Y * f64::from(body.half_extents.y);
        let [from, to] = [center + DVec3::Y * STEP, center - DVec3::Y * STEP];
        let obstacles = self.navigator.obstacles();
        let hit = obstacles.sweep(from, to, body.half_extents, body.layers)?;
        Ok(match hit {
            Some(hit) if hit.distance > 0.0 => position + DVec3::Y * (STEP - hit.distance + FEET),
            _ => position,
        })
    }

    /// Moves the crates to and fro, and the door up and down, unless an agent is in the way.
    fn move_things(&mut self, number: u32) -> Result<(), Box<dyn Error>> {
        let Self {
            crowd, navigator, ..
        } = self;
        for it in &mut self.crates {
            let next = it.center + it.velocity * FRAME;
            let side = if it.center.x < 30.0 { 2.0 } else { 32.5 };
            let is_free = (side..side + 24.0).contains(&next.x);
            if is_free && crowd.try_move_obstacle(navigator, it.id, next)? == MoveOutcome::Moved {
                it.center = next;
            } else {
                it.velocity = -it.velocity;
            }
        }
        let is_open = number / 150 % 2 == 1;
        let there = Door::center(is_open);
        if is_open != self.door.is_open
            && crowd.try_move_obstacle(navigator, self.door.id, there)? == MoveOutcome::Moved
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
        self.crowd.agents().any(|(_, agent)| {
            let [low, high] = if agent.body == self.drone {
                [agent.position - 0.3, agent.position + 0.3]
            } else {
                // Where the feet are.
                let half = DVec3::new(0.25, 0.0, 0.25);
                [agent.position - half, agent.position + half.with_y(1.8)]
            };
            let meets = |[from, to]: &[DVec3; 2]| {
                (high - 1e-3).cmpgt(*from).all() && (low + 1e-3).cmplt(*to).all()
            };
            // And the ramp, which is no upright box.
            let (center, half) = ((low + high) / 2.0, (high - low) / 2.0 - 2e-3);
            let obstacles = self.navigator.obstacles();
            let overlaps = obstacles.overlaps(center, half.as_vec3(), Layers::ALL);
            things.iter().any(meets) || overlaps != Ok(false)
        })
    }
}

/// Plays some frames and writes what happened; the times are on the last line.
pub(crate) fn run(out: &mut impl Write, frames: u32) -> Result<(), Box<dyn Error>> {
    let mut game = Game::new()?;
    let mut told = GameLog::default();
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
        loaded.frame(*number, &mut GameLog::default())?;
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
    let last = game.last_errands(&mut told)?;
    let last = last.ok_or("somebody is still on its way after a minute")?;
    let seconds = f64::from(last) * FRAME;
    writeln!(out, "sent once more, all 40 arrived within {seconds:.0} s")?;
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
