//! Scenes of glTF: a cube for each cell, as modeling programs, engines and scanners write them: in one file or as text,
//! indexed or not, in strips and fans, interleaved, and moved and scaled by nodes.

use serde_json::{Value, json};
use voxnav_occupancy::glam::IVec3;
use voxnav_testkit::{Draws, cases};

use super::Cells;
use super::meshes::{SIDES, corner, holds, world};

/// The way in which corners make triangles, by its number in the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Triangles = 4,
    Strip = 5,
    Fan = 6,
}

/// The buffer of a scene under construction, with the kinds of its parts.
#[derive(Default)]
struct Buffer {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Buffer {
    /// Begins a part at a multiple of four bytes, and returns its number.
    fn view(&mut self, bytes: &[u8], stride: Option<usize>) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let mut view = json!({
            "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len(),
        });
        if let Some(stride) = stride {
            view["byteStride"] = stride.into();
        }
        self.bytes.extend(bytes);
        self.views.push(view);
        self.views.len() - 1
    }

    /// Writes the corners of a mesh, alone or each with its normal, and returns their number.
    fn corners(&mut self, draws: &mut Draws, corners: &[[f32; 3]]) -> usize {
        let is_interleaved = draws.percent(50);
        let (before, after) = if is_interleaved {
            draws.pick(&[(0, 12), (12, 0), (12, 8)])
        } else {
            (0, 0)
        };
        let mut bytes = Vec::new();
        for corner in corners {
            bytes.extend(vec![7; before]);
            bytes.extend(corner.map(f32::to_le_bytes).concat());
            bytes.extend(vec![7; after]);
        }
        let view = self.view(&bytes, is_interleaved.then_some(12 + before + after));
        let fold = |of: fn(f32, f32) -> f32| {
            let all = corners.iter().copied();
            all.reduce(|one, other| [0, 1, 2].map(|it| of(one[it], other[it])))
        };
        self.accessors.push(json!({
            "bufferView": view, "byteOffset": before, "componentType": 5126, "type": "VEC3",
            "count": corners.len(), "min": fold(f32::min), "max": fold(f32::max),
        }));
        self.accessors.len() - 1
    }

    /// Writes indices in numbers of a size that holds them, and returns their number.
    fn indices(&mut self, draws: &mut Draws, indices: &[u32]) -> usize {
        let most = indices.iter().max().copied().unwrap_or(0);
        let sizes = if most < 255 { [1, 2, 4] } else { [2, 4, 4] };
        let size = draws.pick(&sizes);
        let bytes = indices
            .iter()
            .flat_map(|it| it.to_le_bytes()[..size].to_vec());
        let view = self.view(&bytes.collect::<Vec<_>>(), None);
        let kind = match size {
            1 => 5121,
            2 => 5123,
            _ => 5125,
        };
        self.accessors.push(json!({
            "bufferView": view, "componentType": kind, "type": "SCALAR", "count": indices.len(),
        }));
        self.accessors.len() - 1
    }
}

/// The corners of one side in the order of a mode.
fn ordered(mode: Mode, [a, b, c, d]: [usize; 4]) -> Vec<usize> {
    match mode {
        Mode::Triangles => vec![a, b, c, a, c, d],
        Mode::Strip => vec![a, b, d, c],
        Mode::Fan => vec![a, b, c, d],
    }
}

/// The parts of a mesh: all sides in one, or one for each side.
fn primitives(draws: &mut Draws, buffer: &mut Buffer, cells: &Cells, moved: IVec3) -> Vec<Value> {
    let mode = draws.pick(&[Mode::Triangles, Mode::Triangles, Mode::Strip, Mode::Fan]);
    let is_indexed = draws.percent(60);
    let sides = cells
        .iter()
        .flat_map(|cell| SIDES.map(|side| (*cell, side)));
    let sides: Vec<([i32; 3], [usize; 4])> = sides.collect();
    let at_once = if mode == Mode::Triangles {
        sides.len()
    } else {
        1
    };
    let mut parts = Vec::new();
    for sides in sides.chunks(at_once) {
        let (mut corners, mut indices) = (Vec::<[f32; 3]>::new(), Vec::new());
        for (cell, side) in sides {
            for number in ordered(mode, *side) {
                let at = (corner(*cell, number) + moved).as_vec3().to_array();
                let known = corners
                    .iter()
                    .position(|it| it.map(f32::to_bits) == at.map(f32::to_bits));
                let index = known.filter(|_| is_indexed).unwrap_or(corners.len());
                if index == corners.len() {
                    corners.push(at);
                }
                indices.push(u32::try_from(index).unwrap());
            }
        }
        let position = buffer.corners(draws, &corners);
        let mut part = json!({ "attributes": { "POSITION": position } });
        if is_indexed {
            part["indices"] = buffer.indices(draws, &indices).into();
        }
        // Triangles are what is meant where nothing is said.
        if mode != Mode::Triangles || draws.percent(50) {
            part["mode"] = (mode as u32).into();
        }
        parts.push(part);
    }
    parts
}

/// Nodes that scale a mesh and move it back.
fn nodes(draws: &mut Draws, moved: IVec3, size: f64) -> Value {
    let back = (-moved.as_dvec3()).to_array();
    let (at, scale) = (back.map(|it| it * size), [size; 3]);
    match draws.below(3) {
        0 => json!([{ "mesh": 0, "scale": scale, "translation": at }]),
        1 => json!([{ "mesh": 0, "matrix": [
            size, 0.0, 0.0, 0.0, 0.0, size, 0.0, 0.0, 0.0, 0.0, size, 0.0, at[0], at[1], at[2], 1.0,
        ] }]),
        _ => json!([
            { "name": "root", "children": [1], "scale": scale, "rotation": [0.0, 0.0, 0.0, 1.0] },
            { "name": "part", "mesh": 0, "translation": back, "extras": { "id": 7 } },
        ]),
    }
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let letters = bytes.chunks(3).flat_map(|bytes| {
        let mut word = [0; 4];
        word[1..=bytes.len()].copy_from_slice(bytes);
        let word = u32::from_be_bytes(word);
        [18, 12, 6, 0]
            .into_iter()
            .enumerate()
            .map(move |(place, shift)| {
                let letter = LETTERS[usize::try_from(word >> shift & 63).unwrap()];
                char::from(if place > bytes.len() { b'=' } else { letter })
            })
    });
    letters.collect()
}

fn scene(draws: &mut Draws, cells: &Cells, size: f64) -> (Vec<u8>, &'static str) {
    let mut buffer = Buffer::default();
    let moved = draws.vector(IVec3::splat(-5), IVec3::splat(5));
    let primitives = primitives(draws, &mut buffer, cells, moved);
    let mut scene = json!({
        "asset": { "version": "2.0", "generator": draws.pick(&["Blender I/O", "", "trimesh"]) },
        "scenes": [{ "nodes": [0] }],
        "nodes": nodes(draws, moved, size),
        "meshes": [{ "name": "cubes", "primitives": primitives }],
        "accessors": buffer.accessors,
        "bufferViews": buffer.views,
        "buffers": [{ "byteLength": buffer.bytes.len() }],
    });
    if draws.percent(70) {
        scene["scene"] = 0.into();
    }
    if draws.percent(30) {
        scene["extensionsUsed"] = json!(["KHR_materials_unlit", "VENDOR_something"]);
        scene["extras"] = json!({ "author": "a" });
    }
    if draws.percent(50) {
        let kind = draws.pick(&["application/octet-stream", "application/gltf-buffer"]);
        let uri = format!("data:{kind};base64,{}", base64(&buffer.bytes));
        scene["buffers"][0]["uri"] = uri.into();
        let text = if draws.percent(50) {
            serde_json::to_string_pretty(&scene)
        } else {
            serde_json::to_string(&scene)
        };
        return (text.unwrap().into_bytes(), "a.gltf");
    }
    let mut text = serde_json::to_vec(&scene).unwrap();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut bytes = buffer.bytes;
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    let length = |bytes: &[u8]| u32::try_from(bytes.len()).unwrap();
    let whole = 12 + 8 + length(&text) + 8 + length(&bytes);
    let mut file = b"glTF\x02\0\0\0".to_vec();
    file.extend(whole.to_le_bytes());
    for (kind, content) in [(b"JSON", &text), (b"BIN\0", &bytes)] {
        file.extend(length(content).to_le_bytes());
        file.extend(kind);
        file.extend(content);
    }
    (file, "a.glb")
}

#[test]
fn scenes_of_every_exporter_are_the_cells_that_were_drawn() {
    for mut draws in cases(0, 200) {
        let (cells, size) = world(&mut draws);
        let (file, name) = scene(&mut draws, &cells, size);
        assert_eq!(holds(&file, name, &cells, size), 0);
    }
}
