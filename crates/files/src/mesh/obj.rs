//! `.obj`: Wavefront meshes.
//!
//! Faces of any number of corners are cut into triangles. Coordinates are those of the file, whose y
//! axis points up unless [`Import::file_up`] says otherwise; its unit is [`Import::size`]'s. The lattice
//! has corners of cells at multiples of the size,
//! unless [`Import::origin`] says where a cell is centered.
//!
//! Not read: materials, textures and normals, lines and points, curves.

use std::collections::HashMap;

use tobj::LoadOptions;
use voxnav_occupancy::glam::DVec3;

use super::Mesh;
use crate::error::{Fault, malformed};
use crate::import::{Import, Imported, Up};

/// Reads the world in a Wavefront file.
pub(crate) fn read(bytes: &[u8], import: &Import) -> Result<Imported, Fault> {
    mesh(bytes)?.cells(Up::Y, import, Vec::new())
}

fn mesh(bytes: &[u8]) -> Result<Mesh, Fault> {
    let options = LoadOptions {
        triangulate: true,
        ignore_lines: true,
        ignore_points: true,
        ..LoadOptions::default()
    };
    // Colors and textures are in a file of their own, and none of them fills a cell.
    let without = |_: &std::path::Path| Ok((Vec::new(), HashMap::default()));
    let (models, _) = tobj::load_obj_buf(&mut &*bytes, &options, without).map_err(malformed)?;
    let mut mesh = Mesh::default();
    for tobj::Model { mesh: part, .. } in models {
        let corner = |at: &[f32; 3]| DVec3::from_array(at.map(f64::from));
        let corners = part.positions.as_chunks().0.iter().map(corner);
        mesh.add(corners, part.indices.as_chunks().0.iter().copied())?;
    }
    Ok(mesh)
}
