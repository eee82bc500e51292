//! `.ply`: the vertices of Stanford files, as text or binary.
//!
//! The properties `x`, `y` and `z` of the elements called `vertex`. Not read: faces, which make no
//! surface here, and all other properties.

use ply_rs_bw::parser::Parser;
use ply_rs_bw::ply::{PropertyAccess, PropertyAccessResult};
use voxnav_occupancy::glam::DVec3;

use super::{Cloud, world};
use crate::error::{Fault, ImportError, malformed};
use crate::{Import, Imported};

/// The world of the points in a Stanford file.
///
/// # Errors
///
/// [`ImportReason::Malformed`](crate::ImportReason::Malformed) where the file is not as the format
/// says, [`ImportReason::SizeMissing`](crate::ImportReason::SizeMissing) without [`Import::size`].
pub fn read(bytes: &[u8], name: &str, import: &Import) -> Result<Imported, ImportError> {
    let world = world(import, |cloud| points(bytes, cloud));
    world.map_err(|fault| ImportError::new(name, fault))
}

fn points(bytes: &[u8], cloud: &mut Cloud<'_>) -> Result<(), Fault> {
    let file = Parser::<Vertex>::new()
        .read_ply(&mut &*bytes)
        .map_err(malformed)?;
    let vertices = file.payload.get("vertex");
    let vertices = vertices.ok_or_else(|| malformed("it has no element called vertex"))?;
    vertices.iter().try_for_each(|vertex| cloud.add(vertex.0))
}

/// A position, not a number until it is read.
#[derive(Debug)]
struct Vertex(DVec3);

impl Vertex {
    fn put(&mut self, name: &str, value: f64) -> PropertyAccessResult {
        match name {
            "x" => self.0.x = value,
            "y" => self.0.y = value,
            "z" => self.0.z = value,
            _ => return PropertyAccessResult::Ignored,
        }
        PropertyAccessResult::Set
    }
}

impl PropertyAccess for Vertex {
    fn new() -> Self {
        Self(DVec3::NAN)
    }

    fn set_char(&mut self, name: &str, value: i8) -> PropertyAccessResult {
        self.put(name, value.into())
    }

    fn set_uchar(&mut self, name: &str, value: u8) -> PropertyAccessResult {
        self.put(name, value.into())
    }

    fn set_short(&mut self, name: &str, value: i16) -> PropertyAccessResult {
        self.put(name, value.into())
    }

    fn set_ushort(&mut self, name: &str, value: u16) -> PropertyAccessResult {
        self.put(name, value.into())
    }

    fn set_int(&mut self, name: &str, value: i32) -> PropertyAccessResult {
        self.put(name, value.into())
    }

    fn set_uint(&mut self, name: &str, value: u32) -> PropertyAccessResult {
        self.put(name, value.into())
    }

    fn set_float(&mut self, name: &str, value: f32) -> PropertyAccessResult {
        self.put(name, value.into())
    }

    fn set_double(&mut self, name: &str, value: f64) -> PropertyAccessResult {
        self.put(name, value)
    }
}
