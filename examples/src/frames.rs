//! Loops of frames: obstacles that move, how long each frame took, and whether everything is as it should be after it.

use std::error::Error;
use std::io::Write;
use std::time::Instant;

use voxnav::colliders::{Obstacle, ObstacleId};
use voxnav::glam::DVec3;
use voxnav::grid::Layers;
use voxnav::parry3d::shape::SharedShape;
use voxnav::{Navigator, NavigatorError};
use voxnav_crowd::crowd::{Closing, Crowd};
use voxnav_worlds::Distribution;

/// A frame, in seconds.
pub const FRAME: f64 = 1.0 / 60.0;

/// A world that goes on frame by frame.
pub trait Frames {
    /// Plays the frame of this number.
    ///
    /// # Errors
    /// Anything that goes wrong in it.
    fn frame(&mut self, number: usize) -> Result<(), Box<dyn Error>>;

    /// Checks that all is as it should be.
    ///
    /// # Errors
    /// Names what is not.
    fn verify(&self) -> Result<(), Box<dyn Error>>;

    /// Returns in a line how much happened so far.
    fn told(&self) -> String;
}

/// The frames after which a world is verified.
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

/// Plays frames; writes how much happened, and a line for each quantile of the times that frames took.
///
/// # Errors
/// Anything that goes wrong in a frame.
pub fn play(
    world: &mut impl Frames,
    frames: usize,
    checks: Checks,
    out: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    let mut times = Vec::with_capacity(frames);
    for number in 0..frames {
        let start = Instant::now();
        world.frame(number)?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
        if checks == Checks::EveryFrame {
            world.verify()?;
        }
    }
    writeln!(out, "{frames} frames of 1/60 s: {}", world.told())?;
    let times = Distribution::new(times);
    for (name, quantile) in [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p100", 1.0)] {
        writeln!(out, "{name:4} {:7.3} ms", times.quantile(quantile))?;
    }
    Ok(())
}

/// Blocks of one size that go back and forth along streets.
#[derive(Debug)]
pub struct Sliders {
    half: DVec3,
    /// The largest position on each axis; the smallest is zero.
    end: DVec3,
    blocks: Vec<Slider>,
}

#[derive(Debug)]
struct Slider {
    id: ObstacleId,
    position: DVec3,
    velocity: DVec3,
}

impl Sliders {
    /// Returns no blocks, for blocks of these half extents between zero and `end`.
    #[must_use]
    pub const fn new(half: DVec3, end: DVec3) -> Self {
        let blocks = Vec::new();
        Self { half, end, blocks }
    }

    /// Inserts a block with its velocity in units a second.
    ///
    /// # Errors
    /// The refusal of the navigator.
    pub fn insert(
        &mut self,
        navigator: &mut Navigator,
        position: DVec3,
        velocity: DVec3,
    ) -> Result<(), NavigatorError> {
        let [x, y, z] = self.half.as_vec3().to_array();
        let id = navigator.insert(Obstacle::new(SharedShape::cuboid(x, y, z)).at(position))?;
        self.blocks.push(Slider {
            id,
            position,
            velocity,
        });
        Ok(())
    }

    /// Moves each block by a frame unless it would close on an agent. A block turns round there, and at the edges.
    ///
    /// # Errors
    /// The refusal of the navigator.
    pub fn slide_among(
        &mut self,
        navigator: &mut Navigator,
        crowd: &Crowd,
    ) -> Result<(), NavigatorError> {
        for block in &mut self.blocks {
            let next = block.position + block.velocity * FRAME;
            let is_inside = next.cmpge(DVec3::ZERO).all() && next.cmple(self.end).all();
            if is_inside && crowd.move_unless_touching(navigator, block.id, next)? == Closing::Moved
            {
                block.position = next;
            } else {
                block.velocity = -block.velocity;
            }
        }
        Ok(())
    }
}

/// Checks that no agent of a crowd touches anything; the middle of its body is so far from its position.
///
/// # Errors
/// Names the first who does.
pub fn is_free(
    navigator: &Navigator,
    crowd: &Crowd,
    half: DVec3,
    middle: DVec3,
) -> Result<(), Box<dyn Error>> {
    // Deeper than the touching rule and the rounding of sweeps.
    let half = (half - 2e-3).as_vec3();
    for (id, mover) in crowd.movers() {
        let center = mover.position + middle;
        if navigator.obstacles().overlaps(center, half, Layers::ALL)? {
            return Err(format!("agent {id} is inside of something at {center}").into());
        }
    }
    Ok(())
}
