//! Agents that are stuck where others stand look for another way.

use voxnav::glam::IVec2;
use voxnav_crowd::crowd::{CrowdAgentId, CrowdSettings, Event, PlanningStats};
use voxnav_testkit::{Draws, hold, seeds};

use crate::walled::{Kind, Plan, RADIUS, Walled};
use crate::worlds::Driver;

/// The door in the middle of the wall.
const MIDDLE: [i32; 2] = [0, 3];

/// Draws the row of the other door of a hall.
fn plan(draws: &mut Draws) -> Plan {
    Plan {
        corners: [IVec2::new(-12, -4), IVec2::new(13, 20)],
        doors: vec![MIDDLE, [draws.between(8, 15), 3]],
        more: 2.0 * RADIUS,
    }
}

/// Draws a hall anywhere with a wall across that has two doors of three cells: one in the middle, which is filled with agents
/// that do not move, and one far to the side. Sends others through the wall.
fn jammed(draws: &mut Draws, settings: CrowdSettings) -> (Walled, Vec<CrowdAgentId>) {
    let plan = plan(draws);
    let hall = Walled::drawn(Kind::Drones, &plan, settings, draws);
    fill(hall, Walled::driver, draws)
}

/// The same on the grid, moved by the crowd.
fn jammed_on_grid(draws: &mut Draws, settings: CrowdSettings) -> (Walled, Vec<CrowdAgentId>) {
    let hall = Walled::on_grid(&plan(draws), settings);
    fill(hall, |_, _| Driver::Crowd, draws)
}

fn fill(
    mut hall: Walled,
    driver: impl Fn(&Walled, &mut Draws) -> Driver,
    draws: &mut Draws,
) -> (Walled, Vec<CrowdAgentId>) {
    for at in hall.filling(MIDDLE, 3) {
        let driver = driver(&hall, draws);
        hall.add(at, 0.0, driver);
    }
    let mut cells: Vec<[f64; 2]> = (3..9)
        .flat_map(|x| (-3..6).map(move |y| [x, y].map(f64::from)))
        .collect();
    draws.shuffle(&mut cells);
    let sent = cells[..8].iter().zip(&cells[8..16]).map(|(from, to)| {
        let driver = driver(&hall, draws);
        let id = hall.add([-from[0], from[1]], 4.0, driver);
        hall.send(id, *to);
        id
    });
    let sent = sent.collect();
    (hall, sent)
}

/// Plays until all have arrived. At least one is given another way. Returns how often an agent was stuck.
fn all_take_the_other((mut hall, mut sent): (Walled, Vec<CrowdAgentId>)) -> Result<usize, String> {
    let most = hall.crowd.settings().budget + PlanningStats::MOST_OVER;
    let (mut stuck, mut routes, all) = (0, 0, sent.len());
    for _ in 0..1800 {
        for event in hall.tick()? {
            match event {
                Event::Arrived(id) => sent.retain(|it| *it != id),
                Event::Stuck(..) => stuck += 1,
                Event::RouteChanged(_) => routes += 1,
                _ => {}
            }
        }
        let work = hall.crowd.work();
        if work.total() > most + work.moves {
            return Err(format!("{work:?}"));
        }
        if routes > all && sent.is_empty() {
            return Ok(stuck);
        }
    }
    let told: Vec<String> = sent.iter().map(|id| hall.told(*id)).collect();
    let all = hall.crowd.agents().map(|it| hall.told(it.0));
    let all: Vec<String> = all.collect();
    let frame = &hall.frame;
    Err(format!(
        "{stuck} were stuck, {routes} routes, {told:#?} of {all:#?} {frame:?}"
    ))
}

/// The policies of seeds.
fn settings(seed: u64) -> CrowdSettings {
    match seed % 2 {
        0 => CrowdSettings::default().anytime(),
        _ => CrowdSettings::default(),
    }
}

#[test]
fn where_one_of_two_doors_is_jammed_all_take_the_other() {
    let law = |seed, (): &mut ()| {
        let mut draws = Draws::new(seed);
        all_take_the_other(jammed(&mut draws, settings(seed)))
    };
    hold("jams", seeds(1_000, 12), || (), law);
    let on_grid = |seed, (): &mut ()| {
        let mut draws = Draws::new(seed);
        all_take_the_other(jammed_on_grid(&mut draws, settings(seed)))
    };
    let stuck = hold("jams on the grid", seeds(1, 3), || (), on_grid);
    assert!(stuck.iter().take(3).all(|it| *it > 0), "{stuck:?}");
}

/// Draws in which agents are stuck, next to an agent that never moves or on a way through the jam. In the first and the last
/// one stood still forever.
const LOCKED: [u64; 3] = [36, 61, 136];

#[test]
fn agents_beside_one_that_never_moves_get_on() {
    for seed in LOCKED {
        let mut draws = Draws::new(seed);
        let jammed = jammed_on_grid(&mut draws, CrowdSettings::default().anytime());
        let told = all_take_the_other(jammed);
        assert!(told.as_ref().is_ok_and(|it| *it > 0), "{seed}: {told:?}");
    }
}

/// Costs that rise for one that is stuck stay as they were for the others.
fn shortest(seed: u64) -> Result<(), String> {
    let mut draws = Draws::new(seed);
    let (mut hall, sent) = jammed(&mut draws, CrowdSettings::default());
    hall.play(300)?;
    for id in sent {
        hall.crowd.remove(id).unwrap();
    }
    let late = hall.add([-9.0, 1.0], 4.0, Driver::Crowd);
    hall.send(late, [9.0, 1.0]);
    hall.crowd.update(&mut hall.navigator, 0.0).unwrap();
    let way = hall.crowd.waypoints(late).unwrap();
    let way: Vec<_> = way.iter().map(|at| hall.frame.plan(*at)).collect();
    let end = hall.end_of(MIDDLE);
    let is_short = way.len() > 1 && way.iter().all(|at| at.y < end);
    is_short
        .then_some(())
        .ok_or_else(|| format!("{way:?} {:?}", hall.frame))
}

#[test]
fn who_is_not_stuck_keeps_the_shortest_way() {
    hold("shortest", seeds(500, 12), || (), |seed, ()| shortest(seed));
}
