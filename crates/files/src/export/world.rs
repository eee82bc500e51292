//! The kinds of files that worlds are written to, by the extensions of their names.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;

use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, CellState, Lattice, Occupancy, OccupancyBuilder, OccupancyError};
use voxnav_store::World;

use super::left_out::{Held, LeftOut, left_out};
#[cfg(all(feature = "export", feature = "npy", feature = "vox"))]
use super::{gltf, npy, vox};
use crate::compressed::uncompressed_name;
use crate::error::WriteError;
use crate::import::Up;
use crate::{map2d, map3d};

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
    /// `.3dmap`: occupied cells, one a line.
    Map3d,
    /// `.gltf`: the surface of the occupied cells.
    Gltf,
    /// `.map`: a grid drawn in letters, for a world of one layer.
    Map2d,
    /// `.npy`: a number a cell.
    Npy,
    /// `.vox`: the occupied cells, in the colors of their materials.
    Vox,
    /// `.voxnav`: all of the world.
    Voxnav,
}

impl WorldFormat {
    /// The formats by the extensions of their files.
    const ALL: [(&'static str, Self); 6] = [
        (voxnav_store::EXTENSION, Self::Voxnav),
        ("npy", Self::Npy),
        ("vox", Self::Vox),
        ("gltf", Self::Gltf),
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

    /// Lists what a file leaves out of a world.
    #[must_use]
    pub fn left_out(self, world: &Occupancy, lattice: &Lattice) -> Vec<LeftOut> {
        let held: &[Held] = match self {
            Self::Gltf => &[Held::LowestCell, Held::Lattice],
            Self::Map2d | Self::Map3d => &[],
            Self::Npy => &[Held::Unknown],
            Self::Vox => &[Held::LowestCell, Held::Colors],
            Self::Voxnav => return Vec::new(),
        };
        left_out(world, lattice, held)
    }

    /// Writes a world in which an axis points up, in builds with the features `export`, `npy` and `vox`. For maps it is moved to where they begin, cell (0, 0, 0).
    ///
    /// # Errors
    ///
    /// Those of the writer of the format.
    #[cfg(all(feature = "export", feature = "npy", feature = "vox"))]
    pub fn write(
        self,
        world: &Occupancy,
        lattice: &Lattice,
        up: Up,
        destination: impl Write,
    ) -> Result<(), WriteError> {
        match self {
            Self::Gltf => Ok(gltf::write(world, lattice, &[], up, destination)?),
            Self::Map2d => map2d::write(&*moved(world)?, destination),
            Self::Map3d => map3d::write(&*moved(world)?, destination),
            Self::Npy => Ok(npy::write(world, destination)?),
            Self::Vox => Ok(vox::write(world, up, destination)?),
            Self::Voxnav => {
                let lattice = *lattice;
                let world = World::new(world.clone());
                Ok(World { lattice, ..world }.write(destination)?)
            }
        }
    }
}

/// Returns a world that begins at cell (0, 0, 0), as nothing but their size says where maps begin.
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
