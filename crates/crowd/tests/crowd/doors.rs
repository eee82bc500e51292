//! Agents that are in each other's way where it is narrow: all arrive.

use std::collections::BTreeMap;

use voxnav::glam::IVec2;
use voxnav_crowd::crowd::{CrowdSettings, Event};
use voxnav_testkit::{Draws, hold, seeds};

use crate::walled::{Kind, Plan, RADIUS, Walled};

/// A hall anywhere with a wall across that has a door of some cells, and wider by a part of one where it is shifted.
fn hall(door: i32, more: f64, draws: &mut Draws) -> Walled {
    let plan = Plan {
        corners: [IVec2::new(-12, -8), IVec2::new(13, 9)],
        doors: vec![[0, door]],
        more,
    };
    let kind = draws.pick(&[Kind::Drones, Kind::Walkers]);
    Walled::drawn(kind, &plan, CrowdSettings::default(), draws)
}

/// Draws places on one side of the wall. Agents that are sent there do not meet.
fn places(hall: &mut Walled, side: i32, count: usize, draws: &mut Draws) -> Vec<[f64; 2]> {
    let mut all: Vec<[i32; 2]> = (3..12)
        .flat_map(|x| (-7..8).map(move |y| [side * x, y]))
        .collect();
    draws.shuffle(&mut all);
    hall.apart(all.into_iter().map(|it| it.map(f64::from)), count)
}

/// Ten agents on each side go to the other one, through one door.
fn opposing(seed: u64) -> Result<(), String> {
    let mut draws = Draws::new(seed);
    let mut hall = hall(3, 2.0 * RADIUS, &mut draws);
    let [left, right] = [-1, 1].map(|side| places(&mut hall, side, 10, &mut draws));
    let (mut left_over, mut all, mut goals) = (Vec::new(), Vec::new(), BTreeMap::new());
    for (one, other) in left.iter().zip(&right) {
        for (from, to) in [(one, other), (other, one)] {
            let driver = hall.driver(&mut draws);
            let id = hall.add(*from, 4.0, driver);
            hall.send(id, *to);
            goals.insert(id, *to);
            left_over.push(id);
        }
    }
    for _ in 0..1800 {
        let events = hall.tick()?;
        for event in &events {
            if let Event::Arrived(id) = event {
                left_over.retain(|it| it != id);
            }
        }
        all.extend(events);
        if left_over.is_empty() {
            return Ok(());
        }
    }
    all.retain(|event| left_over.contains(&event.agent()));
    let told: Vec<String> = left_over.iter().map(|id| hall.told(*id)).collect();
    let goals: Vec<_> = left_over.iter().map(|id| goals[id]).collect();
    Err(format!("{told:#?} to {goals:?} {all:?} {:?}", hall.frame))
}

#[test]
fn opposing_flows_through_one_door_do_not_lock() {
    hold("opposing", seeds(0, 12), || (), |seed, ()| opposing(seed));
}

/// One that rests in a door, and one that goes through.
fn resting(seed: u64) -> Result<(), String> {
    let mut draws = Draws::new(seed);
    let mut hall = hall(2, 0.0, &mut draws);
    let by = [(); 2].map(|()| hall.driver(&mut draws));
    let middle = hall.filling([0, 2], 1)[0];
    let rests = hall.add(middle, 4.0, by[0]);
    let goes = hall.add([-5.0, 0.5], 4.0, by[1]);
    hall.send(goes, [6.0, 3.0]);
    let told = hall.play(300)?;
    let is_told = |event| told.contains(&event);
    // Where it rested, or on the ground in the middle of that cell.
    let end = hall.end(middle);
    let back = hall.distance(rests, middle).min(hall.distance(rests, end));
    if is_told(Event::Arrived(goes)) && is_told(Event::PushedAside(rests)) && back < 0.1 {
        return Ok(());
    }
    let (rests, goes, frame) = (hall.told(rests), hall.told(goes), hall.frame);
    Err(format!("{back} away: {rests}, {goes}: {told:?} {frame:?}"))
}

/// Draws in which one that came around a corner to the door swayed before it for seconds, and the other stayed.
const SWAYED: [u64; 3] = [1023, 1398, 1533];

#[test]
fn who_rests_in_a_door_is_pushed_aside_and_goes_back() {
    hold("resting", seeds(1_000, 60), || (), |seed, ()| resting(seed));
    for seed in SWAYED {
        resting(seed).unwrap();
    }
}

/// One that goes to where another rests, which leaves later.
fn taken(seed: u64) -> Result<(), String> {
    let mut draws = Draws::new(seed);
    let mut hall = hall(3, 2.0 * RADIUS, &mut draws);
    let by = [(); 2].map(|()| hall.driver(&mut draws));
    let goal = [6.0, 3.0];
    let first = hall.add(goal, 4.0, by[0]);
    let second = hall.add([-6.0, 0.0], 4.0, by[1]);
    hall.send(second, goal);
    hall.play(300)?;
    let wrong = |hall: &Walled, text: &str| {
        let (first, second) = (hall.told(first), hall.told(second));
        Err(format!("{text}: {first}, {second}, {:?}", hall.frame))
    };
    if hall.distance(second, goal) >= 2.5 || hall.distance(first, goal) >= 0.3 {
        return wrong(&hall, "is not near the goal");
    }
    if hall.crowd.move_target(second).unwrap().is_none() {
        return wrong(&hall, "gave up");
    }
    hall.send(first, [6.0, -3.0]);
    hall.play(200)?;
    let end = hall.end(goal);
    if hall.distance(second, end) > 0.1 + hall.frame.grain() {
        return wrong(&hall, "does not come to the goal");
    }
    Ok(())
}

#[test]
fn a_taken_goal_is_waited_for_nearby() {
    hold("taken", seeds(2_000, 40), || (), |seed, ()| taken(seed));
}
