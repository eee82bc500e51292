//! Files on disk, chosen by extension, and writers that refuse what their format cannot say.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::{fs, io, path::PathBuf};

use voxnav_files::{
    Ending, FileReason, Scenario, ScenarioRow, WriteError, map2d, map3d, read_map,
    read_map_through, read_scenario, scenario2d, scenario3d,
};
use voxnav_occupancy::{CellBox, CellState, Occupancy, OccupancyBuilder, glam::IVec3};
use voxnav_store::World;

/// Writes the content to a file of this test alone.
fn file(name: &str, content: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).unwrap();
    path
}

#[test]
fn extensions_choose_the_format() {
    let voxels = read_map(file("world.3dmap", "voxel 3 3 3\n1 1 1\n")).unwrap();
    assert_eq!(voxels.bounds(), CellBox::from_size(IVec3::splat(3)));
    let grid = read_map(file(
        "GRID.MAP",
        "type octile\nheight 1\nwidth 2\nmap\n.@\n",
    ))
    .unwrap();
    assert_eq!(grid.bounds(), CellBox::from_size(IVec3::new(2, 1, 1)));
    let problems = read_scenario(file(
        "world.3dmap.3dscen",
        "version 1\nworld.3dmap\n0 0 0 0 0 2 2 1\n",
    ))
    .unwrap();
    assert_eq!((problems.rows.len(), problems.map_size), (1, None));
    let problems = read_scenario(file(
        "grid.map.scen",
        "version 1\n0\tGRID.MAP\t2\t1\t0\t0\t0\t0\t0\n",
    ))
    .unwrap();
    assert_eq!(problems.map_size, Some(IVec3::new(2, 1, 1)));
}

#[test]
fn worlds_of_our_own_are_maps() {
    let voxels = map3d::read(b"voxel 3 3 3\n1 1 1\n", "a.3dmap").unwrap();
    let bytes = World::new(voxels).to_bytes().unwrap();
    let path = file("own.voxnav", "");
    fs::write(&path, &bytes).unwrap();
    let map = read_map_through(&path, |file| file).unwrap();
    assert_eq!(map.ending, Ending::Checked);
    assert_eq!(map.occupancy.state(IVec3::ONE), CellState::Occupied);
    fs::write(&path, &bytes[..1600]).unwrap();
    let error = read_map(&path).unwrap_err();
    assert!(matches!(error.reason, FileReason::World(_)));
    let text = error.to_string();
    assert!(
        text.starts_with(&format!("{}: the file is cut off: ", path.display())),
        "{text}"
    );
}

#[test]
fn errors_name_the_path() {
    let missing = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("no such.3dmap");
    let error = read_map(&missing).unwrap_err();
    assert!(matches!(error.reason, FileReason::Unreadable(_)));
    assert_eq!(error.file, missing);
    assert!(
        error
            .to_string()
            .starts_with(&format!("{}: ", missing.display()))
    );

    let error = read_map("world.3dscen").unwrap_err();
    assert_eq!(
        error.to_string(),
        "world.3dscen: the extension is not that of a map (.3dmap, .map or .voxnav, also with .gz or .zst)"
    );
    let error = read_scenario("noextension").unwrap_err();
    assert_eq!(
        error.to_string(),
        "noextension: the extension is not that of a scenario (.3dscen or .scen, also with .gz or .zst)"
    );

    let malformed = file("malformed.map", "type octile\nheight none\n");
    let error = read_map(&malformed).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "{}:2: height is \"none\", not an integer",
            malformed.display()
        )
    );
}

fn world(bounds: CellBox) -> OccupancyBuilder {
    OccupancyBuilder::new(bounds).unwrap()
}

fn refusals(world: &Occupancy) -> [WriteError; 2] {
    [
        map3d::write(world, io::sink()).unwrap_err(),
        map2d::write(world, io::sink()).unwrap_err(),
    ]
}

#[test]
fn maps_refuse_worlds_that_they_cannot_say() {
    let grid = CellBox::from_size(IVec3::new(4, 4, 1));
    let shifted = CellBox::new(IVec3::new(-1, 0, 0), IVec3::new(4, 4, 1));
    for error in refusals(&world(shifted).commit()) {
        assert!(
            matches!(error, WriteError::Bounds { bounds } if bounds == shifted),
            "{error}"
        );
    }
    for error in refusals(&world(grid).with_outside(CellState::Free).commit()) {
        assert!(
            matches!(
                error,
                WriteError::Outside {
                    outside: CellState::Free
                }
            ),
            "{error}"
        );
    }
    let mut partly_known = world(grid);
    partly_known
        .set(IVec3::ONE.with_z(0), CellState::Unknown)
        .unwrap();
    for error in refusals(&partly_known.commit()) {
        assert!(
            matches!(error, WriteError::UnknownCells { count: 1 }),
            "{error}"
        );
    }
    let deep = world(CellBox::from_size(IVec3::splat(2))).commit();
    assert!(matches!(
        map2d::write(&deep, io::sink()),
        Err(WriteError::NotOneLayer { depth: 2 })
    ));
}

#[test]
fn scenarios_refuse_what_they_cannot_say() {
    let row = ScenarioRow::new(IVec3::ZERO, IVec3::new(3, 0, 0), 3.0);
    let good = Scenario::new("a.map", vec![row]).with_map_size(IVec3::new(4, 4, 1));
    assert!(scenario2d::write(&good, io::sink()).is_ok());
    let both = |scenario: &Scenario| {
        [
            scenario2d::write(scenario, io::sink()).unwrap_err(),
            scenario3d::write(scenario, io::sink()).unwrap_err(),
        ]
    };
    for name in ["", " a", "a ", "a\nb", "a\tb", "a\0"] {
        let scenario = Scenario::new(name, vec![row]).with_map_size(IVec3::new(4, 4, 1));
        assert!(
            both(&scenario)
                .iter()
                .all(|error| matches!(error, WriteError::MapName { .. })),
            "{name:?}"
        );
    }
    for cell in [
        IVec3::new(-1, 0, 0),
        IVec3::new(4, 0, 0),
        IVec3::new(0, 0, 1),
    ] {
        let mut scenario = good.clone();
        scenario.rows[0].goal = cell;
        assert!(
            both(&scenario)
                .iter()
                .all(|error| matches!(error, WriteError::Cell { row: 0, .. })),
            "{cell}"
        );
    }
    for value in [f64::NAN, f64::INFINITY, -1.0] {
        let mut scenario = good.clone();
        scenario.rows[0].length = value;
        assert!(
            both(&scenario)
                .iter()
                .all(|error| matches!(error, WriteError::Number { row: 0, .. })),
            "{value}"
        );
    }
    let unsized_map = Scenario::new("a.map", vec![row]);
    assert!(matches!(
        scenario2d::write(&unsized_map, io::sink()),
        Err(WriteError::MapSize { size: None })
    ));
    let empty = Scenario::new("a.map", vec![]).with_map_size(IVec3::ONE);
    assert!(matches!(
        scenario2d::write(&empty, io::sink()),
        Err(WriteError::NoRows)
    ));
}

/// A destination that is full.
struct Full;

impl io::Write for Full {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::StorageFull.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_failing_destination_is_reported() {
    let grid = world(CellBox::from_size(IVec3::new(4, 4, 1))).commit();
    assert!(matches!(map3d::write(&grid, Full), Err(WriteError::Io(_))));
    assert!(matches!(map2d::write(&grid, Full), Err(WriteError::Io(_))));
}

#[test]
fn written_files_look_like_published_ones() {
    let mut builder = world(CellBox::from_size(IVec3::new(3, 2, 1)));
    builder
        .set(IVec3::new(2, 0, 0), CellState::Occupied)
        .unwrap();
    builder
        .set(IVec3::new(0, 1, 0), CellState::Occupied)
        .unwrap();
    let world = builder.commit();
    let rows = vec![ScenarioRow::new(
        IVec3::ZERO,
        IVec3::new(2, 1, 0),
        1.0 + 2.0_f64.sqrt(),
    )];
    let scenario = Scenario::new("w.map", rows).with_map_size(IVec3::new(3, 2, 1));
    let text = |write: &dyn Fn(&mut Vec<u8>) -> Result<(), WriteError>| {
        let mut bytes = Vec::new();
        write(&mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    };
    assert_eq!(
        text(&|file| map3d::write(&world, file)),
        // The tab and the last line mean nothing to others.
        "voxel 3 2 1\t\n2 0 0\n0 1 0\n2 0 0\n"
    );
    assert_eq!(
        text(&|file| map2d::write(&world, file)),
        "type octile\nheight 2\nwidth 3\nmap\n..@\n@..\n"
    );
    assert_eq!(
        text(&|file| scenario3d::write(&scenario, file)),
        "version 1\nw.map\n0 0 0 2 1 0 2.41421356 1.000\n"
    );
    assert_eq!(
        text(&|file| scenario2d::write(&scenario, file)),
        "version 1\n0\tw.map\t3\t2\t0\t0\t2\t1\t2.41421356\n"
    );
}

/// Compiles, or does not.
#[test]
fn errors_are_errors_that_other_threads_may_report() {
    fn is_an_error<T: std::error::Error + Send + Sync + 'static>() {}
    is_an_error::<voxnav_files::FileReason>();
    is_an_error::<voxnav_files::FileError>();
    is_an_error::<voxnav_files::WriteError>();
}
