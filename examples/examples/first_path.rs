//! The first path in ten lines: over a wall that leaves the top layer of the world free.

use std::error::Error;
use std::io::Write;

use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, OccupancyBuilder, Traversability};
use voxnav::search::{Cost, Query};
use voxnav::{UnknownPolicy, Workspace};

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout())
}

/// Writes what is found.
pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(10)))?;
    let wall = CellBox::new(IVec3::new(5, 0, 0), IVec3::new(6, 10, 9));
    builder.set_box(wall, CellState::Occupied)?;
    let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    let query = Query::new(IVec3::new(1, 5, 5), IVec3::new(9, 5, 5));
    let solution = query.solve(&world, &mut Workspace::new());
    let path = solution.outcome.path().ok_or("no way over the wall")?;
    assert_eq!(path.cost(), Cost::FACE_DIAGONAL * 6 + Cost::STRAIGHT * 4);
    writeln!(
        out,
        "{} moves, {:.3} cells long",
        path.move_count(),
        path.cost().length()
    )?;
    Ok(())
}
