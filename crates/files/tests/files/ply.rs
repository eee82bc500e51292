//! Stanford files with faces, put together here in every way that there is.

use std::fmt::Write;

use voxnav_files::{Import, Imported, Solidity, Up, read_bytes};
use voxnav_occupancy::CellState::{self, Occupied};
use voxnav_occupancy::Occupancy;

use crate::fixtures::{Cut, refusal, survives};

/// The way the numbers of a file are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    Text,
    Little,
    Big,
}

const ENCODINGS: [Encoding; 3] = [Encoding::Text, Encoding::Little, Encoding::Big];

/// A file under construction.
struct File {
    encoding: Encoding,
    header: String,
    content: Vec<u8>,
}

impl File {
    fn new(encoding: Encoding) -> Self {
        let name = match encoding {
            Encoding::Text => "ascii",
            Encoding::Little => "binary_little_endian",
            Encoding::Big => "binary_big_endian",
        };
        let header = format!("ply\nformat {name} 1.0\ncomment made by a test\n");
        Self {
            encoding,
            header,
            content: Vec::new(),
        }
    }

    fn element(&mut self, name: &str, count: usize, properties: &[&str]) {
        writeln!(self.header, "element {name} {count}").unwrap();
        for property in properties {
            writeln!(self.header, "property {property}").unwrap();
        }
    }

    fn put(&mut self, kind: &str, number: f64) {
        if self.encoding == Encoding::Text {
            self.content.extend(format!("{number} ").bytes());
            return;
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the numbers of a test fit"
        )]
        let mut bytes = match kind {
            "char" => (number as i8).to_le_bytes().to_vec(),
            "uchar" => (number as u8).to_le_bytes().to_vec(),
            "short" => (number as i16).to_le_bytes().to_vec(),
            "ushort" => (number as u16).to_le_bytes().to_vec(),
            "int" => (number as i32).to_le_bytes().to_vec(),
            "uint" => (number as u32).to_le_bytes().to_vec(),
            "float" => (number as f32).to_le_bytes().to_vec(),
            "double" => number.to_le_bytes().to_vec(),
            _ => panic!("{kind}"),
        };
        if self.encoding == Encoding::Big {
            bytes.reverse();
        }
        self.content.extend(bytes);
    }

    fn end_line(&mut self) {
        if self.encoding == Encoding::Text {
            self.content.push(b'\n');
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let header = format!("{}end_header\n", self.header);
        [header.as_bytes(), self.content.as_slice()].concat()
    }
}

/// A block with a hexagon as its floor plan, and a tetrahedron next to it: faces of 3, 4 and 6 corners.
const CORNERS: [[f64; 3]; 16] = [
    [2.0, 0.0, 0.0],
    [4.0, 0.0, 0.0],
    [6.0, 3.5, 0.0],
    [4.0, 7.0, 0.0],
    [2.0, 7.0, 0.0],
    [0.0, 3.5, 0.0],
    [2.0, 0.0, 3.25],
    [4.0, 0.0, 3.25],
    [6.0, 3.5, 3.25],
    [4.0, 7.0, 3.25],
    [2.0, 7.0, 3.25],
    [0.0, 3.5, 3.25],
    [10.0, 0.5, 0.5],
    [14.5, 0.5, 0.5],
    [10.0, 5.5, 0.5],
    [10.0, 0.5, 6.5],
];

const FACES: [&[usize]; 12] = [
    &[5, 4, 3, 2, 1, 0],
    &[6, 7, 8, 9, 10, 11],
    &[0, 1, 7, 6],
    &[1, 2, 8, 7],
    &[2, 3, 9, 8],
    &[3, 4, 10, 9],
    &[4, 5, 11, 10],
    &[5, 0, 6, 11],
    &[12, 14, 13],
    &[12, 13, 15],
    &[13, 14, 15],
    &[14, 12, 15],
];

/// The mesh with properties before, between and after those that are read.
fn mesh(encoding: Encoding, position: &str, length: &str, index: &str) -> Vec<u8> {
    let mut file = File::new(encoding);
    let axis = |name: &str| format!("{position} {name}");
    let list = format!("list {length} {index} vertex_indices");
    let vertex = [
        "uchar red".to_owned(),
        axis("x"),
        axis("y"),
        "list uchar short s".to_owned(),
        axis("z"),
    ];
    file.element(
        "vertex",
        CORNERS.len(),
        &vertex.each_ref().map(String::as_str),
    );
    let face = [
        "short flags",
        &list,
        "list uint double weights",
        "float quality",
    ];
    file.element("face", FACES.len(), &face);
    for [x, y, z] in CORNERS {
        file.put("uchar", 200.0);
        file.put(position, x);
        file.put(position, y);
        file.put("uchar", 2.0);
        file.put("short", -7.0);
        file.put("short", 7.0);
        file.put(position, z);
        file.end_line();
    }
    for face in FACES {
        file.put("short", -1.0);
        file.put(length, f64::from(u32::try_from(face.len()).unwrap()));
        for corner in face {
            file.put(index, f64::from(u32::try_from(*corner).unwrap()));
        }
        file.put("uint", 1.0);
        file.put("double", 0.5);
        file.put("float", 1.5);
        file.end_line();
    }
    file.bytes()
}

/// The same mesh in another format.
fn wavefront() -> Vec<u8> {
    let mut text = String::new();
    for [x, y, z] in CORNERS {
        writeln!(text, "v {x} {y} {z}").unwrap();
    }
    for face in FACES {
        text.push('f');
        for corner in face {
            write!(text, " {}", corner + 1).unwrap();
        }
        text.push('\n');
    }
    text.into_bytes()
}

fn import(solidity: Solidity) -> Import {
    Import {
        size: Some(0.5.into()),
        file_up: Some(Up::Z),
        solidity,
        ..Import::default()
    }
}

fn equal(one: &Occupancy, other: &Occupancy, what: &str) {
    assert_eq!(one.bounds(), other.bounds(), "{what}");
    for cell in one.bounds().cells() {
        assert_eq!(one.state(cell), other.state(cell), "{what}, {cell}");
    }
}

fn with_faces(bytes: &[u8]) -> Imported {
    read_bytes(bytes, "a.ply", &import(Solidity::Filled)).unwrap()
}

/// A file with faces is the mesh that it is in a Wavefront file, whatever its numbers are.
#[test]
fn faces_are_a_mesh_in_every_encoding_and_type() {
    for solidity in [Solidity::Surface, Solidity::Filled] {
        let expected = read_bytes(&wavefront(), "a.obj", &import(solidity)).unwrap();
        assert!(expected.occupancy.count(Occupied) > 100);
        for encoding in ENCODINGS {
            for position in ["float", "double"] {
                for length in ["char", "uchar", "short", "ushort", "int", "uint"] {
                    for index in ["char", "uchar", "short", "ushort", "int", "uint"] {
                        let bytes = mesh(encoding, position, length, index);
                        let read = read_bytes(&bytes, "a.ply", &import(solidity)).unwrap();
                        let what = format!("{encoding:?} {position} {length} {index}");
                        equal(&read.occupancy, &expected.occupancy, &what);
                        assert_eq!(read.lattice, expected.lattice, "{what}");
                        assert_eq!(read.notes, [], "{what}");
                    }
                }
            }
        }
    }
}

/// Two squares as a strip each, in one list with -1 between them.
#[test]
fn strips_are_taken_apart() {
    for encoding in ENCODINGS {
        let of = |name: &str, list: &[f64]| {
            let mut file = File::new(encoding);
            file.element("vertex", 8, &["float x", "float y", "float z"]);
            file.element(name, 1, &["list int int vertex_index"]);
            for x in [0.0, 10.0] {
                for (dx, dy) in [(0.0, 0.0), (4.0, 0.0), (0.0, 4.0), (4.0, 4.0)] {
                    for along in [x + dx, dy, 0.5] {
                        file.put("float", along);
                    }
                    file.end_line();
                }
            }
            file.put("int", f64::from(u32::try_from(list.len()).unwrap()));
            for corner in list {
                file.put("int", *corner);
            }
            file.bytes()
        };
        let world = with_faces(&of(
            "tristrips",
            &[0., 1., 2., 3., -1., 4., 5., 6., 7., -1.],
        ));
        // Squares of 9 x 9 cells, whose upper sides are in the cells above them.
        assert_eq!(world.occupancy.count(Occupied), 2 * 9 * 9, "{encoding:?}");
        let said = refusal(
            "a.ply",
            &of("tristrips", &[0., 1., 9.]),
            &import(Solidity::Filled),
        );
        assert!(said.contains("there is no corner 9"), "{said}");
        let said = refusal(
            "a.ply",
            &of("face", &[0., -1., 2.]),
            &import(Solidity::Filled),
        );
        assert!(said.contains("face 0: there is no corner -1"), "{said}");
    }
}

#[test]
fn what_is_left_out_is_noted() {
    let text = "ply\nformat ascii 1.0\nelement vertex 5\nproperty float x\nproperty float y\n\
        property float z\nelement edge 2\nproperty int vertex1\nproperty int vertex2\n\
        element face 2\nproperty list uchar int vertex_indices\nend_header\n\
        0 0 0\n1 0 0\n0 1 0\n7 7 7\nnan 8 8\n0 1\n1 2\n3 0 1 2\n2 0 1\n";
    let world = with_faces(text.as_bytes());
    let notes: Vec<_> = world.notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes,
        [
            "2 elements that are neither vertices nor faces were left out",
            "1 faces of less than three corners were left out",
            "2 points that are in no face were left out",
            "1 parts of the mesh are not closed, and hollow",
        ]
    );
    // Without faces the points are what is read, and one of them has no position.
    let points = text.replace("element face 2", "element face 0");
    let points = points.replace("3 0 1 2\n2 0 1\n", "");
    let world = with_faces(points.as_bytes());
    assert_eq!(world.occupancy.count(Occupied), 4);
    assert_eq!(world.occupancy.count(CellState::Free), 0);
    let notes: Vec<_> = world.notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes,
        [
            "1 points without a position were left out",
            "2 elements that are neither vertices nor faces were left out",
        ]
    );
}

#[test]
fn broken_files_are_refused_and_name_the_place() {
    let head = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n\
        property float z\n";
    let corners = "0 0 0\n1 0 0\n0 1 0\n";
    for (text, reason) in [
        (String::new(), "header: the line `end_header` is missing"),
        ("plx\n".to_owned(), "header: this is no .ply file"),
        (
            "ply\nend_header\n".to_owned(),
            "header: the line `format` is missing",
        ),
        (
            "ply\nformat ascii 1.0\nend_header\n".to_owned(),
            "no element called vertex",
        ),
        (
            "ply\nformat ascii 1.0\nelement vertex 4000000000\nend_header\n".to_owned(),
            "header: each vertex has no number",
        ),
        (
            format!("{head}element face 1\nproperty int a\nend_header\n{corners}1\n"),
            "header: faces have no list of integers called vertex_indices",
        ),
        (
            format!(
                "{head}element face 1\nproperty list uchar float vertex_index\nend_header\n{corners}3 0 1 2\n"
            ),
            "header: faces have no list of integers called vertex_indices",
        ),
        (
            format!("{head}element face 1\nproperty list float int vertex_index\nend_header\n"),
            "header: the length of \"vertex_index\" is no integer",
        ),
        (
            format!(
                "{head}element face 1\nproperty list char int vertex_index\nend_header\n{corners}-3 0 1 2\n"
            ),
            "face 0: a list has the length -3",
        ),
        (
            format!(
                "{head}element face 2\nproperty list uint int vertex_index\nend_header\n{corners}3 0 1 2\n4000000000 1 2\n"
            ),
            "face 1: the file ends too early",
        ),
        (
            format!(
                "{head}element face 1\nproperty list uchar uchar vertex_index\nend_header\n{corners}3 0 1 256\n"
            ),
            "face 0: \"256\" is not a number of its type",
        ),
        (
            format!(
                "{head}element face 1\nproperty list uchar int vertex_index\nend_header\n{corners}3 0 1 3\n"
            ),
            "there is no corner 3",
        ),
        (
            format!("{head}property half w\nend_header\n"),
            "header: no number is of the type \"half\"",
        ),
        (
            "ply\nformat ascii 1.0\nproperty float x\nend_header\n".to_owned(),
            "is no line of a header",
        ),
        (
            format!("{head}end_header\n0 0 0\n1 0 x\n"),
            "vertex 1: \"x\" is not a number",
        ),
        (
            "ply\nformat binary_middle_endian 1.0\nend_header\n".to_owned(),
            "are not read",
        ),
    ] {
        let said = refusal("a.ply", text.as_bytes(), &import(Solidity::Filled));
        assert!(said.contains(reason), "{text}: {said}");
    }
}

#[test]
fn damaged_meshes_end_in_an_error_or_a_world() {
    for encoding in ENCODINGS {
        let bytes = mesh(encoding, "float", "uchar", "int");
        // A text may end within its last number.
        let cut = match encoding {
            Encoding::Text => Cut::MayBeRead,
            _ => Cut::IsRefused,
        };
        survives("a.ply", &bytes, &import(Solidity::Filled), cut);
    }
}
