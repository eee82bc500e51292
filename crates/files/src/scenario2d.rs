//! `.scen`: problems on a grid with their optimal lengths, in the plane z = 0.
//!
//! ```text
//! version 1
//! bucket  map  width  height  sx  sy  gx  gy  length      one problem a line
//! ...
//! ```
//!
//! The fields of a row are separated by tabs, and may hold spaces then, or else by spaces. `bucket`
//! groups rows by `length`; it is `length / 4` rounded down, so it is checked to be a count, not
//! kept, and computed when writing. The format would let every row name a map and a size of its
//! own; here all must name the same, as all published files do.

use std::io::{BufRead, Write};

use voxnav_occupancy::{MAX_COORDINATE, glam::IVec3};

use crate::error::{Fault, FileError, WriteError, malformed, quote};
use crate::lines::{
    Digits, Lines, check_count, coordinate, exactly, extent, field_count, number, trim,
};
use crate::scenario::{Scenario, ScenarioRow, VERSION, map_name, rows, version};

/// Reads the problems in a `.scen` file, with the [`map_size`](Scenario::map_size) that it states. `name`
/// is what errors call the file.
///
/// The format has no ratio; it is computed as [`ScenarioRow::new`] does.
///
/// # Errors
/// [`FileError`] with the line, when the version is not 1, there are no rows, or a row has a
/// malformed field, a cell outside its own size of the map, a length that is negative, infinite or
/// NaN, or another map or size than the first.
///
/// ```
/// use voxnav_files::scenario2d;
/// use voxnav_occupancy::glam::IVec3;
///
/// let scenario = scenario2d::read(b"version 1\n0\ta.map\t9\t5\t0\t0\t2\t1\t2.41421356\n", "a.map.scen")?;
/// assert_eq!(scenario.map, "a.map");
/// assert_eq!(scenario.map_size, Some(IVec3::new(9, 5, 1)));
/// assert_eq!(scenario.rows[0].goal, IVec3::new(2, 1, 0));
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
    lines.expect(VERSION, version)?;
    let mut map: Option<(String, IVec3)> = None;
    let rows = rows(&mut lines, |line| {
        let row = row(line)?;
        match &map {
            Some((map, size)) => check_map(map, *size, &row)?,
            None => map = Some((map_name(row.map)?, row.size)),
        }
        Ok((row.problem, row.digits))
    })?;
    let expected = "a row with a problem";
    let (map, size) = map.ok_or_else(|| lines.missing(expected))?;
    Ok(Scenario::new(map, rows).with_map_size(size))
}

/// Writes problems as a `.scen` file.
///
/// # Guarantees
/// What [`read`] makes of the file has the same map, size and cells and lengths rounded to 8
/// decimals; written again it gives the same bytes. The ratio has no place in it.
///
/// # Errors
/// Before the first byte: [`WriteError::MapSize`] when the scenario does not state the size of a
/// grid, [`WriteError::NoRows`] when it has none, [`WriteError::MapName`], [`WriteError::Cell`] or
/// [`WriteError::Number`] for values that [`read`] would refuse. [`WriteError::Io`] when
/// `destination` fails.
pub fn write(scenario: &Scenario, destination: impl Write) -> Result<(), WriteError> {
    let size = match scenario.map_size {
        Some(size) if size.z == 1 && size.max_element() <= MAX_COORDINATE => size,
        size => return Err(WriteError::MapSize { size }),
    };
    if scenario.rows.is_empty() {
        return Err(WriteError::NoRows);
    }
    let map = &scenario.map;
    scenario.write_rows(destination, "version 1\n", |row, file| {
        let length = format!("{:.8}", row.length);
        let bucket = bucket(&length);
        write!(file, "{bucket}\t{map}\t{}\t{}\t", size.x, size.y)?;
        let ([sx, sy, _], [gx, gy, _]) = (row.start.to_array(), row.goal.to_array());
        writeln!(file, "{sx}\t{sy}\t{gx}\t{gy}\t{length}")
    })
}

const COLUMNS: &str = "bucket map width height sx sy gx gy length";

/// One row: the map's name, its size, and the problem.
struct Row<'a> {
    map: &'a [u8],
    size: IVec3,
    problem: ScenarioRow,
    /// The digits of the length.
    digits: Digits,
}

fn row(line: &[u8]) -> Result<Row<'_>, Fault> {
    let [bucket, map, width, height, sx, sy, gx, gy, length] = columns(line)?;
    check_count("bucket", bucket)?;
    let size = IVec3::new(extent("width", width)?, extent("height", height)?, 1);
    let start = IVec3::new(
        coordinate("sx", sx, size.x)?,
        coordinate("sy", sy, size.y)?,
        0,
    );
    let goal = IVec3::new(
        coordinate("gx", gx, size.x)?,
        coordinate("gy", gy, size.y)?,
        0,
    );
    Ok(Row {
        map,
        size,
        problem: ScenarioRow::new(start, goal, number("length", length)?),
        digits: Digits::of(length),
    })
}

fn columns(line: &[u8]) -> Result<[&[u8]; 9], Fault> {
    let line = trim(line);
    if !line.contains(&b'\t') {
        return exactly(line, COLUMNS);
    }
    let mut columns = [&[][..]; 9];
    let mut found = 0;
    for column in line.split(|&byte| byte == b'\t') {
        if let Some(slot) = columns.get_mut(found) {
            *slot = trim(column);
        }
        found += 1;
    }
    if found == columns.len() {
        Ok(columns)
    } else {
        Err(field_count(COLUMNS, found))
    }
}

/// Refuses a row on another map than those before.
fn check_map(map: &str, size: IVec3, row: &Row<'_>) -> Result<(), Fault> {
    if row.map != map.as_bytes() {
        let [found, expected] = [row.map, map.as_bytes()].map(quote);
        return Err(malformed(format!(
            "the row is on map \"{found}\", those before on \"{expected}\""
        )));
    }
    if row.size != size {
        let found = row.size;
        return Err(malformed(format!(
            "the row is for a map of {found} cells, earlier rows for {size}"
        )));
    }
    Ok(())
}

/// Returns the bucket of a length as it is written: rounding can lift it into the next one.
#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding down is meant; beyond the range the cast saturates"
)]
fn bucket(length: &str) -> i64 {
    length
        .parse()
        .map_or(0, |length: f64| (length / 4.0) as i64)
}

#[cfg(test)]
mod tests {
    use super::bucket;

    #[test]
    fn buckets_are_four_cells_long() {
        for (length, expected) in [
            (0.0, 0),
            (3.99, 0),
            (3.999_999_999, 1),
            (4.0, 1),
            (41.7, 10),
            (1e300, i64::MAX),
        ] {
            assert_eq!(bucket(&format!("{length:.8}")), expected, "{length}");
        }
    }
}
