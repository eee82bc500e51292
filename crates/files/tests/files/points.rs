//! Point clouds that other programs wrote; `fixtures/points.py` describes how.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use voxnav_files::{Import, Imported, read_bytes};
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
            size: Some(0.5.into()),
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
    for name in ["points.las", "points-pointwise.laz", "points-layered.laz"] {
        agrees(name, |point| point + DVec3::new(100.0, -100.0, 0.0));
    }
}

#[test]
fn compressed_points_of_several_chunks_are_in_their_cells() {
    let import = Import {
        size: Some(0.5.into()),
        points: NonZeroU32::new(500).unwrap(),
        ..Import::default()
    };
    for name in ["laz/track-pointwise.laz", "laz/track-layered.laz"] {
        let world = read_bytes(&fixture(name), name, &import).unwrap();
        // 1,000 points to a length of 0.5, in two halves; each chunk of 50,000 is one higher than the last.
        let mut expected = 0;
        for half in 0..240 {
            let (x, y, z) = (half / 2, half % 2, half / 100);
            let place = DVec3::new(
                100.25 + f64::from(x) * 0.5,
                -99.75 + f64::from(y) * 0.5,
                0.25 + f64::from(z),
            );
            let cell = world.lattice.cell_at(place).unwrap();
            assert_eq!(world.occupancy.state(cell), Occupied, "{name}, {place}");
            expected += 1;
        }
        assert_eq!(world.occupancy.count(Occupied), expected, "{name}");
    }
}

#[test]
fn compressed_points_that_claim_what_is_not_there_are_refused() {
    let import = Import {
        size: Some(0.5.into()),
        ..Import::default()
    };
    let layered = fixture("points-layered.laz");
    let start = u32::from_le_bytes(layered[96..100].try_into().unwrap()) as usize + 8;
    // Behind the first point, its color and its two bytes of an echo: a count, then the sizes of layers.
    let sizes = start + 30 + 6 + 2;
    let broken = |at: usize, number: u32| {
        let mut bytes = layered.clone();
        bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
        refusal("p.laz", &bytes, &import)
    };
    for layer in 0..12 {
        let said = broken(sizes + 4 + 4 * layer, u32::MAX);
        assert!(
            said.contains("chunk 0: its layers end after the file"),
            "{said}"
        );
    }
    let said = broken(sizes, 0);
    assert!(said.contains("chunk 0: it has no points"), "{said}");
    let said = broken(sizes + 4 + 4 * 12, u32::MAX);
    assert!(
        said.contains("chunk 0: a layer begins as none does"),
        "{said}"
    );
    for bytes in [&layered, &fixture("points-pointwise.laz")] {
        let start = u32::from_le_bytes(bytes[96..100].try_into().unwrap()) as usize;
        // The number of points, of which there are 22.
        let mut more = bytes.clone();
        more[247..255].copy_from_slice(&u64::MAX.to_le_bytes());
        refusal("p.laz", &more, &import);
        for end in start..start + 60 {
            refusal("p.laz", &bytes[..end], &import);
        }
    }
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
        size: Some(0.5.into()),
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
        size: Some(1.0.into()),
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
