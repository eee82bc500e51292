//! Questions that need no search: where to put a crate-sized drone that was asked for inside a wall,
//! whether it can get to a player, how wide the way there is, and what it sees and runs against.

use std::error::Error;
use std::io::Write;

use voxnav::glam::{DVec3, IVec3};
use voxnav::grid::{CellBox, CellState, Footprint, OccupancyBuilder, Traversability};
use voxnav::spatial::CellFilter;
use voxnav::{Lattice, UnknownPolicy};

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout())
}

/// Writes what is found.
pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    // Two halls of half-meter cells, and a window of 5 by 3 cells in the wall between them.
    let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(61, 40, 20)))?;
    let wall = CellBox::new(IVec3::new(30, 0, 0), IVec3::new(31, 40, 20));
    let window = CellBox::new(IVec3::new(30, 18, 8), IVec3::new(31, 23, 11));
    builder.set_box(wall, CellState::Occupied)?;
    builder.set_box(window, CellState::Free)?;
    let occupancy = builder.commit();
    let lattice = Lattice::new(DVec3::ZERO, 0.5)?;
    let drone = Footprint::new(CellBox::new(IVec3::NEG_ONE, IVec3::splat(2)))?;
    let world = Traversability::for_agent(&occupancy, drone, UnknownPolicy::Blocked);

    // Asked for inside the wall: the nearest place where it fits, and that leads to the player.
    let player = IVec3::new(50, 20, 9);
    let asked = DVec3::new(15.0, 2.0, 5.0);
    let among = CellFilter::ConnectedTo(player);
    let spawn = world
        .nearest_position(&lattice, asked, 3.0, among)?
        .ok_or("no room within 3 m")?;
    writeln!(
        out,
        "the drone starts at {}, {} m from where it was asked for",
        spawn.position, spawn.distance
    )?;
    assert!(world.is_connected(spawn.cell, player)?);

    // Its way is as wide as the window is high; nothing larger would get there.
    let widest = world
        .largest_cube(IVec3::new(10, 20, 9), player)?
        .ok_or("no way at all")?;
    writeln!(
        out,
        "a cube of up to {} cells a side gets to the player",
        widest.offsets().size().x
    )?;
    assert_eq!(widest, drone);

    // Sight is a thin ray through the occupancy itself; flying straight is a sweep of the drone.
    let sight = Traversability::new(&occupancy, UnknownPolicy::Blocked);
    let (eye, target) = (DVec3::new(10.0, 18.0, 9.0), player.as_dvec3());
    assert_eq!(sight.cast_ray(eye, target)?, None);
    let stop = world
        .sweep(eye, target)?
        .ok_or("nothing in the way of the drone")?;
    writeln!(
        out,
        "it sees the player, but flying there it stops after {:.2} cells, pushed back to {}",
        stop.distance, stop.normal
    )?;
    assert!(world.has_line_of_sight(IVec3::new(10, 20, 9), player));

    // Where others may appear: the same places on every machine.
    let others: Vec<IVec3> = world.random_cells(7, among)?.take(3).collect();
    writeln!(out, "others appear at {others:?}")?;
    assert!(
        others
            .iter()
            .all(|&cell| world.is_connected(cell, player) == Ok(true))
    );
    Ok(())
}
