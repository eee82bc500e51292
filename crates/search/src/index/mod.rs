//! The index of a world: portals, and the cheapest ways between them through rooms.
//!
//! Take a set of cells out of a world, the *portals*, and the rest falls into *rooms*: what moves can reach without a
//! portal. Every path is then a chain of ways, each of which leads from one portal to another, either by a single move
//! or through one room. With the cheapest way between every two portals of every room as an edge, the ways between
//! portals cost in the graph exactly what they cost in the world, **whatever cells the portals are**: which are chosen
//! ([`doorways`]) decides only how much there is to search. Edges over which a chain of others is no more expensive are left
//! out; each link of such a chain is cheaper than the edge, so by induction over the cost nothing is lost. An end of a
//! query that is no portal connects to all portals of its room.
//!
//! Portals are the cells of doorways between rooms, and the junctions of passages one cell wide: buildings, ships and
//! mazes are all the same. Portals that only join two passages, or end one, are taken out again ([`contraction`]).
//!
//! This is the hierarchy of Botea, Müller and Schaeffer ("Near Optimal Hierarchical Path-Finding", Journal
//! of Game Development 2004) with one level, borders where the world has them instead of every so
//! many cells, every cell of an entrance kept instead of one or two, and exact for that.
//!
//! The index is made on request ([`SearchSettings::prepare_index`]), and only for worlds of small rooms or of passages. Other
//! worlds have a jump index in its place, which knows where straight runs lead.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "coordinates within a chunk are masked to 0..64, vertices are fewer than 2^31"
)]

mod cells;
mod contraction;
mod doorways;
mod graph;
mod landmarks;
mod moves;
mod passages;
mod rooms;

use std::sync::OnceLock;

use glam::IVec3;
use voxnav_occupancy::{Attachment, ChunkCoord, Traversability};

use crate::expansion::Pruning;
use crate::movement::{CellShape, CornerRule, MoveSet};
use crate::query::SearchSettings;
use cells::CellSet;
use contraction::Onward;
pub(crate) use graph::{Edge, Graph};
pub(crate) use landmarks::LandmarkDistances;
pub(crate) use moves::{LegalMoves, shared};

/// The fewest traversable cells to a portal in a world of rooms that has an index. Noise and caves have more
/// portals, and jumps lead from one to the next.
const SCARCITY: u64 = 16;

/// The index of a snapshot for one move set under one corner rule.
#[derive(Debug)]
pub(crate) struct Index {
    pub(crate) moves: LegalMoves,
    /// The cells of the vertices.
    portals: CellSet,
    pub(crate) graph: Graph,
    onward: Onward,
    /// True where passages prevail in the world, and not rooms.
    pub(crate) is_of_passages: bool,
}

/// The indexes of a snapshot, by move set and corner rule: `None` for those that would be of no use.
#[derive(Debug, Default)]
struct Indexes([OnceLock<Option<Box<Index>>>; Pruning::COUNT]);

impl Attachment for Indexes {
    fn memory_bytes(&self) -> usize {
        let known = self.0.iter().filter_map(|index| index.get()?.as_deref());
        known.map(Index::memory_bytes).sum()
    }
}

impl SearchSettings {
    /// Makes the index of a world for queries with these moves and corners, and returns whether there is one. Of worlds
    /// that consist of rooms or passages it is one of portals: rooms of up to 16^3 cells with doorways of up to 4 cells a
    /// side, mazes, mines and pipes. Of other worlds, but for noise, it is one of jumps, which tells where straight runs
    /// lead, for moves in space that cut no corners; of cells that are no cubes it is always that. Makes none for
    /// algorithms that search none: all but [`Auto`](crate::Algorithm::Auto), [`Jump`](crate::Algorithm::Jump) and
    /// [`Hierarchical`](crate::Algorithm::Hierarchical).
    ///
    /// The index belongs to the snapshot, its clones included. [`Query::solve`](crate::Query::solve) and everything else
    /// that searches from one cell to another finds it there; searches that cannot use it do without. An edited world
    /// ([`Traversability::refreshed`]) keeps an index of jumps, which the first search after the edit brings up to date:
    /// 20 to 160 us after edits of up to 10^3 cells, some 1 ms for each chunk of 64^3 that was changed everywhere, and at
    /// most what making it takes. It has no index of portals until this is called again.
    ///
    /// # Guarantees
    ///
    /// Whether there is a path and what it costs does not depend on it. Which of several equally good
    /// paths is found may, and how many cells are expanded should, and so what a search reaches before
    /// a limit ends it.
    ///
    /// # Complexity
    ///
    /// For each room linear in the product of its cells and its portals, for empty rooms that are boxes in the square of
    /// their portals: 100 to 300 ns for each traversable cell as a rule, and some 50 us for each chunk of 64^3 that has
    /// such cells. Other worlds are recognized in a fraction of that, and their index of jumps takes some 0.4 ms for each
    /// chunk with content: 0.15 s for 60 million cells, and less than a byte for each. Nothing is done for worlds so large
    /// and empty that their components are not labeled either.
    ///
    /// ```
    /// use voxnav_occupancy::glam::IVec3;
    /// use voxnav_occupancy::{
    ///     CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy,
    /// };
    /// use voxnav_search::SearchSettings;
    ///
    /// // Two rooms of 12^3 cells and a door.
    /// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(25, 12, 12)))?;
    /// let wall = CellBox::new(IVec3::new(12, 0, 0), IVec3::new(13, 12, 12));
    /// builder.set_box(wall, CellState::Occupied)?;
    /// builder.set(IVec3::new(12, 5, 0), CellState::Free)?;
    /// let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    /// assert!(SearchSettings::default().prepare_index(&world));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[expect(clippy::must_use_candidate, reason = "the index is made in any case")]
    pub fn prepare_index(&self, world: &Traversability) -> bool {
        if !self.algorithm.searches_an_index() {
            return false;
        }
        let moves = self.moves.in_bounds(world.bounds());
        let prepare = || {
            Index::prepare(world, moves, self.corners, |chunks| {
                doorways::portals(world, chunks, moves, self.corners)
            })
        };
        self.shape.is_cubic() && prepare() || self.reads_jumps(world) && world.prepare_jump_index()
    }

    /// Returns whether a world has an index for queries with these moves and corners, of portals or of jumps.
    #[must_use]
    pub fn has_index(&self, world: &Traversability) -> bool {
        self.has_portals(world) || self.reads_jumps(world) && world.has_jump_index()
    }

    /// Returns whether a world has an index of portals for queries with these moves and corners.
    #[doc(hidden)]
    #[must_use]
    pub fn has_portals(&self, world: &Traversability) -> bool {
        self.portals(world).is_some()
    }

    /// Returns the index of portals of a world for queries with these settings, if it has one.
    pub(crate) fn portals<'w>(&self, world: &'w Traversability) -> Option<&'w Index> {
        let moves = self.moves.in_bounds(world.bounds());
        let is_cubic = self.shape.is_cubic();
        is_cubic
            .then(|| Index::known(world, moves, self.corners))
            .flatten()
    }

    /// Returns whether searches with these moves and corners read an index of jumps.
    fn reads_jumps(&self, world: &Traversability) -> bool {
        let moves = self.moves.in_bounds(world.bounds());
        Pruning::of(moves, self.corners, CellShape::CUBIC).reads_jumps()
    }

    /// Makes the same with portals at some cells, whatever these are, and at no others.
    #[doc(hidden)]
    #[expect(clippy::must_use_candidate, reason = "the index is made in any case")]
    pub fn prepare_index_at(&self, world: &Traversability, cells: &[IVec3]) -> bool {
        let moves = self.moves.in_bounds(world.bounds());
        if !self.shape.is_cubic() {
            return false;
        }
        Index::prepare(world, moves, self.corners, |_| {
            let mut portals = CellSet::within(world.bounds());
            let inside = |cell: &&IVec3| world.is_traversable(**cell);
            cells
                .iter()
                .filter(inside)
                .for_each(|&cell| portals.insert(cell));
            Some((portals, false))
        })
    }
}

impl Index {
    /// Makes the index of a snapshot, unless that was done, and returns whether it is of use.
    fn prepare(
        world: &Traversability,
        moves: MoveSet,
        corners: CornerRule,
        portals: impl FnOnce(&[ChunkCoord]) -> Option<(CellSet, bool)>,
    ) -> bool {
        let Some(indexes) = world.attach::<Indexes>() else {
            return false;
        };
        let make = || {
            let chunks = world.listed_chunks()?;
            let (mut portals, is_of_passages) = portals(&chunks)?;
            let moves = LegalMoves::new(moves, corners);
            let (graph, onward) = rooms::graph(world, &chunks, &mut portals, moves)?;
            Some(Box::new(Self {
                moves,
                portals,
                graph,
                onward,
                is_of_passages,
            }))
        };
        indexes.0[Pruning::number(moves, corners)]
            .get_or_init(make)
            .is_some()
    }

    /// Returns the index of a snapshot, if it was made and is of use.
    fn known(world: &Traversability, moves: MoveSet, corners: CornerRule) -> Option<&Self> {
        let indexes = world.attached::<Indexes>()?;
        indexes.0[Pruning::number(moves, corners)].get()?.as_deref()
    }

    /// Returns whether a cell is a vertex of the graph.
    #[inline]
    pub(crate) fn is_portal(&self, cell: IVec3) -> bool {
        self.portals.contains(cell)
    }

    /// Returns the moves onward from a cell of a passage, as neighborhood bits: two, of which one leads back.
    pub(crate) fn onward(&self, world: &Traversability, cell: IVec3) -> u32 {
        let known = self.onward.get(&cell).copied();
        known.unwrap_or_else(|| self.moves.out_of(world, cell))
    }

    fn memory_bytes(&self) -> usize {
        self.portals.memory_bytes()
            + self.graph.memory_bytes()
            + self.onward.capacity() * (size_of::<(IVec3, u32)>() + 1)
    }
}
