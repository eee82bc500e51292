//! Worlds of meshes, points and height maps, whose cells have any sides and lie anywhere: cells are marked that the
//! definition says, cell by cell.
//!
//! Files are drawn on a grid of sixteenths of cells, in which the oracles count exactly.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::num::NonZeroU32;

use voxnav_files::{Import, Imported, Solidity, Up, read_bytes};
use voxnav_occupancy::CellState::{Free, Occupied, Unknown};
use voxnav_occupancy::glam::{DVec3, IVec3};
use voxnav_occupancy::{CellBox, CellState};
use voxnav_testkit::{Draws, cases, drawn_sizes};

use crate::mesh::share;

/// The steps of the grid that are a cell.
const STEPS: i32 = 16;

/// The place of a file in the world: the center of cell (0, 0, 0) in its coordinates, the sides of a cell along its axes, and
/// which of them points up before and after reading.
struct Placed {
    origin: DVec3,
    sizes: DVec3,
    file_up: Up,
    up: Up,
}

impl Placed {
    fn drawn(draws: &mut Draws) -> Self {
        let size = draws.pick(&[1.0, 0.3, 0.05, 40.0]);
        Self {
            origin: draws.point(-500.0, 500.0) * size,
            sizes: DVec3::from_array(drawn_sizes(draws)) * size,
            file_up: draws.pick(&[Up::Z, Up::Y]),
            up: draws.pick(&[Up::Z, Up::Y]),
        }
    }

    fn import(&self) -> Import {
        Import {
            size: Some(self.sizes.to_array().into()),
            origin: Some(self.origin),
            file_up: Some(self.file_up),
            up: self.up,
            ..Import::default()
        }
    }

    /// Returns a place on the grid, of which zero is the lowest corner of cell (0, 0, 0), in the coordinates of the file.
    fn position(&self, place: IVec3) -> DVec3 {
        let cells = place.as_dvec3() / f64::from(STEPS) - 0.5;
        self.origin + cells * self.sizes
    }

    /// Returns the state of a cell of the file in the world that was made of it: outside of that, nothing.
    fn state(&self, world: &Imported, cell: IVec3) -> Option<CellState> {
        let DVec3 { x, y, z } = self.origin + cell.as_dvec3() * self.sizes;
        let turned = match (self.file_up, self.up) {
            (Up::Y, Up::Z) => DVec3::new(x, -z, y),
            (Up::Z, Up::Y) => DVec3::new(x, z, -y),
            _ => DVec3::new(x, y, z),
        };
        let cell = world.lattice.cell_at(turned).unwrap();
        let is_inside = world.occupancy.bounds().contains(cell);
        is_inside.then(|| world.occupancy.state(cell))
    }

    /// Checks that exactly these cells are occupied.
    fn assert_occupied(&self, world: &Imported, cells: &BTreeSet<[i32; 3]>, told: &str) {
        for cell in cells {
            let state = self.state(world, IVec3::from_array(*cell));
            assert_eq!(state, Some(Occupied), "{cell:?}, {told}");
        }
        assert_eq!(
            world.occupancy.count(Occupied),
            cells.len() as u64,
            "{told}"
        );
    }
}

/// A fraction of whole numbers, with a denominator above zero.
#[derive(Clone, Copy, Debug)]
struct Fraction(i128, i128);

impl Fraction {
    fn reduced(above: i128, below: i128) -> Self {
        let (mut one, mut other) = (above.abs(), below.abs());
        while other != 0 {
            (one, other) = (other, one % other);
        }
        let common = one.max(1) * below.signum();
        Self(above / common, below / common)
    }

    /// Returns how it compares with a whole number.
    fn to(self, number: i32) -> std::cmp::Ordering {
        self.0.cmp(&(i128::from(number) * self.1))
    }

    /// Returns the number at which a number from `self` to `other` is after a part of the way.
    fn toward(self, other: Self, part: Self) -> Self {
        let way = Self::reduced(other.0 * self.1 - self.0 * other.1, self.1 * other.1);
        let gone = Self::reduced(way.0 * part.0, way.1 * part.1);
        Self::reduced(self.0 * gone.1 + gone.0 * self.1, self.1 * gone.1)
    }
}

type Corner = [Fraction; 3];

/// Returns the part of a polygon on one side of a plane across an axis, which belongs to it (I. Sutherland and G. Hodgman,
/// "Reentrant Polygon Clipping", 1974).
fn clipped(polygon: &[Corner], axis: usize, plane: i32, keeps: std::cmp::Ordering) -> Vec<Corner> {
    let is_kept = |corner: &Corner| corner[axis].to(plane) != keeps.reverse();
    let mut kept = Vec::new();
    for (index, from) in polygon.iter().enumerate() {
        let to = &polygon[(index + 1) % polygon.len()];
        if is_kept(from) {
            kept.push(*from);
        }
        if is_kept(from) != is_kept(to) {
            let (a, b) = (from[axis], to[axis]);
            // (plane - a) / (b - a)
            let (above, below) = (i128::from(plane) * a.1 - a.0, b.0 * a.1 - a.0 * b.1);
            let part = Fraction::reduced(above * b.1, below);
            kept.push([0, 1, 2].map(|axis| from[axis].toward(to[axis], part)));
        }
    }
    kept
}

/// Whether a half-open cell owns a point of a triangle: some part of the triangle is in the closed cell, and not all of that
/// in an upper face. As both are convex, no two of these faces have all of it unless one has.
fn owns(cell: IVec3, triangle: [IVec3; 3]) -> bool {
    let whole = |number: i32| Fraction(i128::from(number), 1);
    let mut part = triangle.map(|corner| corner.to_array().map(whole)).to_vec();
    let (low, high) = (cell * STEPS, (cell + 1) * STEPS);
    for axis in 0..3 {
        part = clipped(&part, axis, low[axis], std::cmp::Ordering::Greater);
        part = clipped(&part, axis, high[axis], std::cmp::Ordering::Less);
    }
    let is_below = |axis: usize| {
        part.iter()
            .any(|corner| corner[axis].to(high[axis]).is_lt())
    };
    !part.is_empty() && (0..3).all(is_below)
}

/// Returns the cells that have a place among these, and those around them.
fn around(places: &[IVec3]) -> CellBox {
    let cells = places
        .iter()
        .map(|place| place.div_euclid(IVec3::splat(STEPS)));
    let boxes = cells.map(|cell| CellBox::new(cell - 1, cell + 2));
    boxes.fold(CellBox::EMPTY, |all, one| all.hull(&one))
}

#[test]
fn meshes_mark_the_cells_that_own_points_of_them() {
    let mut marked = 0;
    for mut draws in cases(0x51DE_0001, 120) {
        let placed = Placed::drawn(&mut draws);
        // Corners on faces and edges of cells, too.
        let coarse = draws.pick(&[1, 4, STEPS]);
        let mut corner = || draws.vector(IVec3::splat(-40), IVec3::splat(40)) / coarse * coarse;
        let corners = [(); 4].map(|()| corner());
        let solid = draws.percent(50);
        let all = [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]];
        let triangles = if solid { &all[..] } else { &all[..1] };
        let mut text = String::new();
        for corner in corners {
            let DVec3 { x, y, z } = placed.position(corner);
            writeln!(text, "v {x} {y} {z}").unwrap();
        }
        for [a, b, c] in triangles {
            writeln!(text, "f {} {} {}", a + 1, b + 1, c + 1).unwrap();
        }
        let told = format!("{corners:?} {:?} at {}", placed.sizes, placed.origin);
        let surface = read_bytes(text.as_bytes(), "m.obj", &placed.import()).unwrap();
        let cells = around(&corners);
        let owned = cells.cells().filter(|cell| {
            let mut triangles = triangles.iter();
            triangles.any(|triangle| owns(*cell, triangle.map(|corner| corners[corner])))
        });
        let owned: BTreeSet<[i32; 3]> = owned.map(|cell| cell.to_array()).collect();
        placed.assert_occupied(&surface, &owned, &told);
        marked += owned.len();
        let [a, b, c] = [1, 2, 3].map(|corner| corners[corner] - corners[0]);
        if solid && a.cross(b).dot(c) != 0 {
            let import = Import {
                solidity: Solidity::Filled,
                ..placed.import()
            };
            let filled = read_bytes(text.as_bytes(), "m.obj", &import).unwrap();
            let shared = cells.cells();
            let shared = shared.filter(|&cell| share(&corners, cell * STEPS, (cell + 1) * STEPS));
            let shared = shared.map(|cell| cell.to_array()).collect();
            placed.assert_occupied(&filled, &shared, &told);
        }
    }
    assert!(marked > 1000, "{marked}");
}

#[test]
fn points_mark_the_cells_that_own_enough_of_them() {
    for mut draws in cases(0x51DE_0002, 60) {
        let placed = Placed::drawn(&mut draws);
        let enough = draws.pick(&[1, 2, 5]);
        let points = draws.below(400) + 1;
        let mut text = format!(
            "ply\nformat ascii 1.0\nelement vertex {points}\nproperty double x\nproperty double y\n\
             property double z\nend_header\n"
        );
        let mut counts = BTreeMap::<[i32; 3], u32>::new();
        for _ in 0..points {
            // On no face: there, rounding decides.
            let place = draws.vector(IVec3::splat(-40), IVec3::splat(40)) * 2 + 1;
            let DVec3 { x, y, z } = placed.position(place);
            writeln!(text, "{x} {y} {z}").unwrap();
            let cell = place.div_euclid(IVec3::splat(STEPS));
            *counts.entry(cell.to_array()).or_default() += 1;
        }
        let import = Import {
            points: NonZeroU32::new(enough).unwrap(),
            ..placed.import()
        };
        let world = read_bytes(text.as_bytes(), "p.ply", &import).unwrap();
        let owned = counts.iter().filter(|(_, count)| **count >= enough);
        let owned = owned.map(|(cell, _)| *cell).collect();
        placed.assert_occupied(
            &world,
            &owned,
            &format!("{enough} points, {:?}", placed.sizes),
        );
    }
}

/// A gray image, of 8 bits or 16.
fn png(size: [u32; 2], depth: png::BitDepth, bytes: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, size[0], size[1]);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(depth);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(bytes).unwrap();
    writer.finish().unwrap();
    file
}

#[test]
fn height_maps_mark_the_cells_up_to_the_one_that_owns_the_height() {
    for mut draws in cases(0x51DE_0003, 60) {
        let placed = Placed {
            file_up: Up::Z,
            ..Placed::drawn(&mut draws)
        };
        let [wide, long] = [(); 2].map(|()| draws.between(1_u8, 9));
        let is_deep = draws.percent(50);
        let white: u32 = if is_deep { 65535 } else { 255 };
        // White is so many sixteenths of a cell high.
        let steps = draws.between(1_u32, 400);
        let mut bytes = Vec::new();
        let mut tops = BTreeMap::new();
        for row in 0..long {
            for x in 0..wide {
                // On no face but the lowest: there, rounding decides.
                let level = loop {
                    let level = draws.between(0, white);
                    if level == 0 || !(level * steps).is_multiple_of(white * 16) {
                        break level;
                    }
                };
                if is_deep {
                    bytes.extend(u16::try_from(level).unwrap().to_be_bytes());
                } else {
                    bytes.push(u8::try_from(level).unwrap());
                }
                let y = long - 1 - row;
                tops.insert([i32::from(x), i32::from(y)], level * steps / (white * 16));
            }
        }
        let depth = [png::BitDepth::Eight, png::BitDepth::Sixteen][usize::from(is_deep)];
        let image = png([wide, long].map(u32::from), depth, &bytes);
        let import = Import {
            height: f64::from(steps) / f64::from(STEPS) * placed.sizes.z,
            ..placed.import()
        };
        let world = read_bytes(&image, "h.png", &import).unwrap();
        let cells = tops.iter().flat_map(|(&[x, y], &top)| {
            let top = i32::try_from(top).unwrap();
            (0..=top).map(move |z| [x, y, z])
        });
        placed.assert_occupied(
            &world,
            &cells.collect(),
            &format!("{steps} {:?}", placed.sizes),
        );
        assert_eq!(world.occupancy.count(Unknown), 0);
        assert_eq!(placed.state(&world, IVec3::new(-1, 0, 0)), None);
        let highest = tops.values().max().map(|top| i32::try_from(*top).unwrap());
        let above = IVec3::new(0, 0, tops[&[0, 0]].cast_signed() + 1);
        let expected = (highest >= Some(above.z)).then_some(Free);
        assert_eq!(placed.state(&world, above), expected);
    }
}
