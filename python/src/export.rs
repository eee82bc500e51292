//! Worlds as files of whichever kind the extension names.

use std::io::Write;
use std::path::Path;

use voxnav::glam::IVec3;
use voxnav::grid::{CellState, Occupancy};
use voxnav::{Lattice, Navigator};
use voxnav_formats::{WriteError, map3d};
use voxnav_import::Up;
use voxnav_import::export::{gltf, npy, vox};
use voxnav_store::new_file::{Leftover, NewFile};

use crate::failure::{Answer, Failure};

/// The kinds of files that worlds are saved as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Gltf,
    Map3d,
    Npy,
    Vox,
    Voxnav,
}

impl Kind {
    const ALL: [(&'static str, Self); 5] = [
        ("voxnav", Self::Voxnav),
        ("npy", Self::Npy),
        ("vox", Self::Vox),
        ("gltf", Self::Gltf),
        ("3dmap", Self::Map3d),
    ];

    pub(crate) fn of(path: &Path) -> Answer<Self> {
        let extension = path.extension().unwrap_or_default();
        let mut all = Self::ALL.iter();
        let found = all.find(|(known, _)| extension.eq_ignore_ascii_case(known));
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
        let mut file = NewFile::begin(path, Leftover::Removed)?;
        match kind {
            Kind::Npy => npy::write(cells, &mut file)?,
            Kind::Vox => vox::write(cells, up, &mut file)?,
            Kind::Gltf => gltf::write(cells, world.lattice(), &[], up, &mut file)?,
            Kind::Map3d | Kind::Voxnav => write_map(cells, &mut file)?,
        }
        Ok(file.finish()?)
    };
    match write() {
        Ok(()) => Ok(left_out(world, cells, kind)),
        Err(WriteError::Io(error)) => Err(Failure::system(path, error)),
        Err(other) => Err(Failure::file(path, other)),
    }
}

/// Maps begin at cell (0, 0, 0).
fn write_map(cells: &Occupancy, file: &mut NewFile) -> Result<(), WriteError> {
    let bounds = cells.bounds();
    if bounds.min == IVec3::ZERO || cells.count(CellState::Unknown) > 0 {
        return map3d::write(cells, file);
    }
    let moved = |cell: IVec3| cell.wrapping_sub(bounds.min);
    let mut writer = map3d::Writer::new(file as &mut dyn Write, moved(bounds.max))?;
    writer.cells(cells.occupied_cells().map(moved))?;
    writer.finish()?;
    Ok(())
}

/// What of a world a kind of file does not hold, of what there is.
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
    let has_colors = matches!(kind, Kind::Vox | Kind::Gltf);
    let materials = cells.palette().iter().count();
    note(
        materials > 0 && !has_colors,
        format!("{materials} materials are"),
    );
    let unknown = cells.count(CellState::Unknown);
    note(
        unknown > 0 && has_colors,
        format!("{unknown} unknown cells are"),
    );
    let is_placed = *world.lattice() != Lattice::default();
    note(
        is_placed && kind != Kind::Gltf,
        "the size and the origin of cells are".to_owned(),
    );
    let [x, y, z] = cells.bounds().min.to_array();
    let is_moved = cells.bounds().min != IVec3::ZERO && matches!(kind, Kind::Npy | Kind::Map3d);
    note(
        is_moved,
        format!("that the first cell is ({x}, {y}, {z}) is"),
    );
    notes
}
