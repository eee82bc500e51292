//! Loops of frames: how long each took, and whether everything is as it should be after it.

use std::error::Error;
use std::time::{Duration, Instant};

use voxnav_worlds::Distribution;

/// A world that goes on frame by frame.
pub trait Frames {
    /// Plays the frame of this number.
    ///
    /// # Errors
    /// What goes wrong in it.
    fn frame(&mut self, number: usize) -> Result<(), Box<dyn Error>>;

    /// Asks whether all is as it should be.
    ///
    /// # Errors
    /// What is not.
    fn verify(&self) -> Result<(), Box<dyn Error>>;
}

/// Whether a world is verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checks {
    /// Never.
    None,
    /// After every frame, which takes none of its time.
    EveryFrame,
}

impl Checks {
    /// What the first argument of the program asks for: `verify`, or nothing.
    #[must_use]
    pub fn asked_for() -> Self {
        match std::env::args().nth(1).as_deref() {
            Some("verify") => Self::EveryFrame,
            _ => Self::None,
        }
    }
}

/// Plays frames, and returns how long each took.
///
/// # Errors
/// What goes wrong in one of them.
pub fn play(
    world: &mut impl Frames,
    frames: usize,
    checks: Checks,
) -> Result<Vec<Duration>, Box<dyn Error>> {
    let mut times = Vec::with_capacity(frames);
    for number in 0..frames {
        let start = Instant::now();
        world.frame(number)?;
        times.push(start.elapsed());
        if checks == Checks::EveryFrame {
            world.verify()?;
        }
    }
    Ok(times)
}

/// The times in a table, a line for each quantile.
#[must_use]
pub fn table(times: &[Duration]) -> String {
    let times = Distribution::new(times.iter().map(|time| time.as_secs_f64() * 1e3).collect());
    let quantiles = [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p100", 1.0)];
    let line = |(name, quantile)| format!("{name:4} {:7.3} ms", times.quantile(quantile));
    quantiles.map(line).join("\n")
}
