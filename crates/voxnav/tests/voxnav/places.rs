//! Places where agents can be, which way is up, and obstacles that would come where agents are.

use voxnav::colliders::{Obstacle, ObstacleId};
use voxnav::glam::DVec3;
use voxnav::grid::{Heading, Layers};
use voxnav::ground::{Jump, Locomotion};
use voxnav::{Agent, AgentId, Navigator, NavigatorError, RouteEnd, RouteError, RouteOptions};
use voxnav_testkit::{Draws, cases, seeds};

const SIZE: DVec3 = DVec3::new(8.0, 8.0, 4.0);
const DRONE: DVec3 = DVec3::splat(0.3);

/// A level with boxes, its last and a drone, and a walker.
struct Level {
    navigator: Navigator,
    last: ObstacleId,
    drone: AgentId,
    walker: AgentId,
}

/// Draws a level; `turned` reports where each coordinate of the drawn one goes.
fn drawn(draws: &mut Draws, up: Heading, turned: impl Fn(DVec3) -> DVec3) -> Level {
    let navigator = Navigator::between_faces(0.5, [0.0; 3], turned(SIZE)).unwrap();
    let mut navigator = navigator.with_up(up);
    for _ in 0..draws.below(14) {
        let mut from = DVec3::new(draws.share(), draws.share(), draws.share()) * SIZE;
        if draws.percent(60) {
            from.z = 0.0;
        }
        let to = from + draws.point(0.2, 2.5);
        navigator
            .insert(Obstacle::between(turned(from), turned(to)))
            .unwrap();
    }
    let door = Obstacle::between([-1.0; 3], draws.point(-0.5, 0.5)).named("door");
    let last = navigator.insert(door.at([90.0; 3])).unwrap();
    let drone = navigator.add_agent(Agent::new(DRONE.as_vec3())).unwrap();
    let jump = draws.percent(50).then(Jump::over_one);
    let jumper = Locomotion {
        jump,
        ..Locomotion::walker()
    };
    let half = DVec3::new(draws.within(0.1, 0.6), 0.2, 0.8);
    let body = Agent::new(turned(half).as_vec3());
    let walker = navigator.add_agent((body, jumper)).unwrap();
    Level {
        navigator,
        last,
        drone,
        walker,
    }
}

/// A level is the same lying on its side.
#[test]
fn up_is_said_once() {
    let mut found = 0;
    for seed in seeds(0, 40) {
        let [mut draws, mut same] = [Draws::new(seed), Draws::new(seed)];
        let mut level = drawn(&mut draws, Heading::Z, |at| at);
        let swapped = |at: DVec3| DVec3::new(at.x, at.z, at.y);
        let mut turned = drawn(&mut same, Heading::Y, swapped);
        assert_eq!(turned.navigator.up(), Some(Heading::Y));
        for _ in 0..6 {
            let [from, to] =
                [(); 2].map(|()| DVec3::new(draws.share(), draws.share(), draws.share()) * SIZE);
            let one = level.navigator.find_route(level.walker, from, to).unwrap();
            let (from, to) = (swapped(from), swapped(to));
            let other = turned
                .navigator
                .find_route(turned.walker, from, to)
                .unwrap();
            assert_eq!(one.outcome.name(), other.outcome.name());
            let cost = |path: Option<&voxnav::Path>| path.map(voxnav::Path::cost);
            assert_eq!(cost(one.path()), cost(other.path()));
            found += u32::from(one.is_found());
        }
    }
    assert!(found > 20, "{found}");
}

#[test]
fn a_person_of_a_world_with_y_up_is_refused_where_nobody_said_so() {
    let level = || Navigator::between_faces(0.5, [0.0; 3], [9.0; 3]).unwrap();
    let walker = Locomotion::walker;
    let lying = Agent::new([0.25, 0.9, 0.25].into());
    let refused = level().add_agent((lying, walker()));
    assert_eq!(refused, Err(NavigatorError::UpUnsaid));
    assert!(
        level()
            .with_up(Heading::Z)
            .add_agent((lying, walker()))
            .is_ok()
    );
    assert!(level().add_agent((lying, walker(), Heading::Z)).is_ok());
    assert!(
        level()
            .add_agent((lying, walker().with_up(Heading::Y)))
            .is_ok()
    );
    let mut of_y = level().with_up(Heading::Y);
    let own = [Heading::Y, Heading::X].map(|up| (lying, walker().with_up(up)));
    for body in own {
        of_y.add_agent(body).unwrap();
    }
    of_y.add_agent((lying, walker())).unwrap();
    let ups: Vec<Heading> = of_y.agents().map(|(.., it)| it.unwrap().up).collect();
    assert_eq!(ups, [Heading::Y, Heading::X, Heading::Y]);
}

#[test]
fn the_nearest_place_is_the_nearest_and_random_ones_are_places() {
    for mut draws in cases(0, 60) {
        let mut level = drawn(&mut draws, Heading::Z, |at| at);
        let (drone, walker) = (level.drone, level.walker);
        let world = level.navigator.traversability(drone).unwrap();
        let lattice = *level.navigator.lattice();
        let at = DVec3::new(draws.share(), draws.share(), draws.share()) * SIZE;
        let radius = draws.within(0.0, 3.0);
        let nearest = level.navigator.nearest_place(drone, at, radius).unwrap();
        let obstacles = level.navigator.obstacles();
        let is_free = !obstacles
            .overlaps(at, DRONE.as_vec3(), Layers::ALL)
            .unwrap();
        if is_free {
            assert_eq!(nearest, Some(at));
        } else {
            let cells = world.bounds().cells();
            let free = cells.filter(|&cell| world.is_traversable(cell));
            let far = free.map(|cell| lattice.center(cell).distance(at));
            let least = far.min_by(f64::total_cmp).filter(|least| *least <= radius);
            let found = nearest.map(|place| place.distance(at));
            let differ = |(one, other): (f64, f64)| (one - other).abs() > 1e-9;
            assert!(!found.zip(least).is_some_and(differ), "{found:?} {least:?}");
            assert_eq!(found.is_some(), least.is_some());
        }
        let feet = level.navigator.nearest_place(walker, at, radius).unwrap();
        let view = level
            .navigator
            .view(walker, &RouteOptions::default())
            .unwrap();
        let walkers: Vec<DVec3> = view
            .random_places(draws.word())
            .take(20)
            .chain(feet)
            .collect();
        for at in walkers {
            let route = level.navigator.find_route(walker, at, at).unwrap();
            assert_eq!((route.start, route.waypoints), (RouteEnd::Joined, vec![at]));
        }
        let seed = draws.word();
        let view = level
            .navigator
            .view(drone, &RouteOptions::default())
            .unwrap();
        let drones: Vec<DVec3> = view.random_places(seed).take(20).collect();
        let first = level.navigator.random_place(drone, seed).unwrap();
        assert_eq!(drones.first(), first.as_ref());
        for at in drones.into_iter().chain(nearest) {
            assert_eq!(
                level.navigator.find_route(drone, at, at).unwrap().start,
                RouteEnd::Joined
            );
        }
        let lost = level.navigator.nearest_place(drone, at, -1.0);
        assert!(matches!(
            lost,
            Err(NavigatorError::Route(RouteError::Length { .. }))
        ));
    }
}

/// An obstacle that is moved all the same takes the places of those that it would touch, and of no others.
#[test]
fn an_obstacle_tells_whom_it_would_touch() {
    let mut told = [0, 0];
    for mut draws in cases(0, 60) {
        let mut level = drawn(&mut draws, Heading::Z, |at| at);
        let (door, drone, walker) = (level.last, level.drone, level.walker);
        let view = level
            .navigator
            .view(walker, &RouteOptions::default())
            .unwrap();
        let feet: Vec<DVec3> = view.random_places(draws.word()).take(8).collect();
        let view = level
            .navigator
            .view(drone, &RouteOptions::default())
            .unwrap();
        let drones: Vec<DVec3> = view.random_places(draws.word()).take(8).collect();
        let Some(&near) = feet.first() else {
            continue;
        };
        let there = near + draws.point(-1.0, 1.0);
        let shut = level.navigator.preview_move(door, there).unwrap();
        let walkers: Vec<bool> = feet
            .iter()
            .map(|&at| shut.touches(walker, at).unwrap())
            .collect();
        let flyers: Vec<bool> = drones
            .iter()
            .map(|&at| shut.touches(drone, at).unwrap())
            .collect();
        assert_eq!(level.navigator.obstacles().find("door"), Some(door));
        level.navigator.move_to(door, there).unwrap();
        for (at, is_touched) in feet.into_iter().zip(walkers) {
            let route = level.navigator.find_route(walker, at, at).unwrap();
            // On top of a low one it stands elsewhere.
            let stays = route.start == RouteEnd::Joined && route.waypoints.first() == Some(&at);
            assert_eq!(!stays, is_touched, "walker at {at}");
            told[usize::from(is_touched)] += 1;
        }
        for (at, is_touched) in drones.into_iter().zip(flyers) {
            let obstacles = level.navigator.obstacles();
            let overlaps = obstacles
                .overlaps(at, DRONE.as_vec3(), Layers::ALL)
                .unwrap();
            assert_eq!(overlaps, is_touched, "drone at {at}");
        }
    }
    assert!(told.iter().all(|count| *count > 20), "{told:?}");
}
