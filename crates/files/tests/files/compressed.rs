//! Compressed files: read as what they hold, or refused where they are damaged.

#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::{fs, io};

use flate2::{Compression, write::GzEncoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use voxnav_files::{
    CompressedWriter, Ending, FileError, FileReason, Place, map2d, map3d, read_map,
    read_map_through, read_scenario,
};
use voxnav_occupancy::{CellBox, CellState, Occupancy, OccupancyBuilder, glam::IVec3};

fn file(name: &str, content: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).unwrap();
    path
}

fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

fn zstandard(content: &[u8]) -> Vec<u8> {
    compress_to_vec(content, CompressionLevel::Fastest)
}

type Compressor = fn(&[u8]) -> Vec<u8>;

const COMPRESSORS: [(&str, Compressor); 2] = [("gz", gzip), ("zst", zstandard)];

/// A map of 30,000 lines.
fn map_text() -> String {
    let mut text = "voxel 100 100 100\n".to_owned();
    for cell in CellBox::from_size(IVec3::new(100, 100, 3)).cells() {
        writeln!(text, "{} {} {}", cell.x, cell.y, cell.z).unwrap();
    }
    text
}

fn read(path: &Path) -> Result<Occupancy, FileError> {
    read_map(path)
}

#[test]
fn compressed_maps_are_the_maps_that_they_hold() {
    let text = map_text();
    for (extension, compress) in COMPRESSORS {
        let whole = compress(text.as_bytes());
        let (first, second) = text.as_bytes().split_at(text.len() / 2);
        let in_two = [compress(first), compress(second)].concat();
        for (name, content) in [("whole", &whole), ("in-two", &in_two)] {
            let path = file(&format!("{name}.3dmap.{extension}"), content);
            assert_eq!(read(&path).unwrap().count(CellState::Occupied), 30_000);
            let upper = extension.to_ascii_uppercase();
            let path = file(&format!("{name}-2.3DMAP.{upper}"), content);
            assert_eq!(read(&path).unwrap().count(CellState::Occupied), 30_000);
        }
        let scenario = compress(b"version 1\n0 g.map 2 1 0 0 0 0 0\n");
        let scenario = read_scenario(file(&format!("g.map.scen.{extension}"), &scenario)).unwrap();
        assert_eq!(scenario.map, "g.map");
        let name = format!("g.{extension}");
        let error = read(&file(&name, &whole)).unwrap_err().to_string();
        assert!(
            error
                .ends_with("is not that of a map (.3dmap, .map or .voxnav, also with .gz or .zst)")
        );
    }
}

#[test]
fn zstandard_files_may_hold_frames_to_be_skipped() {
    let text = map_text();
    let skipped = [&[0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0][..], b"abc"].concat();
    let content = [skipped.clone(), zstandard(text.as_bytes()), skipped.clone()].concat();
    let world = read(&file("skip.3dmap.zst", &content)).unwrap();
    assert_eq!(world.count(CellState::Occupied), 30_000);
    let cut = &content[..content.len() - 1];
    assert!(read(&file("skip-cut.3dmap.zst", cut)).is_err());
}

/// Not one of them may pass for a smaller map.
#[test]
fn cut_and_damaged_files_are_refused() {
    let text = map_text();
    for (extension, compress) in COMPRESSORS {
        let whole = compress(text.as_bytes());
        for part in 1..40 {
            let end = whole.len() * part / 40;
            let path = file(&format!("cut.3dmap.{extension}"), &whole[..end]);
            let error = read(&path).unwrap_err();
            assert!(matches!(error.place, Place::Line(_)), "{error}");
            assert!(error.to_string().starts_with(&path.display().to_string()));
            assert!(!error.to_string().contains('\n'), "{error}");
        }
        let mut refused = 0;
        for part in 0..200 {
            let mut damaged = whole.clone();
            damaged[whole.len() * part / 200] ^= 1 << (part % 8);
            let path = file(&format!("damaged.3dmap.{extension}"), &damaged);
            // A flag or a date in a header may change and mean nothing.
            match read(&path) {
                Ok(world) => assert_eq!(world.count(CellState::Occupied), 30_000),
                Err(_) => refused += 1,
            }
        }
        assert!(refused > 190, "{extension}: {refused}");
        for content in [&b"voxel 1 1 1\n"[..], b"", &whole[1..]] {
            let path = file(&format!("other.3dmap.{extension}"), content);
            assert!(read(&path).is_err(), "{extension}");
        }
    }
}

/// A thousand bytes may hold a million and more; what is held is what the world needs.
#[test]
fn bombs_cost_no_more_than_the_world_in_them() {
    let blanks = vec![b' '; 16 << 20];
    for (extension, compress) in COMPRESSORS {
        for opening in [
            "",
            "voxel 9 9 9\n",
            "version 1\n",
            "type octile\nheight 1\nwidth 3\nmap\n",
        ] {
            let bomb = compress(&[opening.as_bytes(), &blanks].concat());
            assert!(bomb.len() < blanks.len() / 100);
            for name in ["bomb.3dmap", "bomb.map"] {
                let path = file(&format!("{name}.{extension}"), &bomb);
                let error = read(&path).unwrap_err().to_string();
                let said = [
                    "the line is longer than 1048576 bytes",
                    "the width of the row is 16777216",
                ];
                let expected = said.iter().any(|said| error.contains(said));
                assert!(expected || opening.starts_with(['t', 'v']), "{error}");
            }
        }
    }
}

/// What is shown as progress must come to what the file has.
#[test]
fn watchers_see_every_stored_byte() {
    struct Counted<'c, R>(R, &'c mut u64);
    impl<R: Read> Read for Counted<'_, R> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let read = self.0.read(buffer)?;
            *self.1 += read as u64;
            Ok(read)
        }
    }
    let text = map_text();
    let plain: Compressor = <[u8]>::to_vec;
    for (extension, compress) in COMPRESSORS.into_iter().chain([("3dmap", plain)]) {
        let content = compress(text.as_bytes());
        let name = match extension {
            "3dmap" => "watched.3dmap".to_owned(),
            extension => format!("watched.3dmap.{extension}"),
        };
        let path = file(&name, &content);
        let mut seen = 0;
        let map = read_map_through(&path, |file| Counted(file, &mut seen)).unwrap();
        assert_eq!(map.ending, Ending::LineBreak);
        assert_eq!(seen, content.len() as u64, "{extension}");
    }
}

#[test]
fn directories_cannot_be_read() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("directory.3dmap");
    fs::create_dir_all(&path).unwrap();
    let error = read(&path).unwrap_err();
    assert!(matches!(error.reason, FileReason::Unreadable(_)));
}

/// A map that is written under a name is read under it as the same world, whatever it is compressed by, and a
/// file that lacks its end is refused.
#[test]
fn maps_are_written_as_their_names_say() {
    let size = IVec3::new(90, 70, 40);
    for layers in [1, size.z] {
        let bounds = CellBox::from_size(size.with_z(layers));
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        // About a third of the cells, without a pattern.
        for (number, cell) in (0_u64..).zip(bounds.cells()) {
            if (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) % 3 == 0 {
                builder.set(cell, CellState::Occupied).unwrap();
            }
        }
        let world = builder.commit();
        for ending in ["", ".gz", ".zst", ".GZ", ".Zst"] {
            let kind = if layers == 1 { "map" } else { "3dmap" };
            let name = format!("written-{layers}.{kind}{ending}");
            let mut writer = CompressedWriter::new(&name, Vec::new());
            match layers {
                1 => map2d::write(&world, &mut writer).unwrap(),
                _ => map3d::write(&world, &mut writer).unwrap(),
            }
            let bytes = writer.finish().unwrap();
            let is_plain = bytes.starts_with(b"type") || bytes.starts_with(b"voxel");
            assert_eq!(is_plain, ending.is_empty(), "{name}");
            let again = read(&file(&name, &bytes)).unwrap();
            assert_eq!(again.bounds(), world.bounds(), "{name}");
            assert!(again.occupied_cells().eq(world.occupied_cells()), "{name}");
            for left in [bytes.len() - 1, bytes.len() / 2, 20] {
                let cut = read(&file(&name, &bytes[..left]));
                assert!(is_plain && left > 20 || cut.is_err(), "{name}, {left}");
            }
        }
    }
}

/// Any number of bytes, written in pieces of any size.
#[test]
fn compressed_bytes_come_out_as_they_went_in() {
    let noise = (0_u64..).map(|n| (n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33).to_le_bytes()[0]);
    let noise: Vec<u8> = noise.take(1 << 20).collect();
    let text = map_text().into_bytes();
    for content in [&noise, &text] {
        for length in [0, 1, 1 << 20, (1 << 20) + 1, (5 << 19) + 7] {
            let bytes: Vec<u8> = content.iter().copied().cycle().take(length).collect();
            for piece in [1 << 12, 1 << 20, 1 << 24] {
                let mut gzip = CompressedWriter::new("a.gz", Vec::new());
                let mut zstandard = CompressedWriter::new("a.zst", Vec::new());
                for part in bytes.chunks(piece) {
                    gzip.write_all(part).unwrap();
                    gzip.flush().unwrap();
                    zstandard.write_all(part).unwrap();
                    zstandard.flush().unwrap();
                }
                let packed = gzip.finish().unwrap();
                let mut unpacked = Vec::new();
                flate2::read::GzDecoder::new(packed.as_slice())
                    .read_to_end(&mut unpacked)
                    .unwrap();
                assert!(unpacked == bytes, "{length} in {piece}");
                let mut packed = zstandard.finish().unwrap();
                unpacked.clear();
                let mut source = packed.as_slice();
                while !source.is_empty() {
                    let frame = ruzstd::decoding::StreamingDecoder::new(&mut source);
                    frame.unwrap().read_to_end(&mut unpacked).unwrap();
                }
                assert!(unpacked == bytes, "{length} in {piece}");
                packed.clear();
            }
        }
    }
}
