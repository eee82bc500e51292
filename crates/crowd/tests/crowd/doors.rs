//! Agents that are in each other's way where it is narrow: all arrive.

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState};
use voxnav::{Agent, AgentId, Lattice, Navigator};
use voxnav_crowd::crowd::{Crowd, Event, Mover, MoverId, Policy};
use voxnav_testkit::{Draws, cases};

const DT: f64 = 1.0 / 30.0;
const RADIUS: f64 = 0.45;

/// A world of one layer with a wall across that has a door of some cells.
fn hall(door: i32) -> (Navigator, AgentId) {
    let bounds = CellBox::new(IVec3::new(-12, -8, 0), IVec3::new(13, 9, 1));
    let mut navigator = Navigator::new(Lattice::default(), bounds).unwrap();
    let wall = CellBox::new(IVec3::new(0, -8, 0), IVec3::new(1, 9, 1));
    navigator.set_cells(wall, CellState::Occupied).unwrap();
    let gap = CellBox::new(IVec3::ZERO, IVec3::new(1, door, 1));
    navigator.set_cells(gap, CellState::Free).unwrap();
    let drone = navigator.add_agent(Agent::new([0.45; 3].into())).unwrap();
    (navigator, drone)
}

/// Draws cells on one side of the wall, no two of which are the same.
fn cells(draws: &mut Draws, side: i32, count: usize) -> Vec<DVec3> {
    let mut all: Vec<IVec3> = (3..12)
        .flat_map(|x| (-7..8).map(move |y| IVec3::new(side * x, y, 0)))
        .collect();
    draws.shuffle(&mut all);
    all[..count].iter().map(|cell| cell.as_dvec3()).collect()
}

/// Plays until all have arrived, and returns how many have; no two may overlap.
fn arrived(navigator: &mut Navigator, crowd: &mut Crowd, seconds: f64) -> usize {
    let (mut arrived, mut now) = (0, 0.0);
    while arrived < crowd.len() && now < seconds {
        let events = crowd.update(navigator, DT).unwrap();
        let is_there = |event: &&Event| matches!(event, Event::Arrived(_));
        arrived += events.iter().filter(is_there).count();
        now += DT;
        let at: Vec<DVec3> = crowd.movers().map(|it| it.1.position).collect();
        for (number, one) in at.iter().enumerate() {
            for other in &at[..number] {
                assert!(one.distance(*other) > 2.0 * RADIUS - 1e-6);
            }
        }
    }
    arrived
}

#[test]
fn opposing_flows_through_one_door_do_not_lock() {
    for mut draws in cases(1, 2) {
        let (mut navigator, drone) = hall(3);
        let mut crowd = Crowd::new(Policy::default());
        let [left, right] = [-1, 1].map(|side| cells(&mut draws, side, 10));
        for (one, other) in left.iter().zip(&right) {
            for (from, to) in [(one, other), (other, one)] {
                let mover = Mover::new(drone, *from).speed(4.0);
                let id = crowd.add(&mut navigator, mover).unwrap();
                crowd.send(id, *to).unwrap();
            }
        }
        assert_eq!(arrived(&mut navigator, &mut crowd, 60.0), 20);
    }
}

#[test]
fn who_rests_in_a_door_is_pushed_aside_and_goes_back() {
    let (mut navigator, drone) = hall(2);
    let mut crowd = Crowd::new(Policy::default());
    let mut add = |at: [f64; 3]| -> MoverId {
        let mover = Mover::new(drone, at).speed(4.0);
        crowd.add(&mut navigator, mover).unwrap()
    };
    let (rests, goes) = (add([0.0, 0.5, 0.0]), add([-5.0, 0.5, 0.0]));
    crowd.send(goes, [6.0, 3.0, 0.0]).unwrap();
    let mut told = Vec::new();
    for _ in 0..300 {
        told.extend(crowd.update(&mut navigator, DT).unwrap());
    }
    assert!(told.contains(&Event::Arrived(goes)), "{told:?}");
    assert!(told.contains(&Event::PushedAside(rests)), "{told:?}");
    let back = crowd.position(rests).unwrap();
    assert!(back.distance(DVec3::Y * 0.5) < 0.1, "{back}");
}

#[test]
fn a_taken_goal_is_waited_for_nearby() {
    let (mut navigator, drone) = hall(3);
    let mut crowd = Crowd::new(Policy::default());
    let goal = DVec3::new(6.0, 3.0, 0.0);
    let [first, second] = [goal, DVec3::new(-6.0, 0.0, 0.0)].map(|at| {
        crowd
            .add(&mut navigator, Mover::new(drone, at).speed(4.0))
            .unwrap()
    });
    crowd.send(second, goal).unwrap();
    for _ in 0..300 {
        crowd.update(&mut navigator, DT).unwrap();
    }
    let apart = crowd.position(second).unwrap().distance(goal);
    assert!(apart < 2.5 && crowd.position(first).unwrap().distance(goal) < 0.3);
    assert!(crowd.errand(second).unwrap().is_some());
    crowd.send(first, [6.0, -3.0, 0.0]).unwrap();
    for _ in 0..200 {
        crowd.update(&mut navigator, DT).unwrap();
    }
    assert!(crowd.position(second).unwrap().distance(goal) <= 0.1);
}
