//! Loops of frames: a crowd among blocks that move, with a new target for each agent that arrives, the time of each
//! frame, and a check after it.

use std::error::Error;
use std::io::Write;
use std::time::Instant;

use voxnav::colliders::{Obstacle, ObstacleId};
use voxnav::glam::DVec3;
use voxnav::grid::Layers;
use voxnav::{AgentId, Navigator};
use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdSettings, Event, MoveOutcome};
use voxnav_worlds::Distribution;

/// A frame, in seconds.
const FRAME: f64 = 1.0 / 60.0;

/// The frames after which a level is verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checks {
    /// Never.
    None,
    /// After every frame, which takes none of its time.
    EveryFrame,
}

impl Checks {
    /// Returns the checks that the first argument of the program asks for: `verify`, or nothing.
    #[must_use]
    pub fn asked_for() -> Self {
        match std::env::args().nth(1).as_deref() {
            Some("verify") => Self::EveryFrame,
            _ => Self::None,
        }
    }
}

/// A level with blocks of one size that go back and forth along streets, and a crowd of agents of one body.
#[derive(Debug)]
pub struct Level {
    navigator: Navigator,
    crowd: Crowd,
    body: AgentId,
    /// The half extents of the body, and its middle as seen from its position.
    shape: [DVec3; 2],
    /// The largest position of a block on each axis; the smallest is zero.
    end: DVec3,
    blocks: Vec<Block>,
    arrived: u64,
}

#[derive(Debug)]
struct Block {
    id: ObstacleId,
    position: DVec3,
    velocity: DVec3,
}

impl Level {
    /// Returns a level without blocks and agents, for agents of this body and blocks between zero and `end`.
    #[must_use]
    pub fn new(navigator: Navigator, body: AgentId, shape: [DVec3; 2], end: DVec3) -> Self {
        Self {
            navigator,
            crowd: Crowd::new(CrowdSettings::default()),
            body,
            shape,
            end,
            blocks: Vec::new(),
            arrived: 0,
        }
    }

    /// Inserts a block with its half extents, and its velocity in units a second.
    ///
    /// # Errors
    /// The refusal of the navigator.
    pub fn insert(
        &mut self,
        half: DVec3,
        position: DVec3,
        velocity: DVec3,
    ) -> Result<(), Box<dyn Error>> {
        let block = Obstacle::between(position - half, position + half);
        let id = self.navigator.insert(block)?;
        self.blocks.push(Block {
            id,
            position,
            velocity,
        });
        Ok(())
    }

    /// Adds 200 agents of a speed and sends them.
    ///
    /// # Errors
    /// The refusal of the crowd, and that there is no place.
    pub fn fill(&mut self, speed: f64) -> Result<(), Box<dyn Error>> {
        for seed in 0..200 {
            let [at, to] = [self.place(seed)?, self.place(1000 + seed)?];
            let agent = CrowdAgent::new(self.body, at).speed(speed);
            let id = self.crowd.add(&mut self.navigator, agent)?;
            self.crowd.send(id, to)?;
        }
        Ok(())
    }

    fn place(&mut self, seed: u64) -> Result<DVec3, Box<dyn Error>> {
        let place = self.navigator.random_place(self.body, seed)?;
        Ok(place.ok_or("no place")?)
    }

    /// Plays frames; writes how much happened, and a line for each quantile of the times that frames took.
    ///
    /// # Errors
    /// Anything that goes wrong in a frame.
    pub fn play(
        &mut self,
        name: &str,
        frames: usize,
        checks: Checks,
        out: &mut impl Write,
    ) -> Result<(), Box<dyn Error>> {
        let mut times = Vec::with_capacity(frames);
        for _ in 0..frames {
            let start = Instant::now();
            self.frame()?;
            times.push(start.elapsed().as_secs_f64() * 1e3);
            if checks == Checks::EveryFrame {
                self.verify()?;
            }
        }
        let arrived = self.arrived;
        writeln!(
            out,
            "{frames} frames of 1/60 s: 200 {name} arrived {arrived} times"
        )?;
        let times = Distribution::new(times);
        for (name, quantile) in [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p100", 1.0)] {
            writeln!(out, "{name:4} {:7.3} ms", times.quantile(quantile))?;
        }
        Ok(())
    }

    /// Moves each block unless it would close on an agent, and the crowd. A block turns round there, and at the edges.
    fn frame(&mut self) -> Result<(), Box<dyn Error>> {
        for block in &mut self.blocks {
            let next = block.position + block.velocity * FRAME;
            let is_inside = next.cmpge(DVec3::ZERO).all() && next.cmple(self.end).all();
            let navigator = &mut self.navigator;
            if is_inside
                && (self.crowd).try_move_obstacle(navigator, block.id, next)? == MoveOutcome::Moved
            {
                block.position = next;
            } else {
                block.velocity = -block.velocity;
            }
        }
        for event in self.crowd.update(&mut self.navigator, FRAME)? {
            if let Event::Arrived(id) | Event::NoPath(id, _) = event {
                self.arrived += 1;
                let to = self.place(self.arrived)?;
                self.crowd.send(id, to)?;
            }
        }
        Ok(())
    }

    /// Checks that no agent is inside of anything, but for two thousandths.
    fn verify(&self) -> Result<(), Box<dyn Error>> {
        let [half, middle] = self.shape;
        let half = (half - 2e-3).as_vec3();
        for (id, agent) in self.crowd.agents() {
            let center = agent.position + middle;
            let obstacles = self.navigator.obstacles();
            if obstacles.overlaps(center, half, Layers::ALL)? {
                return Err(format!("agent {id} is inside of something at {center}").into());
            }
        }
        Ok(())
    }
}
