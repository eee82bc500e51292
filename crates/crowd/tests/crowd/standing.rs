//! A neighbor that does not cooperate stands in a door: others take another one.

use voxnav::glam::IVec2;
use voxnav_crowd::crowd::{CrowdAgentId, CrowdSettings, Event};
use voxnav_testkit::{Draws, hold, seeds};

use crate::walled::{Kind, Plan, Walled};
use crate::worlds::Driver;

/// The kind of neighbor that stands in a door.
#[derive(Clone, Copy, Debug)]
enum Stands {
    /// An agent that never moves.
    Still,
    /// One that others move, and that they do not.
    Player,
    /// One that the crowd does not have.
    Character,
}

/// Draws a hall anywhere with two doors, a neighbor in the nearer one, and sends 16 agents through the wall.
fn blocked(kind: Kind, draws: &mut Draws) -> (Walled, Vec<CrowdAgentId>, Stands) {
    let near = [0, draws.pick(&[1, 3])];
    let plan = Plan {
        corners: [IVec2::new(-12, -4), IVec2::new(13, 20)],
        doors: vec![near, [draws.between(8, 15), 3]],
        // Wherever the wall is shifted, a whole cell is free in which a walker stands.
        more: 1.0,
    };
    let mut settings = CrowdSettings::default();
    if draws.percent(50) {
        settings = settings.anytime();
    }
    let mut hall = Walled::drawn(kind, &plan, settings, draws);
    let who = draws.pick(&[Stands::Still, Stands::Player, Stands::Character]);
    let mut characters = Vec::new();
    for at in hall.filling(near, near[1]) {
        match who {
            Stands::Still => drop(hall.add(at, 0.0, Driver::Crowd)),
            Stands::Player => drop(hall.add(at, 4.0, Driver::Stands)),
            Stands::Character => characters.push(hall.character(at)),
        }
    }
    let mut cells: Vec<[f64; 2]> = (3..9)
        .flat_map(|x| (-3..6).map(move |y| [x, y].map(f64::from)))
        .collect();
    draws.shuffle(&mut cells);
    let (from, others) = cells.split_at(16);
    let goals = hall.apart(others.iter().chain(from).copied(), from.len());
    assert_eq!(goals.len(), from.len());
    let mut sent = Vec::new();
    for (from, to) in from.iter().zip(&goals) {
        let driver = hall.driver(draws);
        let id = hall.add([-from[0], from[1]], 4.0, driver);
        hall.send(id, *to);
        sent.push(id);
    }
    hall.crowd.update(&mut hall.navigator, 0.0).unwrap();
    hall.crowd.set_characters(&characters).unwrap();
    (hall, sent, who)
}

fn all_get_through(kind: Kind, seed: u64) -> Result<u32, String> {
    let mut draws = Draws::new(seed);
    let (mut hall, mut left, who) = blocked(kind, &mut draws);
    for tick in 0..2700 {
        for event in hall.tick()? {
            if let Event::Arrived(id) = event {
                left.retain(|it| *it != id);
            }
        }
        if left.is_empty() {
            return Ok(tick);
        }
    }
    let told: Vec<String> = left.iter().map(|id| hall.told(*id)).collect();
    Err(format!(
        "{who:?}, {} left: {told:#?} {:?}",
        left.len(),
        hall.frame
    ))
}

#[test]
fn drones_take_another_door_than_the_one_in_which_somebody_stands() {
    hold(
        "drones around",
        seeds(1, 8),
        || (),
        |seed, ()| all_get_through(Kind::Drones, seed),
    );
}

#[test]
fn walkers_take_another_door_than_the_one_in_which_somebody_stands() {
    hold(
        "walkers around",
        seeds(1, 16),
        || (),
        |seed, ()| all_get_through(Kind::Walkers, seed),
    );
}
