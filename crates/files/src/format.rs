//! Formats of other programs: their extensions and features, and reading a file by its extension.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::import::{Import, Imported};
use crate::import_error::{Fault, ImportError, ImportReason};

/// A format, by what reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Gltf,
    Npy,
    Npz,
    Litematic,
    Region,
    /// A folder of regions, or of a Minecraft world.
    Folder,
    Schematic,
    Obj,
    Octomap,
    Heights,
    Ply,
    Pcd,
    Las,
    E57,
    Stl,
    Vox,
}

/// Every extension that some build reads, in lower case.
const FORMATS: &[(&str, Format)] = &[
    ("glb", Format::Gltf),
    ("gltf", Format::Gltf),
    ("npy", Format::Npy),
    ("npz", Format::Npz),
    ("litematic", Format::Litematic),
    ("mca", Format::Region),
    ("schem", Format::Schematic),
    ("obj", Format::Obj),
    ("bt", Format::Octomap),
    ("ot", Format::Octomap),
    ("png", Format::Heights),
    ("ply", Format::Ply),
    ("pcd", Format::Pcd),
    ("las", Format::Las),
    ("laz", Format::Las),
    ("e57", Format::E57),
    ("stl", Format::Stl),
    ("vox", Format::Vox),
];

impl Format {
    fn of(path: &Path) -> Option<Self> {
        if path.is_dir() {
            Some(Self::Folder)
        } else {
            Self::named(path)
        }
    }

    /// Returns the format that the extension of a name stands for.
    fn named(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        let mut all = FORMATS.iter();
        all.find_map(|(known, format)| known.eq_ignore_ascii_case(extension).then_some(*format))
    }

    fn description(self) -> &'static str {
        match self {
            Self::Gltf => "glTF scene",
            Self::Npy => "NumPy array",
            Self::Npz => "NumPy archive",
            Self::Litematic => "Litematica schematic",
            Self::Region => "Minecraft region",
            Self::Folder => "Minecraft world",
            Self::Schematic => "Sponge schematic",
            Self::Obj => "Wavefront mesh",
            Self::Octomap => "OctoMap octree",
            Self::Heights => "height map",
            Self::Ply => "PLY points or mesh",
            Self::Pcd => "PCD points",
            Self::Las => "LAS points",
            Self::E57 => "E57 points",
            Self::Stl => "STL mesh",
            Self::Vox => "MagicaVoxel scene",
        }
    }

    /// Returns the feature that the format belongs to, and whether it is on.
    fn feature(self) -> (&'static str, bool) {
        match self {
            Self::Gltf => ("gltf", cfg!(feature = "gltf")),
            Self::Npy => ("npy", cfg!(feature = "npy")),
            Self::Npz => ("npz", cfg!(feature = "npz")),
            Self::Litematic | Self::Region | Self::Folder | Self::Schematic => {
                ("minecraft", cfg!(feature = "minecraft"))
            }
            Self::Obj => ("obj", cfg!(feature = "obj")),
            Self::Octomap => ("octomap", cfg!(feature = "octomap")),
            Self::Heights => ("heights", cfg!(feature = "heights")),
            Self::Ply => ("ply", cfg!(feature = "ply")),
            Self::Pcd => ("pcd", cfg!(feature = "pcd")),
            Self::Las => ("las", cfg!(feature = "las")),
            Self::E57 => ("e57", cfg!(feature = "e57")),
            Self::Stl => ("stl", cfg!(feature = "stl")),
            Self::Vox => ("vox", cfg!(feature = "vox")),
        }
    }

    /// Refuses a format whose feature is off.
    fn built(self) -> Result<Self, ImportReason> {
        match self.feature() {
            (_, true) => Ok(self),
            (feature, false) => Err(ImportReason::LeftOut { feature }),
        }
    }
}

/// Returns whether a path is a folder or has the extension of a format that is read, by this build or by one with more
/// features.
///
/// ```
/// assert!(voxnav_files::is_known("castle.VOX"));
/// assert!(!voxnav_files::is_known("castle.txt"));
/// ```
#[must_use]
pub fn is_known(path: impl AsRef<Path>) -> bool {
    Format::of(path.as_ref()).is_some()
}

/// Returns the kind of file that the extension of a path stands for, in a few words; `None` where no build reads it.
///
/// ```
/// assert_eq!(voxnav_files::description("castle.VOX"), Some("MagicaVoxel scene"));
/// ```
#[must_use]
pub fn description(path: impl AsRef<Path>) -> Option<&'static str> {
    Format::of(path.as_ref()).map(Format::description)
}

/// Returns the extensions of files that are read, by this build or by one with more features, in lower case.
///
/// ```
/// assert!(voxnav_files::extensions().any(|extension| extension == "vox"));
/// ```
pub fn extensions() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().map(|(known, _)| *known)
}

/// Reads the world in a file, whose format its extension tells, or in a folder of Minecraft.
///
/// # Errors
///
/// [`ImportReason::UnknownExtension`] and [`ImportReason::LeftOut`] before the file is opened,
/// [`ImportReason::Unreadable`] where it cannot be opened or read, and what the reader of the format refuses.
pub fn read(path: impl AsRef<Path>, import: &Import) -> Result<Imported, ImportError> {
    read_through(path, import, |file| file)
}

/// Reads a file, or those of a folder, through what `watch` makes of it, to show how far reading is.
///
/// # Errors
///
/// As [`read`].
pub fn read_through<R: Read>(
    path: impl AsRef<Path>,
    import: &Import,
    watch: impl Fn(File) -> R,
) -> Result<Imported, ImportError> {
    let path = path.as_ref();
    let name = path.to_string_lossy();
    let refused = |reason| ImportError::new(&name, Fault::from(reason));
    let format = Format::of(path).ok_or(ImportReason::UnknownExtension);
    let format = format.and_then(Format::built).map_err(refused)?;
    #[cfg(feature = "minecraft")]
    if format == Format::Folder {
        return crate::minecraft::anvil::read_folder(path, import, watch);
    }
    let file = File::open(path).map_err(|error| refused(ImportReason::Unreadable(error)))?;
    let mut source = watch(file);
    read_format(format, &mut source, &name, path.parent(), import)
}

/// Reads the world in bytes, whose format the extension of a name tells.
///
/// # Errors
///
/// As [`read`].
pub fn read_bytes(bytes: &[u8], name: &str, import: &Import) -> Result<Imported, ImportError> {
    let refused = |reason| ImportError::new(name, Fault::from(reason));
    let format = Format::named(Path::new(name)).ok_or(ImportReason::UnknownExtension);
    let format = format.and_then(Format::built).map_err(refused)?;
    read_format(format, &mut &*bytes, name, None, import)
}

fn read_format(
    format: Format,
    source: &mut dyn Read,
    name: &str,
    folder: Option<&Path>,
    import: &Import,
) -> Result<Imported, ImportError> {
    match format {
        #[cfg(feature = "npy")]
        Format::Npy => crate::npy::read(source, name, import),
        #[cfg(feature = "npz")]
        Format::Npz => crate::npy::read_archive(&whole(source, name)?, name, import),
        #[cfg(feature = "gltf")]
        Format::Gltf => crate::mesh::gltf::read(&whole(source, name)?, name, folder, import),
        #[cfg(feature = "minecraft")]
        Format::Litematic => crate::minecraft::litematic::read(&whole(source, name)?, name, import),
        #[cfg(feature = "minecraft")]
        Format::Region => crate::minecraft::anvil::read(&whole(source, name)?, name, import),
        #[cfg(feature = "minecraft")]
        Format::Schematic => crate::minecraft::schem::read(&whole(source, name)?, name, import),
        #[cfg(feature = "obj")]
        Format::Obj => crate::mesh::obj::read(&whole(source, name)?, name, import),
        #[cfg(feature = "octomap")]
        Format::Octomap => crate::octomap::read(&whole(source, name)?, name, import),
        #[cfg(feature = "heights")]
        Format::Heights => crate::heights::read(&whole(source, name)?, name, import),
        #[cfg(feature = "ply")]
        Format::Ply => crate::ply::read(&whole(source, name)?, name, import),
        #[cfg(feature = "pcd")]
        Format::Pcd => crate::points::pcd::read(&whole(source, name)?, name, import),
        #[cfg(feature = "las")]
        Format::Las => crate::points::las::read(whole(source, name)?, name, import),
        #[cfg(feature = "e57")]
        Format::E57 => crate::points::e57::read(&whole(source, name)?, name, import),
        #[cfg(feature = "stl")]
        Format::Stl => crate::mesh::stl::read(&whole(source, name)?, name, import),
        #[cfg(feature = "vox")]
        Format::Vox => crate::vox::read(&whole(source, name)?, name, import),
        // Formats whose features are off were refused before, and a folder is no stream of bytes.
        other => {
            let (feature, _) = other.feature();
            Err(ImportError::new(
                name,
                ImportReason::LeftOut { feature }.into(),
            ))
        }
    }
}

/// Reads all bytes of a source.
fn whole(source: &mut dyn Read, name: &str) -> Result<Vec<u8>, ImportError> {
    let mut bytes = Vec::new();
    match source.read_to_end(&mut bytes) {
        Ok(_) => Ok(bytes),
        Err(error) => Err(ImportError::new(
            name,
            ImportReason::Unreadable(error).into(),
        )),
    }
}
