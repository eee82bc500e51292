//! Names of worlds, kinds and scenes, and numbers as they are shown.
#![expect(clippy::float_cmp, reason = "the values are exact in binary")]

use glam::IVec3;
use voxnav_occupancy::CellState;
use voxnav_worlds::figures::{bytes, compact, grouped};
use voxnav_worlds::{Distribution, GeneratedWorld, Scene, WorldKind, WorldKindError};

#[test]
fn names_are_read_from_the_end() {
    let name = "generated:random:40:8,9,10:3";
    let world = name.parse::<GeneratedWorld>().unwrap();
    assert_eq!(world.kind, WorldKind::Random { percent: 40 });
    assert_eq!(world.size, IVec3::new(8, 9, 10));
    assert_eq!(world.to_string(), name);
}

#[test]
fn errors_say_which_part_is_wrong() {
    for (text, said) in [
        ("caves:8,8,8:1", "not of the form"),
        ("generated:caves:8,8,8", "not of the form"),
        ("generated:cave:8,8,8:1", "there are empty, caves"),
        ("generated:caves:8,8:1", "not a size"),
        ("generated:caves:8,8,8:-1", "not a seed"),
    ] {
        let error = text.parse::<GeneratedWorld>().unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn every_kind_survives_its_text_form() {
    let random = WorldKind::Random { percent: 0 };
    let kinds = [
        WorldKind::Empty,
        WorldKind::Caves,
        random,
        WorldKind::Maze,
        WorldKind::Rooms,
        WorldKind::Towers,
        WorldKind::Terrain,
    ];
    for (kind, name) in kinds.into_iter().zip(WorldKind::NAMES) {
        assert_eq!(kind.to_string().parse(), Ok(kind));
        assert!(kind.to_string().starts_with(name));
        assert!(name.parse::<WorldKind>().is_ok());
    }
}

#[test]
fn names_are_forgiving_and_errors_are_not() {
    assert_eq!(" Towers ".parse(), Ok(WorldKind::Towers));
    assert_eq!("RANDOM:35%".parse(), Ok(WorldKind::Random { percent: 35 }));
    assert_eq!("random".parse(), Ok(WorldKind::Random { percent: 20 }));
    for text in ["101", "256", "-1", "", "a", "5%%"] {
        let expected = WorldKindError::NotAPercentage {
            text: text.to_owned(),
        };
        assert_eq!(format!("random:{text}").parse::<WorldKind>(), Err(expected));
    }
    let unknown = "dungeon".parse::<WorldKind>().unwrap_err();
    assert_eq!(
        unknown.to_string(),
        "no kind of world is called `dungeon`; there are empty, caves, random, maze, rooms, towers, terrain"
    );
}

#[test]
fn every_scene_survives_its_text_form() {
    for (scene, name) in Scene::ALL.into_iter().zip(Scene::NAMES) {
        assert_eq!(scene.to_string(), name);
        assert_eq!(name.to_uppercase().parse(), Ok(scene));
    }
    let unknown = "forest".parse::<Scene>().unwrap_err();
    assert_eq!(
        unknown.to_string(),
        "no scene is called `forest`; there are straight, wall, maze"
    );
}

#[test]
fn ends_are_free_and_the_wall_is_in_between() {
    for scene in Scene::ALL {
        let world = scene.world().unwrap();
        assert_eq!(world.bounds().size().to_array(), [50, 50, 1]);
        assert_eq!(world.state(scene.start()), CellState::Free, "{scene}");
        assert_eq!(world.state(scene.goal()), CellState::Free, "{scene}");
    }
    let wall = Scene::Wall.world().unwrap();
    assert_eq!(wall.state(IVec3::new(25, 25, 0)), CellState::Occupied);
    assert_eq!(wall.count(CellState::Occupied), 48);
    assert_eq!(Scene::Straight.world().unwrap().occupied_bounds(), None);
}

#[test]
fn numbers_are_readable() {
    assert_eq!(grouped(0), "0");
    assert_eq!(grouped(999), "999");
    assert_eq!(grouped(1_000), "1,000");
    assert_eq!(grouped(12_345_678), "12,345,678");
    assert_eq!(bytes(1023), "1023 B");
    assert_eq!(bytes(1536), "1.5 KiB");
    assert_eq!(bytes(5 << 30), "5.0 GiB");
    assert_eq!(compact(0.00312), "0.0031");
    assert_eq!(compact(12.345), "12.35");
    assert_eq!(compact(31_234.5), "31,235");
}

#[test]
fn quantiles_interpolate() {
    let four = Distribution::of_counts(&[4, 1, 3, 2]);
    assert_eq!(four.quantile(0.0), 1.0);
    assert_eq!(four.quantile(0.25), 1.75);
    assert_eq!(four.median(), 2.5);
    assert_eq!(four.quantile(1.0), 4.0);
    assert_eq!((four.mean(), four.max(), four.total()), (2.5, 4.0, 10.0));
}

#[test]
fn nothing_and_one_thing_have_quantiles() {
    let nothing = Distribution::new(Vec::new());
    assert_eq!(
        (nothing.mean(), nothing.median(), nothing.max()),
        (0.0, 0.0, 0.0)
    );
    let one = Distribution::new(vec![7.0]);
    assert_eq!((one.quantile(0.01), one.quantile(0.99)), (7.0, 7.0));
}
