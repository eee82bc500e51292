//! Options of reading a file, and the world that comes of it.

use std::fmt;
use std::num::NonZeroU32;

use voxnav_occupancy::glam::{DVec3, UVec3};
use voxnav_occupancy::{CellSizes, CellState, Lattice, Occupancy};

use crate::error::FileReason;
use crate::scalar::NumberType;

/// The options of reading a file: a plain value, whose default fits most files.
///
/// ```
/// use voxnav_files::{Import, Solidity, Up};
///
/// let as_y_up_engines_have_it = Import {
///     size: Some(0.25.into()),
///     solidity: Solidity::Filled,
///     up: Up::Y,
///     ..Import::default()
/// };
/// assert_eq!(as_y_up_engines_have_it.margin, 0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// The sides of a cell along x, y and z of the file, in its units: one number for cubes.
    ///
    /// Without it, cells of arrays, models, blocks and height maps are one unit, those of octrees, `.nrrd`
    /// and `.binvox` files and maps of ROS are as the file says. Meshes and points have no cells of their own and need it.
    pub size: Option<CellSizes>,
    /// The center of cell (0, 0, 0) in the coordinates of the file.
    ///
    /// Without it, octrees, `.nrrd` and `.binvox` files and maps of ROS have their cells where the file says. Formats of cells that name no place,
    /// which are arrays, models and blocks, have them centered at multiples of the size, so that cell
    /// (0, 0, 0) is centered at the origin. Formats of positions, which are meshes, points and height
    /// maps, have the corners of cells at multiples of the size.
    pub origin: Option<DVec3>,
    /// The axis that points up in the world that is made.
    pub up: Up,
    /// The axis that points up in the file; without it, what is usual for its format.
    pub file_up: Option<Up>,
    /// The state of cells of which the file knows nothing.
    pub unknown: CellState,
    /// The choice of whether meshes are hollow.
    pub solidity: Solidity,
    /// Numbers of an array above this are occupied, and so are octree cells whose probability is at
    /// least this.
    ///
    /// Without it, integers other than 0 are occupied, and floats and probabilities are compared with
    /// [`USUAL_THRESHOLD`].
    pub threshold: Option<f64>,
    /// The axes of an array, and of the numbers of a raw file.
    pub array_axes: ArrayAxes,
    /// The type of the numbers of a raw file, which needs it.
    pub dtype: Option<NumberType>,
    /// The number of cells along x, y and z in a raw file, which needs it.
    pub shape: Option<UVec3>,
    /// The name of the array to read in a file of many; without it, there must be one only.
    pub array: Option<String>,
    /// The number of points that make a cell occupied.
    pub points: NonZeroU32,
    /// The height of white above black in a height map, in the units of the file.
    pub height: f64,
    /// The number of cells of room that are added around the content of a file, on all sides.
    pub margin: u32,
    /// The table of what the blocks of Minecraft become.
    #[cfg(feature = "minecraft")]
    pub blocks: crate::block_table::BlockTable,
    /// The most chunks of 64 x 64 x 64 cells that may be written. A chunk takes 32 KiB or less.
    pub most_chunks: usize,
}

impl Default for Import {
    fn default() -> Self {
        Self {
            size: None,
            origin: None,
            up: Up::Z,
            file_up: None,
            unknown: CellState::Unknown,
            solidity: Solidity::Surface,
            threshold: None,
            array_axes: ArrayAxes::Xyz,
            dtype: None,
            shape: None,
            array: None,
            points: NonZeroU32::MIN,
            height: 255.0,
            margin: 0,
            #[cfg(feature = "minecraft")]
            blocks: crate::block_table::BlockTable::default(),
            most_chunks: 1 << 16,
        }
    }
}

impl Import {
    /// Returns the lattice of a world of cells: that which its file states, for which no other may be given; or else
    /// that of the options, of which the default has cells of one unit around the origin.
    ///
    /// Map files other than `.voxnav` and generated worlds state none.
    ///
    /// # Errors
    ///
    /// [`FileReason::SizeGiven`] or [`FileReason::OriginGiven`] if the file states another; [`FileReason::Lattice`] for
    /// sizes or an origin that no lattice can have.
    ///
    /// ```
    /// use voxnav_files::Import;
    /// use voxnav_occupancy::{Lattice, glam::DVec3};
    ///
    /// let slices = Import { size: Some([1.0, 1.0, 4.0].into()), ..Import::default() };
    /// assert_eq!(slices.lattice(None)?.sizes(), DVec3::new(1.0, 1.0, 4.0));
    /// assert!(slices.lattice(Some(&Lattice::default())).is_err());
    /// # Ok::<(), voxnav_files::FileReason>(())
    /// ```
    pub fn lattice(&self, own: Option<&Lattice>) -> Result<Lattice, FileReason> {
        let place = self.place_of(own.map(Lattice::origin), own.map(Lattice::sizes));
        let (origin, sizes) = place?;
        Ok(Lattice::with_sizes(origin, sizes)?)
    }

    /// Returns the center of cell (0, 0, 0) and the sides of cells: those that a file has, which no others may be given
    /// for, or else those that are given, or (0, 0, 0) and 1.
    pub(crate) fn place_of(
        &self,
        origin: Option<DVec3>,
        size: Option<DVec3>,
    ) -> Result<(DVec3, DVec3), FileReason> {
        let wanted_size = self.size.map(DVec3::from);
        if let (Some(own), Some(wanted)) = (size, wanted_size)
            && own.to_array().map(f64::to_bits) != wanted.to_array().map(f64::to_bits)
        {
            return Err(FileReason::SizeGiven { own });
        }
        if let (Some(own), Some(wanted)) = (origin, self.origin)
            && own != wanted
        {
            return Err(FileReason::OriginGiven { own });
        }
        let origin = origin.or(self.origin).unwrap_or_default();
        Ok((origin, size.or(wanted_size).unwrap_or(DVec3::ONE)))
    }
}

/// The threshold of floats and probabilities where [`Import::threshold`] gives none.
///
/// ```
/// assert_eq!(voxnav_files::USUAL_THRESHOLD, 0.5);
/// ```
pub const USUAL_THRESHOLD: f64 = 0.5;

/// The axis that points up.
///
/// Where file and world differ, the world is turned about x by a quarter turn, so that nothing is
/// mirrored: of y up, (x, y, z) becomes (x, -z, y) with z up.
///
/// ```
/// use voxnav_files::{Import, Up};
/// assert_eq!(Import::default().up, Up::Z);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Up {
    /// The y axis, as glTF files, Minecraft and many engines have it.
    Y,
    /// The z axis, as robots, surveyors and `MagicaVoxel` have it.
    Z,
}

/// The cells of a mesh that are occupied.
///
/// ```
/// use voxnav_files::{Import, Solidity};
/// assert_eq!(Import::default().solidity, Solidity::Surface);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Solidity {
    /// The cells that own a point of a triangle.
    Surface,
    /// The cells that have a share of a part of the mesh that is closed, and those that own a point of a
    /// triangle of another part.
    Filled,
}

/// The axes of an array, from the first index to the last.
///
/// ```
/// use voxnav_files::{ArrayAxes, Import};
/// assert_eq!(Import::default().array_axes, ArrayAxes::Xyz);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArrayAxes {
    /// `a[x, y, z]`, and `a[x, y]` for one layer.
    Xyz,
    /// `a[z, y, x]`, as images in layers have it, and `a[y, x]` for one layer.
    Zyx,
}

/// A world from a file.
///
/// ```
/// use voxnav_files::{Import, read_bytes};
/// use voxnav_occupancy::{CellState, glam::IVec3};
///
/// // numpy.save(file, numpy.array([[[0], [1]]], dtype=numpy.uint8))
/// let mut file = b"\x93NUMPY\x01\x00\x3e\x00".to_vec();
/// file.extend(b"{'descr': '|u1', 'fortran_order': False, 'shape': (1, 2, 1), }");
/// file.extend([0, 1]);
/// let world = read_bytes(&file, "two.npy", &Import::default())?;
/// assert_eq!(world.occupancy.state(IVec3::new(0, 1, 0)), CellState::Occupied);
/// assert_eq!(world.lattice.cubic_size(), Some(1.0));
/// # Ok::<(), voxnav_files::FileError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Imported {
    /// The cells, and what they are made of where the file says so.
    pub occupancy: Occupancy,
    /// The lattice of the cells in the coordinates of the file, turned where its up axis was.
    pub lattice: Lattice,
    /// The parts of the file that are not in the world.
    pub notes: Vec<Note>,
}

/// Something of a file that is not in the world that was read from it.
///
/// ```
/// use voxnav_files::Note;
/// let note = Note { count: 2, what: "hidden parts were left out".into() };
/// assert_eq!(note.to_string(), "2 hidden parts were left out");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The number of things left out.
    pub count: u64,
    /// The kind of these things, and what became of them.
    pub what: String,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.count, self.what)
    }
}

/// Adds a note, unless there is nothing to note.
pub(crate) fn note(notes: &mut Vec<Note>, count: usize, what: impl Into<String>) {
    if count > 0 {
        notes.push(Note {
            count: count as u64,
            what: what.into(),
        });
    }
}
