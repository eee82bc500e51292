//! The core of a world as a sparse graph.
//!
//! Cells of the core that are no corridor cells are its *junctions*. No move under strict corners
//! begins at, ends at or sweeps over a corridor cell but straight along the corridor, so the moves of
//! the core are those between neighboring junctions and those along corridors. With the former as
//! they are and each corridor as one edge, the ways between junctions cost in the graph exactly what
//! they cost in the core, whatever the move set: an edge is there if strict corners allow it, and a
//! search leaves out those whose direction is not among its moves.
//!
//! Where moves may cut corners, a corridor cell is one with exactly two neighbors, and what was said holds
//! for all 26 moves; along a corridor, some may be diagonal.
//!
//! The graph is compressed sparse rows: junctions are numbered chunk by chunk, so that neighbors
//! mostly have near numbers, and an edge takes 12 bytes. It is made only where junctions mostly stand
//! alone; large open regions are searched by runs, not by edges.

use glam::IVec3;

use super::cells::CorridorCells;
use super::landmark_distances::{self, LandmarkDistances};
use super::{CENTER, Corners, FACES, bit_index, bits, offset_at};
use crate::coordinates::ChunkCoord;
use crate::traversability::Traversability;

/// The most neighboring junctions that junctions have on average where a graph is made: cells of 2
/// x 2 squares have three, those of open planes eight.
const MOST_NEIGHBORS: usize = 4;

/// The fewest traversable cells to a junction where landmarks are found: then they take little
/// beside the rest. In mazes there are forty, in noise two.
const CELLS_TO_A_JUNCTION: u64 = 8;

/// The bits of [`Edge::code`] that hold the first move.
const STEP_BITS: u32 = 5;

/// The most moves that an edge can have.
const MOST_MOVES: u32 = u32::MAX >> STEP_BITS;

/// The most junctions: they are told apart by 31 bits of records, and a search needs two more and a
/// sign for none.
const MOST: usize = i32::MAX as usize - 3;

/// The junctions of a core and what joins them.
#[derive(Debug)]
pub struct CorridorGraph {
    /// The junctions in the order of chunks (z, y, x), and of cells within each. One more, which is
    /// no junction, ends the edges of the last.
    junctions: Vec<Place>,
    edges: Vec<Edge>,
    /// The distances of each junction from the landmarks; empty where there are no landmarks.
    away: Vec<LandmarkDistances>,
    /// The length of an edge in [units](LandmarkDistances::UNITS) of landmarks.
    units: fn(Edge) -> u32,
}

/// The cell of a junction and the place of its edges.
#[derive(Clone, Copy, Debug)]
struct Place {
    cell: IVec3,
    /// The first of its edges, which end where those of the next begin.
    first: u32,
}

/// A way from one junction to another: a single move or a corridor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Edge {
    target: u32,
    /// The number of moves, then the bit of the first move in a neighborhood.
    code: u32,
    /// The number of moves that lead along two axes, and along three.
    diagonals: [u16; 2],
}

impl Edge {
    fn new(target: u32, bit: u32, corridor: &Followed) -> Self {
        Self {
            target,
            code: corridor.moves << STEP_BITS | bit,
            diagonals: corridor.diagonals,
        }
    }

    /// Returns a way of so many moves along one, two and three axes. One of them at least, and too
    /// few to matter where they are counted.
    pub(in super::super) fn of_moves(
        target: u32,
        bit: u32,
        [straight, faces, bodies]: [u32; 3],
    ) -> Self {
        Self {
            target,
            code: (straight + faces + bodies) << STEP_BITS | bit,
            diagonals: [faces as u16, bodies as u16],
        }
    }

    /// Returns the number of the junction to which the way leads.
    #[must_use]
    #[inline]
    pub fn target(self) -> u32 {
        self.target
    }

    /// Returns the number of moves: more than one only for corridors.
    #[must_use]
    #[inline]
    pub fn moves(self) -> u32 {
        self.code >> STEP_BITS
    }

    /// Returns the number of moves that lead along two axes, and along three; none in a corridor of
    /// strict corners.
    #[must_use]
    #[inline]
    pub fn diagonals(self) -> [u32; 2] {
        self.diagonals.map(u32::from)
    }

    /// Returns the length of a corridor in [units](LandmarkDistances::UNITS) of landmarks.
    fn units(self) -> u32 {
        let [faces, bodies] = self.diagonals();
        let lengths = [self.moves() - faces - bodies, faces, bodies];
        lengths.iter().zip(1..).fold(0_u32, |sum, (count, axes)| {
            sum.saturating_add(count.saturating_mul(LandmarkDistances::of_move(axes)))
        })
    }

    /// Returns the first move, as the bit of the cell to which it leads in
    /// [neighborhoods](Traversability::neighborhood); below 27.
    #[must_use]
    #[inline]
    pub fn bit(self) -> u32 {
        self.code & ((1 << STEP_BITS) - 1)
    }
}

impl CorridorGraph {
    /// Returns the number of junctions. They are numbered from zero.
    #[must_use]
    pub fn len(&self) -> usize {
        self.junctions.len() - 1
    }

    /// Returns whether there is no junction: all corridors are closed circles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the cell of a junction, by its number, which must be below [`CorridorGraph::len`].
    #[must_use]
    #[inline]
    pub fn cell(&self, junction: u32) -> IVec3 {
        self.junctions[junction as usize].cell
    }

    /// Returns the distances of a junction from the landmarks, by its number. There are landmarks
    /// where junctions are few among the cells of the world.
    #[must_use]
    #[inline]
    pub fn away(&self, junction: u32) -> &LandmarkDistances {
        self.away
            .get(junction as usize)
            .unwrap_or(&LandmarkDistances::NEVER)
    }

    /// Returns the ways out of a junction, by its number. Each is there from its other end, too.
    #[must_use]
    #[inline]
    pub fn edges(&self, junction: u32) -> &[Edge] {
        let place = junction as usize;
        let first = self.junctions[place].first as usize;
        let end = self.junctions[place + 1].first as usize;
        &self.edges[first..end]
    }

    /// Returns the length of an edge in [units](LandmarkDistances::UNITS) of landmarks.
    pub(super) fn units(&self, edge: Edge) -> u32 {
        (self.units)(edge)
    }

    /// Returns the number of the junction at `cell`, if there is one.
    ///
    /// # Complexity
    ///
    /// Logarithmic in the number of junctions.
    #[must_use]
    pub fn find(&self, cell: IVec3) -> Option<u32> {
        let junctions = &self.junctions[..self.len()];
        let found = junctions.binary_search_by_key(&order(cell), |place| order(place.cell));
        found.ok().map(|place| place as u32)
    }

    pub(in super::super) fn memory_bytes(&self) -> usize {
        self.junctions.capacity() * size_of::<Place>()
            + self.edges.capacity() * size_of::<Edge>()
            + self.away.capacity() * size_of::<LandmarkDistances>()
    }

    /// Returns the graph of a core whose chunks are all listed; `None` where junctions mostly have
    /// others beside them.
    pub(super) fn of(
        core: &Traversability,
        chunks: &[ChunkCoord],
        corridors: &CorridorCells,
        corners: Corners,
    ) -> Option<Self> {
        let draft = Draft::of(core, chunks, corridors, corners)?;
        let count = draft.junctions.last()?.first as usize;
        let mut edges = vec![Edge::default(); count];
        for (number, &ways) in draft.ways.iter().enumerate() {
            for bit in bits(ways) {
                let there = draft.place(number, bit);
                if edges[there].code != 0 {
                    continue;
                }
                let corridor = draft.follow(number, bit)?;
                let (far, back) = (corridor.far, corridor.back);
                edges[there] = Edge::new(far, bit, &corridor);
                edges[draft.place(far as usize, back)] = Edge::new(number as u32, back, &corridor);
            }
        }
        Some(Self {
            junctions: draft.junctions,
            edges,
            away: vec![],
            units: Edge::units,
        })
    }

    /// Returns the graph of junctions in the [order] of cells, with the ways out of each and how long
    /// these are in [units](LandmarkDistances::UNITS) of landmarks; `None` where they are too many.
    pub(in super::super) fn of_ways(
        cells: Vec<IVec3>,
        ways: Vec<Vec<Edge>>,
        units: fn(Edge) -> u32,
    ) -> Option<Self> {
        let mut edges = Vec::with_capacity(ways.iter().map(Vec::len).sum());
        let mut junctions = Vec::with_capacity(cells.len() + 1);
        for (cell, ways) in cells.into_iter().zip(ways) {
            let first = edges.len() as u32;
            junctions.push(Place { cell, first });
            edges.extend(ways);
        }
        let (cell, first) = (IVec3::ZERO, edges.len() as u32);
        junctions.push(Place { cell, first });
        (edges.len() <= MOST).then_some(Self {
            junctions,
            edges,
            away: vec![],
            units,
        })
    }

    /// Returns the same with landmarks, if junctions are few among so many cells.
    pub(in super::super) fn with_landmarks_among(self, traversable: u64) -> Self {
        if self.len() as u64 * CELLS_TO_A_JUNCTION > traversable {
            return self;
        }
        let away = landmark_distances::distances(&self);
        Self { away, ..self }
    }
}

/// The junctions of a graph before its corridors are followed.
struct Draft<'w> {
    core: &'w Traversability,
    corridors: &'w CorridorCells,
    corners: Corners,
    /// The number of junctions before each row of an entry, for each entry with junctions.
    before: Vec<Option<Box<[u32]>>>,
    junctions: Vec<Place>,
    /// The legal moves of each junction, as neighborhood bits.
    ways: Vec<u32>,
}

impl<'w> Draft<'w> {
    fn of(
        core: &'w Traversability,
        chunks: &[ChunkCoord],
        corridors: &'w CorridorCells,
        corners: Corners,
    ) -> Option<Self> {
        let mut draft = Self {
            core,
            corridors,
            corners,
            before: vec![None; core.snapshot.grid.entries().count()],
            junctions: vec![],
            ways: vec![],
        };
        let blocked = &core.snapshot.grid.maker.blocked;
        let is_open = |chunk: &ChunkCoord| !core.entry(*chunk).bits.shares_storage_with(blocked);
        for &chunk in chunks.iter().filter(|chunk| is_open(chunk)) {
            draft.number_chunk(chunk);
        }
        let (mut first, mut neighbors) = (0, 0);
        for place in &mut draft.junctions {
            let ways = legal_moves(core.neighborhood(place.cell), corners);
            let into_corridors = bits(ways)
                .filter(|&bit| corridors.contains(core, place.cell + offset_at(bit)))
                .count();
            place.first = first as u32;
            first += ways.count_ones() as usize;
            neighbors += ways.count_ones() as usize - into_corridors;
            draft.ways.push(ways);
        }
        if first > MOST || neighbors > MOST_NEIGHBORS * draft.junctions.len() {
            return None;
        }
        let (cell, first) = (IVec3::ZERO, first as u32);
        draft.junctions.push(Place { cell, first });
        Some(draft)
    }

    fn number_chunk(&mut self, chunk: ChunkCoord) {
        let mut before = Vec::new();
        for index in 0..4096 {
            let (y, z) = (index & 63, index >> 6);
            let mut cells = self.row(chunk, y, z);
            if cells != 0 && before.is_empty() {
                before.resize(4096, self.junctions.len() as u32);
            }
            if let Some(count) = before.get_mut(index as usize) {
                *count = self.junctions.len() as u32;
            }
            while cells != 0 {
                let local = IVec3::new(cells.trailing_zeros() as i32, y, z);
                cells &= cells - 1;
                let cell = chunk.origin() + local;
                self.junctions.push(Place { cell, first: 0 });
            }
        }
        if !before.is_empty() {
            self.before[self.core.snapshot.grid.entry_index(chunk)] = Some(before.into());
        }
    }

    /// Returns the junctions in a row.
    fn row(&self, chunk: ChunkCoord, y: i32, z: i32) -> u64 {
        self.core.entry(chunk).x_row(y, z) & !self.corridors.row(self.core, chunk, y, z)
    }

    /// Returns the number of the junction at a cell.
    fn number(&self, cell: IVec3) -> Option<u32> {
        let (chunk, local) = (ChunkCoord::of(cell), cell & 63);
        let before = self.before[self.core.snapshot.grid.entry_index(chunk)].as_ref()?;
        let lower = self.row(chunk, local.y, local.z) & ((1 << local.x) - 1);
        Some(before[(local.z << 6 | local.y) as usize] + lower.count_ones())
    }

    /// Returns the place of an edge.
    fn place(&self, junction: usize, bit: u32) -> usize {
        let lower = self.ways[junction] & ((1 << bit) - 1);
        (self.junctions[junction].first + lower.count_ones()) as usize
    }

    /// Goes from a junction to the next. `None` if it takes too many moves.
    fn follow(&self, junction: usize, bit: u32) -> Option<Followed> {
        let mut step = offset_at(bit);
        let mut cell = self.junctions[junction].cell + step;
        let (mut moves, mut diagonals) = (1, [0_u16; 2]);
        let others = match self.corners {
            Corners::Kept => FACES,
            Corners::Cut => ANY,
        };
        loop {
            if let Some(axes @ 0..) = step.abs().element_sum().checked_sub(2)
                && let Some(count) = diagonals.get_mut(axes as usize)
            {
                *count = count.checked_add(1)?;
            }
            if !self.corridors.contains(self.core, cell) {
                break;
            }
            let is_next = |next: &IVec3| *next != -step && self.core.is_traversable(cell + *next);
            // Most corridors are straight for a while.
            let others = bits(others).map(offset_at);
            step = std::iter::once(step).chain(others).find(is_next)?;
            cell += step;
            moves += 1;
        }
        (moves <= MOST_MOVES).then_some(Followed {
            far: self.number(cell)?,
            back: bit_index(-step),
            moves,
            diagonals,
        })
    }
}

/// The corridor between two junctions, as it was followed.
struct Followed {
    /// The number of the other one.
    far: u32,
    /// The first move back from there.
    back: u32,
    moves: u32,
    diagonals: [u16; 2],
}

/// Returns the key that cells are ordered by.
fn order(cell: IVec3) -> [i32; 6] {
    let (chunk, local) = (ChunkCoord::of(cell).0, cell & 63);
    [chunk.z, chunk.y, chunk.x, local.z, local.y, local.x]
}

/// The neighborhood bits of all cells but the center.
const ANY: u32 = (1 << 27) - 1 - CENTER;

/// Returns the moves out of the center of a neighborhood.
///
/// Where corners are kept, a move needs every cell of the box that it sweeps: for each axis along which it
/// leads, along with what it needs otherwise, the same moved back to the middle.
#[inline]
pub(in super::super) fn legal_moves(neighborhood: u32, corners: Corners) -> u32 {
    let within = |cells: u32, middle: u32, stride: u32| {
        let middle = cells & middle;
        cells & (middle | middle << stride | middle >> stride)
    };
    ANY & match corners {
        Corners::Cut => neighborhood,
        Corners::Kept => {
            let along_x = within(neighborhood, MIDDLE_X, 1);
            within(within(along_x, MIDDLE_Y, 3), MIDDLE_Z, 9)
        }
    }
}

/// The cells of a neighborhood that are in the middle along an axis.
const MIDDLE_X: u32 = 0o222_222_222;
const MIDDLE_Y: u32 = 0o070_070_070;
const MIDDLE_Z: u32 = 0o000_777_000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Draws;

    #[test]
    fn moves_that_keep_corners_need_the_boxes_that_they_sweep() {
        let mut draws = Draws::new(1);
        for _ in 0..20_000 {
            let around = draws.word() as u32 | draws.word() as u32;
            let around = around & (ANY | CENTER) | CENTER;
            let is_free = |offset: IVec3| around >> bit_index(offset) & 1 != 0;
            for bit in bits(ANY) {
                let to = offset_at(bit);
                let swept = |at: &u32| {
                    let at = offset_at(*at);
                    (0..3).all(|axis| at[axis] == 0 || at[axis] == to[axis])
                };
                let is_legal = (0..27).filter(swept).all(|at| is_free(offset_at(at)));
                let found = legal_moves(around, Corners::Kept) >> bit & 1 != 0;
                assert_eq!(found, is_legal, "{around:o} {to}");
            }
        }
    }
}
