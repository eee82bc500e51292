//! Two hundred drones and a hundred walkers of three sizes among fifty crates that move, and the time that the plugin
//! takes for a tick: in all, and in each of its sets.
//!
//! The numbers of agents and crates, and of ticks, can be given: `crowd 200 100 50 3000`.

#![expect(clippy::print_stdout, reason = "examples print")]

mod headless;

use std::time::{Duration, Instant};

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_shape::Cuboid;
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;
use bevy_voxnav::NavSystems;
use bevy_voxnav::prelude::*;
use headless::MinimalPlugins;

/// The numbers of drones, walkers, crates and ticks.
#[derive(Resource)]
struct Numbers([u16; 4]);

/// A crate that moves to and fro, around a place.
#[derive(Component)]
struct Shuttle(Vec3, f32);

/// The sets that are measured, each from the end of the one before.
const SETS: [NavSystems; 5] = [
    NavSystems::World,
    NavSystems::Targets,
    NavSystems::Plan,
    NavSystems::Avoid,
    NavSystems::Steer,
];

/// The moments at which a tick began and its sets ended, and the times of all ticks: of each set, and of all.
#[derive(Resource, Default)]
struct Times {
    moments: Vec<Instant>,
    ticks: Vec<[Duration; SETS.len() + 1]>,
}

/// The number of agents that have arrived.
#[derive(Resource, Default)]
struct Count(usize);

fn main() {
    let mut numbers = [200, 100, 50, 3000];
    for (number, given) in numbers.iter_mut().zip(std::env::args().skip(1)) {
        *number = given.parse().unwrap_or(*number);
    }
    App::new()
        .add_plugins((MinimalPlugins, VoxnavPlugin::default()))
        .insert_resource(Numbers(numbers))
        .init_resource::<Times>()
        .init_resource::<Count>()
        .add_systems(Startup, set_up)
        .add_systems(FixedPreUpdate, shuttle)
        .add_systems(FixedUpdate, note.before(NavSystems::Transforms))
        .add_systems(
            FixedUpdate,
            (
                note.after(NavSystems::World).before(NavSystems::Targets),
                note.after(NavSystems::Targets).before(NavSystems::Plan),
                note.after(NavSystems::Plan).before(NavSystems::Avoid),
                note.after(NavSystems::Avoid).before(NavSystems::Steer),
                (note, end).chain().after(NavSystems::Steer),
            ),
        )
        .add_observer(|_: On<Arrived>, mut count: ResMut<Count>| count.0 += 1)
        .run();
}

fn set_up(numbers: Res<Numbers>, mut commands: Commands) {
    let [drones, walkers, crates, _] = numbers.0;
    commands.spawn(NavWorld::new(Vec3::ZERO, Vec3::new(64.0, 12.0, 64.0), 0.5));
    for number in 0..crates {
        let place = Vec3::new(
            16.0 + f32::from(number % 5) * 8.0,
            1.0,
            3.0 + f32::from(number / 5) * 6.0,
        );
        commands.spawn((
            NavObstacle::from(Cuboid::from_length(2.0)),
            Transform::from_translation(place),
            Shuttle(place, f32::from(number)),
        ));
    }
    let sizes = [0.2, 0.3, 0.4];
    for number in 0..drones {
        let (row, column) = (f32::from(number % 20), f32::from(number / 20));
        let size = sizes[usize::from(number % 3)];
        let from = Vec3::new(
            2.25 + column,
            4.25 + f32::from(number % 3) * 2.0,
            3.25 + row * 3.0,
        );
        commands.spawn((
            NavAgent::flying(Vec3::splat(size))
                .speed(4.0)
                .stopping_distance(0.5),
            Transform::from_translation(from),
            NavTarget::Position(Vec3::new(64.5 - from.x, from.y, 64.0 - from.z)),
        ));
    }
    for number in 0..walkers {
        let (row, column) = (f32::from(number % 20), f32::from(number / 20));
        let size = sizes[usize::from(number % 3)];
        let from = Vec3::new(2.25 + column * 1.5, 0.0, 3.25 + row * 3.0);
        commands.spawn((
            NavAgent::walking(size, 1.5)
                .speed(3.0)
                .stopping_distance(0.5),
            Transform::from_translation(from),
            NavTarget::Position(Vec3::new(64.5 - from.x, 0.0, 64.0 - from.z)),
        ));
    }
}

fn shuttle(time: Res<Time<Fixed>>, mut crates: Query<(&Shuttle, &mut Transform)>) {
    for (shuttle, mut transform) in &mut crates {
        let phase = time.elapsed_secs() * 0.5 + shuttle.1;
        transform.translation = shuttle.0 + Vec3::Z * 2.0 * phase.sin();
    }
}

/// Notes the moment.
fn note(mut times: ResMut<Times>) {
    times.moments.push(Instant::now());
}

fn end(
    mut times: ResMut<Times>,
    numbers: Res<Numbers>,
    count: Res<Count>,
    agents: Query<(&NavStatus, &Transform, &NavPath)>,
    mut exit: MessageWriter<AppExit>,
) {
    let moments = std::mem::take(&mut times.moments);
    let mut tick = [Duration::ZERO; SETS.len() + 1];
    for (time, pair) in tick.iter_mut().zip(moments.windows(2)) {
        *time = pair[1] - pair[0];
    }
    tick[SETS.len()] = tick.iter().sum();
    times.ticks.push(tick);
    let all = agents.iter().count();
    let ticks = times.ticks.len();
    if ticks < usize::from(numbers.0[3]) && (ticks < 2 || count.0 < all) {
        return;
    }
    println!(
        "{} of {all} agents have arrived after {ticks} ticks",
        count.0
    );
    let names = SETS.map(|set| format!("{set:?}"));
    let names = names.into_iter().chain(["a tick".to_owned()]);
    for (number, name) in names.enumerate() {
        let mut times: Vec<Duration> = times.ticks.iter().map(|tick| tick[number]).collect();
        times.sort();
        let quantile = |of: usize| times[(ticks * of / 1000).min(ticks - 1)];
        let (median, p99, longest) = (quantile(500), quantile(990), times[ticks - 1]);
        println!("{name}: {median:.2?} (median), {p99:.2?} (p99), {longest:.2?} (longest)");
    }
    for (status, place, path) in agents.iter().filter(|it| *it.0 != NavStatus::Arrived) {
        let (place, left) = (place.translation, path.remaining);
        println!("{status:?} at {place:.1}, {left:.1} units to go");
    }
    exit.write(if count.0 == all {
        AppExit::Success
    } else {
        AppExit::error()
    });
}
