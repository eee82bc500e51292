//! The time and the memory that reading a whole region of Minecraft takes.
//!
//! ```console
//! $ cargo bench -p voxnav-files --features minecraft --bench region_numbers -- --write r.0.0.mca
//! $ cargo bench -p voxnav-files --features minecraft --bench region_numbers -- r.0.0.mca
//! ```
//!
//! The region has 32 x 32 chunks of 24 sections, hills of stone with ores and caves, with dirt, grass and
//! water, and is written by the public crate `fastanvil`.

use std::error::Error;
use std::fs::File;
use std::io::Write;
use std::time::Instant;

use fastanvil::Region;
use fastnbt::{LongArray, Value, nbt};
use voxnav_files::{Import, read};
use voxnav_occupancy::CellState;

const BLOCKS: [&str; 8] = [
    "air",
    "stone",
    "coal_ore",
    "iron_ore",
    "deepslate",
    "dirt",
    "grass_block",
    "water",
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let first = arguments.next().unwrap_or_default();
    let mut out = std::io::stdout().lock();
    if first == "--write" {
        return write(&arguments.next().ok_or("which file?")?);
    }
    let bytes = std::fs::metadata(&first)?.len();
    let begin = Instant::now();
    let import = Import {
        unknown: CellState::Free,
        ..Import::default()
    };
    let world = read(&first, &import)?.occupancy;
    let time = begin.elapsed();
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find(|line| line.starts_with("VmHWM"));
    writeln!(
        out,
        "{bytes} bytes, {} cells, {} occupied, {} materials, read in {time:?}\n{}",
        world.bounds().volume(),
        world.count(CellState::Occupied),
        world.palette().len(),
        peak.unwrap_or_default()
    )?;
    Ok(())
}

/// Writes the region.
fn write(path: &str) -> Result<(), Box<dyn Error>> {
    let file = File::options()
        .read(true)
        .write(true)
        .create(true)
        .truncate(true)
        .open(path)?;
    let mut region = Region::create(file)?;
    for z in 0..32 {
        for x in 0..32 {
            let sections = (-4..20).map(|y| section([x, y, z])).collect();
            let bytes = fastnbt::to_bytes(&nbt!({
                "DataVersion": 3465, "xPos": x, "zPos": z, "Status": "minecraft:full",
                "sections": Value::List(sections),
            }))?;
            region.write_chunk(usize::try_from(x)?, usize::try_from(z)?, &bytes)?;
        }
    }
    Ok(())
}

/// Sixteen blocks to a word, as four bits hold eight kinds.
fn section([x, y, z]: [i32; 3]) -> Value {
    let mut words = vec![0_i64; 256];
    for index in 0..4096_i32 {
        let cell = [
            x * 16 + index % 16,
            y * 16 + index / 256,
            z * 16 + index / 16 % 16,
        ];
        if let Some(word) = words.get_mut(usize::try_from(index / 16).unwrap_or_default()) {
            *word |= block(cell) << (4 * (index % 16));
        }
    }
    let name = |name| nbt!({ "Name": format!("minecraft:{name}") });
    let palette = BLOCKS.iter().map(name).collect();
    nbt!({
        "Y": i8::try_from(y).unwrap_or_default(),
        "block_states": { "palette": Value::List(palette), "data": LongArray::new(words) },
    })
}

/// The number of the block at a place.
fn block([x, y, z]: [i32; 3]) -> i64 {
    let [along, up, across] = [x, y, z].map(f64::from);
    let height = 70.0 + 18.0 * (along / 37.0).sin() + 14.0 * (across / 29.0).cos();
    let hollow = (along / 9.0).sin() + (up / 7.0).sin() + (across / 11.0).sin();
    // Scattered, and the same wherever it is asked for.
    let mut noise = u64::from(x.cast_unsigned()).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ u64::from(y.cast_unsigned()).wrapping_mul(0xc2b2_ae3d_27d4_eb4f)
        ^ u64::from(z.cast_unsigned()).wrapping_mul(0x1656_67b1_9e37_79f9);
    noise ^= noise >> 29;
    noise = noise.wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32;
    match height - up {
        depth if depth < 0.0 && y < 63 => 7,
        depth if depth < 0.0 => 0,
        depth if depth < 1.0 => 6,
        depth if depth < 4.0 => 5,
        _ if hollow > 1.7 => 0,
        _ if noise % 40 == 0 => 2,
        _ if noise % 61 == 0 => 3,
        _ if y < 0 => 4,
        _ => 1,
    }
}
