//! Terrain: a grid of four by four tiles, three of which cost ten times as much to enter.
//!
//! Without weights the best way from (1, 1) to (4, 1) is straight ahead. With them it is the long
//! way around.
#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use voxnav::glam::IVec3;
use voxnav::grid::{Axis, CellBox, OccupancyBuilder, Traversability};
use voxnav::search::{Cost, Query};
use voxnav::{MoveSet, Terrain, UnknownPolicy, Workspace};

/// What entering a tile costs: one line for each y from 1 to 4, along which x goes from 1 to 4.
const COSTS: [[u16; 4]; 4] = [[1, 10, 1, 1], [1, 10, 10, 1], [1, 1, 1, 1], [1, 1, 1, 1]];

/// The tile (x, y) as a cell.
fn tile([x, y]: [i32; 2]) -> IVec3 {
    IVec3::new(x, y, 0)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bounds = CellBox::new(IVec3::new(1, 1, 0), IVec3::new(5, 5, 1));
    let occupancy = OccupancyBuilder::new(bounds)?.commit();
    let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
    let mut terrain = Terrain::new();
    for (y, line) in (1..).zip(COSTS) {
        for (x, cost) in (1..).zip(line) {
            terrain.set(tile([x, y]), cost)?;
        }
    }

    let straight_ahead = Query::new(tile([1, 1]), tile([4, 1])).moves(MoveSet::Planar4(Axis::Z));
    let solution = straight_ahead
        .terrain(&terrain)
        .solve(&world, &mut Workspace::new());
    let path = solution.outcome.path().ok_or("no tile is blocked")?;

    let around = [
        [1, 1],
        [1, 2],
        [1, 3],
        [2, 3],
        [3, 3],
        [4, 3],
        [4, 2],
        [4, 1],
    ];
    assert!(path.cells().eq(around.map(tile)));
    assert_eq!(path.cost(), Cost::STRAIGHT * 7);
    // Straight ahead would be three moves, the first of them at ten times the cost.
    assert!(path.cost() < Cost::STRAIGHT * 12);

    println!("cost {}, through", path.cost());
    for (y, line) in (1..).zip(COSTS) {
        for (x, cost) in (1..).zip(line) {
            let on_path = path.cells().any(|cell| cell == tile([x, y]));
            let [before, after] = if on_path { ['[', ']'] } else { [' ', ' '] };
            print!("{before}{cost:2}{after}");
        }
        println!();
    }
    Ok(())
}
