//! `.ply`: Stanford files of points or meshes, as text or binary.
//!
//! A file with faces is a mesh, read as [`mesh`] says: faces of any number of corners are cut into
//! triangles, and strips of triangles are taken apart. A file without is a cloud of its vertices, read as
//! [`points`] says. Either way z points up unless [`Import::file_up`] says otherwise.
//!
//! Reader and numbers are here: points go to their cells one by one, however many a file has.
//!
//! Not read: edges and elements of other names, and all properties but the positions of vertices and the
//! corners of faces.
//!
//! # Errors
//!
//! [`FileReason::Malformed`](crate::FileReason::Malformed) where the file is not as the format
//! says, [`FileReason::SizeMissing`](crate::FileReason::SizeMissing) without [`Import::size`].

mod header;

use voxnav_occupancy::glam::DVec3;

use crate::error::{Fault, Place, malformed};
use crate::import::{Import, Imported, Note, Up, note};
use crate::mesh::{self, Mesh};
use crate::points;
use crate::scalar::Scalar;
use header::{Element, Encoding, Header};

/// Reads the world of the mesh in a Stanford file, or of its points if it has no faces.
pub(crate) fn read(bytes: &[u8], import: &Import) -> Result<Imported, Fault> {
    let header = Header::of(bytes).map_err(|fault| fault.at(Place::Header))?;
    if !header.elements.iter().any(|element| element.name == VERTEX) {
        return Err(malformed("it has no element called vertex"));
    }
    let content = Content {
        rest: &bytes[header.end..],
        encoding: header.encoding,
    };
    let is_surface = |element: &Element<'_>| element.count > 0 && Shape::of(element).is_some();
    let mut notes = Vec::new();
    if header.elements.iter().any(is_surface) {
        let mesh = surface(&header, content, &mut notes)?;
        return mesh.cells(Up::Z, import, notes);
    }
    let mut world = points::world(import, |cloud| {
        elements(&header, content, &mut notes, |element, content| {
            debug_assert_eq!(element.name, VERTEX);
            cloud.add(content.position(element)?)
        })
    })?;
    world.notes.extend(notes);
    Ok(world)
}

const VERTEX: &str = "vertex";

/// The way the corners of an element make triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// The corners of a polygon, in order.
    Face,
    /// Each corner makes a triangle with the two before it; -1 begins another strip.
    Strip,
}

impl Shape {
    fn of(element: &Element<'_>) -> Option<Self> {
        match element.name {
            "face" => Some(Self::Face),
            "tristrips" => Some(Self::Strip),
            _ => None,
        }
    }
}

/// Hands over vertices, faces and strips, each of which must be read to its end, and notes the rest.
fn elements(
    header: &Header<'_>,
    mut content: Content<'_>,
    notes: &mut Vec<Note>,
    mut found: impl FnMut(&Element<'_>, &mut Content<'_>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let mut others = 0;
    for element in &header.elements {
        let part = match (element.name, Shape::of(element)) {
            (VERTEX, _) => "vertex",
            (_, Some(Shape::Face)) => "face",
            (_, Some(Shape::Strip)) => "strip",
            _ => "element",
        };
        // Of numbers that take no bytes a file may claim any number.
        if element.properties.is_empty() && element.count > 0 {
            return Err(malformed(format!("each {part} has no number")).at(Place::Header));
        }
        for index in 0..element.count {
            let read = match part {
                "element" => content.skip(element),
                _ => found(element, &mut content),
            };
            read.map_err(|fault| match fault.place {
                Place::Whole => fault.in_part(part, usize::try_from(index).unwrap_or(usize::MAX)),
                _ => fault,
            })?;
        }
        if part == "element" {
            others += usize::try_from(element.count).unwrap_or(usize::MAX);
        }
    }
    note(
        notes,
        others,
        "elements that are neither vertices nor faces were left out",
    );
    Ok(())
}

/// Reads the triangles of a file with faces.
fn surface(
    header: &Header<'_>,
    content: Content<'_>,
    notes: &mut Vec<Note>,
) -> Result<Mesh, Fault> {
    let (mut corners, mut triangles) = (Vec::new(), Vec::new());
    let (mut list, mut thin) = (Vec::new(), 0);
    elements(header, content, notes, |element, content| {
        let Some(shape) = Shape::of(element) else {
            corners.push(content.position(element)?);
            return Ok(());
        };
        content.corners(element, &mut list)?;
        let before = triangles.len();
        match shape {
            Shape::Face => add(mesh::fan(&list), &mut triangles)?,
            Shape::Strip => {
                let strips = list.split(|corner| *corner == -1);
                add(strips.flat_map(mesh::strip), &mut triangles)?;
            }
        }
        thin += usize::from(triangles.len() == before);
        Ok(())
    })?;
    note(
        notes,
        thin,
        "faces of less than three corners were left out",
    );
    let mut is_used = vec![false; corners.len()];
    for corner in triangles.iter().flatten() {
        if let Some(used) = is_used.get_mut(*corner as usize) {
            *used = true;
        }
    }
    let alone = is_used.iter().filter(|used| !**used).count();
    note(notes, alone, "points that are in no face were left out");
    let mut mesh = Mesh::default();
    mesh.add(corners, triangles)?;
    Ok(mesh)
}

/// Adds the triangles that a face or a strip is made of.
fn add(found: impl Iterator<Item = [i64; 3]>, triangles: &mut Vec<[u32; 3]>) -> Result<(), Fault> {
    let of = |corner: i64| {
        let known = u32::try_from(corner);
        known.map_err(|_| malformed(format!("there is no corner {corner}")))
    };
    for [a, b, c] in found {
        triangles.push([of(a)?, of(b)?, of(c)?]);
    }
    Ok(())
}

/// The numbers of a file that are left.
struct Content<'b> {
    rest: &'b [u8],
    encoding: Encoding,
}

impl Content<'_> {
    /// Reads the numbers of an element, and hands over each with the place of its property.
    fn numbers(
        &mut self,
        element: &Element<'_>,
        mut found: impl FnMut(usize, f64),
    ) -> Result<(), Fault> {
        for (place, property) in element.properties.iter().enumerate() {
            let count = match property.length {
                Some(length) => self.length(length)?,
                None => 1,
            };
            for _ in 0..count {
                found(place, self.number(property.number)?);
            }
        }
        Ok(())
    }

    fn skip(&mut self, element: &Element<'_>) -> Result<(), Fault> {
        self.numbers(element, |_, _| {})
    }

    /// Reads the position of a vertex; what is missing is not a number.
    fn position(&mut self, element: &Element<'_>) -> Result<DVec3, Fault> {
        let mut position = DVec3::NAN;
        self.numbers(element, |place, number| {
            let property = &element.properties[place];
            match (property.length, property.name) {
                (None, "x") => position.x = number,
                (None, "y") => position.y = number,
                (None, "z") => position.z = number,
                _ => {}
            }
        })?;
        Ok(position)
    }

    /// Reads the corners of a face.
    fn corners(&mut self, element: &Element<'_>, corners: &mut Vec<i64>) -> Result<(), Fault> {
        let mut properties = element.properties.iter();
        let list = properties.position(|property| {
            let is_named = matches!(property.name, "vertex_indices" | "vertex_index");
            is_named && property.length.is_some() && property.number.is_integer()
        });
        let list = list.ok_or_else(|| {
            malformed("faces have no list of integers called vertex_indices").at(Place::Header)
        })?;
        corners.clear();
        self.numbers(element, |place, number| {
            if place == list {
                #[expect(clippy::cast_possible_truncation, reason = "an integer of 32 bits")]
                corners.push(number as i64);
            }
        })
    }

    fn length(&mut self, length: Scalar) -> Result<u64, Fault> {
        let length = self.number(length)?;
        if length < 0.0 {
            return Err(malformed(format!("a list has the length {length}")));
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "an integer of 32 bits, not negative"
        )]
        let length = length as u64;
        Ok(length)
    }

    fn number(&mut self, kind: Scalar) -> Result<f64, Fault> {
        let Encoding::Binary(order) = self.encoding else {
            return self.written(kind);
        };
        let (bytes, rest) = self.rest.split_at_checked(kind.size()).ok_or_else(ends)?;
        self.rest = rest;
        Ok(kind.value(bytes, order))
    }

    /// Reads the next number of a text.
    fn written(&mut self, kind: Scalar) -> Result<f64, Fault> {
        let text = self.rest.trim_ascii_start();
        let end = text.iter().position(u8::is_ascii_whitespace);
        let (word, rest) = text.split_at(end.unwrap_or(text.len()));
        self.rest = rest;
        if word.is_empty() {
            return Err(ends());
        }
        let word = str::from_utf8(word).map_err(malformed)?;
        let number = match (kind, kind.range()) {
            (Scalar::F32, _) => word.parse::<f32>().ok().map(f64::from),
            (_, None) => word.parse().ok(),
            (_, Some(range)) => {
                let number = word.parse().ok();
                number.filter(|number: &f64| range.contains(number) && number.fract() == 0.0)
            }
        };
        number.ok_or_else(|| malformed(format!("{word:?} is not a number of its type")))
    }
}

fn ends() -> Fault {
    malformed("the file ends too early")
}
