//! Worlds as files of whichever kind the extension names.

use std::path::Path;

use voxnav::Navigator;
use voxnav::grid::Occupancy;
use voxnav_files::export::WorldFormat;
use voxnav_files::{CompressedWriter, Up, WriteError, uncompressed_name};
use voxnav_store::new_file::{Leftover, NewFile};

use crate::failure::{Answer, Failure};

/// Returns the format of the file that a world is saved as.
pub(crate) fn format_of(path: &Path) -> Answer<WorldFormat> {
    // What a navigator saves is never compressed.
    let is_plain = uncompressed_name(path) == path;
    let found = WorldFormat::of(path).filter(|format| *format != WorldFormat::Voxnav || is_plain);
    found.ok_or_else(|| {
        let known: Vec<_> = WorldFormat::extensions()
            .map(|it| format!(".{it}"))
            .collect();
        let (path, known) = (path.display(), known.join(", "));
        Failure::argument(
            "path",
            format!("{path} has none of the extensions that worlds are saved with: {known}"),
        )
    })
}

/// Saves a world, and tells what of it is not in the file.
pub(crate) fn save(
    world: &Navigator,
    cells: &Occupancy,
    format: WorldFormat,
    path: &Path,
    up: Up,
) -> Answer<Vec<String>> {
    if format == WorldFormat::Voxnav {
        world.save(path)?;
        return Ok(Vec::new());
    }
    let write = |path: &Path, format: WorldFormat| -> Answer<()> {
        let write = || -> Result<(), WriteError> {
            let mut file = CompressedWriter::new(path, NewFile::begin(path, Leftover::Removed)?);
            format.write(cells, world.lattice(), up, path, &mut file)?;
            Ok(file.finish()?.finish()?)
        };
        write().map_err(|error| match error {
            WriteError::Io(error) => Failure::system(path, error),
            other => Failure::file(path, other),
        })
    };
    if let Some((path, format)) = format.beside(path) {
        write(&path, format)?;
    }
    write(path, format)?;
    Ok(left_out(world, cells, format, up))
}

/// Returns what of a world a kind of file does not hold, of what there is.
fn left_out(world: &Navigator, cells: &Occupancy, format: WorldFormat, up: Up) -> Vec<String> {
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
    let of_cells = format.left_out(cells, world.lattice(), up);
    notes.extend(of_cells.iter().map(ToString::to_string));
    notes
}
