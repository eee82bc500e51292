//! Ground of cells lower than wide compared with cubes: what the bake, the memory, a route and a frame take in one
//! level of ramps, curbs, slabs and stairs.

use std::error::Error;
use std::time::Instant;

use clap::Parser;
use voxnav::colliders::{Obstacle, Placement};
use voxnav::glam::{DQuat, DVec3};
use voxnav::ground::{Locomotion, Reach, Support};
use voxnav::parry3d::shape::SharedShape;
use voxnav::{Agent, AgentId, Navigator, RouteOptions};
use voxnav_benches::memory::resident_bytes;
use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdSettings, Event};
use voxnav_testkit::Draws;
use voxnav_worlds::Distribution;

/// Measures one level with cells of several heights
#[derive(Debug, Parser)]
struct Arguments {
    /// The horizontal side of a cell
    #[arg(long, default_value_t = 0.3)]
    side: f64,
    /// The heights of cells, each measured by itself
    #[arg(long, default_values_t = [0.3, 0.1], num_args = 1..)]
    height: Vec<f64>,
    /// The walkers
    #[arg(long, default_value_t = 40)]
    agents: usize,
    /// The frames
    #[arg(long, default_value_t = 2000)]
    frames: u32,
    /// The routes
    #[arg(long, default_value_t = 300)]
    routes: u32,
}

const SIZE: DVec3 = DVec3::new(60.0, 60.0, 12.0);
const FRAME: f64 = 1.0 / 60.0;

fn level(side: f64, height: f64) -> Result<(Navigator, AgentId), Box<dyn Error>> {
    let mut level = Navigator::between_faces([side, side, height], [0.0; 3], SIZE)?;
    let mut draws = Draws::new(59);
    let place =
        |draws: &mut Draws| DVec3::new(draws.within(3.0, 52.0), draws.within(3.0, 52.0), 0.0);
    for _ in 0..60 {
        // Curbs, slabs and ledges.
        let (at, top) = (place(&mut draws), draws.pick(&[0.12, 0.18, 0.25, 0.6, 1.5]));
        let extent = DVec3::new(draws.within(1.0, 6.0), draws.within(1.0, 6.0), top);
        level.insert(Obstacle::between(at - DVec3::Z, at + extent))?;
    }
    for _ in 0..12 {
        // Ramps up to platforms, and stairs beside them.
        let at = place(&mut draws);
        let angle = draws.within(10_f64, 30.0).to_radians();
        let ramp = Obstacle::new(SharedShape::cuboid(2.0, 1.0, 0.5));
        let top = at + DVec3::new(2.0 * angle.cos(), 1.0, 2.0 * angle.sin());
        let below = DQuat::from_rotation_y(-angle) * DVec3::new(0.0, 0.0, 0.5);
        level.insert(ramp.at(Placement::new(top - below, DQuat::from_rotation_y(-angle))))?;
        let rise = 4.0 * angle.sin();
        let platform = at + DVec3::new(4.0 * angle.cos(), 0.0, -1.0);
        level.insert(Obstacle::between(
            platform,
            platform + DVec3::new(4.0, 4.0, 1.0 + rise),
        ))?;
        let mut step = 0.18;
        while step < rise {
            let back = (rise - step) * 1.6;
            let low = platform + DVec3::new(-back, 2.0, 0.0);
            level.insert(Obstacle::between(
                low,
                low + DVec3::new(0.4, 2.0, 1.0 + step),
            ))?;
            step += 0.18;
        }
    }
    for _ in 0..40 {
        let at = place(&mut draws);
        level.insert(Obstacle::between(at, at + DVec3::new(0.6, 0.6, 5.0)))?;
    }
    let able = Locomotion {
        support: Support::Any,
        ..Locomotion::walker()
    };
    let reach = Reach {
        step: 0.4,
        drop: 2.0,
        ..Reach::default()
    };
    let able = able.in_units(level.lattice(), &reach)?;
    let walker = level.add_agent((Agent::new([0.24, 0.24, 0.9].into()), able))?;
    Ok((level, walker))
}

fn place(level: &mut Navigator, body: AgentId, seed: u64) -> Result<DVec3, Box<dyn Error>> {
    Ok(level.random_place(body, seed)?.ok_or("there is ground")?)
}

/// Plays frames and returns how long they took, in milliseconds, and how many agents arrived.
fn play(
    arguments: &Arguments,
    level: &mut Navigator,
    walker: AgentId,
) -> Result<(Vec<f64>, u32), Box<dyn Error>> {
    let mut crowd = Crowd::new(CrowdSettings::default().budget(1000));
    let mut seed = 1 << 20;
    while crowd.len() < arguments.agents {
        let at = place(level, walker, seed)?;
        seed += 1;
        if crowd.agents().all(|(_, it)| it.position.distance(at) > 1.0) {
            let agent = CrowdAgent::new(walker, at)
                .speed(3.0)
                .stopping_distance(0.3);
            let id = crowd.add(level, agent)?;
            crowd.send(id, place(level, walker, seed)?)?;
            seed += 1;
        }
    }
    let (mut times, mut arrived) = (Vec::new(), 0);
    for _ in 0..arguments.frames {
        let started = Instant::now();
        let events = crowd.update(level, FRAME)?;
        times.push(started.elapsed().as_secs_f64() * 1e3);
        for event in events {
            arrived += u32::from(matches!(event, Event::Arrived(_)));
            if let Event::Arrived(id) | Event::NoPath(id, _) = event {
                crowd.send(id, place(level, walker, seed)?)?;
                seed += 1;
            }
        }
    }
    Ok((times, arrived))
}

fn measure(arguments: &Arguments, height: f64) -> Result<String, Box<dyn Error>> {
    let before = resident_bytes().ok_or("the system does not say")?;
    let (mut level, walker) = level(arguments.side, height)?;
    let started = Instant::now();
    level.view(walker, &RouteOptions::default())?;
    let bake = started.elapsed().as_secs_f64() * 1e3;
    let (mut found, mut times) = (0, [Vec::new(), Vec::new()]);
    for number in 0..u64::from(arguments.routes) {
        let from = place(&mut level, walker, 2 * number)?;
        let to = place(&mut level, walker, 2 * number + 1)?;
        for (on_floor, times) in [false, true].into_iter().zip(&mut times) {
            let options = RouteOptions::default().on_floor(on_floor);
            let started = Instant::now();
            let route = level.find_route_with(walker, from, to, &options)?;
            times.push(started.elapsed().as_secs_f64() * 1e3);
            found += u32::from(!on_floor && route.is_found());
        }
    }
    let memory = resident_bytes().ok_or("the system does not say")?;
    let memory = memory.saturating_sub(before) / 100_000;
    let (frames, arrived) = play(arguments, &mut level, walker)?;
    let [at_faces, on_floor] = times.map(Distribution::new);
    let frames = Distribution::new(frames);
    Ok(format!(
        "| {height} | {bake:.0} | {}.{} | {found} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {arrived} |",
        memory / 10,
        memory % 10,
        at_faces.quantile(0.5),
        at_faces.quantile(0.99),
        on_floor.quantile(0.5),
        frames.quantile(0.5),
        frames.quantile(0.99),
    ))
}

#[expect(clippy::print_stdout, reason = "the table is what it is for")]
fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    println!(
        "| height | bake, ms | resident, MB | routes found | route, ms: median | p99 | on the floor | frame, ms: median | p99 | arrived |"
    );
    println!("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for &height in &arguments.height {
        println!("{}", measure(&arguments, height)?);
    }
    Ok(())
}
