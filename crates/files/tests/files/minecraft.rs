//! Minecraft's worlds and schematics: files that Amulet, mcschematic and litemapy wrote (the script
//! `minecraft.py` next to them describes how), and regions that the public writer `fastanvil` puts together
//! here.

use std::collections::BTreeMap;
use std::io::Cursor;

use fastanvil::Region;
use fastnbt::{ByteArray, LongArray};
use serde::Serialize;
use voxnav_files::{Import, Imported, Up, read, read_bytes};
use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, CellState, MaterialKind, Occupancy};
use voxnav_testkit::{Draws, cases};

use crate::fixtures::{Cut, fixture, path, refusal, survives};

/// As the files have it, so that cells are blocks.
fn y_up() -> Import {
    Import {
        up: Up::Y,
        ..Import::default()
    }
}

fn material(world: &Occupancy, cell: IVec3) -> Option<(String, MaterialKind)> {
    let material = world.palette().get(world.material(cell)?)?;
    Some((material.name.clone(), material.kind))
}

/// What the script puts into every file.
const COMMON: &[([i32; 3], &str, MaterialKind)] = &[
    ([0, 0, 0], "stone", MaterialKind::Solid),
    ([1, 0, 0], "water", MaterialKind::Liquid),
    ([2, 0, 0], "lava", MaterialKind::Hazard),
    ([3, 0, 0], "ladder", MaterialKind::Climbable),
    ([4, 0, 0], "oak_door", MaterialKind::Door),
    ([4, 1, 0], "oak_door", MaterialKind::Door),
    ([5, 0, 0], "oak_slab", MaterialKind::Solid),
    ([6, 0, 0], "oak_fence", MaterialKind::Solid),
    ([7, 0, 0], "vine", MaterialKind::Climbable),
    ([9, 0, 0], "cobweb", MaterialKind::Passable),
    ([10, 0, 0], "cactus", MaterialKind::Solid),
    ([-1, 0, -1], "bricks", MaterialKind::Solid),
];

type Expected<'a> = Vec<([i32; 3], &'a str, MaterialKind)>;

/// Checks every cell of a world: these are of a material, those of `known` are free, others unknown.
fn check(world: &Occupancy, expected: &Expected<'_>, known: impl Fn(IVec3) -> bool) {
    let expected: BTreeMap<_, _> = expected
        .iter()
        .map(|(cell, name, kind)| (*cell, (name.to_string(), *kind)))
        .collect();
    let mut found = 0;
    for cell in world.bounds().cells() {
        let is = material(world, cell);
        let should = expected.get(&cell.to_array());
        assert_eq!(is.as_ref(), should, "{cell}");
        let state = match should {
            Some((_, kind)) if kind.fills_the_cell() => CellState::Occupied,
            Some(_) => CellState::Free,
            None if known(cell) => CellState::Free,
            None => CellState::Unknown,
        };
        assert_eq!(world.state(cell), state, "{cell}");
        found += usize::from(should.is_some());
    }
    assert_eq!(found, expected.len());
}

#[test]
fn worlds_of_every_layout_since_1_13_have_the_blocks_that_were_put_there() {
    for (version, grass) in [("1.15", "grass"), ("1.16", "grass"), ("1.20", "grass")] {
        let folder = path(&format!("minecraft/world-{version}"));
        let world = read(&folder, &y_up()).unwrap();
        assert!(world.notes.is_empty(), "{:?}", world.notes);
        let mut expected = COMMON.to_vec();
        expected.push(([8, 0, 0], grass, MaterialKind::Passable));
        expected.push(([17, 20, 3], "glass", MaterialKind::Solid));
        expected.push(([0, 33, -17], "sand", MaterialKind::Solid));
        let chunks = [[0, 0], [1, 0], [-1, -1], [0, -2]];
        check(&world.occupancy, &expected, |cell| {
            chunks.contains(&[cell.x >> 4, cell.z >> 4])
        });
        // The folder of regions itself is the same world.
        let again = read(folder.join("region"), &y_up()).unwrap();
        assert_eq!(again.occupancy.bounds(), world.occupancy.bounds());
        check(&again.occupancy, &expected, |cell| {
            chunks.contains(&[cell.x >> 4, cell.z >> 4])
        });
    }
}

#[test]
fn blocks_that_are_numbers_are_not_read_and_that_is_said() {
    let error = read(path("minecraft/world-1.12"), &y_up()).unwrap_err();
    let text = error.to_string();
    assert!(
        text.ends_with("chunks from before Minecraft 1.13 are not read"),
        "{text}"
    );
}

/// What is in the schematics.
fn schematic() -> Expected<'static> {
    let mut expected = COMMON.to_vec();
    expected.push(([8, 0, 0], "tall_grass", MaterialKind::Passable));
    expected.push(([-2, 2, 3], "oak_stairs", MaterialKind::Solid));
    expected.push(([3, 4, 5], "sand", MaterialKind::Solid));
    expected
}

#[test]
fn schematics_of_sponge_have_the_blocks_that_were_put_there() {
    for name in ["blocks-v2.schem", "blocks-v3.schem"] {
        let bytes = fixture(&format!("minecraft/{name}"));
        let world = read_bytes(&bytes, name, &y_up()).unwrap();
        let bounds = CellBox::from_size(IVec3::new(13, 5, 7));
        assert_eq!(world.occupancy.bounds(), bounds, "{name}");
        // Their offset is 0, and the lowest block was at (-2, 0, -1).
        let mut expected = schematic();
        for (cell, ..) in &mut expected {
            (cell[0], cell[2]) = (cell[0] + 2, cell[2] + 1);
        }
        check(&world.occupancy, &expected, |_| true);
    }
}

#[test]
fn schematics_of_litematica_have_their_regions_where_they_were_put() {
    let bytes = fixture("minecraft/blocks.litematic");
    let world = read_bytes(&bytes, "blocks.litematic", &y_up()).unwrap();
    let main = CellBox::new(IVec3::new(-2, 0, -1), IVec3::new(11, 5, 6));
    let turned = CellBox::new(IVec3::new(18, 9, 27), IVec3::new(21, 11, 31));
    let mut expected = schematic();
    expected.push(([20, 10, 30], "stone", MaterialKind::Solid));
    expected.push(([18, 9, 27], "sand", MaterialKind::Solid));
    assert_eq!(world.occupancy.bounds(), main.hull(&turned));
    check(&world.occupancy, &expected, |cell| {
        main.contains(cell) || turned.contains(cell)
    });
}

#[test]
fn z_points_up_in_the_world_and_places_stay_where_they_are() {
    let folder = path("minecraft/world-1.20");
    let import = Import {
        size: Some(2.0.into()),
        ..Import::default()
    };
    let Imported {
        occupancy, lattice, ..
    } = read(folder, &import).unwrap();
    // The block (17, 20, 3) is centered there, and twice as far away in blocks of two units.
    let cell = lattice.cell_at(DVec3::new(34.0, -6.0, 40.0)).unwrap();
    let (name, _) = material(&occupancy, cell).unwrap();
    assert_eq!(name, "glass");
    assert_eq!(lattice.center(cell), DVec3::new(34.0, -6.0, 40.0));
}

#[test]
fn a_table_of_ones_own_comes_before_the_built_in_one() {
    let blocks = "
        [[rule]]
        blocks = ['lava', 'oak_*']
        material = 'taboo'
        kind = 'passable'
        cost = 3
        forbidden = true

        [[rule]]
        blocks = ['stone']
        kind = 'air'
    ";
    let import = Import {
        blocks: blocks.parse().unwrap(),
        ..y_up()
    };
    let world = read(path("minecraft/world-1.16"), &import)
        .unwrap()
        .occupancy;
    assert_eq!(material(&world, IVec3::ZERO), None);
    assert_eq!(world.state(IVec3::ZERO), CellState::Free);
    for x in [2, 4, 5, 6] {
        let taboo = Some(("taboo".to_owned(), MaterialKind::Passable));
        assert_eq!(material(&world, IVec3::X * x), taboo);
    }
    let id = world.palette().find("taboo").unwrap();
    let taboo = world.palette().get(id).unwrap();
    assert!(taboo.forbidden && taboo.cost.in_1024ths() == 3 * 1024);
    assert_eq!(world.palette().find("water").map(|_| ()), Some(()));
}

/// A chunk as Minecraft writes it since 1.18.
#[derive(Serialize)]
struct Chunk {
    #[serde(rename = "DataVersion")]
    version: i32,
    #[serde(rename = "xPos")]
    x: i32,
    #[serde(rename = "zPos")]
    z: i32,
    #[serde(rename = "Status")]
    status: &'static str,
    sections: Vec<Section>,
}

#[derive(Serialize)]
struct Section {
    #[serde(rename = "Y")]
    y: i8,
    block_states: States,
    #[serde(rename = "BlockLight")]
    light: ByteArray,
}

#[derive(Serialize)]
struct States {
    palette: Vec<Block>,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<LongArray>,
}

#[derive(Serialize)]
struct Block {
    #[serde(rename = "Name")]
    name: String,
}

/// The name of the block at a place, drawn from so many.
type Drawn = BTreeMap<[i32; 3], usize>;

/// A section of blocks drawn from so many, and which is where.
fn section(corner: IVec3, kinds: usize, draws: &mut Draws, put: &mut Drawn) -> Section {
    let name = |number| format!("minecraft:kind_{number}");
    let palette: Vec<_> = (0..kinds)
        .map(|number| Block { name: name(number) })
        .collect();
    let numbers: Vec<usize> = (0..4096).map(|_| draws.below(kinds)).collect();
    for (index, number) in (0..).zip(&numbers) {
        let cell = corner + IVec3::new(index % 16, index / 256, index / 16 % 16);
        put.insert(cell.to_array(), *number);
    }
    // As few bits as there may be, at least four; none of a number goes into the next word.
    let bits = (4..13).find(|bits| 1 << bits >= kinds).unwrap();
    let word = |part: &[usize]| {
        let numbers = part.iter().enumerate();
        numbers.fold(0_u64, |word, (place, number)| {
            word | (*number as u64) << (place * bits)
        })
    };
    let words = numbers
        .chunks(64 / bits)
        .map(|part| word(part).cast_signed());
    let data = (kinds > 1).then(|| LongArray::new(words.collect()));
    Section {
        y: i8::try_from(corner.y >> 4).unwrap(),
        block_states: States { palette, data },
        light: ByteArray::new(vec![-1; 2048]),
    }
}

/// A region with a few chunks, written by `fastanvil`.
fn region(place: [i32; 2], status: &'static str, draws: &mut Draws) -> (Vec<u8>, Drawn) {
    let mut region = Region::create(Cursor::new(Vec::new())).unwrap();
    let mut put = Drawn::new();
    for _ in 0..4 {
        let [x, z] = [draws.below(32_usize), draws.below(32_usize)];
        let chunk = [x, z].map(|number| i32::try_from(number).unwrap());
        let [cx, cz] = [place[0] * 32 + chunk[0], place[1] * 32 + chunk[1]];
        if put.contains_key(&[cx * 16, -64, cz * 16]) {
            continue;
        }
        let sections = [-4, 0, 19].map(|y| {
            let kinds = draws.pick(&[1, 2, 16, 17, 32, 33, 100]);
            section(IVec3::new(cx, y, cz) * 16, kinds, draws, &mut put)
        });
        let chunk = Chunk {
            version: 3465,
            x: cx,
            z: cz,
            status,
            sections: sections.into(),
        };
        region
            .write_chunk(x, z, &fastnbt::to_bytes(&chunk).unwrap())
            .unwrap();
    }
    (region.into_inner().unwrap().into_inner(), put)
}

#[test]
fn regions_of_a_public_writer_are_read_block_by_block() {
    let mut draws = Draws::new(16);
    for place in [[0, 0], [-3, 7], [12, -1]] {
        let (bytes, put) = region(place, "minecraft:full", &mut draws);
        let name = format!("r.{}.{}.mca", place[0], place[1]);
        let world = read_bytes(&bytes, &name, &y_up()).unwrap().occupancy;
        assert_eq!((world.bounds().min.y, world.bounds().max.y), (-64, 320));
        for (cell, number) in put {
            let (name, _) = material(&world, cell.into()).unwrap();
            assert_eq!(name, format!("kind_{number}"), "{cell:?}");
        }
    }
}

#[test]
fn chunks_that_are_not_done_are_left_unknown_and_noted() {
    let (bytes, _) = region([0, 0], "minecraft:carvers", &mut Draws::new(1));
    let said = refusal("r.0.0.mca", &bytes, &y_up());
    assert!(
        said.ends_with("chunks that are not generated to their end are not read"),
        "{said}"
    );
}

/// A void world: of most chunks nothing is saved, or light alone, and they are air as high as the world.
#[test]
fn chunks_without_blocks_are_air() {
    let light =
        || fastnbt::nbt!({ "Y": 0_i8, "SkyLight": fastnbt::ByteArray::new(vec![-1; 2048]) });
    let stone = fastnbt::nbt!({ "Y": 3_i8, "Palette": [{ "Name": "minecraft:stone" }],
        "BlockStates": fastnbt::LongArray::new(vec![0; 256]) });
    let chunk = |sections: Option<Vec<fastnbt::Value>>| {
        let mut level = fastnbt::nbt!({ "Status": "full" });
        if let (fastnbt::Value::Compound(level), Some(sections)) = (&mut level, sections) {
            level.insert("Sections".to_owned(), fastnbt::Value::List(sections));
        }
        let chunk = fastnbt::nbt!({ "DataVersion": 2730, "Level": level });
        fastnbt::to_bytes(&chunk).unwrap()
    };
    let empty = [
        ([3, 1], None),
        ([0, 0], Some(Vec::new())),
        ([31, 2], Some(vec![light()])),
    ];
    let mut region = Region::create(Cursor::new(Vec::new())).unwrap();
    for ([x, z], sections) in empty.clone() {
        region.write_chunk(x, z, &chunk(sections)).unwrap();
    }
    let nothing = region.into_inner().unwrap().into_inner();
    let said = refusal("r.0.0.mca", &nothing, &y_up());
    assert!(said.ends_with("there is no block in it"), "{said}");

    let mut region = Region::create(Cursor::new(Vec::new())).unwrap();
    for ([x, z], sections) in empty {
        region.write_chunk(x, z, &chunk(sections)).unwrap();
    }
    let island = chunk(Some(vec![light(), stone, light()]));
    region.write_chunk(4, 1, &island).unwrap();
    let bytes = region.into_inner().unwrap().into_inner();
    let world = read_bytes(&bytes, "r.-1.0.mca", &y_up()).unwrap().occupancy;
    let bounds = CellBox::new(IVec3::new(-512, 48, 0), IVec3::new(0, 64, 48));
    assert_eq!(world.bounds(), bounds);
    let corner = |x: i32, z: i32| IVec3::new(16 * x - 512, 48, 16 * z);
    let of = |corner| CellBox::new(corner, corner + 16);
    let free = [corner(3, 1), corner(0, 0), corner(31, 2)].map(of);
    let solid = of(corner(4, 1));
    for cell in bounds.cells() {
        let state = if solid.contains(cell) {
            CellState::Occupied
        } else if free.iter().any(|chunk| chunk.contains(cell)) {
            CellState::Free
        } else {
            CellState::Unknown
        };
        assert_eq!(world.state(cell), state, "{cell}");
    }
}

#[test]
fn sections_of_blocks_that_are_nowhere_are_refused() {
    let stone = fastnbt::nbt!({ "Palette": [{ "Name": "minecraft:stone" }],
        "BlockStates": fastnbt::LongArray::new(vec![0; 256]) });
    let level = fastnbt::nbt!({ "Status": "full", "Sections": [stone] });
    let chunk = fastnbt::nbt!({ "DataVersion": 2730, "Level": level });
    let mut region = Region::create(Cursor::new(Vec::new())).unwrap();
    let bytes = fastnbt::to_bytes(&chunk).unwrap();
    region.write_chunk(0, 0, &bytes).unwrap();
    let bytes = region.into_inner().unwrap().into_inner();
    let said = refusal("r.0.0.mca", &bytes, &y_up());
    assert!(said.contains("at what height it is"), "{said}");
}

#[test]
fn more_kinds_of_blocks_than_materials_share_some() {
    let mut put = Drawn::new();
    let mut draws = Draws::new(3);
    let chunk = Chunk {
        version: 3465,
        x: 0,
        z: 0,
        status: "minecraft:full",
        sections: vec![section(IVec3::ZERO, 1000, &mut draws, &mut put)],
    };
    let mut region = Region::create(Cursor::new(Vec::new())).unwrap();
    region
        .write_chunk(0, 0, &fastnbt::to_bytes(&chunk).unwrap())
        .unwrap();
    let bytes = region.into_inner().unwrap().into_inner();
    let world = read_bytes(&bytes, "r.0.0.mca", &y_up()).unwrap();
    let [note] = world.notes.as_slice() else {
        panic!("{:?}", world.notes)
    };
    assert!(
        note.to_string().starts_with("800 kinds of blocks share"),
        "{note}"
    );
    assert_eq!(world.occupancy.count(CellState::Occupied), 4096);
    let names = put.iter().map(|(cell, number)| {
        let (name, _) = material(&world.occupancy, (*cell).into()).unwrap();
        (name, format!("kind_{number}"))
    });
    let shared = names.filter(|(name, own)| name == "other solid" || name == own);
    assert_eq!(shared.count(), 4096);
}

#[test]
fn broken_files_end_in_an_error_or_a_world() {
    let import = y_up();
    for name in ["blocks-v2.schem", "blocks-v3.schem", "blocks.litematic"] {
        let bytes = fixture(&format!("minecraft/{name}"));
        survives(name, &bytes, &import, Cut::IsRefused);
        // And what is in them: errors in the compressed stream hide most others.
        let mut plain = Vec::new();
        let mut unpacked = flate2::read::GzDecoder::new(bytes.as_slice());
        std::io::Read::read_to_end(&mut unpacked, &mut plain).unwrap();
        for mut draws in cases(5, 1_000) {
            let mut broken = plain.clone();
            for _ in 0..=draws.below(2) {
                let at = draws.below(broken.len());
                broken[at] = draws.below(256).try_into().unwrap_or(0);
            }
            let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            std::io::Write::write_all(&mut packed, &broken).unwrap();
            let import = Import {
                most_chunks: 256,
                ..y_up()
            };
            drop(read_bytes(&packed.finish().unwrap(), name, &import));
        }
    }
    // What is left over at the end of a region is filled up and means nothing.
    let region = fixture("minecraft/world-1.20/region/r.0.0.mca");
    survives("r.0.0.mca", &region, &import, Cut::MayBeRead);
    assert!(read_bytes(&region[..region.len() / 2], "r.0.0.mca", &import).is_err());
}

#[test]
fn folders_without_a_region_are_refused() {
    let error = read(path(""), &y_up()).unwrap_err();
    assert!(
        error.to_string().ends_with("there is no chunk in it"),
        "{error}"
    );
}
