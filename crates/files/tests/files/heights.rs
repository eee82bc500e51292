//! Height maps that Pillow wrote; `fixtures/heights.py` describes how.

use voxnav_files::{Import, Up, read_bytes};
use voxnav_occupancy::CellState::{Free, Occupied, Unknown};
use voxnav_occupancy::glam::{DVec3, IVec3};

use crate::fixtures::{fixture, refusal};

/// How many cells of a column are occupied, where the lowest row of the image is row 3.
fn column(x: i32, y: i32) -> i32 {
    ((3 - y) * 50 + x * 10) / 10 + 1
}

#[test]
fn a_pixel_of_8_or_16_bits_is_a_column() {
    // A cell is ten levels of gray.
    let import = Import {
        height: 25.5,
        margin: 0,
        ..Import::default()
    };
    for name in ["heights-8.png", "heights-16.png"] {
        let world = read_bytes(&fixture(name), name, &import).unwrap();
        let cells = world.occupancy.bounds();
        assert_eq!(cells.max, IVec3::new(5, 4, 20), "{name}");
        for cell in cells.cells() {
            let state = if cell.z < column(cell.x, cell.y) {
                Occupied
            } else {
                Free
            };
            assert_eq!(world.occupancy.state(cell), state, "{name}, {cell}");
        }
        let ground = world.lattice.cell_at(DVec3::new(0.5, 3.5, 0.5)).unwrap();
        assert_eq!(ground, IVec3::new(0, 3, 0));
    }
}

#[test]
fn heights_are_in_the_units_of_the_cells_and_may_point_along_y() {
    let import = Import {
        height: 255.0,
        size: Some(10.0.into()),
        up: Up::Y,
        ..Import::default()
    };
    let world = read_bytes(&fixture("heights-8.png"), "h.png", &import).unwrap();
    // The nearest row and the last column: level 190, and so 20 cells.
    assert_eq!(world.occupancy.state(IVec3::new(4, 19, 0)), Occupied);
    assert_eq!(world.occupancy.state(IVec3::new(4, 14, -1)), Occupied);
    assert_eq!(world.occupancy.state(IVec3::new(4, 15, -1)), Free);
}

#[test]
fn transparent_pixels_are_unknown_and_colors_are_refused() {
    let import = Import {
        height: 25.5,
        ..Import::default()
    };
    let world = read_bytes(&fixture("heights-alpha.png"), "h.png", &import).unwrap();
    for cell in world.occupancy.bounds().cells() {
        let state = match cell {
            IVec3 { x: 2, .. } => Unknown,
            _ if cell.z < column(cell.x, cell.y) => Occupied,
            _ => Free,
        };
        assert_eq!(world.occupancy.state(cell), state, "{cell}");
    }
    assert_eq!(
        refusal("h.png", &fixture("heights-color.png"), &import),
        "h.png: header: images in color are not read"
    );
}
