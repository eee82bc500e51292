//! Ways that are open for moments alone.

use std::f64::consts::TAU;

use voxnav::colliders::ObstacleId;
use voxnav::glam::{DVec3, IVec2};
use voxnav_crowd::crowd::{CrowdSettings, Event, MoveOutcome};
use voxnav_testkit::{Draws, hold, seeds};

use crate::walled::{Kind, Plan, Walled};

/// A box that slides over a corridor, to and fro.
struct Piston {
    id: ObstacleId,
    /// The place where it shuts the corridor, and a cell to the side.
    at: DVec3,
    aside: DVec3,
    /// The updates of a turn and a return, and those after which it begins.
    period: u32,
    begin: u32,
}

/// The cells by which a box slides to either side of the middle of its way, and the middle. It leaves the corridor open from
/// some three cells on.
const SLIDES: f64 = 6.0;
const MIDDLE: f64 = 3.6;

impl Piston {
    fn new(hall: &mut Walled, x: f64, [period, begin]: [u32; 2]) -> Self {
        let (id, at) = hall.block([x, 0.0], [0.75, 4.0]);
        let aside = hall.frame.position(DVec3::Y) - hall.frame.position(DVec3::ZERO);
        Self {
            id,
            at,
            aside,
            period,
            begin,
        }
    }

    /// Moves the box where it is to be at an update, unless an agent stands there.
    fn play(&self, hall: &mut Walled, update: u32) {
        let turn = f64::from(update + self.begin) / f64::from(self.period);
        let off = (MIDDLE + SLIDES * (turn * TAU).sin()).max(0.0);
        let to = self.at + self.aside * off;
        let moved = (hall.crowd).try_move_obstacle(&mut hall.navigator, self.id, to);
        assert!(matches!(
            moved.unwrap(),
            MoveOutcome::Moved | MoveOutcome::Blocked(_)
        ));
    }
}

/// One goes through a corridor over which two boxes slide in opposite phase: it is open for moments alone.
fn between_pistons(seed: u64) -> Result<u32, String> {
    let mut draws = Draws::new(seed);
    let plan = Plan {
        corners: [IVec2::new(-10, -3), IVec2::new(11, 4)],
        doors: vec![[-2, 5]],
        more: 0.0,
    };
    let kind = draws.pick(&[Kind::Drones, Kind::Walkers]);
    let mut hall = Walled::drawn(kind, &plan, CrowdSettings::default(), &mut draws);
    let period = draws.between(60_u32, 200) * 2;
    let begin = draws.below(period);
    let pistons = [(-4.0, begin), (4.0, begin + period / 2)];
    let pistons = pistons.map(|(x, begin)| Piston::new(&mut hall, x, [period, begin]));
    let driver = hall.driver(&mut draws);
    let id = hall.add([-8.0, draws.within(-1.0, 1.0)], 4.0, driver);
    hall.send(id, [8.0, 0.0]);
    for update in 0..2700 {
        for piston in &pistons {
            piston.play(&mut hall, update);
        }
        if hall.tick()?.contains(&Event::Arrived(id)) {
            return Ok(update);
        }
    }
    let told = hall.told(id);
    Err(format!("{told}, {period} {:?}", hall.frame))
}

#[test]
fn one_gets_through_where_two_pistons_open_for_a_moment() {
    hold(
        "pistons",
        seeds(1, 12),
        || (),
        |seed, ()| between_pistons(seed),
    );
}
