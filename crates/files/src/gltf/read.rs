//! Worlds from scenes.

use std::collections::HashSet;
use std::path::{Component, Path};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gltf::buffer::Source;
use gltf::scene::Transform;
use gltf::{Document, Gltf, Node, Semantic};
use voxnav_occupancy::glam::{DMat4, DQuat, DVec3, Mat4, Vec3};

use super::accessor;
use crate::error::{Fault, Place, malformed, unsupported};
use crate::import::{Import, Imported, Note, Up, note};
use crate::mesh::Mesh;
use crate::named_cells::NamedCells;

/// The most triangles of all instances of all meshes: a small file can claim any number of them.
const MOST_TRIANGLES: usize = 1 << 24;

/// Extensions without which a scene has the same surface.
const HARMLESS: [&str; 3] = ["KHR_materials", "KHR_texture", "KHR_mesh_quantization"];

/// Reads the world in a glTF file. Buffers of their own are looked for in `folder`, and refused without
/// one.
pub(crate) fn read(
    bytes: &[u8],
    folder: Option<&Path>,
    import: &Import,
) -> Result<Imported, Fault> {
    let (mesh, notes) = scene(bytes, folder)?;
    mesh.cells(Up::Y, import, notes)
}

fn scene(bytes: &[u8], folder: Option<&Path>) -> Result<(Mesh, Vec<Note>), Fault> {
    let (document, blob) = validated(bytes)?;
    for extension in document.extensions_required() {
        if !HARMLESS
            .iter()
            .any(|harmless| extension.starts_with(harmless))
        {
            return Err(unsupported(format!("files that need {extension}")));
        }
    }
    let buffers = buffers(&document, blob, folder)?;
    let mut scene = Scene {
        buffers,
        mesh: Mesh::default(),
        seen: HashSet::new(),
        without_surface: 0,
        skinned: 0,
    };
    let chosen = document
        .default_scene()
        .or_else(|| document.scenes().next());
    match chosen {
        Some(chosen) => chosen.nodes().try_for_each(|node| scene.add(&node))?,
        None => document
            .nodes()
            .try_for_each(|node| scene.add_own(&node, DMat4::IDENTITY).map(drop))?,
    }
    let instanced = document.extensions_used();
    let instanced = instanced.filter(|used| *used == "EXT_mesh_gpu_instancing");
    let instanced = instanced.count();
    let (lines, skins) = (scene.without_surface, scene.skinned);
    let mut notes = Vec::new();
    for (count, what) in [
        (lines, "parts made of points or lines were left out"),
        (skins, "meshes with a skin stand as they were modeled"),
        (instanced, "extension for instances was passed over"),
    ] {
        note(&mut notes, count, what);
    }
    Ok((scene.mesh, notes))
}

/// Returns the scene of a file whose indices are within their lists, and the bytes that it carries.
fn validated(bytes: &[u8]) -> Result<(Document, Option<Vec<u8>>), Fault> {
    // Of the length that a binary file claims, the parser takes away that of the header.
    const HEADER: u32 = 12;
    let length = bytes.strip_prefix(b"glTF").and_then(|rest| rest.get(4..8));
    let length = length.and_then(|length| length.first_chunk().copied());
    if length.is_some_and(|length| u32::from_le_bytes(length) < HEADER) {
        return Err(malformed("it claims to be shorter than its header").at(Place::Header));
    }
    let Gltf { document, blob } = Gltf::from_slice_without_validation(bytes).map_err(malformed)?;
    let root = document.into_json();
    // Validation looks positions up before it has looked at their index.
    let primitives = root.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let mut accessors = primitives.flat_map(|part| part.attributes.values());
    let count = root.accessors.len();
    if let Some(beyond) = accessors.find(|accessor| accessor.value() >= count) {
        let beyond = beyond.value();
        return Err(malformed(format!(
            "there is no accessor {beyond}, there are {count}"
        )));
    }
    let document = Document::from_json(root).map_err(malformed)?;
    Ok((document, blob))
}

/// Returns the bytes of every buffer.
fn buffers(
    document: &Document,
    mut blob: Option<Vec<u8>>,
    folder: Option<&Path>,
) -> Result<Vec<Vec<u8>>, Fault> {
    let mut bytes = |source: Source<'_>| match source {
        Source::Bin => blob
            .take()
            .ok_or_else(|| malformed("the file has no such bytes")),
        Source::Uri(uri) => match uri.strip_prefix("data:") {
            Some(data) => {
                let (_, text) = (data.split_once(";base64,"))
                    .ok_or_else(|| unsupported("buffers whose data is not in base64"))?;
                STANDARD.decode(text).map_err(malformed)
            }
            None => beside(uri, folder),
        },
    };
    let read = |buffer: gltf::Buffer<'_>| {
        let in_buffer = |fault: Fault| fault.in_part("buffer", buffer.index());
        bytes(buffer.source()).map_err(in_buffer)
    };
    document.buffers().map(read).collect()
}

/// Reads a file that a file names, in the same folder or below it.
fn beside(uri: &str, folder: Option<&Path>) -> Result<Vec<u8>, Fault> {
    let name = uri.replace("%20", " ");
    let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_));
    let path = Path::new(&name);
    match folder {
        Some(folder) if path.components().all(is_plain) && !uri.contains(':') => {
            std::fs::read(folder.join(path))
                .map_err(|error| malformed(format!("{name} cannot be read: {error}")))
        }
        _ => Err(unsupported(format!("buffers elsewhere, such as {uri}"))),
    }
}

/// A scene on its way to one mesh.
struct Scene {
    buffers: Vec<Vec<u8>>,
    mesh: Mesh,
    /// The nodes so far: a node has one parent at most.
    seen: HashSet<usize>,
    without_surface: usize,
    skinned: usize,
}

impl Scene {
    /// Adds a node and all below it.
    fn add(&mut self, root: &Node<'_>) -> Result<(), Fault> {
        let mut open = vec![(root.clone(), DMat4::IDENTITY)];
        while let Some((node, above)) = open.pop() {
            if !self.seen.insert(node.index()) {
                let what = malformed("the scene has it in two places");
                return Err(what.in_part("node", node.index()));
            }
            let place = self.add_own(&node, above)?;
            open.extend(node.children().map(|child| (child, place)));
        }
        Ok(())
    }

    /// Adds what a node itself has, and returns its place.
    fn add_own(&mut self, node: &Node<'_>, above: DMat4) -> Result<DMat4, Fault> {
        let place = above * self.own_place(node, above);
        self.add_mesh(node, place)?;
        Ok(place)
    }

    /// Returns the transform of a node. One that names the cells of its mesh, and stands where they are,
    /// has it in double precision.
    fn own_place(&mut self, node: &Node<'_>, above: DMat4) -> DMat4 {
        let own = matrix(&node.transform());
        let Some(named) = named_cells(node) else {
            return own;
        };
        let rounded = |at: DMat4| at.as_mat4();
        if above != DMat4::IDENTITY || rounded(named.place()) != rounded(own) {
            return own;
        }
        self.mesh.named.get_or_insert(named);
        named.place()
    }

    fn add_mesh(&mut self, node: &Node<'_>, place: DMat4) -> Result<(), Fault> {
        let in_node = |fault: Fault| fault.in_part("node", node.index());
        let Some(mesh) = node.mesh() else {
            return Ok(());
        };
        self.skinned += usize::from(node.skin().is_some());
        for primitive in mesh.primitives() {
            let Some(accessor) = primitive.get(&Semantic::Positions) else {
                continue;
            };
            let corners = accessor::positions(&accessor, &self.buffers)?;
            let Some(triangles) = accessor::triangles(&primitive, corners.len(), &self.buffers)?
            else {
                self.without_surface += 1;
                continue;
            };
            let corners = corners.into_iter().map(|at| place.transform_point3(at));
            self.mesh.add(corners, triangles).map_err(in_node)?;
            let size = self.mesh.triangles.len().max(self.mesh.corners.len() / 3);
            if size > MOST_TRIANGLES {
                let what = format!("there are more than {MOST_TRIANGLES} triangles");
                return Err(in_node(unsupported(what)));
            }
        }
        Ok(())
    }
}

/// Returns the cells that the extras of a node name.
fn named_cells(node: &Node<'_>) -> Option<NamedCells> {
    let extras = node.extras().as_ref()?;
    let extras: serde_json::Value = serde_json::from_str(extras.get()).ok()?;
    NamedCells::parse(extras.get(NamedCells::KEY)?.as_str()?)
}

/// Returns a transform, computed in double precision.
fn matrix(transform: &Transform) -> DMat4 {
    match transform {
        Transform::Matrix { matrix } => Mat4::from_cols_array_2d(matrix).as_dmat4(),
        Transform::Decomposed {
            translation,
            rotation,
            scale,
        } => {
            let rotation = DQuat::from_array(rotation.map(f64::from));
            // As written it has the length that seven digits give it.
            let rotation = match rotation.length_squared() {
                length if length > 0.0 && length.is_finite() => rotation.normalize(),
                _ => DQuat::IDENTITY,
            };
            let wide = |at: [f32; 3]| -> DVec3 { Vec3::from_array(at).as_dvec3() };
            DMat4::from_scale_rotation_translation(wide(*scale), rotation, wide(*translation))
        }
    }
}
