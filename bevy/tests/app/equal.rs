//! Equal runs are equal bit by bit: with any number of threads, and with and without a task for planning.

use std::process::Command;

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_shape::Cuboid;
use bevy_transform::components::Transform;
use bevy_voxnav::{NavAgent, NavObstacle, NavSettings, NavTarget, NavThread};

use crate::harness::{Told, app_with_threads, place};

/// The ticks of a run.
const TICKS: u16 = 180;

/// Ten agents of two kinds among crates, two of which move.
fn run(threads: usize, thread: NavThread, ticks: u16) -> (Vec<[u32; 3]>, Vec<String>) {
    let (mut app, world) = app_with_threads(threads);
    let settings = NavSettings {
        thread,
        ..NavSettings::default()
    };
    app.world_mut().entity_mut(world).insert(settings);
    let crates: Vec<Entity> = (0..6).map(|number| crate_at(&mut app, number)).collect();
    let agents: Vec<Entity> = (0..10).map(|number| agent(&mut app, number)).collect();
    for tick in 0..ticks {
        for (number, moving) in (0_u8..).zip(&crates[..2]) {
            let phase = f32::from(tick) * 0.03 + f32::from(number);
            let mut transform = app.world_mut().get_mut::<Transform>(*moving).unwrap();
            transform.translation.z = 10.0 + 6.0 * phase.sin();
        }
        app.update();
    }
    let places = agents
        .iter()
        .map(|it| place(app.world(), *it).to_array().map(f32::to_bits));
    let places = places.collect();
    let told = std::mem::take(&mut app.world_mut().resource_mut::<Told>().0);
    let told = told
        .into_iter()
        .map(|it| it.1)
        .filter(|it| !it.starts_with("WorldChanged"));
    (places, told.collect())
}

fn crate_at(app: &mut App, number: u8) -> Entity {
    let x = 4.0 + 2.3 * f32::from(number);
    let cube = NavObstacle::from(Cuboid::new(1.0, 3.0, 5.0));
    let place = Transform::from_xyz(x, 1.5, 4.0 + f32::from(number) * 2.0);
    app.world_mut().spawn((cube, place)).id()
}

fn agent(app: &mut App, number: u8) -> Entity {
    let z = 1.25 + 1.9 * f32::from(number);
    let (agent, y) = if number.is_multiple_of(2) {
        (NavAgent::flying(Vec3::splat(0.25)), 2.0)
    } else {
        (NavAgent::walking(0.2, 1.6), 0.0)
    };
    let target = NavTarget::Position(Vec3::new(18.5, y, 20.0 - z));
    let place = Transform::from_xyz(1.5, y, z);
    app.world_mut()
        .spawn((agent.speed(10.0), place, target))
        .id()
}

/// Prints a run for the test below, which asks for it in a process of its own: pools of threads are made once.
#[test]
#[ignore = "run by the test below"]
fn child() {
    let threads = std::env::var("BEVY_VOXNAV_THREADS")
        .unwrap()
        .parse()
        .unwrap();
    println!("run: {:?}", run(threads, NavThread::System, TICKS));
}

#[test]
fn runs_with_any_number_of_threads_are_equal() {
    let printed = [1, 2, 8].map(|threads: usize| {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--ignored", "--exact", "equal::child", "--nocapture"]);
        let output = command
            .env("BEVY_VOXNAV_THREADS", threads.to_string())
            .output()
            .unwrap();
        let output = String::from_utf8(output.stdout).unwrap();
        let run = output
            .find("run: ")
            .map(|at| output[at..].lines().next().unwrap().to_owned());
        run.unwrap_or_else(|| panic!("no run in {output}"))
    });
    assert!(printed[0].contains("Arrived"), "{}", printed[0]);
    assert_eq!(printed[0], printed[1]);
    assert_eq!(printed[0], printed[2]);
}

#[test]
fn a_task_does_the_same_a_tick_later() {
    let (places, told) = run(2, NavThread::System, TICKS);
    assert!(told.iter().any(|it| it.starts_with("Arrived")));
    assert_eq!((places, told), run(2, NavThread::Task, TICKS + 1));
}
