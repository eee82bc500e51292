//! Agents that go by the time of their routes, within limits.

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;
use bevy_voxnav::voxnav::guidance::MotionLimits;
use bevy_voxnav::{
    DesiredVelocity, NavAgent, NavError, NavGait, NavMatter, NavMotion, NavMovedBy, NavPath,
    NavPaused, NavSettings, NavState, NavStatus, NavTarget, NavThread, NavTrajectory,
};

use crate::harness::{HZ, Told, app, block, drone, get, guard, place, run_until, wall};

#[expect(clippy::cast_possible_truncation, reason = "a short time")]
const DT: f32 = (1.0 / HZ) as f32;
const SPEED: f32 = 3.0;
const ACCELERATION: f32 = 2.0;
const BRAKING: f32 = 1.0;
const LATERAL: f32 = 1.5;

/// The rounding to f32 of a difference of velocities.
const ROUNDING: f32 = 1e-4;

fn limits() -> NavTrajectory {
    let limits = MotionLimits::new(SPEED.into()).acceleration(ACCELERATION.into());
    NavTrajectory::new(limits.braking(BRAKING.into()).lateral(LATERAL.into()))
}

fn motion(app: &App, agent: Entity) -> NavMotion {
    get(app.world(), agent)
}

/// Runs a tick, and checks that an agent keeps its limits in it.
fn tick(app: &mut App, agent: Entity) {
    let before = (motion(app, agent), place(app.world(), agent));
    app.update();
    let now = (motion(app, agent), place(app.world(), agent));
    let change = now.0.velocity - before.0.velocity;
    let most = ACCELERATION.hypot(LATERAL) * DT + ROUNDING;
    assert!(change.length() <= most, "{before:?} {now:?}");
    assert!(now.0.velocity.length() <= SPEED + ROUNDING, "{now:?}");
    let faster = now.0.velocity.length() - before.0.velocity.length();
    assert!(faster >= -BRAKING * DT - ROUNDING, "{before:?} {now:?}");
    assert_eq!(now.0.position, now.1);
    let velocity = get::<DesiredVelocity>(app.world(), agent).0;
    assert!((velocity * DT).distance(now.1 - before.1) < ROUNDING);
}

/// Runs ticks until an agent is at rest at the end of its route.
fn arrive(app: &mut App, agent: Entity) {
    for _ in 0..1800 {
        tick(app, agent);
        let now = motion(app, agent);
        let is_over = now.remaining == 0.0 && now.velocity == Vec3::ZERO;
        if is_over && get::<NavStatus>(app.world(), agent) == NavStatus::Arrived {
            let path: NavPath = get(app.world(), agent);
            assert!(path.points.last().unwrap().distance(now.position) < 1e-3);
            return;
        }
    }
    panic!(
        "{:?} {:?}",
        motion(app, agent),
        app.world().resource::<Told>()
    );
}

fn hall_with_a_pillar() -> App {
    let (mut app, _) = app();
    let (min, max) = ([9.0, 0.0, 0.0], [11.0, 6.0, 14.0]);
    block(&mut app, min, max, NavMatter::Solid);
    app
}

fn walker(app: &mut App, to: [f32; 3]) -> Entity {
    let walker = guard(app, NavGait::default(), [2.25, 0.0, 4.25], to);
    app.world_mut().entity_mut(walker).insert(limits());
    walker
}

fn flyer(app: &mut App, to: [f32; 3]) -> Entity {
    let drone = drone(4.0, [2.0; 3], to);
    app.world_mut().spawn((drone, limits())).id()
}

#[test]
fn agents_of_both_kinds_keep_their_limits_and_arrive_at_rest() {
    let mut app = hall_with_a_pillar();
    let flyer = flyer(&mut app, [18.0, 2.0, 2.0]);
    arrive(&mut app, flyer);
    let walker = walker(&mut app, [18.25, 0.0, 4.25]);
    arrive(&mut app, walker);
    let told = app.world().resource::<Told>();
    for agent in [flyer, walker] {
        assert_eq!(told.count(agent, "Arrived"), 1);
        assert_eq!(told.count(agent, "PathFound"), 1);
        assert_eq!(told.count(agent, "Replanned"), 0, "{told:?}");
    }
}

#[test]
fn a_walker_takes_steps_and_drops_by_the_time() {
    let (mut app, _) = app();
    block(
        &mut app,
        [6.0, 0.0, 0.0],
        [20.0, 0.5, 20.0],
        NavMatter::Solid,
    );
    block(
        &mut app,
        [8.0, 0.0, 0.0],
        [12.0, 1.0, 20.0],
        NavMatter::Solid,
    );
    let (from, to) = ([2.25, 0.0, 10.25], [17.25, 0.5, 12.25]);
    let agent = guard(&mut app, NavGait::default(), from, to);
    let unlimited = NavTrajectory::new(MotionLimits::new(3.0));
    app.world_mut().entity_mut(agent).insert(unlimited);
    run_until(&mut app, 1200, |world| {
        let motion: NavMotion = get(world, agent);
        let status: NavStatus = get(world, agent);
        status == NavStatus::Arrived && motion.remaining == 0.0
    });
    assert!(place(app.world(), agent).distance(to.into()) < 1e-3);
    let told = app.world().resource::<Told>();
    for leg in ["StepUp", "Drop"] {
        assert!(told.0.iter().any(|it| it.1.contains(leg)), "{told:?}");
    }
    assert_eq!(told.count(agent, "Replanned"), 0, "{told:?}");
}

#[test]
fn an_agent_whose_way_is_closed_slows_down_waits_and_goes_on() {
    for walks in [false, true] {
        let (mut app, _) = app();
        let agent = if walks {
            walker(&mut app, [18.25, 0.0, 18.25])
        } else {
            flyer(&mut app, [18.0, 2.0, 18.0])
        };
        for _ in 0..75 {
            tick(&mut app, agent);
        }
        let closed = app.world_mut().spawn(wall()).id();
        for _ in 0..300 {
            tick(&mut app, agent);
        }
        let held = motion(&app, agent);
        assert_eq!(held.velocity, Vec3::ZERO);
        assert!(held.position.x < 9.3 && held.remaining > 0.0, "{held:?}");
        app.world_mut().despawn(closed);
        arrive(&mut app, agent);
    }
}

#[test]
fn an_obstacle_nearer_than_it_can_brake_for_stops_an_agent_at_once() {
    for walks in [false, true] {
        let (mut app, _) = app();
        let agent = if walks {
            walker(&mut app, [18.25, 0.0, 4.25])
        } else {
            flyer(&mut app, [18.0, 2.0, 2.0])
        };
        run_until(&mut app, 600, |world| place(world, agent).x > 8.5);
        let closed = app.world_mut().spawn(wall()).id();
        for _ in 0..60 {
            app.update();
            let place = place(app.world(), agent);
            assert!(place.x <= 9.3, "{place} is in the wall");
        }
        assert_eq!(motion(&app, agent).velocity, Vec3::ZERO);
        app.world_mut().despawn(closed);
        arrive(&mut app, agent);
    }
}

#[test]
fn another_route_is_taken_as_fast_as_the_agent_is() {
    let (mut app, _) = app();
    let agent = flyer(&mut app, [18.0, 2.0, 2.0]);
    for _ in 0..100 {
        tick(&mut app, agent);
    }
    let before = motion(&app, agent).velocity.length();
    let (min, max) = ([11.0, 0.0, 0.0], [12.0, 6.0, 4.0]);
    block(&mut app, min, max, NavMatter::Solid);
    app.update();
    let now = motion(&app, agent);
    assert!(
        before > 2.5 && now.velocity.length() > 0.8 * before,
        "{now:?}"
    );
    assert!(app.world().resource::<Told>().count(agent, "Replanned") > 0);
    arrive(&mut app, agent);
}

#[test]
fn agents_that_are_paused_or_have_no_target_slow_down_and_go_on() {
    let mut app = hall_with_a_pillar();
    let to = [18.0, 2.0, 2.0];
    let agent = flyer(&mut app, to);
    for hold in [true, false] {
        for _ in 0..90 {
            tick(&mut app, agent);
        }
        assert!(motion(&app, agent).velocity.length() > 1.0);
        let mut entity = app.world_mut().entity_mut(agent);
        if hold {
            entity.insert(NavPaused);
        } else {
            entity.remove::<NavTarget>();
        }
        for _ in 0..200 {
            tick(&mut app, agent);
        }
        assert_eq!(motion(&app, agent).velocity, Vec3::ZERO);
        let mut entity = app.world_mut().entity_mut(agent);
        entity.remove::<NavPaused>();
        entity.insert(NavTarget::Position(to.into()));
    }
    arrive(&mut app, agent);
}

#[test]
fn physics_move_an_agent_and_push_it_off() {
    let mut app = hall_with_a_pillar();
    let to = Vec3::new(18.0, 2.0, 2.0);
    let walker = guard(
        &mut app,
        NavGait::default(),
        [2.25, 0.0, 4.25],
        [18.25, 0.0, 4.25],
    );
    let flyer = flyer(&mut app, to.into());
    for agent in [walker, flyer] {
        let agent_of: NavAgent = get(app.world(), agent);
        let by_physics = (agent_of.moved_by(NavMovedBy::Others), limits());
        app.world_mut().entity_mut(agent).insert(by_physics);
    }
    for tick in 0..1200 {
        app.update();
        for agent in [walker, flyer] {
            let velocity = get::<DesiredVelocity>(app.world(), agent).0;
            let push = match tick {
                100 => Vec3::new(0.0, 0.0, 0.05),
                150 => Vec3::new(0.2, 0.0, -0.4),
                _ => Vec3::ZERO,
            };
            let mut transform = app.world_mut().get_mut::<Transform>(agent).unwrap();
            transform.translation += velocity * DT + push;
        }
    }
    for agent in [walker, flyer] {
        let path: NavPath = get(app.world(), agent);
        let place = place(app.world(), agent);
        assert!(
            place.distance(*path.points.last().unwrap()) < 0.11,
            "{place}"
        );
        assert_eq!(get::<NavStatus>(app.world(), agent), NavStatus::Arrived);
        assert!(motion(&app, agent).remaining <= 0.0);
    }
}

#[test]
fn a_corner_narrower_than_the_turning_circle_is_a_fault() {
    let mut app = hall_with_a_pillar();
    let agent = flyer(&mut app, [18.0, 2.0, 2.0]);
    let mut wide = limits();
    wide.limits = wide.limits.turning_radius(50.0);
    app.world_mut().entity_mut(agent).insert(wide);
    for _ in 0..10 {
        app.update();
    }
    let fault: NavError = get(app.world(), agent);
    assert!(fault.to_string().contains("too narrow"), "{fault}");
    assert_eq!(place(app.world(), agent), Vec3::splat(2.0));
    app.world_mut().entity_mut(agent).insert(limits());
    app.update();
    assert!(app.world().get::<NavError>(agent).is_none());
    arrive(&mut app, agent);
}

#[test]
fn an_agent_that_loses_its_trajectory_goes_as_others_do() {
    let mut app = hall_with_a_pillar();
    let agent = flyer(&mut app, [18.0, 2.0, 2.0]);
    for _ in 0..30 {
        tick(&mut app, agent);
    }
    app.world_mut().entity_mut(agent).remove::<NavTrajectory>();
    run_until(&mut app, 600, |world| {
        get::<NavStatus>(world, agent) == NavStatus::Arrived
    });
}

#[test]
fn a_task_leads_agents_as_systems_do_a_tick_later() {
    let run = |thread, ticks: usize| {
        let (mut app, world) = app();
        let settings = NavSettings {
            thread,
            ..NavSettings::default()
        };
        app.world_mut().entity_mut(world).insert(settings);
        let agent = flyer(&mut app, [18.0, 2.0, 18.0]);
        for tick in 0..ticks {
            if tick == 150 {
                app.world_mut().spawn(wall());
            }
            app.update();
        }
        motion(&app, agent)
    };
    for ticks in [80, 180, 400] {
        let by_systems = run(NavThread::System, ticks);
        assert_eq!(by_systems, run(NavThread::Task, ticks + 1));
    }
}

#[test]
fn an_agent_that_goes_by_the_time_is_held_up_by_nobody() {
    let (mut app, world) = app();
    let agent = flyer(&mut app, [18.0, 2.0, 2.0]);
    let mut others = Vec::new();
    for (number, x) in (0_u8..).zip([5.0, 6.0, 9.0, 13.0]) {
        let at = [x, 2.0, 2.0 + 0.1 * f32::from(number)];
        let to = [20.0 - x, 2.0, 2.0];
        others.push(app.world_mut().spawn(drone(2.0, at, to)).id());
    }
    let limits = limits().limits;
    app.update();
    let state = app.world().get::<NavState>(world).unwrap();
    let timed = state.trajectory(agent, &limits).unwrap().unwrap();
    arrive(&mut app, agent);
    let seconds = app.world().resource::<Time<Fixed>>().elapsed_secs_f64();
    assert!(seconds < timed.duration() + 3.0 / HZ, "{seconds}");
    run_until(&mut app, 900, |world| {
        let mut others = others.iter();
        others.all(|it| get::<NavStatus>(world, *it) == NavStatus::Arrived)
    });
}
