//! Portals: the cells of doorways, and the ways between them through rooms.
//!
//! A world of rooms is left and entered through few cells. Take a set of cells out of a world, the
//! *portals*, and the rest falls into *rooms*: what moves can reach without a portal. Every path is then
//! a chain of ways, each of which leads from one portal to another, either by a single move or through
//! one room. With the cheapest way between every two portals of every room as an edge, the ways between
//! portals cost in the graph exactly what they cost in the world, **whatever cells the portals are**:
//! which are chosen ([`doorways`]) decides only how much there is to search. Edges over which a chain of
//! others is no dearer are left out; each link of such a chain is cheaper than the edge, so by
//! induction over the cost nothing is lost.
//!
//! So the search of a graph ([`CorridorGraph`]) answers queries in buildings, ships and dungeons as it
//! does in mazes. An end that is no portal hangs on all portals of its room.
//!
//! This is the hierarchy of Botea, Müller and Schaeffer ("Near Optimal Hierarchical Path-Finding", Journal
//! of Game Development 2004) with one level, borders where the world has them instead of every so
//! many cells, every cell of an entrance kept instead of one or two, and exact for that.
//!
//! The graph is made on request, and only for worlds whose rooms are small: see
//! [`Traversability::with_portals`].

mod doorways;
mod rooms;
mod spread;

use std::sync::OnceLock;

use glam::IVec3;

use super::Traversability;
use super::corridors::{Corners, CorridorGraph, legal_moves};
use super::directory::Directory;
use crate::coordinates::ChunkCoord;
use doorways::Doorways;

/// The fewest traversable cells to a portal in a world that has a graph. Noise and caves have more
/// portals, and jumps lead from one to the next.
const SCARCITY: u64 = 16;

/// The portals found in a world, where they were asked for.
#[derive(Debug, Default)]
pub(super) struct KnownPortals {
    strict: OnceLock<Option<PortalGraph>>,
    lenient: OnceLock<Option<PortalGraph>>,
}

/// The portals of a snapshot for all 26 moves under one corner rule, and the ways between them.
#[derive(Debug)]
pub struct PortalGraph {
    corners: Corners,
    doorways: Doorways,
    graph: CorridorGraph,
}

impl Traversability {
    /// Finds the doorways between rooms now, and the ways through the rooms between them, if the world
    /// consists of rooms that are small enough for that to help a search: of up to 16^3 cells each, with
    /// doorways of up to 4 cells a side. For searches with all 26 moves (all 8 where the world is one cell
    /// thick), none of which cuts a corner, from one cell to another; others do without. For worlds that
    /// stay as they are for a while: snapshots made by [`Traversability::refreshed`] do not know portals
    /// until asked to.
    ///
    /// # Guarantees
    ///
    /// Whether there is a path and what it costs does not depend on it. Which of several equally good
    /// paths is found may, and how many cells are expanded should, and so what a search reaches before
    /// a limit ends it.
    ///
    /// # Complexity
    ///
    /// For each room linear in the product of its cells and its portals; at most linear in the
    /// traversable cells of the world, about 1 us each. Nothing is done for worlds so large and empty that
    /// their components are not labeled either.
    ///
    /// ```
    /// use voxnav_occupancy::glam::IVec3;
    /// use voxnav_occupancy::{
    ///     CellBox, CellState, OccupancyBuilder, Traversability, UnknownPolicy,
    /// };
    ///
    /// // Two rooms of 12^3 cells and a door.
    /// let mut builder = OccupancyBuilder::new(CellBox::from_size(IVec3::new(25, 12, 12)))?;
    /// let wall = CellBox::new(IVec3::new(12, 0, 0), IVec3::new(13, 12, 12));
    /// builder.set_box(wall, CellState::Occupied)?;
    /// builder.set(IVec3::new(12, 5, 0), CellState::Free)?;
    /// let world = Traversability::new(&builder.commit(), UnknownPolicy::Blocked);
    /// let before = world.memory_bytes();
    /// let world = world.with_portals();
    /// assert!(world.memory_bytes() > before, "the door is known");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_portals(self) -> Self {
        self.find_portals(Corners::Kept, |chunks| self.doorways(chunks));
        self
    }

    /// Finds the same for searches whose moves cut corners: see [`with_portals`](Self::with_portals), which
    /// is for those that do not.
    #[must_use]
    pub fn with_lenient_portals(self) -> Self {
        self.find_portals(Corners::Cut, |chunks| self.doorways(chunks));
        self
    }

    /// Finds the same for both with portals at some cells, whatever these are, and at no others.
    #[doc(hidden)]
    #[must_use]
    pub fn with_portals_at(self, cells: &[IVec3]) -> Self {
        for corners in [Corners::Kept, Corners::Cut] {
            self.find_portals(corners, |_| {
                let inside = |cell: &IVec3| self.is_traversable(*cell);
                let cells = cells.iter().copied().filter(inside);
                Some(Doorways::at(&self, cells))
            });
        }
        self
    }

    /// Returns the portals where moves keep clear of corners, if they were asked for and the world
    /// has rooms.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn portals(&self) -> Option<&PortalGraph> {
        self.snapshot.portals.strict.get()?.as_ref()
    }

    /// Returns the portals where moves cut corners, if they were asked for and the world has rooms.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn lenient_portals(&self) -> Option<&PortalGraph> {
        self.snapshot.portals.lenient.get()?.as_ref()
    }

    /// Returns the doorways, if they are few enough.
    fn doorways(&self, chunks: &[ChunkCoord]) -> Option<Doorways> {
        let doorways = Doorways::of(self, chunks);
        let are_few = doorways.count() * SCARCITY <= self.count_traversable(chunks);
        (are_few && doorways.count() > 0).then_some(doorways)
    }

    /// Finds the ways between doorways, unless that was done, or the world is too large to list its chunks.
    fn find_portals(
        &self,
        corners: Corners,
        doorways: impl FnOnce(&[ChunkCoord]) -> Option<Doorways>,
    ) {
        let known = self.snapshot.portals.under(corners);
        known.get_or_init(|| {
            let Directory::Dense(dense) = &self.snapshot.grid.directory else {
                return None;
            };
            let chunks: Vec<ChunkCoord> = dense.chunks().collect();
            let doorways = doorways(&chunks)?;
            let graph = rooms::graph(self, &chunks, &doorways, corners)?;
            Some(PortalGraph {
                corners,
                doorways,
                graph,
            })
        });
    }
}

impl KnownPortals {
    fn under(&self, corners: Corners) -> &OnceLock<Option<PortalGraph>> {
        match corners {
            Corners::Kept => &self.strict,
            Corners::Cut => &self.lenient,
        }
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let known = [&self.strict, &self.lenient].map(|known| known.get()?.as_ref());
        let bytes =
            |portals: &PortalGraph| portals.graph.memory_bytes() + portals.doorways.memory_bytes();
        known.into_iter().flatten().map(bytes).sum()
    }
}

impl PortalGraph {
    /// The cost of moves along one, two and three axes, in the unit in which paths are compared.
    pub const LENGTHS: [u64; 3] = spread::LENGTHS;

    /// Returns the portals as junctions, the ways between them as edges.
    #[must_use]
    #[inline]
    pub fn graph(&self) -> &CorridorGraph {
        &self.graph
    }

    /// Returns whether a cell of the world that the graph was made for is a portal.
    #[must_use]
    #[inline]
    pub fn is_portal(&self, world: &Traversability, cell: IVec3) -> bool {
        self.doorways.contains(world, cell)
    }

    /// Returns the legal moves out of a cell of that world, as neighborhood bits.
    #[must_use]
    #[inline]
    pub fn legal(&self, world: &Traversability, cell: IVec3) -> u32 {
        legal_moves(world.neighborhood(cell), self.corners)
    }

    /// Picks from the `legal` moves out of a cell those to neighbors of the cell to which one of them leads,
    /// given by its bit, as bits there.
    #[must_use]
    #[inline]
    pub fn shared(legal: u32, bit: u32) -> u32 {
        spread::shared(legal, bit)
    }
}
