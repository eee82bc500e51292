//! Two hundred walkers, y up, among stepped mounds and carts that go to and fro, sent on whenever they arrive.
//!
//! `cargo run --release -p voxnav-examples --example frame_loop_on_foot` prints how long frames took; with `verify` behind
//! `--` it also checks after every frame that no agent touches anything.
use std::{error::Error, io::Write};

use voxnav::ground::Locomotion;
use voxnav::{Agent, Navigator, colliders::Obstacle, glam::DVec3, grid::Heading};
use voxnav_examples::frames::{Checks, Level};

const SIZE: DVec3 = DVec3::new(64.0, 8.0, 64.0);
const HALF: DVec3 = DVec3::new(0.25, 0.9, 0.25);

fn yard() -> Result<Level, Box<dyn Error>> {
    let mut navigator = Navigator::between_faces(0.5, [0.0; 3], SIZE)?.with_up(Heading::Y);
    for number in 0..64_u8 {
        let (mound, low) = (f64::from(number / 4), f64::from(number % 4) * 0.5);
        let at = DVec3::new(mound % 4.0, 0.0, (mound / 4.0).floor()) * 16.0 + 3.0;
        let from = at.with_y(low) + DVec3::new(low, 0.0, low);
        let to = at.with_y(low + 0.5) + DVec3::new(8.0 - low, 0.0, 8.0 - low);
        navigator.insert(Obstacle::between(from, to))?;
    }
    let walker = navigator.add_agent((Agent::new(HALF.as_vec3()), Locomotion::walker()))?;
    let mut yard = Level::new(navigator, walker, [HALF, DVec3::Y * HALF.y], SIZE);
    let cart = DVec3::new(0.75, 0.5, 0.75);
    for lane in (0..12_u8).map(|lane| f64::from(lane % 4) * 16.0 + 12.5 + f64::from(lane / 4)) {
        yard.insert(cart, [lane * 0.9, 0.5, lane].into(), DVec3::X * 1.5)?;
        yard.insert(cart, [lane, 0.5, lane * 0.8].into(), DVec3::Z * 2.0)?;
    }
    yard.fill(3.0)?;
    Ok(yard)
}

pub(crate) fn run(
    out: &mut impl Write,
    frames: usize,
    checks: Checks,
) -> Result<(), Box<dyn Error>> {
    yard()?.play("walkers", frames, checks, out)
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout(), 2000, Checks::asked_for())
}
