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
//! | letter | in sets of the grid benchmark | in sets of the League of Robot Runners | read as |
//! |---|---|---|---|
//! | `.` | ground | ground | free |
//! | `G` | ground | | free |
//! | `S` | swamp | service point, where robots pick up | free |
//! | `E` | | emitter, where robots deliver | free |
//! | any other letter | | ground | free |
//! | `@` | out of bounds | obstacle | occupied |
//! | `O` | out of bounds | | occupied |
//! | `T` | trees | obstacle | occupied |
//! | `W` | water | | occupied; to agents that start on water the only free cells |
//! | `#` | | | occupied: the walls of grids that people draw by hand |
//!
//! The League knows two obstacles, `@` and `T`, and drives on every other letter; the grid benchmark describes what each
//! letter is. One table does for both, because no map of the League has an `O` or a `W`. Digits and other signs are
//! refused.
//!
//! Spaces and tabs at the end of a row mean nothing. Maps of robots' warehouses may have a header of one line, `H,W`,
//! and after it lines of a number each, which are passed over.
//!
//! Swamp can be entered from ground and left to it, and listed lengths count it like ground. Water can be crossed, but
//! neither entered from ground nor left to it. So a grid with water is two worlds, and where an agent starts determines
//! which of them it moves in: [`Map::occupancy`], in which ground and swamp are free, and [`Map::water`], in which
//! water is. Corners follow from that: an agent on water cuts no corner of ground, nor the other way round.
//!
//! An occupancy does not tell terrains apart, so writing knows `.` and `@` only.

use std::io::{self, BufRead, BufWriter, Write};

use voxnav_occupancy::{
    CellBox, CellState, Occupancy, OccupancyBuilder, OccupancyError, glam::IVec3,
};

use crate::error::{Fault, FileError, WriteError, malformed};
use crate::maps::map::{Ending, Map};
use crate::maps::map3d::check_representable;
use crate::text::lines::{Lines, check_count, exactly, extent, trim, trim_end, unexpected};

/// Reads the world that a `.map` file describes for agents that start on ground, over the cells from
/// (0, 0, 0) to below (W, H, 1). `name` is what errors call the file.
///
/// `type tile` is read like `type octile`: it speaks of the moves that scenarios assume, not of the
/// grid. Height and width may stand in either order, or in one line as `H,W`.
///
/// # Complexity
/// Linear in the bytes; memory by the chunks that blocked letters fall in, however large the
/// announced grid.
///
/// # Errors
/// [`FileError`] with the line, when the header is malformed, an extent is not between 1 and
/// [`MAX_COORDINATE`](voxnav_occupancy::MAX_COORDINATE), rows are missing, too many, too short or
/// too long, or hold another character than those of the table.
///
/// ```
/// use voxnav_files::map2d;
/// use voxnav_occupancy::{CellState, glam::IVec3};
///
/// let world = map2d::read(b"type octile\nheight 2\nwidth 3\nmap\n.@.\n..S\n", "small.map")?;
/// assert_eq!(world.bounds().max, IVec3::new(3, 2, 1));
/// assert_eq!(world.state(IVec3::new(1, 0, 0)), CellState::Occupied);
/// assert_eq!(world.count(CellState::Occupied), 1);
/// # Ok::<(), voxnav_files::FileError>(())
/// ```
pub fn read(bytes: &[u8], name: &str) -> Result<Occupancy, FileError> {
    Ok(read_from(bytes, name)?.occupancy)
}

/// Reads the worlds in a stream, of ground and of water, piece by piece: what is read is not held in
/// memory.
///
/// # Errors
/// Those of [`read`], and where the stream fails.
///
/// ```
/// use voxnav_files::map2d;
/// use voxnav_occupancy::{CellState, glam::IVec3};
///
/// let map = map2d::read_from(&b"type octile\nheight 1\nwidth 3\nmap\n.WW\n"[..], "shore.map")?;
/// let water = map.water.ok_or("no water")?;
/// let (shore, sea) = (IVec3::ZERO, IVec3::X);
/// assert_eq!(map.occupancy.state(sea), CellState::Occupied);
/// assert_eq!([shore, sea].map(|cell| water.state(cell)), [CellState::Occupied, CellState::Free]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_from(source: impl BufRead, name: &str) -> Result<Map, FileError> {
    map(source).map_err(|fault| fault.of(name))
}

pub(crate) fn map(source: impl BufRead) -> Result<Map, Fault> {
    let mut lines = Lines::new(source);
    let size = header(&mut lines)?;
    let mut grid = Grid::new(size).map_err(|error| lines.error(error.into()))?;
    for y in 0..size.y {
        grid.read_row(y, &mut lines)?;
    }
    if lines.next_filled()?.is_some() {
        let what = format!("more rows than the {} of the header", size.y);
        return Err(lines.error(malformed(what)));
    }
    grid.finish().map_err(|error| lines.error(error.into()))
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

fn header(lines: &mut Lines<impl BufRead>) -> Result<IVec3, Fault> {
    let size = lines.expect("`type octile`", |line| {
        if line.contains(&b',') {
            return short_header(line).map(Some);
        }
        match exactly(line, "type octile")? {
            [b"type", b"octile" | b"tile"] => Ok(None),
            _ => Err(unexpected("`type octile` or `type tile`", line)),
        }
    })?;
    if let Some(size) = size {
        return skip_counts(lines).map(|()| size);
    }
    let (mut width, mut height) = (None, None);
    for _ in 0..2 {
        lines.expect("`height H` and `width W`", |line| {
            read_extent(line, &mut width, &mut height)
        })?;
    }
    lines.expect("`map`", |line| match trim(line) {
        b"map" => Ok(()),
        _ => Err(unexpected("`map`", line)),
    })?;
    // Two lines that set one value each and none twice have set both.
    Ok(IVec3::new(width.unwrap_or(0), height.unwrap_or(0), 1))
}

/// Parses a header of one line: `H,W`.
fn short_header(line: &[u8]) -> Result<IVec3, Fault> {
    let mut numbers = line.split(|byte| *byte == b',').map(trim);
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(height), Some(width), None) => {
            let height = extent("height", height)?;
            Ok(IVec3::new(extent("width", width)?, height, 1))
        }
        _ => Err(unexpected("`type octile` or `H,W`", line)),
    }
}

/// Passes over the lines of a number each that some programs write before the rows: how many places, robots and steps
/// there are.
fn skip_counts(lines: &mut Lines<impl BufRead>) -> Result<(), Fault> {
    while lines.next_byte()?.is_some_and(|byte| byte.is_ascii_digit()) {
        lines.expect("a number", |line| {
            check_count("a line before the rows", trim(line))
        })?;
    }
    Ok(())
}

fn read_extent(
    line: &[u8],
    width: &mut Option<i32>,
    height: &mut Option<i32>,
) -> Result<(), Fault> {
    let [key, value] = exactly(line, "height H` or `width W")?;
    let (field, slot) = match key {
        b"height" => ("height", height),
        b"width" => ("width", width),
        _ => return Err(unexpected("`height H` or `width W`", line)),
    };
    match slot.replace(extent(field, value)?) {
        None => Ok(()),
        Some(_) => Err(malformed(format!("{field} is given a second time"))),
    }
}

/// The meaning of a letter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Terrain {
    /// Ground, swamp, which agents on ground cross like it, and places on the ground.
    Ground,
    Water,
    Obstacle,
}

impl Terrain {
    fn of(letter: u8) -> Option<Self> {
        match letter {
            b'W' => Some(Self::Water),
            b'@' | b'O' | b'T' | b'#' => Some(Self::Obstacle),
            b'.' | b'A'..=b'Z' | b'a'..=b'z' => Some(Self::Ground),
            _ => None,
        }
    }
}

/// A grid as far as it has been read.
struct Grid {
    size: IVec3,
    ground: OccupancyBuilder,
    /// The cells of water, as occupied ones; `None` before the first of them.
    water: Option<OccupancyBuilder>,
}

impl Grid {
    fn new(size: IVec3) -> Result<Self, OccupancyError> {
        Ok(Self {
            size,
            ground: OccupancyBuilder::new(CellBox::from_size(size))?,
            water: None,
        })
    }

    fn read_row(&mut self, y: i32, lines: &mut Lines<impl BufRead>) -> Result<(), Fault> {
        let width = self.size.x;
        let wanted = width.unsigned_abs() as usize;
        // The bytes of the row, and those up to the last that is no blank.
        let (mut found, mut filled) = (0_usize, 0_usize);
        // Told after the width, which is wrong in all of a row that is of another grid.
        let mut unknown = None;
        let read = lines.next_in_pieces(|letters| {
            let rest = trim_end(letters);
            if !rest.is_empty() {
                filled = found + rest.len();
            }
            for (x, &byte) in (found..wanted).zip(letters) {
                // INVARIANT: x is below the width, which is an `i32`.
                let x = i32::try_from(x).unwrap_or(width);
                if let Some(terrain) = Terrain::of(byte) {
                    self.set(IVec3::new(x, y, 0), terrain)?;
                } else {
                    unknown.get_or_insert((x + 1, byte.escape_ascii()));
                }
            }
            found += letters.len();
            Ok(())
        })?;
        if read.is_none() {
            let expected = self.size.y;
            return Err(lines.end(format!(
                "the number of rows is {y}, the header says {expected}"
            )));
        }
        let wrong = match unknown {
            _ if filled != wanted => {
                format!("the width of the row is {filled}, the header says {width}")
            }
            Some((column, letter)) => {
                format!("column {column}: '{letter}' is not a terrain letter")
            }
            None => return Ok(()),
        };
        Err(lines.error(malformed(wrong)))
    }

    fn set(&mut self, cell: IVec3, terrain: Terrain) -> Result<(), OccupancyError> {
        if terrain != Terrain::Ground {
            self.ground.set(cell, CellState::Occupied)?;
        }
        if terrain == Terrain::Water {
            let water = match &mut self.water {
                Some(water) => water,
                None => self
                    .water
                    .insert(OccupancyBuilder::new(CellBox::from_size(self.size))?),
            };
            water.set(cell, CellState::Occupied)?;
        }
        Ok(())
    }

    /// Returns the worlds, when all rows have been read. Only then may memory follow the size.
    fn finish(self) -> Result<Map, OccupancyError> {
        let bounds = CellBox::from_size(self.size);
        let all_but = |free: OccupancyBuilder| {
            let mut water = OccupancyBuilder::new(bounds)?;
            water.set_box(bounds, CellState::Occupied)?;
            for cell in free.commit().occupied_cells() {
                water.set(cell, CellState::Free)?;
            }
            Ok(water.commit())
        };
        Ok(Map {
            water: self.water.map(all_but).transpose()?,
            ..Map::new(self.ground.commit(), Ending::Counted)
        })
    }
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
