//! Levels: agents get where they are sent, and obstacles are where their shapes are.

use std::error::Error;

use voxnav::glam::{DQuat, DVec3, Vec3};
use voxnav::grid::Layers;
use voxnav::spatial::places::PlaceQuery;
use voxnav_crowd::crowd::{Event, Formation, MovedBy, NoPathReason};
use voxnav_godot::level::{Gait, Level, LevelError, Size, read};
use voxnav_godot::places::{AnyPlaceSearch, PlaceAnswer};
use voxnav_godot::shapes::Shape;

const DRONE: Size = Size {
    radius: 0.3,
    height: 0.6,
    flies: true,
    step: 0.0,
    drop: 0.0,
    slope: 0,
};
const WALKER: Size = Size {
    radius: 0.3,
    height: 1.8,
    flies: false,
    step: 0.0,
    drop: 0.0,
    slope: 0,
};

/// Makes a hall of 20 x 4 x 20 units with a wall that leaves room for a door.
fn hall() -> Result<Level, LevelError> {
    let mut level = Level::new(0.25, DVec3::Y * 2.0, DVec3::new(20.0, 4.0, 20.0), 4_000)?;
    let wall = Shape::Box(Vec3::new(1.0, 4.0, 14.0));
    level.insert(&wall, DVec3::new(0.0, 2.0, -3.0), DQuat::IDENTITY)?;
    Ok(level)
}

#[test]
fn agents_get_there_through_a_door_that_opens() -> Result<(), Box<dyn Error>> {
    let mut level = hall()?;
    let door = Shape::Box(Vec3::new(1.0, 4.0, 6.0));
    let door = level.insert(&door, DVec3::new(0.0, 2.0, 7.0), DQuat::IDENTITY)?;
    let mut agents = Vec::new();
    for number in 0..6 {
        let (size, y) = [(DRONE, 2.0), (WALKER, 0.0)][number % 2];
        let z = 2.0 * f64::from(u32::try_from(number)?) - 5.0;
        // The first is moved here.
        let gait = Gait {
            speed: 4.0,
            stopping_distance: 0.2,
            moved_by: [MovedBy::Others, MovedBy::Crowd][usize::from(number > 0)],
            ..Gait::default()
        };
        let id = level.add(size, DVec3::new(-8.0, y, z), &gait)?;
        level.send(id, DVec3::new(8.0, y, z))?;
        agents.push(id);
    }
    let (mut arrived, mut without, mut frames) = (0, 0, 0);
    while arrived < agents.len() {
        if frames == 60 {
            assert!(without >= agents.len(), "nobody has a way yet");
            level.move_to(door, DVec3::new(0.0, 20.0, 0.0), DQuat::IDENTITY)?;
        }
        for event in level.update(1.0 / 60.0)? {
            arrived += usize::from(matches!(event, Event::Arrived(_)));
            without += usize::from(matches!(event, Event::NoPath(_, NoPathReason::Unreachable)));
        }
        let state = level.state(agents[0])?;
        level.set_position(agents[0], state.position + state.velocity / 60.0)?;
        frames += 1;
        assert!(frames < 3_000, "all arrive");
    }
    assert!(frames > 60 + 200, "nobody was faster than its speed");
    for id in agents {
        let state = level.state(id)?;
        assert!(!state.has_target && state.position.x > 7.0);
        level.remove_agent(id)?;
        assert!(level.state(id).is_err());
    }
    Ok(())
}

/// Over low cells a curb is no ledge: a walker steps up what it can, in world units, and stops before the rest.
#[test]
fn walkers_step_as_high_as_they_can_over_low_cells() -> Result<(), Box<dyn Error>> {
    for (height, reaches) in [(0.3, true), (0.7, false)] {
        for step in [0.0, 0.4] {
            let cells = [0.5, 0.125, 0.5];
            let mut level = Level::new(cells, DVec3::Y * 2.0, DVec3::new(12.0, 4.0, 8.0), 4_000)?;
            assert_eq!(level.navigator().lattice().sizes(), DVec3::from(cells));
            let curb = Shape::Box(Vec3::new(6.0, height, 8.0));
            level.insert(
                &curb,
                DVec3::new(3.0, f64::from(height) / 2.0, 0.0),
                DQuat::IDENTITY,
            )?;
            let walker = Size {
                radius: 0.2,
                step,
                ..WALKER
            };
            let id = level.add(walker, DVec3::new(-4.0, 0.0, 0.0), &Gait::default())?;
            level.send(id, DVec3::new(4.0, height.into(), 0.0))?;
            let mut has_arrived = false;
            for _ in 0..400 {
                let events = level.update(1.0 / 60.0)?;
                has_arrived |= events
                    .iter()
                    .any(|event| matches!(event, Event::Arrived(_)));
            }
            assert_eq!(has_arrived, reaches, "{height}, {step}");
        }
    }
    let mut high = Level::new([0.5, 1.0, 0.5], DVec3::ZERO, DVec3::splat(8.0), 4_000)?;
    let refused = high.add(WALKER, DVec3::ZERO, &Gait::default());
    assert!(
        refused.is_err(),
        "walkers need cells that are no higher than wide"
    );
    Ok(())
}

#[test]
fn walkers_take_no_ramp_that_is_too_steep() -> Result<(), Box<dyn Error>> {
    for (slope, reaches) in [(0, true), (30, true), (10, false)] {
        let (center, size) = (DVec3::Y * 2.0, DVec3::new(12.0, 4.0, 8.0));
        let mut level = Level::new([0.5, 0.125, 0.5], center, size, 4_000)?;
        let platform = Shape::Box(Vec3::new(4.0, 1.0, 8.0));
        level.insert(&platform, DVec3::new(4.0, 0.5, 0.0), DQuat::IDENTITY)?;
        // Of 20 degrees.
        let ramp = Shape::Box(Vec3::new(3.2, 0.4, 8.0));
        let turned = DQuat::from_rotation_z(20_f64.to_radians());
        level.insert(&ramp, DVec3::new(0.693, 0.312, 0.0), turned)?;
        let walker = Size {
            radius: 0.2,
            step: 0.3,
            slope,
            ..WALKER
        };
        let id = level.add(walker, DVec3::new(-4.0, 0.0, 0.0), &Gait::default())?;
        level.send(id, DVec3::new(4.0, 1.0, 0.0))?;
        let mut has_arrived = false;
        for _ in 0..400 {
            let events = level.update(1.0 / 60.0)?;
            has_arrived |= events.iter().any(|it| matches!(it, Event::Arrived(_)));
        }
        assert_eq!(has_arrived, reaches, "{slope}");
    }
    Ok(())
}

#[test]
fn agents_have_their_acceleration_radius_and_priority() -> Result<(), Box<dyn Error>> {
    let mut level = hall()?;
    let mut agents = Vec::new();
    for (z, priority) in [(-6.0, 0), (6.0, 1)] {
        let gait = Gait {
            acceleration: 8.0,
            radius: 1.0,
            priority,
            ..Gait::default()
        };
        let id = level.add(DRONE, DVec3::new(-8.0, 2.0, z), &gait)?;
        level.send(id, DVec3::new(-8.0, 2.0, -z))?;
        agents.push(id);
    }
    let mut nearest = f64::INFINITY;
    for frame in 1..1_500 {
        level.update(1.0 / 60.0)?;
        let [one, other] = [level.state(agents[0])?, level.state(agents[1])?];
        nearest = nearest.min(one.position.distance(other.position));
        if frame == 12 {
            let speed = one.velocity.length();
            assert!(
                speed > 1.0 && speed < 1.61,
                "a fifth of a second at 8: {speed}"
            );
        }
    }
    assert!(
        nearest > 2.0 - 1e-6,
        "they keep away from each other: {nearest}"
    );
    for id in agents {
        assert!(!level.state(id)?.has_target, "each arrives");
    }
    Ok(())
}

#[test]
fn agents_keep_the_distance_that_they_have_at_any_time() -> Result<(), Box<dyn Error>> {
    // Past the end of the wall, which is at z = 4: one that keeps no distance goes right along it.
    let wary = Gait {
        keep_away: 3.0,
        keep_away_weight: 20,
        ..Gait::default()
    };
    let mut passed = Vec::new();
    for (first, then) in [
        (Gait::default(), None),
        (wary, None),
        (Gait::default(), Some(wary)),
    ] {
        let mut level = hall()?;
        let id = level.add(DRONE, DVec3::new(-8.0, 2.0, 4.0), &first)?;
        level.send(id, DVec3::new(8.0, 2.0, 4.0))?;
        level.update(1.0 / 60.0)?;
        if let Some(gait) = then {
            level.set_keep_away(id, &gait)?;
        }
        let mut nearest = f64::INFINITY;
        for _ in 0..600 {
            level.update(1.0 / 60.0)?;
            let at = level.state(id)?.position;
            if at.x.abs() < 0.5 {
                nearest = nearest.min(at.z - 4.0);
            }
        }
        passed.push(nearest);
    }
    assert!(
        passed[0] < 1.0 && passed[1] > 2.0 && passed[2] > 2.0,
        "{passed:?}"
    );
    let mut level = hall()?;
    let walker = level.add(WALKER, DVec3::new(-8.0, 0.0, 4.0), &Gait::default())?;
    let drone = level.add(DRONE, DVec3::new(-8.0, 2.0, 0.0), &Gait::default())?;
    let none = Gait {
        keep_away_weight: 0,
        ..wary
    };
    for (id, gait) in [(walker, wary), (drone, none)] {
        let refused = level.set_keep_away(id, &gait);
        assert!(matches!(refused, Err(LevelError::Crowd(_))), "{refused:?}");
    }
    assert!(
        level
            .add(WALKER, DVec3::new(-8.0, 0.0, -4.0), &wary)
            .is_err()
    );
    level.set_keep_away(walker, &Gait::default())?;
    Ok(())
}

#[test]
fn an_obstacle_is_where_its_shape_is() -> Result<(), Box<dyn Error>> {
    let corners = [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]].map(|at: [i8; 3]| {
        let [x, y, z] = at.map(f32::from);
        Vec3::new(x, y, z)
    });
    let faces = [0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2].map(|at: usize| corners[at]);
    let heights = Shape::Heights {
        heights: vec![0.0, 0.0, 0.0, 1.0, 2.0, 3.0],
        width: 3,
        depth: 2,
        scale: Vec3::ONE,
    };
    let capsule = Shape::Capsule {
        radius: 0.3,
        height: 2.0,
    };
    let cylinder = Shape::Cylinder {
        radius: 0.3,
        height: 2.0,
    };
    // Points of the surface; a little beyond them, seen from the middle, there is nothing.
    let kinds = [
        (
            Shape::Box(Vec3::new(2.0, 1.0, 3.0)),
            vec![Vec3::new(1.0, 0.5, 1.5), Vec3::new(-1.0, 0.5, -1.5)],
        ),
        (
            Shape::Ball(0.8),
            vec![Vec3::new(0.8, 0.0, 0.0), Vec3::new(0.0, 0.48, -0.64)],
        ),
        (capsule, vec![Vec3::Y, Vec3::Z * 0.3]),
        (cylinder, vec![Vec3::new(0.18, 1.0, 0.24)]),
        (Shape::Hull(corners.to_vec()), corners.to_vec()),
        (Shape::Triangles(faces.to_vec()), corners.to_vec()),
        (
            heights,
            vec![
                Vec3::new(-1.0, 0.0, -0.5),
                Vec3::new(1.0, 3.0, 0.5),
                Vec3::new(-1.0, 1.0, 0.5),
            ],
        ),
    ];
    for (shape, surface) in kinds {
        for turn in [0.0, 0.7, 2.1, 4.4] {
            let mut level = Level::new(0.25, DVec3::ZERO, DVec3::splat(18.0), 4_000)?;
            let (at, turn) = (DVec3::new(turn, 1.0, -turn), DQuat::from_rotation_y(turn));
            level.insert(&shape, at, turn)?;
            for point in &surface {
                let point = turn * point.as_dvec3();
                let overlaps = |factor| {
                    let obstacles = level.navigator().obstacles();
                    let half = Vec3::splat(0.01);
                    obstacles
                        .overlapping(at + point * factor, half, Layers::ALL)
                        .map(|all| all.len())
                };
                assert_eq!(overlaps(1.05)?, 0, "{shape:?} ends at {point}");
                assert_eq!(overlaps(0.998)?, 1, "{shape:?} reaches {point}");
            }
        }
    }
    Ok(())
}

#[test]
fn what_is_none_is_an_error() -> Result<(), Box<dyn Error>> {
    let mut level = hall()?;
    for shape in [
        Shape::Hull(vec![Vec3::ZERO; 9]),
        Shape::Hull(vec![]),
        Shape::Triangles(vec![Vec3::ZERO; 4]),
        Shape::Triangles(vec![]),
        Shape::Heights {
            heights: vec![0.0; 5],
            width: 3,
            depth: 2,
            scale: Vec3::ONE,
        },
        Shape::Heights {
            heights: vec![f32::NAN; 6],
            width: 3,
            depth: 2,
            scale: Vec3::ONE,
        },
    ] {
        let refused = level.insert(&shape, DVec3::ZERO, DQuat::IDENTITY);
        assert!(matches!(refused, Err(LevelError::Shape)), "{shape:?}");
    }
    for shape in [Shape::Ball(f32::NAN), Shape::Box(Vec3::NEG_ONE)] {
        let refused = level.insert(&shape, DVec3::ZERO, DQuat::IDENTITY);
        assert!(
            matches!(refused, Err(LevelError::Navigator(_))),
            "{shape:?}"
        );
    }
    let (plain, free) = (Gait::default(), DVec3::new(-8.0, 2.0, 0.0));
    let in_the_wall = level.add(DRONE, DVec3::Y * 2.0, &plain);
    assert!(matches!(in_the_wall, Err(LevelError::Crowd(_))));
    for gait in [
        Gait {
            speed: -1.0,
            ..plain
        },
        Gait {
            acceleration: f64::NAN,
            ..plain
        },
        Gait {
            radius: -1.0,
            ..plain
        },
    ] {
        assert!(level.add(DRONE, free, &gait).is_err(), "{gait:?}");
    }
    let drone = level.add(DRONE, free, &plain)?;
    assert!(level.send(drone, DVec3::NAN).is_err());
    assert!(level.update(f64::NAN).is_err());
    assert!(Level::new(0.0, DVec3::ZERO, DVec3::ONE, 1).is_err());
    Ok(())
}

#[test]
fn groups_settle_and_formations_follow_their_leader() -> Result<(), Box<dyn Error>> {
    let mut level = Level::new(0.25, DVec3::Y * 2.0, DVec3::new(30.0, 4.0, 20.0), 4_000)?;
    let gait = Gait {
        speed: 4.0,
        stopping_distance: 0.2,
        ..Gait::default()
    };
    let mut agents = Vec::new();
    for number in 0..4 {
        let at = DVec3::new(-10.0, 0.0, 2.0 * f64::from(number) - 3.0);
        agents.push(level.add(WALKER, at, &gait)?);
    }
    let play = |level: &mut Level| -> Result<(), LevelError> {
        let mut arrived = 0;
        for _ in 0..2000 {
            let events = level.update(1.0 / 60.0)?;
            arrived += events
                .iter()
                .filter(|it| matches!(it, Event::Arrived(_)))
                .count();
            if arrived >= 4 {
                return Ok(());
            }
        }
        panic!("{arrived} have arrived");
    };
    assert_eq!(level.send_group(&agents, DVec3::ZERO)?.len(), 4);
    play(&mut level)?;
    let line = Formation::line().spacing(1.5);
    level.follow_in_formation(agents[0], &agents[1..], line)?;
    level.send(agents[0], DVec3::new(10.0, 0.0, 0.0))?;
    play(&mut level)?;
    let end = level.state(agents[0])?.position;
    for &id in &agents[1..] {
        let off = level.state(id)?.position.distance(end);
        assert!(off > 1.2 && off < 3.3, "{off}");
    }
    Ok(())
}

#[test]
fn agents_find_places_and_know_when_they_are_where() -> Result<(), Box<dyn Error>> {
    let mut level = hall()?;
    let gait = Gait::default();
    let agents = [(DRONE, 2.0), (WALKER, 0.0)].map(|(size, y)| (size, DVec3::new(-4.0, y, 7.0)));
    for (size, at) in agents {
        let id = level.add(size, at, &gait)?;
        assert!(matches!(level.view(id), Err(LevelError::Early)));
        level.send(id, DVec3::new(8.0, at.y, -8.0))?;
        level.update(0.0)?;
        let hide: PlaceQuery = read(serde_json::json!({
            "area": { "way": { "least": 0, "most": 30 } },
            "filters": ["returnable", { "hidden": { "eyes": [[-8.0, 1.5, -8.0]] } }],
            "scores": [{ "measure": "way", "weight": -1 }],
        }))?;
        let (view, from) = level.view(id)?;
        assert_eq!(from, at);
        let found = view.find_places(from, &hide)?;
        assert!(
            found.is_complete && found.best[0].position.x > -1.0,
            "in the shadow of the wall: {found:?}"
        );
        let danger = at - DVec3::X * 2.0;
        let escape = view.flee_from(from, [danger], 5.0)?.ok_or("caught")?;
        assert!(escape.place.position.x > at.x);
        let cut = |mut sought: AnyPlaceSearch| {
            let mut slices = 0;
            loop {
                slices += 1;
                if let Some(found) = sought.step(100)? {
                    return Ok::<_, LevelError>((found, slices));
                }
            }
        };
        let (in_slices, slices) = cut(AnyPlaceSearch::places(&level, id, &hide)?)?;
        assert!(in_slices == PlaceAnswer::Places(found) && slices > 10);
        let (in_slices, slices) = cut(AnyPlaceSearch::escape(&level, id, vec![danger], 5.0)?)?;
        assert!(in_slices == PlaceAnswer::Escape(Some(Box::new(escape))) && slices > 2);
        assert_eq!(view.surround(danger, 2.0, 4)?.positions.len(), 4);
        let limits = read(serde_json::json!({ "speed": 3, "acceleration": 2, "braking": 1 }))?;
        let timed = level.trajectory(id, &limits)?.ok_or("no route")?;
        assert!(timed.duration() > timed.length() / 3.0 && timed.length() > 15.0);
        let refused = read::<PlaceQuery>(serde_json::json!({ "filter": [] }));
        assert!(matches!(refused, Err(LevelError::Data(_))));
        assert!(view.find_places(from, &PlaceQuery::see([], 9.0)).is_err());
    }
    Ok(())
}
