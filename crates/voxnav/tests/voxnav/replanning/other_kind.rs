//! Views of an agent that moves another way: replanners and watches begin anew in them, and answer as new ones do.

use voxnav::ground::Locomotion;
use voxnav::guidance::{RouteFollower, SmoothRoute};
use voxnav::replanning::{PathEvent, ReplanPolicy, Replanner, Verdict, Watch};
use voxnav::smoothing::Smoothing;
use voxnav::{Agent, Navigator, NavigatorError, RouteOptions, View};

const FROM: [f64; 3] = [2.25, 2.25, 0.0];
const TO: [f64; 3] = [17.25, 9.25, 0.0];

/// Returns the views of a drone and of a walker in one room.
fn views() -> Result<[View; 2], NavigatorError> {
    let mut navigator = Navigator::between_faces(0.5, [0.0; 3], [20.0, 20.0, 4.0])?;
    let drone = navigator.add_agent(Agent::new([0.2; 3].into()))?;
    let body = Agent::new([0.2, 0.2, 0.9].into());
    let walker = navigator.add_agent((body, &Locomotion::walker()))?;
    let options = RouteOptions::default();
    Ok([
        navigator.view(drone, &options)?,
        navigator.view(walker, &options)?,
    ])
}

#[test]
fn a_replanner_finds_the_route_of_a_new_one() {
    let [drone, walker] = views().unwrap();
    for is_smoothed in [false, true] {
        for [first, then] in [[&drone, &walker], [&walker, &drone]] {
            let make = |view| {
                let replanner = Replanner::new(view, TO, ReplanPolicy::default());
                if is_smoothed {
                    replanner.smoothed(Smoothing::default())
                } else {
                    replanner
                }
            };
            let (mut changed, mut fresh) = (make(first), make(then));
            assert_eq!(changed.update(first, FROM), Ok(Verdict::Replanned));
            assert_eq!(changed.update(then, FROM), Ok(Verdict::Replanned));
            assert_eq!(fresh.update(then, FROM), Ok(Verdict::Replanned));
            assert_eq!(
                changed.route().map(|it| &it.waypoints),
                fresh.route().map(|it| &it.waypoints)
            );
            assert_eq!((changed.next(), changed.bound()), (fresh.next(), Some(1.0)));
        }
    }
}

#[test]
fn a_watch_says_what_is_legal_for_the_agent_that_it_is_given() {
    let [drone, walker] = views().unwrap();
    let above = |[x, y, z]: [f64; 3]| [x, y, z + 2.25];
    let flown = drone.find_route(above(FROM), above(TO)).unwrap();
    let mut watch = Watch::new(drone.moves());
    let id = watch.insert(flown.path().unwrap()).unwrap();
    assert_eq!(watch.is_blocked(id), Some(false));
    let events = watch.update(walker.moves());
    assert_eq!(watch.is_blocked(id), Some(true), "nobody walks in the air");
    assert_eq!(events, [PathEvent::Blocked { path: id, after: 0 }]);
    watch.update(drone.moves());
    assert_eq!(watch.is_blocked(id), Some(false));
}

#[test]
fn a_follower_says_that_its_route_has_to_be_made_anew() {
    let [drone, walker] = views().unwrap();
    for [first, then] in [[&drone, &walker], [&walker, &drone]] {
        let route = first.find_route(FROM, TO).unwrap();
        let smooth = SmoothRoute::new(first, &route, FROM, &Smoothing::default());
        let mut follower = RouteFollower::new(first, smooth.unwrap().unwrap());
        assert_eq!(follower.update(first, FROM), Ok(true));
        assert_eq!(follower.update(then, FROM), Ok(false));
        assert_eq!(follower.update(then, FROM), Ok(false));
        assert!(follower.steer(1.0).is_ok());
    }
}
