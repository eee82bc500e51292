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
//!
//! Lines that begin with `#` are comments. The line with the version may be missing. Files from before version 1 have
//! neither it, or `version 0`, nor the columns `width` and `height`, and state no size of the map; nor do rows whose
//! width and height are -1, as programs write them that know none.

use std::io::{BufRead, Write};
use std::mem;

use voxnav_occupancy::{MAX_COORDINATE, glam::IVec3};

use crate::error::{Fault, FileError, WriteError, malformed, quote};
use crate::maps::scenario::{Scenario, ScenarioRow, VERSION, Version, map_name, rows};
use crate::text::lines::{
    Digits, Lines, check_count, coordinate, extent, field_count, fields, number, trim,
};

/// Reads the problems in a `.scen` file, with the [`map_size`](Scenario::map_size) if it states one. `name`
/// is what errors call the file.
///
/// The format has no ratio; it is computed as [`ScenarioRow::new`] does.
///
/// # Errors
/// [`FileError`] with the line, when the version is neither 0 nor 1, there are no rows, or a row has a
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
    let mut map: Option<(String, Option<IVec3>)> = None;
    let (mut is_first, mut version) = (true, None);
    let rows = rows(&mut lines, |line| {
        if mem::take(&mut is_first)
            && let Some(stated) = Version::stated(line)
        {
            version = Some(stated?);
            return Ok(None);
        }
        let row = row(line, version)?;
        match &map {
            Some((map, size)) => check_map(map, *size, &row)?,
            None => map = Some((map_name(row.map)?, row.size)),
        }
        Ok(Some((row.problem, row.digits)))
    })?;
    let expected = if is_first {
        VERSION
    } else {
        "a row with a problem"
    };
    let (map, size) = map.ok_or_else(|| lines.missing(expected))?;
    let scenario = Scenario::new(map, rows);
    Ok(match size {
        Some(size) => scenario.with_map_size(size),
        None => scenario,
    })
}

/// Writes problems as a `.scen` file.
///
/// # Guarantees
/// What [`read`] makes of the file has the same map, size and cells and lengths rounded to 8
/// decimals; written again it gives the same bytes. The ratio has no place in it.
///
/// # Errors
/// Before the first byte: [`WriteError::MapSize`] when the scenario does not state the size of a
/// grid, [`WriteError::NotCubes`] when it states sides of cells, for which the format has no place,
/// [`WriteError::NoRows`] when it has none, [`WriteError::MapName`], [`WriteError::Cell`] or
/// [`WriteError::Number`] for values that [`read`] would refuse. [`WriteError::Io`] when
/// `destination` fails.
pub fn write(scenario: &Scenario, destination: impl Write) -> Result<(), WriteError> {
    let size = match scenario.map_size {
        Some(size) if size.z == 1 && size.max_element() <= MAX_COORDINATE => size,
        size => return Err(WriteError::MapSize { size }),
    };
    if let Some(sizes) = scenario.cell_sizes {
        return Err(WriteError::NotCubes { sizes });
    }
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
const COLUMNS_OF_0: &str = "bucket map sx sy gx gy length";

/// One row: the map's name, its size, and the problem.
struct Row<'a> {
    map: &'a [u8],
    size: Option<IVec3>,
    problem: ScenarioRow,
    /// The digits of the length.
    digits: Digits,
}

/// Parses a row of a version; where the file states none, the number of columns does.
fn row(line: &[u8], version: Option<Version>) -> Result<Row<'_>, Fault> {
    let (columns, count) = columns(line);
    let (bucket, map, size, cells, length) = match (columns, count, version) {
        ([bucket, map, w, h, sx, sy, gx, gy, length], 9, None | Some(Version::One)) => {
            (bucket, map, size(w, h)?, [sx, sy, gx, gy], length)
        }
        ([bucket, map, sx, sy, gx, gy, length, ..], 7, None | Some(Version::Zero)) => {
            (bucket, map, None, [sx, sy, gx, gy], length)
        }
        (.., Some(Version::Zero)) => return Err(field_count(COLUMNS_OF_0, count)),
        _ => return Err(field_count(COLUMNS, count)),
    };
    check_count("bucket", bucket)?;
    let end = size.unwrap_or(IVec3::splat(MAX_COORDINATE));
    let [sx, sy, gx, gy] = cells;
    let cell = |[x, y]: [(&str, &[u8]); 2]| {
        let (x, y) = (coordinate(x.0, x.1, end.x)?, coordinate(y.0, y.1, end.y)?);
        Ok::<IVec3, Fault>(IVec3::new(x, y, 0))
    };
    let start = cell([("sx", sx), ("sy", sy)])?;
    let goal = cell([("gx", gx), ("gy", gy)])?;
    Ok(Row {
        map,
        size,
        problem: ScenarioRow::new(start, goal, number("length", length)?),
        digits: Digits::of(length),
    })
}

/// Parses the size of a map; `None` where it is -1, as unknown.
fn size(width: &[u8], height: &[u8]) -> Result<Option<IVec3>, Fault> {
    if [width, height] == [b"-1"; 2] {
        return Ok(None);
    }
    let size = IVec3::new(extent("width", width)?, extent("height", height)?, 1);
    Ok(Some(size))
}

/// Returns the columns of a row, and how many it has.
fn columns(line: &[u8]) -> ([&[u8]; 9], usize) {
    let line = trim(line);
    if !line.contains(&b'\t') {
        return fields(line);
    }
    let mut columns = [&[][..]; 9];
    let mut found = 0;
    for column in line.split(|&byte| byte == b'\t') {
        if let Some(slot) = columns.get_mut(found) {
            *slot = trim(column);
        }
        found += 1;
    }
    (columns, found)
}

/// Refuses a row on another map than those before.
fn check_map(map: &str, size: Option<IVec3>, row: &Row<'_>) -> Result<(), Fault> {
    if row.map != map.as_bytes() {
        let [found, expected] = [row.map, map.as_bytes()].map(quote);
        return Err(malformed(format!(
            "the row is on map \"{found}\", those before on \"{expected}\""
        )));
    }
    if row.size != size {
        let shown = |size: Option<IVec3>, unit: &str| match size {
            Some(size) => format!("{size}{unit}"),
            None => "unknown size".to_owned(),
        };
        let (found, expected) = (shown(row.size, " cells"), shown(size, ""));
        return Err(malformed(format!(
            "the row is for a map of {found}, earlier rows for {expected}"
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
