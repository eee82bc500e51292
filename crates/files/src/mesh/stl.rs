//! `.stl`: triangles as 3D printers have them, as text or binary.
//!
//! Coordinates are those of the file, whose z axis points up unless [`Import::file_up`] says otherwise;
//! its unit is [`Import::size`]'s. The lattice has corners of cells at multiples of the size,
//! unless [`Import::origin`] says where a cell is centered.
//!
//! Not read: normals, names of solids, colors.

use std::io::Cursor;

use voxnav_occupancy::glam::DVec3;

use super::Mesh;
use crate::error::{Fault, malformed};
use crate::import::{Import, Imported, Up};

/// Reads the world in an STL file.
pub(crate) fn read(bytes: &[u8], import: &Import) -> Result<Imported, Fault> {
    mesh(bytes)?.cells(Up::Z, import, Vec::new())
}

fn mesh(bytes: &[u8]) -> Result<Mesh, Fault> {
    let mut source = Cursor::new(bytes);
    let triangles = stl_io::create_stl_reader(&mut source).map_err(malformed)?;
    let mut mesh = Mesh::default();
    for (index, triangle) in triangles.enumerate() {
        let in_triangle = |fault: Fault| fault.in_part("triangle", index);
        let triangle = triangle.map_err(|error| in_triangle(error.into()))?;
        let corners = triangle
            .vertices
            .map(|at| DVec3::from_array(at.0.map(f64::from)));
        mesh.add(corners, [[0, 1, 2]]).map_err(in_triangle)?;
    }
    Ok(mesh)
}
