//! Walkers that a controller moves: feet a little off the floor, and floors at any height within a cell.

use voxnav::colliders::Obstacle;
use voxnav::glam::DVec3;
use voxnav::ground::Locomotion;
use voxnav::parry3d::shape::SharedShape;
use voxnav::{Agent, Navigator};
use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdSettings, Event, MovedBy};

/// A controller that applies the horizontal part of velocities keeps its feet where they are.
#[test]
fn a_walker_whose_feet_are_off_the_floor_arrives() {
    for off in [
        0.0, 1e-7, 1e-6, 1e-4, 0.01, 0.08, 0.1, -1e-7, -1e-6, -1e-4, -0.01, -0.08,
    ] {
        for is_single in [false, true] {
            let mut navigator = Navigator::between_faces(0.5, [0.0; 3], [20.0, 20.0, 4.0]).unwrap();
            let walker = (Agent::new([0.25, 0.25, 0.9].into()), Locomotion::walker());
            let walker = navigator.add_agent(walker).unwrap();
            let mut crowd = Crowd::new(CrowdSettings::default());
            let rounded = |at: DVec3| {
                if is_single {
                    at.as_vec3().as_dvec3()
                } else {
                    at
                }
            };
            let mut at = rounded(DVec3::new(2.1, 2.1, off));
            let agent = CrowdAgent::new(walker, at)
                .speed(2.0)
                .moved_by(MovedBy::Others);
            let id = crowd.add(&mut navigator, agent).unwrap();
            crowd.send(id, [17.25, 9.25, 0.0]).unwrap();
            let mut told = Vec::new();
            for _ in 0..1000 {
                told.extend(crowd.update(&mut navigator, 1.0 / 60.0).unwrap());
                if told.contains(&Event::Arrived(id)) {
                    break;
                }
                let velocity = crowd.motion(id).unwrap().velocity;
                at = rounded(at + DVec3::new(velocity.x, velocity.y, 0.0) / 60.0);
                crowd.set_position(id, at).unwrap();
            }
            let expected = [Event::RouteChanged(id), Event::Arrived(id)];
            assert_eq!(told, expected, "{off} {is_single} at {at}");
        }
    }
}

/// A fall that the crowd ends leaves the walker on the floor.
#[test]
fn a_walker_that_fell_goes_where_it_is_sent() {
    for height in [0.1, 0.3, 0.49, 0.7, 2.0] {
        let mut navigator = Navigator::between_faces(0.5, [0.0; 3], [20.0, 20.0, 4.0]).unwrap();
        let walker = (Agent::new([0.25, 0.25, 0.9].into()), Locomotion::walker());
        let walker = navigator.add_agent(walker).unwrap();
        let mut crowd = Crowd::new(CrowdSettings::default());
        let agent = CrowdAgent::new(walker, [3.1, 3.1, height]).speed(2.0);
        let id = crowd.add(&mut navigator, agent).unwrap();
        let mut told = Vec::new();
        for _ in 0..121 {
            told.extend(crowd.update(&mut navigator, 1.0 / 60.0).unwrap());
        }
        assert_eq!(
            (told, crowd.position(id).unwrap()),
            (vec![], DVec3::new(3.1, 3.1, 0.0)),
            "{height}"
        );
        crowd.send(id, [17.25, 9.25, 0.0]).unwrap();
        let mut told = Vec::new();
        for _ in 0..1000 {
            told.extend(crowd.update(&mut navigator, 1.0 / 60.0).unwrap());
        }
        assert_eq!(
            told,
            [Event::RouteChanged(id), Event::Arrived(id)],
            "{height}"
        );
    }
}

/// The top of a floor may lie anywhere in a cell.
#[test]
fn a_floor_carries_walkers_wherever_its_top_is() {
    for top in [1.95, 2.0, 2.05, 2.1, 2.2, 2.3, 2.45, 2.5] {
        for thick in [0.02, 0.1, 1.0] {
            let mut navigator = Navigator::between_faces(0.5, [0.0; 3], [20.0, 20.0, 6.0]).unwrap();
            let slab = SharedShape::cuboid(10.0, 10.0, thick / 2.0);
            let slab = Obstacle::new(slab).at([10.0, 10.0, top - f64::from(thick) / 2.0]);
            navigator.insert(slab).unwrap();
            let walker = (Agent::new([0.25, 0.25, 0.9].into()), Locomotion::walker());
            let walker = navigator.add_agent(walker).unwrap();
            for off in [-0.08, -1e-6, 0.0, 1e-6, 0.08] {
                let feet = top + off;
                let route = navigator
                    .find_route(walker, [3.1, 3.1, feet], [17.0, 9.0, feet])
                    .unwrap();
                assert!(route.is_found(), "{top} {thick} {off}: {:?}", route.outcome);
                let level = route.waypoints.last().unwrap().z;
                assert!(
                    level > top - 0.01 && level < top + 0.5,
                    "{top} {thick} {off}: {level}"
                );
                let mut crowd = Crowd::new(CrowdSettings::default());
                let mut at = DVec3::new(3.1, 3.1, feet);
                let agent = CrowdAgent::new(walker, at)
                    .speed(4.0)
                    .moved_by(MovedBy::Others);
                let id = crowd.add(&mut navigator, agent).unwrap();
                crowd.send(id, [17.0, 9.0, feet]).unwrap();
                let mut told = Vec::new();
                for _ in 0..500 {
                    told.extend(crowd.update(&mut navigator, 1.0 / 60.0).unwrap());
                    let velocity = crowd.motion(id).unwrap().velocity;
                    at += DVec3::new(velocity.x, velocity.y, 0.0) / 60.0;
                    crowd.set_position(id, at).unwrap();
                }
                assert_eq!(
                    told,
                    [Event::RouteChanged(id), Event::Arrived(id)],
                    "{top} {thick} {off}"
                );
            }
        }
    }
}
