//! `MagicaVoxel` scenes, written by the public writer `dot_vox`; where voxels are was worked out by hand.

use std::collections::{BTreeMap, BTreeSet};

use dot_vox::{Color, DotVoxData, Frame, Model, SceneNode, ShapeModel, Size, Voxel};
use voxnav_files::{Import, Up, read_bytes};
use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, CellState, Occupancy};

use crate::fixtures::refusal;

/// A file under construction.
pub(crate) struct Scene(DotVoxData);

type Attributes<'a> = &'a [(&'a str, &'a str)];

fn dict(attributes: Attributes<'_>) -> dot_vox::Dict {
    let owned = |(key, value): &(&str, &str)| (key.to_string(), value.to_string());
    attributes.iter().map(owned).collect()
}

impl Scene {
    fn new() -> Self {
        let mut palette = vec![
            Color {
                r: 0,
                g: 0,
                b: 0,
                a: 255
            };
            256
        ];
        palette[1] = Color {
            r: 255,
            g: 136,
            b: 0,
            a: 255,
        };
        palette[2] = Color {
            r: 0,
            g: 0,
            b: 255,
            a: 255,
        };
        Self(DotVoxData {
            version: 150,
            index_map: dot_vox::DEFAULT_INDEX_MAP.to_vec(),
            models: Vec::new(),
            palette,
            materials: Vec::new(),
            scenes: Vec::new(),
            layers: Vec::new(),
        })
    }

    fn model(mut self, [x, y, z]: [u32; 3], voxels: &[([u8; 3], u8)]) -> Self {
        let voxel = |&([x, y, z], i): &([u8; 3], u8)| Voxel { x, y, z, i };
        self.0.models.push(Model {
            size: Size { x, y, z },
            voxels: voxels.iter().map(voxel).collect(),
        });
        self
    }

    fn transform(mut self, child: u32, attributes: Attributes<'_>, frame: Attributes<'_>) -> Self {
        self.0.scenes.push(SceneNode::Transform {
            attributes: dict(attributes),
            frames: vec![Frame::new(dict(frame))],
            child,
            layer_id: 0,
        });
        self
    }

    fn group(mut self, children: &[u32]) -> Self {
        self.0.scenes.push(SceneNode::Group {
            attributes: dict(&[]),
            children: children.to_vec(),
        });
        self
    }

    fn shape(mut self, model_id: u32) -> Self {
        self.0.scenes.push(SceneNode::Shape {
            attributes: dict(&[]),
            models: vec![ShapeModel {
                model_id,
                attributes: dict(&[]),
            }],
        });
        self
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.0.write_vox(&mut bytes).unwrap();
        bytes
    }
}

/// An L of four voxels in a box of 3 x 1 x 2: its foot is blue.
fn with_l() -> Scene {
    let voxels = [
        ([0, 0, 0], 2),
        ([1, 0, 0], 1),
        ([2, 0, 0], 1),
        ([2, 0, 1], 1),
    ];
    Scene::new().model([3, 1, 2], &voxels)
}

/// The L twice: a quarter turn about z at (10, 20, 30), and the same within a group that is mirrored in
/// x and moved; and once more, hidden.
pub(crate) fn nested() -> Scene {
    with_l()
        .transform(1, &[], &[])
        .group(&[2, 4, 8])
        // x' = -y, y' = x, z' = z.
        .transform(3, &[], &[("_r", "17"), ("_t", "10 20 30")])
        .shape(0)
        // x' = -x, y' = y, z' = z.
        .transform(5, &[], &[("_r", "20"), ("_t", "-1 0 5")])
        .group(&[6])
        .transform(7, &[], &[("_r", "17"), ("_t", "10 20 30")])
        .shape(0)
        .transform(9, &[("_hidden", "1")], &[("_t", "100 100 100")])
        .shape(0)
}

/// Every occupied cell with the name of its material.
fn cells(world: &Occupancy) -> BTreeMap<[i32; 3], String> {
    let name = |cell| {
        let id = world.material(cell).unwrap();
        world.palette().get(id).unwrap().name.clone()
    };
    let cells = world.occupied_cells();
    cells.map(|cell| (cell.to_array(), name(cell))).collect()
}

fn painted(cells: &[([i32; 3], &str)]) -> BTreeMap<[i32; 3], String> {
    let owned = |&(cell, name): &([i32; 3], &str)| (cell, name.to_owned());
    cells.iter().map(owned).collect()
}

const ORANGE: &str = "#ff8800";
const BLUE: &str = "#0000ff";

#[test]
fn a_model_without_a_scene_begins_at_cell_zero() {
    let world = read_bytes(&with_l().bytes(), "l.vox", &Import::default()).unwrap();
    assert_eq!(
        world.occupancy.bounds(),
        CellBox::from_size(IVec3::new(3, 1, 2))
    );
    let expected = [
        ([0, 0, 0], BLUE),
        ([1, 0, 0], ORANGE),
        ([2, 0, 0], ORANGE),
        ([2, 0, 1], ORANGE),
    ];
    assert_eq!(cells(&world.occupancy), painted(&expected));
    assert_eq!(world.occupancy.state(IVec3::Z), CellState::Free);
    assert_eq!(
        world.lattice.cell_at(DVec3::splat(0.49)).unwrap(),
        IVec3::ZERO
    );
}

#[test]
fn parts_are_turned_mirrored_and_moved_as_their_transforms_say() {
    let world = read_bytes(&nested().bytes(), "nested.vox", &Import::default()).unwrap();
    // The corner (1, 0, 1) of the model is its pivot: the voxel (0, 0, 0) has its center half a
    // voxel past (-1, 0, -1) of it, at (-0.5, 0.5, -0.5). Turned that is (-0.5, -0.5, -0.5), and
    // moved it is in the voxel (9, 19, 29). The second part has its corner at (10, 20, 30) mirrored to
    // (-10, 20, 30), and moved to (-11, 20, 35).
    let expected = [
        ([9, 19, 29], BLUE),
        ([9, 20, 29], ORANGE),
        ([9, 21, 29], ORANGE),
        ([9, 21, 30], ORANGE),
        ([-11, 19, 34], BLUE),
        ([-11, 20, 34], ORANGE),
        ([-11, 21, 34], ORANGE),
        ([-11, 21, 35], ORANGE),
    ];
    assert_eq!(cells(&world.occupancy), painted(&expected));
    let [note] = world.notes.as_slice() else {
        panic!("{:?}", world.notes)
    };
    assert_eq!(
        note.to_string(),
        "1 hidden parts of the scene were left out"
    );
}

/// A scene that `MagicaVoxel` saved (of the package of `dot_vox`, MIT): the letters of the axes, three of each
/// stacked in a group, around a frame that stands on the ground. The program shows a model around the
/// place that its transforms add up to; these were added up by hand.
#[test]
fn a_scene_of_the_program_itself_is_as_it_shows_it() {
    const PARTS: [(usize, [i32; 3]); 10] = [
        (0, [0, 0, 131 - 48]),
        (0, [0, 0, 131]),
        (0, [0, 0, 131 + 48]),
        (1, [0, 188 - 59, 20]),
        (1, [0, 188 + 1, 20]),
        (1, [0, 188 + 59, 20]),
        (2, [173 - 47, 0, 20]),
        (2, [173 + 1, 0, 20]),
        (2, [173 + 47, 0, 20]),
        (3, [0, 0, 16]),
    ];
    let file = crate::fixtures::fixture("axes.vox");
    let models = dot_vox::load_bytes(&file).unwrap().models;
    let mut expected: Vec<[i32; 3]> = Vec::new();
    for (model, place) in PARTS {
        let model = &models[model];
        let half = [model.size.x, model.size.y, model.size.z].map(|side| side.cast_signed() / 2);
        expected.extend(model.voxels.iter().map(|voxel| {
            let at = [voxel.x, voxel.y, voxel.z].map(i32::from);
            [0, 1, 2].map(|axis| at[axis] - half[axis] + place[axis])
        }));
    }
    let world = read_bytes(&file, "axes.vox", &Import::default()).unwrap();
    let world = world.occupancy;
    let mut found: Vec<_> = world.occupied_cells().map(|cell| cell.to_array()).collect();
    expected.sort_unstable();
    expected.dedup();
    found.sort_unstable();
    assert_eq!(found, expected);
    // The frame stands on the ground, and each axis has a color of its own.
    let color = |cell: [i32; 3]| world.material(cell.into());
    assert_eq!(found.iter().map(|cell| cell[2]).min(), Some(0));
    let [along_x, along_y, along_z] = [0, 1, 2].map(|axis| {
        let farthest = found.iter().max_by_key(|cell| cell[axis]);
        color(*farthest.unwrap()).unwrap()
    });
    assert!(along_x != along_y && along_y != along_z && along_x != along_z);
}

/// Every turn and mirroring, within groups that are turned and mirrored too, one of them in two places:
/// where its voxels are says the loader of three.js, see `fixtures/vox.mjs`.
#[test]
fn turned_parts_within_turned_groups_are_where_another_program_shows_them() {
    let shown: Vec<[i32; 3]> =
        serde_json::from_slice(&crate::fixtures::fixture("turned.json")).unwrap();
    let shown: BTreeSet<_> = shown.into_iter().collect();
    assert_eq!(shown.len(), 2 * 48 * 6);
    let file = crate::fixtures::fixture("turned.vox");
    let world = read_bytes(&file, "turned.vox", &Import::default()).unwrap();
    let cells = world.occupancy.occupied_cells();
    let cells: BTreeSet<_> = cells.map(|cell| cell.to_array()).collect();
    assert_eq!(cells, shown);
    assert!(world.notes.is_empty(), "{:?}", world.notes);
}

#[test]
fn y_may_point_up_in_the_world() {
    let import = Import {
        up: Up::Y,
        size: Some(2.0.into()),
        ..Import::default()
    };
    let world = read_bytes(&nested().bytes(), "nested.vox", &import).unwrap();
    // The end of the first L, from z up to y up: (x, z, -y).
    let cell = IVec3::new(9, 30, -21);
    assert_eq!(world.occupancy.state(cell), CellState::Occupied);
    // Its voxel is (9, 21, 30) of the file, two units wide.
    assert_eq!(world.lattice.center(cell), DVec3::new(18.0, 60.0, -42.0));
}

#[test]
fn scenes_that_are_no_trees_and_parts_without_a_model_are_refused() {
    for (scene, reason) in [
        (
            with_l().transform(1, &[], &[]).group(&[0]),
            "a.vox: node 0: it is within itself",
        ),
        (
            with_l().transform(7, &[], &[]),
            "a.vox: node 7: the scene has no such node",
        ),
        (
            with_l().transform(1, &[], &[]).shape(1),
            "a.vox: node 1: there is no model 1: the file has 1",
        ),
        (
            with_l().transform(1, &[], &[("_r", "255")]).shape(0),
            "a.vox: node 0: _r is \"255\", which is no rotation",
        ),
        (
            with_l().transform(1, &[], &[("_t", "1 2")]).shape(0),
            "a.vox: node 0: _t is \"1 2\", which is no translation",
        ),
        // Groups that have the next one twice: 2^20 places.
        (
            (1..20)
                .fold(with_l(), |scene, next| scene.group(&[next, next]))
                .shape(0),
            "a.vox: the scene has more than 262144 nodes in their places",
        ),
        (Scene::new(), "a.vox: there is no model in it"),
        (
            Scene::new().model([1, 1, 1], &[([1, 0, 0], 1)]),
            "a.vox: model 0: voxel [1, 0, 0] is not in it",
        ),
    ] {
        let said = refusal("a.vox", &scene.bytes(), &Import::default());
        assert_eq!(said, reason);
    }
}

/// Other programs have files of this extension, too, and nothing is wrong with them.
#[test]
fn sound_files_of_other_programs_are_said_to_be_what_they_are() {
    // Sides, a byte for each voxel, 255 for none, and 256 colors.
    let mut voxlap: Vec<u8> = [3_u32, 2, 1].map(u32::to_le_bytes).concat();
    voxlap.extend([255, 7, 7, 255, 0, 254]);
    voxlap.extend([63; 768]);
    assert_eq!(
        refusal("a.vox", &voxlap, &Import::default()),
        "a.vox: models of the Voxlap engine, which Slab6 and Qubicle write and MagicaVoxel opens and saves as its own, \
         are not read"
    );
    assert_eq!(
        refusal("a.vox", &voxlap[1..], &Import::default()),
        "a.vox: header: this is no .vox file"
    );
    // Teardown has the voxels of a model in a chunk of its own.
    let mut teardown = with_l().transform(1, &[], &[]).shape(0).bytes();
    let voxels = teardown.windows(4).position(|id| id == b"XYZI").unwrap();
    teardown[voxels..voxels + 4].copy_from_slice(b"TDCZ");
    assert_eq!(
        refusal("a.vox", &teardown, &Import::default()),
        "a.vox: models in the compressed form of the game Teardown, which MagicaVoxel does not open, are not read"
    );
}

/// Layers are numbered as their chunks say, not as they follow each other; a scene begins at node 0.
#[test]
fn layers_and_the_root_are_known_by_their_ids() {
    let mut scene = with_l().shape(0).transform(0, &[], &[]);
    let hidden = |is_hidden: &str| dot_vox::Layer {
        attributes: dict(&[("_hidden", is_hidden)]),
    };
    scene.0.layers = vec![hidden("1"), hidden("0")];
    let mut bytes = scene.bytes();
    let chunks = |bytes: &[u8], id: &[u8]| -> Vec<usize> {
        let found = bytes.windows(4).enumerate().filter(|(_, it)| *it == id);
        found.map(|(at, _)| at).collect()
    };
    // The layers swap their ids, and so do the two nodes: the transform, which comes last, is node 0.
    let layers = chunks(&bytes, b"LAYR");
    bytes[layers[0] + 12] = 1;
    bytes[layers[1] + 12] = 0;
    let (transform, shape) = (chunks(&bytes, b"nTRN")[0], chunks(&bytes, b"nSHP")[0]);
    bytes[transform + 12] = 0;
    bytes[transform + 20] = 1;
    bytes[shape + 12] = 1;
    let world = read_bytes(&bytes, "a.vox", &Import::default()).unwrap();
    assert_eq!(world.occupancy.count(CellState::Occupied), 4);
    assert_eq!(world.notes, []);
    // The layer of the transform is the one that is hidden.
    bytes[transform + 28] = 1;
    let world = read_bytes(&bytes, "a.vox", &Import::default()).unwrap();
    assert_eq!(world.occupancy.count(CellState::Occupied), 0);
    assert_eq!(
        world.notes[0].to_string(),
        "1 hidden parts of the scene were left out"
    );
}
