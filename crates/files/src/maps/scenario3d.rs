//! `.3dscen`: problems on a voxel world with their optimal lengths.
//!
//! ```text
//! version 1
//! NAME.3dmap
//! # cell sizes x y z                  where sides of cells differ
//! sx sy sz gx gy gz length ratio      one problem a line
//! ...
//! ```
//!
//! `length` is the optimal length in cells to 8 decimals, or in the unit of the sides of cells where the line after the name
//! states them; `ratio` is the same divided by the octile distance, to 3. A row may lack its `ratio`: everything in it follows from the other columns, so
//! it is computed as [`ScenarioRow::new`] does rather than refused. Lines among the rows that begin with `#` are
//! comments.

use std::io::{BufRead, Write};

use voxnav_occupancy::MAX_COORDINATE;
use voxnav_occupancy::glam::{DVec3, IVec3};

use crate::error::{Fault, FileError, WriteError, malformed, quote};
use crate::maps::scenario::{Scenario, ScenarioRow, VERSION, Version, are_sizes, map_name, rows};
use crate::text::lines::{
    Digits, Lines, coordinate, field_count, fields, number, trim, unexpected,
};

/// Reads the problems in a `.3dscen` file. `name` is what errors call the file.
///
/// Cells are only known to lie in some map, from 0 to below [`MAX_COORDINATE`] on each axis;
/// whether they lie in *this* map, and are free there, shows when the two meet. A listed `ratio` is
/// taken as it stands.
///
/// # Errors
/// [`FileError`] with the line, when the version is not 1, the map's name is missing or not
/// printable UTF-8, or a row has a malformed field, a cell out of range, or a length or ratio that
/// is negative, infinite or NaN.
///
/// ```
/// use voxnav_files::scenario3d;
/// use voxnav_occupancy::glam::IVec3;
///
/// let scenario = scenario3d::read(b"version 1\nA.3dmap\n0 0 0 2 0 0 4.0 2.0\n", "A.3dmap.3dscen")?;
/// assert_eq!(scenario.map, "A.3dmap");
/// assert_eq!(scenario.rows[0].goal, IVec3::new(2, 0, 0));
/// assert_eq!(scenario.rows[0].length, 4.0);
/// # Ok::<(), voxnav_files::FileError>(())
/// ```
pub fn read(bytes: &[u8], name: &str) -> Result<Scenario, FileError> {
    read_from(bytes, name)
}

/// Reads the problems in a stream.
///
/// # Errors
/// Those of [`read`], and where the stream fails.
pub fn read_from(source: impl BufRead, name: &str) -> Result<Scenario, FileError> {
    scenario(source).map_err(|fault| fault.of(name))
}

pub(crate) fn scenario(source: impl BufRead) -> Result<Scenario, Fault> {
    let mut lines = Lines::new(source);
    lines.expect(VERSION, |line| match Version::stated(line).transpose()? {
        Some(Version::One) => Ok(()),
        _ => Err(unexpected(VERSION, line)),
    })?;
    let map = lines.expect("the name of the map", |line| map_name(trim(line)))?;
    let mut cell_sizes = None;
    if lines.next_byte()? == Some(b'#') {
        cell_sizes = lines.expect(SIZES, sizes_in)?;
    }
    let rows = rows(&mut lines, |line| row(line, cell_sizes))?;
    let scenario = Scenario::new(map, rows);
    Ok(match cell_sizes {
        Some(sizes) => scenario.with_cell_sizes(sizes),
        None => scenario,
    })
}

/// The comment that states the sides of cells, before these.
const SIZES: &str = "# cell sizes";

/// Returns the sides of cells that a comment states; `None` of another one.
fn sizes_in(line: &[u8]) -> Result<Option<DVec3>, Fault> {
    let Some(stated) = line.strip_prefix(SIZES.as_bytes()) else {
        return Ok(None);
    };
    let ([x, y, z], count) = fields(stated);
    if count != 3 {
        return Err(field_count("x y z", count));
    }
    let sizes = DVec3::new(number("x", x)?, number("y", y)?, number("z", z)?);
    if are_sizes(sizes) {
        Ok(Some(sizes))
    } else {
        let found = quote(trim(stated));
        Err(malformed(format!("\"{found}\" are not sides of cells")))
    }
}

/// Writes problems as a `.3dscen` file. The [`map_size`](Scenario::map_size) has no place in it.
///
/// # Guarantees
/// What [`read`] makes of the file has the same map, cells and sides of cells, lengths rounded to 8 decimals and
/// ratios to 3; written again it gives the same bytes.
///
/// # Errors
/// Before the first byte: [`WriteError::MapName`], [`WriteError::CellSizes`], [`WriteError::Cell`] or [`WriteError::Number`]
/// for values that [`read`] would refuse. [`WriteError::Io`] when `destination` fails.
pub fn write(scenario: &Scenario, destination: impl Write) -> Result<(), WriteError> {
    let sizes = scenario.cell_sizes;
    let sizes = sizes.map(|DVec3 { x, y, z }| format!("{SIZES} {x} {y} {z}\n"));
    let head = format!("version 1\n{}\n{}", scenario.map, sizes.unwrap_or_default());
    scenario.write_rows(destination, &head, |row, file| {
        let ([sx, sy, sz], [gx, gy, gz]) = (row.start.to_array(), row.goal.to_array());
        let (length, ratio) = (row.length, row.ratio);
        writeln!(file, "{sx} {sy} {sz} {gx} {gy} {gz} {length:.8} {ratio:.3}")
    })
}

const COLUMNS: &str = "sx sy sz gx gy gz length [ratio]";

fn row(line: &[u8], sizes: Option<DVec3>) -> Result<Option<(ScenarioRow, Digits)>, Fault> {
    let ([sx, sy, sz, gx, gy, gz, length, ratio], count) = fields::<8>(line);
    if !(7..=8).contains(&count) {
        return Err(field_count(COLUMNS, count));
    }
    let axis = |field, text| coordinate(field, text, MAX_COORDINATE);
    let start = IVec3::new(axis("sx", sx)?, axis("sy", sy)?, axis("sz", sz)?);
    let goal = IVec3::new(axis("gx", gx)?, axis("gy", gy)?, axis("gz", gz)?);
    let sizes = sizes.unwrap_or(DVec3::ONE);
    let mut row = ScenarioRow::among(sizes, start, goal, number("length", length)?);
    if count == 8 {
        row.ratio = number("ratio", ratio)?;
    }
    Ok(Some((row, Digits::of(length))))
}
