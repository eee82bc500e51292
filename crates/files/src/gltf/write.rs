//! Worlds and paths written as scenes.

use std::collections::BTreeMap;
use std::io::{self, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use voxnav_occupancy::glam::{DVec3, IVec3, Vec3};
use voxnav_occupancy::{CellState, Lattice, MaterialId, Occupancy, Sign};

use crate::frame::Frame;
use crate::import::Up;
use crate::named_cells::NamedCells;
use voxnav_occupancy::color_of;

/// Writes the surface of a world, and paths as lines.
///
/// ```
/// use voxnav_files::{Up, export};
/// use voxnav_occupancy::{CellBox, CellState, Lattice, OccupancyBuilder, glam::{DVec3, IVec3}};
///
/// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(3)))?;
/// builder.set(IVec3::ONE, CellState::Occupied)?;
/// let path = vec![DVec3::ZERO, DVec3::X];
/// let mut file = Vec::new();
/// export::gltf::write(&builder.commit(), &Lattice::default(), &[path], Up::Z, &mut file)?;
/// assert!(file.starts_with(b"{"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Those of the destination; [`io::ErrorKind::InvalidInput`] for a surface of more than 2^30 corners.
pub fn write(
    world: &Occupancy,
    lattice: &Lattice,
    paths: &[Vec<DVec3>],
    up: Up,
    mut destination: impl Write,
) -> io::Result<()> {
    let axes = Frame::between(up, Up::Y);
    let mut file = File {
        buffer: Vec::new(),
        views: Vec::new(),
        accessors: Vec::new(),
    };
    let invalid = |_| io::ErrorKind::InvalidInput;
    let named = NamedCells {
        lattice: axes.turned(lattice).map_err(invalid)?,
        cells: axes.cells(&world.bounds()),
    };
    let low = named.cells.min.as_dvec3() - 0.5;
    let mut primitives = Vec::new();
    let mut materials = Vec::new();
    for (material, faces) in faces(world) {
        let corners: Vec<DVec3> = faces
            .iter()
            .flat_map(Face::corners)
            .map(|corner| axes.position(corner) - low)
            .collect();
        let count = u32::try_from(corners.len())
            .ok()
            .filter(|count| *count < 1 << 30);
        let count = count.ok_or(io::ErrorKind::InvalidInput)?;
        let order = (0..count).step_by(4);
        let order = order.flat_map(|first| [0, 1, 2, 0, 2, 3].map(|corner| first + corner));
        let indices = file.indices(order);
        primitives.push(json!({
            "attributes": {"POSITION": file.positions(&corners)},
            "indices": indices,
            "material": materials.len(),
        }));
        materials.push(shown(world, material));
    }
    let (mut meshes, mut nodes) = (Vec::new(), Vec::new());
    if !named.cells.is_empty() {
        let single = |at: DVec3| at.as_vec3().to_array();
        nodes.push(json!({
            "name": "world", "extras": {NamedCells::KEY: named.to_string()},
            "scale": single(named.lattice.sizes()), "translation": single(named.corner()),
        }));
    }
    if !primitives.is_empty() {
        nodes[0]["mesh"] = 0.into();
        meshes.push(json!({"primitives": primitives}));
    }
    for (number, path) in paths.iter().enumerate().filter(|(_, path)| path.len() > 1) {
        const LINE_STRIP: u32 = 3;
        nodes.push(json!({"name": format!("path {number}"), "mesh": meshes.len()}));
        let turned: Vec<_> = path.iter().map(|at| axes.position(*at)).collect();
        let positions = file.positions(&turned);
        let line = json!({
            "attributes": {"POSITION": positions}, "mode": LINE_STRIP, "material": materials.len(),
        });
        meshes.push(json!({"primitives": [line]}));
    }
    materials.push(json!({
        "name": "path", "pbrMetallicRoughness": {"baseColorFactor": [1.0, 0.1, 0.1, 1.0]},
    }));
    let all: Vec<_> = (0..nodes.len()).collect();
    let mut root = json!({
        "asset": {"version": "2.0", "generator": "voxnav"},
        "scene": 0, "scenes": [{"nodes": all}],
        "materials": materials,
    });
    if nodes.is_empty() {
        root["scenes"] = json!([{}]);
    } else {
        let bytes = file.buffer.len();
        let uri = format!(
            "data:application/octet-stream;base64,{}",
            STANDARD.encode(&file.buffer)
        );
        root["nodes"] = nodes.into();
        if !meshes.is_empty() {
            root["meshes"] = meshes.into();
            root["accessors"] = file.accessors.into();
            root["bufferViews"] = file.views.into();
            root["buffers"] = json!([{"byteLength": bytes, "uri": uri}]);
        }
    }
    serde_json::to_writer(&mut destination, &root)?;
    destination.flush()
}

/// A file while it is written.
struct File {
    buffer: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl File {
    fn positions(&mut self, positions: &[DVec3]) -> usize {
        const F32: u32 = 5126;
        let all: Vec<Vec3> = positions.iter().map(|at| at.as_vec3()).collect();
        let low = all.iter().copied().reduce(Vec3::min).unwrap_or_default();
        let high = all.iter().copied().reduce(Vec3::max).unwrap_or_default();
        let bytes = all
            .iter()
            .flat_map(Vec3::to_array)
            .flat_map(f32::to_le_bytes);
        let view = self.view(bytes.collect());
        self.accessors.push(json!({
            "bufferView": view, "componentType": F32, "count": all.len(), "type": "VEC3",
            "min": low.to_array(), "max": high.to_array(),
        }));
        self.accessors.len() - 1
    }

    fn indices(&mut self, indices: impl Iterator<Item = u32>) -> usize {
        const U32: u32 = 5125;
        let bytes: Vec<u8> = indices.flat_map(u32::to_le_bytes).collect();
        let count = bytes.len() / 4;
        let view = self.view(bytes);
        self.accessors.push(json!({
            "bufferView": view, "componentType": U32, "count": count, "type": "SCALAR",
        }));
        self.accessors.len() - 1
    }

    /// Appends bytes, of which there are a multiple of four.
    fn view(&mut self, bytes: Vec<u8>) -> usize {
        self.views.push(json!({
            "buffer": 0, "byteOffset": self.buffer.len(), "byteLength": bytes.len(),
        }));
        self.buffer.extend(bytes);
        self.views.len() - 1
    }
}

/// Returns a material as viewers show it.
fn shown(world: &Occupancy, material: Option<MaterialId>) -> Value {
    let name = material.and_then(|id| world.palette().get(id));
    let name = name.map_or("occupied", |material| material.name.as_str());
    let [red, green, blue] = if material.is_some() {
        color_of(name)
    } else {
        [0xb0; 3]
    };
    // Colors are written as shares of light, not of what screens are told.
    let light = |part: u8| (f64::from(part) / 255.0).powf(2.2);
    json!({
        "name": name,
        "pbrMetallicRoughness": {
            "baseColorFactor": [light(red), light(green), light(blue), 1.0],
            "metallicFactor": 0.0, "roughnessFactor": 1.0,
        },
    })
}

/// A face of a cell.
#[derive(Clone, Copy)]
struct Face {
    cell: IVec3,
    /// The axis that it looks along, and which way.
    axis: usize,
    sign: Sign,
}

impl Face {
    /// Returns the corners in cells, counter-clockwise as seen from outside.
    fn corners(&self) -> [DVec3; 4] {
        let (along, across) = ((self.axis + 1) % 3, (self.axis + 2) % 3);
        let mut low = self.cell.as_dvec3() - 0.5;
        let (far, wide) = (DVec3::AXES[along], DVec3::AXES[across]);
        match self.sign {
            Sign::Positive => {
                low[self.axis] += 1.0;
                [low, low + far, low + far + wide, low + wide]
            }
            Sign::Negative => [low, low + wide, low + far + wide, low + far],
        }
    }
}

/// Returns the faces between occupied cells and others, by material.
fn faces(world: &Occupancy) -> BTreeMap<Option<MaterialId>, Vec<Face>> {
    let bounds = world.bounds();
    let is_open = |cell: IVec3| !bounds.contains(cell) || world.state(cell) != CellState::Occupied;
    let mut all: BTreeMap<_, Vec<Face>> = BTreeMap::new();
    for cell in world.occupied_cells() {
        for axis in 0..3 {
            let step = IVec3::AXES[axis];
            for (sign, beyond) in [(Sign::Negative, -step), (Sign::Positive, step)] {
                if is_open(cell + beyond) {
                    let faces = all.entry(world.material(cell)).or_default();
                    faces.push(Face { cell, axis, sign });
                }
            }
        }
    }
    all
}
