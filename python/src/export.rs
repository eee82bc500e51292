//! Worlds as files of whichever kind the extension names.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use voxnav::Navigator;
use voxnav::glam::IVec3;
use voxnav::grid::{CellBox, CellState, Occupancy, OccupancyBuilder, OccupancyError};
use voxnav_files::export::{gltf, left_out_of_maps, npy, vox};
use voxnav_files::{CompressedWriter, Up, WriteError, map2d, map3d, uncompressed_name};
use voxnav_store::new_file::{Leftover, NewFile};

use crate::failure::{Answer, Failure};

/// The kinds of files that worlds are saved as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Gltf,
    Map2d,
    Map3d,
    Npy,
    Vox,
    Voxnav,
}

impl Kind {
    const ALL: [(&'static str, Self); 6] = [
        ("voxnav", Self::Voxnav),
        ("npy", Self::Npy),
        ("vox", Self::Vox),
        ("gltf", Self::Gltf),
        ("3dmap", Self::Map3d),
        ("map", Self::Map2d),
    ];

    pub(crate) fn of(path: &Path) -> Answer<Self> {
        let name = uncompressed_name(path);
        let extension = name.extension().unwrap_or_default();
        let mut all = Self::ALL.iter();
        let found = all.find(|(known, kind)| {
            let is_map = matches!(kind, Self::Map2d | Self::Map3d);
            extension.eq_ignore_ascii_case(known) && (name == path || is_map)
        });
        found.map(|(_, kind)| *kind).ok_or_else(|| {
            let known = Self::ALL.map(|(known, _)| format!(".{known}")).join(", ");
            let path = path.display();
            Failure::argument(
                "path",
                format!("{path} has none of the extensions that worlds are saved with: {known}"),
            )
        })
    }
}

/// Saves a world, and tells what of it is not in the file.
pub(crate) fn save(
    world: &Navigator,
    cells: &Occupancy,
    kind: Kind,
    path: &Path,
    up: Up,
) -> Answer<Vec<String>> {
    if kind == Kind::Voxnav {
        world.save(path)?;
        return Ok(Vec::new());
    }
    let write = || -> Result<(), WriteError> {
        let mut file = CompressedWriter::new(path, NewFile::begin(path, Leftover::Removed)?);
        match kind {
            Kind::Npy => npy::write(cells, &mut file)?,
            Kind::Vox => vox::write(cells, up, &mut file)?,
            Kind::Gltf => gltf::write(cells, world.lattice(), &[], up, &mut file)?,
            Kind::Map2d => map2d::write(&*moved(cells)?, &mut file)?,
            Kind::Map3d | Kind::Voxnav => map3d::write(&*moved(cells)?, &mut file)?,
        }
        Ok(file.finish()?.finish()?)
    };
    match write() {
        Ok(()) => Ok(left_out(world, cells, kind)),
        Err(WriteError::Io(error)) => Err(Failure::system(path, error)),
        Err(other) => Err(Failure::file(path, other)),
    }
}

/// Returns the world from cell (0, 0, 0) on, where maps begin.
fn moved(cells: &Occupancy) -> Result<Cow<'_, Occupancy>, WriteError> {
    let bounds = cells.bounds();
    // The writer says what is wrong with unknown cells.
    if bounds.min == IVec3::ZERO || cells.count(CellState::Unknown) > 0 {
        return Ok(Cow::Borrowed(cells));
    }
    let refused = |error: OccupancyError| WriteError::Io(io::Error::other(error));
    let size = CellBox::from_size(bounds.max.wrapping_sub(bounds.min));
    let mut builder = OccupancyBuilder::new(size)
        .map_err(refused)?
        .with_outside(cells.outside());
    for cell in cells.occupied_cells() {
        let cell = cell.wrapping_sub(bounds.min);
        builder.set(cell, CellState::Occupied).map_err(refused)?;
    }
    Ok(Cow::Owned(builder.commit()))
}

/// Returns what of a world a kind of file does not hold, of what there is.
fn left_out(world: &Navigator, cells: &Occupancy, kind: Kind) -> Vec<String> {
    let mut notes = Vec::new();
    let mut note = |is_there: bool, what: String| {
        if is_there {
            notes.push(format!("{what} not in the file"));
        }
    };
    let colliders = world.obstacles().len();
    note(colliders > 0, format!("{colliders} colliders are"));
    let links = world.links().count();
    note(links > 0, format!("{links} links are"));
    note(!world.terrain().is_uniform(), "the terrain is".to_owned());
    let of_cells = match kind {
        Kind::Gltf => gltf::left_out(cells, world.lattice()),
        Kind::Npy => npy::left_out(cells, world.lattice()),
        Kind::Vox => vox::left_out(cells, world.lattice()),
        Kind::Map2d | Kind::Map3d => left_out_of_maps(cells, world.lattice()),
        Kind::Voxnav => Vec::new(),
    };
    notes.extend(of_cells.iter().map(ToString::to_string));
    notes
}
