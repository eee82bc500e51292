//! The costs of snapshots that hold little, and of edits in large worlds.
//!
//! Prints one line a number; the medians of frames in which all movers move by one cell. Last, a door
//! that opens and closes in worlds of ever more chunks, with the same surroundings in each.

use std::error::Error;
use std::io::Write;
use std::time::{Duration, Instant};

use voxnav::UnknownPolicy;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, Occupancy, OccupancyBuilder, Traversability};
use voxnav_benches::report::in_milliseconds;
use voxnav_testkit::Draws;

const FRAMES: i32 = 41;

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    for (name, min, max) in [
        ("free, -1200..1100 on every axis", [-1200; 3], [1100; 3]),
        ("free, a row of 100,000 cells", [0; 3], [1, 1, 100_000]),
        ("free, 8000 x 8000 x 1", [0; 3], [8000, 8000, 1]),
    ] {
        let bounds = CellBox::new(IVec3::from_array(min), IVec3::from_array(max));
        let occupancy = OccupancyBuilder::new(bounds)?.commit();
        let begin = Instant::now();
        let world = Traversability::new(&occupancy, UnknownPolicy::Blocked).with_components();
        let (took, bytes) = (begin.elapsed(), world.memory_bytes());
        writeln!(out, "{name}: {bytes} bytes, {took:?} with components")?;
    }
    for (size, boxes) in [([512, 512, 464], 20_000), ([1000; 3], 160_000)] {
        let occupancy = cluttered(IVec3::from_array(size), boxes)?;
        let begin = Instant::now();
        let world = Traversability::new(&occupancy, UnknownPolicy::Blocked);
        let derived = begin.elapsed();
        let begin = Instant::now();
        let world = world.with_components();
        let labeled = begin.elapsed();
        writeln!(
            out,
            "{size:?}: derived in {derived:?}, labeled in {labeled:?}"
        )?;
        for movers in [1, 100] {
            let [commit, refresh, labels] = frames(&world, movers)?;
            writeln!(
                out,
                "{size:?}, {movers} movers: commit {commit:?}, refresh {refresh:?}, components {labels:?}"
            )?;
        }
    }
    for edge in [10, 21, 46] {
        let world = halls(edge)?;
        let [commit, refresh, labels] = door(&world)?;
        writeln!(
            out,
            "a door among {} chunks: commit {commit:?}, refresh {refresh:?}, components {labels:?}",
            edge * edge * edge
        )?;
    }
    Ok(())
}

/// Returns a world of so many chunks on each axis, with a wall through each of them and a doorway
/// in each wall.
fn halls(edge: i32) -> Result<Traversability, Box<dyn Error>> {
    let bounds = CellBox::from_size(IVec3::splat(64 * edge));
    let mut builder = OccupancyBuilder::new(bounds)?;
    for layer in 0..edge {
        let mut wall = bounds;
        (wall.min.x, wall.max.x) = (64 * layer + 32, 64 * layer + 34);
        for y in 0..edge {
            for z in 0..edge {
                // Chunk by chunk, because a box is refused that would write too many.
                let chunk = CellBox::from_size(IVec3::splat(64));
                let corner = 64 * IVec3::new(layer, y, z);
                let chunk = CellBox::new(chunk.min + corner, chunk.max + corner);
                builder.set_box(chunk.intersection(&wall), CellState::Occupied)?;
                builder.set_box(doorway(corner), CellState::Free)?;
            }
        }
    }
    let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    Ok(world.with_components())
}

fn doorway(corner: IVec3) -> CellBox {
    let min = corner + IVec3::new(32, 20, 20);
    CellBox::new(min, min + IVec3::new(2, 4, 6))
}

/// Returns the medians of committing, refreshing and asking for a component where a door closes or
/// opens.
fn door(world: &Traversability) -> Result<[Duration; 3], Box<dyn Error>> {
    let middle = (world.bounds().max >> 7) << 6;
    frames_of(world, |frame, edit| {
        let state = if frame % 2 == 0 {
            CellState::Occupied
        } else {
            CellState::Free
        };
        Ok(edit.set_box(doorway(middle), state)?)
    })
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

/// Returns the medians of committing, refreshing and asking for a component in a frame.
fn frames(world: &Traversability, movers: u32) -> Result<[Duration; 3], Box<dyn Error>> {
    let room = world.bounds().max - 64 - FRAMES;
    let room = CellBox::new(IVec3::splat(16), room + 16);
    let mut draws = Draws::new(2);
    let corners: Vec<_> = (0..movers).map(|_| draws.cell(&room)).collect();
    frames_of(world, |frame, edit| {
        for (step, state) in [(frame, CellState::Free), (frame + 1, CellState::Occupied)] {
            for corner in &corners {
                let corner = *corner + IVec3::X * step;
                edit.set_box(CellBox::new(corner, corner + 3), state)?;
            }
        }
        Ok(())
    })
}

/// Returns the medians of committing, refreshing and asking for a component in frames of some
/// edits.
fn frames_of(
    world: &Traversability,
    write: impl Fn(i32, &mut OccupancyBuilder) -> Result<(), Box<dyn Error>>,
) -> Result<[Duration; 3], Box<dyn Error>> {
    let mut world = world.clone();
    let mut times = [Vec::new(), Vec::new(), Vec::new()];
    for frame in 0..FRAMES {
        let mut edit = world.occupancy().edit();
        write(frame, &mut edit)?;
        let begin = Instant::now();
        let occupancy = edit.commit();
        times[0].push(begin.elapsed());
        let begin = Instant::now();
        let next = world.refreshed(&occupancy);
        times[1].push(begin.elapsed());
        let begin = Instant::now();
        let _ = next.component(IVec3::ZERO);
        times[2].push(begin.elapsed());
        world = next;
    }
    Ok(times.map(|times| Duration::from_secs_f64(in_milliseconds(&times).median() / 1e3)))
}
