//! Meshes: a cube for each cell, as programs for CAD, printers and games write triangles.

use std::collections::BTreeMap;

use voxnav_files::{Import, Solidity, Up, read_bytes};
use voxnav_occupancy::CellBox;
use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_testkit::{Draws, cases};

use super::{Cells, check, drawn, joined, shown};

/// The sides of a cube, by its corners: bit 0 of a corner is x, bit 1 y, bit 2 z.
pub(super) const SIDES: [[usize; 4]; 6] = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
];

const SIZES: [f64; 4] = [1.0, 0.5, 0.1, 3.0];

pub(super) fn corner(cell: [i32; 3], number: usize) -> IVec3 {
    let at = |axis: usize| cell[axis] + i32::from(number >> axis & 1 == 1);
    IVec3::new(at(0), at(1), at(2))
}

/// The triangles of all cubes.
fn triangles(cells: &Cells) -> Vec<[IVec3; 3]> {
    let cubes = cells.iter().flat_map(|cell| {
        let sides = SIDES.map(|side| side.map(|number| corner(*cell, number)));
        sides
            .into_iter()
            .flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]])
    });
    cubes.collect()
}

/// Draws cells of which there is at least one, and a size.
pub(super) fn world(draws: &mut Draws) -> (Cells, f64) {
    let (_, mut cells) = drawn(draws, IVec3::new(4, 3, 3));
    cells.insert([0, 1, 0]);
    (cells, draws.pick(&SIZES))
}

/// Reads a mesh as it stands in the file, filled, checks its cells, and returns how many notes there are.
pub(super) fn holds(file: &[u8], name: &str, cells: &Cells, size: f64) -> usize {
    let import = Import {
        size: Some(size.into()),
        solidity: Solidity::Filled,
        up: Up::Z,
        file_up: Some(Up::Z),
        ..Import::default()
    };
    let what = shown(file);
    let read = read_bytes(file, name, &import).unwrap_or_else(|error| panic!("{error}: {what}"));
    let boxes = cells.iter().map(|cell| {
        let cell = IVec3::from_array(*cell);
        CellBox::new(cell, cell + IVec3::ONE)
    });
    let bounds = boxes.fold(CellBox::EMPTY, |all, one| all.hull(&one));
    check(&read.occupancy, bounds, cells, &what);
    read.notes.len()
}

/// The header of a binary file as programs fill it.
fn header(draws: &mut Draws) -> [u8; 80] {
    let fill = draws.pick(b"\0 \n\xff");
    let mut header = [fill; 80];
    let name: &[u8] = draws.pick(&[
        b"",
        b"solid ",
        b"solid",
        b"solid box\nfacet normal 0 0 1\n",
        b"SOLID PART",
        b"STL exported by a program",
        b"COLOR=\x80\x80\x80\xff,MATERIAL=",
    ]);
    header[..name.len()].copy_from_slice(name);
    if draws.percent(10) {
        header.fill_with(|| u8::try_from(draws.below(256)).unwrap());
    }
    header
}

#[expect(clippy::cast_possible_truncation, reason = "as the format has it")]
fn binary_stl(draws: &mut Draws, cells: &Cells, size: f64) -> Vec<u8> {
    let triangles = triangles(cells);
    let mut file = header(draws).to_vec();
    file.extend(u32::try_from(triangles.len()).unwrap().to_le_bytes());
    let normal = draws.pick(&[0.0, 1.0, f32::NAN]);
    let color = draws.pick(&[0_u16, 0x8000, 0xffff]);
    for triangle in triangles {
        for corner in [DVec3::splat(normal.into())]
            .into_iter()
            .chain(triangle.map(|corner| corner.as_dvec3() * size))
        {
            for number in corner.to_array() {
                file.extend((number as f32).to_le_bytes());
            }
        }
        file.extend(color.to_le_bytes());
    }
    file
}

#[test]
fn the_length_of_a_binary_stl_file_decides_whatever_its_header_says() {
    for mut draws in cases(0, 300) {
        let (cells, size) = world(&mut draws);
        let mut file = binary_stl(&mut draws, &cells, size);
        assert_eq!(holds(&file, "a.stl", &cells, size), 0);
        // Some writers have something after the last triangle.
        file.extend(vec![0; draws.below(100_usize)]);
        file[..80].fill(0);
        file[..6].copy_from_slice(b"solid ");
        assert_eq!(holds(&file, "a.stl", &cells, size), 0);
    }
}

/// The way in which a writer of text writes numbers.
#[derive(Clone, Copy)]
enum Numbers {
    Short,
    Fixed,
    Exponent,
}

impl Numbers {
    const ALL: [Self; 3] = [Self::Short, Self::Fixed, Self::Exponent];

    fn text(self, number: f64) -> String {
        match self {
            Self::Short => number.to_string(),
            Self::Fixed => format!("{number:.6}"),
            Self::Exponent => format!("{number:.8e}"),
        }
    }
}

/// Keywords in the case that a writer prefers.
fn cased(draws: &mut Draws) -> fn(&str) -> String {
    fn capitalized(word: &str) -> String {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    }
    draws.pick(&[
        str::to_owned as fn(&str) -> String,
        |word: &str| word.to_uppercase(),
        capitalized,
    ])
}

fn text_stl(draws: &mut Draws, cells: &Cells, size: f64) -> Vec<u8> {
    let numbers = draws.pick(&Numbers::ALL);
    let cased = cased(draws);
    let blank = draws.pick(&[" ", "  ", "\t"]);
    let indent = draws.pick(&["", "  ", "\t"]);
    let name = draws.pick(&["", " ", " box", " a box of 2 mm", " facet", " endsolid"]);
    let normal = draws.pick(&[
        "0 0 1",
        "0.0 0.0 1.0e+000",
        "nan nan nan",
        "-nan(ind) 0 0",
        "1.#QNAN 0 0",
    ]);
    let mut lines = Vec::new();
    if draws.percent(10) {
        lines.push(String::new());
    }
    let all = triangles(cells);
    let solids = draws.below(3_usize) + 1;
    for part in all.chunks(all.len().div_ceil(solids)) {
        lines.push(format!("{indent}{}{name}", cased("solid")));
        for triangle in part {
            let mut facet = vec![
                format!(
                    "{indent}{}{blank}{}{blank}{normal}",
                    cased("facet"),
                    cased("normal")
                ),
                format!("{indent}{indent}{}{blank}{}", cased("outer"), cased("loop")),
            ];
            for corner in triangle {
                let [x, y, z] = (corner.as_dvec3() * size)
                    .to_array()
                    .map(|at| numbers.text(at));
                facet.push(format!(
                    "{indent}{indent}{}{blank}{x}{blank}{y} {z}{blank}",
                    cased("vertex")
                ));
            }
            facet.extend(["endloop", "endfacet"].map(|word| format!("{indent}{}", cased(word))));
            // A few writers have a facet a line.
            if draws.percent(5) {
                lines.push(facet.join(" "));
            } else {
                lines.extend(facet);
            }
        }
        let name = draws.pick(&["", name]);
        lines.push(format!("{indent}{}{name}", cased("endsolid")));
        lines.extend(vec![String::new(); draws.below(2)]);
    }
    let lines: Vec<_> = lines.into_iter().map(String::into_bytes).collect();
    joined(draws, &lines)
}

#[test]
fn stl_text_of_every_writer_is_the_cells_that_were_drawn() {
    for mut draws in cases(1_000, 300) {
        let (cells, size) = world(&mut draws);
        let file = text_stl(&mut draws, &cells, size);
        assert_eq!(holds(&file, "a.stl", &cells, size), 0);
    }
}

/// The order of corners and faces in a Wavefront file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// The corners of a cube before its sides, which count them from there.
    Backward,
    /// The corners of a cube before its sides.
    ByCube,
    /// All corners, and no two of them in one place.
    CornersFirst,
    FacesFirst,
}

/// The statements of a mesh, each as its words.
fn statements(draws: &mut Draws, cells: &Cells, size: f64) -> Vec<Vec<String>> {
    let order = draws.pick(&[
        Order::Backward,
        Order::ByCube,
        Order::CornersFirst,
        Order::FacesFirst,
    ]);
    let numbers = draws.pick(&Numbers::ALL);
    let rest: &[&str] = draws.pick(&[[].as_slice(), &["1.0"], &["0.5", "1", "0"]]);
    let references = draws.pick(&["", "/1", "//1", "/1/1"]);
    let (mut corners, mut faces) = (Vec::new(), Vec::new());
    let (mut places, mut known) = (BTreeMap::new(), 0_i64);
    for cell in cells {
        let before = known;
        let numbered = [0, 1, 2, 3, 4, 5, 6, 7].map(|number| {
            let place = corner(*cell, number);
            if order == Order::CornersFirst
                && let Some(known) = places.get(&place.to_array())
            {
                return *known;
            }
            known += 1;
            places.insert(place.to_array(), known);
            let at = (place.as_dvec3() * size)
                .to_array()
                .map(|at| numbers.text(at));
            let words = at
                .into_iter()
                .chain(rest.iter().map(|word| (*word).to_owned()));
            corners.push([vec!["v".to_owned()], words.collect()].concat());
            known
        });
        let polygons = SIDES.iter().flat_map(|[a, b, c, d]| {
            if draws.percent(50) {
                vec![vec![*a, *b, *c, *d]]
            } else {
                vec![vec![*a, *b, *c], vec![*a, *c, *d]]
            }
        });
        for polygon in polygons.collect::<Vec<_>>() {
            let words = polygon.into_iter().map(|number| match order {
                Order::Backward => format!("{}{references}", numbered[number] - known - 1),
                _ => format!("{}{references}", numbered[number]),
            });
            faces.push([vec!["f".to_owned()], words.collect()].concat());
        }
        if matches!(order, Order::Backward | Order::ByCube) && before < known {
            corners.append(&mut faces);
        }
    }
    match order {
        Order::FacesFirst => [faces, corners].concat(),
        _ => [corners, faces].concat(),
    }
}

fn obj(draws: &mut Draws, cells: &Cells, size: f64) -> Vec<u8> {
    let blank = draws.pick(&[" ", "  ", "\t"]);
    let breaks = draws.pick(&[0, 0, 5, 30]);
    let others: [&[u8]; 8] = [
        b"# caf\xe9",
        b"# C:\\models\\",
        b"",
        b"o box",
        b"usemtl mat",
        b"vn 0 0 1",
        b"vt 0.5 nan",
        b"l 1 2",
    ];
    let mut lines = vec![b"mtllib box.mtl".to_vec()];
    for statement in statements(draws, cells, size) {
        if draws.percent(10) {
            lines.push(draws.pick(&others).to_vec());
        }
        let mut line = String::new();
        for word in statement {
            line += if line.is_empty() { "" } else { blank };
            if draws.percent(breaks) {
                line += draws.pick(&["\\", "\\ "]);
                lines.push(std::mem::take(&mut line).into_bytes());
                line += draws.pick(&["", "  "]);
            }
            line += &word;
        }
        line += draws.pick(&["", "", " ", " # of a cube"]);
        lines.push(line.into_bytes());
    }
    joined(draws, &lines)
}

#[test]
fn wavefront_files_of_every_writer_are_the_cells_that_were_drawn() {
    for mut draws in cases(2_000, 300) {
        let (cells, size) = world(&mut draws);
        let file = obj(&mut draws, &cells, size);
        assert_eq!(holds(&file, "a.obj", &cells, size), 0);
    }
}
