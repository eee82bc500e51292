//! `.vox`: models and scenes of `MagicaVoxel`.
//!
//! A voxel is a cell. In a scene every model stands where its transforms put it, turned and
//! mirrored, with the integer arithmetic of `MagicaVoxel`: a model turns about the corner of voxel
//! `size / 2`, rounded down. What has several places in the scene stands in all of them. A file without
//! a scene has its first model at cell zero. z is up; voxel (x, y, z) of the scene is cell
//! (x, y, z), centered there unless [`Import::origin`] or [`Import::size`] say otherwise.
//!
//! A scene begins at node 0, or if there is none at the first node that is within no other. Nodes, layers and chunks
//! may stand in any order; a layer is known by its id.
//!
//! - A voxel is solid, of a material that is called after its color, such as `#ff8800`. Where parts
//!   overlap, the part that is later in the file is seen.
//! - Color 0 is none: such a voxel is not there.
//! - Cells without a voxel are free. The world is as large as the boxes of all models together.
//!
//! A cell is written as a voxel in the color of its material, see [`color_of`](crate::export::color_of); occupied cells
//! without a material are gray. `MagicaVoxel` has models of at most 256 voxels a side: a larger world is a
//! scene of several, each in its place, so that what is read back has the same cells. Where y is
//! up in the world, voxel (x, y, z) is cell (x, z, -y).
//!
//! Not written: the lattice and the size of cells, unknown cells (empty, as free ones are), and cells
//! that their material does not fill, such as water.
//!
//! Not read: hidden parts and layers, frames of an animation after the first, materials such as
//! glass, cameras and lights.
//!
//! # Errors
//!
//! [`FileReason::Malformed`] with the node, model or byte that is not as the format says,
//! [`FileReason::Empty`] for a file without a model, [`FileReason::Unsupported`] for two other formats that have this
//! extension, too: models of the Voxlap engine (Slab6), which `MagicaVoxel` opens, and those that Teardown compressed.

mod write;

use std::collections::{HashMap, HashSet};

use dot_vox::{Color, DotVoxData, Model, SceneNode, Size};
use voxnav_occupancy::glam::{I64Vec3, IVec3};
use voxnav_occupancy::{CellBox, CellState, MAX_COORDINATE, Material, MaterialId, MaterialKind};

use crate::cells::Cells;
use crate::error::{Fault, FileReason, Place, malformed, unsupported};
use crate::frame::Frame;
use crate::import::{Import, Imported, Note, Up, note};
use crate::scalar::bytes_at;
pub use write::write;

/// The most voxels along the side of a model.
const EDGE: i32 = 256;

/// Returns the voxel by which a model stands, and about which it turns: that at half its size.
fn pivot(size: &Size) -> I64Vec3 {
    I64Vec3::from_array([size.x, size.y, size.z].map(|side| i64::from(side / 2)))
}

/// Reads the world in a `MagicaVoxel` file.
pub(crate) fn read(bytes: &[u8], import: &Import) -> Result<Imported, Fault> {
    let outline = Outline::of(bytes)?;
    let file = dot_vox::load_bytes(bytes).map_err(malformed)?;
    // The parser passes over what it does not understand.
    let found = [file.models.len(), file.scenes.len(), file.layers.len()];
    if found
        != [
            outline.models.len(),
            outline.nodes.len(),
            outline.layers.len(),
        ]
    {
        return Err(malformed(
            "a model, a layer or a node of the scene is broken",
        ));
    }
    let mut notes = Vec::new();
    let parts = Scene::new(&file, &outline).parts(&mut notes)?;
    let mut content = CellBox::EMPTY;
    for part in &parts {
        content = content.hull(&part.cells(&file.models[part.model])?);
    }
    let frame = Frame::new(Up::Z, import);
    let lattice = frame.lattice_of_cells(import)?;
    let mut cells = Cells::new(&content, CellState::Free, frame, import)?;
    let mut materials = Colors {
        palette: &file.palette,
        known: [None; 256],
    };
    for part in &parts {
        let model = &file.models[part.model];
        let in_model = |fault: Fault| fault.in_part("model", part.model);
        let colors = outline.colors(bytes, part.model);
        for (voxel, color) in model.voxels.iter().zip(colors) {
            // The parser counts colors from 0, and has the first one for none.
            if color == 0 {
                continue;
            }
            let at = [voxel.x, voxel.y, voxel.z];
            let [x, y, z] = at.map(u32::from);
            if x >= model.size.x || y >= model.size.y || z >= model.size.z {
                return Err(in_model(malformed(format!("voxel {at:?} is not in it"))));
            }
            let material = materials.of(voxel.i, &mut cells).map_err(in_model)?;
            let cell = part.cell(IVec3::from_array(at.map(i32::from)), model)?;
            cells.set_material(cell, material).map_err(in_model)?;
        }
    }
    Ok(cells.world(lattice, notes))
}

/// The most nodes that a scene may have, each counted in every place where it is. A node may be in several,
/// and so a few bytes could stand for any number.
const MOST_PLACES: usize = 1 << 18;

/// The outline of a file, which the parser does not say.
#[derive(Default)]
struct Outline {
    /// The first byte of the voxels of each model.
    models: Vec<usize>,
    /// The ids of the nodes in the order in which the parser lists them.
    nodes: Vec<u32>,
    /// The ids of the layers in that order.
    layers: Vec<u32>,
}

impl Outline {
    fn of(bytes: &[u8]) -> Result<Self, Fault> {
        let word = |at: usize| {
            let ends = || malformed("the file ends too early").at(Place::Byte(at as u64));
            bytes_at(bytes, at).map(u32::from_le_bytes).ok_or_else(ends)
        };
        if is_of_voxlap(bytes) {
            return Err(unsupported(
                "models of the Voxlap engine, which Slab6 and Qubicle write and MagicaVoxel opens and saves as its own,",
            ));
        }
        if !bytes.starts_with(b"VOX ") || bytes.get(8..12) != Some(b"MAIN") {
            return Err(malformed("this is no .vox file").at(Place::Header));
        }
        let (content, children) = (word(12)? as usize, word(16)? as usize);
        if content != 0 || children != bytes.len().saturating_sub(20) {
            let what = format!(
                "{children} bytes should follow, and {} do",
                bytes.len() - 20
            );
            return Err(malformed(what).at(Place::Byte(16)));
        }
        let (mut outline, mut at) = (Self::default(), 20);
        while at < bytes.len() {
            let (content, children) = (word(at + 4)? as usize, word(at + 8)?);
            let next = at.saturating_add(12).saturating_add(content);
            if children != 0 || next > bytes.len() {
                let what = "this is no chunk that ends where it should";
                return Err(malformed(what).at(Place::Byte(at as u64)));
            }
            match &bytes[at..at + 4] {
                b"XYZI" => outline.models.push(at + 16),
                b"nTRN" | b"nGRP" | b"nSHP" => outline.nodes.push(word(at + 12)?),
                b"LAYR" => outline.layers.push(word(at + 12)?),
                b"TDCZ" => {
                    let what = "models in the compressed form of the game Teardown, which MagicaVoxel does not open,";
                    return Err(unsupported(what));
                }
                _ => {}
            }
            at = next;
        }
        Ok(outline)
    }

    /// Returns the colors of the voxels of a model, counted from 1; 0 is none.
    fn colors<'b>(&self, bytes: &'b [u8], model: usize) -> impl Iterator<Item = u8> + use<'b> {
        let voxels = self.models.get(model).and_then(|at| bytes.get(*at..));
        let (voxels, _) = voxels.unwrap_or_default().as_chunks();
        voxels.iter().map(|[_, _, _, color]| *color)
    }
}

/// Returns whether a file is a model of the Voxlap engine: three sides, a byte for each voxel, and 256 colors.
fn is_of_voxlap(bytes: &[u8]) -> bool {
    let side = |at: usize| bytes_at(bytes, at).map(u32::from_le_bytes).map(u64::from);
    let [Some(x), Some(y), Some(z)] = [0, 4, 8].map(side) else {
        return false;
    };
    let voxels = x.checked_mul(y).and_then(|xy| xy.checked_mul(z));
    let length = voxels.and_then(|voxels| voxels.checked_add(12 + 3 * 256));
    length == Some(bytes.len() as u64)
}

/// A model in its place: voxel v is the cell that has the point `turn * (v + 1/2 - pivot) + shift`.
#[derive(Clone, Copy, Debug)]
struct Part {
    model: usize,
    place: Motion,
}

/// A turn by signed unit vectors, then a shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Motion {
    /// The axis that each axis is made of, and its sign.
    turn: [(usize, i64); 3],
    shift: I64Vec3,
}

impl Motion {
    const NONE: Self = Self {
        turn: [(0, 1), (1, 1), (2, 1)],
        shift: I64Vec3::ZERO,
    };

    fn turned(&self, by: I64Vec3) -> I64Vec3 {
        I64Vec3::from_array(self.turn.map(|(axis, sign)| sign * by[axis]))
    }

    /// Returns this motion after another one.
    fn after(&self, other: &Self) -> Self {
        let turn = self.turn.map(|(axis, sign)| {
            let (source, inner) = other.turn[axis];
            (source, sign * inner)
        });
        Self {
            turn,
            shift: self.turned(other.shift).saturating_add(self.shift),
        }
    }

    /// Returns the motion that the attributes `_r` and `_t` of a transform say.
    fn of(attributes: &dot_vox::Dict) -> Result<Self, Fault> {
        let mut motion = Self::NONE;
        if let Some(text) = attributes.get("_r") {
            let refused = || malformed(format!("_r is {text:?}, which is no rotation"));
            let bits: u8 = text.parse().map_err(|_| refused())?;
            let (first, second) = (usize::from(bits & 3), usize::from(bits >> 2 & 3));
            if first == second || first == 3 || second == 3 {
                return Err(refused());
            }
            let axes = [first, second, 3 - first - second];
            let sign = |row: usize| if bits >> (4 + row) & 1 == 0 { 1 } else { -1 };
            motion.turn = [0, 1, 2].map(|row| (axes[row], sign(row)));
        }
        if let Some(text) = attributes.get("_t") {
            let refused = || malformed(format!("_t is {text:?}, which is no translation"));
            let numbers: Result<Vec<i32>, _> = text.split_whitespace().map(str::parse).collect();
            let numbers = numbers.map_err(|_| refused())?;
            let [x, y, z] = numbers.try_into().map_err(|_| refused())?;
            motion.shift = IVec3::new(x, y, z).as_i64vec3();
        }
        Ok(motion)
    }
}

impl Part {
    fn cell(&self, voxel: IVec3, model: &Model) -> Result<IVec3, Fault> {
        // All doubled, so that centers are integers: they are odd, and half of them rounds down.
        let center = 2 * (voxel.as_i64vec3() - pivot(&model.size)) + I64Vec3::ONE;
        let placed = self.place.turned(center) + 2 * self.place.shift;
        let cell = (placed - I64Vec3::ONE) / 2;
        let limit = I64Vec3::splat(MAX_COORDINATE.into());
        if cell.cmplt(-limit).any() || cell.cmpge(limit).any() {
            return Err(malformed(format!("it is at {cell}, too far away")));
        }
        Ok(cell.as_ivec3())
    }

    /// Returns the box of all cells that the model could fill.
    fn cells(&self, model: &Model) -> Result<CellBox, Fault> {
        let size = [model.size.x, model.size.y, model.size.z];
        let in_model = |fault: Fault| fault.in_part("model", self.model);
        if size.iter().any(|side| *side > EDGE.cast_unsigned()) {
            return Err(in_model(malformed(format!(
                "no model is as large as {size:?}"
            ))));
        }
        if size.contains(&0) {
            return Ok(CellBox::EMPTY);
        }
        let last = IVec3::from_array(size.map(|side| side.cast_signed() - 1));
        let one = self.cell(IVec3::ZERO, model).map_err(in_model)?;
        let other = self.cell(last, model).map_err(in_model)?;
        Ok(CellBox::new(one.min(other), one.max(other) + IVec3::ONE))
    }
}

/// The nodes of a file by id.
struct Scene<'f> {
    file: &'f DotVoxData,
    nodes: HashMap<u32, &'f SceneNode>,
    /// The id of the node at which the scene begins.
    root: Option<u32>,
    hidden_layers: HashSet<u32>,
}

impl<'f> Scene<'f> {
    fn new(file: &'f DotVoxData, outline: &'f Outline) -> Self {
        let nodes = outline.nodes.iter().copied().zip(&file.scenes).collect();
        let layers = outline.layers.iter().copied().zip(&file.layers);
        let hidden = layers.filter(|(_, layer)| layer.hidden());
        Self {
            file,
            root: root(&outline.nodes, &nodes),
            nodes,
            hidden_layers: hidden.map(|(id, _)| id).collect(),
        }
    }

    /// Returns the models that are seen, in the order of the scene.
    fn parts(&self, notes: &mut Vec<Note>) -> Result<Vec<Part>, Fault> {
        let Some(root) = self.root else {
            let shown = usize::from(!self.file.models.is_empty());
            if shown == 0 {
                return Err(FileReason::Empty { what: "model" }.into());
            }
            let rest = self.file.models.len() - shown;
            note(notes, rest, "further models without a place were left out");
            let place = Motion {
                shift: pivot(&self.file.models[0].size),
                ..Motion::NONE
            };
            return Ok(vec![Part { model: 0, place }]);
        };
        let (mut parts, mut hidden, mut later) = (Vec::new(), 0, 0);
        // With how many nodes each is within: more than there are, and one is within itself.
        let (mut open, mut places) = (vec![(root, Motion::NONE, 1)], 0_usize);
        while let Some((id, place, depth)) = open.pop() {
            let in_node = |fault: Fault| fault.in_part("node", id as usize);
            let Some(node) = self.nodes.get(&id) else {
                return Err(in_node(malformed("the scene has no such node")));
            };
            if depth > self.nodes.len() {
                return Err(in_node(malformed("it is within itself")));
            }
            places += 1;
            if places > MOST_PLACES {
                let what = format!("the scene has more than {MOST_PLACES} nodes in their places");
                return Err(malformed(what));
            }
            let depth = depth + 1;
            match node {
                SceneNode::Transform {
                    attributes,
                    frames,
                    child,
                    layer_id,
                } => {
                    if is_hidden(attributes) || self.hidden_layers.contains(layer_id) {
                        hidden += 1;
                        continue;
                    }
                    later += frames.len().saturating_sub(1);
                    let frame = frames.first().map(|frame| &frame.attributes);
                    let own = frame
                        .map_or(Ok(Motion::NONE), Motion::of)
                        .map_err(in_node)?;
                    open.push((*child, place.after(&own), depth));
                }
                SceneNode::Group { attributes, .. } if is_hidden(attributes) => hidden += 1,
                SceneNode::Group { children, .. } => {
                    // Reversed, because the last one is the next.
                    open.extend(children.iter().rev().map(|child| (*child, place, depth)));
                }
                SceneNode::Shape { attributes, .. } if is_hidden(attributes) => hidden += 1,
                SceneNode::Shape { models, .. } => {
                    later += models.len().saturating_sub(1);
                    if let Some(shape) = models.first() {
                        let model = shape.model_id as usize;
                        let count = self.file.models.len();
                        if model >= count {
                            let what = format!("there is no model {model}: the file has {count}");
                            return Err(in_node(malformed(what)));
                        }
                        parts.push(Part { model, place });
                    }
                }
            }
        }
        note(notes, hidden, "hidden parts of the scene were left out");
        note(notes, later, "later frames of an animation were left out");
        Ok(parts)
    }
}

/// Returns the node at which a scene begins: node 0, or the first that is within no other.
fn root(order: &[u32], nodes: &HashMap<u32, &SceneNode>) -> Option<u32> {
    let children = |node: &SceneNode| match node {
        SceneNode::Transform { child, .. } => vec![*child],
        SceneNode::Group { children, .. } => children.clone(),
        SceneNode::Shape { .. } => Vec::new(),
    };
    if nodes.contains_key(&0) {
        return Some(0);
    }
    let within: HashSet<_> = nodes.values().flat_map(|node| children(node)).collect();
    let mut all = order.iter();
    let top = all.find(|id| !within.contains(id));
    top.or(order.first()).copied()
}

fn is_hidden(attributes: &dot_vox::Dict) -> bool {
    attributes.get("_hidden").is_some_and(|value| value == "1")
}

/// The materials of the colors that occur, by index.
struct Colors<'f> {
    palette: &'f [Color],
    known: [Option<MaterialId>; 256],
}

impl Colors<'_> {
    fn of(&mut self, index: u8, cells: &mut Cells) -> Result<MaterialId, Fault> {
        let index = usize::from(index);
        if let Some(id) = self.known[index] {
            return Ok(id);
        }
        let Some(&Color { r, g, b, .. }) = self.palette.get(index) else {
            return Err(malformed(format!("the palette has no color {index}")));
        };
        // Equal colors are one material: that of the first index.
        let mut all = self.palette[..index].iter();
        let first = all.position(|other| (other.r, other.g, other.b) == (r, g, b));
        let first = first.unwrap_or(index);
        let id = match self.known[first] {
            Some(id) => id,
            None => cells.add(Material::new(
                format!("#{r:02x}{g:02x}{b:02x}"),
                MaterialKind::Solid,
            ))?,
        };
        (self.known[first], self.known[index]) = (Some(id), Some(id));
        Ok(id)
    }
}
