//! Crowds far from zero, where numbers are coarse: as good as near it up to a spacing of 2^-20 of a cell, and refused
//! beyond.
//!
//! Positions of bodies in avoidance count from the lattice's origin.

use std::collections::BTreeMap;

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState};
use voxnav::ground::Locomotion;
use voxnav::{Agent, AgentId, Lattice, Navigator};
use voxnav_crowd::avoidance::{Character, Shape};
use voxnav_crowd::crowd::{
    Crowd, CrowdAgent, CrowdAgentId, CrowdError, CrowdSettings, Event, NoPathReason,
};
use voxnav_testkit::{Draws, hold, seeds};

const SIZE: IVec3 = IVec3::new(16, 14, 6);
const COARSEST: f64 = 1.0 / 1_048_576.0;

/// Returns the distance between a number and the next one.
fn spacing(number: f64) -> f64 {
    number.abs().next_up() - number.abs()
}

/// Returns the number from which on numbers are too coarse for cells: a power of two.
fn edge_of(cell: f64) -> f64 {
    let mut edge = 1.0;
    while spacing(edge) > COARSEST * cell {
        edge /= 2.0;
    }
    while spacing(edge) <= COARSEST * cell {
        edge *= 2.0;
    }
    edge
}

/// A hall of cells somewhere, of any size.
struct Hall {
    navigator: Navigator,
    drone: AgentId,
    walker: AgentId,
    cell: f64,
}

impl Hall {
    /// Draws a hall in which the spacing of positions is at most 2^-20 of a cell, and mostly near it.
    fn drawn(draws: &mut Draws) -> Self {
        let cell = draws.pick(&[0.01, 0.05, 0.3, 0.5, 1.0, 7.0, 100.0]);
        let farthest = edge_of(cell) - 20.0 * cell;
        let mut along = |_| {
            let far = farthest * draws.magnitude(1e-4, 1.0) * draws.pick(&[-1.0, 1.0]);
            draws.pick(&[far, far, 0.0, 1e7_f64.min(farthest)])
        };
        let origin = DVec3::from([0, 1, 2].map(&mut along));
        let lattice = Lattice::new(origin, cell).unwrap();
        let mut navigator = Navigator::new(lattice, CellBox::from_size(SIZE)).unwrap();
        for _ in 0..draws.below(10) {
            let at = draws.vector(IVec3::ZERO, SIZE - 1);
            let size = draws.vector(IVec3::ONE, IVec3::splat(3));
            let low = draws.percent(50);
            let at = if low { at.with_z(0) } else { at };
            let cells = CellBox::new(at, (at + size).min(SIZE));
            navigator.set_cells(cells, CellState::Occupied).unwrap();
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a size in single precision"
        )]
        let half = (cell * 0.4) as f32;
        let drone = navigator.add_agent(Agent::new([half; 3].into())).unwrap();
        let walker = (
            Agent::new([half, half, 2.0 * half].into()),
            Locomotion::walker(),
        );
        let walker = navigator.add_agent(walker).unwrap();
        Self {
            navigator,
            drone,
            walker,
            cell,
        }
    }

    /// Returns a place where an agent can be, if one is found soon.
    fn place(&mut self, body: AgentId, draws: &mut Draws) -> Option<DVec3> {
        let lattice = *self.navigator.lattice();
        (0..20).find_map(|_| {
            let at = lattice.center(draws.vector(IVec3::ZERO, SIZE - 1));
            let route = self.navigator.find_route(body, at, at).unwrap();
            route.waypoints.first().copied()
        })
    }

    fn is_way(&mut self, body: AgentId, from: DVec3, to: DVec3) -> bool {
        let route = self.navigator.find_route(body, from, to);
        route.unwrap().is_found()
    }
}

/// Agents that cross a hall far from zero arrive, and never overlap by more than rounding.
fn crosses(seed: u64) -> Result<usize, String> {
    let mut draws = Draws::new(seed);
    let mut hall = Hall::drawn(&mut draws);
    let mut crowd = Crowd::new(CrowdSettings::default());
    let (mut sent, mut starts) = (BTreeMap::new(), Vec::<DVec3>::new());
    let is_apart = |places: &[DVec3], at: DVec3, cell: f64| {
        places.iter().all(|it| it.distance(at) > 2.5 * cell)
    };
    let mut goals = Vec::<DVec3>::new();
    for number in 0..6 {
        let body = if number % 2 == 0 {
            hall.drone
        } else {
            hall.walker
        };
        let (Some(from), Some(to)) = (hall.place(body, &mut draws), hall.place(body, &mut draws))
        else {
            continue;
        };
        let is_free = is_apart(&starts, from, hall.cell) && is_apart(&goals, to, hall.cell);
        if !is_free || !hall.is_way(body, from, to) {
            continue;
        }
        starts.push(from);
        goals.push(to);
        let agent = CrowdAgent::new(body, from)
            .speed(4.0 * hall.cell)
            .stopping_distance(0.2 * hall.cell);
        let id = crowd
            .add(&mut hall.navigator, agent)
            .map_err(|it| it.to_string())?;
        crowd.send(id, to).unwrap();
        sent.insert(id, to);
    }
    let mut arrived = 0;
    for tick in 0..900 {
        for event in crowd.update(&mut hall.navigator, 1.0 / 15.0).unwrap() {
            match event {
                Event::Arrived(id) => {
                    sent.remove(&id);
                    arrived += 1;
                }
                Event::NoPath(..) | Event::Overlaps(..) | Event::Enclosed(_) => {
                    return Err(format!("tick {tick}: {event:?}"));
                }
                _ => {}
            }
        }
        let all: Vec<(CrowdAgentId, CrowdAgent)> =
            crowd.agents().map(|(id, it)| (id, *it)).collect();
        for (number, (id, one)) in all.iter().enumerate() {
            for (other_id, other) in &all[..number] {
                let apart = (one.position - other.position).length();
                let is_level = one.body == hall.drone && other.body == hall.drone;
                if is_level && apart < 0.8 * hall.cell * (1.0 - 8.0 * COARSEST) {
                    return Err(format!(
                        "tick {tick}: {id} and {other_id} are {apart} apart"
                    ));
                }
            }
        }
        if sent.is_empty() {
            break;
        }
    }
    match sent.first_key_value() {
        Some((id, to)) => Err(format!(
            "{id} at {} never comes to {to}",
            crowd.position(*id).unwrap()
        )),
        None => Ok(arrived),
    }
}

/// 60 halls; `VOXNAV_CASES=17` makes it 1,000.
#[test]
fn agents_arrive_wherever_numbers_are_fine_enough() {
    let arrived = hold("far", seeds(7_000, 60), || (), |seed, ()| crosses(seed));
    assert!(arrived.iter().sum::<usize>() > 120, "{arrived:?}");
}

#[test]
fn where_numbers_are_coarse_agents_are_refused_and_stay() {
    for mut draws in voxnav_testkit::cases(7_100, 40) {
        let cell = draws.magnitude(0.01, 100.0);
        let size = CellBox::from_size(IVec3::new(1 << 26, 2, 2));
        // Where the world begins numbers are fine enough, at its other end not.
        let begin = edge_of(cell) - 4e7 * cell;
        let lattice = Lattice::new(DVec3::X * begin, cell).unwrap();
        let mut navigator = Navigator::new(lattice, size).unwrap();
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a size in single precision"
        )]
        let half = (cell * 0.4) as f32;
        let drone = navigator.add_agent(Agent::new([half; 3].into())).unwrap();
        let mut crowd = Crowd::new(CrowdSettings::default());
        let [near, far] = [0, (1 << 26) - 1].map(|x| lattice.center(IVec3::new(x, 1, 1)));
        assert!(spacing(near.x) <= COARSEST * cell && spacing(far.x) > COARSEST * cell);
        let ann = crowd
            .add(&mut navigator, CrowdAgent::new(drone, near))
            .unwrap();
        let refused = crowd.add(&mut navigator, CrowdAgent::new(drone, far));
        assert!(matches!(refused, Err(CrowdError::Coarse { position, .. }) if position == far));
        let refused = crowd.set_position(ann, far);
        assert!(matches!(refused, Err(CrowdError::Coarse { id, .. }) if id == ann));
        assert_eq!(crowd.check_position(ann, far), refused);
        assert_eq!(crowd.position(ann), Ok(near));
        assert_eq!(crowd.len(), 1);
    }
}

/// A point in cells so small that it is 2^30 radii from the origin before numbers are coarse.
#[test]
fn agents_too_small_for_where_they_are_are_refused_and_told() {
    let size = CellBox::from_size(IVec3::new(1 << 22, 2, 2));
    let mut navigator = Navigator::new(Lattice::default(), size).unwrap();
    let point = navigator.add_agent(Agent::new([0.0; 3].into())).unwrap();
    let mut crowd = Crowd::new(CrowdSettings::default());
    let far = [f64::from(1 << 21), 1.0, 1.0];
    let refused = crowd.add(&mut navigator, CrowdAgent::new(point, far));
    assert!(matches!(refused, Err(CrowdError::TooFar { radius, .. }) if radius < 0.001));
    let large = CrowdAgent::new(point, far).radius(0.4);
    let ann = crowd.add(&mut navigator, large).unwrap();
    assert!(matches!(
        crowd.set_radius(ann, None),
        Err(CrowdError::TooFar { .. })
    ));
    crowd.send(ann, [far[0] + 3.0, 1.0, 1.0]).unwrap();
    for _ in 0..40 {
        crowd.update(&mut navigator, 0.1).unwrap();
    }
    assert!(crowd.position(ann).unwrap().x > far[0] + 2.5);
    // One that goes there by itself gets the event, once.
    let edge = [f64::from(1 << 20) - 2.0, 1.0, 1.0];
    let bob = crowd
        .add(&mut navigator, CrowdAgent::new(point, edge))
        .unwrap();
    crowd.send(bob, far).unwrap();
    let events: Vec<Event> = (0..60)
        .flat_map(|_| crowd.update(&mut navigator, 0.1).unwrap())
        .collect();
    let told = events.iter().filter(|it| matches!(it, Event::NoPath(..)));
    let told: Vec<&Event> = told.collect();
    assert_eq!(told, [&Event::NoPath(bob, NoPathReason::OutOfRange)]);
    // Without avoidance, bodies matter to no other.
    let mut alone = Crowd::new(CrowdSettings::default().avoidance(None));
    assert!(
        alone
            .add(&mut navigator, CrowdAgent::new(point, far))
            .is_ok()
    );
}

#[test]
fn characters_are_avoided_far_from_zero_and_refused_where_no_agent_can_be() {
    let origin = DVec3::splat(2e9);
    let lattice = Lattice::new(origin, 0.5).unwrap();
    let mut navigator = Navigator::new(lattice, CellBox::from_size(IVec3::new(30, 9, 5))).unwrap();
    let drone = navigator.add_agent(Agent::new([0.2; 3].into())).unwrap();
    let mut crowd = Crowd::new(CrowdSettings::default());
    let shape = Shape::Ball { radius: 0.3 };
    let player = Character::new(shape, origin + DVec3::new(7.0, 2.0, 1.0), [0.0; 3]);
    // Before the world is known, and after.
    crowd.set_characters(&[player]).unwrap();
    let from = origin + DVec3::new(1.0, 2.0, 1.0);
    let ann = CrowdAgent::new(drone, from).speed(2.0);
    let ann = crowd.add(&mut navigator, ann).unwrap();
    crowd.set_characters(&[player]).unwrap();
    let tiny = Character::new(Shape::Ball { radius: 1e-9 }, player.position, [0.0; 3]);
    let refused = crowd.set_characters(&[tiny]);
    assert!(
        matches!(refused, Err(CrowdError::Character { .. })),
        "{refused:?}"
    );
    crowd
        .send(ann, origin + DVec3::new(14.0, 2.0, 1.0))
        .unwrap();
    let (mut nearest, mut arrived) = (f64::INFINITY, false);
    for _ in 0..200 {
        let events = crowd.update(&mut navigator, 0.1).unwrap();
        arrived |= events.contains(&Event::Arrived(ann));
        nearest = nearest.min(crowd.position(ann).unwrap().distance(player.position));
    }
    assert!(arrived && nearest > 0.49 && nearest < 1.0, "{nearest}");
}
