//! Arrays that `NumPy` wrote; `fixtures/npy.py` describes how.

use crate::fixtures::{fixture, refusal};
use voxnav_files::{
    ArrayAxes, CostArray, CostArrayError, FileReason, Import, Imported, export, read_bytes,
};
use voxnav_occupancy::CellState::{self, Free, Occupied, Unknown};
use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{
    CellBox, Lattice, Occupancy, OccupancyBuilder, Outside, UnknownPolicy, WorldDistanceField,
};
use voxnav_search::{CostConvention, CostError};

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
        threshold: Some(2.0),
        ..Import::default()
    };
    has(&read("u8-fortran.npy", &import).occupancy, BLOCK, threes);
    // 2 is above 1.5, too.
    let import = Import {
        threshold: Some(1.5),
        ..Import::default()
    };
    let state = |cell| if value(cell) >= 2 { Occupied } else { Free };
    has(&read("u8-fortran.npy", &import).occupancy, BLOCK, state);
}

#[test]
fn numbers_that_are_none_are_unknown_and_a_threshold_itself_is_free() {
    let import = Import {
        threshold: Some(f64::from(2.0_f32 / 3.0)),
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
        threshold: Some(2.5),
        ..Import::default()
    };
    has(&read("i1-zyx.npy", &import).occupancy, BLOCK, unknown_ones);
}

#[test]
fn an_array_of_two_axes_is_a_layer() {
    let import = Import {
        threshold: Some(2.5),
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
    assert_eq!(
        refusal("several.npz", &fixture("several.npz"), &import),
        "several.npz: there is no array doors, name one of these: other, walls"
    );
    let error = read_bytes(&fixture("several.npz"), "several.npz", &import).unwrap_err();
    let FileReason::NoSuchArray { wanted, arrays } = error.reason else {
        panic!("{error}")
    };
    assert_eq!((wanted.as_deref(), arrays.len()), (Some("doors"), 2));
    let import = Import {
        array: Some("walls.npy".to_owned()),
        ..Import::default()
    };
    has(&read("several.npz", &import).occupancy, BLOCK, threes);
    assert_eq!(
        refusal("several.npz", &fixture("several.npz"), &Import::default()),
        "several.npz: there are several arrays, name one: other, walls"
    );
}

#[test]
fn centers_of_cells_are_at_multiples_of_the_size() {
    let import = Import {
        size: Some(0.5.into()),
        margin: 2,
        ..Import::default()
    };
    let world = read("bool.npy", &import);
    assert_eq!(
        world.lattice.cell_at(DVec3::splat(0.24)).unwrap(),
        IVec3::ZERO
    );
    assert_eq!(
        world.lattice.cell_at(DVec3::splat(0.74)).unwrap(),
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
    assert!(matches!(error.reason, FileReason::Unsupported { .. }));
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

/// An array of three axes as bytes, of numbers that are written by `bytes`.
fn array<N: Copy>(
    descr: &str,
    is_fortran: bool,
    numbers: &[N],
    bytes: impl Fn(N) -> Vec<u8>,
) -> Vec<u8> {
    let order = if is_fortran { "True" } else { "False" };
    let length = numbers.len();
    let text =
        format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': (1, {length}, 1), }}\n");
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend(u16::try_from(text.len()).unwrap().to_le_bytes());
    file.extend(text.as_bytes());
    file.extend(numbers.iter().flat_map(|number| bytes(*number)));
    file
}

/// The states of the cells of such an array.
fn states(file: &[u8], threshold: Option<f64>) -> Vec<CellState> {
    let import = Import {
        threshold,
        ..Import::default()
    };
    let world = read_bytes(file, "a.npy", &import).unwrap().occupancy;
    let cells = world.bounds().cells();
    cells.map(|cell| world.state(cell)).collect()
}

/// Every type of number in both byte orders and both orders of axes: zero is free, -1 unknown, and any
/// other number, which may be a label, is occupied.
#[test]
fn zero_is_free_minus_one_unknown_and_any_other_integer_occupied() {
    macro_rules! check {
        ($($number:ty: $name:literal, [$($value:expr),*], $expected:expr;)*) => {$(
            for (order, is_big) in [('<', false), ('>', true)] {
                let descr = format!("{order}{}", $name);
                let bytes = |number: $number| {
                    if is_big { number.to_be_bytes().to_vec() } else { number.to_le_bytes().to_vec() }
                };
                for is_fortran in [false, true] {
                    let file = array(&descr, is_fortran, &[$($value),*], bytes);
                    assert_eq!(states(&file, None), $expected, "{descr}");
                }
            }
        )*};
    }
    let signed = [Free, Occupied, Unknown, Occupied, Occupied, Occupied];
    check! {
        i8: "i1", [0, 1, -1, 2, i8::MIN, i8::MAX], signed;
        i16: "i2", [0, 1, -1, 256, i16::MIN, i16::MAX], signed;
        i32: "i4", [0, 1, -1, 1 << 16, i32::MIN, i32::MAX], signed;
        i64: "i8", [0, 1, -1, 1 << 32, i64::MIN, i64::MAX], signed;
        u8: "u1", [0, 1, u8::MAX], [Free, Occupied, Occupied];
        u16: "u2", [0, 256, u16::MAX], [Free, Occupied, Occupied];
        u32: "u4", [0, 1 << 16, u32::MAX], [Free, Occupied, Occupied];
        u64: "u8", [0, 1 << 32, u64::MAX], [Free, Occupied, Occupied];
        f32: "f4", [0.0, 0.5, 0.75, -1.0, f32::NAN], [Free, Free, Occupied, Free, Unknown];
        f64: "f8", [0.0, 0.5, 0.75, -1.0, f64::NAN], [Free, Free, Occupied, Free, Unknown];
    }
    // 0, 0.5, the next number above it, 65504, the smallest number above 0, -1, both infinities and no number.
    let halves = [
        0, 0x3800, 0x3801, 0x7bff, 1, 0xbc00, 0x7c00, 0xfc00, 0x7e00, 0xffff,
    ];
    let of_halves = [
        Free, Free, Occupied, Occupied, Free, Free, Occupied, Free, Unknown, Unknown,
    ];
    let little = array("<f2", false, &halves, |n: u16| n.to_le_bytes().to_vec());
    let big = array(">f2", true, &halves, |n: u16| n.to_be_bytes().to_vec());
    for file in [little, big] {
        assert_eq!(states(&file, None), of_halves);
        let above_zero = states(&file, Some(0.0));
        assert_eq!(
            above_zero[..6],
            [Free, Occupied, Occupied, Occupied, Occupied, Free]
        );
    }
    let file = array("|b1", false, &[0, 1], |byte: u8| vec![byte]);
    assert_eq!(states(&file, None), [Free, Occupied]);
    assert_eq!(states(&file, Some(7.0)), [Free, Occupied]);
    let file = array("|i1", false, &[-2, -1, 0, 1, 60], |n: i8| {
        vec![n.cast_unsigned()]
    });
    let above = [Free, Unknown, Free, Free, Occupied];
    assert_eq!(states(&file, Some(50.0)), above);
}

#[test]
fn headers_are_read_as_python_writes_them_and_no_other_text_is() {
    let with = |text: &str| {
        let mut file = b"\x93NUMPY\x03\x00".to_vec();
        file.extend(u32::try_from(text.len()).unwrap().to_le_bytes());
        file.extend(text.as_bytes());
        file.extend([1; 6]);
        file
    };
    let size = |text: &str| {
        let read = read_bytes(&with(text), "a.npy", &Import::default()).unwrap();
        read.occupancy.bounds().size().to_array()
    };
    let order = "'fortran_order':False";
    assert_eq!(
        size(&format!("{{'descr':'|u1',{order},'shape':(1,2,3)}}")),
        [1, 2, 3]
    );
    let spaced = format!(" {{ \"shape\" : ( 3 , 2 ) , {order} , 'descr' : '|u1' , }} \n");
    assert_eq!(size(&spaced), [3, 2, 1]);
    assert_eq!(
        size(&format!("{{'descr':'|u1',{order},'shape':(0,9,9)}}")),
        [0, 0, 0]
    );
    for text in [
        "",
        "{}",
        "{'descr': '|u1'}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (1, 2, 3)} more",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (1, 2, 3)",
        "{'descr': '|u1', 'fortran_order': 0, 'shape': (1, 2, 3)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': [1, 2, 3]}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (1 2 3)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (-1, 2, 3)}",
        "{'descr': '|u1', 'descr': '|u1', 'fortran_order': False, 'shape': (1, 2, 3)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (1, 2, 3), 'more': 1}",
        "{'descr': '|u4', 'fortran_order': False, 'shape': (1, 1, 1)}",
        "{'descr': '\u{e9}', 'fortran_order': False, 'shape': (1, 1, 1)}",
        "{'descr': '', 'fortran_order': False, 'shape': (1, 1, 1)}",
        "{'descr: '|u1', 'fortran_order': False, 'shape': (1, 1, 1)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': (6,)}",
        "{'descr': '|u1', 'fortran_order': False, 'shape': ()}",
    ] {
        let said = refusal("a.npy", &with(text), &Import::default());
        assert!(said.starts_with("a.npy: header: "), "{text}: {said}");
    }
}

/// A file that ends too early names the number that is missing.
#[test]
fn a_cut_array_names_the_number_that_is_missing() {
    let file = array("<i4", false, &vec![1; 30_000], |n: i32| {
        n.to_le_bytes().to_vec()
    });
    for missing in [1, 4, 5, 4 * 30_000] {
        let said = refusal("a.npy", &file[..file.len() - missing], &Import::default());
        let number = 30_000 - missing.div_ceil(4);
        assert_eq!(
            said,
            format!("a.npy: number {number}: the file ends too early")
        );
    }
}

/// Returns a file with an array of three axes.
fn file(descr: &str, is_fortran: bool, shape: [i32; 3], numbers: &[u8]) -> Vec<u8> {
    let [a, b, c] = shape;
    let order = if is_fortran { "True" } else { "False" };
    let text =
        format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': ({a}, {b}, {c}), }}");
    let length = u16::try_from(text.len()).unwrap().to_le_bytes();
    [b"\x93NUMPY\x01\x00", &length[..], text.as_bytes(), numbers].concat()
}

/// A cost that every type of numbers holds.
fn cost(cell: IVec3) -> u8 {
    u8::try_from(1 + value(cell) + 10 * cell.z).unwrap()
}

/// Writes a cost as a number of some type.
type Written = fn(u8) -> Vec<u8>;

#[test]
fn costs_of_every_type_and_order_are_those_of_the_cells() {
    let bounds = CellBox::new(IVec3::new(-2, 7, 60), IVec3::new(3, 11, 63));
    let types: [(&str, Written); 10] = [
        ("|u1", |cost| vec![cost]),
        ("|i1", |cost| vec![cost]),
        ("<u2", |cost| u16::from(cost).to_le_bytes().into()),
        (">i2", |cost| i16::from(cost).to_be_bytes().into()),
        ("<u4", |cost| u32::from(cost).to_le_bytes().into()),
        ("<i8", |cost| i64::from(cost).to_le_bytes().into()),
        (">u8", |cost| u64::from(cost).to_be_bytes().into()),
        ("<f4", |cost| f32::from(cost).to_le_bytes().into()),
        (">f4", |cost| f32::from(cost).to_be_bytes().into()),
        ("<f8", |cost| f64::from(cost).to_le_bytes().into()),
    ];
    let orders = [
        (false, ArrayAxes::Xyz),
        (true, ArrayAxes::Xyz),
        (false, ArrayAxes::Zyx),
        (true, ArrayAxes::Zyx),
    ];
    for (descr, written) in types {
        for (is_fortran, axes) in orders {
            // The box has x first where the first index to change in the file is not x.
            let mut cells: Vec<_> = BLOCK.cells().collect();
            if is_fortran == (axes == ArrayAxes::Zyx) {
                cells.sort_by_key(IVec3::to_array);
            }
            let numbers: Vec<u8> = cells.iter().flat_map(|cell| written(cost(*cell))).collect();
            let shape = match axes {
                ArrayAxes::Xyz => [5, 4, 3],
                ArrayAxes::Zyx => [3, 4, 5],
            };
            let bytes = file(descr, is_fortran, shape, &numbers);
            let costs = CostArray::read_bytes(&bytes, "costs.npy", axes).unwrap();
            assert_eq!(costs.size(), IVec3::new(5, 4, 3));
            assert_eq!(costs.cost(IVec3::NEG_X), None);
            let terrain = costs
                .terrain(bounds, CostConvention::Mean, |_| true)
                .unwrap();
            assert_eq!(terrain.convention(), CostConvention::Mean);
            for cell in BLOCK.cells() {
                let expected = f64::from(cost(cell));
                assert_eq!(
                    costs.cost(cell),
                    Some(expected),
                    "{descr} {is_fortran} {axes:?} {cell}"
                );
                assert_eq!(Some(terrain.cost(cell + bounds.min)), costs.cost(cell));
            }
            let cut = &bytes[..bytes.len() - 1];
            let refused = CostArray::read_bytes(cut, "costs.npy", axes).unwrap_err();
            assert!(
                refused.to_string().contains("the file ends too early"),
                "{refused}"
            );
        }
    }
}

#[test]
fn what_is_no_cost_of_a_cell_is_refused_and_named() {
    let cells = CellBox::new(IVec3::splat(5), IVec3::splat(7));
    let floats = |numbers: [f32; 8]| {
        let bytes: Vec<u8> = numbers.iter().flat_map(|it| it.to_le_bytes()).collect();
        let file = file("<f4", false, [2, 2, 2], &bytes);
        CostArray::read_bytes(&file, "costs.npy", ArrayAxes::Xyz).unwrap()
    };
    for bad in [f32::NAN, 0.0, -1.0, f32::INFINITY] {
        let costs = floats([1.0, 2.0, bad, 3.0, 1.0, 1.0, 1.0, 1.0]);
        let at = IVec3::new(5, 6, 5);
        let refused = costs
            .terrain(cells, CostConvention::Entered, |_| true)
            .unwrap_err();
        let is_its = |error| matches!(error, CostArrayError::Cost(CostError::NotACost { cell, .. }) if cell == at);
        assert!(is_its(refused), "{refused}");
        // A cell that blocks may have any number.
        costs
            .terrain(cells, CostConvention::Entered, |cell| cell != at)
            .unwrap();
        let infinite: Vec<_> = costs.infinite(cells).collect();
        let expected: &[IVec3] = if bad.is_infinite() { &[at] } else { &[] };
        assert_eq!(infinite, expected);
    }
    let costs = floats([1.0; 8]);
    let other = CellBox::from_size(IVec3::new(2, 2, 3));
    let refused = costs
        .terrain(other, CostConvention::Entered, |_| true)
        .unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the array has 2 x 2 x 2 costs, where the world has 2 x 2 x 3 cells"
    );
    let flags = file("|b1", false, [1, 1, 1], &[1]);
    let refused = CostArray::read_bytes(&flags, "costs.npy", ArrayAxes::Xyz).unwrap_err();
    assert!(refused.to_string().contains("booleans"), "{refused}");
    let vast = file("<f8", false, [1 << 19, 1 << 19, 1 << 19], &[0; 64]);
    let refused = CostArray::read_bytes(&vast, "costs.npy", ArrayAxes::Xyz).unwrap_err();
    assert!(refused.to_string().contains("too early"), "{refused}");
}

#[test]
fn distances_are_read_again_as_they_were() {
    let bounds = CellBox::new(IVec3::new(-1, 2, 60), IVec3::new(6, 7, 66));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    for cell in [IVec3::new(0, 3, 61), IVec3::new(5, 6, 64)] {
        builder.set(cell, Occupied).unwrap();
    }
    let low = Lattice::with_sizes(DVec3::ZERO, DVec3::new(0.25, 0.25, 0.1)).unwrap();
    let (world, outside) = (builder.commit(), Outside::Ignored);
    let distances = WorldDistanceField::new(&world, UnknownPolicy::Blocked, outside, &low).unwrap();
    let mut bytes = Vec::new();
    export::npy::write_distances(&distances, &mut bytes).unwrap();
    // Any array of numbers is read as costs are.
    let read = CostArray::read_bytes(&bytes, "distances.npy", ArrayAxes::Xyz).unwrap();
    for cell in bounds.cells() {
        #[expect(clippy::cast_possible_truncation, reason = "as in the file")]
        let expected = distances.at(cell) as f32;
        assert_eq!(read.cost(cell - bounds.min), Some(f64::from(expected)));
    }
}
