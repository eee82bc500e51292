//! `.stl`: triangles as 3D printers have them, as text or binary.
//!
//! Coordinates are those of the file, whose z axis points up unless [`Import::file_up`] says otherwise;
//! its unit is [`Import::size`]'s. The lattice has corners of cells at multiples of the size,
//! unless [`Import::origin`] reports where a cell is centered.
//!
//! The length of a file decides whether it is binary, because CAD programs write `solid` into binary headers,
//! too:
//!
//! ```text
//! bytes  0        80       84 + 50 i                               n triangles: 84 + 50 n bytes
//!        header   n        normal, 3 corners: 12 floats; 2 bytes
//! ```
//!
//! A file of another length is text if it begins with `solid` and has no zero byte in its first 84 bytes, and
//! else binary. Bytes after the last triangle are passed over.
//!
//! Text is read word by word. Keywords may be in capitals, words may be separated by any white space, a solid
//! needs no name, and a file may hold several solids. A loop of more than three corners is cut into triangles.
//!
//! Not read: normals, names of solids, colors.
//!
//! # Errors
//!
//! [`FileReason::Malformed`](crate::FileReason::Malformed) with the line of a text, and with the triangle of a
//! binary file.

use voxnav_occupancy::glam::DVec3;

use super::{Mesh, fan};
use crate::error::{Fault, Place, malformed, quote};
use crate::import::{Import, Imported, Up};

/// The number of bytes before the triangles of a binary file.
const HEADER: usize = 84;
/// The number of bytes of a triangle of a binary file.
const TRIANGLE: usize = 50;

/// Reads the world in an STL file.
pub(crate) fn read(bytes: &[u8], import: &Import) -> Result<Imported, Fault> {
    mesh(bytes)?.cells(Up::Z, import, Vec::new())
}

fn mesh(bytes: &[u8]) -> Result<Mesh, Fault> {
    let header = bytes.split_first_chunk::<HEADER>();
    if let Some((header, triangles)) = header {
        let [.., a, b, c, d] = *header;
        let count = u32::from_le_bytes([a, b, c, d]);
        let is_exact = triangles.len() as u64 == u64::from(count) * TRIANGLE as u64;
        if is_exact || !is_text(bytes) {
            return binary(triangles, count);
        }
    } else if !is_text(bytes) {
        return Err(malformed("the file ends too early").at(Place::Header));
    }
    let mut words = Words::new(bytes);
    let mesh = text(&mut words);
    mesh.map_err(|fault| fault.at(Place::Line(words.line)))
}

/// Returns whether a file that is not as long as a binary one begins like text.
fn is_text(bytes: &[u8]) -> bool {
    let begins = Words::new(bytes)
        .next()
        .is_some_and(|word| is(word, "solid"));
    begins && !bytes.iter().take(HEADER).any(|byte| *byte == 0)
}

fn binary(triangles: &[u8], count: u32) -> Result<Mesh, Fault> {
    let mut mesh = Mesh::default();
    let count = count as usize;
    let (triangles, _) = triangles.as_chunks::<TRIANGLE>();
    for (index, triangle) in triangles.iter().take(count).enumerate() {
        let (numbers, _) = triangle.as_chunks::<4>();
        let float = |at: usize| f64::from(f32::from_le_bytes(numbers[at]));
        let corners = [3, 6, 9].map(|at| DVec3::new(float(at), float(at + 1), float(at + 2)));
        let add = mesh.add(corners, [[0, 1, 2]]);
        add.map_err(|fault| fault.in_part("triangle", index))?;
    }
    if triangles.len() < count {
        return Err(malformed("the file ends too early").in_part("triangle", triangles.len()));
    }
    Ok(mesh)
}

fn text(words: &mut Words<'_>) -> Result<Mesh, Fault> {
    let mut mesh = Mesh::default();
    while let Some(word) = words.next() {
        expect(word, "solid")?;
        words.skip_line();
        loop {
            let word = words.expect_word("facet` or `endsolid")?;
            if is(word, "endsolid") {
                words.skip_line();
                break;
            }
            expect(word, "facet")?;
            let corners = facet(words)?;
            let indices: Vec<u32> = (0..).take(corners.len()).collect();
            mesh.add(corners, fan(&indices))?;
        }
    }
    Ok(mesh)
}

/// Reads a facet after its first word.
fn facet(words: &mut Words<'_>) -> Result<Vec<DVec3>, Fault> {
    words.expect("normal")?;
    for _ in 0..3 {
        words.expect_word("a normal")?;
    }
    words.expect("outer")?;
    words.expect("loop")?;
    let mut corners = Vec::new();
    loop {
        let word = words.expect_word("vertex` or `endloop")?;
        if is(word, "endloop") {
            break;
        }
        expect(word, "vertex")?;
        corners.push(DVec3::new(
            words.coordinate("x")?,
            words.coordinate("y")?,
            words.coordinate("z")?,
        ));
    }
    if corners.len() < 3 {
        let found = corners.len();
        return Err(malformed(format!("the loop has {found} corners, not 3")));
    }
    words.expect("endfacet")?;
    Ok(corners)
}

/// Returns whether a word is a keyword, in letters of either case.
fn is(word: &[u8], keyword: &str) -> bool {
    word.eq_ignore_ascii_case(keyword.as_bytes())
}

fn expect(word: &[u8], keyword: &str) -> Result<(), Fault> {
    if is(word, keyword) {
        return Ok(());
    }
    let found = quote(word);
    Err(malformed(format!(
        "expected `{keyword}`, found \"{found}\""
    )))
}

/// A cursor over the words of a text.
struct Words<'b> {
    rest: &'b [u8],
    /// The number of the line at hand, counted from 1.
    line: u64,
}

impl<'b> Words<'b> {
    fn new(bytes: &'b [u8]) -> Self {
        Self {
            rest: bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes),
            line: 1,
        }
    }

    fn next(&mut self) -> Option<&'b [u8]> {
        let begin = self.rest.iter().position(|byte| {
            self.line += u64::from(*byte == b'\n');
            !byte.is_ascii_whitespace()
        })?;
        let word = &self.rest[begin..];
        let end = word.iter().position(u8::is_ascii_whitespace);
        let (word, rest) = word.split_at(end.unwrap_or(word.len()));
        self.rest = rest;
        Some(word)
    }

    fn expect_word(&mut self, expected: &str) -> Result<&'b [u8], Fault> {
        let ends = || malformed(format!("the file ends where `{expected}` should follow"));
        self.next().ok_or_else(ends)
    }

    fn expect(&mut self, keyword: &str) -> Result<(), Fault> {
        expect(self.expect_word(keyword)?, keyword)
    }

    fn coordinate(&mut self, axis: &str) -> Result<f64, Fault> {
        let word = self.expect_word(axis)?;
        let number = str::from_utf8(word).ok().and_then(|word| word.parse().ok());
        number
            .filter(|number: &f64| number.is_finite())
            .ok_or_else(|| {
                let found = quote(word);
                malformed(format!("{axis} is \"{found}\", not a finite number"))
            })
    }

    /// Passes over what is left of the line.
    fn skip_line(&mut self) {
        let end = self
            .rest
            .iter()
            .position(|byte| matches!(byte, b'\n' | b'\r'));
        self.rest = &self.rest[end.unwrap_or(self.rest.len())..];
    }
}
