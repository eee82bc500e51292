//! Worlds and routes as lines, to be looked at while a program is being made.

use voxnav::Lattice;
use voxnav::drawing::edges;
use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::CellBox;

use crate::border::{call, reading};
use crate::error::{Refusal, VoxnavStatus};
use crate::ids::{VoxnavPath, VoxnavRoute, VoxnavSpace};
use crate::memory::Out;
use crate::objects::with_sight;
use crate::values::{VoxnavCells, VoxnavPoint};

/// The most cells of a box that is drawn at once.
const MOST_CELLS: u64 = 1 << 24;

/// Writes the edges of what is in the way of an agent in a box of cells, as vertices: two for each line. For an agent
/// that flies, or a view of one, these are the cells at which its center cannot be; for a ground agent those
/// that are not free. Flat faces have no lines, and what goes on outside of the box is closed there. At most `capacity`
/// vertices are written; `count` is the number of all.
///
/// Errors: a box of more than 16,777,216 cells.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_debug_world(
    space: VoxnavSpace,
    cells: VoxnavCells,
    buffer: Out<VoxnavPoint>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    call(|| {
        let cells = CellBox::from(cells);
        if cells.volume() > MOST_CELLS {
            return Err(Refusal::new(
                VoxnavStatus::ErrorTooMuch,
                "a box to be drawn has at most 16,777,216 cells",
            ));
        }
        with_sight(space, |lattice, world| {
            let lines = edges(cells, |cell| !world.is_traversable(cell));
            let vertices = lines.iter().flatten();
            buffer.fill(capacity, count, vertices.map(|&at| corner(lattice, at)))
        })
    })
}

/// Returns the lower corner of a cell.
fn corner(lattice: &Lattice, cell: IVec3) -> VoxnavPoint {
    let half = lattice.sizes() / 2.0;
    (lattice.center(cell) - half).into()
}

/// Returns the ends of each line along some points.
fn lines(points: &[DVec3]) -> impl Iterator<Item = VoxnavPoint> {
    points.windows(2).flatten().map(|&at| at.into())
}

/// Writes the lines of a route as vertices, two for each line: at most `capacity`, and into `count` how many there are.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_debug_route(
    route: VoxnavRoute,
    buffer: Out<VoxnavPoint>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    reading(route, |found| {
        buffer.fill(capacity, count, lines(&found.route.waypoints))
    })
}

/// Writes the lines of a smooth path as vertices, two for each line: at most `capacity`, and into `count` how many there
/// are.
#[unsafe(no_mangle)]
pub extern "C" fn voxnav_debug_path(
    path: VoxnavPath,
    buffer: Out<VoxnavPoint>,
    capacity: usize,
    count: Out<usize>,
) -> VoxnavStatus {
    reading(path, |path| {
        buffer.fill(capacity, count, lines(path.waypoints()))
    })
}
