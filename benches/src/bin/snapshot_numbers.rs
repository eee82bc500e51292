//! The costs of snapshots that hold little, and of edits in large worlds: frames in which all movers move by
//! one cell, and a door that opens and closes in worlds of ever more chunks, with the same surroundings in
//! each.

use std::error::Error;

use clap::Parser;
use voxnav::UnknownPolicy;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, Occupancy, OccupancyBuilder, Traversability};
use voxnav_benches::{Clock, Numbers};
use voxnav_testkit::Draws;

/// Measures snapshots and edits.
#[derive(Debug, Parser)]
struct Arguments {
    /// Frames of edits in each world
    #[arg(long, default_value_t = 41)]
    frames: i32,
    /// The chunks along each side of the worlds with a door
    #[arg(long, value_delimiter = ',', default_values_t = [10, 21, 46])]
    chunks: Vec<i32>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let mut numbers = Numbers::new("free worlds", Clock::Wall);
    for (case, min, max) in [
        ("-1200..1100 on every axis", [-1200; 3], [1100; 3]),
        ("a row of 100,000 cells", [0; 3], [1, 1, 100_000]),
        ("8000 x 8000 x 1", [0; 3], [8000, 8000, 1]),
    ] {
        let bounds = CellBox::new(IVec3::from_array(min), IVec3::from_array(max));
        let occupancy = OccupancyBuilder::new(bounds)?.commit();
        let world = numbers.time(case, || world_of(&occupancy).with_components());
        numbers.note(case, format!("{} bytes", world.memory_bytes()));
    }
    numbers.print();
    for (size, boxes) in [([512, 512, 464], 20_000), ([1000; 3], 160_000)] {
        let mut numbers = Numbers::new(format!("{size:?}, cluttered"), Clock::Wall);
        let occupancy = cluttered(IVec3::from_array(size), boxes)?;
        let world = numbers.time("derived", || world_of(&occupancy));
        let world = numbers.time("labeled", || world.with_components());
        for movers in [1, 100] {
            let case = format!("{movers} movers");
            let room = world.bounds().max - 64 - arguments.frames;
            let room = CellBox::new(IVec3::splat(16), room + 16);
            let mut draws = Draws::new(2);
            let corners: Vec<_> = (0..movers).map(|_| draws.cell(&room)).collect();
            frames(
                &case,
                &world,
                arguments.frames,
                &mut numbers,
                |frame, edit| {
                    for (step, state) in
                        [(frame, CellState::Free), (frame + 1, CellState::Occupied)]
                    {
                        for corner in &corners {
                            let corner = *corner + IVec3::X * step;
                            edit.set_box(CellBox::new(corner, corner + 3), state)?;
                        }
                    }
                    Ok(())
                },
            )?;
        }
        numbers.print();
    }
    let mut numbers = Numbers::new("a door among so many chunks", Clock::Wall);
    for edge in arguments.chunks {
        let world = world_of(&halls(edge)?).with_components();
        let middle = doorway((world.bounds().max >> 7) << 6);
        let case = format!("{} chunks", edge * edge * edge);
        frames(
            &case,
            &world,
            arguments.frames,
            &mut numbers,
            |frame, edit| {
                let states = [CellState::Occupied, CellState::Free];
                Ok(edit.set_box(middle, states[usize::from(frame % 2 != 0)])?)
            },
        )?;
    }
    numbers.print();
    Ok(())
}

fn world_of(occupancy: &Occupancy) -> Traversability {
    Traversability::new(occupancy, UnknownPolicy::Blocked)
}

/// Measures committing, refreshing and asking for a component in frames of some edits.
fn frames(
    case: &str,
    world: &Traversability,
    count: i32,
    numbers: &mut Numbers,
    write: impl Fn(i32, &mut OccupancyBuilder) -> Result<(), Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let mut world = world.clone();
    for frame in 0..count {
        let mut edit = world.occupancy().edit();
        write(frame, &mut edit)?;
        let occupancy = numbers.time(&format!("{case}: commit"), || edit.commit());
        world = numbers.time(&format!("{case}: refresh"), || world.refreshed(&occupancy));
        let ask = || world.component(IVec3::ZERO);
        numbers.time(&format!("{case}: first component asked for"), ask);
    }
    let wrong = |chunk| format!("{case}: {chunk:?} differs from a snapshot from scratch");
    Ok(world.validate().map_err(wrong)?)
}

/// Returns a world of so many chunks on each axis, with a wall through each of them and a doorway
/// in each wall.
fn halls(edge: i32) -> Result<Occupancy, Box<dyn Error>> {
    let bounds = CellBox::from_size(IVec3::splat(64 * edge));
    let mut builder = OccupancyBuilder::new(bounds)?;
    // Chunk by chunk, because a box is refused that would write too many.
    for corner in CellBox::from_size(IVec3::splat(edge)).cells() {
        let corner = 64 * corner;
        let (from, to) = (IVec3::new(32, 0, 0), IVec3::new(34, 64, 64));
        builder.set_box(
            CellBox::new(corner + from, corner + to),
            CellState::Occupied,
        )?;
        builder.set_box(doorway(corner), CellState::Free)?;
    }
    Ok(builder.commit())
}

fn doorway(corner: IVec3) -> CellBox {
    let min = corner + IVec3::new(32, 20, 20);
    CellBox::new(min, min + IVec3::new(2, 4, 6))
}

/// Returns a world with boxes of up to 9 cells a side strewn about.
fn cluttered(size: IVec3, boxes: u32) -> Result<Occupancy, Box<dyn Error>> {
    let bounds = CellBox::from_size(size);
    let mut builder = OccupancyBuilder::new(bounds)?;
    let mut draws = Draws::new(1);
    for _ in 0..boxes {
        let corner = draws.cell(&bounds);
        let edges = draws.vector(IVec3::ONE, IVec3::splat(9));
        let cells = CellBox::new(corner, corner + edges).intersection(&bounds);
        builder.set_box(cells, CellState::Occupied)?;
    }
    Ok(builder.commit())
}
