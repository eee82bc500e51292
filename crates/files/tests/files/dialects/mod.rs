//! Dialects: files as their known writers write them, not only as ours does. Each law draws a world, writes it in a
//! dialect that is drawn, too, and asks that what is read is the world.

mod archives;
mod arrays;
mod blocks;
mod clouds;
mod gltf;
mod grids;
mod images;
mod meshes;
mod octrees;
mod ply;
mod points;
mod scenes;

use std::collections::BTreeSet;

use voxnav_occupancy::CellState::{Free, Occupied};
use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, Occupancy};
use voxnav_testkit::Draws;

/// The cells that a world has.
type Cells = BTreeSet<[i32; 3]>;

/// Draws a box from (0, 0, 0) on, none of its sides longer than those of another, and some of its cells.
fn drawn(draws: &mut Draws, largest: IVec3) -> (CellBox, Cells) {
    let size = draws.vector(IVec3::ONE, largest);
    let bounds = CellBox::from_size(size);
    let share = draws.pick(&[10, 50, 100]);
    let cells = bounds.cells().filter(|_| draws.percent(share));
    (bounds, cells.map(|cell| cell.to_array()).collect())
}

/// Checks every cell of a world.
fn check(world: &Occupancy, bounds: CellBox, occupied: &Cells, what: &str) {
    assert_eq!(world.bounds(), bounds, "{what}");
    for cell in bounds.cells() {
        let is_occupied = occupied.contains(&cell.to_array());
        let state = if is_occupied { Occupied } else { Free };
        assert_eq!(world.state(cell), state, "{cell} of {what}");
    }
}

/// Puts lines together: each ends as one system or the other ends them, the last may lack its end, and some editors
/// begin files with a mark.
fn joined(draws: &mut Draws, lines: &[Vec<u8>]) -> Vec<u8> {
    let end = draws.pick(&["\n", "\r\n"]);
    let mut file = lines.join(end.as_bytes());
    if draws.percent(80) {
        file.extend(end.as_bytes());
    }
    if draws.percent(10) {
        file.splice(..0, *b"\xef\xbb\xbf");
    }
    file
}

/// Returns a text that can be printed, for messages.
fn shown(file: &[u8]) -> String {
    file.escape_ascii().to_string().replace("\\n", "\n")
}
