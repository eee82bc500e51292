//! An app that runs by ticks, and writes down what happens in it.

use bevy_app::{App, Plugins, TaskPoolOptions, TaskPoolPlugin};
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_shape::Cuboid;
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;
use bevy_voxnav::{
    ActionStarted, Arrived, Enclosed, Leads, LinkEndBlocked, NavAgent, NavGait, NavMatter,
    NavMovement, NavObstacle, NavTarget, NavWorld, NoPath, Overlaps, PathBlocked, PathFound,
    PathPartial, PushedAside, Replanned, Stuck, VoxnavPlugin, WaitsFor, WorldChanged,
};

/// The ticks in a second.
pub(crate) const HZ: f64 = 60.0;

/// The events in the order in which they were triggered: the entity, and the name with its values.
#[derive(Resource, Default, Debug)]
pub(crate) struct Told(pub(crate) Vec<(Entity, String)>);

impl Told {
    /// Returns the number of events of an entity whose names begin so.
    pub(crate) fn count(&self, entity: Entity, name: &str) -> usize {
        let of = self.0.iter().filter(|it| it.0 == entity);
        of.filter(|it| it.1.starts_with(name)).count()
    }
}

/// Makes an app with the plugin and no world.
pub(crate) fn empty_app() -> App {
    app_of(())
}

/// Makes an app with the plugin, others, and no world.
pub(crate) fn app_of<M>(others: impl Plugins<M>) -> App {
    with_pools(TaskPoolPlugin::default(), others)
}

/// Makes an app as [`app`] does, with so many threads if it is the first of its process.
pub(crate) fn app_with_threads(threads: usize) -> (App, Entity) {
    let task_pool_options = TaskPoolOptions::with_num_threads(threads);
    with_world(with_pools(TaskPoolPlugin { task_pool_options }, ()))
}

fn with_pools<M>(pools: TaskPoolPlugin, others: impl Plugins<M>) -> App {
    let mut app = App::new();
    let step = Time::<Fixed>::from_hz(HZ);
    let strategy = TimeUpdateStrategy::ManualDuration(step.timestep());
    app.add_plugins((pools, TimePlugin, VoxnavPlugin::default()))
        .add_plugins(others)
        .insert_resource(step)
        .insert_resource(strategy)
        .init_resource::<Told>();
    app.add_observer(write::<Arrived>)
        .add_observer(write::<ActionStarted>)
        .add_observer(write::<LinkEndBlocked>)
        .add_observer(write::<PathBlocked>)
        .add_observer(write::<PathFound>)
        .add_observer(write::<PathPartial>)
        .add_observer(write::<Replanned>)
        .add_observer(write::<NoPath>)
        .add_observer(write::<Stuck>)
        .add_observer(write::<WaitsFor>)
        .add_observer(write::<PushedAside>)
        .add_observer(write::<Overlaps>)
        .add_observer(write::<Enclosed>)
        .add_observer(write::<Leads>)
        .add_observer(write::<WorldChanged>);
    app.finish();
    app.cleanup();
    // The first frame takes no time, and so has no tick.
    app.update();
    app
}

fn write<E: EntityEvent + std::fmt::Debug>(event: On<E>, mut told: ResMut<Told>) {
    let event = event.event();
    told.0.push((event.event_target(), format!("{event:?}")));
}

/// Makes an app with a world of 20 by 6 by 20 units.
pub(crate) fn app() -> (App, Entity) {
    with_world(empty_app())
}

fn with_world(mut app: App) -> (App, Entity) {
    let world = NavWorld::new(Vec3::ZERO, Vec3::new(20.0, 6.0, 20.0), 0.5);
    let world = app.world_mut().spawn(world).id();
    (app, world)
}

/// Runs frames until a condition holds, and returns their number; fails after too many.
pub(crate) fn run_until(
    app: &mut App,
    most: usize,
    mut is_so: impl FnMut(&mut World) -> bool,
) -> usize {
    for frame in 0..most {
        if is_so(app.world_mut()) {
            return frame;
        }
        app.update();
    }
    let told = app.world().resource::<Told>();
    let last = &told.0[told.0.len().saturating_sub(20)..];
    panic!("not so after {most} frames; last events: {last:#?}");
}

/// Returns the component of an entity.
pub(crate) fn get<C: Component + Clone>(world: &World, entity: Entity) -> C {
    world.get::<C>(entity).expect("the component").clone()
}

/// Returns where an entity is.
pub(crate) fn place(world: &World, entity: Entity) -> Vec3 {
    get::<Transform>(world, entity).translation
}

/// Spawns a box between two corners.
pub(crate) fn block(app: &mut App, min: [f32; 3], max: [f32; 3], matter: NavMatter) -> Entity {
    let (min, max) = (Vec3::from(min), Vec3::from(max));
    let block = NavObstacle::from(Cuboid::from_size(max - min)).of(matter);
    let place = Transform::from_translation(0.5 * (min + max));
    app.world_mut().spawn((block, place)).id()
}

/// Spawns an agent that walks, with some abilities.
pub(crate) fn guard(app: &mut App, gait: NavGait, from: [f32; 3], to: [f32; 3]) -> Entity {
    let guard = NavAgent::walking(0.2, 1.5)
        .speed(4.0)
        .movement(NavMovement::Walking(gait));
    let target = NavTarget::Position(to.into());
    let place = Transform::from_translation(from.into());
    app.world_mut().spawn((guard, place, target)).id()
}

/// Returns a flying agent, at a speed.
pub(crate) fn drone(speed: f32, from: [f32; 3], to: [f32; 3]) -> (NavAgent, Transform, NavTarget) {
    let drone = NavAgent::flying(Vec3::splat(0.2)).speed(speed);
    let place = Transform::from_translation(from.into());
    (drone, place, NavTarget::Position(to.into()))
}

/// Returns a wall that fills the world of [`app`] from side to side.
pub(crate) fn wall() -> (NavObstacle, Transform) {
    let wall = NavObstacle::from(Cuboid::new(1.0, 8.0, 24.0));
    (wall, Transform::from_xyz(10.0, 3.0, 10.0))
}
