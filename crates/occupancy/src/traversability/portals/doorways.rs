//! Which cells are doorways.
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
    /// Finds them in the listed chunks.
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

    /// Those at some cells.
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

    /// How many cells.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Whether a cell is one of them.
    #[inline]
    pub(super) fn contains(&self, world: &Traversability, cell: IVec3) -> bool {
        let local = cell & 63;
        self.row(world, ChunkCoord::of(cell), local.y, local.z) >> local.x & 1 != 0
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let rows = self.rows.iter().flatten();
        self.rows.capacity() * size_of::<Option<Box<Rows>>>() + rows.count() * size_of::<Rows>()
    }

    /// Those of a row along x.
    pub(super) fn row(&self, world: &Traversability, chunk: ChunkCoord, y: i32, z: i32) -> u64 {
        let rows = self.rows[world.snapshot.grid.entry_index(chunk)].as_ref();
        rows.map_or(0, |rows| rows[((z & 63) << 6 | y & 63) as usize])
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

/// The traversable cells of a row along an axis that have at most [`WIDEST`] such cells in a run.
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
    /// The section of a cell, or so many cells of it that it is no doorway.
    fn find(&mut self, world: &Traversability, across: Axis, cell: IVec3) {
        self.across = Some(across);
        self.cells.clear();
        self.cells.push(cell);
        spread(world, across, &mut self.cells, MOST_CELLS);
    }

    /// Whether the cell that it was found from is the first of its cells: each section counts once.
    fn is_first(&self) -> bool {
        let order = |cell: &IVec3| [cell.z, cell.y, cell.x];
        let first = self.cells.first().map(order);
        self.cells.iter().map(order).min() == first
    }

    /// Whether it is small, and smaller than what lies before it, and no larger than what comes after.
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

    /// How many cells the sections beside it have, counted no further than one more than its own.
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
