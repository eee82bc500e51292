//! Height maps: gray images of every depth, with every filter of rows, in one piece or several, and with chunks that say
//! nothing of heights.

use std::io::Write;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use voxnav_files::{Import, read_bytes};
use voxnav_occupancy::CellBox;
use voxnav_occupancy::CellState::{Free, Occupied, Unknown};
use voxnav_occupancy::glam::IVec3;
use voxnav_testkit::{Draws, cases};

/// The world units between two levels of gray: a level is the middle of no cell, and the end of none.
const LEVEL: f64 = 1.01;

/// The way in which clear pixels are marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Clear {
    None,
    /// Each pixel describes how opaque it is.
    Alpha,
    /// One gray is clear.
    Gray,
}

fn chunk(kind: [u8; 4], content: &[u8]) -> Vec<u8> {
    let mut sum = Crc::new();
    sum.update(&kind);
    sum.update(content);
    let length = u32::try_from(content.len()).unwrap().to_be_bytes();
    [&length, kind.as_slice(), content, &sum.sum().to_be_bytes()].concat()
}

/// A row as a filter has it: the difference of each byte to those before and above it.
fn filtered(filter: u8, row: &[u8], above: &[u8], step: usize) -> Vec<u8> {
    let mut bytes = vec![filter];
    for (place, byte) in row.iter().enumerate() {
        let left = if place < step { 0 } else { row[place - step] };
        let corner = if place < step { 0 } else { above[place - step] };
        let up = above[place];
        let [a, b, c] = [left, up, corner].map(i32::from);
        let near = a + b - c;
        let nearest = [(a, left), (b, up), (c, corner)]
            .into_iter()
            .min_by_key(|(it, _)| (near - it).abs());
        let guess = match filter {
            0 => 0,
            1 => left,
            2 => up,
            3 => u8::try_from(i32::midpoint(a, b)).unwrap(),
            _ => nearest.unwrap().1,
        };
        bytes.push(byte.wrapping_sub(guess));
    }
    bytes
}

/// An image of some levels of gray, `None` where it is clear: rows from the uppermost on.
fn png(draws: &mut Draws, rows: &[Vec<Option<u16>>], depth: u8, clear: Clear) -> Vec<u8> {
    let width = u32::try_from(rows[0].len()).unwrap();
    let height = u32::try_from(rows.len()).unwrap();
    let color = if clear == Clear::Alpha { 4 } else { 0 };
    let clear_gray = (1_u32 << depth) - 1;
    let mut header = [width.to_be_bytes(), height.to_be_bytes()].concat();
    header.extend([depth, color, 0, 0, 0]);
    let samples = if clear == Clear::Alpha { 2 } else { 1 };
    let step = (samples * usize::from(depth)).div_ceil(8);
    let mut content = Vec::new();
    let mut above = Vec::new();
    for row in rows {
        let mut bits = Vec::new();
        let mut push = |number: u32| bits.extend((0..depth).rev().map(|bit| number >> bit & 1));
        for pixel in row {
            match (clear, pixel) {
                (Clear::Alpha, gray) => {
                    push(gray.unwrap_or(1).into());
                    push(if gray.is_some() { clear_gray } else { 0 });
                }
                (_, gray) => push(gray.map_or(clear_gray, u32::from)),
            }
        }
        let packed = bits.chunks(8).map(|bits| {
            let bits = bits.iter().enumerate();
            bits.map(|(place, bit)| u8::try_from(*bit).unwrap() << (7 - place))
                .sum()
        });
        let packed: Vec<u8> = packed.collect();
        above.resize(packed.len(), 0);
        let filter = draws.below(5_u8);
        content.extend(filtered(filter, &packed, &above, step));
        above = packed;
    }
    let level = Compression::new(draws.pick(&[0, 1, 6, 9]));
    let mut stream = ZlibEncoder::new(Vec::new(), level);
    stream.write_all(&content).unwrap();
    let packed = stream.finish().unwrap();
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    file.extend(chunk(*b"IHDR", &header));
    if draws.percent(30) {
        file.extend(chunk(*b"gAMA", &45_455_u32.to_be_bytes()));
        file.extend(chunk(*b"pHYs", &[0, 0, 11, 18, 0, 0, 11, 18, 1]));
    }
    if clear == Clear::Gray {
        file.extend(chunk(*b"tRNS", &clear_gray.to_be_bytes()[2..]));
    }
    if draws.percent(30) {
        file.extend(chunk(*b"tEXt", b"Software\0terrain"));
    }
    let piece = draws.pick(&[packed.len(), 7, 100]).max(1);
    for piece in packed.chunks(piece) {
        file.extend(chunk(*b"IDAT", piece));
    }
    file.extend(chunk(*b"IEND", &[]));
    file
}

#[test]
fn height_maps_of_every_depth_are_the_columns_that_were_drawn() {
    for mut draws in cases(0, 300) {
        let depth = draws.pick(&[1, 2, 4, 8, 8, 16, 16]);
        let clear = match depth {
            8 | 16 => draws.pick(&[Clear::None, Clear::Alpha, Clear::Gray]),
            _ => draws.pick(&[Clear::None, Clear::Gray]),
        };
        let white = (1_u32 << depth) - 1;
        // White is what is clear.
        let highest = u16::try_from(white.min(15)).unwrap();
        let highest = if clear == Clear::Gray && depth < 8 {
            highest - 1
        } else {
            highest
        };
        let [width, height] = [(); 2].map(|()| draws.between(1, 9));
        let mut pixel = || {
            let is_clear = clear != Clear::None && draws.percent(20);
            (!is_clear).then(|| draws.between(0, highest))
        };
        let rows: Vec<Vec<Option<u16>>> = (0..height)
            .map(|_| (0..width).map(|_| pixel()).collect())
            .collect();
        let file = png(&mut draws, &rows, depth, clear);
        let import = Import {
            height: f64::from(white) * LEVEL,
            margin: 0,
            ..Import::default()
        };
        let what = format!("{depth} bits, {clear:?}: {rows:?}");
        let read = read_bytes(&file, "a.png", &import);
        let read = read
            .unwrap_or_else(|error| panic!("{error}: {what}"))
            .occupancy;
        let top = rows.concat().into_iter().flatten().max().unwrap_or(0);
        let size = IVec3::new(width, height, i32::from(top) + 1);
        assert_eq!(read.bounds(), CellBox::from_size(size), "{what}");
        for cell in read.bounds().cells() {
            let row = usize::try_from(height - 1 - cell.y).unwrap();
            let state = match rows[row][usize::try_from(cell.x).unwrap()] {
                None => Unknown,
                Some(level) if cell.z <= i32::from(level) => Occupied,
                Some(_) => Free,
            };
            assert_eq!(read.state(cell), state, "{cell} of {what}");
        }
    }
}
