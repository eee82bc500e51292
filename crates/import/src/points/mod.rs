//! Clouds of points, from any format, as cells.
//!
//! A cell is occupied if it owns at least [`Import::points`] of the points. Nobody can tell from points
//! alone what is free: all other cells are unknown, or [`Import::unknown`]. Coordinates are those of the
//! file and z points up unless [`Import::file_up`] says otherwise; corners of cells are at multiples of
//! [`Import::size`], which must be given. Points without a position are left out and counted in a note.
//!
//! Of no format anything but positions is read: no colors, intensities, normals or classes.

#[cfg(feature = "e57")]
pub mod e57;
#[cfg(feature = "las")]
pub mod las;
#[cfg(feature = "las")]
mod laz;
#[cfg(feature = "pcd")]
pub mod pcd;
#[cfg(feature = "ply")]
pub mod ply;

use std::collections::HashMap;

use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, CellState};

use crate::cells::Cells;
use crate::error::{Fault, ImportReason};
use crate::frame::Frame;
use crate::import::note;
use crate::{Import, Imported, Up, suggestion};

/// The cells that own points.
fn cells(points: Vec<DVec3>, import: &Import) -> Result<Imported, Fault> {
    let all = points.len();
    let mut points = points;
    points.retain(|point| point.is_finite());
    if points.is_empty() {
        return Err(ImportReason::Empty { what: "point" }.into());
    }
    let mut notes = Vec::new();
    let lost = all - points.len();
    note(&mut notes, lost, "points without a position were left out");
    let Some(size) = import.size else {
        return Err(suggestion::missing_size(points.into_iter()));
    };
    let frame = Frame::new(Up::Z, import);
    // In the axes of the file.
    let owners = Frame::AsInFile.lattice(DVec3::splat(size / 2.0), size)?;
    let seeds = ahash::RandomState::with_seeds(1, 2, 3, 4);
    let mut counts: HashMap<IVec3, u32, ahash::RandomState> = HashMap::with_hasher(seeds);
    let mut content = CellBox::EMPTY;
    for (index, point) in points.into_iter().enumerate() {
        let cell = owners
            .cell_at(point)
            .map_err(|error| Fault::from(error).in_part("point", index))?;
        content = content.hull(&CellBox::of_cell(cell));
        let count = counts.entry(cell).or_insert(0);
        *count = count.saturating_add(1);
    }
    let mut cells = Cells::new(&content, import.unknown, frame, import)?;
    // In no order, which does not show in the world that results.
    for (cell, count) in counts {
        if count >= import.points.get() {
            cells.set(cell, CellState::Occupied)?;
        }
    }
    Ok(Imported {
        occupancy: cells.commit(),
        lattice: frame.lattice(DVec3::splat(size / 2.0), size)?,
        notes,
    })
}
