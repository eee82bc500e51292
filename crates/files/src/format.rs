//! Formats of other programs: their extensions and features, and reading a file by its extension.
//!
//! Readers of formats know no file names: what they refuse is a [`Fault`], which becomes the error of a file here.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::error::{Fault, FileError, FileReason};
use crate::import::{Import, Imported};

/// A format of another program.
struct Format {
    description: &'static str,
    /// The feature that the reader belongs to.
    feature: &'static str,
    /// The extensions of its files, in lower case.
    extensions: &'static [&'static str],
    /// The reader; `None` in a build without the feature.
    read: Option<Reader>,
}

type Reader = fn(&mut Source<'_>, &Import) -> Result<Imported, Fault>;

/// A file that is open, and what else a reader may ask for.
struct Source<'s> {
    bytes: &'s mut dyn Read,
    name: &'s str,
    /// The folder in which the file lies, if it is known.
    folder: Option<&'s Path>,
}

impl Source<'_> {
    /// Reads all bytes.
    fn whole(&mut self) -> Result<Vec<u8>, Fault> {
        let mut bytes = Vec::new();
        let read = self.bytes.read_to_end(&mut bytes);
        read.map_err(FileReason::Unreadable)?;
        Ok(bytes)
    }
}

/// Lists formats as `feature, extensions, description => reader`; what reads a format whose feature is off is not
/// compiled.
macro_rules! formats {
    ($($feature:literal, $extensions:expr, $description:literal => $read:expr;)*) => {
        &[$(Format {
            description: $description,
            feature: $feature,
            extensions: &$extensions,
            #[cfg(feature = $feature)]
            read: Some($read),
            #[cfg(not(feature = $feature))]
            read: None,
        }),*]
    };
}

/// Every format that some build reads.
const FORMATS: &[Format] = formats! {
    "gltf", ["glb", "gltf"], "glTF scene" =>
        |source, import| crate::gltf::read(&source.whole()?, source.folder, import);
    "npy", ["npy"], "NumPy array" => |source, import| crate::volumes::npy::read(&mut *source.bytes, import);
    "npz", ["npz"], "NumPy archive" =>
        |source, import| crate::volumes::npy::read_archive(&source.whole()?, import);
    "nrrd", ["nrrd"], "NRRD array" => |source, import| crate::volumes::nrrd::read(&mut *source.bytes, import);
    "raw", ["raw"], "raw numbers" => |source, import| crate::volumes::raw::read(&mut *source.bytes, import);
    "binvox", ["binvox"], "binvox voxels" =>
        |source, import| crate::volumes::binvox::read(&source.whole()?, import);
    "minecraft", ["litematic"], "Litematica schematic" =>
        |source, import| crate::minecraft::litematic::read(&source.whole()?, import);
    "minecraft", ["mca"], "Minecraft region" =>
        |source, import| crate::minecraft::anvil::read(&source.whole()?, source.name, import);
    "minecraft", ["nbt"], "Minecraft structure" =>
        |source, import| crate::minecraft::structure::read(&source.whole()?, import);
    "minecraft", ["schem", "schematic"], "Minecraft schematic" =>
        |source, import| crate::minecraft::schem::read(&source.whole()?, import);
    "obj", ["obj"], "Wavefront mesh" =>
        |source, import| crate::mesh::obj::read(&source.whole()?, import);
    "octomap", ["bt", "ot"], "OctoMap octree" =>
        |source, import| crate::volumes::octomap::read(&source.whole()?, import);
    "ros", ["pgm"], "image of a ROS map" =>
        |source, import| crate::ros::read_image(&source.whole()?, import);
    "ros", ["yaml", "yml"], "ROS map" =>
        |source, import| crate::ros::read(&source.whole()?, source.folder, import);
    "heights", ["png"], "height map" =>
        |source, import| crate::volumes::heights::read(&source.whole()?, import);
    "ply", ["ply"], "PLY points or mesh" =>
        |source, import| crate::ply::read(&source.whole()?, import);
    "pcd", ["pcd"], "PCD points" =>
        |source, import| crate::points::pcd::read(&source.whole()?, import);
    "las", ["las", "laz"], "LAS points" =>
        |source, import| crate::points::las::read(source.whole()?, import);
    "e57", ["e57"], "E57 points" =>
        |source, import| crate::points::e57::read(&source.whole()?, import);
    "stl", ["stl"], "STL mesh" =>
        |source, import| crate::mesh::stl::read(&source.whole()?, import);
    "vox", ["vox"], "MagicaVoxel scene" =>
        |source, import| crate::vox::read(&source.whole()?, import);
};

impl Format {
    /// Returns the format that the extension of a name stands for.
    fn named(path: &Path) -> Option<&'static Self> {
        let extension = path.extension()?.to_str()?;
        let is_it = |known: &&str| known.eq_ignore_ascii_case(extension);
        FORMATS
            .iter()
            .find(|format| format.extensions.iter().any(is_it))
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
    description(path).is_some()
}

/// Returns the kind of file that the extension of a path stands for, in a few words; `None` where no build reads it.
///
/// ```
/// assert_eq!(voxnav_files::description("castle.VOX"), Some("MagicaVoxel scene"));
/// ```
#[must_use]
pub fn description(path: impl AsRef<Path>) -> Option<&'static str> {
    let path = path.as_ref();
    if path.is_dir() {
        return Some("Minecraft world");
    }
    Format::named(path).map(|format| format.description)
}

/// Returns the extensions of files that are read, by this build or by one with more features, in lower case.
///
/// ```
/// assert!(voxnav_files::extensions().any(|extension| extension == "vox"));
/// ```
pub fn extensions() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().flat_map(|format| format.extensions).copied()
}

/// Reads the world in a file, whose format its extension tells, or in a folder of Minecraft.
///
/// # Errors
///
/// [`FileReason::UnknownExtension`] and [`FileReason::LeftOut`] before the file is opened,
/// [`FileReason::Unreadable`] where it cannot be opened or read, and what the reader of the format refuses.
pub fn read(path: impl AsRef<Path>, import: &Import) -> Result<Imported, FileError> {
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
) -> Result<Imported, FileError> {
    let path = path.as_ref();
    let name = path.to_string_lossy();
    if path.is_dir() {
        #[cfg(feature = "minecraft")]
        return crate::minecraft::anvil::read_folder(path, import, watch);
        #[cfg(not(feature = "minecraft"))]
        {
            let feature = "minecraft";
            return Err(FileError::new(path, FileReason::LeftOut { feature }));
        }
    }
    let open = || Ok(watch(File::open(path).map_err(FileReason::Unreadable)?));
    read_named(&name, path.parent(), import, open)
}

/// Reads the world in bytes, whose format the extension of a name tells.
///
/// # Errors
///
/// As [`read`].
pub fn read_bytes(bytes: &[u8], name: &str, import: &Import) -> Result<Imported, FileError> {
    read_from(bytes, name, import)
}

/// Reads the world in a stream, whose format the extension of a name tells. Numbers (`.npy`, `.nrrd`, `.raw`) are read
/// piece by piece, any other file is held in memory.
///
/// ```
/// use voxnav_files::{Import, read_from};
///
/// let square = std::io::Cursor::new("v 0 0 0\nv 9 0 0\nv 9 9 0\nf 1 2 3\n");
/// let import = Import { size: Some(1.0.into()), ..Import::default() };
/// assert!(read_from(square, "half.obj", &import).is_ok_and(|world| world.notes.is_empty()));
/// ```
///
/// # Errors
///
/// As [`read`].
pub fn read_from(source: impl Read, name: &str, import: &Import) -> Result<Imported, FileError> {
    read_named(name, None, import, || Ok(source))
}

/// Reads a file of a name, which is opened if this build reads its format.
fn read_named<R: Read>(
    name: &str,
    folder: Option<&Path>,
    import: &Import,
    open: impl FnOnce() -> Result<R, Fault>,
) -> Result<Imported, FileError> {
    let read = || {
        let format = Format::named(Path::new(name)).ok_or_else(|| {
            let known: Vec<_> = extensions().collect();
            let known = format!("a format that is read ({})", known.join(", "));
            FileReason::UnknownExtension { known }
        })?;
        let feature = format.feature;
        let read = format.read.ok_or(FileReason::LeftOut { feature })?;
        let mut source = open()?;
        let bytes = &mut source;
        read(
            &mut Source {
                bytes,
                name,
                folder,
            },
            import,
        )
    };
    read().map_err(|fault: Fault| fault.of(name))
}
