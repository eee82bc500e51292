//! Archives of arrays: as `NumPy` of several versions, Zip programs and streams pack them.

use std::io::Write;

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use voxnav_files::{Import, read_bytes};
use voxnav_occupancy::CellBox;
use voxnav_occupancy::glam::IVec3;
use voxnav_testkit::{Draws, cases};

use super::{Cells, check, drawn};
use crate::fixtures::refusal;

/// The way in which a writer reports how long a file of an archive is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lengths {
    Before,
    /// In a field for lengths of 64 bits: `numpy.savez`.
    Long,
    /// After the file, as streams do.
    After,
}

/// Returns an archive of files by their names.
fn zip(draws: &mut Draws, files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    let is_packed = draws.percent(50);
    let lengths = draws.pick(&[Lengths::Before, Lengths::Long, Lengths::After]);
    for (name, content) in files {
        let mut sum = Crc::new();
        sum.update(content);
        let sum = sum.sum().to_le_bytes();
        let packed = if is_packed {
            let mut packer = DeflateEncoder::new(Vec::new(), Compression::new(6));
            packer.write_all(content).unwrap();
            packer.finish().unwrap()
        } else {
            content.clone()
        };
        let sizes = [packed.len(), content.len()].map(|it| u32::try_from(it).unwrap());
        let all = [sum, sizes[0].to_le_bytes(), sizes[1].to_le_bytes()].concat();
        let flags: u16 = if lengths == Lengths::After { 8 } else { 0 };
        let method: u16 = if is_packed { 8 } else { 0 };
        let version: u16 = if lengths == Lengths::Long { 45 } else { 20 };
        let start = u32::try_from(archive.len()).unwrap();
        let head = [version, flags, method, 0, 33]
            .map(u16::to_le_bytes)
            .concat();
        let (written, extra) = match lengths {
            Lengths::Before => (all.clone(), Vec::new()),
            Lengths::After => (vec![0; 12], Vec::new()),
            Lengths::Long => {
                let long = [sizes[1], sizes[0]].map(|it| u64::from(it).to_le_bytes());
                let extra = [[1, 0, 16, 0].as_slice(), &long.concat()].concat();
                ([sum.as_slice(), &[0xff; 8]].concat(), extra)
            }
        };
        let tail = [name.len(), extra.len()].map(|it| u16::try_from(it).unwrap().to_le_bytes());
        archive.extend(b"PK\x03\x04");
        archive.extend([&head, &written, &tail.concat(), name.as_bytes(), &extra].concat());
        archive.extend(&packed);
        if lengths == Lengths::After {
            archive.extend([b"PK\x07\x08".as_slice(), &all].concat());
        }
        let made_by = version.to_le_bytes();
        directory.extend([b"PK\x01\x02".as_slice(), &made_by, &head, &all].concat());
        directory.extend([u16::try_from(name.len()).unwrap().to_le_bytes(), [0; 2]].concat());
        directory.extend([0; 10]);
        directory.extend(start.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let count = u16::try_from(files.len()).unwrap().to_le_bytes();
    let (start, length) = (archive.len(), directory.len());
    let ends = [length, start].map(|it| u32::try_from(it).unwrap().to_le_bytes());
    archive.extend(directory);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend([count.as_slice(), &count, &ends.concat(), &[0; 2]].concat());
    archive
}

/// An array of bytes that are zero where a cell is free.
fn array(bounds: CellBox, cells: &Cells) -> Vec<u8> {
    let IVec3 { x, y, z } = bounds.max;
    let mut text =
        format!("{{'descr': '|u1', 'fortran_order': False, 'shape': ({x}, {y}, {z}), }}");
    while !(text.len() + 11).is_multiple_of(64) {
        text.push(' ');
    }
    text.push('\n');
    let length = u16::try_from(text.len()).unwrap().to_le_bytes();
    let mut file = [b"\x93NUMPY\x01\0".as_slice(), &length, text.as_bytes()].concat();
    let mut order: Vec<IVec3> = bounds.cells().collect();
    order.sort_by_key(IVec3::to_array);
    let is_occupied = |cell: &IVec3| cells.contains(&cell.to_array());
    file.extend(order.iter().map(|cell| u8::from(is_occupied(cell))));
    file
}

#[test]
fn archives_of_every_writer_are_the_cells_that_were_drawn() {
    for mut draws in cases(0, 200) {
        let (bounds, cells) = drawn(&mut draws, IVec3::new(6, 5, 4));
        let own = draws.pick(&["arr_0", "cells", "occupancy map"]);
        let mut files = vec![(format!("{own}.npy"), array(bounds, &cells))];
        let others = draws.below(3_u32);
        for number in 0..others {
            let (bounds, cells) = drawn(&mut draws, IVec3::new(6, 5, 4));
            files.push((format!("other_{number}.npy"), array(bounds, &cells)));
        }
        if draws.percent(20) {
            files.push(("about.txt".to_owned(), b"what it is".to_vec()));
        }
        draws.shuffle(&mut files);
        let file = zip(&mut draws, &files);
        let is_named = others > 0 || draws.percent(50);
        let import = Import {
            array: is_named.then(|| own.to_owned()),
            ..Import::default()
        };
        let read = read_bytes(&file, "a.npz", &import);
        let read = read.unwrap_or_else(|error| panic!("{error}: {files:?}"));
        check(&read.occupancy, bounds, &cells, "a.npz");
        let wrong = Import {
            array: Some("free".to_owned()),
            ..Import::default()
        };
        let said = refusal("a.npz", &file, &wrong);
        assert!(said.contains("free") && said.contains(own), "{said}");
    }
}
