//! Structures and schematics of `MCEdit`: files that nbtlib wrote (`fixtures/minecraft_old.py` describes how), and random
//! ones that `fastnbt` writes here.

use std::collections::BTreeMap;

use fastnbt::ByteArray;
use serde::Serialize;
use voxnav_files::{Import, Up, read_bytes};
use voxnav_occupancy::CellState::{Free, Occupied};
use voxnav_occupancy::glam::IVec3;
use voxnav_occupancy::{CellBox, MaterialKind, Occupancy};
use voxnav_testkit::{Draws, cases};

use crate::fixtures::{Cut, fixture, refusal, survives};

/// As the files have it, so that cells are blocks.
fn y_up() -> Import {
    Import {
        up: Up::Y,
        ..Import::default()
    }
}

/// Checks every cell of a world: these are of a material, all others free.
fn check(world: &Occupancy, bounds: CellBox, expected: &[([i32; 3], &str, MaterialKind)]) {
    assert_eq!(world.bounds(), bounds);
    for cell in bounds.cells() {
        let found = world.material(cell).map(|id| {
            let material = world.palette().get(id).unwrap();
            (material.name.as_str(), material.kind)
        });
        let put = expected.iter().find(|(at, ..)| *at == cell.to_array());
        assert_eq!(found, put.map(|(_, name, kind)| (*name, *kind)), "{cell}");
        let fills = put.is_some_and(|(_, _, kind)| kind.fills_the_cell());
        assert_eq!(world.state(cell), if fills { Occupied } else { Free });
    }
}

#[test]
fn structures_have_the_blocks_that_were_put_there() {
    let bytes = fixture("minecraft/blocks.nbt");
    let world = read_bytes(&bytes, "blocks.nbt", &y_up()).unwrap();
    assert_eq!(world.notes, []);
    let expected = [
        ([0, 0, 0], "stone", MaterialKind::Solid),
        ([1, 0, 0], "ladder", MaterialKind::Climbable),
        ([3, 2, 4], "stone", MaterialKind::Solid),
        ([0, 2, 4], "water", MaterialKind::Liquid),
    ];
    let bounds = CellBox::from_size(IVec3::new(4, 3, 5));
    check(&world.occupancy, bounds, &expected);
}

#[test]
fn schematics_of_mcedit_have_the_blocks_that_were_put_there() {
    let bytes = fixture("minecraft/blocks.schematic");
    // The content describes what it is, and the extension does not.
    for name in ["blocks.schematic", "blocks.schem"] {
        let world = read_bytes(&bytes, name, &y_up()).unwrap();
        let notes: Vec<_> = world.notes.iter().map(ToString::to_string).collect();
        let said = "2 numbers of blocks are not of Minecraft (291, 532): these are solid";
        assert_eq!(notes, [said]);
        let expected = [
            ([0, 0, 0], "stone", MaterialKind::Solid),
            ([1, 0, 0], "ladder", MaterialKind::Climbable),
            ([2, 0, 0], "water", MaterialKind::Liquid),
            // Open, which the lower half alone says.
            ([3, 0, 0], "iron_door", MaterialKind::Passable),
            ([3, 1, 0], "iron_door", MaterialKind::Passable),
            ([0, 0, 1], "red_wool", MaterialKind::Solid),
            ([1, 0, 1], "snow", MaterialKind::Passable),
            ([3, 2, 4], "block_291", MaterialKind::Solid),
            ([2, 2, 4], "block_532", MaterialKind::Solid),
        ]
        .map(|([x, y, z], name, kind)| ([x - 2, y + 7, z + 1], name, kind));
        let low = IVec3::new(-2, 7, 1);
        let bounds = CellBox::new(low, low + IVec3::new(4, 3, 5));
        check(&world.occupancy, bounds, &expected);
    }
    // A schematic of Sponge, by the older extension.
    let sponge = fixture("minecraft/blocks-v2.schem");
    let world = read_bytes(&sponge, "blocks.schematic", &y_up()).unwrap();
    assert_eq!(world.occupancy.bounds().max, IVec3::new(13, 5, 7));
}

#[derive(Serialize)]
struct Structure {
    size: [i32; 3],
    #[serde(skip_serializing_if = "Option::is_none")]
    palette: Option<Vec<Block>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    palettes: Option<Vec<Vec<Block>>>,
    blocks: Vec<Placed>,
}

#[derive(Clone, Serialize)]
struct Block {
    #[serde(rename = "Name")]
    name: String,
}

#[derive(Serialize)]
struct Placed {
    state: i32,
    pos: [i32; 3],
}

fn palette(names: &[&str]) -> Vec<Block> {
    let block = |name: &&str| Block {
        name: format!("minecraft:{name}"),
    };
    names.iter().map(block).collect()
}

/// Writes blocks in the order in which they are drawn; the later one of a place is seen.
fn structure(draws: &mut Draws) -> (Structure, BTreeMap<[i32; 3], &'static str>) {
    const NAMES: [&str; 4] = ["air", "stone", "structure_void", "oak_planks"];
    let size = draws.vector(IVec3::ONE, IVec3::new(7, 5, 6));
    let bounds = CellBox::from_size(size);
    let mut put = BTreeMap::new();
    let mut blocks = Vec::new();
    for _ in 0..draws.below(60) {
        let (pos, state) = (draws.cell(&bounds).to_array(), draws.below(4_usize));
        put.insert(pos, NAMES[state]);
        let state = i32::try_from(state).unwrap();
        blocks.push(Placed { state, pos });
    }
    let has_several = draws.percent(30);
    let palettes = vec![palette(&NAMES), palette(&["dirt"; 4])];
    let structure = Structure {
        size: size.to_array(),
        palette: (!has_several).then(|| palettes[0].clone()),
        palettes: has_several.then_some(palettes),
        blocks,
    };
    (structure, put)
}

#[test]
fn structures_are_the_blocks_that_were_drawn() {
    for mut draws in cases(1_700, 100) {
        let (structure, put) = structure(&mut draws);
        let file = fastnbt::to_bytes(&structure).unwrap();
        let world = read_bytes(&file, "a.nbt", &y_up()).unwrap();
        assert_eq!(world.notes.len(), usize::from(structure.palettes.is_some()));
        let solid: Vec<_> = put
            .into_iter()
            .filter(|(_, name)| matches!(*name, "stone" | "oak_planks"))
            .map(|(cell, name)| (cell, name, MaterialKind::Solid))
            .collect();
        let bounds = CellBox::from_size(structure.size.into());
        check(&world.occupancy, bounds, &solid);
    }
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Numbered {
    width: i16,
    height: i16,
    length: i16,
    materials: &'static str,
    blocks: ByteArray,
    data: ByteArray,
}

#[test]
fn numbered_blocks_are_where_they_were_drawn() {
    for mut draws in cases(1_800, 100) {
        let size = draws.vector(IVec3::ONE, IVec3::new(7, 5, 6));
        let mut solid = Vec::new();
        let (mut blocks, mut data) = (Vec::new(), Vec::new());
        for y in 0..size.y {
            for z in 0..size.z {
                for x in 0..size.x {
                    let (number, bits, name) = draws.pick(&[
                        (0, 0, ""),
                        (1, 0, "stone"),
                        (5, 2, "birch_planks"),
                        (-5, 11, "blue_concrete"),
                    ]);
                    blocks.push(number);
                    data.push(bits);
                    if number != 0 {
                        solid.push(([x, y, z], name, MaterialKind::Solid));
                    }
                }
            }
        }
        let [width, height, length] = size.to_array().map(|side| i16::try_from(side).unwrap());
        let file = Numbered {
            width,
            height,
            length,
            materials: "Alpha",
            blocks: ByteArray::new(blocks),
            data: ByteArray::new(data),
        };
        let file = fastnbt::to_bytes(&file).unwrap();
        let world = read_bytes(&file, "a.schematic", &y_up()).unwrap();
        assert_eq!(world.notes, []);
        check(&world.occupancy, CellBox::from_size(size), &solid);
    }
}

#[test]
fn wrong_structures_and_schematics_name_what_is_wrong() {
    let said = |size: [i32; 3], state, pos| {
        let structure = Structure {
            size,
            palette: Some(palette(&["stone", "dirt"])),
            palettes: None,
            blocks: vec![
                Placed {
                    state: 0,
                    pos: [0; 3],
                },
                Placed { state, pos },
            ],
        };
        let file = fastnbt::to_bytes(&structure).unwrap();
        refusal("a.nbt", &file, &y_up())
    };
    assert_eq!(
        said([1, 2, 3], 2, [0, 1, 2]),
        "a.nbt: block 1: the palette has no number 2"
    );
    assert_eq!(
        said([1, 2, 3], -1, [0, 1, 2]),
        "a.nbt: block 1: the palette has no number -1"
    );
    assert_eq!(
        said([1, 2, 3], 0, [0, 2, 2]),
        "a.nbt: block 1: [0, 2, 2] is outside of the structure"
    );
    assert_eq!(
        said([1, -2, 3], 0, [0; 3]),
        "a.nbt: no structure has a size of [1, -2, 3]"
    );
    assert_eq!(said([1, 0, 3], 0, [0; 3]), "a.nbt: there is no block in it");
    let other = fastnbt::to_bytes(&fastnbt::nbt!({ "Data": {} })).unwrap();
    assert_eq!(
        refusal("level.nbt", &other, &y_up()),
        "level.nbt: it has no size, palette and blocks, as a structure of Minecraft has"
    );
    let numbered = |materials: &'static str, width, blocks: Vec<i8>| {
        let file = Numbered {
            width,
            height: 1,
            length: 1,
            materials,
            data: ByteArray::new(vec![0; blocks.len()]),
            blocks: ByteArray::new(blocks),
        };
        let file = fastnbt::to_bytes(&file).unwrap();
        refusal("a.schematic", &file, &y_up())
    };
    assert_eq!(
        numbered("Pocket", 1, vec![1]),
        "a.schematic: schematics with the blocks of \"Pocket\" are not read"
    );
    assert_eq!(
        numbered("Alpha", 2, vec![1]),
        "a.schematic: `Blocks` has 1 bytes, and the size is 2 blocks"
    );
    // 65,535 blocks a side, said with a sign.
    assert_eq!(
        numbered("Alpha", -1, vec![1]),
        "a.schematic: `Blocks` has 1 bytes, and the size is 65535 blocks"
    );
}

/// A structure may claim any size: memory follows its blocks.
#[test]
fn a_structure_is_as_large_in_memory_as_its_blocks() {
    let structure = Structure {
        size: [1 << 29; 3],
        palette: Some(palette(&["stone"])),
        palettes: None,
        blocks: vec![Placed {
            state: 0,
            pos: [7, 8, 9],
        }],
    };
    let file = fastnbt::to_bytes(&structure).unwrap();
    let world = read_bytes(&file, "a.nbt", &y_up()).unwrap().occupancy;
    assert!(world.occupied_cells().eq([IVec3::new(7, 8, 9)]));
    assert!(world.memory_bytes() < 1 << 20);
}

#[test]
fn broken_files_end_in_an_error_or_a_world() {
    for name in ["blocks.nbt", "blocks.schematic"] {
        let bytes = fixture(&format!("minecraft/{name}"));
        survives(name, &bytes, &y_up(), Cut::IsRefused);
        // And what is in them.
        let mut plain = Vec::new();
        let mut unpacked = flate2::read::GzDecoder::new(bytes.as_slice());
        std::io::Read::read_to_end(&mut unpacked, &mut plain).unwrap();
        survives(name, &plain, &y_up(), Cut::IsRefused);
    }
}
