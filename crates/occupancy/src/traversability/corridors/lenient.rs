//! Corridors where moves may cut corners.

use glam::IVec3;

use super::bypassed::{Bypassed, Thinning};
use super::cells::CorridorCells;
use super::graph::CorridorGraph;
use super::{CENTER, Corners, SCARCITY};
use crate::coordinates::ChunkCoord;
use crate::traversability::Traversability;

/// The corridors of a snapshot for all 26 moves where none minds corners, and the graph that they form
/// once the cells are taken out that no path needs.
///
/// A corridor cell is one with exactly two neighbors, here among all 26.
#[derive(Debug)]
pub struct LenientCorridors {
    core: Traversability,
    bypassed: Bypassed,
    graph: CorridorGraph,
}

impl LenientCorridors {
    /// Finds the corridors of a world whose chunks are all listed and which has `traversable`
    /// cells; `None` where corridors are few, or little is gained by a graph.
    pub(super) fn of(
        world: &Traversability,
        chunks: &[ChunkCoord],
        traversable: u64,
    ) -> Option<Self> {
        let mut thinning = Thinning::of(&world.snapshot.grid);
        thinning.run(world, chunks);
        let (core, bypassed) = thinning.finish();
        let cells = CorridorCells::of(&core, chunks, Corners::Cut);
        if (bypassed.count() + cells.count()) * SCARCITY < traversable {
            return None;
        }
        let graph = CorridorGraph::of(&core, chunks, &cells, Corners::Cut)?;
        Some(Self {
            core,
            bypassed,
            graph: graph.with_landmarks_among(traversable),
        })
    }

    /// Returns the corridors as edges between junctions.
    #[must_use]
    #[inline]
    pub fn graph(&self) -> &CorridorGraph {
        &self.graph
    }

    /// Returns the moves from a cell that is no junction to the next ones on its ways to junctions,
    /// as neighborhood bits; `None` from a junction, and from a cell that is not traversable.
    ///
    /// # Guarantees
    ///
    /// From two cells on, a way of least cost leads along such moves from each until both meet, or to
    /// two junctions between which the graph has the rest.
    #[must_use]
    pub fn onward(&self, cell: IVec3) -> Option<u32> {
        let bypassed = self.bypassed.onward(&self.core.snapshot.grid, cell);
        bypassed.or_else(|| {
            let around = self.core.neighborhood(cell);
            let neighbors = around & !CENTER;
            (around & CENTER != 0 && neighbors.count_ones() == 2).then_some(neighbors)
        })
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.core.memory_bytes() + self.bypassed.memory_bytes() + self.graph.memory_bytes()
    }
}
