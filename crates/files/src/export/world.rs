//! The kinds of files that worlds are written to, by the extensions of their names.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, Lattice, Occupancy, OccupancyBuilder, OccupancyError};
use voxnav_store::World;

use super::left_out::{FormatFeature, LeftOut, left_out};
#[cfg(all(
    feature = "binvox",
    feature = "export",
    feature = "npy",
    feature = "nrrd",
    feature = "raw",
    feature = "vox"
))]
use super::{binvox, gltf, npy, nrrd, raw, ros, vox};
use crate::compressed::uncompressed_name;
use crate::error::WriteError;
use crate::import::Up;
use crate::maps::{map2d, map3d};

/// A kind of file that worlds are written to.
///
/// ```
/// use voxnav_files::export::WorldFormat;
///
/// assert_eq!(WorldFormat::of("cave.3DMAP.gz"), Some(WorldFormat::Map3d));
/// assert_eq!(WorldFormat::of("cave.npy.gz"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WorldFormat {
    /// `.binvox`: runs of occupied cells and of others.
    Binvox,
    /// `.3dmap`: occupied cells, one a line.
    Map3d,
    /// `.gltf`: the surface of the occupied cells.
    Gltf,
    /// `.map`: a grid drawn in letters, for a world of one layer.
    Map2d,
    /// `.npy`: a number a cell.
    Npy,
    /// `.nrrd`: a number a cell, with the lattice.
    Nrrd,
    /// `.pgm`: the image of a ROS map, for a world of one layer.
    Pgm,
    /// `.raw`: a number a cell, and nothing else.
    Raw,
    /// `.yaml`: a ROS map, whose image is a file of its own, for a world of one layer.
    Ros,
    /// `.vox`: the occupied cells, in the colors of their materials.
    Vox,
    /// `.voxnav`: all of the world.
    Voxnav,
}

impl WorldFormat {
    /// The formats by the extensions of their files.
    const ALL: [(&'static str, Self); 11] = [
        (voxnav_store::EXTENSION, Self::Voxnav),
        ("npy", Self::Npy),
        ("nrrd", Self::Nrrd),
        ("raw", Self::Raw),
        ("binvox", Self::Binvox),
        ("vox", Self::Vox),
        ("gltf", Self::Gltf),
        ("yaml", Self::Ros),
        ("pgm", Self::Pgm),
        ("3dmap", Self::Map3d),
        ("map", Self::Map2d),
    ];

    /// Returns the extensions of files of all formats, in lower case.
    pub fn extensions() -> impl Iterator<Item = &'static str> {
        Self::ALL.into_iter().map(|(extension, _)| extension)
    }

    /// Returns the format that the name of a file stands for; `.gz` or `.zst` may follow the extensions of maps and
    /// of `.voxnav` files.
    pub fn of(path: impl AsRef<Path>) -> Option<Self> {
        let path = path.as_ref();
        let name = uncompressed_name(path);
        let extension = name.extension().unwrap_or_default();
        let mut all = Self::ALL.into_iter();
        let (_, format) = all.find(|(known, _)| extension.eq_ignore_ascii_case(known))?;
        let may_be_compressed = matches!(format, Self::Map2d | Self::Map3d | Self::Voxnav);
        (name == path || may_be_compressed).then_some(format)
    }

    /// Returns the other file that a file of this format needs, and the format of that: the image of a ROS map, which
    /// has the name of its text.
    ///
    /// ```
    /// use std::path::{Path, PathBuf};
    /// use voxnav_files::export::WorldFormat;
    ///
    /// let image = (Path::new("maps/floor.pgm").to_owned(), WorldFormat::Pgm);
    /// assert_eq!(WorldFormat::Ros.beside("maps/floor.yaml"), Some(image));
    /// assert_eq!(WorldFormat::Npy.beside("floor.npy"), None);
    /// ```
    pub fn beside(self, path: impl AsRef<Path>) -> Option<(PathBuf, Self)> {
        let image = path.as_ref().with_extension("pgm");
        (self == Self::Ros).then_some((image, Self::Pgm))
    }

    /// Lists what a file leaves out of a world in which an axis points up; with the file [`beside`](Self::beside) it,
    /// if it needs one.
    #[must_use]
    pub fn left_out(self, world: &Occupancy, lattice: &Lattice, up: Up) -> Vec<LeftOut> {
        let held: &[FormatFeature] = match self {
            Self::Binvox => &[FormatFeature::Lattice],
            Self::Gltf => &[FormatFeature::LowestCell, FormatFeature::Lattice],
            Self::Map2d | Self::Map3d => &[],
            Self::Npy | Self::Pgm | Self::Raw => &[FormatFeature::Unknown],
            Self::Nrrd => &[FormatFeature::Unknown, FormatFeature::Lattice],
            Self::Ros => &[FormatFeature::Unknown, FormatFeature::LatticeOfLayer(up)],
            Self::Vox => &[FormatFeature::LowestCell, FormatFeature::Colors],
            Self::Voxnav => return Vec::new(),
        };
        let mut all = left_out(world, lattice, held);
        if self == Self::Raw {
            let shape = world.bounds().size();
            all.push(LeftOut::Shape { shape });
        }
        all
    }

    /// Writes a world in which an axis points up to a file of a name, in builds with the features `binvox`, `export`,
    /// `npy`, `nrrd`, `raw` and `vox`. For maps it is moved to where they begin, cell (0, 0, 0). The file
    /// [`beside`](Self::beside) it, if there is one, is to be written, too.
    ///
    /// # Errors
    ///
    /// Those of the writer of the format.
    #[cfg(all(
        feature = "binvox",
        feature = "export",
        feature = "npy",
        feature = "nrrd",
        feature = "raw",
        feature = "vox"
    ))]
    pub fn write(
        self,
        world: &Occupancy,
        lattice: &Lattice,
        up: Up,
        path: impl AsRef<Path>,
        destination: impl Write,
    ) -> Result<(), WriteError> {
        match self {
            Self::Binvox => Ok(binvox::write(world, lattice, destination)?),
            Self::Gltf => Ok(gltf::write(world, lattice, &[], up, destination)?),
            Self::Map2d => map2d::write(&*moved(world)?, destination),
            Self::Map3d => map3d::write(&*moved(world)?, destination),
            Self::Npy => Ok(npy::write(world, destination)?),
            Self::Nrrd => Ok(nrrd::write(world, lattice, destination)?),
            Self::Pgm => ros::write_image(world, up, destination),
            Self::Raw => Ok(raw::write(world, destination)?),
            Self::Ros => {
                let image = path.as_ref().with_extension("pgm");
                let image = image.file_name().unwrap_or_default().to_string_lossy();
                ros::write_text(world, lattice, up, &image, destination)
            }
            Self::Vox => Ok(vox::write(world, up, destination)?),
            Self::Voxnav => {
                let lattice = *lattice;
                let world = World::new(world.clone());
                Ok(World { lattice, ..world }.write(destination)?)
            }
        }
    }
}

/// Returns a world that begins at cell (0, 0, 0), as nothing but their size reports where maps begin.
fn moved(world: &Occupancy) -> Result<Cow<'_, Occupancy>, WriteError> {
    let bounds = world.bounds();
    if bounds.min == IVec3::ZERO || bounds.is_empty() {
        return Ok(Cow::Borrowed(world));
    }
    let unknown = world.count(CellState::Unknown);
    if unknown > 0 {
        return Err(WriteError::UnknownCells { count: unknown });
    }
    let refused = |error: OccupancyError| WriteError::Io(io::Error::other(error));
    let cells = CellBox::from_size(bounds.max.wrapping_sub(bounds.min));
    let builder = OccupancyBuilder::new(cells).map_err(refused)?;
    let mut builder = builder.with_outside(world.outside());
    for cell in world.occupied_cells() {
        let cell = cell.wrapping_sub(bounds.min);
        builder.set(cell, CellState::Occupied).map_err(refused)?;
    }
    Ok(Cow::Owned(builder.commit()))
}
