//! Routes that end before the destination: an event tells of their end, once.

use voxnav::colliders::Obstacle;
use voxnav::glam::DVec3;
use voxnav::ground::Locomotion;
use voxnav::parry3d::shape::SharedShape;
use voxnav::search::{EndFault, Partial};
use voxnav::{Agent, Navigator, RouteEnd, RouteOptions, UnknownPolicy};
use voxnav_crowd::crowd::{
    Crowd, CrowdAgent, CrowdSettings, Event, MoveTarget, MovedBy, NoPathReason,
};
use voxnav_testkit::{Draws, hold, seeds};

use crate::worlds::Hall;

const DT: f64 = 0.1;

/// Takes a crowd on, with agents that others move; returns what happened.
fn update(crowd: &mut Crowd, navigator: &mut Navigator) -> Vec<Event> {
    let events = crowd.update(navigator, DT).unwrap();
    let agents: Vec<_> = crowd.agents().map(|(id, it)| (id, *it)).collect();
    for (id, agent) in agents {
        let to = crowd.motion(id).unwrap().to;
        if let Some(to) = to.filter(|_| agent.moved_by == MovedBy::Others) {
            let way = (to - agent.position).clamp_length_max(agent.speed * DT);
            crowd.set_position(id, agent.position + way).unwrap();
        }
    }
    events
}

/// An agent that is sent behind a wall goes as near as it gets, with one event when it is there; when the wall is gone it
/// arrives.
fn behind_a_wall(seed: u64) -> Result<[usize; 2], String> {
    let mut draws = Draws::new(seed);
    let mut hall = Hall::drawn(&mut draws);
    let size = hall.frame.half(DVec3::new(0.3, 20.0, 9.0) * 2.0);
    let wall = SharedShape::cuboid(size.x, size.y, size.z);
    let wall = Obstacle::new(wall).at(hall.world(DVec3::new(6.0, 6.0, 0.0)));
    let wall = hall.navigator.insert(wall).unwrap();
    let options = RouteOptions::default().partial(Partial::Allowed);
    let mut settings = CrowdSettings::default().options(options);
    if draws.percent(50) {
        settings = settings.avoidance(None);
    }
    let mut crowd = Crowd::new(settings);
    let flies = draws.percent(50);
    let body = hall.body(flies);
    let ends = [hall.place(flies, &mut draws), hall.place(flies, &mut draws)];
    let [Some(from), Some(to)] = ends else {
        return Ok([0; 2]);
    };
    if (from.x < 6.0) == (to.x < 6.0) || hall.is_way(body, from, to) {
        return Ok([0; 2]);
    }
    let by = draws.pick(&[MovedBy::Crowd, MovedBy::Others]);
    let agent = hall.agent(flies, from, 2.0).moved_by(by);
    let id = crowd.add(&mut hall.navigator, agent).unwrap();
    crowd.send(id, hall.world(to)).unwrap();
    let mut told = 0;
    for tick in 0..400 {
        for event in update(&mut crowd, &mut hall.navigator) {
            match event {
                Event::StopsShort(_, NoPathReason::Unreachable) => told += 1,
                Event::RouteChanged(_) | Event::ActionStarted(..) => {}
                other => return Err(format!("tick {tick}: {other:?} {:?}", hall.frame)),
            }
        }
    }
    let at = hall.position(&crowd, id);
    if told != 1 {
        let frame = &hall.frame;
        return Err(format!(
            "at {at} there are {told} events that its route ends {frame:?}"
        ));
    }
    hall.navigator.remove(wall).unwrap();
    if !hall.is_way(body, at, to) {
        return Ok([1, 0]);
    }
    let mut updates = (0..400).flat_map(|_| update(&mut crowd, &mut hall.navigator));
    let has_arrived = updates.any(|event| event == Event::Arrived(id));
    let never = format!("it never arrives at {to}, though the wall is gone");
    has_arrived.then_some([1, 1]).ok_or(never)
}

/// 100 halls; `VOXNAV_CASES=10` makes it 1,000.
#[test]
fn an_agent_that_gets_a_part_of_the_way_has_an_event_at_its_end() {
    let told = hold(
        "short",
        seeds(8_000, 100),
        || (),
        |seed, ()| behind_a_wall(seed),
    );
    let sum = |which: usize| told.iter().map(|it| it[which]).sum::<usize>();
    assert!(
        sum(0) > 20 && sum(1) > 15,
        "{} told, {} free",
        sum(0),
        sum(1)
    );
}

/// A flying agent whose destination a box takes up, but not all of the cell or not the cells that it may end at in its
/// place, has one event at the end of its route; when the box is gone it arrives.
fn next_to_a_box(seed: u64) -> Result<usize, String> {
    let mut draws = Draws::new(seed);
    let mut hall = Hall::drawn(&mut draws);
    let Some(from) = hall.place(true, &mut draws) else {
        return Ok(0);
    };
    let Some(to) = hall.place(true, &mut draws) else {
        return Ok(0);
    };
    let size = DVec3::splat(draws.within(0.01, 0.4));
    let shape = hall.frame.half(size * 2.0);
    let shape = SharedShape::cuboid(shape.x, shape.y, shape.z);
    let beside = size + DVec3::splat(draws.within(-0.2, 0.15));
    let at = hall.world(to + beside * DVec3::from([0; 3].map(|_| draws.pick(&[-1.0, 1.0]))));
    let block = hall.navigator.insert(Obstacle::new(shape).at(at)).unwrap();
    let options = match draws.below(3) {
        0 => RouteOptions::default(),
        _ => RouteOptions::default().snap_goal(4.0 * hall.frame.size),
    };
    let ends = [from, to].map(|at| hall.world(at));
    let found = (hall.navigator).find_route_with(hall.drone, ends[0], ends[1], &options);
    let route = found.unwrap();
    if !(route.is_found() && matches!(route.goal, RouteEnd::Snapped { .. })) {
        return Ok(0);
    }
    let settings = CrowdSettings::default().options(options);
    let mut crowd = Crowd::new(match draws.below(2) {
        0 => settings,
        _ => settings.avoidance(None),
    });
    let by = draws.pick(&[MovedBy::Crowd, MovedBy::Others]);
    let agent = hall
        .agent(true, from, 2.0)
        .stopping_distance(0.0)
        .moved_by(by);
    let id = crowd.add(&mut hall.navigator, agent).unwrap();
    crowd.send(id, ends[1]).unwrap();
    let updates = (0..300).flat_map(|_| update(&mut crowd, &mut hall.navigator));
    let events: Vec<Event> = updates
        .filter(|it| !matches!(it, Event::RouteChanged(_)))
        .collect();
    let expected = Event::StopsShort(id, NoPathReason::End(EndFault::GoalBlocked));
    if events != [expected] {
        return Err(format!("{events:?} {:?}", hall.frame));
    }
    hall.navigator.remove(block).unwrap();
    let mut updates = (0..300).flat_map(|_| update(&mut crowd, &mut hall.navigator));
    let has_arrived = updates.any(|event| event == Event::Arrived(id));
    let never = format!("it never arrives at {to}, though the box is gone");
    has_arrived.then_some(1).ok_or(never)
}

/// 100 halls; `VOXNAV_CASES=10` makes it 1,000.
#[test]
fn a_flying_agent_whose_destination_is_taken_has_an_event_at_the_end_of_its_route() {
    let law = |seed, (): &mut ()| next_to_a_box(seed);
    let told = hold("beside", seeds(8_500, 100), || (), law);
    let told: usize = told.iter().sum();
    assert!(told > 20, "{told}");
}

/// A walker that stops at unknown space, and one that follows it.
#[test]
fn an_agent_that_stops_before_unknown_space_has_an_event() {
    let mut navigator = Navigator::in_region(0.5, [0.0; 3], [12.0, 4.0, 3.0]).unwrap();
    let unknown = voxnav::grid::CellBox::new([14, -2, -2].into(), [18, 12, 9].into());
    let unknown = unknown.intersection(&navigator.bounds());
    let state = voxnav::grid::CellState::Unknown;
    navigator.set_cells(unknown, state).unwrap();
    let body = Agent::new([0.2, 0.2, 0.45].into()).with_unknown(UnknownPolicy::StopAtBoundary);
    let walker = navigator.add_agent((body, Locomotion::walker())).unwrap();
    let floor = navigator
        .find_route(walker, [1.0; 3], [1.0; 3])
        .unwrap()
        .waypoints[0]
        .z;
    let mut crowd = Crowd::new(CrowdSettings::default());
    let [ann, bob] = [1.0, 3.0].map(|y| {
        let agent = CrowdAgent::new(walker, [2.0, y, floor]).speed(2.0);
        crowd.add(&mut navigator, agent).unwrap()
    });
    crowd.send(ann, [11.0, 1.0, floor]).unwrap();
    crowd.send(bob, MoveTarget::following(ann, 1.0)).unwrap();
    let events: Vec<Event> = (0..200)
        .flat_map(|_| crowd.update(&mut navigator, DT).unwrap())
        .collect();
    let told = events
        .iter()
        .filter(|it| matches!(it, Event::StopsShort(..)));
    let told: Vec<&Event> = told.collect();
    assert_eq!(
        told,
        [&Event::StopsShort(ann, NoPathReason::Unknown)],
        "{events:?} {:?}",
        crowd.position(ann)
    );
    assert!(events.contains(&Event::Arrived(bob)), "{events:?}");
    let at: DVec3 = crowd.position(ann).unwrap();
    assert!(at.x > 5.5 && at.x < 7.0, "{at}");
}
