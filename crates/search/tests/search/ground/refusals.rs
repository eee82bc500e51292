//! Agents that make no sense.

use std::time::{Duration, Instant};

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, Heading, OccupancyBuilder, UnknownPolicy};
use voxnav_search::{Compass, Cost, Fall, Ground, Jump, Locomotion, LocomotionError, Successors};

use super::scene::jumper;

#[test]
fn ways_of_moving_that_make_no_sense_name_their_field() {
    let walker = Locomotion::walker;
    for preset in [
        walker(),
        Locomotion::spider(),
        Locomotion::diver(),
        Locomotion::ticks(),
        Locomotion::mineflayer(),
        Locomotion::roblox(),
        Locomotion::crouching(),
    ] {
        for up in Heading::ALL {
            assert_eq!(preset.clone().with_up(up).check(), Ok(()), "{up:?}");
        }
        assert_eq!(preset.clone().with_up(preset.up), preset);
    }
    let nothing = Locomotion {
        swim: None,
        ..Locomotion::diver()
    };
    assert_eq!(nothing.check(), Err(LocomotionError::NoMoves));
    // What begins with a walk needs one.
    let diver = Locomotion::diver;
    for (field, agent) in [
        (
            "step_up",
            Locomotion {
                step_up: 1,
                ..diver()
            },
        ),
        ("drop", Locomotion { drop: 2, ..diver() }),
        (
            "drop_into_liquid",
            Locomotion {
                drop_into_liquid: 1,
                ..diver()
            },
        ),
        (
            "jump",
            Locomotion {
                jump: Some(Jump::over_one()),
                ..diver()
            },
        ),
    ] {
        assert_eq!(agent.check(), Err(LocomotionError::NeedsWalk { field }));
    }
    let named = |agent: Locomotion, field: &str| {
        let message = agent.check().unwrap_err().to_string();
        assert!(message.contains(field), "{message}");
    };
    let free = Some(Cost::ZERO);
    named(
        Locomotion {
            walk: free,
            ..walker()
        },
        "`walk`",
    );
    named(
        Locomotion {
            fly: Some(Cost::MAX),
            ..walker()
        },
        "`fly`",
    );
    named(
        Locomotion {
            step_up: 64,
            ..walker()
        },
        "`step_up`",
    );
    named(jumper(16, 0), "`jump.gap`");
    named(
        Locomotion {
            fall: Fall::Table(vec![]),
            ..walker()
        },
        "`fall`",
    );
    let mut crouching = Locomotion::crouching();
    crouching.crouch.as_mut().unwrap().height = 2;
    named(crouching, "`crouch`");
}

/// Numbers that are too large are refused before anything is worked out for them, and the largest that are not
/// take no time to speak of.
#[test]
fn large_numbers_are_refused_or_answered_at_once() {
    let world = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(9)))
        .unwrap()
        .commit();
    let begun = Instant::now();
    let reckless = |gap, rise, [step_up, drop]: [u8; 2]| {
        let compass = Compass::Eight;
        let jump = Some(Jump {
            gap,
            rise,
            compass,
            ..Jump::over_one()
        });
        Locomotion {
            jump,
            step_up,
            drop,
            drop_into_liquid: drop,
            unknown: UnknownPolicy::StopAtBoundary,
            ..Locomotion::walker()
        }
    };
    let too_far = |agent: Locomotion| match Ground::new(&world, &agent) {
        Err(LocomotionError::TooFar { field, .. }) => field,
        other => panic!("{other:?}"),
    };
    assert_eq!(too_far(reckless(255, 255, [255; 2])), "step_up");
    assert_eq!(too_far(reckless(255, 255, [1, 255])), "drop");
    assert_eq!(too_far(reckless(255, 255, [1, 3])), "jump.gap");
    assert_eq!(too_far(reckless(0, 255, [1, 3])), "jump.rise");
    let (most, step, drop) = (
        Locomotion::MOST_JUMP,
        Locomotion::MOST_STEP,
        Locomotion::MOST_DROP,
    );
    let largest = Ground::new(&world, &reckless(most, most, [step, drop])).unwrap();
    let mut moves = Vec::new();
    largest
        .moves()
        .moves_from(IVec3::splat(4).with_z(0), &mut moves);
    assert!(!moves.is_empty());
    println!("{:?}", begun.elapsed());
    assert!(
        begun.elapsed() < Duration::from_secs(20),
        "{:?}",
        begun.elapsed()
    );
}
