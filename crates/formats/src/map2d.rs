//! `.map`: a grid drawn in letters, as a world of one layer at z = 0.
//!
//! ```text
//! type octile
//! height H
//! width W
//! map
//! ....@@T            H rows of W letters; the first row is y = 0, its first letter x = 0
//! ...
//! ```
//!
//! | letter | terrain | read as |
//! |---|---|---|
//! | `.` `G` | ground | free |
//! | `S` | swamp | free |
//! | `@` `O` | out of bounds | occupied |
//! | `T` | trees | occupied |
//! | `W` | water | occupied |
//!
//! Swamp can be entered from ground, and listed lengths count it like ground. Water can be crossed,
//! but not entered from ground: to an agent that starts on ground, as those of scenarios do, it is
//! an obstacle.
//!
//! An occupancy does not tell terrains apart, so writing knows `.` and `@` only.

use std::io::{self, BufWriter, Write};

use voxnav_occupancy::{CellBox, CellState, Occupancy, OccupancyBuilder, glam::IVec3};

use crate::{
    error::{FormatError, FormatReason, WriteError, quote},
    lines::{Lines, exactly, extent, trim},
    map3d::check_representable,
};

/// The world that a `.map` file describes, over the cells from (0, 0, 0) to below (W, H, 1). `name`
/// is what errors call the file.
///
/// `type tile` is read like `type octile`: it speaks of the moves that scenarios assume, not of the
/// grid. Height and width may stand in either order.
///
/// # Complexity
/// Linear in the bytes; memory by the chunks that blocked letters fall in, however large the
/// announced grid.
///
/// # Errors
/// [`FormatError`] with the line, when the header is malformed, an extent is not between 1 and
/// [`MAX_COORDINATE`](voxnav_occupancy::MAX_COORDINATE), rows are missing, too many, too short or
/// too long, or hold another letter than those of the table.
///
/// ```
/// use voxnav_formats::map2d;
/// use voxnav_occupancy::{CellState, glam::IVec3};
///
/// let world = map2d::read(b"type octile\nheight 2\nwidth 3\nmap\n.@.\n..S\n", "small.map")?;
/// assert_eq!(world.bounds().max, IVec3::new(3, 2, 1));
/// assert_eq!(world.state(IVec3::new(1, 0, 0)), CellState::Occupied);
/// assert_eq!(world.count(CellState::Occupied), 1);
/// # Ok::<(), voxnav_formats::FormatError>(())
/// ```
pub fn read(bytes: &[u8], name: &str) -> Result<Occupancy, FormatError> {
    let mut lines = Lines::new(bytes, name);
    let size = header(&mut lines)?;
    let mut builder = OccupancyBuilder::new(CellBox::from_size(size))
        .map_err(|error| lines.error(error.into()))?;
    for y in 0..size.y {
        let Some(line) = lines.next_line() else {
            return Err(lines.end(FormatReason::TooFewRows {
                expected: size.y,
                found: y,
            }));
        };
        read_row(&mut builder, line, y, size.x).map_err(|reason| lines.error(reason))?;
    }
    match lines.next_filled() {
        None => Ok(builder.commit()),
        Some(_) => Err(lines.error(FormatReason::TooManyRows { expected: size.y })),
    }
}

/// Writes a world of one layer as a `.map` file: `.` for free cells, `@` for occupied ones.
///
/// # Guarantees
/// What [`read`] makes of the file has the same bounds and the same state in every cell, inside and
/// outside.
///
/// # Complexity
/// One byte for every cell within the bounds.
///
/// # Errors
/// Before the first byte: [`WriteError::Bounds`] when the world does not start at (0, 0, 0) or is
/// empty, [`WriteError::NotOneLayer`] when it is deeper than one cell, [`WriteError::Outside`] when
/// anything but [`CellState::Occupied`] lies around it, [`WriteError::UnknownCells`] when it has
/// such cells. [`WriteError::Io`] when `destination` fails.
pub fn write(world: &Occupancy, destination: impl Write) -> Result<(), WriteError> {
    check_representable(world)?;
    match world.bounds().max.z {
        1 => Ok(write_rows(world, BufWriter::new(destination))?),
        depth => Err(WriteError::NotOneLayer { depth }),
    }
}

fn header(lines: &mut Lines<'_>) -> Result<IVec3, FormatError> {
    lines.expect("`type octile`", |line| {
        match exactly(line, "type octile")? {
            [b"type", b"octile" | b"tile"] => Ok(()),
            _ => Err(FormatReason::UnexpectedLine {
                expected: "`type octile` or `type tile`",
                found: quote(line),
            }),
        }
    })?;
    let (mut width, mut height) = (None, None);
    for _ in 0..2 {
        lines.expect("`height H` and `width W`", |line| {
            read_extent(line, &mut width, &mut height)
        })?;
    }
    lines.expect("`map`", |line| match trim(line) {
        b"map" => Ok(()),
        _ => Err(FormatReason::UnexpectedLine {
            expected: "`map`",
            found: quote(line),
        }),
    })?;
    // Two lines that set one value each and none twice have set both.
    Ok(IVec3::new(width.unwrap_or(0), height.unwrap_or(0), 1))
}

fn read_extent(
    line: &[u8],
    width: &mut Option<i32>,
    height: &mut Option<i32>,
) -> Result<(), FormatReason> {
    let [key, value] = exactly(line, "height H` or `width W")?;
    let (field, slot) = match key {
        b"height" => ("height", height),
        b"width" => ("width", width),
        _ => {
            return Err(FormatReason::UnexpectedLine {
                expected: "`height H` or `width W`",
                found: quote(line),
            });
        }
    };
    match slot.replace(extent(field, value)?) {
        None => Ok(()),
        Some(_) => Err(FormatReason::Repeated { field }),
    }
}

fn terrain(letter: u8) -> Option<CellState> {
    match letter {
        b'.' | b'G' | b'S' => Some(CellState::Free),
        b'@' | b'O' | b'T' | b'W' => Some(CellState::Occupied),
        _ => None,
    }
}

fn read_row(
    builder: &mut OccupancyBuilder,
    line: &[u8],
    y: i32,
    width: i32,
) -> Result<(), FormatReason> {
    if usize::try_from(width) != Ok(line.len()) {
        return Err(FormatReason::RowWidth {
            expected: width,
            found: line.len(),
        });
    }
    for (x, &byte) in (0..width).zip(line) {
        match terrain(byte) {
            Some(CellState::Free) => {}
            Some(state) => builder.set(IVec3::new(x, y, 0), state)?,
            None => {
                return Err(FormatReason::UnknownTerrain {
                    column: x + 1,
                    byte,
                });
            }
        }
    }
    Ok(())
}

fn write_rows(world: &Occupancy, mut file: impl Write) -> io::Result<()> {
    let size = world.bounds().max;
    write!(
        file,
        "type octile\nheight {}\nwidth {}\nmap\n",
        size.y, size.x
    )?;
    for y in 0..size.y {
        for x in 0..size.x {
            let letter = match world.state(IVec3::new(x, y, 0)) {
                CellState::Free => b'.',
                CellState::Occupied | CellState::Unknown => b'@',
            };
            file.write_all(&[letter])?;
        }
        file.write_all(b"\n")?;
    }
    file.flush()
}
