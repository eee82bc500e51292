//! Two hundred walkers, y up, among stepped mounds and carts that go to and fro, sent on whenever they arrive.
//!
//! `cargo run --release -p voxnav-examples --example frame_loop_on_foot` prints how long frames took; with `verify` behind
//! `--` it also asks after every frame whether anybody touches anything.
use std::{error::Error, io::Write};

use voxnav::ground::{Ground, Locomotion};
use voxnav::{
    Agent, AgentId, Navigator, RouteOptions, colliders::Obstacle, glam::DVec3, grid::Heading,
};
use voxnav_crowd::crowd::{Crowd, Event, Mover, Policy};
use voxnav_examples::frames::{Checks, FRAME, Frames, Sliders, is_free, play};

const SIZE: DVec3 = DVec3::new(64.0, 8.0, 64.0);
const HALF: DVec3 = DVec3::new(0.25, 0.9, 0.25);

struct Yard {
    navigator: Navigator,
    carts: Sliders,
    walker: AgentId<Ground>,
    crowd: Crowd,
    arrived: u64,
}

fn yard() -> Result<Yard, Box<dyn Error>> {
    let mut navigator = Navigator::between_faces(0.5, [0.0; 3], SIZE)?.with_up(Heading::Y);
    for number in 0..64_u8 {
        let (mound, low) = (f64::from(number / 4), f64::from(number % 4) * 0.5);
        let at = DVec3::new(mound % 4.0, 0.0, (mound / 4.0).floor()) * 16.0 + 3.0;
        let [from, to] = [
            at.with_y(low) + DVec3::new(low, 0.0, low),
            at.with_y(low + 0.5),
        ];
        navigator.insert(Obstacle::between(
            from,
            to + DVec3::new(8.0 - low, 0.0, 8.0 - low),
        ))?;
    }
    let mut carts = Sliders::new(DVec3::new(0.75, 0.5, 0.75), SIZE);
    for lane in (0..12_u8).map(|lane| f64::from(lane % 4) * 16.0 + 12.5 + f64::from(lane / 4)) {
        carts.insert(
            &mut navigator,
            [lane * 0.9, 0.5, lane].into(),
            DVec3::X * 1.5,
        )?;
        carts.insert(
            &mut navigator,
            [lane, 0.5, lane * 0.8].into(),
            DVec3::Z * 2.0,
        )?;
    }
    let walker = navigator.add_agent((Agent::new(HALF.as_vec3()), Locomotion::walker()))?;
    let view = navigator.view(walker, &RouteOptions::default())?;
    let mut crowd = Crowd::new(Policy::default());
    for (at, to) in view.random_places(7).zip(view.random_places(8)).take(200) {
        let id = crowd.add(&mut navigator, Mover::new(walker, at).speed(3.0))?;
        crowd.send(id, to)?;
    }
    Ok(Yard {
        navigator,
        carts,
        walker,
        crowd,
        arrived: 0,
    })
}

impl Frames for Yard {
    fn frame(&mut self, _: usize) -> Result<(), Box<dyn Error>> {
        self.carts.slide_among(&mut self.navigator, &self.crowd)?;
        for event in self.crowd.update(&mut self.navigator, FRAME)? {
            if let Event::Arrived(id) | Event::NoWay(id, _) = event {
                self.arrived += 1;
                let to = self.navigator.random_place(self.walker, self.arrived)?;
                self.crowd.send(id, to.ok_or("no place")?)?;
            }
        }
        Ok(())
    }

    fn verify(&self) -> Result<(), Box<dyn Error>> {
        is_free(&self.navigator, &self.crowd, HALF, DVec3::Y * HALF.y)
    }

    fn told(&self) -> String {
        format!("200 walkers arrived {} times", self.arrived)
    }
}

pub(crate) fn run(
    out: &mut impl Write,
    frames: usize,
    checks: Checks,
) -> Result<(), Box<dyn Error>> {
    play(&mut yard()?, frames, checks, out)
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout(), 2000, Checks::asked_for())
}
