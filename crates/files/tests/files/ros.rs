//! Maps of ROS whose images Pillow wrote (`fixtures/volumes.py` describes how), images in every dialect, and random worlds that
//! are written and read again.

use std::fs;
use std::path::PathBuf;

use voxnav_files::export::{LeftOut, WorldFormat};
use voxnav_files::{FileError, FileReason, Import, Imported, Up, WriteError, read, read_bytes};
use voxnav_occupancy::CellState::{self, Free, Occupied, Unknown};
use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, Lattice, Occupancy, OccupancyBuilder};
use voxnav_testkit::{Draws, cases};

use crate::fixtures::{Cut, fixture, path, refusal, survives};

const LAYER: CellBox = CellBox::from_size(IVec3::new(5, 4, 1));

/// The value of a cell as the script computes it.
fn value(cell: IVec3) -> i32 {
    (7 * cell.x + 3 * cell.y + cell.x * cell.y) % 4
}

fn has(world: &Occupancy, state: impl Fn(IVec3) -> CellState) {
    assert_eq!(world.bounds(), LAYER);
    for cell in LAYER.cells() {
        assert_eq!(world.state(cell), state(cell), "{cell}");
    }
}

fn trinary(cell: IVec3) -> CellState {
    match value(cell) {
        1 => Unknown,
        3 => Occupied,
        _ => Free,
    }
}

#[test]
fn a_map_has_the_cells_and_the_place_that_its_text_says() {
    let map = read(path("map.yaml"), &Import::default()).unwrap();
    has(&map.occupancy, trinary);
    let lattice = Lattice::new(DVec3::new(-0.975, 2.525, 0.0), 0.05).unwrap();
    assert_eq!(map.lattice, lattice);
    // The corner of the map is that of its first cell.
    let inside = DVec3::new(-1.0 + 1e-9, 2.5 + 1e-9, 0.0);
    assert_eq!(map.lattice.cell_at(inside).unwrap(), IVec3::ZERO);
    // With y up, the layer lies in the plane of x and z.
    let import = Import {
        up: Up::Y,
        ..Import::default()
    };
    let turned = read(path("map.yaml"), &import).unwrap();
    for cell in LAYER.cells() {
        let at = IVec3::new(cell.x, cell.z, -cell.y);
        assert_eq!(turned.occupancy.state(at), trinary(cell));
    }
}

#[test]
fn modes_say_what_pixels_are() {
    let free = Import {
        unknown: Free,
        ..Import::default()
    };
    // Transparent where the value is 2; the gray of unknown cells is just above the threshold of free ones.
    let scale = read(path("map-scale.yaml"), &Import::default()).unwrap();
    has(&scale.occupancy, |cell| match value(cell) {
        2 => Unknown,
        3 => Occupied,
        _ => Free,
    });
    let import = Import {
        threshold: Some(0.0),
        ..free
    };
    let scale = read(path("map-scale.yaml"), &import).unwrap();
    has(&scale.occupancy, |cell| match value(cell) {
        1 | 3 => Occupied,
        _ => Free,
    });
    // Percent: 0, 40 and 100; more are none.
    let raw = read(path("map-raw.yaml"), &Import::default()).unwrap();
    has(&raw.occupancy, trinary);
    let import = Import {
        threshold: Some(0.4),
        ..Import::default()
    };
    let raw = read(path("map-raw.yaml"), &import).unwrap();
    has(&raw.occupancy, |cell| match value(cell) {
        0 => Free,
        1 => Unknown,
        _ => Occupied,
    });
}

#[test]
fn an_image_alone_is_a_map_without_a_place() {
    let bytes = fixture("map.pgm");
    let world = read_bytes(&bytes, "map.pgm", &Import::default()).unwrap();
    has(&world.occupancy, trinary);
    assert_eq!(world.lattice, Lattice::default());
    let import = Import {
        size: Some(0.5.into()),
        origin: Some(DVec3::X),
        unknown: Occupied,
        ..Import::default()
    };
    let world = read_bytes(&bytes, "map.pgm", &import).unwrap();
    has(&world.occupancy, |cell| match trinary(cell) {
        Unknown => Occupied,
        state => state,
    });
    assert_eq!(world.lattice, Lattice::new(DVec3::X, 0.5).unwrap());
}

/// A folder that is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn read(&self, text: &str, image: &[u8], import: &Import) -> Result<Imported, FileError> {
        fs::write(self.0.join("a.pgm"), image).unwrap();
        fs::write(self.0.join("a.yaml"), text).unwrap();
        read(self.0.join("a.yaml"), import)
    }

    /// What is said about a map that is refused, without the name of the folder.
    fn refusal(&self, text: &str, image: &[u8]) -> String {
        let error = self.read(text, image, &Import::default()).unwrap_err();
        let said = error.to_string();
        let folder = format!("{}/", self.0.display());
        said.strip_prefix(&folder).unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

const TEXT: &str = "image: a.pgm\nresolution: 0.5\norigin: [1, 2, 0]\nnegate: 0\n\
                    occupied_thresh: 0.65\nfree_thresh: 0.196\n";

/// Levels of pixels, as one of the writers of the world has them.
fn image(draws: &mut Draws, size: [usize; 2], white: u16, levels: &[u16]) -> Vec<u8> {
    let is_text = draws.percent(50);
    let kind = if is_text { "P2" } else { "P5" };
    let comment = draws.pick(&["", "# a comment, 7 8\n", "#\n"]);
    let [width, height] = size;
    let mut file = format!(
        "{kind}\n{comment}{width}{}{height}\n{comment}{white}\n",
        draws.pick(&[" ", "\n", "\t "])
    )
    .into_bytes();
    for (place, level) in levels.iter().enumerate() {
        if is_text {
            let end = if place % width == width - 1 {
                "\n"
            } else {
                " "
            };
            file.extend(format!("{level}{end}").into_bytes());
        } else if white > 255 {
            file.extend(level.to_be_bytes());
        } else {
            file.extend(u8::try_from(*level).ok());
        }
    }
    file
}

/// Texts and images in every dialect: of 8 and 16 bits, as words and as bytes, negated or not.
#[test]
fn maps_are_the_cells_that_were_drawn() {
    let folder = Folder::new("ros-drawn");
    for mut draws in cases(2_200, 60) {
        let size = draws.vector(IVec3::ONE, IVec3::new(6, 5, 1)).with_z(1);
        let bounds = CellBox::from_size(size);
        let [width, height] = [size.x, size.y].map(|side| usize::try_from(side).unwrap());
        let white = draws.pick(&[1, 100, 255, 256, 65_535]);
        let is_negated = draws.percent(50);
        let (mut levels, mut states) = (Vec::new(), Vec::new());
        for _ in 0..width * height {
            let level = draws.pick(&[0, white, white / 2]);
            let light = f64::from(level) / f64::from(white);
            let dark = if is_negated { light } else { 1.0 - light };
            levels.push(level);
            states.push(match dark {
                dark if dark > 0.65 => Occupied,
                dark if dark < 0.196 => Free,
                _ => Unknown,
            });
        }
        let negate = draws.pick(&[["0", "1"], ["false", "true"]])[usize::from(is_negated)];
        let mut text = TEXT.replace("negate: 0", &format!("negate: {negate}"));
        if draws.percent(50) {
            text.push_str("mode: trinary\nextra: {a: [1, 2]} # of some other program\n");
        }
        if draws.percent(30) {
            text = text.replace("[1, 2, 0]", "\n- 1.0\n- 2\n- 0.0");
        }
        let image = image(&mut draws, [width, height], white, &levels);
        let map = folder.read(&text, &image, &Import::default()).unwrap();
        assert_eq!(map.occupancy.bounds(), bounds);
        for cell in bounds.cells() {
            let [x, y] = [cell.x, size.y - 1 - cell.y].map(|at| usize::try_from(at).unwrap());
            assert_eq!(map.occupancy.state(cell), states[y * width + x], "{cell}");
        }
        let lattice = Lattice::new(DVec3::new(1.25, 2.25, 0.0), 0.5).unwrap();
        assert_eq!(map.lattice, lattice);
    }
}

/// Of a layer all is in the two files but for its number and its height.
#[test]
fn a_layer_is_read_again_as_the_map_that_was_written() {
    let folder = Folder::new("ros-pairs");
    for mut draws in cases(2_300, 60) {
        let up = draws.pick(&[Up::Y, Up::Z]);
        let low = draws.vector(IVec3::splat(-90), IVec3::splat(90));
        let mut size = draws.vector(IVec3::ONE, IVec3::splat(9));
        match up {
            Up::Y => size.y = 1,
            Up::Z => size.z = 1,
        }
        let bounds = CellBox::new(low, low + size);
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        for cell in bounds.cells() {
            let state = draws.pick(&[Free, Occupied, Unknown]);
            builder.set(cell, state).unwrap();
        }
        let world = builder.commit();
        let origin = draws.pick(&[
            DVec3::ZERO,
            DVec3::new(10.3, -3.25, 2.7),
            DVec3::new(500_000.125, 4_000_000.7, -12.3),
        ]);
        let lattice = Lattice::new(origin, draws.pick(&[1.0, 0.05, 1.0 / 7.0])).unwrap();
        let name = folder.0.join("it's a \"map\".yaml");
        let format = WorldFormat::of(&name).unwrap();
        let (beside, image) = format.beside(&name).unwrap();
        for (path, format) in [(&name, format), (&beside, image)] {
            let mut file = Vec::new();
            format.write(&world, &lattice, up, path, &mut file).unwrap();
            fs::write(path, file).unwrap();
        }
        let import = Import {
            up,
            ..Import::default()
        };
        let map = read(&name, &import).unwrap();
        // The number of the layer is lost; cells are counted from the lower left corner of the image.
        let first = match up {
            Up::Y => IVec3::new(low.x, low.y, bounds.max.z - 1),
            Up::Z => low,
        };
        for cell in bounds.cells() {
            assert_eq!(
                map.occupancy.state(cell - first),
                world.state(cell),
                "{cell}"
            );
        }
        assert_eq!(map.occupancy.count(Unknown), world.count(Unknown));
        let axis = match up {
            Up::Y => 1,
            Up::Z => 2,
        };
        let [mut expected, found] = [lattice.center(first), map.lattice.origin()];
        let left_out = format.left_out(&world, &lattice, up);
        let height = left_out.iter().find_map(|it| match it {
            LeftOut::Height { center } => Some(*center),
            _ => None,
        });
        // The height that is left out is that of the layer.
        assert!((height.unwrap_or_default() - expected[axis]).abs() < 1e-9);
        expected[axis] = 0.0;
        let digits = 4.0 * f64::EPSILON * (expected.abs().max_element() + lattice.longest_side());
        assert!(
            (found - expected).abs().max_element() <= digits,
            "{found}, {expected}"
        );
        assert_eq!(
            map.lattice.longest_side().to_bits(),
            lattice.longest_side().to_bits()
        );
    }
}

#[test]
fn worlds_of_several_layers_are_no_maps() {
    let builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(3, 1, 2))).unwrap();
    let world = builder.commit();
    for format in [WorldFormat::Ros, WorldFormat::Pgm] {
        let mut file = Vec::new();
        let lattice = Lattice::default();
        let error = format.write(&world, &lattice, Up::Z, "a", &mut file);
        assert!(matches!(error, Err(WriteError::NotOneLayer { depth: 2 })));
        assert!(file.is_empty());
        // It is one layer where y is up.
        format
            .write(&world, &lattice, Up::Y, "a", &mut file)
            .unwrap();
    }
}

#[test]
fn wrong_texts_name_the_line() {
    let folder = Folder::new("ros-wrong");
    let image = b"P5 1 1 255 \0";
    let said = |from: &str, to: &str| {
        assert!(TEXT.contains(from));
        folder.refusal(&TEXT.replace(from, to), image)
    };
    for (from, to, expected) in [
        (
            "0.5",
            "0",
            "a.yaml:2: column 13: the resolution must be above 0",
        ),
        ("0.5", "wide", "a.yaml:2: column 13: `wide` is not a number"),
        (
            "[1, 2, 0]",
            "[1, 2, 0.5]",
            "a.yaml:3: maps that are turned, as by a yaw of 0.5, are not read",
        ),
        (
            "[1, 2, 0]",
            "[1, 2]",
            "a.yaml:3: column 14: expected a list of 3 numbers",
        ),
        (
            "[1, 2, 0]",
            "[1, 2, 0, 0]",
            "a.yaml:3: column 19: expected a list of 3 numbers",
        ),
        (
            "[1, 2, 0]",
            "7",
            "a.yaml:3: column 9: expected a list of 3 numbers",
        ),
        (
            "negate: 0",
            "negate: 2",
            "a.yaml:4: column 9: `2` is not 0 or 1",
        ),
        (
            "negate: 0",
            "negate: 0\nmode: binary",
            "a.yaml:5: column 7: `binary` is no mode: trinary, scale or raw",
        ),
        (
            "negate: 0",
            "negate: 1\nmode: raw",
            "a.yaml: negated maps of the mode `raw` are not read",
        ),
        (
            "negate: 0\n",
            "",
            "a.yaml:6: column 1: there is no `negate`",
        ),
        (
            "image: a.pgm\n",
            "",
            "a.yaml:6: column 1: there is no `image`",
        ),
        (
            "image: a.pgm\n",
            "- image\n",
            "a.yaml:1: column 1: expected a map of ROS, which is a mapping",
        ),
        (
            "0.196",
            "0.7\nmode: scale",
            "a.yaml:8: column 1: of the mode `scale`, occupied_thresh must be above free_thresh",
        ),
    ] {
        assert_eq!(said(from, to), expected, "{to}");
    }
    let said = said("a.pgm", "none.pgm");
    assert!(
        said.starts_with("a.yaml: the image none.pgm: No such file"),
        "{said}"
    );
    assert_eq!(
        folder.refusal(TEXT, b"P5 2 2 255 \0\0\0"),
        "a.yaml: the image a.pgm: byte 14: the pixels end too early: there are 3 bytes of them"
    );
    // The place is that of the map, and no other can be given.
    let import = |size: Option<f64>, origin| Import {
        size: size.map(Into::into),
        origin,
        ..Import::default()
    };
    let own = import(Some(0.5), Some(DVec3::new(1.25, 2.25, 0.0)));
    folder.read(TEXT, image, &own).unwrap();
    let size = folder
        .read(TEXT, image, &import(Some(1.0), None))
        .unwrap_err();
    assert!(matches!(size.reason, FileReason::SizeGiven { own } if own == DVec3::splat(0.5)));
    let origin = folder
        .read(TEXT, image, &import(None, Some(DVec3::ZERO)))
        .unwrap_err();
    assert!(matches!(origin.reason, FileReason::OriginGiven { .. }));
    // In memory a text has no image.
    assert_eq!(
        refusal("a.yaml", TEXT.as_bytes(), &Import::default()),
        "a.yaml: texts of maps without their folder, where their images are, are not read"
    );
}

#[test]
fn wrong_images_name_the_place() {
    let said = |file: &[u8]| {
        let said = refusal("a.pgm", file, &Import::default());
        said.strip_prefix("a.pgm: ").unwrap().to_owned()
    };
    for (file, expected) in [
        (b"".as_slice(), "header: this is no .pgm or .png image"),
        (
            b"P6 1 1 255 \0\0\0",
            "header: images of the kind P6 are not read",
        ),
        (
            b"P5 1",
            "header: the file ends where the height should follow",
        ),
        (b"P5 0 1 255 ", "header: the width is 0"),
        (
            b"P5 1 -1 255 \0",
            "header: the height is \"-1\", not a number",
        ),
        (b"P5 1 1 65536 \0\0", "header: the level of white is 65536"),
        (
            b"P5 99999999999999999999 1 255 \0",
            "header: the width is \"99999999999999999999\", not a number",
        ),
        (b"P5 1 1 255 \0\0", "byte 12: 1 bytes follow the last pixel"),
        (b"P5 1 2 100 \0\x65", "pixel 1: it is 101, and white is 100"),
        (
            b"P5 999999999 999999999 255 \0\0",
            "byte 29: the pixels end too early: there are 2 bytes of them",
        ),
        (
            b"P2 2 1 9 8",
            "pixel 1: the file ends where the pixel should follow",
        ),
        (b"P2 2 1 9 8 x", "byte 11: the pixel is \"x\", not a number"),
        (b"P2 2 1 9 8 10", "pixel 1: it is 10, and white is 9"),
        (b"P2 2 1 9 8 7 6", "byte 13: 1 bytes follow the last pixel"),
        (
            b"P2 999999999 999999999 9 8",
            "pixel 1: the file ends where the pixel should follow",
        ),
    ] {
        assert_eq!(said(file), expected, "{}", file.escape_ascii());
    }
}

#[test]
fn broken_files_end_in_an_error_or_a_map() {
    let import = Import::default();
    survives("map.pgm", &fixture("map.pgm"), &import, Cut::IsRefused);
    survives(
        "a.pgm",
        b"P2\n# a\n2 2\n255\n0 255\n7 9\n",
        &import,
        Cut::MayBeRead,
    );
    let folder = Folder::new("ros-broken");
    let (text, image) = (TEXT.as_bytes(), b"P5 1 1 255 \0");
    for end in 0..text.len() - 1 {
        let text = String::from_utf8_lossy(&text[..end]);
        // A number that was cut is another number.
        let may_be_read = text.contains("free_thresh: 0");
        assert!(
            folder.read(&text, image, &import).is_err() || may_be_read,
            "{end}"
        );
    }
    for mut draws in cases(2_400, 300) {
        let mut broken = text.to_vec();
        let at = draws.below(broken.len());
        broken[at] = draws.pick(b"\0\n :[]{}-&*!|>'\"%#0a\xff");
        fs::write(folder.0.join("b.yaml"), broken).unwrap();
        drop(read(folder.0.join("b.yaml"), &import));
    }
}
