//! Laws of the formats: reading never panics, and what is written reads back as the same thing.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::collections::BTreeSet;
use std::io::BufReader;

use proptest::{
    collection::vec,
    prelude::*,
    sample::select,
    test_runner::{Config, RngSeed},
};
use voxnav_files::{
    Ending, FileError, Scenario, ScenarioRow, WriteError, map2d, map3d, scenario2d, scenario3d,
};
use voxnav_occupancy::{
    CellBox, CellState, Occupancy, OccupancyBuilder,
    glam::{DVec3, IVec3},
};

fn config(seed: u64) -> Config {
    Config {
        cases: 512,
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        ..Config::default()
    }
}

/// What two equal worlds agree in.
fn content(world: &Occupancy) -> (CellBox, CellState, Vec<IVec3>, u64) {
    (
        world.bounds(),
        world.outside(),
        world.occupied_cells().collect(),
        world.count(CellState::Unknown),
    )
}

/// A map that could be read can be written, and reads back as the same world.
fn map_survives(
    read: fn(&[u8], &str) -> Result<Occupancy, FileError>,
    write: impl Fn(&Occupancy) -> Vec<u8>,
    world: &Occupancy,
) -> Result<(), TestCaseError> {
    let again = read(&write(world), "written").unwrap();
    prop_assert_eq!(content(&again), content(world));
    Ok(())
}

fn map3d_bytes(world: &Occupancy) -> Vec<u8> {
    let mut bytes = Vec::new();
    map3d::write(world, &mut bytes).unwrap();
    bytes
}

fn map2d_bytes(world: &Occupancy) -> Vec<u8> {
    let mut bytes = Vec::new();
    map2d::write(world, &mut bytes).unwrap();
    bytes
}

fn scenario3d_bytes(scenario: &Scenario) -> Vec<u8> {
    let mut bytes = Vec::new();
    scenario3d::write(scenario, &mut bytes).unwrap();
    bytes
}

fn scenario2d_bytes(scenario: &Scenario) -> Vec<u8> {
    let mut bytes = Vec::new();
    scenario2d::write(scenario, &mut bytes).unwrap();
    bytes
}

/// A world of at most that extent, which crosses chunk borders when it is above 64.
fn world(extent: IVec3) -> impl Strategy<Value = Occupancy> {
    let size = (1..=extent.x, 1..=extent.y, 1..=extent.z).prop_map(|(x, y, z)| IVec3::new(x, y, z));
    let cells = vec((0..extent.x, 0..extent.y, 0..extent.z), 0..200);
    (size, cells).prop_map(|(size, cells)| {
        let mut builder = OccupancyBuilder::new(CellBox::from_size(size)).unwrap();
        for (x, y, z) in cells {
            builder
                .set(
                    IVec3::new(x % size.x, y % size.y, z % size.z),
                    CellState::Occupied,
                )
                .unwrap();
        }
        builder.commit()
    })
}

fn row(end: IVec3) -> impl Strategy<Value = ScenarioRow> {
    let cell = (0..end.x, 0..end.y, 0..end.z).prop_map(|(x, y, z)| IVec3::new(x, y, z));
    (cell.clone(), cell, 0.0..1e10_f64)
        .prop_map(|(start, goal, length)| ScenarioRow::new(start, goal, length))
}

fn scenario(end: IVec3) -> impl Strategy<Value = Scenario> {
    let name = select(vec![
        "A.3dmap",
        "maps/with space.map",
        "\u{f6}\u{2028}.map",
        "\"",
        "1",
    ]);
    (name, vec(row(end), 1..20))
        .prop_map(move |(name, rows)| Scenario::new(name, rows).with_map_size(end))
}

/// How lengths with 8 decimals are rounded.
const OF_8_DECIMALS: f64 = 5e-9;

/// Rounds as the files do.
fn rounded(scenario: &Scenario) -> Vec<ScenarioRow> {
    let round = |text: String| text.parse().unwrap();
    let row = |row: &ScenarioRow| ScenarioRow {
        length: round(format!("{:.8}", row.length)),
        ratio: round(format!("{:.3}", row.ratio)),
        rounding: OF_8_DECIMALS,
        ..*row
    };
    scenario.rows.iter().map(row).collect()
}

/// Files that are malformed in one place rather than all over: lines of plausible words.
fn nearly_a_file() -> impl Strategy<Value = Vec<u8>> {
    let words: Vec<&[u8]> = vec![
        b"voxel",
        b"version",
        b"type",
        b"octile",
        b"height",
        b"width",
        b"map",
        b"a.map",
        b"0",
        b"1",
        b"2",
        b"3",
        b"64",
        b"1073741824",
        b"1073741823",
        b"-1",
        b"1.5",
        b"nan",
        b"..",
        b"@.",
        b".",
        b"99999999999999999999",
        b"\0",
        b"\xff",
        b"",
        b"\t",
    ];
    let line = vec(select(words), 0..10).prop_map(|words| words.join(&b" "[..]));
    let opening = select(vec![
        &b""[..],
        b"voxel 65 2 3\n",
        b"voxel 1073741824 1073741824 1073741824\n",
        b"version 1\n",
        b"version 1\na.3dmap\n",
        b"version 1\na.3dmap\n# cell sizes 1 1 4\n",
        b"version 1\na.3dmap\n# cell sizes 1 -1 4\n",
        b"version 1\na.3dmap\n# cell sizes ",
        b"version 1\n0\ta.map\t4\t3\t0\t0\t3\t2\t1.5\n",
        b"0 a.map 4 3 0 0 1.5\n",
        b"type octile\n",
        b"type octile\nheight 2\nwidth 2\nmap\n",
    ]);
    (opening, vec(line, 0..6), select(vec![&b"\n"[..], b"\r\n"]))
        .prop_map(|(opening, lines, end)| [opening, &lines.join(end)].concat())
}

/// Reads the bytes in all formats; what is a file of one is written and read back.
fn all_formats(bytes: &[u8]) -> Result<(), TestCaseError> {
    if let Ok(world) = map3d::read(bytes, "file") {
        map_survives(map3d::read, map3d_bytes, &world)?;
    }
    if let Ok(world) = map2d::read(bytes, "file") {
        map_survives(map2d::read, map2d_bytes, &world)?;
    }
    if let Ok(scenario) = scenario3d::read(bytes, "file") {
        let written = scenario3d_bytes(&scenario);
        prop_assert_eq!(
            &scenario3d_bytes(&scenario3d::read(&written, "written").unwrap()),
            &written
        );
    }
    if let Ok(scenario) = scenario2d::read(bytes, "file") {
        if scenario.map_size.is_none() {
            let refused = scenario2d::write(&scenario, Vec::new());
            let has_no_size = matches!(refused, Err(WriteError::MapSize { size: None }));
            prop_assert!(has_no_size, "{:?}", refused);
            return Ok(());
        }
        let written = scenario2d_bytes(&scenario);
        prop_assert_eq!(
            &scenario2d_bytes(&scenario2d::read(&written, "written").unwrap()),
            &written
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(1))]
    #[test]
    fn arbitrary_bytes_never_panic(bytes in vec(any::<u8>(), 0..300)) {
        all_formats(&bytes)?;
    }
}

proptest! {
    #![proptest_config(config(2))]
    #[test]
    fn nearly_correct_files_never_panic(bytes in nearly_a_file()) {
        all_formats(&bytes)?;
    }
}

proptest! {
    #![proptest_config(config(3))]
    #[test]
    fn voxel_worlds_survive(world in world(IVec3::new(140, 70, 66))) {
        map_survives(map3d::read, map3d_bytes, &world)?;
    }
}

proptest! {
    #![proptest_config(config(4))]
    #[test]
    fn grids_survive_in_both_formats(world in world(IVec3::new(140, 70, 1))) {
        map_survives(map2d::read, map2d_bytes, &world)?;
        map_survives(map3d::read, map3d_bytes, &world)?;
    }
}

/// A reader as other programs have it: whatever white space stands between the numbers.
fn numbers_of(file: &[u8]) -> Vec<IVec3> {
    let words = str::from_utf8(file).unwrap().split_ascii_whitespace();
    let numbers: Vec<i32> = words.skip(1).map(|word| word.parse().unwrap()).collect();
    assert_eq!(numbers.len() % 3, 0);
    numbers
        .chunks(3)
        .map(|three| IVec3::from_slice(three))
        .collect()
}

proptest! {
    #![proptest_config(config(7))]
    #[test]
    fn a_cut_voxel_file_is_refused_or_doubted(
        world in world(IVec3::new(140, 70, 66)),
        share in 0..=u16::MAX,
    ) {
        let whole = map3d_bytes(&world);
        let map = map3d::read_from(&whole[..], "whole").unwrap();
        let is_empty = world.occupied_cells().next().is_none();
        prop_assert_eq!(map.ending, if is_empty { Ending::LineBreak } else { Ending::Marked });
        let end = usize::from(share) * whole.len() / (usize::from(u16::MAX) + 1);
        for cut in [&whole[..end], &whole[..whole.len() - 1]] {
            if let Ok(map) = map3d::read_from(cut, "cut") {
                prop_assert_eq!(map.ending, Ending::Abrupt, "{}", cut.escape_ascii());
            }
        }
        // To others what marks the end means nothing.
        let others: BTreeSet<_> = numbers_of(&whole)[1..].iter().map(IVec3::to_array).collect();
        prop_assert!(others.into_iter().eq(world.occupied_cells().map(|cell| cell.to_array()).collect::<BTreeSet<_>>()));
    }
}

proptest! {
    #![proptest_config(config(8))]
    #[test]
    fn water_is_a_world_of_its_own(
        letters in vec(select(b".GS@OTW".to_vec()), 1..400),
        width in 1_usize..40,
        capacity in 1_usize..9,
    ) {
        let rows: Vec<_> = letters.chunks_exact(width.min(letters.len())).collect();
        let (width, height) = (rows[0].len(), rows.len());
        let file = [
            format!("type octile\nheight {height}\nwidth {width}\nmap\n").as_bytes(),
            &rows.join(&b"\r\n"[..]),
        ]
        .concat();
        // In pieces of a few bytes.
        let pieces = BufReader::with_capacity(capacity, &file[..]);
        let map = map2d::read_from(pieces, "file").unwrap();
        prop_assert_eq!(map.ending, Ending::Counted);
        prop_assert_eq!(map.water.is_some(), rows.concat().contains(&b'W'));
        for (y, row) in (0..).zip(&rows) {
            for (x, letter) in (0..).zip(*row) {
                let cell = IVec3::new(x, y, 0);
                let is_free = |world: &Occupancy| world.state(cell) == CellState::Free;
                prop_assert_eq!(is_free(&map.occupancy), b".GS".contains(letter));
                if let Some(water) = &map.water {
                    prop_assert_eq!(is_free(water), *letter == b'W');
                    prop_assert_eq!(water.bounds(), map.occupancy.bounds());
                    prop_assert_eq!(water.outside(), CellState::Occupied);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(config(5))]
    #[test]
    fn voxel_scenarios_survive(
        scenario in scenario(IVec3::splat(1 << 30)),
        sizes in proptest::option::of([1e-9..1e9_f64, 1e-9..1e9, 1e-9..1e9]),
    ) {
        let scenario = match sizes {
            Some(sizes) => scenario.with_cell_sizes(sizes),
            None => scenario,
        };
        if let Some(sizes) = scenario.cell_sizes {
            let refused = scenario2d::write(&scenario, Vec::new());
            let is_named = matches!(refused, Err(WriteError::MapSize { .. } | WriteError::NotCubes { .. }));
            prop_assert!(is_named, "{:?}", refused);
            let same = scenario.clone().in_longest_sides().in_longest_sides();
            prop_assert_eq!(same.cell_sizes.map(DVec3::max_element), Some(1.0));
            for (own, row) in same.rows.iter().zip(&scenario.rows) {
                let length = own.length * sizes.max_element();
                prop_assert!((length - row.length).abs() <= 1e-12 * row.length);
            }
        }
        let written = scenario3d_bytes(&scenario);
        let again = scenario3d::read(&written, "written").unwrap();
        prop_assert_eq!(&again.map, &scenario.map);
        prop_assert_eq!(again.cell_sizes, scenario.cell_sizes);
        prop_assert_eq!(&again.rows, &rounded(&scenario));
        prop_assert_eq!(scenario3d_bytes(&again), written);
    }
}

proptest! {
    #![proptest_config(config(6))]
    #[test]
    fn grid_scenarios_survive(scenario in scenario(IVec3::new(1 << 30, 50, 1))) {
        let written = scenario2d_bytes(&scenario);
        let again = scenario2d::read(&written, "written").unwrap();
        prop_assert_eq!((&again.map, again.map_size), (&scenario.map, scenario.map_size));
        for (row, expected) in again.rows.iter().zip(rounded(&scenario)) {
            let ScenarioRow { start, goal, length, rounding, .. } = expected;
            prop_assert_eq!(*row, ScenarioRow { rounding, ..ScenarioRow::new(start, goal, length) });
        }
        prop_assert_eq!(again.rows.len(), scenario.rows.len());
        prop_assert_eq!(scenario2d_bytes(&again), written);
    }
}
