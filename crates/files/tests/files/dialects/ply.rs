//! Meshes in PLY files: elements, properties, types and encodings in the order and under the names that scanners and
//! modelers write.

use voxnav_testkit::{Draws, cases};

use super::meshes::{SIDES, corner, holds, world};
use super::{Cells, joined};

/// A number of an element, as text and as bytes in both orders.
fn push(file: &mut Out, kind: &str, number: f64) {
    #[expect(clippy::cast_possible_truncation, reason = "as the format has it")]
    let whole = number as i64;
    let mut bytes = match kind {
        "float" | "float32" => {
            #[expect(clippy::cast_possible_truncation, reason = "as the format has it")]
            let single = number as f32;
            single.to_le_bytes().to_vec()
        }
        "double" | "float64" => number.to_le_bytes().to_vec(),
        "uchar" | "uint8" | "char" => whole.to_le_bytes()[..1].to_vec(),
        "short" | "ushort" | "uint16" => whole.to_le_bytes()[..2].to_vec(),
        _ => whole.to_le_bytes()[..4].to_vec(),
    };
    match file.encoding {
        "binary_big_endian" => bytes.reverse(),
        "ascii" => bytes = format!("{number} ").into_bytes(),
        _ => {}
    }
    file.line.extend(bytes);
}

/// A file under construction.
struct Out {
    encoding: &'static str,
    header: Vec<Vec<u8>>,
    lines: Vec<Vec<u8>>,
    line: Vec<u8>,
}

impl Out {
    fn head(&mut self, line: impl Into<String>) {
        self.header.push(line.into().into_bytes());
    }

    fn end(&mut self) {
        self.lines.push(std::mem::take(&mut self.line));
    }
}

fn corners(draws: &mut Draws, file: &mut Out, cells: &Cells, size: f64) {
    let kind = draws.pick(&["float", "float32", "double", "float64"]);
    let others: &[(&str, &str)] = draws.pick(&[
        [].as_slice(),
        &[("uchar", "red"), ("uint8", "alpha")],
        &[
            ("float", "nx"),
            ("double", "quality"),
            ("short", "flags"),
            ("int32", "label"),
        ],
    ]);
    let is_before = draws.percent(20);
    let count = 8 * cells.len();
    file.head(format!("element vertex {count}"));
    let other = |file: &mut Out| {
        for (kind, name) in others {
            file.head(format!("property {kind} {name}"));
        }
    };
    if is_before {
        other(file);
    }
    for axis in ["x", "y", "z"] {
        file.head(format!("property {kind} {axis}"));
    }
    if !is_before {
        other(file);
    }
    for cell in cells {
        for number in 0..8 {
            let others_of_one =
                |file: &mut Out| others.iter().for_each(|(kind, _)| push(file, kind, 1.0));
            if is_before {
                others_of_one(file);
            }
            for at in (corner(*cell, number).as_dvec3() * size).to_array() {
                push(file, kind, at);
            }
            if !is_before {
                others_of_one(file);
            }
            file.end();
        }
    }
}

fn faces(draws: &mut Draws, file: &mut Out, cells: &Cells) {
    let length = draws.pick(&["uchar", "uint8", "int", "uint", "ushort"]);
    let index = draws.pick(&["int", "uint", "int32", "uint32", "ushort"]);
    let name = draws.pick(&["vertex_index", "vertex_indices"]);
    let (has_flags, has_list) = (draws.percent(30), draws.percent(30));
    file.head(format!("element face {}", 6 * cells.len()));
    if has_flags {
        file.head("property uchar flags");
    }
    file.head(format!("property list {length} {index} {name}"));
    if has_list {
        file.head("property list uchar float texcoord");
    }
    for first in (0_u32..).step_by(8).take(cells.len()) {
        for side in SIDES {
            if has_flags {
                push(file, "uchar", 3.0);
            }
            push(file, length, 4.0);
            for number in side {
                let corner = first + u32::try_from(number).unwrap();
                push(file, index, corner.into());
            }
            if has_list {
                let count = draws.below(3_u8);
                push(file, "uchar", count.into());
                (0..count).for_each(|_| push(file, "float", 0.5));
            }
            file.end();
        }
    }
}

fn edges(file: &mut Out) {
    file.head("element edge 2");
    file.head("property int vertex1");
    file.head("property int vertex2");
    for _ in 0..2 {
        push(file, "int", 0.0);
        push(file, "int", 1.0);
        file.end();
    }
}

fn ply(draws: &mut Draws, cells: &Cells, size: f64) -> Vec<u8> {
    let encoding = draws.pick(&["ascii", "binary_little_endian", "binary_big_endian"]);
    let mut file = Out {
        encoding,
        header: vec![b"ply".to_vec()],
        lines: Vec::new(),
        line: Vec::new(),
    };
    let comments = [
        "comment made by a scanner",
        "obj_info num_cols 512",
        "comment",
        "",
    ];
    if draws.percent(20) {
        file.head(draws.pick(&comments));
    }
    file.head(format!("format {encoding} 1.0"));
    if draws.percent(50) {
        file.head(draws.pick(&comments));
    }
    let edges_first = draws.percent(20);
    if edges_first {
        edges(&mut file);
    }
    if draws.percent(15) {
        faces(draws, &mut file, cells);
        corners(draws, &mut file, cells, size);
    } else {
        corners(draws, &mut file, cells, size);
        faces(draws, &mut file, cells);
    }
    if !edges_first && draws.percent(30) {
        edges(&mut file);
    }
    file.head("end_header");
    if encoding == "ascii" {
        let lines = [file.header, file.lines].concat();
        let text = joined(draws, &lines);
        // Editors that put a mark before the first line do not write this format.
        return text
            .strip_prefix(b"\xef\xbb\xbf")
            .map_or(text.clone(), Vec::from);
    }
    let end: &[u8] = draws.pick(&[b"\n".as_slice(), b"\n", b"\r\n"]);
    [file.header.join(end), end.to_vec(), file.lines.concat()].concat()
}

#[test]
fn ply_meshes_of_every_writer_are_the_cells_that_were_drawn() {
    for mut draws in cases(0, 300) {
        let (cells, size) = world(&mut draws);
        let file = ply(&mut draws, &cells, size);
        let has_edges = file.windows(13).any(|part| part == b"element edge ");
        let notes = holds(&file, "a.ply", &cells, size);
        assert_eq!(notes, usize::from(has_edges));
    }
}
