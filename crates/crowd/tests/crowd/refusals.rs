//! Errors of crowds, which name the agent.

use voxnav::colliders::Obstacle;
use voxnav::glam::DVec3;
use voxnav::parry3d::shape::SharedShape;
use voxnav::search::EndFault;
use voxnav::{Agent, Destination, Navigator};
use voxnav_crowd::crowd::{
    Crowd, CrowdAgent, CrowdError, CrowdSettings, Event, MoveTarget, NoPathReason,
};

fn room() -> (Navigator, voxnav::AgentId) {
    let mut navigator = Navigator::in_region(0.5, [0.0; 3], [9.0; 3]).unwrap();
    let cube = Obstacle::new(SharedShape::cuboid(1.0, 1.0, 1.0)).at([5.0; 3]);
    navigator.insert(cube).unwrap();
    let drone = navigator.add_agent(Agent::new([0.2; 3].into())).unwrap();
    (navigator, drone)
}

#[test]
fn movers_that_are_none_are_refused() {
    let (mut navigator, drone) = room();
    let mut crowd = Crowd::new(CrowdSettings::default());
    let agent = CrowdAgent::new(drone, [1.0; 3]);
    let mut refused = |agent| crowd.add(&mut navigator, agent).unwrap_err();
    assert!(matches!(
        refused(agent.speed(f64::NAN)),
        CrowdError::Speed { .. }
    ));
    assert!(matches!(
        refused(agent.speed(-1.0)),
        CrowdError::Speed { speed: -1.0, .. }
    ));
    assert!(matches!(
        refused(agent.stopping_distance(f64::NAN)),
        CrowdError::Distance { .. }
    ));
    let nowhere = CrowdAgent::new(drone, [f64::NAN; 3]);
    assert!(matches!(refused(nowhere), CrowdError::Position { .. }));
    let far = CrowdAgent::new(drone, [1e300; 3]);
    assert!(matches!(refused(far), CrowdError::Navigator { .. }));
    let inside = CrowdAgent::new(drone, [5.0; 3]);
    assert!(matches!(refused(inside), CrowdError::NoRoom { .. }));
    assert!(crowd.is_empty());
}

#[test]
fn what_cannot_be_asked_names_the_agent_and_changes_nothing() {
    let (mut navigator, drone) = room();
    let mut crowd = Crowd::new(CrowdSettings::default());
    let ann = crowd
        .add(&mut navigator, CrowdAgent::new(drone, [1.0; 3]))
        .unwrap();
    let bob = crowd
        .add(&mut navigator, CrowdAgent::new(drone, [2.0; 3]))
        .unwrap();
    crowd.remove(bob).unwrap();
    let unknown = Err(CrowdError::Unknown { id: bob });
    assert_eq!(crowd.send(bob, [1.0; 3]), unknown);
    assert_eq!(crowd.send(ann, MoveTarget::following(bob, 1.0)), unknown);
    assert_eq!(crowd.position(bob).err(), unknown.err());
    let nowhere = crowd.send(ann, DVec3::NAN);
    assert!(matches!(nowhere, Err(CrowdError::Position { id, .. }) if id == ann));
    let within = crowd.send(ann, Destination::within([1.0; 3], -1.0));
    assert!(matches!(within, Err(CrowdError::Distance { id, .. }) if id == ann));
    assert!(crowd.move_target(ann).unwrap().is_none());
    assert!(crowd.set_position(ann, [f64::INFINITY; 3]).is_err());
    for dt in [-1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(
            crowd.update(&mut navigator, dt),
            Err(CrowdError::Time { .. })
        ));
    }
    assert_eq!(crowd.position(ann), Ok(DVec3::ONE));
    navigator.remove_agent(drone).unwrap();
    let gone = crowd.update(&mut navigator, 0.1);
    assert!(matches!(gone, Err(CrowdError::Navigator { id, .. }) if id == ann));
}

/// One agent that is sent beyond all cells stops no other, and none is put there.
#[test]
fn a_place_beyond_all_cells_is_told_once_and_stops_nobody() {
    let (mut navigator, drone) = room();
    let mut crowd = Crowd::new(CrowdSettings::default());
    let [ann, bob, eve] = [1.0, 2.0, 3.0].map(|at| {
        let agent = CrowdAgent::new(drone, [at; 3]);
        crowd.add(&mut navigator, agent).unwrap()
    });
    crowd.send(ann, [1e300; 3]).unwrap();
    crowd.send(bob, [8.0, 2.0, 2.0]).unwrap();
    crowd.send(eve, [8.0, 3.0, 3.0]).unwrap();
    let refused = crowd.set_position(eve, [1e300; 3]);
    assert!(matches!(refused, Err(CrowdError::Navigator { id, .. }) if id == eve));
    let (mut told, mut arrived) = (Vec::new(), Vec::new());
    for _ in 0..200 {
        for event in crowd.update(&mut navigator, 0.1).unwrap() {
            match event {
                Event::NoPath(id, why) => told.push((id, why)),
                Event::Arrived(id) => arrived.push(id),
                _ => {}
            }
        }
    }
    assert_eq!(told, [(ann, NoPathReason::OutOfRange)]);
    arrived.sort_unstable();
    assert_eq!(arrived, [bob, eve]);
    assert_eq!(crowd.position(ann), Ok(DVec3::ONE));
}

#[test]
fn an_agent_without_a_way_is_told_why_once_and_goes_when_there_is_one() {
    let (mut navigator, drone) = room();
    let wall = Obstacle::new(SharedShape::cuboid(0.1, 20.0, 20.0)).at([3.0, 0.0, 0.0]);
    let wall = navigator.insert(wall).unwrap();
    let mut crowd = Crowd::new(CrowdSettings::default());
    let ann = crowd
        .add(&mut navigator, CrowdAgent::new(drone, [1.0; 3]).speed(5.0))
        .unwrap();
    let mut events = Vec::new();
    let run = |crowd: &mut Crowd, navigator: &mut Navigator, to: [f64; 3]| {
        crowd.send(ann, to).unwrap();
        (0..200)
            .flat_map(|_| crowd.update(navigator, 0.05).unwrap())
            .collect::<Vec<Event>>()
    };
    events.extend(run(&mut crowd, &mut navigator, [8.0; 3]));
    assert_eq!(events, [Event::NoPath(ann, NoPathReason::Unreachable)]);
    let inside = run(&mut crowd, &mut navigator, [5.0; 3]);
    assert_eq!(
        inside,
        [Event::NoPath(ann, NoPathReason::End(EndFault::GoalBlocked))]
    );
    assert_eq!(crowd.largest_passable_agent(&mut navigator, ann), Ok(None));
    let _ = run(&mut crowd, &mut navigator, [8.0; 3]);
    navigator.remove(wall).unwrap();
    let freed: Vec<Event> = (0..300)
        .flat_map(|_| crowd.update(&mut navigator, 0.05).unwrap())
        .collect();
    assert_eq!(freed, [Event::RouteChanged(ann), Event::Arrived(ann)]);
}

#[test]
fn an_update_of_no_time_plans_and_a_long_one_ends_at_the_next_point() {
    let (mut navigator, drone) = room();
    let mut crowd = Crowd::new(CrowdSettings::default());
    let ann = crowd
        .add(&mut navigator, CrowdAgent::new(drone, [1.0; 3]))
        .unwrap();
    crowd.send(ann, [8.0, 1.0, 1.0]).unwrap();
    assert_eq!(
        crowd.update(&mut navigator, 0.0),
        Ok(vec![Event::RouteChanged(ann)])
    );
    assert_eq!(crowd.position(ann), Ok(DVec3::ONE));
    crowd.update(&mut navigator, 1e9).unwrap();
    assert_eq!(crowd.position(ann), Ok(DVec3::new(8.0, 1.0, 1.0)));
    assert_eq!(
        crowd.update(&mut navigator, 1e9),
        Ok(vec![Event::Arrived(ann)])
    );
}
