//! Arrays: what the versions of `NumPy` and of Python and the writers of other languages put before the numbers.

use voxnav_files::{ArrayAxes, Import, read_bytes};
use voxnav_occupancy::CellBox;
use voxnav_occupancy::CellState::{self, Free, Occupied, Unknown};
use voxnav_occupancy::glam::IVec3;
use voxnav_testkit::{Draws, cases};

/// A type of numbers: its name, and the bytes of a free, an occupied and an unknown cell in the order of the smallest
/// byte first.
type Number = (&'static str, Vec<u8>, Vec<u8>, Option<Vec<u8>>);

fn number(draws: &mut Draws) -> Number {
    let signed = |size: usize| Some(vec![0xff; size]);
    let of = |size: usize, value: u8| {
        let mut bytes = vec![0; size];
        bytes[0] = value;
        bytes
    };
    let label = draws.pick(&[1, 2, 100]);
    match draws.below(10) {
        0 => ("b1", vec![0], vec![1], None),
        1 => ("u1", vec![0], vec![label], None),
        2 => ("u2", of(2, 0), of(2, label), None),
        3 => ("u4", of(4, 0), of(4, label), None),
        4 => ("u8", of(8, 0), of(8, label), None),
        5 => ("i1", vec![0], vec![label], signed(1)),
        6 => ("i2", of(2, 0), of(2, label), signed(2)),
        7 => ("i4", of(4, 0), of(4, label), signed(4)),
        8 => {
            let bytes = |number: f32| number.to_le_bytes().to_vec();
            ("f4", bytes(0.5), bytes(0.75), Some(bytes(f32::NAN)))
        }
        _ => {
            let bytes = |number: f64| number.to_le_bytes().to_vec();
            ("f8", bytes(-1.0), bytes(1.0), Some(bytes(f64::NAN)))
        }
    }
}

/// The text of a header, as one writer or another has it.
fn header(draws: &mut Draws, descr: &str, is_fortran: bool, shape: &[i32]) -> String {
    let long = draws.pick(&["", "", "L"]);
    let comma = draws.pick(&[", ", ","]);
    let lengths: Vec<_> = shape
        .iter()
        .map(|length| format!("{length}{long}"))
        .collect();
    let lengths = lengths.join(comma) + draws.pick(&["", ","]);
    let order = if is_fortran { "True" } else { "False" };
    let mark = draws.pick(&["'", "\""]);
    let colon = draws.pick(&[": ", ":"]);
    let mut entries = [
        format!("{mark}descr{mark}{colon}{mark}{descr}{mark}"),
        format!("{mark}fortran_order{mark}{colon}{order}"),
        format!("{mark}shape{mark}{colon}({lengths})"),
    ];
    if draws.percent(20) {
        draws.shuffle(&mut entries);
    }
    format!(
        "{{{}{}}}",
        entries.join(comma),
        draws.pick(&[", ", ",", ""])
    )
}

/// A header as bytes: of version 1, 2 or 3, padded or not.
fn framed(draws: &mut Draws, mut text: String) -> Vec<u8> {
    let version = draws.pick(&[1, 2, 3]);
    let start = if version == 1 { 10 } else { 12 };
    let step = draws.pick(&[1, 16, 64]);
    while !(start + text.len() + 1).is_multiple_of(step) {
        text.push(' ');
    }
    text.push_str(draws.pick(&["\n", "\n", " "]));
    let mut file = b"\x93NUMPY".to_vec();
    file.extend([version, 0]);
    let length = u32::try_from(text.len()).unwrap().to_le_bytes();
    file.extend(&length[..start - 8]);
    file.extend(text.into_bytes());
    file
}

/// The cells of an array in the order of the file.
fn in_order(shape: IVec3, is_fortran: bool, axes: ArrayAxes) -> Vec<IVec3> {
    let mut cells: Vec<_> = CellBox::from_size(shape).cells().collect();
    let is_x_last = is_fortran == (axes == ArrayAxes::Xyz);
    cells.sort_by_key(|cell| {
        if is_x_last {
            [cell.z, cell.y, cell.x]
        } else {
            [cell.x, cell.y, cell.z]
        }
    });
    cells
}

#[test]
fn arrays_of_every_writer_are_the_cells_that_were_drawn() {
    for mut draws in cases(0, 500) {
        let axes = draws.pick(&[ArrayAxes::Xyz, ArrayAxes::Zyx]);
        let mut shape = draws.vector(IVec3::ONE, IVec3::new(7, 6, 5));
        let is_layer = draws.percent(30);
        if is_layer {
            shape.z = 1;
        }
        let mut lengths = shape.to_array().to_vec();
        lengths.truncate(if is_layer { 2 } else { 3 });
        if axes == ArrayAxes::Zyx {
            lengths.reverse();
        }
        let (name, free, occupied, unknown) = number(&mut draws);
        let is_fortran = draws.percent(50);
        let order = match free.len() {
            1 => draws.pick(&['|', '<', '>']),
            _ => draws.pick(&['<', '>']),
        };
        let text = header(&mut draws, &format!("{order}{name}"), is_fortran, &lengths);
        let mut file = framed(&mut draws, text.clone());
        let mut expected = Vec::new();
        for cell in in_order(shape, is_fortran, axes) {
            let (state, bytes): (CellState, &Vec<u8>) = match (draws.below(3), &unknown) {
                (0, _) => (Free, &free),
                (1, Some(unknown)) => (Unknown, unknown),
                _ => (Occupied, &occupied),
            };
            expected.push((cell, state));
            let start = file.len();
            file.extend(bytes);
            if order == '>' {
                file[start..].reverse();
            }
        }
        let import = Import {
            array_axes: axes,
            ..Import::default()
        };
        let read = read_bytes(&file, "a.npy", &import);
        let read = read
            .unwrap_or_else(|error| panic!("{error}: {text}"))
            .occupancy;
        assert_eq!(read.bounds(), CellBox::from_size(shape), "{text}");
        for (cell, state) in expected {
            assert_eq!(read.state(cell), state, "{cell} of {text}, {axes:?}");
        }
    }
}
