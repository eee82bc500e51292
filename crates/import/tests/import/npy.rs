//! Arrays that `NumPy` wrote; `fixtures/npy.py` says how.

use crate::fixtures::{fixture, refusal};
use voxnav_import::{ArrayAxes, Import, ImportReason, Imported, read_bytes};
use voxnav_occupancy::CellState::{self, Free, Occupied, Unknown};
use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, Occupancy};

const BLOCK: CellBox = CellBox::from_size(IVec3::new(5, 4, 3));

/// The value of a cell as the script computes it.
fn value(cell: IVec3) -> i32 {
    let IVec3 { x, y, z } = cell;
    (7 * x + 3 * y + 5 * z + x * y) % 4
}

fn read(name: &str, import: &Import) -> Imported {
    read_bytes(&fixture(name), name, import).unwrap()
}

fn has(world: &Occupancy, cells: CellBox, state: impl Fn(IVec3) -> CellState) {
    assert_eq!(world.bounds(), cells);
    for cell in cells.cells() {
        assert_eq!(world.state(cell), state(cell), "{cell}");
    }
    world.validate().unwrap();
}

fn threes(cell: IVec3) -> CellState {
    if value(cell) == 3 { Occupied } else { Free }
}

/// As [`threes`], with ones as what is not known.
fn unknown_ones(cell: IVec3) -> CellState {
    if value(cell) == 1 {
        Unknown
    } else {
        threes(cell)
    }
}

#[test]
fn booleans_in_c_order_and_numbers_in_fortran_order_are_the_same_cells() {
    has(
        &read("bool.npy", &Import::default()).occupancy,
        BLOCK,
        threes,
    );
    let import = Import {
        threshold: 2.0,
        ..Import::default()
    };
    has(&read("u8-fortran.npy", &import).occupancy, BLOCK, threes);
    // 2 is above 1.5, too.
    let import = Import {
        threshold: 1.5,
        ..Import::default()
    };
    let state = |cell| if value(cell) >= 2 { Occupied } else { Free };
    has(&read("u8-fortran.npy", &import).occupancy, BLOCK, state);
}

#[test]
fn numbers_that_are_none_are_unknown_and_a_threshold_itself_is_free() {
    let import = Import {
        threshold: f64::from(2.0_f32 / 3.0),
        ..Import::default()
    };
    has(
        &read("f4-big-endian.npy", &import).occupancy,
        BLOCK,
        unknown_ones,
    );
}

#[test]
fn arrays_of_layers_are_read_with_z_first_and_minus_one_is_unknown() {
    let import = Import {
        array_axes: ArrayAxes::Zyx,
        threshold: 2.5,
        ..Import::default()
    };
    has(&read("i1-zyx.npy", &import).occupancy, BLOCK, unknown_ones);
}

#[test]
fn an_array_of_two_axes_is_a_layer() {
    let import = Import {
        threshold: 2.5,
        ..Import::default()
    };
    let layer = CellBox::from_size(IVec3::new(5, 4, 1));
    has(&read("u2-layer.npy", &import).occupancy, layer, threes);
    let turned = Import {
        array_axes: ArrayAxes::Zyx,
        ..import
    };
    let layer = CellBox::from_size(IVec3::new(4, 5, 1));
    let state = |cell: IVec3| threes(IVec3::new(cell.y, cell.x, 0));
    has(&read("u2-layer.npy", &turned).occupancy, layer, state);
}

#[test]
fn archives_are_read_by_name_or_if_they_have_one_array() {
    has(
        &read("one.npz", &Import::default()).occupancy,
        BLOCK,
        threes,
    );
    let import = Import {
        array: Some("walls".to_owned()),
        ..Import::default()
    };
    has(&read("several.npz", &import).occupancy, BLOCK, threes);
    let import = Import {
        array: Some("doors".to_owned()),
        ..Import::default()
    };
    refusal("several.npz", &fixture("several.npz"), &import);
    assert_eq!(
        refusal("several.npz", &fixture("several.npz"), &Import::default()),
        "several.npz: there are several arrays, name one: other, walls"
    );
}

#[test]
fn corners_of_cells_are_at_multiples_of_the_size() {
    let import = Import {
        size: Some(0.5),
        margin: 2,
        ..Import::default()
    };
    let world = read("bool.npy", &import);
    assert_eq!(
        world.lattice.cell_at(DVec3::splat(0.01)).unwrap(),
        IVec3::ZERO
    );
    assert_eq!(
        world.lattice.cell_at(DVec3::splat(0.99)).unwrap(),
        IVec3::ONE
    );
    let around = CellBox::new(IVec3::splat(-2), IVec3::new(7, 6, 5));
    let state = |cell| {
        if BLOCK.contains(cell) {
            threes(cell)
        } else {
            Free
        }
    };
    has(&world.occupancy, around, state);
}

#[test]
fn what_is_no_cells_is_named() {
    let import = Import::default();
    let error = read_bytes(&fixture("complex.npy"), "complex.npy", &import).unwrap_err();
    assert!(matches!(error.reason, ImportReason::Unsupported { .. }));
    assert_eq!(
        error.to_string(),
        "complex.npy: header: arrays of the type '<c8' are not read"
    );
}

#[test]
fn headers_that_claim_too_much_are_refused() {
    let array = |header: &str| {
        let mut file = b"\x93NUMPY\x02\x00".to_vec();
        file.extend(u32::try_from(header.len()).unwrap().to_le_bytes());
        file.extend(header.as_bytes());
        file
    };
    let with = |descr: &str, shape: &str| {
        let header = format!("{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}}}");
        array(&header)
    };
    let huge = "1000000000, 1000000000, 1000000000";
    for file in [
        with("'|u1'", "(4294967296, 4294967296, 4294967296)"),
        with("'|u1'", "(0xffffffffffffffff, 2, 2)"),
        with("'|u1'", &format!("({huge})")),
        with("'|u1'", "(9, 9)"),
        with(&format!("[('a', '|u1', ({huge}))]"), "(1, 1, 1)"),
        array(&"(".repeat(60_000)),
        array(&"-".repeat(60_000)),
        b"\x93NUMPY\x02\x00\xff\xff\xff\xff{".to_vec(),
    ] {
        refusal("array.npy", &file, &Import::default());
    }
}
