//! The surfaces of a world as few rectangles: the faces between occupied cells and others.
//!
//! Faces are merged greedily, chunk by chunk and slice by slice: each rectangle grows along the rows
//! of its slice first and then over as many rows as have the same cells (M. Lysenko, "Meshing in a
//! Minecraft Game", 2012). With a row in a word that takes a few operations a rectangle.
//!
//! INVARIANT: rectangles of one side never overlap, and together are exactly the faces of that side.

use voxnav::glam::IVec3;
use voxnav::grid::{CellState, ChunkCoord, Occupancy, OccupancyError};
use voxnav::ground::MaterialId;

use crate::coarse::coarser;

/// Cells along an edge of a chunk.
const EDGE: usize = 64;

/// The surfaces of a world, simplified where there are too many.
pub(crate) struct Surfaces {
    pub(crate) quads: Vec<Quad>,
    /// The world that they are of.
    pub(crate) world: Occupancy,
    /// Cells along the edge of one of its cells.
    pub(crate) scale: u32,
}

/// More rectangles than these are too many for a page: they are about 8 MB in it.
pub(crate) const MOST_QUADS: usize = 1_500_000;

impl Surfaces {
    pub(crate) fn of(world: &Occupancy) -> Result<Self, OccupancyError> {
        let mut world = world.clone();
        let mut scale = 1;
        loop {
            let quads = quads(&world);
            if quads.len() <= MOST_QUADS {
                return Ok(Self {
                    quads,
                    world,
                    scale,
                });
            }
            world = coarser(&world)?;
            scale *= 2;
        }
    }
}

/// A rectangle of faces that look the same way, of cells that are made of the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Quad {
    /// The lowest cell whose face belongs to it.
    pub(crate) cell: IVec3,
    pub(crate) side: Side,
    pub(crate) place: Place,
    /// How many cells along the first of the two other axes, at most 64.
    pub(crate) width: u8,
    /// How many along the second.
    pub(crate) height: u8,
    /// What all of its cells are made of.
    pub(crate) material: Option<MaterialId>,
}

/// Which of its six faces a cell shows: the axis (0 to 2), and whether toward larger coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Side {
    pub(crate) axis: usize,
    pub(crate) toward: Toward,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Toward {
    Lower,
    Higher,
}

/// What is on the other side of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    /// A cell that is not occupied.
    Inside,
    /// The outside of the world. Without these faces one looks into a world of caves from outside.
    Border,
}

impl Side {
    pub(crate) const ALL: [Self; 6] = {
        let (lower, higher) = (Toward::Lower, Toward::Higher);
        [
            Self::new(0, lower),
            Self::new(0, higher),
            Self::new(1, lower),
            Self::new(1, higher),
            Self::new(2, lower),
            Self::new(2, higher),
        ]
    };

    const fn new(axis: usize, toward: Toward) -> Self {
        Self { axis, toward }
    }
}

/// Every surface of a world, in a fixed order.
pub(crate) fn quads(world: &Occupancy) -> Vec<Quad> {
    let mut quads = Vec::new();
    // Only stored chunks hold occupied cells in worlds read from files: the rest of those is free.
    for chunk in world.stored_chunks() {
        chunk_quads(world, chunk, &mut quads);
    }
    quads
}

/// The surfaces of the cells of a chunk.
pub(crate) fn chunk_quads(world: &Occupancy, chunk: ChunkCoord, quads: &mut Vec<Quad>) {
    let occupied = Plane::of(world, chunk, CellState::Occupied);
    if occupied.is_empty() {
        return;
    }
    let materials: Vec<_> = world.materials_in(chunk).collect();
    let materials = materials
        .into_iter()
        .map(|id| (id, Plane::made_of(world, chunk, id)));
    let materials: Vec<_> = materials.collect();
    for side in Side::ALL {
        let (inner, border) = occupied.faces(world, chunk, side);
        for (mut faces, place) in [(inner, Place::Inside), (border, Place::Border)] {
            for (id, made) in &materials {
                let own = faces.zip(made, |faces, made| faces & made);
                own.merge(chunk.origin(), side, place, Some(*id), quads);
                faces = faces.zip(made, |faces, made| faces & !made);
            }
            faces.merge(chunk.origin(), side, place, None, quads);
        }
    }
}

/// One bit for each cell of a chunk: 64 x 64 rows along x.
struct Plane(Box<[u64]>);

impl Plane {
    /// The cells of a chunk within the bounds that have a state.
    fn of(world: &Occupancy, chunk: ChunkCoord, state: CellState) -> Self {
        let view = world.chunk(chunk);
        let inside = chunk.cells().intersection(&world.bounds());
        let (low, end) = (inside.min - chunk.origin(), inside.max - chunk.origin());
        let row = |y, z| {
            let is_inside = (low.y..end.y).contains(&y) && (low.z..end.z).contains(&z);
            if is_inside && low.x < end.x {
                view.row(state, y, z) & (u64::MAX << low.x) & (u64::MAX >> (64 - end.x))
            } else {
                0
            }
        };
        Self(
            (0..64)
                .flat_map(|z| (0..64).map(move |y| row(y, z)))
                .collect(),
        )
    }

    /// The cells of a chunk that are made of a material.
    fn made_of(world: &Occupancy, chunk: ChunkCoord, id: MaterialId) -> Self {
        let palette = world.palette();
        let name = palette.get(id).map(|material| &material.name);
        let only = palette.select(|material| Some(&material.name) == name);
        let row = |y, z| world.material_row(chunk, &only, y, z);
        Self(
            (0..64)
                .flat_map(|z| (0..64).map(move |y| (y, z)))
                .map(|(y, z)| row(y, z))
                .collect(),
        )
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|&row| row == 0)
    }

    fn row(&self, y: usize, z: usize) -> u64 {
        self.0[z * EDGE + y]
    }

    /// The cells whose neighbor on a side is in `self`, given those of the next chunk there.
    fn seen_from(&self, next: &Self, side: Side) -> Self {
        let last = EDGE - 1;
        let row = |y: usize, z: usize| match (side.axis, side.toward) {
            (0, Toward::Lower) => self.row(y, z) << 1 | next.row(y, z) >> last,
            (0, Toward::Higher) => self.row(y, z) >> 1 | next.row(y, z) << last,
            (1, Toward::Lower) if y == 0 => next.row(last, z),
            (1, Toward::Lower) => self.row(y - 1, z),
            (1, Toward::Higher) if y == last => next.row(0, z),
            (1, Toward::Higher) => self.row(y + 1, z),
            (_, Toward::Lower) if z == 0 => next.row(y, last),
            (_, Toward::Lower) => self.row(y, z - 1),
            (_, Toward::Higher) if z == last => next.row(y, 0),
            (_, Toward::Higher) => self.row(y, z + 1),
        };
        Self(
            (0..EDGE)
                .flat_map(|z| (0..EDGE).map(move |y| row(y, z)))
                .collect(),
        )
    }

    /// The cells of `self`, the occupied ones of a chunk, that show a side: to cells within the
    /// world, and to its outside.
    fn faces(&self, world: &Occupancy, chunk: ChunkCoord, side: Side) -> (Self, Self) {
        let mut offset = IVec3::ZERO;
        offset[side.axis] = match side.toward {
            Toward::Lower => -1,
            Toward::Higher => 1,
        };
        let next = ChunkCoord(chunk.0 + offset);
        let other = |chunk| {
            let [free, unknown] =
                [CellState::Free, CellState::Unknown].map(|state| Self::of(world, chunk, state));
            free.zip(&unknown, |free, unknown| free | unknown)
        };
        let open = other(chunk).seen_from(&other(next), side);
        let hidden = self.seen_from(&Self::of(world, next, CellState::Occupied), side);
        let inner = self.zip(&open, |own, open| own & open);
        let border = self
            .zip(&open, |own, open| own & !open)
            .zip(&hidden, |own, hidden| own & !hidden);
        (inner, border)
    }

    fn zip(&self, other: &Self, join: impl Fn(u64, u64) -> u64) -> Self {
        Self(
            self.0
                .iter()
                .zip(&other.0)
                .map(|(&one, &other)| join(one, other))
                .collect(),
        )
    }

    /// The cells with this coordinate along an axis: rows along the first of the other axes.
    fn slice(&self, axis: usize, layer: usize) -> [u64; EDGE] {
        std::array::from_fn(|row| match axis {
            // Along y, one bit out of each row.
            0 => (0..EDGE).fold(0, |bits, y| bits | (self.row(y, row) >> layer & 1) << y),
            1 => self.row(layer, row),
            _ => self.row(row, layer),
        })
    }

    /// Adds these faces as rectangles.
    fn merge(
        &self,
        origin: IVec3,
        side: Side,
        place: Place,
        material: Option<MaterialId>,
        quads: &mut Vec<Quad>,
    ) {
        if self.is_empty() {
            return;
        }
        let (first, second) = match side.axis {
            0 => (1, 2),
            1 => (0, 2),
            _ => (0, 1),
        };
        for layer in 0..EDGE {
            let mut rows = self.slice(side.axis, layer);
            for row in 0..EDGE {
                while rows[row] != 0 {
                    let (from, width, height) = take_rectangle(&mut rows[row..]);
                    let mut cell = origin;
                    cell[side.axis] += small(layer);
                    cell[first] += small(from);
                    cell[second] += small(row);
                    let [width, height] = [width, height].map(|cells| {
                        // INVARIANT: at most the edge of a chunk.
                        u8::try_from(cells).unwrap_or(u8::MAX)
                    });
                    quads.push(Quad {
                        cell,
                        side,
                        place,
                        width,
                        height,
                        material,
                    });
                }
            }
        }
    }
}

/// Takes the first rectangle of the first row, which is not empty, out of the rows: where it begins
/// in that row, its width, and its height in rows.
fn take_rectangle(rows: &mut [u64]) -> (usize, usize, usize) {
    let from = rows[0].trailing_zeros();
    let width = (rows[0] >> from).trailing_ones();
    let bits = (u64::MAX >> (64 - width)) << from;
    let height = rows.iter().take_while(|&&row| row & bits == bits).count();
    for row in &mut rows[..height] {
        *row &= !bits;
    }
    (from as usize, width as usize, height)
}

/// A local coordinate, below 64.
fn small(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use voxnav::grid::{CellBox, OccupancyBuilder};
    use voxnav_worlds::{WorldKind, generate};

    use super::*;

    /// Every face that the rectangles cover, and how often.
    fn covered(quads: &[Quad]) -> BTreeMap<([i32; 3], usize, bool, bool), u32> {
        let mut faces = BTreeMap::new();
        for quad in quads {
            let (first, second) = [(1, 2), (0, 2), (0, 1)][quad.side.axis];
            for a in 0..i32::from(quad.width) {
                for b in 0..i32::from(quad.height) {
                    let mut cell = quad.cell;
                    cell[first] += a;
                    cell[second] += b;
                    let higher = quad.side.toward == Toward::Higher;
                    let border = quad.place == Place::Border;
                    let face = (cell.to_array(), quad.side.axis, higher, border);
                    *faces.entry(face).or_default() += 1;
                }
            }
        }
        faces
    }

    /// The faces by looking at every cell and its six neighbors.
    fn expected(world: &Occupancy) -> BTreeMap<([i32; 3], usize, bool, bool), u32> {
        let mut faces = BTreeMap::new();
        for cell in world.occupied_cells() {
            for axis in 0..3 {
                for higher in [false, true] {
                    let mut neighbor = cell;
                    neighbor[axis] += if higher { 1 } else { -1 };
                    let border = !world.bounds().contains(neighbor);
                    if border || world.state(neighbor) != CellState::Occupied {
                        faces.insert((cell.to_array(), axis, higher, border), 1);
                    }
                }
            }
        }
        faces
    }

    #[test]
    fn rectangles_are_exactly_the_faces_of_the_cells() {
        for (kind, size) in [
            (WorldKind::Random { percent: 40 }, IVec3::new(70, 5, 66)),
            (WorldKind::Rooms, IVec3::new(40, 70, 20)),
            (WorldKind::Towers, IVec3::new(64, 64, 65)),
        ] {
            let world = generate(kind, size, 3).unwrap();
            assert_eq!(covered(&quads(&world)), expected(&world), "{kind}");
        }
    }

    #[test]
    fn rectangles_are_of_one_material_and_still_exactly_the_faces() {
        use voxnav::ground::{Material, MaterialKind};

        let bounds = CellBox::new(IVec3::new(-70, 0, 0), IVec3::new(9, 9, 9));
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        let kinds = ["a", "b", "c"].map(|name| {
            let material = Material::new(name, MaterialKind::Solid);
            builder.add_material(material).unwrap()
        });
        for (index, cell) in (0_usize..).zip(bounds.cells()) {
            match index.wrapping_mul(0x9e37_79b9) >> 7 & 7 {
                0 => builder.set(cell, CellState::Occupied).unwrap(),
                kind @ 1..=3 => builder.set_material(cell, kinds[kind - 1]).unwrap(),
                _ => {}
            }
        }
        let world = builder.commit();
        let quads = quads(&world);
        assert_eq!(covered(&quads), expected(&world));
        for quad in quads {
            let (first, second) = [(1, 2), (0, 2), (0, 1)][quad.side.axis];
            let mut far = quad.cell;
            far[first] += i32::from(quad.width);
            far[second] += i32::from(quad.height);
            far[quad.side.axis] += 1;
            let mut cells = CellBox::new(quad.cell, far).cells();
            assert!(cells.all(|cell| world.material(cell) == quad.material));
        }
    }

    #[test]
    fn a_box_across_chunks_has_one_rectangle_a_side_and_chunk() {
        let bounds = CellBox::new(IVec3::splat(-100), IVec3::splat(100));
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        let part = CellBox::new(IVec3::new(-3, 5, 5), IVec3::new(4, 9, 8));
        builder.set_box(part, CellState::Occupied).unwrap();
        let quads = quads(&builder.commit());
        // Two chunks along x: four long sides in two parts each, and two ends.
        assert_eq!(quads.len(), 10);
        assert!(quads.iter().all(|quad| quad.place == Place::Inside));
    }
}
