//! Schematics of Minecraft as Sponge, `WorldEdit`, Litematica and converters write them: versions of the format, types
//! of tags, and compression or none.

use std::io::Write;

use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use voxnav_files::{Import, Up, read_bytes};
use voxnav_occupancy::CellBox;
use voxnav_occupancy::glam::IVec3;
use voxnav_testkit::{Draws, cases};

use super::{Cells, check, drawn};
use crate::fixtures::refusal;

/// A tag with its value.
#[derive(Clone)]
enum Tag {
    Short(i16),
    Int(i32),
    Bytes(Vec<u8>),
    Text(String),
    List(Vec<Tag>),
    Compound(Vec<(String, Tag)>),
    Ints(Vec<i32>),
    Longs(Vec<u64>),
}

impl Tag {
    fn kind(&self) -> u8 {
        match self {
            Self::Short(_) => 2,
            Self::Int(_) => 3,
            Self::Bytes(_) => 7,
            Self::Text(_) => 8,
            Self::List(_) => 9,
            Self::Compound(_) => 10,
            Self::Ints(_) => 11,
            Self::Longs(_) => 12,
        }
    }

    fn value(&self) -> Vec<u8> {
        let length = |count: usize| i32::try_from(count).unwrap().to_be_bytes().to_vec();
        match self {
            Self::Short(number) => number.to_be_bytes().to_vec(),
            Self::Int(number) => number.to_be_bytes().to_vec(),
            Self::Bytes(bytes) => [length(bytes.len()), bytes.clone()].concat(),
            Self::Text(text) => name(text),
            Self::List(all) => {
                let kind = all.first().map_or(0, Self::kind);
                let values = all.iter().flat_map(Self::value).collect();
                [vec![kind], length(all.len()), values].concat()
            }
            Self::Compound(all) => {
                let entry = |(key, tag): &(String, Self)| tag.named(key);
                [all.iter().flat_map(entry).collect(), vec![0]].concat()
            }
            Self::Ints(all) => {
                let numbers = all.iter().flat_map(|number| number.to_be_bytes());
                [length(all.len()), numbers.collect()].concat()
            }
            Self::Longs(all) => {
                let numbers = all.iter().flat_map(|number| number.to_be_bytes());
                [length(all.len()), numbers.collect()].concat()
            }
        }
    }

    fn named(&self, key: &str) -> Vec<u8> {
        [vec![self.kind()], name(key), self.value()].concat()
    }
}

fn name(text: &str) -> Vec<u8> {
    let length = u16::try_from(text.len()).unwrap();
    [length.to_be_bytes().as_slice(), text.as_bytes()].concat()
}

fn compound<const N: usize>(entries: [(&str, Tag); N]) -> Tag {
    Tag::Compound(entries.map(|(key, tag)| (key.to_owned(), tag)).into())
}

/// Packs tags as writers do.
fn packed(draws: &mut Draws, bytes: &[u8]) -> Vec<u8> {
    let level = Compression::new(draws.pick(&[0, 1, 6, 9]));
    match draws.below(3) {
        0 => bytes.to_vec(),
        1 => {
            let mut packer = ZlibEncoder::new(Vec::new(), level);
            packer.write_all(bytes).unwrap();
            packer.finish().unwrap()
        }
        _ => {
            let mut packer = GzEncoder::new(Vec::new(), level);
            packer.write_all(bytes).unwrap();
            packer.finish().unwrap()
        }
    }
}

fn y_up() -> Import {
    Import {
        up: Up::Y,
        ..Import::default()
    }
}

/// Blocks that fill their cell, and air.
const SOLID: [&str; 4] = [
    "minecraft:stone",
    "minecraft:oak_stairs[facing=north,half=top]",
    "mymod:brick",
    "minecraft:sand",
];
const AIR: [&str; 3] = ["minecraft:air", "minecraft:cave_air", "minecraft:void_air"];

/// A palette in some order with some numbers, and which of its blocks are air.
fn palette(draws: &mut Draws) -> Vec<(&'static str, i32)> {
    let mut names = [SOLID.as_slice(), &AIR].concat();
    draws.shuffle(&mut names);
    let (first, step) = (draws.pick(&[0, 0, 3, 126]), draws.pick(&[1, 1, 100]));
    let names = names.into_iter().zip(0..);
    names
        .map(|(name, place)| (name, first + step * place))
        .collect()
}

/// Numbers of seven bits a byte.
fn varints(numbers: &[i32]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for number in numbers {
        let mut rest = number.cast_unsigned();
        while rest > 0x7f {
            bytes.push(u8::try_from(rest & 0x7f).unwrap() | 0x80);
            rest >>= 7;
        }
        bytes.push(u8::try_from(rest).unwrap());
    }
    bytes
}

/// The numbers of the blocks of a box, x fastest, then z.
fn numbers(draws: &mut Draws, bounds: CellBox, cells: &Cells, palette: &[(&str, i32)]) -> Vec<i32> {
    let mut order: Vec<_> = bounds.cells().collect();
    order.sort_by_key(|cell| [cell.y, cell.z, cell.x]);
    let of = |names: &[&str]| -> Vec<i32> {
        let all = palette.iter().filter(|(name, _)| names.contains(name));
        all.map(|(_, number)| *number).collect()
    };
    let (solid, air) = (of(&SOLID), of(&AIR));
    let is_solid = |cell: &IVec3| cells.contains(&cell.to_array());
    order
        .iter()
        .map(|cell| draws.pick(if is_solid(cell) { &solid } else { &air }))
        .collect()
}

/// The tags of a schematic of Sponge.
fn schem(draws: &mut Draws, bounds: CellBox, cells: &Cells, low: IVec3) -> Vec<u8> {
    let palette = palette(draws);
    let numbers = numbers(draws, bounds, cells, &palette);
    let size = bounds.max;
    let length = |draws: &mut Draws, cells: i32| {
        let short = Tag::Short(i16::try_from(cells).unwrap());
        if draws.percent(80) {
            short
        } else {
            Tag::Int(cells)
        }
    };
    let entry = |(name, number): &(&str, i32)| (name.to_string(), Tag::Int(*number));
    let names = Tag::Compound(palette.iter().map(entry).collect());
    let data = Tag::Bytes(varints(&numbers));
    let mut entries = vec![
        ("Width", length(draws, size.x)),
        ("Height", length(draws, size.y)),
        ("Length", length(draws, size.z)),
        (
            "Metadata",
            compound([("WEOffsetX", Tag::Int(5)), ("Name", Tag::Text("a".into()))]),
        ),
        ("DataVersion", Tag::Int(2730)),
    ];
    if low != IVec3::ZERO || draws.percent(50) {
        entries.push(("Offset", Tag::Ints(low.to_array().into())));
    }
    let is_third = draws.percent(40);
    let version = if is_third {
        draws.pick(&[Some(3), Some(3), None])
    } else {
        draws.pick(&[Some(1), Some(2), Some(2), None])
    };
    entries.extend(version.map(|version| ("Version", Tag::Int(version))));
    if is_third {
        let entities = ("BlockEntities", Tag::List(Vec::new()));
        entries.push((
            "Blocks",
            compound([("Palette", names), ("Data", data), entities]),
        ));
    } else {
        entries.extend([("Palette", names), ("BlockData", data)]);
        entries.push(("PaletteMax", Tag::Int(7)));
        entries.push((
            draws.pick(&["TileEntities", "BlockEntities"]),
            Tag::List(Vec::new()),
        ));
    }
    draws.shuffle(&mut entries);
    let entries = entries.into_iter().map(|(key, tag)| (key.to_owned(), tag));
    let root = Tag::Compound(entries.collect());
    if is_third || draws.percent(20) {
        return compound([("Schematic", root)]).named("");
    }
    root.named(draws.pick(&["", "Schematic"]))
}

#[test]
fn schematics_of_sponge_in_every_version_are_the_blocks_that_were_drawn() {
    for mut draws in cases(0, 500) {
        let (bounds, cells) = drawn(&mut draws, IVec3::new(6, 5, 4));
        let low = draws.pick(&[IVec3::ZERO, IVec3::new(-3, 0, 200)]);
        let tags = schem(&mut draws, bounds, &cells, low);
        let file = packed(&mut draws, &tags);
        let read = read_bytes(&file, "a.schem", &y_up()).unwrap().occupancy;
        let moved = cells
            .iter()
            .map(|cell| (low + IVec3::from_array(*cell)).to_array());
        let bounds = CellBox::new(low, low + bounds.max);
        check(&read, bounds, &moved.collect(), "a.schem");
    }
}

/// Packs numbers of so many bits into words, one right after the other.
fn dense(numbers: &[i32], bits: usize) -> Vec<u64> {
    let mut words = vec![0_u64; (numbers.len() * bits).div_ceil(64)];
    for (place, number) in numbers.iter().enumerate() {
        for bit in (0..bits).filter(|bit| number >> bit & 1 == 1) {
            let at = place * bits + bit;
            words[at / 64] |= 1 << (at % 64);
        }
    }
    words
}

/// A region that begins at a place, and may reach from its other corner to there.
fn region(draws: &mut Draws, bounds: CellBox, cells: &Cells, low: IVec3) -> Tag {
    let mut palette = palette(draws);
    for (place, (_, number)) in (0..).zip(&mut palette) {
        *number = place;
    }
    let numbers = numbers(draws, bounds, cells, &palette);
    // Seven blocks are numbers of three bits.
    let mut words = dense(&numbers, 3);
    words.extend(vec![draws.word(); draws.pick(&[0, 0, 1, 20])]);
    let (mut position, mut size) = (low, bounds.max);
    for axis in 0..3 {
        if draws.percent(30) {
            position[axis] += size[axis] - 1;
            size[axis] = -size[axis];
        }
    }
    let triple = |at: IVec3| {
        compound([
            ("x", Tag::Int(at.x)),
            ("y", Tag::Int(at.y)),
            ("z", Tag::Int(at.z)),
        ])
    };
    let block = |(block, _): &(&str, i32)| {
        let name = block.split('[').next().unwrap_or_default();
        let mut entries = vec![("Name".to_owned(), Tag::Text(name.to_owned()))];
        if block.contains('[') {
            let facing = compound([("facing", Tag::Text("north".into()))]);
            entries.push(("Properties".to_owned(), facing));
        }
        Tag::Compound(entries)
    };
    compound([
        ("Position", triple(position)),
        ("Size", triple(size)),
        (
            "BlockStatePalette",
            Tag::List(palette.iter().map(block).collect()),
        ),
        ("BlockStates", Tag::Longs(words)),
        ("Entities", Tag::List(Vec::new())),
    ])
}

#[test]
fn schematics_of_litematica_are_the_blocks_that_were_drawn() {
    for mut draws in cases(1_000, 500) {
        let (bounds, cells) = drawn(&mut draws, IVec3::new(6, 5, 4));
        let low = draws.vector(IVec3::splat(-20), IVec3::splat(20));
        let region = region(&mut draws, bounds, &cells, low);
        let version = draws.between(4, 7);
        let root = compound([
            ("MinecraftDataVersion", Tag::Int(2975)),
            ("Version", Tag::Int(version)),
            ("Metadata", compound([("RegionCount", Tag::Int(1))])),
            ("Regions", compound([("main", region)])),
        ]);
        let file = packed(&mut draws, &root.named(""));
        let read = read_bytes(&file, "a.litematic", &y_up()).unwrap().occupancy;
        let moved = cells
            .iter()
            .map(|cell| (low + IVec3::from_array(*cell)).to_array());
        let bounds = CellBox::new(low, low + bounds.max);
        check(&read, bounds, &moved.collect(), "a.litematic");
    }
}

#[test]
fn schematics_without_named_blocks_are_said_to_be_what_they_are() {
    let said = |tag: &Tag, name: &str| refusal(name, &tag.named("Schematic"), &y_up());
    assert_eq!(
        refusal("a.schem", b"PK\x03\x04", &y_up()),
        "a.schem: header: these are no tags of Minecraft, compressed by gzip or zlib or plain"
    );
    assert_eq!(
        refusal("a.litematic", b"\x1f\x8b\x08\xff", &y_up()),
        "a.litematic: the file ends too early"
    );
    assert_eq!(
        refusal("a.schem", b"\x78\x9c\xff\xff", &y_up()),
        "a.schem: corrupt deflate stream"
    );
    let empty = compound([("Width", Tag::Short(1))]);
    assert_eq!(
        said(&empty, "a.schem"),
        "a.schem: it has neither a version nor blocks and their palette"
    );
    let old = compound([("Version", Tag::Int(1)), ("BlockData", Tag::Bytes(vec![0]))]);
    assert_eq!(
        said(&old, "a.schem"),
        "a.schem: it has no blocks and their palette"
    );
    let new = compound([("Version", Tag::Int(4))]);
    assert_eq!(
        said(&new, "a.schem"),
        "a.schem: schematics of version 4 are not read"
    );
}
