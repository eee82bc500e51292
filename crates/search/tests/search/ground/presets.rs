//! Presets of other tools against what those publish.

use voxnav_search::{Cost, Fall, Locomotion};

/// Ticks in which something falls so many blocks: it falls 3.92 (1 - 0.98^t) blocks in tick t.
fn ticks_of_a_fall(mut blocks: f64) -> f64 {
    let mut ticks = 0;
    loop {
        let falls = 3.92 * (1.0 - 0.98_f64.powi(ticks));
        if blocks <= falls {
            return f64::from(ticks) + blocks / falls;
        }
        blocks -= falls;
        ticks += 1;
    }
}

/// Whether a cost is so many ticks, to a thousandth.
fn is(cost: Cost, ticks: f64) -> bool {
    (cost.length() - ticks).abs() < 0.0006
}

/// Speeds in blocks a second, 20 ticks each, as in `ActionCosts.java` of Baritone.
#[test]
fn ticks_are_those_that_baritone_publishes() {
    let agent = Locomotion::ticks();
    assert!(is(agent.walk.unwrap(), 20.0 / 4.317));
    assert!(is(agent.climb.unwrap(), 20.0 / 2.35));
    assert!(is(agent.swim.unwrap().surface, 20.0 / 2.2));
    assert!(is(agent.swim.unwrap().below, 20.0 / 2.2));
    assert!(is(
        agent.step,
        ticks_of_a_fall(1.25) - ticks_of_a_fall(0.25)
    ));
    let Fall::Table(falls) = agent.fall else {
        panic!("falls by gravity");
    };
    for (cost, blocks) in falls.into_iter().zip(1..) {
        assert!(
            is(cost, ticks_of_a_fall(f64::from(blocks))),
            "{blocks} blocks"
        );
    }
}

/// The constants of `lib/movements.js` of mineflayer-pathfinder.
#[test]
fn costs_are_those_of_mineflayer_pathfinder() {
    let agent = Locomotion::mineflayer();
    let (forward, jump_up, liquid) = (Cost::STRAIGHT, Cost::STRAIGHT * 2, Cost::STRAIGHT);
    let walk = agent.walk.unwrap();
    assert_eq!(walk, forward);
    assert_eq!(walk + agent.step, jump_up);
    assert_eq!(agent.swim.unwrap().surface, forward + liquid);
    assert_eq!((agent.step_up, agent.drop), (1, 4));
    assert_eq!(agent.fall, Fall::PerCell(Cost::ZERO));
}
