//! Corridors and dead ends: where a path has no choice.
//!
//! Under the rule that moves may not cut corners, cells with few neighbors leave a path no choice:
//!
//! - A traversable cell of which at most one neighbor across a face is traversable is a *dead end*:
//!   no path between two other cells needs it, not even as the corner of a diagonal. Take it out, and
//!   its neighbor may become one. What is left in the end is the 2-core of the world; what was
//!   taken out are trees, each of which hangs on one cell of the core, and every cell of a tree knows
//!   its way out.
//! - A *corridor cell* is one with exactly two such neighbors that no diagonal passes by: the two
//!   lie opposite each other, or the fourth cell of the square that they form with it is blocked.
//!   Every path that enters it on one side leaves it on the other. A chain of them is a single edge
//!   between its *ends*, the cells beyond it that are no corridor cells.
//!
//! So a search can begin and end in the core, and take every corridor in one stride; where the core
//! is corridors and little else, it is a graph that is searched by itself ([`CorridorGraph`]). Costs stay
//! exact (Björnsson and Halldórsson 2006 skip dead ends of rooms by a decomposition; here single
//! cells are filled and nothing is approximated).
//!
//! Where moves may cut corners, both are something else ([`LenientCorridors`]).
//!
//! The tables are made on request, and only for worlds that consist of such cells to a good part:
//! mazes, mines and pipes, or buildings whose passages fit the agent exactly.

mod bypassed;
mod cells;
mod dead_ends;
mod graph;
mod landmark_distances;
mod lenient;
mod table;

pub(super) use graph::legal_moves;
pub use graph::{CorridorGraph, Edge};
pub use landmark_distances::LandmarkDistances;
pub use lenient::LenientCorridors;
pub use table::Junction;

use glam::IVec3;

use super::directory::Directory;
use super::grid::Grid;
use super::rows::Rows;
use super::{Snapshot, Traversability};
use crate::coordinates::{Axis, ChunkCoord, Heading};
use cells::CorridorCells;
use dead_ends::{DeadEnds, Peeling};
use table::JunctionTable;

/// The most traversable cells to one in a corridor or a dead end where tables are made. In noise
/// one in ten does, in corridors so short that looking them up costs more than it saves.
const SCARCITY: u64 = 4;

/// A corridor as seen from one of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corridor {
    /// The heading of the move into the corridor.
    pub heading: Heading,
    /// The cell at the other end.
    pub end: IVec3,
    /// The heading of the move into `end`.
    pub arrival: Heading,
    /// Moves from end to end, all of them straight: one more than the cells between.
    pub moves: u32,
}

/// One end of a corridor and the heading that leads into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CorridorEnd {
    /// The cell in front of the corridor.
    pub cell: IVec3,
    /// The heading from there into the corridor.
    pub heading: Heading,
}

/// The dead ends and corridors of a snapshot.
#[derive(Debug)]
pub struct Corridors {
    core: Traversability,
    dead_ends: DeadEnds,
    between: Between,
}

/// The corridors found in a world that has enough of them.
#[derive(Debug)]
pub(super) struct KnownCorridors {
    strict: Corridors,
    lenient: Option<LenientCorridors>,
}

/// The corridors between junctions.
#[derive(Debug)]
enum Between {
    /// The whole core, of which nothing else is left.
    Graph(CorridorGraph),
    /// The corridors alone, amid regions that are searched cell by cell.
    Table(JunctionTable),
}

impl Traversability {
    /// Finds dead ends and corridors now, if the world has enough of them for that to help a search.
    /// For worlds that stay as they are for a while: snapshots made by [`Traversability::refreshed`]
    /// do not know corridors until asked to.
    ///
    /// # Guarantees
    ///
    /// Whether there is a path and what it costs does not depend on it. Which of several equally good
    /// paths is found may, and how many cells are expanded should, and so what a search reaches before
    /// a limit ends it.
    ///
    /// # Complexity
    ///
    /// Linear in the chunks with content, about 0.1 ms for each, and in the cells of dead ends and
    /// corridors, about 50 ns for each; where junctions are few among the cells, about 1 us for each
    /// junction. Where there are enough of them, the same is found out for moves that cut corners, which
    /// takes about 200 ns for each traversable cell. Nothing is done for worlds so large and empty that their components are not labeled
    /// either.
    ///
    /// ```
    /// use voxnav_occupancy::glam::IVec3;
    /// use voxnav_occupancy::{
    ///     CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy,
    /// };
    ///
    /// let tunnel = OccupancyBuilder::new(CellBox::from_size(IVec3::new(100, 1, 1)))?.commit();
    /// let world = Traversability::new(&tunnel, UnknownPolicy::Blocked);
    /// let before = world.memory_bytes();
    /// let world = world.with_corridors();
    /// assert!(world.memory_bytes() > before, "the whole tunnel is kept as a dead end");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_corridors(self) -> Self {
        self.snapshot
            .corridors
            .get_or_init(|| match &self.snapshot.grid.directory {
                Directory::Dense(dense) => {
                    KnownCorridors::of(&self, &dense.chunks().collect::<Vec<_>>())
                }
                Directory::Sparse(_) => None,
            });
        self
    }

    /// Returns the dead ends and corridors, if they were asked for and there are enough of them.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn corridors(&self) -> Option<&Corridors> {
        Some(&self.snapshot.corridors.get()?.as_ref()?.strict)
    }

    /// Returns the corridors for moves that cut corners, if they were asked for, there are enough of
    /// them and they are a graph.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn lenient_corridors(&self) -> Option<&LenientCorridors> {
        self.snapshot.corridors.get()?.as_ref()?.lenient.as_ref()
    }
}

impl KnownCorridors {
    /// Finds the corridors of a world whose chunks are all listed, if it has enough of them.
    fn of(world: &Traversability, chunks: &[ChunkCoord]) -> Option<Self> {
        let traversable = world.count_traversable(chunks);
        let strict = Corridors::of(world, chunks, traversable)?;
        let lenient = LenientCorridors::of(world, chunks, traversable);
        Some(Self { strict, lenient })
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let lenient = self.lenient.as_ref();
        self.strict.memory_bytes() + lenient.map_or(0, LenientCorridors::memory_bytes)
    }
}

impl Corridors {
    /// Returns the corridors of a world whose chunks are all listed and which has `traversable` cells,
    /// if it has enough of them.
    fn of(world: &Traversability, chunks: &[ChunkCoord], traversable: u64) -> Option<Self> {
        let mut peeling = Peeling::of(&world.snapshot.grid);
        peeling.run(world, chunks);
        let (core, dead_ends) = peeling.finish(&world.snapshot.grid);
        let cells = CorridorCells::of(&core, chunks, Corners::Kept);
        if (dead_ends.count() + cells.count()) * SCARCITY < traversable || traversable == 0 {
            return None;
        }
        let between = match CorridorGraph::of(&core, chunks, &cells, Corners::Kept) {
            Some(graph) => Between::Graph(graph.with_landmarks_among(traversable)),
            None => Between::Table(JunctionTable::of(&core, chunks, &cells)),
        };
        Some(Self {
            core,
            dead_ends,
            between,
        })
    }

    /// Returns the world without its dead ends.
    #[must_use]
    pub fn core(&self) -> &Traversability {
        &self.core
    }

    /// Returns the first move on the way out of a dead end; `None` for a cell of the core, a cell
    /// that is not traversable, and the last cell of a component that has no core.
    #[must_use]
    #[inline]
    pub fn way_out(&self, cell: IVec3) -> Option<Heading> {
        self.dead_ends.way_out(&self.core.snapshot.grid, cell)
    }

    /// Returns the core as a graph, where it consists of corridors and little else.
    #[must_use]
    #[inline]
    pub fn graph(&self) -> Option<&CorridorGraph> {
        match &self.between {
            Between::Graph(graph) => Some(graph),
            Between::Table(_) => None,
        }
    }

    /// Returns the corridors that begin at `cell`, if any does and there is no
    /// [`graph`](Self::graph).
    #[must_use]
    #[inline]
    pub fn junction(&self, cell: IVec3) -> Option<Junction<'_>> {
        match &self.between {
            Between::Graph(_) => None,
            Between::Table(table) => table.junction(cell),
        }
    }

    /// Returns the ends of the corridor in which `cell` lies; none if it lies in no corridor.
    ///
    /// # Complexity
    ///
    /// Linear in the length of the corridor.
    #[must_use]
    pub fn ends(&self, cell: IVec3) -> [Option<CorridorEnd>; 2] {
        let end = |way: Corridor| CorridorEnd {
            cell: way.end,
            heading: way.arrival.reverse(),
        };
        self.ways(cell).map(|way| way.map(end))
    }

    /// Returns the ways from `cell` to the ends of the corridor in which it lies; none if it lies
    /// in no corridor. In a closed circle without ends both lead to `cell` itself.
    ///
    /// # Complexity
    ///
    /// Linear in the length of the corridor.
    #[must_use]
    pub fn ways(&self, cell: IVec3) -> [Option<Corridor>; 2] {
        let mut ways = [None; 2];
        let Some(headings) = self.core.onward(cell) else {
            return ways;
        };
        for (way, heading) in ways.iter_mut().zip(headings.iter()) {
            *way = Some(self.core.walk(CorridorEnd { cell, heading }, |_| {}));
        }
        ways
    }

    /// Returns the moves from a corridor cell to the next, as neighborhood bits; `None` from every other
    /// cell of the core.
    #[must_use]
    pub fn onward(&self, cell: IVec3) -> Option<u32> {
        self.core.onward(cell).map(|ways| ways.0)
    }

    /// Calls `each` with the heading of every move from `end` through its corridor to the far one.
    pub fn walk(&self, end: CorridorEnd, each: impl FnMut(Heading)) {
        self.core.walk(end, each);
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.core.memory_bytes()
            + self.dead_ends.memory_bytes()
            + match &self.between {
                Between::Graph(graph) => graph.memory_bytes(),
                Between::Table(table) => table.memory_bytes(),
            }
    }
}

impl Traversability {
    /// Goes from the cell of `end` through the corridor to the first cell that is no corridor cell,
    /// or to where it began.
    fn walk(&self, end: CorridorEnd, mut each: impl FnMut(Heading)) -> Corridor {
        let CorridorEnd { cell, heading } = end;
        let mut corridor = Corridor {
            heading,
            end: cell + heading.step(),
            arrival: heading,
            moves: 1,
        };
        each(heading);
        while corridor.end != cell
            && let Some(ways) = self.onward(corridor.end)
            && let Some(next) = ways.without(corridor.arrival.reverse()).iter().next()
        {
            corridor.end += next.step();
            corridor.arrival = next;
            corridor.moves += 1;
            each(next);
        }
        corridor
    }

    /// Returns the two ways out of a corridor cell; `None` for every other cell.
    fn onward(&self, cell: IVec3) -> Option<Ways> {
        let neighborhood = self.neighborhood(cell);
        let ways = Ways(neighborhood & FACES);
        if neighborhood & CENTER == 0 || ways.0.count_ones() != 2 {
            return None;
        }
        // The fourth cell of the square, or the center where they lie opposite each other.
        let corner = ways.0.trailing_zeros() + ways.0.ilog2() - CENTER.trailing_zeros();
        let is_passed_by = neighborhood & !CENTER & 1 << corner != 0;
        (!is_passed_by).then_some(ways)
    }

    pub(super) fn count_traversable(&self, chunks: &[ChunkCoord]) -> u64 {
        let grid = &self.snapshot.grid;
        let count = |chunk: &ChunkCoord| -> u64 {
            let bits = &grid.entry(*chunk).bits;
            if bits.shares_storage_with(&grid.maker.blocked) {
                return 0;
            }
            let rows = bits.along(Axis::X).iter();
            rows.map(|row| u64::from(row.count_ones())).sum()
        };
        chunks.iter().map(count).sum()
    }
}

/// Returns a world with fewer cells in some of its entries: those of which there are rows along x for
/// an entry.
fn core_of(grid: &Grid, left: impl Fn(usize) -> Option<Rows>) -> Traversability {
    let (mut entries, mut maker) = (grid.entries.clone(), grid.maker.clone());
    for index in 0..grid.entries().count() {
        if let Some(rows) = left(index)
            && let Some(entry) = entries.get_mut(index)
        {
            entry.bits = maker.made(&rows, None);
        }
    }
    maker.tidy();
    let core = Grid {
        bounds: grid.bounds,
        dilation: grid.dilation.clone(),
        maker,
        directory: grid.directory.clone(),
        entries,
    };
    Traversability::from(Snapshot::new(core, None))
}

/// The corner rule of diagonal moves, as far as corridors are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Corners {
    Kept,
    Cut,
}

/// The neighborhood bit of the cell itself.
pub(super) const CENTER: u32 = 1 << 13;

/// The neighborhood bits of the cells that share a face with it.
const FACES: u32 = 1 << 4 | 1 << 10 | 1 << 12 | 1 << 14 | 1 << 16 | 1 << 22;

/// Returns the index of the neighborhood bit of the cell at `offset`.
#[inline]
fn bit_index(offset: IVec3) -> u32 {
    ((offset.z + 1) * 9 + (offset.y + 1) * 3 + offset.x + 1) as u32
}

/// Returns the neighborhood bit of the cell at `offset`.
#[inline]
fn bit_at(offset: IVec3) -> u32 {
    1 << bit_index(offset)
}

/// A set of headings, as the neighborhood bits of the cells to which they lead.
#[derive(Clone, Copy)]
struct Ways(u32);

impl Ways {
    fn without(self, heading: Heading) -> Self {
        Self(self.0 & !bit_at(heading.step()))
    }

    fn iter(self) -> impl Iterator<Item = Heading> {
        Heading::ALL
            .into_iter()
            .filter(move |heading| self.0 & bit_at(heading.step()) != 0)
    }
}

/// Returns the set bits of a neighborhood, by index.
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros();
            set &= set - 1;
            bit
        })
    })
}

/// Returns the offset of a cell in a neighborhood.
pub(super) fn offset_at(bit: u32) -> IVec3 {
    let bit = bit as i32;
    IVec3::new(bit % 3, bit / 3 % 3, bit / 9) - 1
}
