//! The options for reading files of other programs, the same for every command.

#[cfg(feature = "formats")]
use std::error::Error;
use std::num::NonZeroU32;

use clap::Args;
use clap::builder::TypedValueParser;
use voxnav::glam::{DVec3, UVec3};
use voxnav::grid::{CellSizes, CellState};
#[cfg(feature = "formats")]
use voxnav_files::minecraft::BlockTable;
use voxnav_files::{ArrayAxes, Import, NumberType, Solidity, Up};

use crate::values::{NoValue, cell_sizes, expected, length, named, position, triple};

/// Reads the axis that points up.
fn up_axis() -> impl TypedValueParser<Value = Up> {
    named([("y", Up::Y), ("z", Up::Z)])
}

/// Reads a number of cells along each axis.
fn shape(text: &str) -> Result<UVec3, NoValue> {
    let wrong = |_| expected("three numbers of cells between commas, such as 5,4,3");
    UVec3::try_from(triple(text)?).or_else(wrong)
}

/// Options of how a file is read, and which axis points up in the world that it becomes.
#[derive(Args, Clone, Debug)]
pub(crate) struct WorldOptions {
    /// The axis that points up in the world: z or y
    #[arg(
        long,
        value_name = "AXIS",
        default_value = "z",
        hide_possible_values = true,
        value_parser = up_axis()
    )]
    up: Up,

    #[command(flatten)]
    import: ImportOptions,
}

impl WorldOptions {
    pub(crate) fn import(&self) -> Import {
        Import {
            up: self.up,
            ..self.import.import()
        }
    }
}

/// Under what the help lists these options. Each says so itself: what a group says holds for all that
/// follow the group.
const HEADING: &str = "How files of other programs are read";

/// Returns how a file is read that is neither a .3dmap nor a .map file.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct ImportOptions {
    /// The side of a cell in the units of the file, or those along x, y and z; meshes and points need it
    ///
    /// For worlds that state none, generated ones included: 1 by default. Lengths of paths are true to sides that differ,
    /// as those of scans do: 1,1,4. The longest may be 64 times the shortest.
    #[arg(
        long,
        help_heading = HEADING,
        value_name = "S|X,Y,Z",
        allow_hyphen_values = true,
        value_parser = cell_sizes
    )]
    cell_size: Option<CellSizes>,

    /// The center of cell 0,0,0 in the coordinates of the file
    /// [default: 0,0,0 for arrays, models and blocks; half a cell for meshes and points]
    #[arg(
        long,
        help_heading = HEADING,
        value_name = "X,Y,Z",
        allow_hyphen_values = true,
        value_parser = position,
        verbatim_doc_comment
    )]
    origin: Option<DVec3>,

    /// Fill closed parts of a mesh; by default only its surface is occupied
    #[arg(long, help_heading = HEADING)]
    fill: bool,

    /// The axis that points up in the file: y or z [default: by its format]
    #[arg(long, help_heading = HEADING, value_name = "AXIS", hide_possible_values = true, value_parser = up_axis())]
    file_up: Option<Up>,

    /// State of cells that the file does not define: unknown, free or occupied
    /// [default: unknown]
    #[arg(
        long,
        help_heading = HEADING,
        value_name = "STATE",
        hide_possible_values = true,
        value_parser = named([
            ("unknown", CellState::Unknown),
            ("free", CellState::Free),
            ("occupied", CellState::Occupied)
        ]),
        verbatim_doc_comment
    )]
    unknown: Option<CellState>,

    /// Numbers above this value are occupied, probabilities at or above it
    /// [default: 0.5; any integer but 0]
    #[arg(
        long,
        help_heading = HEADING,
        value_name = "T",
        allow_negative_numbers = true,
        verbatim_doc_comment
    )]
    threshold: Option<f64>,

    /// Order of the axes of arrays and raw numbers: xyz or zyx [default: xyz]
    #[arg(
        long,
        help_heading = HEADING,
        value_name = "ORDER",
        hide_possible_values = true,
        value_parser = named([("xyz", ArrayAxes::Xyz), ("zyx", ArrayAxes::Zyx)])
    )]
    axes: Option<ArrayAxes>,

    /// Which array of an .npz file
    #[arg(long, help_heading = HEADING, value_name = "NAME")]
    array: Option<String>,

    /// Type of the numbers of a .raw file, such as u8, f32 or u16be (big-endian)
    #[arg(long, help_heading = HEADING, value_name = "TYPE")]
    dtype: Option<NumberType>,

    /// Number of cells along x, y and z of a .raw file
    #[arg(long, help_heading = HEADING, value_name = "X,Y,Z", value_parser = shape)]
    shape: Option<UVec3>,

    /// Number of points that make a cell occupied [default: 1]
    #[arg(long, help_heading = HEADING, value_name = "N")]
    points: Option<NonZeroU32>,

    /// Height of white above black in a height map [default: 255]
    #[arg(long, help_heading = HEADING, value_name = "H", allow_negative_numbers = true, value_parser = length)]
    height: Option<f64>,

    /// A table that maps Minecraft blocks to materials, as the book describes
    #[arg(long, help_heading = HEADING, value_name = "FILE.toml", value_parser = blocks)]
    blocks: Option<BlockTable>,

    /// Cells to add on all sides [default: 0]
    #[arg(long, help_heading = HEADING, value_name = "N")]
    margin: Option<u32>,

    /// Maximum number of chunks of 64 x 64 x 64 cells [default: 65536]
    #[arg(long, help_heading = HEADING, value_name = "N")]
    most_chunks: Option<usize>,
}

impl ImportOptions {
    pub(crate) fn import(&self) -> Import {
        let usual = Import::default();
        Import {
            size: self.cell_size,
            origin: self.origin,
            up: usual.up,
            file_up: self.file_up,
            unknown: self.unknown.unwrap_or(usual.unknown),
            solidity: if self.fill {
                Solidity::Filled
            } else {
                Solidity::Surface
            },
            threshold: self.threshold,
            array_axes: self.axes.unwrap_or(ArrayAxes::Xyz),
            array: self.array.clone(),
            dtype: self.dtype,
            shape: self.shape,
            points: self.points.unwrap_or(usual.points),
            height: self.height.unwrap_or(usual.height),
            #[cfg(feature = "formats")]
            blocks: self.blocks.clone().unwrap_or(usual.blocks),
            margin: self.margin.unwrap_or(usual.margin),
            most_chunks: self.most_chunks.unwrap_or(usual.most_chunks),
        }
    }
}

/// No table of blocks: this build reads no files of Minecraft.
#[cfg(not(feature = "formats"))]
type BlockTable = std::convert::Infallible;

#[cfg(not(feature = "formats"))]
fn blocks(_path: &str) -> Result<BlockTable, String> {
    let does = "reads the files of Minecraft";
    Err(crate::error::left_out("formats", does))
}

/// Reads a table of blocks from a file.
#[cfg(feature = "formats")]
fn blocks(path: &str) -> Result<BlockTable, Box<dyn Error + Send + Sync>> {
    Ok(std::fs::read_to_string(path)?.parse()?)
}
