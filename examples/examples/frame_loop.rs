//! Two hundred drones among towers and blocks that slide through the streets, sent on whenever they arrive.
//!
//! `cargo run --release -p voxnav-examples --example frame_loop` prints how long frames took; with `verify` behind `--` it
//! also checks after every frame that no agent touches anything.
use std::{error::Error, io::Write};

use voxnav::{Agent, Navigator, colliders::Obstacle, glam::DVec3};
use voxnav_examples::frames::{Checks, Level};

const SIZE: DVec3 = DVec3::new(96.0, 20.0, 96.0);
const HALF: DVec3 = DVec3::splat(0.4);

fn town() -> Result<Level, Box<dyn Error>> {
    let mut navigator = Navigator::between_faces(1.0, [0.0; 3], SIZE)?;
    for tower in 0..64_u8 {
        let at = DVec3::new(f64::from(tower % 8), 0.0, f64::from(tower / 8)) * 12.0 + 3.0;
        let top = DVec3::new(6.0, 4.0 + f64::from(tower % 13), 6.0);
        navigator.insert(Obstacle::between(at.with_y(0.0), at.with_y(0.0) + top))?;
    }
    let drone = navigator.add_agent(Agent::new(HALF.as_vec3()))?;
    let mut town = Level::new(navigator, drone, [HALF, DVec3::ZERO], SIZE);
    let slider = DVec3::new(1.5, 4.0, 1.5);
    for street in (1..8_u8).map(|street| f64::from(street) * 12.0) {
        town.insert(slider, [street, 4.0, 48.0].into(), DVec3::Z * 3.0)?;
        town.insert(slider, [42.0, 4.0, street].into(), DVec3::X * 2.0)?;
    }
    town.fill(5.0)?;
    Ok(town)
}

pub(crate) fn run(
    out: &mut impl Write,
    frames: usize,
    checks: Checks,
) -> Result<(), Box<dyn Error>> {
    town()?.play("drones", frames, checks, out)
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout(), 2000, Checks::asked_for())
}
