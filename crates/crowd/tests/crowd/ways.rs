//! Ways as programs ask for them, and agents that are held.

use voxnav::colliders::Obstacle;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState};
use voxnav::parry3d::shape::SharedShape;
use voxnav::search::Partial;
use voxnav::{Agent, Navigator, RouteOptions};
use voxnav_crowd::crowd::{Crowd, CrowdAgent, CrowdError, CrowdSettings, Event, NoPathReason};

#[test]
fn a_way_that_ends_early_says_why_and_its_waypoints_lead_from_the_agent_to_its_end() {
    let mut navigator = Navigator::in_region(0.5, [0.0; 3], [9.0; 3]).unwrap();
    let wall = Obstacle::new(SharedShape::cuboid(0.5, 9.0, 9.0)).at([5.0; 3]);
    let wall = navigator.insert(wall).unwrap();
    let drone = navigator.add_agent(Agent::new([0.2; 3].into())).unwrap();
    let options = RouteOptions::default().partial(Partial::Allowed);
    let mut crowd = Crowd::new(CrowdSettings::default().options(options));
    let ann = CrowdAgent::new(drone, [1.0; 3]).speed(2.0);
    let ann = crowd.add(&mut navigator, ann).unwrap();
    assert_eq!(crowd.partial_reason(ann), Ok(None));
    assert_eq!(crowd.waypoints(ann), Ok(Vec::new()));
    crowd.send(ann, [8.0, 1.0, 1.0]).unwrap();
    crowd.update(&mut navigator, 0.1).unwrap();
    assert_eq!(
        crowd.partial_reason(ann),
        Ok(Some(NoPathReason::Unreachable))
    );
    let waypoints = crowd.waypoints(ann).unwrap();
    assert_eq!(waypoints.first(), Some(&[1.0; 3].into()));
    assert!(waypoints.last().is_some_and(|end| end.x < 4.5));
    navigator.remove(wall).unwrap();
    for _ in 0..10 {
        crowd.update(&mut navigator, 0.1).unwrap();
    }
    assert_eq!(crowd.partial_reason(ann), Ok(None));
    let waypoints = crowd.waypoints(ann).unwrap();
    assert_eq!(waypoints.last(), Some(&[8.0, 1.0, 1.0].into()));
}

#[test]
fn an_agent_whose_way_is_free_again_is_not_blocked() {
    let mut navigator = Navigator::in_region(0.5, [0.0; 3], [9.0; 3]).unwrap();
    let drone = navigator.add_agent(Agent::new([0.2; 3].into())).unwrap();
    let mut crowd = Crowd::new(CrowdSettings::default());
    let ann = crowd
        .add(&mut navigator, CrowdAgent::new(drone, [1.0; 3]))
        .unwrap();
    crowd.send(ann, [8.0, 1.0, 1.0]).unwrap();
    let update = |crowd: &mut Crowd, navigator: &mut Navigator| {
        let events = crowd.update(navigator, 0.1).unwrap();
        (crowd.is_blocked(ann).unwrap(), events)
    };
    assert!(!update(&mut crowd, &mut navigator).0);
    let wall = Obstacle::new(SharedShape::cuboid(0.5, 9.0, 9.0)).at([5.0; 3]);
    let wall = navigator.insert(wall).unwrap();
    let (is_blocked, events) = update(&mut crowd, &mut navigator);
    assert!(is_blocked && events.contains(&Event::PathBlocked(ann)));
    navigator.remove(wall).unwrap();
    assert!(!update(&mut crowd, &mut navigator).0);
}

#[test]
fn an_agent_without_speed_stays_and_keeps_its_errand() {
    let mut navigator = Navigator::in_region(0.5, [0.0; 3], [9.0; 3]).unwrap();
    let drone = navigator.add_agent(Agent::new([0.2; 3].into())).unwrap();
    let mut crowd = Crowd::new(CrowdSettings::default());
    let ann = crowd.add(&mut navigator, CrowdAgent::new(drone, [1.0; 3]));
    let ann = ann.unwrap();
    crowd.send(ann, [3.0, 1.0, 1.0]).unwrap();
    crowd.set_speed(ann, 0.0).unwrap();
    for _ in 0..100 {
        crowd.update(&mut navigator, 0.1).unwrap();
    }
    assert_eq!(crowd.position(ann), Ok([1.0; 3].into()));
    let refused = crowd.set_speed(ann, -1.0);
    assert!(matches!(
        refused,
        Err(CrowdError::Speed { speed: -1.0, .. })
    ));
    crowd.set_speed(ann, 2.0).unwrap();
    let mut arrived = false;
    for _ in 0..20 {
        let events = crowd.update(&mut navigator, 0.1).unwrap();
        arrived |= events.contains(&Event::Arrived(ann));
    }
    assert!(arrived);
}

/// Returns the number of updates until all of 12 drones have a way through 16 walls, each with one door.
fn updates_until_all_go(settings: CrowdSettings) -> usize {
    let mut navigator = Navigator::in_region(1.0, [0.0; 3], [50.0; 3]).unwrap();
    for wall in 0..16 {
        let x = 3 * wall + 2;
        let cells = CellBox::new(IVec3::new(x, 0, 0), IVec3::new(x + 1, 50, 50));
        navigator.set_cells(cells, CellState::Occupied).unwrap();
        let [y, z] = [wall * 17 % 46, wall * 41 % 46];
        let door = CellBox::new(IVec3::new(x, y, z), IVec3::new(x + 1, y + 4, z + 4));
        navigator.set_cells(door, CellState::Free).unwrap();
    }
    let drone = navigator.add_agent(Agent::new([0.4; 3].into())).unwrap();
    let mut crowd = Crowd::new(settings);
    let agents: Vec<_> = (0..12)
        .map(|number| {
            let y = 2.0 + 4.0 * f64::from(number);
            let agent = CrowdAgent::new(drone, [1.0, y, 1.0]);
            let id = crowd.add(&mut navigator, agent).unwrap();
            crowd.send(id, [49.0, y, 48.0]).unwrap();
            id
        })
        .collect();
    let mut without = agents;
    for update in 1..500 {
        for event in crowd.update(&mut navigator, 0.0).unwrap() {
            if let Event::RouteChanged(id) = event {
                without.retain(|other| *other != id);
            }
        }
        if without.is_empty() {
            return update;
        }
    }
    500
}

#[test]
fn a_crowd_is_under_way_sooner_on_first_paths() {
    let updates =
        [CrowdSettings::default(), CrowdSettings::default().anytime()].map(updates_until_all_go);
    println!("{updates:?}");
    assert!(updates[0] > 2 && updates[1] == 1, "{updates:?}");
}
