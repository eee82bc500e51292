//! Point clouds that other programs wrote; `fixtures/points.py` says how.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use voxnav_import::{Import, Imported, read_bytes};
use voxnav_occupancy::CellState::{Free, Occupied, Unknown};
use voxnav_occupancy::glam::{DVec3, IVec3};

use crate::fixtures::{fixture, refusal};

/// The points as the script computes them.
fn cloud() -> Vec<DVec3> {
    let line = (0..20).map(|x: i32| {
        let (y, z) = (x * x % 7, x % 3);
        DVec3::new(
            f64::from(x) * 0.5 + 0.25,
            f64::from(y) * 0.5 - 0.8,
            f64::from(z) - 0.6,
        )
    });
    let twice = [DVec3::new(0.3, -0.9, -0.7), DVec3::new(1.3, 1.2, 1.4)];
    line.chain(twice).collect()
}

/// How many points each cell has.
fn counts(world: &Imported, points: impl IntoIterator<Item = DVec3>) -> BTreeMap<[i32; 3], u32> {
    let mut counts = BTreeMap::new();
    for point in points {
        let cell = world.lattice.cell_at(point).unwrap();
        *counts.entry(cell.to_array()).or_insert(0) += 1;
    }
    counts
}

/// Checks every cell, for one and for two points a cell.
fn agrees(name: &str, place: impl Fn(DVec3) -> DVec3) {
    for least in [1, 2] {
        let import = Import {
            size: Some(0.5),
            points: NonZeroU32::new(least).unwrap(),
            ..Import::default()
        };
        let world = read_bytes(&fixture(name), name, &import).unwrap();
        let counts = counts(&world, cloud().into_iter().map(&place));
        let mut occupied = 0;
        for cell in world.occupancy.bounds().cells() {
            let is_full = counts
                .get(&cell.to_array())
                .is_some_and(|count| *count >= least);
            let state = if is_full { Occupied } else { Unknown };
            assert_eq!(world.occupancy.state(cell), state, "{name}, {cell}");
            occupied += u32::from(is_full);
        }
        // Nothing is left out.
        let expected = counts.values().filter(|count| **count >= least).count();
        assert_eq!(occupied as usize, expected, "{name}");
        assert!(occupied > 0 && world.notes.is_empty(), "{name}");
    }
}

#[test]
fn points_of_every_format_are_in_the_cells_that_own_them() {
    for name in [
        "points.ply",
        "points-text.ply",
        "points.pcd",
        "points-text.pcd",
    ] {
        agrees(name, |point| point);
    }
    agrees("points.las", |point| point + DVec3::new(100.0, -100.0, 0.0));
}

#[test]
fn scans_stand_where_their_pose_puts_them() {
    // A quarter turn about z, then the place of the station.
    agrees("points.e57", |point| {
        DVec3::new(10.0 - point.y, 20.0 + point.x, 30.0 + point.z)
    });
}

#[test]
fn the_rest_is_what_the_caller_says_and_the_size_must_be_given() {
    let import = Import {
        size: Some(0.5),
        unknown: Free,
        ..Import::default()
    };
    let world = read_bytes(&fixture("points.ply"), "p.ply", &import).unwrap();
    assert_eq!(world.occupancy.count(Unknown), 0);
    assert_eq!(world.occupancy.state(IVec3::new(1, 1, 1)), Free);
    let said = refusal("p.ply", &fixture("points.ply"), &Import::default());
    assert!(
        said.contains("the size of a cell must be given: 0.07 would do"),
        "{said}"
    );
}

#[test]
fn points_that_claim_more_than_there_is_are_refused() {
    let import = Import {
        size: Some(1.0),
        ..Import::default()
    };
    let head = "VERSION 0.7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH 1000000000\nHEIGHT 1\n\
        VIEWPOINT 0 0 0 1 0 0 0\nPOINTS 1000000000\n";
    let packed = [
        format!("{head}DATA binary_compressed\n").as_bytes(),
        &[9, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0],
    ]
    .concat();
    refusal("a.pcd", &packed, &import);
    refusal("a.pcd", format!("{head}DATA binary\n").as_bytes(), &import);
    refusal(
        "a.pcd",
        format!("{}DATA binary\n", head.replace("1 1 1", "1 1 4000000000")).as_bytes(),
        &import,
    );
    let ply = "ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\nend_header\n";
    refusal("a.ply", ply.as_bytes(), &import);
}
