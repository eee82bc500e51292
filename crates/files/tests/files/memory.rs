//! Broken files take memory by what is in them and not by what they claim: thousands of changed copies of
//! every fixture, under an allocator that counts. Each of these tests runs in a process of its own, since the allocator
//! counts for all threads.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::num::NonZeroU32;
use std::path::Path;
use std::process::Command;

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use peak_alloc::PeakAlloc;
use voxnav_files::{Import, Solidity, Up, export, read_bytes};
use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, CellState, Lattice, OccupancyBuilder};
use voxnav_testkit::{Draws, seeds};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Changed copies of each file.
const COPIES: u64 = 300;

/// The most memory that reading a file may take in addition to its cells and materials: no fixture has 100 KB.
const MOST: usize = 24 << 20;

/// Chunks that may be filled, and what one may take while a world is made: states, materials, and rows of
/// both on their way.
const CHUNKS: usize = 32;
const CHUNK_BYTES: usize = 1 << 20;

/// Set in a process that runs nothing but one of these tests.
const ALONE: &str = "VOXNAV_COUNTS_MEMORY";

/// Runs `law`, which is that of the test of this name, in a process of its own.
fn alone(name: &str, law: impl FnOnce()) {
    if std::env::var_os(ALONE).is_some() {
        return law();
    }
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", name]).env(ALONE, "1");
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}{errors}");
    assert!(text.contains("1 passed"), "no test has the name {name}");
}

/// The files that are read by themselves.
fn fixtures() -> BTreeMap<String, Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut files = BTreeMap::new();
    for folder in [
        folder.clone(),
        folder.join("minecraft"),
        folder.join("minecraft/world-1.16/region"),
    ] {
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let is_code = ["py", "sh"]
                .iter()
                .any(|end| path.extension() == Some(end.as_ref()));
            if path.is_file() && !is_code && voxnav_files::is_known(&name) {
                files.insert(name, std::fs::read(path).unwrap());
            }
        }
    }
    files.insert("faces.ply".to_owned(), faces(false));
    files.insert("faces-text.ply".to_owned(), faces(true));
    files.insert("world.gltf".to_owned(), scene());
    files
}

/// A box with faces of four corners.
fn faces(is_text: bool) -> Vec<u8> {
    let format = if is_text {
        "ascii"
    } else {
        "binary_little_endian"
    };
    let mut file = format!(
        "ply\nformat {format} 1.0\nelement vertex 8\nproperty float x\nproperty float y\n\
         property float z\nelement face 6\nproperty list uchar int vertex_indices\nend_header\n"
    )
    .into_bytes();
    for corner in 0..8_u8 {
        for axis in 0..3 {
            let along = 3.25 * f32::from(corner >> axis & 1);
            if is_text {
                file.extend(format!("{along} ").bytes());
            } else {
                file.extend(along.to_le_bytes());
            }
        }
    }
    for face in [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5_i32],
    ] {
        if is_text {
            file.extend(format!("4 {face:?}\n").replace(['[', ']', ','], "").bytes());
        } else {
            file.push(4);
            file.extend(face.into_iter().flat_map(i32::to_le_bytes));
        }
    }
    file
}

/// A scene that names the cells that it is made of.
fn scene() -> Vec<u8> {
    let bounds = CellBox::from_size(IVec3::splat(9));
    let mut builder = OccupancyBuilder::new(bounds).unwrap();
    let part = CellBox::new(IVec3::splat(2), IVec3::splat(5));
    builder.set_box(part, CellState::Occupied).unwrap();
    let lattice = Lattice::new(DVec3::ONE, 0.5).unwrap();
    let mut file = Vec::new();
    export::gltf::write(&builder.commit(), &lattice, &[], Up::Z, &mut file).unwrap();
    file
}

/// A copy with a few bytes changed, numbers of some size put in, or a part cut out.
fn changed(bytes: &[u8], draws: &mut Draws) -> Vec<u8> {
    let mut copy = bytes.to_vec();
    for _ in 0..=draws.below(3) {
        if copy.is_empty() {
            break;
        }
        let at = draws.below(copy.len());
        match draws.below(8) {
            0 => copy.truncate(at),
            1 => {
                let end = (at + draws.below(64)).min(copy.len());
                copy.drain(at..end);
            }
            2 => copy[at] ^= 1 << draws.below(8),
            3 => copy[at] = draws.pick(b"0123456789-.e \n\0\xff"),
            _ => {
                // What a header claims: a count or a size, in either byte order.
                let large =
                    draws.pick(&[1 << 16, (1 << 24) + 7, i32::MAX as u64, 1 << 40, u64::MAX]);
                let width = draws.pick(&[2, 4, 8]);
                let number = match draws.below(2) {
                    0 => large.to_le_bytes()[..width].to_vec(),
                    _ => large.to_be_bytes()[8 - width..].to_vec(),
                };
                for (to, byte) in copy[at..].iter_mut().zip(number) {
                    *to = byte;
                }
            }
        }
    }
    copy
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn points_take_memory_by_the_cells_that_own_them() {
    alone(
        "memory::points_take_memory_by_the_cells_that_own_them",
        points_take_little,
    );
}

fn points_take_little() {
    let import = Import {
        size: Some(0.5.into()),
        points: NonZeroU32::new(500).unwrap(),
        ..Import::default()
    };
    for name in ["track-pointwise.laz", "track-layered.laz"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/laz");
        let bytes = std::fs::read(folder.join(name)).unwrap();
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        let world = read_bytes(&bytes, name, &import).unwrap();
        let taken = MEMORY.peak_usage().saturating_sub(before);
        // What it has is 120,000 points and more, whose positions alone would take that.
        assert!(
            taken < 120_000 * size_of::<[f64; 3]>(),
            "{name}: {taken} bytes"
        );
        assert_eq!(world.occupancy.count(CellState::Occupied), 240, "{name}");
    }
}

#[test]
fn broken_files_neither_panic_nor_take_memory_by_what_they_claim() {
    alone(
        "memory::broken_files_neither_panic_nor_take_memory_by_what_they_claim",
        broken_files_take_little,
    );
}

fn broken_files_take_little() {
    let import = Import {
        size: Some(0.5.into()),
        solidity: Solidity::Filled,
        most_chunks: CHUNKS,
        ..Import::default()
    };
    let files = fixtures();
    assert!(files.len() >= 30, "{:?}", files.keys());
    for (name, bytes) in &files {
        // Inside of what is compressed there is more to break.
        let mut inner = Vec::new();
        let is_compressed = MultiGzDecoder::new(&bytes[..])
            .read_to_end(&mut inner)
            .is_ok();
        for copy in seeds(0, COPIES) {
            let mut draws = Draws::new(copy);
            let broken = if is_compressed && copy % 4 > 0 {
                compressed(&changed(&inner, &mut draws))
            } else {
                changed(bytes, &mut draws)
            };
            let before = MEMORY.current_usage();
            MEMORY.reset_peak_usage();
            drop(read_bytes(&broken, name, &import));
            let taken = MEMORY.peak_usage().saturating_sub(before);
            assert!(
                taken <= MOST + CHUNKS * CHUNK_BYTES,
                "{name}, copy {copy}: {taken} bytes for {} of them",
                broken.len()
            );
        }
    }
}
