//! Heights, as a player sees them.

use voxnav::colliders::Obstacle;
use voxnav::ground::Locomotion;
use voxnav::{Agent, AgentId, Navigator};
use voxnav_crowd::crowd::{
    Crowd, CrowdAgent, CrowdAgentId, CrowdSettings, Event, MoveTarget, MovedBy,
};

/// Two storeys without stairs between them, the upper one at 2.5, and a walker and a drone for them.
fn house() -> (Navigator, [AgentId; 2]) {
    let mut navigator = Navigator::between_faces(0.5, [0.0; 3], [12.0, 8.0, 6.0]).unwrap();
    let storey = Obstacle::between([0.0, 0.0, 2.0], [12.0, 8.0, 2.5]);
    navigator.insert(storey).unwrap();
    let body = Agent::new([0.2, 0.2, 0.8].into());
    let walker = navigator.add_agent((body, Locomotion::walker())).unwrap();
    let drone = navigator.add_agent(Agent::new([0.2; 3].into())).unwrap();
    (navigator, [walker, drone])
}

/// Whether an agent has arrived after some seconds.
fn arrives(crowd: &mut Crowd, navigator: &mut Navigator, id: CrowdAgentId) -> bool {
    (0..600).any(|_| {
        let events = crowd.update(navigator, 1.0 / 60.0).unwrap();
        events.contains(&Event::Arrived(id))
    })
}

#[test]
fn a_walker_has_arrived_below_the_drone_that_it_follows() {
    let (mut navigator, [walker, drone]) = house();
    let mut crowd = Crowd::new(CrowdSettings::default());
    let leader = CrowdAgent::new(drone, [9.0, 4.0, 4.25]);
    let leader = crowd.add(&mut navigator, leader).unwrap();
    let follower = CrowdAgent::new(walker, [2.25, 4.25, 2.5]).speed(2.0);
    let follower = crowd.add(&mut navigator, follower).unwrap();
    crowd
        .send(follower, MoveTarget::following(leader, 1.0))
        .unwrap();
    assert!(arrives(&mut crowd, &mut navigator, follower));
    let at = crowd.position(follower).unwrap();
    assert!((at.x - 9.0).abs() <= 1.0 && at.z < 3.0, "{at}");
}

#[test]
fn a_walker_has_not_arrived_on_the_storey_below_its_leader() {
    let (mut navigator, [walker, _]) = house();
    let mut crowd = Crowd::new(CrowdSettings::default());
    let leader = CrowdAgent::new(walker, [9.25, 4.25, 2.5]);
    let leader = crowd.add(&mut navigator, leader).unwrap();
    let follower = CrowdAgent::new(walker, [9.25, 4.25, 0.0]).speed(2.0);
    let follower = crowd.add(&mut navigator, follower).unwrap();
    crowd
        .send(follower, MoveTarget::following(leader, 1.0))
        .unwrap();
    assert!(!arrives(&mut crowd, &mut navigator, follower));
}

#[test]
fn the_height_that_is_reported_decides_between_storeys() {
    for (height, is_upper) in [
        (2.5, true),
        (2.6, true),
        (2.4, true),
        (4.0, true),
        (0.1, false),
    ] {
        let (mut navigator, [walker, _]) = house();
        let mut crowd = Crowd::new(CrowdSettings::default());
        let agent = CrowdAgent::new(walker, [2.25, 4.25, 2.5]).moved_by(MovedBy::Others);
        let id = crowd.add(&mut navigator, agent).unwrap();
        crowd.send(id, [9.25, 4.25, 2.5]).unwrap();
        crowd.update(&mut navigator, 0.1).unwrap();
        crowd.set_position(id, [4.25, 4.25, height]).unwrap();
        let mut has_way = true;
        for _ in 0..10 {
            let events = crowd.update(&mut navigator, 0.1).unwrap();
            has_way &= !events.iter().any(|it| matches!(it, Event::NoPath(..)));
        }
        assert_eq!(has_way, is_upper, "{height}");
    }
}
