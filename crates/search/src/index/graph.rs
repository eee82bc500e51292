//! The portals of a world and the ways between them, as compressed sparse rows: an edge takes 8 bytes.

use ahash::{AHashMap, RandomState};
use glam::IVec3;
use voxnav_occupancy::ChunkCoord;

use super::landmarks::{Distances, LandmarkDistances};
use crate::cost::Cost;

/// The fewest traversable cells to a vertex where landmarks are found: then they take little compared with the rest.
const CELLS_TO_A_VERTEX: u64 = 8;

/// The bits of [`Edge::code`] that hold the first move.
const STEP_BITS: u32 = 5;

/// The bit of [`Edge::code`] that is set for passages.
const PASSAGE: u32 = 1 << STEP_BITS;

/// The most different costs of edges.
const MOST_COSTS: usize = 1 << (32 - STEP_BITS - 1);

/// The most vertices: they are told apart by 31 bits of records, and a search needs two more and a
/// sign for none.
pub(super) const MOST: usize = i32::MAX as usize - 3;

/// A cheapest way from one vertex to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    pub(super) target: u32,
    /// The number of the cost; then whether the way is a passage; then the bit of the first move in a neighborhood.
    code: u32,
}

impl Edge {
    /// Returns the number of the vertex to which the way leads.
    #[inline]
    pub(crate) fn target(self) -> u32 {
        self.target
    }

    /// Returns the first move, as the bit of the cell to which it leads in a neighborhood; below 27.
    #[inline]
    pub(crate) fn bit(self) -> u32 {
        self.code & (PASSAGE - 1)
    }

    /// Returns whether the way leads along a passage, in which each cell leaves one move to go on.
    #[inline]
    pub(crate) fn is_passage(self) -> bool {
        self.code & PASSAGE != 0
    }

    #[inline]
    pub(super) fn cost_number(self) -> usize {
        (self.code >> (STEP_BITS + 1)) as usize
    }
}

/// Numbers by key, with fixed seeds.
pub(super) type Numbers<K> = AHashMap<K, u32, RandomState>;

/// Returns an empty map.
pub(super) fn no_numbers<K>() -> Numbers<K> {
    AHashMap::with_hasher(RandomState::with_seeds(5, 6, 7, 8))
}

/// The different costs of edges, by number: there are few.
#[derive(Debug)]
pub(super) struct Costs {
    known: Vec<Cost>,
    numbers: Numbers<u64>,
}

impl Costs {
    pub(super) fn none() -> Self {
        Self {
            known: vec![],
            numbers: no_numbers(),
        }
    }

    /// Returns an edge; `None` where there are too many costs.
    pub(super) fn edge(
        &mut self,
        target: u32,
        cost: Cost,
        bit: u32,
        is_passage: bool,
    ) -> Option<Edge> {
        let next = self.known.len();
        let number = *self.numbers.entry(cost.raw()).or_insert(next as u32);
        if number as usize == next {
            self.known.push(cost);
        }
        let passage = if is_passage { PASSAGE } else { 0 };
        (next < MOST_COSTS).then_some(Edge {
            target,
            code: number << (STEP_BITS + 1) | passage | bit,
        })
    }

    pub(super) fn of(&self, edge: Edge) -> Cost {
        self.known[edge.cost_number()]
    }
}

/// The vertices of an index, and the edges between them.
#[derive(Debug)]
pub(crate) struct Graph {
    /// The vertices in the order of chunks (z, y, x), and of cells within each. One more, which is
    /// no vertex, ends the edges of the last.
    vertices: Vec<Vertex>,
    edges: Vec<Edge>,
    costs: Vec<Cost>,
    /// The distances of the vertices from the landmarks.
    away: Distances,
}

/// The cell of a vertex and the place of its edges.
#[derive(Clone, Copy, Debug)]
struct Vertex {
    cell: IVec3,
    /// The first of its edges, which end where those of the next begin.
    first: u32,
}

impl Graph {
    /// Returns the graph of vertices in the [order] of cells, with the edges out of each; `None` where there are too
    /// many.
    pub(super) fn of(cells: &[IVec3], edges: Vec<Vec<Edge>>, costs: Costs) -> Option<Self> {
        let mut all = Vec::with_capacity(edges.iter().map(Vec::len).sum());
        let mut vertices = Vec::with_capacity(cells.len() + 1);
        for (&cell, edges) in cells.iter().zip(edges) {
            let first = all.len() as u32;
            vertices.push(Vertex { cell, first });
            all.extend(edges);
        }
        let (cell, first) = (IVec3::ZERO, all.len() as u32);
        vertices.push(Vertex { cell, first });
        (all.len() <= MOST).then_some(Self {
            vertices,
            edges: all,
            costs: costs.known,
            away: Distances::None,
        })
    }

    /// Returns the same with landmarks, if vertices are few among so many traversable cells.
    pub(super) fn with_landmarks_among(self, traversable: u64) -> Self {
        if self.len() as u64 * CELLS_TO_A_VERTEX > traversable {
            return self;
        }
        let away = Distances::over(&self);
        Self { away, ..self }
    }

    /// Returns the number of vertices. They are numbered from zero.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.vertices.len() - 1
    }

    /// Returns the cell of a vertex, by its number, which must be below [`Graph::len`].
    #[inline]
    pub(crate) fn cell(&self, vertex: u32) -> IVec3 {
        self.vertices[vertex as usize].cell
    }

    /// Returns the distances of a vertex from the landmarks, by its number.
    #[inline]
    pub(crate) fn away(&self, vertex: u32) -> LandmarkDistances {
        self.away.of(vertex)
    }

    /// Returns the edges out of a vertex, by its number.
    #[inline]
    pub(crate) fn edges(&self, vertex: u32) -> &[Edge] {
        let place = vertex as usize;
        let first = self.vertices[place].first as usize;
        let end = self.vertices[place + 1].first as usize;
        &self.edges[first..end]
    }

    /// Returns the cost of going along an edge.
    #[inline]
    pub(crate) fn cost(&self, edge: Edge) -> Cost {
        self.costs[edge.cost_number()]
    }

    /// Returns the different costs of edges, by number.
    pub(super) fn costs(&self) -> &[Cost] {
        &self.costs
    }

    /// Returns the number of the vertex at `cell`, if there is one.
    ///
    /// # Complexity
    ///
    /// Logarithmic in the number of vertices.
    pub(crate) fn find(&self, cell: IVec3) -> Option<u32> {
        let vertices = &self.vertices[..self.len()];
        let found = vertices.binary_search_by_key(&order(cell), |vertex| order(vertex.cell));
        found.ok().map(|place| place as u32)
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.vertices.capacity() * size_of::<Vertex>()
            + self.edges.capacity() * size_of::<Edge>()
            + self.costs.capacity() * size_of::<Cost>()
            + self.away.memory_bytes()
    }
}

/// Returns the key that cells are ordered by.
fn order(cell: IVec3) -> [i32; 6] {
    let (chunk, local) = (ChunkCoord::of(cell).0, cell & 63);
    [chunk.z, chunk.y, chunk.x, local.z, local.y, local.x]
}
