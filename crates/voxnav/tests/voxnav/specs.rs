//! Agents and searches as data: what is written is read as equal, and means what the library's own types mean.

#![expect(clippy::panic, reason = "tests fail by panicking")]

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use voxnav::experiment::{Heuristic, TieBreaking};
use voxnav::glam::DVec3;
use voxnav::grid::{Axis, Baking, Heading, Layers, Sign};
use voxnav::ground::{
    Compass, Crouch, Fall, Hazards, Jump, JumpReach, Locomotion, Reach, Support, Swim,
};
use voxnav::search::{Cost, Explain, Partial, Weight};
use voxnav::spatial::KeepAway;
use voxnav::specs::{AgentSpec, LocomotionSpec, RouteSpec, SpecError};
use voxnav::{
    Agent, Algorithm, CornerRule, Lattice, MoveSet, Navigator, NavigatorError, RouteOptions,
    UnknownPolicy,
};
use voxnav_testkit::{Draws, Frame, cases};

fn read<T: DeserializeOwned>(text: &Value) -> T {
    serde_json::from_value(text.clone()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refusal<T: DeserializeOwned + Debug>(text: &Value) -> String {
    serde_json::from_value::<T>(text.clone())
        .unwrap_err()
        .to_string()
}

/// Checks that a spec is read as it was written.
fn survives<T: Serialize + DeserializeOwned + PartialEq + Debug>(spec: &T) {
    let text = serde_json::to_string(spec).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), spec, "{text}");
}

fn locomotion(text: &Value) -> Locomotion {
    read::<LocomotionSpec>(text)
        .over(&Lattice::default())
        .unwrap()
}

/// A change of a locomotion by a number.
type Change = fn(&mut Locomotion, f64);

/// Draws a value of a field of a locomotion, with the change that it means.
fn drawn_field(draws: &mut Draws) -> (&'static str, Value, Change) {
    fn cost(length: f64) -> Cost {
        Cost::of_length(length)
    }
    let length = f64::from(draws.between(1, 40)) / 4.0;
    let fields: [(&'static str, Value, Change); 14] = [
        ("walk", json!(length), |it, length| {
            it.walk = Some(cost(length));
        }),
        ("climb", json!(length), |it, length| {
            it.climb = Some(cost(length));
        }),
        ("climb", json!(false), |it, _| it.climb = None),
        ("climb", json!(null), |it, _| it.climb = None),
        ("fly", json!(length), |it, length| {
            it.fly = Some(cost(length));
        }),
        ("open_door", json!(length), |it, length| {
            it.open_door = Some(cost(length));
        }),
        ("step", json!(length), |it, length| it.step = cost(length)),
        ("fall", json!(length), |it, length| {
            it.fall = Fall::PerCell(cost(length));
        }),
        ("swim", json!(length), |it, length| {
            it.swim = Some(Swim {
                below: cost(length),
                surface: cost(length),
            });
        }),
        ("jump", json!({ "cost": length }), |it, length| {
            let jump = it.jump.unwrap_or_else(Jump::over_one);
            it.jump = Some(Jump {
                cost: cost(length),
                ..jump
            });
        }),
        ("corners", json!("lenient"), |it, _| {
            it.corners = CornerRule::Lenient;
        }),
        ("support", json!("Whole"), |it, _| {
            it.support = Support::Whole;
        }),
        ("compass", json!("four"), |it, _| it.compass = Compass::Four),
        ("hazards", json!("entered"), |it, _| {
            it.hazards = Hazards::Entered;
        }),
    ];
    let (name, value, change) = fields[draws.below(14)].clone();
    (name, json!([value, length]), change)
}

/// A preset with any fields changed is that preset with these fields changed, and survives being written.
#[test]
fn what_differs_from_a_preset_is_changed() {
    for mut draws in cases(0, 400) {
        let (name, made) = draws.pick(&Locomotion::PRESETS);
        let (mut text, mut expected) = (json!({ "preset": name }), made());
        for _ in 0..draws.below(6) {
            let (name, value, change) = drawn_field(&mut draws);
            if text.get(name).is_none() {
                text[name] = value[0].clone();
                change(&mut expected, value[1].as_f64().unwrap());
            }
        }
        let spec: LocomotionSpec = read(&text);
        survives(&spec);
        match (
            spec.over(&Frame::drawn(&mut draws).lattice()),
            expected.check(),
        ) {
            (Ok(able), Ok(())) => assert_eq!(able, expected, "{text}"),
            (Err(SpecError::Locomotion(refused)), Err(error)) => assert_eq!(refused, error),
            (able, checked) => panic!("{text}: {able:?}, but {checked:?}"),
        }
    }
}

/// Options are described, written, read and made again as they were.
#[test]
fn options_survive() {
    for mut draws in cases(0, 400) {
        let expanded = draws.percent(50).then(|| draws.word());
        let mut options = RouteOptions::default()
            .algorithm(
                draws
                    .pick(&Algorithm::NAMES)
                    .replace('W', "1.5")
                    .parse()
                    .unwrap(),
            )
            .moves(draws.pick(&MoveSet::NAMES).parse().unwrap())
            .corners(draws.pick(&CornerRule::NAMES).parse().unwrap())
            .heuristic(draws.pick(&Heuristic::NAMES).parse().unwrap())
            .within(Weight::new(draws.within(1.0, 9.0)).unwrap())
            .on_floor(draws.percent(50))
            .fewest_turns(draws.percent(50));
        options.settings.ties = draws.pick(&TieBreaking::NAMES).parse().unwrap();
        options.settings.limits.expanded = expanded;
        options.settings.limits.memory = Some(draws.word());
        if draws.percent(50) {
            let weight = u16::try_from(draws.between(1, 99)).unwrap();
            options = options.keep_away(KeepAway::new(draws.within(0.0, 5.0), weight));
            options = options.snap_start(draws.within(0.0, 5.0));
        }
        if draws.percent(50) {
            options = options.snap_goal(draws.within(0.0, 5.0));
        }
        if draws.percent(50) {
            options = options
                .partial(Partial::Allowed)
                .explain(Explain::LargestAgent);
        }
        let spec = RouteSpec::of(&options);
        survives(&spec);
        assert_eq!(spec.options().unwrap(), options);
    }
}

/// An agent that is described is the agent that is made.
#[test]
fn agents_survive() {
    for mut draws in cases(0, 200) {
        let size = [(); 3].map(|()| draws.within(0.1, 3.0));
        let layers = draws.below(u32::MAX);
        let (name, unknown) = draws.pick(&[
            ("blocked", UnknownPolicy::Blocked),
            ("free", UnknownPolicy::Free),
            ("stop at boundary", UnknownPolicy::StopAtBoundary),
        ]);
        let (looks, baking) = draws.pick(&[("swept", Baking::Swept), ("centers", Baking::Centers)]);
        let text = json!({ "size": size, "unknown": name, "layers": layers, "baking": looks });
        let spec: AgentSpec = read(&text);
        survives(&spec);
        let expected = Agent::new((DVec3::from(size) / 2.0).as_vec3())
            .with_unknown(unknown)
            .seeing(Layers(layers))
            .baked(baking);
        assert_eq!(spec.body().unwrap(), expected);
        assert_eq!(
            serde_json::to_value(&spec).unwrap()["unknown"]
                .as_str()
                .unwrap_or("blocked"),
            name
        );
    }
}

#[test]
fn every_field_of_a_locomotion_can_be_said() {
    let text = json!({
        "preset": "crouching",
        "up": "-y",
        "slope": 40,
        "unknown": "free",
        "step_up": 2,
        "drop": 3,
        "drop_into_liquid": 1,
        "fall": [1, 2.5, 4],
        "jump": { "gap": 2, "rise": 1, "arc": 2, "cost": 3, "compass": "eight" },
        "swim": { "below": 4, "surface": 2 },
        "wading": "allowed",
        "hazards": "entered",
        "crouch": { "height": 1, "factor": 2 },
        "body": { "min": [0, -1, 0], "max": [1, 1, 1] },
        "material_costs": { "3": 1.5 },
        "groups": 5,
    });
    let spec: LocomotionSpec = read(&text);
    survives(&spec);
    let able = spec.over(&Lattice::default()).unwrap();
    let length = Cost::of_length;
    assert_eq!(
        able.up,
        Heading {
            axis: Axis::Y,
            sign: Sign::Negative
        }
    );
    assert_eq!((able.slope, able.unknown), (Some(40), UnknownPolicy::Free));
    assert_eq!((able.step_up, able.drop, able.drop_into_liquid), (2, 3, 1));
    assert_eq!(able.fall, Fall::Table([1.0, 2.5, 4.0].map(length).to_vec()));
    let jump = Jump {
        gap: 2,
        rise: 1,
        arc: 2,
        cost: length(3.0),
        compass: Compass::Eight,
    };
    assert_eq!(able.jump, Some(jump));
    assert_eq!(
        able.swim,
        Some(Swim {
            below: length(4.0),
            surface: length(2.0)
        })
    );
    let crouch = able
        .crouch
        .map(|Crouch { height, factor }| (height, factor.factor()));
    assert_eq!(crouch, Some((1, 2.0)));
    assert_eq!(able.material_costs.len(), 1);
    assert_eq!(able.groups, 5);
    assert_eq!(
        locomotion(&json!({ "fall": { "PerCell": 2 } })).fall,
        Fall::PerCell(length(2.0))
    );
}

#[test]
fn reach_is_that_of_the_library() {
    let low = Lattice::with_sizes(DVec3::splat(0.3), DVec3::new(0.5, 0.125, 0.5)).unwrap();
    let text = json!({ "up": "y", "reach": { "step": 0.4, "drop": 2, "jump": { "gap": 1.2, "rise": 0.6 }, "slope": 45 } });
    let jump = Some(JumpReach {
        gap: 1.2,
        rise: 0.6,
    });
    let reach = Reach {
        step: 0.4,
        drop: 2.0,
        jump,
        slope: Some(45),
        ..Reach::default()
    };
    let up = Heading {
        axis: Axis::Y,
        sign: Sign::Positive,
    };
    let expected = Locomotion::walker()
        .with_up(up)
        .in_units(&low, &reach)
        .unwrap();
    assert_eq!(read::<LocomotionSpec>(&text).over(&low).unwrap(), expected);
    assert_eq!(
        (expected.step_up, expected.drop, expected.slope),
        (3, 16, Some(45))
    );
}

#[test]
fn a_navigator_takes_agents_as_data() {
    let mut navigator = Navigator::in_region(0.5, [0.1; 3], [8.1; 3]).unwrap();
    let drone: AgentSpec = read(&json!({ "size": 0.4 }));
    let drone = navigator.add_agent(&drone).unwrap();
    let walker: AgentSpec =
        read(&json!({ "size": [0.4, 1.6, 0.4], "ground": { "up": "y", "drop": 5 } }));
    let walker = navigator.add_agent(&walker).unwrap();
    let known: Vec<_> = navigator
        .agents()
        .map(|(id, _, able)| (id, able.map(|able| able.drop)))
        .collect();
    assert_eq!(known, [(drone, None), (walker, Some(5))]);
    let unsaid: AgentSpec = read(&json!({ "size": [0.4, 1.6, 0.4], "ground": true }));
    assert!(matches!(
        navigator.add_agent(&unsaid),
        Err(NavigatorError::UpUnsaid)
    ));
    let negative: AgentSpec = read(&json!({ "size": -1 }));
    let refused = navigator.add_agent(&negative).unwrap_err();
    assert!(
        matches!(&refused, NavigatorError::Spec(SpecError::Range { field, .. }) if **field == *"size"),
        "{refused}"
    );
}

#[test]
fn what_is_wrong_is_named() {
    for (text, said) in [
        (json!({ "wlak": 1 }), "`wlak`"),
        (json!({ "walk": -1 }), "`walk`"),
        (json!({ "jump": { "cost": 2e6 } }), "`jump.cost`"),
        (
            json!({ "swim": { "below": -1, "surface": 1 } }),
            "`swim.below`",
        ),
        (
            json!({ "crouch": { "height": 1, "factor": 0 } }),
            "`crouch.factor`",
        ),
        (json!({ "preset": "runner" }), "there are walker, spider"),
        (
            json!({ "jump": { "gap": 1, "height": 1 } }),
            "`jump.height`",
        ),
        (json!({ "swim": { "below": 1 } }), "`swim.surface`"),
        (json!({ "swim": "fast" }), "`swim`"),
        (json!({ "fall": { "Steep": 1 } }), "`fall`"),
        (json!({ "support": "none" }), "center, whole, any, slope"),
        (json!({ "reach": { "stp": 1 } }), "`reach.stp`"),
        (json!({ "step_up": 300 }), "`step_up`"),
    ] {
        let refused = refusal::<LocomotionSpec>(&text);
        assert!(refused.contains(said), "{refused}");
    }
    for (text, said) in [
        (json!({ "step_up": 200 }), "`step_up`"),
        (
            json!({ "walk": false, "climb": false, "swim": false }),
            "`walk`",
        ),
        (json!({ "reach": { "step": -1 } }), "step"),
    ] {
        let refused = read::<LocomotionSpec>(&text).over(&Lattice::default());
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains(said), "{refused}");
    }
    for (text, said) in [
        (json!({}), "`size`"),
        (json!({ "size": [1, 2] }), "three"),
        (json!({ "size": [1, 2, 3, 4] }), "three"),
        (json!({ "size": "large" }), "three"),
        (json!({ "size": 1, "unknown": "maybe" }), "stop at boundary"),
        (json!({ "size": 1, "ground": "runner" }), "runner"),
    ] {
        let refused = refusal::<AgentSpec>(&text);
        assert!(refused.contains(said), "{refused}");
    }
    for (text, said) in [
        (json!({ "algorithm": "fast" }), "lazy-theta"),
        (json!({ "moves": 27 }), "planar8-x"),
        (json!({ "max_expanded": -1 }), "`max_expanded`"),
        (json!({ "heuristic": "landmarks" }), "was removed"),
    ] {
        let refused = refusal::<RouteSpec>(&text);
        assert!(refused.contains(said), "{refused}");
    }
    for (spec, said) in [
        (
            RouteSpec {
                within: 0.5,
                ..RouteSpec::default()
            },
            "`within`",
        ),
        (
            RouteSpec {
                snap_goal: Some(-1.0),
                ..RouteSpec::default()
            },
            "`snap_goal`",
        ),
        (
            RouteSpec {
                keep_away: Some(f64::NAN),
                ..RouteSpec::default()
            },
            "`keep_away`",
        ),
        (
            RouteSpec {
                max_cost: Some(-1.0),
                ..RouteSpec::default()
            },
            "`max_cost`",
        ),
    ] {
        let refused = spec.options().unwrap_err().to_string();
        assert!(refused.contains(said), "{refused}");
    }
    assert_eq!(locomotion(&json!({ "climb": true })), Locomotion::walker());
}
