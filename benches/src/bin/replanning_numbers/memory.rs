//! Measures whether memory grows while agents walk and doors change for long.

use std::error::Error;
use std::time::{Duration, Instant};

use voxnav::glam::IVec3;
use voxnav::grid::{Occupancy, Traversability};
use voxnav_benches::memory::resident_bytes;
use voxnav_testkit::Draws;

use super::Options;
use super::crowd::Crowd;

/// The ticks until all that has to be warm is.
const WARM: u64 = 10_000;

pub(crate) fn measure(
    options: &Options,
    original: &Occupancy,
    world: &Traversability,
    pairs: &[[IVec3; 2]],
    draws: &mut Draws,
) -> Result<(), Box<dyn Error>> {
    let mut crowd = Crowd::new(options, world, pairs)?;
    let mut doors = crowd.doors(options, original, draws);
    let (start, longest) = (Instant::now(), Duration::from_secs(options.seconds));
    let mut ticks = 0;
    while ticks < options.ticks && start.elapsed() < longest {
        for _ in 0..(ticks + 1) * options.doors / 60 - ticks * options.doors / 60 {
            doors.toggle_any(draws, |cells| crowd.is_anyone_in(cells))?;
        }
        crowd.tick(&doors.now)?;
        crowd.walk(options.speed);
        ticks += 1;
        if ticks == WARM || ticks.is_multiple_of((options.ticks / 10).max(1)) {
            println!("{ticks} ticks: {:?} bytes resident", resident_bytes());
        }
    }
    crowd.tell();
    println!(
        "{ticks} ticks in {:.1} s: {:?} bytes resident at the end",
        start.elapsed().as_secs_f64(),
        resident_bytes()
    );
    Ok(())
}
