//! Twenty drones and twenty walkers in a hall with a wall, a door and crates that move: sent on whenever they arrive.
//!
//! `cargo run --release -p voxnav-examples --example crowd` prints how often they did, and the work that it took.

use std::error::Error;
use std::io::Write;

use voxnav::colliders::Obstacle;
use voxnav::glam::DVec3;
use voxnav::ground::Locomotion;
use voxnav::parry3d::shape::SharedShape;
use voxnav::{Agent, Navigator};
use voxnav_crowd::crowd::{Body, Crowd, Event, Mover, Policy};
use voxnav_testkit::Draws;

fn solid(at: [f64; 3], half: [f32; 3]) -> Obstacle {
    Obstacle::new(SharedShape::cuboid(half[0], half[1], half[2])).at(at)
}

pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut navigator = Navigator::in_region(0.5, [0.0; 3], [30.0, 30.0, 4.0])?;
    navigator.insert(solid([15.0, 6.0, 1.0], [0.3, 7.5, 1.25]))?;
    navigator.insert(solid([15.0, 24.0, 1.0], [0.3, 7.5, 1.25]))?;
    let door = navigator.insert(solid([15.0, 15.0, 1.0], [0.3, 1.5, 1.25]))?;
    let mut crates = Vec::new();
    for at in (0..8).map(|lane| DVec3::new(5.0, 3.0 + 3.0 * f64::from(lane), 0.25)) {
        crates.push((navigator.insert(solid(at.into(), [0.5; 3]))?, at, 0.03));
    }
    let drone = Body::from(navigator.add_agent(Agent::new([0.3; 3].into()))?);
    let walker = (Agent::new([0.2, 0.2, 0.9].into()), Locomotion::walker());
    let walker = Body::from(navigator.add_agent(walker)?);

    let mut crowd = Crowd::new(Policy::default());
    let mut draws = Draws::new(5);
    let mut place = |flies| {
        draws
            .point(1.0, 29.0)
            .with_z(if flies { 3.0 } else { -0.25 })
    };
    while crowd.len() < 40 {
        let body = [drone, walker][crowd.len() % 2];
        let mover = Mover::new(body, place(body == drone)).speed(3.0);
        // In a crate there is no room: somewhere else, then.
        if let Ok(id) = crowd.add(&mut navigator, mover) {
            crowd.send(id, place(body == drone))?;
        }
    }
    let (mut arrived, mut routes, mut most) = (0, 0, 0);
    for frame in 0..600 {
        let near = |at, far| crowd.movers().any(|it| it.1.position.distance(at) < far);
        for (id, at, speed) in &mut crates {
            let next = *at + DVec3::X * *speed;
            if near(next, 2.5) || !(1.0..=12.0).contains(&next.x) {
                *speed = -*speed;
            } else {
                navigator.move_to(*id, next)?;
                *at = next;
            }
        }
        let is_open = frame / 200 % 2 == 1 || near(DVec3::new(15.0, 15.0, 1.0), 4.0);
        navigator.move_to(door, [15.0, 15.0, if is_open { 90.0 } else { 1.0 }])?;
        for event in crowd.update(&mut navigator, 1.0 / 60.0)? {
            arrived += u32::from(matches!(event, Event::Arrived(_)));
            routes += u32::from(matches!(event, Event::NewRoute(_)));
            if let Event::Arrived(id) | Event::NoWay(id, _) = event {
                crowd.send(id, place(id.to_bits() % 2 == 0))?;
            }
        }
        most = most.max(crowd.work().total());
    }
    writeln!(
        out,
        "40 agents arrived {arrived} times, over {routes} routes"
    )?;
    writeln!(out, "at most {most} units of work a frame")?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout())
}
