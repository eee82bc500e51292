//! Agents that make no sense.

use voxnav_occupancy::Heading;
use voxnav_search::{Cost, Fall, Jump, Locomotion, LocomotionError};

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
