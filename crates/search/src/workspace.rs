//! Search memory that a caller keeps and reuses.

use voxnav_occupancy::CellBox;

use crate::clusters::ClusterMemory;
use crate::memory::{Layout, Parent, Parents, Records, VertexRecords};
use crate::open::{BucketOpen, OrderedOpen};
use crate::path::Path;
use crate::query::TieBreaking;

/// Reusable search memory: records of reached cells and the open lists.
///
/// One workspace serves one query at a time, over any world. It grows to what the largest query
/// touched and is never cleared: records carry the number of the query that wrote them. Once warm,
/// queries allocate nothing but the path they return, and not even that if old paths are handed
/// back with [`Workspace::recycle`]; where an index is known, also the ways through the rooms in
/// which start and goal lie.
///
/// ```
/// # use glam::IVec3;
/// # use voxnav_occupancy::{CellBox, OccupancyBuilder, Traversability, UnknownPolicy};
/// # let open = OccupancyBuilder::new(CellBox::from_size(IVec3::splat(8)))?.commit();
/// # let world = Traversability::new(&open, UnknownPolicy::Blocked);
/// use voxnav_search::{Algorithm, Query, Workspace};
///
/// let mut workspace = Workspace::new();
/// for x in 1..8 {
///     let query = Query::new(IVec3::ZERO, IVec3::X * x).algorithm(Algorithm::AStar);
///     assert!(query.solve(&world, &mut workspace).outcome.path().is_some());
/// }
/// assert!(workspace.memory_bytes() > 0, "kept for the next query");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Workspace {
    pub(crate) forward: SearchMemory,
    pub(crate) backward: SearchMemory,
    pub(crate) spare: SparePaths,
    pub(crate) clusters: ClusterMemory,
}

/// Paths that are no longer needed. Their storage serves the next ones.
#[derive(Debug, Default)]
pub(crate) struct SparePaths(Vec<Path>);

impl SparePaths {
    pub(crate) fn take(&mut self) -> Path {
        self.0.pop().unwrap_or_default()
    }

    pub(crate) fn put(&mut self, path: Path) {
        self.0.push(path);
    }

    fn memory_bytes(&self) -> usize {
        self.0.iter().map(Path::memory_bytes).sum()
    }
}

/// The memory of one search.
#[derive(Debug, Default)]
pub(crate) struct SearchMemory {
    pub(crate) records: Records,
    pub(crate) heap: OrderedOpen,
    pub(crate) buckets: BucketOpen,
    pub(crate) parents: Parents,
    pub(crate) vertices: VertexRecords,
}

impl Workspace {
    /// Creates an empty workspace, which holds no memory yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a workspace in which searches count as long, and use the methods of long searches,
    /// as soon as they have so many records: for tests, whose worlds are small. Costs are the same.
    #[doc(hidden)]
    #[must_use]
    pub fn of_long_searches(records: usize) -> Self {
        let memory = || SearchMemory {
            records: Records::of_long_searches(records),
            ..SearchMemory::default()
        };
        Self {
            forward: memory(),
            backward: memory(),
            ..Self::default()
        }
    }

    /// Hands back a path that is no longer needed, so that its storage serves the next one.
    pub fn recycle(&mut self, path: Path) {
        self.spare.put(path);
    }

    /// Bytes held by this workspace.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.forward.memory_bytes()
            + self.backward.memory_bytes()
            + self.spare.memory_bytes()
            + self.clusters.memory_bytes()
    }

    pub(crate) fn take_path(&mut self) -> Path {
        self.spare.take()
    }
}

impl SearchMemory {
    /// Forgets the last query, for one over a world with `bounds` that goes from cell to cell.
    pub(crate) fn begin(&mut self, bounds: CellBox) -> &mut Self {
        self.records.begin(bounds, Layout::InBricks);
        self.heap.break_ties_by(TieBreaking::default());
        self
    }

    /// Returns the queue of a search that need not keep to an order within a bucket, and the records.
    pub(crate) fn in_buckets(&mut self) -> (&mut BucketOpen, &mut Records) {
        (&mut self.buckets, &mut self.records)
    }

    /// Returns the queue of a search that keeps to the order of f and breaks ties by a rule, and the records.
    pub(crate) fn in_order(&mut self, ties: TieBreaking) -> (&mut OrderedOpen, &mut Records) {
        self.heap.break_ties_by(ties);
        (&mut self.heap, &mut self.records)
    }

    fn memory_bytes(&self) -> usize {
        self.records.memory_bytes()
            + self.heap.memory_bytes()
            + self.buckets.memory_bytes()
            + self.parents.capacity() * size_of::<Parent>()
            + self.vertices.memory_bytes()
    }
}
