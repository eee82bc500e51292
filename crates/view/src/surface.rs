//! The surfaces of a world as few rectangles: the faces between occupied cells and others, and those between
//! cells that agents pass through (water, ladders, lava) and anything else that is not occupied.
//!
//! Faces are merged greedily, chunk by chunk and slice by slice: each rectangle grows along the rows
//! of its slice first and then over as many rows as have the same cells (M. Lysenko, "Meshing in a
//! Minecraft Game", 2012). With a row in a word that takes a few operations a rectangle.
//!
//! INVARIANT: rectangles of one side and filling never overlap, and together are exactly its faces.

use voxnav::glam::IVec3;
use voxnav::grid::{CellState, ChunkCoord, Heading, Occupancy, OccupancyError};
use voxnav::ground::MaterialId;

use crate::coarse::coarser;
use crate::plane::Plane;

/// The surfaces of a world, simplified where there are too many.
pub(crate) struct Surfaces {
    pub(crate) quads: Vec<Quad>,
    /// The world that they are of.
    pub(crate) world: Occupancy,
    /// The number of cells along the edge of one of its cells.
    pub(crate) scale: u32,
}

/// The most rectangles of a page: more are too many, as these are about 8 MB in it.
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

/// A rectangle of faces of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Quad {
    /// The lowest cell whose face belongs to it.
    pub(crate) cell: IVec3,
    /// The number of cells along the first of the two other axes, at most 64.
    pub(crate) width: u8,
    /// The number of cells along the second.
    pub(crate) height: u8,
    pub(crate) face: Face,
}

/// The properties that the faces of a rectangle have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Face {
    /// The one of its six faces that a cell shows.
    pub(crate) side: Heading,
    pub(crate) place: Place,
    /// The material of the cells.
    pub(crate) material: Option<MaterialId>,
    pub(crate) filling: Filling,
}

/// The kind of cells that show a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Filling {
    Occupied,
    /// The cells are made of a material and not occupied: water, ladders, lava.
    Passable,
}

/// The place on the other side of a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Place {
    /// A cell that is not occupied.
    Inside,
    /// The outside of the world. Without these faces one looks into a world of caves from outside.
    Border,
}

/// Returns the chunk on a side of another.
pub(crate) fn next(chunk: ChunkCoord, side: Heading) -> ChunkCoord {
    ChunkCoord(chunk.0 + side.step())
}

/// Returns every surface of a world, in a fixed order.
pub(crate) fn quads(world: &Occupancy) -> Vec<Quad> {
    let mut quads = Vec::new();
    // Only stored chunks hold occupied cells in worlds read from files: the rest of those is free.
    for chunk in world.stored_chunks() {
        chunk_quads(world, chunk, &mut quads);
    }
    quads
}

/// Adds the surfaces of the cells of a chunk.
pub(crate) fn chunk_quads(world: &Occupancy, chunk: ChunkCoord, quads: &mut Vec<Quad>) {
    let occupied = Plane::of(world, chunk, CellState::Occupied);
    let ids: Vec<_> = world.materials_in(chunk).collect();
    let made_of = |id| (id, Plane::made_of(world, chunk, id));
    let materials: Vec<_> = ids.into_iter().map(made_of).collect();
    if !occupied.is_empty() {
        occupied_quads(world, chunk, &occupied, &materials, quads);
    }
    for (id, made) in &materials {
        let passable = made.zip(&occupied, |made, occupied| made & !occupied);
        if !passable.is_empty() {
            passable_quads(world, chunk, *id, [&passable, &occupied], quads);
        }
    }
}

/// Adds the surfaces of the occupied cells, material by material; last of what has none.
fn occupied_quads(
    world: &Occupancy,
    chunk: ChunkCoord,
    occupied: &Plane,
    materials: &[(MaterialId, Plane)],
    quads: &mut Vec<Quad>,
) {
    for side in Heading::ALL {
        let (inner, border) = occupied.faces(world, chunk, side);
        for (mut faces, place) in [(inner, Place::Inside), (border, Place::Border)] {
            let face = |material| Face {
                side,
                place,
                material,
                filling: Filling::Occupied,
            };
            for (id, made) in materials {
                let own = faces.zip(made, |faces, made| faces & made);
                own.merge(chunk.origin(), face(Some(*id)), quads);
                faces = faces.zip(made, |faces, made| faces & !made);
            }
            faces.merge(chunk.origin(), face(None), quads);
        }
    }
}

/// Adds the surfaces of cells that are made of a material and not occupied: none between two of them, and
/// none to occupied cells, which show their own.
fn passable_quads(
    world: &Occupancy,
    chunk: ChunkCoord,
    id: MaterialId,
    [passable, occupied]: [&Plane; 2],
    quads: &mut Vec<Quad>,
) {
    let hiding = passable.zip(occupied, |passable, occupied| passable | occupied);
    let inside = Plane::within(world, chunk);
    for side in Heading::ALL {
        let beside = next(chunk, side);
        let hiding_there = Plane::made_of(world, beside, id).zip(
            &Plane::of(world, beside, CellState::Occupied),
            |made, occupied| made | occupied,
        );
        let hidden = hiding.seen_from(&hiding_there, side);
        let faces = passable.zip(&hidden, |own, hidden| own & !hidden);
        let to_inside = inside.seen_from(&Plane::within(world, beside), side);
        let inner = faces.zip(&to_inside, |faces, inside| faces & inside);
        let border = faces.zip(&to_inside, |faces, inside| faces & !inside);
        for (faces, place) in [(inner, Place::Inside), (border, Place::Border)] {
            let face = Face {
                side,
                place,
                material: Some(id),
                filling: Filling::Passable,
            };
            faces.merge(chunk.origin(), face, quads);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use voxnav::grid::{CellBox, OccupancyBuilder, Sign};
    use voxnav_worlds::{WorldKind, generate};

    use super::*;

    /// Every face that the rectangles cover, and how often.
    fn covered(quads: &[Quad]) -> BTreeMap<([i32; 3], usize, bool, bool), u32> {
        let mut faces = BTreeMap::new();
        for quad in quads {
            let (first, second) = [(1, 2), (0, 2), (0, 1)][quad.face.side.axis.index()];
            for a in 0..i32::from(quad.width) {
                for b in 0..i32::from(quad.height) {
                    let mut cell = quad.cell;
                    cell[first] += a;
                    cell[second] += b;
                    let higher = quad.face.side.sign == Sign::Positive;
                    let border = quad.face.place == Place::Border;
                    let face = (cell.to_array(), quad.face.side.axis.index(), higher, border);
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
            let (first, second) = [(1, 2), (0, 2), (0, 1)][quad.face.side.axis.index()];
            let mut far = quad.cell;
            far[first] += i32::from(quad.width);
            far[second] += i32::from(quad.height);
            far[quad.face.side.axis.index()] += 1;
            let mut cells = CellBox::new(quad.cell, far).cells();
            assert!(cells.all(|cell| world.material(cell) == quad.face.material));
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
        assert!(quads.iter().all(|quad| quad.face.place == Place::Inside));
    }

    #[test]
    fn what_is_passed_through_shows_its_faces_to_everything_else_that_is_not_occupied() {
        use voxnav::ground::{Material, MaterialKind};

        let bounds = CellBox::new(IVec3::new(-3, -66, 0), IVec3::new(9, 9, 7));
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        let kinds = [
            ("water", MaterialKind::Liquid),
            ("ladder", MaterialKind::Climbable),
            ("stone", MaterialKind::Solid),
        ];
        let kinds =
            kinds.map(|(name, kind)| builder.add_material(Material::new(name, kind)).unwrap());
        for (index, cell) in (0_usize..).zip(bounds.cells()) {
            match index.wrapping_mul(0x9e37_79b9) >> 7 & 7 {
                0 => builder.set(cell, CellState::Occupied).unwrap(),
                kind @ 1..=6 => builder.set_material(cell, kinds[kind / 2 % 3]).unwrap(),
                _ => {}
            }
        }
        let world = builder.commit();
        let all = quads(&world);
        let (solid, passable): (Vec<_>, Vec<_>) =
            (all.iter().copied()).partition(|quad| quad.face.filling == Filling::Occupied);
        assert_eq!(covered(&solid), expected(&world));
        let mut faces = BTreeMap::new();
        for cell in bounds.cells() {
            let own = world.material(cell).filter(|&id| id != kinds[2]);
            let Some(own) = own else { continue };
            for side in Heading::ALL {
                let neighbor = cell + side.step();
                let higher = side.sign == Sign::Positive;
                let border = !bounds.contains(neighbor);
                let hides = |state, material| state == CellState::Occupied || material == Some(own);
                if border || !hides(world.state(neighbor), world.material(neighbor)) {
                    faces.insert((cell.to_array(), side.axis.index(), higher, border), 1);
                }
            }
        }
        assert_eq!(covered(&passable), faces);
        assert!(
            passable
                .iter()
                .all(|quad| quad.face.material != Some(kinds[2]))
        );
    }
}
