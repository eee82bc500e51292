//! The cells that are doorways.
//!
//! Cut a world by a plane of cells across one axis, and the traversable cells of the cut fall into
//! *sections*: those joined by faces within the plane. A section of few cells between wider ones is where
//! one squeezes through: a doorway, a window, a hatch. In a passage of constant width it is the first of
//! its sections along the axis.

use glam::IVec3;

use crate::coordinates::{Axis, ChunkCoord};
use crate::traversability::Traversability;
use crate::traversability::rows::{Rows, no_bits};

/// The longest side of a doorway, in cells.
const WIDEST: i32 = 4;

/// The most cells of a doorway.
const MOST_CELLS: usize = (WIDEST * WIDEST) as usize;

/// The cells of all doorways, by the entry of their chunk.
#[derive(Debug)]
pub(super) struct Doorways {
    rows: Vec<Option<Box<Rows>>>,
    count: u64,
}

impl Doorways {
    /// Finds the doorways in the listed chunks.
    pub(super) fn of(world: &Traversability, chunks: &[ChunkCoord]) -> Self {
        let mut doorways = Self::at(world, []);
        let mut section = Section::default();
        for &chunk in chunks.iter().filter(|&&chunk| world.is_mixed(chunk)) {
            for across in Axis::ALL {
                let [along, _] = across.others();
                for index in 0..4096 {
                    let [u, v] = [index & 63, index >> 6];
                    let mut cells = narrow(world, chunk, along, [u, v]);
                    while cells != 0 {
                        let local = along.unit() * cells.trailing_zeros() as i32
                            + along.others()[0].unit() * u
                            + along.others()[1].unit() * v;
                        cells &= cells - 1;
                        section.find(world, across, chunk.origin() + local);
                        if section.is_first() && section.is_doorway(world) {
                            section
                                .cells
                                .iter()
                                .for_each(|&cell| doorways.add(world, cell));
                        }
                    }
                }
            }
        }
        doorways
    }

    /// Makes the doorways at some cells.
    pub(super) fn at(world: &Traversability, cells: impl IntoIterator<Item = IVec3>) -> Self {
        let mut doorways = Self {
            rows: vec![None; world.snapshot.grid.entries().count()],
            count: 0,
        };
        for cell in cells {
            doorways.add(world, cell);
        }
        doorways
    }

    /// Returns the number of cells.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Returns whether a cell is a doorway.
    #[inline]
    pub(super) fn contains(&self, world: &Traversability, cell: IVec3) -> bool {
        let local = cell & 63;
        self.row(world, ChunkCoord::of(cell), local.y, local.z) >> local.x & 1 != 0
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let rows = self.rows.iter().flatten();
        self.rows.capacity() * size_of::<Option<Box<Rows>>>() + rows.count() * size_of::<Rows>()
    }

    /// Returns the doorways in a row along x.
    pub(super) fn row(&self, world: &Traversability, chunk: ChunkCoord, y: i32, z: i32) -> u64 {
        let rows = self.rows[world.snapshot.grid.entry_index(chunk)].as_ref();
        rows.map_or(0, |rows| rows[((z & 63) << 6 | y & 63) as usize])
    }

    /// Returns the doorways in a chunk, in the order z, y, x.
    pub(super) fn of_chunk(
        &self,
        world: &Traversability,
        chunk: ChunkCoord,
    ) -> impl Iterator<Item = IVec3> {
        let rows = self.rows[world.snapshot.grid.entry_index(chunk)].as_ref();
        let rows = (0..).zip(rows.into_iter().flat_map(|rows| rows.iter()));
        rows.flat_map(move |(index, &row)| {
            let beginning = chunk.origin() + IVec3::new(0, index & 63, index >> 6);
            let cells = (0..64).filter(move |x| row >> x & 1 != 0);
            cells.map(move |x| beginning + IVec3::X * x)
        })
    }

    fn add(&mut self, world: &Traversability, cell: IVec3) {
        let index = world.snapshot.grid.entry_index(ChunkCoord::of(cell));
        let rows = self.rows[index].get_or_insert_with(no_bits);
        let local = cell & 63;
        let row = &mut rows[(local.z << 6 | local.y) as usize];
        self.count += u64::from(*row >> local.x & 1 == 0);
        *row |= 1 << local.x;
    }
}

/// Returns the traversable cells of a row along an axis that have at most [`WIDEST`] such cells in
/// a run.
fn narrow(world: &Traversability, chunk: ChunkCoord, along: Axis, [u, v]: [i32; 2]) -> u64 {
    let own = world.entry(chunk).row(along, u, v);
    if own == 0 {
        return 0;
    }
    let [before, after] = [-1, 1].map(|side| {
        let beside = ChunkCoord(chunk.0 + along.unit() * side);
        world.entry(beside).row(along, u, v)
    });
    // As many cells of the chunks beside it as a run that is too long can take from there.
    let row = u128::from(after & 15) << 68 | u128::from(own) << WIDEST | u128::from(before >> 60);
    let begin = (1..=WIDEST).fold(row, |wide, by| wide & row >> by);
    let wide = (1..=WIDEST).fold(begin, |wide, by| wide | begin << by);
    own & !((wide >> WIDEST) as u64)
}

/// The traversable cells joined by faces within a plane across an axis, as far as they were looked at.
#[derive(Default)]
struct Section {
    across: Option<Axis>,
    cells: Vec<IVec3>,
    /// Cells beside it, while it is asked whether it is a doorway.
    beside: Vec<IVec3>,
}

impl Section {
    /// Finds the section of a cell, or so many cells of it that it is no doorway.
    fn find(&mut self, world: &Traversability, across: Axis, cell: IVec3) {
        self.across = Some(across);
        self.cells.clear();
        self.cells.push(cell);
        spread(world, across, &mut self.cells, MOST_CELLS);
    }

    /// Returns whether the cell that the section was found from is the first of its cells: each
    /// section counts once.
    fn is_first(&self) -> bool {
        let order = |cell: &IVec3| [cell.z, cell.y, cell.x];
        let first = self.cells.first().map(order);
        self.cells.iter().map(order).min() == first
    }

    /// Returns whether the section is small, and smaller than what lies before it, and no larger than
    /// what comes after.
    fn is_doorway(&mut self, world: &Traversability) -> bool {
        let Some(across) = self.across else {
            return false;
        };
        let [min, max] = self
            .cells
            .iter()
            .fold([self.cells[0]; 2], |[min, max], cell| {
                [min.min(*cell), max.max(*cell)]
            });
        let is_small = self.cells.len() <= MOST_CELLS && (max - min).max_element() < WIDEST;
        is_small
            && self.beside(world, across.unit() * -1) > self.cells.len()
            && self.beside(world, across.unit()) >= self.cells.len()
    }

    /// Returns the number of cells of the sections beside this one, counted no further than one
    /// more than its own.
    fn beside(&mut self, world: &Traversability, step: IVec3) -> usize {
        let Some(across) = self.across else {
            return 0;
        };
        let beside = self.cells.iter().map(|cell| cell + step);
        self.beside.clear();
        self.beside
            .extend(beside.filter(|&cell| world.is_traversable(cell)));
        spread(world, across, &mut self.beside, self.cells.len());
        self.beside.len()
    }
}

/// Adds what is joined to `cells` by faces within a plane, until there are more than `most`.
fn spread(world: &Traversability, across: Axis, cells: &mut Vec<IVec3>, most: usize) {
    let [u, v] = across.others().map(Axis::unit);
    let mut next = 0;
    while let Some(&cell) = cells.get(next) {
        next += 1;
        for step in [u, -u, v, -v] {
            let there = cell + step;
            if world.is_traversable(there) && !cells.contains(&there) {
                cells.push(there);
            }
        }
        if cells.len() > most {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent::UnknownPolicy;
    use crate::coordinates::CellBox;
    use crate::occupancy::{CellState, OccupancyBuilder};

    /// Returns the doorways of a world of 40 x 12 x 12 cells at the border of two chunks, with a wall across x
    /// of some thickness, open in one box.
    fn doorways(thickness: i32, open: [i32; 2]) -> Vec<IVec3> {
        let origin = IVec3::new(44, 60, 60);
        let bounds = CellBox::new(origin, origin + IVec3::new(40, 12, 12));
        let mut builder = OccupancyBuilder::new(bounds).unwrap();
        let wall = origin + IVec3::X * 19;
        let size = IVec3::new(thickness, 12, 12);
        let wall_box = CellBox::new(wall, wall + size);
        builder.set_box(wall_box, CellState::Occupied).unwrap();
        let door = CellBox::new(
            wall + IVec3::new(0, 3, 3),
            wall + IVec3::new(thickness, 3 + open[0], 3 + open[1]),
        );
        builder.set_box(door, CellState::Free).unwrap();
        let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
        let found = Doorways::of(&world, &bounds.chunks().collect::<Vec<_>>());
        let chunks = bounds.chunks();
        let cells = chunks.flat_map(|chunk| found.of_chunk(&world, chunk).collect::<Vec<_>>());
        let cells: Vec<IVec3> = cells
            .map(|cell| cell - wall - IVec3::new(0, 3, 3))
            .collect();
        assert_eq!(cells.len() as u64, found.count());
        cells
    }

    #[test]
    fn a_door_of_up_to_four_cells_a_side_is_one_section_of_its_wall() {
        for open in [[1, 1], [2, 1], [3, 3], [4, 4]] {
            for thickness in [1, 2, 5] {
                let found = doorways(thickness, open);
                assert_eq!(found.len(), (open[0] * open[1]) as usize, "{open:?}");
                for cell in found {
                    assert_eq!(cell.x, 0, "{open:?}, {thickness} cells thick");
                    assert!(cell.y < open[0] && cell.z < open[1], "{open:?} {cell}");
                }
            }
        }
    }

    #[test]
    fn a_wider_opening_and_a_niche_are_none() {
        assert_eq!(doorways(1, [5, 1]), []);
        assert_eq!(doorways(1, [1, 5]), []);
        // Of twelve cells nothing is narrowed.
        assert_eq!(doorways(1, [9, 9]), []);
        let niche = CellBox::from_size(IVec3::new(12, 12, 12));
        let mut builder =
            OccupancyBuilder::new(CellBox::from_size(IVec3::new(14, 12, 12))).unwrap();
        let wall = CellBox::new(IVec3::new(12, 0, 0), IVec3::new(14, 12, 12));
        builder.set_box(wall, CellState::Occupied).unwrap();
        builder.set(IVec3::new(12, 4, 4), CellState::Free).unwrap();
        let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
        let found = Doorways::of(&world, &niche.chunks().collect::<Vec<_>>());
        assert_eq!(found.count(), 0);
    }
}
