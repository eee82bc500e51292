//! Views of an agent that moves another way: replanners and watches begin again in them, and answer as new ones do.

use voxnav::ground::Locomotion;
use voxnav::guidance::SmoothRoute;
use voxnav::replanning::{PathEvent, PathWatcher, ReplanPolicy, ReplanStatus, Replanner};
use voxnav::smoothing::Smoothing;
use voxnav::{Agent, Follower, Navigator, NavigatorError, RouteOptions, View, glam::DVec3};

/// The corner of the room, and the height of feet above its floor.
const PLACES: [([f64; 3], f64); 3] = [
    ([0.0; 3], 0.0),
    ([0.137, -7.31, 100_000.05], 1e-4),
    ([-3.3, 1e6, 0.2], 0.08),
];

/// Returns the views of a drone and of a walker in one room, and two positions of feet in it.
fn room(corner: [f64; 3], feet: f64) -> Result<([View; 2], [DVec3; 2]), NavigatorError> {
    let corner = DVec3::from(corner);
    let far = corner + DVec3::new(20.0, 20.0, 4.0);
    let mut navigator = Navigator::between_faces(0.5, corner, far)?;
    let drone = navigator.add_agent(Agent::new([0.2; 3].into()))?;
    let body = Agent::new([0.2, 0.2, 0.9].into());
    let walker = navigator.add_agent((body, &Locomotion::walker()))?;
    let options = RouteOptions::default();
    let views = [
        navigator.view(drone, &options)?,
        navigator.view(walker, &options)?,
    ];
    let ends = [[2.31, 2.25, feet], [17.25, 9.18, feet]];
    Ok((views, ends.map(|end| corner + DVec3::from(end))))
}

#[test]
fn a_replanner_finds_the_route_of_a_new_one() {
    for (corner, feet) in PLACES {
        let ([drone, walker], [from, to]) = room(corner, feet).unwrap();
        for is_smoothed in [false, true] {
            for [first, then] in [[&drone, &walker], [&walker, &drone]] {
                let make = |view| {
                    let replanner = Replanner::new(view, to, ReplanPolicy::default());
                    if is_smoothed {
                        replanner.smoothed(Smoothing::default())
                    } else {
                        replanner
                    }
                };
                let (mut changed, mut fresh) = (make(first), make(then));
                assert_eq!(changed.update(first, from), Ok(ReplanStatus::Replanned));
                assert_eq!(changed.update(then, from), Ok(ReplanStatus::Replanned));
                assert_eq!(fresh.update(then, from), Ok(ReplanStatus::Replanned));
                assert_eq!(
                    changed.route().map(|it| &it.waypoints),
                    fresh.route().map(|it| &it.waypoints)
                );
                assert_eq!((changed.next(), changed.bound()), (fresh.next(), Some(1.0)));
            }
        }
    }
}

#[test]
fn a_watch_says_what_is_legal_for_the_agent_that_it_is_given() {
    for (corner, feet) in PLACES {
        let ([drone, walker], [from, to]) = room(corner, feet).unwrap();
        let above = |at: DVec3| at + DVec3::Z * 2.25;
        let flown = drone.find_route(above(from), above(to)).unwrap();
        let mut watch = PathWatcher::new(drone.moves());
        let id = watch.insert(flown.path().unwrap()).unwrap();
        assert_eq!(watch.is_blocked(id), Some(false));
        let events = watch.update(walker.moves());
        assert_eq!(watch.is_blocked(id), Some(true), "nobody walks in the air");
        assert_eq!(events, [PathEvent::Blocked { path: id, after: 0 }]);
        watch.update(drone.moves());
        assert_eq!(watch.is_blocked(id), Some(false));
    }
}

#[test]
fn a_follower_says_that_its_route_has_to_be_made_anew() {
    for (corner, feet) in PLACES {
        let ([drone, walker], [from, to]) = room(corner, feet).unwrap();
        for [first, then] in [[&drone, &walker], [&walker, &drone]] {
            let route = first.find_route(from, to).unwrap();
            let smooth = SmoothRoute::new(first, &route, from, &Smoothing::default());
            let mut follower = Follower::new(smooth.unwrap().unwrap());
            assert_eq!(follower.update_in(first, from), Ok(true));
            assert_eq!(follower.update_in(then, from), Ok(false));
            assert_eq!(follower.update_in(then, from), Ok(false));
            assert!(follower.steer(1.0).is_ok());
        }
    }
}
