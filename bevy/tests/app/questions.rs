//! Questions of an agent: where to hide, and how long its way takes.

use bevy_voxnav::voxnav::glam::DVec3;
use bevy_voxnav::voxnav::guidance::MotionLimits;
use bevy_voxnav::voxnav::spatial::places::{PlaceError, PlaceQuery};
use bevy_voxnav::{NavGait, NavMatter, NavPath, NavState};

use crate::harness::{app, block, drone, get, guard};

#[test]
fn agents_find_places_to_hide_and_to_flee_to() {
    let (mut app, world) = app();
    block(
        &mut app,
        [9.0, 0.0, 6.0],
        [11.0, 6.0, 14.0],
        NavMatter::Solid,
    );
    let drone = app
        .world_mut()
        .spawn(drone(4.0, [9.0, 2.0, 17.0], [9.0, 2.0, 17.0]));
    let drone = drone.id();
    let feet = [7.25, 0.0, 16.25];
    let guard = guard(&mut app, NavGait::default(), feet, feet);
    let eye = DVec3::new(2.0, 1.5, 10.0);
    let hide = PlaceQuery::hide_from([eye], 30.0);
    let state = app.world().get::<NavState>(world).expect("a world");
    assert!(
        state.find_places(drone, &hide).is_none(),
        "before the first tick"
    );
    app.update();
    let state = app.world().get::<NavState>(world).expect("a world");
    for agent in [drone, guard] {
        let found = state
            .find_places(agent, &hide)
            .expect("an agent")
            .expect("a query");
        let place = &found.best[0];
        assert!(
            place.position.x > 9.0,
            "in the shadow of the wall: {place:?}"
        );
        let (view, at) = state.view(agent).expect("an agent");
        let danger = at - DVec3::X * 2.0;
        let escape = view
            .flee_from(at, [danger], 6.0)
            .expect("positions of agents");
        assert!(escape.is_some_and(|escape| escape.place.position.x > at.x));
        let held = view.surround(at, 2.0, 3).expect("a position of an agent");
        assert_eq!(held.positions.len(), 3);
    }
    let refused = state.find_places(drone, &PlaceQuery::hide_from([], 30.0));
    assert_eq!(refused, Some(Err(PlaceError::Empty { what: "eye" })));
    assert!(state.find_places(world, &hide).is_none(), "no agent");
}

#[test]
fn routes_of_agents_have_trajectories_within_their_limits() {
    let (mut app, world) = app();
    block(
        &mut app,
        [9.0, 0.0, 0.0],
        [11.0, 6.0, 14.0],
        NavMatter::Solid,
    );
    let to = [18.0, 2.0, 2.0];
    let flyer = app.world_mut().spawn(drone(4.0, [2.0; 3], to)).id();
    let walker = guard(
        &mut app,
        NavGait::default(),
        [2.25, 0.0, 4.25],
        [18.25, 0.0, 4.25],
    );
    let idle = app.world_mut().spawn(drone(4.0, [5.0; 3], [5.0; 3])).id();
    let limits = MotionLimits::new(3.0)
        .acceleration(2.0)
        .braking(1.0)
        .lateral(1.5);
    app.update();
    let state = app.world().get::<NavState>(world).expect("a world");
    for agent in [flyer, walker] {
        let timed = state
            .trajectory(agent, &limits)
            .expect("a route")
            .expect("limits");
        let remaining = f64::from(get::<NavPath>(app.world(), agent).remaining);
        assert!(
            (timed.length() / remaining - 1.0).abs() < 0.15,
            "{remaining}"
        );
        assert!(timed.duration() > timed.length() / 3.0);
        let mut time = 0.0;
        while time < timed.duration() {
            assert!(timed.at(time).velocity.length() < 3.0 + 1e-9);
            time += 0.1;
        }
        let end = timed.at(timed.duration()).position.as_vec3();
        let at = *get::<NavPath>(app.world(), agent)
            .points
            .last()
            .expect("a path");
        assert!(end.distance(at) < 1e-3, "{end} and not {at}");
    }
    assert!(
        state
            .trajectory(flyer, &MotionLimits::new(0.0))
            .is_some_and(|it| it.is_err())
    );
    assert!(state.trajectory(world, &limits).is_none(), "no agent");
    let at_rest = state.trajectory(idle, &limits);
    assert!(at_rest.is_none_or(|it| it.is_ok_and(|it| it.length() < 1e-3)));
}
