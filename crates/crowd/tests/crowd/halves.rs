//! The halves of an update, limits of planning, and conditions for having arrived.

use voxnav::colliders::Obstacle;
use voxnav::glam::DVec3;
use voxnav::parry3d::shape::SharedShape;
use voxnav::{Agent, Navigator};
use voxnav_crowd::crowd::{
    Arrival, Crowd, CrowdAgent, CrowdAgentId, CrowdError, CrowdSettings, Event,
};
use voxnav_testkit::{Draws, hold, seeds};

use crate::worlds::Hall;

const DT: f64 = 0.1;

/// The positions of all agents of a busy hall after each update, which is done by a function.
fn trace(
    seed: u64,
    settings: CrowdSettings,
    update: impl Fn(&mut Crowd, &mut Navigator) -> Vec<Event>,
) -> (Vec<Event>, Vec<DVec3>) {
    let mut draws = Draws::new(seed);
    let mut hall = Hall::drawn(&mut draws);
    let mut crowd = hall.crowd(8, settings, &mut draws);
    let ids: Vec<CrowdAgentId> = crowd.agents().map(|it| it.0).collect();
    for id in ids {
        if let Some(to) = hall.place(id.to_bits() % 2 == 0, &mut draws) {
            crowd.send(id, hall.world(to)).unwrap();
        }
    }
    let (mut events, mut places) = (Vec::new(), Vec::new());
    for _ in 0..150 {
        hall.slide(&crowd, DT);
        events.extend(update(&mut crowd, &mut hall.navigator));
        places.extend(crowd.agents().map(|it| it.1.position));
    }
    (events, places)
}

#[test]
fn both_halves_are_an_update() {
    let law = |seed| {
        let settings = CrowdSettings::default().budget(1_000);
        let whole = trace(seed, settings.clone(), |crowd, navigator| {
            crowd.update(navigator, DT).unwrap()
        });
        let halves = trace(seed, settings, |crowd, navigator| {
            let mut events = crowd.update_plans(navigator, DT, || true).unwrap();
            events.extend(crowd.update_positions(DT).unwrap());
            events.sort_by_key(Event::agent);
            events
        });
        if whole == halves {
            Ok(whole.0.len())
        } else {
            Err("the halves do something else".to_owned())
        }
    };
    let events = hold("halves", seeds(3_000, 8), || (), |seed, ()| law(seed));
    assert!(events.iter().sum::<usize>() > 40, "{events:?}");
}

#[test]
fn no_more_searches_begin_than_the_settings_allow_and_none_where_none_may() {
    let law = |seed| {
        let settings = CrowdSettings::default().searches(1);
        let (events, _) = trace(seed, settings, |crowd, navigator| {
            let events = crowd.update(navigator, DT).unwrap();
            assert!(crowd.work().begun <= 1, "{:?}", crowd.work());
            events
        });
        let (none, _) = trace(seed, CrowdSettings::default(), |crowd, navigator| {
            let events = crowd.update_plans(navigator, DT, || false).unwrap();
            assert_eq!(crowd.work().total(), 0);
            events
        });
        match none.iter().find(|it| matches!(it, Event::RouteChanged(_))) {
            Some(event) => Err(format!("{event:?}")),
            None => Ok(events
                .iter()
                .filter(|it| matches!(it, Event::RouteChanged(_)))
                .count()),
        }
    };
    let routes = hold("limits", seeds(3_100, 8), || (), |seed, ()| law(seed));
    assert!(routes.iter().sum::<usize>() > 30, "{routes:?}");
}

#[test]
fn both_halves_refuse_times_that_are_none() {
    let mut navigator = Navigator::in_region(0.5, [0.0; 3], [9.0; 3]).unwrap();
    let mut crowd = Crowd::new(CrowdSettings::default());
    for dt in [-1.0, f64::NAN, f64::INFINITY] {
        let halves = [
            crowd.update_plans(&mut navigator, dt, || true),
            crowd.update_positions(dt),
            crowd.update(&mut navigator, dt),
        ];
        for half in halves {
            assert!(matches!(half, Err(CrowdError::Time { .. })), "{half:?}");
        }
    }
}

/// The place at which an agent has arrived that starts behind a wall, 2 units from its destination.
fn arrived_at(arrival: Arrival, to: [f64; 3]) -> Option<DVec3> {
    let mut navigator = Navigator::in_region(0.5, [0.0; 3], [12.0, 12.0, 4.0]).unwrap();
    let wall = Obstacle::new(SharedShape::cuboid(0.25, 4.0, 4.0)).at(DVec3::new(6.0, 4.0, 2.0));
    navigator.insert(wall).unwrap();
    let drone = navigator.add_agent(Agent::new([0.2; 3].into())).unwrap();
    let mut crowd = Crowd::new(CrowdSettings::default());
    let agent = CrowdAgent::new(drone, [5.0, 2.0, 2.0]).stopping_distance(2.5);
    let id = crowd.add(&mut navigator, agent.arrival(arrival)).unwrap();
    crowd.send(id, to).unwrap();
    for _ in 0..300 {
        let events = crowd.update(&mut navigator, DT).unwrap();
        if events.iter().any(|it| matches!(it, Event::Arrived(_))) {
            return Some(crowd.position(id).unwrap());
        }
    }
    None
}

#[test]
fn an_agent_has_arrived_on_its_own_condition() {
    let to = DVec3::new(7.0, 2.0, 2.0);
    let near = arrived_at(Arrival::Near, to.into()).unwrap();
    assert!(near.distance(DVec3::new(5.0, 2.0, 2.0)) < 0.2, "{near}");
    let seen = arrived_at(Arrival::Seen, to.into()).unwrap();
    // Nothing but what is beyond the wall sees the destination.
    assert!(seen.x > 6.25 && seen.distance(to) <= 2.5, "{seen}");
    let along = arrived_at(Arrival::AlongRoute, to.into()).unwrap();
    assert!(along.x > 6.25 && along.distance(to) <= 2.5, "{along}");
    let inside = [6.0, 2.0, 2.0];
    assert!(arrived_at(Arrival::Near, inside).is_some());
    assert_eq!(arrived_at(Arrival::Seen, inside), None);
    assert_eq!(arrived_at(Arrival::AlongRoute, inside), None);
}
