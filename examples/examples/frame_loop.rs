//! Two hundred drones among towers and blocks that slide through the streets, sent on whenever they arrive.
//!
//! `cargo run --release -p voxnav-examples --example frame_loop` prints how long frames took; with `verify` behind `--` it
//! also asks after every frame whether anybody touches anything.
use std::{error::Error, io::Write};

use voxnav::{Agent, AgentId, Navigator, RouteOptions, colliders::Obstacle, glam::DVec3};
use voxnav_crowd::crowd::{Crowd, Event, Mover, Policy};
use voxnav_examples::frames::{Checks, FRAME, Frames, Sliders, is_free, play};

const SIZE: DVec3 = DVec3::new(96.0, 20.0, 96.0);

struct Town {
    navigator: Navigator,
    sliders: Sliders,
    drone: AgentId,
    crowd: Crowd,
    arrived: u64,
}

fn town() -> Result<Town, Box<dyn Error>> {
    let mut navigator = Navigator::between_faces(1.0, [0.0; 3], SIZE)?;
    for tower in 0..64_u8 {
        let at = DVec3::new(f64::from(tower % 8), 0.0, f64::from(tower / 8)) * 12.0 + 3.0;
        let top = DVec3::new(6.0, 4.0 + f64::from(tower % 13), 6.0);
        navigator.insert(Obstacle::between(at.with_y(0.0), at.with_y(0.0) + top))?;
    }
    let mut sliders = Sliders::new(DVec3::new(1.5, 4.0, 1.5), SIZE);
    for street in (1..8_u8).map(|street| f64::from(street) * 12.0) {
        sliders.insert(&mut navigator, [street, 4.0, 48.0].into(), DVec3::Z * 3.0)?;
        sliders.insert(&mut navigator, [42.0, 4.0, street].into(), DVec3::X * 2.0)?;
    }
    let drone = navigator.add_agent(Agent::new([0.4; 3].into()))?;
    let view = navigator.view(drone, &RouteOptions::default())?;
    let mut crowd = Crowd::new(Policy::default());
    for (at, to) in view.random_places(7).zip(view.random_places(8)).take(200) {
        let id = crowd.add(&mut navigator, Mover::new(drone, at).speed(5.0))?;
        crowd.send(id, to)?;
    }
    Ok(Town {
        navigator,
        sliders,
        drone,
        crowd,
        arrived: 0,
    })
}

impl Frames for Town {
    fn frame(&mut self, _: usize) -> Result<(), Box<dyn Error>> {
        self.sliders.slide_among(&mut self.navigator, &self.crowd)?;
        for event in self.crowd.update(&mut self.navigator, FRAME)? {
            if let Event::Arrived(id) | Event::NoWay(id, _) = event {
                self.arrived += 1;
                let to = self.navigator.random_place(self.drone, self.arrived)?;
                self.crowd.send(id, to.ok_or("no place")?)?;
            }
        }
        Ok(())
    }

    fn verify(&self) -> Result<(), Box<dyn Error>> {
        is_free(&self.navigator, &self.crowd, DVec3::splat(0.4), DVec3::ZERO)
    }

    fn told(&self) -> String {
        format!("200 drones arrived {} times", self.arrived)
    }
}

pub(crate) fn run(
    out: &mut impl Write,
    frames: usize,
    checks: Checks,
) -> Result<(), Box<dyn Error>> {
    play(&mut town()?, frames, checks, out)
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout(), 2000, Checks::asked_for())
}
