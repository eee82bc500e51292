//! What snapshots cost that hold little, and what edits cost in large worlds.
//!
//! Prints one line a number; the medians of frames in which all movers move by one cell.

use std::error::Error;
use std::io::Write;
use std::time::{Duration, Instant};

use voxnav::glam::IVec3;
use voxnav::{CellBox, CellState, Occupancy, OccupancyBuilder, Traversability, UnknownPolicy};

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
        let labelled = begin.elapsed();
        writeln!(
            out,
            "{size:?}: derived in {derived:?}, labelled in {labelled:?}"
        )?;
        for movers in [1, 100] {
            let [commit, refresh, labels] = frames(&world, movers)?;
            writeln!(
                out,
                "{size:?}, {movers} movers: commit {commit:?}, refresh {refresh:?}, components {labels:?}"
            )?;
        }
    }
    Ok(())
}

/// A world with boxes of up to 9 cells a side strewn about.
fn cluttered(size: IVec3, boxes: u64) -> Result<Occupancy, Box<dyn Error>> {
    let bounds = CellBox::from_size(size);
    let mut builder = OccupancyBuilder::new(bounds)?;
    for number in 0..boxes {
        let corner = place(number, size);
        let edges = place(number + boxes, IVec3::splat(9)) + 1;
        let cells = CellBox::new(corner, corner + edges).intersection(&bounds);
        builder.set_box(cells, CellState::Occupied)?;
    }
    Ok(builder.commit())
}

/// A cell of a box at the origin, by a number.
fn place(number: u64, size: IVec3) -> IVec3 {
    let mut mixed = number;
    let mut below = |bound: i32| {
        mixed = (mixed ^ mixed >> 29).wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ mixed >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        i32::try_from(mixed >> 40).unwrap_or(0) % bound
    };
    IVec3::new(below(size.x), below(size.y), below(size.z))
}

/// The medians of committing, refreshing and asking for a component in a frame.
fn frames(world: &Traversability, movers: u64) -> Result<[Duration; 3], Box<dyn Error>> {
    let room = world.bounds().max - 64 - FRAMES;
    let corners: Vec<_> = (0..movers).map(|it| place(it + 7, room) + 16).collect();
    let mut world = world.clone();
    let mut times = [Vec::new(), Vec::new(), Vec::new()];
    for frame in 0..FRAMES {
        let mut edit = world.occupancy().edit();
        for (step, state) in [(frame, CellState::Free), (frame + 1, CellState::Occupied)] {
            for corner in &corners {
                let corner = *corner + IVec3::X * step;
                edit.set_box(CellBox::new(corner, corner + 3), state)?;
            }
        }
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
    Ok(times.map(|mut times| {
        times.sort_unstable();
        times[times.len() / 2]
    }))
}
