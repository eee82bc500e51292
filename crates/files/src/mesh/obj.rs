//! `.obj`: Wavefront meshes.
//!
//! Faces of any number of corners are cut into triangles. Coordinates are those of the file, whose y
//! axis points up unless [`Import::file_up`] says otherwise; its unit is [`Import::size`]'s. The lattice
//! has corners of cells at multiples of the size,
//! unless [`Import::origin`] reports where a cell is centered.
//!
//! Two statements matter:
//!
//! ```text
//! v x y z ...          a corner; weights and colors after z are passed over
//! f a/t/n b c ...      a face of corners, counted from 1; -1 is the last corner before the line
//! ```
//!
//! A statement whose line ends in a backslash goes on in the next line. A `#` and what follows it is a comment. A
//! face may name corners that stand later in the file.
//!
//! Not read: materials, textures and normals, lines and points, curves.
//!
//! # Errors
//!
//! [`FileReason::Malformed`](crate::FileReason::Malformed) with the line, where a number is none or a corner is
//! missing.

use voxnav_occupancy::glam::DVec3;

use super::{Mesh, fan};
use crate::error::{Fault, Place, malformed, quote};
use crate::import::{Import, Imported, Up};
use crate::text::lines::Lines;

/// Reads the world in a Wavefront file.
pub(crate) fn read(bytes: &[u8], import: &Import) -> Result<Imported, Fault> {
    mesh(bytes)?.cells(Up::Y, import, Vec::new())
}

fn mesh(bytes: &[u8]) -> Result<Mesh, Fault> {
    let mut lines = Lines::of_any_length(bytes);
    let mut reader = Reader::default();
    while let Some(line) = lines.next_line()? {
        reader.line += 1;
        let read = reader.read(line);
        read.map_err(|fault| fault.at(Place::Line(reader.line)))?;
    }
    reader.finish()
}

/// A mesh as far as it has been read, and the statement at hand.
#[derive(Default)]
struct Reader {
    mesh: Mesh,
    /// The number of the line at hand, counted from 1.
    line: u64,
    statement: Statement,
    /// The coordinates of a corner.
    position: Vec<f64>,
    /// The corners of a face, counted from 0.
    face: Vec<u32>,
    /// The largest number of a corner that stood nowhere before, and the line that names it.
    ahead: Option<(u32, u64)>,
}

/// A statement, which may go on in the next line.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Statement {
    #[default]
    None,
    Corner,
    Face,
    Other,
}

impl Reader {
    fn read(&mut self, line: &[u8]) -> Result<(), Fault> {
        let comment = line.iter().position(|byte| *byte == b'#');
        let line = &line[..comment.unwrap_or(line.len())];
        let is_open = comment.is_none() && line.trim_ascii_end().ends_with(b"\\");
        let line = line.trim_ascii_end();
        let line = if is_open {
            &line[..line.len() - 1]
        } else {
            line
        };
        let words = line.split(u8::is_ascii_whitespace);
        for word in words.filter(|word| !word.is_empty()) {
            match self.statement {
                Statement::None => {
                    self.statement = match word {
                        b"v" => Statement::Corner,
                        b"f" | b"fo" => Statement::Face,
                        _ => Statement::Other,
                    }
                }
                Statement::Corner => self.coordinate(word)?,
                Statement::Face => self.corner(word)?,
                Statement::Other => {}
            }
        }
        if is_open { Ok(()) } else { self.end() }
    }

    fn coordinate(&mut self, word: &[u8]) -> Result<(), Fault> {
        let axis = match self.position.len() {
            0 => "x",
            1 => "y",
            2 => "z",
            _ => return Ok(()),
        };
        let number = str::from_utf8(word).ok().and_then(|word| word.parse().ok());
        let number = number.ok_or_else(|| {
            let found = quote(word);
            malformed(format!("{axis} is \"{found}\", not a number"))
        })?;
        self.position.push(number);
        Ok(())
    }

    fn corner(&mut self, word: &[u8]) -> Result<(), Fault> {
        let number = word.split(|byte| *byte == b'/').next().unwrap_or_default();
        let number = str::from_utf8(number).ok().and_then(|it| it.parse().ok());
        let number: i64 = number.ok_or_else(|| {
            let found = quote(word);
            malformed(format!("a corner is \"{found}\", not a number"))
        })?;
        let known = self.mesh.corners.len();
        let missing = || {
            let what = match number {
                0 => "a corner is 0, and the first one is 1".to_owned(),
                ..0 => format!("a corner is {number}, and {known} stand before it"),
                _ => format!("there is no corner {number}"),
            };
            malformed(what)
        };
        let index = match number {
            ..0 => (known as u64).checked_add_signed(number),
            _ => 0_u64.checked_add_signed(number - 1),
        };
        let index = index.and_then(|index| u32::try_from(index).ok());
        let index = index.ok_or_else(missing)?;
        if index as usize >= known && self.ahead.is_none_or(|(farthest, _)| index > farthest) {
            self.ahead = Some((index, self.line));
        }
        self.face.push(index);
        Ok(())
    }

    /// Ends the statement at hand.
    fn end(&mut self) -> Result<(), Fault> {
        match std::mem::take(&mut self.statement) {
            Statement::Corner => {
                let &[x, y, z] = self.position.as_slice() else {
                    let found = self.position.len();
                    let what = format!("the number of coordinates is {found}, not 3");
                    return Err(malformed(what));
                };
                self.mesh.corners.push(DVec3::new(x, y, z));
                self.position.clear();
            }
            Statement::Face => {
                self.mesh.triangles.extend(fan(&self.face));
                self.face.clear();
            }
            Statement::None | Statement::Other => {}
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Mesh, Fault> {
        let ended = self.end();
        ended.map_err(|fault| fault.at(Place::Line(self.line)))?;
        let known = self.mesh.corners.len();
        match self.ahead {
            Some((index, line)) if index as usize >= known => {
                let number = u64::from(index) + 1;
                let what = format!("there is no corner {number}: the file has {known} of them");
                Err(malformed(what).at(Place::Line(line)))
            }
            _ => Ok(self.mesh),
        }
    }
}
