//! Agents that are stuck where others stand look for another way.

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState};
use voxnav::{Agent, AgentId, Lattice, Navigator};
use voxnav_crowd::crowd::{Crowd, Event, Mover, MoverId, Policy};
use voxnav_testkit::{Draws, cases};

const DT: f64 = 1.0 / 30.0;

/// A world of one layer with a wall across that has two doors of three cells: one in the middle, one far to the side.
fn hall(far: i32) -> (Navigator, AgentId) {
    let bounds = CellBox::new(IVec3::new(-12, -4, 0), IVec3::new(13, 20, 1));
    let mut navigator = Navigator::new(Lattice::default(), bounds).unwrap();
    let wall = CellBox::new(IVec3::new(0, -4, 0), IVec3::new(1, 20, 1));
    navigator.set_cells(wall, CellState::Occupied).unwrap();
    for door in [0, far] {
        let gap = CellBox::new(IVec3::new(0, door, 0), IVec3::new(1, door + 3, 1));
        navigator.set_cells(gap, CellState::Free).unwrap();
    }
    let drone = navigator.add_agent(Agent::new([0.45; 3].into())).unwrap();
    (navigator, drone)
}

/// Fills the door in the middle with agents that do not move, and sends others through the wall.
fn jammed(draws: &mut Draws, policy: Policy) -> (Navigator, Crowd, Vec<MoverId>) {
    let (mut navigator, drone) = hall(draws.between(8, 15));
    let mut crowd = Crowd::new(policy);
    for y in 0..3 {
        let mover = Mover::new(drone, [0.0, f64::from(y), 0.0]).speed(0.0);
        crowd.add(&mut navigator, mover).unwrap();
    }
    let mut cells: Vec<[f64; 2]> = (3..9)
        .flat_map(|x| (-3..6).map(move |y| [x, y].map(f64::from)))
        .collect();
    draws.shuffle(&mut cells);
    let sent = cells[..8].iter().zip(&cells[8..16]).map(|(from, to)| {
        let mover = Mover::new(drone, [-from[0], from[1], 0.0]).speed(4.0);
        let id = crowd.add(&mut navigator, mover).unwrap();
        crowd.send(id, [to[0], to[1], 0.0]).unwrap();
        id
    });
    let sent = sent.collect();
    (navigator, crowd, sent)
}

/// Draws in which one stood still for ever: beside an agent that never moves, or on a way through the jam.
const LOCKED: [u64; 3] = [12, 36, 136];

#[test]
fn where_one_of_two_doors_is_jammed_all_take_the_other() {
    let policies = [Policy::default(), Policy::default().first_path()];
    let mut stuck = 0;
    for (mut draws, policy) in cases(1, 3).zip(policies.iter().cycle()) {
        stuck += all_take_the_other(&mut draws, policy);
    }
    assert!(stuck > 0, "no agent was ever stuck");
    for mut draws in LOCKED.map(Draws::new) {
        all_take_the_other(&mut draws, &policies[1]);
    }
}

/// Plays until all should have arrived, and returns how often an agent was stuck.
fn all_take_the_other(draws: &mut Draws, policy: &Policy) -> usize {
    let (mut navigator, mut crowd, sent) = jammed(draws, policy.clone());
    let (mut arrived, mut stuck) = (0, 0);
    for _ in 0..1800 {
        for event in crowd.update(&mut navigator, DT).unwrap() {
            arrived += usize::from(matches!(event, Event::Arrived(_)));
            stuck += usize::from(matches!(event, Event::Stuck(..)));
        }
        let work = crowd.work();
        assert!(work.total() <= policy.work + voxnav_crowd::crowd::Work::MOST_OVER + work.moves);
    }
    let at = |id: &MoverId| crowd.position(*id).unwrap();
    let places: Vec<DVec3> = sent.iter().map(at).collect();
    assert_eq!(arrived, sent.len(), "{places:?}");
    stuck
}

/// Costs that rise for one that is stuck stay as they were for the others.
#[test]
fn who_is_not_stuck_keeps_the_shortest_way() {
    let mut draws = Draws::new(5);
    let (mut navigator, mut crowd, sent) = jammed(&mut draws, Policy::default());
    for _ in 0..300 {
        crowd.update(&mut navigator, DT).unwrap();
    }
    for id in sent {
        crowd.remove(id).unwrap();
    }
    let drone = crowd.movers().map(|it| it.1.body).next().unwrap();
    let late = Mover::new(drone, [-9.0, 1.0, 0.0]).speed(4.0);
    let late = crowd.add(&mut navigator, late).unwrap();
    crowd.send(late, [9.0, 1.0, 0.0]).unwrap();
    crowd.update(&mut navigator, DT).unwrap();
    let way = crowd.waypoints(late).unwrap();
    assert!(way.iter().all(|at| at.y < 3.0), "{way:?}");
}
